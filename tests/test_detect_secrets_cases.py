"""Texts with secrets in them, and the like without: each template of cases/secrets.txt."""

import pytest
import secret_cases

from reflexion.detect.secrets import MARK, find, redact
from reflexion.text import rows, visible

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


def survivors(template, seed):
    """Return the secrets of a filled template that redaction leaves, or the lack of a mark."""
    text, secrets = secret_cases.filled(template, seed)
    return leaked(text, secrets) or ([] if MARK in redact(text) else ["no mark"])


@pytest.mark.parametrize("section", WITH_SECRETS)
def test_a_secret_is_redacted(section):
    templates = secret_cases.table(section)
    assert [one for one in templates if survivors(one, 1)] == []


@pytest.mark.parametrize("nth, around", [*enumerate(AROUND)])
def test_a_token_is_redacted_whatever_stands_around_it(nth, around):
    for template in secret_cases.table("tokens")[nth % 3 :: 3]:
        token, secrets = secret_cases.filled(template, 3)
        assert " " in template or not leaked(around.format(token), secrets), template


def test_a_harmless_text_stays():
    texts = [secret_cases.filled(one, 1)[0] for one in secret_cases.table("harmless")]
    assert [text for text in texts if redact(text) != visible(text)] == []


def test_a_redacted_text_is_not_redacted_again():
    texts = [redact(secret_cases.filled(template, 1)[0]) for template in TEMPLATES[::6]]
    assert [once for once in texts if redact(once) != once] == []


def found_by_kind():
    """Return {kind: [(text, secrets)]} of all cases."""
    cases = [secret_cases.filled(template, 3) for template in TEMPLATES]
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
