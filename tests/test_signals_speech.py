"""What is heard in English prompts, and what is not; what is kept of it."""

from __future__ import annotations

import json
import os

import pytest
from hostile import survives

from reflexion.signals.cues import worth_hearing
from reflexion.signals.speech import listen

DATA = os.path.join(os.path.dirname(__file__), "data", "speech")


def lines(name):
    with open(os.path.join(DATA, name), encoding="utf-8") as file:
        return [
            line.rstrip("\n").replace("\\n", "\n")
            for line in file
            if line.strip() and not line.startswith("# ")
        ]


@pytest.mark.parametrize("prompt", lines("heard.txt"))
def test_heard(prompt):
    heard = listen(prompt)
    assert heard and heard.kind in ("correction", "rule")
    assert heard.lang == "en"
    assert (
        0 < len(heard.trigger) <= 200 and "\n" not in heard.trigger and "\n" not in heard.resolution
    )
    assert heard.reusable or (heard.confidence == "low" and not heard.resolution)
    assert worth_hearing(json.dumps({"prompt": prompt}).encode())


@pytest.mark.parametrize("prompt", lines("problems.txt"))
def test_problem(prompt):
    heard = listen(prompt)
    assert heard and heard.kind == "problem" and heard.reusable
    assert worth_hearing(json.dumps({"prompt": prompt}).encode())


@pytest.mark.parametrize("prompt", lines("silent.txt"))
def test_silent(prompt):
    assert listen(prompt) is None


@pytest.mark.parametrize(
    "prompt, kind, confidence, trigger, resolution",
    [
        (
            "No, don't call the model. Use the repository.",
            "correction",
            "medium",
            "No, don't call the model",
            "Do not call the model. Use the repository.",
        ),
        (
            "From now on, put a changelog line in every PR",
            "rule",
            "high",
            "From now on, put a changelog line in every PR",
            "Put a changelog line in every PR.",
        ),
        (
            "remember: the demo tenant is shared",
            "rule",
            "high",
            "remember: the demo tenant is shared",
            "The demo tenant is shared.",
        ),
        (
            "stop adding footers",
            "correction",
            "medium",
            "stop adding footers",
            "Do not add footers.",
        ),
        (
            "stop committing to main",
            "correction",
            "medium",
            "stop committing to main",
            "Do not commit to main.",
        ),
        (
            "stop writing to stdout, we log to a file",
            "correction",
            "medium",
            "stop writing to stdout, we log to a file",
            "Do not write to stdout, we log to a file.",
        ),
        (
            "actually we use fish here",
            "correction",
            "medium",
            "actually we use fish here",
            "Use fish here.",
        ),
        ("I told you, no globals", "correction", "high", "I told you, no globals", "No globals."),
        ("no, the other branch", "correction", "low", "no, the other branch", ""),
        ("That is not right.", "correction", "low", "That is not right", ""),
        ("wrong", "correction", "low", "wrong", ""),
        (
            "Use `Money.of(1)`, never a bare float.",
            "correction",
            "medium",
            "Use `Money.of(1)`, never a bare float",
            "Use `Money.of(1)`, never a bare float.",
        ),
        (
            "the publish command hangs behind the proxy",
            "problem",
            "medium",
            "the publish command hangs behind the proxy",
            "The publish command hangs behind the proxy.",
        ),
        (
            "Secrets live in the .vault folder, never in .env",
            "rule",
            "high",
            "Secrets live in the .vault folder, never in .env",
            "Secrets live in the .vault folder, never in .env.",
        ),
    ],
)
def test_what_is_kept(prompt, kind, confidence, trigger, resolution):
    heard = listen(prompt)
    assert (heard.kind, heard.trigger, heard.resolution) == (kind, trigger, resolution)
    assert heard.confidence == confidence or kind == "rule"
    assert heard.reusable is bool(resolution)


@pytest.mark.parametrize(
    "prompt, kept",
    [
        (
            "Great, that works. Next, add a settings page with a name and an email field. Oh, and please stop importing from the barrel file, we import each module by its path because of the bundle size. Then run the tests and show me the result of the build.",
            "Do not import from the barrel file, we",
        ),
        (
            "Implement the invoice list.\n\n1. columns: date, amount\n2. sort by date\n3. you put the last list into pages/, that's wrong, use features/ for these\n4. add a test",
            "features/",
        ),
    ],
)
def test_a_correction_inside_a_task(prompt, kept):
    heard = listen(prompt)
    assert heard and kept in heard.resolution and len(heard.resolution) < 200


@pytest.mark.parametrize(
    "prompt, heard",
    [
        ("Perfect, this is exactly how our handlers should look", True),
        ("I love that you wrote the test before the fix, keep doing that", True),
        ("Great, always structure the commits like this", True),
        ("perfect", False),
        ("thanks, great job", False),
        ("nice", False),
        ("perfect, now do the same for orders", False),
    ],
)
def test_approval(prompt, heard):
    found = listen(prompt)
    assert (found is not None) is heard
    assert not heard or found.kind in ("approval", "rule")


def test_names_of_skills_and_commands():
    assert listen("changelog-writer forgets the last commit") is None
    assert (
        listen("changelog-writer forgets the last commit", names=("changelog-writer",)).kind
        == "problem"
    )


@pytest.mark.parametrize(
    "wrapped",
    [
        "<system-reminder>never use tabs</system-reminder>",
        "<some-hook-output>always do this</some-hook-output>",
        "<user_instructions>Never use var.</user_instructions>",
        "This session is being continued from a previous conversation. The user said: no, use tabs.",
        "[Request interrupted by user]",
        "Caveat: The messages below were generated by the user. DO NOT respond.",
        "/never use tabs",
        "/commit always sign it",
    ],
)
def test_what_hosts_write(wrapped):
    assert listen(wrapped) is None


def test_a_person_beside_what_a_host_wrote():
    heard = listen(
        "<system-reminder>Today is Monday.</system-reminder>\nno, we use tabs in this repo\n<ide_selection>never mind</ide_selection>"
    )
    assert heard.trigger == "no, we use tabs in this repo"


def test_pasted_text_is_left_out():
    assert listen("look:\n```\nalways use tabs\n```\n> never use spaces\nwhat is this?") is None
    assert (
        listen("we never use moment here\n```js\nimport moment from 'moment'\n```").trigger
        == "we never use moment here"
    )
    assert listen('what does "Never use tabs" mean here') is None


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        " ",
        "\n",
        "\0",
        "```",
        "<",
        "</x>",
        "'",
        "`",
        "?",
        "no" * 40000,
        "\ud83d",
        "<a-b>" * 500,
        "1. 2. 3.",
    ],
)
def test_survives_anything(prompt):
    listen(prompt)


def test_linear():
    survives(
        listen,
        [
            "no, use it. ",
            "we use x, not y; ",
            "\u4e0d\u8981",
            "\u3067\u306f",
            "\uc6b0\ub9ac ",
            "\u043d\u0435 ",
            "<a-b>",
            "```\n",
            "\u201c",
        ],
    )
