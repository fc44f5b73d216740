"""What is known of programs, from programs.tsv: their words, and what wraps another."""

from __future__ import annotations

import functools

from reflexion.text import rows

TABLE = "shell/programs.tsv"
EVERY = "*"  # stands for all programs
VERSION = "0123456789.w"  # how python3.11 and pythonw end
DEEPEST = 8  # wrappers one behind the other


@functools.cache
def programs(kind: str) -> dict[str, list[str]]:
    """Return {program: its words} of one kind of rows; programs.tsv explains them."""
    known: dict[str, list[str]] = {}
    for own, names, *words in rows(TABLE):
        if own == kind:
            for name in names.split():
                known.setdefault(name, []).extend(" ".join(words).split())
    return known


@functools.lru_cache(maxsize=1)
def known_names() -> frozenset[str]:
    """Return the names of all programs of which the table knows anything."""
    return frozenset(name for _, names, *_ in rows(TABLE) for name in names.split())


def is_python(name: str) -> bool:
    """Return True for an interpreter of Python of any version."""
    return name.rstrip(VERSION) in ("python", "pypy", "py")


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
    if is_python(name) and "-m" in words[at + 1 : at + 5]:
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
