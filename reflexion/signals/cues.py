"""A cheap necessary condition for hearing anything in a prompt: looked at before anything is imported, so this module imports nothing itself."""
from __future__ import annotations

LONGEST = 65536 * 2
# Pieces of words of which at least one stands in every ASCII prompt that teaches something. Other letters are let through.
PIECES = ()


def worth_hearing(raw):
    """Can the prompt in these bytes (a hook's JSON, or the prompt itself in UTF-8) be a correction, a rule, a report or praise? False is certain, True is not."""
    at = raw.find(b'"prompt"')
    said = raw[at + 8:at + LONGEST] if at >= 0 else raw[:LONGEST]
    if not said.isascii() or b"\\u" in said:
        return True
    said = said.lower()
    for piece in PIECES:
        if piece in said:
            return True
    return False
