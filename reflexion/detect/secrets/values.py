"""What a value looks like: drawn at random, a password, plain words, code, a placeholder."""

import re

from reflexion.text import sections

MARK = "[REDACTED]"
LISTS = {
    head: frozenset(text.split()) for head, text in sections("detect/secrets/words.txt").items()
}
LONGEST = 400  # characters of a value that are judged
JOINTS = r"[-_. ]"
ALNUM_RUN = r"[A-Za-z0-9]{12,400}"
CAMEL_CASE = r"[A-Z]?[a-z]{1,40}(?:[A-Z][a-z]{1,40}){1,40}[A-Z]{0,4}$"
VERSION = r"v?\d+(?:[.:-]\d+)+[a-z]*\d*$|\d{4}-\d\d"
NUMBERED_NAME = r"[A-Za-z]+[-_]?v?\d{1,2}$"
# variables, templates, references to a vault, masks, comments: they stand for a secret
REFERENCE = r"""(?x)\$[({]|\$[A-Za-z_]\w*(?:$|[^\w$!#%*])|\$\d$|\$\$[A-Z]|%[A-Za-z_]\w*%(?!\w)
    |%[sdrvq]$|%\w*\(|\{\{|\{%|\{[\w.$:!\[\]'"-]*\}?$|\#\{|@\{|@[A-Za-z_.:/-]+$|\w{0,2}<[^>]*>?
    |&(?:\#|lt;|amp;)|[\W_]+$|\w{1,12}\($|!!?[A-Za-z_]+(?:$|[ :])|[&*:?][A-Za-z_]*$
    |\[[A-Za-z_*. ]*\]?$|\(|`|~/|\.{1,2}/|[A-Za-z]:[\\/]|\\\\|[\w.-]+:\d{1,5}$|\w+\|
    |(?:arn|op|vault|secretsmanager|ssm|keyring|env|file|data|kms|pass|exec|cmd|projects)[:/]
    |[a-z][a-z0-9_-]*:latest$|https?://|s3://|gs://|\d{4}-\d\d-\d\d(?:[T ]|$)
    |ENC[\[(]|(?:SHA256|MD5|sha\d{1,3}|ssh|ecdsa)[:-]"""
FOLDER = r"//|/[\w.@-]+(?:/|$)"
CODE = r"""(?x)(?:await|new|typeof|not|return|lambda|async)[ ]|Test[A-Z]\w*(?:\s|$)
    |[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*(?:\(|\[['"\w:-])
    |[A-Za-z_$][\w$]*(?:::|->)[A-Za-z_]|[A-Za-z_$][A-Za-z_$.]*[)\]}](?:[).,;\]}]|$)
    |[a-z_][A-Za-z_]{0,40}(?:\??\.[A-Za-z_]{1,40}){1,6}[,;)\]}]{0,3}$
    |(?:os|sys|process|config|cfg|conf|settings|self|this|env|params|props|options|opts|args|req
    |request|res|response|ctx|context|state|data|user|body|form|input|var|local|module
    |secrets|github|session|app|api|document|event|auth|client|crypto|uuid
    |json|import|System|ENV)\??(?:\.[A-Za-z_]|\[|::)
    |(?:string|str|text|bytes|int|number|bool(?:ean)?|any|object|char|varchar|Opt\w+|Secret\w*)\b
    (?![\w-]*\d)"""


def has_digit(value: str) -> bool:
    return any(map(str.isdigit, value))


def mean_run(value: str) -> float:
    """Return the mean run of one sort of character: 1.6 in base62, 3 and more in camelCase."""
    sorts = [0 if c.isdigit() else 1 if c.islower() else 2 if c.isupper() else 3 for c in value]
    return len(sorts) / (1 + sum(a != b for a, b in zip(sorts, sorts[1:])))


def is_hex(value: str, least: int = 0) -> bool:
    """Return True for hexadecimal digits of one case alone, at least so many."""
    rest = value.strip("0123456789abcdef") and value.strip("0123456789ABCDEF")
    return len(value) >= least and not rest


def is_uuid(value: str) -> bool:
    return len(value) == 36 and value.count("-") == 4 and is_hex(value.replace("-", "").lower())


def is_scrambled(run: str) -> bool:
    """Return True for letters and digits too mixed to be words; hex counts from 32 on."""
    run = run[:200]
    if len(run) < 12 or is_hex(run):
        return len(run) >= 32
    digits = sum(map(str.isdigit, run))
    if run in (run.lower(), run.upper()):
        is_mixed = 3 <= digits <= len(run) - 3 and len(run) >= 16
        return is_mixed and mean_run(run) < (5 if len(run) >= 24 else 3.4)
    if not digits and re.match(CAMEL_CASE, run):
        return False
    return mean_run(run) < (2.45 if digits >= 2 or len(run) < 20 else 2.2)


def is_drawn(value: str) -> bool:
    """Return True when some part of the value looks drawn at random."""
    if any(map(is_scrambled, re.findall(ALNUM_RUN, value[:2000]))):
        return True
    whole = re.sub(r"[^A-Za-z0-9]", "", value[:200])
    return len(whole) >= 16 and is_scrambled(whole) and not is_uuid(value)


def is_words(value: str) -> bool:
    """Return True for letters with joints between them: a name, a sentence."""
    return re.sub(JOINTS, "", value).isalpha()


def is_passphrase(value: str) -> bool:
    """Return True for three or more unusual words, as generators of passwords join them."""
    parts = re.split(JOINTS, value)
    if len(parts) < 3 or len(value) < 14:
        return False
    usual = LISTS["usual words"]
    return all(p.isalpha() and 3 <= len(p) <= 12 and p.lower() not in usual for p in parts)


def is_number(value: str) -> bool:
    return not value.strip("0123456789.,_-")


def is_password(value: str, least: int = 8) -> bool:
    """Return True for what only a password looks like: letters with digits or odd symbols."""
    core = value.rstrip(".,;:")
    if len(core) < least or re.compile(VERSION).match(core) or is_uuid(core):
        return False
    if _is_mixed(core):
        is_numbered = re.compile(NUMBERED_NAME).match(core) and mean_run(core) > 2.2  # Node-v18
        return not is_numbered and not is_path(core)
    is_odd = any(c in "!@#$%^&*?+=~" for c in core)
    return is_odd and sum(map(str.isalpha, core)) >= 4 or is_passphrase(core)


def _is_mixed(core: str) -> bool:
    """Return True for letters and digits, and among them a capital, a sign or a second digit."""
    letters = sum(map(str.isalpha, core))
    digits = sum(map(str.isdigit, core))
    if letters < 2 or digits < 1:
        return False
    return len(core) > letters + digits or any(map(str.isupper, core)) or digits >= 2


def is_path(value: str) -> bool:
    """Return True for the name of a file or an object: slashes between words, or an ending."""
    stem, _, ending = value.rstrip(",;)'\"").rpartition(".")
    if stem and ending.lower() in LISTS["file endings"]:
        return True
    parts = re.split(r"[/.]", value)
    return "/" in value and all(
        len(p) < 4 or p[0] == "$" or p.isdigit() or is_words(p) or is_uuid(p) for p in parts
    )


def is_code(value: str) -> bool:
    """Return True for an expression where only a quoted string would be a secret."""
    return bool(re.match(CODE, value)) and ("(" in value or not is_drawn(value))


def is_placeholder(value: str) -> bool:
    """Return True for what only stands for a secret: a variable, a template, a path, a mask."""
    core = value.rstrip(",;.:)]}>\"'")
    low = core.lower()
    plain = low.replace("-", "_").replace(" ", "_")
    if MARK in value or len(value) < 3 or len(set(plain)) <= 2:
        return True
    if plain in LISTS["placeholders"] or re.match(REFERENCE, value):
        return True
    if re.match(FOLDER, value) and not is_drawn(value):
        return True
    if any(part in low for part in LISTS["placeholder parts"]):
        return True
    return _is_mask(low) or _is_shouted_name(core)


def _is_mask(low: str) -> bool:
    """Return True for stars, dots or x, which a tool prints in a secret's place: "ghp_****"."""
    is_masked = any(part in low for part in ("***", "...", "\u2026", "xxxx", "\u2022\u2022"))
    return is_masked or low.count("x") > 0.6 * len(low)


def _is_shouted_name(core: str) -> bool:
    """Return True for API_TOKEN or SECRET: the name that help texts put in a value's place."""
    is_name = core.isupper() and core.replace("_", "").replace("-", "").isalpha()
    return is_name and (len(core) < 14 or "_" in core)
