"""Is it the same mistake? A fingerprint of what an entry stores: same kind of trouble with the same name in it, whatever ran it and wherever."""

from __future__ import annotations

from reflexion.text.normalise import meaning

# words that any failure may be told with: a line of these alone says nothing without the program that failed
EMPTY = frozenset(
    """
    # * - 0 1 2 : = a abort aborted above after all an and any are as at because been build
    building builds by call called can cannot cant child code command commands compilation compile
    completed connect connection core could couldnt denied did didnt do does doesnt done due
    dumped during elifecycle encountered end ended err error errors exception execute executed
    execution exit exit_code exited exiting exits fail failed failing failure failures fatal file
    files finished following for found from has have in internal is it job jobs killed last later
    lifecycle line lines log logs main make message more most no non-zero nonzero not occurred of
    on one operation or other out panicked passed permission please previous problem problems
    process program reason recent refused request reset result results returned run running script
    see server signal skipped some something status step stop stopped subprocess such suite suites
    task tasks terminated test tests the there this thread time timed timeout to total traceback
    try unable unexpected unknown unsuccessful warning warnings was went were while with without
    workspace wrong you your
    """.split()
)
OFFSET, PRIME, MASK = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1


def fingerprint(type: str, trigger: str, context: str) -> str:
    """16 hex digits; equal for two sightings of one mistake. Takes the stored fields alone: type, trigger (one line), context (the command)."""
    return fnv(essence(type, trigger, context))


def essence(type: str, trigger: str, context: str) -> str:
    """The text that is hashed: for a failure the lasting words of its line, and who failed where they do not say enough; for prose its words."""
    if type != "error":
        return type + "\n" + prose(trigger)
    line, needs_program = meaning(trigger)
    if vague(line) if needs_program is None else needs_program:
        from reflexion.text.caller import caller  # only few lines say so little

        line += "\n" + caller(context)
    return type + "\n" + line


def vague(line: str) -> bool:
    """Whether a normalised line has no word that tells one mistake from another."""
    return all(
        word.strip(".:;,!?()[]{}<>'-=%") in EMPTY
        or word.isdigit()
        or not word.strip(".:;,!?()[]{}<>'-=%*#")
        for word in line.split()
    )


def prose(text: str) -> str:
    """What a person said, by its words alone: numbers and names count, case and punctuation do not."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def fnv(text: str) -> str:
    """FNV-1a, 64 bits, as 16 hex digits."""
    value = OFFSET
    for byte in text.encode("utf-8", "replace"):
        value = (value ^ byte) * PRIME & MASK
    return "%016x" % value
