"""Is it the same mistake: the same trouble with the same name in it, or else of the same caller?

Commands are not read here: `caller`, a function, tells who failed (shell/caller.py).
"""

from functools import lru_cache

from reflexion.text.normalise import meaning
from reflexion.text.words import EMPTY

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
