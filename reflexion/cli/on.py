"""Switch the reading of transcripts at a session's end on."""
from __future__ import annotations

from reflexion.cli import common, config

SUMMARY = "at every session's end, read its transcript for what the hooks missed"
EXAMPLES = """
reflexion on
reflexion on --global
"""


def build():
    made = common.parser("on", SUMMARY + " (the setting auto_reflect; off by default).", EXAMPLES)
    common.with_global(made, "in every project")
    return made


def main(argv: list) -> int:
    arguments = build().parse_args(argv)
    return config.main(["set", "auto_reflect", "true", *(["--global"] if arguments.everywhere else []), *(["--project", arguments.project] if arguments.project else [])])
