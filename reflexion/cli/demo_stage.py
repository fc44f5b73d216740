"""Where the demo plays: a scratch project in which commands and hooks are run, and told.

What is told of a hook is what it answered and what it wrote, read from its output and from the
files; nothing of it is known beforehand."""

from __future__ import annotations

import difflib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from datetime import date, timedelta

from reflexion.cli.parser import called
from reflexion.setup.command import by_hand, entry_point
from reflexion.status import history, terminal
from reflexion.store.fs import names, read_text, write_atomic
from reflexion.store.paths import FOLDER
from reflexion.store.schema import encode
from reflexion.text.grades import CANDIDATE, grade, seen

KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "LANG", "LC_ALL")
LEFT_OUT = ("session_id", "transcript_path", "cwd", "tool_use_id")  # of what is shown, not sent
MOST = 1 << 20
WIDEST = 100
DAY = 11  # columns of the day's name
RULES = "CLAUDE.md"
COUNT = '"occurrences"'


class Stage:
    """The scratch project: real commands, real hooks; `verbose` shows each hook call."""

    def __init__(self, context, programs: dict):
        """`programs`: name -> text of the project's files."""
        self.paint = context.paint
        self.verbose = context.options.verbose
        self.width = min(WIDEST, context.width)
        self.session = ""
        self.calls = 0
        self.day = ""
        self.known = set()  # what the agent has read, without numbers
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="reflexion-demo-"))
        self.project, self.home = (os.path.join(self.folder, name) for name in ("shop", "home"))
        for path in (self.home, os.path.join(self.project, ".git")):
            os.makedirs(path)
        for name, text in programs.items():
            write_atomic(os.path.join(self.project, name), text.encode())

    def note(self, text: str) -> None:
        """A paragraph beside the story."""
        self._print(*terminal.wrap(text, self.width))

    def begin(self, day: str, session: str) -> None:
        """A session begins, and the agent reads its brief."""
        self.session = session
        self.day = day
        print()
        self._tell("a new session starts")
        if not self.hook("recall", "SessionStart", source="startup"):
            has_rules = RULES in self.files()
            why = f"the rule stands in {RULES}" if has_rules else "nothing is known yet"
            self._tell(f"the hook tells nothing: {why}")

    def run(self, command: str) -> str:
        """A command of the agent with the hooks around it; what the agent is told then. What
        PreToolUse adds reaches the agent together with the command's result, so it runs."""
        self.calls += 1
        call = {"tool_name": "Bash", "tool_input": {"command": command}}
        call["tool_use_id"] = f"toolu_demo_{self.calls:02d}"
        before = self.hook("recall", "PreToolUse", **call)
        status, output = self._start(shlex.split(command), b"", subprocess.STDOUT)
        self._command(command, output, "red" if status else "")
        if status:
            event = "PostToolUseFailure"
            result = {"error": f"Exit code {status}\n{output}", "is_interrupt": False}
        else:
            response = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
            event = "PostToolUse"
            result = {"tool_response": response}
        after = self.hook("capture", event, **call, **result)
        return "\n".join(filter(None, [before, after]))

    def calls_us(self, command: str, sentence: str) -> None:
        """The agent runs one of our commands, given up to its last word: the sentence."""
        words = [*shlex.split(command), sentence]
        before = self.files()
        _, output = self._start(words, b"", subprocess.STDOUT, CLAUDECODE="1")
        self._command(f"{command.strip()} '{sentence}'", output.partition("\n")[0], "")
        self._tell_files(before)

    def types(self, prompt: str) -> None:
        """The person types a prompt."""
        self._tell(f'you type: "{prompt}"')
        for script in ("recall", "capture"):
            self.hook(script, "UserPromptSubmit", prompt=prompt)

    def pass_days(self, days: int, command: str) -> None:
        """Date every learning so many days back, and run a command that no hook sees."""
        for name, text in self.files().items():
            if name.endswith(".json"):
                entry = json.loads(text)
                then = date.fromisoformat(entry["first_seen"]) - timedelta(days=days)
                entry["first_seen"] = then.isoformat()
                write_atomic(os.path.join(self.project, name), encode(entry))
        self._start(shlex.split(command), b"", subprocess.STDOUT)

    def hook(self, script: str, event: str, **fields) -> str:
        """One hook call, told; what of its answer the agent reads."""
        transcript = os.path.join(self.home, f"{self.session}.jsonl")
        payload = {"session_id": self.session, "transcript_path": transcript}
        payload.update(cwd=self.project, hook_event_name=event, **fields)
        before = self.files()
        words = [sys.executable, "-I", "-S", *entry_point(script)]
        _, answer = self._start(words, json.dumps(payload).encode(), subprocess.PIPE)
        told = answer
        shown = ""
        if answer.startswith("{"):
            parts = json.loads(answer)
            told = parts.get("hookSpecificOutput", {}).get("additionalContext", "")
            shown = parts.get("systemMessage", "")
        if self.verbose:
            sent = {name: value for name, value in payload.items() if name not in LEFT_OUT}
            self._show(
                f"{event} -> scripts/{script}.py reads", json.dumps(sent, ensure_ascii=False)
            )
            self._show(f"{event} <- scripts/{script}.py answers", answer or "(nothing)")
            self._show_files(before)
        self._tell_agent(told)
        self._tell_files(before)
        self._tell("you read on screen:", shown)
        return told

    def files(self) -> dict:
        """What a person would look at: the entries and the rule file, name -> text."""
        texts = {}
        for folder in (os.path.join(FOLDER, "entries"), ""):
            for name in names(os.path.join(self.project, folder)):
                if name.endswith((".json", ".md")):
                    path = os.path.join(folder, name)
                    texts[path] = read_text(os.path.join(self.project, path), MOST)
        return texts

    # --- what is printed ---------------------------------------------------------------------

    def _print(self, *lines: str, style: str = "") -> None:
        for line in lines:
            print(terminal.fitting(self.paint(line, style), sys.stdout), flush=True)

    def _tell(self, text: str, quoted: str | None = None) -> None:
        """What happens, and what somebody reads then; nothing where that is nothing."""
        if quoted == "":
            return
        first, *rest = terminal.wrap(as_here(text), self.width, " " * DAY)
        self._print(self.paint(f"{self.day:<{DAY}}", "bold") + first[DAY:], *rest)
        self.day = ""
        for line in as_here(quoted or "").splitlines():
            bar = " " * DAY + "| " + " " * (len(line) - len(line.lstrip()))
            self._print(*terminal.wrap(line, self.width, bar + "  ", bar), style="cyan")

    def _tell_agent(self, told: str) -> None:
        """What a hook tells the agent; once in full, then only that it is the same."""
        without_numbers = re.sub(r"\d+", "", told)
        if without_numbers in self.known:
            self._tell(f"the agent reads the same again: {told.splitlines()[0]}")
        else:
            self._tell("the agent reads:", told)
        if told:
            self.known.add(without_numbers)

    def _command(self, command: str, output: str, style: str) -> None:
        """A command of the agent and what it printed."""
        indent = " " * DAY
        command = as_here(command)
        self._print(*terminal.wrap(command, self.width, indent + "    ", indent + "$ "))
        for line in output.splitlines():
            self._print(*terminal.wrap(line, self.width, indent + "    "), style=style)

    def _tell_files(self, before: dict) -> None:
        """The entries and rules that were written, in a line each."""
        for name, text in self.files().items():
            old = before.get(name, "")
            if text == old:
                continue
            if name == RULES:
                known = old.splitlines()
                new = [line for line in text.splitlines() if line not in known]
                rules = [line for line in new if line.startswith("- ")]
                self._tell(f"{name} has a new rule:", "\n".join(rules))
            elif not old:
                self._tell(f"kept: {name}")
            else:
                self._tell_entry(json.loads(old), json.loads(text))

    def _tell_entry(self, old: dict, new: dict) -> None:
        """What changed in an entry: its fix, and how often it was seen and helped."""
        if new["resolution"] != old["resolution"]:
            is_draft = grade(new) == CANDIDATE
            kind = "a draft of a fix, which no agent is told:" if is_draft else "its fix:"
            self._tell(kind, new["resolution"])
        if seen(new) != seen(old):
            self._tell(f"counted: seen {history.times(seen(new))}")
        worked = new.get("worked", 0)
        if worked != old.get("worked", 0):
            self._tell(f"counted: its fix worked {history.times(worked)}")

    def _show(self, heading: str, text: str) -> None:
        """A part of what --verbose adds."""
        self._print(f"  {heading}", style="dim")
        for line in text.splitlines():
            self._print(*terminal.wrap(line, self.width, " " * 6), style="dim")

    def _show_files(self, before: dict) -> None:
        """The files that a call wrote: whole when new, else what changed in them."""
        for name, text in self.files().items():
            old = before.get(name, "")
            lines = text.splitlines()
            if text == old:
                continue
            self._print(f"  {'changed' if old else 'wrote'} {name}", style="yellow")
            if old:
                marked = difflib.ndiff(old.splitlines(), lines)
                lines = [line for line in marked if line[0] in "+-"]
            for line in lines:
                left = " " * (6 + len(line) - len(line.lstrip()))
                if COUNT in line and not line.startswith("-"):
                    line += f"  ({counted(json.loads(text))})"
                self._print(*terminal.wrap(line, self.width, left + "  ", left), style="dim")

    def _start(self, words: list, data: bytes, stderr: int, **environ) -> tuple:
        """(status, output) of a process in the project, its home a scratch one."""
        words = [sys.executable if word == "python3" else word for word in words]
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        kept.update(HOME=self.home, USERPROFILE=self.home, CLAUDE_PROJECT_DIR=self.project)
        kept.update(environ, PYTHONDONTWRITEBYTECODE="1")
        given = {"input": data, "cwd": self.project, "env": kept, "timeout": 30}
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=stderr, **given)
        return done.returncode, done.stdout.decode("utf-8", "replace").strip()


def counted(entry: dict) -> str:
    """What the field `occurrences` counts, in the words of the story."""
    worked = entry.get("worked", 0)
    also = f" + its fix worked {history.times(worked)}" if worked else ""
    return f"seen {history.times(seen(entry))}{also}"


def as_here(text: str) -> str:
    """The text with our commands as a person calls them here; hooks write the full path."""
    return text.replace(by_hand(), called())
