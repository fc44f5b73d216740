"""An entry file that git left with conflict markers: its sides, merged by the one rule."""

from __future__ import annotations

from reflexion.store.entry import COUNTERS, MARKER, Unreadable, parse

OURS, BASE, SPLIT, THEIRS = MARKER, b"|||||||", b"=======", b">>>>>>>"
MAX_DEPTH = 3


def conflicted(data: bytes) -> bool:
    """Does a line of data begin with a conflict marker?"""
    return data.startswith(OURS) or b"\n" + OURS in data


def heal(data: bytes, name: str, base: dict | None = None) -> dict:
    """The one entry that the sides merge to; `base` where it is known from elsewhere. A side that
    is no entry is left out.

    Without any base the counters' shared part is not known: the larger one stands, so that nothing
    is counted twice. Raises Unreadable when no side is an entry.
    """
    from reflexion.store.merge import merge

    lines = _placed(data)
    sides, why = [], None
    for choice in range(2 ** max(len(where) for where, _ in lines)):
        wanted = [THEIRS if choice >> level & 1 else OURS for level in range(MAX_DEPTH)]
        try:
            side = _entry(lines, wanted, name)
            sides += [side] if side not in sides else []
        except Unreadable as error:
            why = error
    if not sides:
        raise Unreadable(f"conflict markers, and no side is an entry ({why})")
    base = base or _base(lines, name)
    healed = sides[0]
    for side in sides[1:]:
        least = {field: min(healed.get(field, 0), side.get(field, 0)) for field in COUNTERS}
        healed = merge(base or least, healed, side)
    return healed


def _placed(data: bytes) -> list:
    """[(parts, line)]: the part of each conflict around it that a line stands in, outermost
    first."""
    placed, parts = [((), b"")], []
    for line in data.splitlines(keepends=True):
        marker = line[:7]
        if marker == OURS and len(parts) < MAX_DEPTH:
            parts.append(OURS)
        elif parts and marker == BASE:
            parts[-1] = BASE
        elif parts and line.strip() == SPLIT:
            parts[-1] = THEIRS
        elif parts and marker == THEIRS:
            parts.pop()
        else:
            placed.append((tuple(parts), line))
    if parts:
        raise Unreadable("conflict markers that do not close")
    return placed


def _entry(lines: list, wanted: list, name: str) -> dict:
    """The entry of the lines that stand in the wanted part of each conflict around them."""
    fits = (line for where, line in lines if all(a == b for a, b in zip(where, wanted)))
    return parse(b"".join(fits), name)


def _base(lines: list, name: str) -> dict | None:
    if not any(BASE in where for where, _ in lines):
        return None
    try:
        return _entry([row for row in lines if len(row[0]) < 2], [BASE], name)
    except Unreadable:
        return None
