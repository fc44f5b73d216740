"""Secrets that their place gives away: rows of patterns.tsv, headers, cookies, tables, manifests.

A row's pattern runs only when one of its literals stands in the lower-case text. The last group
that matched is the candidate; the row's check says whether it is a secret.
"""

import re

from reflexion.signals.secrets import names, values
from reflexion.signals.secrets.values import form, password_like, words
from reflexion.text.tables import rows

COOKIE_NAMES = words("cookie names")
ATTRIBUTES = words("cookie attributes")
SCHEMES = words("authorization schemes")
WITH_PARAMETERS = ("digest", "hawk", "aws4-hmac-sha256", "oauth", "mac", "signature")
HEADINGS = ("pass", "secret", "token", "key")  # one of which stands in a telling heading
SEPARATORS = ("|", "\t", ",", ";")
ROWS = 60  # longest table that is read
HEADING = 12  # most columns
SETTING = ("config:set", "config set", "secrets set", "env:set", "env set", "variables set")
PLACE = "secret by its place"
HEADER = "authorization header"
MOST_HEADINGS = 200  # telling ones that are followed


def find(text: str, lower: str):
    """Yield (start, end, kind) of each secret that stands where only a secret stands."""
    for literals, rule in RULES:
        if any(literal in lower for literal in literals):
            yield from rule(text, lower)


def by_rows(text: str, lower: str):
    """What the rows of patterns.tsv find."""
    for kind, literals, check, pattern in rows("signals/secrets/patterns.tsv"):
        if any(literal in lower for literal in literals.split(" | ")):
            checks = [CHECKS[one] for one in check.split(" or ")]
            for match in re.compile(pattern).finditer(text):
                value = match.group(match.lastindex)
                if any(is_secret(value) for is_secret in checks) and not values.reference(value):
                    yield (*match.span(match.lastindex), kind)


def in_headers(text: str, lower: str):
    """The values of authorization headers."""
    for header in form("headers authorization").finditer(lower):
        yield from authorization(text, *header.span(1))


def in_cookies(text: str, lower: str):
    """The values of cookie headers, and of a program's cookie option."""
    for found in form("headers cookie").finditer(lower):
        yield from crumbs(text, *found.span(found.lastindex))


def in_variables(text: str, lower: str):
    """Defaults of Terraform's variables with a telling name."""
    for found in form("records variable").finditer(text):
        if is_telling(found.group(1)) and not values.reference(found.group(2)):
            yield (*found.span(2), PLACE)


def in_inserts(text: str, lower: str):
    """Values of an SQL insert, below telling names of columns."""
    for row in form("records insert").finditer(lower):
        columns = [name.strip(' "`[]\t') for name in text[row.start(1) : row.end(1)].split(",")]
        cells = form("records sql value").finditer(text, *row.span(2))
        for name, cell in zip(columns, cells):
            value = cell.group(1) or cell.group(2) or ""
            if len(value) >= 4 and is_telling(name) and not values.reference(value):
                yield (*cell.span(cell.lastindex), PLACE)


def is_telling(name: str) -> bool:
    return names.rank(name)[0] == names.STRONG


def authorization(text: str, start: int, end: int):
    """What the value of an authorization header holds: a token, or parameters."""
    value = text[start:end]
    scheme = form("headers scheme").match(value)
    if not scheme:
        word = (value.split() or [""])[0].rstrip(",;)}]")
        if stands_alone(word):
            at = start + value.index(word)
            yield at, at + len(word), HEADER
        return
    word = scheme.group(1).lower()
    secret = scheme.group(2).rstrip(",;)}]")
    is_parameter = "=" in secret[:-2] and "," in value
    if not is_parameter and follows_scheme(word, secret):
        at = start + scheme.start(2)
        yield at, at + len(secret), HEADER
    if word in WITH_PARAMETERS:
        yield from _parameters(text, start)


def _parameters(text: str, start: int):
    """The secrets among the parameters of a header, which end with its line."""
    line = text.find("\n", start)
    line = line if line >= 0 else len(text)
    for part in form("headers digest").finditer(text, start, min(line, start + 2000)):
        yield (*part.span(1), HEADER)


def stands_alone(word: str) -> bool:
    """Is this word, without a scheme in front, what an authorization header keeps?"""
    likely = values.random(word) or values.uuid(word) or password_like(word)
    return len(word) >= 12 and likely and not values.stands_for(word)


def follows_scheme(scheme: str, secret: str) -> bool:
    """Is this word, behind such a scheme, what an authorization header keeps?"""
    known = scheme in SCHEMES and not values.wordish(secret)
    strong = known or any(map(str.isdigit, secret)) or values.random(secret)
    return len(secret) >= 6 and strong and not values.stands_for(secret)


def crumbs(text: str, start: int, end: int):
    """The values of a cookie header that identify somebody: telling name, or drawn at random."""
    for crumb in form("headers crumb").finditer(text, start, end):
        name = crumb.group(1).lower()
        value = crumb.group(2)
        if name in ATTRIBUTES or values.reference(value):
            continue
        if values.random(value) or values.uuid(value) or identifies(name, value):
            yield (*crumb.span(2), "cookie")


def identifies(name: str, value: str) -> bool:
    """Does a telling name, such as "sessionid", stand in front of a value with digits?"""
    if not any(part in name for part in COOKIE_NAMES):
        return False
    has_digit = len(value) >= 8 and any(map(str.isdigit, value))
    return has_digit or values.hexadecimal(value, 16)


def in_manifests(text: str, lower: str):
    """All values of a Kubernetes Secret: whatever their names, they are what it keeps."""
    if not form("records manifest").search(text):
        return
    for block, item in (("data", "data line"), ("data json", "data pair")):
        for found in form(f"records {block}").finditer(text):
            for value in form(f"records {item}").finditer(text, *found.span(found.lastindex)):
                if not values.reference(value.group(1)):
                    yield (*value.span(1), "kubernetes secret")


def in_tables(text: str, lower: str):
    """Cells below a heading such as "user | password"."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    left = MOST_HEADINGS
    for number, line in enumerate(lines[:-1]):
        separator, places = heading(line)
        if not places or not left:
            continue
        left -= 1
        least = max(line.count(separator) - 1, 1)
        for below in range(number + 1, min(number + 1 + ROWS, len(lines))):
            if lines[below].count(separator) < least and lines[below].strip(" -+|=:"):
                break
            yield from below_headings(lines[below], starts[below], separator, places)


def heading(line: str) -> tuple:
    """(separator, [(column, is a password)] of the telling headings of a line); [] for none."""
    if len(line) > 300 or not any(word in line.lower() for word in HEADINGS):
        return "", []
    separator = next((mark for mark in SEPARATORS if mark in line), "")
    return separator, telling_places(line, separator) if separator else []


def in_settings(text: str, lower: str):
    """Yield the drawn values of `heroku config:set NAME=value`, whatever their names are."""
    for command in form("places setting").finditer(text):
        for value in form("places assignment").finditer(text, *command.span(1)):
            if drawn(value.group(1)) or password_like(value.group(1)):
                yield (*value.span(1), "credential of a command")


def in_lists(text: str, lower: str):
    """Yield the items of a list behind a telling name, `passwords: [a, b]` or one a line."""
    for name in ("places list in brackets", "places list of lines"):
        for found in form(name).finditer(text):
            level, password = names.rank(found.group(1))
            if level == names.NONE:
                continue
            for item in form("places item").finditer(text, *found.span(2)):
                value = item.group(1)
                likely = drawn(value) or (password and password_like(value))
                if likely and not values.reference(value):
                    yield (*item.span(1), PLACE)


def telling_places(line: str, separator: str) -> list:
    """[(column, is a password)] of the telling headings; [] when the line is no heading."""
    cells = [cell.strip(" \"'*`\r") for cell in line.split(separator)]
    filled = [re.sub(r"[ _()-]", "", cell) for cell in cells if cell]
    is_plain = all(map(str.isalpha, filled)) and max(map(len, cells)) <= 30
    if not is_plain or not 2 <= len(filled) <= HEADING:
        return []
    ranks = [(place, *names.rank(cell)) for place, cell in enumerate(cells)]
    return [(place, password) for place, level, password in ranks if level == names.STRONG]


def below_headings(line: str, at: int, separator: str, places: list):
    parts = line.split(separator)
    for place, password in places:
        cell = parts[place].strip(" \"'`\r") if place < len(parts) else ""
        likely = password_like(cell, 6) if password else drawn(cell) or values.uuid(cell)
        if likely and " " not in cell and not values.reference(cell):
            start = at + sum(map(len, parts[:place])) + place + parts[place].index(cell)
            yield start, start + len(cell), PLACE


def token(value: str) -> bool:
    return values.random(value) or values.hexadecimal(value, 24)


def drawn(value: str) -> bool:
    """Drawn at random, and no path or identifier."""
    return token(value) and not values.path(value) and not values.uuid(value)


def bearer(value: str) -> bool:
    core = value.rstrip(".,;)}]")
    is_parameter = core.lower().startswith(("realm=", "error=", "scope="))
    if is_parameter or values.reference(core) or values.code(core):
        return False
    if values.random(core) or values.uuid(core):
        return True
    return len(core) >= 16 and any(map(str.isdigit, core)) and not values.path(core)


def decoded(value: str) -> bytes:
    """What base64, of either alphabet, stands for; b"" when it is none."""
    import binascii

    whole = re.sub("(?:=|%3[dD])+$", "", value).replace("-", "+").replace("_", "/")
    try:
        return binascii.a2b_base64(whole[: len(whole) // 4 * 4])
    except ValueError:
        return b""


def encoded_user(value: str) -> bool:
    """Base64 of "user:password"."""
    user, colon, _ = decoded(value).partition(b":")
    return bool(colon) and all(32 <= c < 127 for c in user)


def encoded_credentials(value: str) -> bool:
    """Base64 of a JSON object that names a password, a token or a key."""
    plain = decoded(value).lower()
    telling = (b"pass", b"secret", b"token", b"key", b"auth")
    return plain[:1] == b"{" and any(word in plain for word in telling)


def literal(value: str) -> bool:
    """Of `--from-literal NAME=value`: anything but numbers, paths and plain names."""
    is_name = re.match(r"[a-z]+(?:[-_][a-z]+)?[-_]?\d{0,2}$", value)
    return not (values.number(value) or values.path(value) or is_name)


def handed_out(value: str) -> bool:
    return password_like(value) and "@" not in value[:-4] and not values.number(value)


def password_of_a_line(value: str) -> bool:
    """Of a word alone in its line: a password with a digit, and no place in a file, no option, no
    setting, no sentence's end."""
    is_word = value[0].isalnum() and set(value).isdisjoint(":/().,[]{}<>\\$=")
    return is_word and any(map(str.isdigit, value)) and password_like(value)


CHECKS = {
    "any": lambda value: True,
    "secret": lambda value: len(value) >= 4,
    "no short number": lambda value: len(value) >= (6 if value.isdigit() else 4),
    "secret with a slash": lambda value: not values.wordish(value.split("/")[0]),
    "password": lambda value: password_like(value, 6),
    "long password": password_like,
    "drawn": drawn,
    "word with a digit": lambda value: len(value) >= 8 and value.isalnum() and not value.isalpha(),
    "one word password": lambda value: " " not in value and password_like(value),
    "random": values.random,
    "hexadecimal": values.hexadecimal,
    "token": token,
    "bearer": bearer,
    "encoded user and password": encoded_user,
    "encoded credentials": encoded_credentials,
    "base32": lambda value: any(map(str.isdigit, value)),
    "unusual words": lambda value: values.USUAL.isdisjoint(value.lower().split()),
    "literal": literal,
    "handed out": handed_out,
    "password of a line": password_of_a_line,
}

# what one of these literals, in lower case, stands for in a text
RULES = (
    (("",), by_rows),
    (("authorization",), in_headers),
    (("cookie", " -b "), in_cookies),
    (("variable",), in_variables),
    (("secret",), in_manifests),
    (("insert",), in_inserts),
    (SETTING, in_settings),
    (HEADINGS, in_tables),
    (HEADINGS, in_lists),
)
