"""`add`: log a learning by hand."""

import os
import sys

from reflexion.cli.context import (
    UNUSED,
    change_entry,
    printable_fields,
    propose_beside,
    settle_rule,
)
from reflexion.cli.move import require_label
from reflexion.cli.output import Stop, print_json, say
from reflexion.setup.caller import is_agent
from reflexion.store.apply import record
from reflexion.store.paths import relative
from reflexion.store.project import HomeProject
from reflexion.store.provenance import is_persons_rule
from reflexion.store.schema import LEVELS, mark_of


def add(context) -> None:
    from reflexion.signals.prompts.directives import same_directive

    options, project, store = context.options, context.project, context.store
    entry, label = _described(context), {"skill": options.skill, "category": options.category}
    fix, other = entry["resolution"], store.known(mark_of(entry)) if store.exists() else None
    if other and (not fix or not other["resolution"] or same_directive(other["resolution"], fix)):
        other = None  # the same mistake, and no other fix of it
    place = HomeProject(project) if options.everywhere else project
    now, known = (other, other) if other else record(place, None, entry)
    if known:
        store, name = context.locate(now["id"], options.everywhere)
        if fix and fix != known["resolution"] and is_persons_rule(known, entry["source"]):
            propose_beside(store, name, fix)
            return
        now = change_entry(store, name, lambda stored: _prefer(stored, entry, label, bool(other)))
    if now["resolution"] and (not known or known["resolution"] != now["resolution"]):
        context.put_on_record(place.store, "learned", now["id"])
    if options.json:
        print_json(printable_fields(now, context.extra))
        return
    name = now["id"]
    if other:
        say(f"{name} is known with another fix: {now['resolution']}")
        say(f"the other one is kept as a note: {now['notes'][-1]}")
    elif known:
        say(f"{name} was known: seen {now['occurrences']}x now")
    else:
        say(f"{name} stored ({now['type']}, found by {', '.join(now['keywords'][:6])})")
    if not now["resolution"]:
        say(f'its fix is not known yet; once it is: reflexion resolve {name} "what to do"')
    if not known and store is project.store and not project.trusted:
        say(UNUSED.format("nothing in it is recalled"))
    settle_rule(project, store, name)


def _described(context) -> dict:
    """The learning that the arguments describe. Raises Stop."""
    options, words = context.options, " ".join(context.options.word)
    resolution, trigger = options.resolution or words, options.trigger or words
    if not trigger:
        context.usage('say what to do ("Use pnpm here"), or --trigger: what went wrong or was said')
    label, name = context.at_most_one("skill", "category"), options.skill or options.category
    require_label(name)
    more = {"keywords": [word for word in options.keywords.split(",") if word.strip()]}
    more.update({label: name} if label else {})
    kind = options.type or ("error" if options.trigger else "insight")
    entry = draft_of(
        context, kind, trigger, options.context, resolution, options.confidence, **more
    )
    if not entry["trigger"]:
        raise Stop("--trigger says nothing: give the error line, or what was said")
    return entry


def draft_of(context, kind: str, trigger, attempt, resolution, confidence="", **more) -> dict:
    from reflexion.capture.record import draft

    typed = typed_by_person()
    more["source"] = "user" if typed else "agent"
    more["confidence"] = confidence or ("high" if typed else "medium")
    cwd = relative(os.getcwd(), context.project.root)
    return draft(kind, trigger, attempt, resolution, cwd, context.extra, kind != "error", **more)


def typed_by_person() -> bool:
    """Is it a person at a terminal, and no agent's shell, that runs this command?"""
    return not is_agent(os.environ, bool(sys.stdin and sys.stdin.isatty()))


def _prefer(stored: dict, entry: dict, label: dict, both: bool) -> None:
    """Words written by hand replace what was inferred, or what is trusted less; of `both` fixes the
    other one becomes a note."""
    before, fix = stored["resolution"], entry["resolution"]
    new, old = (LEVELS.index(row.get("confidence") or "high") for row in (entry, stored))
    inferred, same = stored.get("source") in ("inferred", "hook", None), before == fix
    if fix and (inferred or same or new >= old):
        level = LEVELS[max(new, old)] if same else entry["confidence"]
        stored.update(resolution=fix, source=entry["source"], confidence=level)
        stored.pop("needs_review", None)
    if both:
        other = before if stored["resolution"] == fix else fix
        stored["notes"] = [note for note in stored.get("notes") or [] if note != other] + [other]
    if any(label.values()):
        stored.update(label)
