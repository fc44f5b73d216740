"""The loop in the real Claude Code, against a scripted model: failing, told, promoted, silent. Skipped where `claude` is not on the path."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest
from sandbox import ROOT, SCRIPTS
from scripted_model import claude_session

from reflexion.setup import command

CLAUDE = os.environ.get("REFLEXION_CLAUDE") or shutil.which("claude")


@pytest.mark.skipif(
    not CLAUDE, reason="`claude` is not on the path: the loop was not tried in the real host"
)
def test_four_sessions(box):
    shutil.rmtree(box.root / ".git")
    subprocess.run(["git", "init", "-q", str(box.root)], check=True)
    (box.root / "Makefile").write_text("dist:\n\t@echo packed\n")
    assert box.run([sys.executable, SCRIPTS / "init.py", "--project", box.root]).returncode == 0

    def session(prompt, *steps):
        return claude_session(CLAUDE, box.root, box.home, [*steps, {"text": "done"}], prompt)

    session("please cut a release", {"bash": "make release"}, {"bash": "make dist"})
    (entry,) = box.entries()
    assert (
        entry["resolution"] == "Use `make dist` instead of `make release`."
        and entry["source"] == "inferred"
    )
    assert (
        box.reflexion(
            "resolve", entry["id"][-6:], "Use `make dist`: there is no release target."
        ).returncode
        == 0
    )

    sent = session("run make release again", {"bash": "make release"})
    assert (
        "<reflexion-recall>" in sent and entry["id"] in sent and sent.count("Past learning") == 1
    ), "at the prompt, and once a session"
    box.change(entry["id"], first_seen="2026-01-01")
    sent = session("hello", {"bash": "make release 2>&1"})
    assert sent.count("Past learning") == 1
    (entry,) = box.entries()
    assert entry["promoted"] and entry["id"] in (box.root / "CLAUDE.md").read_text()
    sent = session("run make release once more", {"bash": "make release"})
    assert sent.count("Past learning") == 1 and "in CLAUDE.md since" in sent, "a rule not followed"


@pytest.mark.skipif(not CLAUDE, reason="`claude` is not on the path: no permission was tried")
def test_recording_needs_no_dialogue(box):
    """In the default permission mode, with nobody to ask: what init allowed runs, anything else of ours does not."""
    shutil.rmtree(box.root / ".git")
    subprocess.run(["git", "init", "-q", str(box.root)], check=True)
    assert box.run([sys.executable, SCRIPTS / "init.py", "--project", box.root]).returncode == 0
    caller = f"python3 {command.quote(str(ROOT / 'reflexion'))}"

    def run(line):
        steps = [{"bash": f"{caller} {line}"}, {"text": "done"}]
        return claude_session(CLAUDE, box.root, box.home, steps, "go", allowed=())

    sent = run("learn 'Use `pnpm run build`, not `npm run build`: this project uses pnpm.'")
    assert "requires approval" not in sent
    (entry,) = box.entries()
    assert "pnpm run build" in entry["resolution"]
    assert "requires approval" in run("clear --yes") and len(box.entries()) == 1
    settings = box.root / ".claude" / "settings.local.json"
    rules = json.loads(settings.read_text())
    rules.pop("permissions")
    settings.write_text(json.dumps(rules))
    assert "requires approval" in run("learn 'Use ruff.'") and len(box.entries()) == 1
