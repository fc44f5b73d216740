"""Tell why advice is too risky to be told, or to become a rule, unless a person wrote it."""

from __future__ import annotations

import re
from functools import lru_cache

from reflexion.text import rows

REASONS = {  # kinds of risk.tsv, as part of a sentence
    "root": "it runs with the rights of an administrator",
    "deletes": "it deletes data",
    "stops": "it stops programs by force",
    "switches": "it switches to production",
    "moves": "it moves or overwrites a file of secrets",
    "opens": "it opens access that was closed",
    "forces": "it overrides a refusal by force",
    "unchecked": "it skips a check",
    "downloads": "it downloads and runs a program",
    "runs": "it runs the output of a command",
    "reveals": "it gives away a secret",
    "publishes": "it sends files elsewhere",
}
LONGEST = 16_000  # characters that are looked at; sentences and commands are shorter
# a shell takes quoting out before it looks up what to run (r\m, "rm"); editors turn a "-" into
# hyphens and dashes, which an agent reads as "-"
QUOTING = str.maketrans("\u2010\u2011\u2012\u2013\u2212", "-----", "\\'\"")
CLAUSE_END = r"[.!?:](?= )|[;,|&\u2014]| (?:and|but|then|because|unless|except|until)(?= )"
NEGATION = (
    "(?:never|do not|dont|must not|mustnt|should not|shouldnt|cannot|cant|avoid|without|instead of"
    "|rather than|not|no)"
)
# what stands before that which is forbidden: a verb, then at most the start of the same command
PROHIBITION = rf"""(?xi)
    (?:^|[ ]){NEGATION.replace(" ", "[ ]")}
    (?:[ ](?:ever|use|using|run|running|call|pass|passing|pipe|piping|add|adding|set|execute
    |commit|push|do|try|type|apply|the|a|an|any|our|your)){{0,4}}
    [ ]?(?:--?[\w-]+[ ]or[ ])?(?:`[^`]*|(?:git|docker|npm|pip|kubectl)(?:[ ][^ `]+){{0,4}}[ ])?
    -{{0,2}}$"""
NEGATIONS = rf"(?i)(?<![\w-]){NEGATION}(?![\w-])"


def risk_of(sentence: str) -> str:
    """Return why a sentence or a command is risky ("it deletes data"); "" if it is not.

    What a sentence forbids ("never use --no-verify") is no risk.
    """
    text = " ".join(sentence[:LONGEST].translate(QUOTING).split())
    low = text.lower()
    for kind, literals, *pattern in rows("detect/risk.tsv"):
        present = [literal for literal in literals.split(" | ") if literal in low]
        if not present:
            continue
        words = "|".join(map(re.escape, present))
        wanted = _compiled(pattern[0] if pattern else rf"(?<![\w-])(?:{words})(?![\w-])")
        if not all(_is_forbidden(text, found.start()) for found in wanted.finditer(text)):
            return REASONS[kind]
    return ""


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _is_forbidden(text: str, at: int) -> bool:
    """Return True where the clause that leads to an offset forbids what stands there."""
    before = text[max(0, at - 200) : at]
    start = max((end.end() for end in re.finditer(CLAUSE_END, before)), default=0)
    clause = before[start:]
    return bool(re.search(PROHIBITION, clause)) and len(re.findall(NEGATIONS, clause)) == 1
