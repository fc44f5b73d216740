"""A fitted linear model: does a prompt look like a correction, a rule, a report about a tool?

tests/training/fit_prompts.py makes the weights from the examples beside it: a signed byte each.
"""

from __future__ import annotations

from reflexion.signals.prompts.features import buckets

WEIGHTS = __file__[: -len("scorer.py")] + "weights.bin"
_weights = bytearray()


def score(text: str) -> int:
    """The model's score, around 0 where it cannot tell; longer prompts do not score higher for
    their length alone.
    """
    if not _weights:
        with open(WEIGHTS, "rb") as table:
            _weights.extend(table.read())
    return weigh(buckets(text), memoryview(_weights).cast("b"))


def weigh(places: list, weights) -> int:
    total = 0
    for place in places:
        total += weights[place]
    return total * scale(len(places)) >> 8


def scale(count: int) -> int:
    """4096 divided by the square root of a number of features, in whole numbers."""
    return (1 << 18) // _root(count << 12)


def _root(number: int) -> int:
    """The integer square root, at least 1 (math.isqrt without the import)."""
    guess = 1 << (number.bit_length() + 1) // 2
    while guess * guess > number:
        guess = (guess + number // guess) // 2
    return max(1, guess)
