"""One session of an agent: the morning before it, the conversation, and what came of it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import agents
import arms
import report

ALONE = "Nobody can be asked; do all of it, and end when it is done."
NOTES = """\
Your notes from earlier sessions in this project are the file {path}. It is put before you in every
session: before you end, write into it what will help you here later. It holds now:

{notes}

The request: """
LOOK = 2  # seconds between two looks at the agent


class Stopped(Exception):
    """Why the trial cannot go on."""


class Session:
    """A day of an arm, in the folder `path`. `kind` is none, reflexion or notes."""

    def __init__(self, agent, scenario: Path, path: Path, kind: str, day: int, args):
        self.agent = agent
        self.scenario = scenario
        self.path = path
        self.kind = kind
        self.day = day
        self.args = args
        self.environment = agents.environment(agent, path)
        self.lent = [name for name in args.home_files.split(",") if name]

    def play(self, progress) -> dict:
        """Let the agent work; return what is counted, told and recorded, and its last words."""
        self._begin()
        prompt = self._prompt()
        before = self._memory()
        begun = time.time()
        agents.lend(self.lent, self.path / "home")
        try:
            printed = self._run(prompt, progress)
        finally:
            agents.take_back(self.lent, self.path / "home")
        if self.kind == "reflexion" and not self._records("runs.txt"):
            raise Stopped(f"no hook of Reflexion ran, which does not count: {printed[-1500:]}")
        return {
            **report.days(self.path)[self.day],
            **self._words(before, self._memory()),
            "minutes": round((time.time() - begun) / 60, 1),
            "tokens": agents.tokens(self.agent, printed),
            "printed": printed[-1500:],
        }

    def _begin(self) -> None:
        """Bring the arm to this day's morning; a day that was interrupted begins anew."""
        morning = self._morning(self.day)
        if morning.exists():
            arms.remove(self.path)
            shutil.copytree(morning, self.path, symlinks=True)
            return
        if self.day == 1:
            self._set_up()
        else:
            arms.overnight(self.path)
            arms.remove(self._morning(self.day - 1))
        self._refresh_home()
        shutil.copytree(self.path, morning, symlinks=True)

    def _morning(self, day: int) -> Path:
        return self.path.with_name(f"{self.path.name}.day{day}")

    def _set_up(self) -> None:
        arms.remove(self.path)
        arms.setup(self.scenario, self.path)
        (self.path / "memory").mkdir()
        if self.kind == "reflexion":
            program = f"{self.args.reflexion}/reflexion"
            init = [sys.executable, program, "init", "--host", self.agent.host]
            place = {"cwd": self.path / "project", "env": self.environment}
            subprocess.run(init, **place, stdout=subprocess.DEVNULL, check=True)
        shutil.copytree(self.path / "home", self.path / "first-home", symlinks=True)

    def _refresh_home(self) -> None:
        """Make the home what it was after set-up: of a memory only Reflexion's own is kept."""
        home = self.path / "home"
        kept = ".reflexion"
        for path in home.iterdir():
            if path.name != kept:
                arms.remove(path)
        ignore = shutil.ignore_patterns(kept)
        first = self.path / "first-home"
        shutil.copytree(first, home, ignore=ignore, dirs_exist_ok=True, symlinks=True)

    def _prompt(self) -> str:
        request = (self.scenario / f"tasks/{self.day}.txt").read_text(encoding="utf-8").strip()
        notes = ""
        if self.kind == "notes":
            held = self._memory()["notes"] or "(nothing yet)"
            notes = NOTES.format(path=self.path / "memory/MEMORY.md", notes=held)
        return f"{notes}{request}\n\n{ALONE}"

    def _run(self, prompt: str, progress) -> str:
        """Return what the agent's program prints and reports."""
        given = {"prompt": prompt, "arm": str(self.path), "here": str(arms.HERE)}
        with open(self.path / f"printed.{self.day}", "w+", errors="replace") as printed:
            process = subprocess.Popen(
                agents.call(self.agent, self.args.args, **given),
                cwd=self.path / "project",
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                self._watch(process, progress)
            finally:
                _end(process)
            printed.seek(0)
            return printed.read() + self._usage()

    def _usage(self) -> str:
        """Return the report of an agent that writes the tokens into a file of its own."""
        path = self.path / "usage.json"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.unlink(missing_ok=True)
        return text

    def _watch(self, process, progress) -> None:
        """Wait for the agent, at most the time that a session has."""
        begun = time.time()
        while time.time() - begun < self.args.timeout * 60:
            day = report.days(self.path)[self.day]
            seconds = time.time() - begun
            progress(f"{day['calls']} commands, {day['failed']} failed, {seconds:.0f} s")
            try:
                process.wait(LOOK)
                return
            except subprocess.TimeoutExpired:
                pass

    def _memory(self) -> dict:
        """Return the notes, the lessons {id: sentence} and the ids that were told so far."""
        notes = self.path / "memory/MEMORY.md"
        store = self.path / "project/.reflexion"
        entries = [
            json.loads(path.read_text(encoding="utf-8"))
            for path in (store / "entries").glob("*.json")
        ]
        texts = [path.read_text(encoding="utf-8") for path in self._records("history.txt")]
        rows = [line.split("\t") for text in texts for line in text.splitlines()]
        return {
            "notes": notes.read_text(encoding="utf-8").strip() if notes.exists() else "",
            "lessons": {each["id"]: each["resolution"] for each in entries if each["resolution"]},
            "told": [row[2] for row in rows if row[1] == "told"],
        }

    def _records(self, name: str) -> list:
        """Return the files of this name that hooks keep of projects in the home store."""
        return list((self.path / "home/.reflexion/state/projects").glob(f"*/{name}"))

    def _words(self, before: dict, after: dict) -> dict:
        """Return the sentences that were told and recorded in the session."""
        if self.kind == "notes":
            told = [line for line in before["notes"].splitlines() if line]
            lines = [line for line in after["notes"].splitlines() if line]
            return {"told": told, "recorded": [line for line in lines if line not in told]}
        ids = dict.fromkeys(after["told"][len(before["told"]) :])
        lessons = after["lessons"]
        known = before["lessons"]
        recorded = [text for each, text in lessons.items() if text != known.get(each)]
        return {"told": [lessons.get(each, each) for each in ids], "recorded": recorded}


def _end(process) -> None:
    """End an agent with all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
