"""Which hooks each host gets; ours in a settings file: finding them, putting in, taking out."""

from reflexion.setup import jsonedit
from reflexion.setup.command import is_permission, script_of
from reflexion.store.fs import read_text
from reflexion.text.tables import rows

MAX_BYTES = 8 << 20
TIMEOUT = 15  # seconds; a hook needs a fraction of one, sixteen at once on a slow disk a few


def _table(column: int) -> tuple:
    """(event, script, matcher or None) of the hooks that a host gets, in their order."""
    found = [(row[0], row[1], row[column]) for row in rows("setup/hooks.tsv") if row[column] != "-"]
    return tuple((event, script, None if it == "*" else it) for event, script, it in found)


CLAUDE, CODEX = _table(2), _table(3)


class OwnHook:
    """One of our hooks in a settings file; `group` and `handler` are indexes, `place` its (host,
    scope, file) where known, `timeout` seconds, `trust` what Codex has on record about it."""

    def __init__(self, event: str, group: int, handler: int, matcher, hook: dict, place: tuple):
        self.event, self.group, self.handler = event, group, handler
        self.matcher, self.hook, self.command = matcher, hook, hook["command"]
        self.script, timeout = script_of(self.command), hook.get("timeout")
        usable = isinstance(timeout, (int, float)) and timeout > 0
        self.timeout = timeout if usable else TIMEOUT
        self.host, self.scope, self.path = place
        self.trust = ""


def group(matcher, hook: dict, timeout: int = TIMEOUT) -> dict:
    """A matcher group with one command hook in it."""
    handlers = {"hooks": [{"type": "command", **hook, "timeout": timeout}]}
    return {"matcher": matcher, **handlers} if matcher else handlers


def ours(settings, place: tuple = ("", "", "")) -> list:
    """Every OwnHook in a settings object, in its order; what has another shape is passed over."""
    found = []
    for event, groups in _part(settings, "hooks", dict).items():
        for n, one in enumerate(groups if isinstance(groups, list) else ()):
            for m, hook in enumerate(_part(one, "hooks", list)):
                command = hook.get("command") if isinstance(hook, dict) else None
                if isinstance(command, str) and script_of(command):
                    found.append(OwnHook(event, n, m, one.get("matcher"), hook, place))
    return found


def in_file(path: str, host: str = "", scope: str = "") -> list:
    """The same for a settings file; [] when it cannot be read."""
    try:
        return ours(load(path), (host, scope, path))
    except (OSError, ValueError):
        return []


def load(path: str) -> dict:
    """The settings in a file; {} when missing or blank. Raises OSError and ValueError."""
    try:
        text = read_text(path, MAX_BYTES, follow=True)
    except FileNotFoundError:
        return {}
    return checked(text) if text.strip() else {}


def _rules(settings) -> list:
    """[(index, rule)] of our permissions in Claude Code's settings, in the file's order."""
    allowed = _part(_part(settings, "permissions", dict), "allow", list)
    return [(n, rule) for n, rule in enumerate(allowed) if is_permission(rule)]


def _part(value, key: str, kind: type):
    """value[key] where that is of this kind, else an empty one."""
    part = value.get(key) if isinstance(value, dict) else None
    return part if isinstance(part, kind) else kind()


def merged(text: str, wanted: list, rules: list = ()) -> str:
    """The settings text with the hooks [(event, group)] and permissions beside those of others.

    Itself when they are in it already; ours of an older form are replaced. Raises BrokenJson."""
    text = text if text.strip("\ufeff \t\r\n") else "{}\n"
    settings = checked(text)
    have = [(found.event, found.matcher, found.hook) for found in ours(settings)]
    want = [(event, one.get("matcher"), one["hooks"][0]) for event, one in wanted]
    same_rules = {rule for _, rule in _rules(settings)} == set(rules)
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
        path = ("hooks", found.event, found.group, "hooks", found.handler)
        handlers = settings["hooks"][found.event][found.group]["hooks"]
        del handlers[found.handler]
        text = jsonedit.cut(text, path if handlers else path[:3])
    for n, _ in reversed(_rules(settings)):
        text = jsonedit.cut(text, ("permissions", "allow", n))
    return text


def checked(text: str) -> dict:
    """The settings object. Raises BrokenJson when it or what we change has another shape."""
    settings = jsonedit.load(text)
    if not isinstance(settings, dict):
        raise jsonedit.BrokenJson("line 1: not an object in braces")
    events, allowed = settings.get("hooks", {}), settings.get("permissions", {})
    if not isinstance(events, dict) or not all(isinstance(e, list) for e in events.values()):
        raise jsonedit.BrokenJson('"hooks" is not an object that lists hooks by event')
    if not isinstance(allowed, dict) or not isinstance(allowed.get("allow", []), list):
        raise jsonedit.BrokenJson('"permissions" is not an object with a list "allow"')
    return settings
