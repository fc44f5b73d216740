"""What a session's start tells: the standing line and the brief."""

import re

import pytest
from prepared import prepared
from sandbox import BUILD, LESSON, shown, told

from reflexion.recall.brief import BEGUN, MORE, STANDING


def lesson(box, sentence, by="agent", **fields):
    """Store a sentence as its writer does, then set further fields; return its id."""
    command = box.agent if by == "agent" else box.cli
    assert command("learn", sentence).code == 0
    entry_id = box.entry(resolution=sentence)["id"]
    if fields:
        box.change(entry_id, **fields)
    return entry_id


def give_room(box, characters):
    """Let so many characters of a brief be for lessons."""
    box.cli("config", "brief_chars", "2000")
    frame = re.sub(r"(?m)^- [0-9a-f]{6}.*\n", "", box.start())
    rest = [text for text in (BEGUN, MORE) if text[-20:] not in frame]
    rest = "".join(text.format(count=9, command=command_in(frame)) + "\n" for text in rest)
    box.cli("config", "brief_chars", str(len(frame + rest) + 1 + characters))


def command_in(text):
    return re.search(r"`(.*) learn '", text)[1]


def brief_lines(text):
    """Return the sentences of the brief in order."""
    return re.findall(r"^- [0-9a-f]{6}\*? (.*)$", text, re.M)


def test_every_session_begins_with_the_standing_line(box):
    text = box.start()
    assert "`" in text and "learn 'When \u2026, do \u2026, because \u2026'`" in text
    for words in ("corrects you", "a rule", "a way of working", "a tool or skill", "the hard way"):
        assert words in text
    assert len(text.splitlines()) == 3  # the frame and nothing else: no lesson is there yet
    lesson(box, LESSON)
    for source in ("startup", "resume", "clear", "compact"):
        assert "Record at once" in box.start(source)


@pytest.mark.parametrize("command", ["reflexion", "python3 /home/somebody/tools/of/mine/reflexion"])
def test_the_standing_line_is_short(command):
    assert len(STANDING.format(command=command)) <= 250


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


def test_a_lesson_ranks_by_its_sessions_and_a_persons_by_three_times_as_many(box):
    lesson(box, "Agent two.", sessions=2)
    lesson(box, "Agent four.", sessions=4)
    lesson(box, "Agent one.")
    lesson(box, "Person one.", by="person")
    lesson(box, "Person two.", by="person", sessions=2)
    expected = ["Person two.", "Agent four.", "Person one.", "Agent two.", "Agent one."]
    assert brief_lines(box.start()) == expected


def pass_sessions(box, count):
    """Let so many sessions fail with something that has no lesson."""
    for number in range(count):
        box.session = f"other-{number}"
        box.bash("make all", 2, "make: *** No rule to make target 'all'.  Stop.")


def test_what_was_met_last_ranks_higher_as_sessions_pass(box):
    box.session = "first"
    lesson(box, "Old one.")
    pass_sessions(box, 3)
    lesson(box, "New one.")
    box.session = "last"
    assert brief_lines(box.start()) == ["New one.", "Old one."]


def test_a_lesson_that_no_session_met_for_long_leaves_the_brief_and_is_still_found(box):
    box.session = "first"
    lesson(box, LESSON, last_seen="2026-01-01")
    box.cli("config", "forget_after", "3")
    pass_sessions(box, 2)
    assert LESSON in box.start()
    pass_sessions(box, 3)
    box.session = "last"
    text = box.start()
    assert LESSON not in text and "1 more: before work of another kind" in text
    assert LESSON in box.prompt("does the project build with pnpm or npm?")
    box.session = "next"
    assert box.agent("worked", box.entry(resolution=LESSON)["id"]).code == 0
    assert LESSON in box.start()


def test_with_forget_after_0_no_lesson_is_forgotten(box):
    box.session = "first"
    lesson(box, LESSON, last_seen="2026-01-01")
    box.cli("config", "forget_after", "0")
    pass_sessions(box, 3)
    assert LESSON in box.start()


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


NAMES = "ant bat cow dog eel fox gnu hen koi owl pig yak".split()


@prepared
def zoo(box):
    """Return a box with a lesson for each name, the first ones the strongest."""
    for count, name in enumerate(NAMES):
        rule = (
            f"Before you go near the {name} in the morning, count all of its young ones, and do so"
        )
        rule += " from outside of its gate"
        lesson(box, f"{rule}, because the {name} bites who is late.", sessions=19 - count)
    return box


def test_where_not_all_fit_the_others_do_without_their_reason_or_are_begun(zoo):
    zoo.cli("config", "brief_chars", "4000")
    whole = [line for line in brief_lines(zoo.start()) if line.endswith("late.")]
    assert len(whole) == len(NAMES) and "ends in …" not in zoo.start()
    for room, kinds in ((1700, {"late.", "gate"}), (1200, {"gate", "…"}), (450, {"gate", "…"})):
        give_room(zoo, room)
        text = zoo.start()
        lines = brief_lines(text)
        assert {re.search(r"late\.$|gate$|…$", line)[0] for line in lines} == kinds
        assert sorted(lines, key=len, reverse=True) == lines  # the strongest say most
        assert ("show ID` has the rest" in text) is ("…" in kinds)
        assert ("more: before work of another kind, `" in text) is (len(lines) < len(NAMES))
    assert f"{len(NAMES) - len(lines)} more:" in text


def test_a_lesson_that_is_only_begun_names_what_to_do(zoo):
    rule = "When the tests of the warehouse cannot reach their database, run `make db` first"
    lesson(zoo, f"{rule}, and look at the log of the container.", "agent")
    give_room(zoo, 1000)
    (line,) = [
        line for line in brief_lines(zoo.start()) if "warehouse" in line or "make db" in line
    ]
    assert line.endswith("…") and "run `make db`" in line


def test_a_lesson_that_a_brief_only_begins_is_told_at_its_failure(zoo):
    zoo.bash(*BUILD)
    sentence = "In the web shop's own folder, where no lock file of npm lies, run `pnpm run build`."
    assert zoo.agent("learn", "--for", zoo.entry(context=BUILD[0])["id"], sentence).code == 0
    zoo.change(zoo.entry(context=BUILD[0])["id"], sessions=9)
    for room, is_told in ((3000, False), (1000, True)):
        give_room(zoo, room)
        zoo.session = f"room-{room}"
        assert sentence[:40] in zoo.start()
        assert (sentence in zoo.bash(*BUILD)) is is_told


def test_a_brief_ends_with_how_to_say_what_became_of_a_lesson(box):
    assert "Followed one?" not in box.start()
    lesson(box, LESSON)
    line = box.start().splitlines()[-3]
    assert line.startswith("Followed one?") and "failed ID 'why'`." in line


def test_with_no_room_nothing_at_all_is_said_at_a_start(box):
    lesson(box, LESSON)
    box.cli("config", "brief_chars", "0")
    assert box.start() == ""
    assert box.cli("recall", "--brief").out == "nothing: brief_chars is 0\n"


def test_a_session_without_a_start_begins_with_its_first_prompt(box):
    lesson(box, LESSON)
    box.session = "next"
    answer = box.prompt("make the checkout page load faster")
    assert answer.startswith("<reflexion-brief>") and LESSON in answer
    assert box.prompt("and the other page, too") == ""
    box.session = "started"
    box.start()
    assert box.prompt("make the checkout page load faster") == ""


def test_what_a_first_prompt_brings_to_mind_is_told_whole_beside_the_brief(box):
    lesson(box, LESSON)
    lesson(box, "Ask first.")
    box.session = "next"
    answer = box.prompt("does the project build with pnpm or npm?")
    assert answer.startswith("<reflexion-brief>") and brief_lines(answer) == ["Ask first."]
    assert answer.count(LESSON) == 1
    assert box.prompt("does the project build with pnpm or npm?") == ""


@pytest.mark.parametrize("least, is_told", [("low", True), ("medium", True), ("high", False)])
def test_what_is_less_sure_than_the_setting_says_is_not_told(box, least, is_told):
    box.bash(*BUILD)
    assert box.agent("learn", "--for", box.entry()["id"], LESSON).code == 0
    box.change(box.entry()["id"], confidence="medium")
    box.cli("config", "min_confidence", least)
    box.session = "next"
    assert (LESSON in box.start()) is is_told
    box.cli("config", "brief_chars", "0")
    for session, tell in (
        ("third", lambda: box.bash(*BUILD)),
        ("fourth", lambda: box.prompt("does the project build with pnpm or npm?")),
        ("fifth", lambda: box.bash("npm run docs", 1, "npm ERR! Missing script: docs")),
    ):
        box.session = session
        assert (LESSON in tell()) is is_told


def test_the_same_sentence_is_told_once(box):
    box.bash(*BUILD)
    box.agent("learn", "--for", box.entry()["id"], LESSON)
    box.put("abc123", type="insight", trigger="pnpm", resolution=LESSON)
    assert brief_lines(box.start()) == [LESSON]


def test_a_rule_is_left_out_where_the_host_reads_it(box):
    entry_id = lesson(box, LESSON, by="person")
    box.cli("promote", entry_id)
    assert LESSON not in box.start()
    prompt = "does the project build with pnpm or npm?"
    assert box.prompt(prompt) == ""
    (box.root / "CLAUDE.md").write_text("# Shop\n", encoding="utf-8")
    assert LESSON in box.prompt(prompt)
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
    box.cli("config", "promote_after", "1")
    entry_id = lesson(box, LESSON, by="person", first_seen="2026-01-01")
    box.end()
    notice = shown(box.fire("recall", "SessionStart", source="startup"))
    assert "Reflexion: wrote a rule into CLAUDE.md" in notice and entry_id[-6:] in notice
    assert shown(box.fire("recall", "SessionStart", source="startup")) == ""


def test_the_person_is_shown_what_was_told_where_they_want_it(box):
    box.start()
    entry_id = lesson(box, LESSON)
    assert "the agent recorded" in shown(box.fire("recall", "SessionStart", source="startup"))
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


def test_a_rule_is_not_told_again_with_its_skill(box):
    assert box.cli("learn", "--skill", "deploy", LESSON).code == 0
    box.cli("promote", box.entry()["id"])
    assert skill_call(box, "deploy") == ""


@pytest.mark.parametrize(
    "sentences, told_ones",
    [
        (["Deploy the ant service with `make ant`.", "Deploy the bat service with `make bat`."], 2),
        (["Deploy the ant service by its chart.", "Deploy the bat service by its chart."], 2),
        (["Room 3 is closed on Mondays.", "Room 4 is closed on Mondays."], 1),  # as a new number
        ([f"Room {number} is closed on Mondays." for number in (3, 4, 5)], 3),
        (["Use npm here, not pnpm.", "Use pnpm here, not npm."], 1),
        (["Retry a flaky upload 3 times.", "Retry a flaky upload 5 times."], 1),
    ],
)
@pytest.mark.parametrize("by", ["agent", "person"])
def test_of_two_sentences_the_newer_one_alone_is_told_if_it_takes_the_others_place(
    box, by, sentences, told_ones
):
    for sentence in sentences:
        lesson(box, sentence, by)
    assert sorted(brief_lines(box.start())) == sorted(sentences[-told_ones:])
    assert box.cli("undo").code == 0
    assert set(sentences[:-1]) >= set(brief_lines(box.start())) >= {sentences[-2]}
