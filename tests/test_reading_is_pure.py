"""Below `decide` nothing is written: what a hook writes, `settle` and `apply` write."""

import json
import subprocess
import sys

import pytest
from sandbox import ROOT

# runs payloads through hooks, and prints each file that was written, made or removed while one
# was decided about
TRACER = """
import importlib, json, os, sys
sys.path.insert(0, sys.argv[1])
import reflexion.hook as hook
watching = []
CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.chmod", "os.truncate")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
def audit(event, given):
    if not watching:
        return
    if event in CHANGES or (event == "open" and isinstance(given[2], int) and given[2] & WRITES):
        print(*watching, event, given[0], flush=True)
sys.addaudithook(audit)
def watch(name):
    package = importlib.import_module("reflexion." + name)
    decide = package.decide
    def watched(event, *given):
        watching.append((name, event.name))
        try:
            return decide(event, *given)
        finally:
            watching.clear()
            print("decided", flush=True)
    package.decide = watched
for name in ("capture", "recall", "promote"):
    watch(name)
for name, payload in json.load(sys.stdin):
    hook.serve(name, json.dumps(payload).encode(), os.environ)
"""
CALL = {"tool_name": "Bash", "tool_input": {"command": "npm run build"}, "tool_use_id": "t1"}
FAILED = {**CALL, "error": "Exit code 1\nnpm ERR! Missing script: build"}
LEARNED = {"command": "reflexion learn 'Use tabs in the makefiles here.'"}
SKILL = {"tool_name": "Skill", "tool_input": {"skill": "deploy"}, "tool_response": {}}
EVENTS = [
    ("recall", "SessionStart", {"source": "startup"}),
    ("recall", "UserPromptSubmit", {"prompt": "why does npm run build miss its script?"}),
    ("capture", "UserPromptSubmit", {"prompt": "remember: dates are always UTC here"}),
    ("capture", "PostToolUseFailure", FAILED),
    ("capture", "PostToolUse", {**CALL, "tool_response": {"stdout": "built", "exit_code": 0}}),
    ("capture", "PostToolUse", {**CALL, "tool_input": LEARNED, "tool_response": {"stdout": ""}}),
    ("recall", "PostToolUse", SKILL),
    ("recall", "SubagentStart", {"agent_id": "a1"}),
    ("capture", "SubagentStop", {"agent_id": "a1", "stop_hook_active": False}),
    ("capture", "Stop", {"stop_hook_active": False}),
    ("recall", "SessionStart", {"source": "compact"}),
    ("capture", "SessionEnd", {"reason": "other"}),
    ("promote", "SessionEnd", {"reason": "other"}),
    ("recall", "UserPromptSubmit", {"session_id": "s10", "prompt": "a session without a start"}),
]


@pytest.mark.parametrize("state", ["private", "shared", "came along", "absent"])
def test_a_decision_writes_nothing(box, state):
    if state != "absent":
        box.put(type="insight", trigger="x", resolution="Use pnpm.", first_seen="2026-01-01")
    if state in ("private", "shared"):
        box.cli("init", "--host", "claude", "--yes", *(["--team"] if state == "shared" else []))
        box.bash("npm run build", 1, "npm ERR! Missing script: build")
        box.cli(
            "learn", "--for", box.entry(context="npm run build")["id"], "Run `pnpm build` here."
        )
        box.agent("learn", "Wind the clock each day, because it stops.")
        box.put("abc123", type="insight", trigger="y", resolution="Run npm ci first.")
        (box.root / ".reflexion" / "config.json").write_text(
            '{"max_recalled": 2}', encoding="utf-8"
        )
    given = {"session_id": "s9", "cwd": str(box.root)}
    calls = [(hook, {**given, "hook_event_name": name, **more}) for hook, name, more in EVENTS]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", TRACER, str(ROOT)],
        input=json.dumps(calls).encode(),
        cwd=box.root,
        env=box.environ(),
        capture_output=True,
    )
    assert done.stdout.decode().split() == ["decided"] * len(EVENTS), done
