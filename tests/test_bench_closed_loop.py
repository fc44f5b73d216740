"""The closed loop in miniature: a few of the bench's scenarios, with the hooks in this process."""

from __future__ import annotations

import sys

import pytest
from sandbox import ROOT, Inside

sys.path.append(str(ROOT / "tests" / "bench"))

import closed_loop  # noqa: E402
from loop_scenarios import QUIET, SCENARIOS  # noqa: E402

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")
CHOSEN = ["missing module", "missing target", "flaky test"]


def test_a_second_session_is_spared_the_mistakes_of_the_first():
    chosen = [s for s in SCENARIOS + QUIET if s.name in CHOSEN]
    figures = closed_loop.measure(chosen, kind=Inside)
    assert figures["with"]["outcomes"] == {
        "missing module": "avoided",
        "missing target": "mended",
        "flaky test": "repeated",
    }
    assert (figures["with"]["repeated failures"], figures["without"]["repeated failures"]) == (1, 2)
    assert (figures["with"]["said"], figures["with"]["wrong"], figures["without"]["said"]) == (
        2,
        0,
        0,
    )
    assert figures["spared"] == 1.0


def test_there_are_enough_mistakes_and_each_has_a_name_of_its_own():
    assert len(SCENARIOS) >= 25 and len({s.name for s in SCENARIOS + QUIET}) == len(
        SCENARIOS + QUIET
    )


@pytest.mark.parametrize(
    "told, todo",
    [
        ("  Resolution: Use `b x` instead of `a x`.\n", ["b x"]),
        ("  Resolution: Run `i` first.\n", ["i", "a x"]),
        ("  Resolution: Run `i`, `j` and then `k` first.\n", ["i", "j", "k", "a x"]),
        ("  Resolution: Run `i` first, then use `b`.\n", ["i", "b"]),
        ("  Resolution: Run `i` first after editing `f`.\n", ["i", "a x"]),
        ("  Resolution: Run it in `d`: `cd d && a x`.\n", ["cd d && a x"]),
        ("about this command: it fails - Run `i` first.</reflexion-recall>", ["i", "a x"]),
        (
            "  Resolution: Find the PID with `lsof -ti :1` and kill it first.\n",
            ["kill $(lsof -ti :1)", "a x"],
        ),
        ("  Resolution: Works after editing `f`.\n", []),
        ("", []),
    ],
)
def test_the_agent_does_what_it_is_told(told, todo):
    assert closed_loop.advice(told, "a x") == todo
