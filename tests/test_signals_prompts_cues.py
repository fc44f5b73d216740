"""Every row of the tables of prompts decides a case: without it the case is decided otherwise."""

from __future__ import annotations

import os
import sys

import pytest

from reflexion.signals.prompts import human_text
from reflexion.signals.prompts.classify import STORE, is_preference, judge
from reflexion.signals.prompts.human_text import PHRASES, spoken
from reflexion.signals.prompts.scorer import cues, tidy
from reflexion.signals.prompts.wording import directive

DIRECTIVE = "use tabs, not spaces"
# class -> a prompt that a row of it decides, and whether the prompt is stored because of it
CASES = {
    "lasting": ("{} " + DIRECTIVE, True),
    "remember": ("{} the archive is read only", True),
    "always": ("{} " + DIRECTIVE, True),
    "ours": ("{} tabs, not spaces", True),
    "told": ("{} " + DIRECTIVE, True),
    "refusal": ("{}, " + DIRECTIVE, True),
    "polite": ("{} always " + DIRECTIVE, True),
    "fact": ("no, the tests {} tests/unit", True),
    "moment": ("from now on " + DIRECTIVE + " {}", False),
    "unsure": ("from now on " + DIRECTIVE + " {}", False),
    "question": ("{} " + DIRECTIVE + " from now on", False),
}
RULES = (*CASES, "habit")
TRAINING = os.path.join(os.path.dirname(__file__), "training")


def decided(case: str) -> tuple:
    """(is it stored, as what)."""
    return judge(case)[0] == STORE, directive(case)


def without(monkeypatch, kind: str, phrase: str) -> None:
    monkeypatch.setitem(cues(), kind, [one for one in cues()[kind] if one != phrase])


@pytest.mark.parametrize("kind", CASES)
def test_each_cue_of_the_rule_decides_whether_its_case_is_stored(kind, monkeypatch):
    text, stored = CASES[kind]
    wrong = []
    for phrase in list(cues()[kind]):
        case = text.format(phrase.strip())
        with monkeypatch.context() as patch:
            before = decided(case)
            without(patch, kind, phrase)
            if before[0] is not stored or decided(case) == before:
                wrong.append(f"{kind}\t{phrase}")
    assert wrong == []


def test_each_habit_makes_a_preference(monkeypatch):
    wrong = []
    for phrase in list(cues()["habit"]):
        case = phrase.strip() + " tabs in the sources"
        with monkeypatch.context() as patch:
            right = is_preference(case)
            without(patch, "habit", phrase)
            wrong += [phrase] if not right or is_preference(case) else []
    assert wrong == []


def test_each_other_cue_stands_in_an_example_of_the_training():
    sys.path.insert(0, TRAINING)
    try:
        import fit_prompts
    finally:
        sys.path.remove(TRAINING)
    tidied = [tidy(text) for text, _ in fit_prompts.examples()]
    wrong = [
        f"{kind}\t{phrase}"
        for kind in cues()
        for phrase in cues()[kind]
        if kind not in RULES and not any(phrase in text for text in tidied)
    ]
    assert wrong == []


@pytest.mark.parametrize("kind", PHRASES)
def test_each_phrase_of_machines_and_documents_decides(kind, monkeypatch):
    wrong = []
    for phrase in PHRASES[kind]:
        case = phrase + " look"
        if kind == "speaker":
            case = f"{phrase} look\n{phrase} and again"
        with monkeypatch.context() as patch:
            before = spoken(case)
            patch.setitem(PHRASES, kind, tuple(one for one in PHRASES[kind] if one != phrase))
            wrong += [phrase] if before or not spoken(case) else []
    assert wrong == [], human_text.__name__
