"""The phases of a guided reflection: context, extract, related, integrate, verify. Each by itself, for a person, an agent or a test."""

from __future__ import annotations

import json
import os
import sys

from reflexion.cli import common
from reflexion.hosts.transcripts import events
from reflexion.reflect import context as contexts
from reflexion.reflect import dialogue, handoff, pages, related, sources
from reflexion.reflect.extract import extract
from reflexion.store.files import read_text
from reflexion.store.paths import escapes, inside
from reflexion.store.project import Project

PHASES = {
    "context": "which session, whose memory, and the paths that follow",
    "extract": "a summary of the session and what it taught, each with the transcript's lines that show it",
    "related": "what is known already about each insight, with file, line and excerpt",
    "integrate": "write what was chosen: entries, MEMORY.md, insight files",
    "verify": "check that everything stands where it should, then remove the hand-off folder",
}
EXAMPLES = {
    "context": "reflexion reflect context --json\nreflexion reflect context --user",
    "extract": "reflexion reflect extract --quick          show it, write nothing at all\nreflexion reflect extract --json",
    "related": "reflexion reflect related --json",
    "integrate": 'reflexion reflect integrate --decisions FILE      [{"insight": 1, "action": "create", "where": "entry"}, ...]\n'
    "... | reflexion reflect integrate --decisions -",
    "verify": "reflexion reflect verify",
}


class Work:
    """What a phase works with: `found` (Project), `chosen` (transcript), `hand` (Handoff), `context`."""

    def __init__(self, found, chosen, hand, context):
        self.found, self.chosen, self.hand, self.context = found, chosen, hand, context
        self.extra = found.settings["redact"]


def build(phase: str):
    made = common.parser(
        f"reflect {phase}", PHASES[phase][:1].upper() + PHASES[phase][1:] + ".", EXAMPLES[phase]
    )
    add_choice(made)
    made.add_argument("--json", action="store_true", help="print the result as JSON")
    if phase == "extract":
        made.add_argument(
            "--quick",
            action="store_true",
            help="show it and write nothing, not even a hand-off folder",
        )
        made.add_argument(
            "--again",
            action="store_true",
            help="read the transcript again, over what the hand-off files say",
        )
    if phase == "integrate":
        made.add_argument(
            "--decisions",
            metavar="FILE",
            required=True,
            help="what was chosen, as JSON (- for stdin)",
        )
    if phase == "verify":
        made.add_argument(
            "--keep", action="store_true", help="leave the hand-off folder where it is"
        )
    return made


def add_choice(made) -> None:
    made.add_argument(
        "--session",
        metavar="ID",
        default="",
        help="the session, by its id or the beginning of it (default: the running one, else the newest)",
    )
    made.add_argument("--file", metavar="PATH", default="", help="the transcript, wherever it lies")
    made.add_argument(
        "--payload",
        metavar="FILE",
        default="",
        help="a hook's payload that names the session (- for stdin)",
    )
    made.add_argument(
        "--user", action="store_true", help="user-level: what holds in every project of yours"
    )


def main(phase: str, argv: list) -> int:
    arguments = build(phase).parse_args(argv)
    quick = phase == "extract" and arguments.quick
    work = start(arguments, keep=not quick and phase != "verify")
    if phase == "context":
        return _show(arguments, work.context, context_text)
    if phase == "extract":
        result = extraction(
            work, again=not quick and (arguments.again or outgrown(work)), keep=not quick
        )
        return _show(
            arguments,
            {**result, "context": work.context, "questions": questions(result)},
            lambda value: extract_text(value),
        )
    if phase == "related":
        return _show(arguments, {"insights": relations(work)}, related_text)
    from reflexion.cli import reflect_integrate

    if phase == "integrate":
        return _show(
            arguments,
            reflect_integrate.integrate(work, _json(arguments.decisions, "--decisions")),
            reflect_integrate.text,
        )
    result = reflect_integrate.verify(work, arguments.keep)
    _show(arguments, result, reflect_integrate.verify_text)
    return 0 if result["ok"] else 1


def start(arguments, keep: bool = True) -> Work:
    """The session, its hand-off folder (made when `keep`) and the context. Raises Stop."""
    found = _project(arguments)
    if found.store.exists() and not found.trusted:
        raise common.Stop(
            "this store came with the checkout and is not trusted yet: look at it, then run `reflexion trust`"
        )
    payload = _json(arguments.payload, "--payload") if arguments.payload else None
    try:
        chosen = contexts.choose(
            found.root,
            os.environ,
            payload if isinstance(payload, dict) else None,
            arguments.session,
            arguments.file,
        )
    except contexts.NoSession as error:
        raise common.Stop(str(error)) from None
    hand = handoff.Handoff(chosen.session)
    old = hand.load(handoff.CONTEXT) or {}
    level = (
        contexts.USER
        if arguments.user or (isinstance(old, dict) and old.get("level") == contexts.USER)
        else contexts.PROJECT
    )
    context = contexts.describe(
        chosen,
        found.root,
        os.environ,
        level,
        found.store.dir,
        found.home.dir if found.home else "",
        hand.path if keep or hand.exists() else "",
    )
    if keep and old != context:
        hand.dump(handoff.CONTEXT, context)
    return Work(found, chosen, hand, context)


def _project(arguments):
    """The project; at user level any folder will do, also the home folder, which is none."""
    folder = os.path.abspath(arguments.project or os.getcwd())
    found = Project(folder, os.environ) if arguments.user else None
    if found is None or found.store is not None or found.home is None:
        return common.project(arguments)
    found.root, found.store, found.trusted = folder, found.home, True
    return found


def extraction(work: Work, again: bool = False, keep: bool = True, progress=None) -> dict:
    """{"summary", "insights", "more", "problems"}: from the hand-off files where they are, else from the transcript. Not `keep`: from the transcript, and nothing is written."""
    saved = work.hand.load(handoff.EXTRACTION) if keep and not again else None
    result = (
        saved if isinstance(saved, dict) and {"summary", "insights", "more"} <= set(saved) else None
    )
    if result is None:
        result = common.presentable(
            extract(events(work.chosen.path, progress), work.found.root, work.extra), work.extra
        )
        if keep:
            _hand_over(work, result, again)
    result["problems"] = []
    text = work.hand.read(handoff.INSIGHTS) if keep else None
    if text is not None:
        result["insights"] = pages.read_insights(text, result["problems"], work.extra)
    return result


def outgrown(work: Work) -> bool:
    """Did the session go on since it was read, and has nobody worked on what was read then?"""
    saved = work.hand.load(handoff.EXTRACTION)
    if (
        not isinstance(saved, dict)
        or saved.get("bytes", 0) >= work.chosen.size
        or work.hand.load(handoff.ANSWERS)
        or work.hand.load(handoff.DONE)
    ):
        return False
    return work.hand.read(handoff.INSIGHTS) == pages.insights(saved["insights"]) and work.hand.read(
        handoff.SUMMARY
    ) == pages.summary(saved["summary"])


def _hand_over(work: Work, result: dict, again: bool) -> None:
    work.hand.dump(handoff.EXTRACTION, {**result, "bytes": work.chosen.size})
    for name, text in (
        (handoff.SUMMARY, pages.summary(result["summary"])),
        (handoff.INSIGHTS, pages.insights(result["insights"])),
    ):
        if again or work.hand.read(name) is None:
            work.hand.write(name, text)


def relations(work: Work) -> list:
    """[{"title", "verdict", "relations", ...the insight's fields}], with what the hand-off file says already."""
    result = extraction(work)
    places = sources.files(
        work.found.root, os.environ, work.context["memory"], work.context["level"] == contexts.USER
    )
    known = sources.statements(places)
    stores = [
        store
        for store in ([] if work.context["level"] == contexts.USER else [work.found.store])
        + [work.found.home]
        if store
    ]
    earlier = pages.read_related(work.hand.read(handoff.RELATED) or "", work.extra)
    listed, root = {path for path, _ in places}, work.found.root

    def nameable(path: str) -> bool:
        return (
            path in listed
            or inside(os.path.abspath(path), root)
            and os.path.isfile(path)
            and not escapes(path, root)
        )

    rows = []
    for insight in result["insights"]:
        found = related.relate(insight, known, stores, work.extra)
        found = related.keep_judged(insight["title"], found, earlier, nameable)
        rows.append({**insight, "verdict": related.verdict(found), "relations": found})
    work.hand.write(handoff.RELATED, pages.related(rows))
    return rows


def questions(result: dict) -> list:
    """What a host's question tool can ask after phase two."""
    found = dialogue.missed(result)
    return [
        one
        for one in (
            dialogue.about_summary(),
            dialogue.about_changes(result["summary"]),
            dialogue.about_keeping(result["insights"]),
            dialogue.about_missed(found),
        )
        if one
    ]


def context_text(value: dict) -> str:
    rows = [
        ("session", f"{value['session']} ({value['host']}, {value['bytes'] / 1e6:.1f} MB)"),
        ("transcript", value["transcript"]),
        ("level", value["level"]),
        ("entries", value["entries"]),
        ("tier A", value["memory"] or "not offered here"),
        *(("tier B", path) for path in value["insights"].values() if path),
        ("hand-off", value["folder"]),
    ]
    return "\n".join(f"{name:<11} {what}" for name, what in rows)


def extract_text(value: dict) -> str:
    lines = [pages.summary(value["summary"]), pages.insights(value["insights"])]
    if not value["insights"]:
        lines.append(
            "No insight shows by itself; what a reader sees in the session can be added to extracted-insights.md."
        )
    lines += [f"left out: {problem}" for problem in value["problems"]]
    return "\n".join(lines).rstrip()


def related_text(value: dict) -> str:
    return pages.related(value["insights"]).rstrip()


def _show(arguments, value, text) -> int:
    if arguments.json:
        common.print_json(value)
    else:
        print(text(value))
    return 0


def _json(path: str, option: str):
    try:
        if path == "-":
            data = sys.stdin.read(handoff.MAX_BYTES)
        else:
            data = read_text(path, handoff.MAX_BYTES, follow=True)
        return json.loads(data)
    except FileNotFoundError:
        raise common.Stop(f"{option} {path}: there is no such file") from None
    except (ValueError, RecursionError):
        raise common.Stop(f"{option} {path}: not valid JSON") from None
