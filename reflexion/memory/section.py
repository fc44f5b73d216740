"""The lines of our block in a MEMORY.md: written, and read again. Pure.

The last line holds a digest of the others: by it an edit inside the block is noticed.
"""

from __future__ import annotations

import hashlib
from collections import namedtuple

from reflexion.learning.entry import Entry, is_id
from reflexion.learning.fields import MAX_PATTERN
from reflexion.text.clean import one_line

BEGIN = "<!-- reflexion:memory:begin -->"
END = "<!-- reflexion:memory:end -->"
HEADING = "## Learnings about "
BULLET = "- "
PASTED = "### "
CONTENT = ("Content", "Summary", "Lesson")  # labels of what is learned
SIGNED = "<!-- written by `reflexion memory sync`, "

# id: "" in a line that somebody added; project: of another project's learning, else ""
Line = namedtuple("Line", "sentence id project")


def sentence_of(entry: Entry) -> str:
    """Return what a line says of an entry."""
    return one_line(entry.resolution, MAX_PATTERN)


def render(skill: str, lines: list) -> list:
    """Return the lines of the block for these Lines; [] for none."""
    if not lines:
        return []
    body = [HEADING + skill, *map(_written, lines)]
    return [*body, f"{SIGNED}{_digest(body)} -->"]


def read(block: list) -> list:
    """Return the Lines of a block, those of a person too; headings and comments are none.

    Of what was pasted below a `### LRN-…` heading with labels, the content is the sentence.
    """
    found = []
    is_pasted = False
    for text in map(str.strip, block):
        is_pasted = is_pasted or text.startswith(PASTED)
        if not text.startswith(("#", "<!--")):
            text = text.removeprefix(BULLET).strip()
            found.append(_line(_content(text) if is_pasted else text))
    return [line for line in found if line.sentence]


def _content(text: str) -> str:
    """Return what stands behind the label `**Content:**`; "" for another label's text."""
    label, _, rest = text[2:].partition("**") if text.startswith("**") else ("", "", text)
    if not label or not (label.endswith(":") or rest.startswith(":")):
        return text
    return rest.lstrip(": ") if label.rstrip(":") in CONTENT else ""


def is_edited(block: list) -> bool:
    """Return True if the block is not as it was written."""
    lines = [line for line in block if line.strip()]
    return bool(lines) and lines[-1] != f"{SIGNED}{_digest(lines[:-1])} -->"


def _written(line: Line) -> str:
    source = ", ".join(filter(None, (line.id, line.project)))
    return f"{BULLET}{line.sentence} ({source})"


def _line(text: str) -> Line:
    sentence, _, source = text.rpartition(" (")
    entry_id, _, project = source.removesuffix(")").partition(", ")
    if source.endswith(")") and is_id(entry_id):
        return Line(sentence, entry_id, project)
    return Line(text, "", "")


def _digest(lines: list) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:8]
