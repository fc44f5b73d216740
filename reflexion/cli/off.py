"""Switch the reading of transcripts at a session's end off."""
from __future__ import annotations

from reflexion.cli import common, config

SUMMARY = "stop reading transcripts at a session's end (`on` starts it)"
EXAMPLES = """
reflexion off
"""


def build():
    made = common.parser("off", SUMMARY + ".", EXAMPLES)
    common.with_global(made, "in every project")
    return made


def main(argv: list) -> int:
    arguments = build().parse_args(argv)
    return config.main(["set", "auto_reflect", "false", *(["--global"] if arguments.everywhere else []), *(["--project", arguments.project] if arguments.project else [])])
