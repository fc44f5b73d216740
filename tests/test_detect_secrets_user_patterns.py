"""Patterns of the settings `redact` and `ignore`."""

import pytest

from reflexion.detect.secrets import MARK, check_patterns, matches, redact

USABLE = [
    r"corp-[a-z]+-[0-9]{8}",
    r"(?i)door\s*=\s*\S+",
    r"(?:foo|bar)-\d+",
    r"x[^\"]*\"",
    r"(?<=badge )\d+",
    r"(?<!un)locked-[a-z]+",
    r"\bT-[0-9A-F]{4}(?:-[0-9A-F]{4}){3}\b",
    r"https?://intranet\.\S+",
    r"[(*+]x[)]+",
]
UNUSABLE = [
    ("", "no regular expression"),
    ("a" * 201, "at most 200 characters"),
    ("(", "missing )"),
    ("*", "nothing to repeat"),
    ("x*", "matches the empty text"),
    (r"(a+)+$", "could take long"),
    (r"(a|a)*b", "could take long"),
    (r"(a{1,3})+b", "could take long"),
    (r"((a)+b?)+c", "could take long"),
    (r"\s+\s+\s+\s+x", "could take long"),
    (r"(\w)\1", "could take long"),
    ("a?" * 30 + "a" * 30, "could take long"),
]
SLOW = [r".*.*=", r"\w*\w*\w*!", r"[a-z]+X", r"(?i)a\s*=\s*\S+b"]


@pytest.mark.parametrize("pattern", [r"\b", "(?=npm)"])
def test_a_pattern_that_matches_nothing_but_a_place_has_no_effect(pattern):
    assert not matches("npm test", [pattern])
    assert redact("npm test", [pattern]) == "npm test"


@pytest.mark.parametrize("pattern", USABLE)
def test_nothing_is_wrong_with_a_usable_pattern(pattern):
    assert check_patterns([pattern]) == ""


@pytest.mark.parametrize("pattern, problem", UNUSABLE)
def test_an_unusable_pattern_is_named_and_not_applied(pattern, problem):
    told = check_patterns(["fine", pattern])
    assert repr(pattern)[:70] in told
    assert problem in told
    assert redact("a" * 5000 + " text", [pattern]) == "a" * 5000 + " text"


def test_there_are_at_most_thirty_patterns():
    assert "more than 30" in check_patterns(["abc"] * 31)
    assert check_patterns([]) == ""


@pytest.mark.parametrize(
    "text, pattern, clean",
    [
        ("id acme-0042-zz", r"acme-\d+-\w\w", f"id {MARK}"),
        ("door code: 4711!", r"door code: (\d+)", f"door code: {MARK}!"),
        ("badge: zz-top, 9", r"(?<=badge: )\S+(?=,)", f"badge: {MARK}, 9"),
        ("a\nblue door\nb", "blue door", f"a\n{MARK}\nb"),
        ("x" * 5000 + " door=z9", r"door=\S+", "x" * 5000 + f" {MARK}"),
        ("door=" + "q" * 3000 + " end", r"(?i)door\s*=\s*\S+", f"{MARK} end"),
    ],
)
def test_what_a_pattern_matches_is_redacted(text, pattern, clean):
    assert redact(text, [pattern]) == clean


@pytest.mark.parametrize("pattern", SLOW)
@pytest.mark.parametrize("piece", ["a", "a=", "a a ", "ab\n"])
def test_a_slow_pattern_never_leaves_what_it_was_not_held_against(pattern, piece, monkeypatch):
    monkeypatch.setattr("reflexion.detect.secrets.BUDGET", 0.01)
    assert check_patterns([pattern]) == ""
    clean = redact(piece * 10_000 + "\nvault-4711", [pattern, r"vault-\d+"])
    assert "vault-4711" not in clean


def test_matches():
    assert matches("make deploy", ["^make"])
    assert not matches("cmake deploy", ["^make"])
    assert not matches("make deploy", [])
