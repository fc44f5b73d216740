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
OF_NO_NAME = tuple(values.words("values of no name"))
# what ends a bare value in its line, so that it is not the first word of a sentence
ENDS_LINE = ("#", "//", "}", "(", "<", "|", "\\n", "&", "-", "[", "\u2192")


def find(text: str, lower: str):
    """Yield (start, end, kind) of each value that a telling name announces."""
    pattern = names.hint(lower)
    if not pattern:
        return
    hint, right = re.compile(pattern), re.compile(r"[\w.\-]{0,60}")
    at = 0
    left = MOST_NAMES + len(text) // CHARACTERS_A_NAME
    while True:
        hit = hint.search(lower, at)
        if not hit:
            return
        left -= 1
        if not left:  # no text of this world: what is not read is not kept, either
            yield hit.start(), len(text), "secret beside its name"
            return
        start, end = hit.span()
        floor = max(start - REACH, 0)
        while start > floor and (text[start - 1].isalnum() or text[start - 1] in "_-."):
            start -= 1
        if lower[hit.start()] < "\x80":
            end = right.match(text, end).end()
        while end > hit.end() and text[end - 1] in ".-":
            end -= 1
        at = max(end, at + 1)
        found = after(text, start, end)
        if found:
            at = max(at, found[1])
            yield found


def after(text: str, start: int, end: int):
    """The (start, end, kind) of the value that belongs to the name text[start:end], or None."""
    name = text[start:end]
    before = text[max(start - 90, 0) : start]
    widened = re.search(r"([A-Za-z]{2,20})[ -]$", before[-24:]) if name.lower() in VAGUE else None
    level, password = names.rank(f"{widened.group(1)} {name}" if widened else name)
    in_arn = "arn:" in re.split(r"[\s\"',;=]", before)[-1]
    if level == names.NONE or name.lower().endswith("cookie") or in_arn:
        return None
    for how, at in gaps(text, start, end, name):
        if how == "element":
            element = form("assigned element text").match(text, at)
            found = (*element.span(1), "<") if element else None
        else:
            found = value_at(text, at)
        if found and accept(text, level, password, how, found, name):
            first, last, _ = found
            if last - first >= LONGEST - 1:  # it goes on beyond what was judged
                last = re.compile(r"[^\s\"'`]*").match(text, last).end()
            return first, last, ("password" if password else "secret") + " beside its name"
    return None


def gaps(text: str, start: int, end: int, name: str):
    """Yield (how, offset) of each place where the value may begin, the likeliest first."""
    flag = name.startswith("-")
    operator = form("assigned operator").match(text, end)
    if operator:
        at, sign = operator.end(), operator.group(1)
        typed = form("assigned typed").match(text, at) if sign == ":" else None
        block = form("assigned block").match(text, at) if sign in ":=" else None
        if typed:
            yield "=", typed.end()
        elif block:
            yield "block", block.end()
        elif flag:
            yield "flag", at
        elif sign in ("==", "===", "!=", "!=="):
            yield "compare", at
        elif sign in (":", "：", "->", "%3A", "%3a"):
            yield ":", at
        else:
            yield "= " if text[at - 1] in " \t" else "=", at
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
    if space and flag:
        yield "flag", space.end()
    elif not flag and drawn(near):
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


def accept(text: str, level: int, password: bool, how: str, found, name: str) -> bool:
    """Is this value, found in this way behind a name of this rank, a secret?"""
    start, end, quote = found
    value = text[start : min(end, start + LONGEST)].strip()
    if quote and (value[:1] in ",;) \n" or "\n" in value):
        return False
    if level == names.WEAK and not any(map(str.isdigit, value)):
        return False
    if values.reference(value) or value.startswith(OF_NO_NAME):
        return False
    if not quote:
        if values.code(value + text[end : end + 1]):
            return False
        goes_on = re.match(r"[ \t]?(?:\(|\[|\.\w|::)", text[end : end + 4])
        if goes_on and how in (":", "= ", "prose", "block") and not values.random(value):
            return False
    if name.lower().endswith("otp") and value.isdigit() and 6 <= len(value) <= 8:
        return how in ("=", "flag")
    if level == names.WEAK:
        return weak(value, how, name, quote)
    if password and how in ("prose", "setter") and name.lower() in ("pass", "passes", "passed"):
        return False
    if how in ("prose", "call", "argument", "compare"):
        return loose(value, password, quote, how)
    if values.number(value):
        least = 6 if how == ":" and not quote else 4
        return password and value.isdigit() and len(value) >= least and value.strip("0") != ""
    if quote and " " in value:
        return sentence(value, password, how)
    if how in (":", "block", "= ") and not quote:
        return bare(text, value, end, password, how)
    return firm(value, password, how, name)


def weak(value: str, how: str, name: str, quote: str) -> bool:
    """Behind a name that often means no secret (key, sig): only what was drawn at random."""
    if how in ("prose", "call", "compare") or " " in value or values.path(value):
        return False
    words = names.split(name)
    if values.uuid(value):
        return words[-2:] == ["secret", "id"]
    if not values.hexadecimal(value):
        return values.random(value)
    is_key = name == "key" and quote != "" and how[0] == "=" and len(value) >= 32
    return len(value) >= 24 and (is_key or name.isupper() or words[-1] not in BEHIND_KEY)


def loose(value: str, password: bool, quote: str, how: str) -> bool:
    """In prose and in calls a value has to look like one by itself."""
    is_random = values.random(value)
    if " " in value or value.startswith("-") or "/" in value and not is_random:
        return False
    if password and values.password_like(value, 6 if quote else 8) and not values.path(value):
        return True
    if password:
        return values.uuid(value.rstrip(".,;"))
    return is_random and not values.path(value) or values.uuid(value) and how != "call"


def sentence(value: str, password: bool, how: str) -> bool:
    """Quoted, with spaces: a passphrase, or a message, which has words of every day in it?"""
    words = value.split()
    if len(words) == 2 and words[0].isalpha() and values.random(words[1]):
        return True
    told = value.endswith((".", "!", "?", ":")) and len(words) > 2
    usual = values.USUAL & {word.strip(".,:;!?").lower() for word in words}
    if usual or told and not any(map(values.password_like, words)):
        return any(values.random(word) for word in words if len(word) >= 20)
    if how == "flag" or any(map(values.random, words)):
        return True
    return password and (3 <= len(words) <= 24 or values.password_like(value))


def bare(text: str, value: str, end: int, password: bool, how: str) -> bool:
    """Unquoted behind a colon or " = ": YAML and INI values, but also types, code and prose."""
    rest = text[end : end + 80].split("\n", 1)[0].lstrip("\"')]},; \t")
    goes_on = text[end : end + 1] not in "\"'`,;&|<\\)}]"
    more = bool(rest) and goes_on and not rest.startswith(ENDS_LINE)
    is_random = values.random(value)
    if values.path(value) or values.code(value):
        return False
    if how == "block" and not is_random:
        return password and not more and values.password_like(value)
    if values.wordish(value.rstrip(":,;.")):
        return password and values.words_joined(value) and not more
    if more and not is_random:
        return password and values.password_like(value)
    return firm(value, password, how, "")


def shuffled(value: str) -> bool:
    """Return True for letters alone whose case changes as it only does where they are drawn."""
    return len(value) >= 12 and value.isalpha() and values.mean_run(value) < SHUFFLED_RUN


def firm(value: str, password: bool, how: str, name: str) -> bool:
    """Behind "=", in quotes, or as an option: nearly anything but names, paths and words."""
    is_setter = how == "setter"
    if values.path(value) or is_setter and re.match(r"[\w.-]+=\S", value):
        return False
    if values.wordish(value.rstrip(".,:;!?") if is_setter else value):
        if how == "=" and name.isupper() and shuffled(value):
            return True
        joined = "-" in value or "_" in value
        drawn_out = len(value) >= 20 and not joined and values.mean_run(value) < 2.6
        if values.words_joined(value) or drawn_out:
            return True
        if is_setter and value.islower():
            return False
        least = 4 if name.isupper() and how == "=" else 5
        return password and len(value) >= least and how in ("=", "flag", "setter", "element")
    if password:
        return len(value) >= 4 or how == "flag"
    if len(value) < 8 or re.match(r"[a-z]+(?:[-_.][a-z]+){0,6}[-_.]?v?\d{0,6}$", value):
        return False
    return any(map(str.isdigit, value)) or values.random(value)
