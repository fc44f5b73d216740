"""What an agent may run: `permission.tsv`, asked once for every command."""

from __future__ import annotations

from reflexion.cli.errors import Stop
from reflexion.text import rows

REFUSED = "refused"


def check(command: str, args, is_agent: bool) -> None:
    """Raise Stop if an agent runs what is a person's alone."""
    if is_agent:
        why = refusal(command, args)
        if why:
            raise Stop(f"{command}: {why}, so a person runs it in a terminal of their own")


def refusal(command: str, args) -> str:
    """Return why an agent may not run a command with these arguments; "" if it may."""
    for name, option, answer, why in rows("cli/permission.tsv"):
        if name == command and (not option or getattr(args, option, None)):
            return why if answer == REFUSED else ""
    return "it is not made for agents"
