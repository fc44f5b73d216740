"""`demo`: the whole loop in a scratch project, with real commands and the real hooks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from datetime import date, timedelta
from pathlib import Path

from reflexion.cli.terminal import Stop, as_called, say
from reflexion.setup.command import PACKAGE

HELP = "play the whole loop in a scratch project"
TEST = "python3 test.py"
RELEASE = "python3 release.py"
PROGRAM = """import sys

if {flag!r} not in sys.argv:
    sys.exit({error!r})
print({done!r})
"""
FILES = {
    "test.py": PROGRAM.format(
        flag="--db", error="Error: connect ECONNREFUSED 127.0.0.1:5432", done="42 tests passed"
    ),
    "release.py": PROGRAM.format(
        flag="--tag", error="error: the server refuses builds without a tag", done="released"
    ),
}
LESSONS = (
    f"Run the tests as `{TEST} --db`, because they need the database.",
    f"Release with `{RELEASE} --tag vN`, because the server refuses builds without a tag.",
)
INTRO = (
    "A scratch project, real commands, the real hooks; only the agent's part is played. "
    "Five days pass in seconds: the demo dates the learnings back between the sessions."
)
AGAIN = "the agent forgets it, and fails once more"
END = "All of it is plain files. `reflexion init` begins it in a project of yours."
DIGITS = re.compile(r"^([0-9a-f]{6}) ", re.MULTILINE)
KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "TMPDIR", "LANG")
RUN_HOOK = os.path.join(PACKAGE, "hosts", "plugin", "run_hook.py")
SECONDS = 60


def add_arguments(parser) -> None:
    pass


def run(args, context) -> int:
    with tempfile.TemporaryDirectory(prefix="reflexion-demo-") as folder:
        _play(Stage(Path(folder).resolve(), context.width))
    return 0


def _play(stage: Stage) -> None:
    """Play three sessions. Raises Stop where the loop does not close."""
    stage.note(INTRO)
    stage.begin("Monday: nothing is known yet", "demo-1")
    for command in (TEST, f"{TEST} --db", RELEASE, f"{RELEASE} --tag v1"):
        stage.run(command)
    stage.note("The turn ends, and the hook asks the agent:")
    question = stage.hook("capture", "Stop", stop_hook_active=False).get("reason", "")
    stage.quote(question)
    stage.note("The agent answers:")
    answers = [["--for", *pair] for pair in zip(DIGITS.findall(question), LESSONS)]
    stage.learn([word for answer in answers for word in answer])
    stage.begin(f"Wednesday: the session begins with what Monday taught; {AGAIN}", "demo-2")
    stage.run(TEST)
    stage.begin(f"Friday: {AGAIN}, for the third time", "demo-3")
    stage.run(TEST)
    rules = stage.project / "CLAUDE.md"
    if not rules.exists():
        raise Stop("the demo wrote no rule; `reflexion doctor` says what is wrong with this copy")
    stage.note("CLAUDE.md holds it now, for every session and every tool that reads it:")
    stage.quote(rules.read_text(encoding="utf-8"))
    stage.note(END)


class Stage:
    """The scratch project in `folder`: runs commands and hooks there, and prints what happens."""

    def __init__(self, folder: Path, width: int):
        self.width = width
        self.project = folder / "shop"
        self.session = ""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.environ = {**kept, "HOME": str(folder), "USERPROFILE": str(folder)}
        (self.project / ".git").mkdir(parents=True)
        for name, text in FILES.items():
            (self.project / name).write_text(text, encoding="utf-8")

    def note(self, text: str) -> None:
        """Print a paragraph of the story."""
        say("\n" + textwrap.fill(as_called(text), self.width))

    def quote(self, text: str, reader: str = "") -> None:
        """Print what somebody reads, indented; nothing for an empty text."""
        if text and reader:
            say(f"  {reader}")
        for line in text.strip().splitlines():
            indents = {"initial_indent": "    | ", "subsequent_indent": "    |   "}
            say(textwrap.fill(line, self.width, **indents))

    def begin(self, title: str, session: str) -> None:
        """Begin a session, two days after the one before."""
        self.session = session
        for path in (self.project / ".reflexion" / "entries").glob("*.json"):
            entry = json.loads(path.read_text(encoding="utf-8"))
            then = date.fromisoformat(entry["first_seen"]) - timedelta(days=2)
            path.write_text(json.dumps({**entry, "first_seen": then.isoformat()}), "utf-8")
        self.note(title)
        self.hook("recall", "SessionStart", source="startup")

    def run(self, command: str) -> None:
        """Run a command of the agent with the hook behind it."""
        code, output = self._process(command.split()[1:])
        say(f"  $ {command}")
        self.quote(output)
        call = {"tool_name": "Bash", "tool_input": {"command": command}}
        if code:
            error = f"Exit code {code}\n{output}"
            self.hook("capture", "PostToolUseFailure", error=error, **call)
        else:
            response = {"stdout": output, "stderr": "", "interrupted": False}
            self.hook("capture", "PostToolUse", tool_response=response, **call)

    def learn(self, words: list) -> None:
        """Run the agent's answer to the question."""
        shown = " ".join(f"'{word}'" if " " in word else word for word in words)
        lines = textwrap.fill(f"$ reflexion learn {shown}", self.width - 4)
        say(textwrap.indent(lines, "  "))
        agent = {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": self.session}
        _, output = self._process([PACKAGE, "learn", *words], **agent)
        self.quote(output)

    def hook(self, script: str, event: str, **fields) -> dict:
        """Send an event to a hook, as Claude Code does; print and return its answer."""
        payload = {"session_id": self.session, "cwd": str(self.project), **fields}
        data = json.dumps({**payload, "hook_event_name": event, "transcript_path": ""})
        _, output = self._process(["-I", "-S", RUN_HOOK, script], data)
        answer = json.loads(output or "{}")
        told = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
        self.quote(told, "the agent reads:")
        self.quote(answer.get("systemMessage", ""), "you see:")
        return answer

    def _process(self, words: list, stdin: str = "", **environ) -> tuple:
        """Run Python in the project; return (its status, its output)."""
        done = subprocess.run(
            [sys.executable, *words],
            input=stdin.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.project,
            env={**self.environ, **environ},
            timeout=SECONDS,
        )
        return done.returncode, done.stdout.decode("utf-8", "replace").strip()
