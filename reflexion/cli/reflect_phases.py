"""`reflect PHASE`: the phases of a guided reflection, each by itself, for a person, an agent or a
test.
"""

from __future__ import annotations

import json
import os
import sys

from reflexion.capture.record import Full, draft, record
from reflexion.cli import common
from reflexion.promote import promoter
from reflexion.reflect import context as contexts
from reflexion.reflect import frontmatter, handoff, integrate, pages, phases, tiers
from reflexion.store.entry import Unreadable
from reflexion.store.files import read_text
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
    "extract": "reflexion reflect extract --quick          show it, write nothing at all\n"
    'reflexion reflect extract "focus on the tests"',
    "related": "reflexion reflect related --json",
    "integrate": "reflexion reflect integrate --decisions FILE      "
    '[{"insight": 1, "action": "create", "where": "entry"}, ...]\n'
    "... | reflexion reflect integrate --decisions -",
    "verify": "reflexion reflect verify",
}
DOORS = integrate.Doors(draft, record, promoter.retire, promoter.targets)
REFUSALS = (Full, promoter.Refused, frontmatter.Unsupported, tiers.NoRoom, Unreadable)


def build(phase: str):
    made = common.parser(f"reflect {phase}", PHASES[phase].capitalize() + ".", EXAMPLES[phase])
    add = made.add_argument
    which = (
        "the session, by its id or the beginning of it (default: the running one, else the newest)"
    )
    add("--session", metavar="ID", default="", help=which)
    add("--file", metavar="PATH", default="", help="the transcript, wherever it lies")
    add(
        "--payload",
        metavar="FILE",
        default="",
        help="a hook's payload that names the session (- for stdin)",
    )
    add("--user", action="store_true", help="user-level: what holds in every project of yours")
    add("--domain", metavar="FOLDER", default="", help="a folder of the project that it is about")
    add("--json", action="store_true", help="print the result as JSON")
    if phase == "extract":
        add("focus", nargs="*", metavar="FOCUS", help='only what is about it: "focus on the tests"')
        add(
            "--quick",
            action="store_true",
            help="show it and write nothing, not even a hand-off folder",
        )
        add(
            "--again",
            action="store_true",
            help="read the transcript again, over what the hand-off files say",
        )
    if phase == "integrate":
        add(
            "--decisions",
            metavar="FILE",
            required=True,
            help="what was chosen, as JSON (- for stdin)",
        )
    if phase == "verify":
        add("--keep", action="store_true", help="leave the hand-off folder where it is")
    return made


def main(phase: str, argv: list) -> int:
    arguments = build(phase).parse_args(argv)
    arguments.focus = focus_of(getattr(arguments, "focus", []))
    quick = phase == "extract" and arguments.quick
    payload = _json(arguments.payload, "--payload") if arguments.payload else None
    payload = payload if isinstance(payload, dict) else None
    return guarded(lambda: _run(phase, arguments, quick, payload))


def guarded(step):
    """`step()`, its refusals as one line each."""
    try:
        return step()
    except phases.NotDone as error:
        raise common.Stop(str(error)) from None
    except REFUSALS as error:
        raise common.Stop(f"nothing was written: {error}") from None


def _run(phase: str, arguments, quick: bool, payload) -> int:
    keep = not quick and phase != "verify"
    work = phases.begin(project(arguments), arguments, payload, keep=keep)
    if phase == "context":
        return _show(arguments, work.context, context_text)
    if phase == "extract":
        again = arguments.again or arguments.focus or phases.outgrown(work)
        result = phases.extraction(work, again=bool(not quick and again), keep=not quick)
        asked = {"context": work.context, "questions": phases.questions(result)}
        return _show(arguments, {**result, **asked}, extract_text)
    if phase == "related":
        return _show(arguments, {"insights": phases.relations(work)}, related_text)
    if phase == "integrate":
        given = _json(arguments.decisions, "--decisions")
        return _show(arguments, integrate.integrate(work, given, DOORS), pages.integrated)
    result = integrate.verify(work, arguments.keep)
    _show(arguments, result, pages.verified)
    return 0 if result["ok"] else 1


def project(arguments):
    """The project; at user level any folder will do, also the home folder, which is none."""
    folder = os.path.abspath(arguments.project or os.getcwd())
    found = Project(folder, os.environ) if arguments.user else None
    if found is None or found.store is not None or found.home is None:
        return common.project(arguments)
    found.root, found.store, found.trusted = folder, found.home, True
    return found


def focus_of(words: list) -> str:
    """What follows "focus on"."""
    text = " ".join(words).strip()
    return text[len("focus on ") :] if text.lower().startswith("focus on ") else text


def context_text(value: dict) -> str:
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


def extract_text(value: dict) -> str:
    session = context_text(value["context"]).splitlines()[0]
    lines = [session, "", pages.summary(value["summary"]), pages.insights(value["insights"])]
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
            return json.loads(sys.stdin.read(handoff.MAX_BYTES))
        return json.loads(read_text(path, handoff.MAX_BYTES, follow=True))
    except FileNotFoundError:
        raise common.Stop(f"{option} {path}: there is no such file") from None
    except (ValueError, RecursionError):
        raise common.Stop(f"{option} {path}: not valid JSON") from None
