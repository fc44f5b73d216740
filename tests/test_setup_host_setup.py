"""What is installed where, for doctor and status."""

from __future__ import annotations

import json

import pytest

from reflexion.setup import codex_trust, hooks, host_setup


@pytest.fixture
def site(tmp_path, scratch_home):
    (tmp_path / "shop").mkdir()
    return host_setup.Site(str(tmp_path / "shop"), "", {"HOME": str(scratch_home)})


def write(site, host, scope, change=lambda found: found):
    from pathlib import Path

    module = host_setup.HOSTS[host]
    path = Path(module.settings_files(site)[scope])
    path.parent.mkdir(parents=True, exist_ok=True)
    wanted = [
        (event, json.loads(change(json.dumps(group)))) for event, group in module.wanted(site)
    ]
    path.write_text(hooks.merged("", wanted), encoding="utf-8")
    return path


def test_nothing(site):
    assert (
        host_setup.installed(site) == ([], [])
        and len(host_setup.missing(site, "claude")) == len(hooks.CLAUDE)
        and host_setup.plugin_enabled(site) == ""
    )


@pytest.mark.parametrize(
    "host, scope, table",
    [
        ("claude", "local", hooks.CLAUDE),
        ("claude", "shared", hooks.CLAUDE),
        ("claude", "user", hooks.CLAUDE),
        ("codex", "shared", hooks.CODEX),
        ("codex", "user", hooks.CODEX),
    ],
)
def test_found(site, host, scope, table):
    path = write(site, host, scope)
    found, problems = host_setup.installed(site)
    assert (
        sorted((one.event, one.script) for one in found)
        == sorted((event, script) for event, script, _ in table)
        and problems == []
    )
    assert {(one.host, one.scope, one.path) for one in found} == {(host, scope, str(path))}
    assert {one.trust for one in found} == {codex_trust.UNTRUSTED if host == "codex" else ""}
    assert host_setup.missing(site, host) == [] and all(
        one.timeout in (hooks.TIMEOUT, host_setup.HOSTS["codex"].last) for one in found
    )


def test_missing_and_odd_timeouts(site):
    path = write(site, "claude", "local")
    settings = json.loads(path.read_text(encoding="utf-8"))
    del settings["hooks"]["Stop"]
    settings["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"] = "soon"
    path.write_text(json.dumps(settings), encoding="utf-8")
    assert host_setup.missing(site, "claude") == [("Stop", "capture")]
    assert (
        next(one for one in host_setup.installed(site)[0] if one.event == "PreToolUse").timeout
        == hooks.TIMEOUT
    )


@pytest.mark.parametrize("data", [b"{,}", b"[]", b"\xff", b'{"hooks": []}'])
def test_problems(site, data):
    path = write(site, "codex", "shared")
    path.write_bytes(data)
    found, problems = host_setup.installed(site)
    assert (
        found == [] and [name for name, _ in problems] == [str(path)] and "\n" not in problems[0][1]
    )


@pytest.mark.parametrize(
    "plugins, on",
    [
        ({"reflexion@reflexion": True}, True),
        ({"reflexion@mine": True, "x@y": True}, True),
        ({"reflexion@reflexion": False}, False),
        (3, False),
    ],
)
def test_plugin(site, plugins, on):
    path = write(site, "claude", "user")
    path.write_text(json.dumps({"enabledPlugins": plugins}), encoding="utf-8")
    assert host_setup.plugin_enabled(site) == (str(path) if on else "")
