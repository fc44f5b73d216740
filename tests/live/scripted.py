"""An agent that plays the recorded answers of a scenario, with Claude Code's hooks around it.

usage: scripted.py ARM PROMPT

answers.txt holds sections `[DAY]` and `[all]`, a command a line. A line `? COMMAND :: LESSON` is
a mistake: it is made where the lesson was not told, and the lesson is what the agent records.
"""

import json
import re
import shlex
import subprocess
import sys
import uuid
from pathlib import Path

ARM = Path(sys.argv[1])
PROJECT = ARM / "project"
SETTINGS = (PROJECT / ".claude/settings.json", PROJECT / ".claude/settings.local.json")
SESSION = str(uuid.uuid4())


def main(prompt: str) -> None:
    known = prompt + fire("SessionStart", source="startup")
    known += fire("UserPromptSubmit", prompt=prompt)
    learned = []
    for line in steps(json.loads((ARM / "state.json").read_text(encoding="utf-8"))["day"]):
        command, _, lesson = line.removeprefix("? ").partition(" :: ")
        if not lesson:
            known += shell(command)
        elif lesson not in known:
            known += shell(command)
            learned.append((command, lesson))
    answer(fire("Stop", stop_hook_active=False), learned)
    if "MEMORY.md" in prompt:
        with open(ARM / "memory/MEMORY.md", "a") as notes:
            notes.writelines(f"- {lesson}\n" for _, lesson in learned)
    fire("SessionEnd", reason="other")


def steps(day: int) -> list:
    """Return the recorded lines for a day."""
    text = (Path((ARM / "scenario").read_text(encoding="utf-8")) / "answers.txt").read_text(
        encoding="utf-8"
    )
    sections = re.split(r"^\[(\w+)\]\n", text, flags=re.MULTILINE)
    lines = {name: body.splitlines() for name, body in zip(sections[1::2], sections[2::2])}
    return [line for line in [*lines[str(day)], *lines["all"]] if line]


def shell(command: str) -> str:
    """Run a command as the tool Bash does; return what hooks say to it."""
    done = run(["bash", "-c", command])
    print(f"$ {command}\n{done.stdout}", flush=True)
    fields = {"tool_input": {"command": command}, "tool_use_id": uuid.uuid4().hex}
    if done.returncode:
        error = f"Exit code {done.returncode}\n{done.stdout}"
        return fire("PostToolUseFailure", "Bash", error=error, **fields)
    response = {"stdout": done.stdout, "stderr": ""}
    return fire("PostToolUse", "Bash", tool_response=response, **fields)


def fire(event: str, tool: str = "", **fields) -> str:
    """Run the hooks of an event as Claude Code does; return what they say."""
    payload = {"session_id": SESSION, "cwd": str(PROJECT), "hook_event_name": event, **fields}
    payload.update({"tool_name": tool} if tool else {})
    said = []
    for path in SETTINGS:
        groups = (
            json.loads(path.read_text(encoding="utf-8"))["hooks"].get(event, [])
            if path.exists()
            else []
        )
        for group in groups:
            if not tool or re.fullmatch(group.get("matcher") or ".*", tool):
                commands = [hook["command"] for hook in group["hooks"]]
                said += [run(["sh", "-c", each], json.dumps(payload)).stdout for each in commands]
    return "\n".join(map(words, filter(None, said)))


def words(answer: str) -> str:
    """Return what a hook's answer says to the agent."""
    if not answer.startswith("{"):
        return answer
    found = json.loads(answer)
    context = found.get("hookSpecificOutput", {}).get("additionalContext", "")
    return context or found.get("reason", "")


def run(command: list, given: str = "") -> subprocess.CompletedProcess:
    """Run a command; its standard error goes to its output."""
    out = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, cwd=PROJECT, input=given, text=True, **out)


def answer(question: str, learned: list) -> None:
    """Record a lesson for each failure that the look-back lists, in their order."""
    record = re.search(r"`(.+? learn) --for", question)
    listed = re.findall(r"^(\w{6}) (.+)", question, re.MULTILINE)
    for command, lesson in learned:
        rows = [row for row in listed if row[1].startswith(command[:30])]
        if record and rows:
            listed.remove(rows[0])
            shell(f"{record[1]} --for {rows[0][0]} {shlex.quote(lesson)}")


main(sys.argv[2])
