"""A remote that refuses names and messages, a test farm and a staging area."""

import os
import re
import sys

import kit
from kit import refuse

LANE = "deep"
SUBJECT = re.compile(r"\[(minor|major)\] \S")


def pre_receive(words, options, state):
    for line in sys.stdin.read().splitlines():
        _, new, name = line.split()
        branch = name.replace("refs/heads/", "")
        if branch == "main":
            refuse("main takes what the bot merges, nothing else")
        if not re.fullmatch(r"w/[a-z0-9-]{1,24}", branch):
            refuse(f"branch {branch}: here branches are named w/<topic>")
        message = kit.git("log", "-1", "--format=%B", new, folder=kit.REMOTE)
        if not SUBJECT.match(message):
            refuse("the subject must begin with [minor] or [major]")
        if not re.search(r"^Risk: (low|high)$", message, re.MULTILINE):
            refuse("no trailer `Risk: low` or `Risk: high` in the commit message")


def farm(words, options, state):
    """usage: farm submit BRANCH [--lane LANE]
    farm list"""
    runs = state.setdefault("runs", {})
    if words[:1] == ["list"]:
        print("\n".join(f"{commit}  passed" for commit in runs) or "no runs today")
        return
    if words[:1] != ["submit"] or len(words) != 2:
        refuse(farm.__doc__)
    commit = _pushed(words[1])
    if options.get("--lane", "quick") != LANE:
        lane = options.get("--lane", "quick")
        refuse(f"lane {lane} takes nothing from this repository (open: {LANE})")
    folder = os.path.join(kit.ARM, "farm", commit)
    kit.export(commit, folder)
    kit.run_tests(folder)
    runs[commit] = True
    print(f"{commit[:10]} passed in lane {LANE}")


def _pushed(name):
    name = name.replace("origin/", "")
    commit = kit.git("rev-parse", "--verify", "-q", name + "^{commit}", folder=kit.REMOTE)
    return commit or refuse(f"origin has no {name}")


def ship(words, options, state):
    """usage: ship COMMAND
    hold PLACE
    status PLACE
    to PLACE COMMIT"""
    command, place = ([*words, "", ""])[:2]
    if command not in ("hold", "status", "to") or place != "staging":
        refuse(ship.__doc__ + "\nplaces: staging")
    if command == "status":
        print(f"staging runs {state.get('runs_there', 'what main holds')}")
    elif command == "hold":
        state["held"] = True
        print("staging is yours for this day")
    else:
        _ship(([*words, ""])[2], state)


def _ship(commit, state):
    if not re.fullmatch("[0-9a-f]{40}", commit):
        refuse(f"{commit or 'nothing'}: give the commit by its full id")
    if commit not in state.get("runs", {}):
        refuse(f"the farm has not passed {commit[:10]}")
    if not state.get("held"):
        refuse("you do not hold staging (ship hold staging)")
    kit.deliver(commit)
    state["runs_there"] = commit
    print(f"staging runs {commit[:10]}")
