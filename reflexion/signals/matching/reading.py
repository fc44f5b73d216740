"""What an entry holds, in terms that a Query can be compared with."""

from reflexion.signals.matching.query import bare, pairs, quoted
from reflexion.text.grades import given_keywords
from reflexion.text.tokens import CODE, PART, terms, worth

RULES = ("correction", "pattern")  # of these the first terms tell what they are about
TOPIC = 4
SPOKEN = ("prompt", "transcript")  # sources of what a person said to the agent
# a field, and what a match in it is worth
FIELDS = (("trigger", 1.0), ("keywords", 0.8), ("context", 0.8), ("resolution", 0.55))
PAIRED = ("trigger", "context")  # fields in which words that stand side by side tell
AS_PART = 0.7  # a word that stands there only inside an identifier


class Reading:
    """An entry as it is compared with a question. What a person said is found by its own words,
    not by the command that happened to run before it.

    fields   term -> worth of the best field it stands in
    trigger  its terms in the trigger, with their own worth
    pairs    (term, term) that stand side by side -> worth of the field
    topic    what a rule is about: its first terms -> as written
    codes, quoted  names of the mistake (of errors)
    command  first two words of the command that failed, "" for other types
    line     words of the error line in lower case, without marks around them
    given    sets of terms, one for each keyword that a person gave it
    """

    def __init__(self, entry: dict):
        self.type = entry["type"]
        self.text = entry["trigger"]
        given = given_keywords(entry)
        self.given = [{term.text for term in terms(word)} for word in given]
        self.fields = {}
        self.pairs = {}
        texts = _texts(entry, given)
        found = {field: terms(texts[field]) for field, _ in FIELDS}
        for field, value in FIELDS:
            for term in found[field]:
                _keep_highest(
                    self.fields, term.text, value * (AS_PART if term.kind == PART else 1.0)
                )
            beside = found[field] if field in PAIRED else ()
            for pair in pairs([(term.at, term.text) for term in beside]):
                _keep_highest(self.pairs, pair, value)
        self._read_trigger(found["trigger"])
        self._read_error(entry if self.type == "error" else None, found["trigger"])

    def _read_trigger(self, found: list) -> None:
        self.trigger = {}
        for term in found:
            _keep_highest(self.trigger, term.text, worth(term))
        first = found[:TOPIC] if self.type in RULES else ()
        self.topic = {term.text: term.raw for term in first}

    def _read_error(self, entry, found: list) -> None:
        """What only an error has: its line, its names, its command."""
        self.line = []
        self.quoted = set()
        self.codes = set()
        self.command = ""
        if entry is None:
            return
        self.line = list(filter(None, map(bare, entry["trigger"].lower().split())))
        self.quoted = quoted(entry["trigger"])
        self.codes = {term.text for term in found if term.kind == CODE}
        self.command = " ".join(entry["context"].lower().split()[:2])


def _texts(entry: dict, given: list) -> dict:
    """Field -> the text that a learning is found by; `given`: keywords that a person gave it."""
    texts = {name: entry[name] for name in ("trigger", "context", "resolution")}
    keywords = entry["keywords"]
    if entry["type"] != "error" and entry.get("source") in SPOKEN:
        texts["context"] = ""
        own = f"{entry['trigger']} {entry['resolution']}".lower()
        keywords = [word for word in keywords if word in own or word in given]
    texts["keywords"] = " ; ".join(keywords)
    return texts


def _keep_highest(values: dict, key, value: float) -> None:
    """Keep, of the values that a key gets, the highest one."""
    values[key] = max(values.get(key, 0.0), value)
