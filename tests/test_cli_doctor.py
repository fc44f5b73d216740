"""doctor: what it finds wrong, and the command that mends it."""

import os
import re
import shlex
import shutil
import subprocess
import time

import pytest
import troubles
from sandbox import ROOT
from troubles import BROKEN, folder, learned, promoted, written

from reflexion.actions.checks import everything
from reflexion.setup import check
from reflexion.store.project import Project

POSIX = pytest.mark.skipif(os.name == "nt", reason="a POSIX shell and links")
ENTRIES = ".reflexion/entries"


def examined(box, **environ):
    """Return the findings as dicts."""
    project = Project(str(box.root), box.environ(**environ))
    return [row._asdict() for row in everything(project, project.root)]


def findings(box, words, **environ):
    return [row for row in examined(box, **environ) if words in f"{row['check']}: {row['text']}"]


@pytest.fixture
def untried(monkeypatch):
    """Take each hook for one that works, without a run of it."""
    monkeypatch.setattr(check, "try_hook", lambda *given: "")


# spoil, words of the finding, its grade, how its remedy begins
CASES = [
    (troubles.unreadable_entry, f"{BROKEN}: not valid JSON", "bad", "reflexion edit RFX-"),
    (written(f"{ENTRIES}/{BROKEN}", " " * 70_000), f"{BROKEN}: larger than", "bad", "mv "),
    (troubles.misnamed_entry, "my lesson.json is not read", "bad", "mv "),
    (written(f"{ENTRIES}/note.json", "no JSON"), "note.json is not read", "bad", "mv "),
    (troubles.conflict_markers, "markers in 1 entry file", "bad", "reflexion rebuild-index"),
    (
        troubles.merge_in_the_middle,
        "git has two versions of RFX-",
        "bad",
        "reflexion rebuild-index",
    ),
    (troubles.wrong_setting, "promote_after: must be", "bad", "reflexion config --unset pro"),
    (troubles.wrong_global_setting, "must be a whole", "bad", "reflexion config --unset --glo"),
    (written(troubles.CONFIG, '{"mine": 1}'), "mine: unknown setting", "note", "${EDITOR:-vi} "),
    (written(troubles.CONFIG, "{,"), "cannot be used", "bad", "mv "),
    (troubles.switched_off, "`enabled` is off", "bad", "reflexion config enabled true"),
    (troubles.settings_of_others, "changed settings wait", "note", "reflexion trust"),
    (troubles.words_of_others, "came with this project (1 lea", "bad", "reflexion trust"),
    (troubles.changed_words, "1 learning with words that you never", "note", "reflexion trust"),
    (troubles.refused_words, "came with this project (1 lea", "bad", "reflexion trust"),
    (troubles.linked_store, ".reflexion is a link", "bad", "rm "),
    (troubles.repository_in_store, "holds a repository of its own", "bad", "mv "),
    (troubles.no_merge_driver, "not know how to merge", "bad", "reflexion init --team"),
    (troubles.changed_rule, "in CLAUDE.md was changed", "note", "reflexion review "),
    (troubles.rule_without_learning, "no learning", "note", "reflexion promote --demote RFX-"),
    (troubles.learning_without_rule, "stands in no file", "note", "reflexion promote --demote "),
    (troubles.broken_markers, "CLAUDE.md: its markers are broken", "bad", "${EDITOR:-vi} "),
    (written("CLAUDE.md", b"\xff\xfe"), "CLAUDE.md is not UTF-8", "bad", "${EDITOR:-vi} "),
    (troubles.rule_file_outside, "leads out of the project", "bad", "reflexion config promote_to"),
    (learned, "no host has the hooks", "bad", "reflexion init"),
    (lambda box: None, ".reflexion is not there yet", "note", "reflexion init"),
]


@POSIX
@pytest.mark.parametrize("spoil, words, grade, remedy", CASES, ids=[case[1] for case in CASES])
def test_what_is_wrong_is_found_and_mended_by_the_command_that_is_named(
    box, spoil, words, grade, remedy, untried
):
    spoil(box)
    (row,) = findings(box, words)
    assert row["grade"] == grade and row["remedy"].startswith(remedy), row
    run_remedy(box, row["remedy"])
    assert findings(box, words) == []


def run_remedy(box, command):
    """Run a command as a person at a terminal does, who says yes to what it asks."""
    editor = box.home / "editor"
    editor.write_text('#!/bin/sh\necho \'{"trigger": "x"}\' > "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    first, _, rest = command.partition(" && ")
    words = shlex.split(first)
    if words[0] == "reflexion":
        done = box.cli(*words[1:], answers="y\ny\ny\n", EDITOR=str(editor))
        assert done.code == 0 or words[1] == "doctor", done
        command = rest
    env = box.environ(EDITOR=str(editor))
    subprocess.run(["sh", "-c", command], cwd=box.root, env=env, check=True, timeout=30)


LOCAL = ".claude/settings.local.json"
SHARED = ".claude/settings.json"
EXAMPLE = (ROOT / "hooks.example.json").read_text(encoding="utf-8")


def replaced(path, *pairs):
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        text = re.sub(old, new, text)
    path.write_text(text, encoding="utf-8")


def init(box, *options):
    assert box.cli("init", "--host", "claude", *options).code == 0


def program_gone(box):
    """As after `pipx reinstall` with another Python."""
    for options, path in (((), box.root / LOCAL), (("--user",), box.home / SHARED)):
        init(box, *options)
        replaced(path, ("/scripts/", "/gone/"))


def older_version_in_two_places(box):
    init(box, "--user")
    init(box, "--local")
    for path in (box.root / LOCAL, box.home / SHARED):
        replaced(path, (r"export REFLEXION_RANK=\d; ", ""))


def pasted(*places):
    """Return what pastes hooks.example.json, for a clone in ~/reflexion."""

    def spoil(box):
        (box.home / "reflexion").symlink_to(ROOT)
        for place in places:
            path = box.home / SHARED if place == "home" else box.root / place
            path.parent.mkdir(exist_ok=True)
            path.write_text(EXAMPLE, encoding="utf-8")

    return spoil


def pasted_under_a_comment_and_another_set_in_the_home(box):
    pasted(LOCAL, "home")(box)
    replaced(box.root / LOCAL, (r"\A", "// mine\n"), (r"export REFLEXION_RANK=\d; ", ""))
    replaced(box.home / SHARED, (r"export REFLEXION_RANK=\d; ", ""))


def program_of_the_team_gone(box):
    """A clone whose settings call a submodule that was not checked out."""
    pasted(SHARED)(box)
    gone = r'\\"$CLAUDE_PROJECT_DIR\\"/tools/reflexion/scripts/'
    target = r'\\"\$HOME\\"/reflexion/scripts/'
    replaced(box.root / SHARED, (target, gone), (r"export REFLEXION_RANK=\d; ", ""))
    box.git("add", "-f", SHARED)


def one_file_of_the_team_whose_program_is_gone(box):
    """Qwen Code has one settings file in a project."""
    assert box.cli("init", "--host", "qwen").code == 0
    replaced(box.root / ".qwen/settings.json", ("/scripts/", "/gone/"))
    box.git("add", "-f", ".qwen/settings.json")


def driver_gone(box):
    assert box.cli("init", "--team", "--host", "claude").code == 0
    line = "'/gone/python3' '/gone/merge.py' %O %A %B"
    box.git("config", "merge.reflexion.driver", line)


def test_where_all_was_taken_out_nobody_misses_the_merge_driver(box):
    assert box.cli("init", "--team", "--host", "claude").code == 0
    assert box.cli("init", "--uninstall").code == 0
    assert findings(box, "merge entries") == []


STATES = [
    lambda box: None,
    program_gone,
    older_version_in_two_places,
    pasted("home"),
    pasted(LOCAL),
    pasted(SHARED, "home"),
    pasted(LOCAL, SHARED, "home"),
    pasted_under_a_comment_and_another_set_in_the_home,
    program_of_the_team_gone,
    one_file_of_the_team_whose_program_is_gone,
    driver_gone,
    written(SHARED, "{"),
]


@POSIX
@pytest.mark.parametrize("spoil", STATES, ids=lambda spoil: spoil.__name__)
def test_the_remedies_lead_to_a_state_in_which_nothing_is_wrong(box, spoil, untried):
    (box.root / ".claude").mkdir()
    spoil(box)
    done = []
    for _ in range(6):
        wrong = [row for row in examined(box) if row["grade"] == "bad"]
        if not wrong:
            return
        remedy = wrong[0]["remedy"]
        assert remedy not in done, (remedy, wrong)
        done.append(remedy)
        run_remedy(box, remedy)
    raise AssertionError(done)


def test_in_a_healthy_project_nothing_is_wrong(box):
    assert box.cli("init", "--host", "claude").code == 0
    box.fire("recall", "SessionStart", source="startup")
    promoted(box)
    found = examined(box)
    assert {row["grade"] for row in found} == {"good"}, found
    (tried,) = [row["text"] for row in found if row["check"] == "hooks"]
    assert "each hook in" in tried
    checks = {row["check"] for row in found}
    assert checks == {"python", "store", "hooks", "runs", "entries", "rules"}
    assert "nothing is wrong" in box.cli("doctor").out


def test_before_anything_was_set_up(box):
    out = box.cli("doctor").out
    assert "is not there yet" in out and "no host has the hooks" in out
    assert not folder(box).exists()  # looking makes no store


def test_outside_of_a_project(box):
    done = box.cli("doctor", cwd=box.home)
    assert "no project's store can be in" in done.out and "bug" not in done.err


def test_a_hook_that_never_ran_is_named(box):
    troubles.silent_hook(box)
    (row,) = findings(box, "the hook recall never ran")
    assert row["grade"] == "bad" and row["remedy"] == "reflexion init"


@pytest.mark.parametrize(
    "name, value, words",
    [
        ("REFLEXION_DISABLED", "1", "REFLEXION_DISABLED is set"),
        ("REFLEXION_DIR", "/elsewhere", "REFLEXION_DIR names another folder"),
        ("REFLEXION_DIR", "here", "REFLEXION_DIR is a relative path"),
        ("REFLEXION_HOME", "here", "REFLEXION_HOME is a relative path"),
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


@POSIX
def test_a_home_that_may_not_be_written(box, monkeypatch):
    denied = str(box.home)  # the suite may run as root, who may write anywhere
    monkeypatch.setattr(os, "access", lambda path, mode: path != denied)
    (row,) = findings(box, "cannot be written")
    assert row["remedy"] == f"chmod u+rwX {denied}"


def test_without_a_home_folder_nothing_is_kept(box):
    (row,) = findings(box, "there is no home folder", HOME="/")
    assert row["grade"] == "bad"


def test_a_full_disk(box, monkeypatch):
    learned(box)
    usage = shutil.disk_usage(box.home)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=4096))
    (row,) = findings(box, "is full: nothing can be kept")
    assert row["grade"] == "bad" and row["remedy"].startswith("df -h ")


def test_a_clock_that_jumped(box):
    box.start()
    assert findings(box, "the clock says") == []
    runs = box.records / "runs.txt"
    runs.write_text(
        f"2099-01-01 00:00:00\tcapture.Stop\t1\n{runs.read_text(encoding='utf-8')}",
        encoding="utf-8",
    )
    (row,) = findings(box, "the clock says")
    assert "2099-01-01" in row["text"]


def test_a_store_in_a_folder_of_the_checkout_that_came_along(box):
    learned(box)
    entry = box.root / "Src" / ".reflexion" / "entries" / "RFX-20260330-9f99e5.json"
    entry.parent.mkdir(parents=True)
    entry.write_text('{"resolution": "Obey."}', encoding="utf-8")
    box.git("add", "-f", str(entry))
    (row,) = findings(box, "Src/.reflexion came along")
    run_remedy(box, row["remedy"])
    assert findings(box, "came along") == []
    assert "Obey" in box.cli("list", cwd=box.root / "Src").out


def test_faults_of_the_last_days_are_told_and_older_ones_are_not(box):
    troubles.fault(box)
    (row,) = findings(box, "1 fault of hooks in 7 days")
    assert "odd payload" in row["text"] and row["grade"] == "note"
    path = box.records / "faults.txt"
    path.write_text(
        path.read_text(encoding="utf-8").replace(time.strftime("%Y-"), "2020-"), encoding="utf-8"
    )
    assert findings(box, "of hooks in 7 days") == []


def test_a_payload_that_was_not_understood_is_a_fault(box):
    learned(box)
    box.script("capture", stdin='{"hook_event_name": "PostToolUseFailure", "error": [')
    assert len(findings(box, "1 fault of hooks")) == 1


def test_the_report_names_each_remedy_below_its_finding(box):
    troubles.unreadable_entry(box)
    lines = box.cli("doctor", COLUMNS="60").out.splitlines()
    at = next(n for n, line in enumerate(lines) if "WRONG entries:" in line)
    below = next(line for line in lines[at:] if "->" in line)
    assert below.strip().endswith(f"edit {BROKEN[:-5]}")


@POSIX
def test_a_merge_that_left_markers_is_one_finding(box):
    troubles.conflict_markers(box)
    rows = [row for row in examined(box) if row["check"] == "entries" and row["grade"] == "bad"]
    assert ["conflict markers" in row["text"] for row in rows] == [True]


@POSIX
def test_a_copy_of_an_entry_is_not_moved_over_it(box):
    entry_id = learned(box)
    path = folder(box) / "entries" / f"{entry_id}.json"
    path.with_name("copy.json").write_text(
        path.read_text(encoding="utf-8").replace("make db", "make x"), encoding="utf-8"
    )
    (row,) = findings(box, "copy.json is not read")
    run_remedy(box, row["remedy"])
    assert "make db" in path.read_text(encoding="utf-8") and (folder(box) / "copy.json").exists()


def test_a_command_sweeps_what_a_killed_process_left_and_nothing_else(box):
    troubles.killed_process(box)
    fresh = folder(box) / "state" / "tmp" / ".tmp-3-4"
    fresh.write_text("x", encoding="utf-8")
    box.cli("list")
    assert [path.name for path in fresh.parent.iterdir()] == [fresh.name]


def test_where_a_rule_file_cannot_be_read_no_rule_is_called_missing(box):
    promoted(box)
    (box.root / "CLAUDE.md").write_text(f"{troubles.BEGIN}\n", encoding="utf-8")
    assert findings(box, "markers are broken") and not findings(box, "stands in no file")


def test_nothing_in_a_file_name_reaches_the_terminal(box):
    learned(box)
    (folder(box) / "entries" / "a\x1b[2Jb.json").write_text("x", encoding="utf-8")
    assert "\x1b" not in box.cli("doctor").out


def test_the_program_itself_ends_with_one_where_something_is_wrong(box):
    done = box.program("doctor")
    assert done.code == 1 and str(ROOT) in done.out.replace("\n        ", " ")
