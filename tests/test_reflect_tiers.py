"""Tier A and tier B as text: what is added, and that nothing else changes."""

from __future__ import annotations

import pytest

from reflexion.reflect import front_matter, tiers

ROW = {
    "title": "Keep in mind that the vendor API answers 429 after 50 calls a minute.",
    "type": "content",
    "confidence": "high",
    "evidence": [{"line": 3, "quote": "it answers 429"}, {"line": 9, "quote": ""}],
    "keywords": ["429", "vendor"],
}


@pytest.mark.parametrize(
    "before, topic, after",
    [
        ("", "", "## Insights\n\n- New.\n"),
        ("# Memory\n", "API", "# Memory\n\n## API\n\n- New.\n"),
        (
            "## API\n\n- Old.\n\n## Build\n\n- Other.\n",
            "API",
            "## API\n\n- Old.\n- New.\n\n## Build\n\n- Other.\n",
        ),
        ("## API\n## Build\n", "API", "## API\n\n- New.\n## Build\n"),
        ("## API\r\n\r\n- Old.\r\n", "API", "## API\r\n\r\n- Old.\r\n- New.\r\n"),
        ("## API\n- New.\n", "Build", "## API\n- New.\n"),
        ("no final newline", "## API", "no final newline\n\n## API\n\n- New.\n"),
    ],
)
def test_remember(before, topic, after):
    assert tiers.remember(before, "New.", topic) == after


def test_memory_has_room_for_200_lines():
    full = "## A\n" + "- x y\n" * 198
    assert len(tiers.remember(full, "New.", "A").splitlines()) <= 200
    with pytest.raises(front_matter.Unfit):
        tiers.remember(full + "- z\n", "New.", "A")


def test_a_new_file():
    text = tiers.updated("", ROW, "s-1", "2026-03-02", ["api"])
    fields, body = front_matter.split(text)
    assert fields == {
        "date": "2026-03-02",
        "session": ["s-1"],
        "tags": ["api", "content"],
        "keywords": ["429", "vendor"],
        "summary": ROW["title"],
        "sections": ["The vendor API answers 429 after 50 calls a minute"],
    }
    assert (
        body.startswith("\n# The vendor API answers 429")
        and '- line 3: "it answers 429"\n- line 9\n' in body
    )


def test_a_merge_changes_the_front_matter_and_appends():
    old = tiers.updated(
        "", {**ROW, "title": "Send a signed request to the vendor."}, "s-1", "2026-03-02", ["api"]
    )
    new = tiers.updated(
        old,
        {**ROW, "type": "pattern", "keywords": ["429", "limit"]},
        "s-2",
        "2026-04-01",
        ["limits"],
    )
    fields, body = front_matter.split(new)
    assert (fields["date"], fields["session"], fields["tags"], fields["keywords"]) == (
        "2026-04-01",
        ["s-1", "s-2"],
        ["api", "content", "limits", "pattern"],
        ["429", "vendor", "limit"],
    )
    assert fields["sections"] == [
        "Send a signed request to the vendor",
        "The vendor API answers 429 after 50 calls a minute",
    ]
    assert fields["summary"] == "Send a signed request to the vendor. " + ROW["title"]
    assert (
        body.startswith(front_matter.split(old)[1].rstrip("\n"))
        and "\n\n## The vendor API answers 429" in body
    )
    assert tiers.updated(new, ROW, "s-2", "2026-05-01") == new, "it is there already"
    again = tiers.updated(new, ROW, "s-3", "2026-05-01", ["vendor"])
    fields, same = front_matter.split(again)
    assert (fields["session"][-1], fields["tags"][-1]) == ("s-3", "vendor") and same == body
    assert (
        fields["date"] == "2026-05-01"
        and fields["summary"] == front_matter.split(new)[0]["summary"]
    )


def test_a_title_of_somebodys_own_keeps_the_sentence():
    named = {**ROW, "title": "Vendor limits", "sentence": ROW["title"]}
    text = tiers.updated("", named, "s-1", "2026-03-02")
    assert "# Vendor limits\n\nVendor limits\n\n" + ROW["title"] in text


def test_the_summary_is_revised():
    old = tiers.updated(
        "", {**ROW, "title": "Send a signed request to the vendor."}, "s-1", "2026-03-02"
    )
    assert 'summary: "Limits."' in tiers.updated(old, ROW, "s-2", "2026-04-01", summary="Limits.")


@pytest.mark.parametrize("text", ["# No front matter\n", "---\ndate: 2026-01-01\nowner: me\n---\n"])
def test_a_file_that_uses_more_is_left_alone(text):
    with pytest.raises(front_matter.Unfit):
        tiers.updated(text, ROW, "s", "2026-03-02")


@pytest.mark.parametrize(
    "title, name, head",
    [
        ("Keep in mind that X is Y, because of Z.", "x-is-y-because-of-z", "X is Y, because of Z"),
        (
            "Use `a/b.py` for the long thing, since it works.",
            "use-a-b-py-for-the-long-thing",
            "Use `a/b.py` for the long thing",
        ),
        ("../../etc/passwd", "etc-passwd", "../../etc/passwd"),
        ("\u4f60\u597d", "insight", "\u4f60\u597d"),
    ],
)
def test_names(title, name, head):
    assert (tiers.slug(title), tiers.headline(title)) == (name, head)


def test_forget():
    assert (
        tiers.forget("a\r\nb\r\nc", 2, 2) == "a\r\nc" and tiers.forget("a\nb\nc\n", 2, 3) == "a\n"
    )
