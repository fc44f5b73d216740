"""Does a name announce a secret? DB_PASSWORD does, password_policy and max_tokens do not."""

from __future__ import annotations

import re

from reflexion.signals.secrets.word_lists import words

NONE, WEAK, STRONG = 0, 1, 2  # WEAK: only a value that looks random is a secret

HINTS = sorted(words("name hints"))
SHORT_HINTS = sorted(words("short name hints"))  # only as whole words
PASSWORD_WORDS = words("password words")
SECRET_WORDS = words("secret words")
WEAK_WORDS = words("weak words")
ENDINGS = tuple(words("secret endings"))
KEY_BEFORE = words("before key")
TAIL_NOT = words("last word of what is no secret")
TAIL_OK = words("last word that changes nothing")
HEAD_NOT = words("first word of what is no secret")
NOT_PASS = words("ends in pass")


def hints(lower: str):
    """(long, short) telling words in the text; a short one only with a sign right behind it."""
    return [word for word in HINTS if word in lower], [
        word
        for word in SHORT_HINTS
        if word in lower and any(word + sign in lower for sign in ("=", ":", '"', "'", " "))
    ]


def hint(lower: str) -> str:
    """A pattern that finds the telling words of this text."""
    long, short = hints(lower)
    whole = "(?<![a-z])(?:" + "|".join(short) + ")(?![a-z])" if short else ""
    return "|".join([*long, whole] if whole else long)


def split(name: str):
    """The words of a name in lower case: "dbPassword" -> ["db", "password"]."""
    return [
        word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+", name[-100:])
    ]


def rank(name: str):
    """(NONE | WEAK | STRONG, is it a password?) of a name in code, configuration or a URL."""
    words = split(name)
    vague = False
    while (
        len(words) > 1 and (words[-1].isdigit() or words[-1] in TAIL_OK) and not telling(words[-1])
    ):
        words.pop()
    if words[-2:-1] == ["pass"] and words[-1] in ("phrase", "word", "code", "wd"):
        words[-2:] = ["password"]
    if not words:
        return NONE, False
    if not telling(words[-1]):
        if words[-2:] == ["secret", "id"]:
            return WEAK, False
        if words[-1] in TAIL_NOT or not any(map(telling, words)) or words[-1] in HEAD_NOT:
            return NONE, False
        vague = True
        while not telling(words[-1]):
            words.pop()
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if (
        HEAD_NOT & set(words[:-1])
        and not (before in KEY_BEFORE and "public" not in words and "anon" not in words)
        and not password(last)
    ):
        return NONE, False
    if password(last):
        return (
            WEAK
            if vague or last == "pass" and before in ("by", "render", "first", "second", "test")
            else STRONG
        ), True
    strong = (
        last in SECRET_WORDS
        or last.endswith(ENDINGS)
        or last in ("key", "keys")
        and before in KEY_BEFORE
        or last == "codes"
    )
    return (
        STRONG
        if strong
        and not vague
        and last not in WEAK_WORDS
        or last in ("key", "keys")
        and before in KEY_BEFORE
        and not vague
        else WEAK
    ), False


def password(word: str) -> bool:
    return (
        word in PASSWORD_WORDS
        or word.endswith(("password", "passwd", "passphrase", "passwort"))
        or word.endswith("pass")
        and len(word) > 6
        and word not in NOT_PASS
    )


def telling(word: str) -> bool:
    return word in SECRET_WORDS or word in WEAK_WORDS or password(word) or word.endswith(ENDINGS)
