"""The scratch project that the demo plays in: real commands, real hooks."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import date, timedelta

from reflexion.hosts.command import entry_point
from reflexion.status import terminal
from reflexion.store.paths import FOLDER

RELEASE = """import sys

if "--channel" not in sys.argv:
    sys.exit("release.py: error: unrecognized arguments: " + " ".join(sys.argv[1:]))
print("released to", sys.argv[sys.argv.index("--channel") + 1])
"""
KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "LANG", "LC_ALL")
LEFT_OUT = ("session_id", "transcript_path", "cwd", "tool_use_id")  # of what is shown, not sent
TIMEOUT = 30


class Stage:
    """`project` is the scratch project, `home` its user's home; `verbose` shows each hook call."""

    def __init__(self, say, paint, columns: int, verbose: bool):
        self.say, self.paint, self.columns, self.verbose = say, paint, columns, verbose
        self.session, self.calls = "", 0
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="reflexion-demo-"))
        self.project = os.path.join(self.folder, "shop")
        self.home = os.path.join(self.folder, "home")
        for path in (self.home, os.path.join(self.project, ".git")):
            os.makedirs(path)
        with open(os.path.join(self.project, "release.py"), "w", encoding="utf-8") as file:
            file.write(RELEASE)

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def begin(self, session: str) -> str:
        """A session begins; what the agent is told in its brief."""
        self.session = session
        return self.hook("recall", "SessionStart", source="startup")

    def run(self, command: str) -> tuple:
        """A command of the agent with the hooks around it: (its output, what the agent is told).

        What PreToolUse says reaches the agent together with the command's result, so it runs.
        """
        self.calls += 1
        call = {"tool_name": "Bash", "tool_input": {"command": command}}
        call["tool_use_id"] = f"toolu_demo_{self.calls:02d}"
        told = self.hook("recall", "PreToolUse", **call)
        words = [sys.executable if word == "python3" else word for word in command.split()]
        done = self._start(words)
        output = done.stdout.decode("utf-8", "replace").strip()
        if done.returncode:
            error = f"Exit code {done.returncode}\n{output}"
            after = ("PostToolUseFailure", {"error": error, "is_interrupt": False})
        else:
            response = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
            after = ("PostToolUse", {"tool_response": response})
        return output, "\n".join(
            filter(None, [told, self.hook("capture", after[0], **call, **after[1])])
        )

    def prompt(self, text: str) -> None:
        """The user says something."""
        self.hook("recall", "UserPromptSubmit", prompt=text)
        self.hook("capture", "UserPromptSubmit", prompt=text)

    def hook(self, script: str, event: str, **fields) -> str:
        """One hook call; what of its answer the agent reads."""
        transcript = os.path.join(self.home, f"{self.session}.jsonl")
        payload = {"session_id": self.session, "transcript_path": transcript}
        payload.update(cwd=self.project, hook_event_name=event, **fields)
        before = self.files()
        words = [sys.executable, "-I", "-S", *entry_point(script)]
        done = self._start(words, json.dumps(payload).encode(), stderr=subprocess.PIPE)
        answer = done.stdout.decode("utf-8", "replace").strip()
        if self.verbose:
            self._show_call(script, event, payload, answer, before)
        return "\n".join(readable(answer))

    def _start(self, words: list, data: bytes = b"", stderr=subprocess.STDOUT):
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        kept.update(HOME=self.home, USERPROFILE=self.home, CLAUDE_PROJECT_DIR=self.project)
        kept["PYTHONDONTWRITEBYTECODE"] = "1"
        given = {"input": data, "cwd": self.project, "env": kept, "timeout": TIMEOUT}
        return subprocess.run(words, stdout=subprocess.PIPE, stderr=stderr, **given)

    def _show_call(self, script, event, payload, answer, before) -> None:
        shown = {name: value for name, value in payload.items() if name not in LEFT_OUT}
        text = json.dumps(shown, ensure_ascii=False)
        lines = [f"  {event} -> scripts/{script}.py reads"]
        lines += terminal.wrap(text, self.columns, " " * 6)
        lines.append(f"  {event} <- scripts/{script}.py answers" + ("" if answer else " nothing"))
        for line in lines:
            self.say(self.paint(line, "dim"))
        for line in readable(answer):
            self.say(self.paint(f"      {line}", "cyan"))
        for name, data in self.files().items():
            if before.get(name) != data:
                self._show_file(name, before.get(name, ""), data)

    def _show_file(self, name: str, before: str, text: str) -> None:
        """A file as it is now: whole when it is new, else the lines that changed."""
        self.say(self.paint(f"  {'changed' if before else 'wrote'} {name}", "yellow"))
        lines = text.splitlines()
        if before:
            changed = difflib.unified_diff(before.splitlines(), lines, lineterm="", n=0)
            lines = [line for line in changed if not line.startswith(("---", "+++", "@@"))]
        for line in lines:
            self.say(self.paint("      " + line, "dim"))

    def files(self) -> dict:
        """What a person would look at: the entries and the rule file, name -> text."""
        found = {}
        for folder in (os.path.join(FOLDER, "entries"), ""):
            path = os.path.join(self.project, folder)
            for name in sorted(os.listdir(path)) if os.path.isdir(path) else ():
                if name.endswith((".json", ".md")):
                    with open(os.path.join(path, name), encoding="utf-8") as file:
                        found[os.path.join(folder, name)] = file.read()
        return found

    def entry_file(self) -> str:
        names = [name for name in self.files() if name.endswith(".json")]
        return names[0] if names else "(nothing)"

    def rule(self) -> str:
        """The first rule in CLAUDE.md, "" when there is none."""
        lines = self.files().get("CLAUDE.md", "").splitlines()
        return next((line for line in lines if line.startswith("- ")), "")

    def age(self, days: int) -> None:
        """Set every entry's first sighting back, as if it had been so many days ago."""
        for name, text in self.files().items():
            if name.endswith(".json"):
                entry = json.loads(text)
                then = date.fromisoformat(entry["first_seen"]) - timedelta(days=days)
                entry["first_seen"] = then.isoformat()
                with open(os.path.join(self.project, name), "w", encoding="utf-8") as file:
                    file.write(json.dumps(entry, indent=2, ensure_ascii=False) + "\n")


def readable(answer: str) -> list:
    """The lines that the model reads out of a hook's answer."""
    if not answer.startswith("{"):
        return answer.splitlines()
    value = json.loads(answer).get("hookSpecificOutput", {})
    return value.get("additionalContext", "").splitlines()
