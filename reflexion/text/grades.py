"""Who wrote a learning: its resolution, and whether it may be said for that; its keywords, and how
often its matter was seen."""

LEVELS = ("low", "medium", "high")  # of the field `confidence`
PERSON_SOURCES = ("user", "prompt")  # a person wrote it, or typed it to the agent
WRITTEN_SOURCES = (*PERSON_SOURCES, "agent")
HOOK_SOURCES = ("hook", "transcript")  # of a failure that a hook, or a transcript, showed
BY_HAND = ("user", "agent")  # sources of what `add` wrote; without one the file was made by hand
WRITTEN = "written"
PROVEN = "proven"
CANDIDATE = "candidate"


def is_person(entry: dict) -> bool:
    """Return True if the learning's words are a person's: so are those that name no source."""
    return (entry.get("source") or "user") in PERSON_SOURCES


def level(entry: dict) -> str:
    """The confidence of a learning; "high" where none is given, as a person writes it."""
    return entry.get("confidence") or "high"


def grade(entry: dict) -> str:
    """WRITTEN: a person or an agent wrote the resolution. PROVEN: a hook inferred it and is sure.
    CANDIDATE: a draft that is never said. "": there is no resolution."""
    if not entry["resolution"].strip():
        return ""
    if is_person(entry) or entry["source"] in WRITTEN_SOURCES:
        return WRITTEN
    if level(entry) == "low":
        return CANDIDATE
    is_spoken = entry["source"] == "transcript"  # typed in a past session
    return WRITTEN if is_spoken and entry.get("type") != "error" else PROVEN


def is_lesson(entry: dict) -> bool:
    """Return True if there is a fix that is written or proven, and not only a draft of one."""
    return grade(entry) in (WRITTEN, PROVEN)


def seen(entry: dict) -> int:
    """The sightings: how often its mistake was met, or its rule stated. `occurrences` counts the
    verified uses of its fix beside them, which are none."""
    met = entry["occurrences"] - entry.get("worked", 0)
    return max(1, met, min(entry.get("sessions", 1), entry["occurrences"]))


def given_keywords(entry: dict) -> list:
    """The keywords that a person gave: those that do not follow from the learning's own texts. Of a
    learning made by hand that has one of these, all its keywords are."""
    texts = " ; ".join(entry[field][:1000] for field in ("trigger", "context", "resolution"))
    low = texts.lower()
    own = _terms(texts)
    keywords = entry["keywords"]
    added = [word for word in keywords if word.lower() not in low and not _terms(word) <= own]
    by_hand = (entry.get("source") or "user") in BY_HAND and not entry.get("sessions")
    return list(keywords) if added and by_hand else added


def _terms(text: str) -> set:
    from reflexion.text.tokens import terms  # not before: it reads the lists of words

    return {term.text for term in terms(text)}
