"""A store is shared by two files of git's, and each clone knows how to merge entries."""

import os

import pytest

from reflexion.store import team
from reflexion.store.project import Project

POSIX = pytest.mark.skipif(os.name == "nt", reason="shell scripts")
ENTRY = {"type": "error", "trigger": "npm ERR! Missing script", "resolution": "Use pnpm."}


@pytest.fixture
def store(box):
    return Project(str(box.root), box.environ()).ready()


def test_sharing_lets_git_take_the_entries_and_nothing_else(store, box):
    assert not team.asks_for_driver(store) and not store.is_shared()
    assert sorted(team.share(store)) == [".gitattributes", ".gitignore"]
    assert team.share(store) == []
    assert team.asks_for_driver(store) and store.is_shared()
    with store.lock():
        store.add(dict(ENTRY), "9f99e5" + "0" * 10)
    box.git("add", ".")
    names = {name.split("/")[1] for name in box.git("ls-files").split()}
    assert names == {".gitignore", ".gitattributes", "entries"}


def test_a_clone_is_registered_until_it_is_not(store, box):
    assert not team.is_registered(str(box.root))
    assert team.register(str(box.root)) and team.is_registered(str(box.root))
    assert team.unregister(str(box.root)) and not team.is_registered(str(box.root))
    assert not team.unregister(str(box.root))


def test_outside_of_git_there_is_nothing_to_register(tmp_path):
    assert team.is_registered(str(tmp_path))
    assert not team.register(str(tmp_path))


@POSIX
def test_git_is_never_one_of_the_working_folder_and_gets_no_variables(box, monkeypatch):
    trap = box.root / "git"
    trap.write_text("#!/bin/sh\necho trapped\n")
    trap.chmod(0o755)
    monkeypatch.chdir(box.root)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.environ["PATH"]]))
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert team.git(str(box.root), "rev-parse", "--git-dir") == b".git\n"


@POSIX
def test_nothing_that_the_checkout_names_is_run(store, box):
    trap = box.root / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {box.root}/trapped\ncat\n")
    trap.chmod(0o755)
    box.git("config", "core.fsmonitor", str(trap))
    box.git("config", "filter.x.clean", str(trap))
    box.git("config", "core.pager", str(trap))
    (box.root / ".gitattributes").write_text("* filter=x\n")
    team.unmerged(str(box.root), store.entries_dir)
    team.stage(str(box.root), str(box.root / "trap"), 1)
    assert not (box.root / "trapped").exists()
