"""The command lines that hosts run our hooks by.

    sh -c ': reflexion capture; [ -f "$1" ] && { "$0" -I -S "$@" || python3 ...; } 2>/dev/null || :'

Alike in every shell, it starts the interpreter that set it up, else whichever Python there is, and
ends with status 0 and in silence without one or the script (status 2, which that gives, would block
prompts and tools). A hook that ran ends with 0, so no second one is tried. Our own are known by
`: reflexion <script>`. Codex on Windows runs cmd.exe: it gets a line of its own."""

import os
import sys

from reflexion.setup.caller import is_hosted

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # .../reflexion
TOOLKIT = os.path.dirname(PACKAGE)  # the clone, or site-packages
OURS = r": reflexion (capture|recall|promote);"
HOLDS_OURS = ": reflexion |/scripts/(capture|recall)[.]py"  # what such a file says
FALLBACKS = ("python3", "python", "py -3")
PLAIN = r"(?:^|[\s/\\\"'])(\S*)scripts[/\\](capture|recall|promote)\.py(?=$|[\s\"'])"
HINT = r"(^|[`(]|: )reflexion (?=[a-zA-Z-])"  # where a text tells to run one of our commands
# what may stand in a word of a shell without quotes, beside letters and digits
UNQUOTED = dict.fromkeys(map(ord, "_@%+:,./-"), "x")
UPWARDS = 'd=$PWD; until [ -f "$d/$1" ] || [ -z "$d" ]; do d=${d%/*}; done; set -- "$d/$@"; '


def script_of(command: str) -> str:
    """Which of our hooks a command is: "capture", "recall", "promote"; "" when none."""
    import re  # here and below: a hook that only names our commands needs none of it

    found = re.search(OURS, command)
    return found.group(1) if found else ""


def command_line(
    script: str, target: list, python: str = "", upwards: bool = False, yields: tuple = ()
) -> str:
    """The command for a hook.

    target: quoted shell words, the script's file and its arguments.
    upwards: the file is looked for from the current folder up (Codex names no project folder).
    yields: files whose hooks the host runs as well: where one holds ours, this does nothing."""
    python = python or FALLBACKS[0]
    names = " ".join(f'"${{COPILOT_PROJECT_DIR:-.}}/{name}"' for name in yields)
    ends = f'grep -Eqs "{HOLDS_OURS}" {names} && exit 0; ' if yields else ""
    first = ends + (UPWARDS if upwards else "")
    pythons = ['"$0"', *(name for name in FALLBACKS if name != python)]
    tries = " || ".join(f'{name} -I -S "$@"' for name in pythons)
    shell = f': reflexion {script}; {first}[ -f "$1" ] && {{ {tries}; }} 2>/dev/null || :'
    return " ".join(["sh -c", quote(shell), quote(python), *target])


def plain_script(command: str) -> str:
    """Which of our scripts a line calls that a person wrote (`python3 .../scripts/capture.py`).

    "" when it is one that `init` writes, or when nothing says that the script is ours: its path
    names the toolkit, or the toolkit's package lies beside it."""
    import re

    found = re.search(PLAIN, command)
    if not found or script_of(command):
        return ""
    folder = os.path.expandvars(found.group(1).strip("\"'"))
    beside = os.path.join(os.path.expanduser(folder), "reflexion", "hook.py")
    return found.group(2) if "reflexion" in folder.lower() or os.path.isfile(beside) else ""


def windows_line(words: list, python: str) -> str:
    """The same for cmd.exe; the words are plain."""
    import re

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


def for_person(environ, toolkit: str = TOOLKIT) -> str:
    """How a person calls the commands of this copy: by the short name where it is on the path."""
    program = "reflexion.exe" if os.name == "nt" else "reflexion"
    for folder in environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, program)
        if folder and os.path.isfile(path) and os.access(path, os.X_OK):
            return "reflexion"
    home = environ.get("HOME", "").rstrip(os.sep) + os.sep
    path = os.path.normpath(os.path.join(toolkit, "reflexion"))
    below = path[len(home) :]
    in_home = len(home) > 1 and path.startswith(home) and quote(below) == below
    return f"python3 ~/{below}" if in_home else by_hand(toolkit)


def for_agent(root: str, cwd: str, toolkit: str = TOOLKIT) -> str:
    """`by_hand` for an agent in `cwd`: relative, as its permission has it, at a project's root."""
    inside = toolkit == root or toolkit.startswith(root.rstrip(os.sep) + os.sep)
    if not root or cwd != root or not inside or "site-packages" in toolkit:
        return by_hand(toolkit)
    return by_hand(os.path.relpath(toolkit, root))


def hints(text: str, environ, is_notice: bool = False) -> str:
    """The text with each command that it tells to run (`reflexion list`) as it is called here:
    by an agent as its permission has it, by a person by the short name where there is one. A
    notice is read by the person, though the hook that shows it has an agent's environment."""
    if "reflexion " not in text:
        return text
    program = for_person(environ)
    if is_hosted(environ) and not is_notice:
        folder = os.getcwd()
        program = for_agent(folder, folder)
    import re

    return re.sub(HINT, lambda found: f"{found[1]}{program} ", text)


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
    is_plain = word.isascii() and word.translate(UNQUOTED).isalnum()
    return word if is_plain else "'" + word.replace("'", "'\\''") + "'"


def portable(path: str) -> str:
    """A path as every shell on this system takes it: with forward slashes."""
    return path.replace("\\", "/") if os.name == "nt" else path
