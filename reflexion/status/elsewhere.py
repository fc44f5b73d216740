"""Mistakes that another project on this machine met, too. Reads the other stores' indexes only."""

from __future__ import annotations

import os

from reflexion.store import trust
from reflexion.store.entry import mark_of
from reflexion.store.files import read_bounded

MAX_STORES, MAX_INDEX = 50, 16 << 20


def met(project, entries: list) -> list:
    """[(entry, names of other projects that know it)], most often seen first; no preferences."""
    if not project.home or not project.settings["use_global"] or not entries:
        return []
    own = os.path.realpath(project.store.dir)
    others = [
        folder
        for folder in trust.everyone(project.home.dir)
        if folder != own and os.path.isdir(folder)
    ][-MAX_STORES:]
    marks = {folder: fingerprints(folder) for folder in others}
    found = []
    for entry in entries:
        if (
            not entry["resolution"].strip()
            or entry.get("needs_review")
            or entry.get("category") == "preference"
        ):
            continue
        print_ = mark_of(entry)
        names = [
            os.path.basename(os.path.dirname(folder))
            for folder in others
            if print_ in marks[folder]
        ]
        if names:
            found.append((entry, names))
    return sorted(found, key=lambda row: (-len(row[1]), -row[0]["occurrences"], row[0]["id"]))


def fingerprints(folder: str) -> set:
    """What a store's index knows mistakes by; empty when it has none."""
    try:
        lines = read_bounded(os.path.join(folder, "index.txt"), MAX_INDEX).splitlines()
    except (OSError, ValueError):
        return set()
    return {
        line[1:].partition(b":")[0].decode("ascii", "replace")
        for line in lines
        if line.startswith(b"#")
    }
