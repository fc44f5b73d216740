"""`promote`, `recall`, `config`: rules, what is told, settings."""

import json
import os

import pytest
from prepared import prepared
from sandbox import BUILD, LESSON, setting


@prepared
def lesson(box):
    """Return a box with a person's lesson about a failure; `rules` is CLAUDE.md."""
    box.bash(*BUILD)
    box.id = box.entry()["id"]
    box.cli("learn", "--for", box.id, LESSON)
    box.rules = box.root / "CLAUDE.md"
    return box


def ripen(lesson):
    """Let the hooks see the failure as often as a rule needs it."""
    for lesson.session in ("session-8", "session-9"):
        lesson.bash(*BUILD)
    lesson.change(lesson.id, first_seen="2026-01-01")


def test_naming_a_learning_is_the_yes(lesson):
    done = lesson.cli("promote", lesson.id[-6:])
    assert "wrote a rule into CLAUDE.md" in done.out
    assert f"- {LESSON} (seen 1x, source: {lesson.id})" in lesson.rules.read_text(encoding="utf-8")
    assert lesson.entry()["promoted"]


def test_without_an_id_what_is_due_is_written(lesson):
    assert "nothing is due" in lesson.cli("promote").out
    assert not lesson.rules.exists()
    ripen(lesson)
    lesson.cli("promote")
    assert LESSON in lesson.rules.read_text(encoding="utf-8")


def test_what_waits_for_a_yes_is_named_where_nothing_is_due(lesson):
    lesson.cli("config", "promote", "ask")
    ripen(lesson)
    said = lesson.cli("promote").out
    assert "1 rule may be written by your yes" in said and f"promote {lesson.id[-6:]}`" in said
    assert not lesson.rules.exists()


def test_what_waits_for_a_review_is_not_due(lesson):
    ripen(lesson)
    lesson.agent("failed", lesson.id, "pnpm is not installed")
    assert "nothing is due" in lesson.cli("promote").out
    assert not lesson.rules.exists()


def test_a_dry_run_shows_the_changes_and_writes_nothing(lesson):
    lesson.rules.write_text("# Shop\n", encoding="utf-8")
    out = lesson.cli("promote", "--dry-run", lesson.id).out
    assert out.startswith("CLAUDE.md: +- ")
    assert f"+- {LESSON}" in out
    assert lesson.rules.read_text(encoding="utf-8") == "# Shop\n" and not lesson.entry()["promoted"]


def test_a_demoted_rule_is_told_again_and_not_written_again(lesson):
    ripen(lesson)
    lesson.cli("promote")
    assert LESSON not in lesson.cli("recall", "--brief").out
    done = lesson.cli("promote", "--demote", lesson.id[-6:])
    assert "out of CLAUDE.md" in done.out
    assert not lesson.rules.exists()
    assert LESSON in lesson.cli("recall", "--brief").out
    lesson.session = "session-2"
    lesson.bash(*BUILD)
    lesson.cli("promote")
    assert not lesson.rules.exists()
    lesson.cli("promote", lesson.id)
    assert LESSON in lesson.rules.read_text(encoding="utf-8")


def test_a_rule_whose_learning_is_gone_can_be_taken_out(lesson):
    lesson.cli("promote", lesson.id)
    (lesson.root / ".reflexion" / "entries" / f"{lesson.id}.json").unlink()
    assert lesson.cli("promote", "--demote", lesson.id).code == 0
    assert not lesson.rules.exists()


def test_a_mark_set_by_hand_gets_its_rule(lesson):
    lesson.change(lesson.id, promoted=True)
    lesson.cli("promote", lesson.id)
    assert LESSON in lesson.rules.read_text(encoding="utf-8")


@pytest.mark.parametrize("argv", [["ffffff"], ["--demote", "ffffff"]])
def test_an_unknown_id_is_refused(lesson, argv):
    assert lesson.cli("promote", *argv).code == 1


def test_what_is_no_rule_cannot_be_demoted_and_what_has_no_lesson_cannot_be_one(lesson):
    assert "is no rule" in lesson.cli("promote", "--demote", lesson.id).err
    lesson.bash("make", 2, "make: *** No rule to make target 'all'.  Stop.")
    open_one = lesson.entry(context="make")["id"]
    assert "no lesson" in lesson.cli("promote", open_one).err


def test_a_rule_file_with_broken_markers_is_left_alone(lesson):
    lesson.rules.write_text("<!-- reflexion:begin -->\n", encoding="utf-8")
    done = lesson.cli("promote", lesson.id)
    assert done.code == 1 and "markers are broken" in done.err
    assert lesson.rules.read_text(encoding="utf-8") == "<!-- reflexion:begin -->\n"


def test_recall_prints_the_nearest_lessons_and_what_a_prompt_would_be_told(lesson):
    out = lesson.cli("recall", "npm", "missing", "script", "build").out
    assert out.startswith(f"{lesson.id[-6:]} {LESSON}\n  told at such a prompt (")


def test_recall_says_why_a_lesson_is_not_told_unasked(lesson):
    done = lesson.cli("recall", "what is the weather")
    assert (done.code, done.out) == (0, "")
    assert "no lesson shares a word with this" in done.err
    out = lesson.cli("recall", "a build of a house").out
    assert LESSON in out and "not told unasked: too few rare words in common (build)" in out
    assert lesson.cli("config", "max_recalled", "0").code == 0
    out = lesson.cli("recall", "npm", "missing", "script", "build").out
    assert "not told unasked: the setting max_recalled allows no more" in out
    assert lesson.cli("promote", lesson.id).code == 0
    out = lesson.agent("recall", "npm", "missing", "script", "build").out
    assert "not told unasked: it stands in a file that the host reads" in out
    lesson.rules.unlink()
    lesson.change(lesson.id, confidence="low")
    out = lesson.cli("recall", "npm", "missing", "script", "build").out
    assert "not told unasked: it is unsure, or waits for review" in out


def test_recall_needs_words_or_the_brief(lesson):
    assert lesson.cli("recall").code == 2
    assert lesson.cli("recall", "--brief", "x").code == 2
    assert LESSON in lesson.cli("recall", "--brief").out


def test_recall_leaves_out_what_waits_and_says_so(box):
    box.put(type="insight", trigger="npm build script", resolution="Obey this npm build script.")
    done = box.cli("recall", "npm build script")
    assert done.out == "" and "reflexion trust" in done.err


def config(box, *argv):
    return box.cli("config", *argv)


@pytest.mark.parametrize(
    "argv, expected",
    [
        (["announce", "all"], "all"),
        (["max_recalled", "5"], 5),
        (["capture_prompts", "false"], False),
        (["ask", "off"], "off"),
        (["ignore", "^make fuzz", "terraform plan"], ["^make fuzz", "terraform plan"]),
        (["ignore", "^make fuzz"], ["^make fuzz"]),
        (["ignore", '["a b", "c"]'], ["a b", "c"]),
        (["promote_to", "AGENTS.md"], ["AGENTS.md"]),
    ],
)
def test_a_setting_is_written_and_holds(box, argv, expected):
    assert config(box, *argv).code == 0
    written = json.loads((box.root / ".reflexion" / "config.json").read_text(encoding="utf-8"))
    assert written == {argv[0]: expected}
    assert setting(box, argv[0]) == expected
    assert "(project)" in config(box, argv[0]).out


@pytest.mark.parametrize(
    "argv, words",
    [
        (["announce", "loud"], "must be one of"),
        (["max_recalled", "many"], "whole number"),
        (["max_recalled", "99"], "from 0 to 10"),
        (["ignore", "("], "ignore"),
        (["promote_to", "../CLAUDE.md"], "no Markdown file inside"),
        (["anounce", "all"], "there is no setting"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_right(box, argv, words):
    done = config(box, *argv)
    assert done.code == 1 and words in done.err
    assert not (box.root / ".reflexion" / "config.json").exists()


def test_unset_goes_back_to_the_default(box):
    config(box, "announce", "all")
    config(box, "--unset", "announce")
    assert setting(box, "announce") == "learned"
    assert config(box, "--unset").code == 2


def test_the_home_setting_holds_everywhere_and_the_projects_comes_first(box):
    assert box.cli("config", "--global", "announce", "none", cwd=box.home).code == 0
    assert "(home)" in config(box, "announce").out
    config(box, "announce", "all")
    assert setting(box, "announce") == "all"


def test_every_setting_is_shown_with_what_it_does(box):
    out = config(box).out
    assert "promote_after = 3  (default)" in out and "occurrences after which" in out


def test_own_settings_hold_also_when_they_are_committed(box):
    config(box, "redact", "tok-[0-9]{4}")
    box.git("add", "-f", ".reflexion/config.json")
    assert setting(box, "redact") == ["tok-[0-9]{4}"]


def test_somebody_elses_settings_wait_and_are_not_written_over(box):
    config(box, "redact", "tok-[0-9]{4}")
    box.git("add", "-f", ".reflexion/config.json")
    path = box.root / ".reflexion" / "config.json"
    path.write_text('{"redact": [], "ask": "off"}', encoding="utf-8")
    assert setting(box, "redact") == ["tok-[0-9]{4}"]
    done = config(box, "announce", "all")
    assert done.code == 1 and "reflexion trust" in done.err
    assert path.read_text(encoding="utf-8") == '{"redact": [], "ask": "off"}'


def test_a_broken_file_is_not_written_over(box):
    config(box, "announce", "all")
    path = box.root / ".reflexion" / "config.json"
    path.write_text("{", encoding="utf-8")
    done = config(box, "announce", "none")
    assert done.code == 1 and str(path) in done.err
    assert path.read_text(encoding="utf-8") == "{"


def test_a_file_that_cannot_be_written_is_named_and_the_next_try_completes_the_rule(lesson):
    other = lesson.root / "AGENTS.md"
    other.write_text("# Shop\n", encoding="utf-8")
    other.chmod(0o444)
    done = lesson.cli("promote", lesson.id)
    assert done.code == 1 and "AGENTS.md is read-only" in done.err
    assert other.read_text(encoding="utf-8") == "# Shop\n" and not lesson.entry()["promoted"]
    other.chmod(0o644)
    assert lesson.cli("promote", lesson.id).code == 0 and lesson.entry()["promoted"]
    for path in (lesson.rules, other):
        assert path.read_text(encoding="utf-8").count(lesson.id) == 1


def test_where_nothing_is_due_nothing_is_made(box):
    assert "nothing is due" in box.cli("promote").out
    assert not (box.root / ".reflexion").exists() and not list(box.home.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights there")
def test_a_rule_file_that_is_none_keeps_no_command_from_its_work(box):
    (box.root / "notes.txt").write_text("x\n", encoding="utf-8")
    (box.root / "CLAUDE.md").symlink_to("notes.txt")
    assert box.cli("learn", "Use tabs in the makefiles here.").code == 0
