"""Our hooks and permissions in a settings file: everything else stays."""

import json

import pytest

from reflexion.errors import Unreadable
from reflexion.setup.line import hook_line
from reflexion.setup.settings_file import Rules, find, put_in, take_out

OURS = {"type": "command", "command": hook_line("capture", ["/x.py"]), "timeout": 15}
OLDER = {"type": "command", "command": hook_line("recall", ["/old.py"])}
THEIRS = {"type": "command", "command": "npm run lint"}
HOOKS = [("Stop", {"hooks": [OURS]})]
LISTED = Rules(("permissions", "allow"), ["Bash(reflexion learn:*)"], "")
KEYED = Rules(("permission", "bash"), ["reflexion learn *"], "allow")


def settings(**fields):
    return json.dumps(fields, indent=2) + "\n"


def test_an_empty_file_becomes_our_hooks():
    for text in ("", " \n", "{}"):
        found = json.loads(put_in(text, HOOKS))
        assert found == {"hooks": {"Stop": [{"hooks": [OURS]}]}}
    assert json.loads(put_in("", HOOKS, new='{"version": 1}'))["version"] == 1


def test_hooks_and_rules_stand_behind_those_of_others():
    text = settings(
        model="x",
        hooks={"Stop": [{"matcher": "y", "hooks": [THEIRS]}]},
        permissions={"allow": ["Bash(ls)"], "deny": []},
    )
    found = json.loads(put_in(text, HOOKS, LISTED))
    assert found["hooks"]["Stop"] == [{"matcher": "y", "hooks": [THEIRS]}, {"hooks": [OURS]}]
    assert found["permissions"] == {"allow": ["Bash(ls)", "Bash(reflexion learn:*)"], "deny": []}
    assert list(found) == ["model", "hooks", "permissions"]


def test_putting_in_twice_changes_nothing():
    once = put_in(settings(a=1), HOOKS, LISTED)
    assert put_in(once, HOOKS, LISTED) == once
    loose = once.replace("  ", "\t")
    assert put_in(loose, HOOKS, LISTED) == loose


def test_hooks_of_an_older_form_are_replaced():
    text = settings(
        hooks={"PreToolUse": [{"hooks": [OLDER, THEIRS]}], "Stop": [{"hooks": [OLDER]}]}
    )
    found = json.loads(put_in(text, HOOKS))["hooks"]
    assert found == {"PreToolUse": [{"hooks": [THEIRS]}], "Stop": [{"hooks": [OURS]}]}


TEXTS = [
    settings(a=1),
    settings(hooks={"Stop": [{"hooks": [THEIRS]}]}, permissions={"allow": ["Bash(ls)"]}),
    settings(hooks={"disabled": True}, permission={"bash": {"*": "ask"}}),
    '{"a": 1, "b": [1, 2]}',
    '{\n\t"a": {\n\t\t"b": 1.50\n\t}\n}',
    '{\r\n  "a": "\u00e9"\r\n}\r\n',
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("rules", [LISTED, KEYED], ids=["listed", "keyed"])
def test_what_is_put_in_can_be_taken_out_again(text, rules):
    after = put_in(text, HOOKS, rules)
    assert find(after) and not find(text)
    assert json.loads(take_out(after, rules)) == json.loads(text)
    assert take_out(text, rules) == text


def test_what_was_empty_before_stays_while_nothing_of_ours_was_in_it():
    text = settings(hooks={"Stop": [], "other": True}, permissions={"allow": []})
    assert take_out(text, LISTED) == text
    assert json.loads(put_in(text, HOOKS))["permissions"] == {"allow": []}


def test_the_layout_of_the_file_is_kept():
    for text in TEXTS[3:]:
        after = put_in(text, HOOKS)
        assert after.count("\r\n") == (after.count("\n") if "\r\n" in text else 0)
        assert after.endswith("\n") == text.endswith("\n")
    assert '\n\t\t"b": 1.5' in put_in(TEXTS[4], HOOKS)
    assert "\u00e9" in put_in(TEXTS[5], HOOKS)


def test_rules_may_be_keys_of_an_object():
    found = json.loads(put_in(settings(permission={"bash": {"*": "ask"}}), [], KEYED))
    assert found["permission"]["bash"] == {"*": "ask", "reflexion learn *": "allow"}


UNUSABLE = [
    ('{"a": 1,}', "line 1 column [89]"),
    ('// a comment\n{"a": 1}', "line 1 column 1"),
    ("[1]", "not a JSON object"),
    ('{"hooks": []}', '"hooks"'),
    ('{"permissions": []}', '"permissions"'),
    ('{"permissions": {"allow": {}}}', '"allow"'),
    ("[" * 100_000, "nested"),
]


@pytest.mark.parametrize("text, why", UNUSABLE, ids=lambda value: value[:20])
def test_what_json_cannot_read_or_hold_is_refused_with_the_reason(text, why):
    with pytest.raises(Unreadable, match=why):
        put_in(text, HOOKS, LISTED)
    with pytest.raises(Unreadable, match=why):
        take_out(text, LISTED)


def test_an_event_that_holds_no_list_takes_no_hook():
    with pytest.raises(Unreadable, match='"Stop"'):
        put_in('{"hooks": {"Stop": true}}', HOOKS)


@pytest.mark.parametrize("groups", [[5], [{"hooks": 5}], [{"hooks": [5, {"command": 5}]}], ["x"]])
def test_groups_of_another_shape_are_left_alone(groups):
    text = settings(hooks={"Stop": groups})
    assert find(text) == []
    assert json.loads(take_out(put_in(text, HOOKS)))["hooks"]["Stop"] == groups


def test_our_hooks_are_found_with_their_event_and_script():
    text = put_in(settings(hooks={"Stop": [{"hooks": [THEIRS]}]}), HOOKS)
    assert [found[:3] for found in find(text)] == [("Stop", "capture", OURS)]
