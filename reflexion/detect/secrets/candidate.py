"""Decide whether a value behind a telling name is a secret."""

from collections import namedtuple

from reflexion.detect.secrets import values
from reflexion.detect.secrets.values import LISTS

# what may follow a bare value in its line without making a sentence of it
ENDS_LINE = ("#", "//", "}", "(", "<", "|", "&", "-", "[", "\u2192")
DIGESTS = ("keys", "code", "codes", "signature", "tokens")  # names that go with digests, too


class Candidate(namedtuple("Candidate", "text value end quote how name rank")):
    """A value, which ends at text[end], and what is known of it.

    `quote`: what opens it. `how`: the kind of joint between name and value, as in joints.tsv.
    """

    __slots__ = ()


def is_secret(it: Candidate) -> bool:
    """Return True when this value, joined to its name in this way, is a secret."""
    if _stands_for_another(it):
        return False
    return _is_key(it) if it.rank.level == 1 else JUDGES[it.how](it)


def _stands_for_another(it: Candidate) -> bool:
    """Return True for placeholders, and for code where only a quoted string would be a secret."""
    if values.is_placeholder(it.value) or it.quote and it.value[:1] in ",;) ":
        return True
    behind = it.text[it.end : it.end + 2]
    if it.quote not in ("", "|"):
        return False
    if values.is_code(it.value + behind[:1]):
        return True
    return behind.startswith(("(", "[", "::")) and not values.is_drawn(it.value)


def _is_key(it: Candidate) -> bool:
    """Return True for a drawn value behind a name that often means no secret: key, sig, code."""
    value = it.value
    if it.how in ("near", "prose", "line") or " " in value or values.is_path(value):
        return False
    if not values.is_hex(value):
        return values.is_drawn(value) and values.has_digit(value)
    name = it.name.lower()
    if name.endswith(DIGESTS) or name == "key" and it.how != "=":
        return it.name.isupper() and len(value) >= 32
    return len(value) >= (32 if name.endswith("key") else 24)


def _stands_out(it: Candidate) -> bool:
    """Return True for a value that looks like a secret by itself, as it must in prose."""
    value = it.value
    if it.how == "line" and _goes_on(it) or values.is_path(value):
        return False
    if values.is_drawn(value) or values.is_uuid(value):
        return True
    return it.rank.is_password and values.is_password(value, 6 if it.quote else 8)


def _is_said(it: Candidate) -> bool:
    """Return True for a value behind a colon: YAML and INI, but also types and prose."""
    if not it.quote and _goes_on(it):
        return it.rank.is_password and values.is_password(it.value)
    return _is_set(it)


def _goes_on(it: Candidate) -> bool:
    """Return True where further words stand behind a value, as in prose and code."""
    rest = it.text[it.end : it.end + 80].split("\n", 1)[0].lstrip("\"')]},; \t")
    stops = it.text[it.end : it.end + 1] in "\"'`,;&|<\\)}]"
    return bool(rest) and not stops and not rest.startswith(ENDS_LINE)


def _is_set(it: Candidate) -> bool:
    """Return True for nearly anything but paths and words."""
    value = it.value
    if " " in value:
        return it.rank.is_password and _is_phrase(value)
    if values.is_path(value):
        return False
    if values.is_words(value.rstrip(".,:;!?") if it.how == "set" else value):
        return _is_word(it)
    if values.is_number(value):
        least = 6 if it.how == ":" else 4
        return it.rank.is_password and len(value) >= least and value.strip("0") != ""
    if it.rank.is_password:
        return len(value) >= 4
    is_likely = values.has_digit(value) or "=" not in value and values.is_password(value)
    return is_likely and len(value) >= 8


def _is_word(it: Candidate) -> bool:
    """Return True for letters that are a password: one word, some joined, or shuffled ones."""
    if it.rank.is_password and it.how == "=" and len(it.value) >= 4:
        return True
    is_shuffled = len(it.value) >= 12 and it.value.isalpha() and values.mean_run(it.value) < 2.0
    return is_shuffled or values.is_drawn(it.value) or values.is_passphrase(it.value)


def _is_phrase(value: str) -> bool:
    """Return True for a passphrase, False for a message."""
    words = [word.strip(".,:;!?").lower() for word in value.split()]
    is_message = value.endswith((".", "!", "?", ":"))
    return not is_message and LISTS["usual words"].isdisjoint(words)


JUDGES = {
    "=": _is_set,
    "set": _is_set,
    ":": _is_said,
    "block": lambda it: True,
    "near": _stands_out,
    "prose": _stands_out,
    "line": _stands_out,
    "list": _stands_out,
}
