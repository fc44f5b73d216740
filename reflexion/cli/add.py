"""Log a learning by hand; also what `capture.py --type ...` does."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.store.entry import LEVELS, TYPES, is_label
from reflexion.store.paths import relative

SUMMARY = "log a learning: an error and its fix, a correction, an insight, a pattern"
EXAMPLES = """
reflexion add --trigger 'npm error Missing script: "build"' --context 'npm run build' --resolution 'Use `pnpm run build`: this project uses pnpm.'
reflexion add --type correction --trigger 'no, dates are always UTC here' --resolution 'Store dates in UTC, convert when shown.'
reflexion add --type insight --global --trigger 'the API answers 429 after 50 calls a minute' --resolution 'Sleep between pages.' --keywords api,429
reflexion add --type insight --category preference --trigger 'we use pnpm' --resolution 'Use pnpm.'
"""
AGENTS = (
    "CLAUDECODE",
    "CODEX_THREAD_ID",
    "CODEX_SANDBOX",
)  # set by the hosts in the shells of their agents


def build():
    made = common.parser(
        "add",
        "Log a learning. What is known already is counted again instead of stored twice; secrets are redacted.",
        EXAMPLES,
    )
    made.add_argument(
        "--type",
        choices=TYPES,
        default="error",
        help="error: a command failed; correction: the user said otherwise; insight: a fact that is "
        "not obvious; pattern: an approach that works (default: error)",
    )
    made.add_argument(
        "--trigger",
        required=True,
        metavar="TEXT",
        help="the error line, or what was said: what the learning is recognised by",
    )
    made.add_argument(
        "--resolution",
        default="",
        metavar="TEXT",
        help="the fix as a directive, in a sentence or two; leave it out while it is not known",
    )
    made.add_argument(
        "--context", default="", metavar="TEXT", help="the command, or what was attempted"
    )
    made.add_argument(
        "--keywords", default="", metavar="A,B", help="further words it shall be found by"
    )
    made.add_argument(
        "--confidence",
        choices=LEVELS,
        default="",
        help="default: high from a person, medium from an agent",
    )
    about = made.add_mutually_exclusive_group()
    about.add_argument(
        "--skill",
        metavar="NAME",
        default="",
        help="it is about this skill (default: its words tell)",
    )
    about.add_argument(
        "--category",
        metavar="NAME",
        default="",
        help="it is about this category; `preference`: how you work",
    )
    common.with_global(made, "for every project: into the store in the home folder")
    made.add_argument(
        "--json", action="store_true", help="print the learning as it is stored, for programs"
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    entry = _draft(arguments, found)
    if not entry["trigger"]:
        raise common.Stop("--trigger says nothing: give the error line, or what was said")
    store = common.store_of(found, arguments.everywhere)
    other = _with_another_fix(store, entry)
    if other:
        now, known = (
            common.change(store, other["id"], lambda stored: _keep_both(stored, entry)),
            other,
        )
    else:
        now, known = _record(found, entry, arguments.everywhere)
    if known and not other:
        now = common.change(store, now["id"], lambda stored: _prefer(stored, entry))
    if known and (arguments.skill or arguments.category):
        now = common.change(
            store,
            now["id"],
            lambda stored: stored.update(skill=arguments.skill, category=arguments.category),
        )
    if arguments.json:
        common.print_json(common.fields(now, found.settings["redact"]))
        return 0
    if other:
        print(f"{now['id']} is known with another fix: {now['resolution']}")
        print(f"the other one is kept as a note: {now['notes'][-1]}")
    else:
        _report(now, known)
    if not known and store is found.store and not found.trusted:
        print(
            "this store came with the project and is not trusted yet, so nothing in it is recalled: `reflexion trust`"
        )
    common.settle(found, store, now["id"])
    return 0


def source(environ=os.environ) -> str:
    """Who is typing: an agent's shell says so."""
    return (
        "agent"
        if any(environ.get(name) for name in AGENTS) or not sys.stdin or not sys.stdin.isatty()
        else "user"
    )


def _draft(arguments, found) -> dict:
    from reflexion.capture.record import draft

    who, name = source(), arguments.skill or arguments.category
    if name and not is_label(name):
        raise common.Stop(
            f"{name!r} is no name: letters, digits, '-', '_', '.' or ':', beginning with one of the first two"
        )
    return draft(
        arguments.type,
        arguments.trigger,
        arguments.context,
        arguments.resolution,
        cwd=relative(os.getcwd(), found.root),
        extra=found.settings["redact"],
        keywords=[word for word in arguments.keywords.split(",") if word.strip()],
        source=who,
        confidence=arguments.confidence or ("high" if who == "user" else "medium"),
        **(
            {"skill": arguments.skill}
            if arguments.skill
            else {"category": arguments.category}
            if arguments.category
            else {}
        ),
    )


def _record(found, entry, everywhere):
    from reflexion.capture.record import Full, record

    try:
        return record(common.Everywhere(found) if everywhere else found, None, entry)
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
    differs = known and known["resolution"] and known["resolution"] != entry["resolution"]
    return (
        known if differs and not same_directive(known["resolution"], entry["resolution"]) else None
    )


def _keep_both(stored: dict, entry: dict) -> None:
    """The more trusted resolution stands, the other one becomes a note."""
    before = stored["resolution"]
    _prefer(stored, entry)
    other = before if stored["resolution"] == entry["resolution"] else entry["resolution"]
    stored["notes"] = [note for note in stored.get("notes") or [] if note != other] + [other]


def _prefer(stored: dict, entry: dict) -> None:
    """Words written by hand replace what was inferred, or what is trusted less."""
    levels = LEVELS.index(entry["confidence"]), LEVELS.index(stored.get("confidence") or "high")
    if not entry["resolution"]:
        return
    if (
        stored.get("source") in ("inferred", "hook", None)
        or levels[0] >= levels[1]
        or stored["resolution"] == entry["resolution"]
    ):
        stored.update(
            resolution=entry["resolution"],
            source=entry["source"],
            confidence=LEVELS[max(levels)]
            if stored["resolution"] == entry["resolution"]
            else entry["confidence"],
        )
        stored.pop("needs_review", None)


def _report(now: dict, known: dict | None) -> None:
    if known:
        print(f"{now['id']} was known: seen {now['occurrences']}x now")
    else:
        print(f"{now['id']} stored ({now['type']}, found by {', '.join(now['keywords'][:6])})")
    if not now["resolution"]:
        print(f'its fix is not known yet; once it is: reflexion resolve {now["id"]} "what to do"')
