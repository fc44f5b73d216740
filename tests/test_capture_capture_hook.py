"""What an event teaches: which calls are ours, which are judged, and what is announced."""

from __future__ import annotations

import json

import pytest

from reflexion.capture import capture_hook
from reflexion.capture.capture_hook import respond
from reflexion.hosts.event import Event
from reflexion.store.project import Project
from reflexion.store.session import View

MISSING = "make: *** No rule to make target 'release'.  Stop."
ID = "RFX-20260302-abcdef"


@pytest.fixture
def box(inside):
    """Hooks are called in this process; tests/test_hook.py runs the scripts themselves."""
    return inside


def configured(box, **settings) -> Project:
    (box.root / ".reflexion").mkdir()
    (box.root / ".reflexion" / "config.json").write_text(json.dumps(settings))
    box.script("init", "--project", box.root)
    return Project(str(box.root), box.environ())


def call(box, command="make release", **more) -> Event:
    given = {"tool": "Bash", "exit_code": 2, "failed": True, "output": MISSING, "session": "s1"}
    given = {"name": "PostToolUseFailure", "cwd": str(box.root), **given, **more}
    return Event(command=command, **given)


def test_only_the_telling_part_of_a_long_output_is_kept(box):
    event = call(box, output=MISSING + "\n" + "a\n" * 9000)
    respond(event, Project(str(box.root), box.environ()))
    assert len(event.output) < 9000


@pytest.mark.parametrize("text", ["ghp_" + "a8Kd03jQ" * 4 + "Zz19", "swordfish"])
def test_the_last_guard_takes_secrets_out(box, text, monkeypatch):
    project = configured(box, redact=["swordfish"])
    monkeypatch.setattr(capture_hook, "clean", lambda event, root, extra: event)
    respond(call(box, output=f"error: the host refused {text}"), project)
    assert len(box.entries()) == 1 and text not in json.dumps(box.entries())


WORDS = "why did you touch the lock file again? nobody asked for that"


@pytest.mark.parametrize(
    "prompt, more, is_worth",
    [
        ("From now on write the comments in English.", {}, True),
        ("From now on write the comments in English.", {"machine": True}, False),
        ("add a search field to the list", {}, False),
        ("We use pnpm here, not npm.", {"when": "2026-03-02"}, True),
        (WORDS, {"when": "2026-03-02"}, True),
    ],
)
def test_which_prompts_are_worth_a_look(prompt, more, is_worth):
    event = Event(name="UserPromptSubmit", prompt=prompt, **more)
    assert capture_hook._is_worth_storing(event) is is_worth


def test_a_prompt_of_the_past_is_judged_as_one(monkeypatch):
    from reflexion.signals.prompts import classify

    monkeypatch.setattr(classify, "judge_past", lambda text: ("past", ""))
    monkeypatch.setattr(classify, "judge", lambda text: ("", ""))
    for when in ("2026-03-02", ""):
        event = Event(name="UserPromptSubmit", prompt="x", when=when)
        assert capture_hook._is_worth_storing(event) is bool(when)


@pytest.mark.parametrize(
    "tool, failed, is_step",
    [("Edit", False, 1), ("Edit", None, 1), ("Edit", True, 0), ("Read", False, 0)],
)
def test_of_other_tools_an_edit_that_worked_is_a_step(box, tool, failed, is_step):
    box.bash("make release", 2, MISSING, session="s1")
    event = call(box, "", tool=tool, failed=failed, path="a.py", output="", exit_code=None)
    decision = capture_hook.decide(event, View(Project(str(box.root), box.environ()), "s1"))
    assert len(decision.records if decision else []) == is_step


@pytest.mark.parametrize(
    "output, command, touched, learned",
    [
        (f"{ID} learned: Use it.", "reflexion learn --for x 'Use it.'", [ID], [(ID, "Use it.")]),
        (f"{ID} learned: Use it.", "reflexion learn 'Use it.'", [ID], []),
        (f"{ID} was known: Use it.", "reflexion learn --for x", [], []),
        (ID, "reflexion learn --for x", [], []),
        ("RFX-1 learned: Use it.", "reflexion learn --for x", [], []),
        ("x" * 3959 + f"\n{ID} learned: Use it.", "reflexion learn", [ID], []),
        ("x" * 3990 + f"\n{ID} learned: Use it.", "reflexion learn", [], []),
    ],
)
def test_what_was_just_recorded_is_announced(output, command, touched, learned):
    event = Event(name="PostToolUse", command=command, output=output)
    answer = capture_hook._recorded(event).answer
    assert (answer.touched, answer.learned) == (touched, learned)


@pytest.mark.parametrize(
    "command, more, why",
    [
        ("make release", {}, ""),
        ("make release", {"cwd": "/elsewhere"}, "it ran outside the project"),
        ("make release", {"benign": "no match"}, "the host calls it harmless: no match"),
        ("make ship", {}, "the setting `ignore` names it"),
        ("make " + "x" * 1991 + "ship", {}, "the setting `ignore` names it"),
        ("make " + "x" * 1992 + "ship", {}, ""),
    ],
)
def test_why_a_call_is_none_of_ours(box, command, more, why):
    view = View(configured(box, ignore=["ship"]), "s1")
    assert capture_hook.left_out(call(box, command, **more), view) == why


@pytest.mark.parametrize(
    "command, is_own",
    [
        ("reflexion status", True),
        ("cd web && reflexion status", True),
        ("python3 -S /opt/reflexion status", True),
        ("python3 - reflexion", True),
        ("python3 /opt/a.py reflexion", False),
        ("cd reflexion", False),
        ("reflexion status && make dist", False),
        ("make dist && reflexion status", False),
        ("make dist", False),
        ("python3 -S", False),
        ("make reflexion", False),
    ],
)
def test_calls_of_the_toolkit(command, is_own):
    assert capture_hook.is_own(command) is is_own
