"""What a hook decided is done once, under the lock, and without what another hook did meanwhile."""

from __future__ import annotations

import pytest
from test_store_merge import BASE
from test_store_project import World

from reflexion.hosts.event import Answer
from reflexion.store import apply as apply_module
from reflexion.store import journal, trust
from reflexion.store.apply import apply, change
from reflexion.store.entries import today
from reflexion.store.home_project import HomeProject
from reflexion.store.schema import mark_of
from reflexion.store.session import (
    BRIEF,
    HELPED,
    QUESTION,
    SEEN,
    STEP,
    Change,
    Decision,
    Injection,
    Session,
    Sighting,
)
from reflexion.store.sighting import Again, Full, record

ID = BASE["id"]
FIX = {"resolution": "Run `b`.", "source": "inferred", "confidence": "medium"}
DRAFT = {"type": "error", "trigger": "boom", "context": "make", "resolution": "", "keywords": []}
DRAFT["source"] = "hook"


def redact(text: str) -> str:
    return text.replace("hunter2", "[...]")


@pytest.fixture
def world(tmp_path, monkeypatch):
    return World(tmp_path, monkeypatch)


@pytest.fixture
def project(world):
    """A project with a store of its own, which is ready."""
    opened = world.open()
    opened.ready()
    return opened


@pytest.fixture
def session(project):
    return Session(project.store, "s1")


def put(store, **fields) -> dict:
    """An entry of ours in a store."""
    entry = {**BASE, **fields}
    with store.lock():
        store.write(dict(entry))
    return entry


def draft(**fields) -> dict:
    return {**DRAFT, **fields}


def log(project, name) -> list:
    return [row[1:] for row in journal.read(project.store.state_dir, name)]


def met(project, session, call="", **fields) -> dict:
    """The entry after one more sighting."""
    return record(project, session, draft(**fields), call=call)[0]


def test_nothing_decided_is_nothing_done(world):
    project = world.open()
    answer = Answer(context="a")
    decision = Decision(answer)
    decision.after = "b"
    assert apply(decision, project, Session(project.store, "s1"), redact) is answer
    assert answer.context == "a\nb" and not project.store.exists() and not project.home.exists()
    assert project.store.redact is project.home.redact is redact


@pytest.mark.parametrize("came_along, home", [(False, None), (False, "/"), (True, None)])
def test_the_first_record_makes_the_store(world, came_along, home):
    if came_along:
        world.entry()
    project = world.open(**{"HOME": home} if home else {})
    session = Session(project.store, "s1")
    apply(Decision(Answer(), records=[{"kind": STEP}]), project, session, redact)
    assert project.trusted and (world.store / ".gitignore").exists()
    assert [row["kind"] for row in session.records()] == [STEP]
    assert project.listed.standing == ("" if home else trust.GUEST if came_along else trust.MINE)
    project.ready = lambda: pytest.fail("it is ready")
    apply(Decision(Answer(), records=[{"kind": STEP}]), project, session, redact)


def test_a_sighting_its_records_and_notes(project, session):
    sighting = Sighting(draft(trigger="boom hunter2", occurrences=1), call="toolu_1")
    records = [{"kind": STEP, "id": ""}, {"kind": STEP, "id": ID}, {"kind": STEP}]
    notes = [(journal.OUTCOMES, "", "failed"), (journal.OUTCOMES, ID, "passed")]
    answer = apply(
        Decision(Answer(retired=[ID]), sighting, records, notes), project, session, redact
    )
    (entry,) = project.store.all()
    assert answer.touched == answer.met == [entry["id"]] and answer.superseded_by == entry["id"]
    assert entry["trigger"] == "boom [...]" and entry["sessions"] == 1
    steps = [row.get("id") for row in session.records() if row["kind"] == STEP]
    assert steps == [entry["id"], ID, None]
    assert log(project, journal.OUTCOMES) == [[entry["id"], "failed"], [ID, "passed"]]
    assert log(project, journal.HISTORY) == [["s1", "failed", entry["id"]]]
    again = apply(Decision(Answer(context="a"), sighting, records), project, session, redact)
    assert (again.context, again.touched) == ("", []) and len(log(project, journal.OUTCOMES)) == 2
    fields = {"worked": 1}
    known = Sighting(draft(), known_id=entry["id"], call="toolu_2", raises=lambda entry: fields)
    answer = apply(Decision(Answer(), known), project, session, redact)
    assert project.store.get(entry["id"])["worked"] == 1 and answer.superseded_by == ""
    new = Sighting(draft(trigger="bang"), raises=lambda entry: pytest.fail("it is new"))
    apply(Decision(Answer(), new), project, session, redact)
    apply(Decision(Answer(), Sighting(draft(trigger="bang"))), project, session, redact)


COUNTED = {**BASE, "source": "hook", "occurrences": 1, "first_seen": "2026-01-02"}
COUNTED["resolution"] = "Run `b`."
ONLY_MET = [
    # what is other about the entry, and about the settings -> can it become no rule now?
    ({}, {}, True),
    ({"source": "transcript"}, {}, True),
    ({"source": "user"}, {}, False),
    ({"source": "user", "occurrences": 2}, {}, True),
    ({"occurrences": 2}, {"promote_after": 2}, False),
    ({"occurrences": 3}, {}, False),
    ({"occurrences": 3, "resolution": ""}, {}, True),
    ({"occurrences": 3, "first_seen": today()}, {}, True),
    ({"occurrences": 3, "first_seen": today()}, {"promote_min_age_days": 0}, False),
    ({"promoted": True}, {}, False),
    ({"type": "correction"}, {}, False),
]


@pytest.mark.parametrize("fields, settings, expected", ONLY_MET)
def test_a_failure_that_was_only_counted(fields, settings, expected):
    settings = {"promote_after": 3, "promote_min_age_days": 1, **settings}
    assert apply_module._is_only_met({**COUNTED, **fields}, settings) is expected


def test_a_sighting_that_is_left_out_is_on_record(project, session):
    project.settings["max_learnings_per_session"] = 0
    for fields in ({"context": "x hunter2"}, {"type": "correction"}, {"when": "2026-01-01"}):
        sighting = Sighting(draft(**fields))
        answer = apply(Decision(Answer(context="a"), sighting), project, session, redact)
        assert answer.context == "" and not list(project.store.all())
    rows = log(project, journal.SUPPRESSED)
    assert [row[1] for row in rows] == ["x [...]", "boom"] and "has 0 learnings" in rows[0][0]


KINDS = [
    # the entry before (None: a new one), did a command fail, the resolution now: in the history
    (None, True, "", "failed"),
    ({}, True, "", "failed"),
    (FIX, True, "", "repeat"),
    ({**FIX, "needs_review": True}, True, "", "failed"),
    ({**FIX, "confidence": "low"}, True, "", "failed"),
    (None, False, "x", "learned"),
    (None, False, "", ""),
    (FIX, False, "x", ""),
]


@pytest.mark.parametrize("before, failed, resolution, expected", KINDS)
def test_what_the_history_calls_a_sighting(before, failed, resolution, expected):
    notes = [(journal.OUTCOMES, "", "failed")] if failed else []
    decision = Decision(Answer(), Sighting(draft(resolution=resolution)), notes=notes)
    known = None if before is None else {**BASE, **before}
    assert apply_module._kind_of_sighting(decision, known) == expected
    assert apply_module._kind_of_sighting(Decision(Answer()), None) == ""


def test_what_a_call_had_to_do_with_learnings_is_in_the_history(project, session):
    records = [
        {"kind": BRIEF, "agent": "", "ids": ["a", "b"]},
        {"kind": BRIEF, "agent": "sub", "ids": ["c"]},
        {"kind": HELPED, "id": "d"},
        {"kind": QUESTION, "id": ""},
        {"kind": STEP, "agent": "", "id": "e"},
    ]
    sighting = Sighting(draft(resolution="Do it."))
    answer = apply(Decision(Answer(), sighting, records), project, session, redact)
    ((entry_id,),) = [answer.touched]
    assert log(project, journal.HISTORY) == [
        ["s1", "learned", entry_id],
        ["s1", "brief", "a", "b"],
        ["s1", "helped", "d"],
        ["s1", "asked", entry_id],
    ]
    assert answer.told == [("brief", "2")]


CHANGES = [
    # what is computed, the fix that it may bring, touches, ours: learned, touched, written
    ({"resolution": "x", "confidence": "medium"}, "x", False, True, True, True, True),
    ({"resolution": "x", "confidence": "low"}, "x", False, True, False, True, True),
    ({"resolution": "x"}, "", False, True, False, False, True),
    ({"worked": 1}, "x", False, True, False, False, True),
    ({"worked": 1}, "x", True, True, False, True, True),
    ({"worked": 1}, "", True, False, False, True, True),
    ({"resolution": "x"}, "x", True, False, False, False, False),
]


@pytest.mark.parametrize("fields, fix, touches, ours, learned, touched, written", CHANGES)
def test_changes_of_entries(
    project, session, fields, fix, touches, ours, learned, touched, written
):
    put(project.store)
    if not ours:
        project.store.provenance.removed(ID)
    decision = Decision(Answer())
    decision.changes = [Change(ID, lambda entry: fields, fix, touches)]
    answer = apply(decision, project, session, redact)
    assert answer.learned == [(ID, "x")] * learned and answer.touched == [ID] * touched
    assert (project.store.get(ID) != BASE) is written
    assert log(project, journal.HISTORY) == [["s1", "learned", ID]] * learned


def test_in_which_store_an_entry_is_changed(project, world):
    project.home = None
    assert change(project, ID, lambda entry: {"worked": 1}) == {}
    project = world.open()
    put(project.home)
    fields = {"resolution": "hunter2", "worked": 1}
    assert change(project, ID, lambda entry: dict(fields)) == fields
    put(project.store)
    clean = {"resolution": "[...]", "worked": 1}
    assert change(project, ID, lambda entry: dict(fields), redact) == clean
    assert project.store.get(ID)["resolution"] == "[...]"
    assert project.home.get(ID)["resolution"] == "hunter2"
    world.put(f"entries/{ID}.json", b"{ torn")
    assert change(project, ID, lambda entry: clean) == clean
    assert project.home.get(ID)["resolution"] == "[...]"


def test_where_an_entry_is_in_no_store_none_is_made(world):
    project = world.open()
    assert change(project, ID, lambda entry: {"worked": 1}) == {}
    assert not project.store.exists() and not project.home.exists()


ONE = {**BASE, "resolution": "Do hunter2."}
TWO = {**BASE, "id": "RFX-20260501-bbbbbb", "trigger": "hunter2 bang"}


def lines(entries, settings) -> str:
    assert settings["max_rules"] == 30
    texts = [f"{entry['id']} {entry['trigger']} {entry['resolution']}" for entry in entries]
    return "\n".join(texts)


def told(project, session, entries, formatter=lines, **more) -> Answer:
    decision = Decision(Answer(context="a"))
    decision.injection = Injection(entries, "prompt", formatter, **more)
    return apply(decision, project, session, redact)


def test_what_the_agent_is_told(project, session):
    answer = told(project, session, [ONE, TWO])
    texts = [f"{ID} boom Do [...].", f"{TWO['id']} [...] bang "]
    assert answer.context == "\n".join(["a", *texts])
    assert answer.told == [("prompt", "Do [...]."), ("prompt", "[...] bang")]
    rows = [["s1", "told", entry["id"], "prompt"] for entry in (ONE, TWO)]
    assert log(project, journal.HISTORY) == rows
    again = told(project, session, [ONE, TWO])
    assert (again.context, again.told) == ("a", []) and log(project, journal.HISTORY) == rows
    third = {**BASE, "id": "RFX-20260601-cccccc"}
    assert told(project, session, [ONE, third]).context == f"a\n{third['id']} boom "
    refused = told(project, session, [ONE], call="toolu_1", deny=True)
    assert (refused.deny, refused.context) == (texts[0], "a") and len(refused.told) == 1


def test_the_words_are_found_once_where_all_may_be_said(project, session):
    calls = []

    def counted(entries, settings):
        calls.append(len(entries))
        return lines(entries, settings)

    told(project, session, [ONE, TWO], counted)
    told(project, session, [TWO, {**BASE, "id": "RFX-20260601-cccccc"}], counted)
    assert calls == [2, 2, 1]


def test_what_the_words_leave_out_is_not_told(project, session):
    def first_alone(entries, settings):
        return lines(entries[:1], settings)

    assert told(project, session, [ONE, TWO], first_alone).told == [("prompt", "Do [...].")]
    assert told(project, session, [TWO], lambda *_: "no id").told == []
    assert told(project, session, [], lambda *_: pytest.fail("no words for nothing")).told == []
    assert [row["id"] for row in session.records()] == [ID]


def test_sightings_are_counted(project, session):
    first = met(project, session, when="2026-03-05")
    assert (first["first_seen"], first["last_seen"]) == ("2026-03-05", "2026-03-05")
    assert (first["occurrences"], first["sessions"]) == (1, 1) and "when" not in first
    second = met(project, session, when="2026-03-01")
    assert (second["first_seen"], second["last_seen"]) == ("2026-03-01", "2026-03-05")
    assert (second["occurrences"], second["sessions"]) == (2, 1)
    other = Session(project.store, "s2")
    third, before = record(project, other, draft(resolution="Do it.", when="2026-04-01"))
    assert (third["occurrences"], third["sessions"], third["resolution"]) == (3, 2, "Do it.")
    assert before == second and third["last_seen"] == "2026-04-01"
    assert met(project, other, resolution="Or so.")["resolution"] == "Do it."
    by_hand, _ = record(project, None, draft())
    assert (by_hand["occurrences"], by_hand["sessions"]) == (4, 2)
    written, _ = record(project, Session(project.store, "s3"), draft(), counts=False)
    assert (written["occurrences"], written["sessions"]) == (4, 2)
    new, before = record(project, None, draft(trigger="bang"))
    assert (new["occurrences"], new.get("sessions"), before) == (1, None, None)
    assert project.store.get(first["id"])["occurrences"] == 4
    kinds = [(row["kind"], row["id"]) for row in other.records()]
    assert kinds == [(SEEN, first["id"])] * 2


def test_a_sighting_of_now_is_of_today(project, session):
    put(project.store, last_seen="2026-01-01", first_seen="2026-01-01")
    now, _ = record(project, session, draft(), known_id=ID)
    assert (now["first_seen"], now["last_seen"]) == ("2026-01-01", today())
    assert met(project, session, trigger="bang")["first_seen"] == today()


def test_a_call_is_recorded_once(project, session):
    session.add({"kind": STEP, "tool_use_id": "toolu_1"})
    assert met(project, session, "toolu_1")["occurrences"] == 1
    with pytest.raises(Again):
        met(project, session, "toolu_1")
    assert met(project, session, "toolu_2")["occurrences"] == 2
    assert [met(project, session)["occurrences"] for _ in range(2)] == [3, 4], "calls without an id"


def test_an_entry_of_old_is_counted_from_here(project, session):
    mark = mark_of(DRAFT)
    entry = {**BASE, "keywords": [], "first_seen": "", "last_seen": ""}
    put(project.store, **{**entry, "occurrences": 5})
    now, _ = record(project, session, draft(when="2026-03-05"), known_id=ID)
    assert (now["first_seen"], now["occurrences"], now["sessions"]) == ("2026-03-05", 6, 1)
    assert mark == mark_of(now) and "aliases" not in now


def test_what_repeats_an_entry_in_another_guise_is_known_by_it(project, session):
    put(project.store)
    marks = []
    for n in range(22):
        guise = draft(trigger=f"bang {'abcdefghijklmnopqrstuvw'[n] * 4}")
        marks.append(mark_of(guise))
        for _ in range(2):
            now, _ = record(project, session, dict(guise), known_id=ID)
    assert now["aliases"] == marks[-20:] and len(set(marks)) == 22
    assert record(project, session, dict(guise))[0]["id"] == ID
    assert len(list(project.store.all())) == 1


LIMITS = [
    # the setting, its value with one learning there, whether there is room for another
    ("max_learnings_per_session", 1, False),
    ("max_learnings_per_session", 2, True),
    ("max_entries", 1, False),
    ("max_entries", 2, True),
]


@pytest.mark.parametrize("setting, value, fits", LIMITS)
def test_how_many_learnings_there_may_be(project, session, setting, value, fits):
    first = met(project, session)
    project.settings[setting] = value
    if fits:
        assert met(project, session, trigger="bang")["id"] != first["id"]
    else:
        with pytest.raises(Full, match=setting):
            met(project, session, trigger="bang")
    assert met(project, session)["occurrences"] == 2, "what is known is counted"


def test_a_mistake_that_waits_is_not_learned_again(world):
    project = world.open()
    mark = mark_of(DRAFT)
    world.entry(f"RFX-20260331-{mark[:6]}")
    project = world.open()
    with pytest.raises(Full, match="waits for your yes"):
        record(project, None, draft())


GLOBAL = [
    # use_global, is it known in the project, too: which store counts it
    (True, False, "home"),
    (True, True, "shop"),
    (False, False, "new"),
]


@pytest.mark.parametrize("use_global, in_project, where", GLOBAL)
def test_a_learning_for_all_projects_is_counted_there(
    project, session, use_global, in_project, where
):
    put(project.home, occurrences=5)
    if in_project:
        put(project.store, occurrences=7)
    project.settings["use_global"] = use_global
    now, before = record(project, session, draft())
    assert now["occurrences"] == {"home": 6, "shop": 8, "new": 1}[where]
    assert (before or {}).get("occurrences") == {"home": 5, "shop": 7, "new": None}[where]
    assert project.home.get(ID)["occurrences"] == (6 if where == "home" else 5)
    if where == "home":
        again, _ = record(project, session, draft())
        assert (now["sessions"], again["sessions"], again["occurrences"]) == (1, 1, 7)


def test_without_a_home_store_nothing_is_known_everywhere(project, world):
    mark = mark_of(DRAFT)
    put(project.home)
    assert project.known_everywhere(mark)["id"] == ID
    assert HomeProject(project).known_everywhere(mark) is None
    project.store = project.home
    assert project.known_everywhere(mark) is None
    other = world.open(REFLEXION_HOME=str(world.folder / "else/none"))
    other.home.known = lambda mark: pytest.fail("there is none to look into")
    assert other.known_everywhere(mark) is None and not other.home.exists()
