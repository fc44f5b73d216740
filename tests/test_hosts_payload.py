"""The door between a host and the hooks: whose payload it is, what is redacted, what plainly worked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from reflexion.hosts.event import Event
from reflexion.hosts.payload import clean, host_of, plainly_worked

# payloads whose fields tell nothing: the next one is asked
UNTOLD = [
    ({"transcript_path": "", "model": "gpt-x"}, "codex"),
    ({"transcript_path": 5, "model": "gpt-x"}, "codex"),
    ({"transcript_path": "", "model": "claude-opus"}, "claude"),
    ({"model": ""}, "claude"),
    ({"model": 5}, "claude"),
    ({"model": 5, "transcript_path": None}, "codex"),
]


@pytest.mark.parametrize("payload, host", UNTOLD)
def test_whose_payload_it_is(payload, host):
    assert host_of(payload, {}) == host


KEY = "AKIAIOSFODNN7EXAMPLQ"
HIDDEN = "[REDACTED]"


def called(**fields) -> Event:
    return Event(command=f"use {KEY}", output=f"{KEY} is wrong", message=KEY, **fields)


def judged(failed):
    return SimpleNamespace(failed=failed, line=f"{KEY} is wrong", call=f"use {KEY}")


def test_of_a_failure_all_texts_are_redacted():
    event = clean(called(verdict=judged(True)), "/shop")
    assert event.command == f"use {HIDDEN}" and event.message == ""
    assert event.output == event.verdict.line == f"{HIDDEN} is wrong"
    assert event.verdict.call == f"use {HIDDEN}"


@pytest.mark.parametrize("verdict", [None, judged(False)], ids=["none", "no failure"])
def test_the_output_of_what_did_not_fail_is_left_alone(verdict):
    event = clean(called(verdict=verdict), "/shop")
    assert event.command == f"use {HIDDEN}" and event.output == f"{KEY} is wrong"


FOLDERS = [
    # the project's root, the folder, what is left of it where "/zoo" is a secret
    ("/zoo/shop", "/zoo/shop/web", "/zoo/shop/web"),
    ("/zoo/shop", "/zoo/shop/a/zoo", "/zoo/shop/a[REDACTED]"),
    ("/zoo/shop", "/zoo/other/zoo", "[REDACTED]/other[REDACTED]"),
    ("", "/zoo/other", "[REDACTED]/other"),
]


@pytest.mark.parametrize("root, folder, left", FOLDERS)
def test_the_project_s_root_is_left_alone(root, folder, left):
    assert clean(Event(cwd=folder), root, ["/zoo"]).cwd == left


WORKED = [
    ({}, True),
    ({"tool": "PowerShell"}, False),
    ({"exit_code": 1}, False),
    ({"exit_code": None}, False),
    ({"interrupted": True}, False),
    ({"output": "make: *** No rule to make target 'release'.  Stop."}, False),
]


@pytest.mark.parametrize("fields, worked", WORKED)
def test_what_plainly_worked(fields, worked):
    event = {"tool": "Bash", "command": "make release; true", "exit_code": 0, "output": "built"}
    assert plainly_worked(Event(**{**event, **fields})) == worked
