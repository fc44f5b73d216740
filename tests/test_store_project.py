"""A project knows its stores, which of them may be told, and why one is not read."""

import os
import subprocess
import sys

import pytest
from sandbox import SCRIPTS

from reflexion.errors import Busy
from reflexion.store import history
from reflexion.store.project import ABSENT, CLOSED, Project

POSIX = pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights there")


def project_of(box, **environ):
    return Project(str(box.root), box.environ(**environ))


def test_looking_makes_nothing(box):
    project = project_of(box)
    assert project.trusted and project.stores() == []
    assert os.listdir(box.root) == [".git"] and os.listdir(box.home) == []


def test_the_stores_whose_learnings_are_told(box):
    project_of(box).ready()
    project_of(box).home.create()
    project = project_of(box)
    assert project.stores() == [project.store, project.home]
    (box.home / ".reflexion" / "config.json").write_text('{"use_global": false}', encoding="utf-8")
    project = project_of(box)
    assert project.stores() == [project.store]


def test_without_a_home_there_is_no_store(box):
    project = Project(str(box.root), {"HOME": "/"})
    assert project.access == ABSENT and project.stores() == []
    project.fault("x", "y")


@pytest.mark.parametrize("where", ["/", "home"])
def test_where_no_store_can_be_there_is_an_empty_one_in_which_nothing_is_kept(box, where):
    project = Project(str(box.home) if where == "home" else where, box.environ())
    store = project.store
    assert project.access == ABSENT and not store.exists()
    assert (store.ids(), store.index.lines(), store.waiting(), list(store.all())) == (
        [],
        {},
        [],
        [],
    )
    assert store.index.find("9f99e5") == "" and project.stores() == []
    project.settle(is_start=True)
    with pytest.raises(OSError):
        project.ready()
    assert os.listdir(box.home) == []


def test_the_home_store_named_as_the_projects_is_one_store(box):
    project = project_of(box, REFLEXION_DIR=str(box.home / ".reflexion"))
    assert project.store is project.home
    project = project_of(box, REFLEXION_HOME=str(box.root / ".reflexion"))
    assert project.store is project.home
    project.home.create()
    assert project.stores() == [project.home]


@POSIX
@pytest.mark.parametrize("name", ["", "entries", "state", "state/tmp", "state/mine"])
def test_a_store_behind_a_link_is_not_read(box, tmp_path, name):
    target = tmp_path / "elsewhere"
    (target / "entries").mkdir(parents=True)
    link = box.root / ".reflexion" / name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)
    project = project_of(box)
    assert project.access == CLOSED and "symbolic link" in project.why


@pytest.mark.parametrize("name", ["", "entries", "state"])
@pytest.mark.parametrize("kind", ["folder", "file"])
def test_a_store_that_is_a_repository_of_its_own_is_not_read(box, name, kind):
    inner = box.root / ".reflexion" / name
    inner.mkdir(parents=True)
    if kind == "folder":
        (inner / ".git").mkdir()
    else:
        (inner / ".git").write_text("gitdir: x\n", encoding="utf-8")
    project = project_of(box)
    assert project.access == CLOSED and "repository of its own" in project.why


@pytest.mark.parametrize(
    "name", ["entries/x.json", "state/later.txt", "memory/x", "config.json", "dropped.txt"]
)
def test_what_came_along_is_trusted_after_a_yes_alone(box, name):
    path = box.root / ".reflexion" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}", encoding="utf-8")
    project = project_of(box)
    assert not project.trusted
    assert project.store.scratch.startswith(str(box.home))
    project.store.trust.accept_store()
    project = project_of(box)
    assert project.trusted and project.store.scratch.startswith(str(box.root))
    assert project.store.state_dir.startswith(str(box.home))


def test_faults_are_on_record_where_the_project_may_write(box):
    project_of(box).fault("capture", "no store yet")
    project_of(box).ready()
    project_of(box).fault("recall", "in the store")
    places = [project_of(box).home.state_dir, project_of(box).store.state_dir]
    found = [[row[1] for row in history.lines(place, history.FAULTS)] for place in places]
    assert found == [["capture"], ["recall"]]


@pytest.mark.parametrize("text", ["[]", "null", "{", "[" * 5000, '{"a": 1, "a": 2}', "\udcff"])
@pytest.mark.parametrize("place", ["trust", "project", "home"])
def test_whatever_stands_where_settings_are_kept_the_hooks_go_on(box, place, text):
    store = project_of(box).ready()
    store.trust.keep_settings("settings", {"ask": "off"})
    folder = {"trust": store.trust.folder, "project": store.dir, "home": project_of(box).home.dir}
    name = "settings.json" if place == "trust" else "config.json"
    with open(os.path.join(folder[place], name), "wb") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
    assert project_of(box).settings["ask"] == ("end" if place == "trust" else "off")
    assert "Record at once" in box.start()
    assert box.cli("status").code == 0 and not box.state("faults.txt")


@POSIX
def test_a_fault_is_on_record_although_the_working_folder_is_gone(box, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    call = f"cd {gone} && rmdir {gone} && exec {sys.executable} {SCRIPTS / 'capture.py'}"
    done = subprocess.run(["sh", "-c", call], input=b"{", env=box.environ(), capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    faults = history.lines(project_of(box).home.state_dir, history.FAULTS)
    assert [row[1] for row in faults] == ["capture"]


def test_of_two_processes_that_make_a_store_at_once_one_does(box):
    first, second = (Project(str(box.root), box.environ()) for _ in range(2))
    first.store.create()  # and is not through yet
    third = Project(str(box.root), box.environ())
    with first.store.lock():
        second.store.patience = third.store.patience = 0.0
        for other in (second, third):
            with pytest.raises(Busy):
                other.store.lock()
    first.ready()
    second.ready()
    store = Project(str(box.root), box.environ()).store
    assert store.is_made_here() and store.trust.mark == first.store.trust.mark


def test_what_others_shared_is_not_taken_for_ones_own_when_a_pull_shares_the_store(box):
    project_of(box).ready()
    entry_id = box.put("9f99e5", resolution="Use pnpm.", occurrences=3, rev="abc123")
    project_of(box).settle(is_start=True)  # it was accepted
    box.put("9f99e5", resolution="Use yarn.", occurrences=4, rev="def456")
    (box.root / ".reflexion" / ".gitignore").write_text("state/\nindex.txt\n", encoding="utf-8")
    box.git("add", "-f", ".reflexion/entries/*.json", ".reflexion/.gitignore")
    project = project_of(box)
    project.settle()
    assert project.store.get_file(entry_id).occurrences == 4
    assert project.store.get(entry_id).resolution == "Use pnpm."
