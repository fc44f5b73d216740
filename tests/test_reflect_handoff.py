"""The hand-off folder and its pages: private, bounded, read back as they were meant."""

from __future__ import annotations

import os
import stat

import pytest
from hostile import MEGABYTE, survives
from test_reflect_extract import agent, changed, ran, said

from reflexion.reflect import pages
from reflexion.reflect.extract import extract
from reflexion.reflect.handoff import Handoff, Unsafe
from reflexion.reflect.undo import Undo
from reflexion.store.fs import Outside

posix = pytest.mark.skipif(os.name == "nt", reason="needs links and modes")


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """The folder for temporary files is one of the test's own."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def result():
    return extract(
        enumerate(
            [
                said("Add a cache."),
                said('We decided to keep it in "Redis" because workers share it.'),
                agent("It turns out that the vendor limits calls. Not yet tested: eviction."),
                changed("src/a.py"),
                ran("make x", True),
            ],
            1,
        ),
        "/shop",
    )


@posix
def test_private_and_gone_in_the_end(tmp_path):
    hand = Handoff("11111111-2222")
    assert not hand.exists() and hand.read("a.md") is None and not list(tmp_path.iterdir())
    hand.write("a.md", "text")
    path = os.path.join(hand.path, "a.md")
    assert [stat.S_IMODE(os.stat(one).st_mode) for one in (hand.parent, hand.path, path)] == [
        0o700,
        0o700,
        0o600,
    ]
    assert (
        hand.read("a.md") == "text"
        and hand.load("a.md") == {}
        and hand.remove()
        and not list(tmp_path.iterdir())
    )


@pytest.mark.parametrize("session", ["../../x", "a/b", "", "..", "a" * 500, "\0", ".ssh", "a b\n"])
def test_any_session_is_a_plain_name(tmp_path, session):
    hand = Handoff(session)
    hand.write("a", "x")
    assert os.path.dirname(os.path.realpath(hand.path)) == os.path.realpath(
        hand.parent
    ) and not os.path.basename(hand.path).startswith(".")


@posix
def test_links_are_never_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_text("theirs")
    hand = Handoff("s")
    hand.write("b.json", "{}")
    os.symlink(outside / "a.md", os.path.join(hand.path, "a.md"))
    with pytest.raises(Unsafe):
        hand.read("a.md")
    hand.write("a.md", "ours")  # the link is replaced, its target stays
    assert (outside / "a.md").read_text() == "theirs"
    os.symlink(outside / "a.md", os.path.join(hand.path, "b.md"))
    hand.remove()
    assert (outside / "a.md").exists()
    os.symlink(outside, hand.parent)
    for act in (hand.exists, hand.remove, lambda: hand.write("a.md", "x")):
        with pytest.raises(Unsafe):
            act()


def test_insights_are_read_back():
    rows, problems = result()["insights"], []
    assert (
        pages.read_insights(pages.insights(rows), problems)
        == [{**row, "evidence": row["evidence"]} for row in rows]
        and problems == []
    )


@pytest.mark.parametrize(
    "body, problem",
    [
        ("- type: content", "no evidence"),
        ("- type: rumour\n- evidence: line 3", "type must be"),
        ("- evidence: somewhere", "no evidence"),
        ("- confidence: sure\n- evidence: 3", "confidence must be"),
    ],
)
def test_what_an_agent_wrote_wrong_is_named(body, problem):
    problems = []
    pages.read_insights(f"## 1. Do this.\n\n{body}\n", problems)
    assert problem in problems[0]


def test_forms_that_agents_write():
    text = (
        '# X\n## Do this, always.\n* **type**: Pattern\n- **evidence:** lines 3, 5 and 9 "so"\n- keywords: A, b\n\n## 2. Key sk-ant-'
        + "api03-"
        + "Zq8" * 14
        + "\n- evidence: 4\n"
    )
    one, two = pages.read_insights(text, [])
    assert (
        one["title"] == "Do this, always."
        and one["type"] == "pattern"
        and [row["line"] for row in one["evidence"]] == [3, 5, 9]
        and one["keywords"] == ["a", "b"]
    )
    assert "[REDACTED]" in two["title"]


def test_relations_are_read_back():
    relation = {
        "kind": "conflicting",
        "path": "/p/a b.md",
        "line": 3,
        "end": 3,
        "excerpt": "never that",
        "entry": "",
    }
    assert pages.read_related(
        pages.related(
            [{"title": "Do.", "relations": [relation]}, {"title": "Else.", "relations": []}]
        )
    ) == [{"title": "Do.", "relations": [relation]}, {"title": "Else.", "relations": []}]


def test_hostile_pages_cost_linear_time():
    survives(
        lambda text: (
            pages.read_insights("## 1. x\n- evidence: " + text, []),
            pages.read_related("## x\n- redundant: " + text),
        ),
        extra=['line 1 "', "- redundant: a:1", "## 1. "],
        size=MEGABYTE,
    )


@posix
def test_undo_takes_back_everything(tmp_path):
    (tmp_path / "a").write_text("old")
    with pytest.raises(KeyboardInterrupt), Undo() as undo:
        undo.write(str(tmp_path / "a"), "new", str(tmp_path))
        undo.write(str(tmp_path / "b" / "c" / "d"), "new", str(tmp_path))
        undo.archive(str(tmp_path / "state"), str(tmp_path / "a"), "x")
        raise KeyboardInterrupt
    assert [path.name for path in tmp_path.rglob("*")] == ["a"] and (
        tmp_path / "a"
    ).read_text() == "old"
    (tmp_path / "link").symlink_to("/etc")
    with pytest.raises(Outside), Undo() as undo:
        undo.write(str(tmp_path / "link" / "x"), "new", str(tmp_path))
