"""Is this value a secret? And the tables that all rules know by name: word lists and patterns."""

import re
from functools import lru_cache

from reflexion.text.tables import rows, sections

FOLDER = "signals/secrets/"
MARK = "[REDACTED]"
_lists = sections(FOLDER + "words.txt")


def words(section: str) -> frozenset:
    """The words below the heading [section] of words.txt. Raises KeyError."""
    return frozenset(_lists[section].split())


@lru_cache(maxsize=None)
def form(name: str):
    """The compiled pattern of forms.tsv with this name. Raises KeyError."""
    return re.compile(dict(rows(FOLDER + "forms.tsv"))[name])


# what documentation, masks and defaults put in a secret's place ("-" and " " read as "_")
PLACEHOLDERS = words("placeholders")
PLACEHOLDER_PARTS = words("placeholder parts")
REGEX_PARTS = words("regex parts")
SHORT_PLACEHOLDER_PARTS = words("placeholder parts of short values")
FILE_ENDINGS = words("file endings")
USUAL = words("words of every day")  # "my-app-secret" is a secret's name, not a secret
_REFERENCE = form("values reference")
_CODE = form("values code")


def reference(value: str) -> bool:
    """Does the value only stand for a secret: placeholder, variable, template, path, mask?"""
    core = value.rstrip(",;.:)]}>\"'")
    plain = core.lower().replace("-", "_").replace(" ", "_")
    if MARK in value or len(value) < 3 or plain in PLACEHOLDERS or len(set(plain)) <= 2:
        return True
    if _REFERENCE.match(value) or mask(core) or _holds_placeholder(value):
        return True
    return _shouted_name(core)


def _shouted_name(core: str) -> bool:
    """API_TOKEN, SECRET: the upper-case name that help texts put in a value's place."""
    is_name = core.isupper() and core.replace("_", "").replace("-", "").isalpha()
    return is_name and (len(core) < 14 or "_" in core)


def _holds_placeholder(value: str) -> bool:
    low = value.lower()
    if any(part in low for part in PLACEHOLDER_PARTS):
        return True
    if len(value) < 48 and any(part in low for part in SHORT_PLACEHOLDER_PARTS):
        return True
    return any(part in value for part in REGEX_PARTS)


def mask(core: str) -> bool:
    """Mostly stars, dots or x: what a tool prints instead of a secret ("ghp_****")."""
    low = core.lower()
    masked = any(part in low for part in ("***", "...", "\u2026", "xxxx"))
    return masked or low.count("x") > 0.6 * len(core)


def code(value: str) -> bool:
    """Is it an expression where only a quoted string would be a secret: a call, a type?"""
    return bool(_CODE.match(value)) and ("(" in value or not random(value))


def stands_for(value: str) -> bool:
    """Does it only stand for a secret, as a placeholder, a variable or a call does?"""
    return reference(value) or code(value)


def path(value: str) -> bool:
    """True for a file or object name: it has a slash and words, or ends like a file."""
    stem, _, ending = value.rstrip(",;)'\"").rpartition(".")
    if stem and ending.lower() in FILE_ENDINGS:
        return True
    return "/" in value and all(
        len(part) < 4 or part[0] == "$" or part.isdigit() or wordish(part) or uuid(part)
        for part in re.split(r"[/.]", value)
    )


def wordish(value: str) -> bool:
    """Letters with "-", "_", "." or spaces between: a name, nothing drawn at random."""
    bare = re.sub(r"[-_. ]", "", value)
    return bare.isalpha() and not scrambled(bare)


def words_joined(value: str) -> bool:
    """harbor-saffron-falcon: three or more plain words, as password generators join them."""
    parts = re.split(r"[-_. ]", value)
    if len(parts) < 3 or len(value) < 14:
        return False
    return all(p.isalpha() and 3 <= len(p) <= 12 and p.lower() not in USUAL for p in parts)


def mean_run(value: str) -> float:
    """Mean run of one sort of character: about 1.6 in random base62, 3 and more in camelCase."""
    sorts = [0 if c.isdigit() else 1 if c.islower() else 2 if c.isupper() else 3 for c in value]
    return len(sorts) / (1 + sum(a != b for a, b in zip(sorts, sorts[1:])))


def scrambled(value: str, longest: int = 200) -> bool:
    """True for letters and digits too mixed to be words. Hex counts from 32 digits on."""
    value = value[:longest]
    if len(value) < 12:
        return False
    if hexadecimal(value):
        return len(value) >= 32
    digits = sum(map(str.isdigit, value))
    upper = sum(map(str.isupper, value))
    lower = sum(map(str.islower, value))
    if upper and lower:
        return _shuffled_case(value, digits)
    if digits < 3 or upper + lower < 3 or len(value) < 16:
        return False
    return mean_run(value) < (5 if len(value) >= 24 else 3.4)


def _shuffled_case(value: str, digits: int) -> bool:
    """Of capitals and small letters: do they change places more often than in words?"""
    limit = 2.45 if digits >= 2 or len(value) < 20 else 2.2
    is_enough = digits > 0 or len(value) >= 16
    return is_enough and digits < 0.7 * len(value) and mean_run(value) < limit


def hexadecimal(value: str, least: int = 0) -> bool:
    """Hex digits of one case alone, at least so many."""
    rest = value.strip("0123456789abcdef") and value.strip("0123456789ABCDEF")
    return len(value) >= least and not rest


def random(value: str, least: int = 16) -> bool:
    """True when some part of the value looks drawn at random: base62, base64, base32, long hex."""
    if len(value) < least:
        return False
    if any(map(scrambled, re.findall(r"[A-Za-z0-9]{12,400}", value[:2000]))):
        return True
    whole = re.sub(r"[^A-Za-z0-9]", "", value[:200])
    is_mixed = len(whole) >= least and any(map(str.isdigit, whole)) and scrambled(whole)
    return is_mixed and not uuid(value)


def number(value: str) -> bool:
    return not value.strip("0123456789.,_-")


def uuid(value: str) -> bool:
    return len(value) == 36 and value.count("-") == 4 and hexadecimal(value.replace("-", ""))


def password_like(value: str, least: int = 8) -> bool:
    """What only a password looks like: letters with digits or odd symbols, or joined words."""
    core = value.rstrip(".,;:")
    if len(core) < least or form("values version").match(core):
        return False
    if _mixed(core) and not uuid(core):
        is_numbered = form("values numbered name").match(core) and mean_run(core) > 2.2  # Node-v18
        return not is_numbered and not path(core)
    is_odd = any(c in "!@#$%^&*?+=~" for c in core)
    return is_odd and sum(map(str.isalpha, core)) >= 4 or words_joined(core)


def _mixed(core: str) -> bool:
    """Letters and digits, and among them a capital, a sign, or a second digit."""
    letters = sum(map(str.isalpha, core))
    digits = sum(map(str.isdigit, core))
    if letters < 2 or digits < 1:
        return False
    return len(core) > letters + digits or any(map(str.isupper, core)) or digits >= 2
