"""An event of a past session in one line, for a model to read. Pure."""

from reflexion.hosts.event import PROMPT
from reflexion.hosts.payload import plainly_worked
from reflexion.signals.failures.judge import judge_event
from reflexion.signals.failures.quote import excerpt
from reflexion.signals.secrets import redact
from reflexion.text.clean import one_line

MAX_SAID = 240  # characters of words, a command, an error line
MAX_COMMAND = 300
MAX_LINE = 300


def judge_call(event) -> None:
    """Give a call its verdict; of the output of a failed one an excerpt is kept."""
    if not plainly_worked(event):
        event.verdict = judge_event(event)
        if event.verdict.failed:
            event.output = excerpt(event.output, event.verdict.line)


def describe(event, extra) -> str:
    """One event in a line, redacted; "" for one that says nothing. A call was judged before.
    `extra`: the user's patterns of secrets."""
    if event.name == PROMPT:
        prompt = event.prompt.strip()
        is_typed = prompt[:1] not in ("", "<") and not event.machine
        return f"user: {_plain(prompt, MAX_SAID, extra)}" if is_typed else ""
    if event.name == "Stop":
        message = event.message.strip()
        return f"agent: {_plain(message, MAX_SAID, extra)}" if message else ""
    what = event.command or event.path
    if not what:
        return ""
    doing = "ran" if event.command else event.tool.lower()
    line = f"{doing}: {_plain(what, MAX_COMMAND, extra)}"
    verdict = event.verdict
    if verdict and verdict.failed:
        return f"{line} -> failed: {_plain(verdict.line, MAX_LINE, extra)}"
    return line


def _plain(text: str, limit: int, extra) -> str:
    return one_line(redact(text[: 20 * limit], extra), limit)
