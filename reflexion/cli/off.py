"""Switch the reading of transcripts at a session's end off."""

from __future__ import annotations

from reflexion.cli import on

SUMMARY = "stop reading transcripts at a session's end (`on` starts it)"
EXAMPLES = """
reflexion off
"""


def build():
    return on.switch("off", SUMMARY + ".", EXAMPLES)


def main(argv: list) -> int:
    return on.turn(build().parse_args(argv), "false")
