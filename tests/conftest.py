"""A scratch home and project for every test; the suite runs in one process for each core."""

import itertools
import os

import pytest
from sandbox import Box
from workers import run_in_workers

# what a host that runs the tests, or its person, may have set
OF_HOSTS = ("REFLEXION_", "CLAUDE", "CODEX_", "GIT_", "COPILOT_", "QWEN_", "GEMINI_", "OPENCODE")
OF_AGENTS = ("AGENT", "AI_AGENT", "CURSOR_AGENT", "XDG_CONFIG_HOME", "COLUMNS", "VISUAL", "EDITOR")


def pytest_runtestloop(session):
    """Run the tests in one process for each core; None lets pytest run them itself."""
    return run_in_workers(session)


@pytest.fixture(scope="session")
def homes(tmp_path_factory):
    """Yield names of homes to come, below one folder."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True, scope="session")
def bare_environment():
    """Take out what the host or the person set; no test pulls the plug, so nothing is synced."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [*os.environ]:
            if name.startswith(OF_HOSTS) or name in OF_AGENTS:
                patch.delenv(name)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patch.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture(autouse=True)
def scratch_home(homes, monkeypatch):
    """Give the test, and everything that it starts, an empty home."""
    home = next(homes)
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    return home


@pytest.fixture
def box(tmp_path, scratch_home):
    """Return a Box: a checkout of git without commits, and its person's home."""
    return Box(tmp_path / "shop", scratch_home)
