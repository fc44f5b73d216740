"""What is too risky to be learned, said or made a rule of unless a person asked for it. Pure."""

import re

from reflexion.text.tables import rows

TABLE = "signals/risk.tsv"
MAX_TEXT = 4000  # characters that are looked at; resolutions and commands are shorter


def risk_of(text: str) -> str:
    """The kind of risk in a sentence or a command ("deletes", "forces", ...); "" for none."""
    text = text[:MAX_TEXT]
    low = text.lower()
    for kind, needle, *pattern in rows(TABLE):
        if needle in low and re.search(_pattern(needle, *pattern), text, re.IGNORECASE):
            return kind
    return ""


def _pattern(needle: str, pattern: str = "") -> str:
    """The regular expression of a row: its own, or the needle as a word of its own."""
    return pattern or rf"(?<![\w-]){re.escape(needle)}(?![\w-])"
