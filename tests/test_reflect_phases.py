"""What was chosen is checked: evidence is looked up, not believed."""

from __future__ import annotations

import json

import pytest

from reflexion.reflect.evidence import holds, missing

LINE = json.dumps(
    {"message": {"content": 'We decided:\nkeep the caf\u00e9 menu in Redis, said "Ann", key=abc'}}
).encode()


@pytest.mark.parametrize(
    "quote, there",
    [
        ("keep the caf\u00e9 menu in Redis", True),
        ("We decided: keep the menu", True),
        ("said 'Ann', key=[REDACTED]", True),
        ("", True),
        ("purple", True),
        ("purple elephants in the menu", False),
        ("the customer wants Kafka", False),
    ],
)
def test_holds(quote, there):
    assert holds(LINE, quote) is there


def test_missing(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_bytes(b"x\n" * 3 + LINE + b"\nnot json keep redis menu")

    def row(*evidence):
        return {"evidence": [{"line": line, "quote": quote} for line, quote in evidence]}

    found = missing(
        str(path),
        [
            row((4, "keep the menu"), (5, "keep redis menu")),
            row(),
            row((4, "no such words here")),
            row((6, "")),
            row((0, "")),
            row((10**9, "")),
        ],
    )
    assert [(place, line) for place, line, _ in found] == [
        (1, 0),
        (2, 4),
        (3, 6),
        (4, 0),
        (5, 10**9),
    ]
