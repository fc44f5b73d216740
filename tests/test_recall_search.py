"""What a search opens: as many files as are worth it, in a store of any size."""

from __future__ import annotations

from test_recall import QUOKKA, ask, learn, project, say  # noqa: F401

from reflexion.recall import search as searching
from reflexion.recall.search import search
from reflexion.store.entries import Store
from reflexion.store.index_file import Reader

LOCKED = "why is the cage of milo locked?"


def opened(project, monkeypatch, text, **more) -> int:
    """How many entries' files a search opens, beside those that the index is mended from."""
    read, whole = [], Store.read

    def counted(store, id, waiting=False):
        read.extend([] if waiting else [id])
        return whole(store, id, waiting)

    monkeypatch.setattr(Store, "read", counted)
    search([project.store], text, project.settings, **more)
    return len(set(read))


def test_at_most_so_many_files_are_opened(project, monkeypatch):
    for n in range(searching.OPENED + 5):
        words = ("error", f"QuokkaError: cage 'milo{n}' is locked", f"zoo {n}", "Do.")
        learn(project.store, words, source="hook", judged="Do.")
    assert opened(project, monkeypatch, "the cage is locked: QuokkaError") == 20


def test_what_shares_next_to_nothing_is_not_opened_unless_a_person_asks(project, monkeypatch):
    for n in range(12):
        learn(project.store, ("error", f"zoo error number {n}", "zoo feed", f"Look at {n}."))
    weak = "shall we feed something else?"
    assert search([project.store], weak, project.settings) == []
    assert search([project.store], weak, project.settings, every=True)[0].verdict


def test_a_word_too_common_to_be_read_at_first_is_read_where_nothing_else_tells(
    project, monkeypatch
):
    known = learn(project.store, QUOKKA)
    monkeypatch.setattr(Reader.find, "__defaults__", (10,))
    assert [each.entry["id"] for each in search([project.store], LOCKED, project.settings)] == [
        known
    ]


def test_the_shortest_prompt(project):
    known = learn(project.store, QUOKKA, keywords=["zoo", "ox"], source="user")
    assert ask(project, "ox") == ""
    assert known in ask(project, "zoo")


def test_the_brief_names_learn_where_the_agent_may_be_asked(project):
    learn(project.store, QUOKKA, source="user")
    start = {"name": "SessionStart", "source": "startup"}
    assert "learn" in say(project, session="s1", **start)
    project.settings["ask_agent"] = 0
    assert "learn" not in say(project, session="s2", **start)
