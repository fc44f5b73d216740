"""Does an installed hook command work? Run it exactly as its host would, with a harmless event, in
a store of its own.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time

from reflexion.hosts.command import interpreter_of, script_of
from reflexion.store.files import make_folders, read_bounded

SESSION = "reflexion-doctor"
TOOLS = ("PreToolUse", "PostToolUse", "PostToolUseFailure")


def probe(
    command: str, event: str, cwd: str = "", host: str = "claude", timeout: float = 15, environ=None
) -> tuple:
    """(ok, seconds, what is wrong: "" or one line with the remedy) of a hook command for an event.
    Nothing of the real stores is touched.

    That it ends with status 0 says nothing, for it does so without a Python or a script, too: the
    hook must have noted its run.
    """
    environ = dict(os.environ if environ is None else environ)
    cwd = os.path.abspath(cwd or os.getcwd())
    with tempfile.TemporaryDirectory(prefix="reflexion-doctor-") as folder:
        store = os.path.join(folder, ".reflexion")
        make_folders(os.path.join(store, "state", "runs"))
        make_folders(os.path.join(store, "entries"))
        environ.update(REFLEXION_DIR=folder, REFLEXION_HOME=os.path.join(folder, "home"))
        disabled = environ.pop("REFLEXION_DISABLED", "") not in ("", "0")
        if host == "claude":
            environ.setdefault("CLAUDE_PROJECT_DIR", cwd)
        started = time.perf_counter()
        try:
            done = subprocess.run(
                shell(command, host, environ),
                input=json.dumps(payload(event, cwd, host)).encode(),
                cwd=cwd,
                env=environ,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                timeout=timeout,
            )
        except subprocess.TimeoutExpired:
            return (
                False,
                timeout,
                f"it took longer than its {timeout:g} s: look at the disk and at what else runs",
            )
        except OSError as error:
            return False, 0.0, f"the host's shell does not start: {error}"
        seconds = time.perf_counter() - started
        ran = os.path.exists(os.path.join(store, "state", "runs", f"{script_of(command)}.{event}"))
        wrong = _wrong(command, done, ran, store, environ, cwd)
    if not wrong and disabled:
        wrong = "REFLEXION_DISABLED is set, so hooks do nothing: unset it"
    return not wrong, seconds, wrong


def shell(command: str, host: str, environ) -> list:
    """The words by which the host runs a command: Claude Code sh (on Windows Git Bash), Codex the
    user's shell (on Windows cmd.exe).
    """
    if os.name == "nt":
        return (
            [environ.get("COMSPEC", "cmd.exe"), "/C", command]
            if host == "codex"
            else [shutil.which("bash") or "bash", "-c", command]
        )
    return (
        [environ.get("SHELL") or "/bin/sh", "-lc", command]
        if host == "codex"
        else ["/bin/sh", "-c", command]
    )


def payload(event: str, cwd: str, host: str = "claude") -> dict:
    """A harmless payload: a command that worked and has nothing to tell, a prompt that is about
    nothing.
    """
    found = {
        "session_id": SESSION,
        "transcript_path": None if host == "codex" else os.path.join(cwd, "none.jsonl"),
        "cwd": cwd,
        "hook_event_name": event,
        "permission_mode": "default",
    }
    if host == "codex":
        found["model"] = "none"
        if event != "SessionEnd":
            found["turn_id"] = SESSION
    if event in TOOLS:
        found.update(tool_name="Bash", tool_input={"command": "true"}, tool_use_id=SESSION)
    if event == "PostToolUse":
        found["tool_response"] = (
            "" if host == "codex" else {"stdout": "", "stderr": "", "interrupted": False}
        )
    more = {
        "PostToolUseFailure": {"error": "Exit code 1\n", "is_interrupt": True},
        "UserPromptSubmit": {"prompt": "hello"},
        "SessionStart": {"source": "startup"},
        "SessionEnd": {"reason": "other"},
        "Stop": {"stop_hook_active": False},
        "SubagentStart": {"agent_id": SESSION, "agent_type": "general-purpose"},
    }
    return {**found, **more.get(event, {})}


def _wrong(command: str, done, ran: bool, store: str, environ, cwd: str) -> str:
    if done.returncode:
        refusal = f"it ends with status {done.returncode}, which a host takes for a refusal"
        return f"{refusal}: {_last(done.stderr)}; run init again"
    if done.stdout.strip():
        printed = f"it printed {done.stdout[:80]!r} where it has nothing to say"
        return f"{printed}: another program answers; run init again"
    fault = _fault(store)
    if fault:
        return f"it ran into a fault: {fault}"
    return "" if ran else _why_silent(command, environ, cwd)


def _why_silent(command: str, environ, cwd: str) -> str:
    """Why a command ended well and yet no hook ran: the script is gone, or there is no Python that
    it starts with.
    """
    script = script_file(command, environ, cwd)
    if script and not os.path.isfile(script):
        return f"its script is gone: {script}; run init again from where the toolkit is now"
    pythons = [word for word in (interpreter_of(command), "python3", "python") if word]
    if not any(shutil.which(word, path=environ.get("PATH")) for word in dict.fromkeys(pythons)):
        remedy = "install Python 3.9 or newer, or run init again with the one you use"
        return f"no Python is found by it: {remedy}"
    return "it ran nothing: try the command by hand without its `2>/dev/null`, or run init again"


def script_file(command: str, environ, cwd: str) -> str:
    """The file that one of our commands runs, variables filled in; "" when it cannot be told."""
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    if len(words) < 5 or words[:2] != ["sh", "-c"]:
        return ""
    path = re.sub(
        r"\$\{?(HOME|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)\b\}?",
        lambda found: environ.get(found.group(1), ""),
        words[4],
    )
    return path if os.path.isabs(path) else _upwards(path, cwd)


def _upwards(path: str, folder: str) -> str:
    while not os.path.isfile(os.path.join(folder, path)):
        if os.path.dirname(folder) == folder:
            return path
        folder = os.path.dirname(folder)
    return os.path.join(folder, path)


def _fault(store: str) -> str:
    try:
        data = read_bounded(os.path.join(store, "state", "log.txt"), 1 << 20)
    except (OSError, ValueError):
        return ""
    return data.partition(b"\n")[0].decode("utf-8", "replace").strip()


def _last(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:200] if lines else "it says nothing"
