"""An agent that plays the recorded answers of a scenario, with Claude Code's hooks around it.

usage: scripted.py ARM PROMPT

answers.txt holds sections `[DAY]` and `[all]`, a command a line. A line `? COMMAND :: LESSON` is
a mistake: it is made where the lesson was not told, and the lesson is what the agent records.
"""

import json
import re
import subprocess
import sys
import uuid
from pathlib import Path

ARM = Path(sys.argv[1])
PROJECT = ARM / "project"
SETTINGS = (PROJECT / ".claude/settings.json", PROJECT / ".claude/settings.local.json")
SESSION = str(uuid.uuid4())


def fire(event: str, tool: str = "", **fields) -> str:
    """Run the hooks of an event as Claude Code does; return what they say."""
    payload = {"session_id": SESSION, "cwd": str(PROJECT), "hook_event_name": event, **fields}
    payload.update({"tool_name": tool} if tool else {})
    said = []
    for path in SETTINGS:
        groups = json.loads(path.read_text())["hooks"].get(event, []) if path.exists() else []
        for group in groups:
            if tool and not re.fullmatch(group.get("matcher") or ".*", tool):
                continue
            for hook in group["hooks"]:
                said.append(run(["sh", "-c", hook["command"]], json.dumps(payload)).stdout)
    return "\n".join(map(words, filter(None, said)))


def words(answer: str) -> str:
    """Return what a hook's answer says to the agent."""
    if not answer.startswith("{"):
        return answer
    found = json.loads(answer)
    return found.get("hookSpecificOutput", {}).get("additionalContext", "") or found.get(
        "reason", ""
    )


def run(command: list, given: str = "") -> subprocess.CompletedProcess:
    out = subprocess.PIPE
    return subprocess.run(
        command, cwd=PROJECT, input=given, stdout=out, stderr=subprocess.STDOUT, text=True
    )


def shell(command: str) -> str:
    """Run a command as the tool Bash does; return what hooks say to it."""
    done = run(["bash", "-c", command])
    fields = {"tool_input": {"command": command}, "tool_use_id": uuid.uuid4().hex}
    print(f"$ {command}\n{done.stdout}", flush=True)
    if done.returncode:
        return fire(
            "PostToolUseFailure",
            "Bash",
            error=f"Exit code {done.returncode}\n{done.stdout}",
            **fields,
        )
    return fire(
        "PostToolUse", "Bash", tool_response={"stdout": done.stdout, "stderr": ""}, **fields
    )


def steps(day: int) -> list:
    """Return the recorded lines for a day."""
    text = (Path((ARM / "scenario").read_text()) / "answers.txt").read_text()
    sections = re.split(r"^\[(\w+)\]\n", text, flags=re.MULTILINE)
    lines = {name: body.splitlines() for name, body in zip(sections[1::2], sections[2::2])}
    return [*lines[str(day)], *lines["all"]]


def main(prompt: str) -> None:
    known = (
        prompt + fire("SessionStart", source="startup") + fire("UserPromptSubmit", prompt=prompt)
    )
    learned = {}
    for line in steps(json.loads((ARM / "state.json").read_text())["day"]):
        mistake, _, lesson = line.lstrip("? ").partition(" :: ")
        if line.startswith("?") and lesson not in known:
            known += shell(mistake)
            learned[mistake] = lesson
        elif not line.startswith("?"):
            known += shell(line)
    answer(fire("Stop", stop_hook_active=False), learned)
    if "MEMORY.md" in prompt:
        with open(ARM / "memory/MEMORY.md", "a") as notes:
            notes.writelines(f"- {lesson}\n" for lesson in learned.values())
    fire("SessionEnd", reason="other")


def answer(question: str, learned: dict) -> None:
    """Record a lesson for each failure that the look-back lists."""
    command = re.search(r"`(.+? learn) --for", question)
    for mistake, lesson in learned.items():
        listed = re.search(rf"^(\w{{6}}) {re.escape(mistake[:40])}", question, re.MULTILINE)
        if command and listed:
            shell(f'{command.group(1)} --for {listed.group(1)} "{lesson}"')


main(sys.argv[2])
