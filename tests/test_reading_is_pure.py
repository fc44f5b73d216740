"""Below `decide` nothing is written: what a hook writes, `settle` and `apply` write."""

import json
import subprocess
import sys

import pytest
from sandbox import ROOT

# runs a payload through a hook, and prints each file that was written, made or removed while the
# decision was made
TRACER = """
import importlib, os, sys
sys.path.insert(0, sys.argv[1])
import reflexion.hook as hook
watching = []
CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.chmod", "os.truncate")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
def audit(event, given):
    if not watching:
        return
    if event in CHANGES or (event == "open" and isinstance(given[2], int) and given[2] & WRITES):
        print(event, given[0], flush=True)
sys.addaudithook(audit)
package = importlib.import_module("reflexion." + sys.argv[2])
decide = package.decide
def watched(*given):
    watching.append(1)
    try:
        return decide(*given)
    finally:
        watching.clear()
package.decide = watched
hook.serve(sys.argv[2], sys.stdin.buffer.read(), os.environ)
print("decided", flush=True)
"""
CALL = {"tool_name": "Bash", "tool_input": {"command": "npm run build"}, "tool_use_id": "t1"}
FAILED = {**CALL, "error": "Exit code 1\nnpm ERR! Missing script: build"}
EVENTS = [
    ("capture", "PostToolUseFailure", FAILED),
    ("capture", "UserPromptSubmit", {"prompt": "remember: dates are always UTC here"}),
    ("capture", "Stop", {"stop_hook_active": False}),
    ("capture", "SessionEnd", {"reason": "other"}),
    ("recall", "SessionStart", {"source": "startup"}),
    ("recall", "UserPromptSubmit", {"prompt": "why does npm run build miss its script?"}),
    ("recall", "SubagentStart", {"agent_id": "a1"}),
    ("promote", "SessionEnd", {"reason": "other"}),
]


@pytest.mark.parametrize("hook, event, fields", EVENTS)
@pytest.mark.parametrize("state", ["private", "shared", "came along"])
def test_a_decision_writes_nothing(box, state, hook, event, fields):
    box.put(type="insight", trigger="x", resolution="Use pnpm here.", first_seen="2026-01-01")
    if state != "came along":
        box.cli("init", "--host", "claude", "--yes", *(["--team"] if state == "shared" else []))
        box.bash("npm run build", 1, "npm ERR! Missing script: build")
        box.put("abc123", type="insight", trigger="y", resolution="Run npm ci first.")
        (box.root / ".reflexion" / "config.json").write_text('{"max_recalled": 2}')
    payload = {"session_id": "s9", "cwd": str(box.root), "hook_event_name": event, **fields}
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", TRACER, str(ROOT), hook],
        input=json.dumps(payload).encode(),
        cwd=box.root,
        env=box.environ(),
        capture_output=True,
    )
    assert done.stdout.decode().split("\n") == ["decided", ""], done.stderr
