"""Hold the rules in the project's files against the learnings that they come from."""

from __future__ import annotations

import os
from collections import namedtuple

from reflexion.promote import rules
from reflexion.store import rule_files
from reflexion.store.rule_files import Refused

# of a rule's line: the name of its file, the id, and what the line says
Line = namedtuple("Line", "file id sentence")


class RuleCheck:
    """What does not agree.

    standing  the Lines of all rules
    changed   those that say something else than their learning: a person changed them
    orphans   those whose learning is gone
    missing   ids of learnings marked as rules that stand in no file
    refused   (name, why) of rule files that cannot be used; name "" for a setting's fault
    """

    def __init__(self, project):
        self.standing = []
        self.changed = []
        self.orphans = []
        self.missing = []
        self.refused = []
        if not project.store:
            return
        for path in self._files(project):
            self._read(project.store, path)
        ids = {line.id for line in self.standing}
        marked = [entry["id"] for entry in project.store.all() if entry["promoted"]]
        if not self.refused:
            self.missing = [entry_id for entry_id in marked if entry_id not in ids]

    def _files(self, project) -> list:
        try:
            return rule_files.targets(project)
        except Refused as error:
            self.refused.append(("", str(error)))
            return []

    def _read(self, store, path: str) -> None:
        name = os.path.basename(path)
        try:
            found = rule_files.rules_in(rule_files.read(path))
        except Refused as error:
            self.refused.append((name, str(error)))
            return
        for entry_id, text in found.items():
            self._add(store, name, entry_id, text)

    def _add(self, store, file: str, entry_id: str, text: str) -> None:
        line = Line(file, entry_id, rules.sentence_in(text))
        self.standing.append(line)
        entry = store.get(entry_id)
        if entry and rules.sentence_of(entry) != line.sentence:
            self.changed.append(line)
        elif not os.path.lexists(store.path(entry_id)):
            self.orphans.append(line)
