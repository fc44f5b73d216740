"""The command lines that hosts run our hooks by.

    sh -c ': reflexion capture; [ -f "$1" ] && { "$0" -I -S "$@" || python3 ...; } 2>/dev/null || :'

Alike in every shell, it starts the interpreter that set it up, else whichever Python there is, and
ends with status 0 and in silence without one or the script (status 2, which that gives, would block
prompts and tools). A hook that ran ends with 0, so no second one is tried. Our own are known by
`: reflexion <script>`. Codex on Windows runs cmd.exe: it gets a line of its own."""

import os
import re
import sys

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # .../reflexion
TOOLKIT = os.path.dirname(PACKAGE)  # the clone, or site-packages
OURS = r": reflexion (capture|recall|promote);"
FALLBACKS = ("python3", "python", "py -3")
RECORDS = ("learn", "resolve", "worked", "failed")  # what an agent may run without a question
PERMISSION = r"Bash\((?:python3|python|py -3) (.{1,4096}) (?:learn|resolve|worked|failed):\*\)"
UPWARDS = 'd=$PWD; until [ -f "$d/$1" ] || [ -z "$d" ]; do d=${d%/*}; done; set -- "$d/$@"; '


def script_of(command: str) -> str:
    """Which of our hooks a command is: "capture", "recall", "promote"; "" when none."""
    found = re.search(OURS, command)
    return found.group(1) if found else ""


def command_line(script: str, target: list, python: str = "", upwards: bool = False) -> str:
    """The command for a hook. `target`: quoted shell words, the script's file and its arguments.
    upwards: the file is looked for from the current folder up (Codex names no project folder)."""
    python, search = python or FALLBACKS[0], UPWARDS if upwards else ""
    pythons = ['"$0"', *(name for name in FALLBACKS if name != python)]
    tries = " || ".join(f'{name} -I -S "$@"' for name in pythons)
    shell = f': reflexion {script}; {search}[ -f "$1" ] && {{ {tries}; }} 2>/dev/null || :'
    return " ".join(["sh -c", quote(shell), quote(python), *target])


def windows_line(words: list, python: str) -> str:
    """The same for cmd.exe; the words are plain."""
    quoted = " ".join(f'"{word}"' if re.search(r"[ \\/]", word) else word for word in words)
    tries = " || ".join(f"{name} -I -S {quoted}" for name in (f'"{python}"', "py -3", "python"))
    return f'if exist "{words[0]}" ({tries}) 2>nul & exit /b 0'


def entry_point(script: str, toolkit: str = TOOLKIT) -> list:
    """The words that run a hook from this copy: a clone's script, or the installed package."""
    path = os.path.join(toolkit, "scripts", script + ".py")
    installed = [portable(os.path.join(toolkit, "reflexion", "__main__.py")), script]
    return [portable(path)] if os.path.isfile(path) else installed


def by_hand(toolkit: str = TOOLKIT) -> str:
    """How a person or an agent calls the commands of this copy from anywhere."""
    return f"python3 {quote(portable(os.path.normpath(os.path.join(toolkit, 'reflexion'))))}"


def for_agent(root: str, cwd: str, toolkit: str = TOOLKIT) -> str:
    """`by_hand` for an agent in `cwd`: relative, as its permission has it, at a project's root."""
    inside = toolkit == root or toolkit.startswith(root.rstrip(os.sep) + os.sep)
    if not root or cwd != root or not inside or "site-packages" in toolkit:
        return by_hand(toolkit)
    return by_hand(os.path.relpath(toolkit, root))


def permissions(caller: str) -> list:
    """The rules that let Claude Code run the recording commands, and no others, unasked."""
    return [f"Bash({caller} {command}:*)" for command in RECORDS]


def is_permission(rule) -> bool:
    """Is this one of the rules that `permissions` makes, for whichever copy of the toolkit?"""
    found = re.fullmatch(PERMISSION, rule) if isinstance(rule, str) else None
    path = found.group(1).strip("'").replace("\\", "/") if found else ""
    return path.rpartition("/")[2] == "reflexion"


def interpreter() -> str:
    """The Python to write into a command: absolute, of no virtual environment; "" if not known."""
    path = getattr(sys, "_base_executable", "") or sys.executable or ""
    return portable(path) if os.path.isabs(path) and os.access(path, os.X_OK) else ""


def words_of(command: str) -> list:
    """The words of one of our commands, `sh -c SHELL PYTHON SCRIPT`; [] when it is none of ours."""
    import shlex

    try:
        words = shlex.split(command) if script_of(command) else []
    except ValueError:
        return []
    return words if len(words) > 4 and words[:2] == ["sh", "-c"] else []


def interpreter_of(command: str) -> str:
    """The Python that one of our commands names; "" when it is none of ours."""
    return next(iter(words_of(command)[3:]), "")


def quote(word: str) -> str:
    """The word for a shell, where needed in single quotes (alike in fish and POSIX shells)."""
    plain = re.fullmatch(r"[A-Za-z0-9_@%+:,./-]+", word)
    return word if plain else "'" + word.replace("'", "'\\''") + "'"


def portable(path: str) -> str:
    """A path as every shell on this system takes it: with forward slashes."""
    return path.replace("\\", "/") if os.name == "nt" else path
