"""Settings: whose value counts, which values do, and what is said of the others."""

from __future__ import annotations

import json

import pytest

from reflexion.store import settings


def load(tmp_path, project, home=None):
    problems = []
    for name, value in (("project", project), ("home", home)):
        (tmp_path / name).mkdir(exist_ok=True)
        if value is not None:
            (tmp_path / name / "config.json").write_text(
                value if isinstance(value, str) else json.dumps(value)
            )
    return settings.load([str(tmp_path / "project"), str(tmp_path / "home")], problems), [
        what for _, what in problems
    ]


def test_project_then_home_then_default(tmp_path):
    found, problems = load(tmp_path, {"max_rules": 5}, {"max_rules": 9, "max_recalled": 1})
    assert (found["max_rules"], found["max_recalled"], found["tools"], problems) == (
        5,
        1,
        ["Bash"],
        [],
    )


WRONG = [
    ("enabled", 1),
    ("max_rules", True),
    ("max_rules", -1),
    ("max_rules", "5"),
    ("announce", "loud"),
    ("warn_before", 1),
    ("warn_before", "yes"),
    ("ask_agent", 99),
    ("promote", "later"),
    ("brief_chars", True),
    ("tools", "Bash"),
    ("ignore", ["x" * 201]),
    ("ignore", ["x"] * 51),
    ("ignore", [1]),
    ("ignore", {"x": 1}),
    ("routes", ["payments: " + "x" * 991]),
    ("routes", ["payments: x"] * 51),
    ("routes", ["payments:"]),
    ("routes", ["payments"]),
    ("max_rules", 201),
    ("max_rules", 1.5),
    ("promote_after", 0),
    ("reflect_with", "model -p"),  # by the home store alone
    ("promote_to", ["/etc/rules.md"]),
    ("promote_to", ["CLAUDE.md", "Makefile"]),
    ("promote_to", ["../CLAUDE.md"]),
    ("promote_to", ["~else/CLAUDE.md"]),
    ("promote_to", [".reflexion/x.md"]),
    ("promote_to", ["a\\..\\..\\b.md"]),
    ("confidence_threshold", None),
]

TAKEN = [
    ("ask_agent", True, 3),  # true or false in older files
    ("ask_agent", False, 0),
    ("ask_agent", 1, 1),
    ("warn_before", "deny", "deny"),
    ("warn_before", False, False),
    ("promote", "ask", "ask"),
    ("announce", "learned", "learned"),
    ("brief_chars", 0, 0),
    ("max_rules", 200, 200),
    ("promote_after", 1, 1),
    ("ignore", [], []),
    ("ignore", ["x" * 200] * 50, ["x" * 200] * 50),
    ("routes", ["payments: " + "x" * 990], ["payments: " + "x" * 990]),
    ("promote_to", ["docs/RULES.MDC", "~.md"[1:]], ["docs/RULES.MDC", ".md"]),
    ("tools", ["Bash", "Write"], ["Bash", "Write"]),
    ("cite", True, True),
]


def test_values_that_are_taken(tmp_path):
    for name, value, expected in TAKEN:
        found, problems = load(tmp_path, {name: value})
        got = found[name]
        assert (got, type(got), problems) == (expected, type(expected), []), name


@pytest.mark.parametrize("name, value", WRONG)
def test_a_wrong_value_is_reported_and_falls_back(tmp_path, name, value):
    found, problems = load(tmp_path, {name: value})
    assert found[name] == settings.load([])[name]
    assert len(problems) == 1 and problems[0].startswith(name)


def test_unknown_settings_are_named(tmp_path):
    assert load(tmp_path, {"colour": 1})[1] == ["colour: unknown setting"]


@pytest.mark.parametrize("text", ["{", "[]", "[" * 50000, "\x00"])
def test_a_broken_file_means_defaults(tmp_path, text):
    found, problems = load(tmp_path, text)
    assert found == settings.load([]) and len(problems) == 1


def test_a_program_is_named_by_the_home_store_alone(tmp_path):
    for value, fine in (("x" * 200, True), ("x" * 201, False), ("a\nb", False), (["a"], False)):
        found, problems = load(tmp_path, None, {"reflect_with": value})
        assert (found["reflect_with"] == value) is fine and bool(problems) is not fine
    found, problems = load(tmp_path, {"reflect_with": "evil"}, {"reflect_with": "model -p"})
    assert found["reflect_with"] == "model -p"
    assert problems == [
        "reflect_with: read from the home store's file only, for it names a program to run"
    ]


RENAMED = [
    # what the file holds, the setting as it is called now, what is said of it
    ({"citations": True}, True, []),
    ({"citations": True, "cite": False}, False, []),
    ({"cite": True}, True, []),
    ({"citations": 3}, False, ["cite: must be true or false; the default is used"]),
]


@pytest.mark.parametrize("project, expected, said", RENAMED)
def test_a_setting_goes_by_its_name_of_old(tmp_path, project, expected, said):
    found, problems = load(tmp_path, project)
    assert (found["cite"], problems) == (expected, said)


SAID = [
    ("warn_before", 1, "must be true, false or deny"),
    ("enabled", 1, "must be true or false"),
    ("max_rules", 201, "must be from 0 to 200"),
    ("max_rules", "1", "must be a whole number"),
    ("announce", "loud", "must be one of all, learned, rules, none"),
    ("reflect_with", 1, "must be a command line"),
    ("ignore", ["x" * 201], "at most 50 patterns of at most 200 characters"),
]


@pytest.mark.parametrize("name, value, why", SAID)
def test_what_is_wrong_is_said(name, value, why):
    assert settings.wrong(name, value) == why


@pytest.mark.parametrize("size, is_read", [(64 * 1024, True), (64 * 1024 + 1, False)])
def test_how_large_a_file_may_be(tmp_path, size, is_read):
    path = tmp_path / "config.json"
    path.write_text('{"max_rules": 5}'.ljust(size))
    problems = []
    assert settings.read(str(path), problems) == ({"max_rules": 5} if is_read else {})
    assert (
        settings.read(str(path)) == settings.read(str(path), []) and bool(problems) is not is_read
    )
    assert settings.read(str(tmp_path / "none"), problems) == {}


def test_a_default_is_nobody_s_to_change():
    settings.load([])["tools"].append("Write")
    assert settings.load(["", ""])["tools"] == ["Bash"]
