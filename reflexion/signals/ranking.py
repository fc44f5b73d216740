"""Which learnings a question calls to mind: pure scoring of entries against a prompt or a pasted log. No file is touched here."""
from __future__ import annotations

import math

from reflexion.text.tokens import CODE, PART, WORD, Term, common, fold, near, ordinary, squeeze, terms, worth

# One number decides between speaking and silence: the evidence (in units of one rare word that stands in the learning's trigger).
# Below it lie single words of the trade and chance meetings of two plain words; above it two telling words, or a name.
THRESHOLD = 0.67
BESIDE_BEST = 0.7  # a second or third learning must have this share of the best one's evidence

FIELDS = (("trigger", 1.0), ("keywords", 1.0), ("context", 0.7), ("resolution", 0.55))  # what a match there is worth
AS_PART = 0.8  # a word that stands there only inside an identifier
NEIGHBOUR = 0.55  # a word that only means nearly the same
PHRASE = 0.35  # two words that stand side by side in both
PHRASE_OF_TRADE = 0.15  # ... when both are words that fit nearly everything
PHRASE_FLOOR = 0.3
GAP = 2  # how far apart "side by side" may be, in words
OTHER_MISTAKE = 0.2  # same kind of error, another name in it
ASKED_FOR = 1.12  # an error learning for a question about trouble, a rule for a task; the other way round it is divided by this

# words of a question about trouble, in some languages
TROUBLE = frozenset("""error errors exception fatal fail fails failed failing failure denied cannot can't cant couldn't couldnt won't wont doesn't doesnt undefined unable refused rejected rejects reject invalid missing panic abort aborted
crash crashes crashed crashing complain complains complaining stuck hang hangs hanging broken breaks broke die dies died throws raises timeout unexpected wrong weird locked blocked blocks why again gives says
fehler scheitert klappt warum falla fallan erreur \u00e9choue pourquoi erro falha errore fallisce \u043e\u0448\u0438\u0431\u043a\u0430 \u043f\u0430\u0434\u0430\u0435\u0442""".split())
TROUBLE_CJK = ("\u62a5\u9519", "\u5931\u8d25", "\u9519\u8bef", "\u30a8\u30e9\u30fc", "\u5931\u6557", "\uc624\ub958", "\uc2e4\ud328")
# what a line of output that tells of a failure holds, in lower case
ERRING = ("error", "err!", "exception", "fatal", "failed", "denied", "cannot", "can't", "could not", "couldn't", "not found", "no such", "undefined reference", "unable to", "refused", "rejected", "invalid", "missing", "panic",
          "not installed", "not allowed", "not supported", "not available", "not exist", "n't exist", "already in use", "already exists", "allocated", "out of memory", "timed out", "mismatch", "eacces", "enoent", "unsupported", "must be", "must contain")
# how lines begin that only surround it
AROUND = ("at ", 'File "', "... ", "from ", "Traceback", "in <module>", "^", "~", "INFO", "[INFO", "DEBUG", "hint:", "npm ERR! code", "npm ERR! path", "npm ERR! A complete", "npm error code", "npm error path", "npm error A complete")
MAX_LINES = 400
ERROR_WEIGHT, PROSE_WEIGHT, COMMAND_WEIGHT, OTHER_WEIGHT = 1.0, 1.0, 0.5, 0.25


class Query:
    """What a text asks for. `weights`: term -> worth before rarity; `chunk`: term -> the place of the word it was read from; `order`: [(place, term)]; `codes`, `quoted`: names of its mistake;
    `lines`: its error lines, most telling last; `trouble`: True, False; `log`: is it a pasted log."""

    __slots__ = ("weights", "order", "codes", "quoted", "lines", "trouble", "log", "words", "chunk", "text")

    def rename(self, term: str, meant: str) -> None:
        """The entries write a term otherwise."""
        self.weights[meant] = max(self.weights.get(meant, 0.0), self.weights.pop(term))
        self.chunk[meant] = self.chunk.pop(term)
        self.order = [(at, meant if other == term else other) for at, other in self.order]

    def __init__(self):
        self.weights, self.order, self.codes, self.quoted, self.lines, self.trouble, self.log, self.words = {}, [], set(), set(), [], False, False, {}
        self.chunk, self.text = {}, ""


def query(text: str) -> Query:
    """Read a prompt. Of a pasted log its error lines and what the user wrote around it count most. Any length."""
    made = Query()
    lines = text[: 32 * 1024].splitlines()[:MAX_LINES]
    made.log = _is_log(lines)
    made.text = f" {' '.join(text[:2000].lower().split())} "
    made.trouble = made.log or _troubled(text[:2000])
    place, fenced = 0, False
    for line in lines:
        fenced = fenced != line.lstrip().startswith("```")
        weight = _line_weight(line, fenced) if made.log else PROSE_WEIGHT
        erring = weight == ERROR_WEIGHT and _erring(line)
        if erring:
            made.lines.append(line.strip()[:400])
            made.quoted.update(_quoted(line))
        for term in terms(line[:2000]):
            _take(made, term, weight, place)
            if erring and term.kind == CODE:
                made.codes.add(term.text)
        place += 60 + len(line) // 2
    return made


def _take(made: Query, term: Term, weight: float, place: int) -> None:
    value = worth(term) * weight
    if value > made.weights.get(term.text, 0.0):
        made.weights[term.text] = value
        made.chunk[term.text] = place + term.at
    if term.kind == WORD:
        made.words[term.text] = term.raw
    made.order.append((place + term.at, term.text))


def _troubled(text: str) -> bool:
    return not TROUBLE.isdisjoint(word.strip(".,:;!?()\"`") for word in text.lower().replace("\u2019", "'").split()) or any(word in text for word in TROUBLE_CJK)


def _is_log(lines: list) -> bool:
    """More than a sentence or two: several lines of which some look like output."""
    full = [line for line in lines if line.strip()]
    return len(full) > 2 and any(_erring(line) or _around(line) or line.startswith("$ ") for line in full)


def _erring(line: str) -> bool:
    low = line[:1000].lower()
    return any(needle in low for needle in ERRING)


def _around(line: str) -> bool:
    bare = line.strip()
    return bare.startswith(AROUND) or not any(c.isalnum() for c in bare[:80])


def _line_weight(line: str, fenced: bool) -> float:
    if _around(line):
        return OTHER_WEIGHT
    if _erring(line):
        return ERROR_WEIGHT
    if line.lstrip().startswith("$ "):
        return COMMAND_WEIGHT
    words = line.split()
    prose = not fenced and len(words) > 1 and sum(word.strip(",.?!:'").isalpha() for word in words) >= 0.8 * len(words)
    return PROSE_WEIGHT if prose else OTHER_WEIGHT


def _quoted(text: str) -> set:
    """Names in quotes, folded; an apostrophe inside a word opens nothing."""
    found, start, mark = set(), -1, ""
    text = text.replace("\u2018", "`").replace("\u2019", "'")
    for n, c in enumerate(text):
        if c not in "`'\"":
            continue
        if start < 0:
            if not n or not text[n - 1].isalnum():
                start, mark = n, c
        elif c == mark or (mark == "`" and c == "'"):
            if not text[n + 1: n + 2].isalnum():
                if 1 < n - start - 1 <= 60:
                    found.add(squeeze(text[start + 1: n].strip().lower()))
                start = -1
    return found


class Reading:
    """An entry as terms: `fields` term -> best worth of the field it stands in, `pairs` of neighbours, `trigger` its terms, names of its mistake."""

    __slots__ = ("fields", "pairs", "trigger", "codes", "quoted", "type", "command")

    def __init__(self, entry: dict):
        self.fields, self.pairs, self.type = {}, {}, entry["type"]
        self.codes, self.trigger = set(), {}
        self.command = " ".join(entry["context"].lower().split()[:2]) if entry["type"] == "error" else ""
        self.quoted = _quoted(entry["trigger"]) if entry["type"] == "error" else set()
        for field, value in FIELDS:
            text = " ; ".join(entry["keywords"]) if field == "keywords" else entry[field]
            found = terms(text)
            for term in found:
                self.fields[term.text] = max(self.fields.get(term.text, 0.0), value * (AS_PART if term.kind == PART else 1.0))
                if field == "trigger":
                    self.trigger[term.text] = max(self.trigger.get(term.text, 0.0), worth(term))
                    if term.kind == CODE and entry["type"] == "error":
                        self.codes.add(term.text)
            if field in ("trigger", "context"):
                for pair in pairs([(term.at, term.text) for term in found]):
                    self.pairs[pair] = max(self.pairs.get(pair, 0.0), value)


def pairs(order: list) -> set:
    found = set()
    for n, (at, one) in enumerate(order):
        for other_at, other in order[n + 1: n + 5]:
            if 0 < other_at - at <= GAP and one != other:
                found.add((one, other))
    return found


class Match:
    """How an entry fits: `score` (evidence), `why` [(term, its part of the evidence)], `telling` number of terms that tell something."""

    __slots__ = ("score", "why", "telling", "covered")

    def __init__(self, score=0.0, why=(), telling=0, covered=0.0):
        self.score, self.why, self.telling, self.covered = score, list(why), telling, covered

    def same_mistake(self) -> None:
        """The text holds the very error line the entry was made from."""
        self.score = max(self.score, THRESHOLD) * SAME_MISTAKE
        self.why.append(("#", SAME_MISTAKE))


COMMAND = 0.65  # the question holds the failed command itself: alone with one of its words that is evidence enough
SAME_WORD = 0.25  # the further terms of one identifier add this share
RULE_FOR_LOG = 0.6
SAME_MISTAKE = 1.8  # the fingerprint of a pasted error line is that of the entry
SEEN, ALONE, MANY = 0.1, 0.8, 1.2
COVER, COVER_GAIN = 0.5, 2.0
TRIG, TRIG_GAIN = 0.5, 2.0


def match(asked: Query, asked_pairs: set, entry: Reading, rarity) -> Match:
    """The evidence that an entry is what is asked for; `rarity(term)` is 0 (everywhere) to 1 (in one entry only)."""
    why, total, got = [], 0.0, 0.0
    for term, weight in asked.weights.items():
        rare = rarity(term)
        total += weight * rare if term.isascii() or len(term) != 2 else 0.5 * weight * rare  # pairs of signs overlap
        if term in entry.fields:
            why.append((term, weight * rare * entry.fields[term]))
        else:
            others = [(entry.fields[other] * rarity(other), other) for other in near(term) if other in entry.fields]
            if others:
                best, other = max(others)
                why.append((f"{term}~{other}", NEIGHBOUR * max(weight, 0.5) * best))
    if not why:
        return Match()
    telling = sum(part >= 0.3 for _, part in why)
    best = {}
    for term, part in why:
        at = asked.chunk[term.partition("~")[0]]
        best[at] = max(best.get(at, 0.0), part)
    spare = sum(part for _, part in why) - sum(best.values())
    why.append(("", -(1 - SAME_WORD) * spare))
    for pair in asked_pairs:
        if pair in entry.pairs:
            value = PHRASE_OF_TRADE if ordinary(pair[0]) and ordinary(pair[1]) else PHRASE
            why.append(("+".join(pair), value * entry.pairs[pair] * max(PHRASE_FLOOR, min(rarity(pair[0]), rarity(pair[1])))))
    if " " in entry.command and f" {entry.command} " in asked.text:
        why.append((entry.command, COMMAND * max(rarity(fold(word)) for word in entry.command.split())))
    got = sum(part for _, part in why)
    covered = min(1.0, got / total * COVER_GAIN) if total else 0.0
    told = sum(entry.trigger.values()) or 1.0
    trigger = sum(value for term, value in entry.trigger.items() if term in asked.weights) / told
    score = got * (1 - COVER + COVER * covered) * math.sqrt(1 - TRIG + TRIG * TRIG_GAIN * trigger)
    seen = sum(part >= SEEN for part in best.values())
    score *= ALONE if seen < 2 else MANY if seen > 2 else 1.0
    if other_mistake(asked, entry):
        score *= OTHER_MISTAKE
    if (entry.type == "error") == asked.trouble:
        score *= ASKED_FOR
    else:
        score /= ASKED_FOR
    if asked.log and entry.type != "error":
        score *= RULE_FOR_LOG
    return Match(score, why, telling, covered)


def other_mistake(asked: Query, entry: Reading) -> bool:
    """Do both name what is wrong, and differently (another code, another name in quotes)?"""
    if asked.codes and entry.codes:
        return not asked.codes & entry.codes
    return bool(asked.quoted and entry.quoted) and not asked.quoted & entry.quoted


def rarity(count: int, numbers: dict):
    """A function term -> 0 (everywhere) to 1 (in one entry only), from the number of entries each term is in."""
    return lambda term: rare(numbers.get(term, 1), count)


def rare(number: int, count: int) -> float:
    return math.log(1 + count / max(1, number)) / math.log(1 + max(1, count)) if number <= count else 0.0


def standing(entry: dict, today: str, folder: str) -> float:
    """How much an entry's record moves it among its like: often or lately seen, trusted, met in this folder. Near 1: evidence decides."""
    factor = 1.0 + 0.02 * min(4, entry["occurrences"] - 1)
    if entry["last_seen"][:7] == today[:7]:
        factor *= 1.03
    factor *= {"low": 0.85, "medium": 0.97}.get(entry.get("confidence"), 1.0)
    if entry.get("worked", 0) > entry.get("failed", 0):
        factor *= 1.03
    home = entry["cwd"].strip("/")
    if home not in ("", ".") and folder not in ("", "."):
        factor *= 1.05 if (folder + "/").startswith(home + "/") or (home + "/").startswith(folder + "/") else 0.95
    return factor


def one_slip(word: str, other: str) -> bool:
    """One letter wrong, missing, too many, or two of them swapped?"""
    if word == other or abs(len(word) - len(other)) > 1 or min(len(word), len(other)) < 5:
        return False
    at = next((n for n, (one, two) in enumerate(zip(word, other)) if one != two), min(len(word), len(other)))
    a, b = word[at:], other[at:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
