"""How two directives stand to each other: the same in other words, or one against the other."""

import re

from reflexion.text.tables import rows

LONGEST = 600
WORD = r"[^\W_][\w.@/#+-]*|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
CLAUSE = r"[,;:!?\n()\u3002\uff0c\uff1b\u3001\u2014\u2013]|\.(?:\s|$)"
FORBIDDEN = 0.67  # of what one asks for, that the other forbids
SUBJECT = 0.5  # of the words beside the choice, to be about the same subject
# shared words, of both together and of the shorter one, to be the same thing said again
ALIKE, HELD = 0.6, 0.8
_TABLE: dict = {}  # kind -> the texts of its rows, in the table's order
for _kind, _text in rows("signals/prompts/directives.tsv"):
    _TABLE.setdefault(_kind, []).append(_text)
EMPTY, NEGATIVE, WITHIN, MODAL = (
    frozenset(_TABLE[kind][0].split()) for kind in ("empty", "negative", "within", "modal")
)
TURNS = _TABLE["turn"]  # what stands after it is not wanted
GLUED = [(mark, True) for mark in _TABLE["glued_before"]]
GLUED += [(mark, False) for mark in _TABLE["glued_after"]]


def same_directive(a: str, b: str) -> bool:
    """Do both ask for the same thing? Symmetric; never true of two that contradict each other."""
    one, two = parsed(a), parsed(b)
    if not one[2] or not two[2]:
        return bool(a.strip()) and a.lower().split() == b.lower().split()
    if _opposed(one, two):
        return False
    meet = one[0] & two[0] or one[1] & two[1]
    agree = all(x == y or not x or not y for x, y in zip(one[:2], two[:2]))
    if one[1] == two[1] and len(one[1]) > 1 or agree and meet:
        return True
    x, y = set(one[2]), set(two[2])
    shared = len(x & y)
    lopsided = bool(one[0]) != bool(two[0]) and not one[1] & two[1]
    if lopsided or shared < 2 or _one_word_apart(one, two):
        return False
    return shared / len(x | y) >= ALIKE or shared / min(len(x), len(y)) >= HELD


def contradicts(a: str, b: str) -> bool:
    """Is it about the same thing, with another answer: "use pnpm" after "use npm"? Symmetric."""
    return _opposed(parsed(a), parsed(b))


def says_more(new: str, known: str) -> bool:
    """Has a directive a telling word that the known one has not?"""
    return bool(set(parsed(new)[2]) - set(parsed(known)[2]))


def share_words(a: str, b: str) -> bool:
    """Have two texts a telling word in common?"""
    return bool(set(parsed(a)[2]) & set(parsed(b)[2]))


def parsed(text: str) -> tuple:
    """(words wanted, words not wanted, all in their order) of a directive."""
    wanted, unwanted, order = [], [], []
    for clause in re.split(CLAUSE, text[:LONGEST].lower().replace("\u2019", "'")):
        for side, into in zip(_sides(clause), (wanted, unwanted)):
            found = (word for word in re.findall(WORD, side) if word not in EMPTY)
            words = [stem(word) for word in found if word not in NEGATIVE]
            into.extend(words)
            order.extend(words)
    wanted, unwanted = frozenset(wanted), frozenset(unwanted)
    return wanted - unwanted or wanted, unwanted, order


def _sides(clause: str) -> tuple:
    """(what a clause asks for, what it forbids)."""
    for turn in TURNS:
        at = clause.find(turn)
        if at >= 0:
            return clause[:at], clause[at + len(turn) :]
    for mark, after in GLUED:
        at = clause.find(mark)
        if at >= 0:
            sides = clause[:at], clause[at + len(mark) :]
            return sides if after else sides[::-1]
    words = clause.split()
    if "prefer" in words[:3] and "over" in words:
        return tuple(clause.split(" over ", 1)) if " over " in clause else (clause, "")
    for i, word in enumerate(words):
        if word.strip("'\"`") in NEGATIVE or word.endswith("n't"):
            before, after = words[:i], words[i + 1 :]
            if word in WITHIN and i > 1 and words[i - 1] not in MODAL:
                return " ".join(before), " ".join(after)  # "tabs not spaces"
            return "", " ".join(before + after)
    return clause, ""


def stem(word: str) -> str:
    """Number and the commonest endings of English verbs away."""
    word = word.strip(".-/")
    if len(word) > 5 and word.endswith("ing"):
        word = word[:-3]
        return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word
    if len(word) > 5 and word.endswith("ed"):
        return word[:-2]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith("es") and word[-3] in "sxzh":
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return stem(word[:-1]) if word[-2] == "e" else word[:-1]
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


# names for one job, of which a project has one
RIVALS = [frozenset(map(stem, names.split())) for names in _TABLE["rivals"]]


def _opposed(one: tuple, two: tuple) -> bool:
    return _forbids(one, two) or _forbids(two, one) or _rivals(one, two) or _other_value(one, two)


def _forbids(two: tuple, one: tuple) -> bool:
    """Does two forbid (nearly) all that one asks for?"""
    shared = one[0] & two[1]
    if not shared or one[1] & two[1]:
        return False
    whole = len(shared) == len(two[1]) and 2 * len(shared) >= len(one[0])
    return whole or len(shared) >= FORBIDDEN * len(one[0])


def _rivals(one: tuple, two: tuple) -> bool:
    """Has each chosen its own of several names for one job, and do they say the same beside the
    choice, or does one of them say nothing more?"""
    for names in RIVALS:
        x, y = one[0] & names, two[0] & names
        rest, other = one[0] - names, two[0] - names
        same = len(rest & other) >= SUBJECT * len(rest | other)
        if x and y and not x & y and (same or not rest or not other):
            return True
    return False


def _one_word_apart(one: tuple, two: tuple):
    """The two words in which directives of one shape differ; None if there is not exactly one."""
    left, right = [w for w in one[2] if w not in two[2]], [w for w in two[2] if w not in one[2]]
    return (left[0], right[0]) if len(left) == len(right) == 1 and one[1] == two[1] else None


def _other_value(one: tuple, two: tuple) -> bool:
    """The same sentence with another number or another last word."""
    pair, shared = _one_word_apart(one, two), set(one[2]) & set(two[2])
    if not pair or not shared:
        return False
    numbers = pair[0].isdigit() and pair[1].isdigit()
    return numbers or len(shared) >= 2 and pair == (one[2][-1], two[2][-1])
