"""What only a Codex rollout tells: how a call ended, and the failures that no hook reported."""

from __future__ import annotations

import json
import sys

import pytest
from hostile import survives
from sandbox import ROOT

from reflexion.hosts import transcripts
from reflexion.hosts.codex import rollout as reading
from reflexion.hosts.codex.rollout import (
    command_of,
    find,
    local,
    outcome,
    patched,
    report,
    session_of,
)
from reflexion.hosts.codex.transcript import sweep
from reflexion.setup.codex_trust import _tables
from reflexion.setup.command import quote, script_of

ROLLOUT = ROOT / "tests" / "fixtures" / "codex_rollout.jsonl"
LINES = ROLLOUT.read_text(encoding="utf-8").splitlines(keepends=True)
SESSION = "01a1c0de-5a37-7ff0-9e31-39214847bba7"
FAILURES = [
    ("call_0001", "Bash", "make release", 2),
    ("call_0003", "Bash", "echo part; sleep 2; echo end; exit 9", 9),
    ("call_0005", "apply_patch", "Makefile", None),
    ("call_0007", "mcp__tracker__find", "", None),
    ("call_0008", "Bash", "pwd", 1),
]


@pytest.fixture
def rollout(tmp_path):
    return tmp_path / f"rollout-2026-03-31T10-00-00-{SESSION}.jsonl"


def short(events):
    return [
        (event.tool_use_id, event.tool, event.command or event.path, event.exit_code)
        for event in events
    ]


def test_sweep_tells_each_failure_once(rollout):
    rollout.write_text("".join(LINES), encoding="utf-8")
    events, reached = sweep(str(rollout), 0)
    assert short(events) == FAILURES and reached == rollout.stat().st_size
    assert all(
        event.failed
        and event.host == "codex"
        and event.name == "PostToolUse"
        and event.session == SESSION
        for event in events
    )
    assert {event.cwd for event in events} == {"/home/dev/shop"}
    assert events[0].output.startswith("make: ***") and events[3].output == "boom: no such board"
    assert sweep(str(rollout), reached) == ([], reached)


def test_sweep_goes_on_where_it_stopped(rollout):
    found, at = [], 0
    for n in range(1, len(LINES) + 1):
        half = LINES[n][: len(LINES[n]) // 2] if n < len(LINES) else ""
        rollout.write_text(
            "".join(LINES[:n]) + half, encoding="utf-8"
        )  # the last line is being written
        events, at = sweep(str(rollout), at)
        found += events
    told = {event.tool_use_id for event in found}
    assert {id for id, tool, _, _ in FAILURES if tool != "apply_patch"} <= told


def test_sweep_of_older_versions_goes_by_the_output(rollout):
    old = [line for line in LINES if "item_completed" not in line]
    old += [
        json.dumps({"type": "response_item", "payload": payload}) + "\n"
        for payload in (
            {
                "type": "function_call",
                "name": "shell",
                "call_id": "c1",
                "arguments": json.dumps({"command": ["bash", "-lc", "tsc"]}),
            },
            {
                "type": "function_call_output",
                "call_id": "c1",
                "output": json.dumps({"output": "error TS2304\n", "metadata": {"exit_code": 1}}),
            },
            {
                "type": "function_call",
                "name": "shell_command",
                "call_id": "c2",
                "arguments": json.dumps({"command": "go vet", "workdir": "api"}),
            },
            {
                "type": "function_call_output",
                "call_id": "c2",
                "output": "Exit code: 3\nWall time: 1 seconds\nOutput:\nvet: bad\n",
            },
            {
                "type": "function_call",
                "name": "shell_command",
                "call_id": "c3",
                "arguments": json.dumps({"command": "cat log"}),
            },
            {
                "type": "function_call_output",
                "call_id": "c3",
                "output": "Exit code: 0\nOutput:\nProcess exited with code 7\n",
            },
        )
    ]
    rollout.write_text("".join(old), encoding="utf-8")
    events, _ = sweep(str(rollout), 0)
    assert short(events) == [
        ("call_0001", "Bash", "make release", 2),
        ("call_0003", "Bash", "echo part; sleep 2; echo end; exit 9", 9),
        ("call_0005", "apply_patch", "Makefile", None),
        ("call_0008", "Bash", "pwd", 1),
        ("c1", "Bash", "tsc", 1),
        ("c2", "Bash", "go vet", 3),
    ]
    assert [event.output for event in events[-2:]] == ["error TS2304\n", "vet: bad\n"] and events[
        -1
    ].cwd == "/home/dev/shop/api"


def call(name, number, output, **given):
    """A call and its output as Codex 0.140 wrote them; the second needs no more than the call's id to be joined."""
    asked = {"type": "function_call", "name": name, "call_id": f"c{number}"}
    asked["arguments"] = json.dumps(given)
    return [asked, {"type": "function_call_output", "call_id": f"c{number}", "output": output}]


def message(role, words):
    kind = "input_text" if role == "user" else "output_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": words}]}


def test_a_whole_session_of_0_140(rollout):
    """No finished items there: how a call ended stands in the text of its output alone, for success and failure alike."""
    items = [
        message("user", "<environment_context>\n  <cwd>/home/dev/shop</cwd>\n</environment_context>"),
        message("user", "# AGENTS.md instructions for /home/dev/shop\n\nBe brief."),
        message("user", "pack it"),
        *call("shell", 1, '{"output":"no such target\\n","metadata":{"exit_code":2}}', command=["bash", "-lc", "make pack"]),
        *call("shell", 2, '{"output":"packed\\n","metadata":{"exit_code":0}}', command=["bash", "-lc", "make dist"]),
        *call("exec_command", 3, "Wall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nred\n", cmd="make test", workdir="api"),
        *call("exec_command", 4, "Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\ngreen\n", cmd="make test"),
        *call("exec_command", 5, "Process running with session ID 9\nOutput:\n", cmd="make watch"),
        *call("write_stdin", 6, "Process exited with code 0\nOutput:\nstopped\n", session_id=9),
        *call("update_plan", 7, "Plan updated", plan=[]),
        {"type": "custom_tool_call", "name": "apply_patch", "call_id": "c8", "input": "*** Begin Patch\n*** Update File: a.py\n"},
        {"type": "custom_tool_call_output", "call_id": "c8", "output": '{"output":"Success.","metadata":{"exit_code":0}}'},
        message("assistant", "Packed."),
    ]  # fmt: skip
    lines = [{"type": "session_meta", "payload": {"cwd": "/home/dev/shop"}}]
    lines += [{"type": "response_item", "payload": item} for item in items]
    lines = [json.dumps({"timestamp": "2026-03-02T10:00:00Z", **line}) for line in lines]
    rollout.write_text("\n".join(lines) + "\n", encoding="utf-8")
    seen = [event for _, event in transcripts.events(str(rollout))]
    assert [
        (event.name, event.failed, event.exit_code, event.prompt or event.command or event.path or event.message, event.output)
        for event in seen
    ] == [
        ("UserPromptSubmit", None, None, "pack it", ""),
        ("PostToolUse", True, 2, "make pack", "no such target\n"),
        ("PostToolUse", False, 0, "make dist", "packed\n"),
        ("PostToolUse", True, 1, "make test", "red\n"),
        ("PostToolUse", False, 0, "make test", "green\n"),
        ("PostToolUse", False, 0, "make watch", "stopped\n"),
        ("PostToolUse", False, None, "a.py", '{"output":"Success.","metadata":{"exit_code":0}}'),
        ("Stop", None, None, "Packed.", ""),
    ]  # fmt: skip
    assert seen[3].cwd == "/home/dev/shop/api" and {event.when for event in seen} == {"2026-03-02"}
    assert short(sweep(str(rollout), 0)[0]) == [
        ("c1", "Bash", "make pack", 2),
        ("c3", "Bash", "make test", 1),
    ]


def test_a_prompt_that_stands_twice_counts_once(rollout):
    """Newer versions write the first prompt as a message, then as an item; a prompt that is typed again is another."""
    item = {"type": "UserMessage", "content": [{"type": "text", "text": "go"}]}
    finished = {"type": "event_msg", "payload": {"type": "item_completed", "item": item}}
    spoken = {"type": "response_item", "payload": message("user", "go")}
    lines = [spoken, finished, spoken, finished]
    rollout.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert [event.prompt for _, event in transcripts.events(str(rollout))] == ["go", "go"]


def test_every_call_of_a_new_session_once(rollout):
    rollout.write_text("".join(LINES), encoding="utf-8")
    ids = [event.tool_use_id for _, event in transcripts.events(str(rollout)) if event.tool]
    assert len(ids) == len(set(ids)) and {"call_0001", "call_0002", "call_0006"} <= set(ids)


def test_find(rollout):
    rollout.write_text("".join(LINES), encoding="utf-8")
    assert find(str(rollout), "call_0001")["exit_code"] == 2
    assert (
        find(str(rollout), "call_0005") == {}
        and find(str(rollout), "none") == {}
        and find(str(rollout), '"') == {}
    )


FINISHED = [
    # an item that names the call c1, whether it tells how it ended
    ({"id": "c1", "type": "CommandExecution"}, True),
    ({"id": "c1", "type": "FileChange"}, False),
    ({"id": "c2", "type": "CommandExecution", "parent": "c1"}, False),
]


@pytest.mark.parametrize("item, found", FINISHED)
def test_find_takes_the_call_s_own_item(rollout, item, found):
    rollout.write_text(json.dumps({"payload": {"item": item}}) + "\n")
    assert find(str(rollout), "c1") == (item if found else {})


def test_how_far_back_is_looked(monkeypatch):
    sizes = []
    monkeypatch.setattr(reading, "tail", lambda path, size: sizes.append(size) or ([], 0))
    assert find("x", "c1") == {} and sizes == [256 * 1024, 4 * 1024 * 1024]


STOPPED = {"failed": None, "interrupted": True, "output": "x"}
UNKNOWN = {"failed": None, "exit_code": None, "output": "x"}
ENDED = [
    ({"status": "declined"}, STOPPED),
    ({"exit_code": -1, "process_id": "7"}, STOPPED),
    ({"exit_code": 1, "process_id": "7"}, {"failed": True, "exit_code": 1, "output": "x"}),
    ({"exit_code": -1}, {"failed": True, "exit_code": 1, "output": "x"}),
    ({"exit_code": 0}, {"failed": False, "exit_code": 0, "output": "x"}),
    ({"exit_code": True}, UNKNOWN),
    ({"exit_code": "1"}, UNKNOWN),
    ({}, UNKNOWN),
]


@pytest.mark.parametrize("item, ended", ENDED)
def test_how_a_command_ended(item, ended):
    assert outcome({**item, "aggregated_output": "x"}) == ended


@pytest.mark.parametrize("size", [1000, 300_000, 2_000_000])
def test_find_behind_long_output(rollout, size):
    long = json.loads(LINES[3])
    long["payload"]["item"].update(id="long", aggregated_output="x" * size)
    rollout.write_text("".join(LINES) + json.dumps(long) + "\n" + LINES[-1], encoding="utf-8")
    assert find(str(rollout), "long")["exit_code"] == 2


def test_files_that_are_none(tmp_path, rollout):
    for path in ("", "\0", str(tmp_path), str(tmp_path / "gone"), "/dev/zero"):
        assert find(path, "call_0001") == {} and sweep(path, 5) == ([], 5)
    rollout.write_bytes(
        b"\xff\xfe" * 1000
        + b"\n"
        + b"[" * 100_000
        + b"CommandExecution\n"
        + b'{"payload":{"item":7,"type":"function_call_output"}}\n'
    )
    assert sweep(str(rollout), 0)[0] == []
    rollout.write_text("".join(LINES), encoding="utf-8")
    assert short(sweep(str(rollout), 10**9)[0]) == FAILURES  # replaced by a shorter file


@pytest.mark.parametrize(
    "words, command",
    [
        (["/bin/bash", "-lc", "make a"], "make a"),
        (["zsh", "-c", "x"], "x"),
        (["powershell.exe", "-NoProfile", "-Command", "dir"], "dir"),
        (["git", "status"], "git status"),
        (["git", "push", "origin"], "git push origin"),
        (["-c", "x"], "-c x"),
        ("make", "make"),
        (None, ""),
        ([1, "a"], "a"),
    ],
)
def test_command_of(words, command):
    assert command_of(words) == command


@pytest.mark.parametrize(
    "url, path",
    [
        ("file:///home/dev/a%20b/%C3%A9", "/home/dev/a b/\u00e9"),
        ("file:///C:/Users/dev", "C:/Users/dev"),
        ("/plain", "/plain"),
        ("file:///a%zz", "/a%zz"),
        ("/a%20b", "/a%20b"),
    ],
)
def test_local(url, path):
    assert local(url) == path


def test_a_url_without_escapes_is_read_without_an_import(monkeypatch):
    monkeypatch.setitem(sys.modules, "urllib.parse", None)
    assert local("file:///home/dev") == "/home/dev"


@pytest.mark.parametrize(
    "output, code",
    [
        ("Process exited with code 12\nOutput:\n", 12),
        ("Exit code: -1\n", -1),
        ("Output:\nExit code: 3\n", None),
        ('{"metadata":{"exit_code":4}}', 4),
        ("{", None),
        ("", None),
        ("\n" * 7 + "Exit code: 3\n", 3),
        ("\n" * 8 + "Exit code: 3\n", None),
        ("x" * 1987 + "\nExit code: 3", 3),
        ("x" * 1988 + "\nExit code: 3", None),
    ],
)
def test_exit_code(output, code):
    assert report(output)[0] == code


OWN = [
    ("plain", "plain"),
    ("Wall time: 1\nOutput:\nred", "red"),
    ("x" * 399 + "\nOutput:\nred", "red"),
    ("x" * 400 + "\nOutput:\nred", "x" * 400 + "\nOutput:\nred"),
    ('{"output": "red"}', "red"),
    ('{"metadata": {"exit_code": 4}}', '{"metadata": {"exit_code": 4}}'),
]


@pytest.mark.parametrize("output, own", OWN, ids=range(len(OWN)))
def test_the_command_s_own_output(output, own):
    assert report(output)[1] == own


@pytest.mark.parametrize("before, file", [(3985, "a"), (3986, "")])
def test_how_far_into_a_patch_is_looked(before, file):
    assert patched("+" * (before - 1) + "\n*** Add File: a") == file


def test_names():
    assert patched("*** Begin Patch\n*** Add File: a b.txt\n+x") == "a b.txt" and patched("") == ""
    assert (
        session_of(f"/x/rollout-2026-03-31T10-00-00-{SESSION}.jsonl") == SESSION
        and session_of("/x/other.jsonl") == ""
        and session_of(f"/x/rollout-2026-03-31T10-00-00-{SESSION}.txt") == ""
    )


@pytest.mark.parametrize(
    "function",
    [
        lambda text: local("file://" + text),
        report,
        patched,
        lambda text: command_of(["sh", "-c", text]),
        lambda text: _tables('[hooks.state."' + text),
        script_of,
        quote,
    ],
)
def test_anything_is_survived(function):
    survives(
        function,
        ("%", "%4", "[hooks.state.", "*** Add File: ", "Exit code: "),
        ceiling=5,
        size=1 << 17,
    )
