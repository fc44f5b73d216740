"""How two directives stand to each other: the same in other words, or one against the other."""

import re
from collections import namedtuple

from reflexion.text.tables import rows
from reflexion.text.words import stem

LONGEST = 600
WORD = r"[^\W_][\w.@/#+-]*|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
CLAUSE = r"[,;:!?\n()\u3002\uff0c\uff1b\u3001\u2014\u2013]|\.(?:\s|$)"
FORBIDDEN = 0.67  # of what one asks for, that the other forbids
SUBJECT = 0.5  # of the words beside the choice, to be about the same subject
# shared words, of both together and of the shorter one, to be the same thing said again
ALIKE = 0.6
HELD = 0.8
_TABLE: dict = {}  # kind -> the texts of its rows, in the table's order
for _kind, _text in rows("signals/prompts/directives.tsv"):
    _TABLE.setdefault(_kind, []).append(_text)
EMPTY = frozenset(_TABLE["empty"][0].split())
NEGATIVE = frozenset(_TABLE["negative"][0].split())
WITHIN = frozenset(_TABLE["within"][0].split())
MODAL = frozenset(_TABLE["modal"][0].split())
TURNS = _TABLE["turn"]  # what stands after it is not wanted
GLUED = [(mark, True) for mark in _TABLE["glued_before"]]
GLUED += [(mark, False) for mark in _TABLE["glued_after"]]


# `wanted`, `unwanted`: sets of words; `order`: all of them in their order
Directive = namedtuple("Directive", "wanted unwanted order")


def same_directive(a: str, b: str) -> bool:
    """Do both ask for the same thing? Symmetric; never true of two that contradict each other."""
    one = parsed(a)
    two = parsed(b)
    if not one.order or not two.order:
        return bool(a.strip()) and a.lower().split() == b.lower().split()
    if _opposed(one, two):
        return False
    if _agree(one, two):
        return True
    return not _lopsided(one, two) and not _one_word_apart(one, two) and _share_most(one, two)


def contradicts(a: str, b: str) -> bool:
    """Is it about the same thing, with another answer: "use pnpm" after "use npm"? Symmetric."""
    return _opposed(parsed(a), parsed(b))


def says_more(new: str, known: str) -> bool:
    """Has a directive a telling word that the known one has not?"""
    return bool(set(parsed(new).order) - set(parsed(known).order))


def share_words(a: str, b: str) -> bool:
    """Have two texts a telling word in common?"""
    return bool(set(parsed(a).order) & set(parsed(b).order))


def parsed(text: str) -> Directive:
    """The words of a directive, without number and ending."""
    wanted: list = []
    unwanted: list = []
    order: list = []
    for clause in re.split(CLAUSE, text[:LONGEST].lower().replace("\u2019", "'")):
        for side, into in zip(_sides(clause), (wanted, unwanted)):
            found = (word for word in re.findall(WORD, side) if word not in EMPTY)
            words = [stem(word.strip(".-/")) for word in found if word not in NEGATIVE]
            into.extend(words)
            order.extend(words)
    only = frozenset(wanted) - frozenset(unwanted)
    return Directive(only or frozenset(wanted), frozenset(unwanted), order)


def _agree(one: Directive, two: Directive) -> bool:
    """Do both want or forbid the same, or does one of them leave open what they differ in?"""
    if one.unwanted == two.unwanted and len(one.unwanted) > 1:
        return True
    meet = one.wanted & two.wanted or one.unwanted & two.unwanted
    pairs = ((one.wanted, two.wanted), (one.unwanted, two.unwanted))
    return bool(meet) and all(x == y or not x or not y for x, y in pairs)


def _lopsided(one: Directive, two: Directive) -> bool:
    """Does only one of them say what is wanted, and do they not forbid the same?"""
    return bool(one.wanted) != bool(two.wanted) and not one.unwanted & two.unwanted


def _share_most(one: Directive, two: Directive) -> bool:
    """Are most words of both, or of the shorter one, words of the other?"""
    x = set(one.order)
    y = set(two.order)
    shared = len(x & y)
    if shared < 2:
        return False
    return shared >= ALIKE * len(x | y) or shared >= HELD * min(len(x), len(y))


def _sides(clause: str) -> tuple:
    """(what a clause asks for, what it forbids)."""
    return _turned(clause) or _preferred(clause) or _negated(clause) or (clause, "")


def _turned(clause: str) -> tuple:
    """The sides of "a instead of b" and of its like; () without such words."""
    for turn in TURNS:
        before, found, after = clause.partition(turn)
        if found:
            return before, after
    for mark, forbids_after in GLUED:
        before, found, after = clause.partition(mark)
        if found:
            return (before, after) if forbids_after else (after, before)
    return ()


def _preferred(clause: str) -> tuple:
    """The sides of "prefer a over b", or ()."""
    before, found, after = clause.partition(" over ")
    return (before, after) if found and "prefer" in clause.split()[:3] else ()


def _negated(clause: str) -> tuple:
    """The sides of a clause with a word of negation: all of it is forbidden, but in "tabs not
    spaces" what stands behind; () without such a word."""
    words = clause.split()
    for place, word in enumerate(words):
        if word.strip("'\"`") not in NEGATIVE and not word.endswith("n't"):
            continue
        before = words[:place]
        after = words[place + 1 :]
        if word in WITHIN and place > 1 and before[-1] not in MODAL:
            return " ".join(before), " ".join(after)
        return "", " ".join(before + after)
    return ()


# names for one job, of which a project has one
RIVALS = [frozenset(map(stem, names.split())) for names in _TABLE["rivals"]]


def _opposed(one: Directive, two: Directive) -> bool:
    if _forbids(one, two) or _forbids(two, one):
        return True
    return _rivals(one, two) or _other_value(one, two)


def _forbids(two: Directive, one: Directive) -> bool:
    """Does two forbid (nearly) all that one asks for?"""
    shared = one.wanted & two.unwanted
    if not shared or one.unwanted & two.unwanted:
        return False
    whole = len(shared) == len(two.unwanted) and 2 * len(shared) >= len(one.wanted)
    return whole or len(shared) >= FORBIDDEN * len(one.wanted)


def _rivals(one: Directive, two: Directive) -> bool:
    """Has each chosen its own of several names for one job, and do they say the same beside the
    choice, or does one of them say nothing more?"""
    for names in RIVALS:
        mine = one.wanted & names
        theirs = two.wanted & names
        if not mine or not theirs or mine & theirs:
            continue
        rest = one.wanted - names
        other = two.wanted - names
        if not rest or not other or len(rest & other) >= SUBJECT * len(rest | other):
            return True
    return False


def _one_word_apart(one: Directive, two: Directive):
    """The two words in which directives of one shape differ; None if there is not exactly one."""
    left = [word for word in one.order if word not in two.order]
    right = [word for word in two.order if word not in one.order]
    if len(left) != 1 or len(right) != 1 or one.unwanted != two.unwanted:
        return None
    return left[0], right[0]


def _other_value(one: Directive, two: Directive) -> bool:
    """The same sentence with another number or another last word."""
    pair = _one_word_apart(one, two)
    shared = set(one.order) & set(two.order)
    if not pair or not shared:
        return False
    if pair[0].isdigit() and pair[1].isdigit():
        return True
    return len(shared) >= 2 and pair == (one.order[-1], two.order[-1])
