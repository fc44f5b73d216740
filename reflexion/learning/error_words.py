"""Single words of an error line: what of a word lasts from one run to the next.

The lists and phrases come from error_line.tsv. A word in capitals stands for all the
ways of saying one thing, a word with NAME before it names something.
"""

import functools
import re

from reflexion.text import rows

NAME = "'"
QUOTED = r"'[^']{0,120}'"
TOKEN = rf"{QUOTED}[:.]?|[^\s'(){{}},;|]+"
MARKS = "'\"()[]{}<>,;:.=!?*\u2026"  # around a word, not part of it
PLACE = (
    # a.c:12:3, a.ts(4,5), A.java:[3,21], <stdin>:1
    r"<?[\w./\\@+~:-]{0,200}?[a-z.>\]](?::\[?|\()\d{1,7}(?:[:,-]\d{1,6}){0,2}[)\]]?[:,]?$"
    # 10:22:31.5, 2024-03-01t10:00:00z, i0301, [12/40], #3
    r"|[\[(#]?\d[\d:.,/_+-]{3,40}[tz]?[\d:.,+z-]{0,20}[\])]?:?$|[iwef]\d{4}$"
    r"|[\[(#]\d+(?:/\d+)?[\])]?:?$"
)
VERSION = r"(@?[\w./-]{1,80}?)(?:\[[\w,]{0,40}\])?(?:[=<>~!^]{1,2}|@)[\dvx*]"
# numbers, measures, hashes and random parts of names; not s3 or v1
VARYING = (
    r"(?<![^\W_])(?:\d+[a-z]{0,2}|v\d\d+|0x[\da-f]+|(?=[a-f]*\d)[\da-f]{7,}"
    r"|(?=[a-z\d]{8})(?:[a-z]+\d+[a-z]+\d|\d+[a-z]+\d+[a-z])[a-z\d]*)(?![^\W_])"
)


@functools.lru_cache(maxsize=None)
def table(kind: str) -> list:
    """Return the rows of one kind of error_line.tsv, without the kind."""
    return [row[1:] for row in rows("learning/error_line.tsv") if row[0] == kind]


@functools.lru_cache(maxsize=None)
def listed(kind: str) -> frozenset:
    """Return the words of a kind."""
    return frozenset(" ".join(cells[0] for cells in table(kind)).split())


@functools.lru_cache(maxsize=None)
def phrases(kind: str) -> list:
    """Return [(phrase, what stands for it)] of a kind, in the order of the table."""
    return [(each, word) for word, every in table(kind) for each in every.split("|")]


@functools.lru_cache(maxsize=None)
def idle() -> frozenset:
    """Return the words that any failure may be told with."""
    spoken = " ".join(phrase for phrase, _ in phrases("same"))
    return listed("empty").union(spoken.lower().split())


def is_place(word: str) -> bool:
    """Return True for a time, a counter, a process number or a spot in a file."""
    return bool(re.match(PLACE, word))


def words_of(message: str) -> list:
    """Return the words of a message as they count."""
    has_files = _is_about_files(message)
    tokens = [token for token in re.findall(TOKEN, message) if token.strip(MARKS)]
    found = []
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""]):
        word = _lasting(token, before.strip(MARKS), has_files)
        if word and _is_name(before, token, after):
            word = NAME + word.strip(NAME)
        found.append(word)
    return _folded(filter(None, found))


def _is_name(before: str, token: str, after: str) -> bool:
    """Return True in quotes, before the first colon and for one word behind the last."""
    is_first = not before and token.endswith(":")
    is_last = not after and before.endswith(":")
    return is_first or is_last or token.startswith(NAME)


def _is_about_files(message: str) -> bool:
    """Return True if a file's name counts: something is not found, or denied."""
    if " found" in message:
        return True
    states = ("ABSENT", "GONE", "DENIED")
    return any(word in states and phrase in message for phrase, word in phrases("same"))


def _folded(words) -> list:
    """Return the words, each way of saying one thing as one word."""
    text = "".join(f" {word} " for word in words)
    for phrase, word in phrases("same"):
        spoken = f" {phrase.replace(' ', '  ')} "
        if spoken in text:
            text = text.replace(spoken, f" {word} ")
    return text.split()


def _lasting(token: str, before: str, has_files: bool) -> str:
    """Return one word as it counts; "" for what says who or where, or varies."""
    bare = token.strip(MARKS)
    if is_place(token) or _is_address(bare) or _is_value(token, bare, before):
        return ""
    if bare.isdigit():
        return bare if before in listed("codes") and len(bare) < 6 else ""
    if re.search(r"[/\\]", bare) or _is_file(bare):
        return _path(bare, has_files and before not in listed("within"))
    return tidy(bare.partition("=")[0] if bare.startswith("-") else bare)


def _is_value(token: str, bare: str, before: str) -> bool:
    """Return True for a quoted text, and for the name of a user, a branch or the like."""
    if token.startswith(NAME):
        return " " in bare or before in listed("who")
    return before in listed("who") and not bare.isalpha()


def _is_address(bare: str) -> bool:
    """Return True for a URL, and for somebody at a host."""
    is_mail = "@" in bare[1:] and "." in bare and not re.match(VERSION, bare)
    return "://" in bare or is_mail


def _is_file(word: str) -> bool:
    return "." in word and word.rpartition(".")[2] in listed("endings")


def _path(word: str, counts: bool) -> str:
    """Return a path's last part if it counts; a package or a branch stays whole."""
    is_rooted = word[0] in "/~." or word[1:3] in (":/", ":\\") or "\\" in word
    if not is_rooted and not _is_file(word.partition(":")[0]):
        return tidy(word)
    return NAME + last_part(word) if counts else ""


def last_part(path: str) -> str:
    """Return the last part of a path, what varies in it as #."""
    plain = path.strip(MARKS).rstrip("/\\").replace("\\", "/")
    return tidy(plain.rpartition("/")[2].partition(":")[0])


def tidy(name: str) -> str:
    """Return a name without its version, what varies in it as #: pr-97 is pr-#."""
    found = re.match(VERSION, name)
    bare = found[1] if found else name
    lasting = "" if re.match(r"[v=<>~^]*\d+\.\d", bare) else re.sub(VARYING, "#", bare)
    return lasting if re.search(r"[^\W\d]|[\[\]{}()]", lasting) else ""
