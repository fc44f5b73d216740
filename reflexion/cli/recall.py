"""Search the learnings with some words, as the recall hook does with a prompt."""
from __future__ import annotations

from reflexion.cli import common
from reflexion.signals.ranking import BESIDE_BEST, THRESHOLD
from reflexion.text.block import block
from reflexion.text.clean import one_line

SUMMARY = "print what would be recalled for some words"
EXAMPLES = """
reflexion recall pnpm build fails
reflexion recall --explain 'the build says Missing script'
"""


def build():
    made = common.parser("recall", "Print what the recall hook would say to a prompt of these words, or that it would say nothing.", EXAMPLES)
    made.add_argument("words", metavar="WORD", nargs="+", help="what a prompt might hold")
    made.add_argument("--explain", action="store_true", help="every candidate with its score, its terms, and why it is said or not")
    return made


def main(argv: list) -> int:
    arguments = build().parse_args(argv)
    here = common.project(arguments)
    stores = here.speaking()
    if here.store.exists() and not here.trusted:
        print("this project's store came with the checkout and is silent until you have looked at it: `reflexion trust`")
    from reflexion.recall.search import search
    found = search(stores, " ".join(arguments.words), here.settings, here.root)
    said = common.presentable([one.entry for one in found if not one.verdict], here.settings["redact"])
    if arguments.explain:
        print("\n".join(explained(found, here.home)) or "no candidate: no learning shares a telling word with this")
    else:
        print(block(said, here.settings) if said else "nothing: no learning fits these words (--explain shows what came near)")
    return 0


def explained(found: list, home) -> list:
    """Every candidate: its score and id, why it is said or not, its trigger, and each term with its part of the score."""
    lines = [f"said from {THRESHOLD:.2f} on; a second or third one from {BESIDE_BEST:.0%} of the best"] if found else []
    for one in found:
        where = " (global)" if one.store is home else ""
        lines.append(f"{one.match.score:6.2f}  {one.entry['id']}{where}  {'not said: ' + one.verdict if one.verdict else 'said'}")
        lines.append("        " + one_line(one.entry["trigger"], 110))
        terms = [f"{term} {part:.2f}" for term, part in sorted(one.match.why, key=lambda pair: -pair[1]) if abs(part) >= 0.01]
        lines.append("        " + one_line(", ".join(terms), 300))
    return lines
