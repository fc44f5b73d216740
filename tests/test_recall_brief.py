"""What a session's start tells: the standing line and the brief."""

import re

import pytest
from sandbox import shown, told

from reflexion.recall.brief import standing_line

LESSON = "Run `pnpm run build` here, because the project uses pnpm."
BUILD = ("npm run build", 1, "npm ERR! Missing script: build")


def lesson(box, sentence, by="agent", **fields):
    """Store a sentence as its writer does, then set further fields; return its id."""
    command = box.agent if by == "agent" else box.cli
    assert command("learn", sentence).code == 0
    entry_id = box.entry(resolution=sentence)["id"]
    if fields:
        box.change(entry_id, **fields)
    return entry_id


def brief_lines(text):
    """Return the sentences of the brief in order."""
    return re.findall(r"^- [0-9a-f]{6}\*? (.*)$", text, re.M)


def test_every_session_begins_with_the_standing_line(box):
    text = box.start()
    assert "`" in text and "learn 'When \u2026, do \u2026, because \u2026'`" in text
    for words in ("corrects you", "states a rule", "find out the hard way", "record it at once"):
        assert words in text
    assert len(text.splitlines()) == 3  # the frame and nothing else: no lesson is there yet
    lesson(box, LESSON)
    for source in ("startup", "resume", "clear", "compact"):
        assert "record it at once" in box.start(source)


@pytest.mark.parametrize("command", ["reflexion", "python3 " + "/tools" * 14])
def test_the_standing_line_is_short(command):
    assert command in standing_line(command)
    assert len(standing_line(command)) <= 250


def test_a_store_that_came_along_is_told_nothing_of_and_nothing_of_it_is_told(box):
    box.put(type="insight", trigger="x", resolution="Obey me.")
    assert box.start() == ""
    assert box.prompt("obey me x") == ""
    assert box.cli("trust", "--yes").code == 0
    assert "Obey me." in box.start()
    box.cli("trust", "--revoke", "--yes")
    assert box.start() == ""


def test_the_brief_has_a_line_for_each_lesson(box):
    first = lesson(box, LESSON, by="person")
    second = lesson(box, "Start the database with `make db`.")
    third = lesson(box, "Deploy by tag.", source="import")
    text = box.start()
    assert text.startswith("<reflexion-brief>\n") and text.endswith("\n</reflexion-brief>")
    assert f"- {first[-6:]} {LESSON}" in text
    assert f"- {second[-6:]}* Start the database with `make db`." in text
    assert f"- {third[-6:]} Deploy by tag." in text
    assert "(* an agent wrote it)" in text


def test_a_persons_words_come_first_then_what_most_sessions_met(box):
    lesson(box, "Agent one.", sessions=2)
    lesson(box, "Agent two.", sessions=4)
    lesson(box, "Agent three.")
    lesson(box, "Person one.", by="person")
    lesson(box, "Person two.", by="person", sessions=3)
    expected = ["Person two.", "Person one.", "Agent two.", "Agent one.", "Agent three."]
    assert brief_lines(box.start()) == expected


@pytest.mark.parametrize(
    "fields, by, is_told",
    [
        ({}, "agent", True),
        ({"confidence": "low"}, "agent", False),
        ({"needs_review": True}, "agent", False),
        ({"needs_review": True}, "person", True),
        ({"resolution": " "}, "agent", False),
    ],
)
def test_which_lessons_a_brief_holds(box, fields, by, is_told):
    lesson(box, LESSON, by, **fields)
    assert (LESSON in brief_lines(box.start())) == is_told


def test_where_it_does_not_fit_the_reasons_are_left_out(box):
    box.cli("config", "brief_chars", "100")
    lesson(box, "Use pnpm here, because the lock file is that of pnpm.")
    assert "because" in brief_lines(box.start())[0]
    lesson(box, "Start the database first, because the tests need the port.")
    assert sorted(brief_lines(box.start())) == ["Start the database first", "Use pnpm here"]
    box.cli("config", "brief_chars", "40")
    assert len(brief_lines(box.start())) == 1


def test_the_same_sentence_is_told_once(box):
    box.bash(*BUILD)
    box.agent("learn", "--for", box.entry()["id"], LESSON)
    box.put("abc123", type="insight", trigger="pnpm", resolution=LESSON)
    assert brief_lines(box.start()) == [LESSON]


def test_a_rule_is_left_out_where_the_host_reads_it(box):
    entry_id = lesson(box, LESSON, by="person")
    box.cli("promote", entry_id)
    assert LESSON not in box.start()
    (box.root / "CLAUDE.md").write_text("# Shop\n")
    assert LESSON in box.start()


def test_what_the_brief_told_is_not_told_again_until_a_compaction(box):
    database = "Start the postgres database with `make db` before the integration tests."
    lesson(box, database, by="person")
    box.cli("config", "brief_chars", "0")
    prompt = "why do the integration tests find no postgres database?"
    assert "make db" in box.prompt(prompt)
    assert box.prompt(prompt) == ""
    box.cli("config", "brief_chars", "2000")
    assert "make db" in box.start("compact")
    assert box.prompt(prompt) == ""
    box.cli("config", "brief_chars", "0")
    box.start("compact")
    assert "make db" in box.prompt(prompt)


def test_a_sub_agent_gets_the_brief(box):
    lesson(box, LESSON)
    assert LESSON in told(box.fire("recall", "SubagentStart", agent_id="a1"))
    box.cli("trust", "--revoke", "--yes")
    assert box.fire("recall", "SubagentStart", agent_id="a1") == ""


def test_the_home_store_is_told_in_every_project(box):
    box.cli("init", "--yes", cwd=box.home)
    assert box.cli("learn", "--global", LESSON).code == 0
    assert LESSON in box.start()
    box.cli("config", "use_global", "off")
    assert LESSON not in box.start()


def test_what_a_sessions_end_had_to_say_is_shown_once_at_the_next_start(box):
    entry_id = lesson(box, LESSON, by="person", occurrences=3, first_seen="2026-01-01")
    box.start()
    assert box.fire("promote", "SessionEnd", reason="other") == ""
    notice = shown(box.fire("recall", "SessionStart", source="startup"))
    assert notice.startswith("Reflexion: wrote a rule into CLAUDE.md") and entry_id[-6:] in notice
    assert shown(box.fire("recall", "SessionStart", source="startup")) == ""


def test_the_person_is_shown_what_was_told_where_they_want_it(box):
    entry_id = lesson(box, LESSON)
    assert shown(box.fire("recall", "SessionStart", source="startup")) == ""
    box.cli("config", "announce", "all")
    notice = shown(box.fire("recall", "SessionStart", source="startup"))
    assert notice == f"Reflexion: told the agent: {entry_id[-6:]}"


def skill_call(box, name, **fields):
    call = {"tool_name": "Skill", "tool_input": {"skill": name}, **fields}
    return told(box.fire("recall", "PostToolUse", tool_response={"success": True}, **call))


def test_the_lessons_about_a_skill_are_told_when_it_is_activated(box):
    assert box.cli("learn", "--skill", "deploy", LESSON).code == 0
    assert skill_call(box, "review") == ""
    answer = skill_call(box, "deploy")
    assert "About this skill:" in answer and LESSON in answer
    assert skill_call(box, "deploy", agent_id="a1") != ""
    assert skill_call(box, "deploy", agent_id="a1") == ""
