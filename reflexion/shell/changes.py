"""What differs between two command lines, as little as possible: what changed when it worked?"""

from os.path import commonprefix

from reflexion.shell.compare import LONGEST, MOST_CALLS, NEUTRAL
from reflexion.shell.lexer import tokens
from reflexion.shell.parser import calls
from reflexion.shell.read_only import looks

MOST_WORDS = 80  # of a line that are compared
OPERATORS = ("", "|", "||", ";", "&", "\n", "&&")
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
    """The words of a line as they are written, without redirections and wrappers that change
    nothing, with the operators between its calls."""
    found: list = []
    before = ""
    for call in calls(line[:LONGEST])[:MOST_CALLS]:
        if before != "|" or not looks(call):
            words = [token for token in tokens(call.raw) if token.kind == "word"]
            written = [call.raw[token.start : token.end] for token in words]
            found += [word for word in written if word not in NEUTRAL]
            found.append(call.op)
        before = call.op
    while found and found[-1] in OPERATORS:
        found.pop()
    return found[:MOST_WORDS]


def _differences(mine: list, theirs: list) -> list:
    """[(words gone, words new)] around what both have in common."""
    from difflib import SequenceMatcher  # not before: few failures are asked about

    steps = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    return [(mine[i:j], theirs[k:n]) for kind, i, j, k, n in steps if kind != "equal"]


def _cut(one: str, other: str) -> tuple:
    """Both words without the parts they begin and end with alike."""
    mine = _pieces(one)
    theirs = _pieces(other)
    for _ in range(2):  # from the front, from behind
        same = len(commonprefix([mine, theirs]))
        mine = mine[same:][::-1]
        theirs = theirs[same:][::-1]
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
