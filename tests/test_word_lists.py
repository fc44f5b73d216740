"""Every word of every list decides a case, and near it stands a case that it does not decide."""

from __future__ import annotations

import pytest
from table_rows import LINE, WORD, Table, case_rows, filled, idle, own

from reflexion.shell.command_words import command_words
from reflexion.shell.compare import caller
from reflexion.shell.parser import calls
from reflexion.signals.fixes import actions, attribution
from reflexion.signals.fixes.candidate import akin
from reflexion.signals.matching import prohibitions
from reflexion.signals.matching import query as queries
from reflexion.text import masking, normalise

NO_TARGET = "make: *** No rule to make target 'feedz'.  Stop."
MATCHING = "signals/matching/"


def asked(case: tuple) -> tuple:
    """What is made of a question."""
    query = queries.Query(case[2])
    return query.trouble, query.looks, query.lines, query.weights, query.doing


def purpose(case: tuple) -> list:
    """What a call is for, or what the second of two is beside the first, which failed."""
    found = [call for line in case[2].split(" => ") for call in calls(line)]
    first = found[0]
    last = found[-1]
    asked = (
        actions.installs,
        actions.installs_all,
        actions.checks,
        actions.repairs_form,
        actions.checks_form,
    )
    failure = attribution.Failure({"command": first.raw, "line": NO_TARGET})
    return [ask(last) for ask in asked] + [actions.does_less(first, last), akin(failure, last)]


def ruled(case: tuple) -> tuple:
    """Does a command break a rule, does it follow it?"""
    command = command_words("zig build --release")
    entry = {"type": "correction", "trigger": "so it is", "resolution": case[2]}
    return prohibitions.breaks(command, entry), prohibitions.follows(command, entry)


def lasting(case: tuple) -> str:
    """What lasts of an error line."""
    return normalise.essence("error", case[2], "zoo", caller)


def read_masking() -> None:
    normalise.LISTS = masking.LISTS


def table(file: str, readers: list, judge, between=WORD) -> Table:
    """A list whose cases are its own rows in the templates of cases/word_lists.tsv."""
    bare = Table(file, readers, [], judge, own, between)
    cases, near = filled(bare.rows(), case_rows("word_lists.tsv"))
    return bare._replace(cases=cases, near=near)


QUESTIONS = {
    "trouble": WORD,
    "trouble cjk": WORD,
    "looks": LINE,
    "polite": LINE,
    "erring": LINE,
    "general": WORD,
    "activities": WORD,
}
MASKING = {
    "about files": "|",
    "leads": "|",
    "tails": "|",
    "codes": WORD,
    "compared": WORD,
    "units": WORD,
    "landmarks": "|",
    "plain files": WORD,
    "file endings": WORD,
}
TABLES = [
    table("text/masking.txt", ["text.masking", read_masking], lasting, MASKING),
    table(MATCHING + "words.txt", ["signals.matching.query"], asked, QUESTIONS),
    table("signals/fixes/actions.tsv", [actions.words.cache_clear], purpose),
    table(MATCHING + "prohibitions.txt", ["signals.matching.prohibitions"], ruled),
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.file)
def test_every_word_decides_a_case(table):
    assert idle(table) == []
