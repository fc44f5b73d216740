"""A reflection up to the writing: what the session shows, and what is known already."""

from __future__ import annotations

import os

from reflexion.hosts.claude.transcript import folder_name
from reflexion.hosts.registry import homes
from reflexion.hosts.transcripts import events
from reflexion.reflect import handoff, known, pages, related, sessions
from reflexion.reflect.decisions import PROJECT, USER
from reflexion.reflect.extract import extract
from reflexion.reflect.known import FOLDER
from reflexion.store.fs import escapes, inside
from reflexion.store.paths import home_folder
from reflexion.text.tokens import terms, worth


class Reflection:
    """One session's reflection: `found` (a trusted Project), `chosen` (Transcript), `hand`
    (Handoff; its folder is made when `keep`), `context` (session-context.json), `extra` (the
    user's patterns of secrets), `focus` (words, or "")."""

    def __init__(self, found, options, keep: bool = True):
        """`options` (session, file, user, focus) name the session. Raises NotDone."""
        self.found = found
        self.extra = found.settings["redact"]
        self.focus = options.focus
        self.chosen = sessions.chosen(found.root, options.session, options.file)
        self.hand = handoff.Handoff(self.chosen.session)
        old = self.hand.load(handoff.CONTEXT)
        at_home = (
            options.user or old.get("level") == USER or sessions.is_of_the_home(self.chosen.path)
        )
        level = USER if at_home else PROJECT
        self.context = self._describe(level, self.hand.path if keep or self.hand.exists() else "")
        if keep and old != self.context:
            self.hand.dump(handoff.CONTEXT, self.context)

    def _describe(self, level: str, folder: str) -> dict:
        """session-context.json; folder: of the hand-off, or ""."""
        store = self.found.home if level == USER else self.found.store
        context = {
            "session": self.chosen.session,
            "host": self.chosen.host,
            "transcript": self.chosen.path,
            "bytes": self.chosen.size,
            "root": self.found.root,
            "level": level,
            "entries": store.dir if store else "",
            "memory": "" if level == USER else self._memory(),
            "insights": self._insight_folders(level),
            "folder": folder,
        }
        if folder:
            names = (handoff.SUMMARY, handoff.INSIGHTS, handoff.RELATED)
            context["files"] = {it.partition(".")[0]: os.path.join(folder, it) for it in names}
        return context

    def _memory(self) -> str:
        """The folder of Claude Code's auto memory, where it knows the project; else ""."""
        projects = os.path.join(homes(os.environ)["claude"], "projects")
        known = [os.path.join(projects, folder_name(self.found.root))]
        own = os.path.dirname(self.chosen.path)
        if self.chosen.host == "claude" and os.path.basename(os.path.dirname(own)) == "projects":
            known.append(own)
        there = [folder for folder in known if os.path.isdir(folder)]
        return os.path.join(there[0], "memory") if there else ""

    def _insight_folders(self, level: str) -> dict:
        """level -> the folder of its insight files, "" where there is none."""
        home = home_folder(os.environ)
        folders = {} if level == USER else {PROJECT: os.path.join(self.found.root, FOLDER)}
        folders[USER] = os.path.join(home, FOLDER) if home else ""
        return folders


def extraction(work: Reflection, again: bool = False, keep: bool = True, progress=None) -> dict:
    """{"summary", "insights", "more", "problems"}: from the hand-off files where they are, else (or
    `again`) from the transcript. Not `keep`: from the transcript, and nothing is written."""
    hand = work.hand
    result = hand.load(handoff.EXTRACTION) if keep and not again else {}
    if not {"summary", "insights", "more"} <= set(result):
        result = _extracted(work, progress)
        if keep:
            _hand_over(work, result, again)
    result["problems"] = []
    text = hand.read(handoff.INSIGHTS) if keep else None
    if text is not None:
        result["insights"] = pages.read_insights(text, result["problems"], work.extra)
    return result


def _extracted(work: Reflection, progress) -> dict:
    """What the transcript shows; insights beside the focus are offered as missed."""
    result = extract(events(work.chosen.path, progress), work.found.root, work.extra)
    if work.focus:
        rows = [*result["insights"], *result["more"]]
        about = [row for row in rows if is_about(row["title"], work.focus)]
        result.update(insights=about, more=[row for row in rows if row not in about])
    return result


def _hand_over(work: Reflection, result: dict, again: bool) -> None:
    """Write the hand-off files; what an agent or a person edited stays, unless `again`."""
    work.hand.dump(handoff.EXTRACTION, {**result, "bytes": work.chosen.size})
    for name, text in _written(result):
        if again or work.hand.read(name) is None:
            work.hand.write(name, text)


def is_about(text: str, focus: str) -> bool:
    """Do the two share a word that tells something? True without a focus."""
    wanted = {term.text for term in terms(focus) if worth(term) >= 0.3}
    return not focus or bool(wanted & {term.text for term in terms(text)})


def outgrown(work: Reflection) -> bool:
    """Did the session go on since it was read, and has nobody worked on what was read then?"""
    hand = work.hand
    saved = work.hand.load(handoff.EXTRACTION)
    if not saved or saved.get("bytes", 0) >= work.chosen.size:
        return False
    worked_on = hand.load(handoff.ANSWERS) or hand.load(handoff.DONE, list)
    return not worked_on and all(hand.read(name) == text for name, text in _written(saved))


def _written(result: dict) -> tuple:
    summary = pages.summary(result["summary"])
    insights = pages.insights(result["insights"])
    return (handoff.SUMMARY, summary), (handoff.INSIGHTS, insights)


def relations(work: Reflection) -> list:
    """The insights with "verdict" and "relations", those of the hand-off file among them."""
    root = work.found.root
    user_level = work.context["level"] == USER
    places = known.files(root, os.environ, work.context["memory"], user_level)
    stated = known.statements(places)
    listed = set(places)
    stores = [None if user_level else work.found.store, work.found.home]
    earlier = pages.read_related(work.hand.read(handoff.RELATED) or "", work.extra)

    def nameable(path: str) -> bool:
        ours = inside(os.path.abspath(path), root) and not escapes(path, root)
        return path in listed or ours and os.path.isfile(path)

    rows = []
    for insight in extraction(work)["insights"]:
        near = related.relate(insight, stated, stores, work.extra)
        near = related.keep_judged(insight["title"], near, earlier, nameable)
        rows.append({**insight, "verdict": related.verdict(near), "relations": near})
    work.hand.write(handoff.RELATED, pages.related(rows))
    return rows
