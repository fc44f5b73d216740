"""Carry learnings out of a project."""

from __future__ import annotations

import json

from reflexion.cli.common import Stop, entry_id, fields, parser, print_json, project
from reflexion.store.files import write_atomic

SUMMARY = "write learnings as one JSON document, to read into another project"
FORMAT = "reflexion-export-1"
EXAMPLES = """
reflexion export                      all entries, to the screen
reflexion export -o learnings.json    to a file
reflexion export a7f03c 51d2          two entries
"""


def build():
    made = parser("export", SUMMARY, EXAMPLES)
    made.add_argument("ids", nargs="*", help="ids, or unique parts of them (default: all entries)")
    made.add_argument(
        "-o", "--output", metavar="FILE", help="the file to write (default: the screen)"
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_args(argv)
    here = project(arguments)
    wanted = {entry_id(here.store, part) for part in arguments.ids}
    entries = [
        fields(entry, here.settings["redact"])
        for entry in here.store.all()
        if not wanted or entry["id"] in wanted
    ]
    document = {"format": FORMAT, "entries": entries}
    if arguments.output:
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        try:
            write_atomic(arguments.output, text.encode("utf-8", "replace"))
        except OSError as error:
            raise Stop(
                f"{arguments.output} cannot be written ({error.strerror}): name a file in a folder that is there and yours"
            ) from None
        print(f"{len(entries)} learnings written to {arguments.output}")
    else:
        print_json(document)
    return 0
