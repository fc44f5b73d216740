"""A command without what was true only once."""

from __future__ import annotations

import pytest

from reflexion.shell.parser import calls
from reflexion.signals.fixes.wording import general, source


@pytest.mark.parametrize(
    "command, said",
    [
        ("x" * 160, "x" * 160),
        ("x" * 161, ""),
        ("make -j 12345", "make -j 12345"),
        ("make -j 123456", ""),
        ("gh pr view 12", ""),
        ("cp ../a.json b", ""),
        ("cat <<'A'", ""),
        ("git push origin --force", "git push origin --force"),
        ("git push origin main", "git push origin main"),
        ("git push -u origin wip/search", "git push -u origin HEAD"),
    ],
)
def test_a_command_is_made_general_or_left_out(command, said):
    assert general(command) == said


@pytest.mark.parametrize(
    "root, command, said",
    [
        ("/srv/web", "make -C /srv/web/app", "make -C app"),
        ("/we", "make -C /we/app", "make -C app"),
        ("/w", "make -C b/w/app", "make -C b/w/app"),  # too short to be told from a part
    ],
)
def test_a_root_is_left_out(root, command, said):
    assert general(command, [root]) == said


@pytest.mark.parametrize(
    "line, program, said",
    [
        ("ls; make a", "make", "make a"),
        ("make a | tail -3", "make", "make a"),
        ("make a | tee log | tail -3", "make", "make a | tee log"),
        ("make a | tail > log", "make", "make a | tail > log"),
        ("make a | tee log; make b", "make", "make a | tee log"),
        ("cat x | sort | make a", "make", "cat x | sort | make a"),
        ("make b && cat x | make a", "cat", "cat x | make a"),
        ("make b; cat x | ./ship", "ship", "cat x | ./ship"),
        ("ship | (make b)", "make", "make b"),
        ("make a |", "make", "make a"),
        ("./serve &", "serve", "./serve &"),
    ],
)
def test_what_a_person_would_name_for_a_call(line, program, said):
    call = next(each for each in calls(line) if each.program == program)
    assert source(line, call) == said


def test_a_call_of_another_line():
    assert source("make a | tee log", calls("make b")[0]) == "make b"
