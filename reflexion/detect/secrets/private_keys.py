"""Find private keys: what stands between their first and their last line, or beside one of them."""

import re

REACH = 20_000  # longest key, in characters
KIND = "private key"
EDGE = (
    r"-{4,5} ?(?:BEGIN|END) (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}"
    r"|Private-(?:Lines: ?\d{1,4}|MAC:)|minisign encrypted secret key"
)
# a line of a key and what parts it from the one before: white space, quotes, "\n" in a string
PIECE = r"""(?x)[\s>|"',*\#\\]{0,30}
    (?:[A-Za-z0-9+/=_]{16,200}|(?:Proc-Type|DEK-Info|Version):[^\n\\]{0,200})"""
LAST = r"""[\s>|"',*#\\]{1,30}[A-Za-z0-9+/=_]{1,15}(?=[\s"'\\-]|$)"""
FIRST = r"""[\s>|"',*#\\-]{0,30}[A-Za-z0-9+/=_]{1,15}(?=[\s"'\\])"""  # read backwards


def find(text: str, lower: str):
    """Yield (start, end, kind) of each private key, also where it was cut off."""
    if not any(mark in lower for mark in ("private", "static key", "minisign")):
        return
    edges = [(*edge.span(), _begins(edge.group())) for edge in re.finditer(EDGE, text)]
    begun = False
    for edge, following in zip(edges, [*edges[1:], (len(text) + REACH, 0, True)]):
        start, end, begins = edge
        if begins and not following[2] and following[0] < end + REACH:
            yield end, following[0], KIND
        elif begins:
            yield end, end + _material(text[end : min(following[0], end + REACH)], ""), KIND
        elif not begun:
            before = text[max(0, start - REACH) : start]
            yield start - _material(before[::-1], FIRST), start, KIND
        begun = begins


def _begins(edge: str) -> bool:
    return "END" not in edge and "MAC" not in edge


def _material(text: str, first: str) -> int:
    """Return how many characters at the beginning of a text are key material."""
    short = re.match(first, text) if first else None
    end = short.end() if short else 0
    pieces = 0
    piece = re.compile(PIECE).match(text, end)
    while piece:
        pieces += 1
        end = piece.end()
        piece = re.compile(PIECE).match(text, end)
    last = re.compile(LAST).match(text, end)
    return last.end() if last and pieces else end if pieces else 0
