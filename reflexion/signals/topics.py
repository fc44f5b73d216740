"""What is a learning about: a skill that was named, else the role, skill or category whose words
it uses most clearly, else `general`. Pure.
"""

from __future__ import annotations

from reflexion.signals.prompts.subject import GENERAL, named
from reflexion.text import tables
from reflexion.text.words import STOP, TRADE

# the problem says most, the command least
FIELDS = (("trigger", 3.0), ("resolution", 2.0), ("keywords", 1.5), ("context", 1.0))
PATHS = 2.0  # a touched file's ending or folder
ENOUGH = 6.0  # a weaker best score is no more than chance
CLEAR = 1.3  # times the second best; closer is a tie
MAX_CHARS, MAX_DESCRIPTION = 1200, 2000
OWN_NAME, OWN_WORD = 3, 2  # what a word of an installed skill's name or description weighs
TELLING = 3  # a single word has to weigh this much
LEAST_OWN = 2  # words of a skill that have to meet: one is chance
HEARD_BESIDE_ROLES = 0.4  # an installed skill need not beat a role that nobody installed


def rows(kind: str) -> dict:
    """name -> (what it is about, its words) of the table's roles or categories."""
    table = tables.rows("signals/topics.tsv")
    return {name: (about, words) for row_kind, name, about, words in table if row_kind == kind}


def descriptions() -> dict:
    """name -> what learnings of that role or category are about."""
    return {name: about for kind in ("role", "category") for name, (about, _) in rows(kind).items()}


class Route:
    """`kind` "skill" or "category", `name`, `why`: in a few words."""

    __slots__ = ("kind", "name", "why")

    def __init__(self, kind: str, name: str, why: str):
        self.kind, self.name, self.why = kind, name, why

    def __repr__(self):
        return f"Route({self.kind}, {self.name}, {self.why})"


class Router:
    """Decides for many entries. `skills`: (name, description) of the installed ones; `routes`:
    lines of the setting.
    """

    def __init__(self, skills=(), routes=()):
        self.skills = {name: description for name, description in skills}
        extra = dict(_extra(line) for line in routes)
        self.roles = {name: _table(text) for name, (_, text) in rows("role").items()}
        self.categories = {
            name: {**_table(text), **_table(extra.get(name, ""), least=TELLING)}
            for name, (_, text) in rows("category").items()
            if text
        }
        for name, text in extra.items():
            if name not in self.categories:
                self.roles[name] = {**self.roles.get(name, {}), **_table(text, least=TELLING)}
        self.own = {
            name: {**self._role_of(name, description), **_own(name, description)}
            for name, description in self.skills.items()
        }

    def route(self, entry: dict) -> Route:
        """The entry's own label if it has one, else what its words say."""
        if entry.get("skill"):
            return Route("skill", entry["skill"], "set")
        if entry.get("category"):
            return Route("category", entry["category"], "set")
        name = named(" ".join([entry["trigger"], entry["resolution"]]), self.skills)
        if name:
            return Route("skill", name, "named")
        read = Subject(entry)
        roles = self._scores(read, self.roles)
        beside = HEARD_BESIDE_ROLES * max((score for score, _, _ in roles), default=0.0)
        best = clearest(self._scores(read, self.own), LEAST_OWN, beside) or clearest(roles)
        kind = "skill" if best else "category"
        name, words = best or clearest(self._scores(read, self.categories)) or (GENERAL, ())
        return Route(kind, name, "by " + ", ".join(words) if words else "nothing telling")

    def _role_of(self, name: str, description: str) -> dict:
        """The words of the role that a skill plays, by its name or by its description."""
        if name in self.roles or not description:
            return self.roles.get(name, {})
        about = {"trigger": name.replace("-", " "), "resolution": description, "keywords": []}
        role = clearest(self._scores(Subject({**about, "context": ""}), self.roles))
        return self.roles[role[0]] if role else {}

    def _scores(self, read, tables: dict) -> list:
        """(score, name, {word: its share}) of each table, best first."""
        scores = [(*read.score(table), name) for name, table in tables.items()]
        rows = [(score, name, met) for score, met, name in scores]
        return sorted(rows, key=lambda row: (-row[0], row[1]))


def clearest(scores: list, least_words: int = 1, beside: float = 0.0) -> tuple | None:
    """(name, its most telling words) of the best of `scores`; None where it is weak, hangs on one
    loose word, or ties with another.
    """
    score, name, met = scores[0] if scores else (0.0, "", {})
    if score < max(ENOUGH, beside) or len(scores) > 1 and score < CLEAR * scores[1][0]:
        return None
    different, most = {singular(word) for word in met}, max(met.values())
    if most < 2 or len(different) < max(least_words, 1 if most >= TELLING else 2):
        return None
    return name, sorted(met, key=lambda word: (-met[word], word))[:3]


class Subject:
    """An entry's words with what each weighs, its pairs of neighbours, and the endings and
    folders of the files it names.
    """

    __slots__ = ("weights",)

    def __init__(self, entry: dict):
        self.weights = {}
        for field, weight in FIELDS:
            value = entry[field]
            text = " ; ".join(value) if isinstance(value, list) else value
            chunks = split(text[:MAX_CHARS])
            for n, chunk in enumerate(chunks):
                self._add(chunk, weight)
                if n and chunk and chunks[n - 1]:
                    self._add(chunks[n - 1] + "+" + chunk, weight)
                    self._add(singular(chunks[n - 1]) + "+" + singular(chunk), weight)
                if "/" in chunk or "." in chunk:
                    self._path(chunk, weight)

    def score(self, table: dict) -> tuple:
        """(score, {word that met: its weight in the table})."""
        met = {word: value for word, value in table.items() if word in self.weights}
        return sum(self.weights[word] * value for word, value in met.items()), met

    def _add(self, word: str, weight: float) -> None:
        for form in {word, singular(word)}:
            if form:
                self.weights[form] = max(self.weights.get(form, 0.0), weight)

    def _path(self, chunk: str, weight: float) -> None:
        for part in chunk.split("/")[:-1]:
            self._add("/" + part, min(weight, PATHS))
        name = chunk.rpartition("/")[2]
        if name.lower().startswith("dockerfile"):
            self._add("dockerfile", min(weight, PATHS))
        for n, letter in enumerate(name):
            if letter == "." and n:
                self._add(name[n:], min(weight, PATHS))
        for part in chunk.replace("/", " ").replace(".", " ").split():
            self._add(part, min(weight, 1.0))


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
    table, weight = {}, least
    for word in text.replace(",", " ").lower().split():
        if word in ("1:", "2:", "3:"):
            weight = int(word[0])
            continue
        table[word] = max(weight, table.get(word, 0))
    return table


def _extra(line: str) -> tuple:
    name, _, text = line.partition(":")
    return name.strip().lower(), text.strip()


def _own(name: str, description: str) -> dict:
    """The table of an installed skill: words of its name, telling ones of its description."""
    table = {}
    for word in split(description[:MAX_DESCRIPTION]):
        if len(word) > 3 and word not in STOP and word not in TRADE and word not in OF_SKILLS:
            table[singular(word)] = OWN_WORD
    for word in split(name.rpartition(":")[2].replace("-", " ").replace("_", " ")):
        if len(word) > 2 and word not in TRADE:
            table[singular(word)] = OWN_NAME
    return table


OF_SKILLS = frozenset(
    """
    skill skills agent agents when user users asks asked wants want needs need task tasks whenever
    helps help work works working code project projects using used uses this that these with from
    into about their your should before after make makes making create creates creating write
    writes writing handle handles guide guidance best practice practices based including includes
    covers provides trigger triggers mention mentions
    """.split()
)
