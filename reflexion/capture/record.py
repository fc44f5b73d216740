"""A draft learning: what every source of learnings hands to the store."""

from reflexion.signals.secrets import MARK, redact, redact_word
from reflexion.store.schema import MAX_CONTEXT, MAX_KEYWORDS, MAX_RESOLUTION, MAX_TRIGGER
from reflexion.text.clean import as_typed, one_line
from reflexion.text.tokens import keywords

LIMITS = {"trigger": MAX_TRIGGER, "context": MAX_CONTEXT, "resolution": MAX_RESOLUTION}


def draft(
    type: str,
    trigger: str,
    context="",
    resolution="",
    cwd: str = ".",
    extra=(),
    typed=False,
    **optional,
) -> dict:
    """An entry without id and dates; its texts are redacted (`extra`: patterns), one line each.

    `typed`: trigger and resolution are somebody's words and keep their brackets. A correction is
    found by its words alone, not by what was done before it."""
    fields = {"trigger": trigger, "context": context, "resolution": resolution}
    for name, limit in LIMITS.items():
        line = as_typed if typed and name != "context" else one_line
        fields[name] = line(redact(fields[name], extra), limit)
    attempt = "" if type == "correction" else fields["context"]
    texts = (fields["trigger"], attempt, fields["resolution"])
    given = [one_line(redact_word(word, extra), 60) for word in optional.pop("keywords", ())]
    words = [word.lower() for word in given if word and word != MARK]
    words += keywords(*(text.replace(MARK, " ") for text in texts))
    found = list(dict.fromkeys(words))[:MAX_KEYWORDS]
    return {"type": type, **fields, "keywords": found, "cwd": cwd, **optional}
