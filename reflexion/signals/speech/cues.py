"""Which cues a sentence shows: a language's patterns, compiled when a word of theirs is there."""

from __future__ import annotations

from reflexion.signals.speech import match

PARTS = frozenset(("zh", "ja", "ko"))  # written without spaces, or glued: matched by parts


class Classes(dict):
    """Word classes, taken apart when a pattern asks for them."""

    def __init__(self, sources):
        super().__init__()
        self.sources = sources

    def __missing__(self, name):
        self[name] = words = frozenset(self.sources[name].split())
        return words

    def get(self, name, default=frozenset()):
        return self[name] if name in self.sources else default


class Language:
    """code; by_parts: patterns are parts of text, not words; fillers, joiners: see sentences.split; first(cue, sentence)."""

    def __init__(self, code, module, names=()):
        self.code = code
        self.by_parts = code in PARTS
        self.fillers = frozenset(getattr(module, "FILLERS", ()))
        self.joiners = frozenset(getattr(module, "JOINERS", ()))
        self.cues = module.CUES
        self.classes = Classes(getattr(module, "CLASSES", {}))
        self.patterns = {}
        self.words = None
        if names and "tool" in self.classes.sources:
            self.classes["tool"] = self.classes["tool"].union(
                name.lower().lstrip("/") for name in names
            )

    def expect(self, sentences):
        """Only patterns whose words occur in these sentences will be compiled."""
        self.words = frozenset().union(*(sentence.wordset for sentence in sentences))
        self.patterns = {}

    def compile(self, cue):
        if cue not in self.patterns:
            lines = self.cues.get(cue, "").split("\n")
            if self.by_parts:
                self.patterns[cue] = [line.strip() for line in lines if line.strip()]
            else:
                self.patterns[cue] = [
                    match.compiled(line, self.classes)
                    for line in lines
                    if line and match.possible(line, self.words, self.classes)
                ]
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
