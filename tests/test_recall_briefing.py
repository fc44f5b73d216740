"""What a brief and an activated skill are told of: from how many entries, and without secrets."""

from __future__ import annotations

import pytest
from test_recall import RULE, learn, project  # noqa: F401

from reflexion.recall import briefing
from reflexion.store import index

IDS = [f"{n:02}" for n in range(50)]


class Store:
    """A store of entries that are nothing but their ids."""

    def readable(self, ids):
        return iter(ids)


class Index:
    """An index in which `marked`, mark -> ids, are found."""

    def __init__(self, **marked):
        self.marked = marked
        self.read = []

    def __call__(self, store):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def latest(self, mark, most):
        self.read.append(most)
        return self.marked[mark][::-1][:most]


MARKED = [
    # the ids of two marks -> those of the entries that are read, how many marks are
    (IDS[:2], IDS[1:3], ["01", "00", "02"], 2),
    ([], IDS[:1], ["00"], 2),
    (IDS[:39], IDS[45:], [*IDS[38::-1], "49"], 2),
    (IDS[:40], IDS[45:], IDS[39::-1], 1),
    (IDS[:41], IDS[45:], IDS[40:0:-1], 1),
]


@pytest.mark.parametrize("one, two, read, looked", MARKED)
def test_how_many_entries_are_read(monkeypatch, one, two, read, looked):
    marks = Index(one=one, two=two)
    monkeypatch.setattr(index, "OpenIndex", marks)
    assert briefing._marked(Store(), ("one", "two")) == read
    assert marks.read == [40] * looked


def test_without_room_for_a_brief_no_index_is_opened(project, monkeypatch):
    learn(project.store, RULE)
    assert "Use zag" in briefing.briefing([project.store], project.settings)[0]
    monkeypatch.setattr(index, "OpenIndex", None)
    project.settings["brief_chars"] = 0
    assert briefing.briefing([project.store], project.settings) == ("", [])


def test_a_brief_holds_no_secret(project):
    project.settings["redact"] = ["zoo"]
    learn(project.store, ("insight", "a", "", "Set SHOP_TOKEN=sk9fJ2kLq8Zx7Vb3Nm1Q, never zoo."))
    text, _ = briefing.briefing([project.store], project.settings)
    assert "Set SHOP_TOKEN=[REDACTED], never [REDACTED]." in text


def test_how_many_learnings_a_skill_is_told(project):
    for n in range(6):
        learn(project.store, ("insight", f"a{n}", "", f"Do {n}."), skill="ship")
    learn(project.store, ("insight", "b", "", "Never."), skill="ship", needs_review=True)
    told = briefing.of_skill([project.store], "ship", project.settings)
    assert len(told) == 5 and "Never." not in [entry["resolution"] for entry in told]
