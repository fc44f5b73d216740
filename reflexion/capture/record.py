"""A draft learning, and its way into the store: the only one for every source of learnings."""

from __future__ import annotations

from reflexion.signals.secrets import redact
from reflexion.store.apply import Again, Full, record
from reflexion.store.entry import MAX_CONTEXT, MAX_RESOLUTION, MAX_TRIGGER
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

__all__ = ["Again", "Full", "draft", "record"]


def draft(
    type: str,
    trigger: str,
    context: str = "",
    resolution: str = "",
    cwd: str = ".",
    extra=(),
    **optional,
) -> dict:
    """An entry without id and dates: every text redacted (`extra`: patterns from the settings) and
    cut to one line."""
    limits = ((trigger, MAX_TRIGGER), (context, MAX_CONTEXT), (resolution, MAX_RESOLUTION))
    texts = [one_line(redact(text, extra), limit) for text, limit in limits]
    given = [one_line(redact(word, extra), 60).lower() for word in optional.pop("keywords", ())]
    fields = dict(zip(("trigger", "context", "resolution"), texts))
    found = list(dict.fromkeys([*given, *keywords(*texts)]))[:12]
    return {"type": type, **fields, "keywords": found, "cwd": cwd, **optional}
