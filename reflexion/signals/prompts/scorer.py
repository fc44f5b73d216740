"""A fitted linear model: does a prompt look like a correction, a rule, a report about a tool? It
weighs words, how they begin, pairs of them, kinds of cues, and the prompt's size.

tests/training/fit_prompts.py makes the weights from the examples beside it: a signed byte each."""

LONGEST = 1500  # characters of a prompt that are looked at
TOKENS = 150
BUCKETS = 32749  # a prime, so that a feature's bytes modulo it are a good hash
FOLDER = __file__[: -len("scorer.py")]  # without os: hooks decide before it is imported
WEIGHTS = FOLDER + "weights.bin"
HEAD = 60  # characters of the tidied prompt in which a cue counts as standing at its beginning

_SPACED = {ord(mark): f" {mark} " for mark in '?!:;,()"\n=…—–{}[]<>|*#&$%+`'}
_SPACED.update({ord("'"): "", ord("’"): "", ord("。"): " . ", ord("、"): " , ", ord("，"): " , "})
_SPACED.update({ord("！"): " ! ", ord("？"): " ? ", ord("“"): ' " ', ord("”"): ' " '})
_ELISIONS = (" d'", " l'", " n'", " j'", " c'", " qu'")  # of French and Italian
_cues: dict = {}
_weights = bytearray()


def tidy(text: str) -> str:
    """The text in lower case, every word and mark with a space on both sides."""
    text = " " + text[:LONGEST].lower().replace("’", "'")
    for joined in _ELISIONS:
        text = text.replace(joined, joined[:-1] + " ")
    return f" {' '.join((text.translate(_SPACED) + ' ').replace('. ', ' . ').split())} "


def cues() -> dict:
    """class -> its phrases as they stand in a tidied text, in the table's order."""
    if not _cues:
        with open(FOLDER + "cues.tsv", encoding="utf-8") as table:
            for line in table:
                kind, _, phrase = line.rstrip("\n").partition("\t")
                phrase = phrase.replace("'", "")
                whole = phrase if is_unspaced(phrase) else f" {phrase} "
                _cues.setdefault(kind, []).append(whole)
    return _cues


def classes(tidied: str, kinds) -> set:
    """The classes of cues of these kinds that stand in a tidied text."""
    found = set()
    for kind in kinds:
        if any(phrase in tidied for phrase in cues()[kind]):
            found.add(kind)
    return found


def begins(tidied: str, kind: str) -> bool:
    """Does a tidied text begin with a cue of a class?"""
    return tidied.lstrip().startswith(tuple(phrase.lstrip() for phrase in cues()[kind]))


def is_unspaced(word: str) -> bool:
    """Is it of a script that puts no spaces between words (Chinese, Japanese, Korean)?"""
    return "\u3040" <= max(word) <= "\uffef"


def tokens(tidied: str) -> list:
    """Words and marks: a number is "0", a path "a/b", Chinese and its like single characters."""
    found = []
    for word in tidied.split()[:TOKENS]:
        if not word.isascii() and is_unspaced(word):
            found.extend(word)
        elif word.isdigit():
            found.append("0")
        else:
            is_path = len(word) > 1 and any(mark in word[:-1] for mark in "/._@\\")
            found.append("a/b" if is_path else word)
    return found


def features(text: str) -> set:
    """The features of a prompt as strings."""
    tidied = tidy(text)
    words = tokens(tidied)
    named = {*words, f"#{len(words).bit_length()}", f"##{min(6, text.count(chr(10)).bit_length())}"}
    if text.rstrip().endswith(("?", "？")):
        named.add(f"#?{min(len(words), 60).bit_length()}")
    before = "^"
    for word in [*words, "$"]:
        named.add(f"{before} {word}")
        if len(word) > 4:
            named.add(word[:4] + "*")
        before = word
    if sum(word.isupper() and word.isalpha() and len(word) > 3 for word in text.split()) > 2:
        named.add("#CAPS")
    head = tidied[:HEAD]
    for kind in classes(tidied, cues()):
        named.add("@" + kind)
    for kind in classes(head, cues()):
        named.add("@^" + kind)
    return named


def buckets(text: str) -> list:
    """The features' places in the table of weights; the same on every machine."""
    return sorted(int.from_bytes(name.encode(), "big") % BUCKETS for name in features(text))


def score(text: str) -> int:
    """The model's score, around 0 where it cannot tell, and not higher for length alone."""
    if not _weights:
        with open(WEIGHTS, "rb") as table:
            _weights.extend(table.read())
    places = buckets(text)
    weights = memoryview(_weights).cast("b")
    return sum([weights[place] for place in places]) * scale(len(places)) >> 8


def scale(count: int) -> int:
    """4096 divided by the square root of a number of features, in whole numbers."""
    number = count << 12
    root = 1 << (number.bit_length() + 1) // 2  # math.isqrt without the import
    while root * root > number:
        root = (root + number // root) // 2
    return (1 << 18) // max(1, root)
