"""Accept what an author's signed commits brought: `trust --pulls AUTHOR`."""

from __future__ import annotations

import os

from reflexion.cli.accepting import accept_entry
from reflexion.learning.entry import MAX_BYTES
from reflexion.store import fs, team
from reflexion.store.trust import EVERYBODY

FORMAT = "--format=%H%x00%G?%x00%GS%x00%GF"
GOOD = "G"  # a good signature by a key that the person's own configuration trusts


def accept_signed(project, waiting) -> list:
    """Accept what the author's verified commits brought, so that it waits no more.

    Returns the ids. Raises OSError.
    """
    author = project.store.trust.pulls
    if author in ("", EVERYBODY) or not project.store.trust.is_accepted:
        return []
    signed = [entry for entry in waiting.entries if is_signed(project, entry["id"], author)]
    for entry in signed:
        accept_entry(project.store, entry)
    waiting.entries = [entry for entry in waiting.entries if entry not in signed]
    return [entry["id"] for entry in signed]


def is_signed(project, entry_id: str, author: str) -> bool:
    """Return True if the last commit of an entry's file is signed by the author.

    `author` is the signer that git names, an e-mail address in it, or the key's fingerprint;
    what a commit says of its author counts for nothing. The file has to be as committed.
    """
    path = project.store.path(entry_id)
    place = os.path.relpath(path, project.root).replace(os.sep, "/")
    printed = team.git(project.root, "log", "-1", FORMAT, "--", f":(literal){place}") or b""
    commit, *signature = os.fsdecode(printed.rstrip(b"\n")).split("\0")
    if len(signature) != 3:
        return False
    state, signer, key = signature
    if state != GOOD or not _is_by(author, signer, key):
        return False
    held = team.git(project.root, "cat-file", "blob", f"{commit}:./{place}")
    return held is not None and held == fs.peek(path, MAX_BYTES)


def _is_by(author: str, signer: str, key: str) -> bool:
    address = signer.rpartition("<")[2].rstrip(">")
    return author in filter(None, (signer, address, key))
