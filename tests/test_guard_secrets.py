"""A secret against every door: what is stored, said, promoted, rendered, exported, sent to a model.

Each row of SECRETS goes through each door. A door gets the text that carries the secret and the
project, and gives back what came out of it; besides, all files of the project and its home but the
entries that were edited by hand are read. A door that says nothing at all would prove nothing: each
has to show the mark that stands where the secret was, or words beside it.
"""

from __future__ import annotations

import json
import os

import pytest
from sandbox import Inside, python_line
from test_store_merge import BASE
from transcript import ClaudeTranscript

from reflexion import open_store
from reflexion.capture.record import draft
from reflexion.hosts.event import Event
from reflexion.reflect import model
from reflexion.reflect.describe import describe, judge_call
from reflexion.signals.secrets import find
from reflexion.store.schema import encode

MARK = "[REDACTED]"
OWN = "ACME [0-9]{4} Q[A-Z]{3}"  # no built-in rule knows it: it proves that settings are handed on
# what is recognised -> what of it must be nowhere, in lower case
SECRETS = {
    "a token by its shape": ("ghp_Zq81marbleXy77Kd93LmWw20AbCdEfGhIj45", "zq81marble"),
    "a value by its name": ("password=Zq81marbleXy77Kd93LmWw20", "zq81marble"),
    "an own pattern": ("ACME 4821 QXWV", "qxwv"),
    "a split token": ("ghp_Zq81marbleXy77\u200bKd93LmWw20AbCdEfGhIj45", "lmww20"),
}
MISSING = "make: *** No rule to make target 'release'.  Stop."


@pytest.fixture(params=list(SECRETS))
def secret(request, inside) -> Secret:
    folder = inside.home / ".reflexion"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({"redact": [OWN], "announce": "all"}))
    return Secret(*SECRETS[request.param])


class Secret:
    """`text` carries the secret; `leaks(places)` names the places whose text holds it."""

    def __init__(self, text: str, core: str):
        self.text, self.core = text, core

    def leaks(self, places: dict) -> list:
        return [where for where, text in places.items() if self.core in text.lower()]


def files(box, *but: str) -> dict:
    """Path -> its name and text, of all that stands in the project and its home."""
    found = {}
    for base in (box.root, box.home):
        for path in base.rglob("*"):
            inner = path.relative_to(base)
            if not set(but) & {*inner.parts, str(inner)} and path.name != "config.json":
                text = path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
                found[str(inner)] = f"{path.name}\n{text}"
    return found


# ---- the hooks' door: what a host hands over


def failed(box, command="deploy now", output="fatal: the deployment is gone", **more):
    return box.bash(command, 1, output, **more)


def told_harmless(box, text):
    """A status that the host explains is put aside, with its words."""
    failed(box)
    response = {"stdout": "", "stderr": "", "returnCodeInterpretation": f"No match {text}"}
    call = {"tool_name": "Bash", "tool_input": {"command": "grep widget notes"}}
    return box.fire("capture", "PostToolUse", **call, tool_use_id="t9", tool_response=response)


def corrected(box, text):
    failed(box)
    return box.prompt(f"No, that's wrong, you deployed with {text} again", script="capture")


def mended(box, text):
    failed(box, "make release", MISSING)
    out = box.fire(
        "capture",
        "PostToolUse",
        tool_name="Edit",
        tool_input={"file_path": str(box.root / f"conf {text}" / "Makefile")},
        tool_use_id="t8",
        tool_response={"filePath": "Makefile"},
    )
    return out + box.bash("make release", 0, "done")


def worked(box, text):
    failed(box, "deploy widgets", "fatal: the deployment of widgets is gone")
    return box.bash(f"deploy widgets --with {text}", 0, "done")


HOOKS = {
    "a failed command": lambda box, text: failed(box, f"deploy --with {text} now"),
    "its output": lambda box, text: failed(box, output=f"fatal: {text} was refused"),
    "its folder": lambda box, text: failed(box, cwd=box.root / f"in {text}"),
    "a harmless status": told_harmless,
    "a command that worked": worked,
    "an edit's path": mended,
    "a rule": lambda box, text: box.prompt(
        f"From now on, always run deploy with {text} set.", script="capture"
    ),
    "what comes before a rule": lambda box, text: (
        failed(box, f"deploy --with {text}")
        + box.prompt("From now on, always run deploy by hand.", script="capture")
    ),
    "a correction": corrected,
    "a question": lambda box, text: (
        failed(box) + box.prompt(f"why is the deployment with {text} gone?")
    ),
    "an agent's last words": lambda box, text: (
        failed(box) + box.fire("capture", "Stop", last_assistant_message=f"Used {text}.")
    ),
}


@pytest.mark.parametrize("door", HOOKS)
def test_nothing_of_a_payload_keeps_it(inside, secret, door):
    out = HOOKS[door](inside, secret.text)
    out += inside.fire("capture", "SessionEnd", reason="other")
    out += inside.fire("promote", "SessionEnd", reason="other")
    assert inside.entries(), "the door stores something"
    assert secret.leaks({"stdout": out, **files(inside)}) == []


# ---- what a person or an agent hands over


def add(box, text):
    return box.script(
        "capture",
        *("--type", "error", "--trigger", f"deploy: {text} refused"),
        *("--context", f"deploy --with {text}", "--resolution", f"Pass {text} to deploy."),
        *("--keywords", f"deploy,{text}"),
    )


def learn(box, text):
    failed(box)
    return box.reflexion("learn", f"When deploy fails, pass {text} to it.")


def resolve(box, text):
    failed(box)
    return box.reflexion("resolve", box.entries()[0]["id"], f"Pass {text} to deploy.")


def judge(box, text):
    failed(box)
    box.change(box.entries()[0]["id"], resolution="Run `deploy init`.")
    return box.reflexion("failed", box.entries()[0]["id"], f"it took {text} for a name")


def import_(box, text):
    entry = {**BASE, "trigger": f"deploy: {text} refused", "context": f"deploy {text}"}
    entry.update(resolution=f"Pass {text}.", keywords=["deploy", text], notes=[f"was {text}"])
    document = {"format": "reflexion-export-1", "entries": [{**entry, "cwd": f"in {text}"}]}
    return box.reflexion("import", "-", stdin=json.dumps(document))


def edit(box, text):
    failed(box)
    editor = box.home / "editor.py"
    new = {"resolution": f"Pass {text}.", "keywords": [f"deploy {text}"], "notes": [text]}
    new.update(trigger=f"deploy: {text} refused", context=f"deploy {text}")
    editor.write_text(
        "import json, sys\n"
        f"entry = json.load(open(sys.argv[1]))\nentry.update({new!r})\n"
        "json.dump(entry, open(sys.argv[1], 'w'))\n"
    )
    done = box.reflexion("edit", box.entries()[0]["id"], EDITOR=python_line(editor))
    editor.unlink()
    return done


def propose(box, text):
    """What a model answers with is somebody else's text, too."""
    made = ClaudeTranscript(box).bash("make deploy", 2, "deploy.sh: VAULT_ADDR: unbound variable")
    made.bash("bash scripts/login.sh", 0, "ok").bash("make deploy", 0, "deployed").save()
    answer = {"card": 1, "lesson": True, "sentence": f"Pass {text} to `make deploy`."}
    script = box.home / "model.py"
    script.write_text(f"import sys\nsys.stdin.read()\nprint({json.dumps(answer)!r})\n")
    done = box.reflexion("reflect", "--with", python_line(script), "--yes")
    script.unlink()
    return done


BY_HAND = {
    "add": add,
    "learn": learn,
    "resolve": resolve,
    "failed": judge,
    "import": import_,
    "edit": edit,
    "reflect --with": propose,
}


@pytest.mark.parametrize("door", BY_HAND)
def test_nothing_that_is_handed_over_keeps_it(inside, secret, door):
    done = BY_HAND[door](inside, secret.text)
    assert inside.entries() and MARK in json.dumps(inside.entries(), ensure_ascii=False), done
    printed = {"stdout": done.stdout, "stderr": done.stderr}
    assert secret.leaks({**printed, **files(inside, "sessions.jsonl", "projects")}) == []


def test_a_draft_holds_none_in_any_field(secret):
    texts = ("error", f"refused: {secret.text}", f"deploy {secret.text}", f"pass {secret.text}")
    made = draft(*texts, extra=[OWN], keywords=["deploy", secret.text])
    assert secret.leaks({name: str(value) for name, value in made.items()}) == []
    assert all(MARK in made[name] for name in ("trigger", "context", "resolution"))


def test_the_library_stores_none(inside, secret, monkeypatch):
    for name, value in inside.environ().items():
        monkeypatch.setenv(name, value)
    store = open_store(str(inside.root))
    store.add(f"Pass {secret.text}.", f"refused: {secret.text}", f"deploy {secret.text}")
    assert len(inside.entries()) == 1 and secret.leaks(files(inside)) == []


# ---- what was typed into an entry by hand


@pytest.fixture
def typed(inside, secret) -> Inside:
    """A project with two learnings into whose every field a person typed the secret."""
    text = secret.text
    inside.bash("make release", 2, MISSING, session="s0")
    (known,) = inside.entries()
    marked = {"keywords": [*known["keywords"], text], "notes": [f"was {text}"], "cwd": text}
    fix = f"Run `make dist` with {text} first, never `make release`."
    inside.change(known["id"], resolution=fix, occurrences=2, sessions=2, **marked)
    rule = {
        **BASE,
        "id": "RFX-20260331-cccccc",
        "type": "insight",
        "trigger": f"The widget deployment takes {text} here",
        "context": f"deploy widgets {text}",
        "resolution": f"Pass {text} to the widget deployment.",
        "skill": "deploy",
        "source": "user",
    }
    path = inside.root / ".reflexion/entries" / f"{rule['id']}.json"
    path.write_bytes(encode({**rule, "keywords": ["deployment", text], "notes": [text]}))
    skill = inside.root / ".claude/skills/deploy/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\nname: deploy\ndescription: deploy the widgets\n---\n")
    return inside


# where it stands as it was typed, until the entry is written again
AS_TYPED = ("entries",)


def start(box, source="startup", **more):
    return box.fire("recall", "SessionStart", source=source, **more)


def compacted(box):
    box.prompt("how does the widget deployment go?")
    return start(box, "compact")


def refused(box):
    (box.root / ".reflexion/config.json").write_text(json.dumps({"warn_before": "deny"}))
    return box.about_to("make release")


def of_a_skill(box):
    call = {"tool_name": "Skill", "tool_input": {"skill": "deploy"}, "tool_use_id": "t1"}
    return box.fire("recall", "PreToolUse", **call)


SAID = {
    "at a failure": lambda box: box.bash("make release", 2, MISSING, session="s1"),
    "before a command": lambda box: box.about_to("make release"),
    "in a refusal": refused,
    "at a prompt": lambda box: box.prompt("how does the widget deployment go?"),
    "in the brief": start,
    "to a sub-agent": lambda box: box.fire("recall", "SubagentStart", agent_type="general"),
    "of a skill": of_a_skill,
    "after a compaction": compacted,
}


@pytest.mark.parametrize("door", SAID)
def test_it_is_not_said(typed, secret, door):
    said = SAID[door](typed)
    assert MARK in said
    assert secret.leaks({"said": said, **files(typed, *AS_TYPED)}) == []


# command -> where it shows the mark
COMMANDS = {
    "list": "stdout",
    "show": "stdout",
    "show cccccc": "stdout",
    "status": "",
    "status --json": "stdout",
    "status --html page.html": "page.html",
    "log": "",
    "log --json": "stdout",
    "review": "",
    "recall widget deployment": "stdout",
    "recall --json widget deployment": "stdout",
    "recall --explain widget deployment": "stdout",
    "recall --brief": "stdout",
    "recall --brief --json": "stdout",
    "export": "stdout",
    "export -o out.json": "out.json",
    "memory sync": ".claude/skills/deploy/MEMORY.md",
    "promote --dry-run": "",
    "doctor --quick": "",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_shows_it(typed, secret, command):
    done = typed.reflexion(*command.split())
    found = {"stdout": done.stdout, "stderr": done.stderr, **files(typed, *AS_TYPED)}
    assert secret.leaks(found) == []
    assert not COMMANDS[command] or MARK in found[COMMANDS[command]], done


def test_a_memory_files_edit_stores_none(typed, secret):
    typed.reflexion("memory", "sync")
    path = typed.root / ".claude/skills/deploy/MEMORY.md"
    text = path.read_text()
    path.write_text(text.replace("to the widget deployment", f"with {secret.text} to it"))
    before = typed.entries()
    typed.reflexion("memory", "sync")
    changed = [entry for entry in typed.entries() if entry not in before]
    assert [MARK in entry["resolution"] for entry in changed] == [True]
    assert secret.leaks({"resolution": changed[0]["resolution"], "file": path.read_text()}) == []


def test_nor_does_a_block_that_a_person_adds(typed, secret):
    """Rendered at a session's end, where no command stands between."""
    (typed.home / ".reflexion/config.json").write_text(
        json.dumps({"redact": [OWN], "memory_sync": True})
    )
    typed.fire("promote", "SessionEnd", reason="other")
    path = typed.root / ".claude/skills/deploy/MEMORY.md"
    end = "<!-- reflexion:memory:end -->"
    text = path.read_text()
    assert end in text
    block = f"### Widgets take {secret.text}\n\nGive the widgets {secret.text} early.\n\n"
    path.write_text(text.replace(end, block + end))
    typed.fire("promote", "SessionEnd", reason="other", session="session-2")
    added = [entry for entry in typed.entries() if "early" in entry["resolution"]]
    assert len(added) == 1 and MARK in added[0]["trigger"]
    assert secret.leaks({"added": json.dumps(added), "file": path.read_text()}) == []


def ripe(box):
    (known,) = [entry for entry in box.entries() if entry["context"] == "make release"]
    box.change(known["id"], occurrences=5, first_seen="2026-01-01")
    return known["id"]


def promoted_at_a_failure(box):
    ripe(box)
    return box.bash("make release", 2, MISSING, session="s2")


def promoted_at_the_end(box):
    ripe(box)
    box.fire("promote", "SessionEnd", reason="other")
    return start(box)


PROMOTED = {
    "at a failure": promoted_at_a_failure,
    "at a session's end": promoted_at_the_end,
    "by hand": lambda box: box.reflexion("promote", ripe(box)).stdout,
}


@pytest.mark.parametrize("door", PROMOTED)
def test_no_rule_holds_it(typed, secret, door):
    said = PROMOTED[door](typed)
    found = {"said": said, **files(typed, *AS_TYPED)}
    assert MARK in found["CLAUDE.md"]
    assert said and secret.leaks(found) == []


WRITING = {
    "a failure": lambda box, id: box.bash("make release", 2, MISSING, session="s2"),
    "a rule": lambda box, id: box.reflexion("promote", id),
    "resolve": lambda box, id: box.reflexion("resolve", id, "Run `make dist`."),
    "worked": lambda box, id: box.reflexion("worked", id),
    "move": lambda box, id: box.reflexion("move", id, "--skill", "deploy"),
    "move --global": lambda box, id: box.reflexion("move", id, "--global"),
    "remove": lambda box, id: box.reflexion("remove", "--yes", id),
}


@pytest.mark.parametrize("door", WRITING)
def test_what_is_written_again_loses_it(typed, secret, door):
    """The entry, its lines in the index, and its copy."""
    (typed.root / ".reflexion/entries/RFX-20260331-cccccc.json").unlink()
    done = WRITING[door](typed, ripe(typed))
    assert secret.leaks(files(typed)) == [], done


def test_nor_does_the_copy_of_a_file_that_cannot_be_read(typed, secret):
    path = typed.root / ".reflexion/entries/RFX-20260331-cccccc.json"
    path.write_text(f'{{"resolution": "Pass {secret.text} on", torn', encoding="utf-8")
    typed.reflexion("remove", "--yes", "RFX-20260331-cccccc")
    copies = {str(p): p.read_text() for p in (typed.root / ".reflexion/state/backups").iterdir()}
    assert copies and secret.leaks(copies) == []


def test_an_insight_files_title_is_not_said(inside, secret):
    folder = inside.root / ".insights"
    folder.mkdir()
    text = f"# Widget deployment with {secret.text}\n\nwidget deployment staging canary rollout\n"
    (folder / "deployment.md").write_text(text)
    failed(inside)
    inside.reflexion("trust")
    asked = "what about the canary rollout of the widget deployment on staging?"
    said = {"hook": inside.prompt(asked), "command": inside.reflexion("recall", asked).stdout}
    assert all(MARK in text for text in said.values()) and secret.leaks(said) == []


TOKEN = "ghp_Zq81marbleXy77Kd93LmWw20AbCdEfGhIj45"
# (a text as it stands in a file, what `check` points at)
SPOTS = [
    ("pass\x1b[1mword=\x1b[33mZq81marbleXy77Kd93\x1b[0m ok", ["Zq81marbleXy77Kd93"]),
    (f"password=Zq81marbleXy77Kd93 and {TOKEN}", ["Zq81marbleXy77Kd93", TOKEN]),
    ("password=[REDACTED]", []),
]


@pytest.mark.parametrize("text, expected", SPOTS)
def test_where_a_secret_stands(text, expected):
    """Exactly there: not in colours that part its name, not up to the next one."""
    assert [text[start:end] for start, end, _ in find(text)] == expected


# ---- a model's prompt


EVENTS = {
    "prompt": lambda text: Event(name="UserPromptSubmit", prompt=f"deploy with {text} please"),
    "reply": lambda text: Event(name="Stop", message=f"Deployed with {text} as asked."),
    "command": lambda text: Event(
        name="PostToolUse", tool="Bash", command=f"deploy {text}", exit_code=0, failed=False
    ),
    "output": lambda text: Event(
        name="PostToolUseFailure",
        **{"tool": "Bash", "command": "deploy", "exit_code": 1, "failed": True},
        output=f"fatal: {text} was refused",
    ),
    "path": lambda text: Event(name="PostToolUse", tool="Edit", path=f"conf/{text}", failed=False),
    "an edit's failure": lambda text: Event(
        **{"name": "PostToolUseFailure", "tool": "Edit", "path": "a.py", "failed": True},
        output=f"{text} is not in the file",
    ),
}


@pytest.mark.parametrize("part", EVENTS)
def test_no_model_is_sent_it(secret, part):
    event = EVENTS[part](secret.text)
    if event.tool:
        judge_call(event)
    sent = describe(event, [OWN])
    assert MARK in sent and secret.leaks({"sent": sent}) == []


def test_a_model_that_fails_says_none(tmp_path, secret):
    script = tmp_path / "model.py"
    script.write_text(f"import sys\nsys.exit('refused: ' + {secret.text!r})\n")
    if OWN[:4] in secret.text:
        pytest.skip("the command's own words are looked at without a project's patterns")
    with pytest.raises(model.Failed) as failure:
        model.ask(python_line(script), "text", os.environ)
    assert MARK in str(failure.value) and secret.leaks({"why": str(failure.value)}) == []


def test_the_command_s_secret_is_gone_from_its_output(inside):
    failed(inside, "PGPASSWORD=zebra77lamp psql shop", "psql: error: no entry for zebra77lamp here")
    entries = [path.read_text() for path in inside.root.rglob("RFX-*.json")]
    assert entries and not [text for text in entries if "zebra77lamp" in text]


def test_neither_a_drawn_word_nor_the_mark_becomes_a_keyword():
    entry = draft("insight", "token=kT9vQ2xLm4Zp8RwB fails", keywords=["kT9vQ2xLm4Zp8RwB", "npm"])
    assert "npm" in entry["keywords"]
    assert not {"redacted", "kt9vq2xlm4zp8rwb"} & set(entry["keywords"])
