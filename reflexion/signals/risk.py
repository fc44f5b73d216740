"""What is too risky to be learned, said or made a rule of unless a person asked for it. Pure."""

import re

from reflexion.text.tables import rows

TABLE = "signals/risk.tsv"
MAX_TEXT = 16_000  # characters that are looked at; resolutions and commands are shorter
BETWEEN = " | "  # between the needles of a row
# a shell takes quoting out before it looks what to run (r\m, "rm"); hyphens and dashes are what an
# editor makes of "-", and a reader makes of them
QUOTING = str.maketrans("\u2010\u2011\u2012\u2013\u2212", "-----", "\\'\"")


def risk_of(text: str) -> str:
    """The kind of risk in a sentence or a command ("deletes", "forces", ...); "" for none."""
    text = " ".join(text[:MAX_TEXT].translate(QUOTING).split())
    low = text.lower()
    for kind, needles, *pattern in rows(TABLE):
        present = [needle for needle in needles.split(BETWEEN) if needle in low]
        words = rf"(?<![\w-])(?:{'|'.join(map(re.escape, present))})(?![\w-])"
        if present and re.search(pattern[0] if pattern else words, text, re.IGNORECASE):
            return kind
    return ""
