"""Git runs nothing that a checkout names."""

import ast
import contextlib
import os
import subprocess

import pytest
from sandbox import ROOT

from reflexion.store.team import git

POSIX = pytest.mark.skipif(os.name == "nt", reason="shell scripts")
# what a checkout's own configuration can name; {} is a program
NAMED = {
    "core.fsmonitor": "{}",
    "core.hooksPath": "{}",
    "core.pager": "{}",
    "pager.log": "{}",
    "core.sshCommand": "{}",
    "core.alternateRefsCommand": "{}",
    "credential.helper": "{}",
    "diff.external": "{}",
    "diff.x.textconv": "{}",
    "diff.x.command": "{}",
    "filter.x.clean": "{}",
    "filter.x.smudge": "{}",
    "filter.x.process": "{}",
    "gpg.program": "{}",
    "alias.ls-files": "!{}",
    "extensions.partialClone": "evil",
    "remote.evil.promisor": "true",
    "remote.evil.url": "ext::{}",
    "protocol.ext.allow": "always",
}
CALLS = [
    ("ls-files", "-u", "-z", "--", "."),
    ("cat-file", "blob", ":0:./entry.txt"),
    ("cat-file", "blob", ":0:./missing.txt"),
    ("rev-parse", "HEAD"),
    ("branch", "-r", "--contains", "HEAD"),
    ("config", "--local", "--get", "core.pager"),
    ("config", "--local", "x.y", "z"),
]


@pytest.fixture
def trap(box):
    """Return a file that is made when anything runs which the checkout names.

    It is a clone from which an object is missing that a program of its own would fetch.
    """
    sprung = box.home / "sprung"
    program = box.root / "program"
    program.write_text(f"#!/bin/sh\ntouch '{sprung}'\n", encoding="utf-8")
    program.chmod(0o755)
    (box.root / ".gitattributes").write_text("* filter=x diff=x\n", encoding="utf-8")
    for name in ("entry.txt", "missing.txt"):
        (box.root / name).write_text(f"{name}\n", encoding="utf-8")
    box.git("add", ".")
    box.git("commit", "-q", "-m", "x")
    missing = box.git("rev-parse", "HEAD:missing.txt").strip()
    (box.root / ".git" / "objects" / missing[:2] / missing[2:]).unlink()
    (box.root / "entry.txt").write_text("two\n", encoding="utf-8")
    included = box.root / "included"
    for name, value in NAMED.items():
        file = str(included) if name.startswith("filter") else ".git/config"
        box.git("config", "--file", file, name, value.format(program))
    box.git("config", "include.path", str(included))
    return sprung


@POSIX
@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_nothing_that_a_checkout_names_is_run(call, trap, box):
    git(str(box.root), *call)
    assert not trap.exists()


def test_nothing_is_asked_for_that_needs_a_program():
    plain = {call[0] for call in CALLS} | {"*config", "*words"}
    for path in (ROOT / "reflexion").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "git(" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "git":
                words = [ast.unparse(each).strip("\"'") for each in node.args[1:]]
                assert words[0] in plain, path
                assert not {"--filters", "--textconv"}.intersection(words), path


@POSIX
@pytest.mark.parametrize("call", [["status"], ["cat-file", "blob", ":0:./missing.txt"]])
def test_the_trap_works(trap, box, call):
    with contextlib.suppress(subprocess.CalledProcessError):
        box.git(*call)
    assert trap.exists()


@POSIX
def test_git_is_never_one_of_the_working_folder_and_gets_no_variables(box, monkeypatch):
    program = box.root / "git"
    program.write_text("#!/bin/sh\necho trapped\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.chdir(box.root)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.environ["PATH"]]))
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert git(str(box.root), "rev-parse", "--git-dir") == b".git\n"


def make(box, name="a.txt"):
    (box.root / name).write_text("x\n", encoding="utf-8")
    box.git("add", ".")
    box.git("commit", "-q", "-m", name)


@POSIX
@pytest.mark.parametrize("way", ["plain", "worktree", "sha256", "shallow", "split index"])
def test_every_kind_of_checkout_is_read(way, box, tmp_path):
    folder = box.root
    if way == "sha256":
        folder = tmp_path / "long"
        box.git("init", "-q", "--object-format=sha256", str(folder))
    box.root = folder
    make(box)
    make(box, "b.txt")
    if way == "worktree":
        folder = tmp_path / "tree"
        box.git("worktree", "add", "-q", str(folder))
    elif way == "shallow":
        folder = tmp_path / "shallow"
        box.git("clone", "-q", "--depth=1", f"file://{box.root}", str(folder))
    elif way == "split index":
        box.git("update-index", "--split-index")
    assert git(str(folder), "ls-files") == b"a.txt\nb.txt\n"
    assert git(str(folder), "cat-file", "blob", ":0:./a.txt") == b"x\n"


def test_before_the_first_commit_and_outside_of_git(box, tmp_path):
    box.git("init", "-q")
    assert git(str(box.root), "ls-files") == b""
    assert git(str(tmp_path), "ls-files") is None
