"""`reflexion reflect`: learn from sessions that are over, from what they show or with a model; its
phases, each by itself, for a person, an agent or a test; and `--guided`, their dialogue on a
terminal, with nothing written before the last yes."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager
from types import SimpleNamespace

from reflexion.capture.prompts import repeated
from reflexion.capture.record import draft
from reflexion.capture.replay import is_read, replay
from reflexion.cli.keys import Keys, KeyScreen, Left
from reflexion.cli.list import since_date
from reflexion.cli.output import Stop, print_json
from reflexion.hosts.event import Answer
from reflexion.hosts.transcripts import events, find
from reflexion.promote import promoter
from reflexion.promote.promote_hook import consider, retire
from reflexion.reflect import guide, handoff, integrate, model, phases, tiers
from reflexion.status import terminal
from reflexion.status.terminal import presentable
from reflexion.store import journal
from reflexion.store.apply import Full, record
from reflexion.store.entries import Store
from reflexion.store.fs import read_text
from reflexion.store.project import Project
from reflexion.store.schema import Unreadable, mark_of

NOTE = "proposed by `{}`, not yet looked at"
PENDING = " `reflexion review` goes through them; until then nothing of it is said."
OUTSIDE = (
    "{} calls and prompts were passed over, for they come from outside {}: "
    "name the project they belong to with --project"
)
DOORS = SimpleNamespace(draft=draft, retire=retire)
REFUSALS = (Full, promoter.Refused, tiers.Unfit, Unreadable)
NO_INSIGHT = "No insight shows by itself; what a reader sees in the session can be added to {}."
LEFT = "\nNothing was written. `reflexion reflect --guided` goes on where you were."
NO_TERMINAL = (
    "there is no terminal to ask: use the phases, `reflexion reflect extract --json` and the others"
)
ONE_SESSION = (
    "--guided is a dialogue about one session: leave --all, --since, --dry-run and --json out"
)


def reflect(given) -> int | None:
    options = given.options
    options.focus = focus_of(options.focus)
    given.at_most_one("session", "file", "all")
    if options.guided:
        return _guided(given)
    given.require_trust()
    with _refusals():
        chosen = phases.transcripts(given.project.root, options.session, options.file)
    chosen = chosen if options.all or options.session else chosen[-1:]
    if options.since:
        since = since_date(options.since)
        days = [time.strftime("%Y-%m-%d", time.localtime(it.when)) for it in chosen]
        chosen = [it for it, day in zip(chosen, days) if day >= since]
    ask_or_replay = _ask_about if vars(options)["with"] else _replay_all
    return ask_or_replay(given, chosen)


def focus_of(words: list) -> str:
    """What follows "focus on"."""
    text = " ".join(words).strip()
    return text[len("focus on ") :] if text.lower().startswith("focus on ") else text


def _replay_all(given, chosen: list) -> None:
    options, project = given.options, given.project
    fresh = [it for it in chosen if not is_read(project.store, it.session, it.size)]
    with tempfile.TemporaryDirectory(prefix="reflexion-") as scratch:
        if options.dry_run:  # all that follows happens in a copy of the store
            copy = os.path.join(scratch, ".reflexion")
            if project.store.exists():
                shutil.copytree(project.store.dir, copy, symlinks=True)
            project.store, project.home = Store(copy, scratch), None
        before = {entry["id"]: entry for entry in project.store.all()}
        answer, outside = _read(project, fresh, show=not options.json and sys.stderr.isatty())
        notice = "" if options.dry_run else consider(project, answer).notice
        after = {entry["id"]: entry for entry in project.store.all()}
    new = [entry for key, entry in after.items() if key not in before]
    old = [(before[key], entry) for key, entry in after.items() if key in before]
    counted = [now["id"] for was, now in old if now["occurrences"] > was["occurrences"]]
    fixed = [now["id"] for was, now in old if now["resolution"] and not was["resolution"]]
    if options.json:
        figures = {"sessions": len(chosen), "read": len(fresh), "new": new, "counted": counted}
        return print_json({**figures, "fixed": fixed, "dry_run": options.dry_run})
    would = "would be " if options.dry_run else ""
    shown = [e for e in new if phases.is_about(f"{e['trigger']} {e['resolution']}", options.focus)]
    _print_rows(f"{would}new", shown)
    if len(shown) < len(new):
        print(f"{len(new) - len(shown)} more have nothing to do with: {options.focus}")
    solved = sum(bool(entry["resolution"]) for entry in new) + len(fixed)
    read = f"{len(chosen)} session(s), {len(chosen) - len(fresh)} read before"
    found = f"{len(new)} learnings {would}new, {len(counted)} met again, {solved} with a fix."
    print(f"{read}: {found}{' Nothing was changed.' * options.dry_run}")
    hints = [not chosen and phases.NONE, outside and OUTSIDE.format(outside, project.root), notice]
    print("".join(f"{hint}\n" for hint in hints if hint), end="")


def _read(project, transcripts: list, show: bool) -> tuple:
    """Replay the transcripts; (what came of it, how many events came from outside)."""
    answer, outside, done = Answer(), 0, 0
    total = sum(transcript.size for transcript in transcripts) or 1
    for transcript in transcripts:

        def progress(read, done=done):
            percent = 100 * (done + read) // total
            print(f"\rreading transcripts: {percent} %", end="", file=sys.stderr, flush=True)

        progress = progress if show else None
        touched, replaced, strangers = replay(project, transcript.path, progress=progress)
        done += transcript.size
        outside += strangers
        answer.touched += touched
        for retired, by in replaced:
            answer.retired.append(retired)
            answer.superseded_by = by
    print("\r" + " " * 40 + "\r" if show else "", end="", file=sys.stderr)
    return answer, outside


def _print_rows(state: str, entries: list) -> None:
    for entry in presentable(entries):
        print(f"{state}  {entry['id']}  {entry['type']:<10}  {entry['trigger'][:90]}")
        if entry["resolution"]:
            print(f"     {'':<28}  -> {entry['resolution'][:90]}")


def _ask_about(given, chosen: list) -> None:
    """`--with COMMAND`: a model proposes learnings, which wait in `review`."""
    options, project = given.options, given.project
    command, stored, known, wrong = vars(options)["with"], [], 0, []
    for transcript in chosen:
        text = model.digest(events(transcript.path), given.extra)
        if not text:
            continue
        if not options.json and sys.stderr.isatty():
            which = f"{len(text):,} characters of session {transcript.session[:8]}"
            print(f"asking `{command}` about {which} ...", file=sys.stderr)
        try:
            question = model.prompt(text, options.focus)
            rows, unusable = model.parse(model.ask(command, question, os.environ))
        except model.Failed as error:
            if project.store.exists():
                journal.fault(project.store.state_dir, "reflect --with", str(error))
            raise Stop(f"{error}; nothing was stored") from None
        wrong += unusable
        for row in rows:
            entry = _propose(given, row, command, {mark_of(other) for other in stored})
            stored += [entry] if entry else []
            known += not entry
    if options.json:
        value = {"pending": presentable(stored), "known": known, "left_out": wrong}
        return print_json({**value, "dry_run": options.dry_run})
    _print_rows("would wait" if options.dry_run else "waits", stored)
    for why in wrong:
        print(f"left out {why}", file=sys.stderr)
    figures = f"{len(stored)} proposed, {known} known already, {len(wrong)} not usable."
    print(figures + (PENDING if stored and not options.dry_run else ""))


def _propose(given, row: dict, command: str, before: set) -> dict | None:
    """Store a learning as pending; None when it is known, or redaction leaves nothing of it."""
    store, note = given.project.store, NOTE.format(given.clean(command, 80))
    waiting = {"source": "agent", "confidence": "low", "needs_review": True, "notes": [note]}
    entry = draft(**row, extra=given.extra, **waiting)
    said, mark = entry["trigger"] and entry["resolution"], mark_of(entry)
    known = mark in before or store.exists() and (store.known(mark) or repeated(store, entry))
    if not said or known:
        return None
    if given.options.dry_run:
        return {"id": "(not stored)", **entry}
    return record(given.project, None, entry)[0]


def context(given) -> None:
    _show(given, _begin(given).context, _context_text)


def extract(given) -> None:
    options, keep = given.options, not given.options.quick
    work = _begin(given, keep)
    again = keep and bool(options.again or options.focus or phases.outgrown(work))
    result = phases.extraction(work, again=again, keep=keep)
    asked = {"context": work.context, "questions": guide.questions(result)}
    _show(given, {**result, **asked}, _extract_text)


def related(given) -> None:
    value = {"insights": phases.relations(_begin(given))}
    _show(given, value, lambda value: handoff.related(value["insights"]).rstrip())


def integrated(given) -> None:
    if not given.options.decisions:
        given.usage("name the decisions with --decisions FILE")
    work, decisions = _begin(given), _json(given.options.decisions, "--decisions")
    with _refusals():
        value = integrate.integrate(work, decisions, DOORS, phases.relations(work))
    _show(given, value, handoff.integrated)


def verify(given) -> int:
    result = integrate.verify(_begin(given, keep=False), given.options.keep)
    _show(given, result, handoff.verified)
    return 0 if result["ok"] else 1


def _guided(given) -> int:
    options = given.options
    if not terminal.is_terminal(sys.stdin) or not terminal.is_terminal(sys.stdout):
        raise Stop(NO_TERMINAL)
    if options.all or options.dry_run or options.since or options.json:
        raise Stop(ONE_SESSION)
    project, next_step, good = _project(given), "another", True
    try:
        with Keys() as keys, _refusals():
            while next_step == "another":
                work = phases.Reflection(project, options)
                screen, then = KeyScreen(keys, work.chosen.size), work.chosen.when
                older = [it for it in find(project.root, os.environ) if it.when < then][-1:]
                days = [time.strftime("%d %B", time.localtime(it.when)) for it in older]
                name = "".join(f"{it.session[:8]}, {day}" for it, day in zip(older, days))
                good, next_step = guide.Guide(work, screen, DOORS, name).run(screen.progress)
                options.session, options.file = "".join(it.session for it in older), ""
    except Left:
        print(LEFT)
    except KeyboardInterrupt:
        print(LEFT, file=sys.stderr)
        return 130
    return 0 if good else 1


@contextmanager
def _refusals():
    """What cannot be done becomes a line for a person."""
    try:
        yield
    except phases.NotDone as error:
        raise Stop(str(error)) from None
    except REFUSALS as error:
        raise Stop(f"nothing was written: {error}") from None


def _begin(given, keep: bool = True) -> phases.Reflection:
    options = given.options
    options.focus = focus_of(getattr(options, "focus", ()))
    payload = _json(options.payload, "--payload") if options.payload else {}
    with _refusals():
        payload = payload if isinstance(payload, dict) else {}
        return phases.Reflection(_project(given), options, payload, keep)


def _project(given):
    """The project; at user level any folder will do, also the home folder, which is none."""
    opened = Project(given.folder, os.environ) if given.options.user else None
    if opened is None or opened.store is not None or opened.home is None:
        given.require_trust()
        return given.project
    opened.root, opened.store, opened.trusted = given.folder, opened.home, True
    return opened


def _context_text(value: dict) -> str:
    size = f"{value['bytes'] / 1e6:.1f} MB"
    which = ", the running session" if value["session"] in phases.running() else ""
    rows = [("session", f"{value['session']} ({value['host']}, {size}{which})")]
    rows += [(name, value[name]) for name in ("transcript", "level", "entries")]
    rows += [("tier A", value["memory"] or "not offered here")]
    rows += [("tier B", path) for path in value["insights"].values() if path]
    rows += [("hand-off", value["folder"])]
    return "\n".join(f"{name:<11} {what}" for name, what in rows)


def _extract_text(value: dict) -> str:
    session = _context_text(value["context"]).splitlines()[0]
    lines = [session, "", handoff.summary(value["summary"]), handoff.insights(value["insights"])]
    lines += [] if value["insights"] else [NO_INSIGHT.format(handoff.INSIGHTS)]
    lines += [f"left out: {problem}" for problem in value["problems"]]
    return "\n".join(lines).rstrip()


def _show(given, value, text) -> None:
    if given.options.json:
        print_json(value)
    else:
        print(text(value))


def _json(path: str, option: str):
    try:
        if path == "-":
            return json.loads(sys.stdin.read(handoff.MAX_BYTES))
        return json.loads(read_text(path, handoff.MAX_BYTES, follow=True))
    except FileNotFoundError:
        raise Stop(f"{option} {path}: there is no such file") from None
    except (ValueError, RecursionError):
        raise Stop(f"{option} {path}: not valid JSON") from None
