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
        if concerned and name in ("*", command) and PREDICATES[predicate](context.options, option):
            raise Stop(f"{command}: {why}, so a person runs it in a terminal")


def _named(options, name: str) -> bool:
    """Does this `promote` name learnings, and change more than what is shown?"""
    return bool(options.id or options.demote) and not options.dry_run


def _setting(options, name: str) -> bool:
    """Does this `config` change a setting that widens something?"""
    words = [options.name or "", *options.value]
    changes = options.unset or len(words) > 1
    if words[0] in ("show", "get", "set", "unset"):
        changes = words.pop(0) in ("set", "unset")
    return bool(changes and words and words[0] in WIDENING)


def _asks(options, name: str) -> bool:
    """Does this `reflect` run another program than the one that the person's own settings name?"""
    command = vars(options)["with"]
    home = paths.home_store(os.environ)
    own = settings.load([home])["reflect_with"] if home else ""
    return bool(command) and command != own


def _outside(options, name: str) -> bool:
    """Does an option name a file or folder outside of the project that one is in, or git's own?"""
    named = getattr(options, name, None)
    if not named or named == "-":
        return False
    root = paths.locate(os.getcwd(), os.environ)[0]
    try:
        return not root or not fs.resolve(os.path.abspath(named), root)
    except fs.Outside:
        return True


# the predicates of refused.tsv: (options, the option that the row names) -> does the row hold?
PREDICATES = {
    "always": lambda options, name: True,
    "given": lambda options, name: bool(getattr(options, name, None)),
    "enabled": lambda options, name: not options.session and not options.reflect,
    "restores": lambda options, name: options.action == "restore" and not options.list,
    "sends": lambda options, name: bool(vars(options)["with"]) and options.all,
    "named": _named,
    "setting": _setting,
    "asks": _asks,
    "outside": _outside,
}
