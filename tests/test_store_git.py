"""Git runs nothing that a checkout names, and believes nothing that it says of signatures."""

import os

import pytest

from reflexion.store.git import git

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
    "gpg.ssh.program": "{}",
    "gpg.x509.program": "{}",
    "gpg.ssh.allowedSignersFile": "{}",
    "alias.log": "!{}",
    "alias.ls-files": "!{}",
    "log.showSignature": "true",
}
CALLS = [
    ("log", "-1", "--format=%G? %H", "-p", "--textconv", "--ext-diff"),
    ("ls-files", "-u", "-m"),
    ("cat-file", "--textconv", "HEAD:./entry.txt"),
    ("cat-file", "--filters", "HEAD:./entry.txt"),
    ("status", "--porcelain"),
    ("diff", "--ext-diff", "--textconv"),
    ("branch", "-r", "--contains", "HEAD"),
    ("config", "--local", "--get", "core.pager"),
]


@pytest.fixture
def trap(box):
    """Return a file that is made when anything runs which the checkout names."""
    sprung = box.home / "sprung"
    program = box.root / "program"
    program.write_text(f"#!/bin/sh\ntouch '{sprung}'\ncat\n")
    program.chmod(0o755)
    (box.root / ".gitattributes").write_text("* filter=x diff=x\n")
    (box.root / "entry.txt").write_text("one\n")
    key = box.home / "key"
    os.system(f"ssh-keygen -q -t ed25519 -N '' -f '{key}'")
    box.git("add", ".")
    sign = ("-c", "gpg.format=ssh", "-c", f"user.signingkey={key}")
    box.git(*sign, "commit", "-q", "-m", "x", "-S")
    (box.root / "entry.txt").write_text("two\n")
    included = box.root / "included"
    for name, value in NAMED.items():
        file = str(included) if name.startswith("filter") else ".git/config"
        box.git("config", "--file", file, name, value.format(program))
    box.git("config", "include.path", str(included))
    return sprung


@POSIX
@pytest.mark.parametrize("call", CALLS, ids=" ".join)
@pytest.mark.parametrize("form", ["openpgp", "ssh", "x509"])
def test_nothing_that_a_checkout_names_is_run(form, call, trap, box):
    box.git("config", "gpg.format", form)
    git(str(box.root), *call)
    assert not trap.exists()


@POSIX
def test_the_trap_works(trap, box):
    box.git("config", "gpg.format", "ssh")
    box.git("log", "-1", "--format=%G?")
    assert trap.exists()


@POSIX
def test_git_is_never_one_of_the_working_folder_and_gets_no_variables(box, monkeypatch):
    program = box.root / "git"
    program.write_text("#!/bin/sh\necho trapped\n")
    program.chmod(0o755)
    monkeypatch.chdir(box.root)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.environ["PATH"]]))
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert git(str(box.root), "rev-parse", "--git-dir") == b".git\n"


def make(box, name="a.txt"):
    (box.root / name).write_text("x\n")
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
    assert git(str(folder), "log", "-1", "--format=%s", "--", "b.txt") == b"b.txt\n"
    assert git(str(folder), "ls-files") == b"a.txt\nb.txt\n"
    assert git(str(folder), "cat-file", "blob", ":0:./a.txt") == b"x\n"


def test_before_the_first_commit_and_outside_of_git(box, tmp_path):
    box.git("init", "-q")
    assert git(str(box.root), "ls-files") == b""
    assert git(str(tmp_path), "ls-files") is None
