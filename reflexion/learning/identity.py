"""Tell what is the same: the fingerprint of a mistake, the comparison of sentences, the digest
of words.

Two failures are one mistake if program and error line are the same but for what changes by itself.
"""

from __future__ import annotations

import json
import re

from reflexion.learning.entry import STEERING, Entry
from reflexion.shell import calls
from reflexion.shell.programs import ASKS, SAYS, SHOWS, base_name, family, plain_words, programs
from reflexion.text import hashed
from reflexion.text.words import stem

DIGITS = 16  # of a fingerprint
READ = 1000  # characters of a line that are read
# every sort of quotation mark is the plain one
QUOTES = dict.fromkeys(map(ord, '"`´‘’‚‛“”„«»'), "'")
# the folders of a path that begins at a root, a home or a place relative to here
ROOT = r"(?<![\w/\\:.@~-])(?:[A-Za-z]:|~|\.{1,2})?[/\\]"
FOLDERS = ROOT + r"(?:[^\s'/\\:()<>]{1,255}[/\\])*"
# a port says which service does not answer, so it stays
PORT = r"(?i:\bport[ :=]{1,2}|\blocalhost:|\b\d{1,3}(?:\.\d{1,3}){3}:)\d{2,5}\b"
HASH = r"(?<![^\W_])(?:0x[\da-fA-F]+|(?=[a-f]*\d)[\da-f]{7,64})(?![^\W_])"
NUMBER = r"(?<![^\W_])\d+(?:[.,:/+T-]\d+)*"
VARYING = f"(?i:{PORT}|{HASH}|{NUMBER})"
LONGEST = 4000  # characters of a sentence; a longer text is compared as it is
POLITE = ("please", "always")
NEGATIONS = frozenset(("not", "never"))
# a reason at the end, of one clause: what follows "and" may be an order
REASON = r"(?i),? \(?because (?:(?! (?:and|but|so|or|then) )[^,;:.!?])*[.!)]*$"
LAST_E = "(?<=....)e$"  # of a word
BULLET = r"^(?:[-*\u2022]|\d{1,3}[.)]) "
# bold marks, code marks and a full stop behind a closing quote
MARKUP = r"\*\*(?=\w)|(?<=[\w.,;:!?])\*\*|(?<=[`'\")])[.!?]+(?= |$)|`"
# sentence marks, quotes and brackets around a word; a name may begin with a dot
MARKS = "\"'()\u2018\u2019\u201c\u201d\u00ab\u00bb\u2013\u2014"
STOPS = ",;:!?\u2026\u3001\u3002\uff0c\uff01\uff1b\uff1f"
# of a command
MOST_WORDS = 2  # words behind the program that tell one job from another
PREPARING = ("source", ".", "mkdir")
ALIASES = {"pip3": "pip", "gmake": "make"}
# no names: what stands in front of the name of a job, and text
NO_NAME = r"^(?:run|run-script|exec|x)$|[ \t\r\n\"'`$(){}<>|;]"
VERSION = r"(?<=.)(?:@|[=~<>!]=|\^)"  # how it begins behind a name
NUMBERS = r"(?<![a-uw-z\d])\d\w*(?:\.\d\w*)*|\b[0-9a-f]{7,40}\b"  # or a commit


def caller(line: str) -> str:
    """Return "program words" of the call that does a line's work: "npm build".

    It tells failures apart whose error lines say too little. Wrappers, options,
    folders, versions and numbers are left out; a script stands for its interpreter."""
    speaking = [call for call in calls(line) if call.role != SAYS]
    if not speaking:
        return ""
    # what only prepares or looks at something counts where nothing else is done
    call = min(speaking, key=lambda call: (call.program in PREPARING, call.role in (ASKS, SHOWS)))
    words = plain_words(call.program, call.args, 12)
    names = [_lasting_name(word) for word in words if not re.search(NO_NAME, word)]
    names = list(filter(None, names))[:MOST_WORDS]
    program = family(call.program)
    if "." in "".join(names[:1]) and program in programs("interpreter"):
        return " ".join(names)
    return " ".join([_lasting_name(ALIASES.get(program, program)), *names])


def _lasting_name(word: str) -> str:
    """Return the last part of a path in lower case, without a version, numbers as #."""
    name = base_name(word.lower()).strip("'\",;:")
    return re.sub(NUMBERS, "#", re.split(VERSION, name)[0]) if name != "." else ""


def lasting(line: str) -> str:
    """Return an error line without what changes by itself: folders, places in files, numbers,
    hashes, times, and the form of quotes."""
    text = re.sub(FOLDERS, "", " ".join(line[:READ].translate(QUOTES).split()))
    return re.sub(VARYING, lambda found: found[0] if re.fullmatch(PORT, found[0]) else "0", text)


def fingerprint(kind: str, trigger: str, context: str = "") -> str:
    """Return 16 hex digits that two sightings of one mistake share.

    For an error the trigger is its error line and the context its command, of which the words
    count where the line says nothing. For any other kind it is that of the trigger's words.
    """
    if kind == "error":
        call = caller(context)
        message = lasting(trigger)
        words = ["error", call.partition(" ")[0] if message else call, message]
    else:
        words = ["sentence", *words_of(trigger)]
    return hashed("\n".join(words).encode("utf-8", "replace"))[:DIGITS]


def fingerprints_of(entry: Entry) -> list[str]:
    """Return the fingerprints that a learning is found by: its own first, then its aliases,
    then that of its lesson."""
    own = fingerprint(entry.type, entry.trigger, entry.context)
    lesson = [fingerprint("correction", entry.resolution)] if entry.resolution.strip() else []
    return list(dict.fromkeys([own, *entry.aliases, *lesson]))


def same_sentence(one: str, other: str) -> bool:
    """Return True if two sentences say the same in the same words.

    Case, punctuation, plurals and verb forms, "please", "always", "the" and a reason at the end
    may differ. A number, a name, a flag, a negation or the order may not.
    """
    words = words_of(one)
    return bool(words) and words == words_of(other)


def words_of(sentence: str) -> list[str]:
    """Return the words of a sentence by which it is compared."""
    if len(sentence) > LONGEST:
        return sentence.split()
    plain = " ".join(sentence.replace("\u2019", "'").split())
    for pattern in (BULLET, REASON, MARKUP):
        plain = re.sub(pattern, "", plain)
    plain = re.sub(r"(?i)\bcan(?:not|'t)\b", "can not", plain)
    found: list[str] = []
    for word in re.sub(r"(?i)n't\b", " not", plain).split():
        bare = _bare(word)
        small = bare.lower()
        # "not always" is another thing
        is_polite = small in POLITE and NEGATIONS.isdisjoint(found[-1:])
        if bare and small != "the" and not is_polite:
            # change, changes, changing
            found.append(bare if bare.startswith("-") else re.sub(LAST_E, "", stem(small)))
    return found


def _bare(word: str) -> str:
    """Return a word without quotes and sentence marks; `.` and `..` are names."""
    inner = word.strip(MARKS + STOPS)
    return inner if inner in (".", "..") else inner.rstrip("." + MARKS + STOPS)


def digest(entry: Entry) -> str:
    """Return 40 hex digits of all fields but counts, dates and those that say nothing."""
    steering = {**{name: getattr(entry, name) for name in STEERING}, **entry.extra}
    said = {name: value for name, value in steering.items() if value not in (None, "", False, [])}
    return hashed(json.dumps(said, sort_keys=True, ensure_ascii=True).encode())[:40]
