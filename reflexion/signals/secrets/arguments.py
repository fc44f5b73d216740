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

from reflexion.signals.secrets import values
from reflexion.signals.secrets.values import form
from reflexion.text.tables import rows, sections

KIND = "credential of a command"
SHARED = "-p~ -P~ login>1! auth>1!"  # the rules of every other program
SHARED_WORDS = ("login ", "auth ")  # what they wait for
PROGRAMS = {
    name: rules for names, rules in rows("signals/secrets/programs.tsv") for name in names.split()
}
# who reads a secret from standard input: what echo gives them is one
_takers = sections("signals/secrets/words.txt")["who reads a secret from standard input"]
STDIN_TAKERS = [taker.strip() for taker in _takers.split("|")]
USER_OPTIONS = ("-u", "-U", "--username", "--user", "-user", "-username")


def find(text: str, lower: str):
    """Yield (start, end, kind) of each secret that a known program is given on a line."""
    present = [name for name, rules in PROGRAMS.items() if name in lower and _waits(rules, text)]
    stdin = any(taker in lower for taker in STDIN_TAKERS)
    told = [*present, *(STDIN_TAKERS if stdin else ()), *SHARED_WORDS]
    for start, end in lines(text, lower, told):
        # a line is read from its start, and from its first programs behind a quote
        quotes = [lower.find(mark, start, end) for mark in "'\""]
        quote = min((at for at in quotes if at >= 0), default=end)
        behind = sorted(lower.find(name, quote, end) for name in present)
        for at in [start, *[at for at in behind if at >= 0][:3]]:
            yield from line(text, at, end, 0)
    for found in form("arguments here string").finditer(text) if stdin and "<<<" in text else ():
        yield from judge(text, *found.span(found.lastindex), "word")


def _waits(rules: str, text: str) -> bool:
    """Does the text hold any sub-command or option that these rules wait for?"""
    for rule in rules.split():
        sub, _, flag = rule.rpartition(">")
        if (sub or flag.rstrip("+_:%,/~")) in text or flag[:1].isdigit() and not sub:
            return True
    return False


def lines(text: str, lower: str, literals: list) -> list:
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


def line(text: str, start: int, end: int, depth: int):
    """Walk the words of a line; each known program decides how the words after it are read."""
    reader, before = None, []
    for found in form("arguments word").finditer(text, start, end):
        word = found.group()
        if word[0] in ";|&()":
            before, reader = before if word == "|" else [], None
            continue
        if depth < 2 and word[0] in "\"'" and (" " in word or "\t" in word):
            yield from line(text, found.start() + 1, found.end() - 1, depth + 1)
        name = program(word)
        if reader is None or name in PROGRAMS and not reader.expects:
            reader = ArgumentReader(name)
        else:
            yield from reader.take(text, found.start(), found.end())
        before = [*before[-12:], found.span()]
        yield from piped(text, before)


def program(word: str) -> str:
    name = word.strip("\"'\\$`").replace("\\", "/").rsplit("/", 1)[-1].lower()
    return name[:-4] if name.endswith(".exe") else name


class ArgumentReader:
    """Reads the words after a program's name by the rules of that program."""

    __slots__ = ("rules", "seen", "places", "expects", "named")

    def __init__(self, name: str):
        parts = [rule.rpartition(">") for rule in PROGRAMS.get(name, SHARED).split()]
        self.rules = [(sub, rule) for sub, _, rule in parts]  # sub: after which sub-command, or ""
        self.seen, self.places, self.expects, self.named = {""}, {}, "", False

    def take(self, text: str, start: int, end: int):
        word = text[start:end].strip("\"'")
        rules = [(sub, rule) for sub, rule in self.rules if sub in self.seen]
        if self.expects:
            kind, self.expects = self.expects, ""
            yield from judge(text, start, end, kind)
        elif word.startswith(("-", "/")):
            self.named = self.named or word in USER_OPTIONS
            for _, rule in rules:
                flag = rule.rstrip("+_:%,/~")
                kind, rest = rule[len(flag) :], word[len(flag) :]
                if rule[0].isdigit() or not word.startswith(flag) or "~" in kind and not self.named:
                    continue
                if not rest and "+" not in kind:
                    self.expects = kind or "word"
                    return
                short = (len(flag) == 2 or "+" in kind) and "_" not in kind and "~" not in kind
                if rest and (rest[0] in "=:" or short and not word.startswith("--")):
                    at = text.index(flag, start) + len(flag)
                    at += rest[0] in "=:" and at + 1 < end
                    yield from judge(text, at, end, kind or "word")
                    return
        else:
            counted = [(sub, rule) for sub, rule in rules if rule[0].isdigit()]
            for sub in {sub for sub, _ in counted}:
                self.places[sub] = self.places.get(sub, 0) + 1
            for sub, rule in counted:
                if self.places[sub] == int(rule.rstrip("/:!")):
                    yield from judge(text, start, end, rule.lstrip("0123456789") or "place")
            self.seen.add(word.lower())
            self.named = self.named or word == "login"


def judge(text: str, start: int, end: int, kind: str):
    """Yield the part of text[start:end] that is the secret, if it is one."""
    while start < end and (text[start] in "\"'\\" or text[start : start + 2] in ("$'", '$"')):
        start += 1
    while end > start and text[end - 1] in "\"'\\`":
        end -= 1
    for mark in (mark for mark in ":%,/" if mark in kind):
        cut, value = text.find(mark, start, end), text[start:end]
        if cut < 0 or text.startswith("//", cut + 1):
            alone = mark == ":" and values.random(value) and not values.path(value)
            if alone and not values.reference(value):
                yield start, end, KIND
            return
        if mark == "/" and text.find("@", cut, end) > 0:
            end = text.find("@", cut, end)
        elif mark == ":" and values.random(text[start:cut]) and end - cut <= 2:
            yield start, cut, KIND
        start = cut + 1
    value = text[start:end]
    if value and "://" not in value and not values.reference(value) and likely(value, kind):
        yield start, end, KIND


def likely(value: str, kind: str) -> bool:
    """In a place that may also hold a name a secret has to look like one."""
    if value.startswith("-") and kind != "word" or kind == ":" and len(value) < 4:
        return False
    if kind == "!":
        return values.random(value) and not values.path(value)
    if kind == "place":
        drawn = values.random(value) or values.uuid(value) or values.hexadecimal(value, 24)
        return drawn or values.password_like(value, 7)
    if "~" in kind and (values.number(value) or not values.password_like(value, 7)):
        return False
    return not ("~" in kind or kind == "word") or not values.path(value)


def piped(text: str, before: list):
    """echo SECRET | program that reads a password from its input."""
    word = text[before[-2:][0][0] : before[-1][1]].lower()
    if not any(taker in word for taker in STDIN_TAKERS):
        return
    for index in range(len(before) - 2, -1, -1):
        if program(text[slice(*before[index])]) in ("echo", "printf", "print", "write-output"):
            start, end = 0, 0
            for start, end in before[index + 1 : -1]:
                if text[start] != "-" and "%s" not in text[start:end]:
                    break
            yield from judge(text, start, end, ":" if "chpasswd" in word else "word")
            return
