"""How the program is called, and which calls an agent may make without a question."""

import json
import os
from types import SimpleNamespace

import pytest
from sandbox import ROOT

from reflexion import hosts
from reflexion.cli.main import refusal
from reflexion.hosts import NAMES
from reflexion.hosts.installation import SETUPS
from reflexion.setup.command import (
    ALLOWED,
    by_path,
    for_person,
    is_allowed,
    is_rule,
    portable,
    quote,
    reason_to_allow,
    recorded_source,
)
from reflexion.setup.site import permissions

CALL = "python3 /opt/reflexion"


def clone_in(folder):
    """Make what a clone of the toolkit is known by; return its folder."""
    (folder / "scripts").mkdir(parents=True)
    (folder / "scripts/capture.py").touch()
    return str(folder)


def program_in(folder, target=None):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "reflexion"
    path.symlink_to(target) if target else path.touch(mode=0o755)
    return path


def test_without_an_installed_program_it_is_python_and_a_path(tmp_path):
    toolkit = str(tmp_path / "toolkit")
    assert for_person({"PATH": ""}, toolkit) == f"python3 {toolkit}/reflexion"
    assert for_person({"PATH": "", "HOME": str(tmp_path)}, toolkit) == "python3 ~/toolkit/reflexion"
    assert by_path(str(tmp_path / "my tools"), {}) == f"python3 '{tmp_path}/my tools/reflexion'"


def test_the_short_name_is_used_where_it_is_this_installation(tmp_path):
    venv = tmp_path / "venvs/reflexion"
    toolkit = venv / "lib/python3.12/site-packages"
    toolkit.mkdir(parents=True)
    program = program_in(venv / "bin")
    program_in(tmp_path / "bin", program)  # as pipx links it
    for folder in (venv / "bin", tmp_path / "bin"):
        assert for_person({"PATH": f"/nowhere::{folder}"}, str(toolkit)) == "reflexion"


def test_the_short_name_of_another_installation_is_not_used(tmp_path):
    program_in(tmp_path / "other/bin")
    toolkit = str(tmp_path / "toolkit")
    environ = {"PATH": str(tmp_path / "other/bin")}
    assert for_person(environ, toolkit) == f"python3 {toolkit}/reflexion"


def test_what_uvx_runs_from_a_cache_is_called_by_its_copy_else_by_uvx(tmp_path):
    """uvx has its own folder of programs on the path while it runs."""
    venv = tmp_path / ".cache/uv/archive-v0/x"
    toolkit = venv / "lib/python3.12/site-packages"
    info = toolkit / "reflexion-0.2.0.dist-info"
    info.mkdir(parents=True)
    program_in(venv / "bin")
    environ = {"PATH": str(venv / "bin"), "HOME": str(tmp_path)}
    assert for_person(environ, str(toolkit)) == "uvx reflexion"
    told = {"url": "https://example.org/r", "vcs_info": {"commit_id": "0" * 40}}
    (info / "direct_url.json").write_text(json.dumps(told), encoding="utf-8")
    assert for_person(environ, str(toolkit)) == "uvx --from git+https://example.org/r reflexion"
    assert recorded_source(str(toolkit)) == ("https://example.org/r", "0" * 40)
    (tmp_path / ".reflexion/programs/copy/reflexion").mkdir(parents=True)
    assert for_person(environ, str(toolkit)) == "python3 ~/.reflexion/programs/copy/reflexion"


def test_a_clone_in_a_cache_is_called_by_its_path(tmp_path):
    toolkit = clone_in(tmp_path / ".cache/uv/reflexion")
    command = for_person({"PATH": "", "HOME": str(tmp_path)}, toolkit)
    assert command == "python3 ~/.cache/uv/reflexion/reflexion"


def test_on_windows_it_is_the_launcher_and_a_whole_path():
    environ = {"HOME": "/c/Users/x"}
    assert by_path("/c/Users/x/r", environ, True) == "py -3 /c/Users/x/r/reflexion"
    assert by_path("/c/my r", environ, True) == 'py -3 "/c/my r/reflexion"'


def test_a_file_that_cannot_be_run_is_no_program(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/reflexion").touch(mode=0o644)
    toolkit = str(tmp_path / "lib")
    assert for_person({"PATH": str(tmp_path / "bin")}, toolkit).startswith("python3 ")


WORDS = [
    ("plain-1_2.3/x@y", "plain-1_2.3/x@y"),
    ("two words", "'two words'"),
    ("it's", "'it'\\''s'"),
    ("$HOME", "'$HOME'"),
    ("", "''"),
    ("é", "'é'"),
]


@pytest.mark.parametrize("word, quoted", WORDS)
def test_a_word_is_quoted_where_a_shell_would_make_more_of_it(word, quoted):
    assert quote(word) == quoted


def test_a_path_has_forward_slashes_on_windows_alone():
    path = "a\\b"
    assert portable(path) == ("a/b" if os.name == "nt" else path)


LINES = [
    ("learn 'Use `make dist`, not $(make release).'", True),
    ("learn --for a7f03c 'When …, do …' --for 09fe11,b2c3d4 'x'", True),
    ("recall some words", True),
    ("status", True),
    ("reflect cards --session 01a1c0de", True),
    ("status --html /tmp/page", False),
    ("remove a7f03c", False),
    ("reflect --all", False),
    ("reflect integrate x.json", False),
    ("learn", True),
    ("learnt 'x'", False),
    ("learn 'x' && rm -rf /", False),
    ("learn 'x'; rm x", False),
    ("learn 'x' > file", False),
    ("learn $(cat secret)", False),
    ("learn `cat secret`", False),
    ('learn "$HOME"', False),
    ("learn 'x'\nrm x", False),
    ("learn 'x\ny'", False),
    ("learn 'x’ ; rm x ‘'", False),
    ("learn --% x", False),
    ("learn x=y", False),
    (" learn 'x'", False),
    ("learn 'unfinished", False),
]


@pytest.mark.parametrize("line, expected", LINES)
def test_a_line_is_allowed_if_it_is_one_plain_call_of_ours(line, expected):
    assert is_allowed(f"{CALL} {line}", CALL) == expected
    assert not is_allowed(f"sudo {CALL} {line}", CALL)


def test_a_megabyte_of_arguments_is_read_at_once():
    assert is_allowed(f"{CALL} learn" + " word" * 200_000, CALL)
    assert not is_allowed(f"{CALL} learn" + " word" * 200_000 + " $", CALL)


def ask(line, tool="Bash", **environ):
    payload = {"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": {"command": line}}
    return reason_to_allow(hosts.read(payload), environ)


def test_a_hook_before_a_call_allows_this_copy_s_own_calls():
    line = f"python3 {ROOT}/reflexion learn 'x'"
    assert ask(line)
    assert not ask(line, tool="Write")
    assert not ask("python3 /elsewhere/reflexion learn 'x'")
    assert not ask(f"{line} && ls")


def test_the_plugin_s_own_way_to_call_is_allowed():
    """A marketplace that is a folder names it with a slash at its end."""
    for root in (str(ROOT), f"{ROOT}/"):
        line = f"python3 \"{root}/reflexion\" learn 'x'"
        assert ask(line, CLAUDE_PLUGIN_ROOT=root)
        assert not ask(line, CLAUDE_PLUGIN_ROOT="/elsewhere")


@pytest.mark.parametrize("name", [name for name in NAMES if SETUPS[name].rule])
def test_the_rules_of_every_host_are_known_again_whichever_copy_they_name(name):
    host = SETUPS[name]
    for call in (CALL, "python3 '/my tools/reflexion'", "python3 ~/r/reflexion", "reflexion"):
        rules = permissions(host, call)
        assert len(rules) == len(ALLOWED)
        assert all(is_rule(rule) for rule in rules)
    for rule in (
        "Bash(python3 /opt/reflexion remove:*)",
        "Bash(python3:*)",
        "Bash(reflexion)",
        None,
        5,
    ):
        assert not is_rule(rule)
    assert not any(map(is_rule, permissions(host, "python3 /x/tool.py")))


@pytest.mark.parametrize("command", ALLOWED)
def test_whatever_runs_without_a_question_is_a_command_that_agents_may_run(command):
    nothing_given = SimpleNamespace()
    assert refusal(command.partition(" ")[0], nothing_given) == ""
    assert refusal("remove", nothing_given) != ""
