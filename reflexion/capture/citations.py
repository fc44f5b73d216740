"""A reply says which learnings it used: each one that was said in this session is counted, once a session."""

from __future__ import annotations

import re

from reflexion.store.entry import MAX_COUNT, Unreadable, is_id
from reflexion.store.session import CITED, SAID, Session

MARKER = r"\[rfx:((?:RFX-\d{8}-)?[0-9a-f]{3,16}(?:[,;\s]{1,3}(?:rfx:)?(?:RFX-\d{8}-)?[0-9a-f]{3,16}){0,19})\]"
TAIL = 4000  # characters of a reply; the marker stands at its end


def count(event, project) -> list:
    """Count `applied` in the entries that the reply's marker names; their ids. What was not said in this session is ignored."""
    sessions = [Session(store, event.session) for store in project.speaking()]
    sessions = [session for session in sessions if session.exists()]
    records = [record for session in sessions for record in session.records()]
    said = {
        record.get("id")
        for record in records
        if record["kind"] == SAID and isinstance(record.get("id"), str)
    }
    said -= {record.get("id") for record in records if record["kind"] == CITED}
    if not said:
        return []
    message = event.message
    if not message:
        from reflexion.hosts.tail import last_words

        message = last_words(event.transcript)
    found = named(message, said)
    for id in found:
        for store in project.speaking():
            if _applied(store, id):
                break
    if found:
        sessions[0].add(*({"kind": CITED, "id": id} for id in found))
    return found


def named(message: str, said) -> list:
    """Those of the ids `said` that the marker at the end of a message names, whole or by their last digits."""
    found = []
    for match in re.finditer(MARKER, message[-TAIL:]):
        for word in re.split(r"[,;\s]+", match.group(1)):
            word = word[4:] if word.startswith("rfx:") else word
            fits = [
                id
                for id in said
                if id == word
                or not is_id(word)
                and id.rpartition("-")[2].startswith(word)
                or not is_id(word)
                and id.endswith(word)
            ]
            found += fits if len(fits) == 1 else []
    return list(dict.fromkeys(found))


def _applied(store, id: str) -> bool:
    try:
        return (
            store.update(
                id, lambda entry: entry.update(applied=min(MAX_COUNT, entry.get("applied", 0) + 1))
            )
            is not None
        )
    except Unreadable:
        return False
