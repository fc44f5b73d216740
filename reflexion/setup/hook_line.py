"""The command lines by which hosts run our hooks.

    sh -c ': reflexion capture; [ -f "$1" ] && { "$0" -I -S "$@" || python3 ...; } 2>/dev/null || :'

A line starts the Python that set it up, else whichever there is, and ends with status 0 and in
silence without one or without the script: status 2, which Python gives for a missing file, would
block prompts and tools. A hook that ran ends with 0, so that no second one is tried. Our lines
are known by `: reflexion <script>`.
"""

import re
import shlex

from reflexion.setup.command import quote

OURS = r": reflexion (capture|recall|promote);"
HOLDS_OURS = ": reflexion "  # a word that a settings file holds with our hooks in it
FALLBACKS = ("python3", "python", "py -3")
# Codex names no project folder: the file is looked for from the working folder up
UPWARDS = 'd=$PWD; until [ -f "$d/$1" ] || [ -z "$d" ]; do d=${d%/*}; done; set -- "$d/$@"; '
QUIET = '[ -f "$1" ] && {{ {tries}; }} 2>/dev/null || :'


def hook_line(script: str, target: list, python: str = "", first: str = "") -> str:
    """Return the command line of a hook.

    `target` are quoted shell words: the script's file and its arguments. `first` is shell text
    that runs before.
    """
    python = python or FALLBACKS[0]
    pythons = ['"$0"', *(name for name in FALLBACKS if name != python)]
    tries = " || ".join(f'{name} -I -S "$@"' for name in pythons)
    shell = f": reflexion {script}; {first}{QUIET.format(tries=tries)}"
    return " ".join(["sh -c", quote(shell), quote(python), *target])


def windows_line(words: list, python: str) -> str:
    """Return the same for cmd.exe; the words are not quoted."""
    quoted = " ".join(f'"{word}"' if re.search(r"[ \\/]", word) else word for word in words)
    tries = " || ".join(f"{name} -I -S {quoted}" for name in (f'"{python}"', "py -3", "python"))
    return f'if exist "{words[0]}" ({tries}) 2>nul & exit /b 0'


def unless_in(files: tuple, variable: str) -> str:
    """Return shell text that ends a hook where one of these files of a project holds ours."""
    names = " ".join(f'"${{{variable}:-.}}/{name}"' for name in files)
    return f'grep -qs "{HOLDS_OURS}" {names} && exit 0; ' if files else ""


def script_of(command) -> str:
    """Return which of our hooks a command is: capture, recall, promote; "" for none."""
    found = re.search(OURS, command) if isinstance(command, str) else None
    return found.group(1) if found else ""


def file_of(command: str) -> str:
    """Return the file that one of our commands runs, as it is written there; "" for none."""
    try:
        words = shlex.split(command) if script_of(command) else []
    except ValueError:
        return ""
    return words[4] if len(words) > 4 else ""
