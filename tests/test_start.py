"""The look at the raw payload: what ends there, and that no failure does."""

import json
import os
import subprocess
import sys

import pytest
from case_files import load
from sandbox import ROOT

from reflexion import start
from reflexion.start import has_nothing_to_do

# findings of linters behind a pipe may be lost: they are about the task's own code
CASES = [case for name in ("failing.txt", "hidden.txt") for case in load(name) if case.fails]
FAILING = [case for case in CASES if case.status or not case.own_code]


def payload(command, output="", event="PostToolUse", **response):
    answer = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False, **response}
    fields = {
        "session_id": "s-1",
        "cwd": "/home/dev/shop",
        "hook_event_name": event,
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": "run"},
        "tool_use_id": "toolu_1",
    }
    return json.dumps({**fields, "tool_response": answer}).encode()


@pytest.mark.parametrize("case", FAILING, ids=repr)
def test_no_failure_ends_here(case):
    """A host that sends PostToolUse for every call tells a status other than 0."""
    more = {"exit_code": case.status} if case.status else {}
    assert not has_nothing_to_do("capture", payload(case.command, case.output, **more))


@pytest.mark.parametrize(
    "command, output",
    [
        ("make dist", "dist/shop-1.0.tar.gz"),
        ("ls -la src", "total 12\nerror_pages.py\nfailures.py"),
        ("git log --oneline | head", "a1b2c3 Add the shop\nd4e5f6 Add the cart"),
        ("npm run build", "compiled " * 200_000),
    ],
)
def test_a_command_that_plainly_worked_ends_here(command, output):
    assert has_nothing_to_do("capture", payload(command, output))


@pytest.mark.parametrize(
    "data",
    [
        payload("make", interrupted=True),
        payload("make", is_error=True),
        payload("make", success=False),
        payload("make", "Exit code 2"),
        payload("reflexion learn 'x'"),
        payload("make; true", "Error: no rule"),
        payload("make | tail", "cannot find it"),
        payload("make\ntrue", "command not found"),
        payload("make", event="PostToolUseFailure"),
        b'{"hook_event_name": "PostToolUse", "tool_name": "Skill", "tool_input": {"skill": "x"}}',
        b'{"turn_id": "t", "hook_event_name": "PostToolUse", "tool_response": "done"}',
        b"",
        b"oops",
    ],
)
def test_what_is_looked_at_closely(data):
    assert not has_nothing_to_do("capture", data)


@pytest.mark.parametrize("hook", ["recall", "promote"])
def test_other_hooks_always_run(hook):
    assert not has_nothing_to_do(hook, payload("make dist"))


def test_the_order_of_the_fields_does_not_matter():
    fields = json.loads(payload("make; true", "Error: no rule"))
    turned = json.dumps(dict(reversed(fields.items()))).encode()
    assert not has_nothing_to_do("capture", turned)
    fields = json.loads(payload("make dist", "done"))
    assert has_nothing_to_do("capture", json.dumps(dict(reversed(fields.items()))).encode())


def test_a_status_in_the_middle_of_a_long_output_is_the_outputs():
    text = "x" * 9000
    assert has_nothing_to_do("capture", payload("make", f"{text} exit code 2 {text}"))
    assert not has_nothing_to_do("capture", payload("make", f"{text}\nexit code 2"))


def test_the_name_of_an_event_in_the_middle_of_a_payload_is_not_its_own():
    rows = ["x" * 5000, {"name": "PostToolUse"}, "x" * 5000]
    assert has_nothing_to_do("capture", payload("make", rows=rows))
    assert not has_nothing_to_do("capture", payload("make", rows=rows, event="Other"))


def test_a_call_that_ends_here_leaves_no_trace(box):
    done = box.script("capture", stdin=payload("make dist", "done").decode())
    assert (done.code, done.out, done.err) == (0, "", "")
    assert not (box.root / ".reflexion").exists()


def test_a_broken_installation_does_not_stop_the_agent(tmp_path, box):
    copy = tmp_path / "toolkit"
    for name in ("scripts/capture.py", "reflexion/__init__.py", "reflexion/start.py"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    (copy / "reflexion" / "hook.py").write_text("<<<<<<< HEAD\n", encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(copy / "scripts" / "capture.py")]
    done = subprocess.run(
        command, input=b'{"hook_event_name": "Stop"}', cwd=box.root, capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_the_promote_script_without_a_payload_is_the_command(box):
    """As cron starts it, or an agent's shell: nothing stands on stdin."""
    assert box.script("promote").out == box.script("promote", "--dry-run").out != ""
    payload = json.dumps({"hook_event_name": "SessionEnd", "cwd": str(box.root)})
    assert box.script("promote", stdin=payload).out == ""


def test_the_status_script_shows_the_project_of_a_payload(box, tmp_path):
    box.cli("learn", "Use pnpm here.")
    other = tmp_path / "elsewhere"
    other.mkdir()
    here = box.script("status")
    assert here.out == box.cli("status").out and "1 lesson" in here.out
    payload = json.dumps({"hook_event_name": "Stop", "cwd": str(box.root)})
    assert "1 lesson" in box.script("status", stdin=payload, cwd=other).out
    for text in ("", "[]"):
        assert "1 lesson" not in box.script("status", stdin=text, cwd=other).out


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_host_that_never_ends_its_payload_is_not_waited_for(box, is_whole):
    """What came until then is taken where it is whole."""
    given = payload("npm run build", "npm ERR! Missing script: build", exit_code=1)
    given = given.replace(b"/home/dev/shop", os.fsencode(box.root))
    command = [sys.executable, "-I", "-S", str(ROOT / "scripts" / "capture.py")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=box.root, env=box.environ(), **pipes) as hook:
        hook.stdin.write(given if is_whole else given[:-1])
        hook.stdin.flush()
        assert hook.wait(timeout=30) == 0
        assert (hook.stdout.read(), hook.stderr.read()) == (b"", b"")
    assert len(box.entries()) == int(is_whole)


def test_a_host_that_closes_its_end_ends_the_payload(monkeypatch):
    """On Windows the read fails then."""
    chunks = [b'{"a": 1}']

    class Closed:
        """What stands for `stdin`, its buffer and the raw stream."""

        def read(self, count):
            if not chunks:
                raise OSError("the pipe is being closed")
            return chunks.pop()

    stream = Closed()
    stream.buffer = stream.raw = stream
    faults = []
    monkeypatch.setattr(sys, "stdin", stream)
    monkeypatch.setattr(sys, "unraisablehook", faults.append)
    assert start.read_payload() == b'{"a": 1}'
    assert faults == []


def test_a_prompt_loads_nothing_that_only_a_failure_or_a_rule_needs():
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import reflexion.hook, reflexion.recall; "
        "print(*sys.modules)"
    )
    argv = [sys.executable, "-I", "-S", "-c", code, str(ROOT)]
    loaded = subprocess.run(argv, capture_output=True, text=True, check=True).stdout.split()
    needless = ("hashlib", "reflexion.detect.secrets", "reflexion.promote")
    assert "reflexion.recall" in loaded
    assert not set(needless) & set(loaded)
