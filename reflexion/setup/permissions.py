"""What an agent may run without a question: one list, from which each host's rules are made.

Text that is injected into a session can make an agent run whatever these rules allow, so the
list holds only what records, shows, or prepares a reflection.
"""

import os
import re

from reflexion.setup.command import TOOLKIT, by_path, for_person, quote

ALLOWED = (
    "learn",
    "recall",
    "status",
    "list",
    "show",
    "worked",
    "failed",
    "reflect context",
    "reflect cards",
    "reflect related",
    "reflect verify",
)
EXACT = ("status",)  # without arguments only: `status --html FILE` writes a file
# words of which no shell makes more: PowerShell ends a quoted one at a typographic quote, too;
# a terminal takes control characters for keys
QUOTED = r"'[^'\x00-\x1f\x7f-\x9f\u2018-\u201b\u2028\u2029\ud800-\udfff]*'"
ARGUMENT = rf"(?: (?:[A-Za-z0-9_@+:,./-]+|{QUOTED}))*"
# the beginning of a rule of ours, for whichever copy of the program
CALL = r"(?:python3 [^\n]{1,4096}|reflexion) (?:%s)" % "|".join(ALLOWED)
REASON = "Reflexion's own command, which records or shows learnings"


def allows(event, environ) -> str:
    """Return why a command may run without a question; "" leaves that to the host.

    Only where settings cannot hold such a permission: a plugin of Claude Code brings none,
    Copilot's know whole programs only. The event's command has to be as the agent wrote it.
    """
    is_plugin = event.host == "claude" and environ.get("CLAUDE_PLUGIN_ROOT")
    if not is_plugin and event.host != "copilot":
        return ""
    callers = _callers(environ)
    return REASON if any(is_allowed(event.command, call) for call in callers) else ""


def is_allowed(line: str, call: str) -> bool:
    """Return True if a whole command line is one call of ALLOWED with plain arguments.

    What a shell would make more of (a variable, a substitution, a redirection, a second
    command) is never allowed.
    """
    if not line.startswith(call + " "):
        return False
    rest = line[len(call) + 1 :]
    for command in ALLOWED:
        form = re.escape(command) + ("" if command in EXACT else ARGUMENT)
        if re.fullmatch(form, rest):
            return True
    return False


def is_ours(host, rule) -> bool:
    """Return True if a permission is one of those that are made for `host`, an Installation."""
    return host.is_rule_of(rule, CALL) and "reflexion" in rule


def _callers(environ) -> list:
    """Return how an agent calls this copy: as hooks word it, and as the plugin's files do."""
    found = [for_person(environ), by_path(TOOLKIT)]
    root = environ.get("CLAUDE_PLUGIN_ROOT") or ""
    if os.path.normpath(root) == TOOLKIT and quote(root) == root:
        found.append(f'python3 "{root}/reflexion"')
        found.append(f'python3 "{TOOLKIT}/reflexion"')
    return found
