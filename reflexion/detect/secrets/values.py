"""Tell what a value looks like: drawn at random, a password, plain words, code, a placeholder."""

import re

from reflexion.text import sections

MARK = "[REDACTED]"
LISTS = {
    head: frozenset(text.split()) for head, text in sections("detect/secrets/words.txt").items()
}
LONGEST = 400  # characters of a value that are judged
# variables, templates, references to a vault, addresses, dates, masks: they stand for a secret
REFERENCE = r"""(?x)\$[({]|\$[A-Za-z_]\w*(?:$|[^\w$!#%*])|%[A-Za-z_]\w*%(?!\w)|%\w*\(|\{\{|\#\{
    |\{[\w.$:!\[\]'"-]*\}?$|@[A-Za-z_.:/-]+$|\w{0,2}<[^>]*>?|&(?:\#|lt;|amp;)|[\W_]+$
    |!!?[A-Za-z_]+(?:$|[ :])|\[[A-Za-z_*. ]*\]?$|\(|`|~/|\.{1,2}/|[A-Za-z]:[\\/]|//|\w+\|
    |[\w.-]+:(?:\d{1,5}|latest)$|(?:arn|op|vault|secretsmanager|ssm|env|file|data|kms|pass)[:/]
    |(?:https?|s3|gs)://|\d{4}-\d\d-\d\d(?:[T ]|$)|(?:SHA256|MD5|sha\d{1,3}|ssh|ecdsa)[:-]
    |[A-Z]+[_-][A-Z_-]+$"""
CODE = r"""(?x)(?:await|new|typeof|not|return|lambda|async)[ ]|Test[A-Z]\w*(?:\s|$)
    |[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*(?:\(|\[['"\w:-])
    |[A-Za-z_$][\w$]*(?:::|->)[A-Za-z_]|[A-Za-z_$][A-Za-z_$.]*[)\]}](?:[).,;\]}]|$)
    |[A-Za-z_]{1,40}(?:\??\.[A-Za-z_]{1,40}){1,6}[,;)\]}]{0,3}$
    |(?:string|str|text|bytes|int|number|bool(?:ean)?|any|object|char|varchar|Opt\w+|Secret\w*)\b
    (?![\w-]*\d)"""


def has_digit(value: str) -> bool:
    return any(map(str.isdigit, value))


def is_hex(value: str, least: int = 0) -> bool:
    """Return True for hexadecimal digits of one case alone, at least so many."""
    rest = value.strip("0123456789abcdef") and value.strip("0123456789ABCDEF")
    return len(value) >= least and not rest


def is_uuid(value: str) -> bool:
    return len(value) == 36 and value.count("-") == 4 and is_hex(value.replace("-", "").lower())


def mean_run(value: str) -> float:
    """Return the mean run of one sort of character: 1.6 in base62, 3 and more in camelCase."""
    sorts = [0 if c.isdigit() else 1 if c.islower() else 2 if c.isupper() else 3 for c in value]
    return len(sorts) / (1 + sum(a != b for a, b in zip(sorts, sorts[1:])))


def is_scrambled(run: str) -> bool:
    """Return True for letters and digits too mixed to be words; hex counts from 32 on."""
    run = run[:200]
    if len(run) < 12 or is_hex(run):
        return len(run) >= 32
    digits = sum(map(str.isdigit, run))
    if run in (run.lower(), run.upper()):
        return 3 <= digits <= len(run) - 3 and len(run) >= 16 and mean_run(run) < 4
    return mean_run(run) < (2.45 if digits >= 2 else 2.2)


def is_drawn(value: str) -> bool:
    """Return True when some part of the value looks drawn at random."""
    whole = re.sub(r"[^A-Za-z0-9]", "", value[:200])
    if len(whole) >= 16 and is_scrambled(whole) and not is_uuid(value):
        return True
    return any(map(is_scrambled, re.findall(r"[A-Za-z0-9]{12,400}", value[:2000])))


def is_words(value: str) -> bool:
    """Return True for letters with joints between them: a name, a sentence."""
    return re.sub(r"[-_. ]", "", value).isalpha()


def is_phrase(value: str) -> bool:
    """Return True for words without a usual one among them, False for a message."""
    words = re.split("[ -]", re.sub("[.,:;!?]", "", value.lower()))
    return not value.endswith((".", "!", "?", ":")) and LISTS["usual words"].isdisjoint(words)


def is_passphrase(value: str) -> bool:
    """Return True for three or more unusual words, as generators of passwords join them."""
    words = re.split("[-_. ]", value)
    is_long = len(words) >= 3 and len(value) >= 14 and is_words(value)
    return is_long and min(map(len, words)) >= 3 and is_phrase(" ".join(words))


def is_password(value: str, least: int = 8) -> bool:
    """Return True for what only a password looks like: letters with digits or odd symbols."""
    core = value.rstrip(".,;:")
    letters = sum(map(str.isalpha, core))
    if len(core) < least or letters < 2 or is_path(core):
        return False
    return has_digit(core) or bool(re.search(r"[!@#$%^&*?+=~]", core)) or is_passphrase(core)


def is_path(value: str) -> bool:
    """Return True for the name of a file or an object: slashes between words, or an ending."""
    stem, _, ending = value.rstrip(",;)'\"").rpartition(".")
    if stem and ending.lower() in LISTS["file endings"]:
        return True
    parts = re.split(r"[/.]", value)
    return "/" in value and all(len(p) < 4 or is_words(p) or is_uuid(p) for p in parts)


def is_code(value: str) -> bool:
    """Return True for an expression where only a quoted string would be a secret."""
    return bool(re.match(CODE, value)) and ("(" in value or not is_drawn(value))


def is_placeholder(value: str) -> bool:
    """Return True for what only stands for a secret: a variable, a template, a path, a mask."""
    core = value.rstrip(",;.:)]}>\"'").lower()
    plain = core.replace("-", "_").replace(" ", "_")
    if MARK in value or len(value) < 3 or len(set(plain)) <= 2 or plain.count("x") > len(plain) / 2:
        return True
    if plain in LISTS["placeholders"] or re.match(REFERENCE, value):
        return True
    return any(part in core for part in LISTS["placeholder parts"])
