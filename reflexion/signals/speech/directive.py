"""The directive in the user's own words: lead-ins stripped, reproaches left out, one or two sentences."""

from __future__ import annotations

from reflexion.signals.speech.match import MARKS

LONGEST_TRIGGER, LONGEST_RESOLUTION = 200, 320
MOST_SENTENCES = 3
MOST_LEADS = 4
IMPERATIVE = {  # how people say what shall be done, and how a directive says it
    "we use": "Use",
    "we always": "Always",
    "we never": "Never",
    "we only": "Only",
    "we do not": "Do not",
    "you must not": "Do not",
    "you should not": "Do not",
    "you must": "",
    "i want you to": "",
    "you should": "",
    "you have to": "",
    "you need to": "",
    "please": "",
    "we prefer": "Prefer",
    "i prefer": "Prefer",
    "you can not": "Do not",
    "so": "",
    "and": "",
    "but": "",
}
SHORT = {
    "can't": "cannot",
    "won't": "will not",
    "cant": "cannot",
    "dont": "do not",
    "doesnt": "does not",
    "isnt": "is not",
    "shan't": "shall not",
    "ain't": "is not",
}
TAILS = (("n't", " not"), ("'re", " are"), ("'ve", " have"))
DOUBLED = "bdgmnpt"  # committing -> commit
MUTE_E = (
    "us",
    "writ",
    "creat",
    "mak",
    "chang",
    "remov",
    "delet",
    "updat",
    "renam",
    "mov",
    "merg",
    "typ",
    "cach",
    "hardcod",
    "duplicat",
    "rebas",
    "generat",
    "includ",
    "replac",
    "stor",
    "sav",
    "captur",
    "declar",
    "defin",
    "expos",
    "ignor",
    "impos",
    "improvis",
    "inlin",
    "invok",
    "mut",
    "overwrit",
    "pars",
    "past",
    "pip",
    "produc",
    "provid",
    "rais",
    "releas",
    "reus",
    "rewrit",
    "sourc",
    "tak",
    "translat",
    "tun",
    "abbreviat",
    "abus",
    "apologiz",
    "apologis",
    "assum",
    "summariz",
    "summaris",
    "optimiz",
    "optimis",
    "refus",
    "leav",
    "giv",
    "driv",
    "com",
    "serv",
    "resolv",
    "handl",
    "enabl",
    "disabl",
    "bundl",
    "compil",
    "tabl",
    "wip",
    "clon",
    "combin",
    "configur",
    "hid",
    "escap",
    "scop",
    "trad",
    "upgrad",
    "downgrad",
    "decid",
    "divid",
    "encod",
    "decod",
)


def one_line(text):
    return " ".join(text.split())


def cut(text, most):
    """At most so many characters, cut between words."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    space = head.rfind(" ")
    return (head[:space] if space > most // 2 else head).rstrip(" ,;:-") + "\u2026"


def trigger(text, judged, from_cue):
    """The sentence that says it; a long one from the clause on that does."""
    sentence = judged.sentence
    start = (
        _from_clause(judged)
        if from_cue or sentence.end - sentence.start > LONGEST_TRIGGER
        else sentence.start
    )
    return cut(one_line(text[start : sentence.end]).rstrip(".\u3002 "), LONGEST_TRIGGER)


def _from_clause(judged):
    """Where the clause starts that holds the sentence's first cue."""
    sentence = judged.sentence
    cues = judged.cues.values()
    if not cues or sentence.text and isinstance(sentence.words, str):
        return sentence.start
    first = min(start for start, _ in cues)
    before = [place for place in sentence.clauses if place <= first]
    place = before[-1] if before else 0
    return sentence.spans[min(place, len(sentence.spans) - 1)][0]


def plain(text, judged):
    return finish(one_line(text[judged.sentence.start : judged.sentence.end]))


def finish(text):
    """A capital in front, a full stop behind."""
    text = text.strip().strip(",;:-\u2014\u2013 ").strip()
    if not text:
        return ""
    text = in_full(text)
    low = text.lower()
    for said in sorted(IMPERATIVE, key=len, reverse=True):
        if low.startswith(said + " "):
            text = (IMPERATIVE[said] + text[len(said) :]).strip()
            break
    first = text.split(None, 1)[0]
    if first.isalpha() and first.islower():
        text = text[0].upper() + text[1:]
    return cut(
        text if text[-1] in ".!?\u3002\uff01\uff1f\u2026" else text + ".", LONGEST_RESOLUTION
    )


def in_full(text):
    """A directive without contractions, and "stop adding" as "do not add"."""
    words = text.replace("\u2019", "'").split(" ")
    for i, word in enumerate(words):
        low = word.lower()
        if low in SHORT:
            words[i] = SHORT[low]
            continue
        for tail, full in TAILS:
            if low.endswith(tail) and len(low) > len(tail):
                words[i] = word[: -len(tail)] + full
    if len(words) > 1 and words[0].lower() in ("stop", "quit") and words[1].endswith("ing"):
        words[:2] = ["Do not", base(words[1])]
    return " ".join(words)


def base(gerund):
    """ "adding" -> "add"."""
    stem = gerund[:-3]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] in DOUBLED and not stem.endswith("add"):
        return stem[:-1]
    return stem + "e" if stem in MUTE_E else stem


def without_lead(text, judged, tongue):
    """The sentence without "no," "as I said," "remember:" in front."""
    sentence = judged.sentence
    if tongue.by_parts:
        return _without_parts(text, sentence, tongue)
    words, place = sentence.words, 0
    for _ in range(MOST_LEADS):
        while place < len(words) and (words[place] in MARKS or words[place] in tongue.fillers):
            place += 1
        shorter = _Rest(words[place:])
        found = tongue.first("lead", shorter)
        if not found or found[1] == 0:
            break
        place += found[1]
    if place >= len(words):
        return ""
    return one_line(text[sentence.spans[place][0] : sentence.end])


class _Rest:
    """The rest of a sentence, as match() wants it."""

    __slots__ = ("words", "wordset", "openings", "clauses")

    def __init__(self, words):
        self.words, self.wordset, self.openings, self.clauses = words, frozenset(words), (0,), (0,)


def _without_parts(text, sentence, tongue):
    said = text[sentence.start : sentence.end]
    for _ in range(MOST_LEADS):
        said = said.lstrip(" ,:;-\uff0c\uff1a\u3001\u3002\uff01")
        low = said.lower()
        lead = next((line for line in tongue.compile("lead") if low.startswith(line)), None)
        if not lead:
            break
        said = said[len(lead) :]
    return one_line(said)


def resolution(text, judged, place, busy, tongue):
    """The directive: of a prompt that is all correction its sentences without questions and reproaches, else the one clause."""
    if busy:
        one = judged[place]
        start = _from_clause(one)
        return finish(one_line(text[start : one.sentence.end]))
    solid = []
    for j in judged[max(0, place - 2) : place + MOST_SENTENCES]:
        if not j.question and not j.fine and not is_bare(j.sentence, tongue):
            said = without_lead(text, j, tongue)
            if said:
                solid.append(finish(said))
    return cut(" ".join(said for said in solid if said), LONGEST_RESOLUTION)


def is_bare(sentence, tongue):
    """Does it only say that something is wrong?"""
    return bool(tongue.first("bare", sentence))


def telling(judged, place, tongue):
    """The sentence that tells most: the one after a bare "that's wrong" or "how many times"."""
    if is_bare(judged[place].sentence, tongue) or judged[place].question:
        near = [
            i
            for i in (place + 1, place + 2, place - 1)
            if 0 <= i < len(judged)
            and not (judged[i].question or judged[i].fine or is_bare(judged[i].sentence, tongue))
        ]
        return next(
            (i for i in near if len(judged[i].sentence.words) > 2), near[0] if near else place
        )
    return place


def praised(text, judged):
    return cut(
        " ".join(plain(text, j) for j in judged[:MOST_SENTENCES] if not j.question),
        LONGEST_RESOLUTION,
    )


def says_something(resolution, tongue):
    """Does a directive hold more than a bare "no, the other one"?"""
    return len(resolution) >= 12 if tongue.by_parts else len(resolution.split()) >= 5
