"""Words that look drawn at random: secrets when they wear a vendor's prefix (acme_live_...), or when the line speaks of one."""
from __future__ import annotations

import re

from . import values

_WORD = r"[A-Za-z0-9][A-Za-z0-9_\-.+/~]{18,4096}={0,2}"
_PREFIXED = r"([A-Za-z][A-Za-z0-9]{1,14}(?:[_-][A-Za-z0-9]{1,10}){0,3})[_\-.]((?=[A-Za-z0-9_-]{0,400}[A-Za-z])[A-Za-z0-9_-]{16,400})$"
_DISCORD = r"[A-Za-z\d_-]{23,28}\.[\w-]{6,7}\.[\w-]{27,40}$"
_MAILGUN = r"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}$"
_TELLS = r"(?<![a-z])(?:api[ _-]?key|access[ _-]?key|secret|token|credential|password|passwd|passphrase|bearer|auth(?:token|key)?|login|private key|license key|apikey|key id|pat)(?:s|es)?(?![a-z])"
NEAR = 100  # characters between a telling word and what it tells of

# prefixes of identifiers that name a thing and open nothing
IDENTIFIERS = frozenset("""
    sha1 sha256 sha384 sha512 md5 blake3 blake2b crc req request chatcmpl cmpl msg message toolu call run thread file asst cus pi ch evt event sub price acct in seti prod dpl prj
    team usr user org proj project sess session resp batch job task build trace span tx txn order ord inv chunk index main vendor vendors commit image layer img fn var etag node
    pod rs deployment cache key store item row id ids uuid guid ref branch release version snapshot vol volume subnet vpc sg eni ami igw rtb lb pk pub public publishable
    page component module css style styles class icon font asset assets bundle static app runtime polyfills framework webpack pages layout linux darwin windows macos x86 amd64 arm64
    hash digest integrity checksum sum h1 go zh1 zh sb pubkey cert fingerprint wf workflow step exec execution log report test case suite tmp temp backup dump data lib com org net io www
    rec tbl fld viw app rev patch diff change changeset ver dev docker container ctr blob upload download part segment stream video audio photo media doc docs sheet folder drive
    cs pm si txr re_ ba card src tok_ ssh rsa aaaa phc appl goog ca country plan sku customer client account invoice payment charge refund subscription session_id correlation cid rid xid
""".split())
NOT_SECRET_BEFORE = r"(?:sha\d{1,3}|md5|integrity|fingerprint|checksum|digest|etag|commit|resolved|hash|blob|revision|rev|tree|parent|merge|h1|zh|base64|public key|request[ _-]?id|trace[ _-]?id|id|ids)[\"']?[\s:=@-]{1,4}[\"']?$"


def find(text: str, lower: str):
    """Yield (start, end, kind) of each random-looking word that is a secret by its prefix or by the words beside it."""
    tells = None
    for found in re.compile(_WORD).finditer(text):
        word = found.group().rstrip("./")
        if not candidate(word):
            continue
        start, end = found.start(), found.start() + len(word)
        kind = formed(word)
        if not kind and not boring(text, start, word):
            if tells is None:
                tells = [hit.span() for hit in re.compile(_TELLS).finditer(lower)]
            kind = "random word near a telling one" if spoken_of(text, start, end, tells) and lone(text, start, end, word) else ""
        if kind:
            yield start, end, kind


def candidate(word: str) -> bool:
    """Quick: digits and letters enough to be looked at."""
    return len(word) >= 19 and not word.isdigit() and not values.wordish(word)


def formed(word: str) -> str:
    """The kind of a word that is a secret by its form alone, or ""."""
    if re.match(_MAILGUN, word) or word.count(".") == 2 and re.match(_DISCORD, word) and word[0] in "MNO" and values.random(word[-27:]):
        return "token by its form"
    if "/" in word or "+" in word:
        return ""
    prefixed = re.match(_PREFIXED, word)
    if not prefixed or values.uuid(prefixed.group(2)):
        return ""
    prefix, body = re.split(r"[_-]", prefixed.group(1).lower()), prefixed.group(2)
    if IDENTIFIERS & set(prefix) or not all(part.isalnum() for part in prefix):
        return ""
    longest = max(re.split(r"[_-]", body), key=len)
    mixed = any(map(str.isupper, longest)) and any(map(str.islower, longest)) and any(map(str.isdigit, longest))
    return "token by its form" if mixed and len(longest) >= 28 and values.scrambled(longest) and values.mean_run(longest) < 2.2 else ""


def boring(text: str, start: int, word: str) -> bool:
    """Digests, paths, parts of URLs and public keys, which look random and are no secrets."""
    before = text[max(start - 40, 0):start]
    if values.digest(word) or values.hexadecimal(word) or values.uuid(word) or word.startswith(("AAAA", "MII", "sha", "data:")):
        return True
    return before[-1:] in ("/", "@", "#", ".", "-", "+", "%") or re.search(NOT_SECRET_BEFORE, before, re.I) is not None


def lone(text: str, start: int, end: int, word: str) -> bool:
    """Mixed-case and digits, no path, no file name, no identifier."""
    if "/" in word and word.count("/") > len(word) // 16 or values.path(word) or text[end:end + 1] in ("(", "/", "\\"):
        return False
    body = max(re.findall(r"[A-Za-z0-9]+", word), key=len)
    mixed = any(map(str.isupper, body)) and any(map(str.islower, body)) and sum(map(str.isdigit, body)) >= 2
    return mixed and len(body) >= 18 and values.mean_run(body) < 2.3


def spoken_of(text: str, start: int, end: int, tells) -> bool:
    """Does a telling word stand near, on the same line?"""
    if not tells:
        return False
    low, high = 0, len(tells)
    while low < high:  # the first telling word that ends behind start - NEAR
        middle = (low + high) // 2
        if tells[middle][1] < start - NEAR:
            low = middle + 1
        else:
            high = middle
    for first, last in tells[low:low + 4]:
        if first > end + NEAR:
            return False
        if "\n" not in text[min(last, start):max(first, end)]:
            return True
    return False
