"""What a prompt asks for: its terms and their worth; of a pasted log, above all its error lines."""

from __future__ import annotations

from reflexion.signals.matching.reading import bare, quoted
from reflexion.text.tokens import CODE, WORD, Term, head_and_tail, terms, worth
from reflexion.text.words import activities

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
TROUBLE_CJK = tuple("报错|失败|错误|エラー|失敗|오류|실패".split("|"))
# how a text begins that wants to see or know what is there, or names moved; behind a please
LOOKS = tuple(
    (
        "explain |describe |summari|show me |what does |what do the |what's the difference|"
        "what is the difference|how many |how much |find all |find every |give me an overview|"
        "walk me through|draw |review |rename |which files|who wrote|where is the code|"
        "tell me about|translate |erklär|beschreib|was macht |wie viele |zeig|explica|qué hace|"
        "muéstrame|cuánt|explique|que fait |combien |montre|解释|解釋|说明"
    ).split("|")
)
HOW = tuple(
    (
        " how do we | how do i | how can i | how can we | how to | how should | how would i |"
        " what are the steps | what's the process | what is the process | what is the procedure |"
        " what do i have to | what do i need to | where do i put | where do i add | wie macht man |"
        " wie geht | wie kann ich | cómo | comment faire |如何|怎么|どうやって|方法|어떻게"
    ).split("|")
)
POLITE = tuple(
    "please |can you |could you |would you |kannst du |bitte |puedes |请|請|¿".split("|")
)
# what a line of output that tells of a failure holds, in lower case
ERRING = tuple(
    (
        "error|err!|exception|fatal|failed|denied|cannot|can't|could not|couldn't|not found|"
        "no such|undefined reference|unable to|refused|rejected|invalid|missing|panic|"
        "not installed|not allowed|not supported|not available|not exist|n't exist|already in use|"
        "already exists|allocated|out of memory|timed out|mismatch|eacces|enoent|unsupported|"
        "must be|must contain"
    ).split("|")
)
# how lines begin that only surround it
AROUND = tuple(
    (
        'at |File "|... |from |Traceback|in <module>|^|~|INFO|[INFO|DEBUG|hint:|npm ERR! code|'
        "npm ERR! path|npm ERR! A complete|npm error code|npm error path|npm error A complete"
    ).split("|")
)
MAX_LINES, MAX_LINE = 400, 8000
# names of errors that say nothing of which
GENERAL = frozenset(
    """
    typeerror referenceerror valueerror syntaxerror runtimeerror keyerror attributeerror
    importerror nameerror indexerror rangeerror oserror assertionerror exception runtimeexception
    nullpointerexception illegalargumentexception unhandledpromiserejection compilationerror
    operationalerror 404 500 400
    """.split()
)
GENERIC = 0.25
ACTIVITY = 0.4  # worth of what one is about to do
ACTIVE = 600  # places from the beginning in which a task is named
ERROR_WEIGHT, PROSE_WEIGHT, COMMAND_WEIGHT, OTHER_WEIGHT = 1.0, 1.0, 0.5, 0.25


class Query:
    """A text as it is asked with.

    weights  term -> what it is worth before its rarity is known
    chunk    term -> the place of the word it was read from (terms of one identifier share it)
    order    [(place, term)] as they stand
    words    term -> the word as written, for terms that are plain words
    codes, quoted  names of the mistake in its error lines
    lines    its error lines, the last one often the most telling
    text     its beginning in lower case, white space folded, a space at both ends
    plain    the same without marks around the words
    unknown  names in it that no learning has (put in by who looks them up)
    trouble  it speaks of something that fails     log    it is pasted output
    looks    it only wants to see or to know       how    it asks how a thing is done
    coded    the name of an error is in it
    """

    __slots__ = (
        *(
            "weights",
            "chunk",
            "order",
            "words",
            "codes",
            "quoted",
            "lines",
            "text",
            "plain",
            "unknown",
        ),
        *("trouble", "log", "looks", "how", "coded"),
    )

    def __init__(self, text: str, log: bool):
        self.weights, self.chunk, self.order, self.words = {}, {}, [], {}
        self.codes, self.quoted, self.lines = set(), set(), []
        words = text[:MAX_LINE].lower().split()
        self.text = f" {' '.join(words)} "
        self.plain = f" {' '.join(filter(None, map(bare, words)))} "
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
    """Read a prompt. Of a pasted log its error lines and what the user wrote around it count most;
    of a longer text head and tail."""
    text = head_and_tail(text)
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
    words = (word.strip('.,:;!?()"`') for word in text.lower().replace("\u2019", "'").split())
    return not TROUBLE.isdisjoint(words) or any(sign in text for sign in TROUBLE_CJK)


def _looks(text: str) -> bool:
    text = text.lstrip()
    for polite in POLITE:
        text = text.removeprefix(polite)
    return text.startswith(LOOKS)


def _is_log(lines: list) -> bool:
    """More than a sentence or two: several lines of which some look like output."""
    full = [line for line in lines if line.strip()]
    signs = (_erring(line) or _around(line) or line.startswith("$ ") for line in full)
    return len(full) > 2 and any(signs)


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
    words = [] if fenced else line.split()
    plain = sum(word.strip(",.?!:'").isalpha() for word in words)
    return PROSE_WEIGHT if len(words) > 1 and plain >= 0.8 * len(words) else OTHER_WEIGHT
