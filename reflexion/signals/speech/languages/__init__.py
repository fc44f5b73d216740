"""One module a language: CUES maps a cue's name to its patterns, CLASSES names groups of words that patterns refer to as @name."""
