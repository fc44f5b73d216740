"""Which commands are a person's alone: refused.tsv, asked once for every command."""

import os

from reflexion.cli.output import Stop
from reflexion.setup.caller import is_hosted, typed_by_person
from reflexion.store import fs, paths, settings
from reflexion.text.tables import rows

# settings that run a program, or widen what is trusted, kept, said or written
WIDENING = frozenset("reflect_with promote promote_to trust_pulls ignore redact enabled".split())


def check(command: str, context) -> None:
    """Refuse what an agent may not do. Raises Stop, whose text says why and who may."""
    if typed_by_person():
        return
    hosted = is_hosted(os.environ)
    for name, when, whom, why in rows("cli/refused.tsv"):
        concerned = hosted or whom == "unasked"
        predicate, _, option = when.partition(" ")
        if concerned and name in ("*", command) and PREDICATES[predicate](context, option):
            raise Stop(f"{command}: {why}, so a person runs it in a terminal")


def _always(context, option: str) -> bool:
    return True


def _given(context, option: str) -> bool:
    return bool(getattr(context.options, option, None))


def _enabled(context, option: str) -> bool:
    return not context.options.session and not context.options.reflect


def _restores(context, option: str) -> bool:
    return context.options.action == "restore" and not context.options.list


def _named(context, option: str) -> bool:
    """Does this `promote` name learnings, and change more than what is shown?"""
    options = context.options
    return bool(options.id or options.demote) and not options.dry_run


def _setting(context, option: str) -> bool:
    """Does this `config` change a setting that widens something?"""
    words = [context.options.name or "", *context.options.value]
    changes = context.options.unset or len(words) > 1
    if words[0] in ("show", "get", "set", "unset"):
        changes = words.pop(0) in ("set", "unset")
    return bool(changes and words and words[0] in WIDENING)


def _asks(context, option: str) -> bool:
    """Does this `reflect` run another program than the one that the person's own settings name?"""
    command = getattr(context.options, "with")
    home = paths.home_store(os.environ)
    own = settings.load([home])["reflect_with"] if home else ""
    return bool(command) and command != own


def _sends(context, option: str) -> bool:
    """Does this `reflect` send cards about all past sessions, whoever named the command?"""
    return bool(getattr(context.options, "with")) and context.options.all


def _outside(context, option: str) -> bool:
    """Does an option name a file or folder outside of the project that one is in, or git's own?"""
    named = getattr(context.options, option, None)
    if not named or named == "-":
        return False
    root = paths.locate(os.getcwd(), os.environ)[0]
    try:
        return not root or not fs.resolve(os.path.abspath(named), root)
    except fs.Outside:
        return True


PREDICATES = {
    "always": _always,
    "given": _given,
    "enabled": _enabled,
    "restores": _restores,
    "named": _named,
    "setting": _setting,
    "asks": _asks,
    "sends": _sends,
    "outside": _outside,
}
