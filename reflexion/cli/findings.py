"""A finding of `doctor`: its level, words and remedy are a row of findings.tsv."""

import os

from reflexion.setup.command import hints
from reflexion.status.terminal import counted
from reflexion.text.tables import rows


def finding(key: str, fix=None, **values) -> dict:
    """What was seen: {check, level, text, remedy, fix}. The argument `fix` repairs it and returns
    what it did, a text or a list of names; the field `fix` calls it and returns the sentence that
    tells how it went, None where nothing can be repaired."""
    level, text, remedy, done = _row(key)

    def repaired() -> str:
        try:
            return done.format(result=_listed(fix()), **values)
        except OSError as error:
            return f"could not be repaired: {error}"

    return {
        "check": key.partition(".")[0],
        "level": level,
        "text": counted(text.format(**values)),
        "remedy": hints(remedy.format(**values), os.environ),
        "fix": repaired if fix else None,
    }


def _row(key: str) -> tuple:
    """(level, text, remedy, what is said after a repair) of a finding; the last two may be ""."""
    for name, level, text, *more in rows("cli/findings.tsv"):
        if name == key:
            remedy, done, *_ = [*more, "", ""]
            return level, text, remedy, done
    raise KeyError(key)


def _listed(result) -> str:
    """What a repair returned, as words: names with commas between, "none" for no name."""
    if isinstance(result, list):
        return ", ".join(result) or "none"
    return result
