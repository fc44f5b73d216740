"""`export`: learnings as one JSON document for other people or machines."""

from __future__ import annotations

import json

from reflexion.detect import secrets
from reflexion.learning.entry import encode
from reflexion.status.privacy import Privacy

HELP = "write learnings as JSON, without paths or names of yours"
FORMAT = "reflexion-export-1"
LEFT_OUT = ("aliases", "rev", "promoted", "proposed", "needs_review", "different")


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="*", metavar="ID", help="default: all")


def run(args, context) -> int:
    wanted = {context.find(part)[1] for part in args.id}
    entries = context.project.store.all()
    chosen = [entry for entry in entries if not wanted or entry["id"] in wanted]
    private = Privacy(context.environ, context.any_project.root)
    patterns = context.any_project.settings["redact"]
    entries = [_plain(entry, private, patterns) for entry in chosen]
    context.print_json({"format": FORMAT, "entries": entries})
    return 0


def _plain(entry: dict, private, patterns) -> dict:
    """Return an entry as others may read it: no secret, no home folder, no user's name."""
    said = json.loads(encode(entry))
    return {name: _clean(said[name], private, patterns) for name in said if name not in LEFT_OUT}


def _clean(value, private, patterns):
    if isinstance(value, str):
        return private(secrets.redact(value, patterns))
    if isinstance(value, list):
        return [_clean(item, private, patterns) for item in value]
    if isinstance(value, dict):
        return {name: _clean(item, private, patterns) for name, item in value.items()}
    return value
