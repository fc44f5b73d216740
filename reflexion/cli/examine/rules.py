"""The rule files: markers in pairs, and rules that agree with the entries."""

from __future__ import annotations

import os

from reflexion.cli.examine.finding import bad, note, ok
from reflexion.promote import promoter, section


def look(project) -> list:
    try:
        files = promoter.targets(project)
    except promoter.Refused as error:
        remedy = "make it a file, or name another one: reflexion config promote_to CLAUDE.md"
        return [bad("rules", str(error), remedy)]
    entries = project.store.all() if project.store.exists() else ()
    promoted = {entry["id"] for entry in entries if entry["promoted"]}
    rows = [finding for path in files for finding in file(project, path, promoted)]
    names = ", ".join(map(os.path.basename, files)) or "no file"
    return rows or [ok("rules", f"{len(promoted)} in {names}")]


def file(project, path: str, promoted: set) -> list:
    """What is wrong in one rule file."""
    name, rows = os.path.basename(path), []
    try:
        text = promoter.read(path)
        standing = set(section.rules(text))
    except section.Broken as error:
        remedy = f"open it and leave one pair of {section.BEGIN} and {section.END}, or none"
        return [bad("rules", f"{path}: {error}", remedy)]
    except promoter.Refused as error:
        return [bad("rules", str(error), "make it readable, and UTF-8")]
    missing, orphans = sorted(promoted - standing), sorted(standing - promoted)

    def settle():
        return f"made one section of both sides in {promoter.settle(project)}"

    def write_missing():
        for entry_id in missing:
            promoter.promote(project, entry_id, force=True)
        return f"wrote {len(missing)} rule(s)"

    if section.conflicted(text):
        what = f"git left a conflict in the rules of {name}"
        fix = settle if project.trusted else None
        rows.append(bad("rules", what, "reflexion rebuild-index", fix))
    if missing:
        marked = f"{len(missing)} learning(s) are marked as rules but do not stand in {name}"
        recall = f"`reflexion promote --demote {missing[0]}` lets it be recalled again"
        fix = write_missing if project.trusted else None
        text = f"{marked}: {', '.join(missing[:4])}"
        rows.append(note("rules", text, f"{recall}; --fix writes the rule", fix))
    if orphans:
        what = f"{len(orphans)} rule(s) in {name} belong to no learning that is marked as one"
        remedy = "take the lines out if they no longer hold, or `reflexion promote ID`"
        rows.append(note("rules", f"{what}: {', '.join(orphans[:4])}", remedy))
    return rows
