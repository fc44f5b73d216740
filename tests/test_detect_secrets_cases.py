"""Texts with secrets in them, and the like without: each template of cases/secrets.txt."""

import pytest
import secret_cases

from reflexion.detect.secrets import MARK, find, redact
from reflexion.text import rows
from reflexion.text.clean import visible

WITH_SECRETS = ("tokens", "named", "places", "commands", "further", "reported")
TEMPLATES = [one for name in WITH_SECRETS for one in secret_cases.table(name)]
# what a token of any shape stands in
AROUND = (
    "remote: invalid credentials: {}",
    "| billing | {} | active | 2031-01-13T14:24:19Z |",
    'key := "{}" // TODO move to config',
    "Error: request failed: token {}, status 403.",
    '{{"stderr": "denied for \'{}\'\\n at main.js:3"}}',
    "\x1b[33m{}\x1b[0m",
)


def leaked(text, secrets):
    kept = redact(text)
    return [secret for secret in secrets if secret in kept]


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_secret_is_redacted(template):
    for seed in (1, 2):
        text, secrets = secret_cases.filled(template, seed)
        assert not leaked(text, secrets)
        assert MARK in redact(text)


@pytest.mark.parametrize(
    "template", [one for one in secret_cases.table("tokens") if " " not in one]
)
def test_a_token_is_redacted_whatever_stands_around_it(template):
    token, secrets = secret_cases.filled(template, 3)
    assert not [one for around in AROUND for one in leaked(around.format(token), secrets)]


@pytest.mark.parametrize("template", secret_cases.table("harmless"))
def test_a_harmless_text_stays(template):
    for seed in (1, 2):
        text = secret_cases.filled(template, seed)[0]
        assert redact(text) == visible(text)


@pytest.mark.parametrize("template", TEMPLATES[::3])
def test_a_redacted_text_is_not_redacted_again(template):
    once = redact(secret_cases.filled(template, 1)[0])
    assert redact(once) == once


def found_by_kind():
    """Return {kind: [(text, secrets)]} of all cases."""
    cases = [secret_cases.filled(template, seed) for template in TEMPLATES for seed in (1, 2)]
    table = {}
    for text, secrets in cases:
        for finding in find(text):
            table.setdefault(finding.kind, []).append((text, secrets))
    return table


def test_every_row_of_the_patterns_is_needed_by_a_case():
    cases = found_by_kind()
    superfluous = []
    for table in [rows("detect/secrets/patterns.tsv")]:
        for row in list(table):
            at = table.index(row)
            table.remove(row)
            texts = cases.get(row[0], [])
            if not any(leaked(*case) or MARK not in redact(case[0]) for case in texts):
                superfluous.append((row[0], row[1]))
            table.insert(at, row)
    assert superfluous == []
