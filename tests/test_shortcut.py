"""The short way against the long way, over many payloads: what is spared must be nothing, in every kind of store and with every kind of setting."""

from __future__ import annotations

import itertools
import json
import os

import pytest

from reflexion import hook, shortcut
from reflexion.store import paths

posix = pytest.importorskip("posix")

COMMANDS = (
    "git status --short",
    "make dist",
    "ls -la src",
    "cat notes.txt",
    "pytest -q | tail -3",
    "npm test; true",
    "cd web && npm run build || echo no",
    "echo $?",
    "bash deploy.sh",
    "ruff check src",
    "psql -c 'select 1'",
    "sleep 1 &",
    "env FOO=1 make",
    "which make",
    "make release",
    'cat "a b"',
    "type make",
    "",
)
OUTPUTS = (
    "",
    "ok\n",
    "3 passed in 0.1s\n",
    "make: *** No rule to make target 'release'.  Stop.\n",
    'error: cannot open "x"\n',
    "Traceback (most recent call last):\n  KeyError: 'a'\n",
    "caf\u00e9 \u2713\n",
    "a line of text, as any other\n" * 4000,
    '"quoted" \\ text\n' * 3000,
    ("x" * 90 + "\n") * 800 + "FAILED tests/test_a.py::test_b - AssertionError\n",
)
PROMPTS = (
    "ok",
    "thanks, looks good",
    "yes",
    "no, use pnpm instead of npm",
    "always run the linter before you commit",
    "make release fails again",
    "/clear",
    "fix the login page",
    "please don't touch main.py",
    "",
    "  ",
    "nein, nimm pnpm",
    "caf\u00e9?",
    "\u4e0d\u8981\u7528 npm",
    "that works perfectly, do it like this from now on",
    "why?",
)
STORES = ("none", "empty", "known", "failed", "said", "home")
SETTINGS = (
    {},
    {"announce": "all", "tools": ["Bash", "Edit", "mcp__db__query"]},
    {"auto_reflect": True, "confidence_threshold": "low"},
)


@pytest.fixture
def place(box, monkeypatch):
    """place(store, settings) -> environ: a project in one of STORES, seen by this very process."""

    def make(store, settings):
        for name in [
            name
            for name in posix.environ
            if name.startswith((b"REFLEXION_", b"CLAUDE_", b"CODEX_"))
        ]:
            monkeypatch.delitem(posix.environ, name)
        monkeypatch.setitem(posix.environ, b"HOME", os.fsencode(str(box.home)))
        folder = box.root / ".reflexion"
        if store in ("known", "failed", "said"):
            box.bash(
                "make release",
                2,
                "make: *** No rule to make target 'release'.  Stop.",
                session="s1" if store == "failed" else "before",
            )
            box.change(box.entries()[0]["id"], resolution="Run `make dist`.", confidence="high")
        if store == "said":
            box.about_to("make release", session="s1")
        if store == "empty":
            (folder / "state" / "runs").mkdir(parents=True)
        if store == "home":
            (box.home / ".reflexion").mkdir()
        if settings:
            (box.home / ".reflexion").mkdir(exist_ok=True)
            (box.home / ".reflexion" / "config.json").write_text(json.dumps(settings))
        return box.environ()

    return make


def learned(box) -> dict:
    """Everything on disk but the lines that say that a hook ran, or why it left something out."""
    found = {}
    for top in (box.root, box.home):
        for folder, _, names in os.walk(top / ".reflexion"):
            if os.path.basename(folder) != "runs" and os.path.relpath(folder, top) != os.path.join(
                ".reflexion", "state", "index"
            ):
                for name in names:
                    if name not in ("suppressed.txt", "lock", "index.txt"):
                        with open(os.path.join(folder, name), "rb") as file:
                            found[os.path.join(folder, name)] = file.read()
    return found


def payloads(box):
    """(script, payload) of every kind."""
    base = {
        "session_id": "s1",
        "transcript_path": str(box.home / "none.jsonl"),
        "cwd": str(box.root),
        "permission_mode": "default",
    }
    n = 0
    for command, output in itertools.product(COMMANDS, OUTPUTS):
        n += 1  # noqa: SIM113
        call = {
            **base,
            "tool_name": "Bash",
            "tool_input": {"command": command},
            "tool_use_id": f"t{n}",
        }
        answer = {"stdout": output, "stderr": "", "interrupted": False}
        yield "capture", {**call, "hook_event_name": "PostToolUse", "tool_response": answer}
        if n % 7 == 0:
            yield (
                "capture",
                {
                    **call,
                    "hook_event_name": "PostToolUse",
                    "tool_response": {
                        "stdout": "",
                        "stderr": output,
                        "interrupted": n % 2 == 0,
                        "returnCodeInterpretation": "none",
                    },
                },
            )
            yield (
                "capture",
                {
                    **call,
                    "hook_event_name": "PostToolUse",
                    "turn_id": "turn",
                    "transcript_path": None,
                    "tool_response": output,
                },
            )
            yield (
                "capture",
                {
                    **call,
                    "hook_event_name": "PostToolUse",
                    "tool_name": "mcp__db__query",
                    "tool_response": [{"type": "text", "text": output}],
                },
            )
            yield (
                "capture",
                {
                    **call,
                    "hook_event_name": "PostToolUseFailure",
                    "tool_use_id": f"f{n}",
                    "error": "Exit code 1\n" + output,
                },
            )
    for command in COMMANDS:
        yield (
            "recall",
            {
                **base,
                "hook_event_name": "PreToolUse",
                "tool_name": "Bash",
                "tool_input": {"command": command},
                "tool_use_id": "p",
            },
        )
    for path in ("src/app.py", "Makefile"):
        yield (
            "capture",
            {
                **base,
                "hook_event_name": "PostToolUse",
                "tool_name": "Edit",
                "tool_input": {"file_path": path, "old_string": "a", "new_string": "b"},
                "tool_response": {"filePath": path},
            },
        )
    for text in PROMPTS:
        yield "capture", {**base, "hook_event_name": "UserPromptSubmit", "prompt": text}
        yield "recall", {**base, "hook_event_name": "UserPromptSubmit", "prompt": text}
    for event in ("Stop", "SessionEnd", "SessionStart"):
        yield "capture" if event != "SessionStart" else "recall", {**base, "hook_event_name": event}


@pytest.mark.parametrize("settings", SETTINGS, ids=["default", "all", "low"])
@pytest.mark.parametrize("store", STORES)
def test_what_is_spared_is_nothing(box, place, store, settings):
    environ = place(store, settings)
    spared = asked = 0
    for script, payload in payloads(box):
        raw = json.dumps(
            payload, ensure_ascii=asked % 2 == 0, separators=(",", ":") if asked % 3 else None
        ).encode()
        asked += 1
        if not shortcut.spared(script, raw, 0.0):
            continue
        spared += 1
        before = learned(box)
        assert hook.serve(script, raw, environ, 0.0) == "", payload
        assert learned(box) == before, payload
    assert spared > (0 if store in ("failed", "said") else 30) and spared < asked * 3 / 4, (
        "the short way is taken, and not always"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"hook_event_name": "PostToolUseFailure", "error": "Exit code 1\nno"},
        {"turn_id": "t"},
        {"transcript_path": "/home/dev/.codex/sessions/rollout-1.jsonl"},
        {"model": "gpt"},
        {"tool_response": {"stdout": "", "returnCodeInterpretation": "No matches found"}},
        {"session_id": "../../x"},
        {"session_id": ""},
        {"session_id": "s\u00e9"},
        {"session_id": 5},
        {"cwd": "relative"},
        {"cwd": ""},
        {"cwd": "/"},
        {"cwd": None},
        {"cwd": "/tmp/../etc"},
        {"tool_input": {"command": "make | tail -1"}, "tool_response": {"stdout": "error: no"}},
        {"tool_input": {"command": "ls", "cwd": "/elsewhere"}},
    ],
    ids=str,
)
def test_anything_unusual_takes_the_long_way(box, place, change):
    place("known", {})
    usual = {
        "session_id": "s1",
        "cwd": str(box.root),
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "git status"},
        "tool_response": {"stdout": "ok"},
    }
    assert shortcut.spared("capture", json.dumps(usual).encode(), 0.0)
    assert not shortcut.spared("capture", json.dumps({**usual, **change}).encode(), 0.0)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"hook_event_name":"PostToolUse"',
        b'{"hook_event_name":',
        b'"hook_event_name"',
        b"\xff\xfe",
        b'{"a":"' + b"x" * 100_000,
        b'{"stdout":"' + b"\\" * 100_000,
        b'{"stdout":"' + b'\\"' * 50_000,
    ],
)
def test_what_is_no_payload_takes_the_long_way(place, raw):
    place("known", {})
    assert not any(shortcut.spared(script, raw, 0.0) for script in ("capture", "recall", "promote"))


LOOK = {
    "session_id": "s",
    "hook_event_name": "PreToolUse",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
}


@pytest.mark.parametrize("value, spared", [("1", True), ("yes", True), ("", False), ("0", False)])
def test_switched_off(box, place, monkeypatch, value, spared):
    place("known", {})
    monkeypatch.setitem(posix.environ, b"REFLEXION_DISABLED", value.encode())
    before = learned(box)
    assert shortcut.spared("capture", b'{"hook_event_name": "PostToolUseFailure"}', 0.0) == spared
    assert learned(box) == before


@pytest.mark.parametrize("value", ["elsewhere", "/", "/a/../b", "/a/", "a/.reflexion"])
def test_a_chosen_folder_that_is_not_plain_takes_the_long_way(box, place, monkeypatch, value):
    place("known", {})
    monkeypatch.setitem(posix.environ, b"REFLEXION_DIR", value.encode())
    assert not shortcut.spared("recall", json.dumps({**LOOK, "cwd": str(box.root)}).encode(), 0.0)


def test_the_chosen_folders_are_those_of_the_long_way(box, place, tmp_path, monkeypatch):
    place("known", {})
    for value in (
        str(tmp_path / "x"),
        str(tmp_path / "x" / ".reflexion"),
        str(tmp_path / ".hidden"),
    ):
        monkeypatch.setitem(posix.environ, b"REFLEXION_DIR", value.encode())
        assert (
            os.fsdecode(shortcut.store_of(b"{}")) == paths.locate("", {"REFLEXION_DIR": value})[1]
        )
    prompt = json.dumps(
        {
            "session_id": "s",
            "cwd": str(box.root),
            "hook_event_name": "UserPromptSubmit",
            "prompt": "make release",
        }
    ).encode()
    monkeypatch.setitem(posix.environ, b"REFLEXION_HOME", str(tmp_path / "none").encode())
    assert shortcut.spared("recall", prompt, 0.0), "neither store is there"
    (tmp_path / "none").mkdir()
    assert not shortcut.spared("recall", prompt, 0.0)


def layouts(base):
    """Folders of every kind: (cwd, ...) below base."""
    (base / "plain" / "deep").mkdir(parents=True)
    (base / "checkout" / ".git").mkdir(parents=True)
    (base / "checkout" / "part" / ".reflexion").mkdir(parents=True)
    (base / "checkout" / "part" / "deep").mkdir()
    (base / "linked").symlink_to(base / "checkout")
    (base / "away" / ".git").mkdir(parents=True)
    (base / "away" / ".reflexion").symlink_to(base / "plain")
    (base / "worktree").mkdir()
    (base / "worktree" / ".git").write_text(f"gitdir: {base}/checkout/.git/worktrees/w\n")
    (base / "checkout" / ".git" / "worktrees" / "w").mkdir(parents=True)
    (base / "checkout" / ".git" / "worktrees" / "w" / "commondir").write_text("../..\n")
    (base / "home" / ".git").mkdir(parents=True)
    (base / "home" / "below").mkdir()
    (base / "home" / ".reflexion").mkdir()
    (base / "checkout" / ".hidden" / "deep").mkdir(parents=True)
    (base / "filed" / ".git").mkdir(parents=True)
    (base / "filed" / ".reflexion").write_text("")
    return [str(path) for path in sorted(base.rglob("*")) if path.is_dir()] + [
        str(base / "linked" / "part"),
        str(base / "gone"),
        "/",
        "",
        f"{base}/checkout/",
        f"{base}/plain/../checkout",
        f"{base}/checkout/.",
        f"{base}/./checkout",
    ]


def test_the_store_is_the_one_that_the_long_way_finds(tmp_path, monkeypatch):
    home = str(tmp_path / "home")
    monkeypatch.setitem(posix.environ, b"HOME", home.encode())
    settled = 0
    for name in [name for name in posix.environ if name.startswith((b"REFLEXION_", b"CLAUDE_"))]:
        monkeypatch.delitem(posix.environ, name)
    for cwd in layouts(tmp_path):
        found = shortcut.store_of(json.dumps({"cwd": cwd}).encode())
        if found:
            settled += 1
            assert os.fsdecode(found) == paths.locate(cwd, {"HOME": home})[1], cwd
            assert not os.path.islink(found)
    assert settled >= 8
