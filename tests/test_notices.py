"""What the person reads on screen, by the setting `announce`; and `/reflexion:off`."""

from __future__ import annotations

import json

import pytest
from sandbox import ROOT

from reflexion.notices import change
from reflexion.setup.command import by_hand

MISSING = "make: *** No rule to make target 'release'.  Stop."
ENTRY = {
    "id": "RFX-20260101-1fd9dd",
    "trigger": "npm ERR! Missing script",
    "resolution": "Use `pnpm run build` instead of `npm run build`.",
    "occurrences": 1,
    "promoted": False,
}
HEARD = {
    "source": "prompt",
    "resolution": "dates are always UTC",
    "trigger": "dates are always UTC",
}
UNDO = "(undo: reflexion remove 1fd9dd)"

# (fields of the entry, is it a fix, line with "learned", line with "all")
CHANGES = [
    ({}, True, f"learned `pnpm run build` instead of `npm run build` {UNDO}", None),
    ({"resolution": "Run `make it` first."}, True, f"learned to run `make it` first {UNDO}", None),
    (HEARD, False, f"kept your rule: dates are always UTC {UNDO}", None),
    ({**HEARD, "confidence": "low"}, False, "", f"captured: dates are always UTC {UNDO}"),
    ({**HEARD, "occurrences": 2}, False, "", ""),
    ({"resolution": ""}, False, "", f"captured: npm ERR! Missing script {UNDO}"),
    ({"occurrences": 2}, False, "", ""),
    (
        {"needs_review": True, "resolution": "Run `rm x`."},
        True,
        "a fix waits for your review: Run `rm x` (reflexion review)",
        None,
    ),
]


@pytest.mark.parametrize("fields, is_fix, learned, everything", CHANGES)
def test_the_line_of_a_change(fields, is_fix, learned, everything):
    everything = learned if everything is None else everything
    lines = [change({**ENTRY, **fields}, is_fix, every) for every in (False, True)]
    assert lines == [line and f"Reflexion: {line}" for line in (learned, everything)]


def seen(stdout: str) -> str:
    return json.loads(stdout).get("systemMessage", "") if stdout.startswith("{") else ""


SCREEN = {
    "all": [
        "captured: make: ***",
        "learned `make dist` instead",
        "Reflexion told the agent: Use `make dist` instead",
        "kept your rule: ",
        "rule into CLAUDE.md",
    ],
    "learned": [
        "",
        "learned `make dist` instead",
        "told the agent: Use",
        "kept your rule: ",
        "rule into CLAUDE.md",
    ],
    "rules": ["", "", "", "", "rule into CLAUDE.md"],
    "none": ["", "", "", "", ""],
}


@pytest.mark.parametrize("setting", SCREEN)
def test_what_is_on_screen(inside, setting):
    (inside.home / ".reflexion").mkdir()
    (inside.home / ".reflexion/config.json").write_text(json.dumps({"announce": setting}))
    lines = [
        seen(inside.bash("make release", 2, MISSING)),
        seen(inside.bash("make dist", 0, "packed")),
    ]
    inside.change(inside.entries()[0]["id"], confidence="high", first_seen="2026-01-01")
    lines += [seen(inside.bash("make release", 2, MISSING, session="s2"))]
    lines += [
        seen(inside.prompt("From now on always use UTC for dates in logs.", script="capture"))
    ]
    lines += [seen(inside.bash("make release", 2, MISSING, session="s3"))]
    wrong = [
        (expected, line)
        for expected, line in zip(SCREEN[setting], lines)
        if expected not in line or bool(expected) != bool(line)
    ]
    assert not wrong


def test_the_first_session_says_that_it_is_on(inside):
    assert inside.script("init").returncode == 0
    first = seen(inside.fire("recall", "SessionStart", source="startup"))
    again = seen(inside.fire("recall", "SessionStart", source="startup", session="s2"))
    assert first.startswith("Reflexion: on in this project.") and again == ""


def test_a_store_of_a_checkout_is_named_once(inside):
    folder = inside.root / ".reflexion/entries"
    folder.mkdir(parents=True)
    (folder / f"{ENTRY['id']}.json").write_text(json.dumps(ENTRY))
    lines = [seen(inside.prompt("make it", session=session)) for session in ("s1", "s2")]
    assert "1 learning of others waits" in lines[0] and lines[1] == ""


def test_off_for_one_session(inside):
    inside.prompt("/reflexion:off", script="capture")
    inside.bash("make release", 2, MISSING)
    assert not (inside.root / ".reflexion").exists(), "nothing is captured in this session"
    inside.bash("make release", 2, MISSING, session="other")
    assert len(inside.entries()) == 1
    inside.prompt("/reflexion:on", script="capture")
    inside.bash("make install", 2, MISSING.replace("release", "install"))
    assert len(inside.entries()) == 2


@pytest.mark.parametrize("session", ["../../entries", "a/b", "", "x" * 99])
def test_off_makes_no_file_of_an_odd_session(inside, session):
    inside.prompt("/reflexion:off", script="capture", session=session or " ")
    assert not (inside.home / ".reflexion/state/off").exists()


def test_what_a_sessions_end_wrote_is_shown_at_the_next_start(inside):
    inside.bash("make release", 2, MISSING)
    inside.change(
        inside.entries()[0]["id"],
        resolution="Run `make dist`.",
        confidence="high",
        occurrences=3,
        sessions=2,
        first_seen="2026-01-01",
    )
    assert inside.fire("promote", "SessionEnd", reason="other") == ""
    first = seen(inside.fire("recall", "SessionStart", source="startup", session="s2"))
    again = seen(inside.fire("recall", "SessionStart", source="startup", session="s3"))
    assert "Reflexion: wrote a rule into CLAUDE.md: When `make release` fails" in first
    assert again == ""


def test_in_the_home_folder_the_learnings_of_all_projects_are_said(inside):
    """There is a home store there, and no project's."""
    folder = inside.home / ".reflexion/entries"
    folder.mkdir(parents=True)
    known = {**ENTRY, "context": "npm run build", "keywords": ["npm", "script"], "occurrences": 3}
    known.update(first_seen="2026-01-01", last_seen="2026-01-02", cwd=".", type="error")
    (folder / f"{ENTRY['id']}.json").write_text(json.dumps(known))
    said = inside.fire(
        "recall",
        "UserPromptSubmit",
        cwd=str(inside.home),
        prompt="npm run build says npm ERR! Missing script, what now?",
    )
    assert ENTRY["id"] in said and "pnpm run build" in said


GREETINGS = [
    ("claude", {"turn_id": None}, "", {}, ""),
    ("claude", {}, ".claude/commands/reflexion/off.md", {}, ", /reflexion:off for this session"),
    ("claude", {}, "", {"CLAUDE_PLUGIN_ROOT": "/p"}, ", /reflexion:off for this session"),
    ("codex", {"turn_id": "t"}, "", {"CLAUDE_PLUGIN_ROOT": "/p"}, ""),
    (
        "opencode",
        {"host": "opencode"},
        ".opencode/commands/reflexion-off.md",
        {},
        ", /reflexion-off for this session",
    ),
]


@pytest.mark.parametrize("host, fields, file, environ, switch", GREETINGS)
def test_the_greeting_names_what_works_there(box, host, fields, file, environ, switch):
    """`/reflexion:off` where something brought it, and the toolkit as a person can call it."""
    if file:
        (box.root / file).parent.mkdir(parents=True)
        (box.root / file).touch()
    (box.root / ".reflexion" / "entries").mkdir(parents=True)
    box.reflexion("trust")
    (box.root / ".reflexion" / "state").mkdir(exist_ok=True)
    (box.root / ".reflexion" / "state" / "fresh").touch()
    payload = {"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(box.root)}
    payload = {key: value for key, value in {**payload, **fields}.items() if value}
    bare = {"PATH": "/usr/bin:/bin", **environ}
    out = box.script("recall", stdin=json.dumps(payload), **bare).stdout
    assert f"`{by_hand(str(ROOT))} off` ends it{switch}." in seen(out), out


def test_the_plugin_greets_once_for_all_projects(box):
    fields = {"CLAUDE_PLUGIN_ROOT": "/p"}
    payload = {"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(box.root)}
    greeted = [
        seen(box.script("recall", stdin=json.dumps(payload), **fields).stdout) for _ in range(2)
    ]
    assert "on in this project" in greeted[0] and greeted[1] == ""
    assert "on in" not in seen(box.script("recall", stdin=json.dumps(payload)).stdout)


def test_how_a_person_calls_the_toolkit(tmp_path):
    from reflexion.setup.command import for_person

    kit = str(tmp_path / "reflexion")
    assert for_person({"HOME": str(tmp_path)}, kit) == "python3 ~/reflexion/reflexion"
    assert for_person({"HOME": "/elsewhere"}, "/opt/the kit") == "python3 '/opt/the kit/reflexion'"
    program = tmp_path / "reflexion"
    program.write_text("")
    there = {"HOME": "/elsewhere", "PATH": str(tmp_path)}
    assert for_person(there, "/opt/kit") == "python3 /opt/kit/reflexion"
    program.chmod(0o755)
    assert for_person(there, "/opt/kit") == "reflexion"
