"""OpenCode's module, run by node as the host runs it."""

import json
import shutil
import subprocess

import pytest

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(not NODE, reason="node is not installed")
QUOTED = ['"From now on, use \\"pnpm\\" here."', "continue"]
PROMPTS = [("run", QUOTED, ['Use "pnpm" here.']), ("tui", QUOTED, [])]
PLAY = """
import {{ Reflexion }} from "{0}"
import {{ Reflexion as Second }} from "{1}"
const directory = {2}
const prompt = (text) => ({{ message: {{ id: "m" }}, parts: [{{ type: "text", text }}] }})
const call = {{ tool: "bash", sessionID: "s", callID: "c", args: {{ command: "make x" }} }}
const failed = {{ output: "make: *** No rule to make target 'x'.", metadata: {{ exit: 2 }} }}
for (const hooks of [await Reflexion({{ directory }}), await Second({{ directory }})]) {{
  for (const text of {3}) await hooks["chat.message"]({{ sessionID: "s" }}, prompt(text))
  await hooks["tool.execute.after"](call, failed)
  await hooks.dispose()
}}
"""


def play(box, mode, prompts):
    """Let the modules in the home and in the project get prompts, and a call that failed."""
    for scope in ("--user", "--local"):
        assert box.cli("init", "--host", "opencode", scope).code == 0
    paths = (box.home / ".config/opencode/plugins", box.root / ".opencode/plugins")
    words = [f"{path}/reflexion.js" for path in paths]
    values = (json.dumps(str(box.root)), json.dumps(prompts))
    (box.home / "play.mjs").write_text(PLAY.format(*words, *values), encoding="utf-8")
    command = [NODE, str(box.home / "play.mjs"), mode]
    done = subprocess.run(command, env=box.environ(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("mode, prompts, kept", PROMPTS)
def test_a_prompt_arrives_as_it_was_typed_and_two_modules_count_a_failure_once(
    mode, prompts, kept, box
):
    play(box, mode, prompts)
    found = {entry["type"]: entry for entry in box.entries()}
    assert found.pop("error")["occurrences"] == 1
    assert [entry["resolution"] for entry in found.values()] == kept
