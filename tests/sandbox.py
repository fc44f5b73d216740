"""A scratch project with its person's home, in which commands and hooks run for real."""

import contextlib
import gc
import io
import json
import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from unittest import mock

from reflexion.learning.entry import as_object
from reflexion.store.history import SessionLog
from reflexion.store.project import Project

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"
GIT = shutil.which("git") or "git"
KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TMPDIR")
IDENTITY = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=0")
CHECKOUT = {
    "HEAD": "ref: refs/heads/main\n",
    "config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
    "info/exclude": "# what git leaves alone here\n",
}

# a call that fails, as (command, status, output), and what is learned from it
BUILD = ("npm run build", 1, "npm ERR! Missing script: build")
LESSON = "Run `pnpm run build` here, because the project uses pnpm."

Done = namedtuple("Done", "code out err")


class Terminal(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self):
        return True


class Box:
    """`root` is the project's folder, `home` its person's home, `session` the agent's session."""

    def __init__(self, root, home, session="session-1"):
        self.root = Path(root)
        self.home = Path(home)
        self.session = session
        self.calls = 0
        if not (self.root / ".git").exists():  # what `git init` makes, without its process
            for name in ("objects", "refs", "info"):
                (self.root / ".git" / name).mkdir(parents=True)
            for name, text in CHECKOUT.items():
                (self.root / ".git" / name).write_text(text, encoding="utf-8")

    def environ(self, **more):
        """Return the variables of the person's shell."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        homes = {"HOME": str(self.home), "USERPROFILE": str(self.home), "LANG": "C.UTF-8"}
        return {**kept, **homes, "GIT_CONFIG_NOSYSTEM": "1", **more}

    def git(self, *words):
        """Run git in the project; return what it printed."""
        command = [GIT, "-C", str(self.root), *IDENTITY, *words]
        # by -C and with open descriptors Python 3.9 spawns it, and does not copy this process
        ways = {"check": True, "capture_output": True, "close_fds": False}
        return subprocess.run(command, env=self.environ(), **ways).stdout.decode()

    def cli(self, *argv, stdin="", cwd=None, answers=None, terminal=False, **environ):
        """Run a command as a person without a terminal, in this process; return a Done.

        With `answers` the person sits at a terminal and types these; with `terminal` one
        shows what is printed.
        """
        typed = stdin if answers is None else answers
        stream = io.TextIOWrapper if answers is None else Terminal
        given = stream(io.BytesIO(typed.encode()), "utf-8")
        words = [str(word) for word in argv]
        return self._inside(_main, words, given, cwd, environ, terminal)

    def agent(self, *argv, cwd=None, **environ):
        """Run a command as the agent of the session does, whose hooks have run."""
        self.know_session()
        mine = {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": self.session}
        return self.cli(*argv, cwd=cwd, **{**mine, **environ})

    def know_session(self):
        """Put the session on record, as the hook of its start does, and nothing else."""
        project = Project(str(self.root), self.environ())
        if project.may_be_read and not SessionLog(project.store.state_dir, self.session).of(
            "started"
        ):
            if project.trusted:
                project.ready()
            log = SessionLog(project.store.state_dir, self.session)
            log.append([{"what": "started", "host": "claude"}])

    def program(self, *argv, stdin="", cwd=None, **environ):
        """Run `python3 -m reflexion …` as a process of its own; return a Done."""
        command = [sys.executable, "-m", "reflexion", *argv]
        return self._process(command, stdin, cwd, {"PYTHONPATH": str(ROOT), **environ})

    def script(self, name, *argv, stdin="", cwd=None, **environ):
        """Run scripts/<name>.py as hosts do; return a Done."""
        command = [sys.executable, "-I", "-S", SCRIPTS / f"{name}.py", *argv]
        return self._process(command, stdin, cwd, environ)

    def fire(self, script, event, real=False, **fields):
        """Send an event of Claude Code to a hook; return what it printed.

        With `real` the script runs as a process of its own; its exit status is checked.
        """
        payload = {
            "session_id": self.session,
            "transcript_path": str(self.home / "none.jsonl"),
            "cwd": str(self.root),
            "hook_event_name": event,
            **fields,
        }
        text = json.dumps(payload)
        if not real:
            return self.serve(script, text)
        done = self.script(script, stdin=text, CLAUDE_PROJECT_DIR=str(self.root))
        assert (done.code, done.err) == (0, ""), done
        return done.out

    def survive(self, script, data):
        """Give bytes to a hook that fails open, in this process; return what it prints."""
        return self._inside(_run_hook, (script, data), None, None, {}).code

    def serve(self, script, text):
        """Give a payload to a hook in this process; return what it prints."""
        return self._inside(_serve, (script, text), None, None, {}).code

    def bash(self, command, code=0, output="", **more):
        """End a Bash call, as Claude Code tells the capture hook; return what it printed."""
        self.calls += 1
        call = {"tool_name": "Bash", "tool_use_id": f"toolu_{self.calls:04d}", **more}
        call["tool_input"] = {"command": command}
        if code:
            error = f"Exit code {code}\n{output}"
            return self.fire("capture", "PostToolUseFailure", error=error, **call)
        response = {"stdout": output, "stderr": "", "interrupted": False}
        return self.fire("capture", "PostToolUse", tool_response=response, **call)

    def start(self, source="startup", **fields):
        """Start the session, or compact its context; return what the agent is told."""
        return told(self.fire("recall", "SessionStart", source=source, **fields))

    def prompt(self, text, **fields):
        """Type a prompt; return what recall tells the agent."""
        self.fire("capture", "UserPromptSubmit", prompt=text, **fields)
        return told(self.fire("recall", "UserPromptSubmit", prompt=text, **fields))

    def stop(self, event="Stop", **fields):
        """End a turn; return what the agent is asked."""
        answer = self.fire("capture", event, **{"stop_hook_active": False, **fields})
        return json.loads(answer).get("reason", "") if answer else ""

    def end(self):
        """End the session; hosts show no line then."""
        assert self.fire("promote", "SessionEnd", reason="other") == ""

    @property
    def records(self):
        """The folder of what happened in the project, in the home store."""
        return Path(Project(str(self.root), self.environ()).store.state_dir)

    def state(self, name):
        """Return the text of a record of the project; "" where there is none."""
        path = self.records / name
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    def entries(self):
        """Return all entries of the project that can be read, by id, as objects of JSON."""
        store = Project(str(self.root), self.environ()).store
        return [as_object(each) for each in filter(None, map(store.get_file, store.ids()))]

    def entry(self, **fields):
        """Return the one entry that has these fields."""
        (found,) = (entry for entry in self.entries() if fields.items() <= entry.items())
        return found

    def put(self, digits="9f99e5", **fields):
        """Write an entry file as somebody with an editor does; return its id."""
        entry_id = f"RFX-20260330-{digits}"
        path = self.root / ".reflexion" / "entries" / f"{entry_id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"id": entry_id, **fields}), encoding="utf-8")
        return entry_id

    def change(self, entry_id, **fields):
        """Edit an entry's file by hand."""
        path = self.root / ".reflexion" / "entries" / f"{entry_id}.json"
        entry = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**entry, **fields}, indent=2), encoding="utf-8")

    def _process(self, command, stdin, cwd, environ):
        done = subprocess.run(
            [str(word) for word in command],
            input=stdin.encode(),
            cwd=cwd or self.root,
            env=self.environ(**environ),
            capture_output=True,
            timeout=60,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def _inside(self, function, argv, stdin, cwd, environ, terminal=False):
        """Run a function with the streams, variables and folder of a process of its own."""
        out = (Terminal if terminal else io.TextIOWrapper)(io.BytesIO(), "utf-8")
        err = io.TextIOWrapper(io.BytesIO(), "utf-8")
        before = os.getcwd()
        with contextlib.ExitStack() as stack:
            stack.callback(os.chdir, before)
            stack.callback(gc.enable)
            environ = self.environ(**environ)
            stack.enter_context(mock.patch.dict(os.environ, environ, clear=True))
            stack.enter_context(mock.patch.multiple(sys, stdin=stdin, stdout=out, stderr=err))
            os.chdir(cwd or self.root)
            code = function(argv)
            out.flush()
            err.flush()
        return Done(code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())


def _main(argv):
    from reflexion.cli.main import main

    return main(argv)


def _serve(argv):
    from reflexion import hook

    script, payload = argv
    return hook.serve(script, payload.encode(), os.environ)


def _run_hook(argv):
    from reflexion import hook

    return hook.run(*argv)


def told(answer):
    """Return what the model reads of a hook's answer in Claude Code's format."""
    if not answer.startswith("{"):
        return answer
    fields = json.loads(answer)
    return fields.get("hookSpecificOutput", {}).get("additionalContext", "")


def shown(answer):
    """Return what the person reads of a hook's answer in Claude Code's format."""
    return json.loads(answer).get("systemMessage", "") if answer else ""


def setting(box, name):
    """Return the value of a setting that holds in a project."""
    line = box.cli("config", name).out.splitlines()[0]
    return json.loads(line.partition(" = ")[2].rpartition("  (")[0])
