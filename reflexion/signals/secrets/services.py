"""Keys and tokens that tell by their own shape, wherever they stand: a row of services.tsv each.

A row's pattern runs only when one of its literals (case counts) stands in the text; all of it is
the secret, or its group 1. A look-behind is put in front unless the pattern brings its own. Bodies
are open-ended and may be shorter than real ones, so that a token that was cut off is caught.
"""

from __future__ import annotations

import re

from reflexion.signals.secrets import values
from reflexion.text.tables import rows

_START = r"(?<![A-Za-z0-9])(?:"


def find(text: str):
    """Yield (start, end, kind) of each token with the shape of a known service."""
    for kind, literals, pattern in rows("signals/secrets/services.tsv"):
        if any(literal in text for literal in literals.split()):
            own_start = pattern.startswith(("(?<", "/"))
            compiled = re.compile(pattern if own_start else f"{_START}{pattern})")
            for match in compiled.finditer(text):
                start, end = match.span(1 if compiled.groups else 0)
                if not placeholder(text[start:end], bool(compiled.groups)):
                    yield start, end, kind


def placeholder(token: str, is_part: bool) -> bool:
    """ghp_xxxxxxxx, AKIA...EXAMPLE, sk-your-key-here: the shape of a token, with nothing in it."""
    body = token[:200]
    return (
        "EXAMPLE" in body
        or values.mask(body)
        or ("your" in body.lower() and len(body) < 60)
        or "placeholder" in body.lower()
        or not any(map(str.isalnum, body))
        or (not is_part and plain_words(body))
    )


def plain_words(token: str) -> bool:
    """sk_test_some_lower_case_words: no digit, no capital, nothing that had to be drawn."""
    return (
        len(token) < 60
        and not any(map(str.isdigit, token))
        and (token.islower() or token.isupper())
        and max(map(len, token.replace("-", "_").split("_"))) < 16
    )
