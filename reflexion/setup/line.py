"""The command line of a hook: written, known again, and understood. Hooks import this.

    sh -c ': reflexion capture; [ -f "$1" ] && { "$0" -I -S "$@" || python3 ...; } 2>/dev/null || :'

A hook starts the Python that set it up, else whichever there is, and ends with status 0 and in
silence without one or without the script: status 2, which Python gives for a missing file, would
block prompts and tools. A hook that ran ends with 0, so that no second one is tried. Our lines
are known by `: reflexion <script>`. Those of a higher rank keep quiet where others handle the
same event (see `beside.py`).
"""

from __future__ import annotations

import os
import re
from collections import namedtuple
from collections.abc import Mapping

from reflexion.setup.command import RANK, quote

OURS = r": reflexion (capture|recall|promote);"
FALLBACKS = ("python3", "python", "py -3")
# Codex names no project folder: the file is looked for from the working folder up
UPWARDS = 'd=$PWD; until [ -f "$d/$1" ] || [ -z "$d" ]; do d=${d%/*}; done; set -- "$d/$@"; '
QUIET = '[ -f "$1" ] && {{ {tries}; }} 2>/dev/null || :'
FETCHES = "git clone "
WHOLE = re.compile(rf"sh -c '({OURS} [^\n]{{1,9999}}\|\| :)' (\S[^\n]*)")
WORD = re.compile(r"""(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+""")
PIECE = re.compile(r""""([^"]*)"|'([^']*)'|\\(.)|([^"'\\]+)""")
VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")

# script: capture, recall or promote; rank: 0 is the first; program: the path of the file that is
# run; fetches: whether it is fetched first if it is not there
Line = namedtuple("Line", "script rank program fetches")


def hook_line(
    script: str, target: list[str], python: str = "", first: str = "", rank: int = 0
) -> str:
    """Return the command line of a hook.

    `target` are quoted shell words: the script's file and its arguments. `first` is shell text
    that runs before.
    """
    python = python or FALLBACKS[0]
    pythons = ['"$0"', *(name for name in FALLBACKS if name != python)]
    tries = " || ".join(f'{name} -I -S "$@"' for name in pythons)
    ranked = f"export {RANK}={rank}; " if rank else ""
    shell = f": reflexion {script}; {ranked}{first}{QUIET.format(tries=tries)}"
    return " ".join(["sh -c", quote(shell), quote(python), *target])


def windows_line(words: list[str], python: str, rank: int = 0) -> str:
    """Return the same for cmd.exe; the words are not quoted."""
    quoted = " ".join(f'"{word}"' if re.search(r"[ \\/]", word) else word for word in words)
    tries = " || ".join(f"{name} -I -S {quoted}" for name in (f'"{python}"', "py -3", "python"))
    ranked = f"set {RANK}={rank}& " if rank else ""
    return f'{ranked}if exist "{words[0]}" ({tries}) 2>nul & exit /b 0'


def script_of(line: object) -> str:
    """Return which of our hooks a command line is: capture, recall, promote; "" for none."""
    found = re.search(OURS, line) if isinstance(line, str) else None
    return found.group(1) if found else ""


def read_line(line: str, root: str, environ: Mapping[str, str]) -> Line | None:
    """Return what a command line of the form of ours says; None for any other.

    `root` is the folder that a relative path begins at.
    """
    found = WHOLE.fullmatch(line)
    words = [_plain(word, environ) for word in WORD.findall(found.group(3))] if found else []
    if not found or len(words) < 2:
        return None
    rank = re.search(rf"export {RANK}=(\d);", found.group(1))
    program = os.path.join(root, words[1])
    return Line(
        found.group(2), int(rank.group(1)) if rank else 0, program, FETCHES in found.group(1)
    )


def _plain(word: str, environ: Mapping[str, str]) -> str:
    """Return a shell word without its quotes, with its variables."""

    def value(name: re.Match[str]) -> str:
        return environ.get(name.group(1) or name.group(2), "")

    pieces = PIECE.findall(word)
    return "".join(VARIABLE.sub(value, double) + "".join(rest) for double, *rest in pieces)
