"""What is known already about some words, with its place."""

import os

import pytest

from reflexion.reflect.related import related
from reflexion.store.project import Project

TOKEN = "ghp_" + "q7Rk2ZpX9vLm4TnB8wYc1HsD6fJg3AeU5iKo"


def found(box, query, **more):
    return related(Project(str(box.root), box.environ()), query, **more)


def test_a_learning_and_a_line_of_a_rule_file_are_found_best_first(box):
    box.cli("learn", "Run the database migration before the integration tests.")
    (box.root / "CLAUDE.md").write_text(
        "# Rules\n\n- Run a database migration by hand.\n- Use tabs.\n"
    )
    first, second = found(box, "database migration for integration tests")
    assert first.id == box.entries()[0]["id"]
    assert (second.path, second.line, second.id) == ("CLAUDE.md", 3, "")
    assert second.excerpt == "- Run a database migration by hand."


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("database migration", 1),
        ("migration", 1),
        ("the migration of birds", 0),
        ("something else", 0),
        ("", 0),
    ],
)
def test_two_words_have_to_be_shared_where_there_are_two(box, query, count):
    (box.root / "AGENTS.md").write_text("Run the database migration first.\n")
    assert len(found(box, query)) == count


def test_a_failure_without_a_lesson_is_nothing_that_is_known(box):
    box.bash("make dist", code=2, output="make: *** No rule to make target 'dist'.  Stop.")
    assert not found(box, "make rule target dist")


def test_the_hosts_own_notes_are_looked_into(box, tmp_path):
    notes = tmp_path / "memory"
    notes.mkdir()
    (notes / "MEMORY.md").write_text("- The database migration runs by night.\n")
    (place,) = found(box, "database migration", memory=str(notes))
    assert place.path == str(notes / "MEMORY.md")


def test_a_secret_of_a_rule_file_is_not_repeated(box):
    (box.root / "CLAUDE.md").write_text(f"Log in to the registry with {TOKEN}\n")
    (place,) = found(box, "log in to the registry")
    assert TOKEN not in place.excerpt


@pytest.mark.parametrize("name", ["CLAUDE.md", "docs"])
def test_a_link_that_leads_out_of_the_project_is_not_read(box, tmp_path, name):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "rules.md").write_text("Run the database migration first.\n")
    target = tmp_path / "other" if name == "docs" else tmp_path / "other" / "rules.md"
    os.symlink(target, box.root / name)
    assert not found(box, "database migration")
