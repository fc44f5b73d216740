"""Pages of the manual on a terminal: nothing wider than it, no word broken, nothing lost."""

from __future__ import annotations

import re

import pytest

from reflexion.cli.help import MANUAL, MOST, page, topics
from reflexion.cli.markdown import layout
from reflexion.status.terminal import COMMAND, Paint, cells
from reflexion.store.fs import read_text

PLAIN = Paint(False)


@pytest.mark.parametrize(
    "text, width, lines",
    [
        ("# A\n\nb c", 40, ["A", "", "b c"]),
        ("one\ntwo", 40, ["one two"]),
        ("one two three", 8, ["one two", "three"]),
        ("- a b c d\n- e", 6, ["- a b", "  c d", "- e"]),
        ("1. a\n   b", 40, ["1. a b"]),
        ("no `a`: `b --all` or", 14, ["no `a`:", "`b --all` or"]),
        ("see [this](x.md) **now**", 40, ["see this now"]),
        ("```\nls   -l\n\nx\n```", 10, ["  ls   -l", "  ", "  x"]),
        (
            "```sh\nls -l 'a b c d' | wc\n```",
            16,
            ["  ls -l \\", "      'a b c d' \\", "      | wc"],
        ),
        ("```\n  one two three\n```", 14, ["    one two", "      three"]),
        ("```json\n{'a': 'one two three'}\n```", 9, ["  {'a': 'one two three'}"]),
        ("<!-- no -->\na", 40, ["a"]),
        ("| a | b |\n|---|---|\n| 1 | `x \\| y` |", 40, ["a  b", "1  `x | y`"]),
        ("| a | b |\n|---|---|\n| one | two three |", 10, ["one", "    two", "    three"]),
        ("| k | b | c |\n|---|---|---|\n| one | two | three |", 9, ["one", "    b:", "    two"]),
    ],
)
def test_layout(text, width, lines):
    assert layout(text, width, PLAIN)[: len(lines)] == lines


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("topic", topics())
def test_each_page_fits(topic, width):
    text = read_text(f"{MANUAL}/{topic}.md", MOST)
    lines = layout(text, width, PLAIN)
    long = [line for line in lines if cells(line) > width]
    one_command = re.compile(rf"\W*(?:{COMMAND})\W*")
    code = {f"  {line}" for line in re.findall(r"^.*$", text, re.M)} if width < 80 else ()
    assert [
        line
        for line in long
        if line not in code and not one_command.fullmatch(line) and " " in line.strip()
    ] == []
    shown = set(re.findall(r"[a-z]{4,}", " ".join(lines)))
    bare = re.sub(r"<!--.*?-->|\]\([^)]*\)|```\w*", " ", text, flags=re.S)
    rows = [line for line in bare.split("\n") if not re.fullmatch(r"\|.*\|", line)]
    assert set(re.findall(r"[a-z]{4,}", "\n".join(rows))) <= shown


def test_in_a_pipe_a_page_is_as_it_is():
    assert page("commands", 60, PLAIN) == read_text(f"{MANUAL}/commands.md", MOST).rstrip().split(
        "\n"
    )
