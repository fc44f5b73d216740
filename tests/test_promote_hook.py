"""What becomes of entries when a hook touched them, or a session ends: each function by itself."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest
from test_recall import QUOKKA, RULE, learn, project  # noqa: F401

from reflexion.hosts.event import Answer, Event
from reflexion.promote import promote_hook, promoter, section
from reflexion.store import accepting, index, journal
from reflexion.store.settings import load

RIPE = {"occurrences": 3, "first_seen": "2026-01-01", "source": "user"}
END = Event(name="SessionEnd", session="s1")


def rules(project, name="CLAUDE.md") -> str:
    path = os.path.join(project.root, name)
    return open(path, encoding="utf-8").read() if os.path.exists(path) else ""


def owned(project, learning=RULE, **more) -> str:
    """A learning that this machine wrote, ripe unless the fields say otherwise; its id."""
    entry_id = learn(project.store, learning, **{**RIPE, **more})
    accepting.own(project, [entry_id])
    return entry_id


def test_at_a_session_s_end_what_is_due_is_named(project):
    entry_id = owned(project)
    assert promote_hook.respond(END, project).touched == [entry_id]
    assert promote_hook.respond(Event(name="Stop", session="s1"), project) is None
    project.trusted = False
    assert promote_hook.respond(END, project) is None


def test_where_no_store_is_none_is_made(project):
    project.store.dir = os.path.join(project.root, "none")
    assert promote_hook.respond(END, project) is None
    assert not os.path.exists(project.store.dir)


@pytest.mark.parametrize("used", [True, False])
def test_what_holds_for_every_project_becomes_a_rule_of_the_user_s(project, scratch_home, used):
    learn(project.home, RULE, **RIPE)
    project.settings["use_global"] = used
    answer = promote_hook.respond(END, project)
    mine = scratch_home / ".claude" / "CLAUDE.md"
    assert mine.exists() == used and ("wrote a rule" in answer.notice) == used


class Index:
    """An index in which `ids` are due."""

    def __init__(self, ids):
        self.ids = ids
        self.read = []

    def __call__(self, store, most):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def find(self, mark, most):
        self.read.append(most)
        return len(self.ids), self.ids


def test_of_very_many_the_latest_are_looked_at(project, monkeypatch):
    ids = [str(n) for n in range(2_001)]
    found, looked = Index(ids), []
    monkeypatch.setattr(index, "OpenIndex", found)
    monkeypatch.setattr(
        type(project.store), "readable", lambda store, ids: looked.extend(ids) or []
    )
    assert promote_hook.due(project) == ([], [])
    assert looked == ids[1:] and found.read == [8 << 20]


@pytest.mark.parametrize("after, by_index", [(1, False), (2, True)])
def test_the_index_marks_no_entry_that_was_met_once(project, monkeypatch, after, by_index):
    entry_id = owned(project, occurrences=1)
    found = Index([])
    monkeypatch.setattr(index, "OpenIndex", found)
    project.settings["promote_after"] = after
    assert promote_hook.due(project)[0] == ([] if by_index else [entry_id])
    assert bool(found.read) == by_index


@pytest.mark.parametrize("owns", [True, False])
def test_only_what_is_ours_retires_another(project, monkeypatch, owns):
    gone = []
    monkeypatch.setattr(promote_hook, "retire", lambda project, entry_id, why: gone.append(why))
    monkeypatch.setattr(type(project), "owns", lambda project, entry_id: owns)
    answer = Answer(retired=["RFX-20260101-aaaaaa"])
    answer.superseded_by = "RFX-20260101-bbbbbb"
    promote_hook.consider(project, answer)
    assert gone == ["superseded by RFX-20260101-bbbbbb"] * owns


DOUBTED = {"needs_review": True, "confidence": "low"}
WEIGHED = [
    # an entry's fields, the confidence it had before: what is done, is it doubted still
    ({}, None, "wrote a rule", False),
    (DOUBTED, None, "", True),
    (DOUBTED, "high", "wrote a rule", False),
    ({**DOUBTED, "occurrences": 1}, "high", "", True),
    ({**DOUBTED, "promoted": True}, "high", "took a rule out", True),
]


@pytest.mark.parametrize("fields, confidence, done, doubted", WEIGHED)
def test_a_ripe_learning_whose_mistake_came_again_becomes_a_rule(
    project, fields, confidence, done, doubted
):
    entry_id = owned(project, **fields)
    if fields.get("promoted"):
        with open(os.path.join(project.root, "CLAUDE.md"), "w") as file:
            file.write(section.rewrite("", {entry_id: f"- x (seen 3x, source: {entry_id})"}))
    said = promote_hook.weigh(project, entry_id, confidence)
    assert said.startswith(done) and bool(said) == bool(done)
    assert bool(project.store.read(entry_id).get("needs_review")) == doubted


def test_an_entry_that_is_gone_is_nothing(project):
    gone = "RFX-20260101-aaaaaa"
    assert promote_hook.weigh(project, gone, "high") == ""
    assert promote_hook.retire(project, gone, "faded") == ""
    assert promoter.promote(project, gone, force=True) == ""
    assert promoter.demote(project, gone) == "no file"


@pytest.mark.parametrize("promoted", [True, False])
def test_what_is_retired_takes_its_rule_along(project, promoted):
    entry_id = owned(project)
    if promoted:
        assert promoter.promote(project, entry_id) == "CLAUDE.md"
    said = promote_hook.retire(project, entry_id, "faded")
    assert said == (f"took a rule out of CLAUDE.md: faded ({entry_id})" if promoted else "")
    assert project.store.get(entry_id) is None and entry_id not in rules(project)


def test_without_a_fix_there_is_no_rule_whoever_asks(project):
    entry_id = owned(project, (*RULE[:3], ""))
    assert promoter.promote(project, entry_id, force=True) == "" == rules(project)


RULED = [
    # its confidence, how often its fix failed: its confidence as a rule
    ("medium", 2, "high"),
    ("medium", 0, "medium"),
    (None, 2, None),
]


@pytest.mark.parametrize("confidence, failed, now", RULED)
def test_what_was_ignored_is_not_held_against_a_rule(project, confidence, failed, now):
    fields = {"confidence": confidence} if confidence else {}
    entry_id = owned(project, failed=failed, **fields)
    assert promoter.promote(project, entry_id, force=True)
    entry = project.store.read(entry_id)
    assert entry.get("confidence") == now and not entry.get("failed")


def test_what_was_no_rule_is_not_on_record_as_taken_out(project):
    entry_id = owned(project)
    assert promoter.demote(project, entry_id) == "no file"
    assert journal.read(project.store.state_dir, journal.HISTORY) == []


def test_a_person_s_own_line_is_kept_without_what_is_secret():
    words = "Write dates amounts names cents pounds francs marks euros"
    entry = {"type": "insight", "resolution": f"{words} zoo.", "source": "user"}
    line = promoter.in_own_words(entry, f"- {words} zoo.\n", ["zoo"])
    assert line == f"- {words} [REDACTED]."


@pytest.mark.parametrize("more, why", [(0, ""), (1, "no room: max_rules is 30, 4000 characters")])
def test_a_rule_for_which_there_is_just_room(more, why):
    mine, other = "RFX-20260101-aaaaaa", "RFX-20260101-bbbbbb"
    entry = {"id": mine, "type": "insight", "resolution": "Use zag.", "source": "user"}
    entry["occurrences"] = 3
    new = promoter.wording.directive(entry)
    left = section.room("", 30)[1] - len(new) - 1
    filled = section.rewrite("", {other: "x" * (left - 1 + more)})
    project = SimpleNamespace(settings=load([]))
    assert promoter.held_back(project, entry, filled, "CLAUDE.md") == why


def test_one_that_stands_needs_no_room():
    entry = {"id": "RFX-20260101-aaaaaa", "type": "insight", "resolution": "Use zag."}
    entry["occurrences"] = 3
    text = section.rewrite("", {entry["id"]: promoter.wording.directive(entry)})
    project = SimpleNamespace(settings={**load([]), "max_rules": 1})
    assert promoter.held_back(project, entry, text, "CLAUDE.md") == ""
    other = {**entry, "id": "RFX-20260101-bbbbbb", "resolution": "Feed the zoo at noon."}
    assert promoter.held_back(project, other, text, "CLAUDE.md").startswith("no room")


def test_a_draft_has_no_rule_to_write(project):
    entry_id = owned(project, QUOKKA, source="inferred", confidence="low")
    assert promote_hook.weigh(project, entry_id) == ""
