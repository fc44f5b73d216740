from __future__ import annotations

import pytest

from reflexion.promote.section import BEGIN, END, HEADING, Broken, rewrite, room, rules

A, B = "RFX-20260101-aaaaaa", "RFX-20260102-bbbbbb"
RULE = {A: f"- Use `pnpm`. (seen 3x, source: {A})", B: f"- Run it. (seen 4x, source: {B})"}
OTHER_FILES = ["", "# Project\n\nHello.\n", "# Project\r\n\r\nHello.\r\n", "no final newline", "ends in blank lines\n\n\n", "\n", "caf\u00e9 \udcff bytes\n",
               "<!-- other:begin -->\n- theirs\n<!-- other:end -->\n"]


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


@pytest.mark.parametrize("text", [BEGIN, END, END + BEGIN, BEGIN + BEGIN + END, BEGIN + END + BEGIN + END])
def test_broken_markers_are_refused(text):
    with pytest.raises(Broken, match="markers are broken"):
        rewrite(text, {A: RULE[A]})


def test_room():
    assert room("", 30)[0] == 30 and room("", 30)[1] > 3800
    text = rewrite("", RULE)
    assert room(text, 2)[0] == 0 and room(text, 30)[1] == room("", 30)[1] - len(RULE[A]) - len(RULE[B]) - 2
