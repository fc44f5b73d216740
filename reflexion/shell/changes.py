"""What differs between two command lines, as little as possible: what changed when it worked?"""

from reflexion.shell.compare import LONGEST, MOST_CALLS, NEUTRAL
from reflexion.shell.lexer import tokens
from reflexion.shell.parser import calls
from reflexion.shell.read_only import looks

MOST_WORDS = 80  # of a line that are compared
JOINTS = "/:=,@."  # where one word is taken apart


def changed(one: str, other: str) -> list:
    """Return [(gone, new)]: the words of `one` that `other` has not, and what it has in their
    place, in order; "" where nothing was there. One word against one is cut down to the part that
    differs: [("x", "z")] for `gh api repos/x/y` and `gh api repos/z/y`. [] for the same command.

    Redirections and filters behind a pipe are left out."""
    mine = _words(one)
    theirs = _words(other)
    found = []
    for gone, new in _differences(mine, theirs):
        if len(gone) == len(new) == 1:
            found.append(_cut(gone[0], new[0]))
        else:
            found.append((" ".join(gone), " ".join(new)))
    return found


def _words(line: str) -> list:
    """The words of a line as they are written, with the operators between its calls."""
    parts = calls(line[:LONGEST])[:MOST_CALLS]
    kept = [
        call for n, call in enumerate(parts) if not (n and parts[n - 1].op == "|" and looks(call))
    ]
    found: list = []
    for call in kept:
        words = [call.raw[t.start : t.end] for t in tokens(call.raw) if t.kind == "word"]
        found += [word for word in words if word not in NEUTRAL]
        found.append(call.op)
    while found and found[-1] in ("", "|", "||", ";", "&", "\n", "&&"):
        found.pop()
    return found[:MOST_WORDS]


def _differences(mine: list, theirs: list) -> list:
    """[(words gone, words new)] along a longest common subsequence of both."""
    rows, columns = len(mine), len(theirs)
    longest = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            if mine[i] == theirs[j]:
                longest[i][j] = longest[i + 1][j + 1] + 1
            else:
                longest[i][j] = max(longest[i + 1][j], longest[i][j + 1])
    found, gone, new = [], [], []
    i = j = 0
    while i < rows or j < columns:
        if i < rows and j < columns and mine[i] == theirs[j]:
            if gone or new:
                found.append((gone, new))
                gone, new = [], []
            i += 1
            j += 1
        elif j == columns or i < rows and longest[i + 1][j] >= longest[i][j + 1]:
            gone.append(mine[i])
            i += 1
        else:
            new.append(theirs[j])
            j += 1
    return found + [(gone, new)] if gone or new else found


def _cut(one: str, other: str) -> tuple:
    """Both words without the parts they begin and end with alike."""
    mine = _pieces(one)
    theirs = _pieces(other)
    while mine and theirs and mine[0] == theirs[0]:
        mine.pop(0)
        theirs.pop(0)
    while mine and theirs and mine[-1] == theirs[-1]:
        mine.pop()
        theirs.pop()
    return "".join(mine), "".join(theirs)


def _pieces(word: str) -> list:
    """The parts of a word with the joints between them: "a/b" -> ["a", "/", "b"]."""
    pieces = [""]
    for char in word:
        if char in JOINTS:
            pieces += [char, ""]
        else:
            pieces[-1] += char
    return [piece for piece in pieces if piece]
