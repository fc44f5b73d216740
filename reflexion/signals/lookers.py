"""Programs that only look around, or change nothing that a learning is about: no warning comes before them. Imports nothing."""

from __future__ import annotations

LOOKERS = frozenset(
    [
        "cd",
        "ls",
        "ll",
        "pwd",
        "echo",
        "cat",
        "head",
        "tail",
        "less",
        "more",
        "wc",
        "which",
        "type",
        "env",
        "printenv",
        "export",
        "true",
        "false",
        "sleep",
        "date",
        "whoami",
        "mkdir",
        "touch",
        "cp",
        "mv",
        "set",
        "source",
        "stat",
        "tree",
        "file",
        "test",
        "clear",
        "history",
        "man",
    ]
)
ALONE = frozenset(
    LOOKERS - {"env", "export", "set", "source"}
)  # these make others run, or what others run with
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._/,:@%+-")


def only_looks(command: str) -> bool:
    """Is this one plain call of such a program, and nothing else?"""
    return bool(command) and PLAIN.issuperset(command) and command.split(" ", 1)[0] in ALONE
