"""Sentences and words of a prompt, with where they stand in it."""

from __future__ import annotations

import re

from reflexion.signals.speech.match import MARKS

TOKEN = r"\n|(?<![^\s(])\.{1,2}[\w/][^\s,;:!?()\"]*|\x01+|\x02+|[^\s,;:!?()\"\u2026\u2014\u2013.\x01\x02\u3002\uff0c\uff01\uff1f\uff1a\uff1b\u3001\u00bf\u00a1]+(?:[.:][^\s,;:!?()\"\u2026\u2014\u2013.\x01\x02\u3002\uff0c\uff01\uff1f\uff1a\u3001]+)*|[^\s]"
ENDS = frozenset([".", "!", "?", "…", "\n", "。", "！", "？", "；"])
BREAKS = frozenset([",", ";", ":", "(", ")", "-", "--", "—", "–", "、", "，", "："])
ABBREVIATIONS = frozenset(
    ["e.g", "i.e", "etc", "vs", "approx", "cf", "resp", "bzw", "z.b", "usw", "ca", "p.ej", "ex"]
)
LEADING = " ,.:;!-\u3001\u3002\uff0c\uff01\uff1a\u2026"
CODE, COMMAND, QUOTE = "\u00a4", "\u00a4cmd", "\u00a4quote"  # words that stand for masked text
MOST_SENTENCES = 80  # of each end of a long prompt
LONGEST = 120  # words looked at in one sentence

CONTRACTIONS = {
    "can't": "can not",
    "cannot": "can not",
    "won't": "will not",
    "shan't": "shall not",
    "ain't": "is not",
    "let's": "lets",
    "cant": "can not",
    "wont": "will not",
    "dont": "do not",
    "doesnt": "does not",
    "didnt": "did not",
    "isnt": "is not",
    "arent": "are not",
    "wasnt": "was not",
    "shouldnt": "should not",
    "couldnt": "could not",
    "wouldnt": "would not",
    "hasnt": "has not",
    "havent": "have not",
    "thats": "that is",
    "youre": "you are",
    "im": "i am",
    "ive": "i have",
    "theres": "there is",
    "whats": "what is",
    "pls": "please",
    "plz": "please",
    "u": "you",
    "ur": "your",
    "dnt": "do not",
    "it's": "it is",
    "n't": "not",
    "gonna": "going to",
    "y'all": "you",
}
TAILS = {"n't": " not", "'re": " are", "'ve": " have", "'ll": " will", "'d": " would", "'m": " am"}
# Latin letters lose their accents, \u0451 its dots: people leave them out as often as not.
FOLD = str.maketrans(
    "\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5\u00e7\u00e8\u00e9\u00ea\u00eb\u00ec\u00ed\u00ee\u00ef\u00f1\u00f2\u00f3\u00f4\u00f5\u00f6\u00f9\u00fa\u00fb\u00fc\u0105\u0107\u0119\u0142\u0144\u015b\u017a\u017c\u0131\u015f\u011f\u0451",
    "aaaaaaceeeeiiiinooooouuuuacelnszzisg\u0435",
    "\u0307",
) | {0xDF: "ss", 0x153: "oe"}
S_OPENERS = frozenset(
    ["that", "it", "there", "here", "what", "this", "he", "she", "who", "where", "how"]
)  # "that's" is "that is"; "user's" is not


class Sentence:
    """words: lower-case words and marks; spans: (start, end) of each in the prompt; start, end; mark: what ends it ("?", ".", "" ...);
    clauses: where clauses start; openings: where it starts, with and without words that only lead in; bullet: it is a list item."""

    __slots__ = (
        "words",
        "spans",
        "start",
        "end",
        "mark",
        "clauses",
        "openings",
        "bullet",
        "wordset",
        "text",
    )

    def __init__(self, words, spans, start, end, mark):
        self.words, self.spans, self.start, self.end, self.mark = words, spans, start, end, mark
        self.bullet = bool(words) and (
            words[0] in ("-", "*", "\u2022", "+")
            or (
                words[0].rstrip(")").isdigit()
                and mark != "?"
                and len(words) > 1
                and words[1] in (".", ")")
            )
        )
        self.wordset = frozenset(words)
        self.openings = self.clauses = (0,)
        self.text = ""


def split(masked, original, fillers=frozenset(), joiners=frozenset()):
    """Sentences of a masked prompt. fillers: words that may stand before a sentence proper; joiners: words a clause may start after."""
    out, words, spans = [], [], []
    for found in re.finditer(TOKEN, masked):
        token, start, end = found.group(), found.start(), found.end()
        if token in ENDS and not (token == "." and words and words[-1] in ABBREVIATIONS):
            if words:
                out.append(
                    Sentence(
                        words,
                        spans,
                        spans[0][0],
                        start if token == "\n" else end,
                        "" if token == "\n" else token,
                    )
                )
                words, spans = [], []
            elif out and token in "?\uff1f" and out[-1].mark in "!.\u2026":
                out[-1].mark = "?"
            continue
        if len(words) < LONGEST:
            for word in _words(token, original, start, end):
                words.append(word)
                spans.append((start, end))
    if words:
        out.append(Sentence(words, spans, spans[0][0], spans[-1][1], ""))
    out = _numbered(out)
    if len(out) > 2 * MOST_SENTENCES:
        out = out[:MOST_SENTENCES] + out[-MOST_SENTENCES:]
    for sentence in out:
        _places(sentence, fillers, joiners)
        sentence.text = _bare(masked[sentence.start : sentence.end].lower(), fillers)
    return out


def _numbered(sentences):
    """Join "1." and what follows: the number of a list item is no sentence."""
    out, number = [], None
    for sentence in sentences:
        if number is not None:
            sentence.bullet, number = True, None
        if len(sentence.words) == 1 and sentence.words[0].isdigit() and sentence.mark == ".":
            number = sentence
            continue
        out.append(sentence)
    return out


def _words(token, original, start, end):
    first = token[0]
    if first == "\x01":
        return [COMMAND if looks_like_command(original[start:end]) else CODE]
    if first == "\x02":
        return [QUOTE]
    if looks_like_command(token) and "/" in token[:8] and token[0] != "/":
        return [COMMAND]
    word = token.lower().replace("\u2019", "'").strip("'*_")
    if not word.isascii():
        word = word.translate(FOLD)
    if word in CONTRACTIONS:
        return CONTRACTIONS[word].split()
    if "'" in word:
        if word.startswith("l'") and len(word) > 5:
            return ["l'", word[2:]]
        for tail, full in TAILS.items():
            if word.endswith(tail):
                return (word[: -len(tail)] + full).split()
        if word.endswith("'s") and word[:-2] in S_OPENERS:
            return [word[:-2], "is"]
    return [word or token]


def looks_like_command(code):
    """A code span that is run rather than called or written: more than one word, a path to a script, a slash command."""
    code = code.strip("`'\" ")
    head = code.split(" ", 1)[0]
    if (
        head.startswith(("/", "./", "bin/", "scripts/"))
        or head.endswith((".sh", ".py", ".mjs", ".ps1"))
        and " " not in code
    ):
        return True
    return (
        " " in code
        and head.replace("-", "").replace("_", "").isalnum()
        and head.islower()
        and not code.rstrip().endswith((";", "}", ")"))
    )


def _places(sentence, fillers, joiners):
    words = sentence.words
    opening = _past(words, 0, fillers)
    clauses = [0] if opening == 0 else [0, opening]
    for i, word in enumerate(words):
        if (word in BREAKS or word in joiners) and i + 1 < len(words):
            clauses.append(i + 1)
            after = _past(words, i + 1, fillers)
            if after != i + 1:
                clauses.append(after)
    sentence.openings = (0,) if opening == 0 else (0, opening)
    sentence.clauses = tuple(clauses)


def _bare(text, fillers):
    """A sentence of a language by parts, without words that only lead in."""
    text = text.strip(LEADING)
    for _ in range(3):
        for filler in fillers:
            if text.startswith(filler) and text[len(filler) : len(filler) + 1] in LEADING:
                text = text[len(filler) :].lstrip(LEADING)
                break
        else:
            break
    return text.rstrip("\u3002\uff01.!\uff1b; ")


def _past(words, i, fillers):
    """The first place from i on that is neither a filler nor a mark."""
    start = i
    while (
        i < len(words) - 1
        and i - start < 6
        and (words[i] in fillers or words[i] in MARKS or words[i] == "*")
    ):
        i += 1
    return i
