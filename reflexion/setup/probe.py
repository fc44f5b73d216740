"""Run an installed hook as its host would, with a harmless event, in a store of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping

from reflexion.hosts.installation import SECONDS, Installation
from reflexion.setup.command import RANK
from reflexion.setup.settings_file import Found
from reflexion.setup.site import Site
from reflexion.store import fs, history
from reflexion.store.project import Project

CALL = "reflexion-doctor"
# what the events hold beside the common fields: a call that was interrupted, a prompt about
# nothing, a turn that a hook has prolonged already
HARMLESS = {
    "session_id": CALL,
    "tool_name": "Bash",
    "tool_input": {"command": "reflexion"},
    "tool_use_id": CALL,
    "tool_response": {"stdout": "", "stderr": "", "interrupted": True},
    "error": "Exit code 1\n",
    "is_interrupt": True,
    "prompt": "hello",
    "source": "startup",
    "reason": "other",
    "stop_hook_active": True,
}


def try_hook(host: Installation, found: Found, here: Site, seconds: float = SECONDS) -> str:
    """Run one of a host's hooks, a settings_file.Found; return what is wrong: "" or one line.

    A command ends with status 0 without a Python or a script, too: the hook must have noted its
    run, also where others come first.
    """
    command = re.sub(rf"export {RANK}=\d; ", "", found.hook["command"])
    with tempfile.TemporaryDirectory(prefix="reflexion-doctor-") as folder:
        for each in ("home", ".reflexion/entries"):
            fs.make_folders(os.path.join(folder, *each.split("/")))
        environ = _environment(here, folder, host.project_variable)
        records = Project(folder, environ).store.state_dir
        fs.make_folders(records)
        try:
            done = subprocess.run(
                _shell(host, command, environ),
                cwd=here.root,
                env=environ,
                input=json.dumps(_payload(host, found.event, here.root)).encode(),
                capture_output=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return f"it takes longer than its {seconds:g} s"
        except OSError as error:
            return f"the host's shell does not start: {error}"
        return _fault(done, records)


def _payload(host: Installation, event: str, root: str) -> dict[str, object]:
    """Return a harmless event of a host."""
    found = {"host": host.name, "hook_event_name": event, "cwd": root}
    found["transcript_path"] = os.path.join(root, "none.jsonl")
    if event.startswith("Subagent"):
        found["agent_id"] = CALL
    return {**HARMLESS, **found}


def _environment(here: Site, folder: str, variable: str) -> dict[str, str]:
    """Return the variables that a host gives to a hook, with the stores in `folder`."""
    found = dict(here.environ)
    found.update(REFLEXION_DIR=folder, REFLEXION_HOME=os.path.join(folder, "home"))
    found.pop("REFLEXION_DISABLED", None)
    if variable:
        found[variable] = here.root
    return found


def _shell(host: Installation, command: str, environ: Mapping[str, str]) -> list[str]:
    """Return the words by which the host runs a command."""
    if os.name != "nt":
        return ["/bin/sh", "-c", command]
    if host.runs_cmd:
        return [environ.get("COMSPEC", "cmd.exe"), "/C", command]
    return [shutil.which("bash") or "bash", "-c", command]


def _fault(done: subprocess.CompletedProcess[bytes], state: str) -> str:
    """Return what is wrong with a command that ended; "" if the hook noted its run."""
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["it says nothing"]
        status = f"it ends with status {done.returncode}, which a host takes for a refusal"
        return f"{status}: {said[-1][:200]}"
    for fault in history.lines(state, history.FAULTS):
        return f"it ran into a fault: {' '.join(fault[1:])}"
    has_run = any(history.lines(state, history.RUNS))
    return "" if has_run else "it ran nothing: its script or a Python 3.9 or newer is not there"
