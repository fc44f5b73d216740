"""Which cues a sentence shows: a language's patterns, compiled when a word of theirs is there."""
from __future__ import annotations

from reflexion.signals.speech import match

PARTS = frozenset(("zh", "ja", "ko"))  # written without spaces, or glued: matched by parts


class Language:
    """code; by_parts: patterns are parts of text, not words; fillers, joiners: see sentences.split; find(sentence) -> {cue: (start, end)}."""

    def __init__(self, code, module, names=()):
        self.code = code
        self.by_parts = code in PARTS
        self.fillers = frozenset(getattr(module, "FILLERS", ()))
        self.joiners = frozenset(getattr(module, "JOINERS", ()))
        self.cues = module.CUES
        self.classes = {name: frozenset(words.split()) for name, words in getattr(module, "CLASSES", {}).items()}
        self.patterns = {}
        if names and "tool" in self.classes:
            self.classes["tool"] = self.classes["tool"].union(name.lower().lstrip("/") for name in names)

    def compile(self, cue):
        if cue not in self.patterns:
            lines = [line.strip() for line in self.cues.get(cue, "").split("\n") if line.strip()]
            self.patterns[cue] = lines if self.by_parts else [match.compiled(line, self.classes) for line in lines]
        return self.patterns[cue]

    def first(self, cue, sentence):
        """(start, end) of the first pattern of the cue that the sentence matches, or None. Words, or characters for a language by parts."""
        if self.by_parts:
            for pattern in self.compile(cue):
                found = match.parts(pattern, sentence.text)
                if found:
                    return found
            return None
        for elements, needed in self.compile(cue):
            for words in needed:
                if words.isdisjoint(sentence.wordset):
                    break
            else:
                found = match.match(elements, sentence)
                if found:
                    return found
        return None


def load(code, names=()):
    """The language of a code, such as "en"."""
    name = "reflexion.signals.speech.languages." + code
    return Language(code, __import__(name, fromlist=["CUES"]), names)
