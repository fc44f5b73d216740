"""`learn --for` and `learn --same`: the lesson of a failure, in a sentence of who understood it."""

from reflexion.cli.add import draft_of
from reflexion.cli.context import change_entry, propose_beside, settle_rule, stored_entry
from reflexion.cli.move import file_under
from reflexion.cli.output import Stop, say
from reflexion.cli.review import settle_two
from reflexion.signals.risk import risk_of
from reflexion.store import journal, tidy
from reflexion.store.provenance import is_persons_rule
from reflexion.store.schema import AGAINST, MAX_NOTES
from reflexion.text.grades import seen

MAX_SENTENCE = 300  # characters
GAPS = ("When …", "do …,", "because …")  # of a question's pattern, left as they were


def learn_for(context) -> None:
    """Keep the sentence as the lesson of the entry that `--for` names. Raises Stop."""
    store, name = context.locate(getattr(context.options, "for"))
    before = stored_entry(store, name)
    words = " ".join(context.options.sentence)
    sentence = checked_sentence(context, words, before)
    draft = draft_of(context, "error", before["trigger"], before["context"], sentence)
    if is_persons_rule(before, draft["source"]):
        propose_beside(store, name, sentence)
        return
    if before["resolution"]:
        tidy.keep_copy(store, name, "edit")
    now = change_entry(store, name, lambda stored: reword(stored, draft))
    file_under(store, name, context.options.skill)
    journal.note(store.state_dir, journal.OUTCOMES, name, "learned")
    context.put_on_record(store, "learned", name)
    waits = "; it waits for a person: `reflexion review`" if now.get("needs_review") else ""
    say(f"{name} learned: {now['resolution']}{waits}")
    settle_rule(context.project, store, name)


def learn_same(context) -> None:
    """Two entries are one mistake: the lesson of one is the other's, too. Raises Stop."""
    settle_two(context, [context.options.same, *context.options.sentence], "same")


def require_words(sentence: str) -> None:
    """Raises Stop where a hint's pattern ("…", or "When …, do …") was left as it is."""
    said = sentence.replace("...", "…")
    if any(gap in said for gap in GAPS) or not any(map(str.isalnum, said)):
        raise Stop("that is the pattern of a sentence: put your own words in place of each …")


def checked_sentence(context, text: str, entry: dict) -> str:
    """A sentence about an entry, fit to be stored. Raises Stop for one that is no lesson."""
    words = " ".join(text.split())
    if not words:
        raise Stop("the sentence is empty: say when, what to do, and why")
    require_words(words)
    if len(words) > MAX_SENTENCE:
        raise Stop(f"the sentence has {len(words)} characters: shorten it to {MAX_SENTENCE}")
    if words.strip("`'\" .") in entry["context"].split(" | "):
        raise Stop("that is the command that failed: say what to do instead, and when")
    context.tell_left_out(words)
    return context.clean(words, MAX_SENTENCE)


def reword(stored: dict, draft: dict) -> None:
    """Put the lesson in place of what stood there, which becomes a note: what the old one helped
    says nothing of the new one."""
    old = stored["resolution"]
    if old and old != draft["resolution"]:
        notes = [note for note in stored.get("notes") or [] if note != old]
        stored["notes"] = [*notes, old][-MAX_NOTES:]
        stored["occurrences"] = seen(stored)
        stored.pop("worked", None)
    proof = stored.get("sessions", 1) > 1 or stored.get("worked", 0) > 0
    for field in AGAINST:
        stored.pop(field, None)
    confidence = "high" if proof else draft["confidence"]
    stored.update(resolution=draft["resolution"], source=draft["source"], confidence=confidence)
    if draft["source"] == "agent" and risk_of(draft["resolution"]):
        stored["needs_review"] = True
    stored["keywords"] = list(dict.fromkeys([*stored["keywords"], *draft["keywords"]]))[:12]
