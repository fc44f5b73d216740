"""Does what was learned in one session spare the next one its mistakes? A scripted agent, real commands, the real hook scripts.

    python3 tests/bench/closed_loop.py [--only NAME] [--verbose]

Each scenario (loop_scenarios.py) runs twice in a fresh checkout of its own, all with one store: in the first session the agent makes the
mistake and finds its way out by itself; in the second it sets out to make it again and does what it is told, if it is told anything.
Every command passes through the hooks as a host calls them. Quiet scenarios are failures that teach nothing: there, anything said is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(folder) for folder in list(Path(__file__).resolve().parents)[:3]]

from loop_scenarios import QUIET, SCENARIOS  # noqa: E402
from sandbox import Sandbox, told  # noqa: E402

TOOLS = [
    "bash",
    "sh",
    "env",
    "echo",
    "printf",
    "ls",
    "cat",
    "rm",
    "mkdir",
    "touch",
    "chmod",
    "cp",
    "mv",
    "ln",
    "grep",
    "sed",
    "awk",
    "head",
    "tail",
    "sort",
    "wc",
    "tr",
    "cut",
    "sleep",
    "true",
    "false",
    "test",
    "dirname",
    "basename",
    "tee",
    "find",
    "git",
    "python3",
    "date",
    "uname",
]
ID = r"RFX-\d{8}-[0-9a-f]{3,}"
HARMLESS = "ls -la"


class World:
    """One scenario's checkout: files, stand-in programs on the PATH, and what it costs to break and mend it."""

    def __init__(self, scenario, folder: Path, tools: Path):
        self.scenario, self.folder, self.tools, self.holder = scenario, folder, tools, None

    def fresh(self) -> None:
        """A new checkout on a new machine: nothing installed, nothing started."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / ".bin").mkdir(parents=True)
        for name, text in self.scenario.files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for name, body in self.scenario.programs.items():
            path = self.folder / ".bin" / name
            path.write_text(f"#!/bin/bash\n{body}\n", encoding="utf-8")
            path.chmod(0o755)
        if self.scenario.port:
            self.holder = subprocess.Popen(["sleep", "300"])
            (self.folder / ".holder").write_text(str(self.holder.pid), encoding="utf-8")
        for command in self.scenario.before:
            code, output = self.run(command)
            assert code == 0, f"{self.scenario.name}: {command}: {output}"

    def run(self, command: str) -> tuple[int, str]:
        """(exit status, merged output) of a command of the agent's."""
        environ = {
            "PATH": f"{self.folder / '.bin'}:{self.tools}",
            "HOME": str(self.folder / ".bin"),
            "LANG": "C",
            "PYTHONPATH": "site",
            "PYTHONDONTWRITEBYTECODE": "1",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "A",
            "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A",
            "GIT_COMMITTER_EMAIL": "a@example.org",
        }
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=30,
        )
        if self.holder:
            self.holder.poll()
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def close(self) -> None:
        if self.holder:
            self.holder.kill()
            self.holder.wait()
            self.holder = None


class Session:
    """One session of the agent: each call goes through the hooks; what they say is kept."""

    def __init__(self, box: Sandbox, world: World, name: str, hooks: bool):
        self.box, self.world, self.name, self.hooks = box, world, name, hooks
        self.failed, self.said, self.chars, self.calls = 0, [], 0, 0

    def fire(self, script: str, event: str, **fields) -> str:
        """What a hook says to the model; "" without hooks."""
        if not self.hooks:
            return ""
        payload = {
            "session_id": self.name,
            "transcript_path": str(self.box.home / "none.jsonl"),
            "cwd": str(self.world.folder),
            "permission_mode": "default",
            "hook_event_name": event,
            **fields,
        }
        done = self.box.script(script, stdin=json.dumps(payload), REFLEXION_DIR=str(self.box.root))
        assert (done.returncode, done.stderr) == (0, ""), done
        text = told(done.stdout)
        self.said += re.findall(ID, text)
        self.chars += len(text)
        return text

    def prompt(self, text: str) -> str:
        return self.fire("recall", "UserPromptSubmit", prompt=text) + self.fire(
            "capture", "UserPromptSubmit", prompt=text
        )

    def start(self) -> str:
        return self.fire("recall", "SessionStart", source="startup")

    def about_to(self, command: str) -> str:
        return self.fire("recall", "PreToolUse", **self._call(command))

    def bash(self, command: str) -> tuple[bool, str]:
        """Run a command; (did it work, what the hooks said afterwards)."""
        code, output = self.world.run(command)
        self.failed += code != 0
        if code == 0:
            return True, self.fire(
                "capture",
                "PostToolUse",
                **self._call(command),
                tool_response={
                    "stdout": output,
                    "stderr": "",
                    "interrupted": False,
                    "isImage": False,
                },
            )
        return False, self.fire(
            "capture",
            "PostToolUseFailure",
            **self._call(command),
            error=f"Exit code {code}\n{output}",
            is_interrupt=False,
        )

    def edit(self, line: str) -> None:
        """`edit PATH TEXT`: the agent's own tool, not the shell."""
        _, path, text = line.split(" ", 2)
        file = self.world.folder / path
        file.write_text(text + "\n", encoding="utf-8")
        self.fire(
            "capture",
            "PostToolUse",
            tool_name="Edit",
            tool_input={"file_path": str(file), "old_string": "a", "new_string": "b"},
            tool_response={"filePath": str(file)},
            tool_use_id=f"edit-{self.calls}",
        )

    def end(self) -> None:
        self.fire("capture", "Stop", stop_hook_active=False, last_assistant_message="Done.")
        self.fire("capture", "SessionEnd", reason="other")

    def _call(self, command: str) -> dict:
        self.calls += 1
        return {
            "tool_name": "Bash",
            "tool_input": {"command": command, "description": "run"},
            "tool_use_id": f"{self.name}-{self.calls}",
        }


def advice(text: str, command: str) -> list:
    """The commands that a told resolution makes of `command`, in order; [] when it tells nothing to run."""
    found = re.search(r"(?:Resolution: | - )((?:Use|Run|Find) .*?)(?:</reflexion|\n|$)", text)
    if not found:
        return []
    line = found.group(1)
    quoted = re.findall(r"`([^`]+)`", line)
    if line.startswith("Find the PID"):
        return [f"kill $({quoted[0]})", command]
    if line.startswith("Run it in"):
        return quoted[1:2]
    if line.startswith("Use"):
        return quoted[:1]
    if ", then use " in line:
        return quoted
    return [*[q for q in quoted if f"editing `{q}`" not in line], command]


def way_out(session: Session, scenario) -> bool:
    """The agent has made the mistake and finds the way out by itself; did it?"""
    worked = False
    for line in scenario.alone:
        if line.startswith("edit "):
            session.edit(line)
        else:
            line = line.replace(
                "{holder}", str(session.world.holder.pid if session.world.holder else "")
            )
            session.about_to(line)
            worked = session.bash(line)[0]
    return worked


def again(session: Session, scenario) -> str:
    """The second session -> "avoided", "mended" (at the first hint after failing once), "misled" (a hint did not help), "repeated" (none came).

    What is said before a command reaches the agent together with the command's result: it cannot spare it that call."""
    hint = session.start() + session.prompt(scenario.prompt)
    session.about_to(HARMLESS)
    session.bash(HARMLESS)
    todo, before = advice(hint, scenario.wrong), True
    if not todo:
        late = session.about_to(scenario.wrong)
        worked, hint = session.bash(scenario.wrong)
        if worked:
            return "worked"  # by chance
        todo, before = advice(late + hint, scenario.wrong), False
    if not todo:
        way_out(session, scenario)
        return "repeated"
    worked = [session.bash(command)[0] for command in todo]
    return "misled" if not worked[-1] else "avoided" if before else "mended"


def play(scenarios, hooks: bool, base: Path, verbose=False, kind=Sandbox) -> dict:
    """Run all scenarios, first every first session, then every second one; -> the counts."""
    box = kind(base / ("with" if hooks else "without"), base / "home")
    tools = base / "tools"
    worlds = {s.name: World(s, box.root / s.name.replace(" ", "-"), tools) for s in scenarios}
    own, result = (
        {},
        {"repeated failures": 0, "said": 0, "wrong": 0, "characters": 0, "outcomes": {}},
    )
    try:
        for scenario in scenarios:
            worlds[scenario.name].fresh()
            known = ids(box)
            first = Session(box, worlds[scenario.name], f"first-{scenario.name}", hooks)
            first.prompt(scenario.prompt)
            first.bash(scenario.wrong)
            worked = way_out(first, scenario)
            assert worked or scenario in QUIET, (
                f"{scenario.name}: the agent finds no way out by itself"
            )
            assert first.failed, f"{scenario.name}: the mistake is none"
            first.end()
            own[scenario.name] = ids(box) - known
            for id in _count(result, first, set()):  # nothing may be said of what was never met
                print(
                    f"{scenario.name}: wrong in the first session: {id} {[e['trigger'] for e in box.entries() if e['id'] == id]}"
                )
        for scenario in scenarios:
            worlds[scenario.name].fresh()
            second = Session(box, worlds[scenario.name], f"second-{scenario.name}", hooks)
            outcome = again(second, scenario)
            second.end()
            result["outcomes"][scenario.name] = outcome
            result["repeated failures"] += second.failed if scenario not in QUIET else 0
            wrong = _count(result, second, set() if scenario in QUIET else own[scenario.name])
            if verbose or wrong:
                learned = [
                    f"{e['resolution']} ({e.get('confidence')})"
                    for e in box.entries()
                    if e["id"] in own[scenario.name]
                ]
                print(
                    f"{scenario.name:26} {outcome:9} {' '.join(learned)} {'WRONG: ' + str([(e['trigger'], e['resolution']) for e in box.entries() if e['id'] in wrong]) if wrong else ''}"
                )
    finally:
        for world in worlds.values():
            world.close()
    return result


def _count(result, session, mine) -> list:
    wrong = [id for id in session.said if id not in mine]
    result["said"] += len(session.said)
    result["wrong"] += len(wrong)
    result["characters"] += session.chars
    return wrong


def ids(box) -> set:
    return {entry["id"] for entry in box.entries()}


def stand_ins(folder: Path) -> None:
    """A folder with the few real programs that a scenario may use, so that what is not listed is not there."""
    folder.mkdir(parents=True)
    for name in TOOLS:
        found = shutil.which(name)
        if found:
            os.symlink(
                os.path.realpath(found) if name != "python3" else sys.executable, folder / name
            )


def measure(scenarios, verbose=False, kind=Sandbox) -> dict:
    """Play the scenarios in sandboxes of this kind; -> {"with": counts, "without": counts, "spared": share of the mistakes avoided or mended at the first hint}."""
    base = Path(tempfile.mkdtemp(prefix="closed-loop-"))
    try:
        stand_ins(base / "tools")
        figures = {
            name: play(scenarios, name == "with", base, verbose and name == "with", kind)
            for name in ("without", "with")
        }
    finally:
        shutil.rmtree(base, ignore_errors=True)
    real = [s.name for s in scenarios if s not in QUIET]
    spared = sum(figures["with"]["outcomes"][name] in ("avoided", "mended") for name in real)
    return {**figures, "scenarios": len(real), "spared": spared / len(real) if real else 1.0}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", help="scenarios whose name holds this text")
    parser.add_argument("--verbose", action="store_true", help="a line for each scenario")
    args = parser.parse_args()
    chosen = [s for s in SCENARIOS + QUIET if not args.only or args.only in s.name]
    figures = measure(chosen, args.verbose)
    print(
        f"{figures['scenarios']} mistakes, {len(chosen) - figures['scenarios']} failures that teach nothing"
    )
    for name in ("without", "with"):
        row = figures[name]
        print(
            f"{name + ' Reflexion':18} failures made again {row['repeated failures']:3}   learnings said {row['said']:3}   wrong {row['wrong']:3}   characters injected {row['characters']:6}"
        )
    outcomes = list(figures["with"]["outcomes"].values())
    print(
        "outcomes: " + "  ".join(f"{name} {outcomes.count(name)}" for name in sorted(set(outcomes)))
    )
    print(f"avoided or mended at the first hint: {figures['spared']:.0%}")
    return 0 if figures["spared"] >= 0.9 and not figures["with"]["wrong"] else 1


if __name__ == "__main__":
    sys.exit(main())
