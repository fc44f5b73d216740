"""One thing that was looked at."""

from __future__ import annotations

OK, NOTE, BAD = "ok", "note", "bad"


class Finding:
    """`level`: OK, NOTE (fine, but worth knowing) or BAD; `remedy`: what to do.

    `fix`: called by --fix; says what it did, or raises OSError.
    """

    __slots__ = ("name", "level", "text", "remedy", "fix")

    def __init__(self, name: str, level: str, text: str, remedy: str = "", fix=None):
        self.name, self.level, self.text, self.remedy, self.fix = name, level, text, remedy, fix

    def plain(self) -> dict:
        shown = {"check": self.name, "level": self.level, "text": self.text}
        return {**shown, "remedy": self.remedy, "fixable": self.fix is not None}


def ok(name: str, text: str) -> Finding:
    return Finding(name, OK, text)


def note(name: str, text: str, remedy: str = "", fix=None) -> Finding:
    return Finding(name, NOTE, text, remedy, fix)


def bad(name: str, text: str, remedy: str, fix=None) -> Finding:
    return Finding(name, BAD, text, remedy, fix)
