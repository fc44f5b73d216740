"""The hook contract, whatever comes in: exit 0, nothing on stderr, on stdout nothing or what the host takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from sandbox import SCRIPTS as SCRIPT_FOLDER
from sandbox import told

SCRIPTS = ("capture", "recall", "promote")
FAILURE = {
    "session_id": "s",
    "cwd": "@",
    "hook_event_name": "PostToolUseFailure",
    "tool_name": "Bash",
    "tool_input": {"command": "make release"},
    "tool_use_id": "t",
    "error": "Exit code 2\nmake: *** No rule to make target 'release'.  Stop.",
    "is_interrupt": False,
}
ODD = [
    b"",
    b"\n",
    b"{",
    b"[]",
    b"null",
    b"3",
    b'"text"',
    b"\xff\xfe\x00",
    b"[" * 100000,
    b'{"a":' * 50000,
    b"{}",
    b'{"hook_event_name": "Unknown"}',
    b'{"hook_event_name": "PostToolUse", "tool_name": "Bash", "cwd": "\\ud800", "session_id": "\\u0000"}',
]


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("payload", ODD, ids=lambda payload: repr(payload[:24]))
def test_odd_payloads_are_ignored(box, inside, script, payload):
    real = not payload.strip() or SCRIPTS.index(script) == ODD.index(payload) % len(SCRIPTS)
    done = (box if real else inside).script(script, stdin=payload)
    assert (done.returncode, done.stderr) == (0, "")
    assert script == "promote" or done.stdout == ""
    assert not (box.root / ".reflexion").exists()


WRONG = [
    None,
    True,
    -1,
    1e300,
    "",
    "\ud800\x00\u202e",
    [],
    {},
    [[[]]],
    {"a": {"b": None}},
    "x" * 5000,
]


@pytest.mark.parametrize("event", ["PostToolUseFailure", "UserPromptSubmit"])
def test_wrong_types_in_every_field(box, inside, event):
    base = {
        **FAILURE,
        "hook_event_name": event,
        "cwd": str(box.root),
        "prompt": "No, always use pnpm here.",
        "transcript_path": str(box.home / "t.jsonl"),
    }
    for field in base:
        payload = json.dumps({**base, field: WRONG[len(field) % len(WRONG)]})
        for script in SCRIPTS[:2]:
            done = (box if field == "tool_input" else inside).script(script, stdin=payload)
            assert (done.returncode, done.stderr) == (0, ""), (field, done)
            assert not done.stdout or done.stdout.startswith(("{", "<reflexion")), (field, done)
    assert sorted(os.listdir(box.root)) in ([".git", ".reflexion"], [".git"])


def test_a_payload_of_50_megabytes_is_left_alone_and_recorded(box):
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    payload = json.dumps({**FAILURE, "cwd": str(box.root), "error": "x" * (50 << 20)})
    done = box.script("capture", stdin=payload)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "payload is larger" in box.log()


def test_a_payload_of_countless_values_is_left_alone_and_recorded(box):
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    written = {"content": '1,"2\\",3\n' * 50_000}
    for odd, count in (([[[]]] * 30_000, 1), (["x"] * 120_000, 2), ('\\",' * 60_000, 2)):
        payload = {**FAILURE, "cwd": str(box.root), "tool_input": written, "odd": odd}
        done = box.script("capture", stdin=json.dumps(payload))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert box.log().count("more than 50000 values") == count


def test_disabled(box):
    done = box.script(
        "capture", stdin=json.dumps({**FAILURE, "cwd": str(box.root)}), REFLEXION_DISABLED="1"
    )
    assert (done.returncode, done.stdout) == (0, "") and not (box.root / ".reflexion").exists()


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0 and not os.path.exists("/usr/bin/unshare"),
    reason="needs file permissions that bind",
)
def test_a_folder_that_cannot_be_written_costs_the_sighting_only(box):
    (box.root / ".reflexion").write_text("a file where the store should be")
    done = box.script("capture", stdin=json.dumps({**FAILURE, "cwd": str(box.root)}))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_fault_stands_in_the_log_and_not_on_the_screen(box):
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    entries = box.root / ".reflexion" / "entries"
    for name in os.listdir(entries):
        (entries / name).write_text("{ torn")
    (box.root / ".reflexion" / "config.json").write_text("{ torn")
    assert (
        told(box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop."))
        == ""
    )
    assert "config.json" in box.log()
    assert any((entries / name).read_text() == "{ torn" for name in os.listdir(entries)), (
        "an unreadable entry is never written over"
    )


def test_a_store_that_is_a_link_out_of_the_project_is_refused(box, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (box.root / ".reflexion").symlink_to(tmp_path / "elsewhere")
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    assert os.listdir(tmp_path / "elsewhere") == []


def test_the_answer_is_one_json_object_on_tool_events_and_plain_text_on_prompts(box):
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    (entry,) = box.entries()
    box.change(entry["id"], resolution="Run `make dist`.", confidence="high")
    answer = json.loads(
        box.bash(
            "make release", 2, "make: *** No rule to make target 'release'.  Stop.", session="s2"
        )
    )
    assert (
        set(answer) == {"hookSpecificOutput", "systemMessage"}
        and answer["systemMessage"] == "Reflexion told the agent: Run `make dist`"
        and answer["hookSpecificOutput"]["hookEventName"] == "PostToolUseFailure"
    )
    text = box.prompt("run make release for me please", session="s3")
    assert text.startswith("<reflexion-recall>\nPast learning [RFX-") and "Run `make dist`." in text


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_closed_stdin_is_no_call_by_hand(box, script):
    done = box.run(["sh", "-c", f"'{sys.executable}' '{SCRIPT_FOLDER / script}.py' <&-"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_stdin_that_never_ends_is_given_up(box, monkeypatch):
    """The deadline ends the process: it is shortened, then met by a pipe that nobody closes."""
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    code = (
        f"import sys; sys.path.insert(0, {str(SCRIPT_FOLDER.parent)!r}); from reflexion import hook; "
        "hook.STDIN_SECONDS = 0.2; sys.exit(hook.main('capture'))"
    )
    reader, writer = os.pipe()
    os.write(writer, b'{"hook_event_name"')
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", code],
            stdin=reader,
            cwd=box.root,
            env=box.environ(),
            capture_output=True,
            timeout=30,
        )
    finally:
        os.close(reader)
        os.close(writer)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "stdin did not end" in box.log()


@pytest.mark.parametrize(
    "name", ["../../../evil", "a/b", "A" * 300, "caf\u00e9", "x\ny", ".hidden"]
)
def test_an_events_name_is_no_file_name(box, name):
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    before = sorted(box.root.rglob("*"))
    assert [box.fire(script, name) for script in SCRIPTS] == ["", "", ""]
    assert sorted(box.root.rglob("*")) == before
