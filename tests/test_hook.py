"""The hook contract, whatever comes in: exit 0, nothing on stderr, on stdout nothing or what the host takes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from sandbox import SCRIPTS as SCRIPT_FOLDER
from sandbox import told

from reflexion import fast_path, hook, notices
from reflexion.hosts.event import Answer, Event
from reflexion.memory import sync as memory
from reflexion.promote import promote_hook
from reflexion.reflect import model
from reflexion.setup import permissions
from reflexion.store import journal
from reflexion.store.project import Project
from reflexion.store.session import ENDED, Session

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


class Stdin(io.TextIOWrapper):
    """Standard input that holds `data`, at a terminal or not."""

    def __init__(self, data=b"", terminal=False):
        super().__init__(io.BytesIO(data))
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@pytest.mark.parametrize(
    "argv, stdin, called",
    [
        ([], Stdin(), True),
        ([], None, True),
        ([], Stdin(terminal=True), False),
        (["--help"], Stdin(), False),
        (["--help"], None, False),
    ],
)
def test_when_it_is_a_hook_s_call(monkeypatch, argv, stdin, called):
    monkeypatch.setattr(sys, "stdin", stdin)
    assert hook.is_hook_call(argv) == called


def test_the_status_is_0_whatever_happens(monkeypatch):
    def fail(*given):
        raise OSError("no disk")

    faults = []
    monkeypatch.setattr(hook, "_record", lambda name, error: faults.append((name, str(error))))
    monkeypatch.setattr(hook, "serve", fail)
    monkeypatch.setattr(sys, "stdin", None)
    assert hook.main("capture") == 0
    monkeypatch.setattr(sys, "stdin", Stdin(b" \n"))
    assert hook.main("capture") == -1, "nobody called it: it may be a person"
    for skips, disabled, found in ((True, "", 0), (False, "1", 0), (False, "", 1)):
        monkeypatch.setattr(fast_path, "can_skip", lambda *given, skips=skips: skips)
        monkeypatch.setenv("REFLEXION_DISABLED", disabled)
        monkeypatch.setattr(sys, "stdin", Stdin(b"{}"))
        assert hook.main("capture") == 0
        assert faults == [("capture", "no disk")] * found


def test_a_process_ends_with_0_for_no_payload(monkeypatch):
    ended = []
    monkeypatch.setattr(f"{os.name}._exit", ended.append)
    for status in (-1, 0, 2):
        hook.leave(status)
    assert ended == [0, 0, 2]


def test_a_payload_is_waited_for_five_seconds(monkeypatch):
    import _signal

    alarms = []
    monkeypatch.setattr(_signal, "signal", lambda *given: None)
    monkeypatch.setattr(_signal, "setitimer", lambda which, seconds: alarms.append(seconds))
    monkeypatch.setattr(sys, "stdin", Stdin(b"{}"))
    assert hook._read_stdin() == b"{}" and alarms == [5.0, 0]
    monkeypatch.delattr(_signal, "setitimer")
    monkeypatch.setattr(sys, "stdin", Stdin(b"{}"))
    assert hook._read_stdin() == b"{}", "on Windows"


def test_of_a_huge_payload_the_rest_is_drained(monkeypatch):
    stdin = Stdin(b"x" * (10 << 20))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert len(hook._read_stdin()) == (3 << 20) + 1
    assert stdin.buffer.tell() == 10 << 20


def test_that_it_ran_is_on_record(inside, monkeypatch):
    inside.bash("make release", 2, FAILURE["error"])
    project = Project(str(inside.root), inside.environ())
    monkeypatch.setattr(time, "perf_counter", lambda: 2.0)
    hook._note_run(project, "recall.Stop", 1.5, 7, [("/x/config.json", "torn")])
    (run,) = journal.runs(project.state_dir())["recall.Stop"]
    assert run[1:] == (500.0, 7) and "\tconfig.json\ttorn\n" in inside.log()
    nowhere = SimpleNamespace(state_dir=lambda: "")
    hook._note_run(nowhere, "recall.Stop", 1.5, 7, [])


@pytest.mark.parametrize("name, characters", [("UserPromptSubmit", 4), ("Stop", 0)])
def test_how_much_was_said_is_on_record(inside, monkeypatch, name, characters):
    """A Stop takes no context."""
    inside.bash("make release", 2, FAILURE["error"])
    monkeypatch.setattr(hook, "_decide", lambda *given: Answer("said"))
    payload = {"hook_event_name": name, "session_id": "s", "cwd": str(inside.root)}
    inside.call("recall", json.dumps({**payload, "prompt": "well"}))
    runs = journal.runs(str(inside.root / ".reflexion/state"))
    assert runs[f"recall.{name}"][0][2] == characters


def test_what_the_settings_call_a_secret_is_taken_out():
    assert hook._redact("zag zoo AKIAIOSFODNN7EXAMPLQ", ["zoo"]) == "zag [REDACTED] [REDACTED]"


def test_without_a_home_store_no_session_is_off(inside):
    environ = {**inside.environ(), "HOME": "/"}
    payload = {**FAILURE, "cwd": str(inside.root)}
    hook.serve("capture", json.dumps(payload).encode(), environ, 0.0)
    assert len(inside.entries()) == 1


OWN_CALLS = [
    # an event, its command: may it be one of our own that needs no question?
    ("PreToolUse", "reflexion learn", True),
    ("PreToolUse", "make", False),
    ("PostToolUse", "reflexion learn", False),
]


@pytest.mark.parametrize("name, command, asked", OWN_CALLS)
def test_which_calls_may_be_our_own(inside, monkeypatch, name, command, asked):
    project = Project(str(inside.root), inside.environ())
    monkeypatch.setattr(permissions, "allowed_by_hook", lambda event, answer, environ: "asked")
    event = Event(name=name, session="s", tool="Bash", command=command, exit_code=0)
    assert (hook._decide("recall", event, project) == "asked") == asked


SAYS = Answer("said")
SHOWS = Answer(notice="shown")
WROTE = Answer(touched=["a"])
COUNTED = Answer(touched=["a"])
COUNTED.met = ["a"]  # and nothing else became of it
APPLIED = [
    # hook, event, the answer, is the store trusted: are rules considered, is the person told
    ("capture", "PostToolUse", COUNTED, True, False, ""),
    ("capture", "PostToolUse", None, True, False, ""),
    ("capture", "PostToolUse", Answer(), True, False, ""),
    ("capture", "PostToolUse", SAYS, True, False, "told"),
    ("capture", "PostToolUse", SHOWS, True, False, "told"),
    ("capture", "PostToolUse", WROTE, True, True, "told"),
    ("capture", "PostToolUse", WROTE, False, False, "told"),
    ("recall", "SessionStart", None, True, False, "begins"),
    ("capture", "SessionStart", None, True, False, ""),
    ("recall", "UserPromptSubmit", None, True, False, ""),
    ("recall", "UserPromptSubmit", None, False, False, "begins"),
    ("capture", "UserPromptSubmit", None, False, False, ""),
    ("recall", "PreToolUse", None, False, False, ""),
]


@pytest.mark.parametrize("name, event, answer, trusted, considered, told", APPLIED)
def test_what_an_answer_calls_for(monkeypatch, name, event, answer, trusted, considered, told):
    calls = []

    def consider(project, answer):
        calls.append("considered")
        return answer

    def announce(event, project, answer, begins):
        calls.append("begins" if begins else "told")
        return answer

    monkeypatch.setattr(promote_hook, "consider", consider)
    monkeypatch.setattr(notices, "announce", announce)
    project = SimpleNamespace(trusted=trusted, settings={"announce": "learned"})
    hook._apply(name, Event(name=event), project, answer)
    assert calls == ["considered"] * considered + [told] * bool(told)
    if answer and answer.touched:
        project.settings["announce"] = "all"
        calls.clear()
        hook._apply(name, Event(name=event), project, answer)
        assert calls == ["considered"] * considered + ["told"]


@pytest.mark.parametrize(
    "name, event, trusted, ends",
    [
        ("promote", "SessionEnd", True, True),
        ("promote", "SessionEnd", False, False),
        ("capture", "SessionEnd", True, False),
        ("promote", "Stop", True, False),
    ],
)
def test_when_a_session_ends(inside, monkeypatch, name, event, trusted, ends):
    ended = []
    monkeypatch.setattr(hook, "_end_session", lambda event, project: ended.append(event.name))
    monkeypatch.setattr(hook, "_decide", lambda *given: None)
    if not trusted:
        monkeypatch.setattr(Project, "look_up", lambda project: None)
    inside.fire(name, event)
    assert bool(ended) == ends


END = {"memory_sync": ["x.md"], "reflect_with": "a-model"}
ENDINGS = [
    # settings, is a store there, the transcript: what is done
    (END, True, "t.jsonl", ["synced", "asked"]),
    ({}, True, "t.jsonl", []),
    ({"memory_sync": ["x.md"]}, True, "t.jsonl", ["synced"]),
    ({"reflect_with": "a-model"}, True, "t.jsonl", ["asked"]),
    (END, True, "", ["synced"]),
    (END, False, "t.jsonl", ["asked"]),
]


@pytest.mark.parametrize("settings, store, transcript, done", ENDINGS)
def test_what_is_done_when_a_session_ends(inside, monkeypatch, settings, store, transcript, done):
    found = []
    project = Project(str(inside.root), inside.environ())
    if store:
        project.ready()
    project.settings.update({"memory_sync": [], "reflect_with": "", **settings})
    report = SimpleNamespace(problems=[("/x/MEMORY.md", "torn")])
    monkeypatch.setattr(memory, "sync", lambda project: found.append("synced") or report)
    monkeypatch.setattr(model, "start", lambda *given: found.append("asked"))
    event = Event(name="SessionEnd", session="s", transcript=transcript)
    hook._end_session(event, project)
    assert found == done
    assert ("MEMORY.md: torn" in inside.log()) == ("synced" in done)
    assert Session(project.store, "s").exists() == (store and bool(settings))
    hook._end_session(event, project)
    assert found == (done if store else done * 2), "told twice"


@pytest.mark.parametrize("seconds, is_the_same", [(60, False), (59.9, True)])
def test_an_end_that_is_told_again(inside, monkeypatch, seconds, is_the_same):
    project = Project(str(inside.root), inside.environ())
    session = Session(project.ready(), "s")
    session.add({"kind": ENDED, "at": 0}, {"kind": ENDED}, {"kind": "step"})
    told = session.records()[1]["at"]
    monkeypatch.setattr(time, "time_ns", lambda: told + int(seconds * 1_000_000_000))
    assert hook._has_just_ended(Event(session="s"), project) == is_the_same
    assert not hook._has_just_ended(Event(session="other"), project)


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
def test_an_events_name_is_no_file_name(inside, name):
    inside.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    before = sorted(inside.root.rglob("*"))
    assert [inside.fire(script, name) for script in SCRIPTS] == ["", "", ""]
    assert sorted(inside.root.rglob("*")) == before
