"""What can go wrong in a project, one thing each: cases of `doctor` and of `status`."""

import json
import os
import subprocess
import time

import pytest

from reflexion.actions.share import make_shared
from reflexion.store.project import Project

LESSON = "When `make test` cannot connect, run `make db` first, because the tests need it."
BEGIN = "<!-- reflexion:begin -->"
BROKEN = "RFX-20260301-bbbbbb.json"
STAMP = time.strftime("%Y-%m-%d %H:%M:%S")
CONFIG = ".reflexion/config.json"


def project_of(box):
    return Project(str(box.root), box.environ())


def store_of(box):
    return project_of(box).store


def folder(box):
    return box.root / ".reflexion"


def entry_file(box):
    return next((folder(box) / "entries").glob("RFX-*.json"))


def learned(box):
    """Let the person record a lesson; return its id."""
    assert box.cli("learn", LESSON).code == 0
    return store_of(box).ids()[0]


def promoted(box):
    entry_id = learned(box)
    assert box.cli("promote", entry_id).code == 0
    return entry_id


def written(place, content):
    """Return what writes a file of a project with one lesson."""

    def spoil(box):
        learned(box)
        data = content if isinstance(content, bytes) else content.encode()
        (box.root / place).write_bytes(data)

    return spoil


def configured(name, value):
    """Return what sets a setting."""

    def spoil(box):
        assert box.cli("config", name, value).code == 0

    return spoil


unreadable_entry = written(f".reflexion/entries/{BROKEN}", '{"id": 1')
wrong_setting = written(CONFIG, '{"promote_after": "x"}')
broken_markers = written("CLAUDE.md", f"{BEGIN}\n")
switched_off = configured("enabled", "false")


def silent_hook(box):
    learned(box)
    (box.records / "runs.txt").write_text(f"{STAMP}\tcapture.Stop\t9\n" * 20, encoding="utf-8")


def misnamed_entry(box):
    learned(box)
    entry_file(box).rename(folder(box) / "entries" / "my lesson.json")


def merge_in_the_middle(box, attributes="*.json -merge\n"):
    """Leave an entry in state UU: both sides changed it; by default git writes no markers."""
    learned(box)
    make_shared(store_of(box))
    box.cli("share", "--yes")
    box.git("add", "-A")
    box.git("commit", "-q", "-m", "base")
    info = box.root / ".git" / "info"
    info.mkdir(exist_ok=True)
    (info / "attributes").write_text(attributes, encoding="utf-8")
    for branch, count in ((["-b", "other"], 2), (["-"], 3)):
        box.git("checkout", "-q", *branch)
        entry = {**box.entry(), "occurrences": count}
        entry_file(box).write_text(json.dumps(entry, indent=2), encoding="utf-8")
        box.git("commit", "-q", "-a", "-m", str(count))
    with pytest.raises(subprocess.CalledProcessError):
        box.git("merge", "-q", "other")


def conflict_markers(box):
    merge_in_the_middle(box, "*.json merge=text\n")


def edited(box):
    """Change the words of the lesson with an editor; the folder's time stays."""
    learned(box)
    entry_file(box).write_text(
        entry_file(box).read_text(encoding="utf-8").replace("make db", "make database"),
        encoding="utf-8",
    )


def wrong_global_setting(box):
    learned(box)
    (box.home / ".reflexion" / "config.json").write_text('{"promote_after": "x"}', encoding="utf-8")


def settings_of_others(box):
    written(CONFIG, '{"promote_after": 4}')(box)
    box.git("add", "-f", CONFIG)


def words_of_others(box):
    box.put(trigger="x", resolution=LESSON)


def changed_words(box):
    edited(box)
    box.git("add", "-f", ".reflexion/entries")


def refused_words(box):
    learned(box)
    assert box.cli("trust", "--revoke", "--yes").code == 0


def linked_store(box):
    (box.home / "elsewhere").mkdir()
    folder(box).symlink_to(box.home / "elsewhere")


def repository_in_store(box):
    written(".reflexion/.git", "gitdir: /elsewhere\n")(box)


def no_merge_driver(box):
    learned(box)
    assert box.cli("init", "--host", "claude").code == 0
    make_shared(store_of(box))


def changed_rule(box):
    promoted(box)
    path = box.root / "CLAUDE.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("make db", "make it's-db"), encoding="utf-8"
    )


def rule_without_learning(box):
    promoted(box)
    entry_file(box).unlink()


def learning_without_rule(box):
    promoted(box)
    (box.root / "CLAUDE.md").write_text("# Mine\n", encoding="utf-8")


def rule_file_outside(box):
    learned(box)
    (box.home / "notes.md").write_text("x", encoding="utf-8")
    (box.root / "CLAUDE.md").symlink_to(box.home / "notes.md")


def killed_process(box):
    written(".reflexion/state/tmp/.tmp-1-2", "x")(box)
    os.utime(folder(box) / "state" / "tmp" / ".tmp-1-2", (1, 1))


def fault(box):
    learned(box)
    project_of(box).fault("capture", ValueError("odd payload"))


def lesson_that_failed(box):
    assert box.cli("failed", learned(box), "the port is another one").code == 0


def rule_that_waits(box):
    assert box.cli("config", "promote", "ask").code == 0
    entry_id = learned(box)
    store = store_of(box)
    with store.lock():
        entry = store.get(entry_id)
        store.write(entry.copy(occurrences=3, first_seen="2026-01-01"))
