"""The features of a prompt that its model weighs: words, how they begin, pairs of them, kinds of
cues, and its size.
"""

from __future__ import annotations

LONGEST = 1500  # characters of a prompt that are looked at
TOKENS = 150
BUCKETS = 32749  # a prime, so that a feature's bytes modulo it are a good hash
CUES = (
    __file__[: -len("features.py")] + "cues.tsv"
)  # without os: hooks decide before it is imported
HEAD = 60  # characters of the tidied prompt in which a cue counts as standing at its beginning

_SPACED = {ord(mark): f" {mark} " for mark in '?!:;,()"\n=…—–{}[]<>|*#&$%+`'}
_SPACED.update({ord("'"): "", ord("’"): "", ord("。"): " . ", ord("、"): " , ", ord("，"): " , "})
_SPACED.update({ord("！"): " ! ", ord("？"): " ? ", ord("“"): ' " ', ord("”"): ' " '})
_ELISIONS = (" d'", " l'", " n'", " j'", " c'", " qu'")  # of French and Italian
_cues = []


def tidy(text: str) -> str:
    """The text in lower case, every word and mark with a space on both sides."""
    text = " " + text[:LONGEST].lower().replace("’", "'")
    for joined in _ELISIONS:
        text = text.replace(joined, joined[:-1] + " ")
    return f" {' '.join((text.translate(_SPACED) + ' ').replace('. ', ' . ').split())} "


def cues() -> list:
    """[(class, phrase as it stands in a tidied text)], in the table's order."""
    if not _cues:
        with open(CUES, encoding="utf-8") as table:
            for line in table:
                kind, _, phrase = line.rstrip("\n").partition("\t")
                phrase = phrase.replace("'", "")
                _cues.append((kind, phrase if is_unspaced(phrase) else f" {phrase} "))
    return _cues


def classes(tidied: str, kinds=None) -> set:
    """The classes of cues (all, or of `kinds`) that stand in a tidied text."""
    return {
        kind for kind, phrase in cues() if (kinds is None or kind in kinds) and phrase in tidied
    }


def is_unspaced(word: str) -> bool:
    """Is it of a script that puts no spaces between words (Chinese, Japanese, Korean)?"""
    return "\u3040" <= max(word) <= "\uffef"


def tokens(tidied: str) -> list:
    """Words and marks: a number is "0", what looks like a path "a/b", Chinese and its like single
    characters.
    """
    found = []
    for word in tidied.split()[:TOKENS]:
        if not word.isascii() and is_unspaced(word):
            found.extend(word)
        elif word.isdigit():
            found.append("0")
        else:
            is_path = len(word) > 1 and any(mark in word[:-1] for mark in "/._@\\")
            found.append("a/b" if is_path else word)
    return found


def features(text: str) -> set:
    """The features of a prompt as strings."""
    tidied = tidy(text)
    words = tokens(tidied)
    named = {*words, f"#{len(words).bit_length()}", f"##{min(6, text.count(chr(10)).bit_length())}"}
    if text.rstrip().endswith(("?", "？")):
        named.add(f"#?{min(len(words), 60).bit_length()}")
    before = "^"
    for word in [*words, "$"]:
        named.add(f"{before} {word}")
        if len(word) > 4:
            named.add(word[:4] + "*")
        before = word
    if sum(word.isupper() and word.isalpha() and len(word) > 3 for word in text.split()) > 2:
        named.add("#CAPS")
    head = tidied[:HEAD]
    for kind, phrase in cues():
        if phrase in tidied:
            named.add("@" + kind)
            if phrase in head:
                named.add("@^" + kind)
    return named


def buckets(text: str) -> list:
    """The features' places in the table of weights; the same on every machine."""
    return sorted(int.from_bytes(name.encode(), "big") % BUCKETS for name in features(text))
