"""Tables of redaction: each row decides a case of its own."""

from __future__ import annotations

import pytest
import secret_cases as cases

from reflexion.signals.secrets import arguments, find, redact
from reflexion.text import tables

DRAWN = "kT9vQ2xLm4Zp8RwB"
PASSWORDS = ("harbor7Quartz9", "zebra", "Tr0ub4dor&3x")
PARTED = {":": "ann:{}", "%": "ann%{}", ",": "ann,{}", "/": "ann/{}"}
RULES = [
    (name, rule)
    for name, rules in sorted(arguments.PROGRAMS.items())
    for rule in rules.split() or [""]
]


def command(name: str, rule: str, secret: str) -> str:
    """A command in which this rule alone says where the secret stands; see arguments.py."""
    if not rule:  # a program whose own -p is harmless
        return f"{name} login -u ann -p {secret}"
    sub, _, rest = rule.rpartition(">")
    if rest[0].isdigit():
        place = rest.rstrip("/:!")
        before = ["acme", "shop", "east", "west"][: int(place) - 1]
        words = [*before, PARTED.get(rest[len(place) :], "{}").format(secret)]
    else:
        flag = rest.rstrip(arguments.KINDS)
        kind = rest[len(flag) :]
        joint = "" if kind == "+" else " "
        words = [flag + joint + PARTED.get(kind, "{}").format(secret)]
    return " ".join([name, *filter(None, [sub]), *words])


def left(name: str, rule: str) -> list:
    """For each secret: does it stay in the command?"""
    secrets = [DRAWN] if rule.endswith("!") else PASSWORDS
    return [secret in redact(command(name, rule, secret)) for secret in secrets]


@pytest.mark.parametrize("name, rule", RULES)
def test_every_rule_decides_a_command(monkeypatch, name, rule):
    found = left(name, rule)
    assert all(found) == (not rule)
    others = [other for other in arguments.PROGRAMS[name].split() if other != rule]
    if rule:
        monkeypatch.setitem(arguments.PROGRAMS, name, " ".join(others))
    else:
        monkeypatch.delitem(arguments.PROGRAMS, name)
    assert left(name, rule) != found


def decided(monkeypatch, table: str, templates: list, in_lower_case: bool) -> list:
    """The rows of a table without which the same is found in all texts."""
    name = f"signals/secrets/{table}.tsv"
    texts = [cases.filled(template, 1)[0] for template in templates]
    found = {text: find(text) for text in texts}
    rows = tables.rows(name)
    idle = []
    for row in rows:
        literals = row[1].split(" | ") if in_lower_case else row[1].split()
        monkeypatch.setitem(tables._rows, name, [other for other in rows if other is not row])
        for text in texts:
            where = text.lower() if in_lower_case else text
            if any(it in where for it in literals) and find(text) != found[text]:
                break
        else:
            idle.append(row)
    return idle


def test_every_service_decides_a_token(monkeypatch):
    templates = cases.table("services") + cases.table("shapes")
    assert not decided(monkeypatch, "services", templates, False)


def test_every_place_decides_a_text(monkeypatch):
    templates = [
        template
        for table in ("stands", "places", "named", "commands", "further")
        for template in cases.table(table)
    ]
    assert not decided(monkeypatch, "patterns", templates, True)
