"""Recorded transcripts of the hosts as Events, found by project; the same session in every host's own form."""

from __future__ import annotations

import json
import shutil

import pytest
from sandbox import ROOT

from reflexion.hosts import registry, transcripts

FIXTURES = ROOT / "tests" / "fixtures"
# host -> (fixture, where it lies in the host's folder, the session's id)
LIES = {
    "copilot": ("copilot_transcript.jsonl", ".copilot/session-state/d249/events.jsonl", "d249"),
    "qwen": ("qwen_transcript.jsonl", ".qwen/projects/-home-dev-shop/chats/e237.jsonl", "e237"),
    "gemini": ("gemini_transcript.jsonl", ".gemini/tmp/shop/chats/session-2026-993b.jsonl", "2026-993b"),
    "opencode": ("opencode_session.json", "session.json", "session"),
}  # fmt: skip
HI = ("PostToolUse", "Bash", "echo hi", 0, False, "hi")
OOPS = ("", "Bash", "echo out; echo oops >&2; exit 1", 1, True, "out\noops")
NONE = ("", "Bash", "nosuchcommand_x", 127, True, "nosuchcommand_x: command not found")
EDIT = ("PostToolUse", "Edit", "/home/dev/shop/a.txt", None, False, "")
REFUSED = ("PostToolUseFailure", "Edit", "/home/dev/shop/a.txt", None, True, "")
WRITE = ("PostToolUse", "Write", "/home/dev/shop/b.txt", None, False, "")
GREP = ("PostToolUse", "Bash", "grep nothing a.txt", None, False, "")
READ = ("PostToolUse", "Read", "/home/dev/shop/a.txt", None, False, "hello")
CALLS = {
    "copilot": [HI, OOPS, NONE, EDIT, REFUSED, WRITE],
    "qwen": [HI, OOPS, GREP, READ, EDIT, REFUSED, WRITE],
    "gemini": [HI, OOPS, NONE, EDIT, REFUSED, WRITE],
    "opencode": [HI, OOPS, NONE, READ, EDIT, REFUSED, WRITE],
}


def lay(home, host):
    """Put the recorded transcript where the host would; its path."""
    fixture, place, _ = LIES[host]
    path = home / place
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FIXTURES / fixture, path)
    return path


@pytest.mark.parametrize("host", sorted(LIES))
def test_a_recorded_session(host, tmp_path):
    path = lay(tmp_path, host)
    events = [event for _, event in transcripts.events(str(path))]
    assert {(it.host, it.cwd, it.when, it.transcript) for it in events} == {
        (host, "/home/dev/shop", "2026-11-22", str(path))
    }
    assert len({it.session for it in events}) == 1 and events[0].session
    typed = [it.prompt for it in events if it.name == "UserPromptSubmit" and not it.machine]
    assert typed == ["build it"]
    assert [it.message for it in events if it.name == "Stop"] == ["all done"]
    calls = [it for it in events if it.tool]
    assert len({it.tool_use_id for it in calls}) == len(calls) == len(CALLS[host])
    for call, (name, tool, what, code, failed, output) in zip(calls, CALLS[host]):
        found = (call.tool, call.command or call.path, call.exit_code, call.failed)
        assert found == (tool, what, code, failed)
        assert name in ("", call.name) and output in call.output and not call.interrupted
        if call.command:  # what our own hooks had said is no output
            assert "CONTEXT" not in call.output


@pytest.mark.parametrize("host", sorted(set(LIES) - {"opencode"}))
def test_a_home_s_name_is_no_pattern(host, tmp_path):
    path = lay(tmp_path / "my [x] *", host)
    (found,) = transcripts.find("/home/dev/shop", {"HOME": str(tmp_path / "my [x] *")})
    assert found.path == str(path)


@pytest.mark.parametrize("host", sorted(set(LIES) - {"opencode"}))
def test_it_is_found_by_its_project(host, tmp_path):
    path, environ = lay(tmp_path, host), {"HOME": str(tmp_path)}
    (found,) = transcripts.find("/home/dev/shop", environ)
    assert (found.path, found.host, found.session) == (str(path), host, LIES[host][2])
    assert found.size == path.stat().st_size
    (upwards,) = transcripts.find("/home/dev", environ)
    assert upwards.path == found.path
    assert transcripts.find("/home/dev/other", environ) == []
    (path.parent / "notes.txt").write_text("no transcript")
    assert len(transcripts.find("/home/dev/shop", environ)) == 1


def test_a_rollout_is_found_by_its_day_and_no_loop_of_links_is_followed(tmp_path):
    day = tmp_path / ".codex" / "sessions" / "2026" / "03" / "31"
    day.mkdir(parents=True)
    session = "11111111-2222-4333-8444-555555555555"
    path = day / f"rollout-2026-03-31T10-00-00-{session}.jsonl"
    began = {"type": "session_meta", "payload": {"cwd": "/home/dev/shop"}}
    path.write_text(json.dumps(began) + "\n")
    for link in (day.parent / "up", day.parent.parent / "up"):
        link.symlink_to("..", target_is_directory=True)
    (found,) = transcripts.find("/home/dev/shop", {"HOME": str(tmp_path)})
    assert (found.path, found.host, found.session) == (str(path), "codex", session)
    assert transcripts.find("/home/dev/other", {"HOME": str(tmp_path)}) == []


def test_claude_code_keeps_a_folder_for_each_project(tmp_path):
    """Its own name tells the project's folder; one whose name goes on may be a folder in it."""
    projects = tmp_path / ".claude/projects"
    lines = {
        "-home-dev-shop/own.jsonl": {"cwd": "/somewhere/else"},  # it began there, and is ours
        "-home-dev-shop-api/below.jsonl": {"cwd": "/home/dev/shop/api"},
        "-home-dev-shop-two/other.jsonl": {"cwd": "/home/dev/shop-two"},
        "-home-dev/above.jsonl": {"cwd": "/home/dev/shop"},
        "-home-dev-shop/notes.txt": {"cwd": "/home/dev/shop"},
    }
    for name, line in lines.items():
        (projects / name).parent.mkdir(parents=True, exist_ok=True)
        (projects / name).write_text(json.dumps({"type": "user", **line}) + "\n")
    (projects / "-home-dev-shop/folder.jsonl").mkdir()
    found = transcripts.find("/home/dev/shop", {"HOME": str(tmp_path)})
    assert sorted(it.session for it in found) == ["below", "own"]


def test_what_claude_code_wrote_and_what_was_typed(tmp_path):
    """Words, calls and results are told apart; what a machine or the host wrote says so."""
    reader = registry.transcript_of("claude").Lines("")
    said = {"type": "assistant", "message": {"content": [{"type": "text", "text": "Done."}]}}
    thought = {"type": "assistant", "message": {"content": [{"type": "thinking", "text": "x"}]}}
    typed = {"type": "user", "message": {"content": "Use pnpm."}}
    told = {"type": "user", "message": {"content": "<task-notification>x</task-notification>"}}
    meta = {**typed, "isMeta": True}
    summary = {**typed, "isCompactSummary": True}
    beside = {**typed, "isSidechain": True}
    rows = [
        said,
        thought,
        typed,
        told,
        meta,
        summary,
        beside,
        {"type": "system", "message": {"content": "x"}},
    ]
    events = [event for row in rows for event in reader.take(row)]
    assert [(it.name, it.message or it.prompt, it.machine, it.agent) for it in events] == [
        ("Stop", "Done.", False, ""),
        ("UserPromptSubmit", "Use pnpm.", False, ""),
        ("UserPromptSubmit", "<task-notification>x</task-notification>", True, ""),
        ("UserPromptSubmit", "Use pnpm.", True, "sidechain"),
    ]


def test_calls_whose_result_never_comes_are_given_up(monkeypatch):
    from reflexion.hosts import calls

    monkeypatch.setattr(calls, "MAX_OPEN", 2)
    open_calls = calls.Reader("")
    for name in "abc":
        open_calls.ask(name, "Bash", {"command": name})
    assert [open_calls.answered(name).tool for name in "abcc"] == ["", "Bash", "Bash", ""]
    assert open_calls.answered("none").given == {}


def test_an_exported_session_of_opencode_is_named_by_hand(tmp_path):
    path = lay(tmp_path, "opencode")
    found = transcripts.Transcript(str(path))
    assert (found.host, found.session) == ("opencode", "session")
    assert transcripts.find("/home/dev/shop", {"HOME": str(tmp_path)}) == []


@pytest.mark.parametrize("host", sorted(LIES))
def test_the_last_of_a_session(host, tmp_path):
    path = str(lay(tmp_path, host))
    if host != "opencode":  # one object, not lines: nothing is to be had of its tail
        assert transcripts.last_words(path) == "all done"
    assert transcripts.Transcript(path).host == host


@pytest.mark.parametrize("host", registry.NAMES)
def test_lines_of_any_type_are_survived(host, tmp_path):
    reader = registry.transcript_of(host).Lines("x")
    texts = [json.dumps(row) for row in shapes()]
    for text in texts:
        assert list(reader.take(json.loads(text))) is not None


def shapes():
    """Every recorded line of every host with each of its values, at two depths, made another."""
    rows = [{}, {"type": 5}, {"type": "user"}, {"$set": {"messages": [1, {}]}}]
    for fixture in sorted(FIXTURES.glob("*_transcript.jsonl")) + [FIXTURES / "codex_rollout.jsonl"]:
        rows += [json.loads(line) for line in fixture.read_text(encoding="utf-8").splitlines()[:20]]
    rows += json.loads((FIXTURES / "opencode_session.json").read_text(encoding="utf-8"))["messages"]
    yield from rows
    for row in rows:
        for key, value in row.items():
            for wrong in (None, 7, "text", [], [[]], {"x": 1}):
                yield {**row, key: wrong}
                if isinstance(value, dict):
                    for inner in value:
                        yield {**row, key: {**value, inner: wrong}}


def test_a_broken_export_is_no_session(tmp_path):
    path = tmp_path / "broken.json"
    for text in ("", "no JSON", "[]", '{"messages": 5}', '{"messages": [1, {"parts": 5}]}', "{}"):
        path.write_text(text)
        assert [event for _, event in transcripts.events(str(path))] == []


def test_a_call_that_was_refused_or_cancelled_did_not_fail(tmp_path):
    gemini = registry.transcript_of("gemini").Lines("")
    call = {"id": "c1", "name": "run_shell_command", "args": {"command": "make"}, "result": []}
    (event,) = gemini.take(
        {"type": "gemini", "id": "m", "toolCalls": [{**call, "status": "cancelled"}]}
    )
    assert (event.failed, event.interrupted) == (None, True)
    copilot = registry.transcript_of("copilot").Lines("s")
    begun = {"toolCallId": "c1", "toolName": "bash", "arguments": {"command": "make"}}
    over = {
        "toolCallId": "c1",
        "success": False,
        "error": {"message": "The user rejected this tool call."},
    }
    assert list(copilot.take({"type": "tool.execution_start", "data": begun})) == []
    (event,) = copilot.take({"type": "tool.execution_complete", "data": over})
    assert event.failed and event.interrupted
    assert list(copilot.take({"type": "tool.execution_complete", "data": over})) == []
