"""The installed command lines, run by real shells: any path, any folder, no script, no Python; never a status or a word that hurts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest
from sandbox import ROOT

from reflexion import __version__
from reflexion.setup import command, hooks, permissions, texts
from reflexion.setup.hooks import SECONDS
from reflexion.setup.hosts import HOSTS
from reflexion.setup.site import Site, relative_toolkit

SHELLS = [shell for shell in ("sh", "bash", "dash", "zsh", "fish", "ksh") if shutil.which(shell)]
FOLDERS = [
    "plain",
    "with space",
    "it's",
    'say "hi"',
    "\u540d\u524d \u00e9",
    "a$HOME`x`",
    "semi;colon & more",
    "tab\there",
    "back\\slash",
    "-dash",
    "~tilde",
    "(paren)!",
]
ECHO = "import sys, os; data = sys.stdin.read(); print(data + '|' + os.path.basename(os.getcwd()) + '|' + ' '.join(sys.argv[1:]) + '|' + str(sys.flags.isolated) + str(sys.flags.no_site))\n"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="these are the shells of Unix")


def toolkit(folder, text=ECHO):
    (folder / "scripts").mkdir(parents=True)
    for script in ("capture", "recall", "promote"):
        (folder / "scripts" / f"{script}.py").write_text(text, encoding="utf-8")
    return folder


def run(shell, line, cwd, stdin="{}", **environ):
    done = subprocess.run(
        [shell, "-c", line],
        input=stdin,
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "HOME": str(cwd), **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=30,
    )
    return done.returncode, done.stdout.strip(), done.stderr


def commands(host, site):
    return {group["hooks"][0]["command"] for _, group in host.wanted(site)}


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("shell", SHELLS)
def test_any_path_in_any_shell(shell, name, tmp_path):
    kit, project = toolkit(tmp_path / name / "kit"), tmp_path / "project" / name
    project.mkdir(parents=True)
    wanted = [commands(host, Site(str(project), "", {}, str(kit))) for host in HOSTS.values()]
    assert [len(lines) for lines in wanted] == [0 if host.module else 3 for host in HOSTS.values()]
    for line in {line for lines in wanted for line in lines if "reflexion capture" in line}:
        assert run(shell, line, project) == (0, f"{{}}|{name}||11", "")


@pytest.mark.parametrize("name", FOLDERS[:6])
def test_toolkit_in_the_project(name, tmp_path):
    project = tmp_path / name
    kit, below = toolkit(project / "tools" / name), project / "src" / "deep"
    below.mkdir(parents=True)
    site = Site(str(project), "", {}, str(kit))
    assert site.scope == "shared" and site.relative == f"tools/{name}"
    for host in HOSTS.values():
        for line in commands(host, site):
            assert str(tmp_path) not in line and sys.executable not in line, (
                "a shared file names nothing of this machine"
            )
            if "reflexion capture" in line:
                names = {host.project_variable: str(project) for host in HOSTS.values()}
                seen = run("sh", line, below, **{key: names[key] for key in names if key})
                assert seen == (0, "{}|deep||11", "")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    lines = sorted(commands(HOSTS["codex"], site))[: None if name == "plain" else 1]
    assert [run("sh", line, elsewhere) for line in lines] == [(0, "", "")] * len(lines)


def test_shared_by_those_only_who_can(tmp_path):
    assert relative_toolkit(str(toolkit(tmp_path / "a" / "site-packages")), str(tmp_path)) == ""
    assert relative_toolkit(str(tmp_path / "a"), str(tmp_path)) == "", "a package without scripts"
    assert relative_toolkit(str(toolkit(tmp_path / "b")), str(tmp_path / "b")) == "."
    assert relative_toolkit(str(toolkit(tmp_path / "c")), str(tmp_path / "other")) == ""


def test_script_gone_or_python_gone(tmp_path):
    kit = toolkit(tmp_path / "kit")
    line = command.command_line(
        "capture", [command.quote(f"{kit}/scripts/capture.py")], "/no/such/python"
    )
    assert run("sh", line, tmp_path)[1].startswith("{}|"), "another Python is found"
    empty = tmp_path / "bin"
    empty.mkdir()
    (empty / "sh").symlink_to(shutil.which("sh"))
    assert run("/bin/sh", line, tmp_path, PATH=str(empty)) == (0, "", "")
    shutil.rmtree(kit)
    assert run("sh", line, tmp_path) == (0, "", "")


@pytest.mark.parametrize(
    "text",
    [
        "import sys; sys.exit(2)",
        "syntax error here",
        "import sys; sys.stderr.write('x'); raise SystemExit(1)",
    ],
)
def test_broken_script_never_blocks(tmp_path, text):
    kit = toolkit(tmp_path / "kit", text)
    line = command.command_line("recall", [f"{kit}/scripts/recall.py"], sys.executable)
    assert run("sh", line, tmp_path) == (0, "", "")


def test_an_interpreter_that_is_too_old_is_passed_over(tmp_path):
    kit = toolkit(tmp_path / "kit")
    old = tmp_path / "old"
    old.write_text("#!/bin/sh\necho 'Unknown option: -I' >&2\nexit 2\n")
    old.chmod(0o755)
    assert run(
        "sh",
        command.command_line("recall", [f"{kit}/scripts/recall.py"], str(old)),
        tmp_path,
        stdin="once",
    )[1].startswith("once|")


def test_package_without_scripts(tmp_path):
    assert command.entry_point("capture", str(tmp_path))[1:] == ["capture"] and command.entry_point(
        "capture", str(tmp_path)
    )[0].endswith("__main__.py")
    assert command.entry_point("recall") == [str(ROOT / "scripts" / "recall.py")]


def test_our_own_are_known():
    assert command.script_of(command.command_line("promote", ["x"])) == "promote"
    assert (
        command.script_of("python3 /opt/reflexion/scripts/capture.py") == ""
        and command.script_of("") == ""
    )


READY_MADE = {
    "hooks.example.json": '"$HOME"/reflexion',
    "reflexion/hosts/plugin/hooks.json": '"${CLAUDE_PLUGIN_ROOT}"',
}


def ready_made(name):
    return hooks.ours(json.loads((ROOT / name).read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", READY_MADE)
def test_ready_made_files_hold_the_hooks_of_the_table(name):
    both = name.startswith("reflexion")  # Codex loads the plugin, too
    wanted = [
        (
            row.event,
            row.script,
            row.matcher + "|apply_patch" if both and row.event == "PostToolUse" else row.matcher,
        )
        for row in HOSTS["claude"].table
    ]
    have = ready_made(name)
    assert sorted(map(repr, wanted)) == sorted(repr((h.event, h.script, h.matcher)) for h in have)
    for hook in have:
        file = f"{READY_MADE[name]}/scripts/{hook.script}.py"
        assert (
            hook.command == command.command_line(hook.script, [file])
            and hook.hook["timeout"] == SECONDS
        )


@pytest.mark.parametrize(
    "name, variable",
    [("hooks.example.json", "HOME"), ("reflexion/hosts/plugin/hooks.json", "CLAUDE_PLUGIN_ROOT")],
)
def test_ready_made_files_run(name, variable, tmp_path):
    kit = toolkit(tmp_path / "it's here" / "reflexion")
    value = str(kit.parent if variable == "HOME" else kit)
    for line in {found.command for found in ready_made(name)}:
        assert run("sh", line, tmp_path, **{variable: value})[1].startswith("{}|"), line


def test_every_documented_hook_is_there():
    events = {(one.script, one.event) for one in ready_made("hooks.example.json")}
    assert events == {
        ("capture", name)
        for name in ("PostToolUseFailure", "PostToolUse", "UserPromptSubmit", "Stop", "SessionEnd")
    } | {
        ("recall", name)
        for name in ("UserPromptSubmit", "PreToolUse", "SessionStart", "SubagentStart")
    } | {("promote", "SessionEnd")}


def test_plugin_names_files_that_exist():
    plugin = json.loads((ROOT / ".claude-plugin" / "plugin.json").read_text(encoding="utf-8"))
    market = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text(encoding="utf-8"))
    assert (
        plugin["version"] == __version__
        and market["plugins"][0]["name"] == plugin["name"] == "reflexion"
    )
    for path in [
        plugin["hooks"],
        *plugin["commands"],
        *(f"{folder}/SKILL.md" for folder in plugin["skills"]),
    ]:
        text = (ROOT / path).read_text(encoding="utf-8")
        assert path.endswith(".json") or text.startswith("---\n"), path
        quiet = path.endswith((".json", "/on.md", "/off.md"))  # the hooks see these themselves
        assert quiet or texts.PLUGIN_COMMAND in text
    assert {path.name for path in (ROOT / "reflexion/hosts/plugin/commands").iterdir()} == {
        path.rpartition("/")[2] for path in plugin["commands"]
    }


def test_skill_calls_this_toolkit(tmp_path):
    def written(site):
        return texts.skill_files(str(tmp_path / "skill" / "SKILL.md"), site)

    files = written(Site(str(tmp_path), "local", {}))
    assert [os.path.relpath(path, tmp_path / "skill") for path in files] == [
        "SKILL.md",
        os.path.join("references", "reflection.md"),
        os.path.join("references", "wording.md"),
    ]
    text = "".join(files.values())
    assert "CLAUDE_PLUGIN_ROOT" not in text
    assert f"python3 {command.quote(str(ROOT / 'reflexion'))} resolve ID" in text
    kit = toolkit(tmp_path / "tools" / "it's")
    shared = "".join(written(Site(str(tmp_path), "shared", {}, str(kit))).values())
    assert str(tmp_path) not in shared and "tools/it" in shared


def test_how_an_agent_calls_us(tmp_path):
    """Relative only where the shared settings' permission is: at the root of a project that holds the toolkit."""
    root = str(tmp_path / "shop")
    kit = str(tmp_path / "shop" / "tools" / "reflexion")
    assert command.for_agent(root, root, kit) == "python3 tools/reflexion/reflexion"
    assert command.for_agent(root, root, root) == "python3 reflexion"
    for there, cwd, toolkit in (
        (root, str(tmp_path / "shop" / "api"), kit),
        (root, root, str(tmp_path / "reflexion")),
        (root + "p", root + "p", kit),
        ("", "", kit),
    ):
        assert command.for_agent(there, cwd, toolkit) == command.by_hand(toolkit)
    for toolkit in (kit, root, str(tmp_path / "reflexion")):
        site = Site(root, "", {}, toolkit)
        site.relative = "" if toolkit.endswith("h/reflexion") else site.relative
        claude = HOSTS["claude"]
        assert all(permissions.is_ours(claude, rule) for rule in claude.allow(site).rules)


def test_the_rules_that_codex_reads(tmp_path):
    site = Site(str(tmp_path), "local", {}, "/opt/the kit")
    path = HOSTS["codex"].permission_file(site)
    assert path == str(tmp_path / ".codex" / "rules" / "reflexion.rules")
    lines = permissions.rules_text(HOSTS["codex"], site.caller).splitlines()
    assert lines[1:] == [
        'prefix_rule(pattern=["python3", "/opt/the kit/reflexion", '
        '["learn", "resolve", "worked", "failed", "recall", "show", "list", "check"]], decision="allow")',
        'prefix_rule(pattern=["python3", "/opt/the kit/reflexion", "reflect", '
        '["context", "extract", "related", "verify"]], decision="allow")',
    ]


@pytest.mark.parametrize(
    "line, script",
    [
        ('python3 "$HOME"/reflexion/scripts/capture.py', "capture"),
        ("python3 -I -S ~/src/Reflexion/scripts/recall.py", "recall"),
        ("/usr/bin/python3 '/opt/the reflexion/scripts/promote.py' 2>/dev/null", "promote"),
        ("python3 /opt/camera/scripts/capture.py", ""),
        ("python3 /opt/reflexion/scripts/capture.python", ""),
        ("python3 /opt/reflexion/capture.py", ""),
        (command.command_line("recall", ["/opt/reflexion/scripts/recall.py"]), ""),
    ],
)
def test_lines_that_a_person_wrote(line, script):
    assert command.plain_script(line) == script


def test_a_plain_line_may_name_any_folder_that_holds_the_toolkit(tmp_path):
    (tmp_path / "kit" / "reflexion").mkdir(parents=True)
    line = f"python3 {tmp_path}/kit/scripts/capture.py"
    assert command.plain_script(line) == ""
    (tmp_path / "kit" / "reflexion" / "hook.py").touch()
    assert command.plain_script(line) == "capture"


def test_a_hook_keeps_quiet_where_another_hosts_hooks_are_ours(tmp_path):
    """Copilot runs a project's hooks for Claude Code as well."""
    kit = toolkit(tmp_path / "kit")
    project = tmp_path / "shop"
    settings = project / ".claude" / "settings.local.json"
    settings.parent.mkdir(parents=True)
    site = Site(str(project), "", {}, str(kit))
    line = next(one for one in commands(HOSTS["copilot"], site) if "reflexion capture" in one)
    for text, speaks in (
        ("{}", True),
        (json.dumps({"a": command.command_line("recall", ["x"])}), False),
        ('{"a": "python3 /x/scripts/capture.py"}', False),
    ):
        settings.write_text(text)
        named = run("sh", line, tmp_path, COPILOT_PROJECT_DIR=str(project))
        assert (named[0], bool(named[1]), named[2]) == (0, speaks, "")
        assert bool(run("sh", line, project)[1]) == speaks
        assert bool(HOSTS["copilot"].yields(site)) != speaks
