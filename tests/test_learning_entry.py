"""One learning: read leniently from what a person edited, written one way."""

import json

import pytest

from reflexion.errors import Unreadable
from reflexion.learning.entry import NAMES, Entry, encode, id_of, is_id, parse
from reflexion.learning.identity import digest

ID = "RFX-20260330-9f99e5"
GIVEN = {
    "id": ID,
    "type": "error",
    "trigger": "connect ECONNREFUSED",
    "context": "npm test",
    "resolution": "Start the database first.",
    "keywords": ["npm", "database"],
    "occurrences": 2,
    "first_seen": "2026-03-30",
    "last_seen": "2026-03-31",
    "promoted": False,
    "cwd": ".",
}


def read(entry, name=ID):
    data = entry if isinstance(entry, bytes) else json.dumps(entry).encode()
    return parse(data, name)


def test_an_entry_is_written_as_it_was_read():
    text = json.dumps({**GIVEN, "source": "user", "own": {"kept": [1]}}, indent=2) + "\n"
    assert encode(parse(text.encode(), ID)).decode() == text


@pytest.mark.parametrize(
    "change, expected",
    [
        ({"keywords": "npm, database ,"}, {"keywords": ["npm", "database"]}),
        ({"occurrences": "7"}, {"occurrences": 7}),
        ({"occurrences": 0}, {"occurrences": 1}),
        ({"first_seen": "2026-03-30T12:00:00Z"}, {"first_seen": "2026-03-30"}),
    ],
)
def test_what_a_person_plausibly_meant_is_read(change, expected):
    assert read({**GIVEN, **change}).fields().items() >= expected.items()


def test_a_file_made_by_hand_needs_no_more_than_what_to_do():
    entry = read({"resolution": "Use pnpm."})
    assert entry.trigger == "Use pnpm."
    assert (entry.id, entry.type, entry.occurrences, entry.promoted) == (ID, "error", 1, False)


def test_a_byte_order_mark_is_read():
    assert read(b"\xef\xbb\xbf" + json.dumps(GIVEN).encode()).id == ID


@pytest.mark.parametrize(
    "data, why",
    [
        (b"", "not valid JSON"),
        (b"[1]", "not a JSON object"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 50_000, "nested too deeply|not valid JSON"),
        (b" " * 70_000, "larger than"),
        ({**GIVEN, "id": "RFX-20260330-000000"}, "not its file name"),
        ({**GIVEN, "type": "rumour"}, "type must be"),
        ({**GIVEN, "trigger": " ", "resolution": ""}, "trigger is empty"),
        ({**GIVEN, "context": 3}, "context must be text"),
        ({**GIVEN, "keywords": {"a": 1}}, "keywords must be a list"),
        ({**GIVEN, "aliases": ["../../x"]}, "aliases must be"),
        ({**GIVEN, "occurrences": 10**9}, "occurrences must be"),
        ({**GIVEN, "occurrences": True}, "occurrences must be"),
        ({**GIVEN, "promoted": "yes"}, "promoted must be"),
        ({**GIVEN, "confidence": "sure"}, "confidence must be"),
        ({**GIVEN, "skill": "../x"}, "skill must be"),
        ({**GIVEN, "last_seen": "2026-13-01"}, "last_seen must be a date"),
        ({**GIVEN, "last_seen": "2026-03-30\x1b[31m"}, "last_seen must be a date"),
        ({**GIVEN, "first_seen": "long ago"}, "first_seen must be a date"),
        ({**GIVEN, "first_seen": 20260330}, "first_seen must be a date"),
        ({**GIVEN, "skill": 7}, "skill must be"),
        ({**GIVEN, "skill": "x" * 65}, "skill must be"),
        (b'{"a": 1}\n<<<<<<< HEAD\n', "git left a conflict"),
    ],
)
def test_an_unusable_file_says_why(data, why):
    with pytest.raises(Unreadable, match=why):
        read(data)


@pytest.mark.parametrize(
    "name, good",
    [
        (ID, True),
        ("RFX-20260330-9f9", True),
        ("RFX-20260330-9f", False),
        ("RFX-2026033-9f99e5", False),
        ("RFX-20260330-9f99eX", False),
        ("../RFX-20260330-9f99e5", False),
    ],
)
def test_only_an_id_becomes_a_file_name(name, good):
    assert is_id(name) is good
    assert id_of(f"{name}.json") == (name if good else "")
    assert id_of(name) == ""


def test_each_field_of_the_table_is_an_attribute():
    assert tuple(name for name in Entry.__annotations__ if name != "extra") == NAMES


def test_a_copy_shares_no_list():
    entry = read(GIVEN)
    entry.copy().keywords.append("x")
    assert entry.keywords == GIVEN["keywords"] and entry == entry.copy()


STEERING = {
    "type": "insight",
    "trigger": "x",
    "context": "x",
    "resolution": "x",
    "keywords": ["x"],
    "aliases": ["abcdef0123456789"],
    "notes": ["x"],
    "proposed": "x",
    "needs_review": True,
    "confidence": "low",
    "skill": "x",
    "category": "x",
    "source": "user",
    "promoted": True,
    "unknown": "x",
}


@pytest.mark.parametrize("field", STEERING)
def test_the_digest_covers_every_field_that_steers(field):
    assert digest(Entry(**{**GIVEN, field: STEERING[field]})) != digest(Entry(**GIVEN))


@pytest.mark.parametrize("field", ["occurrences", "sessions", "first_seen", "last_seen", "rev"])
def test_counts_and_dates_do_not_change_the_digest(field):
    assert digest(Entry(**{**GIVEN, field: 9})) == digest(Entry(**GIVEN))


def test_fields_that_say_nothing_do_not_change_the_digest():
    silent = {"notes": [], "confidence": None, "needs_review": False, "proposed": ""}
    assert digest(Entry(**{**GIVEN, **silent})) == digest(Entry(**GIVEN))
