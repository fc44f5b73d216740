"""Authorization, bearer and basic credentials, cookies."""

from __future__ import annotations

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.word_lists import form, words

_AUTHORIZATION = form("headers authorization")
_SCHEME = r"([A-Za-z][\w.-]{1,30})(?:\\?[ \t]+|%20|\+)([^\s\\]+)"
_BEARER = form("headers bearer")
_BASIC = r"basic(?:[ \t]+|%20|\+)([A-Za-z0-9+/_-]{8,4096}(?:={1,2}|%3[Dd]){0,2})"
_COOKIE = form("headers cookie")
_CRUMB = r"([^\s=;,]{1,80})=([^\s;,\"'\\]{4,4096})"
_DIGEST = r"(?:response|Signature|Credential|mac|hash)=\\?\"?([^\s\",\\]{16,400})"
COOKIE_NAMES = words("cookie names")
ATTRIBUTES = words("cookie attributes")
SCHEMES = words("authorization schemes")


def find(text: str, lower: str):
    """Yield (start, end, kind) of each credential in a header, wherever the header stands."""
    if "authorization" in lower:
        for header in re.compile(_AUTHORIZATION).finditer(lower):
            yield from authorization(text, *header.span(1))
    if "bearer" in lower:
        for found in re.compile(_BEARER).finditer(lower):
            if bearer(text[found.start(1) : found.end(1)]):
                yield (*found.span(1), "bearer token")
    if "basic" in lower:
        for found in re.compile(_BASIC).finditer(lower):
            if names_and_password(text[found.start(1) : found.end(1)]):
                yield (*found.span(1), "basic credentials")
    if "cookie" in lower or " -b " in lower:
        for found in re.compile(_COOKIE).finditer(lower):
            yield from crumbs(text, *found.span(1 if found.group(1) else 2))


def authorization(text: str, start: int, end: int):
    value = text[start:end]
    scheme = re.compile(_SCHEME).match(value)
    if scheme:
        word, secret = scheme.group(1).lower(), scheme.group(2).rstrip(",;)}]")
        strong = (
            any(map(str.isdigit, secret))
            or values.random(secret)
            or word in SCHEMES
            and not values.wordish(secret)
        )
        if len(secret) >= 6 and strong and not values.reference(secret) and not values.code(secret):
            at = start + scheme.start(2)
            if "=" not in secret[:-2] or "," not in value:
                yield at, at + len(secret), "authorization header"
        if word in ("digest", "hawk", "aws4-hmac-sha256", "oauth", "mac", "signature"):
            line = text.find("\n", start)
            for part in re.compile(_DIGEST).finditer(
                text, start, min(line if line >= 0 else len(text), start + 2000)
            ):
                yield (*part.span(1), "authorization header")
        return
    word = value.split()[0].rstrip(",;)}]") if value.split() else ""
    if (
        len(word) >= 12
        and not values.reference(word)
        and not values.code(word)
        and (values.random(word) or values.password_like(word) or values.uuid(word))
    ):
        at = start + value.index(word)
        yield at, at + len(word), "authorization header"


def bearer(value: str) -> bool:
    core = value.rstrip(".,;)}]")
    if (
        values.reference(core)
        or values.code(core)
        or core.lower().startswith(("realm=", "error=", "scope="))
    ):
        return False
    return (
        values.random(core)
        or len(core) >= 16
        and any(map(str.isdigit, core))
        and not values.path(core)
        or values.uuid(core)
    )


def names_and_password(word: str) -> bool:
    """True for base64 of "user:password"."""
    import binascii

    word = (
        word.replace("%3D", "=").replace("%3d", "=").rstrip("=").replace("-", "+").replace("_", "/")
    )
    try:
        plain = binascii.a2b_base64(word[: len(word) // 4 * 4])
    except ValueError:
        return False
    return b":" in plain and all(32 <= c < 127 for c in plain[: plain.index(b":")])


def crumbs(text: str, start: int, end: int):
    """The values of a cookie header that identify somebody: telling name, or drawn at random."""
    for crumb in re.compile(_CRUMB).finditer(text, start, end):
        name, value = crumb.group(1).lower(), crumb.group(2)
        if name in ATTRIBUTES or values.reference(value):
            continue
        telling = any(part in name for part in COOKIE_NAMES)
        if (
            telling
            and len(value) >= 8
            and any(map(str.isdigit, value))
            or values.random(value)
            or values.uuid(value)
            or telling
            and values.hexadecimal(value)
            and len(value) >= 16
        ):
            yield (*crumb.span(2), "cookie")
