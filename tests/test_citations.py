"""Learnings that a reply says it used are counted, apart from those that were merely said."""

from __future__ import annotations

import json

import pytest
from sandbox import told

from reflexion.capture.endings import named
from reflexion.text.render import block, citation


@pytest.fixture
def box(inside):
    """Hooks are called in this process; tests/test_hook.py runs the scripts themselves."""
    return inside


MISSING = "make: *** No rule to make target 'release'.  Stop."
SAID = {"RFX-20260331-a7f03c", "RFX-20260331-b11d42"}
SETTINGS = {
    "max_recalled": 3,
    "recall_chars": 900,
    "confidence_threshold": "medium",
    "cite": True,
}


@pytest.mark.parametrize(
    "message, ids",
    [
        ("Done.\n\n\u2728 1 reflexion learning applied [rfx:a7f03c]", ["a7f03c"]),
        ("[rfx:a7f03c, b11d42]", ["a7f03c", "b11d42"]),
        ("[rfx:a7f03c,rfx:b11d42]", ["a7f03c", "b11d42"]),
        ("[rfx:a7f]", ["a7f03c"]),
        ("[rfx:7f03c]", ["a7f03c"]),
        ("[rfx:RFX-20260331-b11d42]", ["b11d42"]),
        ("[rfx:a7f03c] and [rfx:a7f03c]", ["a7f03c"]),
        ("[rfx:ffffff]", []),
        ("[rfx:]", []),
        ("[rfx:../../x]", []),
        ("rfx:a7f03c", []),
        ("[rfx:a7f03c" + "x" * 5000, []),
        ("[rfx:a7f03c] " + "x" * 5000, []),
        ("", []),
    ],
)
def test_which_learnings_a_marker_names(message, ids):
    assert [id[-6:] for id in named(message, SAID)] == ids


def test_the_words_that_ask_are_a_dozen_at_most():
    for digits in (["a7f03c"], ["a7f03c", "b11d42", "c0ffee"]):
        assert len(citation(digits).split()) <= 12 and len(citation(digits)) <= 100


@pytest.mark.parametrize("limit", [100, 200, 300, 360, 420, 900])
def test_the_words_fit_into_the_block(limit):
    entries = [
        {
            "id": f"RFX-20260331-a7f03{n}",
            "occurrences": 2,
            "trigger": "zoo ERR! Missing cage",
            "resolution": "Use zoo build",
            "promoted": False,
        }
        for n in range(3)
    ]
    text = block(entries, {**SETTINGS, "recall_chars": limit})
    assert len(text) <= limit and text.count("end your reply") == bool(text)
    assert "reply" not in block(entries, {**SETTINGS, "cite": False})
    for n in range(text.count("Past learning")):
        assert f"a7f03{n}" in text.split("[rfx:")[1]


def failing(box, resolution="Run `make dist`.", settings='{"cite": true}'):
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.", session="s1")
    (entry,) = box.entries()
    (box.root / ".reflexion" / "config.json").write_text(settings)
    box.change(entry["id"], resolution=resolution, confidence="high")
    return entry["id"]


def stop(box, message, session="s2", **more):
    assert (
        box.fire(
            "capture",
            "Stop",
            session=session,
            last_assistant_message=message,
            stop_hook_active=False,
            **more,
        )
        == ""
    )


def applied(box):
    return box.entries()[0].get("applied", 0)


def test_a_reply_is_counted_once_a_session(box):
    id = failing(box)
    text = told(
        box.bash(
            "make release", 2, "make: *** No rule to make target 'release'.  Stop.", session="s2"
        )
    )
    marker = text[text.index("\u2728") : text.index("]", text.index("[rfx:")) + 1]
    stop(box, "Used make dist.\n" + marker)
    stop(box, "Again.\n" + marker)
    assert applied(box) == 1
    stop(box, marker, session="s3")
    assert applied(box) == 1, "what was not said in a session cannot have been applied in it"
    assert json.loads(box.reflexion("status", "--json").stdout)["numbers"]["ever"]["applied"] == 1
    shown = box.reflexion("show", id).stdout
    assert (
        "applied 1x" in shown
        and "The agent said once that it used one" in box.reflexion("status").stdout
        and "applied 1x" in box.reflexion("status", "--html", "-").stdout
    )


def test_without_the_message_the_transcripts_tail_tells(box):
    id = failing(box)
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.", session="s2")
    path = box.home / "t.jsonl"
    path.write_text(
        json.dumps(
            {
                "type": "assistant",
                "message": {
                    "role": "assistant",
                    "content": [{"type": "text", "text": f"ok [rfx:{id[-6:]}]"}],
                },
            }
        )
        + "\n"
    )
    assert (
        box.fire("capture", "Stop", session="s2", transcript_path=str(path)) == ""
        and applied(box) == 1
    )


@pytest.mark.parametrize(
    "settings, asks",
    [
        ("{}", False),
        ('{"cite": false}', False),
        ('{"citations": true}', True),
        ('{"citations": false}', False),
        ('{"citations": true, "cite": false}', False),
        ('{"cite": true, "citations": false}', True),
    ],
)
def test_it_is_asked_for_where_it_is_switched_on(box, settings, asks):
    """By the setting `cite`, whose name was `citations`."""
    failing(box, settings=settings)
    text = told(box.bash("make release", 2, MISSING, session="s2"))
    assert "<reflexion-recall>" in text and ("rfx:" in text) == asks


def test_switched_off_nothing_is_asked_or_counted(box):
    id = failing(box, settings="{}")
    text = told(
        box.bash(
            "make release", 2, "make: *** No rule to make target 'release'.  Stop.", session="s2"
        )
    )
    assert "<reflexion-recall>" in text and "rfx:" not in text
    stop(box, f"[rfx:{id[-6:]}]")
    assert applied(box) == 0
