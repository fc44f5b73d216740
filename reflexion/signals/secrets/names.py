"""Does a name announce a secret? DB_PASSWORD does, password_policy and max_tokens do not."""

import re

from reflexion.signals.secrets.values import words

NONE, WEAK, STRONG = 0, 1, 2  # WEAK: only a value that looks random is a secret

HINTS, SHORT_HINTS = sorted(words("name hints")), sorted(words("short name hints"))
PASSWORD_WORDS, ENDINGS = words("password words"), tuple(words("secret endings"))
SECRET_WORDS, WEAK_WORDS = words("secret words"), words("weak words")
KEY_BEFORE, NOT_PASS = words("before key"), words("ends in pass")
TAIL_NOT = words("last word of what is no secret")
TAIL_OK = words("last word that changes nothing")
HEAD_NOT = words("first word of what is no secret")


def hint(lower: str) -> str:
    """A pattern that finds the telling words of this text; a short one needs a sign behind it."""
    short = [w for w in SHORT_HINTS if w in lower and any(w + sign in lower for sign in "=:\"' ")]
    whole = ["(?<![a-z])(?:" + "|".join(short) + ")(?![a-z])"] if short else []
    return "|".join([word for word in HINTS if word in lower] + whole)


def split(name: str) -> list:
    """The words of a name in lower case: "dbPassword" -> ["db", "password"]."""
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+", name[-100:])
    return [word.lower() for word in found]


def rank(name: str) -> tuple:
    """(NONE | WEAK | STRONG, is it a password?) of a name in code, configuration or a URL."""
    words, vague = split(name), False
    while words[1:] and not telling(words[-1]) and (words[-1].isdigit() or words[-1] in TAIL_OK):
        words.pop()
    if words[-2:-1] == ["pass"] and words[-1] in ("phrase", "word", "code", "wd"):
        words[-2:] = ["password"]
    if not words:
        return NONE, False
    if not telling(words[-1]):
        if words[-2:] == ["secret", "id"]:
            return WEAK, False
        if words[-1] in TAIL_NOT | HEAD_NOT or not any(map(telling, words)):
            return NONE, False
        vague = True
        while not telling(words[-1]):
            words.pop()
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    is_key = last in ("key", "keys") and before in KEY_BEFORE
    if password(last):
        is_test = last == "pass" and before in ("by", "render", "first", "second", "test")
        return WEAK if vague or is_test else STRONG, True
    open_key = before not in KEY_BEFORE or "public" in words or "anon" in words
    if open_key and not HEAD_NOT.isdisjoint(words[:-1]):
        return NONE, False
    is_secret = last in SECRET_WORDS or last.endswith(ENDINGS) or last == "codes"
    strong = is_key or is_secret and last not in WEAK_WORDS
    return STRONG if strong and not vague else WEAK, False


def password(word: str) -> bool:
    if word in PASSWORD_WORDS or word.endswith(("password", "passwd", "passphrase", "passwort")):
        return True
    return word.endswith("pass") and len(word) > 6 and word not in NOT_PASS


def telling(word: str) -> bool:
    return word in SECRET_WORDS or word in WEAK_WORDS or password(word) or word.endswith(ENDINGS)
