"""What a prompt asks for: its terms and their worth; of a pasted log, above all its error lines."""

from __future__ import annotations

from reflexion.signals.matching.reading import quoted
from reflexion.text.activities import activities
from reflexion.text.tokens import CODE, WORD, Term, terms, worth

# words of a question about trouble, in some languages
TROUBLE = frozenset(
    """
    error errors exception fatal fail fails failed failing failure denied cannot can't cant
    couldn't couldnt won't wont doesn't doesnt undefined unable refused rejected rejects reject
    invalid missing panic abort aborted crash crashes crashed crashing complain complains
    complaining stuck hang hangs hanging broken breaks broke die dies died throws raises timeout
    unexpected wrong weird locked blocked blocks why again gives says fehler scheitert klappt
    warum falla fallan erreur échoue pourquoi erro falha errore fallisce ошибка падает
    """.split()
)
TROUBLE_CJK = (
    "\u62a5\u9519",
    "\u5931\u8d25",
    "\u9519\u8bef",
    "\u30a8\u30e9\u30fc",
    "\u5931\u6557",
    "\uc624\ub958",
    "\uc2e4\ud328",
)
# how a text begins that wants to see or to know what is there, or names moved about; behind a please
LOOKS = (
    "explain ",
    "describe ",
    "summari",
    "show me ",
    "what does ",
    "what do the ",
    "what's the difference",
    "what is the difference",
    "how many ",
    "how much ",
    "find all ",
    "find every ",
    "give me an overview",
    "walk me through",
    "draw ",
    "review ",
    "rename ",
    "which files",
    "who wrote",
    "where is the code",
    "tell me about",
    "translate ",
    "erkl\u00e4r",
    "beschreib",
    "was macht ",
    "wie viele ",
    "zeig",
    "explica",
    "qu\u00e9 hace",
    "mu\u00e9strame",
    "cu\u00e1nt",
    "explique",
    "que fait ",
    "combien ",
    "montre",
    "\u89e3\u91ca",
    "\u89e3\u91cb",
    "\u8bf4\u660e",
)
HOW = (
    " how do we ",
    " how do i ",
    " how can i ",
    " how can we ",
    " how to ",
    " how should ",
    " how would i ",
    " what are the steps ",
    " what's the process ",
    " what is the process ",
    " what is the procedure ",
    " what do i have to ",
    " what do i need to ",
    " where do i put ",
    " where do i add ",
    " wie macht man ",
    " wie geht ",
    " wie kann ich ",
    " c\u00f3mo ",
    " comment faire ",
    "\u5982\u4f55",
    "\u600e\u4e48",
    "\u3069\u3046\u3084\u3063\u3066",
    "\u65b9\u6cd5",
    "\uc5b4\ub5bb\uac8c",
)
POLITE = (
    "please ",
    "can you ",
    "could you ",
    "would you ",
    "kannst du ",
    "bitte ",
    "puedes ",
    "\u8bf7",
    "\u8acb",
    "\u00bf",
)
# what a line of output that tells of a failure holds, in lower case
ERRING = (
    "error",
    "err!",
    "exception",
    "fatal",
    "failed",
    "denied",
    "cannot",
    "can't",
    "could not",
    "couldn't",
    "not found",
    "no such",
    "undefined reference",
    "unable to",
    "refused",
    "rejected",
    "invalid",
    "missing",
    "panic",
    "not installed",
    "not allowed",
    "not supported",
    "not available",
    "not exist",
    "n't exist",
    "already in use",
    "already exists",
    "allocated",
    "out of memory",
    "timed out",
    "mismatch",
    "eacces",
    "enoent",
    "unsupported",
    "must be",
    "must contain",
)
# how lines begin that only surround it
AROUND = (
    "at ",
    'File "',
    "... ",
    "from ",
    "Traceback",
    "in <module>",
    "^",
    "~",
    "INFO",
    "[INFO",
    "DEBUG",
    "hint:",
    "npm ERR! code",
    "npm ERR! path",
    "npm ERR! A complete",
    "npm error code",
    "npm error path",
    "npm error A complete",
)
MAX_TEXT, MAX_LINES, MAX_LINE = 32 * 1024, 400, 8000
# names of errors that say nothing of which
GENERAL = frozenset(
    "typeerror referenceerror valueerror syntaxerror runtimeerror keyerror attributeerror importerror"
    " nameerror indexerror rangeerror oserror assertionerror exception runtimeexception 404 500 400"
    " nullpointerexception illegalargumentexception unhandledpromiserejection compilationerror"
    " operationalerror".split()
)
GENERIC = 0.25
ACTIVITY = 0.4  # worth of what one is about to do
ACTIVE = 600  # places from the beginning in which a task is named
ERROR_WEIGHT, PROSE_WEIGHT, COMMAND_WEIGHT, OTHER_WEIGHT = 1.0, 1.0, 0.5, 0.25


class Query:
    """A text as it is asked with.

    weights  term -> what it is worth before its rarity is known
    chunk    term -> the place of the word it was read from (several terms of one identifier share it)
    order    [(place, term)] as they stand
    words    term -> the word as written, for terms that are plain words
    codes, quoted  names of the mistake in its error lines
    lines    its error lines, the last one often the most telling
    text     its beginning in lower case, white space folded, a space at both ends
    trouble  does it speak of something that fails?   log  is it pasted output?   looks  does it only want to see or to know what is there?
    unknown  names in it that no learning has (put in by who looks them up)
    how  does it ask how a thing is done?   coded  is there the name of an error in it?
    """

    __slots__ = (
        "weights",
        "chunk",
        "order",
        "words",
        "codes",
        "quoted",
        "lines",
        "text",
        "trouble",
        "log",
        "looks",
        "how",
        "coded",
        "unknown",
    )

    def __init__(self, text: str, log: bool):
        self.weights, self.chunk, self.order, self.words = {}, {}, [], {}
        self.codes, self.quoted, self.lines = set(), set(), []
        self.text = f" {' '.join(text[:MAX_LINE].lower().split())} "
        self.log, self.coded, self.unknown = log, False, set()
        self.trouble = log or _troubled(text[:MAX_LINE])
        self.looks = not self.trouble and _looks(self.text)
        self.how = not log and any(words in self.text for words in HOW)

    def take(self, term: Term, weight: float, place: int) -> None:
        value = worth(term) * weight * (GENERIC if term.text in GENERAL else 1.0)
        if value > self.weights.get(term.text, 0.0):
            self.weights[term.text] = value
            self.chunk[term.text] = place + term.at
        self.coded = self.coded or term.kind == CODE
        if term.kind == WORD:
            self.words[term.text] = term.raw
        self.order.append((place + term.at, term.text))

    def rename(self, term: str, meant: str) -> None:
        """The entries write a term otherwise."""
        self.weights[meant] = max(self.weights.get(meant, 0.0), self.weights.pop(term))
        self.chunk[meant] = self.chunk.pop(term)
        self.order = [(at, meant if other == term else other) for at, other in self.order]


def query(text: str) -> Query:
    """Read a prompt. Of a pasted log its error lines and what the user wrote around it count most. Of a longer text, head and tail."""
    if len(text) > MAX_TEXT:
        text = text[: MAX_TEXT // 2] + "\n" + text[-MAX_TEXT // 2 :]
    lines = text.splitlines()
    lines = lines if len(lines) <= MAX_LINES else lines[: MAX_LINES // 2] + lines[-MAX_LINES // 2 :]
    made, place, fenced = Query(text, _is_log(lines)), 0, False
    for line in lines:
        fenced = fenced != line.lstrip().startswith("```")
        weight = _line_weight(line, fenced) if made.log else PROSE_WEIGHT
        erring = weight == ERROR_WEIGHT and _erring(line)
        if erring:
            made.lines.append(line.strip()[:400])
            made.quoted.update(quoted(line))
        found = terms(line[:MAX_LINE])
        if not made.log and not made.looks and place < ACTIVE:
            for mark in activities(found, line):
                made.weights[mark], made.chunk[mark] = ACTIVITY, -len(made.chunk) - 1.0
        for term in found:
            made.take(term, weight, place)
            if erring and term.kind == CODE:
                made.codes.add(term.text)
        place += 60 + len(line) // 2
    return made


def _troubled(text: str) -> bool:
    return not TROUBLE.isdisjoint(
        word.strip('.,:;!?()"`') for word in text.lower().replace("\u2019", "'").split()
    ) or any(word in text for word in TROUBLE_CJK)


def _looks(text: str) -> bool:
    text = text.lstrip()
    for polite in POLITE:
        text = text.removeprefix(polite)
    return text.startswith(LOOKS)


def _is_log(lines: list) -> bool:
    """More than a sentence or two: several lines of which some look like output."""
    full = [line for line in lines if line.strip()]
    return len(full) > 2 and any(
        _erring(line) or _around(line) or line.startswith("$ ") for line in full
    )


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
    prose = (
        not fenced
        and len(words) > 1
        and sum(word.strip(",.?!:'").isalpha() for word in words) >= 0.8 * len(words)
    )
    return PROSE_WEIGHT if prose else OTHER_WEIGHT
