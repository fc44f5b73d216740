"""One mistake, one fingerprint: sightings that belong together, each group apart from all others."""

from __future__ import annotations

import hostile
import pytest
from case_files import mistakes
from table_rows import case_rows

from reflexion.shell.compare import caller
from reflexion.text import normalise as marks


def essence(type, trigger, context):
    return marks.essence(type, trigger, context, caller)


def fingerprint(type, trigger, context):
    return marks.fingerprint(type, trigger, context, caller)


def test_sightings_of_one_mistake_are_one():
    split = {}
    for name, seen in mistakes().items():
        marks = {essence("error", line, command) for command, line in seen}
        if len(marks) > 1:
            split[name] = marks
    assert not split


def test_a_fingerprint_that_was_stored_is_still_the_one_of_its_mistake():
    """Aliases hold fingerprints, and so do the answers of a model: none can be computed anew."""
    stored = {(command, line): known for known, command, line in case_rows("marks.tsv")}
    assert stored == {call: fingerprint("error", call[1], call[0]) for call in stored}


def test_no_two_mistakes_are_one():
    owner, merged = {}, []
    for name, seen in mistakes().items():
        for command, line in seen:
            known = owner.setdefault(essence("error", line, command), name)
            if known != name:
                merged.append((known, name, line))
    assert not merged


# one command in many wrappers, and a line that says nothing: only the command tells what failed
@pytest.mark.parametrize(
    "command",
    [
        "npm run build",
        "time npm run build",
        "cd web && npm run build",
        "NODE_ENV=production CI=1 npm run build",
        "bash -c 'npm run build'",
        "docker exec web npm run build",
        "docker compose exec -T web npm run build",
        "npm run build 2>&1 | tail -20",
        "npm --prefix web run build",
        "timeout 60 npm run build",
        "set -e; npm run build",
        "npm run build --silent || true",
        "sudo -E npm run build",
        "env A=1 npm run build",
        "npm run build | make report",
        "bash -lc 'npm run build'",
    ],
)
def test_the_wrapper_does_not_count(command):
    assert caller(command) == "npm build"
    assert fingerprint("error", "Command failed with exit code 2.", command) == fingerprint(
        "error", "Command failed with exit code 2.", "npm run build"
    )


@pytest.mark.parametrize(
    "command, told",
    [
        ("make -C native -j8 all", "make all"),
        ("git -C x push --force origin main", "git push origin"),
        ("git push origin main --force", "git push origin"),
        ("python3 scripts/seed.py --all", "seed.py"),
        ("./scripts/seed.py", "seed.py"),
        ("bash ci/run.sh", "run.sh"),
        ("sh ./ci/run.sh a", "run.sh a"),
        ("npx tsc --noEmit -p web", "tsc"),
        ("kubectl -n shop get pods", "kubectl get pods"),
        ("", ""),
        ("cd x", ""),
        ("git push -u origin main", "git push origin"),
        ("python3.11 -m mypy", "mypy"),
        ("python3 -m mypy", "mypy"),
        ("mkdir /opt/zoo", "mkdir zoo"),
        ("pnpm --filter web build", "pnpm build"),
        ("docker compose up -d", "docker compose up"),
    ],
)
def test_who_failed(command, told):
    assert caller(command) == told


@pytest.mark.parametrize(
    "line",
    [
        "exit status 2",
        "Command failed with exit code 1",
        "Killed",
        "Permission denied",
        "connection refused",
        "Error: failed",
        "",
        "make: *** failed",
        "1 failed, 203 passed in 30.9s",
        "##[error]Process completed with exit code 1.",
    ],
)
def test_a_line_that_says_nothing_needs_the_program(line):
    assert fingerprint("error", line, "make test") != fingerprint("error", line, "make lint")


@pytest.mark.parametrize(
    "line",
    [
        "ModuleNotFoundError: No module named 'attrs'",
        "src/a.ts(1,2): error TS2304: Cannot find name 'x'.",
        "fatal: bad revision 'x'",
    ],
)
def test_a_line_that_says_it_all_does_not(line):
    assert fingerprint("error", line, "make test") == fingerprint("error", line, "bash ci/run.sh")


def test_a_context_that_grew_is_the_same():
    assert fingerprint("error", "Killed", "npm run build") == fingerprint(
        "error", "Killed", "npm run build | pnpm build"
    )


def test_words_of_a_person_count_as_they_are():
    say = "Use Node 20, not 18!"
    assert fingerprint("correction", say, "") == fingerprint(
        "correction", "use node 20 not 18", "anything"
    )
    assert fingerprint("correction", say, "") != fingerprint("correction", "use node 22 not 18", "")
    assert fingerprint("correction", say, "") != fingerprint("insight", say, "")


def test_a_fingerprint_is_sixteen_hex_digits_and_lasts():
    assert fingerprint("error", "", "") == fingerprint("error", "", "")
    assert fingerprint("correction", "a", "") == "%016x" % int(
        fingerprint("correction", "a", ""), 16
    )
    assert len(fingerprint("error", "\ud800 \u4f60", "\x00")) == 16


def test_a_megabyte_of_anything_takes_no_time():
    hostile.survives(
        lambda text: fingerprint("error", text, text),
        extra=["cd a && ", "sudo ", "failed "],
        ceiling=10.0,
        size=hostile.MEGABYTE,
    )
