"""`reflexion demo`: the whole loop in a scratch project, told in a dozen lines."""

from __future__ import annotations

import json
import re
import sys

from reflexion.cli import common
from reflexion.cli.stage import Stage
from reflexion.status import terminal

FAILS, WORKS = "python3 release.py --fast", "python3 release.py --channel beta"
CORRECTION = "From now on, never release to stable from a branch."
INTRO = "A scratch project with real commands and the real hooks (--verbose shows their calls)."
REMEDY = "`reflexion doctor` says what is wrong with this copy of the toolkit"


def demo(context) -> None:
    options, paint = context.options, context.paint

    def say(line: str) -> None:
        print(terminal.fitting(line, sys.stdout), flush=True)

    stage = Stage(say, paint, min(100, context.width), options.verbose)
    try:
        say(f"{INTRO}\n")
        play(stage, Story(say, paint, context.width))
        open_end = unclosed(stage.files())
        if open_end:
            raise common.Stop(f"the loop did not close: {open_end}; {REMEDY}")
    finally:
        if options.keep:
            print(f"\nthe scratch project stays in {stage.project}")
        else:
            stage.close()


class Story:
    """A dozen lines: when, and what happens."""

    def __init__(self, say, paint, width: int):
        self.say, self.paint, self.width = say, paint, min(width, 90)

    def line(self, when: str, text: str) -> None:
        first, *rest = terminal.wrap(text, self.width, " " * 11, " " * 11)
        self.say("\n".join([self.paint(f"{when:<11}", "bold") + first[11:], *rest]))

    def quote(self, text: str) -> None:
        lines = terminal.wrap(text, self.width, " " * 13, " " * 11 + "| ")
        self.say("\n".join(self.paint(line, "cyan") for line in lines))


def play(stage: Stage, story: Story) -> None:
    """Three sessions in which the agent does what an agent does, and a correction."""
    stage.begin("demo-1")
    output, _ = stage.run(FAILS)
    story.line("Monday", f"the agent runs `{FAILS}`: {output.rpartition('error: ')[2]}")
    story.line("", f"captured: {stage.entry_file()}")
    stage.run(WORKS)
    story.line("", f"it runs `{WORKS}`, which works: learned as the fix")

    stage.age(2)
    brief = stage.begin("demo-2")
    begins = "a new session begins, and its brief tells the agent:"
    story.line("Wednesday", begins if brief else "a new session begins")
    if brief:
        story.quote(fix_in(brief))
    _, told = stage.run(FAILS)
    story.line("", f"`{FAILS}` fails again; with the failure the agent reads:")
    story.quote(fix_in(told) or "(nothing)")
    stage.run(WORKS)
    story.line("", f"`{WORKS}` works: counted, and trusted more")

    stage.age(2)
    stage.begin("demo-3")
    stage.run(FAILS)
    rule = stage.rule()
    story.line(
        "Friday", "the third time it becomes a rule in CLAUDE.md, from now on in every session:"
    )
    story.quote(rule or "(no rule)")

    stage.begin("demo-4")
    _, told = stage.run(WORKS)
    story.line(
        "Monday",
        f"Reflexion is silent: {'no, it says ' + told if told else 'a rule needs no hint'}",
    )
    stage.prompt(CORRECTION)
    story.line("", f'you say "{CORRECTION}": kept, in your words')
    story.line("", "all of it is plain files; `reflexion init` in a project begins it there")


def fix_in(told: str) -> str:
    """The line of a hook's words that holds the fix, without the frame; "" when none does."""
    lines = [line.strip() for line in told.splitlines() if "--channel beta" in line]
    return re.sub(r"</?reflexion-\w+>|^Resolution: ", "", lines[-1]) if lines else ""


def unclosed(files: dict) -> str:
    """What the loop should have left and did not, "" when it closed. `files`: name -> text."""
    entries = [json.loads(text) for name, text in files.items() if name.endswith(".json")]
    rules = files.get("CLAUDE.md", "")
    if not any(entry["type"] == "error" and entry["resolution"] for entry in entries):
        return "no failure was captured with its fix"
    if not any(entry["promoted"] and entry["id"] in rules for entry in entries):
        return "no rule was written"
    if "--channel beta" not in rules:
        return "the rule is not the fix that worked"
    heard = any(CORRECTION.split()[-1] in entry["trigger"] for entry in entries)
    return "" if heard else "what the user said was not captured"
