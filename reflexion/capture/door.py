"""The door: texts of an event are cleaned and redacted once, before anything is made of them."""

from __future__ import annotations

from reflexion.detect import secrets
from reflexion.text.clean import Clean, visible

AROUND = 1500  # characters of the output on either side of the quoted line: they name a secret


def admit(texts: list, patterns=()) -> list:
    """Return the texts as Clean: visible, and without any secret that one of them shows."""
    plain = [visible(text) for text in texts]
    return [Clean(text) for text in secrets.redact_all(plain, patterns)]


def excerpt(output: str, line: str) -> str:
    """Return the part of an output around a line of it; "" where the line is not found."""
    at = output.find(line) if line else -1
    return output[max(0, at - AROUND) : at + len(line) + AROUND] if at >= 0 else ""
