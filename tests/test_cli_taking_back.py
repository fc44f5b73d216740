"""`edit`, `remove`, `undo`, `restore`: changes by hand and the way back."""

import json
import shlex
import sys

import pytest
from prepared import prepared
from sandbox import BUILD, LESSON, setting


def editor(old, new):
    """Return an EDITOR that replaces a text."""
    code = (
        "import sys; path = sys.argv[-1]; text = open(path, encoding='utf-8').read(); "
        f"open(path, 'w', encoding='utf-8').write(text.replace({old!r}, {new!r}))"
    )
    return {"EDITOR": shlex.join([sys.executable, "-c", code])}


@prepared
def lesson(box):
    """Return a box with a failure and an agent's lesson."""
    box.bash(*BUILD)
    box.id = box.entry()["id"]
    box.agent("learn", "--for", box.id, LESSON)
    return box


def state(box):
    """Return all that the records and the scratch of the store hold."""
    folders = (box.records, box.root / ".reflexion" / "state")
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return b"".join(path.read_bytes() for path in files)


def test_an_edit_is_stored_and_accepted(lesson):
    done = lesson.cli("edit", lesson.id[-6:], **editor("pnpm run build", "make build"))
    assert done.code == 0
    entry = lesson.entry()
    assert "make build" in entry["resolution"] and entry["source"] == "user"
    assert "make build" in lesson.cli("recall", "--brief").out


def test_an_edit_of_a_tracked_file_does_not_wait(lesson):
    lesson.git("add", "-f", ".")
    lesson.cli("edit", lesson.id, **editor("pnpm run build", "make build"))
    assert "make build" in lesson.cli("recall", "--brief").out


def test_an_edit_of_what_was_changed_meanwhile_is_refused(lesson):
    path = str(lesson.root / ".reflexion" / "entries" / f"{lesson.id}.json")
    code = (
        "import sys, pathlib\n"
        "for path, old, new in ((sys.argv[1], ': 1,', ': 2,'), (sys.argv[-1], 'pnpm', 'yarn')):\n"
        "    path = pathlib.Path(path)\n"
        "    path.write_text(path.read_text(encoding='utf-8').replace(old, new), encoding='utf-8')"
    )
    done = lesson.cli("edit", lesson.id, EDITOR=shlex.join([sys.executable, "-c", code, path]))
    assert done.code == 1 and "was changed meanwhile" in done.err
    assert "pnpm run build" in lesson.entry()["resolution"]


def test_nothing_edited_is_nothing_stored(lesson):
    before = lesson.entry()
    done = lesson.cli("edit", lesson.id, **editor("no such words", ""))
    assert "nothing was changed" in done.out
    assert lesson.entry() == before


@pytest.mark.parametrize(
    "old, new, why",
    [
        ('"type": "error"', '"type": "opinion"', "type must be"),
        ("{", "{{", "not valid JSON"),
        ('"occurrences": 1', '"occurrences": -1', "whole number"),
    ],
)
def test_what_is_no_learning_is_not_stored(lesson, old, new, why):
    before = lesson.entry()
    done = lesson.cli("edit", lesson.id, **editor(old, new))
    assert done.code == 1 and why in done.err
    assert lesson.entry() == before


def test_a_broken_file_can_be_mended(lesson):
    path = lesson.root / ".reflexion" / "entries" / f"{lesson.id}.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"error"', '"mistake"'), encoding="utf-8"
    )
    lesson.cli("edit", lesson.id, **editor('"mistake"', '"error"'))
    assert lesson.entry()["type"] == "error"


@pytest.mark.parametrize("program", ["/no/such/editor", "false", "'"])
def test_an_editor_that_fails_changes_nothing(lesson, program):
    before = lesson.entry()
    assert lesson.cli("edit", lesson.id, EDITOR=program).code == 1
    assert lesson.entry() == before


def test_the_rule_follows_an_edit(lesson):
    lesson.cli("promote", lesson.id)
    lesson.cli("edit", lesson.id, **editor("pnpm run build", "make build"))
    assert "make build" in (lesson.root / "CLAUDE.md").read_text(encoding="utf-8")


def test_a_secret_that_is_edited_out_is_gone_from_the_scratch_too(lesson):
    secret = "Zaubermaus77"
    lesson.bash("deploy", 1, f"error: login failed for operator {secret}")
    entry_id = next(e["id"] for e in lesson.entries() if e["context"] == "deploy")
    lesson.cli("edit", entry_id, **editor('"deploy"', '"deploy it"'))
    assert secret.encode() in state(lesson)
    done = lesson.cli("edit", entry_id, **editor(secret, "[REDACTED]"))
    assert done.code == 0
    assert secret.encode() not in state(lesson)
    assert secret not in json.dumps(lesson.entries())


def test_a_removed_learning_is_not_learned_again(lesson):
    assert lesson.cli("remove", lesson.id[-6:]).code == 0
    assert lesson.entries() == []
    lesson.session = "session-2"
    lesson.bash(*BUILD)
    assert lesson.entries() == []
    assert BUILD[2] in (lesson.root / ".reflexion" / "dropped.txt").read_text(encoding="utf-8")


def test_a_sentence_that_is_taken_back_leaves_its_failure_open(lesson):
    lesson.cli("promote", lesson.id)
    done = lesson.cli("remove", "--lesson", lesson.id[-6:])
    assert done.code == 0 and "without a lesson" in done.out
    assert not (lesson.root / "CLAUDE.md").exists()
    lesson.session = "session-2"
    lesson.bash(*BUILD)
    entry = lesson.entry()
    assert (entry["resolution"], entry["occurrences"], entry["promoted"]) == ("", 2, False)
    assert lesson.agent("learn", "--for", lesson.id, LESSON).code == 0
    assert lesson.entry()["resolution"] == LESSON


def test_the_sentence_before_one_that_is_taken_back_stands_again(lesson):
    newer = "Run `make`, then `make it`."
    lesson.agent("learn", "--type", "pattern", "--for", lesson.id, newer)
    assert lesson.entry()["resolution"] == newer
    assert "stands again" in lesson.cli("remove", "--lesson", lesson.id).out
    entry = lesson.entry()
    assert (entry["resolution"], entry["source"]) == (LESSON, "agent")
    assert entry["type"] == "error" and "notes" not in entry


def test_an_agents_sentence_does_not_come_back_where_a_persons_is_taken_back(lesson):
    lesson.cli("learn", "--for", lesson.id, "Use make.")
    assert "without a lesson" in lesson.cli("remove", "--lesson", lesson.id).out
    assert lesson.entry()["resolution"] == ""


def test_a_stated_sentence_that_is_taken_back_may_be_learned_again(box):
    box.agent("learn", LESSON)
    entry_id = box.entry()["id"]
    assert "may be learned again" in box.cli("remove", "--lesson", entry_id).out
    assert box.entries() == [] and not (box.root / ".reflexion" / "dropped.txt").exists()
    assert box.agent("learn", LESSON).code == 0
    assert box.entry()["resolution"] == LESSON


def test_a_failure_without_a_lesson_has_none_to_take_back(box):
    box.bash(*BUILD)
    done = box.cli("remove", "--lesson", box.entry()["id"])
    assert done.code == 1 and "no lesson" in done.err and len(box.entries()) == 1


def test_another_failure_is_still_learned(lesson):
    lesson.cli("remove", lesson.id)
    lesson.bash("make", 2, "make: *** No rule to make target 'all'.  Stop.")
    assert lesson.entry()["context"] == "make"


def test_the_rule_goes_with_its_learning(lesson):
    lesson.cli("promote", lesson.id)
    lesson.cli("remove", lesson.id)
    assert not (lesson.root / "CLAUDE.md").exists()
    lesson.cli("undo")
    assert LESSON in (lesson.root / "CLAUDE.md").read_text(encoding="utf-8")
    assert lesson.entry()["promoted"]


def test_a_removed_learning_is_gone_from_the_sessions_logs(lesson):
    log = lesson.records / "sessions" / "session-1.log"
    lesson.bash("make", 2, "make: *** No rule to make target 'all'.  Stop.")
    assert BUILD[2] in log.read_text(encoding="utf-8")
    lesson.cli("remove", lesson.id)
    assert BUILD[2] not in log.read_text(encoding="utf-8") and "No rule" in log.read_text(
        encoding="utf-8"
    )


def test_all_or_none_of_several_ids_are_removed(lesson):
    assert lesson.cli("remove", lesson.id, "ffffff").code == 1
    assert len(lesson.entries()) == 1


def test_all_are_removed_after_a_question_and_brought_back(lesson):
    lesson.cli("promote", lesson.id)
    lesson.cli("learn", "Use x.")
    before = lesson.entries()
    assert lesson.cli("remove", "--all", answers="n\n").code == 1
    assert lesson.entries() == before
    done = lesson.cli("remove", "--all", answers="y\n")
    assert "Remove 2 learnings" in done.out and "1 rule included" in done.out
    assert lesson.entries() == [] and not (lesson.root / "CLAUDE.md").exists()
    lesson.cli("undo")
    assert lesson.entries() == before
    assert LESSON in (lesson.root / "CLAUDE.md").read_text(encoding="utf-8")


def test_what_is_cleared_may_be_learned_again_and_leaves_no_trace(lesson):
    digits = lesson.id[-6:].encode()
    assert lesson.cli("remove", "--all", "--yes").code == 0
    records = [path for path in lesson.home.rglob("*") if path.is_file()]
    records += [path for path in (lesson.root / ".reflexion").rglob("*") if path.is_file()]
    named = {path.name for path in records if digits in path.read_bytes()}
    assert {name.rpartition("-")[2] for name in named} <= {
        "journal.jsonl",
        f"{lesson.id[-6:]}.json",
    }
    assert "copies" in {path.parent.name for path in records if path.name in named}
    lesson.session = "session-2"
    lesson.bash(*BUILD)
    assert lesson.entry()["occurrences"] == 1


def test_what_is_shared_is_cleared_from_what_git_tracks_and_brought_back(lesson):
    lesson.cli("init", "--team", "--host", "claude")
    lesson.cli("share", "--yes")
    entries = lesson.root / ".reflexion" / "entries"
    assert [path.stem for path in entries.iterdir()] == [lesson.id]
    lesson.cli("learn", "Use x.")
    assert lesson.cli("remove", "--all", "--yes").code == 0
    assert lesson.entries() == [] and not list(entries.iterdir())
    assert "no learnings yet" in lesson.cli("list").out
    lesson.cli("undo")
    assert [path.stem for path in entries.iterdir()] == [lesson.id]
    assert "Use x." in lesson.cli("list").out and LESSON in lesson.cli("list").out


@pytest.mark.parametrize("argv", [[], ["--all", "--skill", "x"], ["--all", "RFX"]])
def test_what_is_removed_is_said_in_one_way(lesson, argv):
    assert lesson.cli("remove", *argv, "--yes").code == 2 and len(lesson.entries()) == 1


def test_several_are_removed_and_brought_back_as_one_change(lesson):
    lesson.cli("learn", "Use x.")
    ids = [entry["id"] for entry in lesson.entries()]
    assert lesson.cli("remove", *ids).code == 0
    assert lesson.entries() == []
    lesson.cli("undo")
    assert [entry["id"] for entry in lesson.entries()] == ids


def test_undo_takes_back_one_change_after_the_other(lesson):
    lesson.cli("learn", "--for", lesson.id, "Use make.")
    lesson.cli("promote", lesson.id)
    lesson.cli("config", "announce", "all")
    assert json.loads((lesson.root / ".reflexion" / "config.json").read_text(encoding="utf-8"))
    for words in ("config announce", "promote", "learn", "by an agent"):
        assert words in lesson.cli("undo").out
    assert lesson.entry()["resolution"] == ""
    assert not (lesson.root / "CLAUDE.md").exists()
    assert setting(lesson, "announce") == "learned"
    done = lesson.cli("undo")
    assert done.code == 1 and "no change is on record" in done.err


def test_undo_keeps_what_hooks_counted_since(lesson):
    lesson.session = "session-2"
    lesson.bash(*BUILD)
    lesson.cli("undo")
    entry = lesson.entry()
    assert (entry["resolution"], entry["occurrences"], entry["sessions"]) == ("", 2, 2)


def test_undo_leaves_a_rule_file_that_was_changed_since(lesson):
    lesson.cli("promote", lesson.id)
    rules = lesson.root / "CLAUDE.md"
    rules.write_text(rules.read_text(encoding="utf-8") + "\nMine.\n", encoding="utf-8")
    done = lesson.cli("undo")
    assert done.code == 1 and "was changed since" in done.err
    assert "Mine." in rules.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["--for"], []])
def test_undo_keeps_a_copy_of_an_entry_that_was_edited_by_hand_since(lesson, words):
    lesson.cli("learn", *(["--for", lesson.id] if words else []), "Use port 1.")
    entry_id = lesson.entry(resolution="Use port 1.")["id"]
    path = lesson.root / ".reflexion" / "entries" / f"{entry_id}.json"
    path.write_text(path.read_text(encoding="utf-8").replace("port 1", "port 2"), encoding="utf-8")
    lesson.cli("undo")
    assert not path.exists() or "port 2" not in path.read_text(encoding="utf-8")
    assert lesson.cli("restore", path.name).code == 0
    assert lesson.entry(id=entry_id)["resolution"] == "Use port 2."


def test_undo_says_that_a_sentence_is_not_learned_again_and_keeps_a_copy(lesson):
    lesson.cli("learn", "Use port 1.")
    entry_id = lesson.entry(resolution="Use port 1.")["id"]
    done = lesson.cli("undo")
    assert "do not learn it again" in done.out
    assert "port 1" in (lesson.root / ".reflexion" / "dropped.txt").read_text(encoding="utf-8")
    assert lesson.cli("restore", entry_id).code == 0
    assert lesson.entry(resolution="Use port 1.")


def test_undo_of_an_import_lets_its_learnings_come_again(lesson):
    dropped = lesson.root / ".reflexion" / "dropped.txt"
    export = lesson.root / "l.json"
    export.write_text(lesson.cli("export").out, encoding="utf-8")
    lesson.cli("remove", lesson.id)
    dropped.unlink()
    for _ in range(2):
        assert "took over 1 of 1 learning" in lesson.cli("import", str(export), "--yes").out
        done = lesson.cli("undo")
        assert lesson.entries() == [] and not dropped.exists()
        assert "learn it again" not in done.out


def test_undo_takes_out_the_rule_that_a_hook_wrote_since(box):
    box.bash(*BUILD)
    box.cli("config", "promote_min_age_days", "0")
    box.cli("learn", "--for", box.entry()["id"], LESSON)
    for session in ("session-2", "session-3", "session-4"):
        box.session = session
        box.bash(*BUILD)
    box.end()
    assert LESSON in (box.root / "CLAUDE.md").read_text(encoding="utf-8")
    assert "took the rule out of CLAUDE.md" in box.cli("undo").out
    assert not (box.root / "CLAUDE.md").exists()
    entry = box.entry()
    assert not entry["promoted"] and entry["resolution"] == ""
    assert entry["occurrences"] == 4


def test_undo_of_a_home_setting_works_from_the_home_folder(box):
    box.cli("config", "--global", "announce", "all", cwd=box.home)
    assert "config.json" in box.cli("undo", cwd=box.home).out
    assert not (box.home / ".reflexion" / "config.json").exists()


def test_copies_are_listed_and_brought_back(lesson):
    lesson.cli("edit", lesson.id, **editor("pnpm run build", "make build"))
    listed = lesson.cli("restore").out
    assert f"{lesson.id}.json" in listed and f"before: edit {lesson.id}" in listed
    name = listed.split()[0]
    assert lesson.cli("restore", name).code == 0
    assert lesson.entry()["resolution"] == LESSON
    lesson.cli("undo")
    assert "make build" in lesson.entry()["resolution"]


def test_a_removed_learning_comes_back_from_its_copy(lesson):
    lesson.cli("remove", lesson.id)
    assert lesson.cli("restore", lesson.id).code == 0
    assert lesson.entry()["resolution"] == LESSON
    lesson.session = "session-2"
    lesson.bash(*BUILD)
    assert lesson.entry()["occurrences"] == 2


def test_a_copy_that_is_none_is_refused(lesson):
    assert "nothing was changed" in lesson.cli("restore", cwd=lesson.home).out
    assert lesson.cli("restore", "nonsense").code == 1


def test_the_accepted_copy_of_a_removed_learning_goes_too(lesson):
    lesson.cli("init", "--team", "--host", "claude")
    lesson.cli("learn", "--for", lesson.id, "Use make, because Zaubermaus77 says so.")
    lesson.cli("share", "--yes")
    copies = lambda: list((lesson.home / ".reflexion" / "trust").rglob("RFX-*.json"))
    assert copies()
    lesson.cli("remove", lesson.id)
    assert copies() == []


@pytest.mark.parametrize("broken", ["{", "<<<<<<< HEAD\n", ""])
def test_undo_takes_back_what_became_unreadable_and_puts_back_what_was(lesson, broken):
    path = lesson.root / ".reflexion" / "entries" / f"{lesson.id}.json"
    lesson.cli("learn", "--for", lesson.id, "Use make.")
    path.write_text(broken, encoding="utf-8")
    done = lesson.cli("undo")
    assert done.code == 0 and "took back" in done.out
    assert lesson.entry(id=lesson.id)["resolution"] == LESSON
    path.write_text(broken, encoding="utf-8")
    lesson.cli("remove", lesson.id)
    assert lesson.cli("undo").code == 0 and path.read_text(encoding="utf-8") == broken


def test_log_tells_what_was_taken_back(lesson):
    lesson.cli("learn", "--for", lesson.id, "Use make.")
    lesson.cli("undo")
    assert "A change of it was taken back: " in lesson.cli("log", lesson.id).out.splitlines()[-1]


def test_a_secret_that_is_edited_out_is_gone_from_copies_of_the_rule_file(lesson):
    lesson.cli("learn", "--for", lesson.id, "Ask Zaubermaus77 for the port.")
    lesson.cli("promote", lesson.id)
    lesson.cli("learn", "Use tabs in Makefiles.")
    lesson.cli("promote", lesson.entry(resolution="Use tabs in Makefiles.")["id"])
    lesson.cli("edit", lesson.id, **editor("Zaubermaus77", "[REDACTED]"))
    assert "[REDACTED]" in (lesson.root / "CLAUDE.md").read_text(encoding="utf-8")
    for folder in (lesson.root, lesson.home):
        for path in folder.rglob("*"):
            assert not path.is_file() or b"Zaubermaus77" not in path.read_bytes(), path


def test_undo_in_a_shared_store_loses_no_count(box):
    box.cli("init", "--team", "--host", "claude")
    for box.session in ("one", "two"):
        box.bash(*BUILD)
        box.bash("npm run built", 1, "npm ERR! Missing script: built")
    one, other = sorted(entry["id"] for entry in box.entries())
    box.cli("learn", "--for", one, LESSON)
    box.cli("share", "--yes")
    assert box.entry(id=one)["occurrences"] == 2
    box.cli("undo")
    assert not list((box.root / ".reflexion" / "entries").glob("*.json"))
    assert box.entry(id=one)["occurrences"] == 2
    box.cli("share", "--yes")
    box.cli("learn", "--for", f"{other},{one}", "Use make.")
    assert [entry["id"] for entry in box.entries()] == [other]
    assert "forgot" not in box.cli("undo").out
    counts = {entry["id"]: (entry["resolution"], entry["occurrences"]) for entry in box.entries()}
    assert counts == {one: (LESSON, 2), other: ("", 2)}


def test_undo_of_a_share_says_once_what_became_of_a_learning(box):
    box.cli("init", "--team", "--host", "claude")
    box.cli("learn", LESSON)
    box.cli("share", "--yes")
    out = box.cli("undo").out
    assert out.count(box.entry()["id"][-6:]) == 2 and "as it was" in out and "forgot" not in out


def test_undo_of_words_over_shared_ones_forbids_nothing(box):
    box.cli("init", "--team", "--host", "claude")
    box.agent("learn", LESSON)
    box.cli("share", "--yes")
    box.agent("learn", "--for", box.entry()["id"], "Use make.")
    assert "as it was" in box.cli("undo").out and box.entry()["resolution"] == LESSON
    assert not (box.root / ".reflexion" / "dropped.txt").exists()


def test_undo_names_the_sentence_that_was_taken_back(lesson):
    lesson.cli("remove", "--lesson", lesson.id)
    assert f"took back: remove --lesson {lesson.id[-6:]} (" in lesson.cli("undo").out


def test_nothing_is_put_back_outside_of_the_project(lesson):
    lesson.cli("learn", "--for", lesson.id, "Use make.")
    (lesson.root / "link").symlink_to(lesson.home)
    journal = lesson.records / "journal.jsonl"
    for place in ("../home/.bashrc", str(lesson.home / ".bashrc"), ".git/config", "link/x"):
        record = json.loads(journal.read_text(encoding="utf-8").splitlines()[-1])
        record["files"][0][0] = place
        journal.write_text(json.dumps(record) + "\n", encoding="utf-8")
        assert lesson.cli("undo").code == 1
    assert not (lesson.home / ".bashrc").exists() and not (lesson.home / "x").exists()


def test_without_a_terminal_no_usual_editor_is_started(lesson):
    done = lesson.cli("edit", lesson.id, EDITOR="", VISUAL="")
    assert done.code == 1 and "no terminal" in done.err and "set EDITOR" in done.err


def test_those_about_a_skill_are_removed(lesson):
    lesson.cli("learn", "Use x.", "--skill", "frontend")
    assert "nothing was removed" in lesson.cli("remove", "--skill", "backend", "--yes").out
    assert lesson.cli("remove", "--skill", "frontend", "--yes").code == 0
    assert [entry["id"] for entry in lesson.entries()] == [lesson.id]


def test_a_name_that_fits_copies_of_several_files_restores_none(lesson):
    lesson.cli("edit", lesson.id, answers="", EDITOR="sed -i s/npm/pnpm/")
    lesson.bash("make", 2, "make: *** No rule to make target 'all'.  Stop.")
    other = lesson.entry(context="make")["id"]
    for entry_id in (lesson.id, other):
        lesson.cli("remove", entry_id, "--yes")
    done = lesson.cli("restore", "RFX-")
    assert done.code == 1 and "fits copies of several files" in done.err
    assert lesson.entries() == []
