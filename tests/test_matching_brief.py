"""The brief: what stands in it, in which order, how long it gets, and that it does not use a learning up."""

from __future__ import annotations

import json

import pytest

from reflexion.signals.matching.brief import brief, line, rank, value
from reflexion.store.index_file import brief_mark

TODAY = "2031-05-20"


def entry(number: int = 0, **fields) -> dict:
    made = {
        "id": f"RFX-20310501-{number:06x}",
        "type": "correction",
        "trigger": f"rule {number}",
        "context": "",
        "resolution": f"follow rule {number}",
        "keywords": ["rule"],
        "occurrences": 1,
        "first_seen": "2031-05-01",
        "last_seen": "2031-05-01",
        "promoted": False,
        "cwd": ".",
    }
    return {**made, **fields}


GRADED = [
    ({}, "!1"),
    ({"source": "prompt", "confidence": "high"}, "!1"),
    ({"source": "prompt", "confidence": "medium"}, "!1"),
    ({"source": "agent"}, "!2"),
    ({"source": "agent", "type": "error"}, "!2"),
    ({"promoted": True}, ""),
    ({"promoted": True, "ignored": 2}, "!1"),
    ({"needs_review": True}, ""),
    ({"confidence": "low"}, ""),
    ({"resolution": ""}, ""),
    ({"type": "error", "source": "inferred"}, ""),
    ({"type": "error", "source": "inferred", "occurrences": 2}, "!3"),
    ({"type": "error", "source": "inferred", "worked": 1}, "!3"),
    ({"type": "error", "source": "inferred", "ignored": 1}, "!1"),
    ({"type": "error", "source": "inferred", "occurrences": 2, "confidence": "low"}, ""),
]
BEFORE = [  # the first is worth more than the second
    ({"ignored": 1, "promoted": True}, {"occurrences": 3}),
    ({"occurrences": 4}, {}),
    ({"last_seen": "2031-05-02"}, {"last_seen": "2030-01-02"}),
    ({"type": "error", "occurrences": 3, "worked": 2}, {"type": "error", "occurrences": 3}),
    ({"type": "correction"}, {"type": "insight"}),
]


def test_what_may_stand_in_a_brief():
    assert [(f, brief_mark(entry(**f))) for f, _ in GRADED] == GRADED


def test_the_most_valuable_first():
    wrong = [p for p in BEFORE if value(entry(**p[0]), TODAY) <= value(entry(**p[1]), TODAY)]
    assert wrong == []


def test_it_fits_and_says_each_thing_once():
    many = [entry(n, resolution=f"always do thing number {n % 40} in this way") for n in range(80)]
    for room in (0, 200, 500, 1500):
        text, ids = brief(many, {"brief_chars": room}, TODAY, "reflexion")
        assert len(text) <= room and len(ids) == text.count("\n- ")
    assert len(set(text.splitlines())) == len(text.splitlines()) and len(ids) > 15
    assert "learn '" in text and brief([], {"brief_chars": 1500}, TODAY, "reflexion") == ("", [])


def test_a_persons_first_then_an_agents_then_what_was_proven():
    proven = {"type": "error", "source": "inferred", "occurrences": 9, "worked": 3}
    three = [entry(1, **proven), entry(2, source="agent", occurrences=5), entry(3)]
    assert [rank(one) for one in three] == [2, 1, 0]
    assert brief(three, {"brief_chars": 1500}, TODAY)[1] == [three[n]["id"] for n in (2, 1, 0)]


@pytest.mark.parametrize("room, reasons, said", [(202, 2, 2), (196, 0, 2), (148, 0, 1)])
def test_where_not_all_fit_the_reasons_are_left_out(room, reasons, said):
    two = [entry(n, resolution=f"For make {n}, use gmake, because it is new.") for n in (1, 2)]
    text, ids = brief(two, {"brief_chars": room}, TODAY)
    assert (text.count("because"), text.count("use gmake"), len(ids)) == (reasons, said, said)


def test_a_long_one_does_not_keep_a_short_one_out():
    two = [entry(1, resolution="word " * 60), entry(2, resolution="Use tabs.")]
    assert brief(two, {"brief_chars": 250}, TODAY)[1] == [two[1]["id"]]


WHEN = [
    # who wrote it, its words, the line for `npm test`
    ("agent", "When it hangs, run `npm ci`.", "When it hangs, run `npm ci`."),
    ("agent", "Run `npm ci` before it.", "Run `npm ci` before it."),
    ("user", "For npm test, start the server.", "For npm test, start the server."),
    ("user", "Start the server: npm test needs it.", "Start the server: npm test needs it."),
    ("user", "Run `npm ci` first.", "`npm test`: Run `npm ci` first."),
    ("inferred", "Run `npm ci` before it.", "`npm test`: Run `npm ci` before it."),
]


@pytest.mark.parametrize("source, words, wanted", WHEN)
def test_written_words_stand_as_they_are_where_they_say_when(source, words, wanted):
    made = entry(type="error", context="npm test", resolution=words, source=source)
    assert line(made) == wanted


def test_a_command_stands_before_its_fix():
    shown = {
        "npm run build | npm run build -s": "`npm run build`: use pnpm",
        "cd /srv/shop && npm run build 2>&1": "`npm run build`: use pnpm",
        "cat -A /srv/a/long/path/to/some/other/file.txt": "`cat -A`: use pnpm",
        "": "use pnpm",
    }
    made = {c: line(entry(type="error", context=c, resolution="use pnpm")) for c in shown}
    assert made == shown
    whole = "Use `pnpm build` instead of `npm run build`."
    assert line(entry(type="error", context="npm run build", resolution=whole)) == whole


def test_one_fix_of_two_mistakes_is_one_line_and_a_rule_says_so():
    fields = {"type": "error", "resolution": "Run `make fix` first."}
    two = [
        entry(1, context="make lint 2>&1", ignored=2, promoted=True, **fields),
        entry(2, context="make lint", **fields),
    ]
    text, ids = brief(two, {"brief_chars": 1500}, TODAY)
    assert text.count("make lint") == 1 == len(ids)
    assert "(a rule already, and not followed)" in text


def put(box, **fields) -> dict:
    """Write an entry as a person would, into a store that is trusted."""
    made = entry(**fields)
    folder = box.root / ".reflexion" / "entries"
    if not folder.exists():
        box.bash("make x", 2, "make: *** No rule to make target 'x'.  Stop.")
    (folder / f"{made['id']}.json").write_text(json.dumps(made))
    return made


def start(box, source: str = "startup", session: str = "s9", event: str = "SessionStart") -> str:
    fields = {"source": source} if event == "SessionStart" else {"agent_type": "x", "agent_id": "a"}
    return box.fire("recall", event, session=session, **fields)


def test_every_start_is_told_and_a_prompt_that_knows_no_brief_once(box):
    put(box, number=1, trigger="use tabs in makefiles", resolution="Indent Makefiles with tabs.")
    for source in ("startup", "clear", "resume", "compact"):
        assert "- Indent Makefiles with tabs." in start(box, source), source
    assert "Indent Makefiles" in start(box, event="SubagentStart")
    prompt = {"prompt": "which indent do our makefiles have, tabs or spaces?"}
    assert box.fire("recall", "UserPromptSubmit", session="s9", **prompt) == "", "the brief told"
    full = box.fire("recall", "UserPromptSubmit", session="s8", **prompt)
    assert "RFX-20310501-000001" in full
    assert box.fire("recall", "UserPromptSubmit", session="s8", **prompt) == ""


def test_a_brief_of_no_characters_is_none(box):
    put(box, number=1)
    (box.root / ".reflexion" / "config.json").write_text('{"brief_chars": 0}')
    assert start(box) == ""


def test_by_hand_it_is_the_same(box):
    put(box, number=1, resolution="Indent Makefiles with tabs.")
    done = box.reflexion("recall", "--brief")
    assert done.returncode == 0 and "- Indent Makefiles with tabs." in done.stdout
    assert box.reflexion("recall", "--brief", "words").returncode == 2


def test_an_activated_skill_is_told_its_own_learnings(box):
    put(box, number=1, skill="deploy", resolution="Tag before you deploy.")
    put(box, number=2, skill="review", resolution="Read the tests first.")
    typed = box.fire("recall", "UserPromptSubmit", session="s1", prompt="/deploy staging")
    called = {"tool_name": "Skill", "tool_input": {"skill": "deploy"}, "tool_use_id": "t1"}
    tool = box.fire("recall", "PreToolUse", session="s2", **called)
    for said in (typed, tool):
        assert "Tag before you deploy." in said and "Read the tests" not in said
    assert box.fire("recall", "PreToolUse", session="s2", **called) == ""


def test_what_is_said_is_cleaned_and_the_command_is_not():
    """A long path of our own may look like a token; the command with it has to run."""
    said, _ = brief(
        [entry()], {"brief_chars": 2000}, TODAY, "python3 /home/x1/reflexion", str.upper
    )
    lines = said.splitlines()
    assert lines[2] == lines[2].upper() and "`python3 /home/x1/reflexion learn" in lines[3]
