"""English: cues and their patterns, in four parts (see match.py for the notation)."""

from __future__ import annotations

from reflexion.signals.speech.languages import en_corrections, en_keeping, en_moods, en_rules
from reflexion.signals.speech.languages.en_words import CLASSES, FILLERS, JOINERS  # noqa: F401

CUES = {**en_corrections.CUES, **en_rules.CUES, **en_moods.CUES, **en_keeping.CUES}
