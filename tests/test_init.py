"""init in real projects: what it writes, that a second time changes nothing, and that --uninstall leaves no trace but the learnings."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

import pytest
from sandbox import ROOT, SCRIPTS, Sandbox, Terminal

from reflexion.cli import run
from reflexion.setup import command, hooks
from reflexion.setup.hosts import HOSTS


@pytest.fixture
def shop(tmp_path, scratch_home):
    """A real checkout in a folder whose name needs quoting."""
    made = Sandbox(tmp_path / "the shop's \u00e9", scratch_home)
    subprocess.run(["git", "init", "-q", str(made.root)], check=True)
    return made


def init(box, *argv, code=0):
    """`reflexion init` in this process; its output as a finished process has it."""
    words = ["init", "--project", str(box.root), *argv]
    out, err = io.StringIO(), io.StringIO()
    terminal = Terminal(io.BytesIO(b"")) if "--user" in words else sys.stdin
    with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "stdin", terminal):
        try:
            status = run(words)
        except SystemExit as stop:  # argparse
            status = stop.code
    assert status == code, (words, status, out.getvalue(), err.getvalue())
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def files(*folders):
    """Every file below the folders with its bytes and mode; git's own objects aside."""
    found = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder).as_posix()
            if path.is_file() and not inside.startswith(
                (".git/objects", ".git/hooks", ".reflexion/state")
            ):
                found[f"{folder.name}/{inside}"] = (path.read_bytes(), path.stat().st_mode)
            elif path.is_dir() and not inside.startswith((".git", ".reflexion")):
                found[f"{folder.name}/{inside}/"] = None
    return found


def found(box, name=".claude/settings.local.json"):
    path = box.root / name
    return hooks.ours(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else []


def test_set_up_and_undo(shop):
    before = files(shop.root, shop.home)
    out = init(shop, "--host", "all").stdout
    assert len(found(shop)) == len(HOSTS["claude"].table) and len(
        found(shop, ".codex/hooks.json")
    ) == len(HOSTS["codex"].table)
    assert not (shop.root / ".claude/settings.json").exists()
    for path in (
        ".claude/skills/reflexion/SKILL.md",
        ".agents/skills/reflexion/SKILL.md",
        ".reflexion/.gitignore",
    ):
        assert (shop.root / path).exists(), path
    for word in (
        "Claude Code",
        "Codex",
        "settings.local.json",
        "SKILL.md",
        ".reflexion",
        "--uninstall",
        "Trust and continue",
        "Trust all",
    ):
        assert word in out, word
    status = subprocess.run(
        ["git", "status", "--porcelain", "-uall"],
        cwd=shop.root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert status.stdout == "", "nothing of one machine is offered to git"
    after = files(shop.root, shop.home)
    init(shop, "--host", "all")
    assert files(shop.root, shop.home) == after, "twice changes nothing"
    init(shop, "--uninstall")
    assert files(shop.root, shop.home) == before
    init(shop, "--uninstall")


SETTINGS = '{\n    "model": "opus",\n    "hooks": {\n        "Stop": [ {"hooks": [{"type": "command", "command": "theirs"}]} ]\n    }\n}'


def test_beside_the_hooks_of_others(shop):
    path = shop.root / ".claude" / "settings.local.json"
    path.parent.mkdir()
    path.write_text(SETTINGS, encoding="utf-8")
    path.chmod(0o600)
    init(shop, "--host", "claude")
    settings = json.loads(path.read_text(encoding="utf-8"))
    assert (
        settings["model"] == "opus"
        and settings["hooks"]["Stop"][0]["hooks"][0]["command"] == "theirs"
        and len(found(shop)) == len(HOSTS["claude"].table)
    )
    init(shop, "--uninstall")
    assert path.read_text(encoding="utf-8") == SETTINGS and path.stat().st_mode & 0o777 == 0o600


def test_uninstall_after_an_edit_loses_only_ours(shop):
    path = shop.root / ".claude" / "settings.local.json"
    path.parent.mkdir()
    path.write_text(SETTINGS, encoding="utf-8")
    init(shop, "--host", "claude")
    path.write_text(
        path.read_text(encoding="utf-8").replace('"opus"', '"sonnet"'), encoding="utf-8"
    )
    assert "our part taken out" in init(shop, "--uninstall").stdout
    assert path.read_text(encoding="utf-8") == SETTINGS.replace('"opus"', '"sonnet"')


@pytest.mark.parametrize(
    "text, says",
    [('{\n  "a": 1\n  "b"\n}', "line 3"), ("[]", "line 1"), ('{"hooks": 3}', '"hooks"')],
)
def test_broken_settings_are_left_alone(shop, text, says):
    path = shop.root / ".claude" / "settings.local.json"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    for argv in ((), ("--uninstall",)):
        done = init(shop, "--host", "claude", *argv, code=1)
        assert (
            str(path) in done.stderr and says in done.stderr and len(done.stderr.splitlines()) == 1
        )
        assert path.read_text(encoding="utf-8") == text


def test_learnings_stay(shop):
    init(shop, "--host", "claude")
    entry = shop.root / ".reflexion" / "entries" / "RFX-20260331-a7f03c.json"
    entry.write_text("{}", encoding="utf-8")
    out = init(shop, "--uninstall").stdout
    assert entry.exists() and "1 learning" in out


@pytest.mark.parametrize(
    "scope, name",
    [("--shared", ".claude/settings.json"), ("--local", ".claude/settings.local.json")],
)
def test_scopes(shop, scope, name):
    init(shop, "--host", "claude", scope)
    assert len(found(shop, name)) == len(HOSTS["claude"].table)
    again = init(shop, "--host", "claude", scope).stdout
    assert "already set up" in again and "already there" in again
    init(shop, "--uninstall")
    assert not (shop.root / ".claude").exists()


def test_user_scope_from_anywhere(shop, tmp_path):
    outside = tmp_path / "anywhere"
    outside.mkdir()
    for folder in (outside, shop.home):
        done = shop.run(
            [sys.executable, SCRIPTS / "init.py", "--user", "--host", "all"],
            cwd=folder,
            terminal=True,
        )
        assert done.returncode == 0, done
        for name in (".claude/settings.json", ".codex/hooks.json"):
            assert hooks.ours(json.loads((shop.home / name).read_text(encoding="utf-8")))
        assert (shop.home / ".claude/skills/reflexion/SKILL.md").exists() and (
            shop.home / ".codex/skills/reflexion/SKILL.md"
        ).exists()
        assert (
            shop.run(
                [sys.executable, SCRIPTS / "init.py", "--user", "--uninstall"],
                cwd=folder,
                terminal=True,
            ).returncode
            == 0
        )
        assert list(shop.home.iterdir()) == [] and list(outside.iterdir()) == []


def test_toolkit_inside_the_project(shop):
    kit = shop.root / "tools" / "reflexion"
    kit.mkdir(parents=True)
    for name in ("scripts", "reflexion"):
        shutil.copytree(ROOT / name, kit / name)
    done = shop.run([sys.executable, kit / "scripts" / "init.py", "--host", "all"])
    assert done.returncode == 0, done
    for name in (".claude/settings.json", ".codex/hooks.json", ".claude/skills/reflexion/SKILL.md"):
        text = (shop.root / name).read_text(encoding="utf-8")
        assert (
            str(shop.root) not in text and sys.executable not in text and "tools/reflexion" in text
        )
    assert (
        "$CLAUDE_PROJECT_DIR" in found(shop, ".claude/settings.json")[0].command
        and not (shop.root / ".claude/settings.local.json").exists()
    )


def test_double_installs_are_named(shop):
    init(shop, "--host", "claude", "--user")
    out = init(shop, "--host", "claude").stdout
    assert "handled twice" in out and "settings.json" in out
    assert "--user takes them out" in init(shop, "--uninstall").stdout
    (shop.home / ".claude" / "settings.json").write_text(
        '{"enabledPlugins": {"reflexion@reflexion": true}}', encoding="utf-8"
    )
    assert "plugin" in init(shop, "--host", "claude").stdout


@pytest.mark.parametrize(
    "sign, hosts", [(".claude", {"Claude Code"}), (".codex", {"Codex"}), ("", {"Claude Code"})]
)
def test_hosts_by_their_signs(shop, sign, hosts):
    if sign:
        (shop.root / sign).mkdir()
    out = shop.run(
        [sys.executable, SCRIPTS / "init.py"], PATH=os.path.dirname(sys.executable)
    ).stdout
    assert {name for name in ("Claude Code", "Codex") if f"\n{name} (" in out} == hosts


def test_linked_worktree(shop, tmp_path):
    tree = tmp_path / "side tree"
    for argv in (
        [
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.org",
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            "x",
        ],
        ["worktree", "add", "-q", "-b", "side", str(tree)],
    ):
        subprocess.run(["git", "-C", str(shop.root), *argv], check=True, capture_output=True)
    done = shop.run([sys.executable, SCRIPTS / "init.py", "--host", "claude", "--project", tree])
    assert (
        done.returncode == 0
        and (tree / ".claude/settings.local.json").exists()
        and (shop.root / ".reflexion").is_dir()
        and not (tree / ".reflexion").exists()
    )
    status = subprocess.run(
        ["git", "status", "--porcelain", "-uall"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=True,
    )
    assert status.stdout == ""


def test_a_store_that_came_along_waits_and_is_shown_by_init(shop):
    (shop.root / ".reflexion" / "entries").mkdir(parents=True)
    (shop.root / ".reflexion" / "entries" / "RFX-20260331-a7f03c.json").write_text(
        "{}", encoding="utf-8"
    )
    out = init(shop, "--host", "claude").stdout
    assert "1 learning is here that this machine" in out and "  a7f03c  " in out
    assert "`reflexion trust` accepts them" in out


def test_many_that_came_along_are_named_in_part(shop, monkeypatch):
    """With the command that lists them all, as it runs here."""
    monkeypatch.setattr("reflexion.cli.output.hints", lambda text, _: text.replace("`r", "`./r"))
    entries = shop.root / ".reflexion" / "entries"
    entries.mkdir(parents=True)
    said = json.dumps({"trigger": "x", "resolution": "Build it by hand. " * 9})
    for number in range(25):
        (entries / f"RFX-20260331-{number:06x}.json").write_text(said, encoding="utf-8")
    out = init(shop, "--host", "claude").stdout
    assert "and 5 more: `./reflexion list --waiting`" in out
    assert out.count("\u2026\n") == 20, "that there is more is shown"


def test_team(shop):
    out = init(shop, "--host", "claude", "--team").stdout
    assert "team:" in out and "index.txt" in (shop.root / ".reflexion" / ".gitignore").read_text(
        encoding="utf-8"
    )
    config = (shop.root / ".git" / "config").read_text(encoding="utf-8")
    assert "reflexion" in config
    init(shop, "--uninstall")
    assert "reflexion" not in (shop.root / ".git" / "config").read_text(encoding="utf-8")


def other_python(tmp_path):
    other = tmp_path / "other python"
    other.write_text(f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n", encoding="utf-8")
    other.chmod(0o755)
    return other


def test_another_python_changes_nothing(shop, tmp_path, monkeypatch):
    """Codex trusts a command by its text, so the recorded interpreter stays."""
    other = other_python(tmp_path)
    monkeypatch.setattr(command, "interpreter", lambda: str(other))
    init(shop, "--host", "all")
    before = files(shop.root, shop.home)
    monkeypatch.undo()
    monkeypatch.setenv("HOME", str(shop.home))
    init(shop, "--host", "all")
    assert files(shop.root, shop.home) == before
    other.unlink()
    init(shop, "--host", "all")
    for name in (".codex/hooks.json", ".opencode/plugins/reflexion.js"):
        text = (shop.root / name).read_text(encoding="utf-8")
        assert str(other) not in text, "a Python that is gone is replaced"


def test_the_python_that_a_checkout_names_is_never_taken(shop, tmp_path):
    other = other_python(tmp_path)
    init(shop, "--host", "claude")
    path = shop.root / ".claude/settings.local.json"
    theirs = path.read_text(encoding="utf-8").replace(command.interpreter(), f"'{other}'")
    init(shop, "--uninstall")
    path.parent.mkdir()
    path.write_text(theirs, encoding="utf-8")
    assert str(other) in found(shop)[0].command
    init(shop, "--host", "claude")
    assert str(other) not in path.read_text(encoding="utf-8")


def test_usage(shop, tmp_path):
    assert init(shop, "--host", "emacs", code=2).stderr
    assert init(shop, "--shared", "--user", code=2).stderr
    gone = shop.run([sys.executable, SCRIPTS / "init.py", "--project", tmp_path / "gone"])
    assert gone.returncode == 1 and len(gone.stderr.splitlines()) == 1


PLAIN = """{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "python3 ~/reflexion/scripts/capture.py"}]}
    ]
  }
}
"""


def test_a_plain_line_of_a_person_is_counted_and_stays(shop):
    path = shop.root / ".claude" / "settings.local.json"
    path.parent.mkdir()
    path.write_text(PLAIN, encoding="utf-8")
    init(shop, "--host", "claude")
    settings = json.loads(path.read_text(encoding="utf-8"))
    assert len(settings["hooks"]["PostToolUse"]) == 1
    every = [(hook.event, hook.script) for hook in hooks.every(settings)]
    assert sorted(every) == sorted(row[:2] for row in HOSTS["claude"].table)
    init(shop, "--uninstall")
    assert path.read_text(encoding="utf-8") == PLAIN


def test_no_second_set_beside_plain_lines_in_another_file(shop):
    path = shop.home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(PLAIN, encoding="utf-8")
    out = init(shop, "--host", "claude").stdout
    assert "there by hand" in out and found(shop) == []
    assert (shop.root / ".claude/skills/reflexion/SKILL.md").exists()
    assert "written by hand" in init(shop, "--uninstall").stdout
    assert path.read_text(encoding="utf-8") == PLAIN


def test_uninstalling_one_host_leaves_the_skill_that_others_read(shop):
    init(shop, "--host", "qwen")
    init(shop, "--host", "gemini")
    init(shop, "--host", "qwen", "--uninstall")
    assert (shop.root / ".agents/skills/reflexion/SKILL.md").exists()
    assert not (shop.root / ".qwen").exists()
    init(shop, "--host", "gemini", "--uninstall")
    assert not (shop.root / ".agents").exists() and not (shop.root / ".gemini").exists()


def test_a_host_that_is_not_there_yet_is_named(shop, monkeypatch, tmp_path):
    words = "Gemini CLI is not installed yet. The hooks start working once it is."
    monkeypatch.setenv("PATH", str(tmp_path))
    assert words in init(shop, "--host", "gemini").stdout
    program = tmp_path / "gemini"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert words not in init(shop, "--host", "gemini").stdout


def test_the_home_store_is_named(shop):
    assert f"~{os.sep}.reflexion holds what init changed" in init(shop, "--host", "claude").stdout
    (shop.home / ".reflexion" / "config.json").write_text("{}")
    assert f"~{os.sep}.reflexion: stays, it holds config.json" in init(shop, "--uninstall").stdout


@pytest.mark.parametrize(
    "host, name, added",
    [
        ("qwen", ".qwen/settings.json", '"$version": 4'),
        ("opencode", "opencode.json", '"$schema": "https://opencode.ai/config.json"'),
        ("copilot", ".github/hooks/reflexion.json", '"version": 1'),
    ],
)
def test_what_a_host_adds_to_our_file_does_not_keep_it(shop, host, name, added):
    path = shop.root / name
    for theirs, left in ((None, None), ("{%s}" % added, "{%s}" % added)):
        if theirs:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(theirs, encoding="utf-8")
        init(shop, "--host", host)
        settings = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**settings, **json.loads("{%s}" % added)}), encoding="utf-8")
        init(shop, "--uninstall")
        assert (json.loads(path.read_text(encoding="utf-8")) if path.exists() else None) == (
            json.loads(left) if left else None
        )
