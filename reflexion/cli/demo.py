"""`reflexion demo`: the whole loop in a scratch project, told as it happens."""

from __future__ import annotations

import json
import re

from reflexion.cli.demo_stage import Stage
from reflexion.cli.output import Stop
from reflexion.store.fs import remove_tree

TEST = "python3 test.py"
START = "python3 db.py start"
PROGRAMS = {
    "test.py": """import os, sys

if not os.path.exists("db.running"):
    sys.exit("Error: connect ECONNREFUSED 127.0.0.1:5432")
print("42 tests passed")
""",
    "db.py": """import os, sys

if sys.argv[1:] == ["start"]:
    open("db.running", "w").close()
elif sys.argv[1:] == ["stop"] and os.path.exists("db.running"):
    os.remove("db.running")
print("database:", " ".join(sys.argv[1:]))
""",
}
LESSON = (
    f"When `{TEST}` cannot connect to port 5432, run `{START}` first, "
    "because the tests need the database."
)
CORRECTION = "From now on, never release from a branch."
INTRO = (
    "A scratch project, real commands and the real hooks. You see what each hook did; "
    "only the agent's part is played. Three days pass in seconds: before Wednesday and before "
    "Friday the demo dates the learning two days back, for only one that is over a day old may "
    "become a rule."
)
END = (
    "All of it is plain files, and the scratch project is gone again. "
    "`reflexion init` in a project of yours begins it there."
)
ASKED = re.compile(r"`([^`]* learn --for \S+ )'[^`']*'`")
REMEDY = "`reflexion doctor` says what is wrong with this copy of Reflexion"


def demo(context) -> None:
    """Play the loop and tell it. Raises Stop where it did not close."""
    stage = Stage(context, PROGRAMS)
    try:
        stage.note(INTRO)
        play(stage)
        if open_end := unclosed(stage.files()):
            raise Stop(f"the loop did not close: {open_end}; {REMEDY}")
        print()
        if context.options.keep:
            print(f"the scratch project stays in {stage.project}")
        else:
            stage.note(END)
    finally:
        if not context.options.keep:
            remove_tree(stage.folder)


def play(stage: Stage) -> None:
    """Four sessions in which the agent does what an agent does, and a rule that a person states."""
    stage.begin("Monday", "demo-1")
    stage.run(TEST)
    stage.run(START)
    answer(stage, stage.run(TEST))
    for day, session in (("Wednesday", "demo-2"), ("Friday", "demo-3")):
        stage.pass_days(2, "python3 db.py stop")
        stage.begin(day, session)
        stage.run(TEST)
        stage.run(START)
        stage.run(TEST)
    stage.begin("Monday", "demo-4")
    stage.types(CORRECTION)


def answer(stage: Stage, told: str) -> None:
    """The agent runs the command that the hook's question holds, with its sentence in it."""
    question = ASKED.search(told)
    if question:
        stage.calls_us(question[1], LESSON)


def unclosed(files: dict) -> str:
    """What the loop should have left and did not, "" when it closed. `files`: name -> text."""
    entries = [json.loads(text) for name, text in files.items() if name.endswith(".json")]
    rules = files.get("CLAUDE.md", "")
    failures = [entry for entry in entries if entry["type"] == "error"]
    if not failures:
        return "no failure was captured"
    if failures[0]["resolution"] != LESSON:
        return "the agent's lesson was not recorded"
    if not (failures[0]["promoted"] and failures[0]["id"] in rules):
        return "no rule was written"
    if START not in rules:
        return "the rule is not the lesson"
    kept = any(entry["trigger"] == CORRECTION for entry in entries)
    return "" if kept else "the rule that the person stated was not kept"
