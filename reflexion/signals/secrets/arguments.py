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

from __future__ import annotations

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.word_lists import form
from reflexion.text.tables import rows

# a word of a command line; an apostrophe (that's) and a quote that nothing closes are characters
_WORD = form("arguments word")
_HERE_STRING = r"<<<[ \t]*(?:\"([^\"\n]+)|'([^'\n]+)|([^\s\"';|&]+))"
SHARED = "-p~ -P~ login>1! auth>1!"  # the rules of every other program
PROGRAMS = {
    name: rules for names, rules in rows("signals/secrets/programs.tsv") for name in names.split()
}
# who reads a secret from standard input: what echo gives them is one
STDIN_TAKERS = (
    "--password-stdin | --with-token | passwd --stdin | --stdin | --token-stdin | chpasswd | "
    "--passphrase-fd | -passin stdin | -pass stdin | sudo -s | secret put | secrets create | "
    "secret create | secret set | secrets set | env add | --data-file=- | versions add | "
    "pass insert | kinit | -s -p '' | --value-file=- | luksopen | luksformat | "
    "docker-credential | --api-key-stdin | login --token - | fail-token | "
    "apply --token-file - | --with-access-token | login - | --secret-stdin"
).split(" | ")
SHARED_WORDS = ("login ", "auth ")  # what the rules for every program wait for


def find(text: str, lower: str):
    """Yield (start, end, kind) of each secret that a known program is given on a line."""
    present = [
        name for name, rules in PROGRAMS.items() if rules and name in lower and takes(rules, text)
    ]
    stdin = any(taker in lower for taker in STDIN_TAKERS)
    if present or stdin or any(word in lower for word in SHARED_WORDS):
        for start, end in lines(text, lower, present, stdin):
            for at in beginnings(lower, start, end, present):
                yield from line(text, at, end, 0)
    yield from phrases(text, lower)


def takes(rules: str, text: str) -> bool:
    """Does the text hold any sub-command or option that these rules wait for?"""
    for rule in rules.split():
        sub, _, flag = rule.rpartition(">")
        if (sub or flag.rstrip("+_:%,/~")) in text or flag[:1].isdigit() and not sub:
            return True
    return False


def lines(text: str, lower: str, present, stdin: bool):
    """(start, end) of each line that names one of the programs. A line is yielded once."""
    literals = [*present, *(STDIN_TAKERS if stdin else ()), *SHARED_WORDS]
    found = set()
    for literal in literals:
        at = lower.find(literal)
        while at >= 0:
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            found.add((text.rfind("\n", 0, at) + 1, end))
            at = lower.find(literal, end)
    return sorted(found)


def beginnings(lower: str, start: int, end: int, present):
    """Where to begin reading a line: at its start, and at its first programs behind a quote."""
    quote = min(
        (at for at in (lower.find("'", start, end), lower.find('"', start, end)) if at >= 0),
        default=end,
    )
    found = sorted(at for at in (lower.find(name, quote, end) for name in present) if at >= 0)
    return [start, *found[:3]]


def line(text: str, start: int, end: int, depth: int):
    """Walk the words of a line; each known program decides how the words after it are read."""
    reader, before = None, []
    for found in re.compile(_WORD, re.S).finditer(text, start, end):
        word = found.group()
        if word[0] in ";|&()":
            if word != "|" or not before:
                before = []
            reader = None
            continue
        if depth < 2 and word[0] in "\"'" and (" " in word or "\t" in word):
            yield from line(text, found.start() + 1, found.end() - 1, depth + 1)
        name = program(word)
        if name in PROGRAMS and not (reader and reader.expects) or reader is None:
            reader = ArgumentReader(name)
        else:
            yield from reader.take(text, found.start(), found.end())
        yield from piped(text, before, reader, found)
        before.append(found.span())
        del before[:-12]


def program(word: str) -> str:
    name = word.strip("\"'\\$`").replace("\\", "/").rsplit("/", 1)[-1].lower()
    return name[:-4] if name.endswith(".exe") else name


class ArgumentReader:
    """Reads the words after a program's name by the rules of that program."""

    __slots__ = ("rules", "seen", "places", "expects", "named")

    def __init__(self, name: str):
        self.rules = [
            rule.rsplit(">", 1) if ">" in rule else ("", rule)
            for rule in PROGRAMS.get(name, SHARED).split()
        ]
        self.seen, self.places, self.expects, self.named = set(), {}, "", False

    def take(self, text: str, start: int, end: int):
        word = text[start:end].strip("\"'")
        if self.expects:
            rule, self.expects = self.expects, ""
            yield from self.judge(text, start, end, rule)
            return
        if word.startswith("-") or word.startswith("/"):
            self.named = self.named or word in (
                "-u",
                "-U",
                "--username",
                "--user",
                "-user",
                "-username",
            )
            yield from self.option(text, start, end, word)
            return
        for sub in {
            sub for sub, rule in self.rules if rule[0].isdigit() and (not sub or sub in self.seen)
        }:
            self.places[sub] = self.places.get(sub, 0) + 1
        for sub, rule in self.rules:
            if rule[0].isdigit() and self.places.get(sub) == int(rule.rstrip("/:!")):
                yield from self.judge(text, start, end, rule.lstrip("0123456789") or "place")
        self.seen.add(word.lower())
        self.named = self.named or word == "login"

    def option(self, text: str, start: int, end: int, word: str):
        for sub, rule in self.rules:
            flag = rule.rstrip("+_:%,/~")
            kind = rule[len(flag) :]
            if rule[0].isdigit() or sub and sub not in self.seen or "~" in kind and not self.named:
                continue
            if word == flag and "+" not in kind:
                self.expects = kind or "word"
                return
            joined = word.startswith(flag) and len(word) > len(flag)
            if joined and (
                word[len(flag)] in "=:"
                or (len(flag) == 2 or "+" in kind)
                and "_" not in kind
                and not word.startswith("--")
                and "~" not in kind
            ):
                at = text.index(flag, start) + len(flag)
                at += text[at : at + 1] in ("=", ":") and at + 1 < end
                yield from self.judge(text, at, end, kind or "word")
                return

    def judge(self, text: str, start: int, end: int, kind: str):
        """The part of text[start:end] that is the secret, if it is one."""
        while (
            start < end
            and text[start] in "\"'\\$"
            and not (text[start] == "$" and text[start + 1 : start + 2] not in "'\"")
        ):
            start += 1
        while end > start and text[end - 1] in "\"'\\`":
            end -= 1
        for mark in ":%,/":
            if mark in kind:
                cut = text.find(mark, start, end)
                if cut < 0 or text.startswith("//", cut + 1):
                    if (
                        mark == ":"
                        and values.random(text[start:end])
                        and not values.path(text[start:end])
                        and not values.reference(text[start:end])
                    ):
                        yield start, end, "credential of a command"
                    return
                if mark == "/":
                    end = text.find("@", cut, end) if text.find("@", cut, end) > 0 else end
                elif mark == ":" and values.random(text[start:cut]) and end - cut <= 2:
                    yield start, cut, "credential of a command"
                start = cut + 1
        value = text[start:end]
        if value and "://" not in value and not values.reference(value) and likely(value, kind):
            yield start, end, "credential of a command"


def likely(value: str, kind: str) -> bool:
    """In a place that may also hold a name a secret has to look like one."""
    if value.startswith("-") and kind != "word":
        return False
    if kind == ":" and len(value) < 4:
        return False
    if kind == "!":
        return (
            values.random(value)
            and not values.path(value)
            or values.hexadecimal(value)
            and len(value) >= 32
        )
    if kind == "place":
        return (
            values.password_like(value, 7)
            or values.random(value)
            or values.uuid(value)
            or values.hexadecimal(value)
            and len(value) >= 24
        )
    if "~" in kind:
        return (
            values.password_like(value, 7) and not values.number(value) and not values.path(value)
        )
    return not values.path(value) if kind == "word" else True


def piped(text: str, before, reader, found):
    """echo SECRET | program that reads a password from its input; program <<< SECRET."""
    word = text[before[-1][0] : found.end()].lower() if before else found.group().lower()
    if not any(taker in word for taker in STDIN_TAKERS):
        return
    for index in range(len(before) - 1, -1, -1):
        first = program(text[before[index][0] : before[index][1]])
        if first in ("echo", "printf", "print", "write-output"):
            start, end = before[index + 1] if index + 1 < len(before) else (0, 0)
            for span in before[index + 1 :]:
                start, end = span
                if text[start] != "-" and "%s" not in text[start:end]:
                    break
            yield from ArgumentReader("echo").judge(
                text, start, end, ":" if "chpasswd" in word else "word"
            )
            return


def phrases(text: str, lower: str):
    """Commands and calls that tell by their wording, whatever the program."""
    if "<<<" in text and any(taker in lower for taker in STDIN_TAKERS):
        for found in re.compile(_HERE_STRING).finditer(text):
            start, end = found.span(found.lastindex)
            yield from ArgumentReader("echo").judge(text, start, end, "word")
