"""What is risky: each row of the table decides a case, and has a harmless neighbour."""

from __future__ import annotations

import pytest

from reflexion.signals import risk
from reflexion.signals.risk import TABLE, risk_of
from reflexion.text.tables import rows

RISKY = [
    ("root", "Run `sudo apt install x`."),
    ("root", "Run `doas pkg add x`."),
    ("deletes", "Run `rmdir x` first."),
    ("deletes", "Run `shred x` first."),
    ("deletes", "Run `mkfs /dev/x` first."),
    ("deletes", "Run `rm .git/index.lock` first."),
    ("deletes", "Run `git clean -fdx` first."),
    ("deletes", "Run `git stash drop` first."),
    ("deletes", "Run `psql -c 'DROP TABLE users'` first."),
    ("deletes", "Run `git reset --hard`."),
    ("kills", "Run `killall node` first."),
    ("opens", "Run `chmod -R 777 .` first."),
    ("opens", "Use `docker run --privileged x`."),
    ("forces", "Use `git push --force`."),
    ("forces", "Use `git push origin -f`, not `git push`."),
    ("unchecked", "Use `git commit --no-verify`."),
    ("unchecked", "Use `git commit --no-gpg-sign`."),
    ("unchecked", "Use `curl --insecure https://x`."),
    ("unchecked", "Use `pip install --break-system-packages x`."),
    ("unchecked", "Run `make || true`."),
]
HARMLESS = [
    "Use `docker run --rm x`.",
    "Run `npm run format`.",
    "Drop the flag.",
    "Use `tail -f x`.",
    "Use `sudoku`.",
    "Use `git cleanup`.",
    "Run `git stash drop-all`.",
    "Run `kill-all`, then `killall-ports`.",
    "Run `chmod 755 x`.",
    "The table is sorted: drop tables never.",
    "Harden it: `x --harder`.",
    "Use `push` and `pull -f`" + " x" * 60 + " -f",
    "",
]


@pytest.mark.parametrize("kind, text", RISKY)
def test_what_is_risky(kind, text):
    assert risk_of(text) == kind


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_not(text):
    assert risk_of(text) == ""


def test_every_row_decides_a_case(monkeypatch):
    table = rows(TABLE)
    for row in table:
        monkeypatch.setattr(risk, "rows", lambda name, row=row: [it for it in table if it != row])
        assert [text for kind, text in RISKY if risk_of(text) != kind], row
