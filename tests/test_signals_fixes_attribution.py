"""Which call of a line failed, and what its error says."""

from __future__ import annotations

import pytest

from reflexion.shell.parser import calls
from reflexion.signals.fixes.attribution import Failure, names, tells

AT_FAULT = [  # the line, what was said, the call that the caller names; the call that is taken
    ("make env; ./ship", "boom", "", "./ship"),
    ("make env; ./ship", "make: *** boom", "", "make env"),
    ("make env; make all", "make: *** boom", "", "make all"),
    ("make env; ./ship", "boom", "make env", "make env"),
    ("ls; ./ship; ls", "boom", "", "./ship"),
    ("docker run $(make tag)", "make: *** boom", "", "docker run $(make tag)"),
    ("(cd web && make all)", "boom", "", "make all"),
    ("ls web", "boom", "", "ls web"),
    ("cat > a.sh <<'A'", "boom", "./a.sh west", "./a.sh west"),
    ("cat > a.sh <<'A'", "boom", "source a.sh", "source a.sh"),
    ("cd web && make all", "no such folder", "cd web", "make all"),
    ("cd web", "no such folder", "cd web", "cd web"),
    ("make all && cd web", "no such folder", "cd web", "cd web"),
]


@pytest.mark.parametrize("command, said, named, taken", AT_FAULT)
def test_the_call_at_fault(command, said, named, taken):
    failure = Failure({"command": command, "line": said, "call": named})
    assert failure.call.raw == taken


def test_a_record_of_which_parts_are_missing():
    failure = Failure({"command": None})
    assert (failure.text, failure.command, failure.call) == ("\n", "", None)
    assert (failure.missing, failure.unread, failure.begins) == ({}, False, False)


TOLD = [  # what an error says, a call, and whether it tells to run that
    ("please run `terraform init`", "terraform init", True),
    ("please run `terraform init`", "terraform plan", False),
    ("please run `migrate` first", "migrate", True),
    ("cannot migrate", "migrate", False),
    ("run `npm run build`", "npm run build", True),
    ("run `npm run build`", "npm run lint", False),
    ("run `npm run build`", "npm run build web", True),
    ("run `npm install zod`", "npm install yup", True),
]


@pytest.mark.parametrize("text, line, told", TOLD)
def test_an_error_that_tells_to_run_a_command(text, line, told):
    (call,) = calls(line)
    assert tells(text, call) is told


@pytest.mark.parametrize(
    "text, word, named",
    [
        ("unknown flag --foo", "--foo", True),
        ("unknown flag --foo", "--foo=3", True),
        ("unknown flag --foo-bar", "--foo", False),
        ("label old not found", "Old", True),
        ("a folder not found", "old", False),
        ("- is no file", "-", False),
    ],
)
def test_a_word_that_an_error_names(text, word, named):
    assert names(text, word) is named
