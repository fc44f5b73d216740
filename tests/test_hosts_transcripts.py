"""Past sessions as Events: found by project, the same session in every host's own form."""

import json
import shutil

import pytest
from sandbox import ROOT

from reflexion.hosts import part_of, transcripts
from reflexion.hosts.reading import MAX_OPEN

FIXTURES = ROOT / "tests" / "fixtures" / "hosts"
SHOP = "/home/dev/shop"
ROLLOUT = "01a1c0de-5a37-7ff0-9e31-39214847bba7"
# host -> where a transcript lies in the home, and the session that its path names
LIES = {
    "claude": (".claude/projects/-home-dev-shop/6f1d.jsonl", "6f1d"),
    "codex": (f".codex/sessions/2026/03/31/rollout-2026-03-31T10-00-00-{ROLLOUT}.jsonl", ROLLOUT),
    "copilot": (".copilot/session-state/d249/events.jsonl", "d249"),
    "gemini": (".gemini/tmp/shop/chats/session-2026-993b.jsonl", "2026-993b"),
    "qwen": (".qwen/projects/-home-dev-shop/chats/e237.jsonl", "e237"),
}
HI = ("Bash", "echo hi", 0, False)
OOPS = ("Bash", "echo out; echo oops >&2; exit 1", 1, True)
NONE = ("Bash", "nosuchcommand_x", 127, True)
EDIT = ("Edit", "/home/dev/shop/a.txt", None, False)
REFUSED = ("Edit", "/home/dev/shop/a.txt", None, True)
WRITE = ("Write", "/home/dev/shop/b.txt", None, False)
CALLS = {
    "claude": [
        ("Bash", "ls src", 0, False),
        ("Bash", "npm run build", 1, True),
        ("Bash", "npm run build:prod 2>&1 | tail -4", 0, False),
        ("Bash", "npm test", 0, False),
    ],
    "codex": [
        ("Bash", "make release", 2, True),
        ("Bash", "make dist", 0, False),
        ("Bash", "echo part; sleep 2; echo end; exit 9", 9, True),
        ("apply_patch", "/home/dev/shop/Makefile", None, False),
        ("Bash", "pwd", 1, True),
        ("Bash", "sleep 60", None, None),
        ("Bash", "rm -rf build", None, None),
    ],
    "copilot": [HI, OOPS, NONE, EDIT, REFUSED, WRITE],
    "gemini": [HI, OOPS, NONE, EDIT, REFUSED, WRITE],
    "qwen": [
        HI,
        OOPS,
        ("Bash", "grep nothing a.txt", None, False),
        ("Read", "/home/dev/shop/a.txt", None, False),
        EDIT,
        REFUSED,
        WRITE,
    ],
}  # fmt: skip


def lay(home, host):
    """Put the recorded transcript where the host would; return its path."""
    path = home / LIES[host][0]
    path.parent.mkdir(parents=True, exist_ok=True)
    name = "codex_rollout" if host == "codex" else f"{host}_transcript"
    shutil.copy(FIXTURES / f"{name}.jsonl", path)
    return path


def events(path):
    return list(transcripts.events(transcripts.transcript(str(path))))


def find(home, root=SHOP):
    return transcripts.find(root, {"HOME": str(home)})


@pytest.mark.parametrize("host", sorted(LIES))
def test_a_recorded_session(host, tmp_path):
    path = lay(tmp_path, host)
    found = events(path)
    assert {(it.host, it.cwd) for it in found} == {(host, SHOP)}
    assert len({it.session for it in found}) == 1 and found[0].session
    assert all(len(it.when) == 10 and it.when.startswith("2026-") for it in found)
    calls = [it for it in found if it.tool]
    told = [(it.tool, it.command or it.path, it.exit_code, it.failed) for it in calls]
    assert told == CALLS[host]
    assert all((it.name == "PostToolUseFailure") == bool(it.failed) for it in calls)
    assert "CONTEXT" not in "".join(it.output for it in calls if it.command)  # our hooks' own


@pytest.mark.parametrize("host", sorted(LIES))
def test_what_was_typed_is_told_once(host, tmp_path):
    typed = [it.prompt for it in events(lay(tmp_path, host)) if it.prompt and not it.machine]
    assert typed in (["build it"], ["build the shop and run its tests"])


@pytest.mark.parametrize("host", sorted(LIES))
def test_it_is_found_by_its_project(host, tmp_path):
    path = lay(tmp_path / "my [x] *", host)
    (found,) = find(tmp_path / "my [x] *")
    assert (found.path, found.host, found.session, found.agent) == (
        str(path),
        host,
        LIES[host][1],
        "",
    )
    assert found.when == path.stat().st_mtime
    assert [it.path for it in find(tmp_path / "my [x] *", "/home/dev")] == [str(path)]
    assert find(tmp_path / "my [x] *", "/home/dev/other") == []


def test_claude_code_keeps_a_folder_for_each_project(tmp_path):
    """Its name goes on in that of a folder of the project, and of another project."""
    lines = {
        "-home-dev-shop/own.jsonl": "/somewhere/else",  # it began there
        "-home-dev-shop-api/below.jsonl": "/home/dev/shop/api",
        "-home-dev-shop-two/other.jsonl": "/home/dev/shop-two",
        "-home-dev/above.jsonl": SHOP,
        "-home-dev-shop/notes.txt": SHOP,
    }
    for name, folder in lines.items():
        path = tmp_path / ".claude/projects" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"type": "user", "cwd": folder}) + "\n", encoding="utf-8")
    assert sorted(it.session for it in find(tmp_path)) == ["below", "own"]


SUB_AGENTS = [
    (".claude/projects/-home-dev-shop/s1/subagents/agent-a7.jsonl", "claude"),
    (".qwen/projects/-home-dev-shop/subagents/s1/agent-a7.jsonl", "qwen"),
]


@pytest.mark.parametrize("place, host", SUB_AGENTS)
def test_a_sub_agent_has_a_transcript_of_its_own(place, host, tmp_path):
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    message = {"content": "look", "parts": [{"text": "look"}]}
    line = {"type": "user", "cwd": SHOP, "sessionId": "s1", "agentId": "a7", "message": message}
    path.write_text(json.dumps({**line, "isSidechain": True}) + "\n", encoding="utf-8")
    (found,) = find(tmp_path)
    assert (found.host, found.session, found.agent) == (host, "s1", "a7")
    (event,) = events(path)
    assert (event.session, event.agent, event.machine) == ("s1", "a7", True)


def test_a_command_of_codex_without_a_status_neither_failed_nor_worked(tmp_path):
    item = {"type": "CommandExecution", "id": "c1", "command": ["make"], "aggregated_output": "x"}
    row = {"type": "event_msg", "payload": {"type": "item_completed", "item": item}}
    path = tmp_path / f"rollout-{ROLLOUT}.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    (event,) = events(path)
    assert (event.failed, event.exit_code, event.output) == (None, None, "x")


def test_a_transcript_that_is_gone_is_passed_over(tmp_path):
    folder = tmp_path / ".claude/projects" / transcripts.folder_name(SHOP)
    folder.mkdir(parents=True)
    (folder / "s.jsonl").symlink_to(tmp_path / "gone.jsonl")
    assert find(tmp_path) == []


def test_a_sub_agent_of_codex_names_the_session_that_started_it(tmp_path):
    head = {"id": "sub", "session_id": "main", "thread_source": "subagent", "cwd": SHOP}
    item = {"type": "CommandExecution", "id": "c1", "command": ["make"], "exit_code": 2}
    rows = [
        {"type": "session_meta", "payload": head},
        {"type": "event_msg", "payload": {"type": "item_completed", "item": item}},
    ]
    path = tmp_path / f"rollout-{ROLLOUT}.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    (event,) = events(path)
    assert (event.session, event.agent, event.failed) == ("main", "sub", True)


def take(host, *rows):
    reader = transcripts.Reader(host, "s", part_of(host))
    return [event for row in rows for event in reader.take(row)]


def test_what_claude_code_wrote_into_a_session_was_not_typed():
    typed = {"type": "user", "message": {"content": "Use pnpm."}}
    stopped = {"type": "user", "message": {"content": "[Request interrupted by user]"}}
    rows = [
        typed,
        {"type": "user", "message": {"content": "<task-notification>x</task-notification>"}},
        stopped,
        {**typed, "isMeta": True, "message": {"content": [{"type": "text", "text": "meta"}]}},
        {**typed, "isCompactSummary": True},
        {"type": "system", "message": {"content": "x"}},
    ]
    found = take("claude", *rows)
    assert [(it.prompt[:9], it.machine, it.agent) for it in found] == [
        ("Use pnpm.", False, ""),
        ("<task-not", True, ""),
        ("[Request ", True, ""),
    ]


def claude_call(result, **more):
    use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make"}}
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": result, **more}
    (event,) = take(
        "claude",
        {"type": "assistant", "message": {"content": [use]}},
        {"type": "user", "message": {"content": [answer]}},
    )
    return event


def test_an_interrupted_call_is_marked():
    event = claude_call("[Request interrupted by user for tool use]", is_error=True)
    assert event.interrupted and event.failed
    assert not claude_call("Exit code 2\nboom", is_error=True).interrupted


def test_a_cancelled_call_of_gemini_is_no_failure():
    call = {"id": "c", "name": "run_shell_command", "args": {"command": "make"}}
    result = [{"functionResponse": {"response": {"error": "[Operation Cancelled]"}}}]
    row = {"type": "gemini", "toolCalls": [{**call, "result": result, "status": "cancelled"}]}
    (event,) = take("gemini", row)
    assert (event.failed, event.interrupted) == (None, True)


def test_calls_whose_result_never_comes_are_given_up():
    reader = transcripts.Reader("claude", "s", part_of("claude"))
    for number in range(MAX_OPEN + 1):
        reader.ask(str(number), "Bash", {})
    assert list(reader.ended("0")) == [] and [it.tool for it in reader.ended("1")] == ["Bash"]
    assert list(reader.ended("1")) == []


@pytest.mark.parametrize("host", sorted(LIES))
def test_no_record_breaks_the_reading(host):
    values = [None, 5, "x", [], {}, [[]], True]
    kinds = (
        "user",
        "assistant",
        "tool_result",
        "gemini",
        "event_msg",
        "response_item",
        "user.message",
    )
    keys = ("message", "payload", "data", "toolCalls", "content", "$set", "toolCallResult")
    for value in values:
        for kind in kinds:
            take(host, {"type": kind, **dict.fromkeys(keys, value)})


def test_what_is_no_record_or_too_long_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr(transcripts, "MAX_LINE", 100)
    path = tmp_path / "1.jsonl"
    good = json.dumps({"type": "user", "message": {"content": "hi"}})
    path.write_text("\n".join(["no json", "[1]", "x" * 500, good]), encoding="utf-8")
    assert [event.prompt for event in events(path)] == ["hi"]


@pytest.mark.parametrize("host", sorted(CALLS))
def test_a_transcript_that_lies_elsewhere_is_known_by_its_records(host, tmp_path):
    path = tmp_path / "a.jsonl"
    shutil.copy(lay(tmp_path, host), path)
    found = transcripts.transcript(str(path))
    assert found.host == host
    assert [event.host for event in events(path)].count(host) >= len(CALLS[host])
