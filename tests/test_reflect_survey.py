"""What past sessions come to in numbers."""

from past_sessions import Past

from reflexion import reflect
from reflexion.store.project import Project

NO_SCRIPT = ("npm run build", 1, 'npm ERR! Missing script: "build"')
OWN_TEST = ("pytest -q", 1, "E   AssertionError: assert 3 == 4\n1 failed in 0.1s")
LOOKS = ("ls", 0, "package.json")


def read(past):
    project = Project(past.root, past.box.environ())
    return reflect.Past(project, reflect.choose(project, is_all=True))


def test_findings_of_the_tasks_own_code_are_counted_apart(box):
    past = Past(box)
    past.claude("one", NO_SCRIPT, OWN_TEST)
    past.claude("two", NO_SCRIPT, OWN_TEST)
    out = box.cli("reflect", "--all", "--dry-run").out
    assert "of which 4 failed." in out
    assert "own code: 1.\nCame again in another session: 1.\n" in out


def test_what_came_most_often_comes_first(box):
    past = Past(box)
    cheap = ("make dist", 2, "make: *** No rule to make target 'dist'.  Stop.")
    past.claude("one", cheap, NO_SCRIPT, LOOKS, LOOKS, NO_SCRIPT)
    found = read(past).mistakes()
    assert [(finding.draft.context, finding.times) for finding in found] == [
        ("npm run build", 2),
        ("make dist", 1),
    ]


def test_a_person_reads_at_most_twenty_lines_of_the_terminals_width(box):
    past = Past(box)
    for letter in "abcdefghijklmnopqrstuvwxyz":
        error = f"make: *** No rule to make target '{letter * 5}'.  Stop. {'x' * 300}"
        past.claude(f"session-{letter}", (f"make {letter * 5}", 2, error))
    shown = box.cli("reflect", "--all", "--dry-run", COLUMNS="80", terminal=True).out.splitlines()
    assert 10 < len(shown) <= 20
    assert max(map(len, shown[4:-1])) <= 80
