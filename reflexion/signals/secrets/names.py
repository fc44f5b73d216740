"""Does a name announce a secret? DB_PASSWORD does, password_policy and max_tokens do not."""

import re

from reflexion.signals.secrets.values import words

PASSING = ("by", "render", "first", "second", "test")  # words before a "pass" that is none
NONE = 0  # WEAK: only a value that looks random is a secret
WEAK = 1
STRONG = 2

HINTS = sorted(words("name hints"))
SHORT_HINTS = sorted(words("short name hints"))
PASSWORD_WORDS = words("password words")
ENDINGS = tuple(words("secret endings"))
SECRET_WORDS = words("secret words")
WEAK_WORDS = words("weak words")
KEY_BEFORE = words("before key")
NOT_PASS = words("ends in pass")
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
    words = core(split(name))
    places = [place for place, word in enumerate(words, 1) if telling(word)]
    told = words[: places[-1]] if places else []
    if words[-2:] == ["secret", "id"]:
        return WEAK, False
    if not told or told != words and words[-1] in TAIL_NOT | HEAD_NOT:  # password_policy
        return NONE, False
    is_vague = told != words
    if password(told[-1]):
        passes = told[-1] == "pass" and "".join(told[-2:-1]) in PASSING  # test_pass: no password
        return WEAK if is_vague or passes else STRONG, True
    return _rank_of_token(told, is_vague), False


def _rank_of_token(told: list, is_vague: bool) -> int:
    """The rank of a name that is no password's, by its words up to the last telling one."""
    if not HEAD_NOT.isdisjoint(told[:-1]) and not opens(told):
        return NONE
    return STRONG if strong(told) and not is_vague else WEAK


def core(words: list) -> list:
    """The words without those at the end that change nothing; "pass", "phrase" as one word."""
    while len(words) > 1 and not telling(words[-1]):
        if not words[-1].isdigit() and words[-1] not in TAIL_OK:
            break
        words.pop()
    if words[-2:-1] == ["pass"] and words[-1] in ("phrase", "word", "code", "wd"):
        return [*words[:-2], "password"]
    return words


def is_before_key(words: list) -> bool:
    return words[-2:-1] != [] and words[-2] in KEY_BEFORE


def opens(words: list) -> bool:
    """Is it a key that opens something, whatever the words in front of it are?"""
    return is_before_key(words) and "public" not in words and "anon" not in words


def strong(words: list) -> bool:
    last = words[-1]
    if last in ("key", "keys") and is_before_key(words):
        return True
    is_secret = last in SECRET_WORDS or last.endswith(ENDINGS) or last == "codes"
    return is_secret and last not in WEAK_WORDS


def password(word: str) -> bool:
    if word in PASSWORD_WORDS or word.endswith(("password", "passwd", "passphrase", "passwort")):
        return True
    return word.endswith("pass") and len(word) > 6 and word not in NOT_PASS


def telling(word: str) -> bool:
    return word in SECRET_WORDS or word in WEAK_WORDS or password(word) or word.endswith(ENDINGS)
