"""What an agent may run without a question, and the call that a hook lets through."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from reflexion.setup.command import TOOLKIT, by_hand
from reflexion.setup.permissions import allowed_by_hook, is_allowed_call

KIT = "python3 /opt/reflexion/reflexion"

ALLOWED = [
    f"{KIT} learn 'Use `pnpm`, not npm: $HOME; a | b > c && d.'",
    f"{KIT} learn --for RFX-20260101-1fd9dd 'When `make` fails, run it twice.'",
    f"{KIT} list --unresolved",
    f"{KIT} status",
    f"{KIT} worked 1fd9dd",
    f"{KIT} failed 1fd9dd 'it still fails'",
    f"{KIT} reflect extract --quick",
    f"{KIT} learn 'Für `make` gilt: 100 % der Fälle, „so“.'",
]
ASKED = [
    f"{KIT} status --html x.html",
    f"{KIT} learn 'x' > ~/.bashrc",
    f"{KIT} learn 'x'; rm -r x",
    f"{KIT} learn 'x' && rm -r x",
    f"{KIT} learn 'x'\nrm -r x",
    f"{KIT} learn 'x\nrm -r x'",
    f"{KIT} learn 'x' & rm",
    f"{KIT} learn $(rm -r x)",
    f"{KIT} learn `rm -r x`",
    f'{KIT} learn "$(rm -r x)"',
    f"{KIT} learn 'it'\\''s'",
    f"{KIT} learn 'open",
    f"{KIT} learn x{{a,b}}",
    f"{KIT} learn *",
    f"{KIT} learnx",
    f"{KIT} trust",
    f"{KIT} reflect --with sh",
    f"{KIT} reflect integrate --decisions f",
    f"{KIT} config promote off",
    f"X=1 {KIT} learn x",
    "python3 /opt/reflexion/other learn x",
    f"{KIT}  learn x",
    f"{KIT} learn 'x\u2019; rm -r x; \u2018y'",
    f"{KIT} learn 'x\u201b; rm -r x; \u201ay'",
    f"{KIT} learn --% 'x | rm -r x'",
    f"{KIT} learn 'x\x03rm -r x\r'",
    f"{KIT} learn 'x\x00'",
    f"{KIT} learn x\n",
    "",
]


@pytest.mark.parametrize("line", ALLOWED)
def test_a_plain_call_of_ours_needs_no_question(line):
    assert is_allowed_call(line, KIT)


@pytest.mark.parametrize("line", ASKED)
def test_all_else_is_the_hosts_business(line):
    assert not is_allowed_call(line, KIT)


def test_a_long_line_is_looked_at_once():
    assert not is_allowed_call(f"{KIT} learn " + "'a' b" * 200_000 + "'", KIT)


COPILOT = {"timestamp": "2026-01-01T00:00:00Z"}
HOSTS = [
    ("copilot", {}, COPILOT, True),
    ("claude, plugin", {"CLAUDE_PLUGIN_ROOT": "/p"}, {}, True),
    ("claude", {}, {}, False),
    ("codex, plugin", {"CLAUDE_PLUGIN_ROOT": "/p"}, {"turn_id": "t"}, False),
]


@pytest.mark.parametrize("host, environ, fields, allowed", HOSTS)
def test_the_hook_allows_where_settings_cannot(box, host, environ, fields, allowed):
    def asked(command):
        payload = {
            "hook_event_name": "PreToolUse",
            "session_id": "s",
            "cwd": str(box.root),
            "tool_name": "Bash",
            "tool_input": {"command": command},
            **fields,
        }
        out = box.script("recall", stdin=json.dumps(payload), **environ).stdout
        found = json.loads(out) if out else {}
        return {**found, **found.get("hookSpecificOutput", {})}.get("permissionDecision")

    assert asked(f"{by_hand()} learn 'Use pnpm.'") == ("allow" if allowed else None)
    secret = "token=" + "ghp_" + "a1B2" * 9
    for command in ("make", f"{by_hand()} trust", f"{by_hand()} learn {secret};rm"):
        assert asked(command) is None, command


PLUGIN_CALLS = [
    (TOOLKIT, "python3 \"{root}/reflexion\" learn 'Use pnpm.'", True),
    (TOOLKIT + "/", 'python3 "{root}/reflexion" worked 1fd9dd', True),
    (TOOLKIT + "/", f'python3 "{TOOLKIT}/reflexion" list', True),
    (TOOLKIT, 'python3 "{root}/reflexion" trust', False),
    (TOOLKIT, 'python3 "{root}/reflexion" learn x; rm x', False),
    ("/p", 'python3 "{root}/reflexion" learn x', False),
    (TOOLKIT + "/$(id)/..", 'python3 "{root}/reflexion" learn x', False),
]


@pytest.mark.parametrize("root, line, allowed", PLUGIN_CALLS)
def test_the_form_that_the_plugins_files_tell_is_allowed(root, line, allowed):
    event = SimpleNamespace(host="claude", tool_input={"command": line.format(root=root)})
    answer = allowed_by_hook(event, None, {"CLAUDE_PLUGIN_ROOT": root})
    assert bool(answer and answer.allow) == allowed
