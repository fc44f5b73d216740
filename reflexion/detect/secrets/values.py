"""Tell what a value looks like, drawn at random or plain words, and what its name announces."""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Callable
from functools import lru_cache

from reflexion.text import lines

MARK = "[REDACTED]"
_sections = "\n".join(lines("detect/secrets/words.txt")).split("\n[")
_halves = (section.lstrip("[").split("]\n") for section in _sections)
LISTS = {head: frozenset(words.split()) for head, words in _halves}
LONGEST = 400  # characters of a value that are judged
NAME_PART = r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+"
# the start of a value that only stands for a secret
REFERENCE = r"""(?x)
    # variables of shells and Windows, placeholders of printf and of templates
    \$[({]|\$[A-Za-z_]\w*(?:$|[^\w$!#%*])|%[A-Za-z_]\w*%(?!\w)|%\w*\(|\{\{|\#\{
    |\{[\w.$:!\[\]'"-]*\}?$|@[A-Za-z_.:/-]+$|\w{0,2}<[^>]*>?|&(?:\#|lt;|amp;)
    # masks, YAML tags, words in brackets, commands
    |[\W_]+$|!!?[A-Za-z_]+(?:$|[ :])|\[[A-Za-z_*. ]*\]?$|\(|`
    # paths
    |~/|\.{1,2}/|[A-Za-z]:[\\/]|//|\w+\|
    # addresses of machines, of images, of vaults, of the web
    |[\w.-]+:(?:\d{1,5}|latest)$|(?:arn|op|vault|secretsmanager|ssm|env|file|data|kms|pass)[:/]
    |(?:https?|s3|gs)://
    # dates, fingerprints, constants such as API_KEY
    |\d{4}-\d\d-\d\d(?:[T ]|$)|(?:SHA256|MD5|sha\d{1,3}|ssh|ecdsa)[:-]|[A-Z]+[_-][A-Z_-]+$"""
# the start of an expression of a program
CODE = r"""(?x)
    # keywords, names of tests
    (?:await|new|typeof|not|return|lambda|async)[ ]|Test[A-Z]\w*(?:\s|$)
    # calls and subscripts, then scoped names and what ends with a bracket
    |[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*(?:\(|\[['"\w:-])
    |[A-Za-z_$][\w$]*(?:::|->)[A-Za-z_]|[A-Za-z_$][A-Za-z_$.]*[)\]}](?:[).,;\]}]|$)
    # attributes, named arguments
    |[A-Za-z_]\w{0,40}=[A-Za-z_.]{0,40}\d?[,)\]}]{0,3}$
    |[A-Za-z_]{1,40}(?:\??\.[A-Za-z_]{1,40}){1,6}[,;)\]}]{0,3}$
    # types in a declaration
    |(?:string|str|text|bytes|int|number|bool(?:ean)?|any|object|char|varchar|Opt\w+|Secret\w*)\b
    (?![\w-]*\d)"""


def has_digit(value: str) -> bool:
    return any(map(str.isdigit, value))


def is_hex(value: str, least: int = 0) -> bool:
    """Return True for `least` or more hexadecimal digits, all of the same case."""
    return len(value) >= least and bool(re.fullmatch("[0-9a-f]*|[0-9A-F]*", value))


def is_uuid(value: str) -> bool:
    return len(value) == 36 and value.count("-") == 4 and is_hex(value.replace("-", "").lower())


def mean_run(value: str) -> float:
    """Return the mean length of the runs of digits, small letters, capitals, and other characters.

    It is 1.6 in base62, 3 and more in camelCase. The value is not empty.
    """
    return len(value) / len(re.findall("[0-9]+|[a-z]+|[A-Z]+|[^0-9a-zA-Z]+", value))


def is_scrambled(run: str) -> bool:
    """Return True for letters and digits that are too mixed to be words or names.

    Of hexadecimal digits 32 or more count.
    """
    run = run[:200]
    if is_hex(run):
        return len(run) >= 32
    digits = sum(map(str.isdigit, run))
    if run in (run.lower(), run.upper()):
        return 3 <= digits <= len(run) - 3 and len(run) >= 16 and mean_run(run) < 4
    limit = 2.45 if digits >= 2 else 2.2
    return mean_run(run) < limit


def is_drawn(value: str) -> bool:
    """Return True if the value, or a part of it, looks drawn at random."""
    whole = re.sub(r"[^A-Za-z0-9]", "", value[:200])
    if len(whole) >= 16 and is_scrambled(whole) and not is_uuid(value):
        return True
    return any(map(is_scrambled, re.findall(r"[A-Za-z0-9]{12,400}", value[:2000])))


def is_words(value: str) -> bool:
    """Return True for words without digits, joined by `-`, `_`, `.` or blanks."""
    return re.sub(r"[-_. ]", "", value).isalpha()


def is_phrase(value: str) -> bool:
    """Return True for words that may be a passphrase, False for those of a message."""
    if value.endswith((".", "!", "?", ":")):
        return False
    words = re.split("[ -]", re.sub("[.,:;!?]", "", value.lower()))
    return LISTS["usual words"].isdisjoint(words)


def is_passphrase(value: str) -> bool:
    """Return True for three or more unusual words, as generators of passwords join them."""
    words = re.split("[-_ ]", value)
    if len(words) < 3 or min(map(len, words)) < 3 or len(value) < 14:
        return False
    return is_words(value) and is_phrase(" ".join(words))


def is_password(value: str, least: int = 8) -> bool:
    """Return True for letters with digits or symbols that few other words have."""
    core = value.rstrip(".,;:")
    letters = sum(map(str.isalpha, core))
    if len(core) < least or letters < 2 or is_path(core):
        return False
    return has_digit(core) or bool(re.search(r"[!@#$%^&*?+=~]", core)) or is_passphrase(core)


def is_path(value: str) -> bool:
    """Return True for a path of words or UUIDs, or a name with the ending of a file."""
    stem, _, ending = value.rstrip(",;)'\"").rpartition(".")
    if stem and ending.lower() in LISTS["file endings"]:
        return True
    parts = re.split(r"[/.]", value)
    return "/" in value and all(len(part) < 4 or is_words(part) or is_uuid(part) for part in parts)


def is_code(value: str) -> bool:
    """Return True for an expression where only a quoted string would be a secret."""
    return bool(re.match(CODE, value)) and ("(" in value or not is_drawn(value))


def is_placeholder(value: str) -> bool:
    """Return True for what only stands for a secret: a variable, a template, a path, a mask."""
    core = value.rstrip(",;.:)]}>\"'").lower()
    plain = core.replace("-", "_").replace(" ", "_")
    is_mask = len(set(plain)) <= 2 or plain.count("x") > len(plain) / 2
    if is_mask or MARK in value or len(value) < 3:
        return True
    if plain in LISTS["placeholders"] or re.match(REFERENCE, value):
        return True
    return any(part in core for part in LISTS["placeholder parts"])


# what a name tells: `level` 0 nothing, 1 that a random value is a secret, 2 that any is
Rank = namedtuple("Rank", "level is_password")


@lru_cache(maxsize=1000)
def rank(name: str) -> Rank:
    """Return what a name in code, in a configuration or in a URL tells of its value."""
    named = [word.lower() for word in re.findall(NAME_PART, name)]
    words = _up_to(lambda word: word not in LISTS["tail that changes nothing"], named)
    told = _up_to(_kind, words)
    behind = words[len(told) :][-1:]
    kind = _kind(told[-1]) if told else ""
    is_sure = kind == "password" or _is_key(told)
    is_ruled_out = not is_sure and not LISTS["head of what is no secret"].isdisjoint(told)
    if not told or is_ruled_out or not LISTS["tail of what is no secret"].isdisjoint(behind):
        return Rank(0, False)
    is_any_secret = not behind and (is_sure or kind == "secret")
    return Rank(1 + is_any_secret, kind == "password")


def _up_to(is_last: Callable[[str], object], words: list[str]) -> list[str]:
    """Return the words up to the last one that passes a test."""
    while words and not is_last(words[-1]):
        words = words[:-1]
    return words


def _is_key(words: list[str]) -> bool:
    """Return True for an API key, an access key and their like."""
    is_named = words[-1:] in (["key"], ["keys"]) and "public" not in words
    return is_named and not LISTS["before key"].isdisjoint(words[-2:-1])


def _kind(word: str) -> str:
    """Return what a word of a name announces: "password", "secret", "weak", or "" for nothing."""
    for kind in ("password", "secret", "weak") if word not in LISTS["ends in pass"] else ():
        endings = tuple(LISTS.get(f"endings of {kind}s", ()))
        if word in LISTS[f"{kind} words"] or word.endswith(endings):
            return kind
    return ""
