"""The one reader of JSON: an object or an error that says why, never something else."""

import pytest

from reflexion.errors import Unreadable
from reflexion.text.json_object import object_or_empty, read_object, read_value

OBJECTS = {
    "plain": (b'{"a": [1, "x"]}', {"a": [1, "x"]}),
    "with a BOM": (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
    "text": ('{"a": "\u00e9"}', {"a": "\u00e9"}),
    "many that are not deep": (b'{"a": [' + b"[]," * 500 + b"[]]}", {"a": [[]] * 501}),
}
NONE = {
    "a list": (b"[]", "not a JSON object"),
    "null": (b"null", "not a JSON object"),
    "half of one": (b'{"a": ', "not valid JSON"),
    "nothing": (b"", "not valid JSON"),
    "another encoding": (b'{"a": "\xe9"}', "not UTF-8"),
    "too large": (b'{"a": "' + b"x" * 2000 + b'"}', "larger than 1 KiB"),
    "deep enough to end the parser": (b'{"a":' * 50_000, "nested too deeply"),
    "deep": (b'{"a":' * 150 + b"1" + b"}" * 150, "nested too deeply"),
    "a member twice": (b'{"a": 1, "a": 2}', "'a' stands twice"),
    "no number": (b'{"a": NaN}', "NaN is no number"),
}


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_is_read(name):
    data, value = OBJECTS[name]
    assert read_object(data) == object_or_empty(data) == read_value(data) == value


@pytest.mark.parametrize("name", NONE)
def test_what_is_no_object_is_named(name):
    data, why = NONE[name]
    with pytest.raises(Unreadable, match=why):
        read_object(data, 1024 if name == "too large" else 1 << 20)


@pytest.mark.parametrize("name", sorted(NONE.keys() - {"another encoding", "too large"}))
def test_what_is_no_object_counts_as_empty_where_that_is_asked_for(name):
    assert object_or_empty(NONE[name][0]) == {}


def test_bytes_that_are_no_text_are_replaced_where_that_is_asked_for():
    assert object_or_empty(b'{"a": "\xe9"}') == {"a": "\ufffd"}
