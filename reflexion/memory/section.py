"""The sentences of a Markdown memory, and the lines of our own block in one. Pure.

The last line of the block holds a digest of the others: by it an edit inside is noticed.
"""

from __future__ import annotations

import hashlib
import re
from collections import namedtuple
from collections.abc import Iterator

from reflexion.learning.entry import MAX_PATTERN, Entry
from reflexion.text.block import FENCE
from reflexion.text.clean import one_line

BEGIN = "<!-- reflexion:memory:begin -->"
END = "<!-- reflexion:memory:end -->"
TITLE = "## Learnings about "
SIGNED = "<!-- written by `reflexion memory sync`, "
ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
HEADING = re.compile(r"#{1,6}[ \t]")
LEARNING = re.compile(r"#{1,6}[ \t]+\[?LRN-")  # of a learning of other systems
LABEL = re.compile(r"\*\*([\w ]{1,40})(?::\*\*|\*\*:)[ \t]*")
CONTENT = ("Content", "Summary", "Lesson")  # labels of what is learned
SOURCE = re.compile(r" \((?:seen \d+x, source: )?(RFX-\d{8}-[0-9a-f]{3,16})(?:, ([\w.-]+))?\)$")

# id: "" in a line that somebody added; project: of another project's learning, else ""
Line = namedtuple("Line", "sentence id project")


def sentence_of(entry: Entry) -> str:
    """Return what a line says of an entry."""
    return one_line(entry.resolution, MAX_PATTERN)


def render(skill: str, lines: list[Line]) -> list[str]:
    """Return the lines of the block for these Lines; [] for none."""
    if not lines:
        return []
    sources = [", ".join(filter(None, (line.id, line.project))) for line in lines]
    written = [f"- {line.sentence} ({source})" for line, source in zip(lines, sources)]
    body = [TITLE + skill, *written]
    return [*body, f"{SIGNED}{_digest(body)} -->"]


def read(text: list[str], is_plain: bool = False) -> list[Line]:
    """Return the Lines of a Markdown text: its bullets, without headings, comments and code.

    Below a heading `LRN-…` a labelled line counts if its label says that it is the content. With
    `is_plain`, as in our block, a line without a bullet is one, too.
    """
    found: list[str] = []
    is_theirs = False
    for line in _prose(text):
        words = line.strip()
        bare = ITEM.sub("", words, count=1)
        label = LABEL.match(bare) if is_theirs else None
        if HEADING.match(words):
            is_theirs = bool(LEARNING.match(words))
        elif label:
            found += [bare[label.end() :]] if label[1] in CONTENT else []
        elif is_plain or bare != words:
            found.append(bare)
        elif found and line[0].isspace():
            found[-1] += " " + words
    return [_line(sentence) for sentence in found]


def _prose(text: list[str]) -> Iterator[str]:
    """Yield the lines that are neither blank, nor a comment, nor code."""
    is_code = False
    for line in filter(str.strip, text):
        if re.match(FENCE, line):
            is_code = not is_code
        elif not is_code and not line.lstrip().startswith("<!--"):
            yield line


def is_edited(block: list[str]) -> bool:
    """Return True if the block is not as it was written."""
    lines = [line for line in block if line.strip()]
    return bool(lines) and lines[-1] != f"{SIGNED}{_digest(lines[:-1])} -->"


def _line(text: str) -> Line:
    found = SOURCE.search(text)
    source = (found[1], found[2] or "") if found else ("", "")
    return Line(text[: found.start()] if found else text, *source)


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:8]
