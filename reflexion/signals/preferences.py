"""How a person works: role, stack, tools, style. Told from what is said of the thing to build by who is speaking and where the sentence begins. Pure."""

from __future__ import annotations

LONGEST = 300  # characters; who says more has a task
ROLE = (
    r"\bI\s?(?:['\u2019]m|am)\s(?:also\s|really\s|actually\s|primarily\s|mostly\s|mainly\s)?(?:an?|the)\s((?:[\w+#./-]{1,24}\s){0,4}(?:engineer|developer|dev|programmer|designer|"
    r"scientist|student|beginner|novice|newcomer|analyst|researcher|architect|sysadmin|admin|administrator|manager|lead|founder|teacher|tester|intern|freelancer|hobbyist|expert|writer|sre|dba|cto))\b"
)
NEW = r"\bI\s?(?:['\u2019]m|am)\s((?:(?:quite|very|rather|fairly|pretty|completely|totally)\s)?new to (?:[\w+#-]{1,24}\b\s?){1,3})"
# how a sentence begins that tells of habits, not of a mistake
OPENS = (
    r"(?:in this (?:repo|project|team),?\s)?(?:we|I)\s(?:all\s|only\s|always\s|mostly\s|usually\s|generally\s|both\s)?(?:use|prefer|like|love|work (?:with|in|on)|write|code in|deploy (?:with|to|on)|host|speak|follow)\b",
    r"our (?:stack|tech stack|team|frontend|backend|front-end|back-end|database|db|ci|tooling|toolchain|editor|shell|os|style|convention)\s(?:is|are|uses|runs|works|prefers|lives)\b",
    r"(?:please\s|always\s)?(?:answer|reply|respond|speak|talk)\s(?:to me\s|me\s)?(?:only\s|always\s)?(?:in|with|briefly|short|concisely)\b",
    r"(?:please\s|always\s)?explain\s(?:[\w-]{1,24}\s){0,4}(?:by|with|in|like|as if|using|through|briefly|step)\b",
    r"(?:please\s|always\s)?keep\s(?:your\s|the\s)?(?:answers|replies|explanations|responses|summaries)\b",
    r"call me\s",
)
CONTRAST = r"\b(?:no|not|nope|wrong|instead|never|don['\u2019]?t|stop|rather than|again)\b"
DIRECTS = r"^(?:so|and|please|then|therefore|,|;|:|\s)*(explain|keep|assume|answer|use|skip|avoid|show|give|write|don['\u2019]?t|be|prefer|spell|compare|walk|start|stick|treat)\b"
FIRST = ("i'm", "i\u2019m", "i am", "im ")


def is_preference(trigger: str) -> bool:
    """Does a sentence that was heard tell how one works here, rather than correct something?"""
    import re

    text = trigger.strip()
    if len(text) > LONGEST or re.search(CONTRAST, text, re.IGNORECASE):
        return False
    return bool(_role(text)) or any(re.match(pattern, text, re.IGNORECASE) for pattern in OPENS)


def preference(prompt: str):
    """(trigger, resolution) of a prompt in which somebody says who they are, perhaps with what follows from it; None for any other."""
    text = " ".join(prompt[: LONGEST + 1].split())
    if (
        not text
        or len(text) > LONGEST
        or "?" in text
        or not any(first in text.lower() for first in FIRST)
    ):
        return None
    found = _role(text)
    if not found:
        return None
    import re

    start = max(text.rfind(mark, 0, found.start()) for mark in (". ", "! ", "; "))
    if text[start + 2 if start >= 0 else 0 : found.start()].strip(" ,").lower() not in (
        "",
        "hi",
        "hello",
        "hey",
        "note",
        "fyi",
        "btw",
        "by the way",
        "remember",
        "so",
        "as",
    ):
        return None  # "he thinks I am a designer"
    rest = text[found.end() :].lstrip()
    rest = (
        re.split(r"[.!](?:\s|$)", rest)[0]
        if not rest.startswith((".", "!"))
        else re.split(r"[.!](?:\s|$)", rest[1:].lstrip())[0]
    )
    order = re.search(DIRECTS, rest, re.IGNORECASE)
    said = re.sub(r"^I\s?(?:['\u2019]m|am)\s", "", found.group(0), flags=re.IGNORECASE).strip()
    if rest and not order:
        return None  # "I'm a developer building a shop": part of a task
    follows = rest[order.start(1) :].strip(" ,;:") if order else ""
    return text[found.start() :].strip(), f"The user is {said}" + (
        f": {follows}" if follows else ""
    ) + "."


def introduces(prompt: str) -> bool:
    """May the prompt say who the user is? Cheap, for every prompt passes here."""
    return len(prompt) <= 2 * LONGEST and any(first in prompt[:LONGEST].lower() for first in FIRST)


def _role(text: str):
    import re

    return re.search(ROLE, text, re.IGNORECASE) or re.search(NEW, text, re.IGNORECASE)
