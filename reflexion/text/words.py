"""Single words: lists of those that tell little, stems, names of one thing."""

from reflexion.text.tables import sections

_lists = {name: frozenset(text.split()) for name, text in sections("text/stopwords.txt").items()}
STOP = _lists["stop"]  # tell nothing
TRADE = _lists["trade"]  # tell little in this trade
TOPIC = _lists["topic"]  # the same
PLAIN = _lists["plain"]  # tell little anywhere
EMPTY = _lists["empty"]  # any failure may be told with them

# lines of words that mean the same, or nearly so, and irregular forms; they stay text, so that
# nothing is built when the module loads: " word " finds a word and nothing else
_synonyms = sections("text/synonyms.txt")
SAME = _synonyms["same"]
NEAR = _synonyms["near"]
IRREGULAR = _synonyms["irregular"]
MEMO = 4096  # words whose folded form is remembered
_folded: dict = {}


def fold(word: str) -> str:
    """A lower-case word in the form that stands for all its forms and names."""
    known = _folded.get(word)
    if known is None:
        if len(_folded) > MEMO:
            _folded.clear()
        base = _listed_form(word)
        known = (same(base) or base) if base else same(word)
        if not known:
            base = stem(word)
            known = base if base == word else same(base) or same(base + "e") or base
        _folded[word] = known
    return known


def _listed_form(word: str) -> str:
    at = IRREGULAR.find(f" {word}>")
    return IRREGULAR[at + len(word) + 2 :].split(None, 1)[0] if at >= 0 else ""


def same(word: str) -> str:
    """The word that stands for the line of SAME this one is in; "" when it is in none."""
    at = SAME.find(f" {word} ")
    if at < 0:
        return ""
    first = SAME[SAME.rfind("\n", 0, at) + 2 :].split(None, 1)[0]
    return _listed_form(first) or stem(first)


def stem(word: str) -> str:
    """A light stem: plural, -ing, -ed and a final e go; short words stay."""
    if len(word) < 4 or not word.isascii():
        return word
    word = _singular(word)
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = _without_ending(word, word[: -len(ending)])
            break
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _without_ending(word: str, base: str) -> str:
    """The base of a form, its last letter once: stopped, stop; the word where it has no vowel."""
    if set("aeiouy").isdisjoint(base):
        return word
    return base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base


def near(word: str) -> tuple:
    """Folded neighbours of a folded word: what a person may say instead of it."""
    others = {}
    at = NEAR.find(f" {word} ")
    while at >= 0:
        start = NEAR.rfind("\n", 0, at) + 1
        end = NEAR.find("\n", at)
        others.update(dict.fromkeys(NEAR[start:end].split()))
        at = NEAR.find(f" {word} ", end)
    others.pop(word, None)
    return tuple(others)
