"""OpenCode's module, run by node as the host runs it."""

import json
import shutil
import subprocess

import pytest
from sandbox import ROOT

from reflexion.setup.site import HOSTS, Site

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(not NODE, reason="node is not installed")
PROMPTS = [
    ("run", '"From now on, use \\"pnpm\\" here."', 'From now on, use "pnpm" here.'),
    ("run", "continue", "continue"),
    ("tui", '"quoted by the person"', '"quoted by the person"'),
]
PLAY = """
import {{ Reflexion }} from "{0}"
import {{ Reflexion as Second }} from "{1}"
const directory = {2}
const hooks = await Reflexion({{ directory }})
const output = {{ message: {{ id: "m" }}, parts: [{{ type: "text", text: {3} }}] }}
await hooks["chat.message"]({{ sessionID: "s" }}, output)
const beside = Object.keys(await Second({{ directory }}))
await hooks.dispose()
console.log(JSON.stringify([beside, Object.keys(await Second({{ directory }})).length > 0]))
"""


def play(box, mode, text):
    """Let the module get a prompt; return what it said of itself in a second place."""
    here = Site(str(box.root), box.environ(), str(box.home / ".reflexion"))
    module = here.module_text(HOSTS["opencode"]).replace(str(ROOT / "scripts"), str(box.home))
    for name in ("one", "two"):
        (box.home / f"{name}.mjs").write_text(module)
    for name in ("recall", "capture", "promote"):
        script = f"import sys\nopen('{box.home}/log', 'a').write(sys.stdin.read() + '\\n')\n"
        (box.home / f"{name}.py").write_text(script)
    words = (box.home / "one.mjs", box.home / "two.mjs", json.dumps(str(box.root)))
    (box.home / "play.mjs").write_text(PLAY.format(*words, json.dumps(text)))
    command = [NODE, str(box.home / "play.mjs"), mode]
    done = subprocess.run(command, env=box.environ(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("mode, text, prompt", PROMPTS)
def test_a_prompt_arrives_as_it_was_typed(mode, text, prompt, box):
    play(box, mode, text)
    payloads = [json.loads(line) for line in (box.home / "log").read_text().splitlines()]
    prompts = [each["prompt"] for each in payloads if each["hook_event_name"] == "UserPromptSubmit"]
    assert prompts == [prompt, prompt]


def test_a_module_in_two_places_serves_a_project_once(box):
    beside, is_free_again = play(box, "run", "continue")
    assert beside == [] and is_free_again
