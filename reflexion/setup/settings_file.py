"""Our hooks and permissions in the JSON text of a host's settings: put in, found, taken out.

Everything else stays as it is, in its order and with its indent. All functions are pure, and raise
ValueError for a text that is not JSON or whose members have another type.
"""

from __future__ import annotations

import json
import re
from collections import namedtuple
from itertools import filterfalse

from reflexion.errors import Unreadable
from reflexion.hosts.reading import objects
from reflexion.setup.command import is_rule
from reflexion.text.json_object import read_object

STRING = r'("(?:[^"\\\n]|\\.)*")'
OURS = r": reflexion (capture|recall|promote);"  # by which our command lines are known
OTHER_KIND = '"{}" is of another kind, so nothing can be added to it'
MODULE = re.compile(r"^const SETTINGS = (\{.*?^\})", re.DOTALL | re.MULTILINE)  # in JavaScript
COMMENT = re.compile(STRING + r"|//[^\n]*|/\*(?:.*?\*/|.*)", re.DOTALL)
COMMA = re.compile(STRING + r"|,(\s*[\]}])")

# permissions: the keys that lead to them, those wanted, and the value of each where they are keys
# ("": they are items of a list)
Rules = namedtuple("Rules", "at wanted value")
NO_RULES = Rules((), [], "")

Groups = list[tuple[str, dict[str, object]]]  # (event, group of its settings)

# one of our hooks in the settings: event, script, the object that holds its command, and what that
# says (None: it is not read yet, or not of our form)
FoundHook = namedtuple("FoundHook", "event script hook line", defaults=(None,))


def put_in(text: str, hooks: Groups, rules: Rules = NO_RULES, new: str = "{}") -> str:
    """Return the settings with these hooks [(event, group)] and Rules, and no older ones.

    `new` is what they are put into if there are none.
    """
    text = text if text.strip() else f"{new}\n"
    before = read_object(text)
    after = dict(before)
    _set_hooks(after, hooks)
    if rules.at:
        _set_rules(after, rules)
    return text if after == before else _dump(after, text)


def take_out(text: str, rules: Rules = NO_RULES) -> str:
    """Return the settings without our hooks and permissions."""
    return put_in(text, [], rules._replace(wanted=[]))


def find(text: str) -> list[FoundHook]:
    """Return every one of our hooks in the settings, as FoundHook.

    A host's module holds such settings, too. Comments and commas at ends of lists are passed over.
    """
    found = []
    module = MODULE.search(text)
    text = module[1] if module else text
    try:
        settings = read_object(text)
    except Unreadable:
        plain = COMMENT.sub(lambda found: found[1] or "", text)
        settings = read_object(COMMA.sub(lambda found: found[1] or found[2], plain))
    for event, groups in _object_at(settings, ("hooks",)).items():
        for group in objects(groups):
            ours = filter(_is_ours, objects(group.get("hooks")))
            found += [FoundHook(event, script_of(hook["command"]), hook) for hook in ours]
    return found


def script_of(line: object) -> str:
    """Return which of our hooks a command line is: capture, recall, promote; "" for none."""
    found = re.search(OURS, line) if isinstance(line, str) else None
    return found[1] if found else ""


def _dump(settings: dict[str, object], like: str) -> str:
    """Return the settings as JSON, with the indent and line ends of the text `like`."""
    found = re.search(r"\n([ \t]+)\S", like[:10_000])
    text = json.dumps(settings, indent=found.group(1) if found else 2, ensure_ascii=False)
    if like.endswith("\n"):
        text += "\n"
    return text.replace("\n", "\r\n") if "\r\n" in like else text


def _object_at(settings: dict[str, object], place: tuple[str, ...]) -> dict[str, object]:
    """Return the object that these keys lead to; an empty one if none does."""
    found = settings
    for key in place:
        inner = found.get(key, {})
        if not isinstance(inner, dict):
            raise Unreadable(OTHER_KIND.format(key))
        found = inner
    return found


def _list_at(settings: dict[str, object], place: tuple[str, ...]) -> list[object]:
    """Return the list that these keys lead to; an empty one if none does."""
    found = _object_at(settings, place[:-1]).get(place[-1], [])
    if not isinstance(found, list):
        raise Unreadable(OTHER_KIND.format(place[-1]))
    return found


def _set(settings: dict[str, object], place: tuple[str, ...], value: object) -> None:
    """Put a value where these keys lead to; an empty new one takes out what that leaves empty."""
    key, rest = place[0], place[1:]
    if rest:
        inner = dict(_object_at(settings, (key,)))
        _set(inner, rest, value)
        value = inner
    if value == settings.get(key):
        return
    settings[key] = value
    if not value:
        del settings[key]


def _set_hooks(settings: dict[str, object], hooks: Groups) -> None:
    """Put the hooks in behind those of others, in place of all older ones."""
    held = _object_at(settings, ("hooks",))
    after = {event: _without_ours(groups) for event, groups in held.items()}
    for event, group in hooks:
        after[event] = [*_list_at(after, (event,)), group]
    for event, groups in after.items():
        _set(settings, ("hooks", event), groups)


def _without_ours(groups: object) -> object:
    """Return what an event holds without our hooks, and without the groups of only these."""
    if not isinstance(groups, list):
        return groups
    kept = []
    for group in groups:
        hooks = group.get("hooks") if isinstance(group, dict) else None
        others = [*filterfalse(_is_ours, hooks)] if isinstance(hooks, list) else hooks
        if others == hooks:
            kept.append(group)
        elif others:
            kept.append({**group, "hooks": others})
    return kept


def _is_ours(hook: object) -> bool:
    return isinstance(hook, dict) and bool(script_of(hook.get("command")))


def _set_rules(settings: dict[str, object], rules: Rules) -> None:
    """Put the permissions in, in place of all older ones."""
    if rules.value:
        held = _object_at(settings, rules.at)
        kept = {rule: value for rule, value in held.items() if not is_rule(rule)}
        _set(settings, rules.at, {**kept, **dict.fromkeys(rules.wanted, rules.value)})
    else:
        others = filterfalse(is_rule, _list_at(settings, rules.at))
        _set(settings, rules.at, [*others, *rules.wanted])
