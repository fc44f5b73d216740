"""How two command lines stand to each other, whatever became of them."""

from __future__ import annotations

from reflexion.signals.commands.compare import same_command
from reflexion.signals.commands.read_only import looks
from reflexion.signals.fixes.differences import variant
from reflexion.signals.fixes.peers import peers
from reflexion.signals.fixes.shapes import shapes

SETTINGS = ("export", "source", ".", "set")


def related(a, b):
    """Is one a form of the other: the same, narrower, wider, by another runner, with other options?"""
    if same_command(a, b):
        return True
    return any(_akin(x, y) for x in _meant(a) for y in _meant(b))


def _akin(x, y):
    if x.program == y.program:
        return x.heads()[:1] == y.heads()[:1] or bool(variant(x, y))
    return peers(x.program, y.program) and (
        x.heads()[-1:] == y.heads()[-1:] or bool(set(x.key) & set(y.key))
    )


def _meant(command):
    """The shapes that do the work."""
    line = shapes(command)
    kept = [s for n, s in enumerate(line) if not (n and line[n - 1].op == "|" and looks(s))]
    return [s for s in kept if not looks(s) and s.program not in SETTINGS] or kept
