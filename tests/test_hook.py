"""The hooks as hosts run them: real payloads in, an answer or nothing out, never a fault."""

import json
import os
import re
import shlex
import subprocess
import sys

import pytest
from sandbox import BUILD, LESSON, ROOT, SCRIPTS, told

from reflexion import hook
from reflexion.store.project import Project

FIXTURES = ROOT / "tests" / "fixtures" / "hosts"


def payloads(host, box):
    """Return {case: the payload as text} of a host, about the box's project."""
    rows = [
        json.loads(line)
        for line in (FIXTURES / f"{host}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    found = {}
    for row in rows:
        text = json.dumps(row["payload"]).replace("/home/dev/shop", str(box.root))
        found[row["case"]] = text.replace("/home/dev", str(box.home))
    return found


def entries(box):
    return [entry["trigger"] for entry in box.entries()]


RELEASE = "make: *** No rule to make target 'release'. Stop."
# case of claude.jsonl, script, what stdout holds ("" for nothing at all), stored triggers
TABLE = [
    ("start", "recall", "Record at once", []),
    ("prompt", "recall", "Record at once", []),
    ("prompt", "capture", "", []),
    ("our question", "capture", "", []),
    ("look ahead", "capture", "", []),
    ("failure", "capture", "", [RELEASE]),
    ("sub-agent fails", "capture", "", [RELEASE]),
    ("failure without a status", "capture", "", ["something went wrong"]),
    ("flagged failure", "capture", "", ["boom"]),
    ("unsuccessful", "capture", "", ["boom"]),
    ("success", "capture", "", []),
    ("benign", "capture", "", []),
    ("background", "capture", "", []),
    ("interrupted", "capture", "", []),
    ("refused edit", "capture", "", []),
    ("skill", "recall", "", []),
    ("sub-agent starts", "recall", "Record at once", []),
    ("stop", "capture", "", []),
    ("stop again", "capture", "", []),
    ("sub-agent stops", "capture", "", []),
    ("end", "promote", "", []),
    ("end", "capture", "", []),
]


@pytest.mark.parametrize("case, script, words, stored", TABLE, ids=lambda value: str(value)[:24])
def test_what_an_event_of_claude_code_gives(box, case, script, words, stored):
    answer = box.serve(script, payloads("claude", box)[case])
    assert words in told(answer) if words else answer == ""
    assert entries(box) == stored
    assert box.state("faults.txt") == ""


@pytest.mark.parametrize("host", ["copilot", "gemini", "opencode", "qwen"])
def test_a_session_of_another_host(box, host):
    cases = payloads(host, box)
    answers = {}
    for case, script in (
        *(("start", "recall"), ("prompt", "recall"), ("failure", "capture")),
        *(("not found", "capture"), ("stop", "capture"), ("end", "promote")),
    ):
        if case in cases:
            answers[case] = box.serve(script, cases[case])
    assert "Record at once" in answers["start"]
    assert len(entries(box)) == len({"failure", "not found"} & cases.keys())
    assert bool(answers["stop"]) == bool(entries(box))


def test_every_recorded_payload_is_survived_by_every_hook(box, monkeypatch):
    monkeypatch.chdir(box.root)
    for host in ("claude", "codex", "copilot", "gemini", "opencode", "qwen"):
        for text in payloads(host, box).values():
            for script in ("capture", "recall", "promote"):
                answer = hook.run(script, text.encode())
                assert not answer or isinstance(json.loads(answer), dict)
    assert box.state("faults.txt") == ""


# what reaches stdin, and what is put on record; "" for nothing
GARBAGE = {
    "nothing": (b"", ""),
    "no JSON": (b"oops", "not valid JSON"),
    "half an object": (b'{"hook_event_name": "Stop"', "not valid JSON"),
    "a list": (b"[1, 2]", "not a JSON object"),
    "bytes": (bytes(range(256)) * 40, "not valid JSON"),
    "deep": (b'{"a":' * 20_000 + b"1" + b"}" * 20_000, "nested too deeply"),
    "deep lists": (b"[" * 45_000, "nested too deeply"),
    "many values": (b'{"a": [' + b'{"b":1},' * 60_000 + b"1]}", "more than 50000 values"),
    "too large": (b'{"a": "' + b"x" * (3 << 20) + b'"}', "larger than 3 MiB"),
    "an unknown event": (b'{"hook_event_name": "Dance", "cwd": "/"}', ""),
    "fields of other types": (
        b'{"hook_event_name": ["Stop"], "session_id": 4, "cwd": {}, "tool_input": "x"}',
        "",
    ),
}
THROUGH_THE_SCRIPT = ("nothing", "bytes", "deep", "too large")


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_survived_and_put_on_record(box, name):
    box.bash(*BUILD)
    data, fault = GARBAGE[name]
    if name in THROUGH_THE_SCRIPT:
        command = [sys.executable, "-I", "-S", str(SCRIPTS / "capture.py")]
        options = {"env": box.environ(), "cwd": box.root, "capture_output": True, "timeout": 60}
        done = subprocess.run(command, input=data, **options)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    else:
        assert box.survive("capture", data) == ""
    faults = box.state("faults.txt")
    assert (fault in faults and "\tcapture\t" in faults) if fault else faults == ""


def test_a_fault_is_put_on_record_where_no_project_can_be_made(box, monkeypatch):
    def fail(*given):
        raise RuntimeError("no project")

    monkeypatch.setattr(hook, "Project", fail)
    assert hook.run("capture", b'{"hook_event_name": "Stop"}') == ""
    faults = box.home / ".reflexion" / "state" / "faults.txt"
    assert "\tcapture\tRuntimeError: no project" in faults.read_text(encoding="utf-8")


def test_a_fault_that_cannot_be_put_on_record_stops_nothing(box, monkeypatch):
    def fail(*given):
        raise OSError("the disk is full")

    monkeypatch.setattr("reflexion.store.history.fault", fail)
    assert box.survive("capture", b"oops") == ""


def test_a_large_payload_that_is_allowed_is_read(box):
    output = "compiled a module\n" * 150_000 + BUILD[2]
    error = f"Exit code 1\n{output}"
    call = {"tool_name": "Bash", "tool_input": {"command": BUILD[0]}, "error": error}
    assert box.fire("capture", "PostToolUseFailure", real=True, **call) == ""
    assert box.entry()["trigger"] == BUILD[2]


BROKEN = {
    "entries/RFX-20260101-abcdef.json": b"\xff{",
    "index.txt": b"\xff\x00\n",
    "records/catalogue.txt": b"\xff\t\t\n",
    "records/history.txt": b"\xff\x00\t\t{\n",
    "records/sessions/session-1.log": b"\xff\x00\t\t{\n",
    "config.json": b"{",
}


def place(box, name):
    """Return the path of a file of the store, or of a record of this machine."""
    kind, _, rest = name.partition("/")
    return box.records / rest if kind == "records" else box.root / ".reflexion" / name


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_stops_neither_the_agent_nor_other_lessons(box, name):
    box.bash("make", 2, RELEASE)
    box.cli("learn", LESSON)
    place(box, name).write_bytes(100 * BROKEN[name])
    start = box.fire("recall", "SessionStart", source="startup")
    assert LESSON in told(start)
    answer = box.fire("capture", "Stop")
    assert answer == "" or "<reflexion-ask>" in answer
    assert box.fire("capture", "SessionEnd") == ""
    assert box.fire("promote", "SessionEnd") == ""
    box.bash(*BUILD)
    files = (box.root / ".reflexion" / "entries").glob("RFX-*.json")
    assert BUILD[2] in "".join(path.read_text("utf-8", "replace") for path in files)


@pytest.mark.parametrize(
    "name", ["entries", "records/sessions", "records/history.txt", "records/lock"]
)
def test_what_cannot_be_written_is_put_on_record(box, name):
    """A read-only folder would stop every user but root. A file in the place of a folder, or the reverse, is refused to every user."""
    box.cli("init")
    path = place(box, name)
    if path.is_dir():
        for file in path.iterdir():
            file.unlink()
        path.rmdir()
    elif path.is_file():
        path.unlink()
    path.mkdir() if "." in name or name.endswith("lock") else path.write_text("", encoding="utf-8")
    call = {"tool_name": "Bash", "tool_input": {"command": BUILD[0]}}
    failed = {"error": f"Exit code 1\n{BUILD[2]}", **call}
    assert box.fire("capture", "PostToolUseFailure", real=True, **failed) == ""
    assert "\tcapture\t" in box.state("faults.txt")


def test_a_variable_and_a_setting_switch_the_hooks_off(box):
    cases = payloads("claude", box)
    for value, is_off in (("1", True), ("0", False)):
        done = box.script("recall", stdin=cases["start"], REFLEXION_DISABLED=value)
        assert (done.out == "") == is_off
    box.cli("config", "enabled", "off")
    assert box.start() == "" and box.bash(*BUILD) == ""
    assert box.entries() == []


def test_where_nothing_was_learned_no_folder_is_made(box):
    box.fire("capture", "UserPromptSubmit", prompt="please build it")
    box.fire("recall", "SubagentStart", agent_id="a1")
    assert list(box.home.iterdir()) == []


@pytest.mark.parametrize("path", ["/a\0b", "/" + "x" * 5000])
def test_what_no_file_system_takes_for_a_folder_is_no_project(box, path):
    more = {"cwd": path, "transcript_path": path}
    failed = {"tool_name": "Bash", "tool_input": {"command": "npm run build"}, "error": "boom"}
    assert box.fire("capture", "PostToolUseFailure", **failed, **more) == ""
    assert box.fire("recall", "SessionStart", source="startup", **more) == ""
    assert not (box.home / ".reflexion").exists()


def test_in_the_home_folder_nothing_is_said_or_made(box):
    fields = {"cwd": str(box.home), "source": "startup"}
    done = box.script("recall", stdin=json.dumps({"hook_event_name": "SessionStart", **fields}))
    assert (done.code, done.out, done.err) == (0, "", "")
    assert not (box.home / ".reflexion").exists()


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell closes the stream")
@pytest.mark.parametrize("streams", ["<&-", ">&-", ">&- 2>&-", ">/dev/full"])
def test_streams_that_the_host_closed_are_survived(box, streams):
    payload = payloads("claude", box)["start"]
    line = f'"{sys.executable}" -I -S "{SCRIPTS}/recall.py" {streams}'
    done = subprocess.run(
        ["sh", "-c", line],
        input=payload.encode(),
        cwd=box.root,
        env=box.environ(),
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_memory_is_written_at_a_sessions_end_where_that_is_switched_on(box):
    (box.root / ".claude" / "skills" / "deploy").mkdir(parents=True)
    skill = box.root / ".claude" / "skills" / "deploy" / "SKILL.md"
    skill.write_text("---\nname: deploy\ndescription: x\n---\n", encoding="utf-8")
    box.cli("learn", "--skill", "deploy", LESSON)
    memory = skill.with_name("MEMORY.md")
    box.fire("promote", "SessionEnd", reason="other")
    assert not memory.exists()
    box.cli("config", "memory_sync", "on")
    box.fire("promote", "SessionEnd", reason="other")
    assert LESSON in memory.read_text(encoding="utf-8")


class Killed(BaseException):
    pass


def wait_for_nobody(monkeypatch):
    """Let nothing wait for a lock that others hold."""
    for place in ("hook.HOOK_SECONDS", "store.entries.COMMAND_SECONDS"):
        monkeypatch.setattr(f"reflexion.{place}", 0)


def test_what_could_not_be_counted_while_others_held_the_lock_is_counted_later(box, monkeypatch):
    box.bash("npm run build", 1, "npm ERR! Missing script: build")
    store = Project(str(box.root), box.environ()).store
    wait_for_nobody(monkeypatch)
    with store.lock():
        for box.session in ("two", "three"):
            box.bash("npm run build", 1, "npm ERR! Missing script: build")
        box.bash("make", 2, "make: *** No rule to make target 'all'.  Stop.")
        box.stop()  # nobody waits for what was kept
    assert [entry["occurrences"] for entry in box.entries()] == [1]
    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr("reflexion.store.entries.Store.write_counts", kill)
        box.stop()
    asked = box.stop()
    assert "npm run build" in asked and "make" in asked
    counts = {entry["context"]: entry["occurrences"] for entry in box.entries()}
    assert counts == {"npm run build": 2, "make": 1}  # the killed process took one along
    assert box.state("history.txt").count("\tseen\t") == 3


@pytest.mark.parametrize("text", ["{", '{"rows": [], "session": "s", "sighting": {}}'])
def test_a_kept_failure_that_cannot_be_used_goes_alone_and_leaves_a_fault(box, monkeypatch, text):
    box.bash("npm run build", 1, "npm ERR! Missing script: build")
    wait_for_nobody(monkeypatch)
    with Project(str(box.root), box.environ()).store.lock():
        for command in ("docs", "make"):
            box.bash(command, 2, "make: *** No rule to make target 'all'.  Stop.")
    first, _ = sorted((box.records / "kept").iterdir())
    first.write_text(text, encoding="utf-8")
    assert "make" in box.stop()
    assert list((box.records / "kept").iterdir()) == []
    assert sorted(entry["context"] for entry in box.entries()) == ["make", "npm run build"]
    assert box.state("faults.txt").count("\tcapture\t") == 1


def test_a_failure_that_an_older_version_kept_is_counted(box, monkeypatch):
    box.bash("npm run build", 1, "npm ERR! Missing script: build")
    monkeypatch.setattr("reflexion.hook.HOOK_SECONDS", 0)
    with Project(str(box.root), box.environ()).store.lock():
        box.bash("make", 2, "make: *** No rule to make target 'all'.  Stop.")
    (path,) = (box.records / "kept").iterdir()
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["rows"] = kept["sighting"].pop("rows")
    path.write_text(json.dumps(kept), encoding="utf-8")
    assert "make" in box.stop()
    assert box.state("history.txt").count("\tseen\t") == 2


def test_what_another_process_counted_meanwhile_is_counted_once(box, monkeypatch):
    box.bash(*BUILD)
    wait_for_nobody(monkeypatch)
    with Project(str(box.root), box.environ()).store.lock():
        box.bash(*BUILD)
    monkeypatch.setattr("reflexion.apply.fs.remove", lambda path, *more: False)
    box.stop()
    assert box.entry()["occurrences"] == 1


def kill(*given, **more):
    raise Killed


REFUSED = "Error: connect ECONNREFUSED 127.0.0.1:5432"
CURE = "When `npm test` cannot connect to port 5432, run `docker compose up -d db` first."


def test_two_hooks_alone_carry_the_loop(box):
    """PostToolUse and UserPromptSubmit are all that the host calls, in four sessions."""

    def prompt(text):
        asked = told(box.fire("capture", "UserPromptSubmit", prompt=text))
        return asked + told(box.fire("recall", "UserPromptSubmit", prompt=text))

    def call(command, code=0, output=""):
        given = {"tool_name": "Bash", "tool_input": {"command": command}}
        response = {"stdout": output, "exit_code": code}
        return told(box.fire("capture", "PostToolUse", tool_response=response, **given))

    box.cli("config", "promote_min_age_days", "0")
    assert "reflexion learn" in prompt("please run the tests of the shop")
    assert call("npm test", 1, REFUSED) == ""
    asked = prompt("and now the front page")
    failure = re.search(r"<reflexion-ask>.*^(\w{6}) npm test: ", asked, re.DOTALL | re.MULTILINE)
    learn = ["learn", "--for", failure[1], CURE]
    box.agent(*learn)
    call(shlex.join(["reflexion", *learn]))
    for box.session in ("session-2", "session-3"):
        assert CURE in prompt("please make the front page blue")
        call("npm test", 1, REFUSED)
        assert "<reflexion-ask>" not in prompt("and the footer")
        assert not (box.root / "CLAUDE.md").exists()
    box.session = "session-4"
    prompt("a last thing: the header")
    assert f"- {CURE} (seen 3x" in (box.root / "CLAUDE.md").read_text(encoding="utf-8")
