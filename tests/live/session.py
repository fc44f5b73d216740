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
import report
import world

ALONE = "Nobody can be asked; do all of it, and end when it is done."
NOTES = """\
Your notes from earlier sessions in this project are the file {path}. It is put before you in every
session: before you end, write into it what will help you here later. It holds now:

{notes}

The request: """
LOOK = 2  # seconds between two looks at the agent


class Session:
    """A day of an arm. `kind` is none, reflexion or notes."""

    def __init__(self, agent, arm: Path, kind: str, day: int, args):
        self.agent = agent
        self.arm = arm
        self.kind = kind
        self.day = day
        self.args = args
        self.environment = agents.environment(agent, arm)
        self.lent = [name for name in args.home_files.split(",") if name]

    def begin(self) -> None:
        """Bring the arm to this day's morning; a day that was interrupted begins anew."""
        morning = self.arm.with_name(f"{self.arm.name}.day{self.day}")
        if morning.exists():
            world.remove(self.arm)
            shutil.copytree(morning, self.arm, symlinks=True)
            return
        if self.day == 1:
            self._set_up()
        else:
            world.overnight(self.arm)
            world.remove(self.arm.with_name(f"{self.arm.name}.day{self.day - 1}"))
        self._refresh_home()
        shutil.copytree(self.arm, morning, symlinks=True)

    def _set_up(self) -> None:
        world.remove(self.arm)
        scenario = world.HERE / "scenarios" / self.arm.name.rpartition("-")[0]
        world.setup(scenario, self.arm)
        (self.arm / "memory").mkdir()
        if self.kind == "reflexion":
            command = [
                sys.executable,
                f"{self.args.reflexion}/reflexion",
                "init",
                "--host",
                self.agent.host,
            ]
            run = subprocess.run(
                command,
                cwd=self.arm / "project",
                env=self.environment,
                capture_output=True,
                text=True,
            )
            if run.returncode:
                raise RuntimeError(f"reflexion init failed: {run.stdout}{run.stderr}")
        shutil.copytree(self.arm / "home", self.arm / "first-home", symlinks=True)

    def _refresh_home(self) -> None:
        """Make the home what it was after set-up: of a memory only Reflexion's own is kept."""
        for path in (self.arm / "home").iterdir():
            if path.name != ".reflexion":
                world.remove(path)
        shutil.copytree(
            self.arm / "first-home",
            self.arm / "home",
            ignore=shutil.ignore_patterns(".reflexion"),
            dirs_exist_ok=True,
            symlinks=True,
        )

    def prompt(self, request: str) -> str:
        notes = ""
        if self.kind == "notes":
            held = self._memory()["notes"] or "(nothing yet)"
            notes = NOTES.format(path=self.arm / "memory/MEMORY.md", notes=held)
        return f"{notes}{request}\n\n{ALONE}"

    def converse(self, prompt: str, progress) -> dict:
        """Let the agent work; return what is counted, told, recorded, and what it printed last."""
        before = self._memory()
        begun = time.time()
        agents.lend(self.lent, self.arm / "home")
        try:
            printed = self._run(prompt, progress)
        finally:
            agents.take_back(self.lent, self.arm / "home")
        minutes = round((time.time() - begun) / 60, 1)
        counted = report.days(self.arm)[self.day]
        tokens = agents.tokens(self.agent, printed)
        words = self._words(before, self._memory())
        return {
            **counted,
            **words,
            "minutes": minutes,
            "tokens": tokens,
            "printed": printed[-1500:],
        }

    def _run(self, prompt: str, progress) -> str:
        given = {"prompt": prompt, "arm": str(self.arm), "here": str(world.HERE)}
        command = agents.call(self.agent, self.args.args, **given)
        begun = time.time()
        with open(self.arm / f"printed.{self.day}", "w+", errors="replace") as printed:
            process = subprocess.Popen(
                command,
                cwd=self.arm / "project",
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                while process.poll() is None and time.time() - begun < self.args.timeout * 60:
                    calls = report.days(self.arm)[self.day]
                    progress(
                        f"{calls['calls']} commands, {calls['failed']} failed, {time.time() - begun:.0f} s"
                    )
                    try:
                        process.wait(LOOK)
                    except subprocess.TimeoutExpired:
                        pass
            finally:
                _end(process)
            printed.seek(0)
            return printed.read()

    def _memory(self) -> dict:
        """Return the notes, the lessons {id: sentence} and the ids that were told so far."""
        notes = self.arm / "memory/MEMORY.md"
        store = self.arm / "project/.reflexion"
        entries = [json.loads(path.read_text()) for path in (store / "entries").glob("*.json")]
        history = store / "state/history.txt"
        lines = (
            [line.split("\t") for line in history.read_text().splitlines()]
            if history.exists()
            else []
        )
        return {
            "notes": notes.read_text().strip() if notes.exists() else "",
            "lessons": {
                entry["id"]: entry["resolution"] for entry in entries if entry["resolution"]
            },
            "told": [line[2] for line in lines if line[1] == "told"],
        }

    def _words(self, before: dict, after: dict) -> dict:
        """Return the sentences that were told and recorded in the session."""
        if self.kind == "notes":
            told = before["notes"].splitlines()
            recorded = [line for line in after["notes"].splitlines() if line not in told]
        else:
            ids = dict.fromkeys(after["told"][len(before["told"]) :])
            told = [after["lessons"].get(each, each) for each in ids]
            recorded = [
                text
                for each, text in after["lessons"].items()
                if text != before["lessons"].get(each)
            ]
        return {"told": list(filter(None, told)), "recorded": list(filter(None, recorded))}


def _end(process) -> None:
    """End an agent with all that it started."""
    try:
        os.killpg(process.pid, signal.SIGTERM)
        time.sleep(0 if process.poll() is not None else LOOK)
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
