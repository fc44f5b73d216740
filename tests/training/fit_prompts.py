"""Fit the weights of reflexion/signals/prompts from the examples beside this file: python3 tests/training/fit_prompts.py

An averaged margin perceptron with weight decay in whole numbers, so the same bytes come out of every Python and machine.
Add an example to prompts.own.tsv (label, tab, text; a line break is written \\n), run this, and commit both.
"""

import json
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))

from reflexion.signals.prompts.scorer import BUCKETS, WEIGHTS, buckets, scale  # noqa: E402

POSITIVE = ("correction", "rule", "problem")
ROUNDS, AVERAGED = 30, 15  # passes over the examples; of the last ones the weights are averaged
STEP, MARGIN = 1 << 10, 1 << 24
KEPT = (9, 10)  # of each weight, after a pass


def examples() -> list:
    """[(text, label)] in the files' order."""
    with open(os.path.join(HERE, "prompts.train.jsonl"), encoding="utf-8") as lines:
        rows = [(row["text"], row["label"]) for row in map(json.loads, lines)]
    with open(os.path.join(HERE, "prompts.own.tsv"), encoding="utf-8") as lines:
        for line in lines:
            label, _, text = line.rstrip("\n").partition("\t")
            rows.append((text.replace("\\n", "\n"), label))
    return rows


def fit(rows: list) -> bytes:
    """The table of weights for labelled texts; approvals are left out: they are neither."""
    data = [(buckets(text), label in POSITIVE) for text, label in rows if label != "approval"]
    weights, total = [0] * BUCKETS, [0] * BUCKETS
    order = random.Random(1)
    for turn in range(ROUNDS):
        data.sort(key=lambda _: order.random())
        for places, wanted in data:
            _learn(weights, places, wanted)
        weights = [weight * KEPT[0] // KEPT[1] for weight in weights]
        if turn >= ROUNDS - AVERAGED:
            total = [sum(pair) for pair in zip(total, weights)]
    return _packed(total)


def _learn(weights: list, places: list, wanted: bool) -> None:
    unit = scale(len(places))
    score = sum(weights[place] for place in places) * unit >> 12
    if (score if wanted else -score) < MARGIN >> 12:
        step = STEP * unit >> 12
        for place in places:
            weights[place] += step if wanted else -step


def _packed(total: list) -> bytes:
    """One signed byte a weight; the largest thousandth is cut off so that the others keep their differences."""
    largest = sorted(map(abs, total))[-len(total) // 1000 - 1] or 1
    return bytes(max(-127, min(127, weight * 127 // largest)) & 255 for weight in total)


if __name__ == "__main__":
    with open(WEIGHTS, "wb") as table:
        table.write(fit(examples()))
