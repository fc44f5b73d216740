"""A draft learning: texts and keywords as every source hands them to the store."""

from __future__ import annotations

import pytest

from reflexion.capture.record import draft

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3


def test_what_was_typed_keeps_its_brackets():
    text = "use <b>x</b> here"
    typed = draft("correction", text, text, text, typed=True)
    plain = draft("correction", text, text, text)
    assert typed["trigger"] == typed["resolution"] == text
    assert typed["context"] == plain["context"] == plain["trigger"] == plain["resolution"] != text


@pytest.mark.parametrize("type, is_found", [("error", True), ("correction", False)])
def test_a_correction_is_found_by_its_words_alone(type, is_found):
    assert ("quokka" in draft(type, "boom", "quokka install")["keywords"]) is is_found


def test_keywords_that_are_given():
    words = ["x" * 60, "y" * 61, "Two\nlines", " ", TOKEN, f"Login {TOKEN}"]
    found = draft("error", "boom", keywords=words)["keywords"]
    assert found[:2] == ["x" * 60, found[1]] and len(found[1]) == 60 and found[1][:50] == "y" * 50
    assert "two lines" in found and "" not in found and "boom" in found
    assert not any(TOKEN.lower() in word or word == "[redacted]" for word in found)


def test_further_secrets_and_further_fields():
    made = draft("error", "boom hunter2", cwd="src", extra=["hunter2"], source="hook")
    assert "hunter2" not in str(made) and (made["cwd"], made["source"]) == ("src", "hook")
    assert draft("error", "boom")["cwd"] == "."
