"""A telling name and its value: NAME=value, "name": "value", --name value, name is value."""

from __future__ import annotations

import re

from reflexion.signals.secrets import names, values
from reflexion.signals.secrets.word_lists import form

REACH = 60  # longest stretch of a name that is looked at to either side of the telling word
LONGEST = 300  # characters of a value that are judged; an accepted one is followed to its end
MOST_NAMES = 2000  # telling names that are looked at in a short text
QUOTED = 8192  # longest quoted value

_RIGHT = r"[\w.\-]{0,60}"
# what may stand between a name and its value
_OPERATOR = form("assigned operator")
_TYPED = r"[A-Za-z_][\w.<>\[\]|?]{0,40}(?:[ \t]?\|[ \t]?\w{1,20})?[ \t]{0,8}=[ \t]{0,8}(?=[\"'`])"
_ELEMENT = r"(?:</key>\s{0,40}<string>|[^<>\n]{0,200}>)\s{0,40}(?:<!\[CDATA\[)?(?=[^\s<])"
_PAIR = form("assigned pair")
_PAIR_TIGHT = r"\\{0,4}[\"'],\\{0,4}[\"'](?:[Vv]alue|content|default)\\{0,4}[\"']:"
_ARGUMENT = r"\\{0,4}[\"']\s{0,8},\s{0,8}(?=\\{0,4}[\"'`])"
_CALL = r"\(\s{0,8}(?=\\{0,4}[\"'`])"
_SPACE = r"(?:\\{0,4}[\"'])?[ \t]+(?:\\\n[ \t]*)?(?=[^\s-])"
_FURTHER = (
    (('",', "',", "\\,"), _PAIR_TIGHT, "="),
    (("alue", "VALUE", "content", "default", "val"), _PAIR, "="),
    (('"', "'"), _ARGUMENT, "argument"),
    (('("', "('", "(\\", "( "), _CALL, "call"),
)
_BLOCK = r"(?:[|>][-+]?)?[ \t]*(?:\r?\n[ \t]*){1,2}(?=\S)"
# "config set NAME value" and its like: NAME is followed by a space and the value
_SETTER = form("assigned setter")
_FILLER = form("assigned filler")
_OPENING = r"(?:[bBrRuUfFL@$]{1,2}(?=[\"']))?(\\{0,4}(?:\"\"\"|'''|[\"'`])|&quot;|&#34;|%22)"
_RUN = r"[^\s\"'`]{1,300}"
_END = form("assigned end")


def find(text: str, lower: str):
    """Yield (start, end, kind) of each value that a telling name announces."""
    pattern = names.hint(lower)
    if not pattern:
        return
    hint, right = re.compile(pattern), re.compile(_RIGHT)
    at, left = 0, MOST_NAMES + len(text) // 100
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
    level, password = names.rank(widened(text, start, name))
    if (
        level == names.NONE
        or name.lower().endswith("cookie")
        or "arn:" in text[max(start - 90, 0) : start].rpartition(" ")[2].rpartition("\n")[2]
    ):
        return None
    for how, at in gaps(text, start, end, name):
        found = element_at(text, at) if how == "element" else value_at(text, at)
        if found and accept(text, level, password, how, at, found, name):
            return (
                found[0],
                follow(text, found),
                ("password" if password else "secret") + " beside its name",
            )
    return None


def widened(text: str, start: int, name: str) -> str:
    """The name with the word in front where that one decides: API key, public key, page token."""
    if name.lower() not in (
        "key",
        "keys",
        "token",
        "tokens",
        "secret",
        "code",
        "codes",
        "id",
        "secrets",
    ):
        return name
    before = re.search(r"([A-Za-z]{2,20})[ -]$", text[max(start - 24, 0) : start])
    return before.group(1) + " " + name if before else name


def gaps(text: str, start: int, end: int, name: str):
    """Yield (how, offset) of each place where the value may begin, the likeliest first."""
    flag = name.startswith("-")
    operator = re.compile(_OPERATOR).match(text, end)
    if operator:
        at, sign = operator.end(), operator.group(1)
        typed = re.compile(_TYPED).match(text, at) if sign == ":" else None
        block = re.compile(_BLOCK).match(text, at) if sign in ":=" else None
        if typed:
            yield "=", typed.end()
        elif block:
            yield "block", block.end()
        else:
            spaced = text[at - 1] in " \t"
            yield (
                (
                    "flag"
                    if flag
                    else "compare"
                    if sign in ("==", "===", "!=", "!==")
                    else ":"
                    if sign in (":", "->", "%3A", "%3a")
                    else "= "
                    if spaced
                    else "="
                ),
                at,
            )
        return
    near = text[end : end + 120].split("\n", 2)
    if ">" in near[0] and re.search(
        r"<(?:[\w:.-]{0,60}|key>|[\w:.-]{1,40}\s[^<>\n]{0,100}[\"'])$",
        text[max(0, start - 200) : start],
    ):
        element = re.compile(_ELEMENT).match(text, end)
        if element:
            yield "element", element.end()
    for literals, pattern, how in _FURTHER:
        found = (
            re.compile(pattern).match(text, end)
            if any(literal in part for literal in literals for part in near[:2])
            else None
        )
        if found:
            yield how, found.end()
            return
    space = near[0][:1] in " \t\"'\\" and re.compile(_SPACE).match(text, end)
    if space and flag:
        yield "flag", space.end()
    elif near[0] and not flag and drawn(near[0]):
        if space and re.search(
            _SETTER, text[max(text.rfind("\n", 0, start) + 1, start - 160, 0) : start]
        ):
            yield "setter", space.end()
        filler = re.compile(_FILLER).match(text, end)
        if filler:
            yield "prose", filler.end()


def drawn(line: str) -> bool:
    """Does the line hold what prose is not made of: digits, odd symbols, joined words?"""
    return (
        any(c in "0123456789!#$%^&*+=~@" for c in line)
        or max(
            map(lambda word: word.count("-") + word.count("_") + word.count("."), line.split()),
            default=0,
        )
        >= 2
    )


def value_at(text: str, at: int):
    """(start, end, quote) of the value at an offset, quote "" = bare; None without a value."""
    opening = re.compile(_OPENING).match(text, at)
    if opening:
        quote, start = opening.group(1), opening.end()
        end = closing(text, start, quote)
        return (start, end, quote) if end > start else None
    run = re.compile(_RUN).match(text, at)
    if not run:
        return None
    value = run.group()
    stop = re.compile(_END).search(value, 1)
    length = stop.start() if stop else len(value)
    while (
        length > 1
        and value[length - 1] in ")]}"
        and value[:length].count("([{"[")]}".index(value[length - 1])])
        < value[:length].count(value[length - 1])
    ):
        length -= 1
    return at, at + length, ""


def element_at(text: str, at: int):
    """(start, end, quote) of the text of an XML element."""
    found = re.compile(r"([^<\n]{1,4096}?)\s{0,40}(?=</|\]\]>)").match(text, at)
    return (*found.span(1), "<") if found else None


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


def follow(text: str, found) -> int:
    """The end of an accepted value, beyond what was judged of it."""
    start, end, quote = found
    if end - start < LONGEST - 1:
        return end
    return re.compile(r"[^\s\"'`]*").match(text, end).end()


def accept(text: str, level: int, password: bool, how: str, at: int, found, name: str) -> bool:
    """Is this value, found in this way behind a name of this rank, a secret?"""
    start, end, quote = found
    value = text[start : min(end, start + LONGEST)].strip()
    if quote and (value[:1] in ",;) \n" or "\n" in value):
        return False
    if level == names.WEAK and not any(map(str.isdigit, value)):
        return False
    if values.reference(value) or value.startswith(
        (
            "SHA256:",
            "MD5:",
            "sha256-",
            "sha512-",
            "sha384-",
            "sha1-",
            "sha256:",
            "ssh-",
            "ecdsa-",
            "pass:",
            "env:",
            "file:",
            "fd:",
            "pkcs11:",
            "id=",
            "data:",
        )
    ):
        return False
    if not quote and (
        values.code(value + text[end : end + 1])
        or how in (":", "= ", "prose", "block")
        and re.match(r"[ \t]?(?:\(|\[|\.\w|::)", text[end : end + 4])
        and not values.random(value)
    ):
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
        return (
            password
            and value.isdigit()
            and len(value) >= (4 if how != ":" or quote else 6)
            and re.search(r"[1-9]", value) is not None
        )
    if quote and " " in value.strip():
        return sentence(value, password, how)
    if how in (":", "block", "= ") and not quote:
        return bare(text, value, end, password, how)
    return firm(value, password, how, name, quote)


def weak(value: str, how: str, name: str, quote: str) -> bool:
    """Behind a name that often means no secret (key, sig): only what was drawn at random."""
    if (
        how in ("prose", "call", "compare")
        or " " in value
        or values.path(value)
        or values.uuid(value)
        and names.split(name)[-2:] != ["secret", "id"]
    ):
        return False
    if values.digest(value) or values.hexadecimal(value):
        return len(value) >= 24 and (
            name.isupper()
            or name == "key"
            and quote
            and how[0] == "="
            and len(value) >= 32
            or names.split(name)[-1] not in ("key", "keys", "signature", "code", "tokens")
        )
    return values.random(value) or values.uuid(value)


def loose(value: str, password: bool, quote: str, how: str) -> bool:
    """In prose and in calls a value has to look like one by itself."""
    if " " in value or value.startswith("-") or "/" in value and not values.random(value):
        return False
    if password:
        return (
            values.password_like(value, 8 if not quote else 6)
            and not values.path(value)
            or values.uuid(value.rstrip(".,;"))
        )
    return (
        values.random(value)
        and not values.path(value)
        or values.hexadecimal(value)
        and len(value) >= 32
        or values.uuid(value)
        and how != "call"
    )


def sentence(value: str, password: bool, how: str) -> bool:
    """Quoted, with spaces: a passphrase, or a message, which has words of every day in it?"""
    words = value.split()
    if len(words) == 2 and words[0].isalpha() and values.random(words[1]):
        return True
    usual = values.USUAL & {word.strip(".,:;!?").lower() for word in words}
    if (
        usual
        or value.endswith((".", "!", "?", ":"))
        and len(words) > 2
        and not any(map(values.password_like, words))
    ):
        return any(values.random(word) for word in words if len(word) >= 20)
    return (
        password
        and (len(words) >= 3 and len(words) <= 24 or values.password_like(value))
        or how == "flag"
        or any(map(values.random, words))
    )


def bare(text: str, value: str, end: int, password: bool, how: str) -> bool:
    """Unquoted behind a colon or " = ": YAML and INI values, but also types, code and prose."""
    rest = text[end : end + 80].split("\n", 1)[0].lstrip("\"')]},; \t")
    more = (
        bool(rest)
        and not rest.startswith(("#", "//", "}", "(", "<", "|", "\\n", "&", "-", "[", "\u2192"))
        and text[end : end + 1] not in "\"'`,;&|<\\)}]"
    )
    if values.path(value) or values.code(value):
        return False
    if how == "block" and not values.random(value):
        return password and not more and values.password_like(value)
    if values.wordish(value.rstrip(":,;.")):
        return password and values.words_joined(value) and not more
    if more and not values.random(value):
        return password and values.password_like(value)
    return firm(value, password, how, "", "")


def firm(value: str, password: bool, how: str, name: str, quote: str) -> bool:
    """Behind "=", in quotes, or as an option: nearly anything but names, paths and words."""
    if values.path(value) or how == "setter" and re.match(r"[\w.-]+=\S", value):
        return False
    if values.wordish(value.rstrip(".,:;!?") if how == "setter" else value):
        if values.words_joined(value):
            return True
        return (
            password
            and len(value) >= 5
            and how in ("=", "flag", "setter", "element")
            and not (how == "setter" and value.islower())
            or len(value) >= 20
            and "-" not in value
            and "_" not in value
            and values.mean_run(value) < 2.6
        )
    if password:
        return len(value) >= 4 or how == "flag"
    return (
        len(value) >= 8
        and (any(map(str.isdigit, value)) or values.random(value))
        and not re.match(r"[a-z]+(?:[-_.][a-z]+){0,6}[-_.]?v?\d{0,6}$", value)
    )
