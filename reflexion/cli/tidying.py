"""Join duplicates, and let the rules that were made of them name the learning that stayed; make one of rules in conflict."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.promote import promoter
from reflexion.store import tidy


def join(found, store) -> dict:
    """{id that went: id that stayed}. Raises Stop when a rule file cannot be written."""
    joined = tidy.dedupe(store)
    if store is not found.store or not found.trusted:
        return joined
    try:
        for gone, kept in joined.items():
            if promoter.demote(found, gone) != "no file":
                promoter.promote(found, kept, force=True)
    except promoter.Refused as error:
        raise common.Stop(
            f"duplicates were joined, but a rule still names one that went: {error}"
        ) from None
    return joined


def settle_rules(found, store) -> str:
    """Names of the rule files whose section git had left in conflict; what cannot be settled `doctor` names."""
    if store is not found.store or not found.trusted:
        return ""
    try:
        return promoter.settle(found)
    except promoter.Refused:
        return ""
