"""What was decided about insights: what is read of it, and what is refused."""

import pytest

from reflexion.reflect.decisions import Wrong, read


def test_a_sentence_alone_creates_a_learning():
    (decision,) = read([{"sentence": "Run `make dist`."}])
    assert decision.sentence == "Run `make dist`."
    assert (decision.number, decision.target, decision.type, decision.skill) == (1, "", "", "")


def test_skipped_insights_are_left_out_and_the_others_keep_their_number():
    rows = [{"action": "skip"}, {"action": "update", "for": "a7f03c", "sentence": "x"}]
    (decision,) = read({"decisions": rows})
    assert (decision.number, decision.target) == (2, "a7f03c")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("create", "a list of objects"),
        ({"action": "create"}, "a list of objects"),
        (["create"], "a list of objects"),
        ([{"action": "replace"}], "decision 1: action must be one of"),
        ([{"action": "skip"}, {"type": "error"}], "decision 2: type must be one of"),
        ([{"sentence": ["x"]}], "decision 1: sentence must be text"),
        ([{"for": 3}], "decision 1: for must be text"),
        ([{"action": "update", "sentence": "x"}], "an update names its learning"),
    ],
)
def test_what_cannot_be_carried_out_is_refused_as_a_whole(value, why):
    with pytest.raises(Wrong, match=why):
        read(value)
