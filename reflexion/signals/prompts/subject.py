"""What a person's words are about: a skill that they name, or how the person works (a
preference). Pure.
"""

from __future__ import annotations

from reflexion.signals.prompts.features import classes, tidy

GENERAL, PREFERENCE = "general", "preference"  # categories
MAX_CHARS = 4800
HEAD = 40  # characters of the tidied sentence
HABITS = tuple(
    f" {words} "
    for words in (
        "we use|we only use|we deploy|we host|we work|i use|our stack|our team|our editor"
        "|my formatting|my editor"
        "|my setup|my style|my stack|answer|reply|respond|explain|keep your"
    ).split("|")
)
# How people name a skill; the name is the one group
NAME = r"[A-Za-z][A-Za-z0-9_.:-]{0,60}[A-Za-z0-9]"
NAMED = (
    r"(?:\bthe|\bmy|\bour|\bthis|\bthat)\s{1,3}[`'\"/]?("
    + NAME
    + r")[`'\"]?\s{1,3}(?:skill|agent|subagent|slash command|plugin)\b",
    r"\b(?:skill|agent|subagent|plugin)\s{1,3}[`'\"](" + NAME + r")[`'\"]",
    r"(?:^|[\s(`'\"])/(" + NAME + r")(?=$|[\s`'\").,;:!?])",
)
BARE = r"(?:^|[\s(`'\"])(" + NAME + r")(?=$|[\s`'\").,;:!?])"
# without one of these nobody names a skill
MENTIONS = ("skill", "agent", "plugin", "command", "/", "-", "_")
MAX_NAMES = 200


def is_preference(sentence: str) -> bool:
    """Does a sentence tell how its speaker works, and not what was wrong?"""
    tidied = tidy(sentence)
    personal = "me" in classes(tidied[:HEAD], ("me",)) or tidied.startswith(HABITS)
    return personal and not classes(tidied, ("wrong", "said", "ban"))


def named(text: str, known=()) -> str:
    """The skill that the text names: one of `known` by its bare name, as `/name` or "the name
    skill"; "" when it names none of them.
    """
    text = text[:MAX_CHARS]
    if not any(mark in text for mark in MENTIONS):
        return ""
    lookup = {name.lower(): name for name in list(known)[:MAX_NAMES]}
    whole = [name for name in lookup.values() if ":" in name]
    lookup.update({name.lower().rpartition(":")[2]: name for name in whole})
    for name in candidates(text):
        if name.lower() in lookup:
            return lookup[name.lower()]
    import re

    for found in re.finditer(BARE, text):
        name = found.group(1).lower()
        if name in lookup and ("-" in name or "_" in name):  # a plain word may just be a word
            return lookup[name]
    return ""


def candidates(text: str) -> list:
    """Names that the text speaks of as skills or commands, in order, whether or not there is such
    a skill.
    """
    if not any(mark in text for mark in MENTIONS):
        return []
    import re

    found = [
        match.group(1)
        for pattern in NAMED
        for match in re.finditer(pattern, text[:MAX_CHARS], re.IGNORECASE)
    ]
    return list(dict.fromkeys(name.rstrip(".:-") for name in found))
