"""Play the loop in a scratch project, with real commands and the real hooks."""

from __future__ import annotations

import json
import sys

from reflexion.cli import common
from reflexion.cli.stage import Stage
from reflexion.status import terminal

SUMMARY = "play the whole loop in a scratch project, in a few seconds"
EXAMPLES = """
reflexion demo
reflexion demo --keep    leave the scratch project to look around in
"""


def build():
    made = common.parser(
        "demo",
        "Play the loop in a scratch folder with a home of its own: a command fails, its fix is learned, recalled, and becomes a rule. "
        "The commands and the hooks are the real ones; what each hook reads and answers is shown. Nothing of yours is touched.",
        EXAMPLES,
    )
    made.add_argument("--keep", action="store_true", help="keep the scratch folder")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    paint = terminal.Paint(terminal.colour(sys.stdout))
    stage = Stage(
        lambda line: print(terminal.fitting(line, sys.stdout), flush=True),
        paint,
        min(100, terminal.width(sys.stdout)),
    )
    print(
        "A scratch project, real commands, the real hooks. Of what a hook reads on stdin, the session's id and the paths are left out here."
    )
    try:
        play(stage)
        open_ends = unclosed(stage.files())
        if open_ends:
            raise common.Stop(
                f"the loop did not close: {open_ends}; `reflexion doctor` says what is wrong with this copy of the toolkit"
            )
    finally:
        if arguments.keep:
            print(f"\nThe scratch project stays in {stage.project}")
        else:
            stage.close()
    return 0


def play(stage: Stage) -> None:
    """The scenes, in order. In each the agent does what the answer of the hook suggests."""
    _scene(stage, "1", "A command fails. It is stored; a second try changes nothing but the count.")
    stage.run("python3 release.py")
    stage.run("python3 release.py")
    stage.say(
        "\n  The agent finds out what was missing, and the fix is learned from what it did:\n"
    )
    stage.run("python3 release.py --channel beta")

    _scene(
        stage,
        "2",
        "Another session, say the next day: what the user asks for brings the learning back.",
    )
    stage.prompt("please run release.py, the release is due")
    stage.run("python3 release.py --channel beta")

    _scene(
        stage,
        "3",
        "Another session, other words. The command is known to fail: the agent is told before it runs.",
    )
    stage.prompt("ship it")
    if not stage.run("python3 release.py"):
        stage.say("\n  The agent heeds it:\n")
        stage.run("python3 release.py --channel stable")

    stage.age(3)
    stage.command("config", "set", "warn_before", "false")
    _scene(
        stage,
        "4",
        "Days later it fails again: its fix is told at the failure, and because it keeps coming back it is a rule from now on.",
        "(The demo has set the date of its first sighting back by three days, and switched the warning of 3. off.)",
    )
    stage.run("python3 ./release.py --verbose")

    _scene(
        stage,
        "5",
        "It is a rule, which the agent always has before its eyes: so the hooks are silent.",
    )
    stage.prompt("please run release.py, the release is due")
    stage.run("python3 release.py --channel stable")

    _scene(stage, "6", "The user corrects the agent. What was said is a learning, too:")
    stage.prompt("No, never release to stable from a branch. Always use the beta channel there.")

    stage.say("\n" + stage.paint("What a person sees: reflexion status", "bold") + "\n")
    stage.say(stage.command("status"))


def unclosed(files: dict) -> str:
    """What the loop should have left in the project and did not: "" when it closed. `files`: name -> text."""
    entries = [json.loads(text) for name, text in files.items() if name.endswith(".json")]
    if not any(entry["type"] == "error" and entry["resolution"] for entry in entries):
        return "no failure was captured with its fix"
    if not any(
        entry["promoted"] and entry["id"] in files.get("CLAUDE.md", "") for entry in entries
    ):
        return "no rule was written"
    return (
        ""
        if any(entry["type"] == "correction" for entry in entries)
        else "the correction was not captured"
    )


def _scene(stage: Stage, session: str, *lines: str) -> None:
    stage.session = f"demo-{session}"
    stage.say("")
    for line in terminal.wrap(" ".join(lines), 96, "   ", f"{session}. "):
        stage.say(stage.paint(line, "bold"))
    stage.say("")
