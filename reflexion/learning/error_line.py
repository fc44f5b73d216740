"""Reduce an error line to what two sightings of one mistake have in common.

What says where, when and who goes. Of a message that says what is absent, that name
counts; of one with a code, the code; of any other the set of its telling words. What a
single tool needs beyond that stands in error_line.tsv.
"""

import re

from reflexion.learning import error_words
from reflexion.learning.error_words import NAME, QUOTED, idle, listed

READ = 1000  # characters of a line that are read
MOST_LABELS = 6
FEW = 2  # telling words beside which a name counts
ABSENT = frozenset(("ABSENT", "GONE"))  # there is no X; X is not there
SENTENCE = 20  # characters of a message before its first sentence may end

# every sort of quotation mark becomes the plain one
QUOTES = dict.fromkeys(map(ord, '"`´‘’‚‛“”„‟′″«»'), "'")
CONTRACTION = r"(?<=[a-z])'(?=(?:t|s|re|ve|ll|d)\b)"
# what tells nothing before a message: how bad it is, the shell before another label
SILENT = (
    r"(?:npm (?:err!|error)|error|fatal|failed|warning|warn|info|e|eacces|enoent|eperm)"
    r"(?:: | )|[^\s':]{1,80}:(?: (?:line )?\d{1,6}:)? (?=[^\s:]{1,80}:)"
)
# what tells nothing before a message that tells something: [tool], tool: line 3:
LABELS = (
    r"\[[^\]]{1,60}\]:? ?(?=[^\s\[.:])",
    r"[^\s':/.]{1,80}(?:\.[a-z_]\w{0,60}){0,9}:(?: (?:line )?\d{1,6}:)? ",
)
# what stands before the message that tells the cause
CAUSE = (
    r"(?:^|[ :(])[\w.$]{0,80}(?:error|exception|fatal|failed)(?: \[\w{1,40}\])?: "
    r"| because "
)
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
    words = error_words.words_of(message[code.end() :] if code else message)
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
    for phrase, form in error_words.phrases("whole"):
        if phrase in text:
            return form
    for gate, pattern, form in error_words.table("form"):
        found = re.search(pattern, text) if gate in text else None
        if found:
            return form.format(*map(error_words.tidy, found.groups()))
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
    if error_words.is_place(first):
        return rest
    if " › " in text:  # suite › case: message
        return text.rpartition(" › ")[2].partition(": ")[2]
    silent = re.match(SILENT, text)
    if silent or re.search(CODE, text):
        return text[silent.end() :] if silent else ""
    for label in LABELS:
        found = re.match(label, text)
        if found and _is_telling(text[found.end() :]):
            return text[found.end() :]
    return ""


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


def _essence(words: list, message: str) -> list:
    """Return the words that tell this mistake from others, or all if there are none."""
    port = re.search(PORT, message) if "REFUSED" in words else None
    if port:
        return ["REFUSED", NAME + port[1]]
    name = _absent_name(words)
    if name:
        noun = set(words[: words.index(name)][-1:]) - listed("empty")
        return [name, *noun, *filter(str.isupper, words)]
    return [word for word in _counting(words) if word not in idle()] or words


def _counting(words: list) -> list:
    """Return the words without names, where these only say who or where."""
    plain = [word for word in words if not word.startswith(NAME)]
    has_enough = len(list(filter(_tells, plain))) > FEW
    return plain if has_enough and listed("named").isdisjoint(words) else words


def _absent_name(words: list) -> str:
    """Return the name of what a message says is absent, or ""."""
    if ABSENT.isdisjoint(words):
        return ""
    if "GONE" not in words:
        behind = words[words.index("ABSENT") :]
        words = behind if any(map(_tells, behind)) else words[::-1]
    return next((word for word in words if word.startswith(NAME)), "")


def _is_telling(text: str) -> bool:
    """Return True if a message has a telling word outside of quotes."""
    return any(map(_tells, re.findall(r"[^\W\d_][\w-]+", _unquoted(text))))


def _unquoted(text: str) -> str:
    return re.sub(QUOTED, " ", text)


def _tells(word: str) -> bool:
    """Return True for a name, and for a word that not any failure may be told with."""
    if word.startswith(NAME):
        return True
    is_idle = word in idle() or word.isupper()
    return not is_idle and bool(re.search(r"[^\W\d]", word))
