"""The index file: what its lines are made of, how it is searched, and how it is written anew."""

from __future__ import annotations

import pytest
from test_store_merge import BASE

from reflexion.store import index_file
from reflexion.store.index_file import Reader, brief_mark, lines_of, merged, plain, terms_of
from reflexion.store.schema import mark_of

ID = BASE["id"]


def ids_of(number: int) -> list:
    return [f"RFX-20260101-{n:06x}" for n in range(number)]


@pytest.fixture
def reader(tmp_path):
    """An index file of these lines, opened."""

    def opened(*lines: bytes, **more) -> Reader:
        (tmp_path / "index.txt").write_bytes(b"".join(lines))
        return Reader(str(tmp_path / "index.txt"), **more)

    return opened


def test_every_line_is_found(reader):
    """Also the first and the last, short and long ones, and those that begin alike."""
    long = ["x" * 150 + last for last in "abc"]
    terms = sorted(["!1", "#aa", "a", "ab", "b", "zz", "ä", *long], key=lambda it: it.encode())
    holds = {term: [f"RFX-20260101-{n:06x}"] for n, term in enumerate(terms)}
    for count in range(1, len(terms) + 1):
        with reader(*(lines_of(t.encode() + b":", holds[t])[0] for t in terms[:count])) as file:
            for term in terms[:count]:
                assert file.find(term) == (1, holds[term]), (count, term)
            assert file.find("aa") == file.find("zzz") == file.find("") == (0, [])


def test_without_a_file_nothing_is_found(tmp_path):
    with Reader(str(tmp_path / "none")) as file:
        assert file.size == 0 and file.find("a") == (0, []) and file.marked_ids() == set()
        assert file.starting("a") == []
    with Reader("", gone={"2"}, added={"ab": ["1"], "b": ["3"]}) as file:
        assert file.find("ab") == (1, ["1"]) and file.starting("a") == ["ab"]


def test_what_went_and_what_came_counts(reader):
    with reader(b"a:1,2\n", b"b:2\n", gone={"2"}, added={"b": ["3"]}) as file:
        assert file.find("a") == (1, ["1"]) and file.find("b") == (1, ["3"])


def test_a_line_has_so_many_ids():
    ids = ids_of(1001)
    assert lines_of(b"a:", [*ids[:1000], ids[0]]) == [f"a:{','.join(ids[:1000])}\n".encode()]
    assert lines_of(b"a:", reversed(ids))[1:] == [f"a:{ids[1000]}\n".encode()]
    assert lines_of(b"a:", []) == []


@pytest.mark.parametrize("size, is_told", [(12 * 1024, True), (12 * 1024 + 1, False)])
def test_a_term_with_too_many_ids_is_counted_by_its_size(reader, size, is_told):
    half = b"tb:" + b"x" * (6 * 1024 - 4) + b"\n"
    rest = b"tb:" + b"y" * (size - len(half) - 4) + b"\n"
    with reader(b"ta:1\n", half, rest, b"tc:2\n", b"u:3\n", added={"tb": ["4", "5"]}) as file:
        number, ids = file.find("tb")
    if is_told:
        assert number == len(ids) == 4
    else:
        assert ids is None and number == size // 20 + 2


def test_short_ids_are_no_fewer_for_it(reader):
    line = b"t:" + b",".join([b"1"] * 50) + b"\n"
    with reader(line, b"t:2\n") as file:
        assert file.find("t", most=len(line)) == (50, None)


@pytest.mark.parametrize("size, is_whole", [(64 * 1024, True), (64 * 1024 + 2, False)])
def test_how_much_of_a_line_is_read(reader, size, is_whole):
    last = "x" * (size - len("#aa:1,") - 1)
    with reader(b"!1:9\n", f"#aa:1,{last}\n".encode(), b"b:8\n") as file:
        assert file.marked_ids() == {"1", last if is_whole else last[:-1]}


def test_words_that_begin_alike(reader):
    """As many as a short read shows: of 24 bytes each, and none that was cut off."""
    lines = [b"p%018d:abc\n" % n for n in range(1000)]
    with reader(b"a:1\n", *lines, b"q:1\n") as file:
        found = file.starting("p")
        assert len(lines[0]) == 24 and len(found) == 16 * 1024 // 24
        assert found == [line[:19].decode() for line in lines[: len(found)]]
        assert file.starting("p" + "0" * 15 + "99") == [f"p{n:018d}" for n in range(990, 1000)]
        assert file.starting("q") == ["q"]


def test_few_or_many_that_went_are_taken_out():
    lines = [b"a:1,2\n", b"c:1\n", b"c:12\n", b"d:3\n"]
    added = {"b": ["9"], "c": ["9", "8"], "d": ["7"], "e": ["9"], "0": ["9"]}
    expected = [b"0:9\n", b"a:2\n", b"b:9\n", b"c:12,8,9\n", b"d:3,7\n", b"e:9\n"]
    for gone in ({"1"}, {"1", *map(str, range(100, 120))}):
        assert list(merged(lines, gone, added)) == expected
        assert list(merged([], gone, {"b": ["2"], "a": ["3"]})) == [b"a:3\n", b"b:2\n"]
    assert list(merged(lines, set(), {})) == lines, "what nobody touched stays as it is"
    many = {"3", *map(str, range(100, 120))}
    assert list(merged(lines, many, {})) == [b"a:1,2\n", b"c:1,12\n"]


PLAIN = [
    ("Make: All", "make-all"),
    ("a,b  c", "a-b-c"),
    ("##x#", "x#"),
    ("x" * 60, "x" * 60),
    ("x" * 61, "x" * 60),
]


@pytest.mark.parametrize("word, expected", PLAIN)
def test_a_keyword_as_the_index_has_it(word, expected):
    assert plain(word) == expected


def letters(n: int) -> str:
    return f"{chr(97 + n // 26)}{chr(97 + n % 26)}qx"


def test_the_terms_of_an_entry():
    keywords = [f"w{letters(n)}" for n in range(41)]
    entry = {**BASE, "keywords": ["Make: All", *keywords], "aliases": ["a" * 8], "source": "user"}
    found = terms_of(entry)
    assert found[:2] == [f"#{mark_of(entry)}", "#" + "a" * 8]
    assert "make-all" in found and "=" + keywords[0] in found
    assert keywords[38] in found and keywords[39] not in found, "forty keywords, and no more"
    assert terms_of({**BASE, "aliases": None})[0] == f"#{mark_of(BASE)}"
    assert "" not in terms_of({**BASE, "keywords": [":"]})


@pytest.mark.parametrize("field", ["trigger", "context", "resolution"])
def test_so_much_of_a_text_is_looked_at(field):
    for length, is_found in ((1000, True), (1001, False)):
        text = "boom" + " " * (length - 10) + "quokka"
        assert len(text) == length
        assert ("quokka" in terms_of({**BASE, field: text})) is is_found


def test_an_entry_has_so_many_terms():
    text = " ".join(letters(n) for n in range(100))
    found = terms_of({**BASE, "keywords": [], "trigger": text})
    assert len([term for term in found if term[0] not in "#!="]) == 80


WRITTEN = {"resolution": "Run `b`.", "source": "user"}
PROVEN = {"resolution": "Run `b`.", "source": "inferred", "confidence": "medium"}
AGENT = {"resolution": "Run `b`.", "source": "agent", "occurrences": 1}
BRIEF = [
    # what the entry holds, how much it belongs into a brief
    ({}, ""),
    (WRITTEN, "!1"),
    ({**WRITTEN, "needs_review": True}, ""),
    ({**WRITTEN, "promoted": True}, ""),
    ({**WRITTEN, "promoted": True, "ignored": 1}, "!1"),
    ({**WRITTEN, "confidence": "low"}, ""),
    (AGENT, "!2"),
    ({**PROVEN, "occurrences": 2}, "!3"),
    ({**PROVEN, "occurrences": 1}, ""),
    ({**PROVEN, "occurrences": 1, "worked": 1}, "!3"),
    ({**PROVEN, "occurrences": 1, "worked": 0}, ""),
    ({**PROVEN, "occurrences": 9, "confidence": "low"}, ""),
    ({**PROVEN, "occurrences": 1, "ignored": 1}, "!1"),
]


@pytest.mark.parametrize("more, expected", BRIEF)
def test_what_belongs_into_a_brief(more, expected):
    entry = {**BASE, **more}
    assert brief_mark(entry) == expected
    assert [term for term in terms_of(entry) if term in index_file.GRADES] == [expected] * (
        expected != ""
    )


DUE = [
    # what the entry holds, the marks of what is looked at when a session ends, and of a rule
    ({}, []),
    ({"confidence": "low"}, ["!due"]),
    ({**WRITTEN, "occurrences": 1}, []),
    ({**WRITTEN, "occurrences": 2}, ["!due"]),
    ({"occurrences": 2}, []),
    ({**WRITTEN, "promoted": True}, ["!rule"]),
    ({**WRITTEN, "promoted": True, "needs_review": True}, ["!due", "!rule"]),
    ({"skill": "Deploy:X"}, ["!skill-deploy-x"]),
    ({"skill": "x" * 64}, ["!skill-" + "x" * 60]),
]


@pytest.mark.parametrize("more, expected", DUE)
def test_what_an_entry_is_found_by_beside_its_words(more, expected):
    found = [term for term in terms_of({**BASE, **more}) if term[0] == "!"]
    assert [term for term in found if term not in index_file.GRADES] == expected
