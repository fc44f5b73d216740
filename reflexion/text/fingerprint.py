"""Is it the same mistake: the same trouble with the same name in it, or else of the same caller?"""

import re

from reflexion.text.masking import LISTS, basename
from reflexion.text.normalise import meaning
from reflexion.text.words import EMPTY

OFFSET, PRIME, MASK = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1
MARKS = ".:;,!?()[]{}<>'-=%"  # around a word, not part of it

WORD = r""""[^"]*"?|'[^']*'?|\|\||&&|[;|&\n(){}]|[^\s;|&(){}"']+"""
SEPARATORS = frozenset(("||", "&&", ";", "|", "&", "\n", "(", ")", "{", "}"))
REDIRECT = r"\d?[<>]{1,2}(?:&\d|[ ]?[^\s;|&]*)"
SCRIPT = r"\b(?:ba|z|da)?sh -l?c (?=[\"'])"
CONTAINER = r"\b(?:docker|podman|kubectl|oc)(?:[ -]compose)? (?:exec|run) (?:-\S+ )*\S+ "


def fingerprint(type: str, trigger: str, context: str) -> str:
    """16 hex digits, equal for two sightings of one mistake: FNV-1a, 64 bits, of their essence."""
    value = OFFSET
    for byte in essence(type, trigger, context).encode("utf-8", "replace"):
        value = (value ^ byte) * PRIME & MASK
    return "%016x" % value


def essence(type: str, trigger: str, context: str) -> str:
    """What is hashed: a failure's lasting words and, if they say little, who failed; or prose."""
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


def caller(command: str) -> str:
    """ "program job" ("pnpm build", "seed.py") without wrappers, flags, folders; "" for none."""
    command, words = re.sub(REDIRECT, " ", command[:2000]), []
    if re.search(SCRIPT, command):
        command = re.sub(SCRIPT, "", command).replace("'", " ").replace('"', " ")
    for word in [*re.findall(WORD, re.sub(CONTAINER, "", command)), ";"]:
        if word not in SEPARATORS:
            words.append(word.strip("\"'"))
            continue
        words = _unwrapped(words)
        if words and words[0] not in LISTS["preparing"]:
            break
        words = []
    named, skip = [basename(words[0].lower())] if words else [], False
    for word in words[1:]:  # the first two that are no flags or their values
        if skip or word.startswith("-"):
            skip = not skip and word in LISTS["valued"]
        elif word not in ("run", "run-script"):  # `npm test` is `npm run test`
            named.append(basename(word.lower()))
    script = len(named) > 1 and "." in named[1]
    script = script and named[0].rstrip("0123456789.#") in LISTS["interpreters"]
    return " ".join(named[script:3])


def _unwrapped(words: list) -> list:
    """The words from the program on that really runs."""
    while words:
        program = words[0].rpartition("/")[2]
        if program in LISTS["wrappers"] and len(words) > 1:
            words = words[1:]
        elif ":".join([program, *words[1:2]]) in LISTS["runners"]:
            words = words[2:]
        elif "=" in program or program[:1] == "-" or program[:1].isdigit():
            valued = words[0] in LISTS["valued"]  # NAME=value, or what a wrapper is given
            words = words[1 + valued :]
        else:
            break
    return words
