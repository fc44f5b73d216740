"""`export`: learnings as one JSON document."""

import json
import os

from reflexion.cli.context import entry_id, printable_fields
from reflexion.cli.output import print_json, say, write_file
from reflexion.status.terminal import plural

FORMAT = "reflexion-export-1"


def export(context) -> None:
    options = context.options
    store = context.project.store
    wanted = {entry_id(store, part) for part in options.id}
    chosen = [entry for entry in store.all() if not wanted or entry["id"] in wanted]
    document = {
        "format": FORMAT,
        "entries": [printable_fields(entry, context.extra) for entry in chosen],
    }
    if not options.output:
        print_json(document)
        return
    replaced = "; what stood there is gone" if os.path.exists(options.output) else ""
    write_file(options.output, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    say(f"{plural(len(chosen), 'learning')} written to {options.output}{replaced}")
