"""Write rules into the project's files, and take them out again."""

from __future__ import annotations

import os
import re

from reflexion.learning.entry import Entry
from reflexion.learning.fields import MAX_PATTERN
from reflexion.learning.identity import same_sentence
from reflexion.store import rule_files
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


def _without_imports(text: str) -> str:
    if "@" not in text:
        return text
    if text.count("`") % 2 or re.search(ODD_CODE, text):
        text = text.replace("`", "")
    parts = text.split("`")
    for at in range(0, len(parts), 2):  # outside of code
        parts[at] = re.sub(IMPORT, "", parts[at])
    return "`".join(parts)


def sentence_in(line: str) -> str:
    """Return what a line says, without bullet and source."""
    return re.sub(SUFFIX, "", re.sub(BULLET, "", line.strip()))


def write(project, entry: Entry, host_files: tuple = ()) -> str:
    """Write the entry's rule; return the names of the files that say it now; "" without room.

    Raises Refused.
    """
    if not have_room(project, host_files):
        return ""
    new = line_of(entry)
    paths = rule_files.targets(project, host_files)
    due = [path for path in paths if not _says_it(path, entry)]
    for path in due:  # all of them before the first one is written
        rule_files.require_writable(path)
    for path in due:
        rule_files.edit(project, path, lambda lines: [*lines, new])
    return ", ".join(os.path.basename(path) for path in paths)


def take_out(project, entry_ids) -> str:
    """Take the rules of these entries out; return the names of the files that had them.

    Raises Refused.
    """
    gone = set(entry_ids)

    def kept(lines: list) -> list:
        return [line for line in lines if rule_files.source_of(line) not in gone]

    paths = _all_files(project)
    changed = [path for path in paths if rule_files.edit(project, path, kept)]
    return ", ".join(os.path.basename(path) for path in changed)


def update(project, entry: Entry) -> None:
    """Put an entry's new words in the place of its line, where one stands. Raises Refused."""

    def changed(lines: list) -> list:
        return [
            line_of(entry) if rule_files.source_of(line) == entry.id else line for line in lines
        ]

    for path in _all_files(project):
        rule_files.edit(project, path, changed)


def standing(project) -> dict:
    """Return {path: {id: line}} of the rules in the files that are there. Raises Refused."""
    return {path: rule_files.rules_in(rule_files.read(path)) for path in _all_files(project)}


def _all_files(project) -> list:
    return [path for path in rule_files.targets(project) if os.path.exists(path)]


def have_room(project, host_files: tuple = ()) -> bool:
    """Return True if the rule files take another rule. Raises Refused."""
    for path in rule_files.targets(project, host_files):
        lines = rule_files.lines_in(rule_files.read(path))
        if len(lines) >= project.settings["max_rules"]:
            return False
    return True


def _says_it(path: str, entry: Entry) -> bool:
    """Return True if a line of the file, ours or the person's, says the rule already."""
    text = rule_files.read(path)
    sentence = sentence_of(entry)
    if entry.id in rule_files.rules_in(text):
        return True
    return any(same_sentence(sentence_in(line), sentence) for line in text.splitlines())
