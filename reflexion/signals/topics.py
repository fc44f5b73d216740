"""What is a learning about: a skill it names, else what its words tell most clearly. Pure."""

from __future__ import annotations

import re
from collections import namedtuple

from reflexion.text.tables import rows as table_rows
from reflexion.text.words import STOP, TRADE

GENERAL = "general"  # categories
PREFERENCE = "preference"
# the problem says most, the command least
FIELDS = (("trigger", 3.0), ("resolution", 2.0), ("keywords", 1.5), ("context", 1.0))
PATHS = 2.0  # a touched file's ending or folder
ENOUGH = 6.0  # a weaker best score is no more than chance
CLEAR = 1.3  # times the second best; closer is a tie
MAX_CHARS = 1200
MAX_DESCRIPTION = 2000
OWN_NAME = 3  # what a word of an installed skill's name or description weighs
OWN_WORD = 2
TELLING = 3  # a single word has to weigh this much
LEAST_OWN = 2  # words of a skill that have to meet: one is chance
HEARD_BESIDE_ROLES = 0.4  # an installed skill need not beat a role that nobody installed
# How people name a skill; the name is the one group
NAME = r"[A-Za-z][A-Za-z0-9_.:-]{0,60}[A-Za-z0-9]"
NAMED = (
    r"(?:\bthe|\bmy|\bour|\bthis|\bthat)\s{1,3}[`'\"/]?("
    + NAME
    + r")[`'\"]?\s{1,3}(?:skill|agent|subagent|slash command|plugin)\b",
    r"\b(?:skill|agent|subagent|plugin)\s{1,3}[`'\"](" + NAME + r")[`'\"]",
    r"(?:^|[\s(`'\"])/(" + NAME + r")(?=$|[\s`'\").,;:!?])",
)
BARE = r"(?:^|[\s(`'\"])(" + NAME + r")(?=$|[\s`'\").,;:!?])"
# without one of these nobody names a skill
MENTIONS = ("skill", "agent", "plugin", "command", "/", "-", "_")
LONGEST = 4800  # characters of a text, skills of a project
MAX_NAMES = 200


def rows(kind: str) -> dict:
    """name -> (what it is about, its words) of the table's roles or categories."""
    found = [row for row in table_rows("signals/topics.tsv") if row[0] == kind]
    return {name: (about, words) for _, name, about, words in found}


def descriptions() -> dict:
    """name -> what learnings of that role or category are about."""
    return {name: about for kind in ("role", "category") for name, (about, _) in rows(kind).items()}


# kind: "skill" or "category"; why: in a few words
Route = namedtuple("Route", "kind name why")


def _tables(kind: str) -> dict:
    """name -> the table of its words, of all rows of a kind that have words."""
    return {name: _table(text) for name, (_, text) in rows(kind).items() if text}


class Router:
    """Decides for many entries. `skills`: (name, description); `routes`: lines of the setting."""

    def __init__(self, skills=(), routes=()):
        self.skills = dict(skills)
        self.roles = _tables("role")
        self.categories = _tables("category")
        extra = (line.partition(":") for line in routes)
        for name, text in {name.strip().lower(): text for name, _, text in extra}.items():
            into = self.categories if name in self.categories else self.roles
            into[name] = {**into.get(name, {}), **_table(text, least=TELLING)}
        self.own = {}
        for name, said in self.skills.items():
            about = {"trigger": name.replace("-", " "), "resolution": said}
            by_name = name in self.roles or not said
            role = (name,) if by_name else clearest(_scores(weights(about), self.roles))
            played = self.roles.get(role[0], {}) if role else {}
            self.own[name] = {**played, **_own(name, said)}

    def route(self, entry: dict) -> Route:
        """The entry's own label if it has one, else what its words say."""
        for kind in ("skill", "category"):
            if entry.get(kind):
                return Route(kind, entry[kind], "set")
        name = named(" ".join([entry["trigger"], entry["resolution"]]), self.skills)
        if name:
            return Route("skill", name, "named")
        said = weights(entry)
        roles = _scores(said, self.roles)
        beside = HEARD_BESIDE_ROLES * max((score for score, _, _ in roles), default=0.0)
        best = clearest(_scores(said, self.own), LEAST_OWN, beside) or clearest(roles)
        kind = "skill" if best else "category"
        name, words = best or clearest(_scores(said, self.categories)) or (GENERAL, ())
        return Route(kind, name, "by " + ", ".join(words) if words else "nothing telling")


def _scores(said: dict, tables: dict) -> list:
    """(score, name, {word that met: its weight in the table}) of each table, best first."""
    found = []
    for name, table in tables.items():
        met = {word: value for word, value in table.items() if word in said}
        found.append((sum(said[word] * value for word, value in met.items()), name, met))
    return sorted(found, key=lambda row: (-row[0], row[1]))


def clearest(scores: list, least_words: int = 1, beside: float = 0.0) -> tuple | None:
    """(name, its most telling words) of the best of `scores`; None where it is weak or ties."""
    if not scores:
        return None
    score, name, met = scores[0]
    next_best = max((other for other, _, _ in scores[1:]), default=0.0)
    if score < max(ENOUGH, beside, CLEAR * next_best):
        return None
    different = {singular(word) for word in met}
    most = max(met.values())
    if most < 2 or len(different) < max(least_words, 1 if most >= TELLING else 2):
        return None
    return name, sorted(met, key=lambda word: (-met[word], word))[:3]


def weights(entry: dict) -> dict:
    """word -> what it weighs: words, pairs of neighbours, endings and folders of files."""
    found: dict = {}

    def add(word: str, weight: float) -> None:
        for form in {word, singular(word)} - {""}:
            found[form] = max(found.get(form, 0.0), weight)

    for field, weight in FIELDS:
        value = entry.get(field) or ""
        text = " ; ".join(value) if isinstance(value, list) else value
        before = ""
        for chunk in split(text[:MAX_CHARS]):
            add(chunk, weight)
            if chunk and before:
                add(before + "+" + chunk, weight)
                add(singular(before) + "+" + singular(chunk), weight)
            for part in _of_path(chunk):
                add(part, min(weight, PATHS))
            for part in re.split(r"[/.]", chunk):
                add(part, min(weight, 1.0))
            before = chunk
    return found


def _of_path(chunk: str) -> list:
    """What a path tells by: its folders, the endings of its file; [] for a plain word."""
    if "/" not in chunk and "." not in chunk:
        return []
    *folders, name = chunk.split("/")
    endings = [name[n:] for n, letter in enumerate(name) if letter == "." and n]
    kind = ["dockerfile"] if name.startswith("dockerfile") else []
    return ["/" + folder for folder in folders] + endings + kind


def split(text: str) -> list:
    """Lower-case words in order, paths and dotted names whole; "" stands where a sentence ends."""
    cleaned = "".join(c if c.isalnum() or c in "./-_+:;,!?" else " " for c in text.lower())
    found = []
    for chunk in cleaned.split():
        word = chunk.strip(".,;:!?-+")
        found += [word] if word else []
        if chunk[-1] in ".,;:!?":
            found.append("")
    return found


def singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "sui" else word


def _table(text: str, least: int = 1) -> dict:
    """word -> weight of a line of routing words."""
    table = {}
    weight = least
    for word in text.replace(",", " ").lower().split():
        if word in ("1:", "2:", "3:"):
            weight = int(word[0])
            continue
        table[word] = max(weight, table.get(word, 0))
    return table


def _own(name: str, description: str) -> dict:
    """The table of an installed skill: words of its name, telling ones of its description."""
    table = {}
    of_skills = rows("stop")["skill"][1].split()
    for word in split(description[:MAX_DESCRIPTION]):
        if len(word) > 3 and not any(word in known for known in (STOP, TRADE, of_skills)):
            table[singular(word)] = OWN_WORD
    for word in split(name.rpartition(":")[2].replace("-", " ").replace("_", " ")):
        if len(word) > 2 and word not in TRADE:
            table[singular(word)] = OWN_NAME
    return table


def named(text: str, known=()) -> str:
    """The skill of `known` that the text names: bare, as `/name` or "the name skill"; else ""."""
    lookup = {}
    for name in list(known)[:MAX_NAMES]:
        lookup.setdefault(name.lower(), name)
        lookup[name.lower().rpartition(":")[2]] = name
    # by themselves only words with a sign may be names: those without one are just words
    bare = [name for name in re.findall(BARE, text[:LONGEST]) if "-" in name or "_" in name]
    found = (lookup.get(name.lower()) for name in [*candidates(text), *bare])
    return next(filter(None, found), "")


def candidates(text: str) -> list:
    """Names of which the text speaks as skills or commands, in order, known or not."""
    if not any(mark in text for mark in MENTIONS):
        return []
    found = [name for pattern in NAMED for name in re.findall(pattern, text[:LONGEST], re.I)]
    return list(dict.fromkeys(name.rstrip(".:-") for name in found))
