"""doctor: what it finds wrong, the command that mends it, and what --fix repairs."""

import json
import os
import shlex
import subprocess
import time

import pytest
from sandbox import ROOT

from reflexion.store import dropped, team
from reflexion.store.index import row_of
from reflexion.store.project import Project

LESSON = "When `make test` cannot connect, run `make db` first, because the tests need it."
BEGIN = "<!-- reflexion:begin -->"
BROKEN = "RFX-20260301-bbbbbb.json"
POSIX = pytest.mark.skipif(os.name == "nt", reason="a POSIX shell and links")


def project_of(box):
    return Project(str(box.root), box.environ())


def store_of(box):
    return project_of(box).store


def folder(box):
    return box.root / ".reflexion"


def learned(box):
    """Let the person record a lesson; return its id."""
    assert box.cli("learn", LESSON).code == 0
    return store_of(box).ids()[0]


def promoted(box):
    entry_id = learned(box)
    assert box.cli("promote", entry_id).code == 0
    return entry_id


def examined(box, *argv, **environ):
    """Return the findings as dicts, hooks not run."""
    done = box.cli("doctor", "--quick", "--json", *argv, **environ)
    found = json.loads(done.out)["findings"]
    assert done.code == any(row["grade"] == "bad" for row in found), found
    return found


def findings(box, words, **environ):
    return [row for row in examined(box, **environ) if words in f"{row['check']}: {row['text']}"]


# --- what can be wrong: each makes one thing wrong ---


def unreadable_entry(box):
    learned(box)
    (folder(box) / "entries" / BROKEN).write_text('{"id": 1')


def entry_too_large(box):
    learned(box)
    (folder(box) / "entries" / BROKEN).write_text(" " * 70_000)


def misnamed_entry(box):
    entry_id = learned(box)
    path = folder(box) / "entries" / f"{entry_id}.json"
    path.rename(path.with_name("my lesson.json"))


def misnamed_text(box):
    learned(box)
    (folder(box) / "entries" / "note.json").write_text("no JSON")


def conflict_markers(box):
    entry_id = learned(box)
    path = folder(box) / "entries" / f"{entry_id}.json"
    text = path.read_text()
    ours = text.replace('"occurrences": 1', '"occurrences": 2')
    path.write_text(f"<<<<<<< ours\n{ours}=======\n{text}>>>>>>> theirs\n")


def merge_in_the_middle(box):
    """Leave an entry in state UU: both sides changed it, and git wrote no markers."""
    entry_id = learned(box)
    assert box.cli("trust", "--pulls", "--yes").code in (0, 1, 2)
    path = folder(box) / "entries" / f"{entry_id}.json"
    team.share(store_of(box))
    box.git("add", "-A")
    box.git("commit", "-q", "-m", "base")
    (box.root / ".git" / "info" / "attributes").write_text("*.json -merge\n")
    box.git("checkout", "-q", "-b", "other")
    for branch, count in (("other", 2), ("-", 3)):
        if branch == "-":
            box.git("checkout", "-q", "-")
        entry = json.loads(path.read_text())
        path.write_text(json.dumps({**entry, "occurrences": count}, indent=2))
        box.git("commit", "-q", "-a", "-m", str(count))
    with pytest.raises(subprocess.CalledProcessError):
        box.git("merge", "-q", "other")


def index_out_of_step(box):
    entry_id = learned(box)
    path = folder(box) / "entries" / f"{entry_id}.json"
    path.write_text(path.read_text().replace("make db", "make database"))


def wrong_setting(box):
    learned(box)
    (folder(box) / "config.json").write_text('{"promote_after": "x"}')


def unknown_setting(box):
    learned(box)
    (folder(box) / "config.json").write_text('{"mine": 1}')


def wrong_global_setting(box):
    learned(box)
    (box.home / ".reflexion" / "config.json").write_text('{"promote_after": "x"}')


def broken_settings(box):
    learned(box)
    (folder(box) / "config.json").write_text("{,")


def switched_off(box):
    assert box.cli("config", "enabled", "false").code == 0


def settings_of_others(box):
    learned(box)
    team.share(store_of(box))
    box.git("add", "-A")
    (folder(box) / "config.json").write_text('{"promote_after": 4}')
    box.git("add", "-A")


def words_of_others(box):
    box.put(trigger="x", resolution=LESSON)


def changed_words(box):
    entry_id = learned(box)
    team.share(store_of(box))
    path = folder(box) / "entries" / f"{entry_id}.json"
    path.write_text(path.read_text().replace("make db", "make database"))
    box.git("add", "-A")


def refused_words(box):
    learned(box)
    assert box.cli("trust", "--revoke", "--yes").code == 0


def linked_store(box):
    (box.home / "elsewhere").mkdir()
    folder(box).symlink_to(box.home / "elsewhere")


def linked_entries(box):
    folder(box).mkdir()
    (box.home / "elsewhere").mkdir()
    (folder(box) / "entries").symlink_to(box.home / "elsewhere")


def repository_in_store(box):
    learned(box)
    subprocess.run(["git", "init", "-q", folder(box)], check=True)


def tracked_scratch(box):
    learned(box)
    box.git("add", "-f", ".reflexion/state")


def no_ignore_file(box):
    learned(box)
    (folder(box) / ".gitignore").unlink()


def no_merge_driver(box):
    learned(box)
    team.share(store_of(box))


def dropped_and_back(box):
    entry_id = learned(box)
    store = store_of(box)
    row = row_of(store.read(entry_id), 0)
    dropped.drop(store, row.fingerprints.split(","), "x")


def changed_rule(box):
    promoted(box)
    path = box.root / "CLAUDE.md"
    path.write_text(path.read_text().replace("make db", "make it's-db"))


def rule_without_learning(box):
    entry_id = promoted(box)
    (folder(box) / "entries" / f"{entry_id}.json").unlink()


def learning_without_rule(box):
    promoted(box)
    (box.root / "CLAUDE.md").write_text("# Mine\n")


def broken_markers(box):
    learned(box)
    (box.root / "CLAUDE.md").write_text(f"{BEGIN}\n")


def rule_file_of_bytes(box):
    learned(box)
    (box.root / "CLAUDE.md").write_bytes(b"\xff\xfe")


def rule_file_outside(box):
    learned(box)
    (box.home / "notes.md").write_text("x")
    (box.root / "CLAUDE.md").symlink_to(box.home / "notes.md")


def old_files(box):
    learned(box)
    state = folder(box) / "state"
    (state / "outcomes.txt").write_text("x")
    (state / "runs").mkdir()
    (state / "runs" / "recall.txt").write_text("x")


def killed_process(box):
    learned(box)
    left = folder(box) / "state" / "tmp" / ".tmp-1-2"
    left.write_text("x")
    os.utime(left, (1, 1))


def silent_hook(box):
    learned(box)
    stamp = time.strftime("%Y-%m-%d %H:%M:%S")
    (folder(box) / "state" / "runs.txt").write_text(f"{stamp}\tcapture.Stop\t9\n" * 20)


def no_hooks(box):
    learned(box)


def lock_that_is_a_folder(box):
    learned(box)
    lock = folder(box) / "state" / "lock"
    lock.unlink()
    lock.mkdir()


# spoil, words of the finding, its grade, how its remedy begins
CASES = [
    (unreadable_entry, f"{BROKEN}: not valid JSON", "bad", "reflexion edit RFX-"),
    (entry_too_large, f"{BROKEN}: larger than", "bad", "mv "),
    (misnamed_entry, "my lesson.json is not read", "bad", "mv "),
    (misnamed_text, "note.json is not read", "bad", "mv "),
    (conflict_markers, "conflict markers in 1 entry file", "bad", "reflexion rebuild-index"),
    (merge_in_the_middle, "git has two versions of RFX-", "bad", "git add -- "),
    (index_out_of_step, "index: the index is out of step", "note", "reflexion doctor --fix"),
    (wrong_setting, "promote_after: must be", "bad", "reflexion config --unset promote_after"),
    (unknown_setting, "mine: unknown setting", "note", "${EDITOR:-vi} "),
    (wrong_global_setting, "promote_after: must be", "bad", "reflexion config --unset --global"),
    (broken_settings, "config.json: cannot be used", "bad", "mv "),
    (switched_off, "`enabled` is off", "bad", "reflexion config enabled true"),
    (settings_of_others, "changed settings wait", "note", "reflexion trust"),
    (words_of_others, "the store came with this project (1 learning)", "bad", "reflexion trust"),
    (changed_words, "1 learning with words that you never", "note", "reflexion trust"),
    (refused_words, "the store came with this project (1 learning)", "bad", "reflexion trust"),
    (linked_store, ".reflexion is a link", "bad", "rm "),
    (linked_entries, "entries is a link", "bad", "rm "),
    (repository_in_store, "holds a repository of its own", "bad", "mv "),
    (tracked_scratch, "git tracks ", "bad", "git rm -r "),
    (no_ignore_file, ".gitignore is missing", "bad", "reflexion doctor --fix"),
    (no_merge_driver, "does not know how to merge", "bad", "reflexion doctor --fix"),
    (dropped_and_back, "on the list of what shall not be learned", "note", "reflexion remove"),
    (changed_rule, "in CLAUDE.md was changed", "note", "reflexion learn --for"),
    (rule_without_learning, "belongs to no learning", "note", "reflexion promote --demote RFX-"),
    (learning_without_rule, "stands in no file", "note", "reflexion promote "),
    (broken_markers, "CLAUDE.md: its markers are broken", "bad", "${EDITOR:-vi} "),
    (rule_file_of_bytes, "CLAUDE.md is not UTF-8", "bad", "${EDITOR:-vi} "),
    (rule_file_outside, "CLAUDE.md leads out of the project", "bad", "reflexion config promote_to"),
    (old_files, "2 files of an older version", "note", "reflexion doctor --fix"),
    (killed_process, "1 file of an older version", "note", "reflexion doctor --fix"),
    (no_hooks, "no host has the hooks", "bad", "reflexion init"),
    (lock_that_is_a_folder, "the lock cannot be used", "bad", "rm "),
]
IDS = [case[0].__name__ for case in CASES]


@POSIX
@pytest.mark.parametrize("spoil, words, grade, remedy", CASES, ids=IDS)
def test_what_is_wrong_is_found_and_mended_by_the_command_that_is_named(
    box, spoil, words, grade, remedy
):
    spoil(box)
    (row,) = findings(box, words)
    assert row["grade"] == grade and row["remedy"].startswith(remedy), row
    run_remedy(box, row["remedy"])
    assert findings(box, words) == []


def run_remedy(box, command):
    """Run a command as a person at a terminal does, who says yes to what it asks."""
    editor = box.home / "editor"
    editor.write_text('#!/bin/sh\necho \'{"trigger": "x"}\' > "$1"\n')
    editor.chmod(0o755)
    words = shlex.split(command)
    if words[0] == "reflexion":
        done = box.cli(*words[1:], answers="y\ny\ny\n", EDITOR=str(editor))
        assert done.code == 0 or words[1] == "doctor", done
        return
    env = box.environ(EDITOR=str(editor))
    subprocess.run(["sh", "-c", command], cwd=box.root, env=env, check=True, timeout=30)


def test_in_a_healthy_project_nothing_is_wrong(box):
    assert box.cli("init", "--host", "claude").code == 0
    box.fire("recall", "SessionStart", source="startup")
    promoted(box)
    found = examined(box)
    assert {row["grade"] for row in found} == {"good"}, found
    checks = {row["check"] for row in found}
    assert checks == {"python", "store", "hooks", "runs", "entries", "rules"}
    assert "nothing is wrong" in box.cli("doctor", "--quick").out


def test_before_anything_was_set_up(box):
    out = box.cli("doctor", "--quick").out
    assert "is not there yet" in out and "no host has the hooks" in out
    assert not folder(box).exists()  # looking makes no store


def test_outside_of_a_project(box):
    done = box.cli("doctor", "--quick", cwd=box.home)
    assert "no project's store can be in" in done.out and "bug" not in done.err


def test_each_hook_is_sent_an_event_through_its_command(box):
    assert box.cli("init", "--host", "claude").code == 0
    assert "hook commands works" in " ".join(box.cli("doctor").out.split())


def test_a_hook_that_never_ran_is_named(box):
    silent_hook(box)
    (row,) = findings(box, "the hook recall never ran")
    assert row["grade"] == "bad" and row["remedy"] == "reflexion init"


@pytest.mark.parametrize(
    "name, value, words",
    [
        ("REFLEXION_DISABLED", "1", "REFLEXION_DISABLED is set"),
        ("REFLEXION_DIR", "here", "REFLEXION_DIR names another folder"),
    ],
)
def test_a_variable_that_changes_what_hooks_do(box, name, value, words):
    learned(box)
    (row,) = findings(box, words, **{name: value})
    assert row["remedy"] == f"unset {name}"
    assert findings(box, words) == []


@POSIX
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write")
def test_a_folder_that_may_not_be_written(box):
    learned(box)
    (folder(box) / "entries").chmod(0o500)
    (row,) = findings(box, "cannot be written")
    run_remedy(box, row["remedy"])
    assert findings(box, "cannot be written") == []


def test_a_lock_that_is_held(box):
    learned(box)
    with store_of(box).lock():
        (row,) = findings(box, "another process has held the lock")
    assert row["grade"] == "bad" and findings(box, "has held the lock") == []


def test_faults_of_the_last_days_are_told_and_older_ones_are_not(box):
    learned(box)
    project_of(box).fault("capture", ValueError("odd payload"))
    (row,) = findings(box, "1 fault of hooks in 7 days")
    assert "odd payload" in row["text"] and row["grade"] == "note"
    path = folder(box) / "state" / "faults.txt"
    path.write_text(path.read_text().replace(time.strftime("%Y-"), "2020-"))
    assert findings(box, "of hooks in 7 days") == []


def test_a_payload_that_was_not_understood_is_a_fault(box):
    learned(box)
    box.script("capture", stdin='{"hook_event_name": "PostToolUseFailure", "error": [')
    assert len(findings(box, "1 fault of hooks")) == 1


@POSIX
def test_what_is_repaired_is_named_and_the_rest_is_left(box):
    for spoil in (old_files, unreadable_entry, no_ignore_file):
        spoil(box)
    done = box.cli("doctor", "--quick", "--fix")
    assert done.code == 1 and done.out.count("fixed") == 2
    assert (folder(box) / "entries" / BROKEN).exists()
    assert not (folder(box) / "state" / "runs").exists()
    assert "*" in (folder(box) / ".gitignore").read_text()


def test_a_changed_rule_and_a_missing_one_are_not_repaired_unasked(box):
    for spoil in (changed_rule, learning_without_rule):
        spoil(box)
        before = (box.root / "CLAUDE.md").read_text()
        box.cli("doctor", "--quick", "--fix")
        assert (box.root / "CLAUDE.md").read_text() == before


def test_the_report_names_each_remedy_below_its_finding(box):
    unreadable_entry(box)
    lines = box.cli("doctor", "--quick", COLUMNS="60").out.splitlines()
    at = next(n for n, line in enumerate(lines) if "WRONG entries:" in line)
    below = next(line for line in lines[at:] if "->" in line)
    assert below.strip().endswith(f"edit {BROKEN[:-5]}")


def test_nothing_in_a_file_name_reaches_the_terminal(box):
    learned(box)
    (folder(box) / "entries" / "a\x1b[2Jb.json").write_text("x")
    assert "\x1b" not in box.cli("doctor", "--quick").out


def test_the_program_itself_ends_with_one_where_something_is_wrong(box):
    done = box.program("doctor", "--quick")
    assert done.code == 1 and str(ROOT) in done.out.replace("\n        ", " ")
