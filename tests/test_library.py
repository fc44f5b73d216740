"""The importable API: read, add, recall; and a hook pays nothing for it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sandbox import ROOT


def test_read_add_recall(box, monkeypatch):
    monkeypatch.chdir(box.root)
    from reflexion import open_store

    store = open_store()
    assert len(store) == 0 and not (box.root / ".reflexion").exists()
    words = "make: *** No rule to make target 'release'. Stop."
    added = store.add("Use `make dist` instead of `make release`.", words, "make release")
    assert (added["type"], added["source"], added["occurrences"]) == ("error", "user", 1)
    again = store.add("Use `make dist` instead of `make release`.", words, "make release")
    assert again["id"] == added["id"] and again["occurrences"] == 1 and len(list(store)) == 1
    history = (box.root / ".reflexion" / "state" / "history.txt").read_text()
    assert history.count(f"learned\t{added['id']}") == 1, "it is one lesson recorded"
    assert store.read(added["id"][-6:])["trigger"] == added["trigger"]
    assert store.read("zzz") is None
    found = store.recall("make release says No rule to make target release")
    assert [learning["id"] for learning in found] == [added["id"]]
    assert store.recall("what a lovely morning") == []
    assert store.add("Store dates in UTC.")["type"] == "insight"


def test_no_store_at_home(scratch_home):
    from reflexion import open_store

    with pytest.raises(ValueError, match="in no project"):
        open_store(str(scratch_home))


def test_it_is_loaded_when_asked_for():
    code = "import reflexion, sys; print([m for m in sys.modules if m.startswith('reflexion.')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done
    import reflexion

    with pytest.raises(AttributeError):
        reflexion.nothing  # noqa: B018
