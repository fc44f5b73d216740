"""What lies in a checkout cannot hang a hook, fill its memory, or lead it elsewhere: devices, pipes, links, forged folders."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
import traceback

import pytest
from sandbox import SCRIPTS, Inside, Sandbox, told
from test_store_merge import BASE

from reflexion.store import fs, paths
from reflexion.store.schema import encode

DEADLINE = 30  # seconds
MISSING = "make: *** No rule to make target 'release'.  Stop."
pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs links, pipes and modes")
ENTRY = "entries/RFX-20260331-eeeeee.json"
PLACES = (
    *("index.txt", "config.json", ".gitignore", ".gitattributes", ENTRY),
    *(f"state/index/{name}.txt" for name in ("known", "stamp", "delta")),
    *(f"state/{name}.txt" for name in ("outcomes", "said", "suppressed", "log", "reflected")),
    *("state/lock", "state/sessions/session-1.jsonl"),
    *(f"state/runs/{name}" for name in ("capture.PostToolUseFailure", "recall.UserPromptSubmit")),
    "state/runs/capture.PostToolUse",
)


def everything_runs(box, expect: str = "") -> None:
    """Every hook and the commands that read the store, each with little memory and a deadline (Sandbox.run's)."""
    box.bash("make release", 2, MISSING)
    box.bash("ls")
    said = box.prompt("why does make release say no rule to make target release?")
    box.prompt("No, always use pnpm here, never npm.", script="capture")
    box.about_to("make release")
    box.fire("recall", "SessionStart", source="startup")
    box.fire("capture", "Stop", stop_hook_active=False)
    for script in ("capture", "promote"):
        box.fire(script, "SessionEnd", reason="exit")
    for command in (["status"], ["list"], ["doctor", "--quick"], ["check", ".reflexion"]):
        done = box.reflexion(*command)
        assert done.returncode in (0, 1, 2) and "Traceback" not in done.stderr, (command, done)
    assert expect in said


MEMORY = (
    400 << 20
)  # bytes of address space: reading /dev/zero fails there instead of filling the machine


class Small(Sandbox):
    """A sandbox whose processes get little memory."""

    def run(self, argv, stdin=b"", cwd=None, **environ):
        limited = ["sh", "-c", f'ulimit -v {MEMORY >> 10}; exec "$@"', "sh", *argv]
        return super().run(limited, stdin, cwd, **environ)


class Forked(Inside):
    """The hooks and commands in this process, for `forked`; a call keeps the contract of the real script."""

    def call(self, script: str, payload: str) -> str:
        done = self.script(script, stdin=payload)
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout


def forked(function, *arguments) -> None:
    """Call function in a copy of this process, with little memory and a deadline."""
    import resource

    child = os.fork()
    if child == 0:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (DEADLINE, DEADLINE))
            threading.Timer(DEADLINE, os._exit, [2]).start()
            function(*arguments)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0, "the output tells why; it hung where there is none"


@pytest.fixture
def small(tmp_path, scratch_home):
    return Forked(tmp_path / "shop", scratch_home)


def plant(box, make) -> None:
    """Put what `make(path)` makes into every place of the store."""
    for name in PLACES:
        path = box.root / ".reflexion" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        make(path)


KINDS = {
    "device": lambda path: path.symlink_to("/dev/zero"),
    "pipe": os.mkfifo,
    "folder": lambda path: path.mkdir(),
    "loop": lambda path: path.symlink_to(path),
    "huge": lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), 1 << 32),
}


@pytest.mark.parametrize("trusted", [False, True], ids=["untrusted", "trusted"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_file_of_the_store_hangs_or_fills(small, kind, trusted):
    plant(small, KINDS[kind])
    forked(use_all, small, trusted)


def use_all(box, trusted: bool) -> None:
    if trusted:
        assert box.reflexion("trust").returncode in (0, 1)
    everything_runs(box)


def test_the_real_scripts_neither_hang_nor_fill(tmp_path, scratch_home):
    box = Small(tmp_path / "shop", scratch_home)
    plant(box, KINDS["device"])
    use_all(box, True)


@pytest.mark.parametrize("place", ["transcript_path", "CLAUDE.md", ".insights/x.md", ".git"])
@pytest.mark.parametrize("kind", ["device", "pipe"])
def test_no_file_beside_the_store_hangs_or_fills(small, kind, place):
    path = small.home / "t.jsonl" if place == "transcript_path" else small.root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    if place == ".git":
        path.rmdir()
    KINDS[kind](path)
    fields = {"transcript_path": str(path)} if place == "transcript_path" else {}
    forked(a_session, small, fields)


def a_session(box, fields: dict) -> None:
    box.bash("make release", 2, MISSING)
    box.prompt("That is wrong, use make dist.", script="capture", **fields)
    box.prompt("why does make release say no rule to make target release?", **fields)
    box.fire("capture", "Stop", stop_hook_active=False, **fields)
    box.fire("promote", "SessionEnd", reason="exit", **fields)


def test_a_forged_git_file_leads_into_no_other_store(box, tmp_path):
    """An unpacked archive can hold a `.git` file that names a stranger's checkout; git's own links are mutual."""
    box.bash("make release", 2, MISSING)
    admin = box.root / ".git/worktrees/x"
    admin.mkdir(parents=True)
    (admin / "commondir").write_text("../..\n")
    (admin / "gitdir").write_text(f"{tmp_path}/real/.git\n")
    forged = tmp_path / "forged"
    forged.mkdir()
    (forged / ".git").write_text(f"gitdir: {admin}\n")
    box.fire(
        "capture",
        "PostToolUseFailure",
        cwd=forged,
        tool_name="Bash",
        tool_input={"command": "frob"},
        tool_use_id="t",
        error="Exit code 1\nError: no frob here",
    )
    assert [entry["context"] for entry in box.entries()] == ["make release"]
    environ = {"HOME": str(box.home)}
    assert paths.locate(str(forged), environ)[0] == str(forged)
    (tmp_path / "real").mkdir()
    (tmp_path / "real/.git").write_text(f"gitdir: {admin}\n")
    assert paths.locate(str(tmp_path / "real"), environ)[0] == str(box.root)


@pytest.mark.parametrize("home", ["", "/", "relative/home"])
def test_a_home_that_is_none_makes_no_store_at_the_top(box, home):
    found = paths.home_store({"HOME": home})
    assert (
        found == "" or os.path.isabs(found) and os.path.dirname(os.path.dirname(found)) != "/"[:0]
    )
    assert found != "/.reflexion"


def test_a_deleted_working_folder_is_not_made_anew(box, tmp_path):
    gone = tmp_path / "gone"
    environ = {"CLAUDE_PROJECT_DIR": str(gone)}
    payload = {
        "session_id": "s",
        "cwd": str(gone),
        "hook_event_name": "PostToolUseFailure",
        "tool_name": "Bash",
        "tool_input": {"command": "make release"},
        "tool_use_id": "t",
        "error": f"Exit code 2\n{MISSING}",
    }
    done = box.script("capture", stdin=json.dumps(payload), **environ)
    assert (done.returncode, done.stderr) == (0, "") and not gone.exists()


@pytest.mark.parametrize("cwd", ["/a" * 100_000, "a/" * 100_000, "/" * 200_000, "/\ud800", "/x\0y"])
@pytest.mark.parametrize("event", ["PostToolUseFailure", "PostToolUse", "UserPromptSubmit"])
def test_a_working_folder_that_no_system_has(inside, cwd, event):
    assert paths.locate(cwd, {"HOME": str(inside.home)}) == ("", "") or "\ud800" in cwd
    fields = {
        "tool_name": "Bash",
        "tool_input": {"command": "make release"},
        "tool_response": {"stdout": "x"},
        "error": f"Exit code 2\n{MISSING}",
        "prompt": "No, always use pnpm.",
    }
    for script in ("capture", "recall"):
        inside.fire(script, event, cwd=cwd, **fields)
    inside.environ = lambda: Inside.environ(inside, REFLEXION_DIR=str(inside.root))
    inside.fire("capture", event, cwd=cwd, **fields)


def mode(path) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


def test_what_belongs_to_one_person_is_closed_to_others(box):
    box.bash("make release", 2, MISSING)
    box.reflexion(
        "add",
        "--global",
        "--type",
        "insight",
        "--trigger",
        "the api answers 429",
        "--resolution",
        "Sleep.",
    )
    home, store = box.home / ".reflexion", box.root / ".reflexion"
    assert (home / "stores.txt").exists() and list((home / "entries").iterdir())
    for path in (home, *home.rglob("*")):
        expected = 0o700 if path.is_dir() else 0o600
        if path.name != ".gitignore":
            assert mode(path) == expected, (path, oct(mode(path)))
    assert mode(store / "state") == 0o700
    for path in (store / "state/sessions").iterdir():
        assert mode(path) == 0o600


def test_older_folders_are_closed(box):
    box.bash("make release", 2, MISSING)
    store = box.root / ".reflexion"
    for path in (store / "state", store / "state/tmp", box.home / ".reflexion"):
        path.chmod(0o755)
    box.bash("make install", 2, "make: *** No rule to make target 'install'.  Stop.")
    assert mode(store / "state") == 0o700
    box.reflexion(
        "add",
        "--global",
        "--type",
        "insight",
        "--trigger",
        "the api answers",
        "--resolution",
        "Sleep.",
    )
    assert mode(box.home / ".reflexion") == 0o700


GIT = [
    ".git",
    ".GIT",
    ".Git",
    ".git ",
    ".git.",
    ".git. .",
    ".git::$INDEX_ALLOCATION",
    "git~1",
    "GIT~2",
]
GIT += [".g\u200cit", ".git\ufeff"]
NOT_GIT = [".github", "git", ".gitignore", "git~", "git~x", ".gi", "x.git"]


def test_git_s_own_folder_in_every_spelling():
    assert [name for name in GIT if not fs.is_git(name)] == []
    assert [name for name in NOT_GIT if fs.is_git(name)] == []


# (path below the root, where a link may stand and where it leads, allowed)
WAYS = [
    ("CLAUDE.md", {}, True),
    ("docs/a/b.md", {}, True),
    ("CLAUDE.md", {"CLAUDE.md": "docs/AGENTS.md"}, True),
    ("CLAUDE.md", {"CLAUDE.md": "../out.md"}, False),
    ("docs/x.md", {"docs": "../out"}, False),
    ("docs/deep/x.md", {"docs": "inner", "inner/deep": "../../out"}, False),
    ("x/config", {"x": ".git"}, False),
    ("MEMORY.md", {"MEMORY.md": ".git/config"}, False),
    (".git/config", {}, False),
    ("a/.GIT /hooks/x", {}, False),
    ("../out.md", {}, False),
]


@pytest.mark.parametrize("path, links, allowed", WAYS)
def test_where_a_path_may_lead(tmp_path, path, links, allowed):
    root, outside = tmp_path / "root", tmp_path / "out"
    for folder in (root / ".git", root / "docs" / "a", root / "inner", outside):
        folder.mkdir(parents=True)
    (root / ".git/config").write_text("mine")
    (tmp_path / "out.md").write_text("mine")
    for name, target in links.items():
        if (root / name).is_dir():
            os.rename(root / name, root / f"{name}-before")
        (root / name).symlink_to(target)
    start = str(root / path)
    for operation in (
        lambda: fs.resolve(start, str(root)),
        lambda: fs.rewrite(start, b"x", b"mine", str(root)) if not allowed else None,
        lambda: fs.read_bounded(start, 100, str(root)) if not allowed else None,
        lambda: fs.make_folders(start + "/new", str(root)) if not allowed else None,
    ):
        if allowed:
            operation()
        else:
            with pytest.raises(fs.Outside):
                operation()
    assert (root / ".git/config").read_text() == "mine" == (tmp_path / "out.md").read_text()
    assert list(outside.iterdir()) == []


def test_removing_takes_the_link_and_stays_inside(tmp_path):
    root, outside = tmp_path / "root", tmp_path / "out"
    root.mkdir(), outside.mkdir()
    (outside / "mine").write_text("mine")
    (root / "folder").symlink_to(outside)
    with pytest.raises(fs.Outside):
        fs.remove(str(root / "folder" / "mine"), str(root))
    assert fs.remove(str(root / "folder"), str(root)) and (outside / "mine").exists()


class TestRewrite:
    def test_mode_and_names_stay(self, tmp_path):
        path, other = tmp_path / "CLAUDE.md", tmp_path / "other name"
        path.write_bytes(b"old")
        path.chmod(0o640)
        assert fs.rewrite(str(path), b"new", b"old", str(tmp_path))
        assert (path.read_bytes(), mode(path)) == (b"new", 0o640)
        os.link(path, other)
        assert fs.rewrite(str(path), b"newer", b"new", str(tmp_path))
        assert other.read_bytes() == b"newer" and os.stat(path).st_nlink == 2

    def test_what_changed_meanwhile_is_left(self, tmp_path):
        path = tmp_path / "CLAUDE.md"
        path.write_bytes(b"a person saved this")
        assert not fs.rewrite(str(path), b"new", b"old", str(tmp_path))
        assert not fs.rewrite(str(path), b"new", None, str(tmp_path))
        assert not fs.rewrite(str(tmp_path / "gone"), b"new", b"old", str(tmp_path))
        assert path.read_bytes() == b"a person saved this" and os.listdir(tmp_path) == ["CLAUDE.md"]

    def test_a_save_between_the_read_and_the_rename_is_kept(self, tmp_path, monkeypatch):
        path = tmp_path / "CLAUDE.md"
        path.write_bytes(b"old")
        fsync = os.fsync

        def saved(handle):
            path.write_bytes(b"a person saved this")
            fsync(handle)

        monkeypatch.setattr(fs.os, "fsync", saved)
        assert not fs.rewrite(str(path), b"new", b"old", str(tmp_path))
        assert path.read_bytes() == b"a person saved this" and os.listdir(tmp_path) == ["CLAUDE.md"]

    def test_read_only_is_read_only(self, tmp_path):
        path = tmp_path / "CLAUDE.md"
        path.write_bytes(b"old")
        path.chmod(0o444)
        with pytest.raises(PermissionError):
            fs.rewrite(str(path), b"new", b"old", str(tmp_path))
        assert path.read_bytes() == b"old"

    def test_a_new_file(self, tmp_path):
        path = tmp_path / "docs" / "RULES.md"
        assert fs.rewrite(str(path), b"new", None, str(tmp_path)) and path.read_bytes() == b"new"


def test_junk_among_the_entries_is_neither_opened_nor_sorted_into_a_prompt(box):
    box.bash("make release", 2, MISSING)
    (entry,) = box.entries()
    box.change(entry["id"], resolution="Run `make dist`.")
    for n in range(300):
        (box.root / ".reflexion/entries" / f"litter-{n}.tmp").write_text("x")
    box.prompt("a first look around, please")
    report = box.home / "report"
    probe = SCRIPTS.parent / "tests" / "hook_probe.py"
    payload = {
        "session_id": "s9",
        "cwd": str(box.root),
        "hook_event_name": "UserPromptSubmit",
        "prompt": "why does make release say no rule to make target release?",
    }
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(probe), str(report), str(SCRIPTS / "recall.py")],
        input=json.dumps(payload).encode(),
        env=box.environ(),
        cwd=box.root,
        capture_output=True,
    )
    assert "make dist" in told(done.stdout.decode())
    assert "litter" not in report.read_text()


def test_an_empty_store_in_a_clone_gets_its_ignore_file(box):
    (box.root / ".reflexion").mkdir()
    box.bash("make release", 2, MISSING)
    assert (box.root / ".reflexion/.gitignore").read_text().splitlines()[-1] == "*"


def test_a_linked_entries_folder_is_not_followed_out(box, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "RFX-20260331-aaaaaa.json").write_bytes(
        encode({**BASE, "id": "RFX-20260331-aaaaaa", "trigger": "TOP secret frobnicate"})
    )
    (box.root / ".reflexion").mkdir()
    (box.root / ".reflexion/entries").symlink_to(outside)
    box.reflexion("trust")
    box.bash("make release", 2, MISSING)
    assert "TOP" not in box.prompt("TOP secret frobnicate")
    assert [path.name for path in outside.iterdir()] == ["RFX-20260331-aaaaaa.json"]
