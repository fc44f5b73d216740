"""A small pattern language over words: bounded gaps only, so that matching is linear in the length of a sentence.

A pattern is a row of elements, each of which takes one word:

    word        that word                    @name       any word of that class of the language
    a|b|@name   any of them                  pre~, ~end  a word that starts so, or ends so
    !a|b        one word that is neither     +           one word, no mark
    a|$         a, or the end of it
    word?       may be missing               *           up to five words without punctuation between them
    ^           the sentence starts here     **          up to fourteen words or marks
    <           a clause starts here         $           the sentence ends here (marks aside)

Languages that write without spaces use parts instead: "a|b...c" finds a or b, and c within forty characters after it;
"^" in front ties the first part to the start of the sentence, "$" behind the last one to its end.
"""

from __future__ import annotations

GAPS = {"*": (5, False), "**": (14, True)}
MARKS = frozenset(
    [
        ",",
        ";",
        ":",
        ".",
        "!",
        "?",
        "(",
        ")",
        "-",
        "--",
        "—",
        "–",
        "…",
        '"',
        "。",
        "，",
        "！",
        "？",
        "：",
        "、",
        "¿",
        "¡",
    ]
)
PART_GAP = 40


def compiled(source, classes):
    """The elements of a pattern: (kind, words, (prefixes, endings), optional), and the word sets it cannot match without."""
    elements, needed = [], []
    for piece in source.split():
        if piece in GAPS or piece in "^<$+":
            elements.append((piece, None, None, False))
            continue
        if "+" in piece.split("|"):
            elements.append(("+", None, None, False))
            continue
        kind = "w"
        if piece[0] == "!" and len(piece) > 1:
            kind, piece = "!", piece[1:]
        optional = piece[-1] == "?" and len(piece) > 1
        words, affixes = _options(piece[:-1] if optional else piece, classes)
        elements.append((kind, words, affixes, optional))
        if kind == "w" and not optional and not affixes and "$" not in words:
            needed.append(words)
    return tuple(elements), needed


def possible(source, words, classes):
    """Quickly: False when a word that the pattern needs is not among words (None: unknown), so that it need not be compiled."""
    if words is None:
        return bool(source.strip())
    for piece in source.split():
        if piece in words or piece[0] in "^<*+!$" or piece[-1] == "?" or "~" in piece:
            continue
        for option in piece.split("|"):
            if (
                option in words
                or option in "+$"
                or option[0] == "@"
                and (
                    "~" in classes.sources[option[1:]] or not classes[option[1:]].isdisjoint(words)
                )
            ):
                break
        else:
            return False
    return not source.isspace()


def _options(piece, classes):
    """(words, affixes) of "a|@name|pre~|~end"; affixes is None or (prefixes, endings)."""
    if "|" not in piece and "~" not in piece and piece[0] != "@":
        return frozenset((piece,)), None
    words, prefixes, endings = [], [], []
    options = piece.split("|")
    for option in options:
        if option[0] == "@" and len(option) > 1:
            members = classes[option[1:]]
            words.extend(members)
            if "~" in classes.sources[option[1:]]:
                prefixes.extend(word[:-1] for word in members if word[-1] == "~")
        elif option[-1] == "~":
            prefixes.append(option[:-1])
        elif option[0] == "~":
            endings.append(option[1:])
        else:
            words.append(option)
    return frozenset(words), (tuple(prefixes), tuple(endings)) if prefixes or endings else None


def match(elements, sentence):
    """The first (start, end) in words where the elements match, or None."""
    words = sentence.words
    kind = elements[0][0]
    if kind == "^":
        starts, elements = sentence.openings, elements[1:]
    elif kind == "<":
        starts, elements = sentence.clauses, elements[1:]
    else:
        starts = range(len(words))
    for start in starts:
        end = _at(elements, 0, words, start)
        if end >= 0:
            return start, end
    return None


def _at(elements, e, words, i):
    """Where a match of elements[e:] that starts at word i ends; -1 for none."""
    while e < len(elements):
        kind, options, affixes, optional = elements[e]
        e += 1
        if kind == "w":
            if i < len(words) and (
                words[i] in options or (affixes and _affixed(words[i], affixes))
            ):
                if optional:
                    end = _at(elements, e, words, i + 1)
                    if end >= 0:
                        return end
                    continue
                i += 1
            elif not optional and not (
                "$" in options and not any(word not in MARKS for word in words[i : i + 8])
            ):
                return -1
        elif kind in "!+":
            if i >= len(words) or words[i] in MARKS or (kind == "!" and words[i] in options):
                return -1
            i += 1
        elif kind == "$":
            if any(word not in MARKS for word in words[i : i + 8]):
                return -1
        else:
            return _gap(elements, e, words, i, *GAPS[kind])
    return i


def _affixed(word, affixes):
    prefixes, endings = affixes
    return bool(prefixes) and word.startswith(prefixes) or bool(endings) and word.endswith(endings)


def _gap(elements, e, words, i, most, marks):
    for j in range(i, min(i + most, len(words)) + 1):
        end = _at(elements, e, words, j)
        if end >= 0:
            return end
        if j < len(words) and not marks and words[j] in MARKS:
            return -1
    return -1


def parts(source, text):
    """(start, end) in characters where the parts of a pattern stand one after another in text, or None."""
    tied, last = source[0] == "^", source[-1] == "$"
    if last:
        source = source[:-1]
    start = end = -1
    for part in source.lstrip("^").split("..."):
        found = None
        for option in part.split("|"):
            if start < 0:
                at = 0 if tied and text.startswith(option) else -1 if tied else text.find(option)
            else:
                at = text.find(option, end, end + PART_GAP + len(option))
            if at >= 0 and (found is None or at < found[0]):
                found = at, at + len(option)
        if found is None:
            return None
        start, end = (found[0] if start < 0 else start), found[1]
    return None if last and end < len(text) else (start, end)
