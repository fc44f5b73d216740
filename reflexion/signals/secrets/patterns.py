"""Secrets that one pattern and one check give away; a row of patterns.tsv each.

A row's pattern runs only when one of its literals stands in the lower-case text. The last group
that matched is the candidate; the row's check says whether it is a secret.
"""

from __future__ import annotations

import re

from reflexion.signals.secrets import values
from reflexion.text.tables import rows


def find(text: str, lower: str):
    """Yield (start, end, kind) of each candidate that passes its row's check."""
    for kind, literals, check, pattern in rows("signals/secrets/patterns.tsv"):
        if any(literal in lower for literal in literals.split(" | ")):
            is_secret = CHECKS[check]
            for match in re.compile(pattern).finditer(text):
                value = match.group(match.lastindex)
                if not values.reference(value) and is_secret(value):
                    yield (*match.span(match.lastindex), kind)


def drawn(value: str) -> bool:
    """Drawn at random, and no path or identifier."""
    is_random = values.random(value) or (values.hexadecimal(value) and len(value) >= 24)
    return is_random and not values.path(value) and not values.uuid(value)


def _password(value: str) -> bool:
    return values.password_like(value, 6)


def _literal(value: str) -> bool:
    """Of `--from-literal NAME=value`: anything but numbers, paths and plain names."""
    is_name = re.match(r"[a-z]+(?:[-_][a-z]+)?[-_]?\d{0,2}$", value)
    return not (values.number(value) or values.path(value) or is_name)


def _handed_out(value: str) -> bool:
    return values.password_like(value) and "@" not in value[:-4] and not values.number(value)


def _token(value: str) -> bool:
    return values.random(value) or (values.hexadecimal(value) and len(value) >= 24)


def _encoded_credentials(value: str) -> bool:
    """Base64 of a JSON object that names a password, a token or a key."""
    import binascii

    whole = value.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        plain = binascii.a2b_base64(whole[: len(whole) // 4 * 4]).lower()
    except ValueError:
        return False
    telling = (b"pass", b"secret", b"token", b"key", b"auth")
    return plain[:1] == b"{" and any(word in plain for word in telling)


CHECKS = {
    "any": lambda value: True,
    "secret": lambda value: len(value) >= 4,
    "long number or secret": lambda value: len(value) >= (6 if value.isdigit() else 4),
    "secret with a slash": lambda value: not values.wordish(value.split("/")[0]),
    "password": _password,
    "long password": values.password_like,
    "drawn": drawn,
    "drawn or password": lambda value: drawn(value) or _password(value),
    "drawn or one word password": (
        lambda value: drawn(value) or (values.password_like(value) and " " not in value)
    ),
    "drawn or hexadecimal": lambda value: values.random(value) or values.hexadecimal(value),
    "token": _token,
    "base32": lambda value: any(map(str.isdigit, value)),
    "encoded credentials": _encoded_credentials,
    "unusual words": lambda value: not values.USUAL & set(value.lower().split()),
    "literal": _literal,
    "handed out": _handed_out,
}
