"""on and off."""

from __future__ import annotations

import json

from cli_tools import cli  # noqa: F401 (a fixture)

from reflexion.fast_path import OFF


def test_everywhere_is_switched_on_again_everywhere(cli):
    assert "until `reflexion on --global`" in cli("off", "--global")
    assert json.loads(cli("config", "--json"))["enabled"] is False
    assert "here" not in cli("on", "--global")
    cli("off")
    assert "here they do nothing until `reflexion on`" in cli("on", "--global")
    cli("on")
    assert "here they go on until `reflexion off`" in cli("off", "--global")


def test_on_and_off(cli, monkeypatch):
    cli("off")
    assert json.loads(cli("config", "--json"))["enabled"] is False
    cli("on")
    cli("on", "--reflect")
    settings = json.loads(cli("config", "--json"))
    assert settings["enabled"] is True and settings["auto_reflect"] is True
    cli("off", "--session", status=1)
    assert "no session runs here" in cli.err
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "abc-123")
    mark = cli.home / ".reflexion" / f"{OFF}abc-123"
    cli("off", "--session")
    assert mark.exists()
    cli("on", "--session")
    assert not mark.exists()
