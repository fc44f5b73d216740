"""A failed call as a learning: its texts cleaned and cut, and its fingerprint.

The hooks and `reflect` share this module, so that both give a failure the same fingerprint.
"""

from __future__ import annotations

from collections.abc import Sequence

from reflexion import shell
from reflexion.detect import secrets
from reflexion.detect.failures import Verdict
from reflexion.learning.entry import MAX_CONTEXT, MAX_TRIGGER, Entry
from reflexion.learning.identity import fingerprint
from reflexion.shell.programs import is_python
from reflexion.text.clean import as_typed, one_line, shorten_middle
from reflexion.text.words import keywords

# characters of the output on either side of the quoted line, which may tell that a word in it is
# a secret
AROUND = 1500
SHOWN_COMMAND = 100  # characters of a command in a list


def is_own_call(command: str) -> bool:
    """Return True if the command calls only this toolkit; its failures are not the project's."""
    if "reflexion" not in command:
        return False
    calls = [call for call in shell.calls(command) if call.program != "cd"]
    return bool(calls) and all(map(_is_reflexion, calls))


def records_lesson(command: str) -> bool:
    """Return True if one of the command's calls is `reflexion learn`."""
    if "reflexion" not in command or "learn" not in command:
        return False
    return any(_is_reflexion(call) and "learn" in call.args[:3] for call in shell.calls(command))


def _is_reflexion(call: shell.Call) -> bool:
    words = [call.written, *call.args[:2]]
    names = [word.replace("\\", "/").rstrip("/").rpartition("/")[2] for word in words]
    return names[0] == "reflexion" or (is_python(call.program) and "reflexion" in names)


class Failure:
    """A failed call.

    trigger, context  the error line and the command, as an entry keeps them
    shown             the command cut in the middle, the failing call in sight
    cwd               the folder below the project's root
    fingerprint       16 hex digits that all sightings of this mistake share
    own_code          True if it most likely is about this task's own code
    """

    def __init__(
        self,
        command: str,
        output: str,
        verdict: Verdict,
        folder: str,
        root: str,
        patterns: Sequence[str] = (),
    ):
        """Read a call that failed.

        `folder` is where it ran, below the project's `root`; `patterns` are the person's own
        secrets.
        """
        at = output.find(verdict.line)
        near = output[max(0, at - AROUND) : at + len(verdict.line) + AROUND] if at >= 0 else ""
        clean = secrets.redact_all([command, near, verdict.line, verdict.call, folder], patterns)
        # the root differs from clone to clone
        command, _, line, call, self.cwd = (text.replace(root + "/", "") for text in clean)
        self.trigger = one_line(line, MAX_TRIGGER)
        self.context = as_typed(command, MAX_CONTEXT)
        self.shown = shorten_middle(command, SHOWN_COMMAND, keep=call)
        self.fingerprint = fingerprint("error", self.trigger, call or self.context)
        self.own_code = verdict.own_code

    def draft(self) -> Entry:
        """Return a new entry, without an id."""
        entry = Entry(
            type="error",
            trigger=self.trigger,
            context=self.context,
            keywords=keywords(self.trigger, self.context),
            cwd=self.cwd,
        )
        if self.fingerprint != fingerprint("error", self.trigger, self.context):
            # this one is of the failing call, the entry's own is of the whole chain
            entry.aliases = [self.fingerprint]
        return entry
