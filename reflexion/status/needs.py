"""What needs the person, each with the command that settles it, the gravest first."""

from __future__ import annotations

from collections import Counter

from reflexion.store import history

HOOKS = ("capture", "recall")  # every host calls these
OCCASION = 20  # runs of one hook after which the other one should have run, too
DOCTOR = "reflexion doctor"


def needs(project, unreadable: list, faults: list) -> list:
    """Return (what, remedy) pairs.

    `unreadable` are (file, why) pairs of entries, `faults` those of the last days.
    """
    pairs = [*_stopped(project), *_untrusted(project), *_broken(project, unreadable, faults)]
    return [*pairs, *_silent(project)]


def _stopped(project):
    """Yield why the hooks do nothing at all."""
    if project.environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
        yield "The hooks do nothing: REFLEXION_DISABLED is set", "unset REFLEXION_DISABLED"
    elif not project.settings["enabled"]:
        yield "The hooks do nothing: `enabled` is off", "reflexion config enabled true"
    if project.closed:
        yield "The store is not read: a link or a repository in it", DOCTOR


def _untrusted(project):
    store = project.store
    waiting = len(store.waiting()) if store and store.exists() else 0
    if waiting:
        noun = "learning waits" if waiting == 1 else "learnings wait"
        yield f"{waiting:,} {noun} until you trust the words", "reflexion trust"
    if project.settings_wait:
        yield "Changed settings wait until you trust them", "reflexion trust"


def _broken(project, unreadable: list, faults: list):
    if unreadable:
        noun = "entry file" if len(unreadable) == 1 else "entry files"
        yield f"{len(unreadable):,} {noun} cannot be read", DOCTOR
    for _, what in project.problems[:1]:
        yield f"Setting {what}", DOCTOR
    if faults:
        noun = "fault" if len(faults) == 1 else "faults"
        yield f"{len(faults):,} {noun} of hooks, the last: {faults[-1][2]}", DOCTOR


def _silent(project):
    if project.store and not runs(project):
        yield "No hook has run here yet", DOCTOR
    for name in silent_hooks(project):
        yield f"The hook {name} never ran here, though others did", DOCTOR


def runs(project) -> Counter:
    """Return how often each hook ran, as far as that is on record."""
    folder = project.state_dir()
    lines = history.lines(folder, history.RUNS) if folder else []
    return Counter(line[1].partition(".")[0] for line in lines if len(line) == 3)


def silent_hooks(project) -> list:
    """Return the names of hooks that never ran although another one ran often."""
    counts = runs(project)
    busy = max((counts[name] for name in HOOKS), default=0)
    return [name for name in HOOKS if busy >= OCCASION and not counts[name]]
