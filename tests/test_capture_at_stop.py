"""The question when the agent stops, about what of a session has no lesson."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from reflexion.capture.at_stop import unsolved


def unsolved_of(entries: list, **more) -> str:
    """The question at a stop about a session that saw these entries."""
    records = [{"kind": "seen", "id": n} for n in range(len(entries))]
    records += [{"kind": "step", "id": 0}, {"kind": "seen", "id": 99}, *more.pop("records", [])]
    view = SimpleNamespace(
        trusted=True,
        settings={"ask_agent": more.pop("ask_agent", 3)},
        records=lambda: records,
        entry=dict(enumerate(entries)).get,
        project=SimpleNamespace(root="/shop"),
    )
    event = SimpleNamespace(agent="", when="", mute=False, continued=False, cwd="/shop")
    return unsolved(SimpleNamespace(**{**vars(event), **more}), view)


OPEN = {"id": "RFX-20260302-abcdef", "type": "error", "context": "make", "trigger": "boom"}
OPEN["resolution"] = ""
LEARNED = {"resolution": "Use it.", "source": "user"}
DRAFT = {"resolution": "Use it.", "source": "inferred", "confidence": "low"}


@pytest.mark.parametrize(
    "entries, lines",
    [
        ([OPEN] * 2, 0),
        ([OPEN] * 3, 3),
        ([OPEN] * 20, 20),
        ([OPEN] * 21, 20),
        ([OPEN, OPEN, {**OPEN, **LEARNED}], 0),
        ([OPEN, OPEN, {**OPEN, **DRAFT}], 3),
        ([OPEN, OPEN, {**OPEN, "type": "correction"}], 0),
    ],
)
def test_what_is_listed_when_it_stops(entries, lines):
    text = unsolved_of(entries)
    assert text.count("\n- abcdef: `make`: boom") == lines == text.count("\n- ")
    framed = text.startswith("<reflexion-ask>") and text.endswith("</reflexion-ask>")
    assert framed == bool(lines), "a prompt that hands it back is known by its frame"


@pytest.mark.parametrize(
    "more", [{"continued": True}, {"agent": "a1"}, {"records": [{"kind": "listed"}]}]
)
def test_when_nothing_is_listed(more):
    assert unsolved_of([OPEN] * 3) and unsolved_of([OPEN] * 3, **more) == ""


@pytest.mark.parametrize("ask_agent, lines", [(1, 3), (0, 0)])
def test_the_questions_of_the_session_leave_the_one_at_its_end(ask_agent, lines):
    asked = [{"kind": "question", "id": f"RFX-{n}"} for n in range(3)]
    text = unsolved_of([OPEN] * 3, records=asked, ask_agent=ask_agent)
    assert text.count("\n- abcdef") == lines


def test_what_it_was_asked_about_is_not_listed_again():
    other = {**OPEN, "id": "RFX-20260302-fedcba"}
    asked = [{"kind": "question", "id": OPEN["id"]}]
    text = unsolved_of([OPEN, OPEN, other], records=asked)
    assert text.count("\n- ") == text.count("\n- fedcba") == 1
    assert unsolved_of([OPEN] * 3, records=asked) == ""


@pytest.mark.parametrize("length, cut", [(90, False), (91, True)])
def test_how_much_of_an_error_line_is_listed(length, cut):
    line = "boom" + "m" * (length - 4)
    text = unsolved_of([{**OPEN, "trigger": line}] * 3)
    assert f": `make`: {line[:89] + '…' if cut else line}\n" in text
