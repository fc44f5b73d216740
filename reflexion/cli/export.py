"""`export`: learnings as one JSON document for other people or machines."""

from __future__ import annotations

from reflexion.cli.terminal import print_json
from reflexion.detect import secrets
from reflexion.learning.entry import as_object
from reflexion.status.privacy import Privacy

HELP = "write learnings as JSON, without your paths and names"
FORMAT = "reflexion-export-1"
LEFT_OUT = (
    "aliases",
    "rev",
    "promoted",
    "proposed",
    "proposed_by",
    "everywhere",
    "as_rule",
    "needs_review",
    "different",
)


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="*", metavar="ID", help="default: all")


def run(args, context) -> int:
    wanted = {context.find(part)[1] for part in args.id}
    private = Privacy(context.environ, context.any_project.root)
    patterns = context.any_project.settings["redact"]

    def clean(value):
        """Return a value as others may read it: no secret, no home folder, no user's name."""
        if isinstance(value, str):
            return private(secrets.redact(value, patterns))
        if isinstance(value, list):
            return [clean(item) for item in value]
        if isinstance(value, dict):
            return {name: clean(value[name]) for name in value if name not in LEFT_OUT}
        return value

    entries = context.project.store.all()
    chosen = [entry for entry in entries if entry.id in wanted or not wanted]
    found = [clean(as_object(entry)) for entry in chosen]
    print_json({"format": FORMAT, "entries": found})
    return 0
