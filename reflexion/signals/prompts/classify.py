"""What to do with a prompt: store a sentence that is meant to last, ask the agent, or nothing."""

from reflexion.signals.prompts.human_text import PHRASES, spoken
from reflexion.signals.prompts.scorer import classes, score, tidy, tokens

ASK_FROM = ((60, -600), (100, -400), (300, 100), (1 << 30, 300))  # (characters at most, score)
ASK_HEADED_FROM = -600  # the same where a sentence begins with a cue
SHORTEST = 3  # characters
STORE, ASK, NOTHING = "store", "ask", ""
HABITS, PASSING, QUESTIONS = (
    tuple(f" {words} " for words in PHRASES[kind]) for kind in ("habit", "passing", "question")
)
SHORT = 300  # characters of a prompt that is judged as a whole
WHOLE = 500  # the score from which it is stored
LONE = 900  # the same for a sentence of a longer prompt
FEWER = 150  # points for each further class of cues
PLAIN = -300  # the same for either with words that cannot mean anything else ("from now on")
ORDER = 100  # the same for a short prompt with "remember", or that begins with "always"
LEAST_WORDS, MOST_WORDS = 3, 40
SAYS_MORE = 5  # words from which "that is wrong" says more than that
WEAKER = 880  # the same for a short prompt with a cue that says less (WEAK)
START = 20  # characters in which "always" stands for an order and not for a complaint
HEAD = 32  # characters of the tidied sentence in which a word stands at its beginning
KINDS = ("lasting", "remember", "always", "convention", "instead", "ban", "me", "said", "wrong")
LASTING = ("lasting", "remember")
ASKED = ("lasting", "remember", "always", "said", "wrong")
AGAINST = (*LASTING, "said")  # what is said beside praise and is none
WEAK = ("state", "me")


def judge(prompt: str) -> tuple:
    """(STORE, the sentence) or (ASK, "") or (NOTHING, "")."""
    text = spoken(prompt)
    if len(text) < SHORTEST:
        return NOTHING, ""
    points, parts = score(text), sentences(text)
    if len(text) <= SHORT and len(parts) <= 4:
        sentence = _whole(parts, points)
    else:
        lone = ((place, part) for place, part in enumerate(parts) if _is_lone(part))
        place, part = next(lone, (-1, ""))
        sentence = " ".join(parts[place - (place > 0 and refers(part)) : place + 1])
    if sentence:  # explicit words; "" in nearly all prompts
        return STORE, sentence
    least = next(reach for longest, reach in ASK_FROM if len(text) <= longest)
    asks = points >= least or points >= ASK_HEADED_FROM and any(map(_headed, parts))
    return (ASK if asks else NOTHING), ""


def _whole(parts: list, points: int) -> str:
    """The sentences of a short prompt that carry a cue, from the first to the last of them."""
    tidied = tidy(" ".join(parts))
    found = [set() if _is_question(part) else _kinds(part) for part in parts]
    kinds = set().union(*found)
    several = len(kinds & set(KINDS))
    least = WHOLE - FEWER * (several - 1) if several else WEAKER
    if "lasting" in kinds:
        least = PLAIN
    elif "remember" in kinds or len(parts) <= 2 and "always" in kinds:
        least = ORDER
    if points < least or any(words in tidied for words in PASSING):
        return ""
    telling = [place for place, kinds in enumerate(found) if kinds]
    praised = "praise" in classes(tidied, ("praise",)) and not kinds & set(AGAINST)
    if not telling or praised:
        return ""
    first, last = telling[0], telling[-1] + 1
    if found[last - 1] == {"wrong"}:  # what is right stands in the next sentence, or nowhere
        if last == len(parts) and sum(map(str.isalpha, tidied.split())) < SAYS_MORE:
            return ""
        last = min(last + 1, len(parts))
    if any(_is_question(part) for part in parts[first:last]):
        return ""
    text = " ".join(parts[first - (first > 0 and refers(parts[first])) : last])
    return text if _is_sized(tidy(text)) else ""


def _kinds(sentence: str) -> set:
    """The classes of cues in a sentence, what it quotes left out."""
    quoted = sentence.replace("“", '"').replace("”", '"').split('"')
    tidied = tidy(" _ ".join(quoted[::2]))
    found = classes(tidied, (*KINDS, *WEAK))
    return found if "always" in classes(tidied[:START], ("always",)) else found - {"always"}


def _headed(sentence: str) -> bool:
    """Does a sentence begin with a cue that may be a learning?"""
    tidied = tidy(sentence)
    if _is_question(sentence) or any(words in tidied for words in PASSING):
        return False
    return bool(classes(tidied[:HEAD], ASKED))


def _is_lone(sentence: str) -> bool:
    """Does a sentence inside a longer prompt stand for itself?"""
    tidied = tidy(sentence)
    if _is_question(sentence) or not _is_sized(tidied) or any(words in tidied for words in PASSING):
        return False
    head = classes(tidied[:HEAD], KINDS)
    if "always" in head or "ban" in head:
        return score(sentence) >= LONE and ("said" in classes(tidied, KINDS) or sentence.isupper())
    return bool(head & set(LASTING)) and score(sentence) >= PLAIN


def _is_question(sentence: str) -> bool:
    asked = sentence.rstrip().endswith(("?", "？")) or tidy(sentence).startswith(QUESTIONS)
    return asked or sentence[:1] in "\"'`>|#$@{[</"


def _is_sized(tidied: str) -> bool:
    most = MOST_WORDS if tidied.isascii() else 2 * MOST_WORDS
    return LEAST_WORDS <= len(tokens(tidied)) <= most


def sentences(prompt: str) -> list:
    """The prompt's sentences without code blocks and quoted lines."""
    parts, text = [], prompt[:4000].replace("\r", "")
    for number, block in enumerate(text.split("```")):
        if number % 2:
            continue
        for line in block.split("\n"):
            if line.lstrip().startswith((">", "|", "$ ")):
                continue
            parts.extend(_cut(line.strip().lstrip("-*• ").strip()))
    return parts


def _cut(line: str):
    start = 0
    for place, mark in enumerate(line):
        if mark in "。！？" or mark in ".!?" and line[place + 1 : place + 2] in (" ", ""):
            if line[start : place + 1].strip(" .!?"):
                yield line[start : place + 1].strip()
            start = place + 1
    if line[start:].strip():
        yield line[start:].strip()


def refers(sentence: str) -> bool:
    """Does it speak of something in the sentence before ("Never do that again")?"""
    words = tidy(sentence).split()[:6]
    return any(word in ("that", "it", "this", "them", "those") for word in words)


def is_preference(sentence: str) -> bool:
    """Does a sentence tell how its speaker works, and not what was wrong?"""
    tidied = tidy(sentence)
    personal = classes(tidied[:40], ("me",)) or tidied.startswith(HABITS)
    return bool(personal) and not classes(tidied, ("wrong", "said", "ban"))
