"""What is installed for an agent, and what the plugin brings, have one source."""

import json
import re
from collections import Counter

import pytest
from sandbox import ROOT

from reflexion.cli.main import COMMANDS, parser_of
from reflexion.hosts import NAMES
from reflexion.hosts.installation import SETUPS
from reflexion.setup import site
from reflexion.setup.command import ALLOWED
from reflexion.setup.line import USER, read_line
from reflexion.setup.settings_file import find, script_of

PLUGIN = ROOT / "reflexion/hosts/plugin"
MANIFEST = json.loads((ROOT / ".claude-plugin/plugin.json").read_text(encoding="utf-8"))
FILES = sorted(PLUGIN.rglob("*.md"))
COMMAND_NAMES = {"status", "list", "show", "learn", "recall", "review", "doctor", "dashboard", "reflect", "quick-reflect"}  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_every_command_that_a_text_tells_to_run_exists(file):
    calls = re.findall(
        re.escape(site.PLUGIN_CALL) + r" ([a-z]+)( [a-z]+)?", file.read_text(encoding="utf-8")
    )
    for word, second in calls:
        assert word in COMMANDS
        if word == "reflect" and second:
            parser_of(word).parse_args([second.strip()])


@pytest.mark.parametrize(
    "file", [path for path in FILES if "allowed-tools" in path.read_text(encoding="utf-8")]
)
def test_a_text_allows_itself_nothing_that_is_not_on_the_list(file):
    head, _ = site.split_front_matter(file.read_text(encoding="utf-8"))
    rules = re.findall(r"Bash\((.*?)\)", head["allowed-tools"])
    assert rules
    for rule in rules:
        call = rule.removeprefix(site.PLUGIN_CALL + " ").removesuffix(":*")
        assert call in ALLOWED
        assert (call == "status") == (not rule.endswith(":*"))


def test_the_plugin_lists_every_file():
    listed = [*MANIFEST["commands"], *MANIFEST["agents"], *MANIFEST["skills"]]
    assert all((ROOT / place).exists() for place in listed)
    commands = {place.rpartition("/")[2] for place in MANIFEST["commands"]}
    assert commands == {path.name for path in (PLUGIN / "commands").iterdir()}
    agents = {place.rpartition("/")[2] for place in MANIFEST["agents"]}
    assert agents == {path.name for path in (PLUGIN / "agents").iterdir()}
    assert {name.removesuffix(".md") for name in commands} == COMMAND_NAMES


def test_the_plugin_brings_the_hooks_of_claude_code_and_one_that_allows_our_calls():
    found = {
        (hook.event, hook.script)
        for hook in find((ROOT / MANIFEST["hooks"]).read_text(encoding="utf-8"))
    }
    own = {(row.event, row.script) for row in SETUPS["claude"].hooks()}
    assert found == own | {("PreToolUse", "recall")}
    hooks = find((ROOT / MANIFEST["hooks"]).read_text(encoding="utf-8"))
    ranks = {read_line(each.hook["command"], {}).rank for each in hooks}
    assert ranks == {"4"} and USER < "4"


def test_the_example_holds_the_hooks_of_claude_code():
    text = (ROOT / "hooks.example.json").read_text(encoding="utf-8")
    found = {(hook.event, hook.script) for hook in find(text)}
    assert found == {(row.event, row.script) for row in SETUPS["claude"].hooks()}
    for groups in json.loads(text)["hooks"].values():
        for group in groups:
            (hook,) = group["hooks"]
            assert hook["timeout"] == 15
            assert read_line(hook["command"], {}).rank == USER
            assert f'"$HOME"/reflexion/scripts/{script_of(hook["command"])}.py' in hook["command"]


def test_the_skill_calls_the_program_as_it_is_called_here(tmp_path):
    here = site.Site(str(tmp_path), {"HOME": str(tmp_path)}, str(tmp_path / ".reflexion"), "local")
    parts = [part for part in here.parts(SETUPS["claude"]) if part.kind == site.SKILL]
    assert len(parts) == 4
    text = "".join(part.change("") for part in parts)
    assert "CLAUDE_PLUGIN_ROOT" not in text and f"python3 {ROOT}/reflexion learn --for" in text


@pytest.mark.parametrize("name", NAMES)
def test_every_host_with_slash_commands_gets_all_of_them(name, tmp_path):
    here = site.Site(str(tmp_path), {"HOME": str(tmp_path)}, str(tmp_path / ".reflexion"), "local")
    parts = here.parts(SETUPS[name])
    counts = Counter(part.kind for part in parts)
    assert counts[site.COMMANDS] == (len(COMMAND_NAMES) if SETUPS[name].commands else 0)
    assert counts[site.AGENTS] == (3 if SETUPS[name].agents else 0)
    assert not any("CLAUDE_PLUGIN_ROOT" in part.change("") for part in parts)


def test_front_matter_is_split_from_the_text():
    head, body = site.split_front_matter("---\nname: a\nabout: b: c\n---\n\ntext\n---\nmore\n")
    assert head == {"name": "a", "about": "b: c"} and body == "text\n---\nmore\n"
