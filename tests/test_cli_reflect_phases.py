"""What the phases of a reflection read and hand over, driven by programs."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import time

import pytest
from reflect_shop import (
    API,
    HTTPX,
    KEY,
    REDIS,
    SQLITE,
    decide,
    everything,
    number,
    phase,
    session,
    shop,  # noqa: F401 (a fixture)
)
from sandbox import ROOT
from transcript import ClaudeTranscript, ran, rollout

from reflexion.cli import reflect_guided


def test_the_phases_from_start_to_end(shop):
    context = phase(shop, "context", "--json")
    assert (
        context["session"] == shop.made.session
        and context["memory"] == str(shop.memory.parent)
        and context["level"] == "project"
    )
    assert stat.S_IMODE(os.stat(context["folder"]).st_mode) == 0o700 or os.name == "nt"
    extracted = phase(shop, "extract", "--json")
    assert 3 <= len(extracted["insights"]) <= 10 and all(
        row["evidence"] for row in extracted["insights"]
    )
    assert sorted(os.listdir(context["folder"])) == [
        "extracted-insights.md",
        "extraction.json",
        "session-context.json",
        "session-summary.md",
    ]
    rows = phase(shop, "related", "--json")["insights"]
    httpx = rows[number(rows, HTTPX) - 1]
    (conflict,) = httpx["relations"]
    assert (httpx["verdict"], conflict["path"], conflict["line"]) == (
        "conflicting",
        str(shop.root / "CLAUDE.md"),
        3,
    )
    result = decide(
        shop,
        {"insight": number(rows, HTTPX), "conflict": "new"},
        {"insight": number(rows, REDIS), "where": "memory", "topic": "API"},
        {"insight": number(rows, API), "where": "insights", "tags": ["vendor"]},
        {"insight": number(rows, SQLITE), "where": "insights", "scope": "src"},
    )
    assert (
        len(result["written"]) == 4
        and (shop.root / "CLAUDE.md").read_text() == "# Rules\n\n- Be kind.\n"
    )
    assert (
        "Use requests for HTTP"
        in (shop.root / ".reflexion/state/archive/superseded.md").read_text()
    )
    (entry,) = shop.entries()
    assert (entry["type"], entry["confidence"], entry["source"]) == (
        "insight",
        "high",
        "transcript",
    ) and "httpx" in entry["resolution"]
    assert (
        shop.memory.read_text()
        == "## API\n\n- Keep the counter in Redis because the workers share it.\n"
    )
    (tier_b,), (domain,) = (
        (shop.root / ".insights").iterdir(),
        (shop.root / "src/.insights").iterdir(),
    )
    assert (
        API in tier_b.read_text()
        and 'tags: ["vendor", "content"]' in tier_b.read_text()
        and SQLITE in domain.read_text()
    )
    verified = phase(shop, "verify", "--json")
    assert (
        verified["ok"]
        and verified["checked"] == 4
        and not os.path.exists(context["folder"])
        and not list(shop.temporary.iterdir())
    )


def test_nothing_of_a_secret_is_written_or_printed(shop):
    out = (
        phase(shop, "extract")
        + phase(shop, "related")
        + "".join(path.read_text() for path in shop.temporary.rglob("*") if path.is_file())
    )
    assert KEY not in out and "[REDACTED]" in out


def test_quick_writes_nothing_at_all(shop):
    before = everything(shop)
    out = phase(shop, "extract", "--quick")
    assert (
        SQLITE in out
        and "line 1" in out
        and everything(shop) == before
        and not list(shop.temporary.iterdir())
    )


def test_what_an_agent_adds_needs_evidence(shop):
    folder = phase(shop, "context", "--json")["folder"]
    phase(shop, "extract")
    path = os.path.join(folder, "extracted-insights.md")
    with open(path, "a", encoding="utf-8") as file:
        file.write(
            "\n## 90. Keep handlers free of I/O.\n\n- type: implicit\n- confidence: high\n- evidence: lines 3, 5, 7\n- keywords: handlers\n"
            "\n## 91. No evidence here.\n\n- type: content\n\n## 92. Beyond the end.\n\n- evidence: line 999999\n"
        )
    extracted = phase(shop, "extract", "--json")
    assert [row["title"] for row in extracted["insights"]][-2:] == [
        "Keep handlers free of I/O.",
        "Beyond the end.",
    ] and "No evidence here" in extracted["problems"][0]
    rows = extracted["insights"]
    assert [one["line"] for one in rows[-2]["evidence"]] == [3, 5, 7]
    assert "no line 999999" in decide(shop, {"insight": len(rows)}, code=1)
    assert len(decide(shop, {"insight": len(rows) - 1})["written"]) == 1
    with open(path, "a", encoding="utf-8") as file:
        file.write(
            '\n## 93. Invented.\n\n- evidence: line 3 "the customer asked for purple elephants"\n'
        )
    assert "line 3 does not hold the words" in decide(shop, {"insight": len(rows) + 1}, code=1)


def test_a_session_that_went_on_is_read_again_unless_somebody_worked_on_it(shop):
    folder = phase(shop, "context", "--json")["folder"]
    phase(shop, "extract")
    shop.made.prompt("We decided to sign every release tag because mirrors check it.").save()
    assert "sign every release" not in str(phase(shop, "related", "--json")), (
        "numbers stay what they were between the phases"
    )
    assert "Sign every release tag" in phase(shop, "extract")
    with open(os.path.join(folder, "session-summary.md"), "a") as file:
        file.write("- mine\n")
    shop.made.prompt("We decided to name branches after issues because CI needs it.").save()
    assert (
        "Name branches" not in phase(shop, "extract")
        and "Name branches" in phase(shop, "extract", "--quick")
        and "Name branches" in phase(shop, "extract", "--again")
    )


def test_which_session(shop):
    other = session(shop, session="22222222-2222-4333-8444-555555555555")
    path = other.save()
    os.utime(path, (time.time() + 10, time.time() + 10))
    assert phase(shop, "context", "--json")["session"] == other.session
    done = shop.reflexion("reflect", "context", "--json", CLAUDE_CODE_SESSION_ID=shop.made.session)
    assert json.loads(done.stdout)["session"] == shop.made.session
    assert "there is no session zzz" in phase(shop, "context", "--session", "zzz", code=1)


def test_a_rollout_of_codex(shop):
    say = {
        "type": "UserMessage",
        "id": "u1",
        "content": [
            {"type": "text", "text": "No, from now on always use uv instead of pip in this repo."}
        ],
    }
    path = rollout(shop, [ran(1, "uv run pytest", 0, "ok", shop.root), say])
    extracted = phase(shop, "extract", "--quick", "--file", str(path), "--json")
    assert extracted["context"]["host"] == "codex" and any(
        "uv instead of pip" in row["title"] for row in extracted["insights"]
    )


@pytest.mark.skipif(os.name == "nt", reason="needs links and modes")
def test_the_folder_is_ours_alone(shop):
    folder = phase(shop, "context", "--json")["folder"]
    phase(shop, "verify")
    parent = os.path.dirname(folder)
    os.symlink(shop.root, parent)
    assert "symbolic link" in phase(shop, "extract", code=1)
    os.unlink(parent)
    os.mkdir(parent, 0o777)
    os.chmod(parent, 0o777)
    assert "open to others" in phase(shop, "extract", code=1)
    os.rmdir(parent)
    os.mkdir(parent, 0o700)
    os.symlink(shop.root, folder)
    assert "symbolic link" in phase(shop, "extract", code=1)


def test_a_store_that_is_not_trusted_waits(shop):
    entry = {
        "id": "RFX-20260101-abc123",
        "type": "insight",
        "trigger": "x y",
        "resolution": "z",
        "keywords": ["x"],
        "first_seen": "2026-01-01",
        "last_seen": "2026-01-01",
    }
    (shop.root / ".reflexion/entries").mkdir(parents=True)
    (shop.root / ".reflexion/entries/RFX-20260101-abc123.json").write_text(json.dumps(entry))
    assert "not trusted" in phase(shop, "extract", code=1)


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_a_long_session_costs_constant_memory(shop):
    import resource

    path = shop.made.save()
    line = json.dumps({"type": "user", "message": {"content": "x" * (1 << 20)}}) + "\n"
    with path.open("a") as file:
        for _ in range(60):
            file.write(line)

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (160 << 20, 160 << 20))

    done = subprocess.run(
        [sys.executable, "-m", "reflexion", "reflect", "extract", "--quick"],
        cwd=shop.root,
        env=shop.environ(PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        preexec_fn=limit,
    )
    assert done.returncode == 0 and SQLITE in done.stdout, done


def test_a_focus_and_the_folders_of_a_session(shop):
    found = phase(shop, "extract", "focus on the database", "Postgres", "--json")
    assert [SQLITE in row["title"] for row in found["insights"]] == [True]
    assert any(REDIS in row["title"] for row in found["more"]), "the rest is still offered"
    whole = phase(shop, "extract", "--again", "--json")
    assert len(whole["insights"]) > 3
    files = [
        {"path": "lib/a.py", "edits": 1},
        {"path": "src/a.py", "edits": 2},
        {"path": ".github/x", "edits": 9},
        {"path": "README.md", "edits": 9},
    ]
    assert reflect_guided.folders_touched(files) == ["src", "lib"]


def test_quick_names_the_session_that_runs(shop):
    older = ClaudeTranscript(shop, session="00000000-2222-4333-8444-555555555555")
    older.prompt("We decided to use Kafka for the events.").save()
    shop.made.save()
    plain = shop.environ
    shop.environ = lambda **more: plain(**{"CLAUDE_CODE_SESSION_ID": older.session, **more})
    out = phase(shop, "extract", "--quick")
    assert f"{older.session} (claude" in out and "the running session" in out and "Kafka" in out
