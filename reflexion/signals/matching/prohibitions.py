"""What a learning's own words say about commands in plain prose: what it forbids or asks for."""

from reflexion.shell.command_words import TABLE

BEFORE, AFTER, DENIED, ALLOWED, SCOPE, NEUTRAL, ADD = (
    frozenset(TABLE[name].split())
    for name in ("before", "after", "denied", "allowed", "scope", "neutral", "add")
)
OF = {"instead": "of", "rather": "than"}  # words that forbid what follows only together
NEAR_BEFORE, NEAR_AFTER = 3, 4  # words
MARKS, ENDS = "`'\"()[]{}<>*,;:.!?\u201c\u201d\u2018", ",;:.!?)"


def said(text: str) -> list:
    """[(word in lower case without marks around it, does a clause end behind it)]"""
    found = []
    for word in text.lower().replace("\u2019", "'").split()[:200]:
        bare = word.rstrip(MARKS).lstrip("`'\"()[]{}<>*,;:")
        if bare:
            found.append((bare, word.rstrip("`'\"*")[-1:] in ENDS))
    return found


def forbids(words: list, program: str, verbs: list, flags=None) -> bool:
    """Return True if words (of `said`) forbid a program as a whole, or what its first words tell it
    to do; a longer job that is not spoken of is not meant.

    `flags`: the options of the command; with them, words that forbid an option (`never git push
    --force`) forbid it alone."""
    for at, (word, _ends) in enumerate(words):
        if word != program:
            continue
        last = at
        for verb in verbs:
            if words[last][1] or last + 1 >= len(words) or words[last + 1][0] != verb:
                break
            last += 1
        behind = words[last + 1][0] if last + 1 < len(words) else ""
        whole = words[last][1] or not behind or behind in NEUTRAL or behind in AFTER
        whole = whole or behind[0] == "-" and (flags is None or behind in flags)
        if whole and (_denied_before(words, at) or _denied_after(words, last)):
            return True
    return False


def forbids_alone(words: list, names) -> bool:
    """Return True if words (of `said`) forbid one of the options by itself ("never use
    --no-verify"), or one of the verbs and nothing more ("do not push.")."""
    return any(
        word in names and (len(word) > 2 if word[0] == "-" else ends) and _denied_before(words, at)
        for at, (word, ends) in enumerate(words)
    )


def _denied_before(words: list, at: int) -> bool:
    for n in range(at - 1, max(-1, at - 1 - NEAR_BEFORE), -1):
        word, ends = words[n]
        if ends:
            return False
        if word in BEFORE or word in OF.values() and n and OF.get(words[n - 1][0]) == word:
            return True
    return False


def _denied_after(words: list, at: int) -> bool:
    denied = words[at][1]
    for n in range(at + 1, min(len(words), at + 2 + NEAR_AFTER)):
        if denied:
            return False
        word, denied = words[n]
        later = words[n + 1][0] if n + 1 < len(words) else ""
        limited = word in DENIED and later in ALLOWED or word == "only" and later in SCOPE
        if word in AFTER or limited:
            return True
    return False


def asks_for(words: list, mine: list, known: list) -> bool:
    """Return True if words (of `said`) name the beginning of a command (its words, `mine`) that is
    not in the known failing ones (lists of words)."""
    plain = [word for word, _ in words]
    for at, word in enumerate(plain):
        if not mine or word != mine[0] or _denied_before(words, at):
            continue
        size = 1
        while size < len(mine) and at + size < len(plain) and plain[at + size] == mine[size]:
            size += 1
        if _denied_after(words, at + size - 1):
            continue
        starts = [theirs[n : n + size] for theirs in known for n in range(len(theirs))]
        if mine[:size] not in starts:
            return True
    return False


def asked_options(words: list) -> set:
    """The options that words (of `said`) want to see added to the command, without values."""
    behind = [(at, word) for at, (word, _) in enumerate(words) if at and words[at - 1][0] in ADD]
    return {
        word.split("=")[0]
        for at, word in behind
        if word[:1] == "-" != word and not _denied_before(words, at)
    }
