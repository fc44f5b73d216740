"""A repository must not speak to a stranger's agent: a store that arrived says nothing until it is trusted."""

from __future__ import annotations

import json
import subprocess

import pytest
from sandbox import told
from test_store_merge import BASE

from reflexion.store import team
from reflexion.store.schema import encode

LEARNED = {
    **BASE,
    "trigger": "make: *** No rule to make target 'release'.  Stop.",
    "context": "make release",
    "keywords": ["make", "release", "target"],
    "resolution": "Run `make dist`.",
}
MISSING = "make: *** No rule to make target 'release'.  Stop."


@pytest.fixture
def arrived(box):
    """A checkout whose store somebody else wrote."""
    folder = box.root / ".reflexion" / "entries"
    folder.mkdir(parents=True)
    (folder / f"{BASE['id']}.json").write_bytes(encode(LEARNED))
    (folder.parent / "config.json").write_text(
        json.dumps({"redact": ["."], "promote_to": ["Makefile"], "promote_after": 1})
    )
    return box


def test_it_is_silent_and_promotes_nothing(arrived):
    assert told(arrived.prompt("why does make release say no rule to make target release?")) == ""
    assert told(arrived.about_to("make release")) == ""
    assert told(arrived.bash("make release", 2, MISSING)) == ""
    assert "make dist" not in told(arrived.prompt("That's wrong.", script="capture"))
    arrived.fire("promote", "SessionEnd", reason="other")
    assert not (arrived.root / "CLAUDE.md").exists() and not (arrived.root / "Makefile").exists()


def test_its_settings_are_not_read(arrived):
    arrived.bash("make deploy", 2, "make: *** No rule to make target 'deploy'.  Stop.")
    assert any("deploy" in entry["trigger"] for entry in arrived.entries())


def test_the_person_is_told_once_on_screen_and_the_model_nothing(arrived):
    first = json.loads(arrived.prompt("hello there"))
    assert (
        "1 learning of others waits" in first["systemMessage"] and "hookSpecificOutput" not in first
    )
    assert arrived.prompt("hello there", session="s2") == ""


def test_once_trusted_it_speaks(arrived):
    (
        arrived.root / ".reflexion" / "config.json"
    ).unlink()  # it would redact every letter of what is said
    assert arrived.reflexion("trust").returncode == 0
    assert "make dist" in told(
        arrived.prompt("why does make release say no rule to make target release?")
    )


def test_a_store_made_here_needs_no_trust(box):
    box.bash("make release", 2, MISSING)
    (entry,) = box.entries()
    box.change(entry["id"], resolution="Run `make dist`.")
    assert "make dist" in told(box.bash("make release", 2, MISSING, session="s2"))


def test_a_trusted_clone_gets_the_merge_driver_at_the_next_session(arrived):
    subprocess.run(["git", "init", "-q", str(arrived.root)], check=True)
    (arrived.root / ".reflexion/config.json").unlink()
    (arrived.root / ".reflexion/.gitattributes").write_text(team.ATTRIBUTES)
    arrived.fire("recall", "SessionStart", source="startup")
    assert not team.registered(str(arrived.root)), "not before it is trusted"
    arrived.reflexion("trust")
    arrived.fire("recall", "SessionStart", source="startup")
    assert team.registered(str(arrived.root))
