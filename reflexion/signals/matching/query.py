"""What a prompt asks for, in terms that entries can be compared with."""

from reflexion.text.tables import sections
from reflexion.text.tokens import CODE, WORD, Term, head_and_tail, squeeze, terms, worth
from reflexion.text.words import fold

_words = sections("signals/matching/words.txt")


TROUBLE = frozenset(_words["trouble"].split())
TROUBLE_CJK = _words["trouble cjk"].split()
GENERAL = frozenset(_words["general"].split())
LOOKS = tuple(_words["looks"].strip().split(" \n "))
POLITE = _words["polite"].strip().split(" \n ")
ERRING = _words["erring"].strip().split(" \n ")
ACTIVITIES = [line.split() for line in _words["activities"].splitlines() if line.strip()]
CJK = "\u3040"  # signs from here on have no spaces between their words
MAX_TASK = 12  # words of a prompt that is about one thing to do
GENERIC = 0.25  # what the name of an error is worth that says nothing of which
BESIDE_ERROR = 0.5  # worth of a log's lines that tell of no error
GAP = 2  # how far apart two words may stand side by side
MAX_QUOTED = 60  # characters


class Query:
    """A prompt as it is asked with. Of a pasted log its error lines count most; of a longer text
    head and tail.

    weights  term -> what it is worth before its rarity is known
    chunk    term -> the place of the word it was read from (terms of one identifier share it)
    pairs    (term, term) that stand side by side
    words    term -> the word as written, for terms that are plain words
    codes, quoted  names of the mistake in its error lines
    lines    its error lines, the last one often the most telling
    text     its beginning in lower case, white space folded, a space at both ends
    plain    the same without marks around the words
    doing    terms of what it is about to do, where it is a short task
    trouble  it speaks of something that fails     log    it is pasted output
    looks    it only wants to see or to know       coded  the name of an error is in it
    """

    def __init__(self, text: str):
        text = head_and_tail(text)
        lines = text.splitlines()
        words = text.lower().replace("\u2019", "'").split()
        self.text = f" {' '.join(words)} "
        self.plain = f" {' '.join(filter(None, map(bare, words)))} "
        self.log = _is_log(lines)
        troubled = not TROUBLE.isdisjoint(self.plain.split())
        self.trouble = self.log or troubled or any(sign in self.text for sign in TROUBLE_CJK)
        self.looks = not self.trouble and _looks(self.text)
        self.coded = False
        self.weights = {}
        self.chunk = {}
        self.words = {}
        self.codes = set()
        self.quoted = set()
        self.lines = []
        self.doing = set()
        end = self._read_lines(lines)
        if len(lines) == 1 and len(words) <= MAX_TASK and not (self.trouble or self.looks):
            self._read_task(end)
        if any(len(term) == 2 and not term.isascii() for term in self.weights):
            self.words = {}  # a Latin word among such signs is a name

    def _read_lines(self, lines: list) -> int:
        """Take the terms of all lines, and the names in the error lines; the place behind them."""
        order = []
        place = 0
        for line in lines:
            found = terms(line)
            erring = _erring(line)
            for term in found:
                self._take(term, BESIDE_ERROR if self.log and not erring else 1.0, place)
                order.append((place + term.at, term.text))
            if erring:
                self._read_error_line(line, found)
            place += 60 + len(line) // 2
        self.pairs = pairs(order)
        return place

    def _read_error_line(self, line: str, found: list) -> None:
        self.lines.append(line.strip()[:400])
        self.quoted.update(quoted(line))
        self.codes.update(term.text for term in found if term.kind == CODE)

    def _read_task(self, place: int) -> None:
        """Take what a short task is about doing, where its words do not say so themselves."""
        self.doing = _activities(self.plain)
        for term in self.doing:
            self.weights.setdefault(term, 1.0)
            self.chunk.setdefault(term, place)

    def _take(self, term: Term, weight: float, place: int) -> None:
        value = worth(term) * weight * (GENERIC if term.text in GENERAL else 1.0)
        if value > self.weights.get(term.text, 0.0):
            self.weights[term.text] = value
            self.chunk[term.text] = place + term.at
        self.coded = self.coded or term.kind == CODE
        if term.kind == WORD:
            self.words[term.text] = term.raw

    def rename(self, term: str, meant: str) -> None:
        """The entries write a term otherwise."""
        self.weights[meant] = max(self.weights.get(meant, 0.0), self.weights.pop(term))
        self.chunk[meant] = self.chunk.pop(term)
        self.pairs = {tuple(meant if one == term else one for one in pair) for pair in self.pairs}


def bare(word: str) -> str:
    """The word without marks around it."""
    return word.strip(".,:;!?()'\"`")


def pairs(order: list) -> set:
    """The (term, term) that stand side by side in [(place, term)]."""
    found = set()
    for n, (at, one) in enumerate(order):
        for other_at, other in order[n + 1 : n + 5]:
            if 0 < other_at - at <= GAP and one != other:
                found.add((one, other))
    return found


def quoted(text: str) -> set:
    """Names in quotes, folded; an apostrophe inside a word opens nothing."""
    found = set()
    start = -1
    mark = ""
    text = text.replace("\u2018", "`").replace("\u2019", "'")
    for n, c in enumerate(text):
        if c not in "`'\"":
            continue
        if start < 0:
            if not n or not text[n - 1].isalnum():
                start = n
                mark = c
        elif c in (mark, "'" if mark == "`" else mark) and not text[n + 1 : n + 2].isalnum():
            if 1 < n - start - 1 <= MAX_QUOTED:
                found.add(squeeze(text[start + 1 : n].strip().lower()))
            start = -1
    return found


def _looks(text: str) -> bool:
    text = text.lstrip()
    for polite in POLITE:
        text = text.removeprefix(polite).lstrip()
    return text.startswith(LOOKS)


def _activities(text: str) -> set:
    """Terms of what a text is about doing, each by the first word of its line."""
    words = {form for word in text.split() for form in (word, fold(word))}
    signs = "" if text.isascii() else text  # of scripts without spaces
    return {
        fold(names[0])
        for names in ACTIVITIES
        if any(name in words or name[0] >= CJK and name in signs for name in names)
    }


def _is_log(lines: list) -> bool:
    """More than a sentence or two: several lines of which some look like output."""
    full = [line for line in lines if line.strip()]
    return len(full) > 2 and any(_erring(line) or line.startswith("$ ") for line in full)


def _erring(line: str) -> bool:
    low = line[:1000].lower()
    return any(needle in low for needle in ERRING)
