"""A draft learning: what every source of learnings hands to the store."""

from reflexion.signals.secrets import MARK, redact, redact_word
from reflexion.store.schema import MAX_CONTEXT, MAX_KEYWORDS, MAX_RESOLUTION, MAX_TRIGGER
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

LIMITS = {"trigger": MAX_TRIGGER, "context": MAX_CONTEXT, "resolution": MAX_RESOLUTION}


def draft(
    type: str, trigger: str, context="", resolution="", cwd: str = ".", extra=(), **optional
) -> dict:
    """An entry without id and dates; its texts are redacted (`extra`: patterns), one line each."""
    texts = zip(LIMITS.items(), (trigger, context, resolution))
    fields = {name: one_line(redact(text, extra), limit) for (name, limit), text in texts}
    given = [one_line(redact_word(word, extra), 60) for word in optional.pop("keywords", ())]
    words = [word.lower() for word in given if word and word != MARK]
    words += keywords(*(text.replace(MARK, " ") for text in fields.values()))
    found = list(dict.fromkeys(words))[:MAX_KEYWORDS]
    return {"type": type, **fields, "keywords": found, "cwd": cwd, **optional}
