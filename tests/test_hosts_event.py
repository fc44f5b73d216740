"""Payloads of both hosts as Events, answers as the exact text that each host takes. The fixtures are shaped like what the hosts wrote."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from sandbox import ROOT

from reflexion.hosts.event import Answer, Event
from reflexion.hosts.payload import host_of, parse, render
from reflexion.hosts.reading import typed_skill

FIXTURES = ROOT / "tests" / "fixtures"


def payloads(name):
    return [
        json.loads(line)
        for line in (FIXTURES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]


# event, tool, command or path, exit code, failed, interrupted, output
CLAUDE = [
    ("SessionStart", "", "", None, None, False, ""),
    ("SessionStart", "", "", None, None, False, ""),
    ("UserPromptSubmit", "", "", None, None, False, ""),
    ("PreToolUse", "Bash", "make release", None, None, False, ""),
    (
        "PostToolUseFailure",
        "Bash",
        "make release",
        2,
        True,
        False,
        "make: *** No rule to make target 'release'.  Stop.",
    ),
    ("PostToolUse", "Bash", "make dist", 0, False, False, "dist/shop-1.0.tar.gz"),
    ("PostToolUse", "Bash", "make lint", 0, False, False, "checked 3 files\n1 warning"),
    ("PostToolUse", "Bash", "grep -n TODO Makefile", None, False, False, ""),
    ("PostToolUse", "Bash", "make serve", None, None, False, ""),
    ("PostToolUseFailure", "Bash", "make slow", 143, True, False, "Command timed out after 2m 0s"),
    (
        "PostToolUseFailure",
        "Bash",
        "make slow",
        None,
        True,
        True,
        "The user doesn't want to proceed",
    ),
    (
        "PostToolUseFailure",
        "Read",
        "/home/dev/shop/gone.txt",
        None,
        True,
        False,
        "File does not exist.",
    ),
    ("PostToolUse", "Edit", "/home/dev/shop/Makefile", None, False, False, ""),
    ("PostToolUse", "Agent", "", None, False, False, "Done."),
    ("SubagentStart", "", "", None, None, False, ""),
    ("Stop", "", "", None, None, False, ""),
    ("SessionEnd", "", "", None, None, False, ""),
]
CODEX = [
    ("SessionStart", "", "", None, None, False, ""),
    ("UserPromptSubmit", "", "", None, None, False, ""),
    ("PreToolUse", "Bash", "make release", None, None, False, ""),
    (
        "PostToolUse",
        "Bash",
        "make release",
        2,
        True,
        False,
        "make: *** No rule to make target 'release'.  Stop.\n",
    ),
    ("PostToolUse", "Bash", "make dist", 0, False, False, "dist/shop-1.0.tar.gz\n"),
    ("PostToolUse", "Bash", "echo part; sleep 2; echo end; exit 9", 9, True, False, "part\nend\n"),
    (
        "PostToolUse",
        "Bash",
        "make unknown",
        None,
        None,
        False,
        "error: it says so, but nothing proves it\n",
    ),
    ("PostToolUse", "apply_patch", "Makefile", None, False, False, None),
    ("PostToolUse", "mcp__tracker__find", "", None, False, False, "none"),
    ("SubagentStart", "", "", None, None, False, ""),
    ("Stop", "", "", None, None, False, ""),
    ("SessionEnd", "", "", None, None, False, ""),
]


@pytest.mark.parametrize("n", range(len(CLAUDE)))
def test_claude_code(n):
    event = parse(payloads("claude")[n], {"CLAUDE_PROJECT_DIR": "/home/dev/shop"})
    assert event.host == "claude" and event.session == "3b1f0c52-7a1d-4c55-9c3e-5d0b8f6f2a10"
    assert (
        event.name,
        event.tool,
        event.command or event.path,
        event.exit_code,
        event.failed,
        event.interrupted,
        event.output,
    ) == CLAUDE[n]


@pytest.mark.parametrize("n", range(len(CODEX)))
def test_codex(n, tmp_path):
    payload = payloads("codex")[n]
    rollout = tmp_path / payload["transcript_path"].rpartition("/")[2]
    rollout.write_bytes((FIXTURES / "codex_rollout.jsonl").read_bytes())
    event = parse({**payload, "transcript_path": str(rollout)}, {})
    assert event.host == "codex" and event.transcript == str(rollout)
    found = (
        event.name,
        event.tool,
        event.command or event.path,
        event.exit_code,
        event.failed,
        event.interrupted,
    )
    assert found == CODEX[n][:6] and CODEX[n][6] in (event.output, None)


def test_what_only_some_events_carry():
    events = {event.name: event for event in (parse(payload, {}) for payload in payloads("claude"))}
    assert events["UserPromptSubmit"].prompt == "cut the release"
    assert events["SessionStart"].source == "compact"
    assert events["SubagentStart"].agent == "a13"
    assert events["Stop"].message == "Released."
    assert events["SessionEnd"].reason == "other"
    benign = [parse(payload, {}).benign for payload in payloads("claude")]
    assert [text for text in benign if text] == ["No matches found"]


@pytest.mark.parametrize(
    "payload, environ, host",
    [
        ({"turn_id": "t", "transcript_path": None}, {}, "codex"),
        ({"transcript_path": "C:\\Users\\dev\\.codex\\sessions\\rollout-x.jsonl"}, {}, "codex"),
        (
            {"transcript_path": "/home/dev/.claude/projects/x/y.jsonl", "model": "claude-opus"},
            {},
            "claude",
        ),
        ({"transcript_path": None, "model": "gpt-x"}, {}, "codex"),
        ({"transcript_path": None, "model": "claude-opus"}, {}, "claude"),
        ({"transcript_path": None}, {}, "codex"),
        ({"transcript_path": None, "session_id": "s"}, {"CLAUDE_CODE_SESSION_ID": "s"}, "claude"),
        ({}, {}, "claude"),
    ],
)
def test_hosts_are_told_apart(payload, environ, host):
    assert host_of(payload, environ) == host


WRONG = [
    None,
    True,
    7,
    1.5,
    "text",
    "\ud800",
    "nul\0",
    [],
    [1],
    {},
    {"command": 3, "file_path": []},
    [[[[[[[["deep"]]]]]]]],
    "x" * 100000,
]


@pytest.mark.parametrize(
    "key",
    [
        "hook_event_name",
        "session_id",
        "cwd",
        "tool_name",
        "tool_input",
        "tool_response",
        "tool_use_id",
        "error",
        "is_interrupt",
        "prompt",
        "source",
        "agent_id",
        "transcript_path",
        "turn_id",
        "model",
        "last_assistant_message",
        "reason",
    ],
)
def test_wrong_types_never_raise(key):
    for base in (*payloads("claude"), *payloads("codex")):
        for value in WRONG:
            event = parse({**base, key: value}, {})
            for field in (
                "name",
                "session",
                "cwd",
                "tool",
                "command",
                "path",
                "output",
                "benign",
                "prompt",
                "source",
                "agent",
                "transcript",
                "tool_use_id",
                "message",
                "reason",
            ):
                assert isinstance(getattr(event, field), str), field
            assert (
                isinstance(event.tool_input, dict)
                and event.failed in (True, False, None)
                and isinstance(event.interrupted, bool)
            )
            assert event.exit_code is None or type(event.exit_code) is int
            render(event, Answer("context", "notice"))


def answer(host, name, context="", notice=""):
    return render(Event(host=host, name=name), Answer(context, notice))


@pytest.mark.parametrize("host", ["claude", "codex"])
@pytest.mark.parametrize(
    "name",
    [
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "SubagentStart",
        "Stop",
        "SessionEnd",
        "SubagentStop",
        "PreCompact",
    ],
)
def test_answers(host, name):
    plain = name in ("SessionStart", "UserPromptSubmit")
    speaks = (
        plain
        or name in ("PreToolUse", "PostToolUse", "SubagentStart")
        or (name == "PostToolUseFailure" and host == "claude")
    )
    spoken = {"hookEventName": name, "additionalContext": "said"}
    assert answer(host, name) == ""
    assert answer(host, name, "said") == (
        "said" if plain else json.dumps({"hookSpecificOutput": spoken}) if speaks else ""
    )
    if speaks:
        assert json.loads(answer(host, name, "said", "told")) == {
            "systemMessage": "told",
            "hookSpecificOutput": spoken,
        }
    else:
        assert answer(host, name, "said", "told") in ("", '{"systemMessage": "told"}')
    assert bool(answer(host, name, "", "told")) == (speaks or name == "Stop")


def test_answers_are_safe_on_any_stream():
    assert answer("codex", "PreToolUse", "a\ud800b \u00e9 \U0001f600").isascii()
    assert (
        json.loads(answer("codex", "PreToolUse", "a\ud800b"))["hookSpecificOutput"][
            "additionalContext"
        ]
        == "a?b"
    )
    assert json.loads(answer("claude", "UserPromptSubmit", '{"looks": "like JSON"}'))[
        "hookSpecificOutput"
    ]["additionalContext"].startswith("{")
    assert len(answer("claude", "SessionStart", "x" * 50000)) < 10000


def test_a_refused_call():
    refused = Answer("known", "shown", deny="Use `make ship`.")
    for host in ("claude", "codex"):
        assert json.loads(render(Event(host=host, name="PreToolUse"), refused)) == {
            "systemMessage": "shown",
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "permissionDecision": "deny",
                "permissionDecisionReason": "Use `make ship`.\nknown",
            },
        }
        assert "deny" not in render(Event(host=host, name="PostToolUse"), refused)


SKILLS = [
    ({"tool_name": "Skill", "tool_input": {"skill": "ship:deploy"}}, "ship:deploy"),
    ({"tool_name": "Skill", "tool_input": {"skill": 3}}, ""),
    ({"prompt": "/deploy to staging"}, "deploy"),
    ({"prompt": "/deploy"}, "deploy"),
    ({"prompt": "$deploy it"}, "deploy"),
    ({"prompt": "/ship:deploy-2\nnow"}, "ship:deploy-2"),
    ({"prompt": "/usr/bin/env is missing"}, ""),
    ({"prompt": "/ deploy"}, ""),
    ({"prompt": "/"}, ""),
    ({"prompt": "run /deploy"}, ""),
    ({"prompt": "/" + "x" * 500}, ""),
    ({"prompt": "/" + "x" * 200}, "x" * 200),
    ({"prompt": "/" + "x" * 201}, ""),
    ({"prompt": "/x-ray it"}, "x-ray"),
    ({"prompt": "/-deploy"}, ""),
]


@pytest.mark.parametrize("payload, skill", SKILLS)
def test_the_skill_that_is_activated(payload, skill):
    assert parse({"hook_event_name": "UserPromptSubmit", **payload}, {}).skill == skill


def test_megabytes_behind_a_skill_are_not_cut_into_words():
    prompt = "/" + "ab " * 900_000
    tracemalloc.start()
    try:
        assert typed_skill(prompt) == "ab"
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_long_fields_are_bounded():
    """A folder that no file system takes counts as none; a long output keeps both its ends."""
    folders, huge = "/a" * 100_000, "first" + "x" * 1_000_000 + "last"
    given = {"command": huge, "file_path": folders}
    for more in ({}, {"turn_id": "t"}):
        payload = {"cwd": folders, "tool_name": "Bash", "tool_input": given, "session_id": huge}
        ran = {"hook_event_name": "PostToolUse", "tool_response": huge, "tool_use_id": huge}
        event = parse({**payload, **ran, "transcript_path": folders, **more}, {})
        assert event.cwd == event.path == event.transcript == ""
        assert len(event.session) <= 200 and len(event.tool_use_id) <= 200
        assert len(event.command) <= 1 << 16 and len(event.output) < 140_000
        assert event.output.startswith("first") and event.output.endswith("last")
    assert parse({"cwd": "/a\0b"}, {}).cwd == ""


LONGEST = [("prompt", 16_384), ("message", 16_384), ("command", 16_384), ("output", 131_072)]


@pytest.mark.parametrize("field, most", LONGEST)
def test_a_text_that_is_too_long_keeps_a_half_at_either_end(field, most):
    half = most // 2
    text = "a" * half + "b" * half
    assert getattr(Event(**{field: text}), field) == text
    cut = getattr(Event(**{field: "a" * half + "x" + "b" * half}), field)
    assert cut == "a" * half + "\n" + "b" * half


def test_a_tool_s_input_is_always_an_object():
    assert Event().tool_input == {} and Event(tool_input={"a": 1}).tool_input == {"a": 1}


def test_long_texts_keep_head_and_tail():
    text = "No, use pnpm. " + "x" * 3_000_000 + " the end"
    payload = {"prompt": text, "last_assistant_message": text, "tool_name": "Bash"}
    payload = {**payload, "hook_event_name": "UserPromptSubmit", "tool_input": {"command": text}}
    event = parse(payload, {})
    for given in (event.prompt, event.message, event.command):
        assert given.startswith("No, use pnpm. ") and given.endswith(" the end")
        assert len(given) <= 16 * 1024 + 1


def test_a_prompt_is_read_where_it_was_typed():
    assert parse({"hook_event_name": "Stop", "prompt": "No, use pnpm."}, {}).prompt == ""
