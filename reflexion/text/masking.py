"""One word of an error line at a time: what of it lasts, and what changes from run to run."""

import re

from reflexion.text.tables import sections

# word lists by name; what holds phrases, with "|" between, is a tuple
LISTS = {
    name: tuple(text.strip().strip("|").split("|")) if "|" in text else frozenset(text.split())
    for name, text in sections("text/masking.txt").items()
}
COMPARED = LISTS["compared"]
HEX = frozenset("0123456789abcdef")
DIGITS = frozenset("0123456789")
LOCAL = ("127.0.0.1", "0.0.0.0", "localhost", "::1]", "::]", ":::", "::1", "*:")
JOINING = tuple(".:-_+,/tz")  # between two numbers: both are one
OF_THE_SYSTEM = ("/usr/", "/opt/", "/lib/", "/library/", "c:/program files")


def clock(word: str) -> bool:
    """A time, a date, a counter or a process number standing in front of a log line."""
    bare = word.strip("[]()<>#:,tz")
    if not bare or bare[0] not in DIGITS:
        return len(word) == 5 and word[0] in "iwef" and word[1:].isdigit()
    marked = len(bare) > 3 or word[0] in "#[" or ":" in bare
    return marked and all(c in "0123456789:.,-+/tz_s" for c in bare)


def place(word: str) -> bool:
    """A spot in a file (a.c:12:3, a.ts(4,5), A.java:[3,21], <stdin>:1), not a host and its port."""
    bare = word.strip("(){};,'-").rstrip(":")
    cut = _end_of_name(bare)
    if cut < 0:
        return False
    head = bare[:cut].lstrip("[<")
    tail = bare[cut + 1 :].lstrip("[(").rstrip(")]")
    if tail.startswith((".text", ".data", ".rodata")):
        return True
    is_position = tail[:1] in DIGITS and set(tail) <= set("0123456789:,-")  # 12, 12:3, 4,5, 3-7
    if not is_position or head[:1] in DIGITS:
        return False
    if head.endswith(">") or is_file(head) or head in LISTS["plain files"]:
        return True
    return ("," in tail or ":" in tail) and head != "localhost"


def _end_of_name(bare: str) -> int:
    """Where a colon or a parenthesis ends a file's name; -1 without one."""
    drive = 2 if bare[1:3] in (":\\", ":/") else 0
    cuts = [bare.find(mark, drive) for mark in ":("]
    return min((at for at in cuts if at > 0), default=-1)


def landmark(path: str) -> str:
    """The well-known folder a path lies in, and whether it is the system's; else its last part."""
    plain = path.strip("'").replace("\\", "/")
    parts = plain.split("/")
    for name in LISTS["landmarks"]:
        if name in parts:
            return "system " + name if plain.startswith(OF_THE_SYSTEM) else name
    return basename(path)


def basename(path: str) -> str:
    """The last part of a path, what varies in it made #."""
    return subject(path.strip("'\"()[]<>,;: ").rstrip("/\\").replace("\\", "/").rpartition("/")[2])


def subject(name: str) -> str:
    """A name that matters, without its version and what varies; of a path only the last part."""
    bare = name.strip("'\"()[]{}<>,;:!? ").rstrip(".")
    if bare.startswith(("/", "./", "../", "~/", ".\\", "..\\")) or bare[1:3] in (":\\", ":/"):
        return basename(bare)
    for mark in ("==", ">=", "<=", "~=", "!=", "^", "@"):
        cut = bare.find(mark, 1)
        if cut > 0:
            bare = bare[:cut]
    return " ".join(vary(w) for w in bare.split()) if bare else "*"


def slot(word: str, before: str, files: bool) -> str:
    """One word of a line as it counts: itself, "#", "*", a file's name; "" for a place.

    `before`: the word in front of it; `files`: the line is about files."""
    bare = word.strip("'\"()[]{}<>,;:.!?=\u2026")
    if not bare:  # expected ':' is not expected '('
        return word.strip("'") if word[:1] == "'" or word in COMPARED else ""
    if ".py::" in bare:
        return basename(bare)
    if _is_spot(word, bare, before):
        return ""
    if "://" in bare:
        return _host(bare)
    if _is_address(bare):
        name, colon, _ = bare.partition("@")[2].partition(":")
        return vary(name) if colon else "@"  # git@example.org:team/x is a host, the rest somebody
    if word.lstrip("('[@").startswith(LOCAL) or "[::1]" in word:
        return "localhost"
    return _name(bare, before, files)


def _name(bare: str, before: str, files: bool) -> str:
    """A path, a file, an exception, a number or a plain word as it counts."""
    if "/" in bare or "\\" in bare or ("." in bare and is_file(bare)):
        return path(bare, files)
    if _is_exception(bare):
        bare = bare.rpartition(".")[2]  # java.lang.IllegalStateException and IllegalStateException
    if bare.isdigit() and _is_code(bare, before):
        return bare
    return vary(bare.replace("'", ""))


def _is_spot(word: str, bare: str, before: str) -> bool:
    """A place in a file, a port, the number of an error, a script without a name."""
    if place(word) or bare == "errno" or bare.isdigit() and before in ("localhost", "errno"):
        return True
    return "<" in word and bare in ("stdin", "string", "anonymous", "unknown", "eval")


def _host(url: str) -> str:
    """Of an address only who is meant: scheme, user, port, path, query vary."""
    name = url.split("://", 1)[1].split("/", 1)[0].rpartition("@")[2]
    name = "localhost" if name.startswith("[") else name.partition(":")[0]
    return "localhost" if name in ("127.0.0.1", "0.0.0.0") else vary(name)


def _is_address(bare: str) -> bool:
    """somebody@example.org, git@example.org:team/x"""
    behind = bare.partition("@")[2]
    named = "@" in bare[1:] and "." in bare and behind[:1].isalpha()
    return named and "/" not in bare.partition(":")[0]


def _is_exception(bare: str) -> bool:
    named = bare.endswith(("error", "exception", "warning"))
    return named or ".exceptions." in bare or ".errors." in bare


def _is_code(digits: str, before: str) -> bool:
    """A status, an exit code, what was compared; not a count, a port or a line."""
    if before in LISTS["codes"] and len(digits) < (4 if before == "status" else 6):
        return True
    return before in COMPARED and len(digits) < 5


def is_file(word: str) -> bool:
    """Whether a word without a slash is a file's name, by its ending."""
    stem, _, ending = word.rpartition(".")
    return bool(stem) and ending in LISTS["file endings"]


def path(word: str, files: bool) -> str:
    """A path's last part where the line is about files, else "*"; a package or branch stays."""
    last = word.replace("\\", "/").rstrip("/").rpartition("/")[2]
    rooted = word[0] in "/~." or word[1:3] == ":/" or "\\" in word
    if not rooted and not is_file(last.partition(":")[0]):
        return vary(word.partition("@")[0] or word)
    return basename(last.partition(":")[0]) if files else "*"


def vary(word: str) -> str:
    """A word with numbers, hashes, versions and random endings as "#": pr-97 is pr-#; s3 stays."""
    if DIGITS.isdisjoint(word):
        return word
    bare = word.lstrip("v=<>~^")
    if bare[:1] in DIGITS and "." in bare and bare[bare.find(".") + 1 :][:1] in DIGITS:
        return "#"
    out: list = []
    for piece in re.findall(r"[^\W_]+|[\W_]+", word):
        if not (piece[0].isalnum() and varies(piece, "".join(out[-2:]))):
            out.append(piece)
        elif out[-2:-1] == ["#"] and out[-1] in JOINING:
            out.pop()
        else:
            out.append("#")
    return "".join(out)


def varies(piece: str, before: str) -> bool:
    """Whether a run of letters and digits is a number, a measure, a hash or a random ending.

    `before`: what stands in front of it."""
    if DIGITS.isdisjoint(piece):
        return before == "#-" and len(piece) == 5  # the ending of a pod's name
    if before == "#-" or _is_number(piece) or _is_hash(piece):
        return True
    is_temporary = len(piece) == 11 and piece.startswith("tmp")
    return is_temporary or _is_random(piece)


def _is_number(piece: str) -> bool:
    """120, 35ms, v12; not v1, which is the name of an interface."""
    if piece[0] == "v":
        return piece[1:].isdigit() and len(piece) > 2
    unit = piece.lstrip("0123456789")
    return not unit or len(unit) < len(piece) and unit in LISTS["units"]


def _is_hash(piece: str) -> bool:
    """0x7f, 3fa2bc9"""
    if piece.startswith("0x"):
        return HEX.issuperset(piece[2:])
    return len(piece) >= 7 and HEX.issuperset(piece)


def _is_random(piece: str) -> bool:
    """Letters and digits take turns often in random names, hardly ever in words."""
    turns = sum((a in DIGITS) != (b in DIGITS) for a, b in zip(piece, piece[1:]))
    return len(piece) >= 8 and turns > 2
