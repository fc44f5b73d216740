"""What to do with a prompt: store a sentence of it at once, ask the agent whether it is a learning, or nothing."""

from __future__ import annotations

from reflexion.signals.prompts.explicit import explicit, headed
from reflexion.signals.prompts.scorer import score
from reflexion.signals.prompts.typed import spoken

ASK_FROM = 0  # about one ordinary prompt in six scores higher
ASK_HEADED_FROM = -600  # the same where a sentence begins with a cue
CUES = ("lasting", "remember", "always", "said", "ban", "wrong", "me")
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
    if points >= ASK_FROM or points >= ASK_HEADED_FROM and headed(text, CUES):
        return ASK, ""
    return NOTHING, ""
