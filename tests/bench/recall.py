"""How much better than plain BM25 does the ranking find the right learning, at equal silence? Own examples: recall_cases.txt beside this file.

    python3 tests/bench/recall.py [--show] [--cases FILE]

Prompts and logs go through the ranking of the hooks (index statistics included); BM25 (k1 1.2, b 0.75, lower-case words, all fields of an entry as one text) gets the threshold that makes it as silent.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import Counter
from pathlib import Path

BESIDE = 0.7  # a further BM25 hit must have this share of the best one's score
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from reflexion.signals.matching import ranking  # noqa: E402
from reflexion.signals.matching.query import Query  # noqa: E402
from reflexion.signals.matching.reading import Reading  # noqa: E402
from reflexion.text.tokens import keywords  # noqa: E402


def load(path):
    """(entries, questions [(kind, relevant ids, acceptable ids, text)])."""
    entries, questions = [], []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            kind, ids, text = (part.strip() for part in line[2:].split("|", 2))
            wanted, fine = (
                [id.strip() for id in part.split(",") if id.strip()]
                for part in (ids + "/").split("/")[:2]
            )
            questions.append((kind, wanted, fine, text.replace("\\n", "\n")))
        elif line and line[0] != "#":
            id, type, trigger, context, resolution = (
                (part.strip() for part in (line + " ").split(" | ", 4))
                if line.count(" | ") >= 4
                else (part.strip() for part in line.rsplit("|", 1)[0].split(" | ") + [""])
            )
            entries.append(
                {
                    "id": id,
                    "type": type,
                    "trigger": trigger,
                    "context": context,
                    "resolution": resolution,
                    "keywords": keywords(trigger, context, resolution, 8),
                    "occurrences": 2 if resolution else 3,
                    "last_seen": "2025-05-05",
                    "cwd": ".",
                }
            )
    return entries, questions


class Ranking:
    """The shipped ranking over entries in memory."""

    def __init__(self, entries):
        self.entries = [(entry, Reading(entry)) for entry in entries]
        numbers = Counter(term for _, reading in self.entries for term in reading.fields)
        self.rarity = ranking.rarity(len(entries), numbers)

    def scores(self, kind, text):
        asked = Query(text)
        return [
            (ranking.match(asked, reading, self.rarity).score, entry["id"])
            for entry, reading in self.entries
        ]


class Bm25:
    def __init__(self, entries):
        self.texts = [
            (
                entry["id"],
                Counter(
                    words(
                        " ".join(
                            [
                                entry["trigger"],
                                entry["context"],
                                entry["resolution"],
                                *entry["keywords"],
                            ]
                        )
                    )
                ),
            )
            for entry in entries
        ]
        self.number = Counter(word for _, text in self.texts for word in text)
        self.mean = sum(sum(text.values()) for _, text in self.texts) / len(self.texts)

    def scores(self, kind, text):
        return [
            (
                sum(
                    self.weight(word)
                    * text_[word]
                    * 2.2
                    / (text_[word] + 1.2 * (0.25 + 0.75 * sum(text_.values()) / self.mean))
                    for word in set(words(text))
                    if word in text_
                ),
                id,
            )
            for id, text_ in self.texts
        ]

    def weight(self, word):
        return math.log(1 + (len(self.texts) - self.number[word] + 0.5) / (self.number[word] + 0.5))


def words(text):
    return re.findall(r"\w+", text.lower())


def said(scores, threshold, beside):
    best = sorted(scores, key=lambda row: (-row[0], row[1]))[:3]
    return [id for score, id in best if score >= threshold and score >= beside * best[0][0]]


def figures(answers, questions):
    """hit1, hit3, silent, precision over lists of ids."""
    hit1 = hit3 = asked = silent = quiet = right = total = 0
    for ids, (_, wanted, fine, _) in zip(answers, questions):
        total, right = total + len(ids), right + len(set(ids) & {*wanted, *fine})
        if wanted:
            asked, hit1, hit3 = (
                asked + 1,
                hit1 + (ids[:1] != [] and ids[0] in wanted),
                hit3 + bool(set(ids) & set(wanted)),
            )
        else:
            quiet, silent = quiet + 1, silent + (set(ids) <= set(fine))
    return {
        "hit1": hit1 / asked,
        "hit3": hit3 / asked,
        "silent": silent / quiet,
        "precision": right / max(1, total),
    }


def silenced(scored, questions, silent):
    """(threshold, figures) of the lowest threshold at which BM25 is as silent as asked: silence grows with it."""
    steps = sorted({score for row in scored for score, _ in row})
    low, high = 0, len(steps) - 1
    while low < high:
        middle = (low + high) // 2
        enough = (
            figures([said(row, steps[middle] + 1e-9, BESIDE) for row in scored], questions)[
                "silent"
            ]
            >= silent
        )
        low, high = (low, middle) if enough else (middle + 1, high)
    return steps[low], figures([said(row, steps[low] + 1e-9, BESIDE) for row in scored], questions)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", default=HERE / "recall_cases.txt")
    parser.add_argument(
        "--show", action="store_true", help="the questions that were answered wrongly"
    )
    arguments = parser.parse_args()
    entries, questions = load(arguments.cases)
    ours, plain = Ranking(entries), Bm25(entries)
    answers = [
        said(
            ours.scores(kind, text),
            0.5 if kind == "command" else ranking.THRESHOLD,
            ranking.BESIDE_BEST,
        )
        for kind, _, _, text in questions
    ]
    mine = figures(answers, questions)
    theirs = [plain.scores(kind, text) for kind, _, _, text in questions]
    rows = [("reflexion", mine)]
    for silent in sorted({mine["silent"], min(0.95, mine["silent"])}, reverse=True):
        threshold, bm25 = silenced(theirs, questions, silent)
        rows += [
            (f"bm25 at {threshold:.1f}", bm25),
            ("difference", {key: mine[key] - bm25[key] for key in mine}),
        ]
    print(f"{len(entries)} learnings, {len(questions)} questions")
    for name, row in rows:
        print(
            f"{name:<14}"
            + "  ".join(
                f"{key} {value:+.3f}" if name == "difference" else f"{key} {value:.3f} "
                for key, value in row.items()
            )
        )
    if arguments.show:
        for ids, (kind, wanted, fine, text) in zip(answers, questions):
            if (ids[:1] or [""])[0] not in wanted if wanted else set(ids) - set(fine):
                print(f"{kind:<8}{text[:80]!r} wanted {wanted} got {ids}")


if __name__ == "__main__":
    main()
