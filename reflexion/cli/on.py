"""Switch the reading of transcripts at a session's end on; `off` is the same switch the other way."""

from __future__ import annotations

from reflexion.cli import common, config

SUMMARY = "at every session's end, read its transcript for what the hooks missed"
EXAMPLES = """
reflexion on
reflexion on --global
"""


def build():
    return switch("on", SUMMARY + " (the setting auto_reflect; off by default).", EXAMPLES)


def main(argv: list) -> int:
    return turn(build().parse_args(argv), "true")


def switch(command: str, summary: str, examples: str):
    made = common.parser(command, summary, examples)
    common.with_global(made, "in every project")
    return made


def turn(arguments, value: str) -> int:
    where = (["--global"] if arguments.everywhere else []) + (
        ["--project", arguments.project] if arguments.project else []
    )
    return config.main(["set", "auto_reflect", value, *where])
