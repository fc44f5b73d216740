"""The sentences of a prompt that its writer speaks for: not what is pasted, quoted or told."""

from reflexion.signals.prompts.scorer import begins, classes, tidy

LONGEST = 4000  # characters of a prompt that are looked at
QUOTES = (">", "|", "$ ", "+", "@@", "diff --git", "\t")  # how lines begin that somebody else wrote
HEADINGS = ("#", "===", "---")  # what stands below them is a document
MAIL = ("from:", "subject:", "sent:")  # words that begin the head of a mail
BYLINES = ("commented", "wrote", "replied", "opened", "posted")
SPEAKERS = 5  # words before a colon that may name who said the rest
OWN = ("lasting", "remember", "always", "ours", "told", "refusal", "note", "said", "state")


def sentences(prompt: str) -> list:
    """The prompt's sentences without code blocks, quoted lines and what follows a heading."""
    parts = []
    for number, block in enumerate(prompt[:LONGEST].replace("\r", "").split("```")):
        if number % 2:
            continue
        for line in block.split("\n"):
            if line.startswith(HEADINGS) or _is_byline(line):
                return parts
            if not line.lstrip(" ").startswith(QUOTES):
                parts.extend(_cut(line.strip().lstrip("-*• ").strip()))
    return parts


def _is_byline(line: str) -> bool:
    """Does a line name who wrote what follows, and when: of a mail, a chat, a comment?"""
    words = line.lower().split()
    if not 2 <= len(words) <= 8:
        return False
    hour = words[-2] if words[-1] in ("am", "pm") else words[-1]
    is_clock = len(hour) in (4, 5) and hour[-3] == ":" and hour.replace(":", "").isdigit()
    is_comment = words[-1] == "ago" and any(word in BYLINES for word in words)
    return words[0] in MAIL or is_clock or is_comment


def _cut(line: str):
    """Yield the sentences of a line."""
    start = 0
    for place, mark in enumerate(line):
        if mark in "。！？" or mark in ".!?" and line[place + 1 : place + 2] in (" ", ""):
            if line[start : place + 1].strip(" .!?"):
                yield line[start : place + 1].strip()
            start = place + 1
    if line[start:].strip():
        yield line[start:].strip()


def is_question(sentence: str) -> bool:
    """Does a sentence ask something?"""
    if sentence.rstrip().endswith(("?", "？")):
        return True
    return begins(tidy(sentence), "question")


def is_pasted(sentence: str) -> bool:
    """Does a sentence begin as no typed one does, or name who said the rest ("ann: never …")?"""
    if sentence[:1] in "\"'`“„«>|#$@{[</\\" or sentence[:1].isdigit():
        return True
    if sentence.count('"') % 2 or "”" in sentence.partition("“")[0]:  # the end of what is quoted
        return True
    before, colon, _ = sentence.partition(":")
    words = before.split()
    return bool(colon) and len(words) <= SPEAKERS and not classes(tidy(before + ":"), OWN)


def unquoted(sentence: str) -> str:
    """The sentence with a mark in place of what stands in quotes."""
    return " _ ".join(sentence.replace("“", '"').replace("”", '"').split('"')[::2])


def refers(sentence: str) -> bool:
    """Does it speak of something in the sentence before ("Never do that again")?"""
    words = tidy(sentence).split()[:6]
    return any(word in ("that", "it", "this", "them", "those") for word in words)
