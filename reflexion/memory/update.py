"""An update replaced a MEMORY.md: the user's words stay, new defaults are added. Pure."""

from __future__ import annotations

from reflexion.memory.blocks import BEGIN, END, HEADING, Block, blocks, split

LEAST_CONTENT = 12  # characters; shorter text is contained in anything
LEAST_WORDS = 2


def merged(user: str, shipped: str) -> str:
    """The file's text from what the user had and what the update brought. Raises marked.Broken."""
    u_before, u_inner, u_after = split(user)
    s_before, s_inner, s_after = split(shipped)
    mine, theirs = blocks(u_inner), blocks(s_inner)
    outside_mine = parts(u_before) + parts(u_after)
    outside, used = [], set()
    for part in parts(s_before) + parts(s_after):
        own = next((own for own in outside_mine if _same_part(own, part)), None)
        if own is not None:
            outside.append(own)
            used.add(own)
        elif not _is_block(part) or not _has(mine, _block(part)):
            outside.append(part)
    for part in outside_mine:
        if part not in used and not any(_plain(part) in _plain(other) for other in outside):
            outside.append(part)
    known = [*mine, *map(_block, outside_mine)]
    inner = [*mine, *(block for block in theirs if not _has(known, block))]
    raw = ["\n".join(block.raw) for block in inner]
    # a marker stands on a line of its own, so blank lines around it are fine
    whole = [*dict.fromkeys(outside), *([BEGIN, *raw, END] if raw else [])]
    return "\n\n".join(whole) + "\n" if whole else ""


def duplicate(one: Block, other: Block) -> bool:
    """The same id, one content within the other, or more than half of the keywords shared."""
    if one.id and one.id == other.id:
        return True
    contents = (_plain(block.values.get("Content", "")) for block in (one, other))
    mine, theirs = (set(_words(block.values.get("Triggers", ""))) for block in (one, other))
    fewer = min(len(mine), len(theirs))
    return _contained(*contents) or fewer >= LEAST_WORDS and 2 * len(mine & theirs) > fewer


def parts(text: str) -> list:
    """Paragraphs of a Markdown text; a `###` heading with all up to the next heading is one."""
    found, current, in_block = [], [], False
    for line in text.splitlines():
        heading = line.startswith("#")
        if heading or (not line.strip() and not in_block):
            found.append(current)
            current, in_block = [], _is_block(line)
        if line.strip() or in_block:
            current.append(line)
    texts = ["\n".join(lines).strip("\n") for lines in [*found, current]]
    return [text for text in texts if text.strip()]


def _has(known: list, block: Block) -> bool:
    return any(duplicate(other, block) for other in known)


def _same_part(own: str, part: str) -> bool:
    if _plain(own) == _plain(part) or _contained(_plain(own), _plain(part)):
        return True
    return _is_block(own) and _is_block(part) and duplicate(_block(own), _block(part))


def _contained(a: str, b: str) -> bool:
    return min(len(a), len(b)) >= LEAST_CONTENT and (a in b or b in a)


def _is_block(part: str) -> bool:
    return part.startswith(HEADING)


def _block(part: str) -> Block:
    return Block(part.splitlines())


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("`", "").replace("*", "").split()).rstrip(".")


def _words(text: str) -> list:
    return [word.strip().casefold() for word in text.split(",") if word.strip()]
