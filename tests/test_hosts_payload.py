"""Every host held against one table of cases: its recorded payloads as Events."""

import json
import os

import pytest
from sandbox import ROOT

from reflexion import hosts

FIXTURES = ROOT / "tests" / "fixtures" / "hosts"
SHELL = {"tool": "Bash", "machine": False}
FAILED = {**SHELL, "failed": True, "interrupted": False}
UNKNOWN = {**SHELL, "name": "PostToolUse", "failed": None, "exit_code": None}
PROMPT = {"name": "UserPromptSubmit", "agent": ""}
# case -> what the Event says in every host that has it
EVERYWHERE = {
    "start": {"name": "SessionStart", "source": "startup", "prompt": "", "machine": False},
    "prompt": {**PROMPT, "machine": False, "skill": ""},
    "own context": {**PROMPT, "machine": False},
    "typed skill": {**PROMPT, "machine": False, "skill": "deploy"},
    "machine": {**PROMPT, "machine": True},
    "our question": {**PROMPT, "machine": True},
    "look ahead": {**SHELL, "name": "PreToolUse", "failed": None, "exit_code": None},
    "success": {
        **SHELL,
        "name": "PostToolUse",
        "failed": False,
        "exit_code": 0,
        "interrupted": False,
    },
    "failure": FAILED,
    "not found": {**FAILED, "exit_code": 127},
    "killed": {"tool": "Bash", "name": "PostToolUse"},
    "time-out": {**FAILED, "exit_code": 143},
    "flagged failure": {**FAILED, "output": "boom"},
    "unsuccessful": {**FAILED, "output": "boom"},
    "failure without a status": {**FAILED, "exit_code": None, "output": "something went wrong"},
    "background": UNKNOWN,
    "moved to the background": UNKNOWN,
    "unproven": UNKNOWN,
    "interrupted": {"interrupted": True},
    "cancelled": {"interrupted": True},
    "benign": {"name": "PostToolUse", "failed": False, "exit_code": None, "output": ""},
    "edit": {"name": "PostToolUse", "failed": False, "exit_code": None, "command": ""},
    "refused edit": {"name": "PostToolUseFailure", "failed": True, "interrupted": False},
    "skill": {"name": "PostToolUse", "tool": "Skill", "skill": "deploy", "command": ""},
    "stop": {"name": "Stop", "agent": "", "continued": False},
    "stop again": {"name": "Stop", "continued": True},
    "end": {"name": "SessionEnd"},
    "sub-agent starts": {"name": "SubagentStart"},
    "sub-agent fails": FAILED,
    "sub-agent prompt": {"machine": True},
    "sub-agent stops": {"name": "SubagentStop", "continued": False},
}
# what only one host does
PECULIAR = {
    ("claude", "failure"): {"name": "PostToolUseFailure", "exit_code": 2, "command": "make release"},
    ("codex", "failure"): {"name": "PostToolUse", "exit_code": 2, "command": "make release"},
    ("codex", "background"): {"failed": True, "exit_code": 9, "output": "part\nend\n"},
    ("copilot", "background"): {"output": "listening on 8080\n<command with shellId: 8 is still running after 30 seconds. The command is still running and has not yet finished executing.>"},
    ("copilot", "interrupted"): {"failed": True, "output": "The user rejected this tool call."},
    ("copilot", "sub-agent's own stop"): {"name": ""},
    ("qwen", "machine"): {"prompt": "", "name": ""},
    ("qwen", "our question"): {"name": ""},
    ("qwen", "typed command"): {"prompt": "/reflexion:status now", "skill": "reflexion:status"},
    ("qwen", "success"): {"output": "hi"},
    ("gemini", "machine"): {"prompt": ""},
    ("gemini", "silent success"): {"exit_code": 0, "output": ""},
    ("gemini", "no match"): {"exit_code": 1, "output": "", "name": "PostToolUseFailure"},
    ("gemini", "killed"): {"name": "PostToolUseFailure", "exit_code": 1, "output": "part"},
    ("opencode", "killed"): {"failed": None, "exit_code": None, "interrupted": True},
}  # fmt: skip
OUTPUTS = ("out\noops", "make: *** No rule to make target 'release'.  Stop.")
EVERY_HOST_HAS = (
    "start",
    "prompt",
    "look ahead",
    "success",
    "failure",
    "edit",
    "our question",
    "stop",
    "stop again",
    "end",
)


def cases(host):
    lines = (FIXTURES / f"{host}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {row["case"]: row["payload"] for row in rows}


ALL = [(host, case) for host in hosts.NAMES for case in cases(host)]


def read(host, case, tmp_path):
    payload = dict(cases(host)[case])
    if host == "codex":
        rollout = tmp_path / os.path.basename(payload["transcript_path"])
        rollout.write_bytes((FIXTURES / "codex_rollout.jsonl").read_bytes())
        payload["transcript_path"] = str(rollout)
    return hosts.read(payload, "capture" if "tool_name" in payload else "recall")


@pytest.mark.parametrize("host, case", ALL)
def test_every_host_tells_a_case_alike(host, case, tmp_path):
    event = read(host, case, tmp_path)
    expected = {**EVERYWHERE.get(case, {}), **PECULIAR.get((host, case), {})}
    assert expected, "no expectation for this case"
    assert {name: getattr(event, name) for name in expected} == expected
    assert (event.host, event.cwd, bool(event.session)) == (host, "/home/dev/shop", True)


@pytest.mark.parametrize("host", [host for host in hosts.NAMES if host != "codex"])
def test_the_texts_of_a_call_and_a_prompt_are_those_of_the_agent_and_the_person(host, tmp_path):
    failure = read(host, "failure", tmp_path)
    assert failure.output.strip() in OUTPUTS
    assert failure.command in ("echo out; echo oops >&2; exit 1", "make release")
    assert read(host, "prompt", tmp_path).prompt in ("build it", "cut the release")
    edit = read(host, "edit", tmp_path)
    assert edit.path.endswith(("a.txt", "Makefile"))


@pytest.mark.parametrize("host", hosts.NAMES)
def test_every_host_has_the_cases_that_matter(host):
    assert set(EVERY_HOST_HAS) - set(cases(host)) - {"our question"} == set()
    assert "our question" in cases(host) or host == "codex"  # it sends none back


@pytest.mark.parametrize("case", ["sub-agent starts", "sub-agent fails", "sub-agent stops"])
def test_what_happens_in_a_sub_agent_carries_its_id_and_the_session_of_the_main_agent(
    case, tmp_path
):
    for host in hosts.NAMES:
        if case in cases(host):
            event = read(host, case, tmp_path)
            main = read(host, "stop", tmp_path)
            assert event.agent and event.agent != event.session, host
            assert event.session == main.session, host


def test_the_status_of_a_codex_command_is_looked_up_in_the_rollout_alone(tmp_path):
    payload = cases("codex")["failure"]
    missing = {**payload, "transcript_path": str(tmp_path / "rollout-gone.jsonl")}
    assert hosts.read(missing).failed is None
    assert hosts.read({**payload, "transcript_path": None}).failed is None


@pytest.mark.parametrize("other", [{"type": "FileChange"}, {"id": "call_0042"}])
def test_the_status_of_a_codex_command_is_that_of_no_other_item(tmp_path, other):
    payload = cases("codex")["failure"]
    rollout = tmp_path / "rollout-1.jsonl"
    item = {"type": "CommandExecution", "id": "call_0001", "exit_code": 0, **other}
    line = {"type": "event_msg", "payload": {"type": "item_completed", "item": item}}
    text = (FIXTURES / "codex_rollout.jsonl").read_text(encoding="utf-8")
    # the id of the call stands in the other item as a whole JSON text, too
    line["payload"]["call"] = "call_0001"
    rollout.write_text(text + json.dumps(line) + "\n", encoding="utf-8")
    event = hosts.read({**payload, "transcript_path": str(rollout)})
    assert (event.failed, event.exit_code) == (True, 2)


def test_a_long_codex_output_is_found_beyond_the_last_256_kib(tmp_path):
    payload = dict(cases("codex")["failure"])
    rollout = tmp_path / "rollout-1.jsonl"
    noise = json.dumps({"type": "event_msg", "payload": {"text": "x" * 1000}}) + "\n"
    kept = (FIXTURES / "codex_rollout.jsonl").read_text(encoding="utf-8") + noise * 400
    rollout.write_text(kept, encoding="utf-8")
    event = hosts.read({**payload, "transcript_path": str(rollout)})
    assert (event.failed, event.exit_code) == (True, 2)


# what a tool answered -> (exit status, failed, the text of it), under whatever key
ANSWERS = [
    ({"stderr": "boom", "exit_code": 1}, 1, True, "boom"),
    ({"stdout": "out", "stderr": "boom", "exitCode": 2}, 2, True, "out\nboom"),
    ({"output": "boom", "returncode": "3"}, 3, True, "boom"),
    ({"error": "boom", "code": 4}, 4, True, "boom"),
    ({"stdout": "fine", "exit_code": 0}, 0, False, "fine"),
    ({"stdout": "boom", "is_error": True, "exit_code": 0}, None, True, "boom"),
    ({"stdout": "fine", "exit_code": True}, 0, False, "fine"),
    ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, 0, False, "a\nb"),
    ("just text", 0, False, "just text"),
    (None, 0, False, ""),
    (7, 0, False, ""),
]


@pytest.mark.parametrize("response, code, failed, output", ANSWERS)
def test_a_host_of_this_shape_may_say_it_in_its_own_keys(response, code, failed, output):
    payload = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": response}
    event = hosts.read({**payload, "tool_input": {"command": "x"}})
    assert (event.exit_code, event.failed, event.output) == (code, failed, output)


FLAGS = [("is_error", True), ("isError", True), ("success", False)]


@pytest.mark.parametrize("name, value", FLAGS)
def test_a_flag_of_failure_counts_beside_the_answer_and_in_it(name, value):
    call = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "x"}}
    for more in (
        {name: value, "tool_response": {"stdout": "boom"}},
        {"tool_response": {"stdout": "boom", name: value}},
    ):
        event = hosts.read({**call, **more})
        assert (event.failed, event.exit_code, event.output) == (True, None, "boom")
        assert not hosts.read({**call, name: not value, "tool_response": {"stdout": "x"}}).failed


def test_an_answer_of_qwen_without_its_report_is_read_like_others():
    call = {"host": "qwen", "hook_event_name": "PostToolUse", "tool_name": "run_shell_command"}
    answer = {"stdout": "boom", "is_error": True}
    event = hosts.read({**call, "tool_input": {"command": "x"}, "tool_response": answer})
    assert (event.tool, event.failed, event.output) == ("Bash", True, "boom")


def test_a_number_that_another_tool_than_a_shell_answers_is_no_exit_status():
    payload = {
        "hook_event_name": "PostToolUse",
        "tool_name": "Fetch",
        "tool_response": {"code": 404},
    }
    assert hosts.read(payload).failed is False


HOSTILE = [None, 5, "x", [], {}, [[]], {"a": None}, True, "\0", "\ud800", "x" * 300_000]


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("host", hosts.NAMES)
def test_no_value_of_a_field_breaks_the_reading(host, value):
    for payload in cases(host).values():
        for key in payload:
            if key != "host":
                event = hosts.read({**payload, key: value}, "capture")
                texts = (event.name, event.session, event.cwd, event.command, event.prompt)
                assert all(isinstance(text, str) for text in texts)


def test_a_payload_that_names_nothing_is_of_the_script_and_of_the_working_folder(
    monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    names = [hosts.read({}, script).name for script in ("recall", "capture", "promote", "")]
    assert names == ["UserPromptSubmit", "PostToolUse", "SessionEnd", ""]
    event = hosts.read({}, "capture")
    assert event.cwd == str(tmp_path) and event.session


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the folder of a process")
def test_a_working_folder_that_was_removed_is_none(monkeypatch, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    assert hosts.read({"hook_event_name": "Stop"}).cwd == ""


@pytest.mark.parametrize("path", ["/" + "b/" * 50_000, "/home/a\0b"])
def test_a_working_folder_that_no_file_system_takes_is_none(path):
    assert hosts.read({"hook_event_name": "Stop", "cwd": path}).cwd == ""


def test_long_texts_keep_head_and_tail():
    long = "head" + "x" * 400_000 + "tail"
    payload = {"hook_event_name": "PostToolUseFailure", "tool_name": "Bash", "error": long}
    event = hosts.read({**payload, "tool_input": {"command": long}})
    for text, most in ((event.command, 16 * 1024), (event.output, 128 * 1024)):
        assert text.startswith("head") and text.endswith("tail") and len(text) <= most + 1
    prompt = hosts.read({"hook_event_name": "UserPromptSubmit", "prompt": long}).prompt
    assert len(prompt) <= 16 * 1024 + 1
