"""A telling name and its value: NAME=value, "name": "value", --name value, name is value."""

import re

from reflexion.signals.secrets import names
from reflexion.signals.secrets.announced import LONGEST, Finding, accept
from reflexion.signals.secrets.values import form

REACH = 60  # longest stretch of a name that is looked at to either side of the telling word
MOST_NAMES = 600  # telling names that are looked at in a short text
CHARACTERS_A_NAME = 512  # a longer text may have one more name for so many characters
QUOTED = 8192  # longest quoted value
# names that only tell something with the word in front: API key, public key, page token
VAGUE = ("key", "keys", "token", "tokens", "secret", "secrets", "code", "codes", "id")
COMPARISONS = ("==", "===", "!=", "!==")
COLONS = (":", "：", "->", "→", "是", "为", "%3A", "%3a")


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
        if not found:
            continue
        first, last, quote = found
        value = text[first : min(last, first + LONGEST)].strip()
        if accept(Finding(text, value, last, quote, how, name, level, password)):
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
    at = operator.end()
    sign = operator.group(1)
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
        quote = opening.group(1)
        start = opening.end()
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
