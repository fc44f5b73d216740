"""A project with a session worth reflecting on, and the phases of a reflection called by hand."""

from __future__ import annotations

import json

import pytest
from transcript import ClaudeTranscript

from reflexion.hosts.claude.transcript import folder_name

KEY = "sk-ant-" + "api03-" + "Zq8" * 14
RULES = "# Rules\n\n- Use requests for HTTP, not httpx.\n- Be kind.\n"
SQLITE, API, REDIS, HTTPX = (
    "Prefer SQLite over Postgres",
    "the vendor API answers 429",
    "Keep the counter in Redis",
    "Always use httpx",
)


@pytest.fixture
def shop(inside, tmp_path):
    """A project with a session worth reflecting on, and a temporary folder of its own."""
    box = inside
    (box.root / "src").mkdir()
    (box.root / "CLAUDE.md").write_text(RULES)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    plain = box.environ
    box.environ = lambda **more: plain(
        **{"TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary), **more}
    )
    box.temporary = temporary
    box.made = session(box)
    box.made.save()
    box.memory = (
        box.home / ".claude" / "projects" / folder_name(str(box.root)) / "memory" / "MEMORY.md"
    )
    return box


def session(box, **more) -> ClaudeTranscript:
    made = ClaudeTranscript(box, **more).prompt(
        "Limit the rate of the client. We decided to keep the counter in Redis because the workers share it."
    )
    for n in range(3):
        made.edit(f"src/a{n}.py").edit("src/schema.py").edit("src/models.py").bash(
            "uv run pytest -q", 0, "ok"
        )
        made.says(
            "It turns out that the vendor API answers 429 after 50 calls a minute. Done so far."
        ).prompt(f"next step {n} please")
    made.bash("make deploy", 1, "no token").says(
        "I chose SQLite over Postgres for the tests because it needs no server. The retry path is not yet tested."
    )
    return made.prompt(
        f"No, from now on always use httpx instead of requests.\n\nThe key is {KEY}"
    ).says("Switched.")


def phase(box, *argv, code=0, stdin=""):
    done = box.reflexion("reflect", *argv, stdin=stdin)
    assert (
        done.returncode == code
        and "Traceback" not in done.stderr
        and "unexpectedly" not in done.stderr
    ), done
    return json.loads(done.stdout) if "--json" in argv and code == 0 else done.stdout + done.stderr


def number(rows, words) -> int:
    return next(n for n, row in enumerate(rows, 1) if words in row["title"])


def decide(box, *decisions, code=0):
    return phase(
        box, "integrate", "--decisions", "-", "--json", stdin=json.dumps(list(decisions)), code=code
    )


def everything(box) -> dict:
    """All files of project, home and temporary folder, but the store's scratch."""
    return {
        str(path): path.read_bytes()
        for base in (box.root, box.home, box.temporary)
        for path in sorted(base.rglob("*"))
        if path.is_file() and "reflexion-reflect" not in str(path)
        if path.parent.name != "index"
        if path.name != "trust.lock"
    }
