"""Does an installed hook command work? It is run as its host would, in a store of its own."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time

from reflexion.setup.command import interpreter_of, script_of, words_of
from reflexion.setup.hosts import HOSTS
from reflexion.store.fs import make_folders, peek, write_atomic
from reflexion.text.tables import rows

SESSION = "reflexion-doctor"
SILENT = b'{"announce": "none"}'  # a hook that is tried greets nobody
VARIABLES = r"\$\{?(HOME|[A-Z]+_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)\b\}?"
NO_PYTHON = "no Python is found by it: install Python 3.9 or newer"
RAN_NOTHING = "it ran nothing: try the command by hand without its `2>/dev/null`"


def probe(
    command: str, event: str, cwd: str, host="claude", timeout: float = 15, environ=os.environ
) -> tuple:
    """(ok, seconds, what is wrong: "" or one line with the remedy) of a hook command for an event.

    It ends with status 0 without a Python or a script, too: the hook must have noted its run."""
    environ = dict(environ)
    cwd = os.path.abspath(cwd)
    with tempfile.TemporaryDirectory(prefix="reflexion-doctor-") as folder:
        state = os.path.join(folder, ".reflexion", "state")
        make_folders(os.path.join(state, "runs"))
        make_folders(os.path.join(folder, ".reflexion", "entries"))
        make_folders(os.path.join(folder, "home"))
        write_atomic(os.path.join(folder, "home", "config.json"), SILENT)
        environ.update(REFLEXION_DIR=folder, REFLEXION_HOME=os.path.join(folder, "home"))
        disabled = environ.pop("REFLEXION_DISABLED", "") not in ("", "0")
        if HOSTS[host].project_variable:
            environ.setdefault(HOSTS[host].project_variable, cwd)
        started = time.perf_counter()
        given = json.dumps(payload(event, cwd, host)).encode()
        pipes = {"input": given, "capture_output": True, "timeout": timeout}
        try:
            done = subprocess.run(shell(command, host, environ), cwd=cwd, env=environ, **pipes)
        except subprocess.TimeoutExpired:
            slow = f"it took longer than its {timeout:g} s: look at the disk and at what else runs"
            return False, timeout, slow
        except OSError as error:
            return False, 0.0, f"the host's shell does not start: {error}"
        seconds = time.perf_counter() - started
        wrong = _wrong(done, state)
        ran = f"{script_of(command)}.{known_as(event, host)}"
        if not wrong and not os.path.exists(f"{state}/runs/{ran}"):
            wrong = _why_silent(command, environ, cwd)
    if not wrong and disabled:
        wrong = "REFLEXION_DISABLED is set, so hooks do nothing: unset it"
    return not wrong, seconds, wrong


def shell(command: str, host: str, environ) -> list:
    """The words by which the host runs a command: sh, or the user's own shell."""
    if os.name == "nt" and HOSTS[host].windows_line:
        return [environ.get("COMSPEC", "cmd.exe"), "/C", command]
    if HOSTS[host].login_shell:
        return [environ.get("SHELL") or "/bin/sh", "-lc", command]
    return [shutil.which("bash") or "bash" if os.name == "nt" else "/bin/sh", "-c", command]


def known_as(event: str, host: str) -> str:
    """The toolkit's name of a host's event."""
    return next((row.name for row in HOSTS[host].table if row.event == event), event)


def payload(event: str, cwd: str, host: str = "claude") -> dict:
    """A harmless payload: a command that worked and says nothing, a prompt about nothing."""
    found = {
        "session_id": SESSION,
        "transcript_path": os.path.join(cwd, "none.jsonl"),
        "cwd": cwd,
        "hook_event_name": event,
        "permission_mode": "default",
        **json.loads(dict(rows("setup/payloads.tsv")).get(known_as(event, host), "{}")),
    }
    if host == "opencode":
        found["host"] = host
    if host == "codex":
        found.update(transcript_path=None, model="none")
        found.update({"tool_response": ""} if event == "PostToolUse" else {})
        found.update({"turn_id": SESSION} if event != "SessionEnd" else {})
    return found


def _wrong(done, state: str) -> str:
    """What is wrong with a command that ended: its status, its output, the fault on record."""
    if done.returncode:
        last = ["it says nothing", *done.stderr.decode("utf-8", "replace").strip().splitlines()][-1]
        refusal = f"it ends with status {done.returncode}, which a host takes for a refusal"
        return f"{refusal}: {last[:200]}; run init again"
    if done.stdout.strip():
        printed = f"it printed {done.stdout[:80]!r} where it has nothing to say"
        return f"{printed}: another program answers; run init again"
    log = peek(os.path.join(state, "log.txt"), 1 << 20)
    fault = log.partition(b"\n")[0].decode("utf-8", "replace").strip()
    return fault and f"it ran into a fault: {fault}"


def _why_silent(command: str, environ, cwd: str) -> str:
    """Why a command ended well and yet no hook ran: its script is gone, or there is no Python."""
    script = script_file(command, environ, cwd)
    if script and not os.path.isfile(script):
        return f"its script is gone: {script}; run init again from where Reflexion lies now"
    pythons = filter(None, [interpreter_of(command), "python3", "python"])
    found = any(shutil.which(word, path=environ.get("PATH")) for word in pythons)
    again = "or run init again"
    return f"{RAN_NOTHING}, {again}" if found else f"{NO_PYTHON}, {again} with the one you use"


def script_file(command: str, environ, cwd: str) -> str:
    """The file that one of our commands runs, variables filled in; "" when it cannot be told."""
    words = words_of(command)
    path = re.sub(VARIABLES, lambda found: environ.get(found.group(1), ""), "".join(words[4:5]))
    if not words or os.path.isabs(path):
        return path
    folder = cwd
    while not os.path.isfile(os.path.join(folder, path)):  # it is looked for upwards
        above = os.path.dirname(folder)
        if above == folder:
            return path
        folder = above
    return os.path.join(folder, path)
