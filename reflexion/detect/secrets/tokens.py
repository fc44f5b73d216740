"""Words that are secrets by their shape: tokens of known services, and words drawn at random."""

import re
from functools import lru_cache

from reflexion.detect.secrets import values
from reflexion.detect.secrets.values import LISTS
from reflexion.text.tables import rows

WORD = re.compile(r"[A-Za-z0-9_.\-+/]{14,4096}")  # that a prefix may stand in
HEAD = re.compile(r"(?<![A-Za-z0-9])(?=([A-Za-z0-9].{2}))")
RUN = re.compile(r"[A-Za-z0-9_-]{17,4096}")
BODY = r"[A-Za-z0-9_-]{16,}"  # of a token whose row names none
NEAR = 110  # characters in which a telling word is looked for
PARTS = ("/", "@", "#", ".", "-", "+", "%", "=")  # before a part of a path, a URL, an address
ENDS_NAME = ("(", "/", "\\", ":")  # behind a call, a folder, a file
PUBLIC = ("AAAA", "MII", "sha", "data:")
NO_SECRET_BEFORE = re.compile(
    r"""(?:sha\d{1,3}|md5|integrity|fingerprint|checksum|digest|etag|commit|resolved|hash|blob|revision|rev|tree
    |parent|merge|h1|base64|public[ _-]?key|(?:next|page|continuation|sync|cursor)[ _-]?token|cursor|nonce|\bids?
    |[ _-]id)["']?[\s:=@-]{1,4}["']?$""",
    re.VERBOSE,
)
TELLS = re.compile(
    r"""(?<![a-z])(?:api[ _-]?key|access[ _-]?key|secret|token|credential|password|passwd|passphrase|bearer|auth
    |login|private\ key|license\ key|apikey|pat|revoked|rotated|leaked|(?:using|with|invalid|wrong|new|old|this
    |your|the)\ key)(?:s|es)?(?![a-z])""",
    re.VERBOSE,
)
# the next lines of a token that goes over several, the last of which may be short
WRAPPED = re.compile(
    r"""(?:[ \t]{0,8}\n[ \t|>]{0,12}[\w+/=.-]{44,200}(?=[ \t]{0,8}(?:\n|$))){0,60}
    (?:[ \t]{0,8}\n[ \t|>]{0,12}(?=[\w+/=.-]{0,60}\d)[\w+/=.-]{6,200}(?=[ \t]{0,8}(?:\n|$)))?""",
    re.VERBOSE,
)
PREFIXED = re.compile(
    r"([a-z][a-z0-9]{1,14}(?:[_-][a-z0-9]{1,10}){0,3}|[A-Z][A-Z0-9]{1,14})[_-]([A-Za-z0-9_-]{16,400})$"
)
PREFIXED_LOWER = re.compile(
    r"([a-z][a-z0-9]{1,9}(?:_[a-z0-9]{1,6}){0,2})_([0-9a-f]{32,400}|[a-z0-9]{36,400})$"
)


def find(text: str, lower: str):
    """Yield (start, end, kind) of each token that its shape, or its line, gives away."""
    yield from _of_services(text)
    for found in _runs(text):
        word = found.group()
        if _is_known(word) or _names_no_secret(lower, found.start()):
            continue
        if _is_prefixed(text, found.end(), word) or (
            _is_mixed_word(text, found.end(), word) and _is_announced(lower, *found.span())
        ):
            yield found.start(), found.end(), "random-looking word"


@lru_cache(maxsize=2)
def long_words(text: str) -> list:
    """Return (start, end) of the words that are long enough for a token."""
    return [found.span() for found in WORD.finditer(text)]


def _runs(text: str):
    for start, end in long_words(text):
        yield from RUN.finditer(text, start, end)


def _of_services(text: str):
    """Yield the tokens that have the shape of a known service's."""
    heads = set(HEAD.findall("\n".join(text[start:end] for start, end in long_words(text))))
    for head in ["", *(heads & _services().keys())]:
        for kind, prefix, body in _services()[head]:
            if prefix in text:
                for found in _pattern(prefix, body).finditer(text):
                    if not _is_made_up(found.group()[:200]):
                        yield (*found.span(), kind)


@lru_cache(maxsize=None)
def _services() -> dict:
    """Return {first three characters: [(kind, prefix, body)]}; "" for those not found in a WORD."""
    table: dict = {"": []}
    for kind, prefixes, *rest in rows("detect/secrets/tokens.tsv"):
        body = rest[0] if rest else BODY
        for prefix in prefixes.split():
            is_plain = re.match(r"[\w./-]{3,}$", prefix)
            table.setdefault(prefix[:3] if is_plain else "", []).append((kind, prefix, body))
    return table


@lru_cache(maxsize=None)
def _pattern(prefix: str, body: str):
    before = "(?<![A-Za-z0-9])" if prefix[0].isalnum() else ""
    return re.compile(before + re.escape(prefix) + body)


def _is_made_up(token: str) -> bool:
    """Return True for a token of an example: plain words, a mask, one character again and again."""
    low = token.lower()
    if any(part in low for part in ("example", "xxxx", "****", "....", "your", "abcdef", "123456789")):
        return True
    plain = token in (low, token.upper()) and not any(map(str.isdigit, token))
    return plain and max(map(len, re.split(r"[-_.]", token))) < 16


def _is_known(word: str) -> bool:
    """Return True for words without a digit, digests and public keys: they open nothing."""
    if not any(map(str.isdigit, word)) or word.startswith(PUBLIC):
        return True
    return values.is_hex(word) or values.is_uuid(word)


def _names_no_secret(lower: str, start: int) -> bool:
    """Return True behind a part of a path or a URL, or behind the name of a digest or an id."""
    if lower[start - 1 : start] in PARTS and start:
        return lower[start - 1] != "=" or bool(NO_SECRET_BEFORE.search(lower[max(start - 40, 0) : start]))
    return bool(NO_SECRET_BEFORE.search(lower[max(start - 40, 0) : start]))


def _is_mixed_word(text: str, end: int, word: str) -> bool:
    if text[end : end + 1] in ENDS_NAME and end < len(text):
        return False
    return _is_mixed(max(re.split(r"[_-]", word), key=len), 18)


def _is_announced(lower: str, start: int, end: int) -> bool:
    """Return True where a telling word stands near, on the same line."""
    first = max(start - NEAR, lower.rfind("\n", 0, start) + 1)
    last = end + len(lower[end : end + NEAR].partition("\n")[0])
    return bool(TELLS.search(lower, first, start) or TELLS.search(lower, end, last))


def _is_prefixed(text: str, end: int, word: str) -> bool:
    """Return True for a random word behind the prefix of a vendor: acme_live_..."""
    if len(word) < 31 or word.isupper() or not {"_", "-"} & set(word):
        return False
    found = (PREFIXED_LOWER if word.islower() else PREFIXED).match(word)
    if not found:
        return False
    prefix, body = found.groups()
    if values.is_uuid(body) or LISTS["identifiers"] & set(re.split(r"[_-]", prefix.lower())):
        return False
    if not word.islower():
        return _is_mixed(max(re.split(r"[_-]", body), key=len), 28)
    is_of_file = text[end : end + 1] == "." and text[end + 1 : end + 2].isalnum()
    return values.is_scrambled(body) and not is_of_file


def _is_mixed(run: str, least: int) -> bool:
    """Return True for capitals, small letters and digits, shuffled."""
    digits = sum(map(str.isdigit, run))
    if not digits or len(run) < least or run in (run.lower(), run.upper()):
        return False
    return values.mean_run(run) < (2.5 if digits > 2 else 2.3 if digits > 1 else 2.05)


def continued(text: str, start: int, end: int):
    """Yield the further lines of a token that was broken to the width of a page."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    if end - start >= 48 and not before.strip(" |>\t"):
        found = WRAPPED.match(text, end)
        if found and found.end() > end:
            yield end, found.end(), "rest of a token"
