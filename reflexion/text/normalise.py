"""Is it the same mistake? What stays equal between two sightings of one, and its fingerprint: the
same trouble with the same name in it, or else of the same caller. Commands are not read here:
`caller`, a function, tells who failed (shell/compare.py).

Quotes and case of an error line are made one, its lead-in is taken off (log level, time, label,
place in a file), then the first row of error_templates.tsv that knows this kind of mistake gives
its short form; a line no row knows keeps its words, while whatever changes from run to run becomes
`#` (numbers, hashes, times, versions, addresses) or `*` (paths).
"""

import re
from functools import lru_cache

from reflexion.text.clean import strip_ansi
from reflexion.text.masking import LISTS, basename, clock, landmark, place, slot, subject
from reflexion.text.tables import rows
from reflexion.text.words import EMPTY

LONGEST = 90  # characters that count: where a stored trigger is cut depends on its paths
MOST = 1000  # characters looked at

# every sort of quote becomes the plain one, so that patterns need to know only that
QUOTES = dict.fromkeys(map(ord, '"`´‘’‚‛“”„‟′″«»‹›'), "'")
# frames, bullets and marks that tools draw in front of a message
DRAWN = " \t|>+*=~-●•■▶·–—←→‼✓✔✕✖✗✘×❌⚠\ufe0f⨯⮿❯↳➤⤷⛔" + "".join(map(chr, range(0x2500, 0x2580)))
# the path that follows is where, not what
WITHIN = frozenset(("in", "under", "from", "inside", "within", "by"))
# "(web) ", "web-1 | ", "tool: " before "error:"
FRONT = r"\([^ ]{0,57}\) |[^ ]{0,39} \| |[^ ]{0,998}: (?=error:|fatal:|error -)"
FRONT_SIGNS = (") ", " | ", ": error:", ": fatal:", ": error -")  # it needs one of these
TOLD = 20  # characters that a message has at least before its tail
# known by what stands at their front, so that they are tried before anything is taken off it
STARTS = "0123456789["
WHOLE_LINES = "text/whole_lines.tsv"
# rows (gate, pattern, form), special before general. gate: a literal the line must hold; pattern
# ("": the gate will do) is searched in the line; form is what counts: {0} a captured name, {0f} the
# last part of a path, {0d} the folder that gives it away, {0c} a code kept as it is; a form that
# ends in @ counts the program, too. Lines come in lower case, every quote as ', without their
# lead-in.
KINDS = "text/error_templates.tsv"
OFFSET = 0xCBF29CE484222325
PRIME = 0x100000001B3
MASK = (1 << 64) - 1
MARKS = ".:;,!?()[]{}<>'-=%"  # around a word, not part of it


@lru_cache(maxsize=16)  # a hook asks for that of one entry three times
def fingerprint(type: str, trigger: str, context: str = "", caller=str) -> str:
    """16 hex digits, equal for two sightings of one mistake: FNV-1a, 64 bits, of their essence."""
    value = OFFSET
    for byte in essence(type, trigger, context, caller).encode("utf-8", "replace"):
        value = (value ^ byte) * PRIME & MASK
    return "%016x" % value


def essence(type: str, trigger: str, context: str = "", caller=str) -> str:
    """What is hashed: a failure's lasting words and, if they say little, who failed; or prose.

    `caller(context)` returns who failed; it is asked only where the trigger says too little."""
    if type != "error":
        words = "".join(c if c.isalnum() else " " for c in trigger.lower()).split()
        return type + "\n" + " ".join(words)
    line, needs_program = meaning(trigger)
    if needs_program is None:  # does no word of the line tell one mistake from another?
        needs_program = all(
            word.strip(MARKS) in EMPTY or word.isdigit() or not word.strip(MARKS + "*#")
            for word in line.split()
        )
    return f"{type}\n{line}\n{caller(context)}" if needs_program else f"{type}\n{line}"


def meaning(line: str) -> tuple:
    """(normalised line, whether the failed program counts as well: None where no row knows it)."""
    text = flat(line)
    known = match(rows(WHOLE_LINES), text) if text[:1] in STARTS else None
    if known is None:
        text = lead_off(text)
        known = match(rows(KINDS), text)
    if known is not None:
        return known.rstrip("@").rstrip(), known.endswith("@")
    return lasting(text), None


def flat(line: str) -> str:
    """One line in lower case, one sort of quote, without colours and a word cut in half."""
    text = strip_ansi(line[:MOST]).lower().translate(QUOTES)
    if "[" in text and "m" in text:
        text = re.sub(r"\[\d{1,2}(?:;\d{1,3}){0,4}m", "", text)
    if "..." in text:
        text = re.sub(r"\.{3,}", " ", text)
    if text.endswith("\u2026"):
        text = text.rpartition(" ")[0] or text
    return " ".join(text.split())


def lead_off(text: str) -> str:
    """The message alone: frames, labels in brackets, times, levels and places off its front."""
    if "=> {" in text and "'msg': '" in text:  # a task runner's report
        text = text.partition("'msg': '")[2].partition("', '")[0]
    if "panicked at '" in text:
        text = text.partition("panicked at '")[2]
    for _ in range(12):
        rest = _shorter(text.lstrip(DRAWN))
        if rest == text or not rest.strip(" :.'"):
            break
        text = rest
    return text.strip(DRAWN + " ")


def _shorter(text: str) -> str:
    """The text without what the first of FRONTS takes off its front; as it is where none does."""
    for take_off in FRONTS:
        rest = take_off(text)
        if rest is not None:
            return rest
    return text


def _without_test(text: str):
    """pytest's summary: the test's name, then what went wrong."""
    if ".py::" not in text or " - " not in text:
        return None
    told = text.partition(" - ")[2]
    return told if not told.startswith("assert") else text


def _without_lead(text: str):
    for lead in LISTS["leads"]:
        if text.startswith(lead):
            rest = text[len(lead) :]
            return rest if lead != "error[" else rest.replace("]", "", 1)
    return None


def _without_label(text: str):
    """[tool] in front of a message"""
    if not text.startswith("["):
        return None
    label, bracket, rest = text.partition("]")
    is_label = bracket and len(label) < 60 and ":: " not in label
    told = rest.strip() and not rest.startswith(("[", ".", ":m"))
    return rest.lstrip(": ") if is_label and told else text


def _without_front(text: str):
    if not any(sign in text for sign in FRONT_SIGNS):  # spares the pattern
        return None
    front = re.match(FRONT, text)
    return text[front.end() :] if front else None


def _without_place(text: str):
    word, space, rest = text.partition(" ")
    return rest.lstrip(DRAWN + " :") if space and (place(word) or clock(word)) else None


FRONTS = (_without_test, _without_lead, _without_label, _without_front, _without_place)


def match(table, text: str) -> "str | None":
    """The filled form of the first row that fits."""
    for gate, pattern, form in table:
        if gate in text:
            found = re.search(pattern, text) if pattern else True
            if found:
                return form if found is True or "{" not in form else fill(form, found.groups())
    return None


def fill(form: str, names: tuple) -> str:
    """The form with its slots filled, see KINDS."""
    given = [name for name in names if name is not None]
    for number, name in enumerate(given + [""] * (2 - len(given))):
        for mark, tidy in (("", subject), ("f", basename), ("d", landmark), ("c", str)):
            slot = "{%d%s}" % (number, mark)
            if slot in form:
                form = form.replace(slot, tidy(name) if name else "")
    return form[:LONGEST].rstrip()


def lasting(text: str) -> str:
    """Any other line: its words, what varies replaced; a line of nothing but files keeps names."""
    # the name of a file counts where the line is about files
    files = any(sign in text for sign in LISTS["about files"])
    for tail in LISTS["tails"]:
        cut = text.find(tail, TOLD)
        if cut > 0:
            text = text[:cut]
    short = _words(text, files)
    return short if files or short.strip("*# ") else _words(text, True)


def _words(text: str, files: bool) -> str:
    out = []
    last = "status"  # a number in front is a status, where it is three digits
    for word in text.split():
        new = slot(word, last, files and last not in WITHIN)
        last = new if new == "localhost" else word.strip("'\"()[]{}<>,;:.=") or word
        if new and not (new in ("#", "*") and out and out[-1] == new):
            out.append(new)
    return " ".join(out)[:LONGEST].rstrip()
