"""JSON files changed in place: what is put in comes out again, and no other byte moves."""

from __future__ import annotations

import json

import pytest

from reflexion.setup import hooks, jsonedit, permissions
from reflexion.setup.command import command_line
from reflexion.setup.hooks import Allow
from reflexion.setup.hosts import HOSTS


def handler(script):
    line = command_line(script, [f"/opt/reflexion/scripts/{script}.py"])
    return {"type": "command", "command": line, "timeout": 15}


MINE = [
    (
        row.event,
        {**({"matcher": row.matcher} if row.matcher else {}), "hooks": [handler(row.script)]},
    )
    for row in HOSTS["claude"].table
]
THEIRS = '{"matcher": "Bash", "hooks": [{"type": "command", "command": "lint", "timeout": 5}]}'
TEXTS = {
    "empty object": "{}",
    "with a line end": "{}\n",
    "spaced": "{ }\n",
    "one line": '{"model": "opus"}',
    "minified": '{"a":{"b":[1,2,{"c":null}]},"d":"\\u00e9\\"}{"}',
    "four spaces": '{\n    "model": "opus"\n}',
    "tabs and CRLF": '{\r\n\t"model": "opus",\r\n\t"env": {\r\n\t\t"A": "1"\r\n\t}\r\n}\r\n',
    "others' hooks": '{\n  "hooks": {\n    "PostToolUse": [\n      '
    + THEIRS
    + '\n    ],\n    "Notification": ['
    + THEIRS
    + ']\n  },\n  "z": 1.50\n}\n',
    "others' hooks on one line": '{"hooks": {"Stop": ['
    + THEIRS
    + '], "PreToolUse": ['
    + THEIRS
    + ", "
    + THEIRS
    + "]}}",
    "odd layout": '\n\n{ "b" :[ ] ,\n"a":\n1 , "hooks"\n:{"Stop":\n[\n' + THEIRS + "\n]}}",
    "the key twice": '{"hooks": {"Stop": [1]}, "hooks": {"Stop": [' + THEIRS + "]}}",
    "escaped key": '{"\\u0068ooks": {"Stop": [' + THEIRS + "]}}",
    "other scripts": '{"\u540d": "\U0001f600", "hooks": {"Stop": [' + THEIRS + "]}}",
}


@pytest.mark.parametrize("name", TEXTS)
def test_put_in_and_taken_out(name):
    text = TEXTS[name]
    after = hooks.merged(text, MINE)
    settings, before = json.loads(after), json.loads(text)
    assert [(one.event, one.matcher, one.script) for one in hooks.ours(settings)]
    assert len(hooks.ours(settings)) == len(MINE)
    for event, groups in before.get("hooks", {}).items():
        assert settings["hooks"][event][: len(groups)] == groups, "ours come after those of others"
    assert {key: value for key, value in settings.items() if key != "hooks"} == {
        key: value for key, value in before.items() if key != "hooks"
    }
    assert hooks.merged(after, MINE) == after
    assert hooks.without(after) == text or json.loads(hooks.without(after)) == before == {}
    assert ("\r\n" in after) == ("\r\n" in text) and not after.replace("\r\n", "").count("\r")


def is_permission(rule):
    return permissions.is_ours(HOSTS["claude"], rule)


RULES = permissions.rules(HOSTS["claude"], "python3 '/opt/the kit/reflexion'")
ALLOW = Allow(("permissions", "allow"), RULES, None, is_permission)
PERMITTED = [
    "{}",
    '{"permissions": {"allow": ["Bash(ls)"], "deny": []}}',
    '{\n  "permissions": {\n    "allow": [\n      "Bash(ls)",\n      "Read"\n    ],\n    "defaultMode": "plan"\n  }\n}\n',
    '{"permissions": {"deny": ["Bash(python3 /opt/reflexion learn:*)"]}, "a": 1}',
]


def test_permissions_go_beside_those_of_others_and_out_again():
    for text in PERMITTED:
        after = hooks.merged(text, MINE, ALLOW)
        allowed = json.loads(after)["permissions"]["allow"]
        theirs = json.loads(text).get("permissions", {}).get("allow", [])
        assert allowed == theirs + RULES and hooks.merged(after, MINE, ALLOW) == after
        older = after.replace("/opt/the kit/", "/old/")
        assert json.loads(hooks.merged(older, MINE, ALLOW)) == json.loads(after)
        assert hooks.without(after, ALLOW) == text
    for text in ('{"permissions": []}', '{"permissions": {"allow": {}}}'):
        with pytest.raises(jsonedit.BrokenJson, match="permissions"):
            hooks.merged(text, MINE, ALLOW)


def test_permissions_of_others_are_known():
    theirs = [
        "Bash(python3 /opt/reflexion clear:*)",
        "Bash(python3 /opt/reflexions learn:*)",
        "Bash(python3 /opt/reflexion:*)",
        "Bash(reflexion learn:*)",
        "Read",
        7,
        None,
    ]
    assert [rule for rule in theirs if is_permission(rule)] == []
    assert [rule for rule in RULES if not is_permission(rule)] == []


def test_empty_text_becomes_an_object():
    for text in ("", "\n", " "):
        assert len(hooks.ours(json.loads(hooks.merged(text, MINE)))) == len(MINE)


def test_layout_of_a_person():
    text = '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": []\n      }\n    ]\n  }\n}\n'
    assert (
        jsonedit.put(text, ("hooks", "Stop"), {"a": 1})
        == '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": []\n      },\n      {\n        "a": 1\n      }\n    ]\n  }\n}\n'
    )
    assert (
        jsonedit.put('{\n\t"a": 1\n}', ("b", "c"), 2)
        == '{\n\t"a": 1,\n\t"b": {\n\t\t"c": [\n\t\t\t2\n\t\t]\n\t}\n}'
    )
    assert jsonedit.put('{"a": 1}', ("b",), 2) == '{"a": 1, "b": [2]}'


@pytest.mark.parametrize(
    "text, path, left",
    [
        ('{"a": [1, 2, 3]}', ("a", 0), '{"a": [2, 3]}'),
        ('{"a": [1, 2, 3]}', ("a", 1), '{"a": [1, 3]}'),
        ('{"a": [1, 2, 3]}', ("a", 2), '{"a": [1, 2]}'),
        ('{"a": [1], "b": 2}', ("a", 0), '{"b": 2}'),
        ('{"b": 2, "a": {"c": [1]}}', ("a", "c", 0), '{"b": 2}'),
        ('{"a": {"c": [1]}}', ("a", "c", 0), "{}"),
    ],
)
def test_cut(text, path, left):
    assert jsonedit.cut(text, path) == left


def test_ours_in_a_group_of_others():
    mine = MINE[0][1]["hooks"][0]
    text = json.dumps(
        {
            "hooks": {
                "SessionStart": [
                    {
                        "hooks": [
                            {"type": "command", "command": "theirs"},
                            mine,
                            {"type": "command", "command": "more"},
                        ]
                    }
                ]
            }
        }
    )
    assert json.loads(hooks.without(text)) == {
        "hooks": {
            "SessionStart": [
                {
                    "hooks": [
                        {"type": "command", "command": "theirs"},
                        {"type": "command", "command": "more"},
                    ]
                }
            ]
        }
    }


def test_older_ours_are_replaced():
    older = [
        (
            event,
            {
                **group,
                "hooks": [
                    {
                        **group["hooks"][0],
                        "command": group["hooks"][0]["command"].replace("/opt", "/old"),
                    }
                ],
            },
        )
        for event, group in MINE
    ]
    for text in TEXTS.values():
        assert json.loads(hooks.merged(hooks.merged(text, older), MINE)) == json.loads(
            hooks.merged(text, MINE)
        )


@pytest.mark.parametrize(
    "text, line",
    [
        ('{\n  "a": 1\n  "b"\n}', "line 3"),
        ("{\n// note\n}", "line 2"),
        ("[]", "line 1"),
        ('"x"', "line 1"),
        ('{"hooks": []}', "hooks"),
        ('{"hooks": {"Stop": {}}}', "hooks"),
        ("[" * 100000, "line 1"),
        ('{"a": 1}\n{', "line 2"),
    ],
)
def test_broken(text, line):
    for change in (lambda: hooks.merged(text, MINE), lambda: hooks.without(text)):
        with pytest.raises(jsonedit.BrokenJson, match=line):
            change()


@pytest.mark.parametrize(
    "settings",
    [
        None,
        3,
        [],
        {"hooks": 3},
        {"hooks": {"Stop": [3, {"hooks": 3}, {"hooks": [3, {"command": 3}, {"command": "x"}]}]}},
    ],
)
def test_other_shapes_hold_none_of_ours(settings):
    assert hooks.ours(settings) == []
