"""What is known of programs, from programs.tsv: their words, what they do, what wraps another."""

from __future__ import annotations

import functools

from reflexion.text import rows

TABLE = "shell/programs.tsv"
EVERY = "*"  # stands for all programs
VERSION = "0123456789.w"  # how python3.11 and pythonw end
DEEPEST = 8  # wrappers one behind the other
# what a call does, each with the next ones left out: say only what it is told to, ask a program
# about itself, show what is there, print what others wrote; errors in all these prove nothing
SAYS, ASKS, SHOWS, RELAYS, WORKS = "says", "asks", "shows", "relays", "works"
ONLY_QUESTIONS = ("help", "version", "-V", "-h", "-v")  # where nothing else is said


@functools.cache
def programs(kind: str) -> dict[str, list[str]]:
    """Return {program: its words} of one kind of rows, "" for all; programs.tsv explains them."""
    known: dict[str, list[str]] = {}
    for own, names, *words in rows(TABLE):
        if kind in ("", own):
            for name in names.split():
                known.setdefault(name, []).extend(" ".join(words).split())
    return known


def family(name: str) -> str:
    """Return a program's name, "python" for its interpreters of any version."""
    return "python" if name.rstrip(VERSION) in ("python", "pypy", "py") else name


def base_name(word: str) -> str:
    """Return a program's name without folders and without the endings of Windows."""
    name = word.replace("\\", "/").rstrip("/").rpartition("/")[2] or word
    stem, _, suffix = name.rpartition(".")
    return stem if stem and suffix.lower() in ("exe", "cmd", "bat") else name


def is_assignment(word: str) -> bool:
    """Return True if a word is NAME=value, as it may stand in front of a command."""
    name, equals, _ = word.partition("=")
    return bool(equals) and name.rstrip("+").isidentifier() and name.isascii()


def plain_words(program: str, args: list[str], most: int) -> list[str]:
    """Return a call's first words without options, values of options, assignments."""
    known = programs("valued")
    valued = {*known[EVERY], *known.get(program, ())}
    valued.difference_update(programs("unvalued").get(program, ()))
    found = []
    before = ""
    for arg in args[:24]:
        is_value = before in valued
        if arg and arg[0] != "-" and "=" not in arg and not is_value:
            found.append(arg)
        before = "" if is_value else arg
    return found[:most]


def role_of(program: str, args: list[str]) -> str:
    """Return what a call does: SAYS, ASKS, SHOWS, RELAYS or WORKS."""
    if not program or program in programs("silent"):
        return SAYS
    is_question = len(args) == 1 and args[0] in ONLY_QUESTIONS
    if is_question or not set(args).isdisjoint(programs("question")[EVERY]):
        return ASKS
    if program in programs("reader") or _only_shows(program, args):
        return SHOWS
    return RELAYS if program in programs("relay") else WORKS


def _only_shows(program: str, args: list[str]) -> bool:
    """Return True if a call's words say that its program only shows something."""
    words = plain_words(program, args, 2)
    showing = programs("showing")
    if not {*words[:1], "/".join(words), *args[:1]}.isdisjoint(showing.get(program, ())):
        return True
    if program not in programs("groups"):
        words = words[:1] if program in programs("verbs") else []
    return any(word.partition("-")[0] in showing[EVERY] for word in words)


def wrapped(words: list[str]) -> int:
    """Return the index of the program that really runs: 2 for `sudo npx tsc`."""
    at = 0
    for _ in range(DEEPEST):
        inner = _behind_wrapper(words, at)
        if not at < inner < len(words):
            break
        at = inner
    return at


def _behind_wrapper(words: list[str], at: int) -> int:
    """Return where the command starts that words[at] wraps, 0 where it wraps none."""
    name = base_name(words[at]) if at < len(words) else ""
    if family(name) == "python" and "-m" in words[at + 1 : at + 5]:
        return words.index("-m", at) + 1
    if not set(words[at + 1 :]).isdisjoint(programs("unwrapped").get(name, ())):
        return 0
    known = programs("wrapper")
    for count in (1, 2, 3):  # `npx`, `npm exec`, `docker compose exec`
        spelled = "/".join([name, *words[at + 1 : at + count]])
        if spelled in known:
            return _behind_options(words, at + count, known[spelled])
    return 0


def _behind_options(words: list[str], at: int, own: list[str]) -> int:
    """Return the place behind a wrapper's options and words of its own.

    own: how many plain words come first, then its options that take a value."""
    plain = int(own[0]) if own and own[0].isdigit() else 0
    while at < len(words):
        word = words[at]
        if word == "--":
            return at + 1
        if word.startswith("-") and len(word) > 1:
            at += 1 if word in own else 0
        elif not is_assignment(word):
            if plain == 0:
                break
            plain -= 1
        at += 1
    return at
