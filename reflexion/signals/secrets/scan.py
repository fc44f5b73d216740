"""Runs the rules whose literals stand in the text, and puts what they found in order."""

from __future__ import annotations

from . import services, values

COLOURS = ("\x1b", "\\x1b[", "\\u001b[", "\\033[", "\\e[")
ESCAPES = ("\\n", '\\"')
RECORDS = (  # what the rules of records.py wait for
    "pass",
    "secret",
    "token",
    "key",
    "kty",
    "phrase",
    "mnemonic",
    "auth ",
    "add-mask",
    "send ",
    "client",
    "api",
    "bot",
    "insert",
    "fernet",
    "sequelize",
    "datasource",
    "createpool",
    "credential",
    "sign(",
    "hmac",
    "crypt",
    "connect",
    "login",
    "snmp",
    "variable",
    "admin",
    ":5432:",
    ":*:",
)


def scan(text: str, extra=()):
    """[(start, end, kind)] of each secret in the text, in order, split at line ends, without overlaps."""
    if len(text) < 4:
        return []
    plain, moves = uncoloured(text) if any(mark in text for mark in COLOURS) else (text, None)
    spans = spans_of(plain, extra)
    if any(
        mark in plain for mark in ESCAPES
    ):  # text inside a JSON string: read once more with its escapes undone
        spans = merged(plain, spans + spans_of(unescaped(plain), ()))
    return (
        [(moved(moves, start), moved(moves, end - 1) + 1, kind) for start, end, kind in spans]
        if moves
        else spans
    )


def spans_of(text: str, extra):
    spans = [span for rules in chosen(text, lowered(text), extra) for span in rules]
    return merged(text, [*spans, *continued(text, spans)]) if spans else []


def chosen(text: str, lower: str, extra):
    """The rules worth running, each as an iterable of spans."""
    yield shaped(text)
    if any(
        literal in text
        for literal in (
            "PRIVATE KEY",
            "OpenVPN Static",
            "Private-",
            "ecovery code",
            "ackup code",
            "minisign",
        )
    ):
        from . import blocks

        yield blocks.find(text)
    if (
        "@" in text
        and ":" in text
        or "sig" in lower
        and "=" in text
        or "jwt=" in lower
        or "appid=" in lower
        or "oauth-basic" in lower
    ):
        from . import links

        yield links.find(text, lower)
    from . import names

    if any(names.hints(lower)):
        from . import assigned

        yield assigned.find(text, lower)
    if any(literal in lower for literal in ("authorization", "bearer", "basic ", "cookie", " -b ")):
        from . import headers

        yield headers.find(text, lower)
    from . import commands

    yield commands.find(text, lower)
    if any(literal in lower for literal in RECORDS):
        from . import records

        yield records.find(text, lower)
    from . import shapes

    yield shapes.find(text, lower)
    if extra:
        from . import extra as own

        yield own.find(text, extra)


def shaped(text: str):
    """Tokens of the services, by their shape alone."""
    import re

    for table in services.TABLES:
        for kind, literals, pattern in table:
            for literal in literals:
                if literal in text:
                    break
            else:
                continue
            compiled = re.compile(
                pattern
                if pattern.startswith(("(?<", "/"))
                else "(?<![A-Za-z0-9])(?:" + pattern + ")"
            )
            for found in compiled.finditer(text):
                start, end = found.span(1 if compiled.groups else 0)
                if not placeholder(text[start:end], compiled.groups):
                    yield start, end, kind


def placeholder(token: str, part: int) -> bool:
    """ghp_xxxxxxxx, AKIA...EXAMPLE, sk-your-key-here: the shape of a token, with nothing in it."""
    body = token[:200]
    return (
        "EXAMPLE" in body
        or values.mask(body)
        or "your" in body.lower()
        and len(body) < 60
        or "placeholder" in body.lower()
        or not any(map(str.isalnum, body))
        or not part
        and plain_words(body)
    )


def continued(text: str, spans):
    """Tokens that go on in the next line."""
    for start, end, kind in spans:
        if (
            end - start >= 40
            and text[end : end + 1] in ("\n", "\r", " ")
            and "url" not in kind
            and kind != "private key"
        ):
            from . import blocks

            yield from blocks.wrapped(text, start, end)


def unescaped(text: str) -> str:
    """The text with its escapes undone, of the same length."""
    for mark, plain in (
        ("\\n", " \n"),
        ("\\r", " \r"),
        ("\\t", " \t"),
        ('\\"', ' "'),
        ("\\/", " /"),
    ):
        text = text.replace(mark, plain)
    return text


def plain_words(token: str) -> bool:
    """sk_test_some_lower_case_words: no digit, no capital, nothing that had to be drawn."""
    return (
        len(token) < 60
        and not any(map(str.isdigit, token))
        and (token.islower() or token.isupper())
        and max(map(len, token.replace("-", "_").split("_"))) < 16
    )


def lowered(text: str) -> str:
    """Lower case, character by character, so that offsets stay."""
    lower = text.lower()
    return (
        lower
        if len(lower) == len(text)
        else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    )


def uncoloured(text: str):
    """The text without terminal sequences, and [(offset in it, offset in the text)] where the two drift apart."""
    import re

    parts, moves, at, length = [], [(0, 0)], 0, 0
    for found in re.compile(
        r"\x1b(?:\[[0-?]{0,40}[ -/]{0,4}[@-~]|\][^\x07\x1b]{0,400}(?:\x07|\x1b\\)?|[@-_])?|\\{1,2}(?:x1b|u001b|033|e)\[[0-9;]{0,20}m"
    ).finditer(text):
        parts.append(text[at : found.start()])
        length += found.start() - at
        at = found.end()
        moves.append((length, at))
    parts.append(text[at:])
    return "".join(parts), moves


def moved(moves, offset: int) -> int:
    """Where an offset of the uncoloured text stands in the text itself."""
    low, high = 0, len(moves)
    while high - low > 1:
        middle = (low + high) // 2
        if moves[middle][0] <= offset:
            low = middle
        else:
            high = middle
    return moves[low][1] + offset - moves[low][0]


def merged(text: str, spans):
    """Spans in order, those that overlap made one, none across a line end."""
    whole = []
    for start, end, kind in sorted(spans):
        if whole and start < whole[-1][1]:
            whole[-1][1] = max(whole[-1][1], end)
        elif end > start:
            whole.append([start, end, kind])
    out = []
    for start, end, kind in whole:
        at = start
        for line in text[start:end].split("\n"):
            inner = line.strip("\r\t ")
            first = at + len(line) - len(line.lstrip("\r\t "))
            if inner and inner != values.MARK:
                out.append((first, first + len(inner), kind))
            at += len(line) + 1
    return out
