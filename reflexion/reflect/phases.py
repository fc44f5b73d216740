"""A reflection up to the writing: which session, what it shows, what is known already."""

from __future__ import annotations

import os

from reflexion.hosts.codex import session_of
from reflexion.hosts.fields import homes
from reflexion.hosts.transcripts import Transcript, events, find, folder_name
from reflexion.reflect import handoff, related
from reflexion.reflect.extract import extract
from reflexion.store.paths import escapes, home_folder, inside
from reflexion.text.tokens import terms, worth

PROJECT, USER = "project", "user"
RUNNING = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")
NONE = (
    "no transcript of this project was found (Claude Code: ~/.claude/projects, "
    "Codex: ~/.codex/sessions); name one with --file"
)


class NotDone(Exception):
    """It could not be done, and nothing was changed; the text says why and what to do."""


class Reflection:
    """One session's reflection: `found` (a trusted Project), `chosen` (Transcript), `hand` (Handoff;
    its folder is made when `keep`), `context` (session-context.json), `extra` (the user's patterns
    of secrets), `focus` (words, or ""). Raises NotDone."""

    def __init__(self, found, options, payload: dict | None = None, keep: bool = True):
        """`options` (session, file, user, domain, focus) and the payload name the session."""
        self.found, self.extra, self.focus = found, found.settings["redact"], options.focus
        named = [(payload or {}).get(name) for name in ("transcript_path", "session_id")]
        path, session = (value if isinstance(value, str) else "" for value in named)
        path, session = options.file or path, options.session or session
        several = transcripts(found.root, session, path)
        if not several:
            raise NotDone(NONE)
        now = [it for it in several if it.session in running()]
        self.chosen = (several if session else now or several)[-1]
        self.hand = handoff.Handoff(self.chosen.session)
        old = self.hand.load(handoff.CONTEXT)
        level = USER if options.user or old.get("level") == USER else PROJECT
        self.context = self._describe(level, keep)
        domain = options.domain or old.get("domain", "")
        if domain:
            folder = os.path.join(found.root, *domain.replace("\\", "/").split("/"))
            if not os.path.isdir(folder) or not inside(os.path.abspath(folder), found.root):
                raise NotDone(f"--domain {domain}: there is no such folder in {found.root}")
            self.context["domain"] = os.path.relpath(folder, found.root).replace(os.sep, "/")
        if keep and old != self.context:
            self.hand.dump(handoff.CONTEXT, self.context)

    def _describe(self, level: str, keep: bool) -> dict:
        """session-context.json"""
        chosen, root, home = self.chosen, self.found.root, home_folder(os.environ)
        # Claude Code's auto memory, where it knows the project
        known = [os.path.join(homes(os.environ)["claude"], "projects", folder_name(root))]
        known += [os.path.dirname(chosen.path)] if chosen.host == "claude" else []
        known = [folder for folder in known if folder.split(os.sep)[-2:-1] == ["projects"]]
        memory = [os.path.join(folder, "memory") for folder in known if os.path.isdir(folder)]
        store = self.found.home if level == USER else self.found.store
        folder = self.hand.path if keep or self.hand.exists() else ""
        insights = {} if level == USER else {PROJECT: os.path.join(root, related.FOLDER)}
        context = {
            "session": chosen.session,
            "host": chosen.host,
            "transcript": chosen.path,
            "bytes": chosen.size,
            "root": root,
            "level": level,
            "entries": store.dir if store else "",
            "memory": memory[0] if memory and level != USER else "",
            "insights": {**insights, USER: os.path.join(home, related.FOLDER) if home else ""},
            "folder": folder,
        }
        if folder:
            names = (handoff.SUMMARY, handoff.INSIGHTS, handoff.RELATED)
            files = {name.partition(".")[0]: os.path.join(folder, name) for name in names}
            context["files"] = files
        return context


def transcripts(root: str, session: str = "", path: str = "") -> list:
    """The Transcripts of the project, oldest first: all, those of a session (by its id or the
    beginning of it), or the one in a file. Raises NotDone where what is named is not there."""
    if path:
        if not os.path.isfile(path):
            remedy = "name a transcript, or leave it out for the newest session"
            raise NotDone(f"{path} is not there: {remedy}")
        path = os.path.abspath(path)
        rollout = session_of(path)
        name = os.path.splitext(os.path.basename(path))[0]
        return [Transcript(path, "codex" if rollout else "claude", rollout or name)]
    those = [it for it in find(root, os.environ) if it.session.startswith(session)]
    if session and not those:
        remedy = "name its transcript with --file"
        raise NotDone(f"there is no session {session[:60]} of this project: {remedy}")
    return those


def running() -> list:
    """The ids of the sessions that this process runs in: none, by hand."""
    return [os.environ[name] for name in RUNNING if os.environ.get(name)]


def extraction(work: Reflection, again: bool = False, keep: bool = True, progress=None) -> dict:
    """{"summary", "insights", "more", "problems"}: from the hand-off files where they are, else (or
    `again`) from the transcript. Not `keep`: from the transcript, and nothing is written."""
    hand = work.hand
    result = hand.load(handoff.EXTRACTION) if keep and not again else {}
    if not {"summary", "insights", "more"} <= set(result):
        result = extract(events(work.chosen.path, progress), work.found.root, work.extra)
        if work.focus:  # the other insights are offered as missed
            rows = [*result["insights"], *result["more"]]
            about = [row for row in rows if is_about(row["title"], work.focus)]
            result.update(insights=about, more=[row for row in rows if row not in about])
        if keep:
            hand.dump(handoff.EXTRACTION, {**result, "bytes": work.chosen.size})
            for name, text in _written(result):
                if again or hand.read(name) is None:
                    hand.write(name, text)
    result["problems"] = []
    text = hand.read(handoff.INSIGHTS) if keep else None
    if text is not None:
        result["insights"] = handoff.read_insights(text, result["problems"], work.extra)
    return result


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
    summary, insights = handoff.summary(result["summary"]), handoff.insights(result["insights"])
    return (handoff.SUMMARY, summary), (handoff.INSIGHTS, insights)


def relations(work: Reflection) -> list:
    """The insights with "verdict" and "relations", those of the hand-off file among them."""
    root, user_level = work.found.root, work.context["level"] == USER
    places = related.files(root, os.environ, work.context["memory"], user_level)
    known, listed = related.statements(places), set(places)
    stores = [None if user_level else work.found.store, work.found.home]
    earlier = handoff.read_related(work.hand.read(handoff.RELATED) or "", work.extra)

    def nameable(path: str) -> bool:
        there = inside(os.path.abspath(path), root) and os.path.isfile(path)
        return path in listed or there and not escapes(path, root)

    rows = []
    for insight in extraction(work)["insights"]:
        near = related.relate(insight, known, stores, work.extra)
        near = related.keep_judged(insight["title"], near, earlier, nameable)
        rows.append({**insight, "verdict": related.verdict(near), "relations": near})
    work.hand.write(handoff.RELATED, handoff.related(rows))
    return rows
