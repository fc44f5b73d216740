"""Every host held against one table of cases: its recorded payloads as Events, and what it takes for an answer."""

from __future__ import annotations

import json
import os

import pytest
from sandbox import ROOT

from reflexion.hosts import registry
from reflexion.hosts.event import Answer, Event
from reflexion.hosts.payload import host_of, parse, render
from reflexion.hosts.reading import snake_keys

FIXTURES = ROOT / "tests" / "fixtures"
OLDER = {  # case -> line of the fixtures that have no names of cases
    "claude": {
        "start": 0,
        "prompt": 2,
        "look ahead": 3,
        "failure": 4,
        "success": 5,
        "benign": 7,
        "background": 8,
        "interrupted": 10,
        "refused edit": 11,
        "edit": 12,
        "stop": 15,
        "end": 16,
    },
    "codex": {
        "start": 0,
        "prompt": 1,
        "look ahead": 2,
        "failure": 3,
        "success": 4,
        "background": 6,
        "edit": 7,
        "stop": 10,
        "end": 11,
    },
}
MADE = {
    ("claude", "machine"): {
        "prompt": "<task-notification>\n<status>failed</status>\n</task-notification>"
    },
    ("codex", "machine"): {"prompt": "<subagent_notification>\ndone\n</subagent_notification>"},
}
# case -> what the Event of every host says that has the case
EVERYWHERE = {
    "start": {"name": "SessionStart", "source": "startup", "prompt": "", "machine": False},
    "prompt": {"name": "UserPromptSubmit", "machine": False, "agent": ""},
    "look ahead": {"name": "PreToolUse", "tool": "Bash", "failed": None, "exit_code": None},
    "success": {
        "name": "PostToolUse",
        "tool": "Bash",
        "failed": False,
        "exit_code": 0,
        "interrupted": False,
        "benign": "",
    },
    "failure": {"tool": "Bash", "failed": True, "interrupted": False},
    "not found": {"tool": "Bash", "failed": True, "exit_code": 127},
    "edit": {"name": "PostToolUse", "failed": False, "exit_code": None},
    "refused edit": {"name": "PostToolUseFailure", "failed": True, "interrupted": False},
    "machine": {"name": "UserPromptSubmit", "machine": True},
    "own context": {"name": "UserPromptSubmit", "machine": False},
    "background": {"name": "PostToolUse", "tool": "Bash", "failed": None, "exit_code": None},
    "interrupted": {"interrupted": True},
    "benign": {"name": "PostToolUse", "failed": False, "exit_code": None, "output": ""},
    "stop": {"name": "Stop"},
    "end": {"name": "SessionEnd"},
}
SAID = {"claude": "cut the release", "codex": "cut the release"}  # the prompt; else "build it"
RAN = {"claude": ("make release", 2), "codex": ("make release", 2)}
NEW = ("copilot", "qwen", "gemini", "opencode")


def fixtures(host):
    """case -> payload."""
    lines = (FIXTURES / f"{host}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    if host not in OLDER:
        return {row["case"]: row["payload"] for row in rows}
    found = {case: rows[n] for case, n in OLDER[host].items()}
    more = {
        case: {**found["prompt"], **change} for (of, case), change in MADE.items() if of == host
    }
    return {**found, **more}


def event_of(host, payload, tmp_path):
    if host == "codex" and payload.get("transcript_path"):
        rollout = tmp_path / payload["transcript_path"].rpartition("/")[2]
        rollout.write_bytes((FIXTURES / "codex_rollout.jsonl").read_bytes())
        payload = {**payload, "transcript_path": str(rollout)}
    return parse(payload, {})


EVERY = [(host, case) for host in sorted(registry.NAMES) for case in fixtures(host)]


@pytest.mark.parametrize("host, case", EVERY)
def test_every_host_tells_every_case_alike(host, case, tmp_path):
    event = event_of(host, fixtures(host)[case], tmp_path)
    expected = EVERYWHERE.get(case.removeprefix("camel "), {})
    wrong = {
        key: getattr(event, key) for key, value in expected.items() if getattr(event, key) != value
    }
    assert (event.host, wrong) == (host, {})
    assert event.cwd == "/home/dev/shop" and event.session
    if case in ("prompt", "own context", "camel prompt"):
        assert event.prompt == SAID.get(host, "build it")
    if case in ("failure", "camel failure"):
        command, code = RAN.get(host, ("echo out; echo oops >&2; exit 1", 1))
        assert (event.command, event.exit_code) == (command, code)
        assert event.output.strip() in (
            "out\noops",
            "make: *** No rule to make target 'release'.  Stop.",
        )
    if case in ("edit", "refused edit"):
        assert event.path.endswith(("a.txt", "Makefile", "gone.txt"))
        assert event.tool in ("Edit", "Read", "apply_patch") and not event.command


def test_every_host_has_the_cases_that_matter():
    must = {"start", "prompt", "look ahead", "success", "failure", "edit", "stop"}
    for host in registry.NAMES:
        assert must <= set(fixtures(host)), host
    for case in ("refused edit", "background", "interrupted", "machine", "own context"):
        assert len([host for host in registry.NAMES if case in fixtures(host)]) >= 3, case


# what only one host does: (host, case, what the Event says)
PECULIAR = [
    ("copilot", "background", {"output": "listening on 8080\n<command with shellId: 8 is still running after 30 seconds. The command is still running and has not yet finished executing.>"}),
    ("copilot", "interrupted", {"failed": True, "output": "The user rejected this tool call."}),
    ("qwen", "machine", {"prompt": ""}),
    ("qwen", "typed command", {"prompt": "/reflexion:status now", "skill": "reflexion:status"}),
    ("qwen", "benign", {"benign": "Qwen Code takes exit status 1 for a success"}),
    ("qwen", "success", {"output": "hi", "tool_use_id": "toolu_1795355661403_atxjopm5j"}),
    ("qwen", "look ahead", {"mute": True}),
    ("gemini", "look ahead", {"mute": True}),
    ("gemini", "machine", {"prompt": ""}),
    ("gemini", "stop", {"message": "all done"}),
    ("gemini", "silent success", {"exit_code": 0, "output": ""}),
    ("gemini", "no match", {"exit_code": 1, "output": "", "name": "PostToolUseFailure"}),
    ("gemini", "own lines", {"exit_code": 0, "failed": False, "output": "it said\nExit Code: 3"}),
    ("gemini", "killed", {"exit_code": 1, "failed": True, "output": "part"}),
    ("opencode", "quoted prompt", {"prompt": "build it"}),
    ("opencode", "killed", {"failed": None, "exit_code": None, "interrupted": True}),
    ("opencode", "skill", {"skill": "ship", "tool": "Skill"}),
    ("opencode", "look ahead", {"mute": True}),
    ("copilot", "look ahead", {"mute": False}),
]  # fmt: skip


@pytest.mark.parametrize("host, case, expected", PECULIAR)
def test_what_only_one_host_does(host, case, expected):
    event = parse(fixtures(host)[case], {})
    assert {key: getattr(event, key) for key in expected} == expected


CONTEXT = {"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "said"}}
ANSWERS = {  # host -> (event, its answer to a context)
    "claude": [("UserPromptSubmit", "said"), ("PostToolUse", CONTEXT), ("Stop", "")],
    "codex": [("UserPromptSubmit", "said"), ("PostToolUse", CONTEXT), ("PostToolUseFailure", "")],
    "copilot": [
        ("PostToolUse", {**CONTEXT, "additionalContext": "said"}),
        ("UserPromptSubmit", {"additionalContext": "said", "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "said"}}),
        ("SessionStart", {"additionalContext": "said", "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "said"}}),
        ("Stop", ""),
    ],
    "qwen": [("UserPromptSubmit", "said"), ("PostToolUse", CONTEXT), ("PreToolUse", ""), ("Stop", "")],
    "gemini": [
        ("UserPromptSubmit", {"hookSpecificOutput": {"hookEventName": "BeforeAgent", "additionalContext": "said"}}),
        ("PostToolUse", {"hookSpecificOutput": {"hookEventName": "AfterTool", "additionalContext": "said"}}),
        ("PostToolUseFailure", {"hookSpecificOutput": {"hookEventName": "AfterTool", "additionalContext": "said"}}),
        ("SessionStart", {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "said"}}),
        ("PreToolUse", ""),
        ("Stop", ""),
    ],
    "opencode": [
        ("UserPromptSubmit", {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "said"}}),
        ("PostToolUse", CONTEXT),
        ("PreToolUse", ""),
    ],
}  # fmt: skip
MUTE = ("qwen", "gemini", "opencode")  # context before a call never reaches the model


def event(host, name):
    return Event(host=host, name=name, mute=host in MUTE and name == "PreToolUse")


@pytest.mark.parametrize("host", registry.NAMES)
def test_how_context_is_written(host):
    for name, expected in ANSWERS[host]:
        text = render(event(host, name), Answer("said"))
        assert (json.loads(text) if text[:1] == "{" else text) == expected, name
        assert render(event(host, name), Answer()) == ""


DENIED = {
    "hookEventName": "PreToolUse",
    "permissionDecision": "deny",
    "permissionDecisionReason": "Use `make ship`.\nknown",
}
FLAT = {key: DENIED[key] for key in ("permissionDecision", "permissionDecisionReason")}


@pytest.mark.parametrize("host", registry.NAMES)
def test_how_a_call_is_refused(host):
    refused = Answer("known", "shown", deny="Use `make ship`.")
    found = json.loads(render(event(host, "PreToolUse"), refused))
    assert found.pop("systemMessage") == "shown"
    expected = {"hookSpecificOutput": DENIED}
    if host == "gemini":
        expected = {"decision": "deny", "reason": "Use `make ship`.\nknown"}
    elif host == "copilot":
        expected.update(FLAT)
    assert found == expected
    assert "deny" not in render(event(host, "PostToolUse"), refused)


def test_codex_puts_its_own_full_stop_behind_a_refusal():
    said = render(event("codex", "PreToolUse"), Answer(deny="Use pnpm. Sent again, it runs."))
    assert '"Use pnpm. Sent again, it runs"' in said


@pytest.mark.parametrize("host", registry.NAMES)
def test_a_notice_stands_beside_the_context(host):
    assert json.loads(render(event(host, "PostToolUse"), Answer("", "told"))) == {
        "systemMessage": "told"
    }
    assert json.loads(render(event(host, "Stop"), Answer("", "told"))) == {"systemMessage": "told"}
    both = json.loads(render(event(host, "UserPromptSubmit"), Answer("said", "told")))
    assert both["systemMessage"] == "told" and "said" in json.dumps(both)


ALLOWED = {
    "hookEventName": "PreToolUse",
    "permissionDecision": "allow",
    "permissionDecisionReason": "ours?",
}
BLOCKED = {"decision": "block", "reason": "record it?"}


@pytest.mark.parametrize("host", registry.NAMES)
def test_how_a_call_is_allowed_and_a_stop_held_up(host):
    """Each at its own event alone, and no call that is refused."""
    answer = Answer()
    answer.allow = " ours\ud800 "
    answer.go_on = " record it\ud800 "
    name = "BeforeTool" if host == "gemini" else "PreToolUse"
    expected = {"hookSpecificOutput": {**ALLOWED, "hookEventName": name}}
    if host == "copilot":
        expected.update({key: ALLOWED[key] for key in FLAT})
    assert json.loads(render(event(host, "PreToolUse"), answer)) == expected
    assert json.loads(render(event(host, "Stop"), answer)) == BLOCKED
    assert render(event(host, "PostToolUse"), answer) == ""
    answer.deny = " no\ud800 "
    refused = json.loads(render(event(host, "PreToolUse"), answer))
    assert "no?" in json.dumps(refused) and "allow" not in json.dumps(refused)


# (payload, environment, host): by the payload, by the environment only where it says nothing
COPILOT_INSIDE = {"COPILOT_CLI": "1", "CLAUDE_PROJECT_DIR": "/x"}
KNOWN = [
    ({"host": "opencode", "transcript_path": "/x/rollout-1.jsonl"}, {}, "opencode"),
    ({"host": "nobody"}, {}, "claude"),
    ({"host": ["claude"]}, {}, "claude"),
    ({"timestamp": "2026-11-22T13:54:33.583Z"}, {}, "copilot"),
    ({"timestamp": 1795355679412, "sessionId": "s"}, {}, "copilot"),
    ({"timestamp": "t", "transcript_path": "/h/.qwen/projects/-x/chats/1.jsonl"}, {}, "qwen"),
    ({"timestamp": "t", "transcriptPath": "/h/.copilot/session-state/1/events.jsonl"}, {}, "copilot"),
    ({"timestamp": "t", "transcript_path": "/h/.copilot/session-state/1/events.jsonl"}, {}, "copilot"),
    ({"initial_prompt": "x"}, {}, "copilot"),
    ({"toolArgs": {}}, {}, "copilot"),
    ({"submitted_prompt": "x"}, {}, "qwen"),
    ({"tool_call_id": "x"}, {}, "qwen"),
    ({"hook_event_name": "AfterTool"}, {}, "gemini"),
    ({"hook_event_name": "AfterTool"}, COPILOT_INSIDE, "gemini"),
    ({"transcript_path": "/h/.gemini/tmp/x/chats/session-1.jsonl"}, {}, "gemini"),
    ({"transcript_path": "C:\\h\\.gemini\\tmp\\x\\chats\\session-1.jsonl"}, {}, "gemini"),
    ({"transcript_path": "/h/.claude/projects/-x/1.jsonl"}, COPILOT_INSIDE, "claude"),
    ({"transcript_path": "/h/.claude/projects/-chats/1.jsonl"}, {"QWEN_CODE_SESSION_ID": "s"}, "claude"),
    ({"turn_id": "t", "transcript_path": None}, COPILOT_INSIDE, "codex"),
    ({"session_id": "s"}, {"QWEN_CODE_SESSION_ID": "s"}, "qwen"),
    ({"session_id": "s"}, {"GEMINI_SESSION_ID": "s"}, "gemini"),
    ({"session_id": "s"}, {"GEMINI_SESSION_ID": "other"}, "claude"),
    ({"session_id": "s"}, COPILOT_INSIDE, "copilot"),
    ({}, {"COPILOT_CLI": "1"}, "copilot"),
]  # fmt: skip


@pytest.mark.parametrize("payload, environ, host", KNOWN)
def test_hosts_are_told_apart(payload, environ, host):
    assert host_of(snake_keys(payload), environ) == host


def test_the_home_of_a_user():
    assert registry.home({"HOME": "/h", "USERPROFILE": "/u"}) == "/h"
    assert registry.home({"USERPROFILE": "/u"}) == "/u"
    assert registry.home({}) == os.path.expanduser("~")


def test_the_homes_of_the_hosts():
    homes = registry.homes({"HOME": "/h", "CODEX_HOME": "/c", "GEMINI_CLI_HOME": "/g"})
    assert {name: path.replace("\\", "/") for name, path in homes.items()} == {
        "claude": "/h/.claude",
        "codex": "/c",
        "copilot": "/h/.copilot",
        "qwen": "/h/.qwen",
        "gemini": "/g/.gemini",
        "opencode": "/h/.config/opencode",
    }
    others = {"CLAUDE_CONFIG_DIR": "/k", "COPILOT_HOME": "/p", "QWEN_HOME": "/q"}
    homes = registry.homes({"HOME": "/h", "XDG_CONFIG_HOME": "/x", **others})
    assert (homes["claude"], homes["copilot"], homes["qwen"]) == ("/k", "/p", "/q")
    assert homes["opencode"].replace("\\", "/") == "/x/opencode"


# (what a tool answered, exit status, failed, the text of it): whatever key it stands under
HONEST = [
    ({"stderr": "boom", "exit_code": 1}, 1, True, "boom"),
    ({"stdout": "out", "stderr": "boom", "exitCode": 2}, 2, True, "out\nboom"),
    ({"output": "boom", "returncode": 3}, 3, True, "boom"),
    ({"error": "boom", "code": 4}, 4, True, "boom"),
    ({"content": "boom", "status": 5}, 5, True, "boom"),
    ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "status": 5}, 5, True, "a\nb"),
    ({"content": {"text": "boom"}, "exit_code": "6"}, 6, True, "boom"),
    ({"stderr": "boom", "is_error": True}, None, True, "boom"),
    ({"stderr": "boom", "isError": True}, None, True, "boom"),
    ({"stderr": "boom", "success": False}, None, True, "boom"),
    ({"stderr": "boom", "success": False, "exit_code": 0}, None, True, "boom"),
    ({"stdout": "fine", "exit_code": 0}, 0, False, "fine"),
    ({"stdout": "fine", "success": True}, 0, False, "fine"),
    ({"stdout": "fine", "is_error": False, "status": 0}, 0, False, "fine"),
    ({"stdout": "fine", "status": "completed"}, 0, False, "fine"),
    ({"stdout": "fine", "exit_code": True}, 0, False, "fine"),
    ({"stdout": "one", "output": "one", "exit_code": 1}, 1, True, "one"),
    ("fine", 0, False, "fine"),
    ([{"type": "text", "text": "fine"}], 0, False, "fine"),
]  # fmt: skip
RESULT_KEYS = ("tool_response", "tool_output", "tool_result", "toolResponse", "toolResult")


@pytest.mark.parametrize("key", RESULT_KEYS)
@pytest.mark.parametrize("result, code, failed, output", HONEST)
def test_a_failure_is_what_the_payload_calls_one(key, result, code, failed, output):
    payload = {"tool_name": "Bash", "tool_input": {"command": "make"}, key: result}
    event = parse(payload, {}, "capture")
    found = (event.name, event.exit_code, event.failed, event.output, event.command)
    assert found == ("PostToolUse", code, failed, output, "make")


@pytest.mark.parametrize("tool, code", [("Bash", 3), ("WebFetch", None)])
def test_so_it_is_where_the_host_calls_it_a_failure(tool, code):
    payload = {"hook_event_name": "PostToolUseFailure", "tool_name": tool, "error": "boom"}
    event = parse({**payload, "tool_response": {"status": 3}}, {})
    assert (event.failed, event.exit_code, event.output) == (True, code, "boom")


def test_a_failure_that_holds_no_error_has_its_answer_for_an_output():
    payload = {"hook_event_name": "PostToolUseFailure", "tool_name": "Bash"}
    assert parse({**payload, "tool_response": {"stderr": "boom"}}, {}).output == "boom"
    assert parse({**payload, "tool_response": "x", "error": "boom"}, {}).output == "boom"


def test_so_much_of_a_host_s_word_for_a_status_is_kept():
    told = {"tool_name": "Bash", "tool_response": {"returnCodeInterpretation": "x" * 501}}
    assert parse(told, {}).benign == "x" * 500


@pytest.mark.parametrize("given, continued", [(True, True), (False, False), ("true", False)])
def test_whether_a_hook_made_the_agent_go_on(given, continued):
    assert parse({"hook_event_name": "Stop", "stop_hook_active": given}, {}).continued == continued


def test_a_number_is_a_status_of_a_shell_alone():
    for key in ("code", "status"):
        fetched = {"tool_name": "WebFetch", "tool_input": {}, "tool_response": {key: 200}}
        assert parse(fetched, {}).failed is False
    told = {"tool_name": "WebFetch", "tool_input": {}, "tool_response": {"success": False}}
    assert parse(told, {}).failed is True
    above = {"tool_name": "Bash", "tool_response": {"stderr": "x"}, "exit_code": 3}
    assert parse(above, {}).exit_code == 3
    assert parse({**above, "exit_code": 0}, {}).failed is False


STOPPED = [
    ("Exit code 2\nmake: *** No rule", 2, False),
    ("It could not be started at all.", None, False),
    ("<tool_use_error>File does not exist.</tool_use_error>", None, False),
    ("", None, False),
    ("[Request interrupted by user for tool use]", None, True),
    ("Exit code 137\n[Request interrupted by user for tool use]", 137, True),
    ("The user doesn't want to proceed with this tool use.", None, True),
    ("Permission to use Bash with command rm has been denied.", None, True),
    ("Exit code 1\nPermission to use the registry was refused", 1, False),
    ("PreToolUse:Bash hook error: no", None, True),
    ("Sibling tool call errored", None, True),
    ("<tool_use_error>Cancelled: parallel tool call Bash(make) errored</tool_use_error>", None, True),
    ("said later: Sibling tool call errored", None, False),
    ("Exit code 2\nSibling tool call errored", 2, False),
    ("  Error: Denied by a rule", None, True),
    ("x" * 180 + "[Request interrupted by", None, True),
    ("x" * 181 + "[Request interrupted by", None, False),
]  # fmt: skip


@pytest.mark.parametrize("error, code, stopped", STOPPED)
def test_a_failure_is_one_whatever_its_text_but_for_what_the_host_says_of_itself(
    error, code, stopped
):
    payload = {"hook_event_name": "PostToolUseFailure", "tool_name": "Bash", "error": error}
    event = parse(payload, {})
    assert (event.failed, event.exit_code, event.interrupted) == (True, code, stopped)
    assert parse({**payload, "is_interrupt": True}, {}).interrupted


EVENTS = [
    ({"prompt": "x", "tool_input": {}}, "capture", "UserPromptSubmit"),
    ({"tool_name": "Bash", "tool_input": {}, "tool_response": ""}, "recall", "PostToolUse"),
    ({"tool_name": "Bash", "tool_input": {}, "error": "x"}, "capture", "PostToolUseFailure"),
    ({"tool_name": "Bash", "tool_input": {}}, "capture", "PreToolUse"),
    ({"toolName": "Bash", "toolInput": {}}, "capture", "PreToolUse"),
    ({"source": "startup"}, "capture", "SessionStart"),
    ({"reason": "exit"}, "capture", "SessionEnd"),
    ({"stop_hook_active": False}, "recall", "Stop"),
    ({}, "recall", "SessionStart"),
    ({}, "capture", "Stop"),
    ({}, "promote", "SessionEnd"),
    ({"hook_event_name": 5, "prompt": "x"}, "capture", "UserPromptSubmit"),
    ({"hookEventName": "preToolUse"}, "capture", "PreToolUse"),
    ({"hookEventName": "userPromptSubmitted"}, "capture", "UserPromptSubmit"),
    ({"hook_event_name": "agentStop"}, "capture", "Stop"),
    ({"hookName": "permissionRequest", "toolInput": {}}, "capture", "PermissionRequest"),
    ({"hook_event_name": "PostToolUse", "prompt": "x"}, "capture", "PostToolUse"),
]  # fmt: skip


@pytest.mark.parametrize("payload, hook, name", EVENTS)
def test_the_event_that_a_payload_does_not_name(payload, hook, name):
    assert parse(payload, {}, hook).name == name


def test_the_folder_and_the_session_that_a_payload_does_not_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for missing in ({}, {"cwd": ""}, {"cwd": None}):
        assert parse(missing, {}).cwd == str(tmp_path)
    assert parse({"cwd": "/elsewhere"}, {}).cwd == "/elsewhere"
    session = parse({}, {}).session
    assert session == parse({"session_id": None}, {}).session and session.startswith("p")
    assert str(os.getppid()) in session and session[-8:].isdigit()
    assert parse({"sessionId": "s"}, {}).session == parse({"session_id": "s"}, {}).session == "s"


@pytest.mark.parametrize("host, prompt, machine", [
    ("claude", "<task-notification>x</task-notification>", True),
    ("claude", "<task-notification>x</task-notification>\nfix it", False),
    ("claude", "<task-notification>never closed", True),
    ("claude", "  <system-reminder>x</system-reminder>\n<system-reminder>y</system-reminder>", True),
    ("claude", "what does <task-notification>x</task-notification> mean", False),
    ("claude", "<Button> is ours", False),
    ("claude", "", False),
    ("codex", "<turn_aborted>x</turn_aborted>", True),
    ("codex", "use <turn_aborted>", False),
])  # fmt: skip
def test_a_notification_is_no_prompt(host, prompt, machine):
    payload = {"hook_event_name": "UserPromptSubmit", "prompt": prompt}
    payload.update({"turn_id": "t"} if host == "codex" else {})
    assert parse(payload, {}).machine is machine


def test_what_a_sub_agent_is_asked_is_typed_by_nobody():
    asked = {"hook_event_name": "UserPromptSubmit", "prompt": "No, use pnpm.", "agent_id": "a1"}
    assert parse(asked, {}).machine
    assert not parse({**asked, "agent_id": ""}, {}).machine
    assert not parse({"hook_event_name": "SubagentStart", "agent_id": "a1"}, {}).machine


TWICE = {"tool_name": "Bash", "tool_input": {"command": "npm run build"}}
TWICE["tool_response"] = {"stderr": 'npm ERR! Missing script: "build"', "exit_code": 1}


def test_the_payload_of_the_manual_three_times(box):
    for _ in range(3):
        done = box.script("capture", stdin=json.dumps(TWICE))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (entry,) = box.entries()
    assert entry["occurrences"] == 3 and entry["trigger"] == 'npm ERR! Missing script: "build"'
    assert entry["context"] == "npm run build" and entry["cwd"] == "."


@pytest.mark.parametrize("host", NEW)
def test_a_failure_is_captured_and_a_success_is_not_taken_for_one(host, box):
    """A command that failed twice is counted twice, and what is known of it is said as the host takes it."""
    cases = fixtures(host)
    fail = {**cases["failure"], "cwd": str(box.root)}
    fail["tool_input"] = {"command": "make release"}
    fail = json.loads(
        json.dumps(fail).replace("out\\noops", "make: *** No rule to make target 'release'.  Stop.")
    )
    fail = json.loads(json.dumps(fail).replace("echo out; echo oops >&2; exit 1", "make release"))
    worked = {**cases["success"], "cwd": str(box.root)}
    for payload in (worked, fail, cases.get("machine", worked)):
        assert box.call("capture", json.dumps({**payload, "cwd": str(box.root)})) == ""
    (entry,) = box.entries()
    assert (
        entry["trigger"] == "make: *** No rule to make target 'release'. Stop."
        and entry["occurrences"] == 1
    )
    assert not entry.get("worked")
    box.change(entry["id"], resolution="Run `make dist`.", confidence="high")
    again = json.loads(
        json.dumps(fail).replace(fail.get("session_id") or fail["sessionId"], "another")
    )
    said = json.loads(box.call("capture", json.dumps(again)))
    spoken = (
        said["additionalContext"]
        if host == "copilot"
        else said["hookSpecificOutput"]["additionalContext"]
    )
    assert "Run `make dist`." in spoken
    assert box.entries()[0]["occurrences"] == 2


# (rules in CLAUDE.md, in AGENTS.md, which of them are targets) -> hosts that read the rule in none
READ_IN = [
    (True, True, ["CLAUDE.md", "AGENTS.md"], {"gemini"}),
    (True, False, ["CLAUDE.md", "AGENTS.md"], {"codex", "qwen", "opencode", "gemini"}),
    (False, True, ["CLAUDE.md", "AGENTS.md"], {"claude", "gemini"}),
    (False, False, ["CLAUDE.md", "AGENTS.md"], set(registry.NAMES)),
    (True, False, ["CLAUDE.md"], {"codex", "qwen", "opencode", "gemini"}),
    (False, True, ["AGENTS.md"], {"gemini"}),
    (False, False, ["AGENTS.md"], set(registry.NAMES)),
]


@pytest.mark.parametrize("in_claude, in_agents, targets, unread", READ_IN)
def test_which_hosts_do_not_read_a_rule(in_claude, in_agents, targets, unread, box):
    from reflexion.store.project import Project
    from reflexion.store.rule_files import unread_by

    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    rule = "- Use tabs. (seen 3x, source: RFX-20260331-a7f03c)\n"
    (box.root / "CLAUDE.md").write_text(rule if in_claude else "nothing\n")
    (box.root / "AGENTS.md").write_text(rule if in_agents else "nothing\n")
    (box.root / ".reflexion/config.json").write_text(json.dumps({"promote_to": targets}))
    project = Project(str(box.root), box.environ())
    asked = {host: unread_by(project, registry.rules_of(host)) for host in registry.NAMES}
    assert {host for host in asked if asked[host]("RFX-20260331-a7f03c")} == unread


def test_a_sessions_end_that_is_told_three_times_is_one(box, monkeypatch):
    """A model is asked once; a session that is taken up again ends again."""
    from reflexion import hook
    from reflexion.hosts.event import Event
    from reflexion.store.project import Project

    asked = []
    monkeypatch.setattr("reflexion.reflect.model.start", lambda *given: asked.append(given))
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    (box.root / ".reflexion/config.json").write_text('{"reflect_with": "true"}')
    event = Event(host="gemini", name="SessionEnd", session="s9", transcript="/x/session-1.jsonl")
    environ = {**box.environ(), "REFLEXION_HOME": str(box.home / ".reflexion")}
    (box.home / ".reflexion").mkdir(exist_ok=True)
    (box.home / ".reflexion/config.json").write_text('{"reflect_with": "true"}')
    for _ in range(3):
        hook._end_session(event, Project(str(box.root), environ))
    assert len(asked) == 1
    monkeypatch.setattr(hook, "AGAIN_SECONDS", 0)
    hook._end_session(event, Project(str(box.root), environ))
    assert len(asked) == 2


@pytest.mark.parametrize("host", registry.NAMES)
def test_before_a_call_nothing_is_on_record_as_said_that_never_reaches_the_model(host, box):
    for session in ("one", "two"):
        box.bash(
            "make release", 2, "make: *** No rule to make target 'release'.  Stop.", session=session
        )
    (entry,) = box.entries()
    resolution = "Use `make dist`, not `make release`."
    box.change(entry["id"], resolution=resolution, confidence="high", source="user")
    ahead = {**fixtures(host)["look ahead"], "cwd": str(box.root)}
    ahead["tool_input"] = {"command": "make release"}
    session = ahead["session_id"]
    said = box.call("recall", json.dumps(ahead))
    record = box.root / ".reflexion/state/sessions" / f"{session}.jsonl"
    assert bool(said) == record.exists() == (host not in MUTE)
    (box.root / ".reflexion/config.json").write_text('{"warn_before": "deny"}')
    denied = box.call("recall", json.dumps({**ahead, "session_id": "another"}))
    assert "deny" in denied and "make dist" in denied


def test_copilot_tells_its_transcript_at_stop_alone():
    environ = {"COPILOT_HOME": "/p"}
    for case in ("end", "prompt", "camel end"):
        event = parse(fixtures("copilot")[case], environ)
        path = event.transcript.replace("\\", "/")
        assert path == f"/p/session-state/{event.session}/events.jsonl"
    stop = fixtures("copilot")["stop"]
    assert parse(stop, environ).transcript == stop["transcript_path"]
    odd = {**fixtures("copilot")["end"], "session_id": "../../x"}
    assert parse(odd, environ).transcript == ""


def test_the_scripts_are_programs():
    for script in sorted((ROOT / "scripts").glob("*.py")):
        assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env python3\n")
        assert os.name == "nt" or os.access(script, os.X_OK), script


def told(host, **fields):
    base = {"hook_event_name": "PostToolUse", "session_id": "s", "tool_input": {"command": "make"}}
    marks = {
        "copilot": {"timestamp": "t"},
        "qwen": {"transcript_path": "/h/.qwen/projects/-x/chats/1.jsonl"},
        "gemini": {"hook_event_name": "AfterTool"},
        "opencode": {"host": "opencode"},
    }
    return parse({**base, **marks[host], **fields}, {})


def reported(output):
    body = f"<untrusted_context>\nOutput: {output}\nProcess Group PGID: 9\n</untrusted_context>"
    return {"llmContent": body}


# (host, fields of a payload, what its Event says)
SHAPES = [
    ("copilot", {"tool_name": "Edit", "tool_result": {"result_type": "failure", "text_result_for_llm": "no"}}, {"failed": True, "interrupted": False, "output": "no"}),
    ("copilot", {"tool_name": "edit", "tool_result": {"resultType": "rejected"}}, {"failed": False, "interrupted": True, "tool": "Edit"}),
    ("copilot", {"tool_name": "edit", "tool_result": {"result_type": "denied"}}, {"failed": False, "interrupted": True}),
    ("copilot", {"tool_name": "Bash", "tool_result": {"textResultForLlm": "x\n<shellId: 1 completed with exit code 3>"}}, {"failed": True, "exit_code": 3, "output": "x"}),
    ("copilot", {"tool_name": "Bash", "tool_result": {"text_result_for_llm": "<shellId: 1 completed with exit code 3>\n"}}, {"exit_code": 3, "output": ""}),
    ("copilot", {"tool_name": "Bash", "tool_result": {"text_result_for_llm": "<shellId: 1 stopped>"}}, {"failed": None, "exit_code": None, "output": "<shellId: 1 stopped>"}),
    ("copilot", {"tool_name": "Bash", "tool_result": {"text_result_for_llm": "<shellId: 1 completed with exit code 3"}}, {"failed": None, "output": "<shellId: 1 completed with exit code 3"}),
    ("copilot", {"tool_name": "Bash", "tool_result": {"text_result_for_llm": "it completed with exit code 3>"}}, {"failed": None, "output": "it completed with exit code 3>"}),
    ("copilot", {"hook_event_name": "UserPromptSubmit", "prompt": ""}, {"prompt": "", "machine": False}),
    ("copilot", {"tool_name": "Bash", "tool_response": {"stderr": "x", "exit_code": 3}}, {"failed": True, "exit_code": 3}),
    ("copilot", {"tool_name": "Bash", "tool_response": {"stdout": "x"}}, {"failed": False, "exit_code": 0}),
    ("qwen", {"hook_event_name": "UserPromptSubmit", "prompt": "/ship it"}, {"prompt": "/ship it", "skill": "ship", "machine": False}),
    ("qwen", {"tool_name": "run_shell_command", "tool_response": {"stderr": "x", "exit_code": 3}}, {"failed": True, "exit_code": 3}),
    ("qwen", {"tool_name": "run_shell_command", "hook_event_name": "PostToolUseFailure", "error": "Command: make\nDirectory: (root)\nOutput: a\nExit Code: 7\nb\nError: boom\nExit Code: 2\nSignal: (none)"}, {"failed": True, "exit_code": 2, "output": "a\nExit Code: 7\nb\nboom"}),
    ("qwen", {"tool_name": "run_shell_command", "hook_event_name": "PostToolUseFailure", "error": "b\nError: (none)\nExit Code: 2\nSignal: (none)"}, {"exit_code": 2, "output": "b"}),
    ("qwen", {"tool_name": "run_shell_command", "hook_event_name": "PostToolUseFailure", "error": "it never began"}, {"failed": True, "exit_code": None, "interrupted": False}),
    ("qwen", {"tool_name": "run_shell_command", "hook_event_name": "PostToolUseFailure", "error": "b\nExit Code: 2", "is_interrupt": True}, {"exit_code": 2, "interrupted": True}),
    ("qwen", {"tool_name": "run_shell_command", "hook_event_name": "PostToolUseFailure", "error": "b\nExit Code: 2", "is_interrupt": "yes"}, {"exit_code": 2, "interrupted": False}),
    ("qwen", {"tool_name": "run_shell_command", "hook_event_name": "PostToolUseFailure", "error": "Command was cancelled by user"}, {"exit_code": None, "interrupted": True}),
    ("qwen", {"tool_name": "run_shell_command", "hook_event_name": "PostToolUseFailure", "error": "b\nExit Code: 0"}, {"exit_code": None, "failed": True}),
    ("qwen", {"hook_event_name": "UserPromptSubmit", "prompt": "<system-reminder>x</system-reminder>"}, {"prompt": "", "machine": True}),
    ("gemini", {"tool_name": "run_shell_command", "tool_response": reported("a\nError: boom")}, {"exit_code": 1, "failed": True, "output": "a\nboom"}),
    ("gemini", {"tool_name": "run_shell_command", "tool_response": reported("Exit Code: 5")}, {"exit_code": 0, "output": "Exit Code: 5"}),
    ("gemini", {"tool_name": "run_shell_command", "tool_response": reported("a\nExit Code: 5\nSignal: 9")}, {"exit_code": 5, "output": "a"}),
    ("gemini", {"tool_name": "run_shell_command", "tool_response": {"stderr": "x", "exit_code": 3}}, {"failed": True, "exit_code": 3, "name": "PostToolUseFailure"}),
    ("gemini", {"tool_name": "replace", "tool_response": {"llmContent": "long", "error": {"message": "short"}}}, {"failed": True, "output": "short", "interrupted": False}),
    ("gemini", {"tool_name": "replace", "tool_response": {"llmContent": "edited"}}, {"failed": False, "output": "edited"}),
    ("gemini", {"tool_name": "run_shell_command", "tool_response": reported("one\ntwo")}, {"failed": False, "output": "one\ntwo"}),
    ("gemini", {"tool_name": "run_shell_command", "tool_response": reported("\ntwo\nExit Code: 1")}, {"failed": True, "exit_code": 1, "output": "\ntwo"}),
    ("gemini", {"tool_name": "replace", "tool_response": {"llmContent": "x", "error": {"message": "User denied it."}}}, {"failed": True, "interrupted": True}),
    ("opencode", {"tool_name": "skill", "tool_input": {"name": "ship"}}, {"skill": "ship", "tool": "Skill"}),
    ("opencode", {"tool_name": "task", "tool_input": {"name": "ship"}}, {"skill": "", "tool": "task"}),
    ("opencode", {"hook_event_name": "UserPromptSubmit", "prompt": '"/ship it"'}, {"prompt": "/ship it", "skill": "ship"}),
    ("opencode", {"hook_event_name": "UserPromptSubmit", "prompt": '"a" and "b"'}, {"prompt": '"a" and "b"'}),
    ("opencode", {"hook_event_name": "UserPromptSubmit", "prompt": '""'}, {"prompt": '""'}),
    ("opencode", {"hook_event_name": "UserPromptSubmit", "prompt": '"x"'}, {"prompt": "x"}),
    ("opencode", {"hook_event_name": "UserPromptSubmit", "prompt": '"two words'}, {"prompt": '"two words'}),
    ("opencode", {"hook_event_name": "UserPromptSubmit", "prompt": 'two words"'}, {"prompt": 'two words"'}),
    ("opencode", {"tool_name": "skill", "tool_input": {"name": "s" * 201}}, {"skill": "s" * 200}),
    ("opencode", {"tool_name": "bash", "tool_response": {"output": "x", "exit_code": 3}}, {"failed": True, "exit_code": 3, "tool": "Bash", "command": "make"}),
]  # fmt: skip


@pytest.mark.parametrize("host, fields, expected", SHAPES)
def test_shapes_of_one_host(host, fields, expected):
    event = told(host, **fields)
    assert event.host == host
    assert {key: getattr(event, key) for key in expected} == expected


def test_an_answer_is_cut_below_what_hosts_cut_at():
    for host in registry.NAMES:
        text = render(event(host, "PostToolUse"), Answer("x" * 50_000, "y" * 50_000))
        said = json.loads(text)
        assert len(said["systemMessage"]) == 9500
        assert len(said["hookSpecificOutput"]["additionalContext"]) == 9500
