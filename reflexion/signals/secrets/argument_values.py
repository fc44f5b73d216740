"""Is a word that a program is given a secret, and which part of it?

What is expected of the word is its kind: "word", "place", or the signs behind its option in
programs.tsv, as arguments.py explains them.
"""

from reflexion.signals.secrets import values
from reflexion.signals.secrets.checks import token

KIND = "credential of a command"
PARTING = ":%,/"  # the kinds that part a user from the secret


def judge(text: str, start: int, end: int, kind: str):
    """Yield the part of text[start:end] that is the secret, if it is one."""
    start, end = unquoted(text, start, end)
    mark = next((mark for mark in PARTING if mark in kind), "")
    if mark:
        yield from _judge_parted(text, start, end, kind, mark)
    elif is_secret(text[start:end], kind):
        yield start, end, KIND


def _judge_parted(text: str, start: int, end: int, kind: str, mark: str):
    """Yield the secret in a word in which a mark parts it from a name: `user:SECRET`."""
    cut = text.find(mark, start, end)
    if cut < 0 or text.startswith("//", cut + 1):
        if mark == ":" and is_drawn(text[start:end]):
            yield start, end, KIND
        return
    if mark == ":" and end - cut <= 2 and values.random(text[start:cut]):
        yield start, cut, KIND  # a token in the user's place, and no password
    host = text.find("@", cut, end) if mark == "/" else -1
    end = host if host > 0 else end
    if is_secret(text[cut + 1 : end], kind):
        yield cut + 1, end, KIND


def is_secret(value: str, kind: str) -> bool:
    """Is a whole word, without its quotes, the secret that this kind announces?"""
    if not value or "://" in value or values.reference(value):
        return False
    return is_likely(value, kind)


def unquoted(text: str, start: int, end: int) -> tuple:
    """(start, end) without the quotes around a word."""
    while start < end and (text[start] in "\"'\\" or text[start : start + 2] in ("$'", '$"')):
        start += 1
    while end > start and text[end - 1] in "\"'\\`":
        end -= 1
    return start, end


def is_drawn(value: str) -> bool:
    """Is it drawn at random, and no path or placeholder?"""
    return values.random(value) and not values.path(value) and not values.reference(value)


def is_likely(value: str, kind: str) -> bool:
    """In a place that may also hold a name a secret has to look like one."""
    if value.startswith("-") and kind != "word":
        return False
    if kind == ":" and len(value) < 4:
        return False
    if kind in LIKELY:
        return LIKELY[kind](value)
    return "~" not in kind or is_password(value)


def is_password(value: str) -> bool:
    is_plain = values.number(value) or values.path(value)
    return not is_plain and values.password_like(value, 7)


LIKELY = {
    "!": lambda value: values.random(value) and not values.path(value),
    "place": lambda value: token(value) or values.uuid(value) or values.password_like(value, 7),
    "word": lambda value: not values.path(value),
}
