"""Of all that was done between a failure and the same command's success: what was it that helped?"""

from __future__ import annotations

from reflexion.signals.commands.read_only import looks
from reflexion.signals.fixes import actions, edits, relevance
from reflexion.signals.fixes.risks import risky

MOST = 3  # acts that are told
MOST_MADE = 24  # files and folders made, and acts held against them
IDLE = ("sleep", "wait", "true", ":")
MAKERS = ("venv", "virtualenv", "mkdir", "touch", "wget", "curl", "tar", "unzip", "git", "cp")


class Act:
    """One thing done: shape (None for an edit) of the command line `line`, or the `path` edited; how: the ways in which it may mend;
    tier: see relevance and edits; at: its step."""

    __slots__ = ("shape", "line", "path", "how", "tier", "at")

    def __init__(self, at, tier, shape=None, line="", path="", how=frozenset()):
        self.at, self.tier, self.shape, self.line, self.path, self.how = (
            at,
            tier,
            shape,
            line,
            path,
            how,
        )


def acts(trouble, steps, cache):
    """-> (acts with a tier above 0, in order; whether something risky was done; number of steps that did anything)."""
    done, risk, number = [], False, 0
    for at, step in enumerate(steps):
        if not step.get("ok"):
            continue
        if step.get("tool") != "Bash":
            if step.get("path"):
                number += 1
                done.append(Act(at, edits.tier(trouble, step["path"]), path=step["path"]))
            continue
        shapes = [(s, *_known(s)) for s in cache(step.get("command") or "")]
        number += any(how is not None for _, how, _ in shapes)
        for shape, how, danger in shapes:
            if danger:
                risk = True
            elif how is not None:
                done.append(
                    Act(at, relevance.tier(trouble, shape, how), shape, step["command"], how=how)
                )
    found = [a for a in done if a.tier]
    if not found and number == 1 and not risk:
        found = _only_thing_done(trouble, done)
    return _with_needed(found, done), risk, number


def _known(shape):
    """-> (the ways in which it may mend, None when it does nothing; whether it is risky): worked out once for all failures."""
    if shape.known is None:
        if shape.program in IDLE or looks(shape):
            shape.known = None, False
        else:
            shape.known = actions.kinds(shape), risky(shape)
    return shape.known


def _only_thing_done(trouble, done):
    """Nothing else was done, and the fault lay in the surroundings and not in the code: then it was this."""
    if trouble.kinds & {"code", "flaky"}:
        return []
    for act in done:
        if (
            act.shape is None
            and not trouble.kinds
            or act.shape is not None
            and relevance.could_help(trouble, act.shape, act.how)
        ):
            act.tier = 1
            return [act]
    return []


def _with_needed(found, done):
    """The acts that count and those before them on which they stand: `python3 -m venv .venv` before `.venv/bin/pip install x`."""
    made = [(act, name) for act in done for name in [_made(act)] if not act.tier and len(name) > 2][
        -MOST_MADE:
    ]
    for act in (
        [a for a in found if a.shape is not None and a.tier >= 2][-MOST_MADE:] if made else ()
    ):
        for other, name in made:
            if other.at <= act.at and name in act.shape.raw:
                other.tier = max(other.tier, act.tier)
    return [a for a in done if a.tier]


def _made(act):
    """The file or folder an act makes, when it is one that makes something."""
    if act.path:
        return act.path.rsplit("/", 1)[-1]
    shape = act.shape
    if shape.program in MAKERS and shape.args and shape.args[-1][:1] != "-":
        return shape.args[-1].rstrip("/").rsplit("/", 1)[-1]
    return shape.writes[-1].rsplit("/", 1)[-1] if shape.writes else ""


def chosen(found):
    """The acts to name: of the highest tier there is; commands before edits, but a guess at an edit before a guess at a command."""
    best = max((a.tier for a in found), default=0)
    top = [a for a in found if a.tier == best]
    commands, edited = (
        [a for a in top if a.shape],
        list({a.path: a for a in top if not a.shape}.values()),
    )
    if best == 1 and edited or not commands:
        return edited[-MOST:]
    if edited:
        commands = [
            c for c in commands if c.shape.program != "git"
        ]  # to stage what was edited is no news
        if not commands:
            return edited[-MOST:]
    commands = list({(a.shape.program, tuple(a.shape.key)): a for a in commands}.values())
    needed = [
        e
        for e in edited
        if best == 3 and any(e.path.rsplit("/", 1)[-1] in c.shape.raw for c in commands)
    ]
    return sorted(commands + needed, key=lambda a: a.at)[-MOST:]
