"""An entry file that git left with conflict markers: read as its sides (nested markers too) and merged by the one rule."""

from __future__ import annotations

from reflexion.store.entry import COUNTERS, Unreadable, parse

OURS, BASE, SPLIT, THEIRS = b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"
MAX_DEPTH = 3


def conflicted(data: bytes) -> bool:
    """Does a line of data begin with a conflict marker?"""
    return data.startswith(OURS) or b"\n" + OURS in data


def heal(data: bytes, name: str, base: dict | None = None) -> dict:
    """The one entry that the sides merge to; `base` where it is known from elsewhere. A side that is no entry is left out.

    Without any base the counters' shared part is not known: the larger one stands, so that nothing is counted twice.
    Raises Unreadable when no side is an entry.
    """
    from reflexion.store.merge import merge

    tree, depth = _tree(data.splitlines(keepends=True))
    found, why = [], None
    for choice in range(2**depth):
        try:
            entry = parse(b"".join(_pick(tree, choice)), name)
        except Unreadable as error:
            why = error
            continue
        if entry not in found:
            found.append(entry)
    if not found:
        raise Unreadable(f"conflict markers, and no side is an entry ({why})")
    base = base or _base(tree, name)
    healed = found[0]
    for other in found[1:]:
        healed = merge(base or _least(healed, other), healed, other)
    return healed


def _least(one: dict, other: dict) -> dict:
    return {field: min(one.get(field, 0), other.get(field, 0)) for field in COUNTERS}


def _tree(lines: list) -> tuple[list, int]:
    """Lines as a list of bytes and conflicts; a conflict is [ours, base, theirs], each such a list. Second: the depth."""
    root = []
    stack, part, deepest = [root], [], 0
    for line in lines:
        marker = line[:7]
        if marker == OURS and len(part) < MAX_DEPTH:
            conflict = [[], [], []]
            stack[-1].append(conflict)
            part.append([conflict, 0])
            stack.append(conflict[0])
            deepest = max(deepest, len(part))
        elif (
            marker in (BASE, SPLIT)
            and part
            and len(line.strip()) >= 7
            and (marker == BASE or line.strip() == SPLIT)
        ):
            part[-1][1] = 1 if marker == BASE else 2
            stack[-1] = part[-1][0][part[-1][1]]
        elif marker == THEIRS and part:
            part.pop()
            stack.pop()
        else:
            stack[-1].append(line)
    if part:
        raise Unreadable("conflict markers that do not close")
    return root, deepest


def _pick(tree: list, choice: int, level: int = 0):
    """One side's lines: bit n of `choice` says whose side is taken n conflicts deep."""
    for item in tree:
        if isinstance(item, bytes):
            yield item
        else:
            yield from _pick(item[2 if choice >> level & 1 else 0], choice, level + 1)


def _base(tree: list, name: str):
    lines = []
    for item in tree:
        lines += (
            [item]
            if isinstance(item, bytes)
            else [line for line in item[1] if isinstance(line, bytes)]
        )
    try:
        return (
            parse(b"".join(lines), name)
            if any(not isinstance(item, bytes) and item[1] for item in tree)
            else None
        )
    except Unreadable:
        return None
