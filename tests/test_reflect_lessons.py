"""Which past failures are stored, and which lack a lesson."""

from past_sessions import Past

from reflexion import reflect
from reflexion.store.changes import Change
from reflexion.store.project import Project

TOKEN = "ghp_" + "q7Rk2ZpX9vLm4TnB8wYc1HsD6fJg3AeU5iKo"
NO_SCRIPT = ("npm run build", 1, 'npm ERR! Missing script: "build"')
NO_RULE = ("make dist", 2, "make: *** No rule to make target 'dist'.  Stop.")
OWN_TEST = ("pytest -q", 1, "E   AssertionError: assert 3 == 4\n1 failed in 0.1s")


def read(box):
    project = Project(str(box.root), box.environ())
    chosen = reflect.choose(project, is_all=True)
    return project, reflect.Past(project, chosen)


def keep(project, topics):
    with Change(project.store, "reflect") as change:
        return [reflect.keep(project, topic, change) for topic in topics]


def two_sessions(box, *steps):
    past = Past(box)
    past.claude("one", *steps, day="2024-03-01")
    past.claude("two", *steps, day="2024-03-04")
    return read(box)


def test_a_mistake_of_two_sessions_is_stored_with_its_counts(box):
    project, reader = two_sessions(box, NO_SCRIPT, NO_SCRIPT)
    (entry_id,) = keep(project, reflect.lasting(project.store, reader))
    (stored,) = box.entries()
    assert stored["id"] == entry_id
    assert (stored["occurrences"], stored["sessions"]) == (4, 2)
    assert (stored["type"], stored["resolution"]) == ("error", "")


def test_counts_from_the_past_make_no_rule(box):
    box.cli("config", "promote_min_age_days", "0")
    project, reader = two_sessions(box, NO_SCRIPT, NO_SCRIPT)
    keep(project, reflect.lasting(project.store, reader))
    (entry,) = box.entries()
    box.cli("learn", "--for", entry["id"], "Use `npm run build:prod`, there is no `build`.")
    assert not box.entry(id=entry["id"])["promoted"]
    for session in ("three", "four", "five"):
        box.session = session
        assert not box.entry(id=entry["id"])["promoted"]
        box.bash("npm run build", code=1, output='npm ERR! Missing script: "build"')
        box.end()
    assert box.entry(id=entry["id"])["promoted"]


def test_one_session_or_the_tasks_own_code_is_not_stored(box):
    project, reader = two_sessions(box, OWN_TEST)
    assert not reflect.lasting(project.store, reader)
    Past(box).claude("three", NO_SCRIPT)
    project, reader = read(box)
    assert not reflect.lasting(project.store, reader)


def test_a_stored_failure_is_known_to_the_hooks_again(box):
    failed = ("npm ci && deploy --fast", 1, "error: unknown option '--fast'")
    project, reader = two_sessions(box, failed)
    keep(project, reflect.lasting(project.store, reader))
    box.bash(*failed)
    assert [entry["occurrences"] for entry in box.entries()] == [3]


def test_what_the_hooks_stored_is_not_counted_again(box):
    box.bash("npm run build", code=1, output='npm ERR! Missing script: "build"')
    project, reader = two_sessions(box, NO_SCRIPT)
    assert not reflect.lasting(project.store, reader)
    (topic,) = reader.most_met_first()
    keep(project, [topic])
    assert [entry["occurrences"] for entry in box.entries()] == [1]


def test_a_mistake_that_was_dropped_is_neither_stored_nor_asked_about(box):
    project, reader = two_sessions(box, NO_SCRIPT)
    project.ready()
    project.store.dropped.add(list(reader.topics), "no build")
    assert not reflect.lasting(project.store, reader)
    assert not reflect.open_topics(project.store, reader)


def test_a_failure_with_a_lesson_is_not_open(box):
    project, reader = two_sessions(box, NO_SCRIPT, NO_RULE)
    assert len(reflect.open_topics(project.store, reader)) == 2
    ids = keep(project, reader.most_met_first())
    box.cli("learn", "--for", ids[0], "Use `npm run build:prod`.")
    project, reader = read(box)
    assert len(reflect.open_topics(project.store, reader)) == 1


def test_the_tasks_own_code_is_open_where_it_came_again(box):
    for session, is_open in (("one", False), ("two", True)):
        Past(box).claude(session, OWN_TEST)
        project, reader = read(box)
        assert bool(reflect.open_topics(project.store, reader)) is is_open
