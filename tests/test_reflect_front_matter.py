"""The front matter of insight files, a strict subset of YAML: read and written without a word lost."""

from __future__ import annotations

import pytest

from reflexion.reflect import front_matter

FULL = {
    "date": "2026-03-02",
    "session": ["a-1", "b: 2"],
    "tags": ["api", "rate, limit"],
    "keywords": ["429", "true", "- x", "#no"],
    "summary": 'He said "no": {x} & *y \\ # z',
    "sections": ["[One]", "It's two"],
}


def test_what_is_written_is_read_back():
    for newline in ("\n", "\r\n"):
        fields, body = front_matter.split(front_matter.render(FULL, newline) + "# Title" + newline)
        assert fields == FULL and body == "# Title" + newline


def test_a_yaml_reader_reads_the_same():
    yaml = pytest.importorskip("yaml")
    read = yaml.safe_load(front_matter.render(FULL).replace("---\n", "", 1).partition("\n---")[0])
    assert {**read, "date": str(read["date"])} == FULL


@pytest.mark.parametrize(
    "lines, field, value",
    [
        ("summary: plain words here", "summary", "plain words here"),
        ("summary: 'it''s fine'", "summary", "it's fine"),
        ('summary: "a \\"b\\" \\u00e9"', "summary", 'a "b" \u00e9'),
        ("tags: [a, 'b, c', \"d]\"]", "tags", ["a", "b, c", "d]"]),
        ("tags: []", "tags", []),
        ('tags:\n- a\n  - "b"', "tags", ["a", "b"]),
        ("tags: alone", "tags", ["alone"]),
        ("summary:", "summary", ""),
        ("tags: [a,]", "tags", ["a"]),
        ("keywords: [src/a.py, v1.2 (old)]", "keywords", ["src/a.py", "v1.2 (old)"]),
    ],
)
def test_forms_that_people_write(lines, field, value):
    fields, body = front_matter.split(f"---\ndate: 2026-03-02\n{lines}\n---\nbody\n")
    assert fields[field] == value and body == "body\n"


@pytest.mark.parametrize(
    "lines",
    [
        "owner: me",
        "summary: &a x",
        "summary: *a",
        "summary: |\n  many\n  lines",
        "summary: >\n  x",
        "summary: {a: b}",
        "tags: [a, [b]]",
        "tags: {a: b}",
        "tags: [a",
        "tags: [a b, ]",
        "summary: yes",
        "summary: 12",
        "summary: 1.5e3",
        "summary: null",
        "tags: [true]",
        "summary: a # comment",
        "# comment",
        "",
        "summary: !tag x",
        "date: 2026-03-03",
        "summary: a: b",
        'summary: "open',
        "summary: 'open",
        'summary: "a" b',
        'summary: "\\x41"',
        "summary:x",
        "  summary: x",
        "\tsummary: x",
        "- item",
        "summary: x\n- item",
        "? key",
        "summary: @x",
        "tags: [a]\ntags: [b]",
        "summary: %x",
        "summary: `x`",
        "summary: 2026-03",
        "summary: x\n  continued",
    ],
)
def test_what_uses_more_is_left_alone(lines):
    with pytest.raises(front_matter.Unfit):
        front_matter.split(f"---\ndate: 2026-03-02\n{lines}\n---\nbody\n")


@pytest.mark.parametrize(
    "text",
    [
        "---\nsummary: x\n---\n",
        "---\ndate: soon\n---\n",
        "---\ndate: 2026-03-02\n",
        "---\n" + "tags: [a]\n" * 500,
        "---\n---\n",
    ],
)
def test_broken_front_matter(text):
    with pytest.raises(front_matter.Unfit):
        front_matter.split(text)


def test_no_front_matter():
    assert front_matter.split("# Title\n---\n") == (None, "# Title\n---\n") and front_matter.split(
        ""
    ) == (
        None,
        "",
    )


def test_hostile_lists_cost_linear_time():
    for text in (
        "[" + "a," * 100000 + "]",
        "[" + '"' * 200000 + "]",
        "[" + " " * 200000 + "x y]",
        "[" + "'" * 199999 + "]",
    ):
        try:
            front_matter.split(f"---\ndate: 2026-03-02\ntags: {text}\n---\n")
        except front_matter.Unfit:
            pass
