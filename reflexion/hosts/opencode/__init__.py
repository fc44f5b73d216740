"""OpenCode: payloads of our own module in it, shaped like Claude Code's, with `host`.

It has no hooks that run commands: `reflexion.js` forwards its events and puts the answers, which
are event.nested's, where the model reads them.
"""

from reflexion.hosts.claude import outcome
from reflexion.hosts.event import PROMPT, Event
from reflexion.hosts.reading import MAX_NAME, common, input_of, prompted, text

TOOLS = {"bash": "Bash", "edit": "Edit", "write": "Write", "read": "Read", "skill": "Skill"}


def read(payload: dict) -> Event:
    """Return the Event of a payload."""
    found = common(payload, TOOLS)
    found.update(outcome(payload, found))
    if found["name"] == PROMPT:
        found.update(prompted(_unquoted(found["prompt"])))
    elif found["tool"] == "Skill":
        found["skill"] = text(input_of(payload), "name")[:MAX_NAME]
    return Event(**found)


def _unquoted(prompt: str) -> str:
    """Return a prompt as it was typed: `opencode run "two words"` puts it in quotes."""
    inner = prompt[1:-1]
    is_quoted = len(prompt) > 2 and prompt[0] == prompt[-1] == '"'
    return inner if is_quoted and '"' not in inner else prompt
