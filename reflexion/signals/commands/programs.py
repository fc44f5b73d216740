"""The one table of programs, programs.tsv, read when it is first asked for."""

from __future__ import annotations

_kinds = {}


def programs(kind: str) -> dict:
    """Program -> its words, of one kind of rows (explained at the top of the table)."""
    if not _kinds:
        _read()
    return _kinds[kind]


def words_of(kind: str, program: str) -> list:
    """The words of a program's rows of one kind; those of all programs (`*`) are not among them."""
    return programs(kind).get(program, [])


def name_of(program: str) -> str:
    """The name a program is compared by: that of `python3` is python."""
    return (words_of("alias", program) or [program])[0]


def peers(one: str, other: str) -> bool:
    """Return True if two programs do the same job: they share a row of the kind `peers`."""
    return one == other or other in words_of("peers", one)


def _read() -> None:
    with open(__file__.rpartition("programs.py")[0] + "programs.tsv", encoding="utf-8") as lines:
        for line in lines:
            if line[:1] == "#":
                continue
            kind, names, words = (line.rstrip("\n") + "\t").split("\t")[:3]
            row = (names if kind == "peers" else words).split()
            for name in names.split():
                _kinds.setdefault(kind, {}).setdefault(name, []).extend(row)
