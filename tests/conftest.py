"""Fixtures: a scratch home and project for every test; nothing here can reach the real home."""

from __future__ import annotations

import itertools
import os

import pytest
from sandbox import Inside, Sandbox


@pytest.fixture(scope="session")
def homes(tmp_path_factory):
    """Names of homes to come, below one folder: numbering thousands of them beside each other would look through all of them every time."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(n) for n in itertools.count())


@pytest.fixture(autouse=True)
def scratch_home(homes, monkeypatch):
    """A home of its own for the test and everything it starts."""
    home = next(homes)
    home.mkdir()
    for name in [
        name for name in os.environ if name.startswith(("REFLEXION_", "CLAUDE_", "CODEX_", "GIT_"))
    ]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


@pytest.fixture
def box(tmp_path, scratch_home):
    """A scratch project in which the real scripts run as a host runs them."""
    return Sandbox(tmp_path / "shop", scratch_home)


@pytest.fixture
def inside(tmp_path, scratch_home):
    """A scratch project whose hooks are called in this process, from payload to answer."""
    return Inside(tmp_path / "shop", scratch_home)
