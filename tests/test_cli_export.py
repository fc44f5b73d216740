"""export: one JSON document."""

from __future__ import annotations

import json

from cli_tools import cli  # noqa: F401 (a fixture)
from test_store_merge import BASE
from two_learnings import OTHER, done, entries, filled  # noqa: F401 (a fixture among them)


def test_an_export_stays_valid_whatever_is_redacted(filled):
    done(filled, "trust")
    done(filled, "config", "set", "redact", "Run.*")
    exported = json.loads(done(filled, "export"))["entries"]
    assert [entry["resolution"] for entry in exported] == ["", "[REDACTED]"] and exported[0][
        "trigger"
    ] == BASE["trigger"]
