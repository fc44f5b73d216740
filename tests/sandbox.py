"""A scratch project and the real hook scripts, run as a host runs them: payload on stdin, answer on stdout."""

from __future__ import annotations

import gc
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

from reflexion import cli, hook

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"


# commands that only a person runs, or whose words are a person's: these get a terminal
PERSONS = ("trust", "config", "on", "off", "clear", "restore", "resolve", "undo")


def is_persons(argv) -> bool:
    """Is it a command that is refused where nobody can be asked?"""
    words = [str(part) for part in argv]
    several = ("memory restore", "init --user", "remove --all", "reflect --with")
    wholes = [pair.split() for pair in several]
    return words[:1] != [] and (
        words[0] in PERSONS or any(whole[0] == words[0] and whole[1] in words for whole in wholes)
    )


def python_line(script) -> str:
    """The command line that runs a script with this Python, as a setting or an option takes it."""
    words = [sys.executable, str(script)]
    return " ".join(words) if os.name == "nt" else " ".join(map(shlex.quote, words))


class Terminal(io.TextIOWrapper):
    """Standard input that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


class Sandbox:
    """`root` is the project's folder (a checkout without commits), `home` its user's home."""

    def __init__(self, root: Path, home: Path, session: str = "session-1"):
        self.root, self.home, self.session, self.calls = root, home, session, 0
        (root / ".git").mkdir(parents=True, exist_ok=True)

    def environ(self, **more) -> dict:
        keep = {
            name: os.environ[name]
            for name in ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT")
            if name in os.environ
        }
        return {
            **keep,
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "LANG": "C.UTF-8",
            "CLAUDE_PROJECT_DIR": str(self.root),
            **more,
        }

    def run(
        self, argv, stdin=b"", cwd=None, terminal=False, **environ
    ) -> subprocess.CompletedProcess:
        data = stdin.encode("utf-8", "surrogatepass") if isinstance(stdin, str) else stdin
        given = {"input": data}
        with ExitStack() as stack:
            if terminal and os.name != "nt":
                master, slave = os.openpty()
                stack.callback(os.close, master)
                stack.callback(os.close, slave)
                os.write(master, data + b"\x04")
                given = {"stdin": slave}
            done = subprocess.run(
                [str(part) for part in argv],
                cwd=cwd or self.root,
                env=self.environ(**environ),
                capture_output=True,
                timeout=60,
                **given,
            )
        done.stdout, done.stderr = (
            done.stdout.decode("utf-8"),
            done.stderr.decode("utf-8", "replace"),
        )
        return done

    def script(self, name: str, *argv, stdin=b"", **environ) -> subprocess.CompletedProcess:
        """scripts/<name>.py as the hosts start it."""
        return self.run(
            [sys.executable, "-I", "-S", SCRIPTS / f"{name}.py", *argv], stdin, **environ
        )

    def reflexion(self, *argv, stdin=b"", person=None, **environ) -> subprocess.CompletedProcess:
        """`python3 -m reflexion ...` in the project; of a `person`: at a terminal."""
        person = is_persons(argv) if person is None else person
        return self.run(
            [sys.executable, "-m", "reflexion", *argv],
            stdin,
            terminal=person,
            PYTHONPATH=str(ROOT),
            **environ,
        )

    def fire(self, script: str, event: str, session: str = "", cwd=None, **fields) -> str:
        """One hook call; checks the contract (exit 0, silent stderr) and returns stdout."""
        payload = {
            "session_id": session or self.session,
            "transcript_path": str(self.home / "none.jsonl"),
            "cwd": str(cwd or self.root),
            "permission_mode": "default",
            "hook_event_name": event,
            **fields,
        }
        return self.call(script, json.dumps(payload))

    def call(self, script: str, payload: str) -> str:
        done = self.script(script, stdin=payload)
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    def bash(self, command: str, code: int = 0, output: str = "", **more) -> str:
        """A Bash call and its end, as Claude Code reports it to capture."""
        self.calls += 1
        call = {
            "tool_name": "Bash",
            "tool_input": {"command": command, "description": "run"},
            "tool_use_id": f"toolu_{self.calls:04d}",
            **more,
        }
        if code == 0:
            return self.fire(
                "capture",
                "PostToolUse",
                **call,
                tool_response={
                    "stdout": output,
                    "stderr": "",
                    "interrupted": False,
                    "isImage": False,
                },
            )
        return self.fire(
            "capture",
            "PostToolUseFailure",
            **call,
            error=f"Exit code {code}\n{output}",
            is_interrupt=False,
        )

    def about_to(self, command: str, **more) -> str:
        """A Bash call about to be made, as Claude Code tells recall."""
        return self.fire(
            "recall",
            "PreToolUse",
            tool_name="Bash",
            tool_input={"command": command, "description": "run"},
            tool_use_id="toolu_pre",
            **more,
        )

    def prompt(self, text: str, script: str = "recall", **more) -> str:
        return self.fire(script, "UserPromptSubmit", prompt=text, **more)

    def entries(self) -> list:
        """All entries of the project's store, oldest id first."""
        return [
            json.loads(path.read_text(encoding="utf-8"))
            for path in sorted((self.root / ".reflexion" / "entries").glob("*.json"))
        ]

    def change(self, id: str, **fields) -> None:
        """Edit an entry by hand."""
        path = self.root / ".reflexion" / "entries" / f"{id}.json"
        path.write_text(
            json.dumps({**json.loads(path.read_text(encoding="utf-8")), **fields}, indent=2) + "\n",
            encoding="utf-8",
        )

    def log(self) -> str:
        """The faults on record."""
        path = self.root / ".reflexion" / "state" / "log.txt"
        return path.read_text(encoding="utf-8") if path.exists() else ""


class Inside(Sandbox):
    """The same with hooks called in this very process: where a process of its own adds nothing."""

    def call(self, script: str, payload: str) -> str:
        return hook.serve(script, payload.encode(), self.environ(), 0.0)

    def reflexion(
        self, *argv, stdin=b"", cwd=None, person=None, **environ
    ) -> subprocess.CompletedProcess:
        """A command as `python3 -m reflexion ...` runs it, in this process."""
        person = is_persons(argv) if person is None else person
        words = [str(part) for part in argv]
        return self._within(cli.run, words, stdin, cwd, environ, person)

    def script(self, name: str, *argv, stdin=b"", **environ) -> subprocess.CompletedProcess:
        """What scripts/<name>.py calls: for a payload the hook, else the command of its name."""
        if argv or name not in ("capture", "recall", "promote"):
            return self.reflexion(name, *argv, stdin=stdin, **environ)
        return self._within(hook.main, name, stdin, None, environ)

    def _within(
        self, function, argument, stdin, cwd, environ, person=False
    ) -> subprocess.CompletedProcess:
        data = stdin.encode("utf-8", "surrogatepass") if isinstance(stdin, str) else stdin
        streams = {name: io.TextIOWrapper(io.BytesIO(), "utf-8") for name in ("stdout", "stderr")}
        before = os.getcwd()
        with ExitStack() as stack:
            stack.callback(os.chdir, before)
            stack.callback(gc.enable)
            stack.enter_context(mock.patch.dict(os.environ, self.environ(**environ), clear=True))
            stack.enter_context(
                mock.patch.multiple(
                    sys,
                    stdin=(Terminal if person else io.TextIOWrapper)(io.BytesIO(data), "utf-8"),
                    **streams,
                )
            )
            stack.enter_context(mock.patch.object(tempfile, "tempdir", None))
            os.chdir(cwd or self.root)
            try:
                code = function(argument)
            except SystemExit as stop:
                code = stop.code or 0
            for stream in streams.values():
                stream.flush()
        out, err = (stream.buffer.getvalue().decode() for stream in streams.values())
        return subprocess.CompletedProcess(argument, code, out, err)


def told(stdout: str) -> str:
    """The text that reaches the model from a hook's stdout: a JSON answer's additionalContext, or the plain text."""
    if stdout.startswith("{"):
        return json.loads(stdout).get("hookSpecificOutput", {}).get("additionalContext", "")
    return stdout


def index_of(ids: list, asked: list):
    """A class in the place of OpenIndex: each look-up finds these ids, and is noted in `asked` as
    (how many words, how many ids at most)."""

    class Index:
        def __init__(self, store):
            self.store = store

        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def sharing(self, weights, most):
            asked.append((len(weights), most))
            return ids

    return Index
