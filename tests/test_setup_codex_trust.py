"""The hashes that Codex records about a hook, recomputed; vectors are what Codex itself reports for these hooks."""

from __future__ import annotations

import json

import pytest

from reflexion.setup import codex_trust as trust
from reflexion.setup import hooks


@pytest.mark.parametrize(
    "event, matcher, hook, digest",
    [
        (
            "PostToolUse",
            "Bash",
            {"command": "echo \u00e9 'x' > /dev/null", "timeout": 15},
            "1c7bf498ab9c808312205efd79a72268b61e044ac88f88d8bd292fb051d3f252",
        ),
        (
            "UserPromptSubmit",
            "x",
            {"command": "true"},
            "0c5faf9b4c95d27d454f681f22931c6d071e6b0ab11bcbf2e461c464355de34d",
        ),
    ],
)
def test_hash(event, matcher, hook, digest):
    assert (
        trust.hook_hash(event, matcher, {"type": "command", **hook}, windows=False)
        == "sha256:" + digest
    )


def test_hash_tells_what_codex_tells_apart():
    hook = {"type": "command", "command": "a", "timeout": 15}
    one = trust.hook_hash("PreToolUse", "Bash", hook, windows=False)
    for event, matcher, change in [
        ("PostToolUse", "Bash", {}),
        ("PreToolUse", None, {}),
        ("PreToolUse", "Bash", {"command": "b"}),
        ("PreToolUse", "Bash", {"timeout": 16}),
    ]:
        assert trust.hook_hash(event, matcher, {**hook, **change}, windows=False) != one
    assert (
        trust.hook_hash("PreToolUse", "Bash", {**hook, "commandWindows": "w"}, windows=False) == one
    )
    assert (
        trust.hook_hash(
            "PreToolUse", "Bash", {**hook, "command": "w", "commandWindows": "a"}, windows=True
        )
        == one
    )
    end = {"command": "a", "timeout": 3}
    assert trust.hook_hash("SessionEnd", None, {**end, "timeout": 15}) == trust.hook_hash(
        "SessionEnd", None, end
    ), "it grants three seconds at most"


def test_labels():
    assert [
        trust.label(event) for event in ("PostToolUse", "SessionEnd", "Stop", "UserPromptSubmit")
    ] == ["post_tool_use", "session_end", "stop", "user_prompt_submit"]


@pytest.fixture
def codex(tmp_path):
    path = tmp_path / "it's \u00e9" / "hooks.json"
    path.parent.mkdir()
    group = {
        "matcher": "Bash",
        "hooks": [
            {"type": "command", "command": "sh -c ': reflexion recall; true'", "timeout": 15}
        ],
    }
    path.write_text(
        json.dumps(
            {
                "hooks": {
                    "PreToolUse": [{"hooks": [{"type": "command", "command": "theirs"}]}, group]
                }
            }
        ),
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("reader", ["own", "any"])
@pytest.mark.parametrize(
    "lines, status",
    [
        ('trusted_hash = "{hash}"', trust.TRUSTED),
        ('trusted_hash = "sha256:0"', trust.CHANGED),
        ("", trust.UNTRUSTED),
        ('enabled = false\ntrusted_hash = "{hash}"', trust.DISABLED),
    ],
)
def test_trust(codex, tmp_path, reader, lines, status):
    found = hooks.ours(json.loads(codex.read_text(encoding="utf-8")))[0]
    digest = trust.hook_hash("PreToolUse", "Bash", found.hook)
    text = (
        f'model = "x"\n[hooks.state.{json.dumps(str(codex) + ":pre_tool_use:1:0", ensure_ascii=False)}]\n'
        + lines.format(hash=digest)
        + '\n[projects."/home/dev/shop"]\ntrust_level = "trusted"\n[other]\nenabled = false\n'
    )
    config = tmp_path / "config.toml"
    config.write_text(text, encoding="utf-8")
    read = (
        trust._tables(text) if reader == "own" else trust.read_config({"CODEX_HOME": str(tmp_path)})
    )
    assert trust.trust_of(str(codex), found, read) == status
    assert trust.folder_trusted("/home/dev/shop", read) and not trust.folder_trusted(
        "/home/dev", read
    )


def test_no_configuration(codex, tmp_path):
    assert trust.read_config({"CODEX_HOME": str(tmp_path / "none")}) == {}
    (tmp_path / "config.toml").write_bytes(b"\xff[[")
    broken, found = trust.read_config({"CODEX_HOME": str(tmp_path)}), hooks.in_file(str(codex))[0]
    for odd in (broken, {"hooks": 3}, {"hooks": {"state": {}}}, {"projects": []}):
        assert trust.trust_of(str(codex), found, odd) == trust.UNTRUSTED
        assert not trust.folder_trusted("/x", odd)


@pytest.mark.parametrize("reader", ["tomllib", "own"])
@pytest.mark.parametrize(
    "text, name",
    [
        ('[plugins."reflexion@mine"]\nenabled = true\n', "reflexion@mine"),
        ('[plugins."other@x"]\nenabled = true\n[plugins."reflexion@x"]\nenabled = false\n', ""),
        ('[plugins."reflexion@x"]\n', ""),
        ("plugins = 3\n", ""),
    ],
)
def test_the_plugin_that_is_on(tmp_path, reader, text, name):
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    environ = {"CODEX_HOME": str(tmp_path)}
    config = trust._tables(text) if reader == "own" else trust.read_config(environ)
    assert trust.plugin_in(config, "reflexion@") == name
