"""Whose words a learning holds follows from one list in the home store."""

import json
import os
import shutil

import pytest

from reflexion.learning.entry import Entry
from reflexion.learning.identity import digest
from reflexion.store.project import Project
from reflexion.store.trust import REFUSED, WAITS, YOURS, TrustList, place_of

ENTRY = {"trigger": "npm ERR! Missing script", "resolution": "Use pnpm.", "source": "user"}
WORDS = Entry(id="RFX-20260330-9f99e5", **ENTRY)
POSIX = pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights there")


def project_of(box):
    """Return the project as hooks and commands begin with it."""
    project = Project(str(box.root), box.environ())
    project.settle(is_start=True)
    return project


def trust_of(box):
    return project_of(box).store.trust


def read(box, entry_id):
    return project_of(box).store.get(entry_id)


def put(box, digits="9f99e5", **fields):
    return box.put(digits, **{**ENTRY, **fields})


@pytest.fixture
def accepted(box):
    """A Box whose store was set up, as `init` does."""
    project_of(box).store.accept()
    return box


def test_what_stands_in_the_place_of_a_store_is_not_open(box):
    (box.root / ".reflexion").write_text("no folder", encoding="utf-8")
    assert not TrustList(str(box.home / ".reflexion"), str(box.root)).is_open()


def test_words_wait_while_the_list_cannot_be_written(accepted, monkeypatch):
    put(accepted)
    trust = trust_of(accepted)
    (path,) = (accepted.root / ".reflexion" / "entries").glob("*.json")

    def fail(*given, **more):
        raise OSError("the disk is full")

    with monkeypatch.context() as full:
        full.setattr("reflexion.store.fs.write_atomic", fail)
        full.setattr("reflexion.store.fs.append", fail)
        new = WORDS.copy(resolution="Use yarn.")
        assert trust.standing(new, str(path), str(accepted.records)) == WAITS
    assert trust.standing(new, str(path), str(accepted.records)) == YOURS


class TestDigest:
    STEERING = (
        *("trigger", "context", "resolution", "proposed", "skill", "category", "cwd", "source"),
        "proposed_by",
        *("confidence", "type", "id", "keywords", "aliases", "notes", "needs_review", "promoted"),
        "a_field_of_tomorrow",
    )
    COUNTED = ("occurrences", "sessions", "first_seen", "last_seen", "rev")

    @pytest.mark.parametrize("field", STEERING)
    @pytest.mark.parametrize("value", ["x", ["x"], True])
    def test_every_field_that_steers_is_covered(self, field, value):
        assert digest(WORDS.copy(**{field: value})) != digest(WORDS)

    @pytest.mark.parametrize("value", [None, "", [], False])
    def test_a_field_that_says_nothing_is_none(self, value):
        assert digest(WORDS.copy(notes=value)) == digest(WORDS)

    @pytest.mark.parametrize("field", COUNTED)
    def test_counts_and_dates_are_outside(self, field):
        assert digest(WORDS.copy(**{field: 9})) == digest(WORDS)


class TestYours:
    def test_a_store_that_a_hook_makes_is_the_persons_from_the_start(self, box):
        project = project_of(box)
        assert project.trusted
        store = project.ready()
        with store.lock():
            entry_id = store.add(Entry(**ENTRY), "9f99e5" + "0" * 10).id
        box.git("add", "-f", ".reflexion")
        box.git("commit", "-q", "-m", "share")
        assert project_of(box).trusted and read(box, entry_id).resolution == "Use pnpm."

    def test_a_file_made_or_edited_by_hand_in_an_accepted_store(self, accepted):
        entry_id = put(accepted)
        assert read(accepted, entry_id).resolution == "Use pnpm."
        put(accepted, resolution="Use yarn.")
        assert read(accepted, entry_id).resolution == "Use yarn."

    def test_a_lesson_of_an_agent_that_was_edited_by_hand(self, accepted):
        accepted.bash("npm run build", 1, "npm ERR! Missing script: build")
        entry_id = accepted.entry()["id"]
        accepted.agent("learn", "--for", entry_id, "Use pnpm.")
        accepted.change(entry_id, resolution="Use yarn.")
        assert f"- {entry_id[-6:]} Use yarn." in accepted.start()
        assert read(accepted, entry_id).source == "user"
        done = accepted.agent("learn", "--for", entry_id, "Use npm ci.")
        assert "it stays, and yours waits" in done.out
        entry = accepted.entry()
        assert (entry["resolution"], entry["source"]) == ("Use yarn.", "user")
        assert (entry["proposed"], entry["proposed_by"]) == ("Use npm ci.", "agent")

    @pytest.mark.parametrize("digits", ["9f99e5", "a7f"])
    def test_a_file_made_by_hand_from_the_manuals_pattern(self, accepted, digits):
        entry_id = put(accepted, digits)
        assert f"- {digits} Use pnpm." in accepted.start()
        assert entry_id in accepted.cli("list").out + accepted.cli("show", digits).out

    def test_a_lesson_that_was_edited_by_hand_stays_the_persons_when_its_keywords_are(
        self, accepted
    ):
        accepted.agent("learn", "Use pnpm.")
        entry_id = accepted.entry()["id"]
        for change in ({"resolution": "Use yarn."}, {"keywords": ["yarn"]}):
            accepted.change(entry_id, **change)
            assert read(accepted, entry_id).source == "user"

    def test_but_not_a_lesson_of_an_agent_whose_keywords_were_edited(self, accepted):
        accepted.agent("learn", "Use pnpm.")
        entry_id = accepted.entry()["id"]
        accepted.change(entry_id, keywords=["yarn"])
        assert read(accepted, entry_id).source == "agent"

    def test_but_not_a_lesson_of_an_agent_that_came_by_hand(self, accepted):
        entry_id = put(accepted, source="agent")
        assert read(accepted, entry_id).source == "agent"

    def test_but_not_a_lesson_that_a_pull_put_in_the_place_of_an_agents(self, accepted):
        accepted.agent("learn", "Use pnpm.")
        entry_id = accepted.entry()["id"]
        assert read(accepted, entry_id)
        trust_of(accepted).accept_pulls(True)
        accepted.git("add", "-f", ".reflexion")
        accepted.change(entry_id, resolution="Use yarn.")
        entry = read(accepted, entry_id)
        assert (entry.resolution, entry.source) == ("Use yarn.", "agent")

    def test_the_pulls_of_everybody_where_the_person_said_so(self, accepted):
        trust_of(accepted).accept_pulls(True)
        entry_id = put(accepted, occurrences=5)
        accepted.git("add", "-f", ".reflexion")
        entry = read(accepted, entry_id)
        assert entry and trust_of(accepted).base(entry) == 5
        trust_of(accepted).accept_pulls(False)
        put(accepted, resolution="Use npm.")
        assert read(accepted, entry_id).resolution == "Use pnpm."

    def test_everything_in_the_home_store(self, box):
        home = project_of(box).home
        with home.lock():
            entry_id = home.add(Entry(**ENTRY, type="insight"), "9f99e5" + "0" * 10).id
        assert project_of(box).home.get(entry_id)
        assert not os.path.exists(home.trust.folder)


def track(box):
    box.git("add", "-f", ".reflexion")


def track_a_folder_above(box):
    """Let git track `.reflexion` as a submodule whose own repository is away."""
    inner = box.root / ".reflexion"
    box.git("-C", str(inner), "init", "-q")
    box.git("-C", str(inner), "add", "-f", ".")
    box.git("-C", str(inner), "commit", "-q", "-m", "x")
    box.git("-c", "advice.addEmbeddedRepo=false", "add", "-f", ".reflexion")
    shutil.rmtree(inner / ".git")


def be_a_submodule(box):
    """Make `.git` a file that names the folder, as in a submodule."""
    track(box)
    os.rename(box.root / ".git", box.home / "modules")
    (box.root / ".git").write_text(f"gitdir: {box.home / 'modules'}\n", encoding="utf-8")


def name_a_missing_folder(box):
    shutil.rmtree(box.root / ".git")
    (box.root / ".git").write_text("gitdir: /nowhere/modules\n", encoding="utf-8")


def lie_in_a_checkout(box):
    """Let the checkout above track the files, and put a new repository into the project."""
    shutil.rmtree(box.root / ".git")
    box.git("init", "-q", str(box.root.parent))
    box.git("-C", str(box.root.parent), "add", "-f", ".")
    box.git("init", "-q")


def damage_the_index(box):
    (box.root / ".git" / "index").write_bytes(b"DIRC and rubbish")


def use(folder):
    return lambda box: (box.root / folder).mkdir()


WAYS = {
    "tracked": track,
    "a tracked folder above": track_a_folder_above,
    ".git is a file": be_a_submodule,
    ".git names a folder that is missing": name_a_missing_folder,
    "a checkout above": lie_in_a_checkout,
    "git cannot be read": damage_the_index,
    "Mercurial": use(".hg"),
    "Jujutsu": use(".jj"),
    "Subversion": use(".svn"),
}


class TestWaits:
    @pytest.mark.parametrize("way", WAYS)
    def test_words_that_may_have_come_along(self, accepted, way):
        entry_id = put(accepted)
        WAYS[way](accepted)
        assert read(accepted, entry_id) is None
        assert [entry.id for entry in project_of(accepted).store.waiting()] == [entry_id]

    def test_everything_in_a_store_that_was_never_accepted(self, box):
        entry_id = put(box)
        project = project_of(box)
        assert not project.trusted and project.store not in project.stores()
        assert project.store.get(entry_id) is None and len(project.store.waiting()) == 1

    def test_what_a_linked_worktree_tracks(self, box, tmp_path):
        (box.root / "file").write_text("x", encoding="utf-8")
        box.git("add", "file")
        box.git("commit", "-q", "-m", "x")
        box.git("worktree", "add", "-q", str(tmp_path / "tree"))
        box.root = tmp_path / "tree"
        entry_id = put(box)
        box.git("add", "-f", ".reflexion")
        trust_of(box).accept_store()
        assert project_of(box).root == str(tmp_path / "tree")
        assert read(box, entry_id) is None

    @POSIX
    def test_what_is_reached_through_a_link(self, accepted, tmp_path):
        entry_id = put(accepted)
        track(accepted)
        (tmp_path / "link").symlink_to(accepted.root)
        store = Project(str(tmp_path / "link"), accepted.environ()).store
        assert store.get(entry_id) is None and store.waiting()

    def test_the_words_of_one_entry_accept_no_other_entry(self, accepted):
        first = put(accepted)
        read(accepted, first)
        copy = put(accepted, "aaaaaa")
        track(accepted)
        assert read(accepted, first) and read(accepted, copy) is None

    def test_counting_accepts_no_words(self, accepted):
        entry_id = put(accepted)
        track(accepted)
        store = project_of(accepted).store
        with store.lock():
            store.write_counts(store.mine.read(entry_id).copy(occurrences=9))
        assert read(accepted, entry_id) is None
        assert project_of(accepted).store.mine.read(entry_id).occurrences == 9


def commit(box):
    box.git("add", "-f", ".reflexion")
    box.git("commit", "-q", "-m", "brought")


def move_the_git_folder(box):
    os.rename(box.root / ".git", box.root.parent / "away")


def start_anew(box):
    move_the_git_folder(box)
    box.git("init", "-q")


def stash_and_pop(box):
    """Have the file away and back, changed by hand meanwhile in its counts alone."""
    box.change("RFX-20260330-9f99e5", occurrences=9)
    box.git("stash", "-q")
    box.git("commit", "-q", "--allow-empty", "-m", "pulled")
    box.git("stash", "pop", "-q")
    box.git("rm", "-q", "--cached", "-r", ".reflexion")


LATER = {
    "git rm --cached": lambda box: box.git("rm", "-q", "--cached", "-r", ".reflexion"),
    "a commit without it": lambda box: (
        box.git("rm", "-q", "--cached", "-r", ".reflexion"),
        box.git("commit", "-q", "-m", "x"),
    ),
    "a new git init": start_anew,
    "a moved git folder": move_the_git_folder,
    "stash, pull and pop": stash_and_pop,
    "git reset": lambda box: (
        box.git("commit", "-q", "--allow-empty", "-m", "x"),
        box.git("reset", "-q", "--soft", "HEAD~2"),
        box.git("reset", "-q"),
    ),
}


@pytest.mark.parametrize("way", LATER)
@pytest.mark.parametrize("standing", [WAITS, REFUSED])
def test_what_waits_or_was_refused_stays_so_whatever_becomes_of_the_repository(
    accepted, way, standing
):
    (accepted.root / "file").write_text("x", encoding="utf-8")
    accepted.git("add", "file")
    accepted.git("commit", "-q", "-m", "first")
    entry_id = put(accepted)
    commit(accepted)
    assert read(accepted, entry_id) is None
    store = project_of(accepted).store
    store.trust.decide(standing, store.mine.read(entry_id))
    LATER[way](accepted)
    store = project_of(accepted).store
    assert store.get(entry_id) is None
    assert store.standing(store.mine.read(entry_id)) == standing


def test_a_revoked_store_tells_nothing_even_in_a_new_repository(accepted):
    entry_id = put(accepted)
    assert read(accepted, entry_id)
    trust_of(accepted).revoke_store()
    assert not project_of(accepted).trusted
    start_anew(accepted)
    project = project_of(accepted)
    assert read(accepted, entry_id) is None and project.store not in project.stores()
    trust_of(accepted).accept_store()
    assert read(accepted, entry_id)


def test_a_revoked_store_stays_so_when_it_goes_and_comes_back(accepted):
    trust_of(accepted).revoke_store()
    shutil.rmtree(accepted.root / ".reflexion", ignore_errors=True)
    project = project_of(accepted)
    assert not project.trusted
    project.ready()
    assert not trust_of(accepted).is_accepted


def test_what_was_accepted_in_a_shared_store_is_not_told_once_that_is_revoked(accepted):
    put(accepted)
    assert read(accepted, WORDS.id)
    (accepted.root / ".reflexion" / ".gitignore").write_text("state/\n", encoding="utf-8")
    store = project_of(accepted).store
    store.update(WORDS.id, lambda entry: entry.update(resolution="Use yarn."))
    assert read(accepted, WORDS.id).resolution == "Use yarn."
    trust_of(accepted).revoke_store()
    assert read(accepted, WORDS.id) is None


class TestList:
    def test_the_last_line_about_words_counts(self, box):
        trust_of(box).accept_store()
        for standing in (YOURS, REFUSED, WAITS, YOURS):
            trust_of(box).decide(standing, WORDS, base=4)
            assert trust_of(box).standing(WORDS, "") == standing
        assert trust_of(box).base(WORDS) == 4

    def test_words_that_are_not_on_it_have_no_standing(self, box):
        long_id = WORDS.copy(id=WORDS.id + "ab")
        trust_of(box).decide(YOURS, long_id)
        assert trust_of(box).standing_of(long_id.id, digest(long_id)) == YOURS
        assert trust_of(box).standing_of(WORDS.id, digest(long_id)) == ""
        assert trust_of(box).standing_of(long_id.id, "0" * 40) == ""

    def test_it_names_the_project_that_it_is_about(self, box):
        trust_of(box).accept_store()
        assert place_of(trust_of(box).folder) == os.path.realpath(box.root)
        assert place_of(str(box.home)) == ""


def configure(box, **values):
    (box.root / ".reflexion").mkdir(exist_ok=True)
    (box.root / ".reflexion" / "config.json").write_text(json.dumps(values), encoding="utf-8")


class TestSettings:
    def test_those_of_an_accepted_store_hold_and_committing_changes_nothing(self, accepted):
        configure(accepted, ask="off", redact=["tok-[0-9]+"])
        assert project_of(accepted).settings["ask"] == "off"
        track(accepted)
        project = project_of(accepted)
        assert project.settings["redact"] == ["tok-[0-9]+"] and not project.settings_wait

    def test_those_that_came_along_wait(self, box):
        configure(box, ask="off")
        project = project_of(box)
        assert project.settings["ask"] == "end" and project.settings_wait

    @pytest.mark.parametrize("pulls", [False, True])
    def test_a_pulled_change_waits_and_the_accepted_ones_hold(self, accepted, pulls):
        trust_of(accepted).accept_pulls(pulls)
        configure(accepted, max_recalled=1)
        project_of(accepted)
        track(accepted)
        configure(accepted, max_recalled=9, ask="off")
        project = project_of(accepted)
        assert (project.settings["max_recalled"], project.settings["ask"]) == (1, "end")
        assert project.settings_wait

    def test_each_is_decided_for_itself(self, accepted):
        configure(accepted, max_recalled=1)
        project_of(accepted).store.trust.accept_settings({"max_recalled": 1, "ask": "off"})
        track(accepted)
        configure(accepted, max_recalled=9, ask="off")
        project = project_of(accepted)
        assert (project.settings["max_recalled"], project.settings["ask"]) == (1, "off")

    @pytest.mark.parametrize("name", ["redact", "ignore"])
    @pytest.mark.parametrize("fewer", [[], ["other"], "wrong", None])
    def test_what_protects_never_gets_fewer_without_a_yes(self, accepted, name, fewer):
        configure(accepted, **{name: ["tok-[0-9]+"], "tools": ["Bash", "Shell"]})
        project_of(accepted)
        changed = {} if fewer is None else {name: fewer}
        configure(accepted, **changed, tools=["Bash"], ask="off")
        project = project_of(accepted)
        assert project.settings[name] == ["tok-[0-9]+"] and project.settings_wait
        assert (project.settings["ask"], project.settings["tools"]) == ("off", ["Bash"])

    def test_a_file_that_is_gone_or_broken_changes_nothing(self, accepted):
        configure(accepted, ask="off")
        project_of(accepted)
        (accepted.root / ".reflexion" / "config.json").write_text("{", encoding="utf-8")
        project = project_of(accepted)
        assert project.settings["ask"] == "off" and project.problems
        (accepted.root / ".reflexion" / "config.json").unlink()
        assert project_of(accepted).settings["ask"] == "off"

    def test_a_value_that_waited_once_waits_whatever_becomes_of_the_repository(self, accepted):
        configure(accepted, ask="off")
        track(accepted)
        assert project_of(accepted).settings_wait
        start_anew(accepted)
        assert project_of(accepted).settings_wait
        trust_of(accepted).accept_settings({"ask": "off"})
        assert project_of(accepted).settings["ask"] == "off"

    def test_so_does_each_of_several_values_that_waited(self, accepted):
        for value in ("off", "now"):
            configure(accepted, ask=value)
            track(accepted)
            project_of(accepted)
        configure(accepted, ask="off")
        start_anew(accepted)
        assert project_of(accepted).settings_wait

    def test_a_change_in_a_revoked_store_waits(self, accepted):
        trust_of(accepted).revoke_store()
        configure(accepted, ask="off")
        project = project_of(accepted)
        assert project.settings["ask"] == "end" and project.settings_wait

    def test_a_pattern_that_was_taken_away_and_put_back_with_another_holds(self, accepted):
        for patterns in (["tok-[0-9]+"], [], ["tok-[0-9]+", "key-[0-9]+"]):
            configure(accepted, redact=patterns)
            project = project_of(accepted)
        assert project.settings["redact"] == ["tok-[0-9]+", "key-[0-9]+"]


def unpack_another_store(box):
    """Put a store of somebody else's in the place of the one that hooks made."""
    shutil.rmtree(box.root / ".reflexion")
    folder = box.root / ".reflexion"
    (folder / "entries").mkdir(parents=True)
    (folder / "state").mkdir()
    (folder / "state" / "made-here").write_text("came along", encoding="utf-8")
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")


def become_private_by_a_patch(box):
    """Share the store, and let a patch say that it is private."""
    assert box.cli("init", "--team", "--yes").code == 0
    (box.root / ".reflexion" / ".gitignore").write_text("*\n", encoding="utf-8")


def become_private_with_the_mark_of_counts(box):
    """Forge the mark of a store that was made here by what the names of counts tell."""
    become_private_by_a_patch(box)
    mark = trust_of(box).mark
    assert mark
    (box.root / ".reflexion" / "state" / "made-here").write_text(mark, encoding="utf-8")


def become_private_by_an_old_mark(box):
    """Bring back the mark that the store had before it was shared."""
    mark = (box.root / ".reflexion" / "state" / "made-here").read_text(encoding="utf-8")
    become_private_by_a_patch(box)
    (box.root / ".reflexion" / "state" / "made-here").write_text(mark, encoding="utf-8")


FORGED = (
    *(unpack_another_store, become_private_by_a_patch),
    *(become_private_with_the_mark_of_counts, become_private_by_an_old_mark),
)


@pytest.mark.parametrize("change", FORGED)
def test_what_lies_in_a_store_that_this_machine_did_not_make_waits(accepted, change):
    change(accepted)
    entry_id = put(accepted, occurrences=9)
    assert read(accepted, entry_id) is None
    assert [entry.id for entry in project_of(accepted).store.waiting()] == [entry_id]


@pytest.mark.parametrize("mark, is_told", [("0a1b2c3d4e5f6071", True), ("came along", False)])
def test_a_list_of_an_older_version_says_as_before_whether_the_store_was_made_here(
    box, mark, is_told
):
    project_of(box).ready()
    path = trust_of(box).path
    lines = ["place\t" + json.dumps(os.path.realpath(box.root)), f"made\t{mark}", "mine\t77aa"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, "store\taccepted", ""]))
    (box.root / ".reflexion" / "state" / "made-here").write_text(mark, encoding="utf-8")
    configure(box, max_recalled=9)
    assert (read(box, put(box)) is not None) is is_told
    assert project_of(box).settings_wait is not is_told


def test_a_store_that_a_hook_makes_again_is_the_persons(accepted):
    shutil.rmtree(accepted.root / ".reflexion")
    project_of(accepted).ready()
    assert read(accepted, put(accepted))


def test_what_a_file_that_was_made_by_hand_counts_makes_no_rule(accepted):
    entry = read(accepted, put(accepted, occurrences=9))
    assert trust_of(accepted).base(entry) == 9
    edited = read(accepted, put(accepted, occurrences=9, resolution="Use yarn."))
    assert edited.resolution == "Use yarn."
    assert trust_of(accepted).base(edited) == 9


def test_what_waits_in_a_shared_store_takes_no_room_on_the_list(box):
    """A pull may bring thousands of learnings."""
    box.cli("init", "--team", "--host", "claude")
    listed = list((box.home / ".reflexion" / "trust").rglob("list*"))
    before = [path.read_text(encoding="utf-8") for path in listed]
    box.put("abcdef", type="insight", trigger="x y", resolution="Use x y.")
    assert "Use x y." not in box.start()
    assert before and [path.read_text(encoding="utf-8") for path in listed] == before


def test_what_another_process_decided_meanwhile_holds(box):
    project_of(box).ready()
    early, other = project_of(box).store, project_of(box).store
    with other.lock():
        entry = other.add(Entry(trigger="x", resolution="Use pnpm.", occurrences=3), "a" * 16)
        other.trust.decide(YOURS, entry, 3)
    with early.lock():
        pass
    assert project_of(box).store.trust.base(entry) == 3


def test_pulls_that_are_accepted_say_nothing_of_a_store_that_never_was(tmp_path):
    trust = TrustList(str(tmp_path / "home"), str(tmp_path))
    trust.accept_pulls(True)
    entry = Entry(id="RFX-20260330-9f99e5", trigger="x", resolution="Use x.")
    assert trust.standing(entry) == WAITS
    trust.accept_store()
    assert trust.standing(entry) == YOURS


def test_a_private_store_that_a_pull_shares_is_nobodys_own_any_more(box):
    project_of(box).ready()
    project = Project(str(box.root), box.environ())
    assert project.store.is_made_here()
    ignored = box.root / ".reflexion" / ".gitignore"
    ignored.write_text("index.txt\nstate/\n", encoding="utf-8")
    project.store.look_again()
    assert not project.store.is_made_here()
