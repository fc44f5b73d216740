"""How one works: told from tasks, bug reports and corrections."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.signals.preferences import introduces, is_preference, preference

WHO = [
    (
        "I'm a backend engineer, explain frontend by analogy",
        "The user is a backend engineer: explain frontend by analogy.",
    ),
    (
        "I\u2019m a data scientist, so keep the CSS explanations short.",
        "The user is a data scientist: keep the CSS explanations short.",
    ),
    ("hi, I'm a senior frontend developer", "The user is a senior frontend developer."),
    (
        "I'm new to Rust. Explain ownership when it matters",
        "The user is new to Rust: Explain ownership when it matters.",
    ),
    ("I am the DBA", "The user is the DBA."),
]
NOBODY = [
    "I'm a bit confused",
    "I am a developer trying to add a login, write the form",
    "he said I'm a designer",
    "what if I'm a developer?",
    "explain frontend",
    "im stuck",
    "I'm the admin of the account in this test, log me in",
    "I'm a developer " + "x " * 400,
    "",
    "As a user I'm a member",
]


@pytest.mark.parametrize("prompt, resolution", WHO)
def test_who_the_user_is(prompt, resolution):
    assert introduces(prompt) and preference(prompt)[1] == resolution


@pytest.mark.parametrize("prompt", NOBODY)
def test_tasks_and_talk_are_no_introduction(prompt):
    assert preference(prompt) is None


@pytest.mark.parametrize(
    "trigger, is_one",
    [
        ("we use pnpm", True),
        ("I prefer tabs", True),
        ("Our stack is Django and htmx.", True),
        ("please answer in German", True),
        ("call me Sam", True),
        ("keep your answers short", True),
        ("no, we use yarn", False),
        ("We use pnpm in this repo, not npm.", False),
        ("always run the tests", False),
        ("dates are always UTC here", False),
        ("stop adding comments", False),
        ("", False),
    ],
)
def test_habits_and_corrections(trigger, is_one):
    assert is_preference(trigger) is is_one


def test_a_megabyte_is_survived():
    survives(preference, extra=["I'm a ", "I'm a b "], ceiling=10)
    survives(
        lambda text: (is_preference(text), is_preference(text[:300]), preference(text[:300])),
        extra=["we use ", "I'm a b ", "explain "],
        ceiling=10,
    )


@pytest.mark.parametrize(
    "prompt, type_, category",
    [
        ("we use pnpm", "insight", "preference"),
        ("I'm a backend engineer, explain frontend by analogy", "insight", "preference"),
        ("no, use yarn instead of npm here", "correction", None),
    ],
)
def test_what_is_stored(box, prompt, type_, category):
    box.prompt(prompt, "capture")
    (entry,) = box.entries()
    assert (entry["type"], entry.get("category"), entry["source"]) == (type_, category, "prompt")


def test_a_prompt_files_its_learning_under_the_skill_it_names(box):
    skill = box.root / ".claude" / "skills" / "detector"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text("---\nname: detector\ndescription: Finds things\n---\n")
    box.prompt("the detector skill doesn't catch double negations", "capture")
    box.prompt("the planner skill doesn't save its plan", "capture", session="s2")
    box.prompt("the planner agent ignores the public holidays", "capture", session="s3")
    assert [
        entry.get("skill") for entry in sorted(box.entries(), key=lambda entry: entry["trigger"])
    ] in (["detector", "planner", None], ["detector", None, "planner"])
