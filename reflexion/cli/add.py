"""`reflexion add`: log a learning by hand; also what `capture.py --type ...` does."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.store.entry import LEVELS, is_label
from reflexion.store.paths import relative

# set by the hosts in the shells of their agents
AGENTS = ("CLAUDECODE", "CODEX_THREAD_ID", "CODEX_SANDBOX")
LABEL = "letters, digits, '-', '_', '.' or ':', beginning with one of the first two"


def add(context) -> None:
    options, project, store = context.options, context.project, context.store
    entry = _draft(context)
    label = {"skill": options.skill, "category": options.category}
    other = _with_another_fix(store, entry)
    if other:
        known = other
        now = common.change(store, other["id"], lambda stored: _keep_both(stored, entry))
    else:
        now, known = _record(project, entry, options.everywhere)
        if known:
            now = common.change(store, now["id"], lambda stored: _prefer(stored, entry))
    if known and any(label.values()):
        now = common.change(store, now["id"], lambda stored: stored.update(label))
    if options.json:
        common.print_json(common.fields(now, context.extra))
        return
    if other:
        print(f"{now['id']} is known with another fix: {now['resolution']}")
        print(f"the other one is kept as a note: {now['notes'][-1]}")
    else:
        _report(now, known)
    if not known and store is project.store and not project.trusted:
        print(common.UNUSED.format("nothing in it is recalled"))
    common.settle(project, store, now["id"])


def source(environ=os.environ) -> str:
    """Who is typing: an agent's shell says so."""
    person = sys.stdin and sys.stdin.isatty() and not any(environ.get(name) for name in AGENTS)
    return "user" if person else "agent"


def _draft(context) -> dict:
    """The learning that the arguments describe. Raises Stop."""
    from reflexion.capture.record import draft

    options, who = context.options, source()
    words = " ".join(options.word)
    resolution, trigger = options.resolution or words, options.trigger or words
    if not trigger:
        context.usage('say what to do ("Use pnpm here"), or --trigger: what went wrong or was said')
    kind = options.type or ("error" if options.trigger else "insight")
    label = context.at_most_one("skill", "category")
    name = options.skill or options.category
    if name and not is_label(name):
        raise common.Stop(f"{name!r} is no name: {LABEL}")
    entry = draft(
        kind,
        trigger,
        options.context,
        resolution,
        cwd=relative(os.getcwd(), context.project.root),
        extra=context.extra,
        keywords=[word for word in options.keywords.split(",") if word.strip()],
        source=who,
        confidence=options.confidence or ("high" if who == "user" else "medium"),
        **({label: name} if label else {}),
    )
    if not entry["trigger"]:
        raise common.Stop("--trigger says nothing: give the error line, or what was said")
    return entry


def _record(project, entry, everywhere: bool) -> tuple:
    from reflexion.capture.record import Full, record

    try:
        return record(common.Everywhere(project) if everywhere else project, None, entry)
    except Full as error:
        raise common.Stop(str(error)) from None


def _with_another_fix(store, entry: dict) -> dict | None:
    """The entry of the same mistake that has a resolution in other words."""
    from reflexion.signals.prompts.directives import same_directive
    from reflexion.store import index
    from reflexion.text.fingerprint import fingerprint

    if not entry["resolution"] or not store.exists():
        return None
    index.refresh(store.dir, deep=False)
    known = store.known(fingerprint(entry["type"], entry["trigger"], entry["context"]))
    if not known or known["resolution"] in ("", entry["resolution"]):
        return None
    return None if same_directive(known["resolution"], entry["resolution"]) else known


def _keep_both(stored: dict, entry: dict) -> None:
    """The more trusted resolution stands, the other one becomes a note."""
    before = stored["resolution"]
    _prefer(stored, entry)
    other = before if stored["resolution"] == entry["resolution"] else entry["resolution"]
    stored["notes"] = [note for note in stored.get("notes") or [] if note != other] + [other]


def _prefer(stored: dict, entry: dict) -> None:
    """Words written by hand replace what was inferred, or what is trusted less."""
    new, old = (LEVELS.index(row.get("confidence") or "high") for row in (entry, stored))
    same = stored["resolution"] == entry["resolution"]
    inferred = stored.get("source") in ("inferred", "hook", None)
    if entry["resolution"] and (inferred or same or new >= old):
        level = LEVELS[max(new, old)] if same else entry["confidence"]
        stored.update(resolution=entry["resolution"], source=entry["source"], confidence=level)
        stored.pop("needs_review", None)


def _report(now: dict, known: dict | None) -> None:
    if known:
        print(f"{now['id']} was known: seen {now['occurrences']}x now")
    else:
        print(f"{now['id']} stored ({now['type']}, found by {', '.join(now['keywords'][:6])})")
    if not now["resolution"]:
        print(f'its fix is not known yet; once it is: reflexion resolve {now["id"]} "what to do"')
