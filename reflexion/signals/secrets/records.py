"""Records whose layout says which part is the secret: columns under a heading, SQL rows, Kubernetes secrets, JSON web keys, .pgpass, seed phrases."""

from __future__ import annotations

import re

from . import names, values

_MANIFEST = r"[\"']?kind[\"']?[ \t]*:[ \t]*[\"']?Secret\b"
_DATA = r"(?m)^([ \t]*)(?:data|stringData):[ \t]*\r?\n((?:\1[ \t]+\S[^\n]{0,20000}(?:\n|$)|[ \t]*\n){1,100})"
_DATA_LINE = r"(?m)^[ \t]*[\"']?[\w.-]{1,100}[\"']?:[ \t]+[\"']?([^\s\"'|>][^\n\"']{2,20000})"
_DATA_JSON = r"[\"'](?:data|stringData)[\"'][ \t]*:[ \t]*\{([^{}]{0,20000})\}"
_DATA_PAIR = r"[\"'][\w.-]{1,100}[\"']\s{0,8}:\s{0,8}[\"']([^\"'\n]{3,20000})[\"']"
_WEB_KEY = r"[\"'](?:d|p|q|dp|dq|qi|k)[\"']\s{0,8}:\s{0,8}[\"']([\w-]{16,4096})[\"']"
_PGPASS = r"(?m)(?:^|[\"'\s])[\w.*-]{1,100}:(?:\d{1,5}|\*):[^:\s\"']{1,60}:[^:\s\"']{1,60}:([^\s:\"'\\]{3,100})(?=[\s\"'\\]|$)"
_INSERT = r"insert\s{1,8}into\s{1,8}[\w.\"`\[\]]{1,80}\s{0,8}\(([^()\n]{3,400})\)\s{0,8}values\s{0,8}\(([^()\n]{3,2000})\)"
_SQL_VALUE = (
    r"\s{0,20}(?:'((?:[^'\\]|''|\\.){0,400})'|\"([^\"]{0,400})\"|([^,'\"]{1,200}))\s{0,20}(?:,|$)"
)
_PHRASE = r"(?:mnemonic|(?:seed|recovery|secret|backup|wallet)[ _-]?phrase|seed words)[^\w\n]{1,12}(?:is[ :]{1,3})?[\"'`]?((?:[a-z]{3,8}[ ,]{1,3}){11,23}[a-z]{3,8})"
_SPOKEN = r"pass(?:phrase|word)[\"']?[ \t]{0,4}[:=][ \t]{0,4}((?:[a-z]{3,10} ){3,7}[a-z]{3,10})[ \t]*(?=\n|$)"
_SMTP = r"AUTH (?:PLAIN|LOGIN|XOAUTH2|CRAM-MD5) ([A-Za-z0-9+/=]{8,4096})"
_REDIS = r"(?:^|[>\"'\s])AUTH[ \t]{1,8}(?:[\w-]{1,40}[ \t]{1,8})?([^\s\"']{6,200})(?=[\s\"']|$)"
_ADD_MASK = r"::add-mask::([^\s\"']{4,4096})"
_SEND = r"send(?:[ \t]{1,4}--)?[ \t]{1,4}\\?\"([^\"\\\n]{6,100})\\{1,2}[rn]"
_SIGNED = r"(?:sign|verify|hmac|cipher\w{0,4}|encrypt|decrypt)(?:\.new)?\([^)\"'\n]{0,80}(?:[\"'][\w-]{1,20}[\"'],\s{0,8})?[\"']([^\"'\n]{8,400})[\"']"
_CONNECTED = (
    r"(?:sequelize|getconnection|connect|createpool|datasource|credentials)\w{0,20}\(\s{0,8}(?:[^()\"'\n,]{1,60},\s{0,8}|\\?[\"'][^\"'\n\\]{0,200}\\?[\"']\s{0,4},\s{0,8}){2,4}"
    r"\\?[\"']([^\"'\n\\]{4,200})\\?[\"']"
)
_ROUTER = r"(?:enable[ \t]+(?:secret|password)|snmp-server[ \t]+community|(?:isakmp|key|server-private|tacacs-server|radius-server)[ \t]+key|username[ \t]+\S{1,40}[ \t]+(?:password|secret))[ \t]+(?:\d[ \t]+)?(\S{4,200})"
_HANDED_OUT = r"(?:credentials?|log ?in|sign ?in)\b[^\n]{0,40}?(?<![\w/.])[\w.@-]{2,40}(?::[ \t]?|[ \t]/[ \t])([^\s/]{8,100})|(?<![\w/])(?:admin|root|administrator)[ \t]/[ \t](\S{8,100})"
_VARIABLE = r"variable[ \t]{1,8}\"([\w-]{1,80})\"\s{0,8}\{[^{}]{0,600}?default\s{0,8}=\s{0,8}\"([^\"\n]{3,400})\""
_CONSTRUCTED = (
    r"(?:client|api|bot|auth|credentials?|fernet|token|key|session|sdk|stripe|openai|anthropic|resend|twilio|webhook|secret|service|github|gitlab|octokit)\w{0,20}"
    r"\(\s{0,8}[bf]?[\"']([A-Za-z0-9_\-+/=.]{20,400})[\"']"
)
ALGORITHM = (
    r"(?:aes|rsa|rsassa|ecdsa|eddsa|hmac|sha|des|chacha|hs\d|rs\d|es\d|ps\d|md5|ed25519|bf|rc4|utf)"
)
SEPARATORS = ("|", "\t", ",", ";")
ROWS = 60  # longest table that is read
HEADING = 12  # most columns


def find(text: str, lower: str):
    """Yield (start, end, kind) of each secret that its place in a record gives away."""
    for literals, pattern, fold, check in PATTERNS:
        if any(literal in lower for literal in literals):
            for found in re.compile(pattern).finditer(lower if fold else text):
                value = text[found.start(found.lastindex) : found.end(found.lastindex)]
                if not values.reference(value) and check(value):
                    yield (*found.span(found.lastindex), "secret by its place")
    if "variable" in lower and "default" in lower:
        for found in re.compile(_VARIABLE).finditer(text):
            if names.rank(found.group(1))[0] == names.STRONG and not values.reference(
                found.group(2)
            ):
                yield (*found.span(2), "secret by its place")
    if "secret" in lower and "kind" in lower and re.search(_MANIFEST, text):
        yield from manifest(text)
    if "insert" in lower and "values" in lower:
        yield from inserted(text, lower)
    yield from columns(text, lower)


def drawn(value: str) -> bool:
    return (
        (values.random(value) or values.hexadecimal(value) and len(value) >= 24)
        and not values.path(value)
        and not values.uuid(value)
    )


def always(value: str) -> bool:
    return True


# (what has to stand in the text, pattern, whether it is matched on the text in lower case, is the value one)
PATTERNS = (
    (('"kty"', "'kty'"), _WEB_KEY, False, always),
    (("pgpass", ":5432:", ":*:"), _PGPASS, False, always),
    (("mnemonic", "phrase", "seed words"), _PHRASE, True, always),
    (
        ("passphrase", "password"),
        _SPOKEN,
        True,
        lambda value: not values.USUAL & set(value.split()),
    ),
    (("auth plain", "auth login", "auth xoauth2", "auth cram"), _SMTP, False, always),
    (("auth ",), _REDIS, False, lambda value: values.password_like(value, 6)),
    (("::add-mask::",), _ADD_MASK, False, always),
    (
        ('send \\"', 'send "', "send -- "),
        _SEND,
        False,
        lambda value: values.password_like(value, 6),
    ),
    (
        ('("', "('", '(b"', "(b'"),
        _CONSTRUCTED,
        True,
        lambda value: drawn(value) and not re.match(r"AC[0-9a-f]{32}$", value),
    ),
    (
        ("sign(", "verify(", "hmac", "cipher", "crypt("),
        _SIGNED,
        True,
        lambda value: (
            (drawn(value) or values.password_like(value) and " " not in value)
            and not re.match(ALGORITHM, value.lower())
        ),
    ),
    (
        ("sequelize(", "connect", "createpool(", "datasource(", "credentials("),
        _CONNECTED,
        True,
        lambda value: drawn(value) or values.password_like(value, 6),
    ),
    (
        ("enable ", "snmp-server", "isakmp", "tacacs", "radius", "username "),
        _ROUTER,
        True,
        lambda value: values.password_like(value, 6),
    ),
    (
        ("credential", "login", "log in", "sign in", "admin / ", "root / "),
        _HANDED_OUT,
        True,
        lambda value: (
            values.password_like(value) and "@" not in value[:-4] and not values.number(value)
        ),
    ),
)


def manifest(text: str):
    """All values of a Kubernetes Secret: whatever their names, they are what it keeps."""
    for block in re.compile(_DATA).finditer(text):
        for line in re.compile(_DATA_LINE).finditer(text, *block.span(2)):
            if not values.reference(line.group(1)) and len(line.group(1)) >= 4:
                yield (*line.span(1), "kubernetes secret")
    for block in re.compile(_DATA_JSON).finditer(text):
        for pair in re.compile(_DATA_PAIR).finditer(text, *block.span(1)):
            if not values.reference(pair.group(1)):
                yield (*pair.span(1), "kubernetes secret")


def inserted(text: str, lower: str):
    """The values of an SQL row that stand in the place of a telling column."""
    for row in re.compile(_INSERT).finditer(lower):
        places = [
            place
            for place, name in enumerate(text[row.start(1) : row.end(1)].split(","))
            if names.rank(name.strip(' "`[]\t'))[0] == names.STRONG
        ]
        for place, value in enumerate(re.compile(_SQL_VALUE).finditer(text, *row.span(2))):
            group = value.lastindex
            if (
                place in places
                and group
                and group < 3
                and len(value.group(group)) >= 4
                and not values.reference(value.group(group))
            ):
                yield (*value.span(group), "secret by its place")


def columns(text: str, lower: str):
    """Cells below a heading such as "user | password"."""
    if (
        not any(word in lower for word in ("pass", "secret", "token", "key"))
        or text.count("\n") < 1
    ):
        return
    lines, at = text.split("\n"), 0
    starts = []
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    left = 200  # headings that are tried
    for number, line in enumerate(lines[:-1]):
        if len(line) > 300 or not any(
            word in line.lower() for word in ("pass", "secret", "token", "key")
        ):
            continue
        separator = next((mark for mark in SEPARATORS if mark in line), "")
        places = telling_places(line, separator) if separator else ()
        if places and left:
            left -= 1
            for below in range(number + 1, min(number + 1 + ROWS, len(lines))):
                if lines[below].count(separator) < max(line.count(separator) - 1, 1) and lines[
                    below
                ].strip(" -+|=:"):
                    break
                yield from cells(lines[below], starts[below], separator, places)


def telling_places(line: str, separator: str):
    """[(column, is a password)] of the telling headings; () when the line is no heading."""
    cells = [cell.strip(" \"'*`\r") for cell in line.split(separator)]
    filled = [cell for cell in cells if cell]
    if not 2 <= len(filled) <= HEADING or not all(
        len(cell) <= 30
        and cell.replace(" ", "")
        .replace("_", "")
        .replace("-", "")
        .replace("(", "")
        .replace(")", "")
        .isalpha()
        for cell in filled
    ):
        return ()
    found = []
    for place, cell in enumerate(cells):
        level, password = names.rank(cell)
        if level == names.STRONG:
            found.append((place, password))
    return found


def cells(line: str, at: int, separator: str, places):
    parts = line.split(separator)
    for place, password in places:
        if place < len(parts):
            cell = parts[place].strip(" \"'`\r")
            likely = values.password_like(cell, 6) if password else drawn(cell) or values.uuid(cell)
            if cell and likely and " " not in cell and not values.reference(cell):
                start = at + sum(map(len, parts[:place])) + place + parts[place].index(cell)
                yield start, start + len(cell), "secret by its place"
