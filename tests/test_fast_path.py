"""The fast path against the long way: what is skipped must be nothing, in every kind of store."""

from __future__ import annotations

import json
import os

import pytest

from reflexion import fast_path, hook
from reflexion.store import paths

posix = pytest.importorskip("posix")

NO_RULE = "make: *** No rule to make target 'release'.  Stop."
LONG = "a line of text, as any other\n" * 4000
ALL = {"none", "empty", "known", "said", "failed", "home"}
OPEN = ALL - {"none", "home"}  # a store is there
QUIET = OPEN - {"failed", "said"}  # and nothing happened in this session yet


def call(command, output="", **more):
    answer = {"stdout": output, "stderr": "", "interrupted": False, **more}
    return {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": answer}


def look(command):
    return {"tool_name": "Bash", "tool_input": {"command": command}}


def answered(result, key="tool_response", **more):
    return {"tool_name": "Bash", "tool_input": {"command": "make dist"}, key: result, **more}


CHAT = {"transcript_path": "/home/dev/.qwen/projects/-x/chats/1.jsonl"}
QWEN = "Command: make dist\nDirectory: (root)\nOutput: ok\nError: (none)\nExit Code: {}\nSignal: (none)\nProcess Group PGID: (none)"
GEMINI = "<untrusted_context>\nOutput: ok{}\nProcess Group PGID: 9\n</untrusted_context>"


def reported(report, **more):
    return {
        "tool_name": "run_shell_command",
        "tool_input": {"command": "make dist"},
        "tool_response": {"llmContent": report, "returnDisplay": "ok", **more},
    }


def copilot(text):
    return {
        "tool_name": "Bash",
        "tool_input": {"command": "make dist"},
        "tool_result": {"result_type": "success", "text_result_for_llm": text},
    }


PASSED = {"none", "empty", "known", "home"}  # stores in which a call that worked is skipped
# (hook, event, fields, stores in which the call is skipped)
CASES = [
    ("capture", "PostToolUse", call("git status --short", "ok\n"), QUIET | {"none", "home"}),
    ("capture", "PostToolUse", call("make dist", LONG), QUIET | {"none", "home"}),
    (
        "capture",
        "PostToolUse",
        call("make dist", 'a "quoted" \\ text\n' * 9),
        QUIET | {"none", "home"},
    ),
    ("capture", "PostToolUse", call("make dist", "caf\u00e9 \u2713\n"), QUIET | {"none", "home"}),
    ("capture", "PostToolUse", call("pytest -q | tail -3", "3 passed\n"), QUIET | {"none", "home"}),
    ("capture", "PostToolUse", call("pytest -q | tail -3", "1 failed\n"), set()),
    ("capture", "PostToolUse", call("make release; true", NO_RULE), set()),
    ("capture", "PostToolUse", call("grep x y", "", returnCodeInterpretation="No matches"), set()),
    ("capture", "PostToolUse", {**call("ls"), "turn_id": "t", "transcript_path": None}, set()),
    ("capture", "PostToolUseFailure", {**look("make release"), "error": NO_RULE}, set()),
    ("capture", "UserPromptSubmit", {"prompt": "thanks, looks good"}, ALL),
    ("capture", "UserPromptSubmit", {"prompt": "ok"}, ALL),
    ("capture", "UserPromptSubmit", {"prompt": "/clear"}, ALL),
    ("capture", "UserPromptSubmit", {"prompt": "no, use pnpm instead of npm"}, set()),
    ("capture", "UserPromptSubmit", {"prompt": "nein, nimm pnpm statt npm"}, set()),
    ("capture", "UserPromptSubmit", {"prompt": "you keep forgetting the lockfile"}, set()),
    ("capture", "UserPromptSubmit", {"prompt": "\u4e0d\u8981\u7528 npm"}, set()),
    ("capture", "UserPromptSubmit", {"prompt": "/reflexion:off"}, set()),
    ("capture", "UserPromptSubmit", {"prompt": ""}, set()),
    ("recall", "UserPromptSubmit", {"prompt": "make release fails again"}, {"none"}),
    ("recall", "UserPromptSubmit", {"prompt": "ok"}, {"none"}),
    ("recall", "PreToolUse", look("ls -la src"), ALL),
    ("recall", "PreToolUse", look("cat notes.txt"), ALL),
    ("recall", "PreToolUse", look("make release"), {"none"}),
    ("recall", "PreToolUse", look("ls; make release"), {"none"}),
    ("recall", "PreToolUse", {**look("ls"), "turn_id": "t"}, {"none"}),
    ("recall", "SessionStart", {"source": "startup"}, set()),
    ("capture", "Stop", {}, set()),
    ("capture", "SessionEnd", {}, set()),
    ("promote", "SessionEnd", {}, set()),
    # what a payload calls a failure, under whichever key
    ("capture", "PostToolUse", answered({"stderr": "boom", "exit_code": 1}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "exit_code": 10}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "exit_code": "1"}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "exitCode": 1}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "returncode": 1}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "code": 1}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "status": 1}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "is_error": True}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "isError": True}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "success": False}), set()),
    ("capture", "PostToolUse", answered({"error": "boom", "exit_code": 1}), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom"}, exit_code=1), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "exit_code": 1}, "tool_output"), set()),
    ("capture", "PostToolUse", answered({"stderr": "boom", "exit_code": 1}, "tool_result"), set()),
    ("capture", "PostToolUse", answered({"stdout": "ok", "interrupted": True}), set()),
    ("capture", "PostToolUse", answered({"stdout": "ok", "backgroundTaskId": "b"}), set()),
    ("capture", "PostToolUse", answered({"stdout": "ok", "exit_code": 0}), PASSED),
    ("capture", "PostToolUse", answered({"stdout": "ok"}, exit_code=0), PASSED),
    ("capture", "PostToolUse", answered({"stdout": 'a "status": 7 inside'}), PASSED),
    # the same beside a long output, on either side of it
    ("capture", "PostToolUse", answered({"stdout": LONG, "exit_code": 0}), PASSED),
    ("capture", "PostToolUse", answered({"stdout": LONG, "exit_code": 1}), set()),
    ("capture", "PostToolUse", answered({"exit_code": 1, "stdout": LONG}), set()),
    ("capture", "PostToolUse", answered({"stdout": LONG, "is_error": True}), set()),
    ("capture", "PostToolUse", answered({"stdout": LONG, "stderr": LONG, "code": 1}), set()),
    ("capture", "PostToolUse", answered({"stdout": LONG}, exit_code=1), set()),
    ("capture", "PostToolUse", {**answered({"stdout": LONG}), "turn_id": "t"}, set()),
    ("capture", "PostToolUse", {**reported(QWEN.format(0) + LONG), **CHAT}, PASSED),
    ("capture", "PostToolUse", {**reported(QWEN.format(1) + LONG), **CHAT}, set()),
    ("capture", "PostToolUse", copilot(LONG + "<shellId: 1 completed with exit code 0>"), PASSED),
    ("capture", "PostToolUse", copilot(LONG + "<shellId: 1 completed with exit code 1>"), set()),
    (
        "capture",
        "PostToolUse",
        answered({"stdout": "ok", "exit_code": None}, host="opencode"),
        set(),
    ),
    # the hosts that tell the status in a text
    ("capture", "PostToolUse", copilot("ok\n<shellId: 1 completed with exit code 0>"), PASSED),
    ("capture", "PostToolUse", copilot("ok\n<shellId: 1 completed with exit code 1>"), set()),
    ("capture", "PostToolUse", copilot("<shellId: 1 completed with exit code 0>\nok"), set()),
    ("capture", "PostToolUse", {**reported(QWEN.format(0)), **CHAT}, PASSED),
    ("capture", "PostToolUse", {**reported(QWEN.format(1)), **CHAT}, set()),
    ("capture", "PostToolUse", {**reported(QWEN.format("0\nExit Code: 1")), **CHAT}, set()),
    ("capture", "PostToolUse", {**reported("Background command started."), **CHAT}, set()),
    ("capture", "AfterTool", reported(GEMINI.format("")), PASSED),
    ("capture", "AfterTool", reported(GEMINI.format("\nExit Code: 1")), set()),
    ("capture", "AfterTool", reported(GEMINI.format("\nSignal: 9")), set()),
    ("capture", "AfterTool", reported(GEMINI.format("\nError: boom")), set()),
    ("capture", "AfterTool", reported(GEMINI.format(""), error={"message": "boom"}), set()),
    ("capture", "AfterTool", reported("Command moved to background (PID: 4)."), set()),
    ("recall", "BeforeTool", look("ls -la src"), ALL),
    ("recall", "BeforeTool", look("make release"), {"none"}),
    ("capture", "BeforeAgent", {"prompt": "thanks, looks good"}, ALL),
    ("capture", "BeforeAgent", {"prompt": "no, use pnpm instead of npm"}, set()),
    ("recall", "BeforeAgent", {"prompt": "make release fails again"}, {"none"}),
    (
        "capture",
        "PostToolUse",
        answered({"stdout": "ok", "exit_code": 0}, exit_code=1),
        set(),
    ),
    ("capture", "UserPromptSubmit", {"prompt": "no, use pnpm instead of npm", **CHAT}, set()),
    # a prompt that nobody typed, and what was typed beside what was made of it
    ("capture", "UserPromptSubmit", {"prompt": "", **CHAT}, ALL),
    ("recall", "UserPromptSubmit", {"prompt": "", **CHAT}, ALL),
    (
        "recall",
        "UserPromptSubmit",
        {"prompt": "", "submitted_prompt": "make release", **CHAT},
        {"none"},
    ),
    (
        "capture",
        "UserPromptSubmit",
        {"prompt": "ok", "submitted_prompt": "no, use pnpm instead of npm", **CHAT},
        set(),
    ),
    (
        "capture",
        "UserPromptSubmit",
        {"prompt": "no, use pnpm instead of npm", "submitted_prompt": "thanks", **CHAT},
        ALL,
    ),
]
UNUSUAL = [
    {"session_id": "../../x"},
    {"session_id": ""},
    {"session_id": "s\u00e9"},
    {"session_id": 5},
    {"cwd": "relative"},
    {"cwd": ""},
    {"cwd": "/"},
    {"cwd": None},
    {"cwd": "/tmp/../etc"},
    {"cwd": "/tmp/"},
    {"model": "gpt"},
    {"hook_event_name": "Nonsense"},
    {"tool_input": {"command": "ls", "cwd": "/elsewhere"}},
    {"transcript_path": "/home/dev/.codex/sessions/rollout-1.jsonl"},
]
NO_PAYLOAD = [
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
]


@pytest.fixture
def place(inside, monkeypatch):
    """place(store) -> environ: a project with one of the stores of ALL, seen by this very process."""

    def make(store):
        for name in [
            n for n in posix.environ if n.startswith((b"REFLEXION_", b"CLAUDE_", b"CODEX_"))
        ]:
            monkeypatch.delitem(posix.environ, name)
        monkeypatch.setitem(posix.environ, b"HOME", os.fsencode(str(inside.home)))
        if store in ("known", "failed", "said"):
            inside.bash("make release", 2, NO_RULE, session="s1" if store == "failed" else "before")
            inside.change(
                inside.entries()[0]["id"], resolution="Run `make dist`.", confidence="high"
            )
        if store == "said":
            inside.bash("make release", 2, NO_RULE, session="s1")
        if store not in ("none", "home"):
            (inside.root / ".reflexion/state/runs").mkdir(parents=True, exist_ok=True)
        if store == "home":
            (inside.home / ".reflexion").mkdir()
        return inside.environ()

    return make


def payload_of(inside, event, fields, n=0) -> bytes:
    base = {
        "session_id": "s1",
        "transcript_path": str(inside.home / "none.jsonl"),
        "cwd": str(inside.root),
        "permission_mode": "default",
        "hook_event_name": event,
    }
    compact = (",", ":") if n % 2 else None
    return json.dumps({**base, **fields}, ensure_ascii=n % 3 == 0, separators=compact).encode()


def contents(inside) -> dict:
    """Everything on disk but what says that a hook ran or saw an edit, and the derived index."""
    return {
        str(path): path.read_bytes()
        for top in (inside.root, inside.home)
        for path in sorted((top / ".reflexion").rglob("*"))
        if path.is_file()
        and not {"runs", "index", "owned"} & set(path.parts)
        and path.name not in ("suppressed.txt", "lock", "index.txt")
    }


@pytest.mark.parametrize("store", sorted(ALL))
def test_what_is_skipped_is_nothing(inside, place, store):
    environ = place(store)
    rows = [
        (name, payload_of(inside, event, fields, n), store in skipped)
        for n, (name, event, fields, skipped) in enumerate(CASES)
    ]
    wrong = [row for row in rows if fast_path.can_skip(row[0], row[1], 0.0) != row[2]]
    for name, payload, skipped in rows:
        before = contents(inside)
        if skipped and (hook.serve(name, payload, environ, 0.0) or contents(inside) != before):
            wrong.append((name, payload, "the long way has something to do"))
    assert not wrong


def test_anything_unusual_takes_the_long_way(inside, place):
    place("known")
    usual = call("git status", "ok")
    assert fast_path.can_skip("capture", payload_of(inside, "PostToolUse", usual), 0.0)
    rows = [{**usual, **change} for change in UNUSUAL]
    rows = [payload_of(inside, "PostToolUse", row) for row in rows] + NO_PAYLOAD
    assert not [row[:300] for row in rows if fast_path.can_skip("capture", row, 0.0)]


@pytest.mark.parametrize("value, skipped", [("1", True), ("yes", True), ("", False), ("0", False)])
def test_switched_off(inside, place, monkeypatch, value, skipped):
    place("known")
    monkeypatch.setitem(posix.environ, b"REFLEXION_DISABLED", value.encode())
    payload = b'{"hook_event_name": "PostToolUseFailure"}'
    assert fast_path.can_skip("capture", payload, 0.0) == skipped


def test_a_chosen_folder_is_the_one_of_the_long_way(inside, place, tmp_path, monkeypatch):
    place("known")
    plain = [str(tmp_path / name) for name in ("x", "x/.reflexion", ".hidden")]
    for value in plain:
        monkeypatch.setitem(posix.environ, b"REFLEXION_DIR", value.encode())
        expected = paths.locate("", {"REFLEXION_DIR": value})[1]
        assert os.fsdecode(fast_path.find_store(b"{}")) == expected
    for value in ("elsewhere", "/", "/a/../b", "/a/", "a/.reflexion"):
        monkeypatch.setitem(posix.environ, b"REFLEXION_DIR", value.encode())
        assert fast_path.find_store(b"{}") == b"", value


def layouts(base):
    """(folder, whether the fast path must settle it) of every kind, below base."""
    for folder in (
        "plain/deep", "checkout/.git/worktrees/w", "checkout/part/.reflexion", "checkout/part/deep",
        "checkout/.hidden/deep", "away/.git", "worktree", "home/.git", "home/below",
        "home/.reflexion", "filed/.git", "own/.git", "own/.reflexion/state", "swept/.git", "swept/.reflexion",
        "piped/.git",
    ):  # fmt: skip
        (base / folder).mkdir(parents=True, exist_ok=True)
    (base / "linked").symlink_to(base / "checkout")
    (base / "away/.reflexion").symlink_to(base / "plain")
    (base / "swept/.reflexion/state").symlink_to(base / "plain")
    (base / "worktree/.git").write_text(f"gitdir: {base}/checkout/.git/worktrees/w\n")
    (base / "checkout/.git/worktrees/w/commondir").write_text("../..\n")
    (base / "filed/.reflexion").write_text("")
    os.mkfifo(base / "piped/.reflexion")
    settled = ("checkout", "checkout/part", "checkout/part/deep", "checkout/.hidden/deep", "own")
    settled += ("plain", "plain/deep", "worktree", "gone", "linked/part")
    unsettled = (
        "away",
        "filed",
        "piped",
        "swept",
        "home",
        "home/below",
        "checkout/",
        "checkout/.",
        "plain/../own",
    )
    return [(f"{base}/{name}", True) for name in settled] + [
        *((f"{base}/{name}", False) for name in unsettled),
        ("/", False),
        ("", False),
    ]


def test_the_store_is_the_one_that_the_long_way_finds(tmp_path, monkeypatch):
    home = str(tmp_path / "home")
    monkeypatch.setitem(posix.environ, b"HOME", home.encode())
    for name in [n for n in posix.environ if n.startswith((b"REFLEXION_", b"CLAUDE_"))]:
        monkeypatch.delitem(posix.environ, name)
    monkeypatch.setenv("HOME", home)
    wrong = []
    for cwd, settled in layouts(tmp_path):
        store = os.fsdecode(fast_path.find_store(json.dumps({"cwd": cwd}).encode()))
        if store != (paths.locate(cwd, {"HOME": home})[1] if settled else ""):
            wrong.append((cwd, store))
    assert not wrong


ROOTS = [
    # a folder, the root that is found without asking the long way
    ("checkout", "checkout"),
    ("checkout/deep/er", "checkout"),
    ("checkout/part", "checkout/part"),
    ("checkout/part/deep", "checkout/part"),
    ("checkout/part/inner/deep", "checkout/part/inner"),
    ("worktree/deep", ""),
    ("plain/deep", ""),
    ("stored/deep", ""),
]


@pytest.mark.parametrize("folder, root", ROOTS)
def test_the_root_of_a_plain_checkout(tmp_path, folder, root):
    for place in ("checkout/.git", "checkout/part/.reflexion", "checkout/part/inner/.reflexion"):
        (tmp_path / place).mkdir(parents=True)
    for place in ("worktree", "stored/.reflexion"):
        (tmp_path / place).mkdir(parents=True)
    (tmp_path / "worktree/.git").write_text("gitdir: elsewhere\n")
    found = fast_path._project_root(os.fsencode(tmp_path / folder))
    assert found == (os.fsencode(tmp_path / root) if root else b"")


HOMES = [
    # HOME, REFLEXION_HOME, the home store
    ("/h", None, "/h/.reflexion"),
    ("/h", "/x/store", "/x/store"),
    ("", "/x/store", "/x/store"),
    ("/h", "store", ""),
    ("", None, ""),
    ("h", None, ""),
]


@pytest.mark.parametrize("home, chosen, store", HOMES)
def test_the_home_store(monkeypatch, home, chosen, store):
    monkeypatch.setitem(posix.environ, b"HOME", home.encode())
    monkeypatch.delitem(posix.environ, b"REFLEXION_HOME", raising=False)
    if chosen:
        monkeypatch.setitem(posix.environ, b"REFLEXION_HOME", chosen.encode())
    assert fast_path._home_store().decode() == store


@pytest.mark.parametrize(
    "home, is_home",
    [("here", True), ("link", True), ("other", False), ("gone", False), ("", True)],
)
def test_the_home_folder_by_any_name(tmp_path, monkeypatch, home, is_home):
    (tmp_path / "here").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "here")
    value = os.fsencode(tmp_path / home) if home else b""
    monkeypatch.setitem(posix.environ, b"HOME", value)
    assert fast_path._is_home(os.fsencode(tmp_path / "here")) == is_home


SETTLED = [
    ("/a/b", True),
    ("a/b", False),
    ("/a//b", False),
    ("/a/.", False),
    ("/a/../b", False),
    ("/a/", False),
    ("/a\0", False),
    ("/" + "a" * 4095, True),
    ("/" + "a" * 4096, False),
]


@pytest.mark.parametrize("path, settled", SETTLED, ids=range(len(SETTLED)))
def test_a_path_with_nothing_to_resolve(path, settled):
    assert fast_path._is_settled(path.encode()) == settled


def test_what_is_noted_of_a_run(tmp_path, monkeypatch):
    (tmp_path / "state/runs").mkdir(parents=True)
    monkeypatch.setattr(fast_path.time, "perf_counter", lambda: 2.0)
    monkeypatch.setattr(fast_path.time, "time", lambda: 7.0)
    assert fast_path.log_run(os.fsencode(tmp_path), b"recall.Stop", 1.5)
    log = tmp_path / "state/runs/recall.Stop"
    assert log.read_text() == "7\t500.0\t0\n" and log.stat().st_mode & 0o777 == 0o600


def test_a_link_in_the_place_of_the_run_log_is_not_followed(inside, place, tmp_path):
    place("known")
    (tmp_path / "victim").write_text("mine")
    (inside.root / ".reflexion/state/runs/recall.PreToolUse").symlink_to(tmp_path / "victim")
    assert fast_path.can_skip("recall", payload_of(inside, "PreToolUse", look("ls")), 0.0)
    assert (tmp_path / "victim").read_text() == "mine"


def test_a_home_that_is_not_there_costs_nothing(inside, place, monkeypatch):
    place("known")
    monkeypatch.setitem(posix.environ, b"HOME", b"/nowhere/at/all")
    usual = payload_of(inside, "PostToolUse", call("git status", "ok"))
    assert fast_path.can_skip("capture", usual, 0.0)


ZEROS = [
    (b'{"code":0,', True),
    (b'{"code": 0}', True),
    (b'"code":1,', False),
    (b'{"code":0.5}', False),
    (b'{"code" :    0,', True),
    (b'{"code" :     0,', False),
    (b'{"code":0,"code":0,', False),
    (b'{"status":1}', True),
]


@pytest.mark.parametrize("payload, is_zero", ZEROS)
def test_a_status_that_is_plainly_0(payload, is_zero):
    assert fast_path._is_zero(payload, b'"code"') == is_zero


STRINGS = [
    (b'{"cwd": "/shop"}', "/shop"),
    (b'"cwd":"/shop"', "/shop"),
    (b'{"a": "cwd", "cwd" : ""}', ""),
    (b'{"cwd": "/a", "cwd": "/b"}', ""),
    (b'{"cwd": "/a\\n"}', ""),
    (b'{"cwd": "/\xc3\xa9"}', ""),
    (b'{"cwd": 5, "a": "/b"}', ""),
    (b'{"cwd": "/shop', ""),
    (b'{"cwd":', ""),
    (b'{"a": "/b"}', ""),
    (b"", ""),
]


@pytest.mark.parametrize("payload, text", STRINGS)
def test_a_plain_string(payload, text):
    assert fast_path.plain(payload, b"cwd") == text


SESSIONS = [
    ("a" * 80, True),
    ("a" * 81, False),
    ("a-b_c1", True),
    ("-_", False),
    ("a/b", False),
    ("", False),
]


@pytest.mark.parametrize("session, plain", SESSIONS)
def test_a_session_s_id_as_a_file_s_name(session, plain):
    assert fast_path.is_plain(session) == plain


def test_what_stands_before_a_result():
    for key in ("tool_response", "tool_result", "tool_output"):
        result = f'"{key}": {{"tool_response": 1}}'.encode()
        assert fast_path._before_result(b'{"a": 1, ' + result) == b'{"a": 1, '
        assert fast_path._before_result(result) == b""
    assert fast_path._before_result(b'{"a": 1}') == b'{"a": 1}'


MARK = b'"model"'
EDGES = [
    # bytes before the mark and behind it, whether it is seen
    (65_536 - len(MARK), 200_000, True),
    (65_537 - len(MARK), 200_000, False),
    (200_000, 65_536 - len(MARK), True),
    (200_000, 65_537 - len(MARK), False),
    (65_540, 131_072 - 65_540 - len(MARK), True),
    (65_530, 131_073 - 65_530 - len(MARK), False),
]


@pytest.mark.parametrize("before, behind, seen", EDGES)
def test_a_host_s_own_keys_stand_at_either_end(before, behind, seen):
    payload = b"x" * before + MARK + b"x" * behind
    assert fast_path._holds(payload, b'"turn_id"', MARK) == seen


def test_on_windows_every_call_takes_the_long_way(inside, place, monkeypatch):
    place("known")
    usual = payload_of(inside, "PostToolUse", call("git status", "ok"))
    monkeypatch.setattr(fast_path, "posix", None)
    assert not fast_path.can_skip("capture", usual, 0.0)


def test_long_payloads_and_long_prompts_take_the_long_way(inside, place):
    """At the limit the short way is taken, beyond it not: the long way cuts what is longer."""
    place("known")
    usual = payload_of(inside, "PostToolUse", call("make dist", ""))
    room = (2 << 20) - len(usual)
    for more, skipped in ((room, True), (room + 1, False)):
        padded = payload_of(inside, "PostToolUse", call("make dist", "a" * more))
        assert len(padded) == (2 << 20) + more - room
        assert fast_path.can_skip("capture", padded, 0.0) is skipped
    for length, skipped in ((8_192, True), (8_193, False)):
        prompt = payload_of(inside, "UserPromptSubmit", {"prompt": "ok " * 3 + "x" * (length - 9)})
        assert fast_path.can_skip("capture", prompt, 0.0) is skipped


@pytest.mark.parametrize(
    "event, session, skipped",
    [
        ("PostToolUseFailure", "s1", True),
        ("Stop", "s1", True),
        ("AfterTool", "s1", True),
        ("UserPromptSubmit", "s1", False),
        ("BeforeAgent", "s1", False),
        ("", "s1", False),
        ("Stop", "s2", False),
        ("Stop", "", False),
        ("Stop", "../off/s1", False),
    ],
)
def test_a_session_that_is_switched_off(inside, place, event, session, skipped):
    """All of it is skipped but its prompts, one of which may switch it on again."""
    place("known")
    (inside.home / ".reflexion/state/off").mkdir(parents=True)
    (inside.home / ".reflexion/state/off/s1").touch()
    payload = payload_of(inside, event, {"session_id": session, "prompt": "No, always use pnpm."})
    assert fast_path.can_skip("capture", payload, 0.0) is skipped
