"""Our hooks and permissions in the JSON text of a host's settings: put in, found, taken out.

Everything else in the file stays as it is, in its order and with its indent. Pure.
"""

import json
import re
from collections import namedtuple

from reflexion.setup.hook_line import script_of

MARK = "\ufeff"

# permissions: the keys that lead to them, those wanted, the value of each where they are keys
# (None: they are items of a list), and is_ours(rule)
Rules = namedtuple("Rules", "at wanted value is_ours")
NO_RULES = Rules((), [], None, bool)

# one of our hooks in the settings: event, script, and the object that holds its command
Found = namedtuple("Found", "event script hook")


class NotUsable(ValueError):
    """The text is not JSON, or not of the expected shape; the message says what is wrong."""


def put_in(text: str, hooks: list, rules: Rules = NO_RULES, own: dict = None) -> str:
    """Return the settings with these hooks [(event, group)] and permissions, and no others of ours.

    `own` are members of a new file. Raises NotUsable.
    """
    settings = load(text) if text.strip(MARK + " \t\r\n") else dict(own or {})
    wanted = taken_out_of(settings, rules)
    for event, group in hooks:
        wanted.setdefault("hooks", {}).setdefault(event, []).append(group)
    for rule in rules.wanted:
        _add_rule(wanted, rule, rules)
    before = load(text) if text.strip(MARK + " \t\r\n") else {}
    return text if wanted == before else dump(wanted, text)


def take_out(text: str, rules: Rules = NO_RULES) -> str:
    """Return the settings without our hooks and permissions. Raises NotUsable."""
    settings = load(text)
    left = taken_out_of(settings, rules)
    return text if left == settings else dump(left, text)


def find(text: str) -> list:
    """Return every one of our hooks in the settings, as Found. Raises NotUsable."""
    found = []
    for event, groups in load(text).get("hooks", {}).items():
        for group in groups if isinstance(groups, list) else []:
            for hook in _handlers(group):
                script = script_of(hook.get("command"))
                if script:
                    found.append(Found(event, script, hook))
    return found


def taken_out_of(settings: dict, rules: Rules) -> dict:
    """Return a copy of the settings without what is ours, and what that leaves empty."""
    left = dict(settings)
    if "hooks" in left:
        left["hooks"] = {
            event: _without_ours(groups) for event, groups in settings["hooks"].items()
        }
        emptied = [event for event, groups in settings["hooks"].items() if groups]
        _drop_empty(left["hooks"], emptied)
        _drop_empty(left, ["hooks"])
    if rules.at:
        left = _without_rules(left, rules)
    return left


def load(text: str) -> dict:
    """Return the settings object. Raises NotUsable when it or its hooks have another shape."""
    try:
        settings = json.loads(text.removeprefix(MARK), object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise NotUsable(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise NotUsable("it is nested too deeply") from None
    if not isinstance(settings, dict):
        raise NotUsable("it is not an object in braces")
    events = settings.get("hooks", {})
    groups = events.values() if isinstance(events, dict) else [None]
    if not all(isinstance(each, (list, bool, str)) for each in groups):
        raise NotUsable('"hooks" is not an object that lists hooks by event')
    return settings


def dump(settings: dict, like: str = "") -> str:
    """Return the settings as JSON, with the indent, line ends and mark of the text `like`."""
    found = re.search(r"\n([ \t]+)\S", like[:10_000])
    is_flat = bool(like.strip()) and "\n" not in like.strip()
    indent = None if is_flat else found.group(1) if found else "  "
    text = json.dumps(settings, indent=indent, ensure_ascii=False)
    if like.endswith("\n") or not like.strip():
        text += "\n"
    if "\r\n" in like:
        text = text.replace("\n", "\r\n")
    return MARK + text if like.startswith(MARK) else text


def _unique(pairs: list) -> dict:
    """Return an object's members. Raises NotUsable for a name that stands there twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NotUsable("a name stands twice in one object")
    return found


def _handlers(group) -> list:
    handlers = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(handlers, list):
        return []
    return [hook for hook in handlers if isinstance(hook, dict)]


def _without_ours(groups):
    if not isinstance(groups, list):
        return groups
    left = []
    for group in groups:
        ours = [hook for hook in _handlers(group) if script_of(hook.get("command"))]
        others = [hook for hook in _handlers(group) if hook not in ours]
        if not ours:
            left.append(group)
        elif others:
            left.append({**group, "hooks": others})
    return left


def _drop_empty(holder: dict, names: list) -> None:
    for name in names:
        if holder.get(name) in ({}, []):
            del holder[name]


def _without_rules(settings: dict, rules: Rules) -> dict:
    """Return a copy without our permissions. Raises NotUsable where none can stand."""
    key, *deeper = rules.at
    if key not in settings:
        return settings
    inner = settings[key]
    left = dict(settings)
    if deeper:
        if not isinstance(inner, dict):
            raise NotUsable(f'"{key}" is not an object, so no rule can be added to it')
        left[key] = _without_rules(inner, rules._replace(at=tuple(deeper)))
    elif not isinstance(inner, list if rules.value is None else dict):
        raise NotUsable(f'"{key}" is of another kind, so no rule can be added to it')
    elif rules.value is None:
        left[key] = [rule for rule in inner if not rules.is_ours(rule)]
    else:
        left[key] = {rule: value for rule, value in inner.items() if not rules.is_ours(rule)}
    if inner:
        _drop_empty(left, [key])
    return left


def _add_rule(settings: dict, rule: str, rules: Rules) -> None:
    holder = settings
    for key in rules.at[:-1]:
        holder[key] = dict(holder.get(key, {}))
        holder = holder[key]
    last = rules.at[-1]
    if rules.value is None:
        holder[last] = [*holder.get(last, []), rule]
    else:
        holder[last] = {**holder.get(last, {}), rule: rules.value}
