"""What must not be stored: keys, tokens, passwords and private keys in commands, output and prompts.

`redact(text)` puts [REDACTED] in their place, `find(text)` says where they stand. Text is expected bounded (64 KiB); more costs linear time.
Rules: services.py (tokens that tell by their shape), names.py and assigned.py (a telling name and its value), headers.py, commands.py
(options and arguments that are passwords), links.py (URLs), blocks.py (PEM), shapes.py (random-looking words), values.py (what is no secret).
Rules are imported only when a literal in the text asks for them: a hook that meets no telling word pays for a few searches.
"""

from __future__ import annotations

MARK = "[REDACTED]"


def redact(text: str, extra=()) -> str:
    """The text with each secret replaced by [REDACTED]; lines stay lines. extra: patterns of the user, matched as they are (unusable ones are skipped)."""
    for _ in range(
        4
    ):  # a mark can bring out another value beside it; a second call must find nothing more
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
    """[(start, end, kind)] of each secret, in order, without overlaps. kind: a few words, such as "github token"."""
    from . import scan

    return scan.scan(text, extra)


def usable(pattern: str) -> bool:
    """Is this a pattern that may run on each command: a valid regular expression, short, without repeats inside repeats?"""
    from . import extra

    return extra.usable(pattern)
