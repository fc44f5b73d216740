"""Fixtures: a scratch home and project for every test; nothing here can reach the real home."""
from __future__ import annotations

import os

import pytest

from sandbox import Sandbox


@pytest.fixture(autouse=True)
def scratch_home(tmp_path_factory, monkeypatch):
    """A home of its own for the test and everything it starts."""
    home = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith(("REFLEXION_", "CLAUDE_", "CODEX_", "GIT_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


@pytest.fixture
def box(tmp_path, scratch_home):
    """A scratch project in which the real scripts run as a host runs them."""
    return Sandbox(tmp_path / "shop", scratch_home)
