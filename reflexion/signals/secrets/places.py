"""Secrets that their place gives away: rows of patterns.tsv, headers, tables, lists, manifests.

A row's pattern runs only when one of its literals stands in the lower-case text. The last group
that matched is the candidate; the row's check says whether it is a secret.
"""

import re

from reflexion.signals.secrets import names, values
from reflexion.signals.secrets.checks import CHECKS, drawn
from reflexion.signals.secrets.headers import in_cookies, in_headers
from reflexion.signals.secrets.values import form, password_like
from reflexion.text.tables import rows

HEADINGS = ("pass", "secret", "token", "key")  # one of which stands in a telling heading
SEPARATORS = ("|", "\t", ",", ";")
ROWS = 60  # longest table that is read
HEADING = 12  # most columns
SETTING = ("config:set", "config set", "secrets set", "env:set", "env set", "variables set")
PLACE = "secret by its place"
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
