"""The programs of redaction: each rule decides a command of its own."""

from __future__ import annotations

import pytest

from reflexion.signals.secrets import arguments, redact

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
