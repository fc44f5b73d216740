from __future__ import annotations

import pytest

from reflexion.promote.section import (
    BEGIN,
    END,
    HEADING,
    Broken,
    beside,
    conflicted,
    rewrite,
    room,
    rules,
)

A, B = "RFX-20260101-aaaaaa", "RFX-20260102-bbbbbb"
RULE = {A: f"- Use `pnpm`. (seen 3x, source: {A})", B: f"- Run it. (seen 4x, source: {B})"}
OTHER_FILES = [
    "",
    "# Project\n\nHello.\n",
    "# Project\r\n\r\nHello.\r\n",
    "no final newline",
    "ends in blank lines\n\n\n",
    "\n",
    "caf\u00e9 \udcff bytes\n",
    "<!-- other:begin -->\n- theirs\n<!-- other:end -->\n",
]


@pytest.mark.parametrize("text", OTHER_FILES)
def test_what_goes_in_comes_out_byte_for_byte(text):
    once = rewrite(text, {A: RULE[A]})
    assert text in once and once.count(RULE[A]) == 1
    assert rewrite(once, {A: RULE[A]}) == once
    both = rewrite(once, {B: RULE[B]})
    assert list(rules(both)) == [A, B]
    assert rewrite(both, {}, drop=(B,)) == once
    assert rewrite(once, {}, drop=(A,)) == text


def test_line_endings_follow_the_file():
    assert "\r\n" + BEGIN + "\r\n" + HEADING + "\r\n" in rewrite("a\r\nb\r\n", {A: RULE[A]})


def test_a_section_in_the_middle_stays_there_with_what_a_person_added():
    text = f"top\n\n{BEGIN}\n{HEADING}\n- my own line\n{END}\n\nbottom"
    new = rewrite(text, {A: RULE[A]})
    assert new == f"top\n\n{BEGIN}\n{HEADING}\n- my own line\n{RULE[A]}\n{END}\n\nbottom"
    assert rewrite(new, {}, drop=(A,)) == text


def test_a_reworded_rule_is_left_as_it_is():
    text = rewrite("", {A: f"- My words. (seen 3x, source: {A})"})
    assert rewrite(text, {A: RULE[A]}) == text


@pytest.mark.parametrize(
    "markers", [[BEGIN], [END], [END, BEGIN], [BEGIN, BEGIN, END], [BEGIN, END, BEGIN, END]]
)
def test_broken_markers_are_refused(markers):
    with pytest.raises(Broken, match="markers are broken"):
        rewrite("\n".join(markers) + "\n", {A: RULE[A]})


NO_SECTIONS = [
    f"Our tool writes between {BEGIN} and {END}, leave that alone.\n",
    f"```markdown\n{BEGIN}\n- theirs\n{END}\n```\n",
    f"~~~~\n{BEGIN}\n```\n{END}\n~~~~\n",
    f"    {BEGIN}\n    {END}\n",
    f"> {BEGIN}\n> {END}\n",
    f"{BEGIN}{END}\n",
]


@pytest.mark.parametrize("text", NO_SECTIONS)
def test_markers_in_a_fence_or_a_sentence_are_no_section(text):
    assert rules(text) == {}
    once = rewrite(text, {A: RULE[A]})
    assert once.startswith(text) and list(rules(once)) == [A]
    assert rewrite(once, {}, drop=(A,)) == text


def test_a_fence_that_nobody_closes_hides_no_section():
    text = rewrite("```\nan example\n", {A: RULE[A]})
    assert list(rules(text)) == [A] and rewrite(text, {}, drop=(A,)) == "```\nan example\n"


@pytest.mark.parametrize("letter", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_only_a_newline_ends_a_line(letter):
    mine = f"- my{letter}own"
    text = f"top{letter}\n{BEGIN}\n{HEADING}\n{mine}\n{END}\nbottom{letter}"
    once = rewrite(text, {A: RULE[A]})
    assert once == text.replace(mine, f"{mine}\n{RULE[A]}")
    assert rewrite(once, {}, drop=(A,)) == text


def test_a_large_file_of_fences_is_read_in_linear_time():
    text = "".join("`" * (3 + n % 400) + "\n" for n in range(9000)) + f"{BEGIN}\n{END}\n"
    assert rewrite(text, {A: RULE[A]}).count(RULE[A]) == 1


FRAME = len(f"{BEGIN}\n{HEADING}\n{END}\n")
BOTH = len(f"{RULE[A]}\n{RULE[B]}\n")


def test_room():
    assert room("", 30) == (30, 4000 - FRAME)
    text = rewrite("", RULE)
    assert room(text, 3) == (1, 4000 - FRAME - BOTH)
    assert room(text, 1)[0] == 0, "a person lowered the limit"
    full = rewrite("", {A: "x" * 5000})
    assert room(full, 30)[1] == 0


BESIDE = [
    # a file, the lines in which a person may have said the same
    ("# Shop\n\n- Use pnpm.\n", ["# Shop", "- Use pnpm."]),
    (f"top\n{BEGIN}\n{HEADING}\n{RULE[A]}\n{END}\nbottom\n", ["top", "bottom"]),
    ("a\n```sh\nb\n```\nc\n~~~\nd\n~~~\ne\n", ["a", "c", "e"]),
    ("  - Use pnpm.  \n   \n", ["- Use pnpm."]),
    ("x" * 300 + "\n", ["x" * 300]),
    ("x" * 301 + "\n", []),
    ("a\n" * 1000, ["a"] * 1000),
    ("a\n" * 1001, ["a"] * 1000),
]


@pytest.mark.parametrize("text, lines", BESIDE, ids=range(len(BESIDE)))
def test_the_lines_beside_the_section(text, lines):
    assert beside(text) == lines


OURS, THEIRS, SPLIT, BASE = "<<<<<<< HEAD\n", ">>>>>>> theirs\n", "=======\n", "||||||| 1a2b3c\n"
A4 = RULE[A].replace("3x", "4x")
LEFT = {
    "a rule on either side": (
        f"{BEGIN}\n{HEADING}\n{OURS}{RULE[A]}\n{SPLIT}{RULE[B]}\n{THEIRS}{END}\n",
        [RULE[A], RULE[B]],
    ),
    "with the base shown": (
        f"{BEGIN}\n{HEADING}\n- own\n{OURS}{RULE[A]}\n{BASE}- gone\n{SPLIT}{RULE[B]}\n{THEIRS}{END}\n",
        ["- own", RULE[A], RULE[B]],
    ),
    "one rule, seen more often there": (
        f"{BEGIN}\n{HEADING}\n{OURS}{RULE[A]}\n{SPLIT}{A4}\n{RULE[B]}\n{THEIRS}{END}\n",
        [A4, RULE[B]],
    ),
    "one rule, seen more often here": (
        f"{BEGIN}\n{HEADING}\n{OURS}{A4}\n{SPLIT}{RULE[A]}\n{THEIRS}{END}\n",
        [A4],
    ),
    "one rule, seen as often, in other words there": (
        f"{BEGIN}\n{HEADING}\n{OURS}{RULE[A]}\n{SPLIT}- Reworded. (seen 3x, source: {A})\n{THEIRS}{END}\n",
        [RULE[A]],
    ),
    "one rule, with a blank at its end there": (
        f"{BEGIN}\n{HEADING}\n{OURS}{RULE[A]}\n{SPLIT}{RULE[A]} \n{THEIRS}{END}\n",
        [RULE[A]],
    ),
    "one rule, which tells of no sighting here": (
        f"{BEGIN}\n{HEADING}\n{OURS}- Mine. (source: {A})\n{SPLIT}- Run. (seen 1x, source: {A})\n{THEIRS}{END}\n",
        [f"- Run. (seen 1x, source: {A})"],
    ),
    "a section of theirs in two conflicts": (
        f"{OURS}{SPLIT}{BEGIN}\n{HEADING}\n{RULE[A]}\n{THEIRS}{OURS}{SPLIT}{RULE[B]}\n{END}\n{THEIRS}",
        [RULE[A], RULE[B]],
    ),
    "a mark within a side": (
        f"{BEGIN}\n{HEADING}\n{OURS}{RULE[A]}\n{OURS}{SPLIT}{RULE[B]}\n{THEIRS}{END}\n",
        [RULE[A], RULE[B]],
    ),
    "whole sections": (
        f"{OURS}{BEGIN}\n{HEADING}\n{RULE[A]}\n{END}\n{SPLIT}{BEGIN}\n{HEADING}\n{RULE[B]}\n{END}\n{THEIRS}",
        [RULE[A], RULE[B]],
    ),
    "a section that one side took out": (
        f"{OURS}{SPLIT}{BEGIN}\n{HEADING}\n{RULE[B]}\n{END}\n{THEIRS}",
        [RULE[B]],
    ),
    "its beginning in either side": (
        f"{OURS}{BEGIN}\n{HEADING}\n{RULE[A]}\n{SPLIT}{BEGIN}\n{HEADING}\n{RULE[B]}\n{THEIRS}{END}\n",
        [RULE[A], RULE[B]],
    ),
    "its end in either side": (
        f"{BEGIN}\n{HEADING}\n{OURS}{RULE[A]}\n{END}\n{SPLIT}{RULE[B]}\n{END}\n{THEIRS}",
        [RULE[A], RULE[B]],
    ),
    "two conflicts": (
        f"{BEGIN}\n{HEADING}\n{OURS}{RULE[A]}\n{SPLIT}{THEIRS}- own\n{OURS}{SPLIT}{RULE[B]}\n{THEIRS}{END}\n",
        [RULE[A], "- own", RULE[B]],
    ),
}


@pytest.mark.parametrize("left", LEFT, ids=list(LEFT))
@pytest.mark.parametrize(
    "around",
    [
        ("", ""),
        ("# Shop\n\n", "\nBe brief.\n"),
        (f"{OURS}a\n{SPLIT}b\n{THEIRS}\n", f"\n{OURS}c\n{SPLIT}{THEIRS}"),
    ],
    ids=["alone", "in text", "between others"],
)
def test_a_section_in_conflict_holds_the_rules_of_both_sides(left, around):
    text, lines = LEFT[left]
    text = around[0] + text + around[1]
    assert conflicted(text)
    assert (
        rewrite(text, {})
        == f"{around[0]}{BEGIN}\n" + "\n".join([HEADING, *lines]) + f"\n{END}\n{around[1]}"
    )
    assert A not in rewrite(text, {}, drop=(A, B)) and not conflicted(rewrite(text, {}))


@pytest.mark.parametrize(
    "text",
    [
        f"{OURS}# Mine\n{BEGIN}\n{HEADING}\n{RULE[A]}\n{SPLIT}# Theirs\n{BEGIN}\n{HEADING}\n{RULE[B]}\n{THEIRS}{END}\n",
        f"{BEGIN}\n{HEADING}\n{OURS}{RULE[A]}\n{END}\nmore\n{SPLIT}{RULE[B]}\n{THEIRS}{END}\n",
    ],
)
def test_a_conflict_that_reaches_beyond_the_section_is_left_to_a_person(text):
    with pytest.raises(Broken):
        rewrite(text, {A: RULE[A]})
