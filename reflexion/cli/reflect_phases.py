"""`reflect PHASE`: the phases of a guided reflection, each by itself, for a person, an agent or a
test."""

from __future__ import annotations

import json
import os
import sys
from types import SimpleNamespace

from reflexion.capture.record import draft
from reflexion.cli import common
from reflexion.cli.reflecting import focus_of
from reflexion.promote import promoter
from reflexion.reflect import context as contexts
from reflexion.reflect import frontmatter, handoff, integrate, pages, phases, tiers
from reflexion.store.apply import Full, record
from reflexion.store.entry import Unreadable
from reflexion.store.files import read_text
from reflexion.store.project import Project

DOORS = SimpleNamespace(
    draft=draft, record=record, retire=promoter.retire, targets=promoter.targets
)
REFUSALS = (Full, promoter.Refused, frontmatter.Unsupported, tiers.NoRoom, Unreadable)
NO_INSIGHT = (
    "No insight shows by itself; what a reader sees in the session can be added to "
    "extracted-insights.md."
)


def refused(error: Exception) -> common.Stop:
    if isinstance(error, contexts.NotDone):
        return common.Stop(str(error))
    return common.Stop(f"nothing was written: {error}")


def context(given) -> None:
    _show(given, _begin(given).context, _context_text)


def extract(given) -> None:
    options = given.options
    options.focus = focus_of(options.focus)
    work = _begin(given, keep=not options.quick)
    again = not options.quick and (options.again or options.focus or phases.outgrown(work))
    result = phases.extraction(work, again=bool(again), keep=not options.quick)
    asked = {"context": work.context, "questions": phases.questions(result)}
    _show(given, {**result, **asked}, _extract_text)


def related(given) -> None:
    value = {"insights": phases.relations(_begin(given))}
    _show(given, value, lambda value: pages.related(value["insights"]).rstrip())


def integrated(given) -> None:
    if not given.options.decisions:
        given.usage("name the decisions with --decisions FILE")
    work, decisions = _begin(given), _json(given.options.decisions, "--decisions")
    try:
        value = integrate.integrate(work, decisions, DOORS)
    except (contexts.NotDone, *REFUSALS) as error:
        raise refused(error) from None
    _show(given, value, pages.integrated)


def verify(given) -> int:
    result = integrate.verify(_begin(given, keep=False), given.options.keep)
    _show(given, result, pages.verified)
    return 0 if result["ok"] else 1


def _begin(given, keep: bool = True) -> phases.Reflection:
    options = given.options
    options.focus = getattr(options, "focus", "")
    payload = _json(options.payload, "--payload") if options.payload else None
    payload = payload if isinstance(payload, dict) else None
    try:
        return phases.begin(project(given), options, payload, keep=keep)
    except contexts.NotDone as error:
        raise refused(error) from None


def project(given):
    """The project; at user level any folder will do, also the home folder, which is none."""
    opened = Project(given.folder, os.environ) if given.options.user else None
    if opened is None or opened.store is not None or opened.home is None:
        return given.project
    opened.root, opened.store, opened.trusted = given.folder, opened.home, True
    return opened


def _context_text(value: dict) -> str:
    size = f"{value['bytes'] / 1e6:.1f} MB"
    is_running = value["session"] in contexts.running(os.environ)
    which = ", the running session" if is_running else ""
    rows = [
        ("session", f"{value['session']} ({value['host']}, {size}{which})"),
        ("transcript", value["transcript"]),
        ("level", value["level"]),
        ("entries", value["entries"]),
        ("tier A", value["memory"] or "not offered here"),
        *(("tier B", path) for path in value["insights"].values() if path),
        ("hand-off", value["folder"]),
    ]
    return "\n".join(f"{name:<11} {what}" for name, what in rows)


def _extract_text(value: dict) -> str:
    session = _context_text(value["context"]).splitlines()[0]
    lines = [session, "", pages.summary(value["summary"]), pages.insights(value["insights"])]
    lines += [] if value["insights"] else [NO_INSIGHT]
    lines += [f"left out: {problem}" for problem in value["problems"]]
    return "\n".join(lines).rstrip()


def _show(given, value, text) -> None:
    if given.options.json:
        common.print_json(value)
    else:
        print(text(value))


def _json(path: str, option: str):
    try:
        if path == "-":
            return json.loads(sys.stdin.read(handoff.MAX_BYTES))
        return json.loads(read_text(path, handoff.MAX_BYTES, follow=True))
    except FileNotFoundError:
        raise common.Stop(f"{option} {path}: there is no such file") from None
    except (ValueError, RecursionError):
        raise common.Stop(f"{option} {path}: not valid JSON") from None
