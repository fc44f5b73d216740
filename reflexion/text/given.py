"""The keywords of a learning that a person gave it, beside those that were derived."""

from reflexion.text.tokens import terms

BY_HAND = ("user", "agent")  # sources of what `add` wrote; without one the file was made by hand


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
    return {term.text for term in terms(text)}
