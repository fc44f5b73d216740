"""Our hooks and permissions in the JSON text of a host's settings: put in, found, taken out.

Everything else in the file stays as it is, in its order and with its indent. Pure.
"""

import copy
import json
import re
from collections import namedtuple

from reflexion.hosts.reading import objects
from reflexion.setup.command import is_rule
from reflexion.setup.program import script_of

MARK = "\ufeff"

# permissions: the two keys that lead to them, those wanted, and the value of each where they are
# keys (None: they are items of a list)
Rules = namedtuple("Rules", "at wanted value")

# one of our hooks in the settings: event, script, and the object that holds its command
Found = namedtuple("Found", "event script hook")


class NotUsable(ValueError):
    """The text is not JSON, or not of the expected shape; the message says what is wrong."""


def put_in(text: str, hooks: list, rules=None, own: dict = None) -> str:
    """Return the settings with these hooks [(event, group)] and Rules, and no older ones.

    `own` are members of a new file. Raises NotUsable.
    """
    is_blank = not text.strip(MARK + " \t\r\n")
    before = {} if is_blank else load(text)
    after = _stripped(before, rules) or dict(own or {})
    for event, group in hooks:
        after.setdefault("hooks", {}).setdefault(event, []).append(group)
    if rules:
        outer, inner = rules.at
        holder = after.setdefault(outer, {})
        if rules.value is None:
            holder.setdefault(inner, []).extend(rules.wanted)
        else:
            holder.setdefault(inner, {}).update(dict.fromkeys(rules.wanted, rules.value))
    return text if after == before else dump(after, text)


def take_out(text: str, rules=None) -> str:
    """Return the settings without our hooks and permissions. Raises NotUsable."""
    before = load(text)
    after = _stripped(before, rules)
    return text if after == before else dump(after, text)


def find(text: str) -> list:
    """Return every one of our hooks in the settings, as Found. Raises NotUsable."""
    found = []
    for event, groups in load(text).get("hooks", {}).items():
        for group in groups if isinstance(groups, list) else []:
            for hook in _handlers(group):
                if script_of(hook.get("command")):
                    found.append(Found(event, script_of(hook["command"]), hook))
    return found


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
    body = like.strip()
    found = re.search(r"\n([ \t]+)\S", like[:10_000])
    indent = found.group(1) if found else "  "
    is_flat = bool(body) and "\n" not in body
    text = json.dumps(settings, indent=None if is_flat else indent, ensure_ascii=False)
    if like.endswith("\n") or not body:
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
    return objects(handlers)


def _stripped(settings: dict, rules) -> dict:
    """Return a copy of the settings without what is ours, and what that leaves empty."""
    left = copy.deepcopy(settings)
    events = left.get("hooks", {})
    for event, groups in list(events.items()):
        if groups and isinstance(groups, list):
            events[event] = [group for group in groups if not _is_emptied(group)]
            if not events[event]:
                del events[event]
    if not events and settings.get("hooks"):
        del left["hooks"]
    if rules:
        _drop_rules(left, rules)
    return left


def _is_emptied(group) -> bool:
    """Take our hooks out of a group; return True if that leaves it without any."""
    ours = [hook for hook in _handlers(group) if script_of(hook.get("command"))]
    if ours:
        group["hooks"] = [hook for hook in group["hooks"] if hook not in ours]
    return bool(ours) and not group["hooks"]


def _drop_rules(settings: dict, rules: Rules) -> None:
    """Take our permissions out. Raises NotUsable where none can stand."""
    outer, inner = rules.at
    kind = list if rules.value is None else dict
    holder = _member(settings, outer, dict)
    held = _member(holder, inner, kind)
    if not any(map(is_rule, held)):
        return
    if rules.value is None:
        holder[inner] = [rule for rule in held if not is_rule(rule)]
    else:
        holder[inner] = {rule: value for rule, value in held.items() if not is_rule(rule)}
    if not holder[inner]:
        del holder[inner]
    if not holder:
        del settings[outer]


def _member(holder: dict, key: str, kind):
    """Return a member, an empty one if there is none. Raises NotUsable for another type."""
    found = holder.get(key, kind())
    if not isinstance(found, kind):
        raise NotUsable(f'"{key}" is of another kind, so no rule can be added to it')
    return found
