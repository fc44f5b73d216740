"""Which memory blocks say the same, and two files made one. Pure."""

from __future__ import annotations

from reflexion.memory.blocks import BEGIN, END, HEADING, Block, blocks, folded
from reflexion.text import managed_block

LEAST_CONTENT = 12  # shorter text is contained in anything, one word is chance
LEAST_WORDS = 2


def merged(user: str, shipped: str) -> str:
    """The text of both files: the user's words stay, new defaults come in. Raises Broken."""
    users = managed_block.split(user, BEGIN, END)
    ships = managed_block.split(shipped, BEGIN, END)
    mine = blocks(users.inner)
    around = parts(users.before) + parts(users.after)
    outside = _outside(mine, around, parts(ships.before) + parts(ships.after))
    new = [block for block in blocks(ships.inner) if not _has(mine + around, block)]
    out = ["\n".join(block.raw) for block in outside]
    inner = ["\n".join(block.raw) for block in mine + new]
    # a marker stands on a line of its own, so blank lines around it are fine
    section = [BEGIN, *inner, END] if inner else []
    whole = [*dict.fromkeys(out), *section]
    return "\n\n".join(whole) + "\n" if whole else ""


def _outside(mine: list, around: list, shipped: list) -> list:
    """The Blocks outside the markers: the shipped ones, in the user's words where these say the
    same, then what only the user wrote."""
    found = []
    for part in shipped:
        own = next((block for block in around if duplicate(block, part)), None)
        headed = part.raw[0].startswith(HEADING)
        if own or not headed or not _has(mine, part):
            found.append(own or part)
    for own in around:
        if not any(own.plain() in other.plain() for other in found):
            found.append(own)
    return found


def _has(known: list, block: Block) -> bool:
    return any(duplicate(other, block) for other in known)


def duplicate(one: Block, other: Block) -> bool:
    """The same id or text, one content within the other, or over half of the keywords shared."""
    if one.id and one.id == other.id or one.plain() == other.plain():
        return True
    short, long = sorted((block.plain("Content") for block in (one, other)), key=len)
    if len(short) >= LEAST_CONTENT and short in long:
        return True
    mine = _triggers(one)
    theirs = _triggers(other)
    fewer = min(len(mine), len(theirs))
    return fewer >= LEAST_WORDS and 2 * len(mine & theirs) > fewer


def _triggers(block: Block) -> set:
    words = block.values.get("Triggers", "").casefold().split(",")
    return {word.strip() for word in words if word.strip()}


def is_said(text: str, known: list) -> bool:
    """Does one of these Blocks say a text already, in the same words?"""
    words = folded(text)
    return len(words) >= LEAST_CONTENT and any(words in block.plain() for block in known)


def is_shown(entry: dict, known: list) -> bool:
    """Does one of these Blocks show the same learning: the same problem, the same words?"""
    shown = folded(entry["trigger"]), folded(entry["resolution"])
    return any((block.plain("Problem"), block.plain("Content")) == shown for block in known)


def parts(text: str) -> list:
    """Paragraphs of a Markdown text as Blocks; a `###` heading takes all up to the next one."""
    found = [[]]
    in_block = False
    for line in text.splitlines():
        heading = line.startswith("#")
        blank = not line.strip()
        if heading or blank and not in_block:
            found.append([])
            in_block = line.startswith(HEADING)
        if in_block or not blank:
            found[-1].append(line)
    return [Block(lines) for lines in found if any(map(str.strip, lines))]
