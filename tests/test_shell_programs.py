"""The table of programs and the words of a call."""

import pytest

from reflexion.shell.programs import base_name, family, plain_words, programs
from reflexion.text import PACKAGE, rows

ROWS = rows("shell/programs.tsv")


def test_a_program_stands_once_in_a_kind():
    seen = [(kind, name) for kind, names, *_ in ROWS for name in names.split()]
    twice = {pair for pair in seen if seen.count(pair) > 1}
    assert {kind for kind, _ in twice} <= {"valued", "showing"}


def test_no_program_is_both_a_reader_and_a_relay():
    assert programs("reader").keys().isdisjoint(programs("relay"))
    assert programs("linter").keys().isdisjoint(programs("runner"))


def test_every_kind_is_explained_at_the_head_of_the_table():
    with open(f"{PACKAGE}/shell/programs.tsv", encoding="utf-8") as file:
        head = "".join(line for line in file if line.startswith("#"))
    assert [kind for kind, *_ in ROWS if kind not in head] == []


@pytest.mark.parametrize(
    "program, args, words",
    [
        ("git", "-C lib push origin", "push origin"),
        ("git", "push -f origin", "push origin"),
        ("docker", "-f a.yml up", "up"),
        ("make", "A=1 all -j 8", "all 8"),
        ("pytest", "-k fast tests", "tests"),
        ("npm", "--prefix=web test", "test"),
    ],
)
def test_plain_words_are_no_options_and_no_values(program, args, words):
    assert plain_words(program, args.split(), 9) == words.split()


@pytest.mark.parametrize(
    "word, name",
    [
        ("/usr/bin/git", "git"),
        ("C:\\bin\\tsc.CMD", "tsc"),
        ("./a/", "a"),
        ("/", "/"),
        (".exe", ".exe"),
    ],
)
def test_the_name_of_a_program(word, name):
    assert base_name(word) == name


def test_pythons_of_all_versions():
    names = ["python", "python3", "python3.11", "pypy3", "py", "pythonw"]
    assert set(map(family, names)) == {"python"}
    assert list(map(family, ["python-config", "pytest", ""])) == ["python-config", "pytest", ""]
