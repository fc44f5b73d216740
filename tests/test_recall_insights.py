"""Insight files as references at a prompt: which are named, how many, and when again."""

from __future__ import annotations

import os

import pytest
from test_recall import ask, project  # noqa: F401

from reflexion.recall import insights
from reflexion.store import accepting
from reflexion.store.project import Project
from reflexion.store.session import COMPACT, Session

TOPIC = "the canary rollout of the widget deployment"
ASKED = f"what about {TOPIC}?"


def write(project, name, text="", folder="") -> str:
    """An insight file that was accepted here; its path from the root."""
    place = f"{project.root}/{folder}.insights"
    os.makedirs(place, exist_ok=True)
    with open(f"{place}/{name}", "w", encoding="utf-8") as file:
        file.write(text or f"# About {name}\n\n{TOPIC} goes in steps\n")
    accepting.own_insight(project, f"{place}/{name}")
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
        (f"# C# and F# \n{TOPIC}\n", "C# and F#"),
        (f"{TOPIC}\n", "two words"),
        (f"## No title\n{TOPIC}\n", "two words"),
    ],
)
def test_its_title(project, text, title):
    write(project, "two-words.md", text)
    (found,) = insights.references(project, ASKED, project.root)
    assert found.title == title


# a prompt, a file's text, whether it is named: two words tell enough, or the name of an error
FITS = [
    (ASKED, "# Other\n\nnothing of it\n", False),
    (ASKED, "# Other\n\ncanary canary canary\n", False),
    ("why is the canary in this study?", "# A\n\na canary in studies\n", True),
    ("why is the canary here?", "# A\n\nto study a canary\n", False),
    ("studies and prices?", "# A\n\nthe price of a study\n", False),
    ("E0382, again", "# A\n\nabout E0382\n", True),
    ("server page order user api?", "# A\n\nserver page order user api\n", False),
]


@pytest.mark.parametrize("asked, text, fits", FITS)
def test_what_fits(project, asked, text, fits):
    path = write(project, "a.md", text)
    found = insights.references(project, asked, project.root)
    assert [(each.shown, each.title) for each in found] == [(path, "A")] * fits


HEAD = "\n" + TOPIC
# the largest file, the last character of its head, and of a prompt that are read
EDGES = {
    "file": (ASKED, HEAD + " " * (256 * 1024 - len(HEAD)), True),
    "larger file": (ASKED, HEAD + " " * (256 * 1024 - len(HEAD) + 1), False),
    "head": (ASKED, "\u00e9" * (1500 - len(HEAD)) + HEAD, True),
    "behind the head": (ASKED, "\u00e9" * 1500 + HEAD, False),
    "prompt": (HEAD.rjust(4000), HEAD, True),
    "behind the prompt": (" " * 4000 + HEAD, HEAD, False),
}


@pytest.mark.parametrize("edge", EDGES)
def test_how_much_is_read(project, edge):
    asked, text, fits = EDGES[edge]
    path = write(project, "a.md", text)
    assert named(project, asked) == [path] * fits


def test_how_many_files_are_read(project):
    for n in range(61):
        write(project, f"{n:02}.md", "nothing" if n < 59 else "")
    assert named(project) == [".insights/59.md"]


def test_how_far_up_is_looked(project):
    parts = [str(n) for n in range(1, 14)]
    top = write(project, "a.md")
    second = write(project, "b.md", folder="1/2/")
    write(project, "c.md", folder="1/")
    assert named(project, cwd=f"{project.root}/{'/'.join(parts)}") == [top, second]


def test_nothing_above_the_project_is_named(project):
    write(project, "a.md", folder="../")
    assert named(project, cwd=f"{project.root}/web") == []


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


def test_where_there_is_no_project_the_user_s_own_are_named(scratch_home):
    folder = scratch_home / ".insights"
    folder.mkdir()
    (folder / "a.md").write_text(f"# A\n\n{TOPIC}\n")
    outside = Project(str(scratch_home), os.environ)
    assert not outside.root
    assert named(outside, cwd=str(scratch_home)) == [str(folder / "a.md")]


def test_without_a_home_the_working_folder_is_not_taken_for_it(project, tmp_path, monkeypatch):
    (tmp_path / ".insights").mkdir()
    (tmp_path / ".insights" / "a.md").write_text(f"# A\n\n{TOPIC}\n")
    monkeypatch.chdir(tmp_path)
    project.environ = {"HOME": "/"}
    assert named(project) == []


@pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")
def test_a_folder_that_leads_out_of_the_project_is_not_read(project, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.md").write_text(f"# A\n\n{TOPIC}\n")
    os.symlink(tmp_path / "elsewhere", f"{project.root}/.insights")
    accepting.own_insight(project, f"{project.root}/.insights/a.md")
    assert named(project) == []
