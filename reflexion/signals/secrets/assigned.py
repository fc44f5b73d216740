"""A telling name and its value: NAME=value, "name": "value", --name value, name is value."""

import re

from reflexion.signals.secrets import names, values
from reflexion.signals.secrets.values import form

REACH = 60  # longest stretch of a name that is looked at to either side of the telling word
LONGEST = 300  # characters of a value that are judged; an accepted one is followed to its end
MOST_NAMES = 600  # telling names that are looked at in a short text
CHARACTERS_A_NAME = 512  # a longer text may have one more name for so many characters
QUOTED = 8192  # longest quoted value
SHUFFLED_RUN = 2.0  # mean run of one case below which letters are no words: camelCase has 2.5
# names that only tell something with the word in front: API key, public key, page token
VAGUE = ("key", "keys", "token", "tokens", "secret", "secrets", "code", "codes", "id")
BEHIND_KEY = ("key", "keys", "signature", "code", "tokens")  # of hashes that are no secrets
COMPARISONS = ("==", "===", "!=", "!==")
COLONS = (":", "：", "->", "→", "是", "为", "%3A", "%3a")
OF_NO_NAME = tuple(values.words("values of no name"))
# what ends a bare value in its line, so that it is not the first word of a sentence
ENDS_LINE = ("#", "//", "}", "(", "<", "|", "\\n", "&", "-", "[", "\u2192")


def find(text: str, lower: str):
    """Yield (start, end, kind) of each value that a telling name announces."""
    pattern = names.hint(lower)
    if not pattern:
        return
    hint = re.compile(pattern)
    left = MOST_NAMES + len(text) // CHARACTERS_A_NAME
    hit = hint.search(lower)
    while hit:
        left -= 1
        if not left:  # no text of this world: what is not read is not kept, either
            yield hit.start(), len(text), "secret beside its name"
            return
        start, end = whole_name(text, lower, hit)
        at = max(end, hit.start() + 1)
        found = after(text, start, end)
        if found:
            at = max(at, found[1])
            yield found
        hit = hint.search(lower, at)


def whole_name(text: str, lower: str, hit) -> tuple:
    """(start, end) of the name around a telling word."""
    start, end = hit.span()
    floor = max(start - REACH, 0)
    while start > floor and (text[start - 1].isalnum() or text[start - 1] in "_-."):
        start -= 1
    if lower[hit.start()] < "\x80":
        end = form("assigned name").match(text, end).end()
    while end > hit.end() and text[end - 1] in ".-":
        end -= 1
    return start, end


def after(text: str, start: int, end: int):
    """The (start, end, kind) of the value that belongs to the name text[start:end], or None."""
    name = text[start:end]
    level, password = rank_of(name, text[max(start - 90, 0) : start])
    if level == names.NONE:
        return None
    for how, at in gaps(text, start, end, name):
        found = element_at(text, at) if how == "element" else value_at(text, at)
        if found and accept(Finding(text, *found, how, name, level, password)):
            first, last, _ = found
            if last - first >= LONGEST - 1:  # it goes on beyond what was judged
                last = form("assigned rest").match(text, last).end()
            return first, last, ("password" if password else "secret") + " beside its name"
    return None


def rank_of(name: str, before: str) -> tuple:
    """names.rank of a name, with the word in front where the name alone is vague."""
    if name.lower().endswith("cookie") or "arn:" in form("assigned gap").split(before)[-1]:
        return names.NONE, False
    widened = form("assigned word before").search(before[-24:]) if name.lower() in VAGUE else None
    return names.rank(f"{widened.group(1)} {name}" if widened else name)


def element_at(text: str, at: int):
    """(start, end, "<") of the text of an XML element; None without one."""
    element = form("assigned element text").match(text, at)
    return (*element.span(1), "<") if element else None


def gaps(text: str, start: int, end: int, name: str):
    """Yield (how, offset) of each place where the value may begin, the likeliest first."""
    operator = form("assigned operator").match(text, end)
    if operator:
        yield behind_operator(text, operator, name.startswith("-"))
        return
    near = text[end : end + 120].partition("\n")[0]
    if ">" in near and form("assigned tag").search(text[max(0, start - 200) : start]):
        element = form("assigned element").match(text, end)
        if element:
            yield "element", element.end()
    for how in ("=", "argument", "call"):
        found = form(f"assigned further {how}").match(text, end)
        if found:
            yield how, found.end()
            return
    space = form("assigned space").match(text, end)
    if name.startswith("-"):
        if space:
            yield "flag", space.end()
    elif drawn(near):
        yield from behind_blanks(text, start, end, space)


def behind_operator(text: str, operator, is_flag: bool) -> tuple:
    """(how, offset) of the value behind "=", ":" and their like."""
    at, sign = operator.end(), operator.group(1)
    typed = form("assigned typed").match(text, at) if sign == ":" else None
    if typed:
        return "=", typed.end()
    block = form("assigned block").match(text, at) if sign in ":=" else None
    if block:
        return "block", block.end()
    if is_flag:
        return "flag", at
    if sign in COMPARISONS:
        return "compare", at
    if sign in COLONS:
        return ":", at
    return "= " if text[at - 1] in " \t" else "=", at


def behind_blanks(text: str, start: int, end: int, space):
    """Yield (how, offset) of a value behind a name and blanks: a setting's, or one in prose."""
    line = max(text.rfind("\n", 0, start) + 1, start - 160, 0)
    if space and form("assigned setter").search(text[line:start]):
        yield "setter", space.end()
    filler = form("assigned filler").match(text, end)
    if filler:
        yield "prose", filler.end()


def drawn(line: str) -> bool:
    """Does the line hold what prose is not made of: digits, odd symbols, joined words?"""
    joints = [word.count("-") + word.count("_") + word.count(".") for word in line.split()]
    return any(c in "0123456789!#$%^&*+=~@" for c in line) or max(joints, default=0) >= 2


def value_at(text: str, at: int):
    """(start, end, quote) of the value at an offset, quote "" = bare; None without a value."""
    opening = form("assigned opening").match(text, at)
    if opening:
        quote, start = opening.group(1), opening.end()
        end = closing(text, start, quote)
        return (start, end, quote) if end > start else None
    run = form("assigned run").match(text, at)
    if not run:
        return None
    value = run.group()
    stop = form("assigned end").search(value, 1)
    value = value[: stop.start()] if stop else value
    while len(value) > 1 and value[-1] in ")]}":  # a bracket that was opened outside
        if value.count("([{"[")]}".index(value[-1])]) >= value.count(value[-1]):
            break
        value = value[:-1]
    return at, at + len(value), ""


def closing(text: str, start: int, quote: str) -> int:
    """Offset of the quote that closes; the end of the line where it was cut off."""
    end = text.find(quote, start, start + QUOTED)
    for _ in range(20):  # an escaped quote does not close
        if len(quote) > 1 or end <= start or text[end - 1] != "\\" or text[end - 2] == "\\":
            break
        end = text.find(quote, end + 1, start + QUOTED)
    line = text.find("\n", start, start + QUOTED)
    if end < 0:
        end = line if line >= 0 else min(len(text), start + QUOTED)
    return line if 0 <= line < end and len(quote) < 3 else end


class Finding:
    """A value behind a name, and all that is known of the two.

    how: the way between them, as `gaps` says it; quote: "" for a bare value; level, password: what
    `names.rank` says of the name."""

    __slots__ = ("text", "end", "quote", "how", "name", "level", "password", "value")

    def __init__(self, text, start, end, quote, how, name, level, password):
        self.text = text
        self.end = end
        self.quote = quote
        self.how = how
        self.name = name
        self.level = level
        self.password = password
        self.value = text[start : min(end, start + LONGEST)].strip()


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
    value, name = it.value, it.name
    if it.how in ("prose", "call", "compare") or " " in value or values.path(value):
        return False
    words = names.split(name)
    if values.uuid(value):
        return words[-2:] == ["secret", "id"]
    if not values.hexadecimal(value):
        return values.random(value)
    is_key = name == "key" and it.quote != "" and it.how[0] == "=" and len(value) >= 32
    return len(value) >= 24 and (is_key or name.isupper() or words[-1] not in BEHIND_KEY)


def loose(it: Finding) -> bool:
    """In prose and in calls a value has to look like one by itself."""
    value = it.value
    is_random = values.random(value)
    if " " in value or value.startswith("-") or "/" in value and not is_random:
        return False
    if it.password:
        is_likely = values.password_like(value, 6 if it.quote else 8) and not values.path(value)
        return is_likely or values.uuid(value.rstrip(".,;"))
    return is_random and not values.path(value) or values.uuid(value) and it.how != "call"


def sentence(it: Finding) -> bool:
    """Quoted, with spaces: a passphrase, or a message, which has words of every day in it?"""
    words = it.value.split()
    if len(words) == 2 and words[0].isalpha() and values.random(words[1]):
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
        return it.password and not more and values.password_like(value)
    if values.wordish(value.rstrip(":,;.")):
        return it.password and values.words_joined(value) and not more
    if more and not is_random:
        return it.password and values.password_like(value)
    return firm(it, "")


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
    value, is_setter = it.value, it.how == "setter"
    if values.path(value) or is_setter and form("assigned pair").match(value):
        return False
    if values.wordish(value.rstrip(".,:;!?") if is_setter else value):
        return letters_alone(it, name)
    if it.password:
        return len(value) >= 4 or it.how == "flag"
    if len(value) < 8 or form("assigned plain name").match(value):
        return False
    return any(map(str.isdigit, value)) or values.random(value)


def letters_alone(it: Finding, name: str) -> bool:
    """Letters are a secret where they are shuffled, joined words, or stand for a password."""
    value, is_shouted = it.value, name.isupper() and it.how == "="
    if is_shouted and shuffled(value) or values.words_joined(value) or run_together(value):
        return True
    if it.how == "setter" and value.islower():
        return False
    is_firm = it.password and it.how in ("=", "flag", "setter", "element")
    return is_firm and len(value) >= (4 if is_shouted else 5)


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
