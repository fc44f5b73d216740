"""`demo`: the whole loop in a scratch project, with real commands and the real hooks."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from datetime import date, timedelta
from pathlib import Path

from reflexion.cli.errors import Stop
from reflexion.cli.output import as_called, plural
from reflexion.setup.command import PACKAGE, TOOLKIT

HELP = "see the whole loop, in a scratch project"
TEST = "python3 test.py"
START = "python3 db.py start"
RELEASE = "python3 release.py"
FILES = {
    "test.py": """import os, sys

if not os.path.exists("db.running"):
    sys.exit("Error: connect ECONNREFUSED 127.0.0.1:5432")
print("42 tests passed")
""",
    "db.py": "open('db.running', 'w').close()\n",
    "release.py": """import sys

if "--tag" not in sys.argv:
    sys.exit("error: the release server refuses builds without --tag")
print("released")
""",
}
LESSONS = (
    f"Run `{START}` before `{TEST}`, because the tests need the database.",
    f"Release with `{RELEASE} --tag vN`, because the server refuses builds without a tag.",
)
INTRO = (
    "A scratch project, real commands, the real hooks; only the agent's part is played. "
    "Five days pass in seconds: the demo dates the learnings back between the sessions."
)
END = "All of it is plain files. `reflexion init` begins it in a project of yours."
DIGITS = re.compile(r"^([0-9a-f]{6}) ", re.MULTILINE)
KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "TMPDIR", "LANG")
SECONDS = 60
AGAIN = "the agent forgets it, and fails once more"


def add_arguments(parser) -> None:
    parser.add_argument("--verbose", action="store_true", help="show each call of a hook")
    parser.add_argument("--keep", action="store_true", help="keep the scratch project")


def run(args, context) -> int:
    folder = Path(os.path.realpath(tempfile.mkdtemp(prefix="reflexion-demo-")))
    stage = Stage(context, folder)
    try:
        stage.note(INTRO)
        play(stage)
        stage.note(f"The scratch project stays in {stage.project}." if args.keep else END)
    finally:
        if not args.keep:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


def play(stage: Stage) -> None:
    """Play three sessions. Raises Stop where the loop does not close."""
    stage.begin("Monday: nothing is known yet", "demo-1")
    for command in (TEST, START, TEST, RELEASE, f"{RELEASE} --tag v1"):
        stage.run(command)
    question = stage.ask()
    digits = DIGITS.findall(question)
    if len(digits) != len(LESSONS):
        raise Stop("the demo broke: the turn's end asked nothing; see `reflexion doctor`")
    stage.answer(digits)
    stage.begin(f"Wednesday: the session begins with what Monday taught; {AGAIN}", "demo-2")
    stage.run(TEST)
    stage.begin(f"Friday: {AGAIN}, for the third time", "demo-3")
    stage.run(TEST)
    rules = stage.project / "CLAUDE.md"
    if not rules.exists():
        raise Stop("the demo broke: no rule was written; see `reflexion doctor`")
    stage.note("CLAUDE.md holds it now, for every session and every tool that reads it:")
    stage.quote(rules.read_text(encoding="utf-8"))


class Stage:
    """The scratch project in `folder`: runs commands and hooks there, and prints what happens."""

    def __init__(self, context, folder: Path):
        self.context = context
        self.is_verbose = context.args.verbose
        self.project = folder / "shop"
        self.home = folder / "home"
        self.session = ""
        for path in (self.home, self.project / ".git"):
            path.mkdir(parents=True)
        for name, text in FILES.items():
            (self.project / name).write_text(text, encoding="utf-8")

    def note(self, text: str) -> None:
        """Print a paragraph of the story."""
        self.context.say("\n" + textwrap.fill(as_called(text), self.context.width))

    def quote(self, text: str) -> None:
        """Print what somebody reads, indented."""
        for line in text.strip().splitlines():
            indent = {"initial_indent": "    | ", "subsequent_indent": "    |   "}
            self.context.say(textwrap.fill(line, self.context.width, **indent))

    def begin(self, title: str, session: str) -> None:
        """Begin a session, two days after the one before, with the database stopped."""
        self.session = session
        self._pass_days()
        self.note(title)
        told = self._hook("recall", "SessionStart", source="startup")
        self.context.say("  the agent reads:")
        self.quote(_context_of(told))

    def run(self, command: str) -> None:
        """Run a command of the agent with the hook behind it."""
        words = [sys.executable, *command.split()[1:]]
        code, output = self._process(words)
        self.context.say(f"  $ {command}")
        if output:
            self.quote(output)
        call = {"tool_name": "Bash", "tool_input": {"command": command}}
        if code:
            error = f"Exit code {code}\n{output}"
            answer = self._hook("capture", "PostToolUseFailure", error=error, **call)
        else:
            response = {"stdout": output, "stderr": "", "interrupted": False}
            answer = self._hook("capture", "PostToolUse", tool_response=response, **call)
        self._tell(answer)

    def ask(self) -> str:
        """End the turn; return the question that the hook asks."""
        answer = self._hook("capture", "Stop", stop_hook_active=False)
        question = json.loads(answer).get("reason", "") if answer else ""
        self.note("The turn ends, and the hook asks the agent:")
        self.quote(question)
        return question

    def answer(self, digits: list) -> None:
        """Run the agent's answer to the question."""
        words = ["learn"]
        for entry, lesson in zip(digits, LESSONS):
            words += ["--for", entry, lesson]
        shown = " ".join(f"'{word}'" if " " in word else word for word in words)
        self.note("The agent answers:")
        self.context.say(textwrap.indent(textwrap.fill(f"$ reflexion {shown}", 76), "  "))
        agent = {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": self.session}
        code, output = self._process([sys.executable, PACKAGE, *words], **agent)
        self.quote(output)
        if code:
            raise Stop("the demo broke: nothing was recorded; see `reflexion doctor`")

    def _pass_days(self) -> None:
        """Date every learning two days back, and stop the database."""
        for path in (self.project / ".reflexion" / "entries").glob("*.json"):
            entry = json.loads(path.read_text(encoding="utf-8"))
            then = date.fromisoformat(entry["first_seen"]) - timedelta(days=2)
            path.write_text(json.dumps({**entry, "first_seen": then.isoformat()}), "utf-8")
        (self.project / "db.running").unlink(missing_ok=True)

    def _tell(self, answer: str) -> None:
        """Print what a hook tells the agent, and the person."""
        if _context_of(answer):
            self.context.say("  the agent reads:")
            self.quote(_context_of(answer))
        notice = json.loads(answer).get("systemMessage", "") if answer.startswith("{") else ""
        if notice:
            self.context.say("  you see:")
            self.quote(notice)

    def _hook(self, script: str, event: str, **fields) -> str:
        """Send an event to a hook, as Claude Code does; return what it prints."""
        payload = {"session_id": self.session, "cwd": str(self.project), **fields}
        data = json.dumps({**payload, "hook_event_name": event, "transcript_path": ""})
        _, output = self._process([*_hook_words(script)], data)
        if self.is_verbose:
            self.context.say(f"  {script} hook, {event}: {plural(len(output), 'character')} back")
            self.quote(data)
            self.quote(output)
        return output

    def _process(self, words: list, stdin: str = "", **environ) -> tuple:
        """Run a process in the project; return (its status, its output)."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        kept.update(HOME=str(self.home), USERPROFILE=str(self.home), **environ)
        done = subprocess.run(
            words,
            input=stdin.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.project,
            env=kept,
            timeout=SECONDS,
        )
        return done.returncode, done.stdout.decode("utf-8", "replace").strip()


def _hook_words(script: str) -> list:
    """Return the words that run a hook: of a clone its script, else the package's own."""
    path = os.path.join(TOOLKIT, "scripts", f"{script}.py")
    if os.path.isfile(path):
        return [sys.executable, "-I", "-S", path]
    path = os.path.join(PACKAGE, "hosts", "plugin", "run_hook.py")
    return [sys.executable, "-I", "-S", path, script]


def _context_of(answer: str) -> str:
    """Return what the model reads of an answer."""
    if not answer.startswith("{"):
        return answer
    return json.loads(answer).get("hookSpecificOutput", {}).get("additionalContext", "")
