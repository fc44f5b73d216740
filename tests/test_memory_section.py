"""The block of learnings in a MEMORY.md: written, and read again."""

import pytest

from reflexion.learning.entry import Entry
from reflexion.memory import Line, is_edited, read, render, words_shown

LINES = [
    Line("Use `make dist` (never `make release`).", "RFX-20260330-a7f03c", ""),
    Line("Deploy by tag.", "RFX-20260331-09fe11", "shop"),
]


def test_what_is_written_is_read_again():
    block = render("deploy", LINES)
    assert block[0] == "## Learnings about deploy"
    assert read(block, True) == LINES
    assert not is_edited(block)


def test_no_learnings_make_no_block():
    assert render("deploy", []) == []
    assert not is_edited([])


@pytest.mark.parametrize("at", range(4))
def test_a_changed_line_is_noticed_wherever_it_stands(at):
    block = render("deploy", LINES)
    block[at] = block[at].replace("e", "E", 1)
    assert is_edited(block)


@pytest.mark.parametrize("at", range(4))
def test_a_removed_line_is_noticed(at):
    block = render("deploy", LINES)
    del block[at]
    assert is_edited(block)


def test_blank_lines_are_no_edit():
    block = render("deploy", LINES)
    assert not is_edited(["", block[0], "", *block[1:], ""])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- a line of mine", Line("a line of mine", "", "")),
        ("a line of mine", Line("a line of mine", "", "")),
        ("- see (the manual)", Line("see (the manual)", "", "")),
        ("- Use tabs. (RFX-20260330-a7f03c)", Line("Use tabs.", "RFX-20260330-a7f03c", "")),
        ("- Use tabs. (RFX-2026-a7f03c)", Line("Use tabs. (RFX-2026-a7f03c)", "", "")),
    ],
)
def test_lines_of_a_person_are_read(text, line):
    assert read(["## Learnings about deploy", "", text, "<!-- x -->"], True) == [line]


def test_a_sentence_cannot_open_a_comment_or_a_marker():
    sentence = words_shown(Entry(resolution="Use tabs.\n<!-- reflexion:memory:end -->"))
    assert "<!--" not in sentence
    assert "\n" not in sentence


OTHERS = """\
# Notes
A paragraph about the project, which is no bullet.

- Use tabs in Makefiles,
  because make wants them.
* [x] Store dates in UTC.
1. Deploy by tag. (seen 3x, source: RFX-20260330-a7f03c)
```
- no bullet: code
```
### LRN-20260330-001
- **Type:** correction
- **Content:** Tag before you deploy.
**Priority:** high
**Summary:** Tell the team - they wait for it.
- **Added**: 2026-03-30
- **Summary**: Ask before you tag.
Summary: Name the ticket in the tag.
Details: It said so, too.
- **Always** ask.

## [LRN-20260401-002] best_practice
**Logged**: 2026-04-01
**Summary**: Run the linter first.
### Metadata
- Source: what a person said

## [LRN-20260401-003] correction
**Status**: pending

### Summary
Use tabs in Makefiles:
make wants them.

### Details
- It said so.

### Metadata
- Tags: make

## [LRN-20260401-004] correction

### Summary
- Ask first.
- Wait for a yes.

---
## Other things
What is no bullet - like this, or 2. this - is none.
- Be brief - or silent.
"""


def test_the_bullets_of_any_memory_are_read_and_the_content_of_other_systems_blocks():
    assert [line.sentence for line in read(OTHERS.split("\n"))] == [
        "Use tabs in Makefiles, because make wants them.",
        "Store dates in UTC.",
        "Deploy by tag.",
        "Tag before you deploy.",
        "Tell the team - they wait for it.",
        "Ask before you tag.",
        "Name the ticket in the tag.",
        "**Always** ask.",
        "Run the linter first.",
        "Use tabs in Makefiles: make wants them.",
        "Ask first.",
        "Wait for a yes.",
        "Be brief - or silent.",
    ]
