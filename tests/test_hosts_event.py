"""What each host gets for an answer."""

import json

import pytest

from reflexion import hosts
from reflexion.hosts import Event, Reply

SAID = "said <once>"


def answer(host, name, **reply):
    text = hosts.render(Event(host=host, name=name), Reply(**reply))
    assert text.isascii() and "\n" not in text
    return json.loads(text) if text else ""


def nested(name, **fields):
    return {"hookSpecificOutput": {"hookEventName": name, **fields}}


OWN_NAMES = {"gemini": {"UserPromptSubmit": "BeforeAgent", "PostToolUse": "AfterTool"}}


@pytest.mark.parametrize(
    "name", ["SessionStart", "SubagentStart", "UserPromptSubmit", "PostToolUse"]
)
@pytest.mark.parametrize("host", hosts.NAMES)
def test_context_stands_where_the_host_hands_it_to_the_model(host, name):
    own = OWN_NAMES.get(host, {}).get(name, name)
    expected = nested(own, additionalContext=SAID)
    if host == "copilot":
        expected = {"additionalContext": SAID}
    assert answer(host, name, context=SAID) == expected
    assert answer(host, name) == ""


def test_a_failure_is_answered_by_the_event_that_the_host_has():
    for host, name in (
        ("claude", "PostToolUseFailure"),
        ("codex", "PostToolUse"),
        ("gemini", "AfterTool"),
    ):
        assert answer(host, "PostToolUseFailure", context=SAID) == nested(
            name, additionalContext=SAID
        )


@pytest.mark.parametrize("name", ["Stop", "SubagentStop", "SessionEnd", "PreToolUse"])
@pytest.mark.parametrize("host", hosts.NAMES)
def test_context_is_kept_back_where_it_would_do_harm_or_reach_nobody(host, name):
    assert answer(host, name, context=SAID) == ""


@pytest.mark.parametrize("host", hosts.NAMES)
def test_a_question_makes_the_agent_go_on_at_a_stop_and_nowhere_else(host):
    word = "deny" if host == "gemini" else "block"
    for name in ("Stop", "SubagentStop"):
        assert answer(host, name, question="why?") == {"decision": word, "reason": "why?"}
    assert answer(host, "UserPromptSubmit", question="why?") == ""


@pytest.mark.parametrize("host", hosts.NAMES)
def test_a_notice_stands_beside_everything_else(host):
    assert answer(host, "Stop", notice="told", question="why?")["systemMessage"] == "told"
    assert answer(host, "PostToolUse", notice="told") == {"systemMessage": "told"}
    assert answer(host, "SessionEnd", notice="told") == ""


@pytest.mark.parametrize("host", hosts.NAMES)
def test_a_call_is_allowed_before_it_runs_alone(host):
    fields = {"permissionDecision": "allow", "permissionDecisionReason": "ours"}
    name = "BeforeTool" if host == "gemini" else "PreToolUse"
    expected = fields if host == "copilot" else nested(name, **fields)
    assert answer(host, "PreToolUse", allow="ours") == expected
    assert answer(host, "PostToolUse", allow="ours") == ""


def test_an_answer_is_bounded_and_holds_no_half_of_a_surrogate_pair():
    said = answer("codex", "UserPromptSubmit", context="\ud800" + "x" * 20_000)
    context = said["hookSpecificOutput"]["additionalContext"]
    assert len(context) == 9500 and context.startswith("?")


def test_no_host_gets_a_word_that_the_codex_parser_does_not_know():
    """One unknown key costs the whole answer there."""
    known = {"systemMessage", "decision", "reason", "hookSpecificOutput"}
    every = {"context": "a", "question": "b", "notice": "c", "allow": "d"}
    for name in ("SessionStart", "PostToolUse", "Stop", "PreToolUse"):
        assert set(answer("codex", name, **every)) <= known
