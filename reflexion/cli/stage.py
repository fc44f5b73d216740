"""The scratch project that the demo plays in: real commands, and the real hooks as a host would call them."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile

from reflexion.hosts.command import entry_point
from reflexion.status import terminal
from reflexion.store.paths import FOLDER

RELEASE = """import sys

if "--channel" not in sys.argv:
    sys.exit("release.py: error: the option --channel is required: stable or beta")
print("released to", sys.argv[sys.argv.index("--channel") + 1])
"""
KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "LANG", "LC_ALL")
LEFT_OUT = (
    "session_id",
    "transcript_path",
    "cwd",
    "tool_use_id",
)  # of what is shown, not of what is sent
TIMEOUT = 30


class Stage:
    """`project` is the scratch project, `home` its user's home; `say` prints a line, `paint` colours it, `columns` is how wide it may be."""

    def __init__(self, say, paint, columns: int):
        self.say, self.paint, self.columns, self.session, self.calls = say, paint, columns, "", 0
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="reflexion-demo-"))
        self.project, self.home = (
            os.path.join(self.folder, "shop"),
            os.path.join(self.folder, "home"),
        )
        for path in (self.home, os.path.join(self.project, ".git")):
            os.makedirs(path)
        with open(os.path.join(self.project, "release.py"), "w", encoding="utf-8") as file:
            file.write(RELEASE)

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def environ(self) -> dict:
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        return {
            **kept,
            "HOME": self.home,
            "USERPROFILE": self.home,
            "CLAUDE_PROJECT_DIR": self.project,
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def run(self, command: str) -> bool:
        """A command of the agent, with the hooks before and after it. True when it worked."""
        self.calls += 1
        call = {
            "tool_name": "Bash",
            "tool_input": {"command": command},
            "tool_use_id": f"toolu_demo_{self.calls:02d}",
        }
        if self.hook("recall", "PreToolUse", quiet=True, **call):
            return False
        done = subprocess.run(
            [sys.executable if word == "python3" else word for word in command.split()],
            cwd=self.project,
            env=self.environ(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIMEOUT,
        )
        output = done.stdout.decode("utf-8", "replace").strip()
        self.say("  " + self.paint(f"$ {command}", "bold"))
        self.say(self.paint(f"  {output}", "red" if done.returncode else "green"))
        if done.returncode:
            self.hook(
                "capture",
                "PostToolUseFailure",
                error=f"Exit code {done.returncode}\n{output}",
                is_interrupt=False,
                **call,
            )
        else:
            self.hook(
                "capture",
                "PostToolUse",
                tool_response={
                    "stdout": output,
                    "stderr": "",
                    "interrupted": False,
                    "isImage": False,
                },
                **call,
            )
        return done.returncode == 0

    def prompt(self, text: str) -> None:
        """The user says something."""
        self.say("  " + self.paint(f"> {text}", "bold"))
        self.hook("recall", "UserPromptSubmit", prompt=text)
        self.hook("capture", "UserPromptSubmit", quiet=True, prompt=text)

    def hook(self, script: str, event: str, quiet: bool = False, **fields) -> str:
        """One hook call, its input and its answer shown (`quiet`: only when it answers or writes)."""
        payload = {
            "session_id": self.session,
            "transcript_path": os.path.join(self.home, f"{self.session}.jsonl"),
            "cwd": self.project,
            "hook_event_name": event,
            **fields,
        }
        before = self.files()
        done = subprocess.run(
            [sys.executable, "-I", "-S", *entry_point(script)],
            input=json.dumps(payload).encode(),
            cwd=self.project,
            env=self.environ(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT,
        )
        answer = done.stdout.decode("utf-8", "replace").strip()
        written = [name for name, data in self.files().items() if before.get(name) != data]
        if quiet and not answer and not written:
            return answer
        shown = {name: value for name, value in payload.items() if name not in LEFT_OUT}
        self.say(self.paint(f"  {event} -> scripts/{script}.py reads", "dim"))
        for line in terminal.wrap(json.dumps(shown, ensure_ascii=False), self.columns, " " * 6):
            self.say(self.paint(line, "dim"))
        self.say(
            self.paint(
                f"  {event} <- scripts/{script}.py answers" + ("" if answer else " nothing"), "dim"
            )
        )
        for line in plain(answer):
            self.say(self.paint(f"      {line}", "cyan"))
        for name in written:
            self.show(name, before.get(name, ""))
        return answer

    def files(self) -> dict:
        """What a person would look at: the entries and the rule file, by name."""
        found = {}
        for folder in (os.path.join(FOLDER, "entries"), ""):
            path = os.path.join(self.project, folder)
            for name in sorted(os.listdir(path)) if os.path.isdir(path) else ():
                if name.endswith((".json", ".md")):
                    with open(os.path.join(path, name), encoding="utf-8") as file:
                        found[os.path.join(folder, name)] = file.read()
        return found

    def show(self, name: str, before: str) -> None:
        """A file as it is now: whole when it is new, else the lines that changed."""
        text = self.files()[name]
        self.say(self.paint(f"  {'changed' if before else 'wrote'} {name}", "yellow"))
        lines = text.splitlines()
        if before:
            lines = [
                line
                for line in difflib.unified_diff(before.splitlines(), lines, lineterm="", n=0)
                if not line.startswith(("---", "+++", "@@"))
            ]
        for line in lines:
            self.say(self.paint("      " + line, "dim"))

    def age(self, days: int) -> None:
        """Move every entry's dates back, as if it had been met so many days ago."""
        from datetime import date, timedelta

        then = (date.today() - timedelta(days=days)).isoformat()
        for name, text in self.files().items():
            if name.endswith(".json"):
                entry = json.loads(text)
                entry["first_seen"] = then
                with open(os.path.join(self.project, name), "w", encoding="utf-8") as file:
                    file.write(json.dumps(entry, indent=2, ensure_ascii=False) + "\n")

    def command(self, *argv: str) -> str:
        """What a command of ours prints in the project."""
        done = subprocess.run(
            [sys.executable, "-I", entry_of_package(), *argv],
            cwd=self.project,
            env={**self.environ(), "COLUMNS": "80"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIMEOUT,
        )
        return done.stdout.decode("utf-8", "replace").rstrip()


def plain(answer: str) -> list:
    """The lines that the model reads out of a hook's answer, and what the person sees."""
    if not answer.startswith("{"):
        return answer.splitlines()
    value = json.loads(answer)
    told = value.get("hookSpecificOutput", {}).get("additionalContext", "").splitlines()
    return told + [
        f"(on the screen: {line})" for line in value.get("systemMessage", "").splitlines()
    ]


def entry_of_package() -> str:
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
