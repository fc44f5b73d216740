"""Set up an arm: the project, home and tools that an agent works with; and begin its next day.

usage: arms.py setup SCENARIO ARM | arms.py overnight ARM

An arm is a folder with project/, home/ and bin/ (on the path), main/ (what the main branch
holds), delivered/ (what was delivered today), state.json (of the tools), calls.jsonl and
refusals.jsonl (what is counted). A scenario is a folder with project/, tools.py, tasks/DAY.txt,
checks.tsv (day, command, what it prints where the task is done) and answers.txt (of the scripted
agent); rc and gitconfig, where it has them, begin every shell and end the home's .gitconfig.
The rules stand in bin/ alone, as compressed byte code.
"""

import importlib.util
import io
import json
import marshal
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# what a new day leaves in the project: Reflexion's store, the hosts' settings, the rules
KEPT = (
    *(".reflexion", ".claude", ".codex", ".github", ".gemini", ".qwen", ".opencode", ".agents"),
    *("opencode.json", "CLAUDE.md", "AGENTS.md", "GEMINI.md"),
)
BASH = '#!/bin/sh\nBASH_ENV="{arm}/lib/shellrc" exec {bash} "$@"\n'
HOOK = '#!/bin/sh\nexec "{arm}/lib/pre-receive"\n'
ENTRY = "import kit, sys, tools\nsys.exit(kit.main(tools))\n"


def setup(scenario: Path, arm: Path) -> None:
    """Make all of an arm but its home's settings; `project/` may be there already."""
    for name in ("bin", "lib", "home", "project"):
        (arm / name).mkdir(parents=True, exist_ok=True)
    shutil.copytree(scenario / "project", arm / "main", dirs_exist_ok=True)
    (arm / "scenario").write_text(str(scenario), encoding="utf-8")
    _fill_in(arm, arm / "home/.gitconfig", HERE / "gitconfig", scenario / "gitconfig")
    _fill_in(arm, arm / "lib/shellrc", HERE / "shellrc")
    _fill_in(arm, arm / "lib/rc", scenario / "rc")
    for name in (".bashrc", ".bash_profile"):
        (arm / "home" / name).write_text(f'. "{arm}/lib/shellrc"\n', encoding="utf-8")
    shutil.copy(HERE / "record.py", arm / "lib")
    _program(arm / "bin/bash", BASH.format(arm=arm, bash=shutil.which("bash")).encode())
    _install_tools(scenario, arm)
    _begin(arm, 1)


def _fill_in(arm: Path, path: Path, *templates: Path) -> None:
    """Write the templates that are there into one file."""
    text = "".join(each.read_text(encoding="utf-8") for each in templates if each.exists())
    path.write_text(
        text.replace("@ARM@", str(arm)).replace("@PYTHON@", sys.executable), encoding="utf-8"
    )


def _install_tools(scenario: Path, arm: Path) -> None:
    source = (scenario / "tools.py").read_text(encoding="utf-8")
    packed = pack(
        {"__main__": ENTRY, "kit": (HERE / "kit.py").read_text(encoding="utf-8"), "tools": source}
    )
    for name in re.findall(r"^def ([a-z]\w*)", source, re.MULTILINE):
        folder = "lib" if name == "pre_receive" else "bin"
        _program(arm / folder / name.replace("_", "-"), packed)


def pack(modules: dict) -> bytes:
    """Return a program of byte code that names no rule to whoever looks at it."""
    packed = io.BytesIO()
    packed.write(f"#!{sys.executable} -IS\n".encode())
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, source in modules.items():
            code = marshal.dumps(compile(source, name, "exec", dont_inherit=True))
            archive.writestr(f"{name}.pyc", importlib.util.MAGIC_NUMBER + bytes(12) + code)
    return packed.getvalue()


def _program(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    path.chmod(0o755)


def overnight(arm: Path) -> None:
    """Close the day, and begin the next: what was delivered is what main holds now."""
    day = json.loads((arm / "state.json").read_text(encoding="utf-8"))["day"]
    note(arm, day=day, missing=missing(arm, day))
    if (arm / "delivered").exists():
        shutil.rmtree(arm / "main")
        (arm / "delivered").rename(arm / "main")
        remove(arm / "main/dist")
    _begin(arm, day + 1)


def _begin(arm: Path, day: int) -> None:
    """Give the project a fresh checkout without a history, a fresh remote and fresh tools."""
    project = arm / "project"
    exclude = project / ".git/info/exclude"
    excluded = exclude.read_text(encoding="utf-8") if exclude.exists() else ""
    for path in project.iterdir():
        if path.name not in KEPT or not (project / ".reflexion").exists():
            remove(path)
    shutil.copytree(arm / "main", project, dirs_exist_ok=True)
    _git(arm, "init", "-q", "-b", "main")
    _git(arm, "add", "-A", ".", *[f":(exclude){name}" for name in KEPT])
    _git(arm, "commit", "-q", "--no-gpg-sign", "-m", "Snapshot of main")
    remove(arm / "remote.git")
    _git(arm, "clone", "-q", "--bare", str(project), str(arm / "remote.git"))
    _git(arm, "remote", "add", "origin", str(arm / "remote.git"))
    _git(arm, "fetch", "-q", "origin")
    if (arm / "lib/pre-receive").exists():
        _program(arm / "remote.git/hooks/pre-receive", HOOK.format(arm=arm).encode())
    if excluded:
        exclude.write_text(excluded, encoding="utf-8")
    (arm / "state.json").write_text(json.dumps({"day": day}), encoding="utf-8")
    note(arm, day=day)


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _git(arm: Path, *arguments: str) -> None:
    env = {"PATH": os.environ["PATH"], "HOME": str(arm / "home"), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *arguments], cwd=arm / "project", env=env, check=True)


def note(arm: Path, **row) -> None:
    with open(arm / "calls.jsonl", "a") as file:
        file.write(json.dumps(row) + "\n")


def missing(arm: Path, day: int) -> str:
    """Return what is missing of a day's task, "" where it is done: it is tried as delivered."""
    if not (arm / "delivered").exists():
        return "nothing was delivered"
    table = Path((arm / "scenario").read_text(encoding="utf-8")) / "checks.tsv"
    lines = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    for command, expected in [line[1:] for line in lines if line[0] == str(day)]:
        run = ["sh", "-c", f"{command} 2>&1"]
        printed = subprocess.run(run, cwd=arm / "delivered", stdout=subprocess.PIPE).stdout
        printed = printed.decode("utf-8", "replace").strip()
        if printed != expected:
            return f"`{command}` prints {printed[-200:]!r}, not {expected!r}"
    return ""


if __name__ == "__main__":
    acts = {"setup": setup, "overnight": overnight}
    acts[sys.argv[1]](*[Path(each).resolve() for each in sys.argv[2:]])
