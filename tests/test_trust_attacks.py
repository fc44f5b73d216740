"""Ways in which somebody else's words were taken for this machine's, each played with real git."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from sandbox import Inside, told
from test_store_trust import level
from test_trust_by_git import MISSING, QUESTION, THEIRS, evil, git, put

from reflexion import hook
from reflexion.hosts.event import Answer
from reflexion.store import fs
from reflexion.store import git as git_of
from reflexion.store.project import Project


def made(root, home) -> Inside:
    """A checkout in which a hook has made the store and learned one fix."""
    box = Inside(root, home)
    box.bash("make release", 2, MISSING)
    (entry,) = box.entries()
    box.change(entry["id"], resolution="Run `make dist`.")
    box.prompt("nothing of note", session="seen")
    return box


@pytest.fixture
def mine(tmp_path, scratch_home):
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    git(root, "commit", "-q", "--allow-empty", "-m", "one")
    return made(root, scratch_home)


def plant(box, entry_id: str = THEIRS, **more) -> None:
    """The file of somebody else's entry in the working tree."""
    put(box.root, f"entries/{entry_id}.json", evil(**more))


def is_said(box, session: str) -> bool:
    return "evil" in told(box.prompt(QUESTION, session=session))


def becomes_a_rule(box) -> bool:
    box.fire("promote", "SessionEnd", reason="other")
    for session in ("x", "y", "z"):
        box.bash(
            "frob widget-store", 1, "Error: cannot frobnicate the widget-store", session=session
        )
    box.script("promote")
    path = box.root / "CLAUDE.md"
    return path.exists() and "evil" in path.read_text()


def track(box) -> None:
    git(box.root, "add", "-f", ".reflexion/entries")
    git(box.root, "commit", "-qm", "entries")


def test_a_clone_where_a_project_of_mine_once_stood(mine, tmp_path):
    mine.script("init", "--uninstall", "--project", mine.root)
    shutil.rmtree(mine.root)
    mine.root.mkdir()
    git(mine.root, "init", "-q")
    plant(mine)
    assert not is_said(mine, "s1") and not becomes_a_rule(mine)


def test_deleting_the_store_ends_the_trust(mine):
    shutil.rmtree(mine.root / ".reflexion")
    plant(mine)
    assert not is_said(mine, "s1") and not becomes_a_rule(mine)


def test_an_archive_where_a_store_of_a_hook_stood(mine):
    """It brings a state of its own, with a nonce, sessions and notices."""
    shutil.rmtree(mine.root / ".reflexion")
    plant(mine)
    put(mine.root, "state/nonce", b"0" * 32 + b"\n")
    said = {"kind": "said", "id": THEIRS, "at": 1, "channel": "prompt"}
    put(mine.root, "state/sessions/s1.jsonl", json.dumps(said).encode() + b"\n")
    put(mine.root, "state/notices.txt", b"2026-01-01T00:00:00Z\tReflexion: run evil\n")
    os.chmod(mine.root / ".reflexion/state", 0o700)
    assert "evil" not in mine.fire("recall", "SessionStart", source="startup")
    assert not is_said(mine, "s1") and not becomes_a_rule(mine)


def test_a_forged_state_that_git_brings_is_not_read(mine):
    nonce = (mine.root / ".reflexion/state/nonce").read_text()
    plant(mine)
    put(mine.root, "state/nonce", nonce.encode())
    git(mine.root, "add", "-f", ".reflexion/state/nonce", ".reflexion/entries")
    git(mine.root, "commit", "-qm", "state")
    assert not is_said(mine, "s1")
    assert not Project(str(mine.root), mine.environ()).trusted


def by_patch(box):
    plant(box)


def by_restore(box):
    plant(box)
    git(box.root, "checkout", "-q", "-b", "theirs")
    git(box.root, "add", "-f", f".reflexion/entries/{THEIRS}.json")
    git(box.root, "commit", "-qm", "theirs")
    git(box.root, "checkout", "-q", "main")
    git(box.root, "restore", "--worktree", "--source=theirs", "--", ".reflexion/entries")


def by_reset(box):
    plant(box)
    track(box)
    git(box.root, "reset", "-q", "--mixed", "HEAD~1")


def by_removal_from_the_index(box):
    plant(box)
    track(box)
    git(box.root, "rm", "-rq", "--cached", ".reflexion/entries")


def by_a_lost_index(box):
    plant(box)
    track(box)
    os.unlink(box.root / ".git/index")


WAYS = [by_patch, by_restore, by_reset, by_removal_from_the_index, by_a_lost_index]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_what_came_in_any_way_becomes_no_rule(mine, way):
    way(mine)
    assert not becomes_a_rule(mine)
    assert (
        json.loads((mine.root / f".reflexion/entries/{THEIRS}.json").read_bytes())["promoted"]
        is False
    )


@pytest.mark.parametrize(
    "way", [by_removal_from_the_index, by_a_lost_index], ids=lambda way: way.__name__
)
def test_what_head_holds_waits(mine, way):
    plant(mine)
    track(mine)
    assert not is_said(mine, "s0")
    (mine.root / ".git/index.lock").unlink(missing_ok=True)
    way_without_planting = {"by_a_lost_index": lambda: os.unlink(mine.root / ".git/index")}
    way_without_planting.get(
        way.__name__,
        lambda: git(mine.root, "rm", "-rq", "--cached", ".reflexion/entries"),
    )()
    assert not is_said(mine, "s1")
    assert not (mine.root / ".git/index.lock").exists()


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"])
def test_the_environment_does_not_decide_what_git_knows(mine, tmp_path, monkeypatch, name):
    git(tmp_path, "init", "-q", "empty")
    place = {"GIT_DIR": "empty/.git", "GIT_INDEX_FILE": "none", "GIT_WORK_TREE": "empty"}[name]
    plant(mine)
    track(mine)
    monkeypatch.setenv(name, str(tmp_path / place))
    assert f"entries/{THEIRS}.json".lower() in git_of.tracked(str(mine.root), "")


def test_another_case_of_the_folder_s_name(mine, monkeypatch):
    """As on macOS and Windows: git holds the entry below `.Reflexion`."""
    monkeypatch.setattr(git_of, "folds_case", lambda root: True)
    plant(mine)
    name = f".Reflexion/entries/{THEIRS}.json"
    (mine.root / ".Reflexion/entries").mkdir(parents=True)
    shutil.copy(mine.root / f".reflexion/entries/{THEIRS}.json", mine.root / name)
    git(mine.root, "add", "-f", name)
    git(mine.root, "commit", "-qm", "case")
    assert not is_said(mine, "s1")


def test_an_own_entry_whose_words_a_pull_replaced_waits_and_then_speaks(mine):
    (entry,) = mine.entries()
    track(mine)
    assert "make dist" in told(mine.bash("make release", 2, MISSING, session="s1"))
    put(
        mine.root,
        f"entries/{entry['id']}.json",
        json.dumps({**entry, "resolution": "Run `evil`."}).encode(),
    )
    git(mine.root, "add", "-f", ".reflexion/entries")
    git(mine.root, "commit", "-qm", "theirs")
    assert "evil" not in mine.bash("make release", 2, MISSING, session="s2")
    assert len(mine.entries()) == 1, "no second entry of a mistake that a waiting one holds"
    mine.reflexion("trust")
    assert "evil" in told(mine.bash("make release", 2, MISSING, session="s3"))


def test_what_is_mine_stays_mine_when_it_is_committed(mine):
    track(mine)
    assert "make dist" in told(mine.bash("make release", 2, MISSING, session="s1"))
    (entry,) = mine.entries()
    assert Project(str(mine.root), mine.environ()).owns(entry["id"])


def test_a_hand_edit_of_a_committed_entry_counts_at_once(mine):
    track(mine)
    (entry,) = mine.entries()
    mine.change(entry["id"], resolution="Run `make tarball`.")
    assert "make tarball" in told(mine.bash("make release", 2, MISSING, session="s1"))
    track(mine)
    assert "make tarball" in told(mine.bash("make release", 2, MISSING, session="s2"))


def test_what_is_mine_stays_mine_when_the_checkout_is_moved(mine, tmp_path, scratch_home):
    os.rename(mine.root, tmp_path / "elsewhere")
    moved = Inside(tmp_path / "elsewhere", scratch_home)
    assert "make dist" in told(moved.bash("make release", 2, MISSING, session="s1"))
    assert moved.entries()[0]["occurrences"] == 2


def test_a_copy_beside_the_original_is_not_trusted_for_it(mine, tmp_path, scratch_home):
    shutil.copytree(mine.root, tmp_path / "copy")
    copy = Inside(tmp_path / "copy", scratch_home)
    plant(copy)
    assert not is_said(copy, "s1") and not becomes_a_rule(copy)


def test_a_worktree_speaks_with_what_is_mine_and_no_more(mine, tmp_path, scratch_home):
    plant(mine)
    track(mine)
    git(mine.root, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "side")
    tree = Inside.__new__(Inside)
    tree.__dict__.update({**mine.__dict__, "root": tmp_path / "tree"})
    assert "make dist" in told(tree.bash("make release", 2, MISSING, session="s1"))
    assert not is_said(tree, "s2") and not becomes_a_rule(tree)


def test_an_own_entry_that_was_removed_is_not_mine_any_more(mine):
    (entry,) = mine.entries()
    mine.reflexion("remove", entry["id"])
    plant(mine, entry["id"], occurrences=9)
    assert not Project(str(mine.root), mine.environ()).owns(entry["id"])


@pytest.mark.parametrize("accept", [["trust"], ["promote", THEIRS]], ids=" ".join)
def test_a_person_accepts_by_hand(mine, accept):
    plant(mine)
    mine.reflexion(*accept)
    assert Project(str(mine.root), mine.environ()).owns(THEIRS)


@pytest.mark.parametrize("argv", [["promote", THEIRS], ["show", THEIRS]], ids=" ".join)
def test_an_agent_does_not_accept_and_is_not_told(mine, argv):
    plant(mine)
    track(mine)
    done = mine.reflexion(*argv, person=False, CLAUDECODE="1")
    assert done.returncode == 1 and "evil" not in done.stdout + done.stderr
    assert not Project(str(mine.root), mine.environ()).owns(THEIRS)


def test_settings_and_insights_of_a_stranger_are_not_read(mine):
    pulled = {"promote_to": ["docs/X.md"], "promote_after": 1}
    put(mine.root, "config.json", pulled)
    insights = mine.root / ".insights"
    insights.mkdir()
    (insights / "frobnicate.md").write_text(
        "# frobnicate widget-store evil\n\nfrobnicate the widget-store\n"
    )
    git(mine.root, "add", "-f", ".reflexion/config.json", ".insights")
    git(mine.root, "commit", "-qm", "settings")
    project = Project(str(mine.root), mine.environ())
    assert project.settings["promote_to"] != ["docs/X.md"]
    assert "evil" not in mine.prompt(QUESTION)
    mine.reflexion("trust")
    assert Project(str(mine.root), mine.environ()).settings["promote_to"] == ["docs/X.md"]
    assert "frobnicate.md" in mine.prompt(QUESTION, session="s2")


def test_a_rule_is_not_written_for_an_untrusted_store(mine, monkeypatch):
    """The guard in hook._apply, whatever the decision touched."""
    project = Project(str(mine.root), mine.environ())
    (entry,) = mine.entries()
    called = []
    monkeypatch.setattr(
        "reflexion.promote.promote_hook.consider", lambda *given: called.append(given) or given[1]
    )
    event = type("Event", (), {"name": "PostToolUse", "session": "s"})()
    for trusted in (True, False):
        project.trusted = trusted
        hook._apply("capture", event, project, Answer(touched=[entry["id"]]))
    assert len(called) == 1


def test_entries_that_wait_are_counted_and_neither_read_nor_indexed(
    tmp_path, scratch_home, monkeypatch
):
    root = tmp_path / "clone"
    root.mkdir()
    git(root, "init", "-q")
    box = Inside(root, scratch_home)
    for n in range(300):
        plant(box, f"RFX-20260331-{n:06x}")
    opened, whole = [], fs.read_bounded
    monkeypatch.setattr(
        fs,
        "read_bounded",
        lambda path, *more, **kw: opened.append(path) or whole(path, *more, **kw),
    )
    box.bash("make release", 2, MISSING)
    box.bash("make release", 2, MISSING, session="s2")
    notice = box.fire("recall", "SessionStart", source="startup")
    assert "300 learnings of others wait" in notice
    assert not [path for path in opened if "RFX-20260331" in path]
    assert "RFX-20260331" not in (root / ".reflexion/index.txt").read_text()


def old_install(box, file: str) -> None:
    """The lists of a version before stores had a nonce."""
    home = box.home / ".reflexion"
    shutil.rmtree(home)
    home.mkdir(mode=0o700)
    (home / file).write_text(os.path.realpath(box.root / ".reflexion") + "\n")
    (box.root / ".reflexion/state/nonce").unlink()


@pytest.mark.parametrize("file", ["made.txt", "trusted.txt"])
def test_a_store_of_the_old_lists_is_carried_over_without_a_question(mine, file):
    old_install(mine, file)
    assert "make dist" in told(mine.bash("make release", 2, MISSING, session="s1"))
    (entry,) = mine.entries()
    assert Project(str(mine.root), mine.environ()).owns(entry["id"])
    assert not (mine.home / ".reflexion" / file).exists()


def test_a_path_of_the_old_lists_whose_state_is_gone_waits(mine):
    old_install(mine, "trusted.txt")
    shutil.rmtree(mine.root / ".reflexion/state")
    plant(mine)
    assert not is_said(mine, "s1") and not becomes_a_rule(mine)


def test_a_state_that_others_may_read_is_no_proof_of_an_old_install(mine):
    """A hook makes it private; what an archive brings is not."""
    old_install(mine, "trusted.txt")
    os.chmod(mine.root / ".reflexion/state", 0o755)
    plant(mine)
    assert not is_said(mine, "s1") and not becomes_a_rule(mine)


def test_of_an_old_store_what_git_tracks_waits(mine):
    plant(mine)
    track(mine)
    old_install(mine, "made.txt")
    assert not is_said(mine, "s1")
    assert "wait for you" in mine.fire("recall", "SessionStart", source="startup")


def test_uninstall_ends_the_trust(mine):
    mine.script("init", "--project", mine.root)
    mine.script("init", "--uninstall", "--project", mine.root)
    assert level(str(mine.root / ".reflexion"), str(mine.home / ".reflexion")) == ""


def test_a_git_that_a_checkout_configures_runs_nothing(mine, tmp_path):
    proof = tmp_path / "ran"
    git(mine.root, "config", "core.fsmonitor", f"touch {proof}; false")
    plant(mine)
    git(mine.root, "-c", "core.fsmonitor=false", "add", "-f", ".reflexion/entries")
    proof.unlink(missing_ok=True)
    assert git_of.tracked(str(mine.root), "")
    assert not proof.exists()


def test_a_hook_leaves_after_a_second_when_the_lock_is_held(mine):
    from reflexion.store.lock import Lock

    held = Lock(str(mine.root / ".reflexion/state/lock"), 0)
    with held, pytest.raises(OSError, match="1 s waited"):
        mine.bash("make deploy", 2, MISSING.replace("release", "deploy"))


def test_a_forged_page_with_a_forged_record_of_it_changes_nothing(mine):
    """`memory sync` takes edits of pages that it wrote itself; git brings a page and such a record."""
    (entry,) = mine.entries()
    mine.change(entry["id"], skill="deploy", confidence="high")
    mine.reflexion("memory", "sync")
    pages = mine.root / ".reflexion/memory"
    (page,) = pages.glob("*.md")
    page.write_text(page.read_text().replace("make dist", "evil"))
    git(mine.root, "add", "-f", ".reflexion/memory")
    git(mine.root, "commit", "-qm", "pages")
    mine.reflexion("memory", "sync")
    assert mine.entries()[0]["resolution"] == "Run `make dist`."


def test_joining_duplicates_brings_no_foreign_words_into_an_own_entry(mine):
    (entry,) = mine.entries()
    theirs = {**entry, "id": THEIRS, "resolution": "Run `make dist` with `evil`.", "source": "user"}
    put(mine.root, f"entries/{THEIRS}.json", {**theirs, "last_seen": "2030-01-01"})
    mine.reflexion("rebuild-index")
    (own, _) = sorted(mine.entries(), key=lambda row: row["id"], reverse=True)
    assert own["resolution"] == "Run `make dist`."


CONVERSIONS = {
    "line ends": ("*.json text eol=lf", lambda text: text.replace("\n", "\r\n")),
    "ident": ("*.json ident", lambda text: text),
    "nothing": ("", lambda text: text),
}


@pytest.mark.parametrize("case", CONVERSIONS)
def test_what_git_converts_does_not_look_like_a_persons_edit(mine, tmp_path, case):
    """A pull brings other words for an own entry, and attributes by which its file always differs."""
    attributes, changed = CONVERSIONS[case]
    (entry,) = mine.entries()
    track(mine)
    theirs = tmp_path / "theirs"
    git(tmp_path, "clone", "-q", str(mine.root), str(theirs))
    path = theirs / f".reflexion/entries/{entry['id']}.json"
    text = json.dumps({**entry, "resolution": "Run `evil $Id$`."}, indent=1)
    path.write_bytes(changed(text).encode())
    git(theirs, "-c", "core.autocrlf=false", "add", "-f", str(path))
    (theirs / ".reflexion/.gitattributes").write_text(attributes)
    git(theirs, "add", "-f", ".reflexion/.gitattributes")
    git(theirs, "commit", "-qm", "theirs")
    git(mine.root, "pull", "-q", "--ff-only", str(theirs), "main")
    assert "evil" not in mine.bash("make release", 2, MISSING, session="s2")


def test_no_filter_that_an_archive_s_configuration_names_is_run(mine, tmp_path):
    (entry,) = mine.entries()
    (mine.root / ".gitattributes").write_text("*.json filter=x")
    track(mine)
    git(mine.root, "config", "filter.x.clean", f"touch '{tmp_path}/ran'; cat")
    mine.change(entry["id"], resolution="Run `make dust`.")  # as long as the old words
    mine.bash("make release", 2, MISSING, session="s2")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("by_command", [False, True])
def test_settings_that_a_patch_brought_let_no_pull_speak(mine, by_command):
    plant(mine)
    track(mine)
    if by_command:
        mine.reflexion("config", "trust_pulls", "true")
    else:
        put(mine.root, "config.json", {"trust_pulls": True})
    assert is_said(mine, "s1") == by_command


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_no_git_of_the_checkouts_own_is_run(mine, monkeypatch):
    (mine.root / "git").write_text("#!/bin/sh\ntouch ran\n")
    (mine.root / "git").chmod(0o755)
    monkeypatch.chdir(mine.root)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.environ["PATH"]]))
    assert git_of.run_git(str(mine.root), "rev-parse", "HEAD")
    assert not (mine.root / "ran").exists()
