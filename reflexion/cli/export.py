"""`export`: learnings as one JSON document for other people or machines."""

from __future__ import annotations

from argparse import Namespace

from reflexion.cli.context import Context
from reflexion.cli.terminal import print_json
from reflexion.learning.entry import as_object
from reflexion.learning.revise import redacted
from reflexion.status.privacy import Privacy

FORMAT = "reflexion-export-1"
TAKEN = (
    *("id", "type", "trigger", "context", "resolution", "keywords", "occurrences", "sessions"),
    *("first_seen", "last_seen", "cwd", "confidence", "source", "notes", "skill", "category"),
)


def run(args: Namespace, context: Context) -> int:
    project = context.project
    wanted = {context.find(part)[1] for part in args.id}
    private = Privacy(context.environ, project.root)
    found = []
    for entry in project.store.all():
        if entry.id in wanted or not wanted:
            clean = as_object(entry.copy(**redacted(entry, project.settings["redact"])))
            found.append({name: clean[name] for name in TAKEN if name in clean})
    print_json({"format": FORMAT, "entries": private.in_all(found)})
    return 0
