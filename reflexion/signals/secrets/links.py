"""Credentials inside URLs and connection strings: scheme://user:password@host, signed links, user:password@tcp(host)."""

from __future__ import annotations

import re

from . import values

_USER_INFO = r"://([^\s/:@\"'<>\\]{0,300}):([^\s\"'<>/\\]{0,300})@(?=[\w\[{$%(-])"
_SLASHED = r"://([^\s/:@\"'<>\\]{1,100}):(?!\d{1,5}/)([^\s\"'<>@\\]{1,200}/[^\s\"'<>@\\]{0,200})@(?=[\w.-]{1,200}(?::\d|/|[\s\"']|$))"
_USER_ALONE = r"://([^\s/:@\"'<>\\]{16,300})@(?=[\w\[])"
_DRIVER = (
    r"(?<![\w:/])([\w.+-]{1,60}):([^\s\"'@]{3,200}(?:@[^\s\"'@(]{1,60})?)@(?:tcp|udp|unix|tls)\("
)
_OAUTH_BASIC = r"(?<![\w.~-])([\w.~-]{16,400}):x-oauth-basic"
_ORACLE = r"thin:[\w$#]{1,40}/([^\s@\"']{3,100})@"
_SCHEMELESS = r"(?<![\w:/.@-])([\w.+\\-]{1,40}):([^\s\"'@/:,;]{6,100})@(?:[\w-]{1,60}\.){1,6}[A-Za-z][\w-]{1,60}"
ADDRESS = frozenset(
    [
        "mailto",
        "email",
        "e-mail",
        "mail",
        "to",
        "from",
        "cc",
        "bcc",
        "by",
        "user",
        "username",
        "author",
        "login",
        "account",
        "acct",
        "xmpp",
        "sip",
        "sips",
        "contact",
        "owner",
        "npm",
        "reply-to",
        "smtp",
        "id",
        "name",
        "committer",
        "signed-off-by",
        "uid",
        "upn",
    ]
)
_SIGNED = r"[?&;](?:amp;)?(?:x-amz-signature|x-goog-signature|x-amz-security-token|x-oss-signature|x-cos-signature|signature|sig|hmac|x-amz-credential|hdnts|hdnea|__token__|st|jwt|appid|app_key)=([^&\s\"'<>\\]{16,4096})"


def find(text: str, lower: str):
    """Yield (start, end, kind) of each password or token in a URL."""
    if "://" in text and "@" in text:
        for url in re.compile(_USER_INFO).finditer(text):
            yield from credentials(url)
        for url in re.compile(_SLASHED).finditer(text):
            if secret(url.group(2)) and not values.wordish(url.group(2).split("/")[0]):
                yield (*url.span(2), "password in a url")
        for url in re.compile(_USER_ALONE).finditer(text):
            if tokenlike(url.group(1)):
                yield (*url.span(1), "token in a url")
    if "@" in text:
        yield from loose(text, lower)
    if "x-oauth-basic" in lower:
        for part in re.compile(_OAUTH_BASIC).finditer(text):
            yield (*part.span(1), "token in a url")
    if (
        "signature=" in lower
        or "sig=" in lower
        or "hmac=" in lower
        or "-credential=" in lower
        or "-token=" in lower
        or "jwt=" in lower
        or "appid=" in lower
        or "app_key=" in lower
    ):
        for part in re.compile(_SIGNED).finditer(lower):
            value = text[part.start(1) : part.end(1)]
            if not values.reference(value) and (values.random(value) or values.hexadecimal(value)):
                yield (*part.span(1), "signed url")


def credentials(url):
    user, password = url.group(1), url.group(2)
    if password and secret(password) and not (password.isdigit() and len(password) < 6):
        yield (*url.span(2), "password in a url")
    if tokenlike(user):
        yield (*url.span(1), "token in a url")


def loose(text: str, lower: str):
    if "@tcp(" in lower or "@unix(" in lower or "@udp(" in lower:
        for part in re.compile(_DRIVER).finditer(text):
            if secret(part.group(2)):
                yield (*part.span(2), "password in a connection string")
    if "thin:" in lower:
        for part in re.compile(_ORACLE).finditer(text):
            if secret(part.group(1)):
                yield (*part.span(1), "password in a connection string")
    at = text.find("@")
    while at >= 0:
        first = max(at - 142, text.rfind(" ", max(at - 142, 0), at) + 1, 0)
        if ":" in text[first:at] and "://" not in text[first:at]:
            for part in re.compile(_SCHEMELESS).finditer(text, max(first - 1, 0), at + 300):
                if (
                    part.group(1).lower() not in ADDRESS
                    and values.password_like(part.group(2))
                    and secret(part.group(2))
                ):
                    yield (*part.span(2), "password in a connection string")
        at = text.find("@", at + 1)


def secret(value: str) -> bool:
    return not values.reference(value) and len(value) >= 4


def tokenlike(user: str) -> bool:
    return (
        len(user) >= 16
        and not values.reference(user)
        and (values.random(user) or values.hexadecimal(user) and len(user) >= 24)
    )
