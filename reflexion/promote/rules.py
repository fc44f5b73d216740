"""The rules in a project's files: write, change and take out their lines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from reflexion.errors import Refused
from reflexion.learning.entry import Entry
from reflexion.learning.identity import same_sentence
from reflexion.learning.lesson import line_of, sentence_in, sentence_of
from reflexion.store import rule_files
from reflexion.store.project import Project

NO_ROOM = "no room for a rule"


def write(project: Project, entry: Entry, host_files: tuple[str, ...] = ()) -> str:
    """Write the entry's rule; return the names of the files that say it now.

    Raises Refused, also where there is no room for it.
    """
    if not have_room(project, host_files):
        raise Refused(NO_ROOM, "`reflexion config max_rules`, or take a rule out")
    new = line_of(entry)
    paths = rule_files.targets(project, host_files)
    due = [path for path in paths if not _says_it(path, entry)]
    for path in due:  # all of them before the first one is written
        rule_files.require_writable(path)
    for path in due:
        rule_files.edit(project, path, lambda lines: [*lines, new])
    return _names(paths)


def take_out(project: Project, entry_ids: Iterable[str]) -> str:
    """Take the rules of these entries out; return the names of the files that had them.

    Raises Refused.
    """
    gone = set(entry_ids)
    if not rule_files.name_any(project, gone):  # then it is no matter what is wrong with them
        return ""
    return _edit_all(
        project, lambda lines: [line for line in lines if rule_files.source_of(line) not in gone]
    )


def follow(project: Project, entry: Entry, before: str = "") -> str:
    """Put an entry's words in the place of its line; return the file whose line stays.

    `before` is the resolution that the rule was made of: a line that says something else was
    changed by a person. Raises Refused.
    """
    if not rule_files.name_any(project, [entry.id]):
        return ""
    known = (sentence_of(entry.copy(resolution=before or entry.resolution)), sentence_of(entry))
    for path, lines in standing(project).items():
        if entry.id in lines and sentence_in(lines[entry.id]) not in known:
            return os.path.basename(path)

    def changed(lines: list[str]) -> list[str]:
        return [
            line_of(entry) if rule_files.source_of(line) == entry.id else line for line in lines
        ]

    _edit_all(project, changed)
    return ""


def standing(project: Project) -> dict[str, dict[str, str]]:
    """Return {path: {id: line}} of the rules in the files that are there. Raises Refused."""
    is_here = project.may_be_read and project.store is not project.home
    paths = rule_files.targets(project) if is_here else []
    return {
        path: rule_files.rules_in(rule_files.read(path)) for path in paths if os.path.exists(path)
    }


def have_room(project: Project, host_files: tuple[str, ...] = ()) -> bool:
    """Return True if the rule files take another rule. Raises Refused."""
    paths = rule_files.targets(project, host_files)
    most: int = project.settings["max_rules"]
    return all(len(rule_files.lines_in(rule_files.read(path))) < most for path in paths)


def _edit_all(project: Project, change: Callable[[list[str]], list[str]]) -> str:
    """Change the lines of all rule files; return the names of those that changed."""
    return _names([path for path in standing(project) if rule_files.edit(project, path, change)])


def _says_it(path: str, entry: Entry) -> bool:
    """Return True if a line of the file, ours or the person's, says the rule already."""
    text = rule_files.read(path)
    sentence = sentence_of(entry)
    if entry.id in rule_files.rules_in(text):
        return True
    return any(same_sentence(sentence_in(line), sentence) for line in text.splitlines())


def _names(paths: list[str]) -> str:
    return ", ".join(map(os.path.basename, paths))
