"""What must not be stored: keys, tokens, passwords and private keys.

`redact(text)` puts [REDACTED] in their place, `find(text)` says where they stand; time is linear,
and callers bound the text. services: tokens that tell by their shape. names, assigned: a telling
name and its value. patterns: URLs, calls, SQL. records: tables, manifests. shapes: random-looking
words. values: what is no secret.
"""

from __future__ import annotations

from reflexion.text.clean import visible
from reflexion.text.suspect import suspicious

MARK = "[REDACTED]"


def redact(text: str, extra=()) -> str:
    """The text, cleaned of what cannot be seen, with [REDACTED] for each secret; lines stay lines.

    `extra`: patterns of the user, matched as they are (unusable ones are skipped).
    """
    text = visible(text)  # first: what a soft hyphen splits would else be mended after the look
    if not extra and not suspicious(text):
        return text
    for _ in range(4):  # a mark can bring out another value beside it
        spans = find(text, extra)
        if not spans:
            break
        parts, at = [], 0
        for start, end, _ in spans:
            parts += text[at:start], MARK
            at = end
        parts.append(text[at:])
        text = "".join(parts)
    return text


def find(text: str, extra=()):
    """[(start, end, kind)] of each secret, in order, without overlaps; kind: "github token"."""
    from reflexion.signals.secrets import scan

    return scan.scan(text, extra)


def usable(pattern: str) -> bool:
    """May this pattern run on each command: valid, short, without nested repeats?"""
    from reflexion.signals.secrets import user_patterns

    return user_patterns.usable(pattern)
