"""The gate lets through whatever could be heard."""

from __future__ import annotations

import json
import os
import re

import pytest

from reflexion.signals.cues import SMALL_TALK, worth_hearing
from reflexion.signals.speech import cues, decide, languages, match

WORDS = frozenset(word.decode() for word in SMALL_TALK) | {",", ".", "!", "?"}
CODES = sorted(
    name[:-3]
    for name in os.listdir(os.path.dirname(languages.__file__))
    if re.fullmatch(r"[a-z]{2}\.py", name)
)


def could_match(line, classes):
    """Has every word that the pattern needs a counterpart in small talk?"""
    for kind, options, affixes, optional in match.compiled(line, classes)[0]:
        if kind != "w" or optional or "$" in options or not options.isdisjoint(WORDS):
            continue
        prefixes, endings = affixes or ((), ())
        if not any(
            word.startswith(prefixes) or word.endswith(endings)
            for word in WORDS
            if prefixes or endings
        ):
            return False
    return True


@pytest.mark.parametrize("code", CODES)
def test_no_pattern_is_made_of_small_talk(code):
    tongue = cues.load(code)
    if tongue.by_parts:
        return
    found = {
        cue: [
            line
            for line in tongue.cues.get(cue, "").split("\n")
            if line.strip() and could_match(line, tongue.classes)
        ]
        for cue in [*decide.WEIGHTS, "tool", "command", "praise", "likethis"]
    }
    if found.pop("praise") and found["likethis"]:
        pytest.fail("praise")
    found.pop("likethis")
    assert {cue: lines for cue, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "prompt, worth",
    [
        ("ok", False),
        ("Yes, continue!", False),
        ("fix the test", False),
        ("thanks", False),
        ("", False),
        ("/compact keep the plan", False),
        ("what does the parser show?", False),
        ("no, the other file", True),
        ("wrong", True),
        ("use tabs", True),
        ("/etc/hosts is wrong", True),
        ("вот так", True),
        ("ok\nno tabs", True),
        ("never", True),
        ("we use pnpm here", True),
        (
            "add the file to the list and the login page and the cart and the dialog and the form and the parser and the docs and the api and the app",
            True,
        ),
    ],
)
def test_worth_hearing(prompt, worth):
    assert worth_hearing(prompt.encode()) is worth
    assert (
        worth_hearing(
            json.dumps(
                {
                    "session_id": "s",
                    "hook_event_name": "UserPromptSubmit",
                    "prompt": prompt,
                    "cwd": "/x",
                }
            ).encode()
        )
        is worth
    )
    assert (
        worth_hearing(
            json.dumps({"prompt": prompt}, ensure_ascii=False, separators=(",", ":")).encode()
        )
        is worth
    )


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'{"prompt"',
        b'{"prompt":',
        b'{"prompt": "no',
        b'{"prompt": 5}',
        b"\xff\xfe",
        b'{"prompt": null, "x": "always"}',
    ],
)
def test_survives(raw):
    assert worth_hearing(raw) in (True, False)
