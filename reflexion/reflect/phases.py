"""The phases of a guided reflection up to the writing: which session, what it shows, what is known
already."""

from __future__ import annotations

import os

from reflexion.hosts.transcripts import events
from reflexion.reflect import context as contexts
from reflexion.reflect import dialogue, handoff, pages, related, sources
from reflexion.reflect.context import PROJECT, USER, NotDone
from reflexion.reflect.extract import extract
from reflexion.store.paths import escapes, inside
from reflexion.text.tokens import terms, worth

UNTRUSTED = (
    "this store came with the checkout and is not trusted yet: look at it, "
    "then run `reflexion trust`"
)


class Reflection:
    """One session's reflection: `found` (Project), `chosen` (Transcript), `hand` (Handoff),
    `context`, `focus` (words, or "")."""

    def __init__(self, found, chosen, hand, context, focus: str = ""):
        self.found, self.chosen, self.hand, self.context = found, chosen, hand, context
        self.extra, self.focus = found.settings["redact"], focus


def begin(found, options, payload: dict | None = None, keep: bool = True) -> Reflection:
    """The session that `options` (session, file, user, domain, focus) name, its hand-off folder
    (made when `keep`) and the context. Raises NotDone."""
    if found.store.exists() and not found.trusted:
        raise NotDone(UNTRUSTED)
    root = found.root
    chosen = contexts.choose(root, os.environ, payload or {}, options.session, options.file)
    hand = handoff.Handoff(chosen.session)
    old = hand.load(handoff.CONTEXT)
    level = USER if options.user or old.get("level") == USER else PROJECT
    stores = (found.store.dir, found.home.dir if found.home else "")
    folder = hand.path if keep or hand.exists() else ""
    context = contexts.describe(chosen, root, os.environ, level, stores, folder)
    domain = options.domain or old.get("domain", "")
    if domain:
        context["domain"] = _domain(root, domain)
    if keep and old != context:
        hand.dump(handoff.CONTEXT, context)
    return Reflection(found, chosen, hand, context, options.focus)


def _domain(root: str, name: str) -> str:
    folder = os.path.join(root, *name.replace("\\", "/").split("/"))
    if not os.path.isdir(folder) or not inside(os.path.abspath(folder), root):
        raise NotDone(f"--domain {name}: there is no such folder in {root}")
    return os.path.relpath(folder, root).replace(os.sep, "/")


def extraction(work: Reflection, again: bool = False, keep: bool = True, progress=None) -> dict:
    """{"summary", "insights", "more", "problems"}: from the hand-off files where they are, else (or
    `again`) from the transcript. Not `keep`: from the transcript, and nothing is written."""
    result = work.hand.load(handoff.EXTRACTION) if keep and not again else {}
    if not {"summary", "insights", "more"} <= set(result):
        read = extract(events(work.chosen.path, progress), work.found.root, work.extra)
        result = focused(read, work.focus)
        if keep:
            _hand_over(work, result, again)
    result["problems"] = []
    text = work.hand.read(handoff.INSIGHTS) if keep else None
    if text is not None:
        result["insights"] = pages.read_insights(text, result["problems"], work.extra)
    return result


def focused(result: dict, focus: str) -> dict:
    """The extraction with the insights about the focus alone; the others are offered as missed."""
    if not focus:
        return result
    rows = [*result["insights"], *result["more"]]
    about = [row for row in rows if is_about(row["title"], focus)]
    return {
        **result,
        "insights": about,
        "more": [row for row in rows if row not in about],
    }


def is_about(text: str, focus: str) -> bool:
    """Do the two share a word that tells something? True without a focus."""
    wanted = {term.text for term in terms(focus) if worth(term) >= 0.3}
    return not focus or bool(wanted & {term.text for term in terms(text)})


def outgrown(work: Reflection) -> bool:
    """Did the session go on since it was read, and has nobody worked on what was read then?"""
    hand = work.hand
    saved = hand.load(handoff.EXTRACTION)
    if not saved or saved.get("bytes", 0) >= work.chosen.size:
        return False
    if hand.load(handoff.ANSWERS) or hand.load(handoff.DONE, list):
        return False
    return all(hand.read(name) == text for name, text in _written(saved))


def _written(result: dict) -> tuple:
    summary, insights = (
        pages.summary(result["summary"]),
        pages.insights(result["insights"]),
    )
    return (handoff.SUMMARY, summary), (handoff.INSIGHTS, insights)


def _hand_over(work: Reflection, result: dict, again: bool) -> None:
    work.hand.dump(handoff.EXTRACTION, {**result, "bytes": work.chosen.size})
    for name, text in _written(result):
        if again or work.hand.read(name) is None:
            work.hand.write(name, text)


def relations(work: Reflection) -> list:
    """[{"title", "verdict", "relations", ...the insight's fields}], with what the hand-off file
    says already."""
    root, user_level = work.found.root, work.context["level"] == USER
    places = sources.files(root, os.environ, work.context["memory"], user_level)
    known, listed = sources.statements(places), {path for path, _ in places}
    stores = [None if user_level else work.found.store, work.found.home]
    earlier = pages.read_related(work.hand.read(handoff.RELATED) or "", work.extra)

    def nameable(path: str) -> bool:
        there = inside(os.path.abspath(path), root) and os.path.isfile(path)
        return path in listed or there and not escapes(path, root)

    rows = []
    for insight in extraction(work)["insights"]:
        near = related.relate(insight, known, stores, work.extra)
        near = related.keep_judged(insight["title"], near, earlier, nameable)
        rows.append({**insight, "verdict": related.verdict(near), "relations": near})
    work.hand.write(handoff.RELATED, pages.related(rows))
    return rows


def questions(result: dict) -> list:
    """What a host's question tool can ask after phase two."""
    asked = (
        dialogue.about_summary(),
        dialogue.about_changes(result["summary"]),
        dialogue.about_keeping(result["insights"]),
        dialogue.about_missed(dialogue.missed(result)),
    )
    return [question for question in asked if question]
