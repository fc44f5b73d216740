"""Reduce an error line to what two sightings of one mistake have in common.

What says where, when and who goes. Of a message that says what is absent, that name
counts; of one with a code, the code; of any other the set of its telling words. The lists
of words, and what a single tool needs, stand in error_line.tsv. A word in capitals stands
for all the ways of saying one thing, a word with NAME before it names something.
"""

import functools
import re

from reflexion.text import rows

READ = 1000  # characters of a line that are read
MOST_LABELS = 6
FEW = 2  # telling words beside which a name counts
SENTENCE = 20  # characters of a message before its first sentence may end
ABSENT = frozenset(("ABSENT", "GONE"))  # there is no X; X is not there
NAME = "'"
QUOTED = r"'[^']{0,120}'"
TOKEN = rf"{QUOTED}[:.]?|[^\s'(){{}},;|]+"
MARKS = "'\"()[]{}<>,;:.=!?*\u2026"  # around a word, not part of it
# every sort of quotation mark becomes the plain one
QUOTES = dict.fromkeys(map(ord, '"`´‘’‚‛“”„‟′″«»'), "'")
CONTRACTION = r"(?<=[a-z])'(?=(?:t|s|re|ve|ll|d)\b)"
# what tells nothing before a message: how bad it is, the shell before another label
SILENT = (
    r"(?:npm (?:err!|error)|error|fatal|failed|warning|warn|info|e|eacces|enoent|eperm)"
    r"(?:: | )|[^\s':]{1,80}:(?: (?:line )?\d{1,6}:)? (?=[^\s:]{1,80}:)"
)
# what tells nothing before a message that tells something: [tool], tool: line 3:
LABEL = (
    r"\[[^\]]{1,60}\]:? ?(?=[^\s\[.:])"
    r"|[^\s':/.]{1,80}(?:\.[a-z_]\w{0,60}){0,9}:(?: (?:line )?\d{1,6}:)? "
)
# what stands before the message that tells the cause
CAUSE = r"(?:^|[ :(])[\w.$]{0,80}(?:error|exception|fatal|failed)(?: \[\w{1,40}\])?: "
NO_CODE = "(?!x509|http|sha|utf)"
# error ts2304: message, error[e0433]: message, e501 message
CODE = (
    rf"(?:^\[?|\berror[ \[]){NO_CODE}([a-z]{{1,7}}-?\d{{2,5}})(?:\]|:)(?= |:|$)"
    rf"|^{NO_CODE}([a-z]{{1,5}}\d{{3,5}}) "
)
# 3:7 error message rule-name, message [rule-name]
RULE = (
    r"^\d{1,6}:\d{1,5} (?:error|warning) .{1,900} (@?[a-z]\w*(?:[-/]\w+)+)$"
    r"|\[(@?[a-z]\w*(?:[-/]\w+)+)\]$"
)
ASIDE = r" \([^()']{0,200} [^()']{0,200}\)?"
PORT = r"(?:[\w\].]:|\bport[ =:]{1,2})(\d{2,5})\b"
PLACE = (
    # a.c:12:3, a.ts(4,5), A.java:[3,21], <stdin>:1
    r"<?[\w./\\@+~:-]{0,200}?[a-z.>\]](?::\[?|\()\d{1,7}(?:[:,-]\d{1,6}){0,2}[)\]]?[:,]?$"
    # 10:22:31.5, 2024-03-01t10:00:00z, i0301, [12/40], #3
    r"|[\[(#]?\d[\d:.,/_+-]{3,40}[tz]?[\d:.,+z-]{0,20}[\])]?:?$|[iwef]\d{4}$"
    r"|[\[(#]\d+(?:/\d+)?[\])]?:?$"
)
# numbers, measures, hashes and random parts of names; not s3 or v1
VARYING = (
    r"(?<![^\W_])(?:\d+(?:\.\d+)*[a-z]{0,2}|v\d\d+|0x[\da-f]+|(?=[a-f]*\d)[\da-f]{7,}"
    r"|(?=[a-z\d]{8})(?:[a-z]+\d+[a-z]+\d|\d+[a-z]+\d+[a-z])[a-z\d]*)(?![^\W_])"
)


@functools.lru_cache(maxsize=None)
def _table(kind: str) -> list:
    """Return the rows of one kind of error_line.tsv, without the kind."""
    return [row[1:] for row in rows("learning/error_line.tsv") if row[0] == kind]


@functools.lru_cache(maxsize=None)
def _listed(kind: str) -> frozenset:
    """Return the words of a kind."""
    return frozenset(" ".join(cells[0] for cells in _table(kind)).split())


@functools.lru_cache(maxsize=None)
def _phrases(kind: str) -> list:
    """Return [(phrase, what stands for it)] of a kind, in the order of the table."""
    return [(each, word) for word, every in _table(kind) for each in every.split("|")]


@functools.lru_cache(maxsize=None)
def _idle() -> frozenset:
    """Return the words that any failure may be told with."""
    spoken = " ".join(phrase for phrase, _ in _phrases("same"))
    return _listed("empty").union(spoken.lower().split())


def normalise(line: str) -> tuple:
    """Return (what lasts of an error line, whether the program has to count as well).

    The program counts where no word tells one mistake from another, and where an option
    is wrong, which says nothing without its program.
    """
    text = _flat(line)
    known = _known(text)
    if known:
        return known, False
    message = _message(_without_labels(text))
    code = re.search(CODE, message)
    words = _words(message[code.end() :] if code else message)
    told = _essence(words, message)
    rule = code or re.search(RULE, text)
    if rule:
        told = [] if ABSENT.isdisjoint(words) else told
        told.append(NAME + (rule[1] or rule[2]))
    needs_program = not any(map(_tells, told)) or "OPTION" in told
    lasting = {"ABSENT" if word in ABSENT else word.strip(NAME) for word in told}
    return " ".join(sorted(lasting)), needs_program


def _flat(line: str) -> str:
    """Return the line in lower case, with one sort of quote and no cut-off word."""
    text = " ".join(line[:READ].translate(QUOTES).lower().split())
    if text.endswith("\u2026"):
        text = text.rpartition(" ")[0] or text
    return re.sub(CONTRACTION, "", text)


def _known(text: str) -> str:
    """Return the form of the first row of the table that knows a line, or ""."""
    for phrase, form in _phrases("whole"):
        if phrase in text:
            return form
    for gate, pattern, form in _table("form"):
        found = re.search(pattern, text) if gate in text else None
        if found:
            return form.format(*map(_tidy, found.groups()))
    return ""


def _without_labels(text: str) -> str:
    """Return the message without what stands before it."""
    for _ in range(MOST_LABELS):
        rest = _without_label(text)
        if not rest.strip(" :.'"):
            break
        text = rest
    return text


def _without_label(text: str) -> str:
    """Return the text without its first label; "" if it has none."""
    first, _, rest = text.partition(" ")
    if re.match(PLACE, first):
        return rest
    silent = re.match(SILENT, text)
    if silent or re.search(CODE, text):
        return text[silent.end() :] if silent else ""
    label = re.match(LABEL, text)
    return text[label.end() :] if label and _is_telling(text[label.end() :]) else ""


def _message(text: str) -> str:
    """Return the first sentence of the innermost message."""
    for end in reversed([found.end() for found in re.finditer(CAUSE, text)]):
        if _is_telling(text[end:]):
            text = _without_labels(text[end:])
            break
    stop = text.find(". ", SENTENCE)
    text = text if stop < 0 else text[:stop]
    shorter = re.sub(ASIDE, "", text)
    return shorter if _is_telling(shorter) else text


def _is_telling(text: str) -> bool:
    """Return True if a message has a telling word outside of quotes."""
    return any(map(_tells, re.findall(r"[^\W\d_][\w-]+", re.sub(QUOTED, " ", text))))


def _tells(word: str) -> bool:
    """Return True for a name, and for a word that not any failure may be told with."""
    if word.startswith(NAME):
        return True
    is_idle = word in _idle() or word.isupper()
    return not is_idle and bool(re.search(r"[^\W\d]", word))


def _essence(words: list, message: str) -> list:
    """Return the words that tell this mistake from others, or all if there are none."""
    port = re.search(PORT, message) if "REFUSED" in words else None
    if port:
        return ["REFUSED", NAME + port[1]]
    name = _absent_name(words)
    if name:
        noun = set(words[: words.index(name)][-1:]) - _listed("empty")
        return [name, *noun, *filter(str.isupper, words)]
    return [word for word in _counting(words) if word not in _idle()] or words


def _counting(words: list) -> list:
    """Return the words without names, where these only say who or where."""
    plain = [word for word in words if not word.startswith(NAME)]
    has_enough = len(list(filter(_tells, plain))) > FEW
    return plain if has_enough and _listed("named").isdisjoint(words) else words


def _absent_name(words: list) -> str:
    """Return the name of what a message says is absent, or ""."""
    if ABSENT.isdisjoint(words):
        return ""
    if "GONE" not in words:
        behind = words[words.index("ABSENT") :]
        words = behind if any(map(_tells, behind)) else words[::-1]
    return next((word for word in words if word.startswith(NAME)), "")


def _words(message: str) -> list:
    """Return the words of a message as they count, one for all ways of saying a thing."""
    has_files = _is_about_files(message)
    tokens = [token for token in re.findall(TOKEN, message) if token.strip(MARKS)]
    text = ""
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""]):
        word = _lasting(token, before.strip(MARKS), has_files)
        if word and _is_name(before, token, after):
            word = NAME + word.strip(NAME)
        text += f" {word} " if word else ""
    for phrase, word in _phrases("same"):
        text = text.replace(f" {phrase.replace(' ', '  ')} ", f" {word} ")
    return text.split()


def _is_name(before: str, token: str, after: str) -> bool:
    """Return True in quotes, before the first colon and for one word behind the last."""
    is_first = not before and token.endswith(":")
    is_last = not after and before.endswith(":")
    return is_first or is_last or token.startswith(NAME)


def _is_about_files(message: str) -> bool:
    """Return True if a file's name counts: something is not found, or denied."""
    states = (*ABSENT, "DENIED")
    said = any(word in states and phrase in message for phrase, word in _phrases("same"))
    return said or " found" in message


def _lasting(token: str, before: str, has_files: bool) -> str:
    """Return one word as it counts; "" for what says who or where, or varies."""
    bare = token.strip(MARKS)
    if _tells_who_or_where(token, bare, before):
        return ""
    if bare.isdigit():
        return bare if before in _listed("codes") and len(bare) < 6 else ""
    if _is_path(bare):
        last = bare.rstrip("/\\").replace("\\", "/").rpartition("/")[2]
        return NAME + _tidy(last.partition(":")[0]) if has_files else ""
    return _tidy(bare.partition("=")[0] if bare.startswith("-") else bare)


def _tells_who_or_where(token: str, bare: str, before: str) -> bool:
    """Return True for a place, an address, a text in quotes, and the name of a user."""
    is_quoted = token.startswith(NAME)
    if before in _listed("who"):
        return is_quoted or not bare.isalpha()
    return "://" in bare or is_quoted and " " in bare or bool(re.match(PLACE, token))


def _is_path(word: str) -> bool:
    """Return True for a path or the name of a file; `@scope/name` is a package."""
    ending = word.rpartition(".")[2] if "." in word else ""
    has_folder = "/" in word or "\\" in word
    return word[0] != "@" and (has_folder or ending in _listed("endings"))


def _tidy(name: str) -> str:
    """Return a name with what varies in it as #: pr-97 is pr-#; "" for a version."""
    lasting = "" if re.match(r"[v=<>~^]*\d+\.\d", name) else re.sub(VARYING, "#", name)
    return lasting if re.search(r"[^\W\d]|[\[\]{}()]", lasting) else ""
