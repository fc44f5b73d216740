"""Secrets in authorization headers and in cookies."""

from reflexion.signals.secrets import values
from reflexion.signals.secrets.values import form, password_like, words

COOKIE_NAMES = words("cookie names")
ATTRIBUTES = words("cookie attributes")
SCHEMES = words("authorization schemes")
WITH_PARAMETERS = ("digest", "hawk", "aws4-hmac-sha256", "oauth", "mac", "signature")
HEADER = "authorization header"


def in_headers(text: str, lower: str):
    """The values of authorization headers."""
    for header in form("headers authorization").finditer(lower):
        yield from authorization(text, *header.span(1))


def in_cookies(text: str, lower: str):
    """The values of cookie headers, and of a program's cookie option."""
    for found in form("headers cookie").finditer(lower):
        yield from crumbs(text, *found.span(found.lastindex))


def authorization(text: str, start: int, end: int):
    """What the value of an authorization header holds: a token, or parameters."""
    value = text[start:end]
    scheme = form("headers scheme").match(value)
    if not scheme:
        word = (value.split() or [""])[0].rstrip(",;)}]")
        if stands_alone(word):
            at = start + value.index(word)
            yield at, at + len(word), HEADER
        return
    word = scheme.group(1).lower()
    secret = scheme.group(2).rstrip(",;)}]")
    is_parameter = "=" in secret[:-2] and "," in value
    if not is_parameter and follows_scheme(word, secret):
        at = start + scheme.start(2)
        yield at, at + len(secret), HEADER
    if word in WITH_PARAMETERS:
        yield from _parameters(text, start)


def _parameters(text: str, start: int):
    """The secrets among the parameters of a header, which end with its line."""
    line = text.find("\n", start)
    line = line if line >= 0 else len(text)
    for part in form("headers digest").finditer(text, start, min(line, start + 2000)):
        yield (*part.span(1), HEADER)


def stands_alone(word: str) -> bool:
    """Is this word, without a scheme in front, what an authorization header keeps?"""
    likely = values.random(word) or values.uuid(word) or password_like(word)
    return len(word) >= 12 and likely and not values.stands_for(word)


def follows_scheme(scheme: str, secret: str) -> bool:
    """Is this word, behind such a scheme, what an authorization header keeps?"""
    known = scheme in SCHEMES and not values.wordish(secret)
    strong = known or any(map(str.isdigit, secret)) or values.random(secret)
    return len(secret) >= 6 and strong and not values.stands_for(secret)


def crumbs(text: str, start: int, end: int):
    """The values of a cookie header that identify somebody: telling name, or drawn at random."""
    for crumb in form("headers crumb").finditer(text, start, end):
        name = crumb.group(1).lower()
        value = crumb.group(2)
        if name in ATTRIBUTES or values.reference(value):
            continue
        if values.random(value) or values.uuid(value) or identifies(name, value):
            yield (*crumb.span(2), "cookie")


def identifies(name: str, value: str) -> bool:
    """Does a telling name, such as "sessionid", stand in front of a value with digits?"""
    if not any(part in name for part in COOKIE_NAMES):
        return False
    has_digit = len(value) >= 8 and any(map(str.isdigit, value))
    return has_digit or values.hexadecimal(value, 16)
