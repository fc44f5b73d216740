"""Secrets that tell by their own shape: tokens of known services, a row of services.tsv each, and
words drawn at random, with a vendor's prefix or where the line speaks of a secret.

A row's pattern runs only when one of its literals (case counts) stands in the text; all of it is
the secret, or its group 1. A look-behind is put in front unless the pattern brings its own. Bodies
are open-ended and may be shorter than real ones, so that a token that was cut off is caught.
"""

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.values import form, words
from reflexion.text.tables import rows

WORD = "random-looking word"
PARTS = ("/", "@", "#", ".", "-", "+", "%")  # before a part of a path, a URL, an address
ENDS_NAME = ("(", "/", "\\", ":")  # behind a call, a folder, a file
NEAR = 110  # characters in which a telling word is looked for
IDENTIFIERS = words("prefixes of identifiers")  # they name a thing and open nothing


def find(text: str, lower: str):
    """Yield (start, end, kind) of each token that its form, or its neighbours, give away."""
    yield from of_services(text)
    if "==" in text:
        for found in form("shapes account key").finditer(text):
            before = lower[max(found.start() - 40, 0) : found.start()]
            if not form("shapes not secret before").search(before):
                yield (*found.span(), "storage account key")
    for found in form("shapes word").finditer(text):
        word = found.group()
        (start, end) = found.span()
        before = text[max(start - 40, 0) : start]
        if is_known(word) or names_no_secret(before):
            continue
        if is_prefixed(text, start, end, word):
            yield start, end, WORD
        elif is_drawn(text, end, word) and is_announced(lower, start, end):
            yield start, form("shapes tail").match(text, end).end(), WORD


def of_services(text: str):
    """The tokens that have the form of a known service's."""
    for kind, literals, pattern in rows("signals/secrets/services.tsv"):
        if not any(literal in text for literal in literals.split()):
            continue
        own_start = pattern.startswith(("(?<", "/"))
        compiled = re.compile(pattern if own_start else f"(?<![A-Za-z0-9])(?:{pattern})")
        for match in compiled.finditer(text):
            start, end = match.span(1 if compiled.groups else 0)
            if not placeholder(text[start : min(end, start + 200)], bool(compiled.groups)):
                yield start, end, kind


def is_known(word: str) -> bool:
    """Words without a digit, digests, public keys: they look random and are no secrets."""
    if not any(map(str.isdigit, word)) or word.startswith(("AAAA", "MII", "sha", "data:")):
        return True
    return values.hexadecimal(word) or values.uuid(word)


def names_no_secret(before: str) -> bool:
    """Does what stands before a word make it a part of a path or a URL, or an identifier?"""
    if before[-1:] in PARTS:
        return True
    return bool(form("shapes not secret before").search(before.lower()))


def is_drawn(text: str, end: int, word: str) -> bool:
    """Is this word drawn at random, and no call, file or folder?"""
    if text[end : end + 1] in ENDS_NAME:
        return False
    return mixed(max(re.split(r"[_-]", word), key=len), 18)


def is_announced(lower: str, start: int, end: int) -> bool:
    """Does a telling word stand near, on the same line?"""
    first = max(start - NEAR, lower.rfind("\n", 0, start) + 1)
    last = end + len(lower[end : end + NEAR].partition("\n")[0])
    tells = form("shapes tells")
    return bool(tells.search(lower, first, start) or tells.search(lower, end, last))


def placeholder(token: str, is_part: bool) -> bool:
    """ghp_xxxxxxxx, AKIA...EXAMPLE, sk-your-key-here: the shape of a token, with nothing in it."""
    low = token.lower()
    is_short = len(token) < 60
    if "EXAMPLE" in token or "placeholder" in low or "your" in low and is_short:
        return True
    if values.mask(token) or not any(map(str.isalnum, token)):
        return True
    return not is_part and is_short and are_words(token)


def are_words(token: str) -> bool:
    """sk_test_some_lower_case_words: no digit, no capital, nothing that had to be drawn."""
    is_plain = token in (token.lower(), token.upper()) and not any(map(str.isdigit, token))
    return is_plain and max(map(len, token.replace("-", "_").split("_"))) < 16


def is_prefixed(text: str, start: int, end: int, word: str) -> bool:
    """A random word behind the prefix of a vendor: acme_live_..."""
    if len(word) < 31 or word.isupper() or not {"_", "-"} & set(word):
        return False
    prefixed = form("shapes prefixed hex" if word.islower() else "shapes prefixed").match(word)
    if not prefixed:
        return False
    prefix, body = prefixed.groups()
    if values.uuid(body) or IDENTIFIERS & set(re.split(r"[_-]", prefix.lower())):
        return False
    if not word.islower():
        return mixed(max(re.split(r"[_-]", body), key=len), 28)
    is_of_file_or_host = text[end : end + 1] == "." and text[end + 1 : end + 2].isalnum()
    return values.scrambled(body) and not is_of_file_or_host


def mixed(body: str, least: int) -> bool:
    """Capitals, small letters and digits, shuffled."""
    digits = sum(map(str.isdigit, body))
    if not digits or len(body) < least or body in (body.lower(), body.upper()):
        return False
    return values.mean_run(body) < (2.5 if digits > 2 else 2.3 if digits > 1 else 2.05)
