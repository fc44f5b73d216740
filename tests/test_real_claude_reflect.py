"""`/reflexion:quick-reflect` in the real Claude Code, from the plugin, against a scripted model. Skipped where `claude` is not on the path."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from sandbox import ROOT
from scripted_model import ScriptedModel

CLAUDE = os.environ.get("REFLEXION_CLAUDE") or shutil.which("claude")
SESSION = "aaaaaaaa-1111-4222-8333-000000000001"


@pytest.mark.skipif(
    not CLAUDE, reason="`claude` is not on the path: the command was not tried in the real host"
)
def test_quick_reflect(box, tmp_path):
    shutil.rmtree(box.root / ".git")
    subprocess.run(["git", "init", "-q", str(box.root)], check=True)
    temporary = tmp_path / "tmp"
    temporary.mkdir()

    def claude(prompt, *argv):
        with ScriptedModel(
            [{"text": "It turns out that the release target is called dist."}]
        ) as model:
            environ = {
                "HOME": str(box.home),
                "PATH": os.environ["PATH"],
                "TERM": "dumb",
                "LANG": "C.UTF-8",
                "ANTHROPIC_API_KEY": "dummy",
                "TMPDIR": str(temporary),
                "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{model.port}",
                "DISABLE_TELEMETRY": "1",
                "DISABLE_AUTOUPDATER": "1",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            }
            done = subprocess.run(
                [CLAUDE, "-p", prompt, "--plugin-dir", str(ROOT), *argv],
                cwd=box.root,
                env=environ,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=180,
            )
            assert done.returncode == 0, done
            return model.sent()

    claude(
        "We decided to keep the changelog in NEWS because CHANGES is generated.",
        "--session-id",
        SESSION,
    )
    entries = box.entries()
    sent = claude("/reflexion:quick-reflect", "--resume", SESSION)
    assert (
        "# Session summary" in sent
        and "Keep the changelog in NEWS because CHANGES is generated." in sent
        and "the release target is called dist." in sent
    )
    assert (
        "evidence: line " in sent
        and box.entries() == entries
        and not (box.root / ".insights").exists()
        and not list(temporary.glob("reflexion-reflect-*"))
    )
