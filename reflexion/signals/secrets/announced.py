"""What a telling name announces: is it a secret? Rules that ask, in order; see assigned.py."""

from collections import namedtuple

from reflexion.signals.secrets import names, values
from reflexion.signals.secrets.values import form

LONGEST = 300  # characters of a value that are judged; an accepted one is followed to its end
SHUFFLED_RUN = 2.0  # mean run of one case below which letters are no words: camelCase has 2.5
BEHIND_KEY = ("key", "keys", "signature", "code", "tokens")  # of hashes that are no secrets
OF_NO_NAME = tuple(values.words("values of no name"))
# what ends a bare value in its line, so that it is not the first word of a sentence
ENDS_LINE = ("#", "//", "}", "(", "<", "|", "\\n", "&", "-", "[", "\u2192")


# A value in a text, which ends at `end`, behind a name, and all that is known of the two. how: the
# way between them, as `gaps` says it; quote: "" for a bare value; level, password: what
# `names.rank` says of the name
Finding = namedtuple("Finding", "text value end quote how name level password")


def accept(it: Finding) -> bool:
    """Is this value, found in this way behind a name of this rank, a secret?

    The first rule that concerns it decides."""
    if any(rule(it) for rule in NO_SECRETS):
        return False
    return next(judged(it) for concerns, judged in KINDS if concerns(it))


def opens_nothing(it: Finding) -> bool:
    """A quote that closes something else, or that runs over lines."""
    return bool(it.quote) and (it.value[:1] in ",;) \n" or "\n" in it.value)


def lacks_digits(it: Finding) -> bool:
    """A value without a digit behind a name that is seldom a secret's."""
    return it.level == names.WEAK and not any(map(str.isdigit, it.value))


def stands_for_another(it: Finding) -> bool:
    return values.reference(it.value) or it.value.startswith(OF_NO_NAME)


def is_code(it: Finding) -> bool:
    """A bare value that is an expression of code, or goes on as one does."""
    if it.quote:
        return False
    if values.code(it.value + it.text[it.end : it.end + 1]):
        return True
    goes_on = form("assigned expression").match(it.text[it.end : it.end + 4])
    return bool(goes_on) and it.how in (":", "= ", "prose", "block") and not values.random(it.value)


def is_one_time(it: Finding) -> bool:
    is_short = it.value.isdigit() and 6 <= len(it.value) <= 8
    return is_short and it.name.lower().endswith("otp")


def has_passed(it: Finding) -> bool:
    """12 passed, pass 2: no password."""
    is_loose = it.password and it.how in ("prose", "setter")
    return is_loose and it.name.lower() in ("pass", "passes", "passed")


def number(it: Finding) -> bool:
    """Digits are a password where they are many enough and not all naughts."""
    least = 6 if it.how == ":" and not it.quote else 4
    is_long = it.value.isdigit() and len(it.value) >= least
    return it.password and is_long and it.value.strip("0") != ""


def weak(it: Finding) -> bool:
    """Behind a name that often means no secret (key, sig): only what was drawn at random."""
    value = it.value
    name = it.name
    if it.how in ("prose", "call", "compare") or " " in value or values.path(value):
        return False
    if values.uuid(value):
        return names.split(name)[-2:] == ["secret", "id"]
    return is_hex_key(it) if values.hexadecimal(value) else values.random(value)


def is_hex_key(it: Finding) -> bool:
    """Are hex digits a key here, or a digest?"""
    if len(it.value) < 24:
        return False
    is_key = it.name == "key" and it.quote != "" and it.how[0] == "=" and len(it.value) >= 32
    return is_key or it.name.isupper() or names.split(it.name)[-1] not in BEHIND_KEY


def loose(it: Finding) -> bool:
    """In prose and in calls a value has to look like one by itself."""
    value = it.value
    is_random = values.random(value)
    if " " in value or value.startswith("-") or "/" in value and not is_random:
        return False
    if it.password:
        return is_loose_password(value, 6 if it.quote else 8)
    if is_random and not values.path(value):
        return True
    return values.uuid(value) and it.how != "call"


def is_loose_password(value: str, least: int) -> bool:
    is_likely = values.password_like(value, least) and not values.path(value)
    return is_likely or values.uuid(value.rstrip(".,;"))


def sentence(it: Finding) -> bool:
    """Quoted, with spaces: a passphrase, or a message, which has words of every day in it?"""
    words = it.value.split()
    if len(words) == 2 and words[0].isalpha() and values.random(words[1]):  # Bearer x7Kp…
        return True
    if is_message(it.value, words):
        return any(values.random(word) for word in words if len(word) >= 20)
    if it.how == "flag" or any(map(values.random, words)):
        return True
    return it.password and (3 <= len(words) <= 24 or values.password_like(it.value))


def is_message(value: str, words: list) -> bool:
    """Words of every day, or a whole sentence in which nothing looks like a password."""
    if values.USUAL & {word.strip(".,:;!?").lower() for word in words}:
        return True
    is_told = value.endswith((".", "!", "?", ":")) and len(words) > 2
    return is_told and not any(map(values.password_like, words))


def bare(it: Finding) -> bool:
    """Unquoted behind a colon or " = ": YAML and INI values, but also types, code and prose."""
    value = it.value
    if values.path(value) or values.code(value):
        return False
    is_random = values.random(value)
    more = line_goes_on(it.text, it.end)
    if it.how == "block" and not is_random:
        return not more and _looks_like_password(it)
    if values.wordish(value.rstrip(":,;.")):
        return not more and it.password and values.words_joined(value)
    if more and not is_random:
        return _looks_like_password(it)
    return firm(it, "")


def _looks_like_password(it: Finding) -> bool:
    return it.password and values.password_like(it.value)


def line_goes_on(text: str, end: int) -> bool:
    """Do further words stand behind a value in its line, as they do in a sentence?"""
    rest = text[end : end + 80].split("\n", 1)[0].lstrip("\"')]},; \t")
    stops = text[end : end + 1] in "\"'`,;&|<\\)}]"
    return bool(rest) and not stops and not rest.startswith(ENDS_LINE)


def shuffled(value: str) -> bool:
    """Return True for letters alone whose case changes as it only does where they are drawn."""
    return len(value) >= 12 and value.isalpha() and values.mean_run(value) < SHUFFLED_RUN


def assigned(it: Finding) -> bool:
    return firm(it, it.name)


def firm(it: Finding, name: str) -> bool:
    """Behind "=", in quotes, or as an option: nearly anything but names, paths and words."""
    value = it.value
    is_setter = it.how == "setter"
    if values.path(value) or is_setter and form("assigned pair").match(value):
        return False
    if values.wordish(value.rstrip(".,:;!?") if is_setter else value):
        return letters_alone(it, name)
    if it.password:
        return len(value) >= 4 or it.how == "flag"
    return _is_token(value)


def _is_token(value: str) -> bool:
    """Is it long, no plain name, and either random or with a digit in it?"""
    if len(value) < 8 or form("assigned plain name").match(value):
        return False
    return any(map(str.isdigit, value)) or values.random(value)


def letters_alone(it: Finding, name: str) -> bool:
    """Letters are a secret where they are shuffled, joined words, or stand for a password."""
    value = it.value
    is_shouted = name.isupper() and it.how == "="
    if is_shouted and shuffled(value) or values.words_joined(value) or run_together(value):
        return True
    return _stands_for_password(it) and len(value) >= (4 if is_shouted else 5)


def _stands_for_password(it: Finding) -> bool:
    """Is it what a password is set to, and no plain word that a setter is called with?"""
    if it.how == "setter" and it.value.islower():
        return False
    return it.password and it.how in ("=", "flag", "setter", "element")


def run_together(value: str) -> bool:
    """Many letters without a joint whose case changes too often for words."""
    is_joined = "-" in value or "_" in value
    return len(value) >= 20 and not is_joined and values.mean_run(value) < 2.6


# whatever stands in front of them, these are no secrets
NO_SECRETS = (opens_nothing, lacks_digits, stands_for_another, is_code)
# (which findings a rule concerns, what it says of them), the first that concerns one decides
KINDS = (
    (is_one_time, lambda it: it.how in ("=", "flag")),
    (lambda it: it.level == names.WEAK, weak),
    (has_passed, lambda it: False),
    (lambda it: it.how in ("prose", "call", "argument", "compare"), loose),
    (lambda it: values.number(it.value), number),
    (lambda it: it.quote and " " in it.value, sentence),
    (lambda it: it.how in (":", "block", "= ") and not it.quote, bare),
    (lambda it: True, assigned),
)
