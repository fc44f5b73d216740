"""Phase four: write what was chosen, all of it or nothing."""

from reflexion.hosts.event import PROMPT
from reflexion.hosts.transcripts import events
from reflexion.reflect import decisions, evidence, handoff
from reflexion.reflect.decisions import USER, NotDone
from reflexion.reflect.undo import Undo
from reflexion.reflect.writer import Writer
from reflexion.signals.secrets import redact
from reflexion.store import trust
from reflexion.store.session import HEARD, Session


def integrate(work, given, doors, rows: list) -> dict:
    """Carry the decisions on `rows` (of the related phase) out; {"written": [...], "superseded":
    [...], "skipped": n, "before": n}. Whatever it raises, nothing was changed. `doors` is what
    other packages do for it: `draft` an entry, `retire` one with its rule, the `checksum` of a
    prompt, `watch` a file that is about to be written."""
    chosen = decisions.decided(given, rows, work.context)
    wrong = evidence.missing(work.chosen.path, [decision["insight"] for decision in chosen])
    if wrong:
        number = chosen[wrong[0].place]["number"]
        raise NotDone(f"insight {number} has no evidence: {wrong[0].why}; nothing was written")
    done = work.hand.load(handoff.DONE, list)
    titles = {row["title"] for row in done}
    with Undo(doors.watch) as undo:
        _remember_trust(work.found, undo)
        writer = Writer(work, undo, doors)
        for decision in chosen:
            if decision["insight"]["title"] not in titles:
                writer.carry_out(decision)
        work.hand.dump(handoff.DONE, [*done, *writer.written])
        if writer.written and work.context["level"] != USER:
            _mark_prompts(work, undo, doors, [decision["insight"] for decision in chosen])
        undo.pop_all()
    return {
        "written": writer.written,
        "superseded": writer.superseded,
        "skipped": len(rows) - len(chosen),
        "before": len(done),
    }


def _remember_trust(found, undo) -> None:
    """A store that is made now, and taken back, is not trusted for it."""
    if found.listed.standing:
        for path in trust.files(found.listed, found.home_dir):
            undo.remember(path)
    elif found.home:
        undo.callback(trust.distrust, found.store.dir, found.home_dir)


def _mark_prompts(work, undo, doors, insights: list) -> None:
    """Put on record that the prompts which show these insights were captured: `reflect` stores
    nothing of them a second time."""
    wanted = {shown["line"] for insight in insights for shown in insight["evidence"]}
    marks = {}
    for line, event in events(work.chosen.path):
        if line in wanted and event.name == PROMPT:
            said = redact(event.prompt, work.extra)
            mark = {"kind": HEARD, "sum": doors.checksum(said)}
            marks.setdefault(event.session, []).append(mark)
    for session, of_session in marks.items():
        undo.made(work.found.store)
        work.found.ready()  # the state is private, and ours, before anything is put there
        Session(work.found.store, session).add(*of_session)
