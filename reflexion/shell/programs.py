"""What is known of programs: the rows of programs.tsv, and how a name is written."""

import functools

from reflexion.text import tables

TABLE = "shell/programs.tsv"
EVERY = "*"  # stands for all programs
VERSION = "0123456789.w"  # how python3.11 and pythonw end


@functools.lru_cache(maxsize=None)
def programs(kind: str) -> dict:
    """Return {program: its words} of one kind of rows; programs.tsv explains them."""
    known: dict = {}
    for own, names, *words in tables.rows(TABLE):
        if own == kind:
            for name in names.split():
                known.setdefault(name, []).extend(" ".join(words).split())
    return known


def words_of(kind: str, program: str) -> list:
    """Return the words of one kind that a program has, those of all included."""
    known = programs(kind)
    return known.get(EVERY, []) + known.get(program, [])


def is_python(name: str) -> bool:
    """Return True for an interpreter of Python of any version."""
    return name.rstrip(VERSION) in ("python", "pypy", "py")


def runs_scripts(name: str) -> bool:
    """Return True if a file behind the program's name is what really runs."""
    return is_python(name) or name in programs("interpreter")


def base_name(word: str) -> str:
    """Return a program's name without folders and without the endings of Windows."""
    name = word.replace("\\", "/").rstrip("/").rpartition("/")[2] or word
    stem, _, suffix = name.rpartition(".")
    return stem if stem and suffix.lower() in ("exe", "cmd", "bat") else name


def plain_words(program: str, args: list, most: int) -> list:
    """Return a call's first words without options, values of options, assignments."""
    valued = set(words_of("valued", program))
    valued.difference_update(words_of("unvalued", program))
    found = []
    before = ""
    for arg in args[:24]:
        is_value = before in valued
        if arg and arg[0] != "-" and "=" not in arg and not is_value:
            found.append(arg)
        before = "" if is_value else arg
    return found[:most]
