"""Which hooks there are, for each host, and the files that hold them: finding ours, putting them
in, taking them out.
"""

from __future__ import annotations

from reflexion.hosts import jsonedit
from reflexion.hosts.command import is_permission, script_of

TIMEOUT = 15  # seconds; a hook needs a fraction of one, sixteen at once on a slow disk a few
LAST = 3  # seconds; the most that Codex waits for at a session's end
EDITS = "Edit|Write|MultiEdit|NotebookEdit"
# (event, script, matcher or None), in the order in which they are written
CLAUDE = (
    ("SessionStart", "recall", None),
    ("UserPromptSubmit", "recall", None),
    ("UserPromptSubmit", "capture", None),
    ("PreToolUse", "recall", "Bash|Skill"),  # Skill: what is known about a skill that is activated
    ("PostToolUse", "capture", f"Bash|{EDITS}"),
    ("PostToolUseFailure", "capture", None),
    ("SubagentStart", "recall", None),
    ("Stop", "capture", None),
    ("SessionEnd", "capture", None),
    ("SessionEnd", "promote", None),
)
# no PostToolUseFailure: PostToolUse follows either way; no tool Skill
CODEX_MATCHERS = {"PreToolUse": "Bash", "PostToolUse": "Bash|apply_patch"}
CODEX = tuple(
    (event, script, CODEX_MATCHERS.get(event))
    for event, script, _ in CLAUDE
    if event != "PostToolUseFailure"
)


class OwnHook:
    """One of our hooks in a settings file: event, group and handler index, matcher (None: all), and
    the handler's object.
    """

    __slots__ = ("event", "group", "handler", "matcher", "hook")

    def __init__(self, event: str, group: int, handler: int, matcher, hook: dict):
        self.event, self.group, self.handler = event, group, handler
        self.matcher, self.hook = matcher, hook

    @property
    def command(self) -> str:
        return self.hook["command"]

    @property
    def script(self) -> str:
        return script_of(self.command)


def group(matcher, hook: dict, timeout: int = TIMEOUT) -> dict:
    """A matcher group with one command hook in it."""
    return {
        **({"matcher": matcher} if matcher else {}),
        "hooks": [{"type": "command", **hook, "timeout": timeout}],
    }


def ours(settings) -> list:
    """Every hook of ours in a settings object, as OwnHook, in the file's order. Anything of another
    shape is passed over.
    """
    found = []
    events = settings.get("hooks") if isinstance(settings, dict) else None
    for event, groups in events.items() if isinstance(events, dict) else ():
        for n, one in enumerate(groups if isinstance(groups, list) else ()):
            handlers = one.get("hooks") if isinstance(one, dict) else None
            for m, hook in enumerate(handlers if isinstance(handlers, list) else ()):
                if (
                    isinstance(hook, dict)
                    and isinstance(hook.get("command"), str)
                    and script_of(hook["command"])
                ):
                    found.append(OwnHook(event, n, m, one.get("matcher"), hook))
    return found


def rules_of_ours(settings) -> list:
    """[(index, rule)] of our permissions in Claude Code's settings, in the file's order."""
    allowed = settings.get("permissions") if isinstance(settings, dict) else None
    allowed = allowed.get("allow") if isinstance(allowed, dict) else None
    rules = enumerate(allowed if isinstance(allowed, list) else ())
    return [(n, rule) for n, rule in rules if is_permission(rule)]


def merged(text: str, wanted: list, rules: list = ()) -> str:
    """The settings text with the hooks `wanted` [(event, group)] and the permissions `rules` beside
    those of others; itself when
    they are in it already.

    Ours of an older form are replaced. Raises jsonedit.BrokenJson where the text is no JSON object
    with hooks of the known shape.
    """
    text = text if text.strip("\ufeff \t\r\n") else "{}\n"
    settings = checked(text)
    have = [(found.event, found.matcher, found.hook) for found in ours(settings)]
    want = [(event, one.get("matcher"), one["hooks"][0]) for event, one in wanted]
    same_rules = {rule for _, rule in rules_of_ours(settings)} == set(rules)
    if same_rules and all(item in have for item in want) and len(have) == len(want):
        return text
    text = without(text)
    for event, one in wanted:
        text = jsonedit.put(text, ("hooks", event), one)
    for rule in rules:
        text = jsonedit.put(text, ("permissions", "allow"), rule)
    return text


def without(text: str) -> str:
    """The settings text without our hooks and permissions. Raises jsonedit.BrokenJson."""
    settings = checked(text)
    for found in reversed(ours(settings)):
        handlers = jsonedit.load(text)["hooks"][found.event][found.group]["hooks"]
        path = ("hooks", found.event, found.group)
        text = jsonedit.cut(text, (*path, "hooks", found.handler) if len(handlers) > 1 else path)
    for n, _ in reversed(rules_of_ours(settings)):
        text = jsonedit.cut(text, ("permissions", "allow", n))
    return text


def checked(text: str) -> dict:
    """The settings object. Raises jsonedit.BrokenJson when it is not one, or hooks and permissions
    in it are of another shape.
    """
    settings = jsonedit.load(text)
    if not isinstance(settings, dict):
        raise jsonedit.BrokenJson("line 1: not an object in braces")
    events, allowed = settings.get("hooks", {}), settings.get("permissions", {})
    if not isinstance(events, dict) or not all(isinstance(e, list) for e in events.values()):
        raise jsonedit.BrokenJson('"hooks" is not an object that lists hooks by event')
    if not isinstance(allowed, dict) or not isinstance(allowed.get("allow", []), list):
        raise jsonedit.BrokenJson('"permissions" is not an object with a list "allow"')
    return settings
