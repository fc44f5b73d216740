"""Boxes that take long to prepare: made once in a process, and put back for each test."""

import copy
import shutil

import pytest
from sandbox import Box


def prepared(prepare):
    """Make a fixture of what `prepare(box)` returns; every file beside the box is part of it."""
    made = []

    def put_back(tmp_path_factory, monkeypatch):
        if made:
            result, live, kept = made
            shutil.rmtree(live)
            shutil.copytree(kept, live, symlinks=True)
        else:
            top = tmp_path_factory.mktemp(prepare.__name__)
            live, kept = top / "live", top / "kept"
            (live / "home").mkdir(parents=True)
            result = prepare(Box(live / "shop", live / "home"))
            shutil.copytree(live, kept, symlinks=True)
            made.extend((result, live, kept))
        monkeypatch.setenv("HOME", str(live / "home"))
        monkeypatch.setenv("USERPROFILE", str(live / "home"))
        return copy.deepcopy(result)

    return pytest.fixture(put_back, name=prepare.__name__)
