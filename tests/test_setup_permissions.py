"""What an agent may run without a question: exactly our own harmless calls."""

from types import SimpleNamespace

import pytest
from sandbox import ROOT

from reflexion.cli.main import refusal
from reflexion.hosts import NAMES, Event, part_of
from reflexion.setup.command import ALLOWED, EXACT, is_allowed, is_rule, reason_to_allow

CALL = "python3 /opt/reflexion"
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


def ask(host, line, **environ):
    return reason_to_allow(Event(host=host, name="PreToolUse", tool="Bash", command=line), environ)


def test_a_hook_allows_where_settings_cannot():
    line = f"python3 {ROOT}/reflexion learn 'x'"
    plugin = {"CLAUDE_PLUGIN_ROOT": str(ROOT)}
    assert ask("copilot", line) and ask("claude", line, **plugin)
    assert not ask("claude", line) and not ask("qwen", line, **plugin)
    assert not ask("copilot", "python3 /elsewhere/reflexion learn 'x'")
    assert not ask("copilot", f"{line} && ls")


def test_the_plugin_s_own_way_to_call_is_allowed():
    """A marketplace that is a folder names it with a slash at its end."""
    for root in (str(ROOT), f"{ROOT}/"):
        line = f"python3 \"{root}/reflexion\" learn 'x'"
        assert ask("claude", line, CLAUDE_PLUGIN_ROOT=root)
        assert not ask("claude", line, CLAUDE_PLUGIN_ROOT="/elsewhere")


@pytest.mark.parametrize("name", [name for name in NAMES if part_of(name, "install").HOST.rule])
def test_the_rules_of_every_host_are_known_again_whichever_copy_they_name(name):
    host = part_of(name, "install").HOST
    for call in (CALL, "python3 '/my tools/reflexion'", "python3 ~/r/reflexion", "reflexion"):
        rules = host.rules(call, ALLOWED, EXACT)
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
    assert not is_rule(host.rules("python3 /x/tool.py", ("learn",), ())[0])


@pytest.mark.parametrize("command", ALLOWED)
def test_whatever_runs_without_a_question_is_a_command_that_agents_may_run(command):
    nothing_given = SimpleNamespace()
    assert refusal(command.partition(" ")[0], nothing_given) == ""
    assert refusal("remove", nothing_given) != ""
