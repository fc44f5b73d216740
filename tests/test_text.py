"""Tables beside the modules: comments and cells."""

import pytest

from reflexion import text

TABLE = "# a comment\n\none\ttwo words\n  # indented: a row\n[head]\na row\n\n[empty]\n"


@pytest.fixture
def table(tmp_path):
    file = tmp_path / "table.tsv"
    file.write_text(TABLE, encoding="utf-8")
    return str(file)  # an absolute path stays as it is


def test_comments_and_empty_lines_are_left_out(table):
    assert text.lines(table) == [
        "one\ttwo words",
        "  # indented: a row",
        "[head]",
        "a row",
        "[empty]",
    ]


def test_tabs_separate_cells(table):
    assert text.rows(table)[0] == ["one", "two words"]


def test_a_table_of_the_package_is_found():
    assert text.rows("shell/programs.tsv")


def test_a_missing_table_is_an_error():
    with pytest.raises(FileNotFoundError):
        text.rows("no/such.tsv")
