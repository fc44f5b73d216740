"""By what a host is known: its payloads, its agents' shells."""

import pytest

from reflexion import hosts

WRITERS = [
    ({"host": "opencode", "transcript_path": "/x/rollout-1.jsonl"}, "opencode"),
    ({"host": "nobody"}, "claude"),
    ({"host": ["claude"]}, "claude"),
    ({"timestamp": "2026-11-22T13:54:33.583Z"}, "copilot"),
    ({"timestamp": 1795355679412, "sessionId": "s"}, "copilot"),
    ({"agentName": "x", "parent_agent_id": "s"}, "copilot"),
    ({"timestamp": "t", "transcriptPath": "/h/.copilot/session-state/1/events.jsonl"}, "copilot"),
    ({"initial_prompt": "x"}, "copilot"),
    ({"submitted_prompt": "x"}, "qwen"),
    ({"tool_call_id": "x"}, "qwen"),
    ({"hook_event_name": "AfterTool"}, "gemini"),
    ({"timestamp": "t", "transcript_path": "/h/.claude/projects/-x/1.jsonl"}, "claude"),
    ({"turn_id": "t", "transcript_path": None}, "codex"),
    ({"transcript_path": None}, "codex"),
    ({"transcript_path": ""}, "claude"),
    ({"transcript_path": 5}, "claude"),
    ({"session_id": "s"}, "claude"),
    ({}, "claude"),
]  # fmt: skip


@pytest.mark.parametrize("payload, host", WRITERS)
def test_a_payload_tells_its_host(payload, host):
    assert hosts.read(payload).host == host


TRANSCRIPTS = [
    ("/h/.claude/projects/-x/1.jsonl", "claude"),
    ("/h/.claude/projects/-chats/1.jsonl", "claude"),
    ("/h/.claude/projects/-x/1/subagents/agent-a.jsonl", "claude"),
    ("/h/.codex/sessions/2026/03/31/rollout-2026-1.jsonl", "codex"),
    ("/h/.copilot/session-state/1/events.jsonl", "copilot"),
    ("C:\\h\\.gemini\\tmp\\x\\chats\\session-1.jsonl", "gemini"),
    ("/h/.qwen/projects/-x/chats/1.jsonl", "qwen"),
    ("/h/.qwen/projects/-x/subagents/1/agent-a.jsonl", "qwen"),
    ("session.json", "claude"),
    ("/rollout-" * 100_000, "claude"),
    ("/subagents/" * 100_000, "claude"),
]


@pytest.mark.parametrize("path, host", TRANSCRIPTS, ids=lambda value: str(value)[-30:])
def test_a_transcript_tells_its_host(path, host):
    assert hosts.by_transcript(path)[0] == host


SHELLS = [
    ({}, ("", ""), False),
    ({"PATH": "/bin"}, ("", ""), False),
    ({"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "s"}, ("claude", "s"), True),
    ({"CODEX_SESSION_ID": "main", "CODEX_THREAD_ID": "of a sub-agent"}, ("codex", "main"), True),
    ({"CODEX_SANDBOX": "seatbelt"}, ("codex", ""), True),
    ({"COPILOT_CLI": "1", "COPILOT_AGENT_SESSION_ID": "s"}, ("copilot", "s"), True),
    ({"GEMINI_CLI": "1"}, ("gemini", ""), True),
    ({"QWEN_CODE": "1", "QWEN_CODE_SESSION_ID": "s"}, ("qwen", "s"), True),
    ({"OPENCODE": "1", "AGENT": "1", "OPENCODE_SESSION_ID": "s"}, ("opencode", "s"), True),
    ({"AGENT": "1"}, ("", ""), True),
    ({"CURSOR_AGENT": "1"}, ("", ""), True),
    ({"COPILOT_AGENT_SESSION_ID": "s"}, ("", ""), False),
]


@pytest.mark.parametrize("environ, session, is_agent", SHELLS)
def test_a_shell_tells_whose_agent_runs_in_it(environ, session, is_agent):
    assert hosts.session_of(environ) == session
    assert hosts.is_agent(environ) == is_agent


def test_where_a_host_reads_rules():
    assert hosts.rule_files("claude") == ("CLAUDE.md",)
    assert hosts.rule_files("copilot") == ("AGENTS.md", "CLAUDE.md")
    assert hosts.rule_files("gemini") == ("GEMINI.md",)
    assert hosts.rule_files("unknown") == ("CLAUDE.md",)
    assert all(hosts.rule_files(host) for host in hosts.NAMES)
