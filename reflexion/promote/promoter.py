"""Write rules into the project's files and take them out again, under the store's lock."""

import os

from reflexion.promote import rule, section, wording
from reflexion.store import journal
from reflexion.store.entries import today
from reflexion.store.rule_files import Refused, edit, read, targets


def promote(project, entry_id: str, force: bool = False) -> str:
    """Write the entry's rule and mark it; the names of the files that say it now, "" when it waits.
    A file whose person says the same in a line of their own gets none: the entry remembers that
    line (`own_lines`). Raises Refused. `force`: a person asked for it, ripe or not, and again where
    its line is missing."""
    with project.store.lock():
        entry = project.store.read(entry_id)
        if not entry or not entry["resolution"]:
            return ""
        owned = project.owns(entry_id)
        if not force and rule.waits_for(entry, project.settings, today(), owned):
            return ""
        paths = targets(project)
        own = {}
        for path in paths:
            text = read(path)
            line = in_own_words(entry, text, project.settings["redact"])
            if line:
                own[path] = line
            elif held_back(project, entry, text, path):
                return ""
        written = {entry_id: wording.directive(entry, project.settings["redact"])}
        lacking = [path for path in paths if path not in own]
        _edited(project, lambda text: section.rewrite(text, written), lacking)
        project.store.write(_promoted(entry, own), entry)
        journal.note(project.store.state_dir, journal.OUTCOMES, entry_id, "promoted")
        journal.happened(project.store.state_dir, project.session, "promoted", entry_id)
        return ", ".join(map(os.path.basename, paths))


def _promoted(entry: dict, own: dict) -> dict:
    """The entry as a rule; `own`: path -> the line of a person that says it there. A rule is said
    louder than a learning: what was ignored before is not held against it."""
    now = {**entry, "promoted": True, "failed": 0, "taken_out": False}
    if own:
        now["own_lines"] = [f"{os.path.basename(path)}: {line}" for path, line in own.items()]
    if entry.get("confidence") and entry.get("failed"):
        now["confidence"] = "high"
    return now


def in_own_words(entry: dict, text: str, patterns=()) -> str:
    """The line of a rule file, beside our section, in which its person says the same; or ""."""
    words = wording.words_for(entry, patterns)
    try:
        lines = section.beside(text)
    except section.Broken:
        return ""  # `held_back` says so
    for line in lines:
        if wording.same_as_typed(words, line):
            return wording.redact(line, patterns)
    return ""


def held_back(project, entry: dict, text: str, path: str) -> str:
    """Why the file takes no line for this entry; "" when it does, or has it. Raises Refused."""
    most = project.settings["max_rules"]
    try:
        standing = section.rules(text)
        (free, characters) = section.room(text, most)
    except section.Broken as error:
        raise Refused(f"{os.path.basename(path)}: {error}") from None
    if entry["id"] in standing:
        return ""
    new = wording.directive(entry, project.settings["redact"])
    for twin, other in standing.items():
        if wording.same(new, other):
            return f"{twin} is the same rule in other words"
    full = not free or len(new) + 1 > characters
    return f"no room: max_rules is {most}, {section.MAX_CHARS} characters" if full else ""


def demote(project, entry_id: str, by_person: bool = False) -> str:
    """Take the rule out and the entry back into recall. Names of the files. Raises Refused.
    `by_person`: who said so, so that no hook writes it again."""
    with project.store.lock():
        entry = project.store.read(entry_id)
        names = _edited(project, lambda text: section.rewrite(text, {}, (entry_id,)))
        if entry and entry["promoted"]:
            kept = {name: value for name, value in entry.items() if name != "own_lines"}
            kept.update(promoted=False, taken_out=by_person)
            project.store.write(kept, entry)
            journal.happened(project.store.state_dir, project.session, "demoted", entry_id)
        return names or "no file"


def settle(project) -> str:
    """Make one section of two sides in conflict, but for what is no rule any more. As `demote`."""

    def united(text):
        if not section.conflicted(text):
            return text
        entries = project.store.readable(section.rules(text))
        return section.rewrite(text, {}, [row["id"] for row in entries if not row["promoted"]])

    with project.store.lock():
        return _edited(project, united)


def _edited(project, change, paths=None) -> str:
    """Names of the rule files, at `paths` or all of them, that the change altered."""
    paths = targets(project) if paths is None else paths
    changed = [path for path in paths if edit(project, path, change)]
    return ", ".join(map(os.path.basename, changed))
