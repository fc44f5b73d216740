"""What to do with a prompt: store a sentence of it at once, ask the agent whether it is a
learning, or nothing.
"""

from __future__ import annotations

from reflexion.signals.prompts.explicit import explicit, headed
from reflexion.signals.prompts.scorer import score
from reflexion.signals.prompts.typed import spoken

ASK_FROM = ((60, -600), (100, -400), (300, 100), (1 << 30, 300))  # (characters at most, score)
ASK_HEADED_FROM = -600  # the same where a sentence begins with a cue
CUES = ("lasting", "remember", "always", "said", "wrong")
SHORTEST = 3  # characters
STORE, ASK, NOTHING = "store", "ask", ""


def judge(prompt: str) -> tuple:
    """(STORE, the sentence) or (ASK, "") or (NOTHING, "")."""
    text = spoken(prompt)
    if len(text) < SHORTEST:
        return NOTHING, ""
    points = score(text)
    sentence = explicit(text, points)
    if sentence:
        return STORE, sentence
    least = next(reach for longest, reach in ASK_FROM if len(text) <= longest)
    if points >= least or points >= ASK_HEADED_FROM and headed(text, CUES):
        return ASK, ""
    return NOTHING, ""
