"""An update replaced a MEMORY.md: the user's words stay, new defaults are added. Pure."""

from __future__ import annotations

from reflexion.memory.blocks import BEGIN, END, Block, blocks, split

LEAST_CONTENT = 12  # characters; shorter text is contained in anything
LEAST_WORDS = 2


def merged(user: str, shipped: str) -> str:
    """The file's text from what the user had and what the update brought. Raises blocks.Broken."""
    u_before, u_inner, u_after = split(user)
    s_before, s_inner, s_after = split(shipped)
    mine, theirs = blocks(u_inner), blocks(s_inner)
    outside_mine, outside_theirs = parts(u_before) + parts(u_after), parts(s_before)
    tail = parts(s_after)
    known = [*mine, *(Block(_title(part), part.splitlines()) for part in outside_mine)]
    outside, used = [], set()
    for part in outside_theirs + tail:
        match = next((n for n, own in enumerate(outside_mine) if _same_part(own, part)), None)
        if match is not None:
            outside.append(outside_mine[match])
            used.add(match)
        elif not is_block(part) or not any(
            duplicate(one, Block(_title(part), part.splitlines())) for one in mine
        ):
            outside.append(part)
    outside += [
        part
        for n, part in enumerate(outside_mine)
        if n not in used and not any(_plain(part) in _plain(other) for other in outside)
    ]
    inner = [*mine, *(block for block in theirs if not any(duplicate(one, block) for one in known))]
    made = ["\n".join(block.raw) for block in inner]
    whole = "\n\n".join([BEGIN, *made, END] if made else [])
    return (
        "\n\n".join([*dict.fromkeys(outside), *([whole] if whole else [])]) + "\n"
        if outside or whole
        else ""
    )


def duplicate(one: Block, other: Block) -> bool:
    """The same id, one content within the other, or more than half of the keywords shared."""
    if one.id and one.id == other.id:
        return True
    a, b = _plain(one.values.get("Content", "")), _plain(other.values.get("Content", ""))
    if min(len(a), len(b)) >= LEAST_CONTENT and (a in b or b in a):
        return True
    mine, theirs = (set(_words(block.values.get("Triggers", ""))) for block in (one, other))
    fewer = min(len(mine), len(theirs))
    return fewer >= LEAST_WORDS and 2 * len(mine & theirs) > fewer


def parts(text: str) -> list:
    """Paragraphs of a Markdown text; a `###` heading with all up to the next heading is one."""
    found, current, in_block = [], [], False
    for line in text.splitlines():
        heading = line.startswith("#")
        if heading or (not line.strip() and not in_block):
            found.append(current)
            current, in_block = [], line.startswith("### ")
        if line.strip() or in_block:
            current.append(line)
    found.append(current)
    return ["\n".join(lines).strip("\n") for lines in found if any(line.strip() for line in lines)]


def is_block(part: str) -> bool:
    return part.startswith("### ")


def _same_part(own: str, part: str) -> bool:
    a, b = _plain(own), _plain(part)
    if a == b or min(len(a), len(b)) >= LEAST_CONTENT and (a in b or b in a):
        return True
    return (
        is_block(own)
        and is_block(part)
        and duplicate(Block(_title(own), own.splitlines()), Block(_title(part), part.splitlines()))
    )


def _title(part: str) -> str:
    return part.splitlines()[0][4:] if is_block(part) else ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("`", "").replace("*", "").split()).rstrip(".")


def _words(text: str) -> list:
    return [word.strip().casefold() for word in text.split(",") if word.strip()]
