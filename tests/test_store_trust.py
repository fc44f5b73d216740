"""Whose words a learning holds follows from one list in the home store."""

import json
import os
import subprocess

import pytest

from reflexion.store.project import Project
from reflexion.store.trust import REFUSED, WAITS, YOURS

ENTRY = {"trigger": "npm ERR! Missing script", "resolution": "Use pnpm.", "source": "user"}


class Place:
    """A scratch home and a project folder in a checkout of git."""

    def __init__(self, folder):
        self.root = folder / "shop"
        self.home = folder / "home"
        self.home.mkdir()
        self.root.mkdir()
        self.environ = {"HOME": str(self.home)}
        self.git("init", "-q")

    def git(self, *words):
        config = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=0"]
        subprocess.run(["git", *config, *words], cwd=self.root, check=True, capture_output=True)

    def project(self):
        return Project(str(self.root), self.environ)

    def put(self, digits="9f99e5", **fields):
        """Write an entry file as somebody with an editor does."""
        entry_id = f"RFX-20260330-{digits}"
        path = self.root / ".reflexion" / "entries" / f"{entry_id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"id": entry_id, **ENTRY, **fields}))
        return entry_id

    def accept(self):
        """Set the project up, as `init` does."""
        self.project().store.trust.accept_store()


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def read(place, entry_id):
    return place.project().store.read(entry_id)


def test_a_store_that_a_hook_makes_is_the_persons_from_the_start(place):
    project = place.project()
    assert project.trusted
    store = project.ready()
    with store.lock():
        entry = store.add(dict(ENTRY, type="error"), "9f99e5" + "0" * 10)
    again = place.project()
    assert again.trusted
    assert again.store.read(entry["id"])["resolution"] == "Use pnpm."


def test_what_came_with_a_checkout_waits(place):
    entry_id = place.put()
    project = place.project()
    assert not project.trusted
    assert project.store.read(entry_id) is None
    assert project.stores() == []
    assert [entry["id"] for entry in project.store.waiting()] == [entry_id]


def test_scratch_that_came_with_a_store_is_not_used(place):
    place.put()
    (place.root / ".reflexion" / "state").mkdir()
    assert str(place.home) in place.project().store.state_dir


def test_a_file_made_by_hand_in_an_accepted_store_is_the_persons_at_once(place):
    place.accept()
    entry_id = place.put()
    assert read(place, entry_id)["resolution"] == "Use pnpm."


def test_an_edit_by_hand_of_a_file_that_git_does_not_know_is_the_persons(place):
    place.accept()
    entry_id = place.put()
    read(place, entry_id)
    place.put(resolution="Use yarn.")
    assert read(place, entry_id)["resolution"] == "Use yarn."


def test_an_edit_of_a_tracked_file_waits_and_the_accepted_words_hold(place):
    place.accept()
    project = place.project()
    store = project.ready()
    (place.root / ".reflexion" / ".gitignore").write_text("state/\nindex.txt\n")
    with store.lock():
        entry = store.add(dict(ENTRY, type="error"), "9f99e5" + "0" * 10)
    place.git("add", ".reflexion/entries")
    changed = {**json.loads(open(store.path(entry["id"])).read()), "resolution": "Use npm."}
    changed["occurrences"] = 5
    with open(store.path(entry["id"]), "w") as file:
        json.dump(changed, file)
    found = read(place, entry["id"])
    assert found["resolution"] == "Use pnpm."
    assert found["occurrences"] == 5
    assert place.project().store.waiting()[0]["resolution"] == "Use npm."


def test_committing_own_learnings_changes_nothing(place):
    place.accept()
    entry_id = place.put()
    read(place, entry_id)
    place.git("add", "-f", ".reflexion")
    place.git("commit", "-q", "-m", "share")
    assert read(place, entry_id)["resolution"] == "Use pnpm."


WAYS_TO_HIDE_FROM_GIT = {
    "removed from the index": [["rm", "-q", "--cached", "-rf", ".reflexion"]],
    "a commit without it": [["rm", "-q", "--cached", "-rf", "."], ["commit", "-qm", "x"]],
}


@pytest.mark.parametrize("way", WAYS_TO_HIDE_FROM_GIT)
def test_what_waited_once_waits_whatever_becomes_of_the_repository(place, way):
    place.accept()
    entry_id = place.put()
    place.git("add", "-f", ".")
    place.git("commit", "-q", "-m", "brought")
    assert read(place, entry_id) is None
    for words in WAYS_TO_HIDE_FROM_GIT[way]:
        place.git(*words)
    assert read(place, entry_id) is None


def test_a_moved_git_folder_makes_nobody_elses_words_the_persons(place):
    place.accept()
    entry_id = place.put()
    place.git("add", "-f", ".")
    assert read(place, entry_id) is None
    os.rename(place.root / ".git", place.root.parent / "away")
    assert read(place, entry_id) is None


@pytest.mark.parametrize("folder", [".hg", ".jj", ".svn"])
def test_with_another_version_control_above_new_files_wait(place, folder):
    place.accept()
    (place.root / folder).mkdir()
    assert read(place, place.put()) is None


def test_a_revoked_store_tells_nothing_even_in_a_new_repository(place):
    place.accept()
    entry_id = place.put()
    assert read(place, entry_id)
    place.project().store.trust.revoke_store()
    assert read(place, entry_id) is None
    assert not place.project().trusted
    os.rename(place.root / ".git", place.root.parent / "away")
    place.git("init", "-q")
    assert read(place, entry_id) is None


def test_counting_somebody_elses_words_does_not_accept_them(place):
    place.accept()
    entry_id = place.put()
    place.git("add", "-f", ".")
    store = place.project().store
    entry = store.read_file(entry_id)
    with store.lock():
        store.write_counts({**entry, "occurrences": 9})
    assert read(place, entry_id) is None
    assert place.project().store.read_file(entry_id)["occurrences"] == 9


def test_the_words_of_one_entry_accept_no_other_entry(place):
    place.accept()
    first = place.put("9f99e5")
    read(place, first)
    place.git("add", "-f", ".")
    copy = place.put("aaaaaa")
    place.git("add", "-f", ".")
    assert read(place, first)
    assert read(place, copy) is None


def test_an_id_that_begins_like_another_one_is_not_taken_for_it(place):
    project = place.project()
    trust = project.store.trust
    trust.accept_store()
    long_id = {"id": "RFX-20260330-9f99e5ab", **ENTRY}
    trust.decide(YOURS, long_id)
    assert trust.standing_of("RFX-20260330-9f99e5", "0" * 40) == ""
    from reflexion.learning.identity import digest

    assert trust.standing_of("RFX-20260330-9f99e5", digest(long_id)) == ""
    assert trust.standing(long_id, "") == YOURS


def test_the_last_line_about_words_counts(place):
    trust = place.project().store.trust
    entry = {"id": "RFX-20260330-9f99e5", **ENTRY}
    trust.accept_store()
    for standing in (YOURS, REFUSED, WAITS, YOURS):
        trust.decide(standing, entry, base=4)
        assert trust.standing(entry, "") == standing
    assert trust.base(entry) == 4


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights there")
@pytest.mark.parametrize("name", [".reflexion", ".reflexion/entries", ".reflexion/state"])
def test_a_store_behind_a_link_is_not_read(place, tmp_path, name):
    target = tmp_path / "elsewhere"
    (target / "entries").mkdir(parents=True)
    link = place.root / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(target)
    project = place.project()
    assert project.store is None
    assert "symbolic link" in project.closed


@pytest.mark.parametrize("name", [".reflexion", ".reflexion/entries"])
def test_a_store_that_is_a_repository_of_its_own_is_not_read(place, name):
    (place.root / name / ".git").mkdir(parents=True)
    project = place.project()
    assert project.store is None
    assert "repository of its own" in project.closed


def write_settings(place, **values):
    folder = place.root / ".reflexion"
    folder.mkdir(exist_ok=True)
    (folder / "config.json").write_text(json.dumps(values))


def test_settings_of_an_accepted_store_hold(place):
    place.accept()
    write_settings(place, ask="off", redact=["tok-[0-9]+"])
    assert place.project().settings["ask"] == "off"


def test_settings_that_came_with_a_checkout_do_not_hold(place):
    write_settings(place, ask="off")
    project = place.project()
    assert project.settings["ask"] == "end"
    assert project.settings_wait


def test_committing_own_settings_changes_nothing(place):
    place.accept()
    write_settings(place, redact=["tok-[0-9]+"])
    assert place.project().settings["redact"]
    place.git("add", "-f", ".reflexion/config.json")
    assert place.project().settings["redact"] == ["tok-[0-9]+"]
    assert not place.project().settings_wait


def test_a_pulled_change_of_settings_waits_and_the_accepted_ones_hold(place):
    place.accept()
    write_settings(place, redact=["tok-[0-9]+"], max_recalled=1)
    place.project()
    place.git("add", "-f", ".reflexion/config.json")
    write_settings(place, redact=[], max_recalled=9)
    project = place.project()
    assert project.settings["redact"] == ["tok-[0-9]+"]
    assert project.settings["max_recalled"] == 1
    assert project.settings_wait


def test_the_home_store_is_always_the_persons(place):
    home = place.project().home
    with home.lock():
        entry = home.add(dict(ENTRY, type="insight"), "9f99e5" + "0" * 10)
    assert place.project().home.read(entry["id"])
    if os.name != "nt":
        assert os.stat(home.entries_dir).st_mode & 0o077 == 0
