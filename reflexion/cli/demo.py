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

from reflexion.cli.output import Stop
from reflexion.setup.command import entry_point
from reflexion.status import terminal
from reflexion.store.fs import names, read_text, remove_tree, write_atomic
from reflexion.store.paths import FOLDER
from reflexion.store.schema import encode

FAILS = "python3 release.py --fast"
WORKS = "python3 release.py --channel beta"
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
MOST = 1 << 20


def demo(context) -> None:
    stage = Stage(context)
    try:
        stage.say(f"{INTRO}\n")
        play(stage)
        if open_end := unclosed(stage.files()):
            raise Stop(f"the loop did not close: {open_end}; {REMEDY}")
    finally:
        if context.options.keep:
            print(f"\nthe scratch project stays in {stage.project}")
        else:
            remove_tree(stage.folder)


def play(stage: Stage) -> None:
    """Three sessions in which the agent does what an agent does, and a correction."""
    stage.begin("demo-1")
    output, _ = stage.run(FAILS)
    stage.tell("Monday", f"the agent runs `{FAILS}`: {output.rpartition('error: ')[2]}")
    entries = [name for name in stage.files() if name.endswith(".json")]
    stage.tell("", f"captured: {entries[0] if entries else '(nothing)'}")
    stage.run(WORKS)
    stage.tell("", f"it runs `{WORKS}`, which works: learned as the fix")

    stage.age(2)
    brief = fix_in(stage.begin("demo-2"))
    tells = ", and its brief tells the agent:" if brief else ""
    stage.tell("Wednesday", f"a new session begins{tells}", brief)
    _, told = stage.run(FAILS)
    again = f"`{FAILS}` fails again; with the failure the agent reads:"
    stage.tell("", again, fix_in(told) or "(nothing)")
    stage.run(WORKS)
    stage.tell("", f"`{WORKS}` works: counted, and trusted more")

    stage.age(2)
    stage.begin("demo-3")
    stage.run(FAILS)
    lines = stage.files().get("CLAUDE.md", "").splitlines()
    rules = [line for line in lines if line.startswith("- ")]
    stage.tell("Friday", RULE, rules[0] if rules else "(no rule)")

    stage.begin("demo-4")
    _, told = stage.run(WORKS)
    silent = f"no, it says {told}" if told else "a rule needs no hint"
    stage.tell("Monday", f"Reflexion is silent: {silent}")
    for script in ("recall", "capture"):
        stage.hook(script, "UserPromptSubmit", prompt=CORRECTION)
    stage.tell("", f'you say "{CORRECTION}": kept, in your words')
    stage.tell("", "all of it is plain files; `reflexion init` in a project begins it there")


def fix_in(told: str) -> str:
    """The line of a hook's words that holds the fix, without the frame; "" when none does."""
    lines = [line.strip() for line in told.splitlines() if "--channel beta" in line]
    return re.sub(r"</?reflexion-\w+>|^Resolution: ", "", lines[-1]) if lines else ""


def unclosed(files: dict) -> str:
    """What the loop should have left and did not, "" when it closed. `files`: name -> text."""
    entries = [json.loads(text) for name, text in files.items() if name.endswith(".json")]
    rules = files.get("CLAUDE.md", "")
    last = CORRECTION.split()[-1]
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

    def __init__(self, context):
        self.paint = context.paint
        self.verbose = context.options.verbose
        self.width = context.width
        self.session = ""
        self.calls = 0
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="reflexion-demo-"))
        self.project, self.home = (os.path.join(self.folder, name) for name in ("shop", "home"))
        for path in (self.home, os.path.join(self.project, ".git")):
            os.makedirs(path)
        write_atomic(os.path.join(self.project, "release.py"), RELEASE.encode())

    def say(self, *lines: str, style: str = "") -> None:
        for line in lines:
            print(terminal.fitting(self.paint(line, style), sys.stdout), flush=True)

    def tell(self, when: str, text: str, quoted: str = "") -> None:
        """What happens, and what somebody reads then."""
        width = min(90, self.width)
        first, *rest = terminal.wrap(text, width, " " * 11)
        self.say(self.paint(f"{when:<11}", "bold") + first[11:], *rest)
        if quoted:
            self.say(*terminal.wrap(quoted, width, " " * 13, " " * 11 + "| "), style="cyan")

    def begin(self, session: str) -> str:
        """A session begins; what the agent is told in its brief."""
        self.session = session
        return self.hook("recall", "SessionStart", source="startup")

    def run(self, command: str) -> tuple:
        """A command of the agent with the hooks around it: (its output, what the agent is told).
        What PreToolUse says reaches the agent together with the command's result, so it runs."""
        self.calls += 1
        call = {"tool_name": "Bash", "tool_input": {"command": command}}
        call["tool_use_id"] = f"toolu_demo_{self.calls:02d}"
        told = self.hook("recall", "PreToolUse", **call)
        words = [sys.executable if word == "python3" else word for word in command.split()]
        status, output = self._start(words, b"", subprocess.STDOUT)
        if status:
            event = "PostToolUseFailure"
            result = {"error": f"Exit code {status}\n{output}", "is_interrupt": False}
        else:
            response = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
            event = "PostToolUse"
            result = {"tool_response": response}
        after = self.hook("capture", event, **call, **result)
        return output, "\n".join(filter(None, [told, after]))

    def hook(self, script: str, event: str, **fields) -> str:
        """One hook call; what of its answer the agent reads."""
        transcript = os.path.join(self.home, f"{self.session}.jsonl")
        payload = {"session_id": self.session, "transcript_path": transcript}
        payload.update(cwd=self.project, hook_event_name=event, **fields)
        before = self.files()
        words = [sys.executable, "-I", "-S", *entry_point(script)]
        _, answer = self._start(words, json.dumps(payload).encode(), subprocess.PIPE)
        told = answer
        if answer.startswith("{"):
            told = json.loads(answer).get("hookSpecificOutput", {}).get("additionalContext", "")
        if self.verbose:
            self._show_call(script, payload, told, "" if answer else " nothing")
            self._show_files(before)
        return told

    def _show_call(self, script: str, payload: dict, told: str, nothing: str) -> None:
        event = payload["hook_event_name"]
        shown = {name: value for name, value in payload.items() if name not in LEFT_OUT}
        text = json.dumps(shown, ensure_ascii=False)
        self.say(f"  {event} -> scripts/{script}.py reads", style="dim")
        self.say(*terminal.wrap(text, min(100, self.width), " " * 6), style="dim")
        self.say(f"  {event} <- scripts/{script}.py answers{nothing}", style="dim")
        self.say(*(f"      {line}" for line in told.splitlines()), style="cyan")

    def _show_files(self, before: dict) -> None:
        """The files that a call wrote: whole when new, else what changed in them."""
        for name, text in self.files().items():
            old = before.get(name, "")
            lines = text.splitlines()
            if text == old:
                continue
            self.say(f"  {'changed' if old else 'wrote'} {name}", style="yellow")
            if old:
                changed = list(difflib.unified_diff(old.splitlines(), lines, lineterm="", n=0))
                lines = [line for line in changed[2:] if not line.startswith("@@")]
            self.say(*(f"      {line}" for line in lines), style="dim")

    def _start(self, words: list, data: bytes, stderr: int) -> tuple:
        """(status, output) of a process in the project, its home a scratch one."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        kept.update(HOME=self.home, USERPROFILE=self.home, CLAUDE_PROJECT_DIR=self.project)
        kept["PYTHONDONTWRITEBYTECODE"] = "1"
        given = {"input": data, "cwd": self.project, "env": kept, "timeout": 30}
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=stderr, **given)
        return done.returncode, done.stdout.decode("utf-8", "replace").strip()

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
            if name.endswith(".json"):
                entry = json.loads(text)
                then = date.fromisoformat(entry["first_seen"]) - timedelta(days=days)
                entry["first_seen"] = then.isoformat()
                write_atomic(os.path.join(self.project, name), encode(entry))
