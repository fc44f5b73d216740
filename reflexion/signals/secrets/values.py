"""Is this value a secret? Placeholders, references, code, paths and plain words are not."""

from __future__ import annotations

import re

from reflexion.signals.secrets.word_lists import form, words

MARK = "[REDACTED]"

# what documentation, masks and defaults put in a secret's place ("-" and " " read as "_")
PLACEHOLDERS = words("placeholders")
PLACEHOLDER_PARTS = words("placeholder parts")
FILE_ENDINGS = words("file endings")
USUAL = words("words of every day")  # "my-app-secret" is a secret's name, not a secret

REGEX_PARTS = (
    "[a-z",
    "[A-Z",
    "[0-9",
    "(?:",
    "\\w",
    "\\d",
    "\\x",
    "\\s",
    "abcdefghijkl",
    "ABCDEFGHIJKL",
)
_REFERENCE = form("values reference")
_CODE = form("values code")
_TYPES = form("values types")


def reference(value: str) -> bool:
    """Does the value only stand for a secret: placeholder, variable, template, path, mask?"""
    if MARK in value or len(value) < 3:
        return True
    core = value.rstrip(",;.:)]}>\"'")
    plain = core.lower().replace("-", "_").replace(" ", "_")
    if not core or plain in PLACEHOLDERS or len(set(plain)) <= 2:
        return True
    low = value.lower()
    for part in PLACEHOLDER_PARTS:
        if part in low and (
            len(value) < 48 or part not in ("todo", "put_", "some_", "your", "_here", "-here")
        ):
            return True
    return (
        bool(re.match(_REFERENCE, value))
        or any(map(value.__contains__, REGEX_PARTS))
        or mask(core)
        or metavar(core)
    )


def mask(core: str) -> bool:
    """Mostly stars, dots or x: what a tool prints instead of a secret ("ghp_****")."""
    return (
        "***" in core
        or "..." in core
        or "\u2026" in core
        or "xxxx" in core.lower()
        or core.lower().count("x") > 0.6 * len(core)
    )


def metavar(core: str) -> bool:
    """API_TOKEN, SECRET: the upper-case name that help texts put in a value's place."""
    return (
        core.isupper()
        and core.replace("_", "").replace("-", "").isalpha()
        and (len(core) < 14 or "_" in core)
    )


def code(value: str) -> bool:
    """Is it an expression where only a quoted string would be a secret: a call, a type?"""
    return bool(re.match(_CODE, value) or re.match(_TYPES, value)) and not (
        "(" not in value and random(value)
    )


def path(value: str) -> bool:
    """True for a file or object name: it has a slash and words, or ends like a file."""
    tail = value.rstrip(",;)'\"")
    dot = tail.rfind(".")
    if dot > 0 and tail[dot + 1 :].lower() in FILE_ENDINGS:
        return True
    return "/" in value and all(
        not part
        or wordish(part)
        or part.isdigit()
        or len(part) < 4
        or part.startswith("$")
        or uuid(part)
        for part in re.split(r"[/.]", value)
    )


def wordish(value: str) -> bool:
    """Letters with "-", "_", "." or spaces between: a name, nothing drawn at random."""
    bare = value
    for mark in "-_. ":
        bare = bare.replace(mark, "")
    return bare.isalpha() and not scrambled(bare)


def words_joined(value: str) -> bool:
    """harbor-saffron-falcon: three or more plain words, as password generators join them."""
    parts = re.split(r"[-_. ]", value)
    return (
        len(parts) >= 3
        and len(value) >= 14
        and all(part.isalpha() and 3 <= len(part) <= 12 for part in parts)
        and not USUAL & {part.lower() for part in parts}
    )


def kinds(char: str) -> int:
    return 0 if char.isdigit() else 1 if char.islower() else 2 if char.isupper() else 3


def mean_run(value: str) -> float:
    """Mean run of one sort of character: about 1.6 in random base62, 3 and more in camelCase."""
    sorts = [kinds(c) for c in value]
    return len(sorts) / (1 + sum(a != b for a, b in zip(sorts, sorts[1:])))


def scrambled(value: str, longest: int = 200) -> bool:
    """True for letters and digits too mixed to be words. Hex counts from 32 digits on."""
    value = value[:longest]
    if len(value) < 12:
        return False
    if hexadecimal(value):
        return len(value) >= 32
    digits, upper, lower = (
        sum(map(str.isdigit, value)),
        sum(map(str.isupper, value)),
        sum(map(str.islower, value)),
    )
    if upper and lower:
        limit = 2.45 if digits >= 2 or len(value) < 20 else 2.2
        return (
            mean_run(value) < limit
            and (digits > 0 or len(value) >= 16)
            and digits < 0.7 * len(value)
        )
    return (
        digits >= 3
        and upper + lower >= 3
        and len(value) >= 16
        and mean_run(value) < (5 if len(value) >= 24 else 3.4)
    )


def hexadecimal(value: str) -> bool:
    return not value.strip("0123456789abcdef") or not value.strip("0123456789ABCDEF")


def random(value: str, least: int = 16) -> bool:
    """True when some part of the value looks drawn at random: base62, base64, base32, long hex."""
    if len(value) < least:
        return False
    for part in re.findall(r"[A-Za-z0-9]{12,400}", value[:2000]):
        if scrambled(part):
            return True
    whole = re.sub(r"[^A-Za-z0-9]", "", value[:200])
    return (
        len(whole) >= least
        and any(map(str.isdigit, whole))
        and scrambled(whole)
        and not uuid(value)
    )


def number(value: str) -> bool:
    return not value.strip("0123456789.,_-")


def uuid(value: str) -> bool:
    return len(value) == 36 and value.count("-") == 4 and hexadecimal(value.replace("-", ""))


def digest(value: str) -> bool:
    """A bare hash, of the lengths hashes have (md5, sha1, sha256, sha512, short git ids)."""
    return hexadecimal(value) and (len(value) in (32, 40, 56, 64, 96, 128) or len(value) <= 12)


def password_like(value: str, least: int = 8) -> bool:
    """What only a password looks like: letters with digits or odd symbols, or joined words."""
    core = value.rstrip(".,;:")
    if len(core) < least or re.match(r"v?\d+(?:[.:-]\d+)+[a-z]*\d*$|\d{4}-\d\d", core):
        return False
    letters, digits = sum(map(str.isalpha, core)), sum(map(str.isdigit, core))
    symbols = len(core) - letters - digits
    odd = sum(core.count(c) for c in "!@#$%^&*?+=~")
    if (
        letters >= 2
        and digits >= 1
        and (symbols or any(map(str.isupper, core)) or digits >= 2)
        and not uuid(core)
    ):
        return not (
            re.match(r"[A-Za-z]+[-_]?v?\d{1,2}$", core) and mean_run(core) > 2.2
        ) and not path(core)
    return bool(letters >= 4 and odd) or words_joined(core)
