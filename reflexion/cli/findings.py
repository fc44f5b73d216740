"""A finding of `doctor`: its level, words and remedy are a row of findings.tsv."""

import os

from reflexion.setup.command import hints
from reflexion.status.terminal import counted
from reflexion.text.tables import rows


def finding(key: str, fix=None, **values) -> dict:
    """What was seen: {check, level, text, remedy, fix}. `fix()` repairs it; that of the finding
    says how it went, with what `fix` returned as {result}."""
    row = next(row for row in rows("cli/findings.tsv") if row[0] == key)
    _, level, text, remedy, done = [*row, "", ""][:5]

    def repaired() -> str:
        try:
            result = fix()
            words = ", ".join(result) or "none" if isinstance(result, list) else result
            return done.format(result=words, **values)
        except OSError as error:
            return f"could not be repaired: {error}"

    remedy = hints(remedy.format(**values), os.environ)
    seen = {"check": key.split(".")[0], "level": level, "text": counted(text.format(**values))}
    return {**seen, "remedy": remedy, "fix": repaired if fix else None}
