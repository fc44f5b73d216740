"""Set-ups beside each other: each event is handled once, and taking out leaves what was there.

A way is how somebody sets Claude Code up; each pair of them is done in this order, by the real
command. The test stands in for the host: it runs every hook of every settings file and the plugin.
"""

import json
import os
import subprocess
import sys
from itertools import product

import pytest
from sandbox import ROOT

from reflexion.setup import program
from reflexion.setup.install import install
from reflexion.setup.settings_file import find
from reflexion.setup.site import Site

pytestmark = pytest.mark.skipif(os.name == "nt", reason="hooks run by sh")
SHARED = ".claude/settings.json"
LOCAL = ".claude/settings.local.json"
EVENT = "PostToolUseFailure"
PLUGIN = {"enabledPlugins": {"reflexion@reflexion": True}}
SOURCE = program.Source("https://example.org/reflexion", "0" * 40)
COMMENT = "// mine\n"


def text_of(settings):
    return json.dumps(settings, indent=2) + "\n"


class Machine:
    """A person's project and home, with what `init` has to leave in them."""

    def __init__(self, box, monkeypatch):
        self.box = box
        self.monkeypatch = monkeypatch
        self.user = box.home / ".claude/settings.json"
        self.keeps = {}  # path: text that somebody else wrote
        for path in (self.user, box.root / LOCAL):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text_of({"model": "x"}), encoding="utf-8")
        (box.home / "reflexion").symlink_to(ROOT)

    def clone(self, *options):
        done = self.box.cli("init", "--host", "claude", *options)
        assert done.code == 0 or "cannot be read" in done.out or "Expecting" in done.out, done

    def installed(self, place):
        """Run `init` of a package in a folder of the home."""
        folder = self.box.home / place / "lib/python3.11/site-packages"
        if not folder.exists():
            folder.mkdir(parents=True)
            (folder / "reflexion").symlink_to(ROOT / "reflexion")
        command = [sys.executable, "-B", "-m", "reflexion", "init", "--host", "claude"]
        env = self.box.environ(PYTHONPATH=str(folder), PYTHONDONTWRITEBYTECODE="1")
        subprocess.run(command, cwd=self.box.root, env=env, capture_output=True, timeout=60)

    def team(self):
        """Pull what a colleague committed, who pinned a version; it was fetched before."""
        other = self.box.root.parent / "colleague"
        other.mkdir(exist_ok=True)
        with self.monkeypatch.context() as patch:
            patch.setattr(program, "find_source", lambda toolkit: SOURCE)
            install(Site(str(other), {"HOME": "/nowhere"}, str(other / "home"), "shared"), "claude")
        pulled = {
            self.box.root / path.relative_to(other): path.read_text(encoding="utf-8")
            for path in (other / ".claude").rglob("*")
            if path.is_file()
        }
        for path, text in pulled.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.box.git("add", "-f", *map(str, pulled))
        self.keeps.update(pulled)
        folder = self.box.home / ".reflexion/programs" / SOURCE.commit[:12]
        folder.parent.mkdir(parents=True, exist_ok=True)
        if not folder.exists():
            folder.symlink_to(ROOT)

    def plugin(self):
        self.user.write_text(
            text_of({**json.loads(self.user.read_text(encoding="utf-8")), **PLUGIN}),
            encoding="utf-8",
        )
        self.keeps[self.user] = text_of({"model": "x", **PLUGIN})

    def pasted(self):
        """Paste hooks.example.json into the settings of the home."""
        example = json.loads((ROOT / "hooks.example.json").read_text(encoding="utf-8"))
        self.user.write_text(
            text_of({**json.loads(self.user.read_text(encoding="utf-8")), **example}),
            encoding="utf-8",
        )

    def by_hand(self):
        """Paste what `init` prints into settings with a comment, which it leaves alone."""
        path = self.box.root / LOCAL
        path.write_text(COMMENT + text_of({"model": "x"}), encoding="utf-8")
        printed = self.box.cli("init", "--host", "claude", "--local").out
        _, _, pasted = printed.partition("put this into it:\n")
        if pasted:
            wanted, _ = json.JSONDecoder().raw_decode(pasted)
            path.write_text(COMMENT + text_of({"model": "x", **wanted}), encoding="utf-8")
        self.keeps[path] = path.read_text(encoding="utf-8")

    def settings(self):
        return (self.box.root / SHARED, self.box.root / LOCAL, self.user)

    def hooks(self):
        """Return the command lines that the host runs at a failure."""
        texts = [path.read_text(encoding="utf-8") for path in self.settings() if path.exists()]
        if "enabledPlugins" in self.user.read_text(encoding="utf-8"):
            texts.append((ROOT / "reflexion/hosts/plugin/hooks.json").read_text(encoding="utf-8"))
        found = [hook for text in texts for hook in find(text) if hook.event == EVENT]
        return [hook.hook["command"] for hook in found]

    def fail(self):
        """Let a command fail once; return how often that was counted."""
        call = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "make x"}}
        event = {"hook_event_name": EVENT, "cwd": str(self.box.root), "session_id": "s"}
        payload = {**event, **call, "error": "Exit code 2\nmake: *** No rule to make target 'x'."}
        names = {"CLAUDE_PROJECT_DIR": str(self.box.root), "CLAUDE_PLUGIN_ROOT": str(ROOT)}
        for line in self.hooks():
            done = subprocess.run(
                ["sh", "-c", line],
                cwd=self.box.root,
                env=self.box.environ(**names),
                input=json.dumps(payload).encode(),
                capture_output=True,
                timeout=60,
            )
            assert (done.returncode, done.stderr) == (0, b"")
        return [entry["occurrences"] for entry in self.box.entries()]

    def files(self):
        """Return {path: bytes} of everything that is not a record of ours."""
        found = {}
        for top in (self.box.root, self.box.home):
            for place, names, files in os.walk(top):
                names[:] = [name for name in names if name not in (".git", ".reflexion", "lib")]
                for name in files:
                    path = os.path.join(place, name)
                    with open(path, "rb") as file:
                        found[path] = file.read()
        return found


@pytest.fixture
def machine(box, monkeypatch):
    return Machine(box, monkeypatch)


WAYS = {
    "clone": Machine.clone,
    "clone --local": lambda machine: machine.clone("--local"),
    "clone --user": lambda machine: machine.clone("--user"),
    "pipx": lambda machine: machine.installed("pipx/venvs/reflexion"),
    "uvx": lambda machine: machine.installed(".cache/uv/archive-v0/x"),
    "pinned": Machine.team,
    "plugin": Machine.plugin,
    "pasted": Machine.pasted,
    "by hand": Machine.by_hand,
}
# a package differs from a clone in the program alone: once before and once after other places
PLACES = ("clone", "clone --user", "pinned", "plugin", "pasted")
# no program of ours runs in these, which could look at what is there already
UNSEEN = (("plugin", "pinned"), ("pasted", "pinned"), ("pasted", "plugin"))
PAIRS = [
    *(pair for pair in product(PLACES, PLACES) if pair not in UNSEEN),
    ("pipx", "pasted"),
    ("uvx", "clone"),
    ("plugin", "pipx"),
    ("pinned", "uvx"),
    ("clone --user", "clone --local"),
    ("plugin", "clone --local"),
    ("by hand", "by hand"),
    ("by hand", "clone --user"),
    ("pinned", "by hand"),
    ("pasted", "by hand"),
]


@pytest.mark.parametrize("first, second", PAIRS)
def test_each_event_is_handled_once_and_taking_out_restores_what_was_there(first, second, machine):
    before = machine.files()
    excluded = (machine.box.root / ".git/info/exclude").read_bytes()
    WAYS[first](machine)
    WAYS[second](machine)
    assert machine.fail() == [1]
    for options in ((), ("--user",)):
        machine.box.cli("init", "--uninstall", "--host", "claude", *options)
    kept = {str(path): text.encode() for path, text in machine.keeps.items()}
    assert machine.files() == {**before, **kept}
    assert (machine.box.root / ".git/info/exclude").read_bytes() == excluded
