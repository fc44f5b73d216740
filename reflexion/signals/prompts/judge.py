"""What to do with a prompt: store a sentence of it at once, ask the agent whether it is a learning, or nothing."""

from __future__ import annotations

from reflexion.signals.prompts.explicit import explicit
from reflexion.signals.prompts.machine import spoken
from reflexion.signals.prompts.model import score

ASK_FROM = -110  # about one ordinary prompt in six scores higher
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
    return (ASK if points >= ASK_FROM else NOTHING), ""
