"""Prompts of every kind of project that no learning fits: at least 96 of 100 are left alone."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "bench"))

from silence import own_prompts, own_store, spoken  # noqa: E402


def test_prompts_that_nothing_fits_are_left_alone(tmp_path):
    prompts = own_prompts()
    found = spoken(own_store(), prompts, tmp_path)
    assert len(prompts) >= 300 and len(found) <= 0.04 * len(prompts), found


def test_what_fits_is_said(tmp_path):
    entries = own_store()
    asked = [entry["trigger"] for entry in entries if entry["type"] == "error"]
    assert len(spoken(entries, asked, tmp_path)) >= 0.9 * len(asked)
