"""`reflexion demo`: the whole loop in a scratch project, told in a dozen lines."""

from __future__ import annotations

import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
from datetime import date, timedelta

from reflexion.cli import common
from reflexion.hosts.command import entry_point
from reflexion.status import terminal
from reflexion.store.entry import encode
from reflexion.store.files import names, read_text, remove_tree, write_atomic
from reflexion.store.paths import FOLDER

FAILS, WORKS = "python3 release.py --fast", "python3 release.py --channel beta"
CORRECTION = "From now on, never release to stable from a branch."
INTRO = "A scratch project with real commands and the real hooks (--verbose shows their calls)."
REMEDY = "`reflexion doctor` says what is wrong with this copy of the toolkit"
RULE = "the third time it becomes a rule in CLAUDE.md, from now on in every session:"
RELEASE = """import sys

if "--channel" not in sys.argv:
    sys.exit("release.py: error: unrecognized arguments: " + " ".join(sys.argv[1:]))
print("released to", sys.argv[sys.argv.index("--channel") + 1])
"""
KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "LANG", "LC_ALL")
LEFT_OUT = ("session_id", "transcript_path", "cwd", "tool_use_id")  # of what is shown, not sent
TIMEOUT, MOST = 30, 1 << 20


def demo(context) -> None:
    stage = Stage(context.paint, context.width, context.options.verbose)
    try:
        stage.say(f"{INTRO}\n")
        play(stage)
        open_end = unclosed(stage.files())
        if open_end:
            raise common.Stop(f"the loop did not close: {open_end}; {REMEDY}")
    finally:
        if context.options.keep:
            print(f"\nthe scratch project stays in {stage.project}")
        else:
            remove_tree(stage.folder)


def play(stage: Stage) -> None:
    """Three sessions in which the agent does what an agent does, and a correction."""
    tell, quote = stage.tell, stage.quote
    stage.begin("demo-1")
    output, _ = stage.run(FAILS)
    tell("Monday", f"the agent runs `{FAILS}`: {output.rpartition('error: ')[2]}")
    entries = [name for name in stage.files() if name.endswith(".json")]
    tell("", f"captured: {entries[0] if entries else '(nothing)'}")
    stage.run(WORKS)
    tell("", f"it runs `{WORKS}`, which works: learned as the fix")

    stage.age(2)
    brief = stage.begin("demo-2")
    tells = ", and its brief tells the agent:" if brief else ""
    tell("Wednesday", f"a new session begins{tells}")
    if brief:
        quote(fix_in(brief))
    _, told = stage.run(FAILS)
    tell("", f"`{FAILS}` fails again; with the failure the agent reads:")
    quote(fix_in(told) or "(nothing)")
    stage.run(WORKS)
    tell("", f"`{WORKS}` works: counted, and trusted more")

    stage.age(2)
    stage.begin("demo-3")
    stage.run(FAILS)
    tell("Friday", RULE)
    lines = stage.files().get("CLAUDE.md", "").splitlines()
    quote(next((line for line in lines if line.startswith("- ")), "(no rule)"))

    stage.begin("demo-4")
    _, told = stage.run(WORKS)
    silent = f"no, it says {told}" if told else "a rule needs no hint"
    tell("Monday", f"Reflexion is silent: {silent}")
    stage.hook("recall", "UserPromptSubmit", prompt=CORRECTION)
    stage.hook("capture", "UserPromptSubmit", prompt=CORRECTION)
    tell("", f'you say "{CORRECTION}": kept, in your words')
    tell("", "all of it is plain files; `reflexion init` in a project begins it there")


def fix_in(told: str) -> str:
    """The line of a hook's words that holds the fix, without the frame; "" when none does."""
    lines = [line.strip() for line in told.splitlines() if "--channel beta" in line]
    return re.sub(r"</?reflexion-\w+>|^Resolution: ", "", lines[-1]) if lines else ""


def unclosed(files: dict) -> str:
    """What the loop should have left and did not, "" when it closed. `files`: name -> text."""
    entries = [json.loads(text) for name, text in files.items() if name.endswith(".json")]
    rules, last = files.get("CLAUDE.md", ""), CORRECTION.split()[-1]
    if not any(entry["type"] == "error" and entry["resolution"] for entry in entries):
        return "no failure was captured with its fix"
    if not any(entry["promoted"] and entry["id"] in rules for entry in entries):
        return "no rule was written"
    if "--channel beta" not in rules:
        return "the rule is not the fix that worked"
    kept = any(last in entry["trigger"] for entry in entries)
    return "" if kept else "what the user said was not captured"


class Stage:
    """The scratch project: real commands, real hooks; `verbose` shows each hook call."""

    def __init__(self, paint, width: int, verbose: bool):
        self.paint, self.verbose = paint, verbose
        self.columns, self.width = min(100, width), min(90, width)
        self.session, self.calls = "", 0
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="reflexion-demo-"))
        self.project, self.home = (os.path.join(self.folder, name) for name in ("shop", "home"))
        for path in (self.home, os.path.join(self.project, ".git")):
            os.makedirs(path)
        write_atomic(os.path.join(self.project, "release.py"), RELEASE.encode())

    def say(self, *lines: str, style: str = "") -> None:
        for line in lines:
            print(terminal.fitting(self.paint(line, style), sys.stdout), flush=True)

    def tell(self, when: str, text: str) -> None:
        first, *rest = terminal.wrap(text, self.width, " " * 11, " " * 11)
        self.say(self.paint(f"{when:<11}", "bold") + first[11:], *rest)

    def quote(self, text: str) -> None:
        self.say(*terminal.wrap(text, self.width, " " * 13, " " * 11 + "| "), style="cyan")

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
            event, result = (
                "PostToolUseFailure",
                {"error": f"Exit code {done.returncode}\n{output}"},
            )
            result["is_interrupt"] = False
        else:
            response = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
            event, result = "PostToolUse", {"tool_response": response}
        after = self.hook("capture", event, **call, **result)
        return output, "\n".join(filter(None, [told, after]))

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
            self._show_call(f"scripts/{script}.py", payload, answer, before)
        return "\n".join(readable(answer))

    def _start(self, words: list, data: bytes = b"", stderr=subprocess.STDOUT):
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        kept.update(HOME=self.home, USERPROFILE=self.home, CLAUDE_PROJECT_DIR=self.project)
        kept["PYTHONDONTWRITEBYTECODE"] = "1"
        given = {"input": data, "cwd": self.project, "env": kept, "timeout": TIMEOUT}
        return subprocess.run(words, stdout=subprocess.PIPE, stderr=stderr, **given)

    def _show_call(self, script: str, payload: dict, answer: str, before: dict) -> None:
        shown = {name: value for name, value in payload.items() if name not in LEFT_OUT}
        text, event = json.dumps(shown, ensure_ascii=False), payload["hook_event_name"]
        lines = [f"  {event} -> {script} reads", *terminal.wrap(text, self.columns, " " * 6)]
        nothing = "" if answer else " nothing"
        self.say(*lines, f"  {event} <- {script} answers{nothing}", style="dim")
        self.say(*(f"      {line}" for line in readable(answer)), style="cyan")
        for name, data in self.files().items():
            if before.get(name) != data:
                self._show_file(name, before.get(name, ""), data)

    def _show_file(self, name: str, before: str, text: str) -> None:
        """A file as it is now: whole when it is new, else the lines that changed."""
        self.say(f"  {'changed' if before else 'wrote'} {name}", style="yellow")
        lines = text.splitlines()
        if before:
            changed = difflib.unified_diff(before.splitlines(), lines, lineterm="", n=0)
            lines = [line for line in changed if not line.startswith(("---", "+++", "@@"))]
        self.say(*(f"      {line}" for line in lines), style="dim")

    def files(self) -> dict:
        """What a person would look at: the entries and the rule file, name -> text."""
        texts = {}
        for folder in (os.path.join(FOLDER, "entries"), ""):
            for name in names(os.path.join(self.project, folder)):
                if name.endswith((".json", ".md")):
                    path = os.path.join(folder, name)
                    texts[path] = read_text(os.path.join(self.project, path), MOST)
        return texts

    def age(self, days: int) -> None:
        """Set every entry's first sighting back, as if it had been so many days ago."""
        for name, text in self.files().items():
            entry = json.loads(text) if name.endswith(".json") else None
            if entry:
                then = date.fromisoformat(entry["first_seen"]) - timedelta(days=days)
                entry["first_seen"] = then.isoformat()
                write_atomic(os.path.join(self.project, name), encode(entry))


def readable(answer: str) -> list:
    """The lines that the model reads out of a hook's answer."""
    if not answer.startswith("{"):
        return answer.splitlines()
    value = json.loads(answer).get("hookSpecificOutput", {})
    return value.get("additionalContext", "").splitlines()
