"""The rule files: markers in pairs, and rules that agree with the entries."""

from __future__ import annotations

import os

from reflexion.cli.examine.finding import bad, note, ok
from reflexion.promote import promoter, section


def look(found) -> list:
    try:
        files = promoter.targets(found)
    except promoter.Refused as error:
        return [
            bad(
                "rules",
                str(error),
                "replace the link by a file, or name another one: reflexion config set promote_to CLAUDE.md",
            )
        ]
    rows, promoted = (
        [],
        {entry["id"] for entry in found.store.all() if entry["promoted"]}
        if found.store.exists()
        else set(),
    )
    for path in files:
        rows += file(found, path, promoted)
    return rows or [
        ok("rules", f"{len(promoted)} in {', '.join(map(os.path.basename, files)) or 'no file'}")
    ]


def file(found, path: str, promoted: set) -> list:
    """What is wrong in one rule file."""
    try:
        text = promoter.read(path)
        standing = set(section.rules(text))
    except section.Broken as error:
        return [
            bad(
                "rules",
                f"{path}: {error}",
                f"open it and leave one pair of {section.BEGIN} and {section.END}, or none",
            )
        ]
    except promoter.Refused as error:
        return [bad("rules", str(error), "make it readable, and UTF-8")]
    rows, missing, orphans = [], sorted(promoted - standing), sorted(standing - promoted)
    name = os.path.basename(path)
    if section.conflicted(text):

        def settle():
            return f"made one section of both sides in {promoter.settle(found)}"

        rows.append(
            bad(
                "rules",
                f"git left a conflict in the rules of {name}",
                "reflexion rebuild-index",
                settle if found.trusted else None,
            )
        )
    if missing:

        def fix():
            for id in missing:
                promoter.promote(found, id, force=True)
            return f"wrote {len(missing)} rule(s)"

        rows.append(
            note(
                "rules",
                f"{len(missing)} learning(s) are marked as rules but do not stand in {name}: {', '.join(missing[:4])}",
                f"`reflexion promote --demote {missing[0]}` lets it be recalled again; --fix writes the rule",
                fix if found.trusted else None,
            )
        )
    if orphans:
        rows.append(
            note(
                "rules",
                f"{len(orphans)} rule(s) in {name} belong to no learning that is marked as one: {', '.join(orphans[:4])}",
                "take the lines out if they no longer hold, or `reflexion promote ID`",
            )
        )
    return rows
