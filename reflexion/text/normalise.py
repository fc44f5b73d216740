"""What stays equal between two sightings of one mistake.

An error line goes through four steps: quotes and case made one, the lead-in taken off (log level, time, label, place in a file), then the first
row of the tables in `kinds_*` that knows this kind of mistake gives its short form; a line no row knows keeps its words, while whatever changes
from run to run becomes `#` (numbers, hashes, times, versions, addresses) or `*` (paths).
"""
from __future__ import annotations

import re

from reflexion.text import kinds_code, kinds_system, kinds_tools
from reflexion.text.clean import strip_ansi

LONGEST = 120  # characters that count: a stored trigger is cut, and where it is cut depends on how long its paths were
MOST = 1000  # characters looked at

# every sort of quote becomes the plain one, so that patterns need to know only that
QUOTES = dict.fromkeys(map(ord, "\"`\u00b4\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2032\u2033\u00ab\u00bb\u2039\u203a"), "'")
# frames, bullets and marks that tools draw in front of a message
DRAWN = " \t|>+*=~-\u2022\u25cf\u25a0\u25b6\u00b7\u2013\u2014\u2190\u2192\u203c\u2713\u2714\u2715\u2716\u2717\u2718\u00d7\u274c\u26a0\ufe0f\u2a2f\u2bbf\u276f\u21b3\u2937\u26d4" + "".join(
    map(chr, range(0x2500, 0x2580)))
# words that say "this is an error" and not which; longest first where one begins another
LEADS = (
    "npm err!", "npm error", "err!", "fatal error:", "fatal error -", "fatal:", "fatal ", "error response from daemon:", "internal error:", "docker:", "error:", "error -",
    "error ", "errors:", "err_pnpm_", "failed:", "failure:", "critical:", "critical ", "severe:", "err:", "uncaught ", "unhandled ", "exception:",
    "exception in thread 'main'", "(error)", "in thread 'main'", "caused by:", "details:", "detail:", "message:", "error message:", "e  ", "e: ", "e ", "info ", "warn ",
    "error[", "- ", "::error::", "##[error]", "::error ", "throw new ", "remote:", "panic:", "stderr:", "reason:")
# what a line is about when it names a file: only then does the file's name count
ABOUT_FILES = ("no such", "not found", "not exist", "n't exist", "missing", "cannot find", "can't find", "not find", "cannot open", "can't open", "not open", "cannot read",
               "can't read", "cannot load", "can't load", "not load", "enoent", "denied", "cannot access", "not readable", "not resolve", "t resolve", "unable to locate", "could not be found")
# a number after one of these is a code that tells mistakes apart
CODES = frozenset(("status", "code", "http", "exit", "signal", "statuscode", "returned", "curl", "http/1.1", "http/2", "http/1.0", "error", "ora", "sqlstate"))
COMPARED = frozenset(("assert", "==", "!=", "<", ">", "<=", ">=", "assertionerror", "equal", "received", "expected", "got", "want", "toequal", "left", "right"))
UNITS = frozenset("ns us \u00b5s ms s sec secs m min mins h hrs d k kb mb gb tb b kib mib gib x px th st nd rd bytes".split())
HEX = frozenset("0123456789abcdef")
DIGITS = frozenset("0123456789")
LOCAL = ("127.0.0.1", "0.0.0.0", "localhost", "[::1]", "[::]", ":::", "::1", "*:")
EXTENSION_MOST = 8


def normalise(line: str) -> str:
    """The lasting part of an error line: lower case, at most 120 characters; "" for nothing. Source: any one line of output."""
    return meaning(line)[0]


def meaning(line: str) -> tuple:
    """(normalised line, whether the program that failed has to count as well: the words alone would suit many mistakes)."""
    text = flat(line)
    known = match(kinds_code.ROWS, text) if text[:1] in DIGITS else None
    if known is None:
        text = lead_off(text)
        known = kind(text)
    if known is not None:
        return known.rstrip("@").rstrip(), known.endswith("@")
    return lasting(text), False


def flat(line: str) -> str:
    """One line in lower case, one sort of quote, without colours and without the word that a cut left in half."""
    text = strip_ansi(line[:MOST]).lower().translate(QUOTES)
    if "[" in text and "m" in text:
        text = re.sub(r"\[\d{1,2}(?:;\d{1,3}){0,4}m", "", text)
    if text.endswith(("\u2026", "...")):
        text = text.rstrip(".\u2026").rpartition(" ")[0] or text
    return " ".join(text.split())


def lead_off(text: str) -> str:
    """The message alone: drawn frames, labels in brackets, times, levels and the place in a file taken off its front."""
    if "=> {" in text and "'msg': '" in text:  # a task runner's report
        text = text.partition("'msg': '")[2]
    for _ in range(12):
        rest = _shorter(text.lstrip(DRAWN))
        if rest == text or not rest.strip(" :.'"):
            break
        text = rest
    return text.strip(DRAWN + " ")


def _shorter(text: str) -> str:
    if ".py::" in text and " - " in text:  # pytest's summary: the test's name, then what went wrong
        test, _, told = text.partition(" - ")
        return told if not told.startswith("assert") else text
    for lead in LEADS:
        if text.startswith(lead):
            return text[len(lead):] if lead != "error[" else text[len(lead):].replace("]", "", 1)
    if text.startswith("["):
        label, bracket, rest = text.partition("]")
        return rest.lstrip(": ") if bracket and rest.strip() and len(label) < 60 and ":: " not in label and not rest.startswith(("[", ".", ":m")) else text
    word, space, rest = text.partition(" ")
    if not space:
        return text
    if rest.startswith("| ") and len(word) < 40:
        return rest[2:]
    if place(word) or clock(word):
        return rest.lstrip(DRAWN + " :")
    return text


def clock(word: str) -> bool:
    """A time, a date, a counter or a process number standing in front of a log line."""
    bare = word.strip("[]()<>#:,tz")
    if not bare or bare[0] not in DIGITS:
        return len(word) == 5 and word[0] in "iwef" and word[1:].isdigit()
    return all(c in "0123456789:.,-+/tz_s" for c in bare) and (len(bare) > 3 or word[0] in "#[")


def place(word: str) -> bool:
    """A spot in a file: a.c:12:3, a.ts(4,5), <stdin>:1, (x.py:3), a.c:(.text+0x1f)."""
    bare = word.strip("()[]{},;'-").rstrip(":")
    head, mark, tail = bare.partition(":") if not (bare[1:3] in (":\\", ":/")) else bare[2:].partition(":")
    if "(" in head:
        head, mark, tail = head.partition("(")
    if not mark or not tail or not ("." in head or "/" in head or "\\" in head or head.endswith(">")):
        return False
    if "//" in tail or head[:1] in DIGITS or head in ("localhost",):
        return False
    return tail[0] in DIGITS and all(c in "0123456789:,-" for c in tail) and not _host(head, tail) or tail.startswith("(.")


def _host(head: str, tail: str) -> bool:
    """db.example.com:5432 and not main.py:54: told by a known ending being absent and nothing behind the number."""
    return ":" not in tail and "/" not in head and "\\" not in head and head.count(".") > 1 and not head.endswith((".py", ".ts", ".js", ".tsx", ".go", ".rb"))


def kind(text: str) -> "str | None":
    """The short form given by the first row that knows this kind of mistake, or None."""
    for rows in (kinds_system.KINDS, kinds_tools.KINDS, kinds_code.KINDS):
        known = match(rows, text)
        if known is not None:
            return known
    return None


def match(rows, text: str) -> "str | None":
    """The filled form of the first row that fits."""
    for gate, pattern, form in rows:
        if gate in text:
            found = re.search(pattern, text) if pattern else True
            if found:
                return form if found is True or "{" not in form else fill(form, found.groups())
    return None


def fill(form: str, names: tuple) -> str:
    """The form with its slots filled: {0} a name as it stands, {0f} the last part of a path, {0d} the folder that gives a path away."""
    given = [name for name in names if name is not None]
    for number, name in enumerate(given + [""] * (2 - len(given))):
        for mark, tidy in (("", subject), ("f", basename), ("d", landmark)):
            slot = "{%d%s}" % (number, mark)
            if slot in form:
                form = form.replace(slot, tidy(name) if name else "")
    return form[:LONGEST].rstrip()


LANDMARKS = ("node_modules", "site-packages", ".npm", ".cache", ".cargo", ".git", ".ssh", ".docker", "docker.sock", ".gradle", ".m2", ".yarn", ".venv", "/proc", "/etc", "/var", "/opt", "/root")


def landmark(path: str) -> str:
    """The well-known folder a path lies in, else its last part."""
    for name in LANDMARKS:
        if name in path:
            return name
    return basename(path)


def basename(path: str) -> str:
    """The last part of a path, what varies in it made #."""
    return subject(path.strip("'\"()[]<>,;: ").rstrip("/\\").replace("\\", "/").rpartition("/")[2])


def subject(name: str) -> str:
    """A name that matters, without its version and without what varies in it; of a path from / or . or a drive only the last part."""
    bare = name.strip("'\"()[]{}<>,;:!? ").rstrip(".")
    if bare.startswith(("/", "./", "../", "~/", ".\\", "..\\")) or bare[1:3] in (":\\", ":/"):
        return basename(bare)
    for mark in ("==", ">=", "<=", "~=", "!=", "^", "@"):
        cut = bare.find(mark, 1)
        if cut > 0:
            bare = bare[:cut]
    return " ".join(vary(w) for w in bare.split()) if bare else "*"


def lasting(text: str) -> str:
    """Any other line: its words kept, what varies replaced. A line of nothing but files keeps their names."""
    files = any(a in text for a in ABOUT_FILES)
    short = _words(text, files)
    return short if files or short.strip("*# ") else _words(text, True)


def _words(text: str, files: bool) -> str:
    out, last = [], "status"  # a number in front is a status, where it is three digits
    for word in text.split():
        new = slot(word, last, files)
        last = word.strip("'\"()[]{}<>,;:.=")
        if new and not (new in ("#", "*") and out and out[-1] == new):
            out.append(new)
    return " ".join(out)[:LONGEST].rstrip()


def slot(word: str, before: str, files: bool) -> str:
    """One word of a line as it counts: itself, "#", "*", the name of a file, or "" for a place in a file."""
    bare = word.strip("'\"()[]{}<>,;:.!?=\u2026")
    if not bare:
        return word.strip("'") if word[:1] == "'" else ""  # expected ':' is not expected '('
    if place(word) or (before == "localhost" and bare.isdigit()):
        return ""
    if "://" in bare:
        return host(bare)
    if bare in ("stdin", "string", "anonymous", "unknown", "eval") and "<" in word:
        return ""
    if "@" in bare[1:] and "." in bare and "/" not in bare.partition(":")[0] and bare.partition("@")[2][:1].isalpha():
        return person(bare)
    if any(local in word for local in LOCAL):
        return "localhost"
    if "/" in bare or "\\" in bare or ("." in bare and is_file(bare)):
        return path(bare, files)
    if not DIGITS.isdisjoint(bare):
        return bare if is_code(bare, before) else vary(bare.replace("'", ""))
    return qualified(bare).replace("'", "")


def is_code(number: str, before: str) -> bool:
    """Whether a number tells mistakes apart: a status, an exit code, what an assertion compared; not a count, a port or a line."""
    if not number.isdigit() or len(number) > 5:
        return False
    return before in CODES and (before != "status" or len(number) < 4) or before in COMPARED and len(number) < 5


def person(word: str) -> str:
    """kim@example.org is somebody; git@example.org:team/x is a host."""
    name, colon, _ = word.partition("@")[2].partition(":")
    return vary(name) if colon else "@"


def qualified(word: str) -> str:
    """java.lang.IllegalStateException and IllegalStateException are one."""
    return word.rpartition(".")[2] if "." in word and word.endswith(("error", "exception", "warning")) else word


def host(url: str) -> str:
    """Of an address only who is meant: scheme, user, port, path and query vary."""
    name = url.split("://", 1)[1].split("/", 1)[0].rpartition("@")[2]
    if name.startswith("["):
        return "localhost"
    name = name.partition(":")[0]
    return "localhost" if name in ("localhost", "127.0.0.1", "0.0.0.0") else vary(name)


def is_file(word: str) -> bool:
    """Whether a word without a slash is a file's name: letters behind its last dot, not a sentence's end, a host or a member."""
    stem, _, ending = word.rpartition(".")
    return bool(stem) and ending in FILE_ENDINGS


FILE_ENDINGS = frozenset((
    "py js ts tsx jsx mjs cjs rs go c h cc cpp hpp java kt rb php sh bash sql md txt json yaml yml toml ini cfg conf env lock log csv xml html css scss vue svelte tf tfvars swift cs "
    "gradle properties proto o so a dll exe bin zip gz tgz tar whl jar pem key crt db sqlite pyc ipynb dockerfile mk cmake ex exs erl hs scala lua pl r dart zig nix patch diff snap").split())


def path(word: str, files: bool) -> str:
    """A path's last part where the line is about files, else "*"; a name that only has a slash in it (a package, a branch) stays."""
    last = word.replace("\\", "/").rstrip("/").rpartition("/")[2]
    rooted = word[0] in "/~." or word[1:3] in (":\\", ":/") or "\\" in word or is_file(last.partition(":")[0])
    if not rooted:
        return vary(word.partition("@")[0] or word)
    return basename(last.partition(":")[0]) if files else "*"


def vary(word: str) -> str:
    """A word with its numbers, hashes, versions, times and random endings as "#": pr-1412 and pr-97 are pr-#, e0382 and s3 stay."""
    if DIGITS.isdisjoint(word):
        return word
    out = []
    for piece in re.findall(r"[^\W_]+|[\W_]+", word):
        if not (piece[0].isalnum() and varies(piece, "".join(out[-2:]))):
            out.append(piece)
        elif len(out) > 1 and out[-2] == "#" and len(out[-1]) == 1 and out[-1] in ".:-_+,/tz":
            out.pop()
        else:
            out.append("#")
    return "".join(out)


def varies(piece: str, before: str) -> bool:
    """Whether a run of letters and digits is a number, a measure, a hash or a random ending (behind another one)."""
    kept = piece.lstrip("0123456789")
    if not kept or (len(kept) < len(piece) and kept in UNITS):
        return True
    if DIGITS.isdisjoint(piece):
        return False
    if len(piece) >= 7 and HEX.issuperset(piece):
        return True
    if len(piece) > 12 and sum(c in DIGITS for c in piece) > 2:
        return True
    if piece[0] == "v" and piece[1:].isdigit() and len(piece) > 2:
        return True
    return before == "#-" or (piece.startswith("0x") and HEX.issuperset(piece[2:]))
