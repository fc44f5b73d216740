"""A rule: the line that a learning becomes in a file of instructions, and what such a line says."""

from __future__ import annotations

import re

from reflexion.learning.entry import Entry
from reflexion.learning.fields import MAX_PATTERN
from reflexion.text.clean import one_line

SUFFIX = r" \(seen \d{1,7}x, source: [^)]{0,40}\)\s*$"
BULLET = r"^(?:[-*+>#]{1,6} ){1,4}"
COMMENT = r"<!--|-->"
# `@path` outside of code is an import to Claude Code
IMPORT = r"(?<![A-Za-z0-9`])@(?=\S)"
ODD_CODE = r"``|\\`|\]\([^)`]{0,200}`"


def sentence_of(entry: Entry) -> str:
    """Return the rule: the sentence as it was written, safe in an instructions file."""
    text = re.sub(COMMENT, "", one_line(entry.resolution, MAX_PATTERN)).strip()
    text = _without_imports(re.sub(BULLET, "", text))
    return text if text[-1:] in ".!?\u3002" else text + "."


def line_of(entry: Entry) -> str:
    """Return the rule's line; it is found again by the id at its end."""
    return f"- {sentence_of(entry)} (seen {entry.occurrences}x, source: {entry.id})"


def sentence_in(line: str) -> str:
    """Return what a line says, without bullet and source."""
    return re.sub(SUFFIX, "", re.sub(BULLET, "", line.strip()))


def _without_imports(text: str) -> str:
    if "@" not in text:
        return text
    if text.count("`") % 2 or re.search(ODD_CODE, text):
        text = text.replace("`", "")
    parts = text.split("`")
    for at in range(0, len(parts), 2):  # outside of code
        parts[at] = re.sub(IMPORT, "", parts[at])
    return "`".join(parts)
