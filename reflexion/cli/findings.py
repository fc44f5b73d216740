"""A finding of `doctor`: its level, words and remedy are a row of findings.tsv."""

import os

from reflexion.setup.command import hints
from reflexion.status.terminal import counted
from reflexion.text.tables import rows

# a finding -> its level, text, and if there is one its remedy and what is said after a repair
FINDINGS = {name: row for name, *row in rows("cli/findings.tsv")}


def finding(key: str, fix=None, **values) -> dict:
    """What was seen: {check, level, text, remedy, fix}. The argument `fix` repairs it and returns
    what it did, a text or a list of names; the field `fix` calls it and returns the sentence that
    tells how it went, None where nothing can be repaired."""
    level, text, remedy, done, *_ = [*FINDINGS[key], "", ""]

    def repaired() -> str:
        try:
            result = fix()
            listed = (", ".join(result) or "none") if isinstance(result, list) else result
            return done.format(result=listed, **values)
        except OSError as error:
            return f"could not be repaired: {error}"

    return {
        "check": key.partition(".")[0],
        "level": level,
        "text": counted(text.format(**values)),
        "remedy": hints(remedy.format(**values), os.environ),
        "fix": repaired if fix else None,
    }
