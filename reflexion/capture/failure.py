"""A call that may have failed: what is kept of it, and the lesson that is known for it."""

from __future__ import annotations

from reflexion.capture.door import admit, excerpt
from reflexion.decision import Decision, Sighting
from reflexion.detect import secrets
from reflexion.detect.failures import judge
from reflexion.learning.entry import MAX_CONTEXT, MAX_TRIGGER
from reflexion.learning.identity import fingerprint
from reflexion.learning.lesson import block, is_persons, may_tell
from reflexion.store import dropped, history, paths
from reflexion.store.events import COMPACTED, FAILED, TOLD
from reflexion.text.clean import as_typed, one_line, shorten_middle
from reflexion.text.words import keywords

SHOWN_COMMAND = 100  # characters of a command in the look-back
MAX_MATCHED = 2000  # characters of a command that the setting `ignore` is held against
COMES_BACK = 3  # told sessions after which a lesson that does not help waits for review


def decide_failure(event, project, log) -> Decision | None:
    """Return what becomes of a call, None for nearly all: it did not fail.

    `log` is the SessionLog of the event's session.
    """
    if _is_left_out(event, project):
        return None
    verdict = _verdict(event)
    if not verdict.failed or not verdict.line:
        return None
    failure = _Failure(event, project, verdict)
    store, known = _find(project, failure.mark)
    if not known and dropped.is_dropped(project.store, failure.mark):
        return None
    decision = Decision()
    decision.sighting = Sighting(store, failure.draft(), failure.mark, known)
    entry = store.get(known) if known else None
    if entry:
        _add_lesson(decision, entry, event, log)
    decision.rows.insert(0, failure.row())
    decision.history.append((history.SEEN, known))
    return decision


def _is_left_out(event, project) -> bool:
    if event.tool not in project.settings["tools"] or event.benign or event.interrupted:
        return True
    if paths.is_outside(event.cwd, project.root, project.environ, project.store.exists()):
        return True
    ignored = project.settings["ignore"]
    return bool(ignored) and secrets.matches(event.command[:MAX_MATCHED], ignored)


def _verdict(event):
    """Return the Verdict of a shell call; of another tool by what the host says."""
    if event.tool in ("Bash", "PowerShell"):
        return judge(event.command, event.exit_code, event.output, event.interrupted)
    return judge("", int(bool(event.failed)), event.output, event.interrupted)


class _Failure:
    """A failed call, its texts cleaned and cut."""

    def __init__(self, event, project, verdict):
        near = excerpt(event.output, verdict.line)
        command = event.command or f"{event.tool} {event.path}".strip()
        folder = paths.relative(event.cwd, project.root)
        texts = [command, near, verdict.line, verdict.call, folder]
        clean = admit(texts, project.settings["redact"])
        here = project.root + "/"  # paths of this machine say nothing to others
        command, _, line, call, folder = (text.replace(here, "") for text in clean)
        self.agent = event.agent
        self.own_code = verdict.own_code
        self.trigger = one_line(line, MAX_TRIGGER)
        self.context = as_typed(command, MAX_CONTEXT)
        self.shown = shorten_middle(command, SHOWN_COMMAND, keep=call)
        self.cwd = folder
        self.mark = fingerprint("error", self.trigger, call or self.context)

    def draft(self) -> dict:
        """Return the fields of a new entry."""
        entry = {
            "type": "error",
            "trigger": self.trigger,
            "context": self.context,
            "resolution": "",
            "keywords": keywords(self.trigger, self.context),
            "cwd": self.cwd,
        }
        if self.mark != fingerprint("error", self.trigger, self.context):
            entry["aliases"] = [self.mark]  # of a chain of commands the failing one counts
        return entry

    def row(self) -> dict:
        """Return the session's row about it; its id is filled in when it is stored."""
        row = {"what": FAILED, "text": self.shown, "line": self.trigger, "agent": self.agent}
        return {**row, "own_code": True} if self.own_code else row


def _find(project, mark: str) -> tuple:
    """Return (the store, the id) of the entry with this fingerprint; (the project's, "")."""
    for store in [project.store, *project.stores()]:
        known = store.index.find(mark) if store.exists() else ""
        if known:
            return store, known
    return project.store, ""


def _add_lesson(decision: Decision, entry: dict, event, log) -> None:
    """Tell a known lesson once, and note where its failure came although it was told."""
    told = was_told(log, entry["id"], event.agent) or entry["promoted"]
    if told and may_tell(entry):
        _note_return(decision, entry, log)
    if may_tell(entry) and not was_told(log, entry["id"], event.agent):
        decision.context = block([entry])
        decision.rows.append({"what": TOLD, "id": entry["id"], "agent": event.agent})
        decision.history.append((history.TOLD, entry["id"]))


def _note_return(decision: Decision, entry: dict, log) -> None:
    """Note once a session that the failure of a told lesson came back.

    After three sessions the lesson waits for review; a person's own words do not.
    """
    entry_id = entry["id"]
    decision.history.append((history.CAME_BACK, entry_id))
    before = history.sessions_of(log.state_dir, history.CAME_BACK, entry_id)
    is_third = len(before | {log.session}) >= COMES_BACK
    if is_third and not is_persons(entry) and not entry.get("needs_review"):
        decision.flagged.append(entry_id)


def was_told(log, entry_id: str, agent: str = "") -> bool:
    """Return True if the agent was told this lesson since its context was compacted last."""
    told = False
    for row in log.of(TOLD, COMPACTED, agent=agent):
        if row["what"] == COMPACTED:
            told = False
        elif row.get("id") == entry_id:
            told = True
    return told
