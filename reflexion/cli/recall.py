"""Search the learnings with some words, as the recall hook does with a prompt."""
from __future__ import annotations

from reflexion.cli import common

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
