"""When the hooks must keep still: in a sub-agent, switched off, or at a call that tells nothing.

Each table has its counterpart, the same event where they must not: so none of them passes because
nothing ever happens.
"""

from __future__ import annotations

import json

import pytest
from sandbox import told
from transcript import ClaudeTranscript

MISSING = "make: *** No rule to make target 'release'.  Stop."
ASK = "<reflexion-ask>"
SUB_AGENT = {"agent_id": "a1b2c3", "agent_type": "general-purpose"}
RULE = "From now on, always run the widget tests with pnpm."
CORRECTION = "No, that's wrong, that is not what I asked for."


def tree(box) -> dict:
    """Path -> bytes of all files of the project and its home."""
    paths = [*box.root.rglob("*"), *box.home.rglob("*")]
    return {str(path): path.read_bytes() for path in paths if path.is_file()}


def know(box, **fields) -> str:
    """The id of a learning that is said at `make release`; its record holds no session of ours."""
    box.bash("make release", 2, MISSING, session="s0")
    (entry,) = box.entries()
    box.change(entry["id"], resolution="Use `make dist`, not `make release`.", **fields)
    return entry["id"]


def entry_of(box, id: str) -> dict:
    return next(entry for entry in box.entries() if entry["id"] == id)


# ---- sub-agents: an agent wrote their prompts, and nobody reads what is asked there


@pytest.mark.parametrize("words", [RULE, CORRECTION, "No, always use pnpm here, never npm."])
def test_a_sub_agents_prompt_is_not_the_persons(inside, words):
    inside.bash("frob", 1, "Error: cannot frob the gadget")
    before = inside.entries()
    assert inside.prompt(words, script="capture", **SUB_AGENT) == ""
    assert inside.entries() == before
    mine = inside.prompt(words, script="capture")
    assert inside.entries() != before or ASK in mine, "said by the person it counts"


def test_nothing_is_asked_of_a_sub_agent(inside):
    know(inside)
    said = inside.bash("frob gadget", 1, "Error: cannot frob the gadget", **SUB_AGENT)
    said += inside.bash("frob gadget --init", **SUB_AGENT)
    said += inside.bash("frob gadget", **SUB_AGENT)
    said += inside.fire("recall", "SubagentStart", **SUB_AGENT)
    assert ASK not in said and " learn " not in said
    assert "make dist" in said, "but it is told what is known"


def test_a_sub_agents_failure_is_a_failure(inside):
    inside.bash("make release", 2, MISSING, **SUB_AGENT)
    assert len(inside.entries()) == 1


@pytest.mark.parametrize("more", [{"isSidechain": True}, {"agentId": "a1b2c3"}, {}])
def test_nor_is_its_prompt_in_a_transcript(inside, more):
    ClaudeTranscript(inside).prompt(RULE, **more).says("Done.").save()
    inside.reflexion("reflect")
    assert bool(inside.entries()) == (not more)


# ---- switched off


CALL = {"tool_name": "Bash", "tool_input": {"command": "make release"}, "tool_use_id": "t7"}
RESPONSE = {"stdout": MISSING, "stderr": "", "interrupted": False}
# (script, event, fields): each does or says something where it is on
EVENTS = [
    ("capture", "PostToolUseFailure", {**CALL, "error": f"Exit code 2\n{MISSING}"}),
    ("capture", "UserPromptSubmit", {"prompt": RULE}),
    ("recall", "UserPromptSubmit", {"prompt": "why does make release have no rule to make it?"}),
    ("recall", "PreToolUse", CALL),
    ("recall", "SessionStart", {"source": "startup"}),
    ("recall", "SubagentStart", SUB_AGENT),
    ("promote", "SessionEnd", {"reason": "other"}),
]
RIPE = {"occurrences": 5, "sessions": 3, "first_seen": "2026-01-01"}
NAMES = [f"{script} {event}" for script, event, _ in EVENTS]


def disable(box):
    return {"REFLEXION_DISABLED": "1"}


def disable_here(box):
    (box.root / ".reflexion/config.json").write_text('{"enabled": false}')
    return {}


def disable_everywhere(box):
    (box.home / ".reflexion").mkdir(exist_ok=True)
    (box.home / ".reflexion/config.json").write_text('{"enabled": false}')
    return {}


def disable_by_command(box):
    assert box.reflexion("off").returncode == 0
    return {}


def disable_session(box):
    box.prompt("/reflexion:off", script="capture")
    return {}


OFF = [disable, disable_here, disable_everywhere, disable_by_command, disable_session]
ON = [
    lambda box: {},
    lambda box: {"REFLEXION_DISABLED": "0"},
    lambda box: {"REFLEXION_DISABLED": ""},
]


def call(box, script: str, event: str, fields: dict, environ: dict, session="session-1") -> str:
    payload = {
        "session_id": session,
        "transcript_path": str(box.home / "none.jsonl"),
        "cwd": str(box.root),
        "hook_event_name": event,
        **fields,
    }
    done = box.script(script, stdin=json.dumps(payload), **environ)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


@pytest.mark.parametrize("switch", OFF, ids=lambda switch: switch.__name__)
@pytest.mark.parametrize("script, event, fields", EVENTS, ids=NAMES)
def test_off_means_that_nothing_is_said_or_written(inside, switch, script, event, fields):
    know(inside, **RIPE)
    environ = switch(inside)
    before = tree(inside)
    assert call(inside, script, event, fields, environ) == ""
    assert tree(inside) == before


def test_off_holds_for_a_payload_that_is_read_the_long_way(inside):
    know(inside)
    before = tree(inside)
    error = "Error: cannot frob the gadget\n" + "x" * (5 << 19)
    fields = {**CALL, "tool_input": {"command": "frob"}, "error": f"Exit code 2\n{error}"}
    assert call(inside, "capture", "PostToolUseFailure", fields, disable(inside)) == ""
    assert tree(inside) == before
    call(inside, "capture", "PostToolUseFailure", fields, {})
    assert tree(inside) != before


@pytest.mark.parametrize("script, event, fields", EVENTS, ids=NAMES)
@pytest.mark.parametrize("switch", ON)
def test_on_means_that_it_is(inside, switch, script, event, fields):
    know(inside, **RIPE)
    before = tree(inside)
    said = call(inside, script, event, fields, switch(inside))
    after = tree(inside)
    changed = [path for path in after if before.get(path) != after[path]]
    assert said or any(path.endswith(("CLAUDE.md", ".json")) for path in changed)


@pytest.mark.parametrize("script", ["capture", "recall"])
@pytest.mark.parametrize("word", ["/reflexion:on", "/reflexion:on please"])
def test_a_session_that_is_off_hears_that_it_is_on(inside, script, word):
    know(inside)
    inside.prompt("/reflexion:off", script=script)
    assert inside.about_to("make release") == ""
    inside.prompt(word, script=script)
    assert "make dist" in inside.about_to("make release")


def test_on_and_off_by_the_real_scripts(box):
    """The same by processes of their own, which look at a payload's bytes before they read it."""
    know(box)
    box.prompt("/reflexion:off", script="capture")
    assert box.about_to("make release") == "" and box.bash("make release", 2, MISSING) == ""
    box.prompt("/reflexion:on", script="capture")
    assert "make dist" in box.about_to("make release")


def test_a_session_that_is_on_does_not_overrule_the_project(inside):
    know(inside)
    disable_here(inside)
    inside.prompt("/reflexion:on", script="capture")
    assert inside.about_to("make release") == ""


@pytest.mark.parametrize("word", ["/reflexion:offline", "reflexion:off", "what is /reflexion:off?"])
def test_other_words_switch_nothing_off(inside, word):
    know(inside)
    inside.prompt(word, script="capture")
    assert "make dist" in inside.about_to("make release")


def test_another_session_stays_on(inside):
    know(inside)
    inside.prompt("/reflexion:off", script="capture", session="s1")
    assert inside.about_to("make release", session="s1") == ""
    assert "make dist" in inside.about_to("make release", session="s2")


def test_switched_on_again_by_the_command(inside):
    know(inside)
    inside.reflexion("off")
    inside.reflexion("on")
    assert "make dist" in inside.about_to("make release")


# ---- calls that tell nothing


def reported(box, command: str, **response) -> str:
    """A call that the host reports as done, with what it says of its end."""
    box.calls += 1
    fields = {"stdout": "", "stderr": "", "interrupted": False, **response}
    given = {"tool_name": "Bash", "tool_input": {"command": command}}
    more = {"tool_use_id": f"toolu_r{box.calls}", "tool_response": fields}
    return box.fire("capture", "PostToolUse", **given, **more)


# name -> (command, fields of the response)
UNTOLD = {
    "harmless": ("make release", {"stderr": MISSING, "returnCodeInterpretation": "No matches"}),
    "interrupted": ("make release", {"stderr": MISSING, "interrupted": True}),
}


@pytest.mark.parametrize("name", UNTOLD)
def test_what_tells_nothing_is_no_mistake(inside, name):
    id = know(inside)
    command, response = UNTOLD[name]
    assert told(reported(inside, command, **response)) == ""
    other = {**response, "stderr": "make: *** No rule to make target 'deploy'.  Stop."}
    reported(inside, "make deploy", **other)
    assert [entry["id"] for entry in inside.entries()] == [id]
    assert entry_of(inside, id)["occurrences"] == 1


@pytest.mark.parametrize("interrupted", [True, False])
def test_a_call_that_the_person_stopped_is_no_mistake(inside, interrupted):
    id = know(inside)
    for command, line in (("make release", MISSING), ("frob", "Error: cannot frob the gadget")):
        given = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": command}
        error = {"error": f"Exit code 2\n{line}", "is_interrupt": interrupted}
        inside.fire("capture", "PostToolUseFailure", **given, **error)
    assert len(inside.entries()) == (1 if interrupted else 2)
    assert entry_of(inside, id)["occurrences"] == (1 if interrupted else 2)


@pytest.mark.parametrize("code", [130, 2])
def test_nor_is_one_that_a_signal_stopped(inside, code):
    inside.bash("make release", code, MISSING)
    assert len(inside.entries()) == (0 if code == 130 else 1)


BENIGN = [
    ("grep -q widget notes.txt", 1, ""),
    ("diff a.txt b.txt", 1, "1c1\n< a\n---\n> b"),
    ("test -f missing.txt", 1, ""),
    ("git diff --quiet", 1, ""),
]


@pytest.mark.parametrize("command, code, output", BENIGN)
def test_a_status_that_is_an_answer_is_no_mistake(inside, command, code, output):
    inside.bash(command, code, output)
    assert inside.entries() == []


def test_but_the_same_programs_can_fail(inside):
    inside.bash("git diff --quiet mian", 128, "fatal: bad revision 'mian'")
    assert len(inside.entries()) == 1


# name -> fields of the response: nobody knows how the call ends
OPEN = {
    "interrupted": {"interrupted": True},
    "in the background": {"backgroundTaskId": "b1"},
}


@pytest.mark.parametrize("name", [*OPEN, "ended"])
def test_what_has_not_ended_proves_no_fix(inside, name):
    """The program that did the job instead: learned once it worked, and only then."""
    failed = 'npm ERR! Missing script: "build"'
    inside.bash("npm run build", 1, failed)
    reported(inside, "pnpm run build", stdout="built", **OPEN.get(name, {}))
    (entry,) = inside.entries()
    assert bool(entry["resolution"]) == (name == "ended")


@pytest.mark.parametrize("name", [*OPEN, "ended"])
def test_what_has_not_ended_proves_no_learning(inside, name):
    id = know(inside)
    inside.bash("make release", 2, MISSING)
    reported(inside, "make dist", stdout="packed", **OPEN.get(name, {}))
    inside.fire("capture", "Stop", last_assistant_message="Done.")
    inside.fire("capture", "SessionEnd", reason="other")
    assert entry_of(inside, id).get("worked", 0) == (1 if name == "ended" else 0)


@pytest.mark.parametrize("name", [*OPEN, "failed"])
def test_what_has_not_ended_blames_nobody(inside, name):
    id = know(inside)
    inside.bash("make release", 2, MISSING)
    inside.bash("make dist", session="s2")
    if name == "failed":
        inside.bash("make release", 2, MISSING)
    else:
        reported(inside, "make release", stderr=MISSING, **OPEN[name])
    assert entry_of(inside, id)["occurrences"] == (3 if name == "failed" else 2)
