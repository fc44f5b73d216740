"""Questions about what waits, for more than one command."""

from __future__ import annotations

import os

from reflexion.cli.terminal import confirm, say
from reflexion.setup import program

DRIVER = "team: this clone merges entries by itself"
NO_DRIVER = "team: git did not take the merge driver: run `reflexion init` in a git checkout"


def register_driver(store) -> None:
    """Let this clone merge the entries by itself, and say so."""
    say(DRIVER if program.register_driver(store.root, os.environ) else NO_DRIVER)


def offer(waiting, is_yes: bool) -> bool:
    """Show what waits and accept it after a yes; return whether that was said. Raises Stop."""
    say(f"not accepted here yet: {waiting.count()}\n")
    say(waiting.shown() + "\n")
    if not confirm("Accept all of it, so that the agent may be told?", is_yes):
        say("nothing was accepted; `reflexion trust --no` refuses it for good")
        return False
    waiting.accept()
    say(f"accepted: {waiting.count()}")
    return True
