"""Is the command about to run one that a learning is about? Pure comparison of command lines, taken apart but never executed."""
from __future__ import annotations

from reflexion.signals.lookers import LOOKERS
from reflexion.text.shell import calls

MESSAGE = frozenset(("-m", "--message", "-am", "--title", "--body", "-t", "--notes", "--description"))
SAME_PROGRAM = {"python3": "python", "python2": "python", "pip3": "pip", "nodejs": "node", "gmake": "make", "g++": "gcc", "clang": "gcc", "cc": "gcc"}
MOST_CALLS = 12


class Shape:
    """One simple command: `program`, `words` that are no options (of a path the last part), `maybe` (words behind an option: its value or not), `flags`."""

    __slots__ = ("program", "words", "maybe", "flags")

    def __init__(self, call):
        self.program = SAME_PROGRAM.get(call.program, call.program)
        self.words, self.maybe, self.flags, skip, after = [], [], {name for name in call.env}, False, False
        for arg in call.args:
            if skip:
                skip = False
            elif arg in MESSAGE:
                skip = True
            elif arg[:1] in "-+" and len(arg) > 1:
                self.flags.add(arg)
                after = "=" not in arg
                continue
            elif arg:
                (self.maybe if after and self.words else self.words).append(arg)
            after = False

    def all(self) -> list:
        return self.words + self.maybe


def shapes(command: str) -> list:
    """The Shapes of a command line, without the calls that only look."""
    found, assigned = [], set()
    for call in calls(command[:4000])[:MOST_CALLS]:
        if call.program in ("export", "set"):
            assigned.update(arg for arg in call.args if "=" in arg)
        elif call.program and call.program not in LOOKERS:
            found.append(Shape(call))
            found[-1].flags |= assigned
    return found


def mentions(command: list, entry: dict) -> bool:
    """Does the learning name a program of the command at all? A quick look that spares taking its text apart."""
    return any(name in entry["context"] or name in entry["trigger"] for name in {shape.program for shape in command} | {
        other for other, name in SAME_PROGRAM.items() if any(shape.program == name for shape in command)})


def fits(command: list, entry: dict) -> float:
    """How well a learning fits a command (its shapes): 0 not at all, else 1 and more, the more words are shared."""
    known = [shape for part in (entry["context"], *_quoted(entry["trigger"])) for shape in shapes(part)]
    told = f"{entry['trigger']} {entry['resolution']}".lower()
    best = max((_alike(mine, theirs, entry["type"] != "error", told) for mine in command for theirs in known), default=0.0)
    return 0.0 if best and is_fix(command, entry, known) else best


def is_fix(command: list, entry: dict, known: list) -> bool:
    """Does the command do what the learning asks for already?"""
    for text in _quoted(entry["resolution"]):
        for wanted in shapes(text):
            if any(_same(wanted, theirs) for theirs in known):
                continue  # the resolution names the failing command as well
            if any(_contains(mine, wanted) for mine in command):
                return True
        if text.startswith("-") and any(text.split()[0].split("=")[0] in {flag.split("=")[0] for flag in mine.flags} for mine in command):
            return True
        name = text.replace("export ", "").split("=")[0]
        if "=" in text and any(flag.split("=")[0] == name for mine in command for flag in mine.flags):
            return True
    return False


def _alike(mine: Shape, theirs: Shape, rule: bool, told: str) -> float:
    """Same program and job, and the words that matter: those the learning's text speaks of, or all when there are no others."""
    if mine.program != theirs.program or not _heads(mine, theirs):
        return 0.0
    shared = [word for word in theirs.all() if _has(mine, word)]
    missing = [word for word in theirs.all() if word not in shared]
    flags = theirs.flags & mine.flags
    if any(_matters(word, told) for word in (*missing, *(theirs.flags - mine.flags))):
        return 0.0
    tail = len(shared) - 1 + len(flags)
    if rule:
        enough = not missing and tail >= 1 or _same(mine, theirs)
    elif tail < 1 and not _specific(theirs):
        enough = _same(mine, theirs)
    else:
        enough = tail >= 1 and len(missing) <= 1 or not missing and not theirs.flags - mine.flags
    if not enough or not rule and len(theirs.all()) == 1 and len(mine.words) > 1 and not _specific(theirs):
        return 0.0
    return 1.0 + len(shared) + 0.5 * len(flags)


def _heads(mine: Shape, theirs: Shape) -> bool:
    """The first word says what is to be done; behind a script's name the second one does."""
    if not theirs.words or not mine.words:
        return not theirs.words and not mine.words
    if _last(mine.words[0]) != _last(theirs.words[0]):
        return False
    script = "." in theirs.words[0] and len(theirs.words) > 1
    return not script or len(mine.words) > 1 and mine.words[1] == theirs.words[1]


def _specific(shape: Shape) -> bool:
    """Does it name a file, a package, a target of its own, and not only what a tool is told to do every day?"""
    return any(any(char in "./:@" or char.isdecimal() for char in word) and word not in (".", "./...", "..") for word in shape.all())


def _matters(word: str, told: str) -> bool:
    return len(word) > 1 and _last(word).lower() in told


def _has(shape: Shape, word: str) -> bool:
    last = _last(word)
    return any(last == _last(other) or (len(last) > 3 and last in _parts(other)) for other in shape.all())


def _parts(word: str) -> list:
    return "".join(char if char.isalnum() or char == "_" else " " for char in word).split()


def _same(one: Shape, other: Shape) -> bool:
    return one.program == other.program and one.flags == other.flags and sorted(one.all()) == sorted(other.all())


def _contains(mine: Shape, wanted: Shape) -> bool:
    return mine.program == wanted.program and bool(wanted.all() or wanted.flags) and wanted.flags <= mine.flags and all(
        any(word == other for other in mine.all()) for word in wanted.all())


def _last(word: str) -> str:
    return word.rstrip("/").rpartition("/")[2] or word


def _quoted(text: str) -> list:
    return text.split("`")[1::2][:6]
