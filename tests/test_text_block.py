"""A block between two markers is ours; all around it stays byte for byte."""

import pytest

from reflexion.text import block

BEGIN = "<!-- x:begin -->"
END = "<!-- x:end -->"
OURS = f"{BEGIN}\n- one\n{END}"


def place(text, *lines):
    return block.place(text, BEGIN, END, list(lines))


@pytest.mark.parametrize(
    "before",
    ["", "# Title\n", "# Title\n\ntext without a line end", "a\r\nb\r\n", "\n\n\n", "- x\n\n"],
)
def test_a_block_that_goes_leaves_the_text_as_it_was(before):
    assert place(place(before, "- one")) == before


def test_only_the_lines_between_the_markers_change():
    text = f"above \n\t\n{OURS}\n  below\r\n"
    assert place(text, "- two", "- three") == (
        f"above \n\t\n{BEGIN}\n- two\n- three\n{END}\n  below\r\n"
    )


def test_a_file_with_windows_line_ends_gets_them_too():
    assert place("a\r\nb\r\n", "- one") == f"a\r\nb\r\n\r\n{BEGIN}\r\n- one\r\n{END}\r\n"


def test_the_lines_of_the_block_are_read():
    assert block.split(f"a\n{OURS}\nb", BEGIN, END).lines == ["- one"]
    assert block.split("a\nb", BEGIN, END).lines is None


@pytest.mark.parametrize("inner", ["", "```\n```\n"])
def test_markers_in_a_code_fence_are_text(inner):
    text = f"````\n{inner}{OURS}\n````\n"
    assert block.split(text, BEGIN, END).lines is None
    assert place(text, "- new").startswith(text)


@pytest.mark.parametrize(
    "text, why",
    [
        (f"{BEGIN}\n- one\n", "broken"),
        (f"{END}\n{BEGIN}\n", "broken"),
        (f"{OURS}\n{OURS}\n", "broken"),
        (f"{BEGIN}\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> x\n{END}\n", "conflict"),
    ],
)
def test_a_broken_block_is_left_alone(text, why):
    with pytest.raises(block.Broken, match=why):
        place(text, "- new")
