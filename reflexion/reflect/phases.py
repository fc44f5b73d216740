"""A reflection up to the writing: which session, what it shows, what is known already; then what
was chosen is checked, and its evidence looked up in the transcript."""

from __future__ import annotations

import json
import os
import re

from reflexion.hosts.claude.transcript import folder_name
from reflexion.hosts.lines import lines
from reflexion.hosts.registry import homes
from reflexion.hosts.transcripts import at, events, find
from reflexion.reflect import handoff, related
from reflexion.reflect.extract import extract
from reflexion.reflect.related import CONFLICTING, FOLDER, can_merge, name_of, place
from reflexion.store.paths import escapes, home_folder, inside
from reflexion.text.tokens import terms, worth

PROJECT, USER = "project", "user"
RUNNING = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")
NONE = (
    "no transcript of this project was found (Claude Code: ~/.claude/projects, "
    "Codex: ~/.codex/sessions); name one with --file"
)

ALLOWED = {  # the first is what stands where nothing is said
    "action": ("create", "merge", "skip"),
    "where": ("entry", "memory", "insights"),
    "conflict": ("", "new", "old", "both"),
}
SHARE = 0.6  # of a quote's words that its line must hold: agents shorten
WORD = r"[^\W_]{3,}"


class NotDone(Exception):
    """It could not be done, and nothing was changed; the text says why and what to do."""


class Reflection:
    """One session's reflection: `found` (a trusted Project), `chosen` (Transcript), `hand`
    (Handoff;
    its folder is made when `keep`), `context` (session-context.json), `extra` (the user's patterns
    of secrets), `focus` (words, or ""). Raises NotDone."""

    def __init__(self, found, options, payload: dict | None = None, keep: bool = True):
        """`options` (session, file, user, domain, focus) and the payload name the session."""
        self.found, self.extra, self.focus = found, found.settings["redact"], options.focus
        named = {name: it for name, it in (payload or {}).items() if isinstance(it, str)}
        session = options.session or named.get("session_id", "")
        path = options.file or named.get("transcript_path", "")
        several = transcripts(found.root, session, path)
        if not several:
            raise NotDone(NONE)
        now = [it for it in several if it.session in running()]
        self.chosen = (several if session else now or several)[-1]
        self.hand = handoff.Handoff(self.chosen.session)
        old = self.hand.load(handoff.CONTEXT)
        level = USER if options.user or old.get("level") == USER else PROJECT
        self.context = self._describe(level, self.hand.path if keep or self.hand.exists() else "")
        domain = options.domain or old.get("domain", "")
        if domain:
            folder = os.path.join(found.root, *domain.replace("\\", "/").split("/"))
            if not _is_folder(folder, found.root):
                raise NotDone(f"--domain {domain}: there is no such folder in {found.root}")
            self.context["domain"] = os.path.relpath(folder, found.root).replace(os.sep, "/")
        if keep and old != self.context:
            self.hand.dump(handoff.CONTEXT, self.context)

    def _describe(self, level: str, folder: str) -> dict:
        """session-context.json; folder: of the hand-off, or ""."""
        chosen, root, home = self.chosen, self.found.root, home_folder(os.environ)
        # Claude Code's auto memory, where it knows the project
        known = [os.path.join(homes(os.environ)["claude"], "projects", folder_name(root))]
        known += [os.path.dirname(chosen.path)] if chosen.host == "claude" else []
        known = [folder for folder in known if folder.split(os.sep)[-2:-1] == ["projects"]]
        memory = [os.path.join(folder, "memory") for folder in known if os.path.isdir(folder)]
        store = self.found.home if level == USER else self.found.store
        insights = {} if level == USER else {PROJECT: os.path.join(root, FOLDER)}
        insights[USER] = os.path.join(home, FOLDER) if home else ""
        context = {"session": chosen.session, "host": chosen.host, "transcript": chosen.path}
        context.update(bytes=chosen.size, root=root, level=level)
        context["entries"] = store.dir if store else ""
        context["memory"] = memory[0] if memory and level != USER else ""
        context.update(insights=insights, folder=folder)
        if folder:
            names = (handoff.SUMMARY, handoff.INSIGHTS, handoff.RELATED)
            context["files"] = {it.partition(".")[0]: os.path.join(folder, it) for it in names}
        return context


def _is_folder(path: str, root: str) -> bool:
    return os.path.isdir(path) and inside(os.path.abspath(path), root)


def transcripts(root: str, session: str = "", path: str = "") -> list:
    """The Transcripts of the project, oldest first: all, those of a session (by its id or the
    beginning of it), or the one in a file. Raises NotDone where what is named is not there."""
    if path and not os.path.isfile(path):
        raise NotDone(
            f"{path} is not there: name a transcript, or leave it out for the newest session"
        )
    if path:
        return [at(os.path.abspath(path))]
    those = [it for it in find(root, os.environ) if it.session.startswith(session)]
    if session and not those:
        wanted = f"there is no session {session[:60]} of this project"
        raise NotDone(f"{wanted}: name its transcript with --file")
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
    hand, saved = work.hand, work.hand.load(handoff.EXTRACTION)
    if not saved or saved.get("bytes", 0) >= work.chosen.size:
        return False
    worked_on = hand.load(handoff.ANSWERS) or hand.load(handoff.DONE, list)
    return not worked_on and all(hand.read(name) == text for name, text in _written(saved))


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
        ours = inside(os.path.abspath(path), root) and not escapes(path, root)
        return path in listed or ours and os.path.isfile(path)

    rows = []
    for insight in extraction(work)["insights"]:
        near = related.relate(insight, known, stores, work.extra)
        near = related.keep_judged(insight["title"], near, earlier, nameable)
        rows.append({**insight, "verdict": related.verdict(near), "relations": near})
    work.hand.write(handoff.RELATED, handoff.related(rows))
    return rows


def decided(value, insights: list, context: dict) -> list:
    """What was chosen, checked: decisions on `insights` (rows of `relations`) with every field:
    number,
    insight (the row), action, where, scope, target, topic, tags, summary, supersede (relations)."""
    rows = value.get("decisions") if isinstance(value, dict) else value
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        form = '{"insight": 1, "action": "create", "where": "entry"}'
        raise NotDone(f"decisions must be a list of objects, such as {form}")
    chosen, seen = [], []
    for row in rows:
        number = row.get("insight")
        if type(number) is not int or not 1 <= number <= len(insights):
            raise NotDone(f"insight must be a number from 1 to {len(insights)}")
        if number in seen:
            raise NotDone(f"insight {number} is decided twice")
        seen.append(number)
        try:
            decision = _checked(row, insights[number - 1], context)
        except NotDone as error:
            raise NotDone(f"insight {number}: {error}") from None
        chosen += [{"number": number, **decision}] if decision else []
    return chosen


def _checked(row: dict, insight: dict, context: dict) -> dict | None:
    decision = {name: row.get(name, values[0]) for name, values in ALLOWED.items()}
    for name, values in ALLOWED.items():
        if decision[name] not in values:
            raise NotDone(f"{name} must be one of {', '.join(filter(None, values))}")
    if decision["action"] == "skip" or decision["conflict"] == "old":
        return None
    against = [it for it in insight["relations"] if it["kind"] == CONFLICTING]
    if against and not decision["conflict"]:
        shown = "; ".join(f"old: {it['excerpt']} ({place(it)})" for it in against)
        raise NotDone(
            "it contradicts what is known, and that is never settled silently. "
            f"new: {insight['title']} {shown}. Ask the user, then say "
            '"conflict": "new" (the old is archived), "old" (the new is dropped) or "both"'
        )
    for name in ("scope", "target", "topic", "summary", "title"):
        text = row.get(name) or ""
        if not isinstance(text, str):
            raise NotDone(f"{name} must be text")
        decision[name] = text.strip()
    domain = context.get("domain", "") if decision["where"] == "insights" else ""
    decision["scope"] = decision["scope"] or domain or context["level"]
    decision["insight"] = {**insight, "title": decision["title"] or insight["title"]}
    tags = row.get("tags", [])
    tags = tags.split(",") if isinstance(tags, str) else tags
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise NotDone("tags must be a list of words")
    decision["tags"] = [tag.strip() for tag in tags if tag.strip()][:12]
    by_name = {name: it for it in against for name in (f"{it['path']}:{it['line']}", name_of(it))}
    names = row.get("supersede") if decision["conflict"] == "new" else []
    names = [*map(name_of, against)] if names is None else names
    if not isinstance(names, list) or not {*map(str, names)} <= set(by_name):
        raise NotDone("supersede must name what conflicts, as an id or path:line")
    decision["supersede"] = [by_name[name] for name in dict.fromkeys(names)]
    _check_place(decision, context)
    return decision


def _check_place(decision: dict, context: dict) -> None:
    where, scope, root = decision["where"], decision["scope"], context["root"]
    if where == "memory" and not context["memory"]:
        why = "user level, or a project that Claude Code does not know"
        raise NotDone(f"MEMORY.md is not offered here ({why}): choose entry or insights")
    if context["level"] == USER and scope != USER:
        raise NotDone("at user level nothing goes into a project")
    if where == "insights" and scope not in (PROJECT, USER):
        folder = os.path.dirname(folder_of(decision, context))
        if not _is_folder(folder, root) or escapes(folder, root):
            raise NotDone("scope must be project, user, or a folder of the project")
    if decision["action"] == "merge" and where != "memory":
        near = filter(can_merge, decision["insight"]["relations"])
        known = {it["entry"] or it["path"] for it in near}
        if decision["target"] not in known:
            offered = ", ".join(sorted(known)) or "nothing it can be merged into"
            raise NotDone(f"target must be one of what the related phase found: {offered}")


def folder_of(decision: dict, context: dict) -> str:
    """The insight folder that a decision names."""
    parts = decision["scope"].replace("\\", "/").split("/")
    domain = os.path.join(context["root"], *parts, FOLDER)
    return context["insights"].get(decision["scope"], domain)


def missing(path: str, insights: list) -> list:
    """(place in `insights`, line, why) of evidence that the transcript in `path` does not hold."""
    wanted, wrong = {}, []
    for n, insight in enumerate(insights):
        if not insight["evidence"]:
            wrong.append((n, 0, "nothing is named that shows it"))
        for shown in insight["evidence"]:
            wanted.setdefault(shown["line"], []).append((n, shown.get("quote", "")))
    for number, line in lines(path) if wanted else ():
        for n, quote in wanted.pop(number, ()):
            if not holds(line, quote):
                wrong.append((n, number, f"line {number} does not hold the words quoted from it"))
        if number >= max(wanted, default=0):
            break
    for number, rows in wanted.items():
        wrong += [(n, number, f"the transcript has no line {number}") for n, _ in rows]
    return sorted(wrong)


def holds(line: bytes, quote: str) -> bool:
    """Does a line of a transcript hold (most of) the words of a quote?"""
    words = set(re.findall(WORD, quote.replace("[REDACTED]", " ").lower()))
    if len(words) < 2:
        return True
    try:
        text = json.dumps(json.loads(line), ensure_ascii=False)
    except (ValueError, RecursionError):
        text = line.decode("utf-8", "replace")
    there = set(re.findall(WORD, re.sub(r"\\[nrt]", " ", text.lower())))
    return len(words & there) >= SHARE * len(words)
