"""An entry's file: what is read from it, what is refused, and what is written."""

from __future__ import annotations

import json

import pytest

from reflexion.capture.record import draft
from reflexion.store import schema
from reflexion.store.schema import FIELDS, Unreadable, encode, grade, is_id, parse
from reflexion.text.grades import seen

ID = "RFX-20260331-a7f03c"
PLAIN = {
    "id": ID,
    "type": "error",
    "trigger": "boom",
    "context": "make",
    "resolution": "",
    "keywords": ["make"],
    "occurrences": 2,
    "first_seen": "2026-03-31",
    "last_seen": "2026-04-01",
    "promoted": False,
    "cwd": ".",
}


def read(value, name=ID):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return parse(data, name)


# what people make of a file by hand, and still means the same
READABLE = [
    ("as written", json.dumps(PLAIN, indent=2).encode()),
    ("CRLF and tabs", json.dumps(PLAIN, indent="\t").replace("\n", "\r\n").encode()),
    ("a byte-order mark", b"\xef\xbb\xbf" + json.dumps(PLAIN).encode()),
    ("fields in another order", json.dumps(dict(reversed(list(PLAIN.items())))).encode()),
    ("a number in quotes", json.dumps({**PLAIN, "occurrences": "2"}).encode()),
    ("nine digits in quotes", json.dumps({**PLAIN, "occurrences": "000000002"}).encode()),
    ("keywords in one string", json.dumps({**PLAIN, "keywords": "make"}).encode()),
    ("blank keywords", json.dumps({**PLAIN, "keywords": " make, ,"}).encode()),
    ("as large as it may be", json.dumps(PLAIN).encode().ljust(65_536)),
]


@pytest.mark.parametrize("data", [data for _, data in READABLE], ids=[name for name, _ in READABLE])
def test_hand_edits_are_read(data):
    assert read(data) == PLAIN


def test_missing_fields_get_defaults_and_unknown_ones_stay():
    entry = read({"trigger": "boom", "team": {"owner": "web"}})
    assert (
        entry["id"],
        entry["type"],
        entry["occurrences"],
        entry["promoted"],
        entry["keywords"],
    ) == (ID, "error", 1, False, [])
    assert json.loads(encode(entry))["team"] == {"owner": "web"}


UNREADABLE = [
    ("not JSON", b"{", ID),
    ("not an object", b"[]", ID),
    ("empty", b"", ID),
    ("binary", b"\xff\xfe\0", ID),
    ("deeply nested", b"[" * 60000, ID),
    ("too large", json.dumps(PLAIN).encode().ljust(65_537), ID),
    ("no trigger", {"trigger": " "}, ID),
    ("trigger no text", {"trigger": 3}, ID),
    ("another id", {**PLAIN, "id": "RFX-20260331-ffffff"}, ID),
    ("an id that is a path", {**PLAIN, "id": "../../x"}, ID),
    ("type", {**PLAIN, "type": "rant"}, ID),
    ("absurd count", {**PLAIN, "occurrences": 10**12}, ID),
    ("negative count", {**PLAIN, "failed": -1}, ID),
    ("count no number", {**PLAIN, "occurrences": True}, ID),
    ("a count too many", {**PLAIN, "applied": 1_000_001}, ID),
    ("ten digits in quotes", {**PLAIN, "occurrences": "0000000002"}, ID),
    ("a word for a number", {**PLAIN, "occurrences": "two"}, ID),
    ("promoted", {**PLAIN, "promoted": "maybe"}, ID),
    ("confidence", {**PLAIN, "confidence": "sure"}, ID),
    ("keywords", {**PLAIN, "keywords": [1]}, ID),
    ("keywords a number", {**PLAIN, "keywords": 5}, ID),
    ("keywords an object", {**PLAIN, "keywords": {"make": 1}}, ID),
    ("notes", {**PLAIN, "notes": "x"}, ID),
    ("skill", {**PLAIN, "skill": "../x"}, ID),
    ("category", {**PLAIN, "category": "a b"}, ID),
    ("context", {**PLAIN, "context": None}, ID),
    ("aliases no list", {**PLAIN, "aliases": "a7f03c"}, ID),
    ("aliases no fingerprints", {**PLAIN, "aliases": ["../../x"]}, ID),
    ("aliases an object", {**PLAIN, "aliases": {"a7f03c": 1}}, ID),
    ("aliases numbers", {**PLAIN, "aliases": [1]}, ID),
    ("an alias too short", {**PLAIN, "aliases": ["a7f03"]}, ID),
    ("an alias too long", {**PLAIN, "aliases": ["a" * 65]}, ID),
    ("ignored", {**PLAIN, "ignored": -1}, ID),
    ("a stranger's file name", PLAIN, "notes"),
    ("a name with a path", PLAIN, "../RFX-20260331-a7f03c"),
]


@pytest.mark.parametrize(
    "value, name", [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE]
)
def test_unreadable_says_why(value, name):
    with pytest.raises(Unreadable) as why:
        read(value, name)
    assert str(why.value)


TAKEN = [
    # what stands in the file, what it is read as
    ({"occurrences": 0}, {"occurrences": 1}),
    ({"occurrences": 1_000_000, "failed": 0}, {"occurrences": 1_000_000, "failed": 0}),
    ({"worked": " 7 "}, {"worked": 7}),
    ({"aliases": ["a" * 6, "a" * 6, "b" * 64]}, {"aliases": ["a" * 6, "b" * 64]}),
    ({"aliases": [f"{n:06x}" for n in range(20)]}, {"aliases": [f"{n:06x}" for n in range(20)]}),
    ({"aliases": [f"{n:06x}" for n in range(21)]}, {"aliases": [f"{n:06x}" for n in range(20)]}),
    ({"skill": "", "category": "a" * 64}, {"skill": "", "category": "a" * 64}),
    ({"notes": ["a", 3]}, {"notes": ["a", 3]}),
]


@pytest.mark.parametrize("more, expected", TAKEN)
def test_what_is_mended(more, expected):
    entry = read({**PLAIN, **more})
    assert {field: entry[field] for field in expected} == expected


@pytest.mark.parametrize(
    "name, expected",
    [
        *((name, True) for name in ("a", "a" * 64, "4x", "git-x_y.z:w", "\u00e4")),
        *((name, False) for name in ("", "a" * 65, ".x", "-x", "a/b", "a b", 3, None)),
    ],
)
def test_is_label(name, expected):
    assert schema.is_label(name) is expected


@pytest.mark.parametrize(
    "name, expected",
    [(f"{ID}.json", ID), (ID, ""), (f"{ID}.txt", ""), ("notes.json", ""), (f"{ID}.json.json", "")],
)
def test_the_id_of_a_file(name, expected):
    assert schema.id_of(name) == expected


def test_texts_are_redacted_wherever_they_stand():
    value = ["hunter2", 3, ["hunter2 again"], None]
    expected = ["[...]", 3, ["[...] again"], None]
    assert schema.redacted(value, lambda text: text.replace("hunter2", "[...]")) == expected


WIDER = [
    # the context before, that of the sighting, the context then
    ("", "make", "make"),
    ("make", "make all", "make | make all"),
    ("make all", "make", "make all"),
    ("a" * 400, "b" * 97, "a" * 400 + " | " + "b" * 97),
    ("a" * 400, "b" * 98, "a" * 400),
]


@pytest.mark.parametrize("before, seen, after", WIDER)
def test_a_sighting_widens_the_context(before, seen, after):
    entry = {**PLAIN, "context": before}
    schema.widen(entry, [], seen)
    assert entry["context"] == after


def test_a_sighting_adds_keywords_that_stand_in_the_texts():
    words = [f"word{n}" for n in range(12)]
    entry = {**PLAIN, "trigger": "boom " + " ".join(words), "resolution": "Use glue."}
    schema.widen(entry, ["Boom", "cmake", "GLUE", "other", "make", *words], "cmake")
    assert entry["keywords"] == ["make", "Boom", "cmake", "GLUE", *words[:8]]


@pytest.mark.parametrize("field, limit", [("trigger", 200), ("context", 500), ("resolution", 500)])
def test_how_long_the_texts_of_a_draft_are(field, limit):
    for length in (limit, limit + 1):
        text = ("word " * 200)[: length - 1] + "x"
        stored = draft("error", **{"trigger": "boom", field: text})[field]
        assert (stored == text) is (length == limit) and len(stored) == limit


WORDS = [f"{chr(97 + n // 26)}{chr(97 + n % 26)}xy" for n in range(200)]


def test_a_mark_is_of_so_many_letters():
    """Beyond them nothing counts; the last of them does."""

    def mark(length: int, last: str) -> str:
        text = " ".join(WORDS)[: length - 3] + " " + last
        entry = {"type": "correction", "trigger": text, "context": "make"}
        return schema.mark_of(entry)

    assert mark(200, "pq") != mark(200, "rs")
    assert mark(203, "pq") == mark(203, "rs")


def test_encode_keeps_the_order_and_drops_what_says_nothing():
    entry = {
        **PLAIN,
        "zeta": 1,
        "worked": 0,
        "applied": 1,
        "notes": [],
        "confidence": "low",
        "needs_review": False,
    }
    text = encode(dict(reversed(list(entry.items())))).decode()
    assert list(json.loads(text)) == [*FIELDS[:11], "confidence", "applied", "zeta"]
    assert text.endswith("}\n") and '\n  "trigger"' in text


def test_encode_survives_lone_surrogates():
    assert b"?" in encode({**PLAIN, "trigger": "a\ud800b"})


@pytest.mark.parametrize(
    "name, expected",
    [
        (ID, True),
        ("RFX-20260331-a7f", True),
        ("RFX-20260331-A7F03C", False),
        ("RFX-20260331-a7", False),
        ("RFX-20260331-" + "a" * 16, True),
        ("rfx-20260331-a7f", False),
        ("RFX_20260331-a7f", False),
        ("RFX-20260331_a7f", False),
        ("RFX-2026033x-a7f", False),
        ("RFX-x0260331-a7f", False),
        ("RFX-2026033-1a7f", False),
        ("RFX-20260331-xa7f", False),
        ("RFX-20260331-a7x", False),
        ("RFX--a7f", False),
        ("RFX-20260331-" + "a" * 17, False),
        ("RFX-\u0662\u0660\u0662\u0666\u0660\u0663\u0663\u0661-a7f03c", False),
        (ID + "\n", False),
    ],
)
def test_is_id(name, expected):
    assert is_id(name) is expected


GRADED = [
    # what differs from an entry without a resolution, its grade
    ({}, ""),
    ({"resolution": "  ", "source": "user"}, ""),
    ({"resolution": "Use x."}, "written"),
    ({"resolution": "Use x.", "source": "user"}, "written"),
    ({"resolution": "Use x.", "source": "prompt"}, "written"),
    ({"resolution": "Use x.", "source": "agent"}, "written"),
    ({"resolution": "Use x.", "source": "agent", "confidence": "low"}, "written"),
    ({"resolution": "Use x.", "source": "inferred"}, "proven"),
    ({"resolution": "Use x.", "source": "inferred", "confidence": "medium"}, "proven"),
    ({"resolution": "Use x.", "source": "inferred", "confidence": "low"}, "candidate"),
    ({"resolution": "Use x.", "source": "inferred", "judged": "Use x."}, "proven"),
    (
        {"resolution": "Use x.", "source": "inferred", "confidence": "low", "judged": "Use x."},
        "candidate",
    ),
    # by hand: the text differs from what the hook wrote, or no hook wrote any
    (
        {"resolution": "Use y.", "source": "inferred", "confidence": "low", "judged": "Use x."},
        "written",
    ),
    ({"resolution": "Use y.", "source": "hook"}, "written"),
    ({"resolution": "Use y.", "source": "transcript"}, "written"),
    ({"resolution": "Use y.", "source": "hook", "judged": "Use y."}, "proven"),
    # what was typed in a past session
    ({"resolution": "Use y.", "source": "transcript", "type": "correction"}, "written"),
    (
        {"resolution": "Use y.", "source": "transcript", "type": "correction", "confidence": "low"},
        "candidate",
    ),
    ({"resolution": "Use y.", "source": "a tool of tomorrow"}, "proven"),
]


@pytest.mark.parametrize("more, wanted", GRADED)
def test_the_grade_of_a_resolution(more, wanted):
    assert grade(read({**PLAIN, **more})) == wanted


@pytest.mark.parametrize(
    "more, source",
    [
        ({"resolution": "Use y.", "source": "hook"}, "user"),
        ({"resolution": "", "source": "hook"}, "hook"),
        ({"resolution": "Use y.", "source": "inferred"}, "inferred"),
        ({"resolution": "Use y.", "source": "inferred", "judged": "Use x."}, "user"),
        ({"resolution": "Use y.", "source": "agent"}, "agent"),
        ({"resolution": "Use y.", "source": "transcript", "type": "correction"}, "transcript"),
    ],
)
def test_an_edit_by_hand_is_a_persons(more, source):
    assert read({**PLAIN, **more})["source"] == source


def test_a_command_that_replaces_a_resolution_keeps_the_source_it_names():
    entry = read({**PLAIN, "resolution": "Use x.", "source": "inferred", "judged": "Use x."})
    entry.update(resolution="Use y.", source="agent")
    again = parse(encode(entry), ID)
    assert (again["source"], "judged" in again) == ("agent", False)


@pytest.mark.parametrize(
    "counts, wanted",
    [
        ({"occurrences": 1}, 1),
        ({"occurrences": 4, "worked": 1}, 3),
        ({"occurrences": 4, "worked": 1, "sessions": 4}, 4),
        ({"occurrences": 2, "worked": 7}, 1),  # said of it by an agent, and counted nowhere else
        ({"occurrences": 2, "worked": 7, "sessions": 9}, 2),
    ],
)
def test_a_verified_use_is_no_sighting(counts, wanted):
    assert seen({**PLAIN, **counts}) == wanted
