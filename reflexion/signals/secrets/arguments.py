"""Arguments that are secrets because of their program: mysql -pSECRET, curl -u user:SECRET.

A row of programs.tsv names programs and their rules:

    -p      the next word, or what is joined to it (-pX, -p=X)
    -p+     only joined: with a space it means something else
    -pw_    only the next word, or =X :X
    -p~     only beside a user name (-u X) or "login"
    -u:     user:SECRET      -U%  user%SECRET      -u,  user,SECRET      -c/  user/SECRET
    sub>2!  the second plain word after it, where it is drawn at random
    sub>-p  only after the sub-command "sub"
    sub>2   the second plain word after it

An empty rule list names a program whose own -p is harmless. Long options that tell by their name
(--password, --token) need no row here, see names.py.
"""

from collections import namedtuple

from reflexion.signals.secrets.argument_values import judge
from reflexion.signals.secrets.values import form
from reflexion.text import tables

KINDS = "+_:%,/~"  # what stands behind an option in the table
ECHOES = ("echo", "printf", "print", "write-output")
SHARED = "-p~ -P~ login>1! auth>1!"  # the rules of every other program
SHARED_WORDS = ("login ", "auth ")  # what they wait for
PROGRAMS = {
    name: rules
    for names, rules in tables.rows("signals/secrets/programs.tsv")
    for name in names.split()
}
# who reads a secret from standard input: what echo gives them is one
STDIN_TAKERS = tables.lines("signals/secrets/stdin.txt")
USER_OPTIONS = ("-u", "-U", "--username", "--user", "-user", "-username")


def find(text: str, lower: str):
    """Yield (start, end, kind) of each secret that a known program is given on a line."""
    present = [name for name, rules in PROGRAMS.items() if name in lower and _waits(rules, text)]
    reads_input = any(taker in lower for taker in STDIN_TAKERS)
    told = [*present, *(STDIN_TAKERS if reads_input else ()), *SHARED_WORDS]
    for start, end in lines_with(told, text, lower):
        for at in beginnings(lower, start, end, present):
            yield from in_line(text, at, end, 0)
    if reads_input and "<<<" in text:  # passwd <<< SECRET
        for found in form("arguments here string").finditer(text):
            yield from judge(text, *found.span(found.lastindex), "word")


def beginnings(lower: str, start: int, end: int, programs: list) -> list:
    """Where a line is read from: its start, and its first programs behind a quote."""
    quotes = [lower.find(mark, start, end) for mark in "'\""]
    quote = min((at for at in quotes if at >= 0), default=end)
    behind = sorted(lower.find(name, quote, end) for name in programs)
    return [start, *[at for at in behind if at >= 0][:3]]


def _waits(rules: str, text: str) -> bool:
    """Does the text hold any sub-command or option that these rules wait for?"""
    for rule in rules.split():
        sub, _, flag = rule.rpartition(">")
        if (sub or flag.rstrip(KINDS)) in text or flag[:1].isdigit() and not sub:
            return True
    return False


def lines_with(literals: list, text: str, lower: str) -> list:
    """[(start, end)] of each line that holds one of the literals."""
    found = set()
    for literal in literals:
        at = lower.find(literal)
        while at >= 0:
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            found.add((text.rfind("\n", 0, at) + 1, end))
            at = lower.find(literal, end)
    return sorted(found)


def in_line(text: str, start: int, end: int, depth: int):
    """Yield the secrets of a line; each known program decides how the words after it are read.
    `depth`: how many quoted lines it stands in."""
    reader = None
    before = []
    for found in form("arguments word").finditer(text, start, end):
        word = found.group()
        if word[0] in ";|&()":
            before = before if word == "|" else []
            reader = None
            continue
        if depth < 2 and word[0] in "\"'" and (" " in word or "\t" in word):  # a line in quotes
            yield from in_line(text, found.start() + 1, found.end() - 1, depth + 1)
        name = program(word)
        if reader is None or name in PROGRAMS and not reader.expects:
            reader = ArgumentReader(name)
        else:
            yield from reader.take(text, found.start(), found.end())
        before = [*before[-12:], found.span()]
        yield from piped(text, before)


def program(word: str) -> str:
    """The name of the program that a word calls: without folder, quotes and ".exe", lower case."""
    name = word.strip("\"'\\$`").replace("\\", "/").rsplit("/", 1)[-1].lower()
    return name[:-4] if name.endswith(".exe") else name


Rule = namedtuple("Rule", "sub flag kind place")
# sub: after which sub-command, or ""; flag: "-p", or "" for a plain word; kind: what stands behind
# the flag in the table; place: which plain word it is, 0 for an option


def rules_of(name: str) -> list:
    """The rules of a program, by its row of programs.tsv."""
    found = []
    for rule in PROGRAMS.get(name, SHARED).split():
        sub, _, rest = rule.rpartition(">")
        if rest[0].isdigit():
            place = rest.rstrip("/:!")
            found.append(Rule(sub, "", rest.lstrip("0123456789") or "place", int(place)))
        else:
            flag = rest.rstrip(KINDS)
            found.append(Rule(sub, flag, rest[len(flag) :], 0))
    return found


class ArgumentReader:
    """Reads the words after a program's name by the rules of that program."""

    __slots__ = ("rules", "seen", "counts", "expects", "named")

    def __init__(self, name: str):
        self.rules = rules_of(name)
        self.seen = {""}  # the plain words so far
        self.counts: dict = {}  # sub-command -> plain words behind it
        self.expects = ""  # kind of secret that the next word is
        self.named = False  # a user has been named

    def take(self, text: str, start: int, end: int):
        """Yield the secret that the next word, text[start:end], is or holds."""
        word = text[start:end].strip("\"'")
        if self.expects:
            kind = self.expects
            self.expects = ""
            yield from judge(text, start, end, kind)
        elif word.startswith(("-", "/")):
            self.named = self.named or word in USER_OPTIONS
            yield from self._option(text, start, end, word)
        else:
            yield from self._plain(text, start, end)
            self.seen.add(word.lower())
            self.named = self.named or word == "login"

    def _option(self, text: str, start: int, end: int, word: str):
        """Yield what is joined to an option; or remember that the next word belongs to it."""
        for rule in self.rules:
            if not self._concerns(rule, word):
                continue
            rest = word[len(rule.flag) :]
            if not rest and "+" not in rule.kind:
                self.expects = rule.kind or "word"
                return
            if rest and (rest[0] in "=:" or may_join(rule, word)):
                at = text.index(rule.flag, start) + len(rule.flag)
                at += text[at] in "=:" and at + 1 < end
                yield from judge(text, at, end, rule.kind or "word")
                return

    def _concerns(self, rule: Rule, word: str) -> bool:
        """Does a rule of options speak of this word, after what was read so far?"""
        if rule.place or rule.sub not in self.seen or not word.startswith(rule.flag):
            return False
        return self.named or "~" not in rule.kind

    def _plain(self, text: str, start: int, end: int):
        """Count a plain word, and yield it where a rule says that it is the secret."""
        counted = [rule for rule in self.rules if rule.place and rule.sub in self.seen]
        for sub in {rule.sub for rule in counted}:
            self.counts[sub] = self.counts.get(sub, 0) + 1
        for rule in counted:
            if self.counts[rule.sub] == rule.place:
                yield from judge(text, start, end, rule.kind)


def may_join(rule: Rule, word: str) -> bool:
    """May a value follow the option without a sign between, as in -pX?"""
    is_short = len(rule.flag) == 2 or "+" in rule.kind
    return is_short and not word.startswith("--") and not set("_~") & set(rule.kind)


def piped(text: str, before: list):
    """Yield the SECRET of `echo SECRET | program that reads a password from its input`; `before`:
    [(start, end)] of the words up to that program."""
    start, _ = before[-2:][0]
    _, end = before[-1]
    taker = text[start:end].lower()  # the last two words: "docker login"
    if not any(name in taker for name in STDIN_TAKERS):
        return
    for index in range(len(before) - 2, -1, -1):
        if program(text[slice(*before[index])]) in ECHOES:
            start, end = echoed(text, before[index + 1 : -1])
            yield from judge(text, start, end, ":" if "chpasswd" in taker else "word")
            return


def echoed(text: str, words: list) -> tuple:
    """(start, end) of the first word that is no option and no format; (0, 0) without a word."""
    for start, end in words:
        if text[start] != "-" and "%s" not in text[start:end]:
            return start, end
    return words[-1] if words else (0, 0)
