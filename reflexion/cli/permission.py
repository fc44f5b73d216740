"""What an agent may run: `permission.tsv`, asked once for every command."""

from __future__ import annotations

from reflexion.cli.errors import Stop
from reflexion.text.tables import rows

UNASKED = "unasked"
ALLOWED = "allowed"
REFUSED = "refused"


def check(command: str, args, is_agent: bool) -> None:
    """Raise Stop if an agent runs what is a person's alone."""
    if not is_agent:
        return
    answer, why = answer_for(command, args)
    if answer == REFUSED:
        raise Stop(f"{command}: {why}, so a person runs it in a terminal of their own")


def answer_for(command: str, args) -> tuple:
    """Return (UNASKED, ALLOWED or REFUSED, why); what the table does not hold is refused."""
    for name, option, answer, why in rows("cli/permission.tsv"):
        if name == command and (not option or getattr(args, option, None)):
            return answer, why
    return REFUSED, "it is not made for agents"
