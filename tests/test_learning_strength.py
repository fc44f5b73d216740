"""The number that lessons are ranked by."""

import pytest

from reflexion.learning.strength import HALF, PERSON, strength


@pytest.mark.parametrize(
    ("ages", "others", "age", "expected"),
    [
        ([], 0, 0, 0),
        ([0], 0, 0, 1),
        ([0, 0, 0], 0, 0, 3),
        ([HALF], 0, 0, 0.5),
        ([0, 2 * HALF], 0, 0, 1.25),
        ([0], 4, HALF, 3),
        ([], 1_000_000, 0, 1_000_000),
    ],
)
def test_each_meeting_counts_one_and_fades(ages, others, age, expected):
    assert strength(ages, others, age, by_person=False) == expected
    assert strength(ages, others, age, by_person=True) == PERSON * expected
