"""What to do with a prompt: store a sentence that says of itself that it shall last, ask the agent
about the most telling of the others, or nothing."""

from reflexion.signals.prompts.human_text import spoken
from reflexion.signals.prompts.scorer import begins, classes, cues, score, tidy, tokens
from reflexion.signals.prompts.sentences import (
    is_pasted,
    is_question,
    refers,
    sentences,
    unquoted,
)

STORE = "store"
ASK = "ask"
NOTHING = ""
SHORTEST = 3  # characters
SHORT = 300  # characters and sentences of a prompt that is taken as a whole
FEW = 4
MOST_PARTS = 40  # sentences of a prompt that are weighed one by one
SAYS_WHAT = 7  # words and marks from which praise says of what
LEAST_WORDS = 3  # words and marks of a sentence that is stored
MOST_WORDS = 40
HEAD = 32  # characters of a tidied sentence that are its beginning and its end
TAIL = 32
LIKELY = -600  # the score below which a sentence is about the work in hand, whatever words it has
CORRECTING = 0  # the score of a correction in a few words
MARKS = ",.!:;—–"  # behind a word of refusal
MOST_CORRECTING = 24  # words of it
ASK_FROM = 750  # the points from which the agent is asked; of a longer prompt
ASK_LONG_FROM = 1050
PAST_FROM = 0  # the same of a past session, where a person chooses
PAST_LONG_FROM = 300


def judge(prompt: str) -> tuple:
    """(STORE, the sentences as they stand) or (ASK, "") or (NOTHING, "")."""
    return _judge(prompt, ASK_FROM, ASK_LONG_FROM)


def judge_past(prompt: str) -> tuple:
    """The same of a past session, of which a person will see what was found: what corrects, tells
    a preference, approves of something or reports a tool is worth a look, too."""
    decided = _judge(prompt, PAST_FROM, PAST_LONG_FROM)
    if decided[0] == NOTHING and is_approval(spoken(prompt)):
        return ASK, ""
    return decided


def _judge(prompt: str, least: int, least_long: int) -> tuple:
    text = spoken(prompt)
    if len(text) < SHORTEST:
        return NOTHING, ""
    parts = sentences(text)
    lasting = _lasting(parts, is_short=len(text) <= SHORT and len(parts) <= FEW)
    if lasting:
        return STORE, lasting
    asks = points(text, parts) >= (least if len(text) <= SHORT else least_long)
    return (ASK if asks else NOTHING), ""


def points(text: str, parts: list) -> int:
    """How telling a prompt is by the fitted model: as a whole and in its most telling sentence."""
    best = max(map(score, parts[:MOST_PARTS]), default=0)
    return (score(text) + best) // 2


def is_approval(text: str) -> bool:
    """Does a short prompt approve of something and say of what?"""
    tidied = tidy(text)
    praised = classes(tidied[:HEAD], ("praise",)) and len(text) <= SHORT
    return bool(praised) and len(tokens(tidied)) >= SAYS_WHAT and not is_question(text)


def _lasting(parts: list, is_short: bool) -> str:
    """The part of a prompt that says of itself that it shall last; "" in nearly all prompts."""
    if is_short and _corrects(parts):
        return " ".join(parts)
    found = [place for place, part in enumerate(parts) if _says_it_lasts(part, is_short)]
    if not found:
        return ""
    first = _start_of(parts, found[0], is_short)
    last = found[-1] if is_short else found[0]
    if any(_is_of_the_moment(part) for part in parts[first : last + 1]):
        return ""
    if is_short and parts[last].endswith((":", "：")):
        last = len(parts) - 1  # what shall last is a list
    return " ".join(parts[first : last + 1])


def _start_of(parts: list, place: int, is_short: bool) -> int:
    """Where the words begin that a sentence belongs to: the correction, or what it refers to."""
    if is_short and _refuses(tidy(parts[0])):
        return 0
    return place - 1 if place > 0 and refers(parts[place]) else place


def _says_it_lasts(sentence: str, is_short: bool) -> bool:
    """Does a sentence begin or end with words that make it a rule for later? In a longer prompt
    only those count that cannot mean anything else."""
    tidied = tidy(unquoted(sentence))
    head = tidied[:HEAD]
    plain = classes(head, ("lasting", "remember")) or classes(tidied[-TAIL:], ("lasting",))
    ordered = _begins_always(tidied) or classes(head, ("ours", "told"))
    if not (plain or is_short and ordered) or _is_of_the_moment(sentence):
        return False
    most = MOST_WORDS if tidied.isascii() else 2 * MOST_WORDS
    is_sized = LEAST_WORDS <= len(tokens(tidied)) <= most
    return is_sized and not is_pasted(sentence) and score(sentence) >= LIKELY


def _begins_always(tidied: str) -> bool:
    """Does a sentence begin with "always", whatever is said before it for politeness?"""
    for polite in cues()["polite"]:
        if tidied.lstrip().startswith(polite.lstrip()):
            tidied = tidied.lstrip()[len(polite.lstrip()) :]
    return begins(tidied, "always")


def _corrects(parts: list) -> bool:
    """Is it a correction in a few words: "no, use pnpm, not npm"?"""
    text = " ".join(parts)
    tidied = tidy(text)
    if not _refuses(tidied) or len(tokens(tidied)) > MOST_CORRECTING:
        return False
    if any(_is_of_the_moment(part) or is_pasted(part) for part in parts):
        return False
    says_what = classes(tidied, ("always", "ban", "fact", "instead")) or _chooses(text)
    return bool(says_what) and score(text) >= CORRECTING


def _chooses(text: str) -> bool:
    """Does it want one thing and not another?"""
    from reflexion.signals.prompts.directives import parsed  # hardly any prompt comes this far

    found = parsed(text)
    return bool(found.wanted and found.unwanted)


def _refuses(tidied: str) -> bool:
    """Does a text begin with a word of refusal and a mark: "no, …", "wrong. …"?"""
    refusals = (phrase.strip() for phrase in cues()["refusal"])
    return tidied.lstrip().startswith(
        tuple(f"{word} {mark} " for word in refusals for mark in MARKS)
    )


def _is_of_the_moment(sentence: str) -> bool:
    """Is a sentence bound to the work in hand, a question or a doubt?"""
    tidied = tidy(unquoted(sentence))
    for phrase in cues()["lasting"]:
        tidied = tidied.replace(phrase, " ")
    return is_question(sentence) or bool(classes(tidied, ("moment", "unsure")))


def is_preference(sentence: str) -> bool:
    """Does a sentence tell how its speaker works, and not what was wrong?"""
    tidied = tidy(sentence)
    personal = classes(tidied[:40], ("me",)) or begins(tidied, "habit")
    return bool(personal) and not classes(tidied, ("wrong", "said", "ban"))
