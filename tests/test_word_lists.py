"""Every word of every list decides a case, and near it stands a case that it does not decide."""

from __future__ import annotations

import pytest
from table_rows import LINE, WORD, Table, case_rows, filled, idle, own

from reflexion.signals.matching import features, same_mistake

MATCHING = "signals/matching/"


def asked(case: tuple) -> tuple:
    """What is made of a question."""
    query = features.Query(case[2])
    return query.trouble, query.looks, query.lines, query.weights, query.doing


def trade(case: tuple) -> set:
    """The trade of the program that failed."""
    return same_mistake.Failure("the zoo is closed", case[2]).family


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
TABLES = [
    table(MATCHING + "words.txt", ["signals.matching.features"], asked, QUESTIONS),
    table(MATCHING + "families.txt", ["signals.matching.same_mistake"], trade),
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.file)
def test_every_word_decides_a_case(table):
    assert idle(table) == []
