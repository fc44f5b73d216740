"""A command line as it is compared with another: the words and options that say what is done."""

from __future__ import annotations

from reflexion.shell import programs
from reflexion.shell.compare import MESSAGES
from reflexion.shell.parser import calls
from reflexion.shell.read_only import looks
from reflexion.text.tables import sections

TABLE = sections("shell/command_words.txt")
SAME_PROGRAM = {
    **{"python3": "python", "python2": "python", "pip3": "pip", "nodejs": "node"},
    **{"gmake": "make", "g++": "gcc", "clang": "gcc", "cc": "gcc"},
}
MOST_CALLS = 12
HANDLES_FILES = frozenset(TABLE["handles files"].split())
HERE = frozenset((".", "./...", "./", "//...", "...", ".."))  # targets that say nothing


class Shape:
    """One simple command: `program`, `words` that are no options, `maybe` (words behind an option:
    its value or not), `flags` (with NAME=value), `raw` (its words as written, in lower case),
    `asks`: the program has verbs, and this one only looks."""

    def __init__(self, call):
        self.program = SAME_PROGRAM.get(call.program, call.program)
        self.words, self.maybe, self.flags = [], [], set(call.env)
        self.raw = call.raw.lower().split()
        self.asks = call.program in programs("tool") and looks(call)
        before = ""  # the option that may take the next word as its value
        for arg in call.args:
            name, equals, _ = arg.partition("=")
            if before in MESSAGES:
                before = ""
            elif equals and name.isidentifier():  # make deploy ENV=staging
                self.flags.add(arg)
            elif arg in MESSAGES:
                before = arg
            elif arg[:1] in "-+" and len(arg) > 1:
                self.flags.add(arg)
                before = "" if equals else arg
            elif arg:
                (self.maybe if before else self.words).append(arg)
                before = ""
        if not self.words:
            self.words, self.maybe = self.maybe[:1], self.maybe[1:]

    def all(self) -> list:
        return self.words + self.maybe

    def is_same(self, other: Shape) -> bool:
        """Do both run the same with the same options?"""
        same_words = set(self.all()) - HERE == set(other.all()) - HERE
        return self.program == other.program and self.flags == other.flags and same_words

    def contains(self, wanted: Shape) -> bool:
        """Is it the wanted command, whatever else it is given?"""
        given = bool(wanted.all() or wanted.flags) and wanted.flags <= self.flags
        return self.program == wanted.program and given and set(wanted.all()) <= set(self.all())

    def has_word(self, word: str) -> bool:
        name = last(word)
        return any(
            name == last(other) or len(name) > 3 and name in parts(other) for other in self.all()
        )

    def has_flag(self, flag: str) -> bool:
        """Does it have the option, or its other, shorter or longer name?"""
        short, long = flag[:1] == "-" and len(flag) == 2, "-" + flag
        return flag in self.flags or any(
            short and other.startswith(long) or len(other) == 2 and flag.startswith("-" + other)
            for other in self.flags
            if flag[:1] == other[:1] == "-"
        )


def shapes(command: str) -> list:
    """The Shapes of a command line, without the calls that only look at files."""
    found, assigned = [], set()
    for call in calls(command[:4000])[:MOST_CALLS]:
        if call.program in ("export", "set"):
            assigned.update(arg for arg in call.args if "=" in arg)
        looks_at_files = call.program in programs("look") and looks(call)
        if call.program and call.program not in HANDLES_FILES and not looks_at_files:
            found.append(Shape(call))
            found[-1].flags |= assigned
    return found


def is_specific(word: str) -> bool:
    """Return True if a word names a file, package or target, and not an everyday job of a tool."""
    return word not in HERE and any(char in "./:@" or char.isdecimal() for char in word)


def akin(word: str, other: str, rule: bool) -> bool:
    """Return True for two names of one kind: the same but for what follows a colon, or but for
    their numbers, or files of one type; for a rule also two things in one folder."""
    if "/" in word or "/" in other:
        folder = word.rpartition("/")[0]
        if folder == other.rpartition("/")[0]:
            return rule and folder != "" or akin(last(word), last(other), rule)
    one, two = parts(word), parts(other)
    if len(one) > 1 and len(two) > 1:
        named = one[0] == two[0] and len(one[0]) > 1 and (rule or ":" in word and ":" in other)
        if named or one[-1] == two[-1] and "." in word and "." in other:
            return True
    numbered = all(any(not part.isalpha() for part in each) for each in (one, two))
    return numbered and (len(one) > 1) == (len(two) > 1)


def parts(word: str) -> list:
    return "".join(char if char.isalnum() or char == "_" else " " for char in word).split()


def last(word: str) -> str:
    """The last part of a path; an address is one whole."""
    bare = word.rstrip("/")
    return bare if "://" in bare else bare.rpartition("/")[2] or word
