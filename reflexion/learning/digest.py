"""The digest of a learning's words: of every field that steers what is told or written."""

from __future__ import annotations

import hashlib
import json

# what anybody may change: counts and dates are read from everybody and never make a rule
COUNTS = ("occurrences", "sessions", "told", "came_back", "first_seen", "last_seen", "rev")


def digest(entry: dict) -> str:
    """Return 40 hex digits of all fields but counts, dates and those that say nothing."""
    steering = {
        field: value
        for field, value in entry.items()
        if field not in COUNTS and value not in (None, "", False, [])
    }
    return digest_of(json.dumps(steering, sort_keys=True, ensure_ascii=True).encode())


def digest_of(data: bytes) -> str:
    """Return 40 hex digits of bytes."""
    return hashlib.sha256(data).hexdigest()[:40]
