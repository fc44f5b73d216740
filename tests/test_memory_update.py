"""An update ships its own MEMORY.md: the user's learnings and wording stay, new defaults come in."""

from __future__ import annotations

import pytest
from memory_files import LEARNING

from reflexion.memory import blocks
from reflexion.memory.merging import duplicate, merged, parts


def block(
    id="RFX-20260301-a7f03c",
    content="Wait for the rollout with `--wait`.",
    triggers="helm, rollout, wait",
):
    return "\n".join(
        blocks.block(
            {**LEARNING, "id": id, "resolution": content, "keywords": triggers.split(", ")}, "0" * 8
        )
    )


def section(*made):
    return "\n\n".join([blocks.BEGIN, *made, blocks.END])


@pytest.mark.parametrize(
    "other, same",
    [
        (block(content="Something else entirely.", triggers="a, b"), True),  # the id
        (
            block("RFX-20260301-bbbbbb", "Wait for the rollout with `--wait`. And longer.", "x, y"),
            True,
        ),  # contained
        (
            block("RFX-20260301-bbbbbb", "Use the wait flag.", "helm, rollout, timeout"),
            True,
        ),  # keywords
        (block("RFX-20260301-bbbbbb", "Use the wait flag.", "helm, timeout, slow"), False),
        (block("RFX-20260301-bbbbbb", "Wait", "q, r"), False),
        (block("RFX-20260301-bbbbbb", "", ""), False),
    ],
)
def test_duplicates(other, same):
    one, two = (blocks.blocks(text.splitlines())[0] for text in (block(), other))
    assert duplicate(one, two) is duplicate(two, one) is same


def test_users_learnings_stay_defaults_are_added_and_the_users_wording_wins():
    user = "# Notes\n\nmine, all mine\n\n" + section(
        block(content="My own wording of it, with --wait.")
    )
    shipped = "# Notes\n\nnew default prose\n\n" + section(
        block("RFX-20260301-bbbbbb", "Their wording.", "helm, rollout, wait"),
        block("RFX-20260301-cccccc", "Pin the chart version.", "chart, version"),
    )
    text = merged(user, shipped)
    assert (
        "My own wording" in text
        and "Their wording" not in text
        and "Pin the chart version." in text
    )
    assert "mine, all mine" in text and "new default prose" in text and text.count("# Notes") == 1
    assert (
        merged(text, shipped) == text
        and merged(user, "").count("My own wording") == 1
        and "Pin the" in merged("", shipped)
    )


def test_defaults_outside_the_markers():
    user = (
        "### Pin charts\nPin the chart version, also in CI.\n- **Triggers:** chart, version, pin\n"
    )
    shipped = "### Pin charts\nPin the chart version.\n- **Triggers:** chart, version, pin\n\n### Use namespaces\nOne each.\n"
    text = merged(user, shipped)
    assert (
        "also in CI" in text and text.count("### Pin charts") == 1 and "### Use namespaces" in text
    )


def test_parts_keep_a_block_together():
    found = parts("a\nb\n\nc\n\n### d\n\ne\n\n## f\ng\n")
    assert ["\n".join(part.raw) for part in found] == ["a\nb", "c", "### d\n\ne", "## f\ng"]
