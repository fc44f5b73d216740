"""Two sides of an entry become one, the same from either; and what git left in conflict is read."""

from __future__ import annotations

import pytest

from reflexion.store.merge import conflicted, heal, merge
from reflexion.store.schema import Unreadable, encode, parse

ID = "RFX-20260331-a7f03c"
BASE = parse(
    encode(
        {
            "id": ID,
            "type": "error",
            "trigger": "boom",
            "context": "make",
            "resolution": "",
            "keywords": ["make"],
            "occurrences": 3,
            "first_seen": "2026-03-31",
            "last_seen": "2026-04-01",
            "promoted": False,
            "cwd": ".",
        }
    ),
    ID,
)
INFERRED = {"resolution": "Run `a`.", "source": "inferred", "confidence": "medium"}
BY_HAND = {"resolution": "Run `b`."}

# (what we changed, what they changed, what the merged entry must hold)
CASES = [
    (
        "counters add up",
        {"occurrences": 5, "sessions": 2},
        {"occurrences": 4, "worked": 1},
        {"occurrences": 6, "sessions": 2, "worked": 1},
    ),
    (
        "dates widen",
        {"first_seen": "2026-03-01", "last_seen": "2026-04-02"},
        {"last_seen": "2026-05-01"},
        {"first_seen": "2026-03-01", "last_seen": "2026-05-01"},
    ),
    ("keywords unite", {"keywords": ["make", "x"]}, {"keywords": ["y", "make"]}, {}),
    ("one side learned the fix", INFERRED, {"occurrences": 4}, {**INFERRED, "occurrences": 4}),
    (
        "a person's words win",
        INFERRED,
        BY_HAND,
        {"resolution": "Run `b`.", "notes": ["also: Run `a`."]},
    ),
    (
        "then the more trusted",
        INFERRED,
        {**INFERRED, "resolution": "Run `c`.", "confidence": "high"},
        {"resolution": "Run `c`.", "notes": ["also: Run `a`."]},
    ),
    (
        "then the newer",
        INFERRED,
        {**INFERRED, "resolution": "Run `0`.", "last_seen": "2026-06-01"},
        {"resolution": "Run `0`.", "notes": ["also: Run `a`."]},
    ),
    (
        "no counter falls below its least",
        {"occurrences": 1, "failed": 1},
        {"occurrences": 1, "failed": 1},
        {"occurrences": 1, "failed": 0},
    ),
    ("promoted on either side", {"promoted": True}, {"occurrences": 4}, {"promoted": True}),
    ("promoted lately", {"promoted": True, "last_seen": "2026-06-01"}, {}, {"promoted": True}),
    ("promoted before", {"promoted": True}, {"last_seen": "2026-06-01"}, {"promoted": True}),
    (
        "a note beside notes",
        {**INFERRED, "notes": ["n"]},
        BY_HAND,
        {"notes": ["n", "also: Run `a`."]},
    ),
    (
        "as many notes as there may be",
        {**INFERRED, "notes": [f"n{n}" for n in range(20)]},
        BY_HAND,
        {"notes": [*(f"n{n}" for n in range(1, 20)), "also: Run `a`."]},
    ),
    (
        "as many notes of both",
        {"notes": [f"n{n}" for n in range(21)]},
        {"notes": [f"n{n}" for n in range(21)]},
        {"notes": [f"n{n}" for n in range(1, 21)]},
    ),
    (
        "as many keywords of both",
        {"keywords": [f"n{n}" for n in range(13)]},
        {"keywords": [f"n{n}" for n in range(13)]},
        {"keywords": [f"n{n}" for n in range(12)]},
    ),
    ("a category from one side", {"category": "git"}, {"occurrences": 4}, {"category": "git"}),
    (
        "a category from the older side",
        {"category": "git"},
        {"last_seen": "2026-06-01"},
        {"category": "git"},
    ),
    ("notes unite", {"notes": ["a", "b"]}, {"notes": ["b", "c"]}, {}),
    ("replies that applied it add up", {"applied": 2}, {"applied": 1}, {"applied": 3}),
    (
        "a label from one side",
        {"skill": "deploy"},
        {"occurrences": 4},
        {"skill": "deploy", "category": None},
    ),
    (
        "of two labels the newer",
        {"skill": "deploy"},
        {"category": "git", "last_seen": "2026-06-01"},
        {"skill": None, "category": "git"},
    ),
    (
        "unknown fields survive",
        {"team": "web"},
        {"owner": {"x": 1}},
        {"team": "web", "owner": {"x": 1}},
    ),
    (
        "context changed on one side",
        {"context": "make | cmake"},
        {"occurrences": 9},
        {"context": "make | cmake", "occurrences": 9},
    ),
]


@pytest.mark.parametrize(
    "ours, theirs, expected", [row[1:] for row in CASES], ids=[row[0] for row in CASES]
)
def test_merge(ours, theirs, expected):
    base = {**BASE, "failed": 3} if "failed" in ours else BASE
    merged = merge(base, {**BASE, **ours}, {**BASE, **theirs})
    assert {field: merged.get(field) for field in expected} == expected
    assert merged == merge(base, {**BASE, **theirs}, {**BASE, **ours}), (
        "both clones must come to the same"
    )
    assert parse(encode(merged), ID)


def test_unions():
    merged = merge(
        BASE,
        {**BASE, "keywords": ["make", "x"], "notes": ["a", "b"]},
        {**BASE, "keywords": ["y", "make"], "notes": ["b", "c"]},
    )
    assert set(merged["keywords"]) == {"make", "x", "y"} and set(merged["notes"]) == {"a", "b", "c"}


def test_met_independently_without_a_base():
    assert merge(None, {**BASE, "occurrences": 2}, {**BASE, "occurrences": 3})["occurrences"] == 5


def test_merging_nothing_new_changes_nothing():
    assert merge(BASE, BASE, BASE) == BASE
    assert merge(BASE, {**BASE, "occurrences": 4}, BASE)["occurrences"] == 4


def test_a_fix_that_only_one_side_took_out_stays():
    base = {**BASE, "resolution": "Use npm."}
    for sides in ((base, BASE), (BASE, base)):
        assert merge(base, *sides) == base


def conflict(ours: dict, theirs: dict, base: dict | None = None) -> bytes:
    middle = b"||||||| base\n" + encode(base) if base else b""
    return (
        b"<<<<<<< HEAD\n"
        + encode(ours)
        + middle
        + b"=======\n"
        + encode(theirs)
        + b">>>>>>> other\n"
    )


def test_conflict_markers_are_read_as_two_sides():
    data = conflict({**BASE, "occurrences": 5}, {**BASE, "occurrences": 4}, BASE)
    assert conflicted(data) and not conflicted(encode(BASE))
    assert heal(data, ID)["occurrences"] == 6


def test_markers_within_the_file():
    text = encode(BASE).decode()
    line = '  "occurrences": 3,\n'
    assert line in text
    data = text.replace(
        line, '<<<<<<< HEAD\n  "occurrences": 5,\n=======\n  "occurrences": 4,\n>>>>>>> x\n'
    ).encode()
    assert heal(data, ID)["occurrences"] == 5  # no base is known: nothing is counted twice
    assert heal(data, ID, BASE)["occurrences"] == 6


@pytest.mark.parametrize("ours, theirs", [(3, 0), (0, 3), (2, 3)])
def test_without_a_base_nothing_is_counted_twice(ours, theirs):
    sides = [{**BASE, **({"worked": count} if count else {})} for count in (ours, theirs)]
    assert heal(conflict(*sides), ID)["worked"] == 3


def test_a_conflict_within_a_conflict_is_left_to_a_person():
    inner = conflict({**BASE, "notes": ["a"]}, {**BASE, "notes": ["b"]})
    with pytest.raises(Unreadable, match="marker"):
        heal(b"<<<<<<< HEAD\n" + inner + b"=======\n" + encode(BASE) + b">>>>>>> x\n", ID)


@pytest.mark.parametrize("stray", [b"||||||| base\n", b"=======\n", b">>>>>>> x\n"])
def test_a_marker_outside_of_a_conflict_is_no_marker(stray):
    with pytest.raises(Unreadable):
        heal(stray + conflict(BASE, BASE), ID)


@pytest.mark.parametrize(
    "data",
    [b"<<<<<<< HEAD\n{", b"<<<<<<< HEAD\n{}\n=======\n", b"<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"],
)
def test_markers_around_nothing_are_unreadable(data):
    with pytest.raises(Unreadable):
        heal(data, ID)


@pytest.mark.parametrize("base", [None, BASE])
def test_a_conflict_that_does_not_close_is_left_to_a_person(base):
    whole = conflict(BASE, BASE, base)
    with pytest.raises(Unreadable, match="do not close"):
        heal(whole.rpartition(b">>>>>>>")[0], ID)
    with pytest.raises(Unreadable, match="do not close"):
        heal(whole.replace(b"=======\n", b""), ID)


def test_a_broken_side_does_not_cost_the_other():
    data = b"<<<<<<< HEAD\n" + encode(BASE) + b"=======\n{ torn\n>>>>>>> x\n"
    assert heal(data, ID) == BASE


def test_aliases_unite_and_ignored_adds_up():
    ours = {**BASE, "aliases": ["a7f03c11"], "ignored": 2}
    theirs = {**BASE, "aliases": ["b7f03c11", "a7f03c11"], "ignored": 1}
    merged = merge({**BASE, "ignored": 1}, ours, theirs)
    assert (sorted(merged["aliases"]), merged["ignored"]) == (["a7f03c11", "b7f03c11"], 2)
    assert merge(BASE, theirs, ours) == merge(BASE, ours, theirs)
    assert "aliases" not in merge(BASE, BASE, BASE)


def test_a_fix_that_one_side_took_out_leaves_no_empty_note():
    ours = {**BASE, "resolution": "Use pnpm."}
    theirs = {**BASE, "resolution": ""}
    for sides in ((ours, theirs), (theirs, ours)):
        merged = merge({**BASE, "resolution": "Use npm."}, *sides)
        assert merged["resolution"] == "Use pnpm." and "notes" not in merged
