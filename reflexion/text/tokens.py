"""Text into terms: words, names and their parts, numbers, CJK pairs, folded so that forms meet."""

import math
from itertools import groupby

from reflexion.text.words import PLAIN, STOP, TOPIC, TRADE, fold, same

MAX_TEXT = 32 * 1024  # characters that are read: the head and the tail of anything longer
MAX_TERM = 60  # characters; longer runs are data, not names
MAX_CHUNK = 400  # characters of a path; longer runs are data
MAX_MEMBERS = 3  # of a dotted name, the last ones
MAX_PARTS = 8  # parts of one identifier or path that count

# kinds of a term, and what it is worth before its rarity is known
WORD = "word"
NAME = "name"
CODE = "code"
PART = "part"
NUMBER = "number"
PAIR = "pair"
WORTH = {WORD: 1.0, NAME: 1.3, CODE: 1.6, PART: 0.7, NUMBER: 0.7, PAIR: 0.5}
COMMON = ((TRADE, 0.2), (TOPIC, 0.45), (PLAIN, 0.6))  # what words of these lists keep of it

JOINTS = "-@.+/#\\'&"  # signs that stand inside a chunk: in names, paths, flags
BETWEEN = {n: " " for n in range(128) if not chr(n).isalnum() and chr(n) not in JOINTS + "_"}
ENDINGS = frozenset(
    "py js ts tsx jsx mjs cjs rs go c h cc cpp hpp java kt rb php sh md txt json yaml yml toml ini "
    "cfg lock log csv xml html css scss vue svelte tf swift cs sql proto so gradle ipynb".split()
)
HEX = frozenset("0123456789abcdef")
NUMERIC = frozenset("0123456789.,:-")
CJK = ("\u3040\u30ff", "\u3400\u4dbf", "\u4e00\u9fff", "\uac00\ud7af", "\uf900\ufaff")


class Term:
    """`text` the folded form, `kind` one of the kinds above, `at` its place among the chunks, `raw`
    the chunk as written (lower case)."""

    __slots__ = ("text", "kind", "at", "raw")

    def __init__(self, text, kind, at, raw):
        self.text = text
        self.kind = kind
        self.at = at
        self.raw = raw


def terms(text: str) -> list:
    """The Terms of a text in order, without function words; at most MAX_TEXT is read."""
    found = []
    for at, chunk in enumerate(chunks(head_and_tail(text).replace("\u2019", "'"))):
        if chunk.isascii():
            _chunk(chunk, at, found)
        else:
            for n, (run, cjk) in enumerate(_scripts(chunk)):
                (_pairs if cjk else _chunk)(run, at + n / 16, found)
    return found


def head_and_tail(text: str) -> str:
    """The text, of a longer one than MAX_TEXT both ends."""
    if len(text) <= MAX_TEXT:
        return text
    return text[: MAX_TEXT // 2] + "\n" + text[-MAX_TEXT // 2 :]


def chunks(text: str) -> list:
    """The text cut at whatever is neither part of a word nor a sign inside a name."""
    text = text.translate(BETWEEN)
    if not text.isascii():
        text = "".join(c if c.isalnum() or c in JOINTS or c == "_" else " " for c in text)
    return [chunk for chunk in (chunk.strip(JOINTS) for chunk in text.split()) if chunk]


def keywords(trigger: str, context: str, resolution: str = "", limit: int = 12) -> list:
    """What an entry is found by: its most telling words as written, best first, lower case."""
    best = {}
    for text, weight in ((trigger, 1.0), (context, 0.7), (resolution, 0.6)):
        for term in terms(text):
            word = term.raw.strip("'@/.")
            if term.kind == PART or not 1 < len(word) <= MAX_TERM or set(":, ") & set(word):
                continue
            word = term.text if term.kind == PAIR else word
            best[word] = best.get(word, 0.0) + weight * worth(term)
    plain = [word.lower() for word in chunks(trigger)[:limit] if len(word) <= MAX_TERM]
    return sorted(best, key=lambda word: -best[word])[:limit] or plain or ["unnamed"]


def rare(number: int, count: int) -> float:
    """How rare a term is that `number` of `count` entries have: 0 (in none, or in all) to 1."""
    if number > count:
        return 0.0
    return math.log(1 + count / max(1, number)) / math.log(1 + max(1, count))


def worth(term: Term) -> float:
    """What a term is worth before its rarity is known: 0 to 1.6."""
    if term.kind in (WORD, PART, PAIR):
        for table, share in COMMON:
            if listed(term.text, table):
                return WORTH[term.kind] * share
    return WORTH[term.kind]


def common(word: str) -> bool:
    """A word of the language or the trade, which is hardly a misspelling of a rarer one."""
    return any(listed(word, table) for table in (STOP, TRADE, TOPIC, PLAIN))


def listed(word: str, table: frozenset) -> bool:
    """Does the table of base forms hold the word, which may be a stem?"""
    return word in table or word + "e" in table or (word[-1:] == "y" and word[:-1] + "ie" in table)


def _chunk(chunk: str, at: float, found: list) -> None:
    if len(chunk) == 1 and not chunk.isdigit() or len(chunk) > MAX_CHUNK:
        return
    if chunk.isalpha() and (chunk.islower() or chunk[1:].islower()) and chunk.isascii():
        _word(chunk.lower(), at, found)
    else:
        _compound(chunk, at, found)


def _scripts(chunk: str) -> list:
    """[(run, is it CJK)]: those scripts put no space between their words and names."""
    found = []
    for is_cjk, letters in groupby(chunk, _is_cjk):
        run = "".join(letters)
        run = run if is_cjk else run.strip(JOINTS + "_")
        if run:
            found.append((run, is_cjk))
    return found


def _is_cjk(letter: str) -> bool:
    return any(first <= letter <= end for first, end in CJK)


def _word(word: str, at: int, found: list) -> None:
    if word not in STOP and len(word) <= MAX_TERM:
        found.append(Term(fold(word), WORD, at, word))


def _pairs(run: str, at: int, found: list) -> None:
    """Pairs of a CJK run but for hiragana alone (grammar); a short Hangul or Katakana run whole."""
    if 2 < len(run) <= 12 and (run[0] >= "\uac00" or all("\u30a0" <= c <= "\u30ff" for c in run)):
        found.append(Term(run, WORD, at, run))
    for n, (first, second) in enumerate(zip(run, run[1:])):
        if not ("\u3040" <= first <= "\u309f" or "\u3040" <= second <= "\u309f"):
            found.append(Term(first + second, PAIR, at + n / 64, run))


def _compound(chunk: str, at: int, found: list) -> None:
    """An identifier, a path, a number, or a word with an apostrophe."""
    low = chunk.lower()
    head, apostrophe, tail = low.partition("'")
    if low in STOP or apostrophe and head in STOP:
        return
    if chunk[-1] == "s" and chunk[:-1].isupper() and chunk[:-1].isalpha():  # PRs, URLs
        _word(low[:-1], at, found)
    elif tail in ("s", "t", "re", "ll", "ve", "d", "m"):
        if head.isalpha():
            _word(head, at, found)
        else:
            _compound(chunk[: len(head)], at, found)
    elif len(chunk) > MAX_TERM and "/" not in chunk:
        last = chunk.rpartition(".")[2]  # of a class in all its packages, of a line of dots
        if last != chunk:
            _chunk(last, at, found)
    else:
        _plain(chunk, low, at, found)


def _plain(chunk: str, low: str, at: int, found: list) -> None:
    """A number, a code, a word or a name."""
    kind, text = _number_or_code(chunk, low)
    if kind:
        if text:
            found.append(Term(text, kind, at, low))
    elif low.isalpha() and not _camel(chunk):
        _word(low, at, found)
    else:
        _named(chunk, low, at, found)


def _number_or_code(chunk: str, low: str) -> tuple:
    """(NUMBER or CODE, the term: "" where it tells nothing); ("", "") for anything else."""
    if low.isdigit():
        return NUMBER, low if 2 < len(low) < 6 else ""
    is_plain = low.isalpha() and not _camel(chunk)
    if not is_plain and (len(low) > 6 and HEX.issuperset(low) or _is_number(low)):
        return NUMBER, low if _is_version(low) else ""
    if is_code(chunk):
        return CODE, low if is_plain else squeeze(low)
    return "", ""


def _is_version(low: str) -> bool:
    """A version, an address."""
    return ("." in low or low[0] == "v") and low[-1].isalnum() and len(low) < 16


def _named(chunk: str, low: str, at: int, found: list) -> None:
    """The Terms of a path or an identifier, whole and in parts."""
    parts = _parts(chunk)
    if "/" in low or "\\" in low:
        _path(low, at, found)
    elif len(parts) > 1 or not low.isalpha():
        known = same(squeeze(low))
        plain = known and len(parts) < 4 and not _camel(chunk)  # k8s, python3
        found.append(Term(known or squeeze(low), WORD if plain else NAME, at, low))
        if plain:
            return
        _members(chunk, at, found)
    for part in filter(_tells, parts[-MAX_PARTS:]):
        found.append(Term(fold(part), PART, at, part))


def _tells(part: str) -> bool:
    """Is this part of a name long enough to tell something, and no word of grammar or ending?"""
    least = 3 if part.isdigit() else 2
    return least <= len(part) <= MAX_TERM and part not in STOP and part not in ENDINGS


def _path(low: str, at: int, found: list) -> None:
    last = low.replace("\\", "/").rpartition("/")[2]
    if low.count("/") <= 3 and len(low) <= MAX_TERM:
        found.append(Term(squeeze(low), NAME, at, low))
    if "." in last[1:]:
        found.append(Term(squeeze(last), NAME, at, last))


def _members(chunk: str, at: int, found: list) -> None:
    """Of a dotted name people leave out the packages (`OutOfMemoryError`), or the member."""
    for name in chunk.replace("#", ".").split(".")[-MAX_MEMBERS:]:
        low = name.lower()
        named = _camel(name) or "_" in name or "-" in name
        if named and 3 < len(name) < len(chunk):
            found.append(Term(squeeze(low), NAME, at, low))


def squeeze(name: str) -> str:
    """An identifier without what tells its spellings apart: some_name and some-name are one."""
    return name.replace("_", "").replace("-", "")


def _camel(chunk: str) -> bool:
    return not (chunk.islower() or chunk.isupper() or chunk[1:].islower()) and chunk.isascii()


def is_code(chunk: str) -> bool:
    """The name of an error: TS2307, E0382, EADDRINUSE, ERR_REQUIRE_ESM, DPI-1047."""
    if not chunk.isascii():
        return False
    head = chunk.rstrip("0123456789")
    digits = len(chunk) - len(head)
    if not digits:
        return chunk.isupper() and (_is_errno(chunk) or chunk.startswith("ERR_"))
    if head.endswith("-"):
        return 2 <= digits <= 5 and head[:-1].isalpha() and head.isupper() and len(head) < 7
    return 3 <= digits <= 5 and len(head) < 8 and head.isalpha()


def _is_errno(chunk: str) -> bool:
    return chunk[0] == "E" and 4 < len(chunk) < 16 and chunk.isalpha()


def _is_number(low: str) -> bool:
    bare = low[:-1] if low[-1].isalpha() else low[1:] if low[0] == "v" else low
    return NUMERIC.issuperset(bare[:-1] if bare[-1:].isalpha() else bare)


def _parts(chunk: str) -> list:
    """Its words: at signs that join, where capitals begin, and between letters and digits."""
    found = []
    last = ""
    for kind, letters in groupby(chunk, _kind_of):
        part = "".join(letters)
        if last == "u" and kind == "l":  # of "HTTPServer" the S belongs to "erver"
            part = found[-1][-1] + part
            found[-1] = found[-1][:-1]
        if kind:
            found.append(part)
        last = kind
    return [part.lower() for part in found if part]


def _kind_of(char: str) -> str:
    """ "u" for a capital, "l" for another letter, "d" for a digit, else "" """
    if char.isupper():
        return "u"
    if char.isalpha():
        return "l"
    return "d" if char.isdigit() else ""
