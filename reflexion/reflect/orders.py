"""Sentences of prose, cleaned, and made into orders: "we decided to use X" becomes "Use X.". Pure,
bounded, linear.
"""

from __future__ import annotations

import re

from reflexion.reflect.phrases import patterns, words
from reflexion.text.clean import harmless, one_line, visible
from reflexion.text.tokens import terms, worth

MAX_TITLE, MAX_QUOTE, MAX_MESSAGE = 240, 160, 16_000
LEADS = ("Keep in mind the cause: ", "Keep in mind that ", "Keep in mind: ")
# how a message begins that only says what comes
AHEAD = ("I'll ", "I will ", "Let me ", "Now I", "First, I", "Let's ")
LEADING = r"^(?:\s*(?:[-*\u2022>#]+|\d{1,3}[.)])\s+)+"
FILLERS = (
    r"^(?:(?:and|but|so|ok|okay|no|yes|well|right|fine|hmm|also|then|please|actually|btw|from now on|in future|by the way|for the record|remember"
    r"|in this (?:repo|repository|project|code ?base)|here)\b[,:]?\s+)+"
)
SUBJECTS = (
    r"^(?:(?:we|you|i)\s+(?:should|must|have to|need to|always|ought to|can only|want to|would like to|only)"
    r"|i(?:'d| would)? (?:want|like|need|expect) you to|make sure (?:to|that you|you)|be sure to)\s+"
)
HEADING = (
    r"[#* ]{1,8}(?:(?:key|main|important|new|some) )?"
    r"(?:learnings?|lessons(?: learned)?|findings|insights|takeaways|gotchas|conventions)\b.{0,40}$"
)
# a prompt that only says to go on
CONTINUES = r"(?:(?:ok|okay|yes|please|now|and|then|next|step|go|on|ahead|continue|proceed|do|it|\d{1,4})\b\W*){1,12}$"
REFUSALS = r"^(?:we|you|i)\s+(?:(?:should|must|do)\s+(?:not|never)|don't|never)\s+"


def prose(message: str) -> str:
    """A message without fenced code, at most MAX_MESSAGE characters (head and tail)."""
    if len(message) > MAX_MESSAGE:
        message = message[: MAX_MESSAGE // 2] + "\n\n" + message[-MAX_MESSAGE // 2 :]
    kept, fenced = [], False
    for line in harmless(visible(message)).splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            kept.append(line)
    return "\n".join(kept)


def sentences(text: str) -> list:
    """The sentences of prose, one line each, without list marks and emphasis; code in backquotes
    stays whole.
    """
    found = []
    for block in re.split(r"\n\s{0,80}\n|\n(?=\s{0,80}(?:[-*\u2022]|\d{1,3}[.)])\s)", text):
        flat = re.sub(LEADING, "", " ".join(block.split())).replace("**", "").replace("__", "")
        found += [
            part.strip()
            for part in re.split(r"(?<=[.!?])\s+(?=[\"'`(A-Z0-9])", flat)
            if part.strip()
        ]
    return found


def listed(text: str) -> list:
    """The bullets below a heading that announces learnings ("## Learnings", "**Gotchas**"), one
    line each.
    """
    found, announced = [], False
    for line in text.splitlines():
        bullet = re.match(r"\s{0,8}[-*\u2022]\s+(\S.{0,400})$", line)
        if bullet and announced:
            found.append(bullet.group(1).replace("**", ""))
        elif line.strip() and not bullet:
            announced = bool(re.match(HEADING, line.strip(), flags=re.IGNORECASE))
    return found


def decided(sentence: str) -> str:
    """The order in a sentence that states a decision; "" when it states none."""
    return _match(sentence, "decision")


def found(sentence: str) -> str:
    """The order (often "Keep in mind that ...") in a sentence that states what was found to be
    true.
    """
    return _match(sentence, "finding")


def leaning(sentence: str) -> str:
    """The order in a user's wish or aside ("I'd rather we ...", "use this, not that"); "" when it
    is a mere task.
    """
    title = _match(sentence, "leaning")
    is_order = title.split(" ", 1)[0].lower() in words("orders") or title.startswith("Do not ")
    return title if is_order else ""


def hedged(sentence: str) -> bool:
    low = sentence.lower()
    return sentence.rstrip().endswith("?") or any(hedge in low for hedge in words("hedges"))


def is_cause(title: str) -> bool:
    """Does it name the cause of something that only the session tells?"""
    return title.startswith(LEADS[0])


def reasoned(sentence: str) -> bool:
    low = f" {sentence.lower()} "
    return any(f" {reason} " in low for reason in words("reasons"))


def open_end(sentence: str) -> bool:
    low = sentence.lower()
    needles, pattern, _ = patterns("open")[0]
    return any(needle in low for needle in needles) and bool(re.search(pattern, low))


def order(text: str) -> str:
    """Anything said, as an imperative sentence."""
    bare = _without(FILLERS, text.strip())
    bare = _without(r"^(?:we|i)\s+(?:decided|agreed|chose|opted)\s+to\s+", bare)
    denied = _without(REFUSALS, bare)
    if denied != bare:
        return end("Do not " + denied)
    asked = _without(SUBJECTS, bare)
    if asked != bare:
        return end(asked)
    told = re.match(r"we\s+([a-z]+)\s", bare, flags=re.IGNORECASE)
    if told and told.group(1).lower() in words("orders"):
        return end(bare[3:])
    first = re.split(r"[\s,]", bare, maxsplit=1)[0].lower().strip("'\"`*")
    if first in words("orders") and first not in words("statements"):
        return end(bare)
    return end("Keep in mind: " + bare)


def _without(pattern: str, text: str) -> str:
    return re.sub(pattern, "", text, flags=re.IGNORECASE)


def plain(title: str) -> str:
    """A title without the words that only make an order of it."""
    for lead in LEADS:
        if title.startswith(lead):
            return title[len(lead) :]
    return title


def by_subject(text: str) -> list:
    """The sentences of a directive, those about one thing together."""
    found, before = [], set()
    for sentence in sentences(text):
        now = {term.text for term in terms(sentence) if worth(term) >= 0.4}
        if found and now & before:
            found[-1] += " " + sentence
            before |= now
        else:
            found.append(sentence)
            before = now
    return found


def nearest(text: str, candidates: list) -> str:
    """The candidate that shares most words with the text; "" where none shares any."""
    mine = {term.text for term in terms(text)}
    scored = [
        (len(mine & {term.text for term in terms(one)}), -n, one)
        for n, one in enumerate(candidates)
    ]
    return max(scored)[2] if scored and max(scored)[0] else ""


def end(text: str) -> str:
    """A sentence: capital letter, full stop, one line, bounded."""
    line = one_line(text, MAX_TITLE).strip(" -:;,")
    line = (
        line[:1].upper() + line[1:]
        if line[:1].islower() and not re.match(r"[a-z]+[A-Z_./]", line)
        else line
    )
    return line if not line or line[-1] in ".!\u2026\u3002" else line.rstrip("?") + "."


def quote(text: str) -> str:
    """What was said, as evidence beside its line number."""
    return one_line(text, MAX_QUOTE).replace('"', "'")


def _match(sentence: str, kind: str) -> str:
    low = sentence.lower().replace("\u2019", "'")
    for needles, pattern, form in patterns(kind) if len(sentence) <= 600 else ():
        if any(needle in low for needle in needles):
            match = re.search(pattern, sentence.replace("\u2019", "'"), flags=re.IGNORECASE)
            if match and len(match.group(1).split()) > 1:
                return _formed(match.group(1), form)
    return ""


def _formed(rest: str, form: str) -> str:
    parts = [word.strip(".,;:!?'\"").lower() for word in rest.split()]
    choice = parts[parts[0] in ("the", "my")] if len(parts) > 1 else parts[0]
    if choice in words("vague") and (form == "use" or parts[0] == "do"):
        return ""
    if form == "verb":
        return order(rest) if parts[0] in words("statements") else end(rest)
    if form == "asked":
        return order(rest)
    if form == "not":
        return end("Do not " + rest)
    if form == "use":
        low = f" {rest.lower()} "
        compares = any(word in low for word in (" over ", " instead of ", " rather than "))
        return end(("Prefer " if compares else "Use ") + rest)
    if form == "fact" and parts[0] in words("orders") and parts[0] not in words("statements"):
        return end(rest)
    lower = rest[:1].lower() + rest[1:] if rest[1:2].islower() else rest
    return end((LEADS[0] if form == "cause" else LEADS[1]) + lower)
