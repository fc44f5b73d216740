"""Our hooks and permissions in a settings file: finding them, putting in, taking out."""

from collections import namedtuple

from reflexion.setup import jsonedit
from reflexion.setup.command import plain_script, script_of
from reflexion.store.fs import read_text

SECONDS = 15  # a hook needs a fraction of one; sixteen at once on a slow disk need a few
MAX_BYTES = 8 << 20  # of a settings file

# permissions: the keys that lead to them, the rules wanted, the value of each where they are keys
# (None: they are items of a list), and is_ours(rule)
Allow = namedtuple("Allow", "at rules value is_ours")
NO_RULES = Allow((), [], None, bool)  # where none can stand, nobody asks whose one is


class OwnHook:
    """One of our hooks in a settings file.

    `group` and `handler` are indexes, `place` its (host, scope, file) where known, `timeout` as it
    stands there, `trust` what the host has on record about it. `plain`: a person wrote it, as a
    line of the documentation; it is theirs, and `init` leaves it alone."""

    def __init__(self, event: str, group: int, handler: int, matcher, hook: dict, place: tuple):
        self.event = event
        self.group = group
        self.handler = handler
        self.matcher = matcher
        self.hook = hook
        self.command = hook["command"]
        self.script = script_of(self.command)
        self.plain = not self.script
        self.script = self.script or plain_script(self.command)
        timeout = hook.get("timeout")
        usable = isinstance(timeout, (int, float)) and timeout > 0
        self.timeout = timeout if usable else None
        self.host, self.scope, self.path = place
        self.trust = ""

    def seconds(self, units: int) -> float:
        """What its time-out is in seconds, where the host counts so many units a second."""
        return SECONDS if self.timeout is None else self.timeout / units


def every(settings, place: tuple = ("", "", "")) -> list:
    """Every OwnHook in a settings object, plain ones too, in its order.

    What has another shape is passed over."""
    found = []
    for event, groups in _part(settings, "hooks", dict).items():
        if not isinstance(groups, list):
            continue
        for n, one in enumerate(groups):
            for m, hook in enumerate(_part(one, "hooks", list)):
                command = hook.get("command") if isinstance(hook, dict) else None
                if isinstance(command, str) and (script_of(command) or plain_script(command)):
                    found.append(OwnHook(event, n, m, one.get("matcher"), hook, place))
    return found


def ours(settings) -> list:
    """The same without the plain ones: what `init` wrote."""
    return [hook for hook in every(settings) if not hook.plain]


def in_file(path: str, host: str = "", scope: str = "") -> list:
    """Every OwnHook of a settings file; [] when it cannot be read."""
    try:
        return every(load(path), (host, scope, path))
    except (OSError, ValueError):
        return []


def load(path: str) -> dict:
    """The settings in a file; {} when missing or blank. Raises OSError and ValueError."""
    try:
        text = read_text(path, MAX_BYTES, follow=True)
    except FileNotFoundError:
        return {}
    return checked(text) if text.strip("\ufeff \t\r\n") else {}


def merged(text: str, wanted: list, allow: Allow = NO_RULES, own: dict = None) -> str:
    """The settings text with the hooks [(event, group)] and permissions beside those of others.

    Itself when they are in it already; ours of an older form are replaced. A hook that a plain
    line of a person brings already is left out. own: members of a file that is made for our hooks
    alone. Raises BrokenJson."""
    blank = not text.strip("\ufeff \t\r\n")
    if blank:
        text = jsonedit.dump(own) if own else "{}\n"
    settings = checked(text)
    plain = {(hook.event, hook.script) for hook in every(settings) if hook.plain}
    scripts = [script_of(one["hooks"][0]["command"]) for _, one in wanted]
    wanted = [it for it, script in zip(wanted, scripts) if (it[0], script) not in plain]
    if not blank and _is_there(settings, wanted, allow):
        return text
    text = without(text, allow)
    for event, one in wanted:
        text = jsonedit.put(text, ("hooks", event), one)
    for rule in allow.rules:
        item = (rule, None) if allow.value is None else (allow.value, rule)
        text = jsonedit.put(text, allow.at, *item)
    return text


def without(text: str, allow: Allow = NO_RULES) -> str:
    """The settings text without our hooks and permissions. Raises jsonedit.BrokenJson."""
    settings = checked(text)
    for found in reversed(ours(settings)):
        path = ("hooks", found.event, found.group, "hooks", found.handler)
        handlers = settings["hooks"][found.event][found.group]["hooks"]
        del handlers[found.handler]
        text = jsonedit.cut(text, path if handlers else path[:3])
    for key in reversed(_rules(settings, allow)):
        text = jsonedit.cut(text, (*allow.at, key))
    return text


def checked(text: str) -> dict:
    """The settings object. Raises BrokenJson when it or its hooks have another shape."""
    settings = jsonedit.load(text)
    if not isinstance(settings, dict):
        raise jsonedit.BrokenJson("line 1: not an object in braces")
    events = settings.get("hooks", {})
    groups = events.values() if isinstance(events, dict) else [None]
    # a host may keep a switch beside its events
    if not all(isinstance(each, (list, bool, str)) for each in groups):
        raise jsonedit.BrokenJson('"hooks" is not an object that lists hooks by event')
    return settings


def _is_there(settings: dict, wanted: list, allow: Allow) -> bool:
    """Do the settings hold exactly these hooks and rules of ours?"""
    have = [(found.event, found.matcher, found.hook) for found in ours(settings)]
    want = [(event, one.get("matcher"), one["hooks"][0]) for event, one in wanted]
    same_hooks = len(have) == len(want) and all(item in have for item in want)
    here = _rules(settings, allow)
    if allow.value is None:
        listed = _at(settings, allow, list)
        here = [listed[n] for n in here]
    return same_hooks and sorted(here) == sorted(allow.rules)


def _rules(settings, allow: Allow) -> list:
    """Indexes, or keys, of our rules in the settings. Raises BrokenJson where none can stand."""
    if not allow.at:
        return []
    kind = list if allow.value is None else dict
    listed = _at(settings, allow, kind)
    keys = enumerate(listed) if kind is list else ((key, key) for key in listed)
    return [key for key, rule in keys if allow.is_ours(rule)]


def _at(settings, allow: Allow, kind: type):
    """The list or object of rules; an empty one where it is missing. Raises BrokenJson."""
    for n, key in enumerate(allow.at):
        last = n + 1 == len(allow.at)
        settings = settings.get(key, kind() if last else {})
        if not isinstance(settings, kind if last else dict):
            name = ".".join(allow.at[: n + 1])
            what = "a list" if last and kind is list else "an object"
            raise jsonedit.BrokenJson(f'"{name}" is not {what}, so no rule can be added to it')
    return settings


def _part(value, key: str, kind: type):
    """value[key] where that is of this kind, else an empty one."""
    part = value.get(key) if isinstance(value, dict) else None
    return part if isinstance(part, kind) else kind()
