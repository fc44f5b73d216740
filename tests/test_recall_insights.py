"""Insight files as references at a prompt: which are named, how many, and when again."""

from __future__ import annotations

import os

import pytest
from test_recall import ask, project  # noqa: F401

from reflexion.recall import insights
from reflexion.store.session import COMPACT, Session

TOPIC = "the canary rollout of the widget deployment"
ASKED = f"what about {TOPIC}?"


def write(project, name, text="", folder="") -> str:
    """An insight file that was accepted here; its path from the root."""
    place = f"{project.root}/{folder}.insights"
    os.makedirs(place, exist_ok=True)
    with open(f"{place}/{name}", "w", encoding="utf-8") as file:
        file.write(text or f"# About {name}\n\n{TOPIC} goes in steps\n")
    project.own_insight(f"{place}/{name}")
    return f"{folder}.insights/{name}"


def named(project, asked=ASKED, cwd="") -> list:
    found = insights.references(project, asked, cwd or project.root)
    return [reference.shown for reference in found]


def test_at_most_two_are_named_in_one_order(project):
    names = [write(project, name) for name in ("c.md", "a.md", "b.md")]
    assert named(project) == sorted(names)[:2]


def test_what_fits_better_comes_first(project):
    write(project, "a.md", f"# A\n\n{TOPIC}\n")
    better = write(project, "b.md", f"# B\n\n{TOPIC} staging\n")
    assert named(project, f"{ASKED} and staging?")[0] == better


def test_one_that_was_named_is_named_again_after_a_compaction(project):
    path = write(project, "a.md")
    assert path in ask(project, ASKED)
    assert path not in ask(project, ASKED)
    Session(project.store, "s1").add({"kind": COMPACT})
    assert path in ask(project, ASKED)


@pytest.mark.parametrize(
    "text, title",
    [
        (f"intro\n# \n# The rollout\n# Later\n{TOPIC}\n", "The rollout"),
        (f"{TOPIC}\n", "two words"),
        (f"## No title\n{TOPIC}\n", "two words"),
    ],
)
def test_its_title(project, text, title):
    write(project, "two-words.md", text)
    (found,) = insights.references(project, ASKED, project.root)
    assert found.title == title


@pytest.mark.parametrize(
    "text",
    [
        "# Other\n\nnothing of it\n",
        "# Other\n\ncanary canary canary\n",
        "x" * insights.HEAD + f"\n{TOPIC}\n",
    ],
    ids=["another matter", "one word alone", "behind its head"],
)
def test_what_does_not_fit_is_not_named(project, text):
    write(project, "a.md", text)
    assert named(project) == []


def test_the_nearest_folder_and_the_project_s_own(project):
    top, near = write(project, "a.md"), write(project, "b.md", folder="web/")
    far = write(project, "c.md", folder="api/")
    assert named(project, cwd=f"{project.root}/web") == [top, near]
    assert named(project, cwd=f"{project.root}/api") == [top, far]
    assert named(project, cwd="/") == [top]


def test_what_was_not_written_here_is_not_named(project):
    write(project, "a.md")
    with open(f"{project.root}/.insights/b.md", "w", encoding="utf-8") as file:
        file.write(f"# B\n\n{TOPIC}\n")
    assert named(project) == [".insights/a.md"]


def test_the_user_s_own_hold_everywhere_unless_the_setting_is_off(project, scratch_home):
    folder = scratch_home / ".insights"
    folder.mkdir()
    (folder / "a.md").write_text(f"# A\n\n{TOPIC}\n")
    assert named(project) == [str(folder / "a.md")]
    project.settings["use_global"] = False
    assert named(project) == []
