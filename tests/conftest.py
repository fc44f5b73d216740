"""Fixtures: a scratch home and project for every test; nothing here can reach the real home."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile

import pytest
from sandbox import Inside, Sandbox

# what a host that runs the tests, or its person, may have set
OF_HOSTS = ("REFLEXION_", "CLAUDE_", "CODEX_", "GIT_", "COPILOT_", "QWEN_", "GEMINI_", "XDG_CONFIG")
SHARE = "REFLEXION_TEST_SHARE"  # "0/2": this process runs every second test, from the first on


def pytest_cmdline_main(config):
    """Run the whole suite in one process for each core. None (pytest goes on by itself) on one
    core, and where files or options are named."""
    cores = min(os.cpu_count() or 1, 4)
    named = [word for word in config.invocation_params.args if word not in ("-q", "-x")]
    if SHARE in os.environ or cores == 1 or (named and named != ["-p", "no:cacheprovider"]):
        return None
    words = [sys.executable, "-m", "pytest", *config.invocation_params.args]
    outputs = [None, *(tempfile.TemporaryFile() for _ in range(1, cores))]
    shares = [
        subprocess.Popen(words, stdout=output, env={**os.environ, SHARE: f"{n}/{cores}"})
        for n, output in enumerate(outputs)
    ]
    status = max(share.wait() for share in shares)
    for output in outputs[1:]:
        output.seek(0)
        print(output.read().decode("utf-8", "replace"))
    return status


def pytest_ignore_collect(collection_path):
    """Leave the files of the other processes' shares alone: dealt out like cards, by their size."""
    number, _, count = os.environ.get(SHARE, "0/1").partition("/")
    if not collection_path.name.startswith("test_") or collection_path.is_dir():
        return None
    files = sorted(collection_path.parent.glob("test_*.py"), key=lambda file: file.stat().st_size)
    return True if files.index(collection_path) % int(count) != int(number) else None


@pytest.fixture(scope="session")
def homes(tmp_path_factory):
    """Names of homes to come, below one folder: numbering thousands of them beside each other would look through all of them every time."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(n) for n in itertools.count())


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """A folder with the program `reflexion`, as `pipx install` makes it."""
    folder = tmp_path_factory.mktemp("bin")
    program = folder / ("reflexion.exe" if os.name == "nt" else "reflexion")
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{top}/reflexion' \"$@\"\n")
    program.chmod(0o755)
    return folder


@pytest.fixture(autouse=True)
def scratch_home(homes, installed, monkeypatch):
    """A home of its own for the test and everything it starts."""
    home = next(homes)
    home.mkdir()
    for name in [name for name in os.environ if name.startswith(OF_HOSTS)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{installed}{os.pathsep}{os.environ.get('PATH', '')}")
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # no test pulls the plug
    return home


@pytest.fixture
def box(tmp_path, scratch_home):
    """A scratch project in which the real scripts run as a host runs them."""
    return Sandbox(tmp_path / "shop", scratch_home)


@pytest.fixture
def inside(tmp_path, scratch_home):
    """A scratch project whose hooks are called in this process, from payload to answer."""
    return Inside(tmp_path / "shop", scratch_home)
