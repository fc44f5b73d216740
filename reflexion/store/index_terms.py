"""What the index lists an entry under: words, fingerprints, and marks that need no words."""

from __future__ import annotations

from reflexion.store.index_file import plain

MAX_TERMS, MAX_KEYWORDS = 80, 40  # of one entry
RULES = ("correction",)  # found by what one is about to do, too
GRADES = ("!1", "!2", "!3")  # how much an entry belongs into a brief, the best first
RULE = "!rule"  # marked as one: to be said where its line is missing
DUE = "!due"  # what is looked at when a session ends: a rule may be due for it, or it faded
PERSON = ("", "user", "prompt")  # who wrote it: without the field a person did


def terms_of(entry: dict) -> list:
    """ "#" with its fingerprints, its marks, its keywords as written (lower case), the terms of its
    texts."""
    from reflexion.text.fingerprint import fingerprint
    from reflexion.text.tokens import terms

    own = fingerprint(entry["type"], entry["trigger"][:200], entry["context"][:500])
    keywords = entry["keywords"][:MAX_KEYWORDS]
    words = dict.fromkeys(plain(word) for word in keywords)
    for text in (" ; ".join(keywords), entry["trigger"], entry["context"], entry["resolution"]):
        words.update((term.text, None) for term in terms(text[:1000]))
    words.pop("", None)
    if entry["type"] in RULES:
        from reflexion.text.words import activities

        text = entry["trigger"][:200]
        words = {**dict.fromkeys(activities(terms(text), text)), **words}
    fingerprints = dict.fromkeys([own, *(entry.get("aliases") or ())])
    return [*(f"#{print_}" for print_ in fingerprints), *_marks(entry), *list(words)[:MAX_TERMS]]


def checksum(terms: list) -> str:
    """A short mark of what the index holds of an entry."""
    import zlib

    return f"{zlib.crc32(' '.join(terms).encode('utf-8', 'replace')):08x}"


def grade(entry: dict) -> str:
    """ "!1": what a person said, and what was ignored; "!2": came again with a trusted fix;
    "!3": other sure learnings; "" for what no brief may say."""
    ignored = entry.get("ignored", 0)
    level = entry.get("confidence") or "high"
    if entry.get("needs_review") or not entry["resolution"] or level == "low":
        return ""
    if ignored:
        return GRADES[0]
    if entry["promoted"]:
        return ""
    if entry["type"] == "error":
        return GRADES[1] if entry["occurrences"] > 1 or entry.get("worked", 0) > 0 else ""
    person = (entry.get("source") or "") in PERSON and level == "high"
    return GRADES[0] if person else GRADES[2]


def skill_mark(name: str) -> str:
    return "!skill-" + name.lower().replace(":", "-")[:60]


def _is_due(entry: dict) -> bool:
    if entry["promoted"]:
        return bool(entry.get("needs_review"))
    again = bool(entry["resolution"]) and entry["occurrences"] > 1
    return again or entry.get("confidence") == "low"


def _marks(entry: dict) -> list:
    skill = skill_mark(entry["skill"]) if entry.get("skill") else ""
    marks = [grade(entry), skill, DUE if _is_due(entry) else ""]
    marks += [RULE] if entry["promoted"] else []
    return [mark for mark in marks if mark]
