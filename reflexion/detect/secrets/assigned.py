"""Values beside a name that tells: NAME=value, "name": "value", --name value, name is value."""

import re
from typing import NamedTuple

from reflexion.detect.secrets import values
from reflexion.detect.secrets.names import Rank, rank
from reflexion.detect.secrets.reading import Value, read_value, read_word
from reflexion.detect.secrets.values import LISTS

HINTS = sorted(LISTS["hints"])
SHORT_HINTS = sorted(LISTS["short hints"])
REACH = 60  # longest stretch of a name that is looked at to either side of a hint
MOST_NAMES = 600  # names that are looked at in a short text,
CHARACTERS_A_NAME = 512  # and one more for so many characters of a longer one
# names that only tell with the word in front: API key, public key, page token
VAGUE = ("key", "keys", "token", "tokens", "secret", "secrets", "code", "codes", "id")
COLONS = (":", "\uff1a", "->", "\u2192", "\u662f", "\u4e3a", "%3A", "%3a")
NAME_REST = re.compile(r"[\w.\-]{0,60}")
WORD_BEFORE = re.compile(r"([A-Za-z]{2,20})[ -]$")
OPERATOR = re.compile(
    r"""(?:[ ]{0,8}["'`]|&quot;|%22)?[\])]{0,2}(?:[ ]{0,8}["'`])?[?!]?(?:[ \t]\d{1,2}(?=:)|[ \t]\([^()\n]{0,40}\)(?=:))?
    [ \t]{0,40}(:=|=>|===?|!==?|\?=|\+=|:|\uff1a|=|\uff1d|->|\u2192|\u662f|\u4e3a|%3[AaDd])(?![=:]|//)
    [ \t]{0,40}(?:!!\w{1,20}[ \t]{1,8})?""",
    re.VERBOSE,
)
TYPED = re.compile(r"&?(?:'[a-z]{1,12} )?[A-Za-z_][\w.<>\[\]|? ]{0,40}=[ \t]{0,8}(?=[\"'`])")
BLOCK = re.compile(r"[|>][-+]?\d?[ \t]*\n")
NEXT_LINE = re.compile(r"[ \t]*(?:\n[ \t]*){1,2}(?=\S)")
PAIR = re.compile(
    r"""["']?(?:[ \t]{0,8}[,;]?\s{1,60}(?:-[ ])?|,)["']?
    (?:\w{0,20}[Vv]alue|VALUE|content|default|val)["']?[ \t]{0,8}[:=][ \t]{0,8}""",
    re.VERBOSE,
)
ARGUMENT = re.compile(r"[\"'`]\s{0,8},\s{0,8}(?=[\"'`])|\([ ]{0,8}(?=[\"'`])")
ELEMENT = re.compile(
    r"(?:[\"'][^<>\n]{0,200})?(?:\s[^<>\n]{0,100})?>\s{0,40}(?:</?\w{2,20}>\s{0,40}){0,2}(?:<!\[CDATA\[)?(?=[^\s<])"
)
ELEMENT_TEXT = re.compile(r"([^<\n]{1,4096}?)\s{0,40}(?=</|\]\]>)")
BLANK = re.compile(r"[\"']?[ \t]+(?=[^\s-])")
SETTER = re.compile(
    r"""(?:\b(?:config|configure|profile)(?:[ \t]+(?:set|add))?|\b(?:setenv|setx|ENV|ARG|put)|\bset(?:[ \t]+-\w+){0,3}
    |\b(?:env:set|secrets?[ \t]+set))[ \t]+(?:--?[\w-]+[ \t]+){0,3}["']?\S{0,80}$
    |\b(?:login|user|username|account|machine|identified|default)[ \t]+\S{1,80}[ \t]+(?:(?:and|with)[ \t]+)?$|^[ \t]*$""",
    re.VERBOSE,
)
FILLER = re.compile(
    r"""(?:[ \t]{0,40}\|(?=[ \t]))?(?:[ \t]+(?:is|was|are|now|set|to|as|of|has|been|changed|reset|generated|created|using|value|ist|lautet|wurde|est|es
    |(?:for|of|f\u00fcr|pour|para|de|di)[ \t]+(?:(?:the|user|role|account|database)[ \t]+){0,2}[^\s:=]{1,60}
    (?:[ \t]+(?:user|account|db|database))?[ \t]*(?:is|was|:|=|to|ist|est|es)(?![a-z]))){0,4}
    (?:[ \t]*\([^()\n]{0,60}\))?[ \t]*[:=]?(?:[ \t]+|(?<=[:=])\s{1,40}|(?<=[:=])(?=["'`]))""",
    re.VERBOSE,
)
WRAPPER = re.compile(
    r"(?:\w{1,20}\.){0,2}(?:\w{0,12}(?:crypt|hash|quote|encode)\w{0,8}|md5|sha\d{0,3}|password|str|bytes|[A-Z]?[a-z]*Secret\w{0,3})"
    r"\(\s{0,4}(?=[\"'])"
)
ARROW = re.compile(r"[\"']?[ \t]{1,8}(?:->|=>|\u2192)[ \t]{1,8}")
# what may follow a bare value in its line without making a sentence of it
ENDS_LINE = ("#", "//", "}", "(", "<", "|", "&", "-", "[", "\u2192")


class Candidate(NamedTuple):
    """A value behind a name. `how` joins the two: "=" (also a flag), ":", "near" or "prose"."""

    text: str
    value: str
    end: int
    quote: str
    how: str
    name: str
    rank: Rank


def find(text: str, lower: str):
    """Yield (start, end, kind) of each value that a telling name announces."""
    hint = _hints(lower)
    if not hint:
        return
    left = MOST_NAMES + len(text) // CHARACTERS_A_NAME
    hit = hint.search(lower)
    while hit:
        left -= 1
        if not left:  # no text of this world: what is not read is not kept
            yield hit.start(), len(text), "secret beside its name"
            return
        start, end = _whole_name(text, hit)
        at = max(end, hit.start() + 1)
        for span in _beside(text, start, end):
            at = max(at, span[1])
            yield span
        hit = hint.search(lower, at)


def _hints(lower: str):
    """Return the compiled pattern of the hints that this text holds; None for none."""
    found = [word for word in HINTS if word in lower]
    short = [word for word in SHORT_HINTS if word in lower]
    if short:
        found.append("(?<![a-z])(?:" + "|".join(short) + ")(?![a-z])")
    return re.compile("|".join(found)) if found else None


def _whole_name(text: str, hit) -> tuple:
    """Return (start, end) of the name around a hint."""
    start, end = hit.span()
    floor = max(start - REACH, 0)
    while start > floor and (text[start - 1].isalnum() or text[start - 1] in "_-."):
        start -= 1
    if text[hit.start()] < "\u0400":
        end = NAME_REST.match(text, end).end()
    while end > hit.end() and text[end - 1] in ".-":
        end -= 1
    return start, end


def _beside(text: str, start: int, end: int):
    """Yield (start, end, kind) of the values that belong to the name text[start:end]."""
    name = text[start:end]
    ranked = _rank_in(text, start, name)
    if not ranked.level:
        return
    kind = ("password" if ranked.is_password else "secret") + " beside its name"
    for how, at in _joints(text, start, end, name):
        if how == "block":
            yield from _block(text, start, at, kind)
            continue
        value = _value_at(text, at, how)
        if value is None:
            continue
        if _accepts(text, value, how, name, ranked):
            yield value.start, value.end, kind
        arrow = ARROW.match(text, value.end)
        second = read_value(text, arrow.end()) if arrow else None
        if second and _accepts(text, second, "=", name, ranked):
            yield second.start, second.end, kind


def _rank_in(text: str, start: int, name: str) -> Rank:
    """Return the rank of a name, with the word in front where the name alone is vague."""
    before = text[max(start - 90, 0) : start]
    if "arn:" in before.split(" ")[-1].split('"')[-1]:
        return rank("")
    widened = WORD_BEFORE.search(before[-24:]) if name.lower() in VAGUE else None
    return rank(f"{widened.group(1)} {name}" if widened else name)


def _value_at(text: str, at: int, how: str):
    if how == "element":
        found = ELEMENT_TEXT.match(text, at)
        return Value(*found.span(1), "<") if found else None
    return read_word(text, at) if how == "=" else read_value(text, at)


def _accepts(text: str, value: Value, how: str, name: str, ranked: Rank) -> bool:
    judged = text[value.start : min(value.end, value.start + values.LONGEST)].strip()
    return is_secret(Candidate(text, judged, value.end, value.quote, how, name, ranked))


def _joints(text: str, start: int, end: int, name: str):
    """Yield (how, offset) of each place where the value may begin, the likeliest first."""
    operator = OPERATOR.match(text, end)
    if operator:
        yield _behind_operator(text, operator, name)
        return
    opened = text.rfind("<", max(0, start - 100), start)
    if opened >= 0 and text.find(">", opened, start) < start and ">" in text[end : end + 300]:
        element = ELEMENT.match(text, end)
        if element:
            yield "element", element.end()
    for how, pattern in (("=", PAIR), ("near", ARGUMENT)):
        found = pattern.match(text, end)
        if found:
            yield how, found.end()
            return
    blank = BLANK.match(text, end)
    if name.startswith("-"):
        if blank:
            yield "=", blank.end()
        return
    if blank and SETTER.search(text[max(text.rfind("\n", 0, start) + 1, start - 160, 0) : start]):
        yield "set", blank.end()
    filler = FILLER.match(text, end)
    if filler:
        yield "prose", filler.end()


def _behind_operator(text: str, operator, name: str) -> tuple:
    """Return (how, offset) of the value behind "=", ":" and their like."""
    at = operator.end()
    sign = operator.group(1)
    typed = TYPED.match(text, at) if sign == ":" else None
    if typed:
        return "=", typed.end()
    if sign in (":", "=") and BLOCK.match(text, at):
        return "block", BLOCK.match(text, at).end()
    if sign in (":", "=") and NEXT_LINE.match(text, at):
        return "line", NEXT_LINE.match(text, at).end()
    wrapper = WRAPPER.match(text, at)
    if wrapper:
        return "near", wrapper.end()
    if sign in ("==", "===", "!=", "!=="):
        return "near", at
    if name.startswith("-"):
        return "=", at
    if sign in COLONS or text[at - 1] in " \t":
        return ":", at
    return "=", at


def _block(text: str, start: int, at: int, kind: str):
    """Yield the lines of a YAML block scalar, which are indented deeper than the name."""
    first = text.rfind("\n", 0, start) + 1
    depth = len(text[first:start]) - len(text[first:start].lstrip(" -"))
    for line in text[at : at + 20_000].split("\n"):
        plain = line.strip()
        if plain and len(line) - len(line.lstrip(" ")) <= depth:
            return
        if plain and not values.is_placeholder(plain) and not values.is_code(plain):
            yield at, at + len(line), kind
        at += len(line) + 1


def is_secret(it: Candidate) -> bool:
    """Return True when this value, joined to its name in this way, is a secret."""
    value = it.value
    if values.is_placeholder(value) or it.quote and value[:1] in ",;) ":
        return False
    if not it.quote and _is_expression(it):
        return False
    if it.rank.level == 1:
        return _is_key(it)
    if it.how in ("near", "prose", "line"):
        return _stands_out(it)
    if values.is_number(value):
        return it.rank.is_password and len(value) >= (6 if it.how == ":" else 4) and value.strip("0") != ""
    if " " in value:
        return _is_phrase(it)
    if it.how == ":" and not it.quote:
        return _is_said(it)
    return _is_set(it)


def _is_expression(it: Candidate) -> bool:
    goes_on = it.text[it.end : it.end + 1]
    if values.is_code(it.value + goes_on):
        return True
    is_call = goes_on in ("(", "[") or it.text[it.end : it.end + 2] == "::"
    return is_call and not values.is_drawn(it.value)


def _is_key(it: Candidate) -> bool:
    """Return True for a drawn value behind a name that often means no secret: key, sig, code."""
    value = it.value
    if it.how in ("near", "prose", "line") or " " in value or values.is_path(value):
        return False
    if values.is_hex(value):
        return _is_hex_key(it)
    return values.is_drawn(value)


def _is_hex_key(it: Candidate) -> bool:
    """Return True where hexadecimal digits are a key, and no digest."""
    last = it.name.lower()
    if last in ("key", "keys") or last.endswith(("keys", "code", "codes", "signature", "tokens")):
        return len(it.value) >= 32 and (it.name.isupper() or last == "key" and it.how == "=")
    return len(it.value) >= (32 if last.endswith("key") else 24)


def _stands_out(it: Candidate) -> bool:
    """Return True for a value that looks like a secret by itself, as it must in prose."""
    value = it.value
    is_drawn = values.is_drawn(value)
    if " " in value or value.startswith("-") or "/" in value and not is_drawn:
        return False
    if it.how == "line" and _goes_on(it):
        return False
    if it.rank.is_password and not values.is_path(value):
        return values.is_password(value, 6 if it.quote else 8) or is_drawn or values.is_uuid(value)
    return is_drawn and not values.is_path(value) or values.is_uuid(value)


def _is_phrase(it: Candidate) -> bool:
    """Return True for a quoted passphrase, False for a message."""
    words = it.value.split()
    if any(values.is_drawn(word) for word in words if len(word) >= 16):
        return True
    plain = [word.strip(".,:;!?").lower() for word in words]
    if not LISTS["usual words"].isdisjoint(plain) or it.value.endswith((".", "!", "?", ":")):
        return False
    return it.rank.is_password and len(words) <= 24


def _is_said(it: Candidate) -> bool:
    """Return True for an unquoted value behind a colon: YAML and INI, but also types and prose."""
    value = it.value
    if values.is_path(value):
        return False
    goes_on = _goes_on(it)
    if values.is_words(value.rstrip(":,;.")):
        return it.rank.is_password and not goes_on and values.is_passphrase(value)
    if goes_on and not values.is_drawn(value):
        return it.rank.is_password and values.is_password(value)
    return _is_set(it)


def _goes_on(it: Candidate) -> bool:
    """Return True where further words stand behind the value in its line."""
    rest = it.text[it.end : it.end + 80].split("\n", 1)[0].lstrip("\"')]},; \t")
    stops = it.text[it.end : it.end + 1] in "\"'`,;&|<\\)}]"
    return bool(rest) and not stops and not rest.startswith(ENDS_LINE)


def _is_set(it: Candidate) -> bool:
    """Return True for nearly anything but names, paths and words."""
    value = it.value
    if values.is_path(value):
        return False
    if values.is_words(value.rstrip(".,:;!?") if it.how == "set" else value):
        is_plain = it.how == ":" or it.how == "set" and value.islower()
        is_password = it.rank.is_password and not is_plain and len(value) >= 4
        return is_password or values.is_passphrase(value) or _is_shuffled(it)
    if it.rank.is_password:
        return len(value) >= 4
    return len(value) >= 8 and (any(map(str.isdigit, value)) or values.is_drawn(value))


def _is_shuffled(it: Candidate) -> bool:
    """Return True for many letters whose case changes as it only does where they are drawn."""
    value = it.value
    return len(value) >= 12 and value.isalpha() and values.mean_run(value) < 2.0
