"""What hosts put around the words of a person and of a program."""

import pytest

from reflexion.hosts.reading import (
    call_failed,
    prompted,
    was_stopped,
    without_frames,
)

STOPPED = [
    ("[Request interrupted by user for tool use]", True),
    ("<tool_use_error>Cancelled: parallel tool call Bash errored</tool_use_error>", True),
    ("Error: The user doesn't want to proceed with this tool use.", True),
    ("PreToolUse:Bash hook error", True),
    ("[Operation Cancelled] Reason: Operation cancelled by user", True),
    ("error: the user doesn't want to pay", False),
    ("denied by the remote", False),
    ("", False),
]


@pytest.mark.parametrize("words, expected", STOPPED)
def test_the_host_says_that_it_stopped_a_call(words, expected):
    assert was_stopped(words) == expected


def test_an_interruption_may_stand_behind_a_few_words():
    assert was_stopped("some output\n[Request interrupted by user]")
    assert not was_stopped("x" * 300 + "[Request interrupted by user]")


STATUSES = [
    ("Exit code 1\nboom", (1, "boom")),
    ("Exit code 143\nCommand timed out", (143, "Command timed out")),
    ("Exit code 1", (1, "")),
    ("Exit code one\nboom", (None, "Exit code one\nboom")),
    ("<tool_use_error>no such file</tool_use_error>", (None, "no such file")),
    ("boom\nExit code 1", (None, "boom\nExit code 1")),
]


@pytest.mark.parametrize("error, expected", STATUSES)
def test_the_status_stands_in_the_first_line_of_an_error(error, expected):
    told = call_failed({"error": error}, {"tool": "Bash"})
    assert (told["exit_code"], told["output"]) == expected


BLOCKS = [
    ("<hook_prompt>x</hook_prompt>go", "go"),
    ("go <hook_prompt k='1'>x</hook_prompt>on", "go on"),
    ("<hook_prompt>x</hook_prompt><hook_context>y</hook_context>z", "z"),
    ("go <hook_prompt>never closed", "go "),
    ("<c>x</c>", "<c>x</c>"),
]


@pytest.mark.parametrize("prompt, left", BLOCKS)
def test_blocks_of_the_host_are_taken_out_of_a_prompt(prompt, left):
    assert without_frames(prompt) == left


def test_a_megabyte_of_openings_is_read_at_once():
    assert without_frames("<hook_prompt>" * 300_000 + "x") == ""
    assert without_frames("<hook_prompt></hook_prompt>" * 150_000 + "x") == "x"


TYPED = [
    ("<hook_prompt>done</hook_prompt>", "", True),
    ("  <hook_prompt>done</hook_prompt>\n", "", True),
    ("<reflexion-ask>why</reflexion-ask>", "<reflexion-ask>why</reflexion-ask>", True),
    ("<hook_prompt>done</hook_prompt> and go on", "and go on", False),
    ("<div> does not render", "<div> does not render", False),
    ("", "", True),
]


@pytest.mark.parametrize("prompt, typed, is_machine", TYPED)
def test_what_somebody_typed_of_a_prompt(prompt, typed, is_machine):
    found = prompted(prompt)
    assert (found["prompt"], found["machine"]) == (typed, is_machine)


SKILLS = [
    ("/deploy", "deploy"),
    ("/deploy to staging", "deploy"),
    ("$deploy now", "deploy"),
    ("/reflexion:status", "reflexion:status"),
    ("/usr/bin/env", ""),
    ("/ deploy", ""),
    ("/-x", ""),
    ("deploy", ""),
    ("/" + "x" * 300, ""),
    ("/", ""),
]


@pytest.mark.parametrize("prompt, name", SKILLS)
def test_a_prompt_may_begin_with_a_skill(prompt, name):
    assert prompted(prompt)["skill"] == name
