"""`share`: what hooks and agents wrote is given to the others by a person, and counted once."""

import json
from functools import partial

import pytest
from prepared import prepared
from sandbox import BUILD, LESSON, Box, shown

from reflexion.actions.share import make_shared
from reflexion.learning import identity
from reflexion.store import fs
from reflexion.store.project import Project

OTHER = "Store dates in UTC, because the reports add them up."


@prepared
def team(box):
    """A project whose store is shared, with two lessons and a failure that nobody shared yet."""
    box.cli("init", "--team", "--host", "claude")
    box.git("add", "-A")
    box.git("commit", "-q", "-m", "set up")
    box.bash(*BUILD)
    box.agent("learn", "--for", box.entry()["id"], LESSON)
    box.cli("learn", OTHER)
    box.bash("make", 2, "make: *** No rule to make target 'all'.  Stop.")
    return box


def shared(box):
    """Return the resolutions that git may take, sorted."""
    files = (box.root / ".reflexion" / "entries").glob("*.json")
    return sorted(json.loads(file.read_text(encoding="utf-8"))["resolution"] for file in files)


def store_of(box):
    return Project(str(box.root), box.environ()).store


def test_nothing_that_git_tracks_changes_before_a_person_shares(team):
    team.start()
    team.stop()
    team.end()
    assert team.git("status", "--porcelain") == "" and shared(team) == []
    assert {LESSON, OTHER} <= {entry["resolution"] for entry in team.entries()}
    assert "2 lessons could be shared" in team.cli("status").out


def test_of_a_store_that_is_not_accepted_any_more_nothing_is_offered(team):
    team.cli("trust", "--revoke")
    assert "could be shared" not in team.cli("status").out


def test_of_a_store_that_is_private_again_nothing_is_offered(team):
    assert "could be shared" in team.cli("status").out
    (team.root / ".reflexion" / ".gitignore").write_text("*\n", encoding="utf-8")
    assert "could be shared" not in team.cli("status").out


def test_a_commit_without_the_store_is_checked_out_clean(team):
    team.cli("share", "--yes")
    team.git("add", "-A")
    team.git("commit", "-q", "-m", "share")
    team.git("checkout", "-q", "--orphan", "old")
    team.git("rm", "-rqf", ".")
    assert (team.root / ".reflexion/index.txt").exists()
    assert team.git("status", "--porcelain") == ""


def test_what_is_removed_names_the_command_that_tells_the_others(team):
    team.cli("share", "--yes")
    team.git("add", "-A")
    team.git("commit", "-q", "-m", "share")
    out = team.cli("remove", team.entry(resolution=OTHER)["id"]).out
    command = out.partition("for the others: ")[2].strip()
    assert command == "git add .reflexion && git commit -m 'Remove 1 learning' -- .reflexion"
    team.git("add", ".reflexion")
    team.git("commit", "-m", "Remove 1 learning", "--", ".reflexion")
    assert team.git("status", "--porcelain") == "" and shared(team) == [LESSON]


def test_what_somebody_removed_for_all_is_not_shared_again(team):
    fields = team.entry(resolution=LESSON)
    store = store_of(team)
    store.dropped.add(identity.fingerprints_of(store.get(fields["id"])), fields["trigger"])
    team.cli("share", "--yes")
    assert shared(team) == [OTHER]


def test_what_became_part_of_another_learning_is_offered_to_go(team):
    team.cli("share", "--yes")
    ids = [team.entry(resolution=each)["id"] for each in (LESSON, OTHER)]
    team.cli("learn", "--for", ",".join(ids), "Store dates in UTC, always.")
    assert "part of another learning, and goes" in team.cli("share").out
    assert len(shared(team)) == 2
    team.cli("share", "--yes")
    assert shared(team) == ["Store dates in UTC, always."]


def test_words_that_replace_what_was_shared_leave_no_proposal_behind(team):
    team.cli("share", "--yes")
    entry_id = team.entry(resolution=LESSON)["id"]
    newer = "Run `pnpm build` here, because the project uses pnpm."
    team.cli("learn", "--for", entry_id, newer)
    team.cli("share", "--yes")
    assert shared(team) == sorted([OTHER, newer])
    path = team.root / ".reflexion" / "entries" / f"{entry_id}.json"
    assert "proposed" not in json.loads(path.read_text(encoding="utf-8"))


def test_each_lesson_is_shown_in_full_and_asked_about_with_one_key(team):
    done = team.cli("share", answers="ks", terminal=True)
    assert "(an agent wrote it)" in done.out and "(a person wrote it)" in done.out
    assert "shared 1 learning" in done.out and len(shared(team)) == 1
    assert "could be shared" not in team.cli("status").out  # the other one is kept private
    kept = next(entry for entry in team.entries() if entry["resolution"] not in ("", *shared(team)))
    team.cli("share", "--yes", kept["id"])
    assert shared(team) == sorted([LESSON, OTHER])


@pytest.mark.parametrize("keys, count", [("a", 2), ("sn", 1), ("n", 0), ("d", 0), ("q", 0)])
def test_the_keys(team, keys, count):
    team.cli("share", answers=keys, terminal=True)
    assert len(shared(team)) == count


def test_without_a_terminal_the_list_is_printed_and_nothing_shared(team):
    done = team.cli("share")
    assert done.code == 1 and LESSON in done.out and "--yes" in done.err
    assert shared(team) == []


def test_an_agent_does_not_share(team):
    assert team.agent("share", "--yes").code == 1 and shared(team) == []


def test_the_command_that_is_printed_commits_what_was_shared(team):
    done = team.cli("share", "--yes")
    command = done.out.strip().splitlines()[-1].strip()
    assert command == "git add .reflexion && git commit -m 'Share 2 learnings' -- .reflexion"
    team.git("add", ".reflexion")
    team.git("commit", "-q", "-m", "Share 2 learnings")
    assert team.git("status", "--porcelain") == ""


def test_what_is_counted_later_is_added_up_with_what_others_counted(team):
    team.cli("share", "--yes")
    entry_id = team.entry(resolution=LESSON)["id"]
    team.session = "session-2"
    team.bash(*BUILD)
    team.change(entry_id, occurrences=5, sessions=4)  # a pull brought four more
    assert team.entry(id=entry_id)["occurrences"] == 6
    team.cli("share", "--yes")
    file = team.root / ".reflexion" / "entries" / f"{entry_id}.json"
    assert json.loads(file.read_text(encoding="utf-8"))["occurrences"] == 6
    assert team.entry(id=entry_id)["occurrences"] == 6


def test_words_that_a_pull_changed_meanwhile_are_proposed(team):
    team.cli("share", "--yes")
    entry_id = team.entry(resolution=LESSON)["id"]
    team.cli("learn", "--for", entry_id, "Run `make build` here.")
    team.change(entry_id, resolution="Run `yarn build` here.", source="user")
    team.cli("share", "--yes")
    entry = team.entry(id=entry_id)
    assert entry["resolution"] == "Run `make build` here."
    assert entry["proposed"] == "Run `yarn build` here."


class Killed(BaseException):
    pass


@pytest.mark.parametrize("step", ["publish", "write_words", "write_counts", "forget"])
def test_a_process_that_is_killed_loses_nothing_and_counts_nothing_twice(box, monkeypatch, step):
    for box.session in ("one", "two", "three"):
        box.bash(*BUILD)
    box.cli("learn", "--for", box.entry()["id"], LESSON)

    def kill(*given, **more):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(f"reflexion.store.mine.Mine.{step}", kill)
        with pytest.raises(Killed):
            make_shared(store_of(box))
            box.cli("share", "--yes")
            raise Killed
    assert box.entry()["occurrences"] == 3
    make_shared(store_of(box))
    assert box.entry()["occurrences"] == 3
    box.cli("share", "--yes")
    assert (box.entry()["occurrences"], shared(box)) == (3, [LESSON])


def test_a_share_that_is_killed_at_any_write_loses_nothing_and_counts_nothing_twice(
    team, monkeypatch
):
    team.cli("share", "--yes")
    entry_id = team.entry(resolution=LESSON)["id"]
    team.session = "session-2"
    team.bash(*BUILD)
    team.cli("learn", "--for", entry_id, "Run `make build` here.")
    writes = {name: getattr(fs, name) for name in ("write_atomic", "remove", "append")}
    left = 0

    def counted(name, *given, **more):
        nonlocal left
        left -= 1
        if left == 0:
            raise Killed
        return writes[name](*given, **more)

    for name in writes:
        monkeypatch.setattr(fs, name, partial(counted, name))
    for at in range(1, 100):
        left = at
        try:
            team.cli("share", "--yes")
        except Killed:
            left = 0
            assert team.entry(id=entry_id)["occurrences"] == 2, at
            assert team.entry(id=entry_id)["resolution"] == "Run `make build` here.", at
        else:
            break
    assert 8 < at < 99 and shared(team) == ["Run `make build` here.", OTHER]
    assert team.entry(id=entry_id)["occurrences"] == 2


def test_a_full_disk_stops_a_share_with_one_line_and_loses_nothing(team, monkeypatch):
    def refuse(*given, **more):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("reflexion.store.mine.Mine.save_shared", refuse)
        done = team.cli("share", "--yes")
    assert done.code == 1 and "No space left" in done.err and len(done.err.splitlines()) == 1
    team.cli("share", "--yes")
    assert shared(team) == sorted([LESSON, OTHER])
    assert team.entry(resolution=LESSON)["occurrences"] == 1


def test_a_shared_file_that_cannot_be_read_is_named_and_the_rest_is_shared(team):
    team.cli("share", "--yes", team.entry(resolution=LESSON)["id"])
    entry_id = team.entry(resolution=LESSON)["id"]
    team.session = "session-2"
    team.bash(*BUILD)
    path = team.root / ".reflexion" / "entries" / f"{entry_id}.json"
    whole = path.read_text(encoding="utf-8")
    path.write_text("{", encoding="utf-8")
    assert team.cli("share", "--yes").code == 0
    assert path.read_text(encoding="utf-8") == "{"
    path.write_text(whole, encoding="utf-8")
    assert team.entry(id=entry_id)["occurrences"] == 2


def test_a_pull_that_shares_a_private_store_takes_no_word_and_shows_nothing(box, tmp_path):
    """Both are private; one shares the same failure with other words, and a lesson of theirs."""
    (tmp_path / "home2").mkdir()
    box.git("commit", "-q", "--allow-empty", "-m", "begin")
    box.git("clone", "-q", str(box.root), str(tmp_path / "shop2"))
    other = Box(tmp_path / "shop2", tmp_path / "home2")
    for one in (box, other):
        for one.session in ("one", "two"):
            one.bash(*BUILD)
    box.cli("learn", "--for", box.entry()["id"], LESSON)
    box.cli("learn", OTHER)
    other.cli("learn", "--for", other.entry()["id"], "Use yarn.")
    other.cli("learn", "Tag each release.")
    other.cli("init", "--team", "--host", "claude", "--yes")
    other.git("add", ".reflexion")
    other.git("commit", "-q", "-m", "share")
    box.git("pull", "-q", str(other.root), "HEAD")
    assert box.git("status", "--porcelain") == ""
    box.start()
    assert box.git("status", "--porcelain") == ""
    both = {entry["resolution"]: entry["occurrences"] for entry in box.entries()}
    assert both == {LESSON: 4, OTHER: 1, "Tag each release.": 1}
    told = box.cli("recall", "--brief").out
    assert LESSON in told and OTHER in told and "Tag" not in told and "yarn" not in told
    box.cli("share", "--yes")
    assert box.entry(resolution=LESSON)["proposed"] == "Use yarn."
    assert shared(box) == sorted([LESSON, OTHER, "Tag each release."])


def test_what_is_private_on_another_branch_stops_no_checkout_and_is_kept(team):
    team.cli("share", "--yes")
    team.git("add", "-A")
    team.git("commit", "-q", "-m", "share")
    team.git("checkout", "-q", "--orphan", "old")
    team.git("rm", "-rfq", "--cached", ".")
    team.git("clean", "-fdqx", ".reflexion/entries", ".reflexion/.gitignore")
    team.bash("npm ci", 1, "npm ERR! code EUSAGE")
    assert team.git("status", "--porcelain", ".reflexion/entries", ".reflexion/state") == ""
    team.git("checkout", "-qf", "main")
    team.start()
    assert team.git("status", "--porcelain") == ""
    assert team.entry(context="npm ci")["occurrences"] == 1
    assert team.entry(resolution=LESSON)["occurrences"] == 1


def test_thousands_of_pulled_entries_take_neither_the_room_nor_the_time_of_ones_own(
    team, monkeypatch
):
    monkeypatch.setattr("reflexion.store.index.AT_ONCE", 5)
    monkeypatch.setattr("reflexion.store.entries.MAX_ENTRIES", 10)
    for number in range(20):
        team.put(f"{number:06x}", type="insight", trigger=f"t{number}", resolution="Use bananas.")
        team.put(f"{number:06x}aa", trigger="")  # cannot be read
    team.bash("cargo build", 101, "error: could not compile `shop`")
    assert team.entry(context="cargo build")
    assert LESSON in team.start()
    for _ in range(300):  # each prompt reads another part of what was pulled
        team.prompt("what is next?")
        store = store_of(team)
        if len(store.index.lines()) >= 23:
            break
    assert len(store.index.lines()) >= 23 and store.index.size() == 2
    assert store.index.with_term("bananas") == []


def test_a_pulled_file_that_cannot_be_read_blocks_no_failure(team):
    fingerprint = identity.fingerprint("error", "error: could not compile `shop`", "cargo build")
    for digits in (fingerprint[:3], fingerprint[:6]):
        team.put(digits, trigger="")
    team.bash("cargo build", 101, "error: could not compile `shop`")
    assert team.entry(context="cargo build")["id"].endswith(fingerprint[:6])


def test_what_cannot_be_read_is_not_shared(box):
    box.cli("learn", LESSON)
    broken = box.root / ".reflexion" / "entries" / "RFX-20260330-abcdef.json"
    broken.write_text("{", encoding="utf-8")
    box.cli("init", "--team", "--host", "claude", "--yes")
    assert shared(box) == [LESSON] and not broken.exists()
    assert (box.root / ".reflexion" / "state" / "mine" / broken.name).read_text(
        encoding="utf-8"
    ) == "{"


def test_a_colleague_is_told_after_a_yes(team, tmp_path):
    team.cli("share", "--yes")
    team.git("add", ".reflexion")
    team.git("commit", "-q", "-m", "share")
    home = tmp_path / "other-home"
    home.mkdir()
    team.git("clone", "-q", str(team.root), str(tmp_path / "shop2"))
    other = Box(tmp_path / "shop2", home)
    assert LESSON not in other.start()
    other.cli("trust", "--yes")
    other.session = "next"
    assert LESSON in other.start()


def test_a_start_reminds_of_the_lessons_that_share_would_offer(team):
    start = partial(team.fire, "recall", "SessionStart", source="startup")
    assert "2 lessons could be shared" in shown(start())
    assert "could be shared" not in shown(start())  # not before a week is over


def test_a_start_reminds_of_no_failure_without_a_lesson_and_of_nothing_kept_private(team):
    team.cli("share", answers="ks", terminal=True)
    assert "could be shared" not in shown(team.fire("recall", "SessionStart", source="startup"))
