"""How fields are read, of whatever type they are, and how much of each."""

from __future__ import annotations

import pytest

from reflexion.hosts import fields
from reflexion.hosts.payload import parse


@pytest.mark.parametrize(
    "line, found",
    [
        (b'{"a": 1}', {"a": 1}),
        ('{"a": 1}', {"a": 1}),
        (b'{"a": "\xff"}', {"a": "\ufffd"}),
        (b"[1]", {}),
        (b"{", {}),
        ("[" * 100_000, {}),
    ],
    ids=range(6),
)
def test_a_record(line, found):
    assert fields.record(line) == found


PATHS = [
    ({"path": "/a"}, "/a"),
    ({"file_path": "/b", "path": "/a"}, "/b"),
    ({"file_path": "", "path": "/a"}, "/a"),
    ({"file_path": 5, "path": "/a"}, "/a"),
    ({"path": "/" + "a" * 4095}, "/" + "a" * 4095),
    ({"path": "/" + "a" * 4096}, ""),
    ({"path": "/a\0"}, ""),
    ({}, ""),
]


@pytest.mark.parametrize("payload, path", PATHS, ids=range(len(PATHS)))
def test_a_path(payload, path):
    assert fields.path_in(payload, "file_path", "path") == path


NUMBERS = [("7", 7), ("-1", -1), ("1" * 11, 11_111_111_111), ("1" * 12, None), ("x", None)]


@pytest.mark.parametrize("digits, number", NUMBERS)
def test_a_number(digits, number):
    assert fields.number(digits) == number


def nested(depth, value="deep"):
    return nested(depth - 1, [value]) if depth else value


MERGED = [
    (nested(6), "deep"),
    (nested(7), ""),
    (["a"] * 201, "\n".join(["a"] * 200)),
    ({"stdout": "a", "stderr": "b"}, "a\nb"),
    ({"stderr": "b", "stdout": "a", "other": "c"}, "a\nb"),
    ({"output": "a", "content": "a"}, "a"),
    (["a", "a", ""], "a\na"),
    (5, ""),
]


@pytest.mark.parametrize("value, text", MERGED, ids=range(len(MERGED)))
def test_the_text_of_an_answer(value, text):
    assert fields.merged(value) == text


def test_how_much_of_a_name_is_read():
    assert parse({"session_id": "s" * 201}, {}).session == "s" * 200
