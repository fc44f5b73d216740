"""Is it the same mistake? The same kind of trouble with the same name in it, wherever it ran."""

from __future__ import annotations

from reflexion.text.normalise import meaning
from reflexion.text.stopwords import EMPTY

OFFSET, PRIME, MASK = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1


def fingerprint(type: str, trigger: str, context: str) -> str:
    """16 hex digits, equal for two sightings of one mistake, from the stored fields alone."""
    return fnv(essence(type, trigger, context))


def essence(type: str, trigger: str, context: str) -> str:
    """The text that is hashed: for a failure the lasting words of its line, and who failed where
    they do not say enough; for prose its words."""
    if type != "error":
        return type + "\n" + prose(trigger)
    line, needs_program = meaning(trigger)
    if vague(line) if needs_program is None else needs_program:
        from reflexion.text.caller import caller  # only few lines say so little

        line += "\n" + caller(context)
    return type + "\n" + line


def vague(line: str) -> bool:
    """Whether a normalised line has no word that tells one mistake from another."""
    marks = ".:;,!?()[]{}<>'-=%"
    return all(
        word.strip(marks) in EMPTY or word.isdigit() or not word.strip(marks + "*#")
        for word in line.split()
    )


def prose(text: str) -> str:
    """What a person said, by its words alone, without case and punctuation."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def fnv(text: str) -> str:
    """FNV-1a, 64 bits, as 16 hex digits."""
    value = OFFSET
    for byte in text.encode("utf-8", "replace"):
        value = (value ^ byte) * PRIME & MASK
    return "%016x" % value
