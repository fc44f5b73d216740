"""Failures that are over with the call that just worked: what is kept of their remedy."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from reflexion.capture.solved import _learned
from reflexion.signals.fixes.endings import Fix

LACKS = "ModuleNotFoundError: No module named 'yaml'"


@pytest.fixture
def box(inside):
    """Hooks are called in this process; tests/test_hook.py runs the scripts themselves."""
    return inside


@pytest.mark.parametrize(
    "text, kept",
    [
        ("x" * 500, 500),
        ("x" * 501, 500),
        ("x", 1),
        ("", 0),
        (None, 0),
        ("[REDACTED]" + "x" * 29, 0),
        ("[REDACTED]" + "x" * 30, 40),
    ],
)
def test_how_much_of_a_remedy_is_kept(text, kept):
    fix = None if text is None else Fix(text, "medium", False)
    change = _learned(SimpleNamespace(fix=fix, failure={"id": "RFX-1"}), False)
    assert len(change.fix if change else "") == kept
    if change:
        now = change.compute({"resolution": ""})
        assert (now["resolution"], change.entry_id) == (change.fix, "RFX-1")


def solve(box, session):
    box.bash("python3 load.py", 1, LACKS, session=session)
    box.bash("pip install pyyaml", 0, "ok", session=session)
    box.bash("python3 load.py", 0, "ok", session=session)


def test_a_session_votes_once(box):
    votes = []
    for session in ("s1", "s1", "s2"):
        solve(box, session)
        votes.append(box.entries()[0]["votes"])
    assert votes == [1, 1, 2]


@pytest.mark.parametrize("command, passed", [("make dist", True), ("make dist-all", False)])
def test_the_failed_command_has_passed_again(box, command, passed):
    box.bash("make dist", 2, "make: *** [dist] Error 3: no space", session="s1")
    box.bash(command, 0, "ok", session="s1")
    outcomes = (box.root / ".reflexion" / "state" / "outcomes.txt").read_text()
    assert ("\tpassed" in outcomes) is passed


def test_without_the_setting_no_fix_is_inferred(box):
    (box.root / ".reflexion").mkdir()
    (box.root / ".reflexion" / "config.json").write_text('{"infer_fixes": false}')
    box.script("init", "--project", box.root)
    solve(box, "s1")
    assert box.entries()[0]["resolution"] == ""
