"""What is known of programs, from programs.tsv: their words, what they do, what wraps another."""

from __future__ import annotations

import functools
import re

from reflexion.text import rows

TABLE = "shell/programs.tsv"
EVERY = "*"  # stands for all programs
VERSION = "0123456789.w"  # how python3.11 and pythonw end
EXECUTABLE = r"(?i)(?<=.)\.(?:exe|cmd|bat)$"  # the ending of a program of Windows
ASSIGNMENT = r"[A-Za-z_][A-Za-z0-9_]*\+?="  # the start of NAME=value in front of a command
PLAIN = "[^-=][^=]*"  # a word that is no option and no assignment
# what a call does, each with the next ones left out: say only what it is told to, ask a program
# about itself, show what is there, print what others wrote; errors in all these prove nothing
SAYS, ASKS, SHOWS, RELAYS, WORKS = "says", "asks", "shows", "relays", "works"
ONLY_QUESTIONS = (["help"], ["version"], ["-V"], ["-h"], ["-v"])  # where nothing else is said


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
    return re.sub(EXECUTABLE, "", name)


def plain_words(program: str, args: list[str], most: int) -> list[str]:
    """Return a call's first words without options, values of options, assignments."""
    known = programs("valued")
    valued = {*known[EVERY], *known.get(program, ())}
    valued.difference_update(programs("unvalued").get(program, ()))
    pairs = zip(["", *args], args[:24])
    found = [arg for before, arg in pairs if before not in valued and re.fullmatch(PLAIN, arg)]
    return found[:most]


def role_of(program: str, args: list[str]) -> str:
    """Return what a call does: SAYS, ASKS, SHOWS, RELAYS or WORKS."""
    if program in ("", *programs("silent")):
        return SAYS
    if args in ONLY_QUESTIONS or not set(args).isdisjoint(programs("question")[EVERY]):
        return ASKS
    if program in programs("reader") or _only_shows(program, args):
        return SHOWS
    return RELAYS if program in programs("relay") else WORKS


def _only_shows(program: str, args: list[str]) -> bool:
    """Return True if a call's words say that its program only shows something."""
    words = plain_words(program, args, 2)
    showing = programs("showing")
    said = {*words[:1], "/".join(words), *args[:1]}
    (depth,) = programs("verbs").get(program, ["0"])
    verbs = {word.partition("-")[0] for word in words[: int(depth)]}
    return not (said.isdisjoint(showing.get(program, ())) and verbs.isdisjoint(showing[EVERY]))


def wrapped(words: list[str]) -> int:
    """Return the index of the program that really runs: 2 for `sudo npx tsc`."""
    known = programs("wrapper")
    at = inner = 0
    while inner < len(words):
        at = inner
        name = base_name(words[at])
        # `docker compose exec`, `npm exec`, `npx`
        spelled = ["/".join([name, *words[at + 1 : at + count]]) for count in (3, 2, 1)]
        wrapper = next(filter(known.__contains__, spelled), "")
        if family(name) == "python" and "-m" in words[at + 1 : at + 5]:
            inner = words.index("-m", at) + 1
        elif wrapper:
            inner = _behind_options(words, at + 1 + wrapper.count("/"), known[wrapper])
        else:
            break
    return at


def _behind_options(words: list[str], at: int, own: list[str]) -> int:
    """Return the place behind a wrapper's options and words of its own.

    own: how many plain words come first, then its options that take a value."""
    left = int(own[0])
    while at < len(words):
        if words[at] in own:
            at += 1
        elif not re.match(f"-|{ASSIGNMENT}", words[at]):
            if left == 0:
                break
            left -= 1
        at += 1
    return at
