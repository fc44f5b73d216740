"""`export`: learnings as one JSON document for other people or machines."""

from __future__ import annotations

import json
import os

from reflexion.cli.errors import Stop
from reflexion.cli.output import plural
from reflexion.detect import secrets
from reflexion.learning.entry import encode
from reflexion.status.privacy import Privacy
from reflexion.store import fs

HELP = "write learnings as JSON, without paths or names of yours"
FORMAT = "reflexion-export-1"
LEFT_OUT = ("aliases", "rev", "promoted", "proposed", "needs_review", "different")


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="*", metavar="ID", help="default: all")
    parser.add_argument("-o", "--output", default="", metavar="FILE", help="default: the screen")
    parser.add_argument("--global", dest="everywhere", action="store_true", help="the home store")


def run(args, context) -> int:
    store = context.store
    wanted = {context.find(part, args.everywhere)[1] for part in args.id}
    chosen = [entry for entry in store.all() if not wanted or entry["id"] in wanted]
    private = Privacy(context.environ, context.any_project.root)
    patterns = context.any_project.settings["redact"]
    entries = [_plain(entry, private, patterns) for entry in chosen]
    document = {"format": FORMAT, "entries": entries}
    if not args.output:
        context.print_json(document)
        return 0
    data = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    try:
        fs.write_atomic(os.path.abspath(args.output), data.encode("utf-8", "replace"))
    except OSError as error:
        raise Stop(f"{args.output}: {error.strerror}; name a file that you may write") from None
    context.say(f"{plural(len(entries), 'learning')} written to {args.output}")
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
