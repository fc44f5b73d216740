"""A reply says which learnings it used: each one that was said in this session is counted, once."""

from __future__ import annotations

import re

from reflexion.store.apply import change
from reflexion.store.entry import MAX_COUNT, is_id
from reflexion.store.session import CITED, SAID, Session

ID = r"(?:RFX-\d{8}-)?[0-9a-f]{3,16}"
MARKER = rf"\[rfx:({ID}(?:[,;\s]{{1,3}}(?:rfx:)?{ID}){{0,19}})\]"
TAIL = 4000  # characters of a reply; the marker stands at its end


def count(event, project) -> list:
    """Count `applied` in the entries that the reply's marker names; their ids. What was not said in
    this session is ignored."""
    sessions = [Session(store, event.session) for store in project.speaking()]
    sessions = [session for session in sessions if session.exists()]
    records = [record for session in sessions for record in session.records()]
    said = {r["id"] for r in records if r["kind"] == SAID and isinstance(r.get("id"), str)}
    said -= {record.get("id") for record in records if record["kind"] == CITED}
    if not said:
        return []
    message = event.message
    if not message:
        from reflexion.hosts.transcripts import last_words

        message = last_words(event.transcript)
    cited = named(message, said)
    for entry_id in cited:
        change(project, entry_id, _applied)
    if cited:
        sessions[0].add(*({"kind": CITED, "id": entry_id} for entry_id in cited))
    return cited


def named(message: str, said) -> list:
    """Those of the ids `said` that the marker at the end of a message names, whole or by digits."""
    cited = []
    for match in re.finditer(MARKER, message[-TAIL:]):
        for word in re.split(r"[,;\s]+", match.group(1)):
            word = word[4:] if word.startswith("rfx:") else word
            fits = [entry_id for entry_id in said if _means(word, entry_id)]
            cited += fits if len(fits) == 1 else []
    return list(dict.fromkeys(cited))


def _means(word: str, entry_id: str) -> bool:
    digits = entry_id.rpartition("-")[2]
    return (
        word == entry_id or not is_id(word) and (digits.startswith(word) or digits.endswith(word))
    )


def _applied(entry: dict) -> dict:
    return {"applied": min(MAX_COUNT, entry.get("applied", 0) + 1)}
