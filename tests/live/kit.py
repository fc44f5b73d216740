"""What the tools of every scenario share. It is packed beside them as byte code.

A tool is a function of a scenario's tools.py that takes (words, options, state); its docstring
is what `--help` prints. It refuses by `refuse(reason)`; what it changed in the state is kept
where it did not refuse.
"""

import copy
import hashlib
import json
import os
import shutil
import subprocess
import sys

NAME = os.path.basename(sys.argv[0])
ARM = os.path.dirname(os.path.dirname(os.path.realpath(sys.argv[0])))
PROJECT = os.path.join(ARM, "project")
REMOTE = os.path.join(ARM, "remote.git")
DELIVERED = os.path.join(ARM, "delivered")
STATE = os.path.join(ARM, "state.json")
# Reflexion's and the hosts' files stay behind, and what packages left
NOT_DELIVERED = shutil.ignore_patterns(
    ".[!g]*", ".git", ".github", ".gemini", "[ACG]*.md", "opencode.json", "__pycache__", "node_*"
)


class Refused(Exception):
    """What a tool does not do, and why."""


def refuse(reason: str):
    raise Refused(reason)


def main(tools) -> int:
    """Run the tool that this program is called as."""
    tool = getattr(tools, NAME.replace("-", "_"))
    if {"-h", "--help", "help"}.intersection(sys.argv):
        print(tool.__doc__)
        return 0
    before = _read_state()
    state = copy.deepcopy(before)
    try:
        tool(*_split(sys.argv[1:], tool.__doc__), state)
    except Refused as reason:
        print(f"{NAME}: {reason}", file=sys.stderr)
        _note(str(reason))
        return 1
    changed = {name: value for name, value in state.items() if before.get(name) != value}
    state = {**_read_state(), **changed}  # another tool may have run meanwhile
    with open(STATE, "w", encoding="utf-8") as file:
        json.dump(state, file)
    return 0


def _read_state() -> dict:
    with open(STATE, encoding="utf-8") as file:
        return json.load(file)


def _split(given: list, usage: str) -> tuple:
    """Return (words, {option: value}) of a command line; an unknown option is refused."""
    words = []
    options = {}
    rest = iter(given)
    for word in rest:
        name, joint, value = word.partition("=")
        if not word.startswith("-"):
            words.append(word)
        elif name not in usage:
            refuse(f"unknown option {name}\n{usage}")
        else:
            options[name] = value if joint else next(rest, "")
    return words, options


def _note(reason: str) -> None:
    row = {"call": os.environ.get("CALL_ID", ""), "tool": NAME, "reason": reason}
    with open(os.path.join(ARM, "refusals.jsonl"), "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def git(*arguments: str, folder: str = PROJECT) -> str:
    """Return what git prints in a folder, without white space around it; "" where it fails."""
    run = subprocess.run(("git", *arguments), cwd=folder, capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else ""


def fingerprint(folder: str = PROJECT) -> str:
    """Return six hex digits of the programs in a folder."""
    found = hashlib.sha256()
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), "rb") as file:
                found.update(file.read())
    return found.hexdigest()[:6]


def run_tests(folder: str) -> None:
    """Refuse where the unit tests of a folder fail."""
    command = ("python3", "-m", "unittest", "-q")
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode:
        refuse(f"tests failed\n{run.stderr[-1500:]}")


def deliver(commit: str = "", repository: str = REMOTE) -> None:
    """Keep what is delivered: a commit, or the project's files as they are."""
    shutil.rmtree(DELIVERED, ignore_errors=True)
    if commit:
        export(commit, DELIVERED, repository)
    else:
        shutil.copytree(PROJECT, DELIVERED, ignore=NOT_DELIVERED)


def export(commit: str, folder: str, repository: str = REMOTE) -> None:
    """Write the files of a commit, given by its id, into a folder."""
    os.makedirs(folder, exist_ok=True)
    archive = ("git", "--git-dir", repository, "archive", commit)
    files = subprocess.run(archive, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(("tar", "-x", "-C", folder), input=files, check=True)
