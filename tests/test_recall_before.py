"""Before a command: the rule that it breaks, once a session; what the setting deny refuses."""

from __future__ import annotations

import pytest
from test_recall import QUOKKA, ask, learn, project  # noqa: F401

from reflexion.hosts.event import Event
from reflexion.recall import before
from reflexion.recall.recall_hook import respond
from reflexion.store import index, journal
from reflexion.store.session import Session, View

RULE = ("correction", "use zag, never zoo", "git status", "Use zag, never zoo.")
FEED = "zoo feed milo"


def run(project, command, session="s1", **more):
    event = Event(
        name="PreToolUse", session=session, cwd=project.root, tool="Bash", command=command, **more
    )
    return respond(event, project)


def said(project, command, session="s1") -> str:
    answer = run(project, command, session)
    return answer.context if answer else ""


def refused(project, command, session="s1") -> str:
    answer = run(project, command, session)
    return answer.deny if answer else ""


def test_a_rule_that_the_command_breaks_is_said_once_a_session(project):
    entry_id = learn(project.store, RULE)
    word = said(project, "cd zoo && zoo feed milo")
    assert entry_id in word and "Use zag, never zoo." in word and "\n" not in word
    assert said(project, FEED) == ""
    assert entry_id in said(project, FEED, "s2")
    assert said(project, "zag feed milo", "s3") == ""
    assert said(project, "git status", "s3") == "", "the command that happened to run before it"


def test_what_is_said_already_is_not_put_on_record_again(project):
    learn(project.store, RULE)
    assert said(project, FEED)
    session = Session(project.store, "s1")
    records = session.records()
    assert said(project, FEED) == "" and session.records() == records


@pytest.mark.parametrize(
    "fields, setting",
    [({}, False), ({"command": ""}, True), ({"mute": True}, True)],
    ids=["off", "no command", "not heard"],
)
def test_no_index_is_opened_where_nothing_could_be_said(project, monkeypatch, fields, setting):
    learn(project.store, RULE)
    project.settings["warn_before"] = setting
    monkeypatch.setattr(index, "OpenIndex", None)
    event = Event(**{"name": "PreToolUse", "session": "s1", "command": FEED, **fields})
    assert before.decide(event, View(project, "s1")) is None


def test_at_most_so_many_learnings_are_looked_at(project):
    for n in range(25):
        learn(project.store, (*RULE[:3], f"Use zag{n}, never zoo."))
    assert len(before.candidates([project.store], FEED, project.settings)) == 24


@pytest.mark.parametrize("blanks, found", [(1996, True), (1997, False)])
def test_so_much_of_a_command_is_looked_at(project, blanks, found):
    entry_id = learn(project.store, RULE)
    command = "x" + " " * blanks + "zoo"
    known = before.candidates([project.store], command, project.settings)
    assert [entry["id"] for entry in known] == [entry_id] * found


def test_it_may_be_said_though_the_brief_held_it(project):
    entry_id = learn(project.store, RULE)
    respond(Event(name="SessionStart", session="s1", cwd=project.root, source="startup"), project)
    assert ask(project, "shall I use zag or zoo?") == ""
    assert entry_id in said(project, FEED)


@pytest.mark.parametrize(
    "more",
    [
        {"source": "inferred"},
        {"source": "agent", "confidence": "low"},
        {"needs_review": True},
        {"promoted": True},
        {"resolution": ""},
    ],
    ids=str,
)
def test_only_what_is_written_and_may_be_said(project, more):
    learning = (*RULE[:3], more.pop("resolution", RULE[3]))
    learn(project.store, learning, **more)
    if "promoted" in more:
        with open(f"{project.root}/CLAUDE.md", "w") as file:
            file.write(f"- x (seen 3x, source: {project.store.names()[0][:-5]})\n")
    assert said(project, FEED) == ""


def test_that_a_command_failed_once_is_not_said(project):
    learn(project.store, QUOKKA, sessions=5, occurrences=9)
    assert said(project, FEED) == ""


def test_the_setting_off(project):
    learn(project.store, RULE)
    project.settings["warn_before"] = False
    assert said(project, FEED) == ""


DENIED = [
    # a learning, its fields, a command: is it refused?
    (RULE, {}, FEED, True),
    (RULE, {"source": "agent"}, FEED, True),
    (RULE, {"source": "inferred"}, FEED, False),
    (RULE, {}, "zag feed", False),
    (QUOKKA, {"sessions": 2}, FEED, True),
    (QUOKKA, {"sessions": 2, "source": "agent"}, FEED, True),
    (QUOKKA, {"sessions": 2, "source": "inferred", "confidence": "high"}, FEED, True),
    (QUOKKA, {"sessions": 2, "source": "inferred", "confidence": "medium"}, FEED, False),
    (QUOKKA, {"sessions": 2, "confidence": "low"}, FEED, False),
    (QUOKKA, {"sessions": 1}, FEED, False),
    (QUOKKA, {"sessions": 2}, "zoo feed ann", False),
    (QUOKKA, {}, FEED, False),
    (("error", "boom", "grep zoo x", "Look elsewhere."), {"sessions": 2}, "grep zoo x", False),
    (("correction", "fed twice", FEED, "Feed at noon."), {"sessions": 2}, FEED, False),
]


@pytest.mark.parametrize("learning, more, command, is_refused", DENIED)
def test_what_deny_refuses(project, learning, more, command, is_refused):
    entry_id = learn(project.store, learning, **more)
    project.settings["warn_before"] = "deny"
    word = refused(project, command)
    assert bool(word) == is_refused
    if is_refused:
        assert entry_id in word and "Sent again, it runs." in word
        assert refused(project, command) == "", "once a session"
        assert refused(project, command, "s2")


def test_deny_refuses_a_command_once_however_many_learnings_match(project):
    for n in range(3):
        learn(project.store, (*RULE[:3], f"Use zag{n}, never zoo."))
    learn(project.store, QUOKKA, sessions=4)
    project.settings["warn_before"] = "deny"
    assert [bool(refused(project, FEED)) for _ in range(5)] == [True] + [False] * 4


def test_each_command_is_refused_for_its_own_learning(project):
    project.settings["warn_before"] = "deny"
    learn(project.store, QUOKKA, sessions=2)
    other = ("error", "the tunnel collapsed", "zag dig", "Dig slower.")
    learn(project.store, other, sessions=2)
    Session(project.store, "s1").add({"kind": "step", "command": FEED})
    assert "unlock" in refused(project, FEED)
    assert "Dig slower." in refused(project, "zag dig")


def test_of_a_refused_command_nothing_more_is_said_where_it_is_not_heard(project):
    """It failed, and was refused; the rule that forbids it came since."""
    project.settings["warn_before"] = "deny"
    learn(project.store, QUOKKA, sessions=2)
    assert run(project, FEED, mute=True).deny
    entry_id = learn(project.store, RULE)
    assert run(project, FEED, mute=True) is None
    assert entry_id in said(project, FEED)


def test_deny_lets_a_command_run_that_has_passed_since(project):
    entry_id = learn(project.store, QUOKKA, sessions=2)
    project.settings["warn_before"] = "deny"
    outcomes = (project.store.state_dir, journal.OUTCOMES, entry_id)
    journal.note(*outcomes, "failed")
    journal.note(*outcomes, "passed")
    assert refused(project, FEED) == ""
    journal.note(*outcomes, "failed")
    assert refused(project, FEED)


def test_where_words_do_not_reach_the_model_it_is_refused_or_nothing(project):
    learn(project.store, RULE)
    assert run(project, FEED, mute=True) is None
    project.settings["warn_before"] = "deny"
    assert run(project, FEED, mute=True).deny
    again = run(project, FEED, mute=True)
    assert again is None or not (again.deny or again.context), "sent again, it runs"


def test_deny_refuses_for_one_learning_once_a_session(project):
    """Said at a prompt is not refused yet; refused for another command is."""
    project.settings["warn_before"] = "deny"
    learn(project.store, RULE)
    assert ask(project, "shall I use zag or zoo?") and refused(project, "zoo feed milo")
    assert not refused(project, "zoo feed bruno")
