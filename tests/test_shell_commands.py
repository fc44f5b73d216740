"""One table of command lines, and what each question to shell/ answers about them."""

from __future__ import annotations

import os

import pytest
from hostile import survives

from reflexion.shell.changes import changed
from reflexion.shell.compare import caller
from reflexion.shell.read_only import only_looks, polls
from reflexion.shell.shape import MOST, shape, true_once, words
from reflexion.shell.status import hides_status

CASES = os.path.join(os.path.dirname(__file__), "cases")


def rows(name: str) -> list:
    with open(os.path.join(CASES, name), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if line[0] != "#"]


LINES = [(line.replace("\\n", "\n"), *told) for line, *told in rows("commands.tsv")]
QUESTIONS = {
    "shape": (shape, 1),
    "words": (lambda line: " ".join(words(line)).strip(), 2),
    "caller": (caller, 3),
    "hides": (lambda line: "H" * hides_status(line), 4),
    "polls": (lambda line: "P" * polls(line), 4),
    "looks": (lambda line: "L" * only_looks(line), 4),
}
MARKS = {"hides": "H", "polls": "P", "looks": "L"}


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_over_every_line(question):
    ask, column = QUESTIONS[question]
    mark = MARKS.get(question)
    wrong = []
    for row in LINES:
        expected = row[column] if mark is None else mark * (mark in row[column])
        if ask(row[0]) != expected:
            wrong.append((row[0], ask(row[0]), expected))
    assert wrong == []


def test_a_shape_is_bounded():
    for line in ("npm run " + "a" * 500, "make " + "target " * 80, "x" * 500, "A=1 " * 90 + "make"):
        assert 0 < len(shape(line)) <= MOST, line
    assert shape("npm run a-very-long-name --with --options", 24) == "npm run a-very-long-name"


ONCE = """
#12 1234 1,3p pulls/12/files 3fa2bc91d0 2026-03-31 20260331 ABC-123 x/ABC-123-fix /tmp/x a.tmp
/home/u/x ~/x C:\\x test_zoo.py src/zoo.spec.ts a_test.go::TestX api-7d9f8b6c5-x2x4z
550e8400-e29b-41d4-a716-446655440000 zoo.test.tsx dump-2026-03-31.sql 2026_03_31 a_20260331.log
"""
LASTING = """
build src/app.py tests tests/ s3 utf-8 v1 eslint@9.1.0 /etc/hosts /usr/bin/python3 -j8 --noEmit main
contest/ web:build @acme/zoo python3.11 sha256 x86_64 base64 **/*.test.ts --max-lines=3
v20.11 node-20 port=2000
"""


def test_what_is_true_only_once():
    assert [word for word in ONCE.split() if not true_once(word)] == []
    assert [word for word in LASTING.split() if true_once(word)] == []


@pytest.mark.parametrize("gone_and_new", rows("changes.tsv"), ids=lambda row: row[0])
def test_what_changed(gone_and_new):
    one, other, expected = gone_and_new
    assert " ; ".join(f"{gone} → {new}" for gone, new in changed(one, other)) == expected
    assert changed(one, one) == changed(other, other) == []


@pytest.mark.parametrize("ask", [shape, words, caller, hides_status, polls])
def test_survives_anything(ask):
    survives(ask, ["a | ", "git push ", "-x 1 ", "bash -c '", "sleep 1; ", "a/1/"], size=1 << 15)


def test_two_long_lines_are_compared_in_bounded_time():
    survives(lambda text: changed(text, "x " + text), ["a b ", "a && "], size=1 << 15)
