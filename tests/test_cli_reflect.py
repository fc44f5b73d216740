"""`reflect`: numbers, and the phases for the agent."""

import json
import re

import pytest
from past_sessions import Past

NO_SCRIPT = ("npm run build", 1, 'npm ERR! Missing script: "build"')
NO_RULE = ("make dist", 2, "make: *** No rule to make target 'dist'.  Stop.")
FIX = "When the shop is built, run `npm run build:prod`, because there is no script `build`."


@pytest.fixture
def past(box):
    return Past(box)


def reflect(box, *argv, **more):
    done = box.cli("reflect", *argv, **more)
    assert done.code == 0, done
    return done.out


def decide(box, *rows, **more):
    return box.cli("reflect", "integrate", "-", stdin=json.dumps(rows), **more)


def as_agent(box):
    box.know_session()
    return {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": box.session}


def test_a_dry_run_tells_what_failed_and_stores_nothing(box, past):
    past.claude("one", NO_SCRIPT)
    past.codex("two", NO_SCRIPT)
    out = reflect(box, "--all", "--dry-run")
    assert "Sessions: 2. Calls: 2, of which 2 failed." in out
    assert "Came again in another session: 1." in out
    assert re.search(r"2 +2  npm build: npm ERR! Missing script", out)
    assert "Nothing was stored." in out
    assert len(out.splitlines()) <= 25
    assert not box.entries()


def test_what_came_in_two_sessions_is_stored_once(box, past):
    past.claude("one", NO_SCRIPT, NO_RULE)
    past.claude("two", NO_SCRIPT)
    assert "1 failure stored without a lesson" in reflect(box, "--all")
    (entry,) = box.entries()
    assert (entry["occurrences"], entry["sessions"], entry["resolution"]) == (2, 2, "")
    assert "stored" not in reflect(box, "--all")
    assert box.entries() == [entry]


@pytest.mark.parametrize(
    "command",
    [
        f"SHOP={'a' * 1500} make fuzz-all",
        f"SHOP={'a' * 2500} make fuzz-all",  # too far behind the start for both
    ],
    ids=["within reach", "beyond"],
)
def test_what_a_hook_ignores_is_not_stored_of_the_past_either(box, past, command):
    failure = (command, *NO_RULE[1:])
    past.claude("one", failure)
    past.claude("two", failure)
    assert box.cli("config", "ignore", "fuzz-all").code == 0
    fields = {"tool_name": "Bash", "tool_input": {"command": command}}
    box.fire("capture", "PostToolUseFailure", True, error=f"Exit code 2\n{NO_RULE[2]}", **fields)
    counted = [entry["occurrences"] for entry in box.entries()]
    seen = "Calls: 2, of which 2 failed" in reflect(box, "--all", "--dry-run")
    assert seen is bool(counted)
    reflect(box, "--all")
    assert [entry["occurrences"] for entry in box.entries()] == counted


def test_undo_takes_back_what_was_stored(box, past):
    past.claude("one", NO_SCRIPT)
    past.claude("two", NO_SCRIPT)
    reflect(box, "--all")
    assert box.cli("undo").code == 0
    assert not box.entries()


def test_the_newest_session_is_read_where_none_is_named(box, past):
    past.claude("one", NO_SCRIPT, NO_RULE)
    past.claude("two", NO_SCRIPT)
    assert "Sessions: 1. Calls: 1, of which 1 failed." in reflect(box)
    assert "Sessions: 1. Calls: 2," in reflect(box, "--session", "on")


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (("--all", "--session", "one"), 2),
        (("integrate", "-", "x"), 2),
        (("integrate",), 2),
        (("cards", "x"), 2),
        (("summary",), 2),
    ],
)
def test_arguments_that_do_not_go_together_are_refused(box, past, argv, code):
    past.claude("one", NO_SCRIPT)
    assert box.cli("reflect", *argv).code == code


def test_an_agent_may_not_read_files_outside(box, past, tmp_path):
    path = past.claude("one", NO_SCRIPT)
    outside = tmp_path / "one.jsonl"
    outside.write_bytes(open(path, "rb").read())
    done = box.agent("reflect", "--file", str(outside))
    assert done.code == 1
    assert "person" in done.err
    assert "of which 1 failed" in reflect(box, "--file", str(outside))


def test_a_transcript_that_is_not_there_is_one_line_with_the_remedy(box):
    for name in ("gone.jsonl", box.root):
        done = box.cli("reflect", "--file", name)
        assert done.code == 1 and "is not there: name the transcript" in done.err


@pytest.mark.parametrize(
    "session, why",
    [("", "there is no session of this project"), ("no", "there is no session no of this")],
)
def test_a_session_that_is_not_there_is_named_with_the_way_out(box, past, session, why):
    past.claude("one", NO_SCRIPT) if session else None
    for phase in ("cards", ""):
        done = box.cli("reflect", *filter(None, [phase]), "--session", session)
        assert done.code == 1 and why in done.err and "--file" in done.err


def test_a_named_session_of_another_place_is_read_and_that_is_said(box, past, tmp_path):
    path = tmp_path / "one.jsonl"
    text = open(past.claude("one", NO_SCRIPT), encoding="utf-8").read()
    path.write_text(text.replace(past.root, str(tmp_path)), encoding="utf-8")
    out = reflect(box, "--file", str(path))
    assert "ran outside of this project" in out
    assert "Different mistakes beside the task's own code: 1." in out
    assert "ran outside" in reflect(box, "cards", "--file", str(path))
    assert "ran outside" not in reflect(box)


def test_cards_name_the_session_and_its_transcript(box, past):
    path = past.claude("one", NO_SCRIPT)
    past.claude("one", NO_RULE, agent="a1")
    out = reflect(box, "cards")
    assert re.search(r"session +one \(claude\)", out)
    assert re.search(r"others +none", out)
    past.codex("two", NO_SCRIPT)
    assert re.search(r"session .+two \(codex\)(.|\n)+others +one\n", reflect(box, "cards"))
    assert re.search(rf"transcript +{re.escape(path)}\n", out)


def test_cards_show_no_name_as_a_frame(box, past):
    past.claude("one", NO_SCRIPT)
    box.cli("config", "promote_to", "<bash-input>.md")
    out = reflect(box, "cards")
    assert "bash-input>.md" in out and "<bash" not in out


def test_cards_show_the_failures_without_a_lesson_and_write_nothing(box, past):
    past.claude("one", NO_SCRIPT, "remember that dates are always UTC here")
    out = reflect(box, "cards")
    assert len(re.findall(r"^\[[0-9a-f]{6}\]$", out, re.M)) == 2
    assert "error: npm ERR! Missing script" in out
    assert "the person said: " in out
    assert not box.entries()


def test_a_decision_about_a_card_stores_the_failure_with_its_lesson(box, past):
    past.claude("one", NO_SCRIPT)
    (digits,) = re.findall(r"^\[([0-9a-f]{6})\]$", reflect(box, "cards"), re.M)
    done = decide(box, {"for": digits, "sentence": FIX}, **as_agent(box))
    assert done.code == 0, done
    (entry,) = box.entries()
    assert (entry["type"], entry["resolution"], entry["source"]) == ("error", FIX, "agent")
    assert entry["trigger"] == 'npm ERR! Missing script: "build"'
    assert FIX in box.bash(*NO_SCRIPT)
    assert box.cli("undo").code == 0
    assert not box.entries()


def test_a_decision_of_its_own_is_stored_as_learn_does(box, past):
    past.claude("one", NO_SCRIPT)
    row = {"sentence": "Deploy by tag.", "type": "pattern", "skill": "deploy"}
    assert decide(box, row).code == 0
    (entry,) = box.entries()
    assert (entry["type"], entry["skill"], entry["source"]) == ("pattern", "deploy", "user")


def test_what_a_person_wrote_is_not_replaced_by_an_agent(box, past):
    past.claude("one", NO_SCRIPT)
    box.cli("learn", "Deploy by tag.")
    (entry,) = box.entries()
    row = {"for": entry["id"], "sentence": "Deploy by branch."}
    assert decide(box, row, **as_agent(box)).code == 0
    now = box.entry(id=entry["id"])
    assert (now["resolution"], now["proposed"]) == ("Deploy by tag.", "Deploy by branch.")


def test_a_card_may_become_part_of_a_lesson_that_is_known(box, past):
    past.claude("one", NO_SCRIPT)
    box.agent("learn", FIX)
    (entry,) = box.entries()
    (digits,) = re.findall(r"^\[([0-9a-f]{6})\]$", reflect(box, "cards"), re.M)
    done = decide(box, {"for": digits, "sentence": entry["id"][-6:]}, **as_agent(box))
    assert done.code == 0, done
    assert [each["id"] for each in box.entries()] == [entry["id"]]
    assert FIX in box.bash(*NO_SCRIPT)


def test_a_learning_that_is_to_stand_for_itself_stays_as_it_is(box):
    box.agent("learn", FIX)
    entry = box.entry()
    done = decide(box, {"for": entry["id"], "sentence": entry["id"]}, **as_agent(box))
    assert "says that already: nothing was changed" in done.out
    assert box.entry()["resolution"] == FIX


def test_one_wrong_decision_stops_none_of_the_others(box, past):
    past.claude("one", NO_SCRIPT)
    rows = ({"for": "ffffff", "sentence": FIX}, {"sentence": "x" * 301}, {"sentence": FIX})
    done = decide(box, *rows)
    assert done.code == 1
    assert "decision 1:" in done.err
    assert "decision 2:" in done.err
    assert [entry["resolution"] for entry in box.entries()] == [FIX]


def test_what_only_a_person_may_do_is_named_with_its_command_and_waits(box, past):
    past.claude("one", NO_SCRIPT)
    box.cli("learn", "Deploy by tag.")
    digits = box.entry()["id"][-6:]
    rows = (
        {"sentence": "Store dates in UTC.", "rule": True},
        {"sentence": "Ask before you delete.", "global": True},
        {"for": digits, "sentence": "Deploy by branch."},
    )
    out = decide(box, *rows, **as_agent(box)).out
    by_words = {entry["resolution"]: entry["id"][-6:] for entry in box.entries()}
    rule = by_words["Store dates in UTC."]
    for command in (
        f"promote {rule}",
        f"learn --global {by_words['Ask before you delete.']}",
        f"review {digits} take",
    ):
        assert command in out
    waits = box.cli("review").out
    assert f"{rule}  a reflection proposes it as a rule" in waits and digits in waits
    assert box.cli("review", rule, "rule").code == 0
    assert "Store dates in UTC." in (box.root / "CLAUDE.md").read_text(encoding="utf-8")
    assert rule not in box.cli("review").out


def test_a_rule_that_is_declined_does_not_wait_again(box, past):
    past.claude("one", NO_SCRIPT)
    decide(box, {"sentence": "Store dates in UTC.", "rule": True}, **as_agent(box))
    box.cli("review", box.entry()["id"], "keep")
    assert "nothing waits" in box.cli("review").out


def test_decisions_are_recorded_where_the_host_keeps_no_transcripts(box):
    assert decide(box, {"sentence": "Store dates in UTC."}, **as_agent(box)).code == 0
    assert box.entry()["resolution"] == "Store dates in UTC."
    assert box.cli("reflect", "cards").code == 1
    done = box.cli("reflect", "integrate", "-", "--session", "one", stdin="[]")
    assert done.code == 1 and "there is no session one" in done.err


def test_what_a_reflection_made_names_the_session(box, past):
    past.claude("one", NO_SCRIPT)
    decide(box, {"sentence": "Store dates in UTC."}, **as_agent(box))
    assert "from a reflection on session one" in box.cli("show", box.entry()["id"]).out


def test_an_agents_earlier_lesson_can_be_brought_back_behind_a_reflection(box, past):
    past.claude("one", NO_SCRIPT)
    box.bash(*NO_SCRIPT)
    entry_id = box.entry()["id"]
    box.agent("learn", "--for", entry_id, FIX)
    decide(box, {"for": entry_id, "sentence": "Use `make shop`."}, **as_agent(box))
    box.cli("remove", "--lesson", entry_id)
    assert box.entry()["resolution"] == FIX


def test_a_field_that_a_learning_did_not_take_is_named(box, past):
    past.claude("one", NO_SCRIPT)
    box.cli("learn", "Deploy by tag.")
    row = {"for": box.entry()["id"], "sentence": "Deploy by branch.", "skill": "deploy"}
    done = decide(box, row, **as_agent(box))
    assert done.code == 1
    assert "decision 1: skill of" in done.err


@pytest.mark.parametrize("text", ["", "{", '[{"type": "error", "sentence": "x"}]', "[" * 99_999])
def test_decisions_that_cannot_be_read_write_nothing(box, past, text):
    past.claude("one", NO_SCRIPT)
    done = box.cli("reflect", "integrate", "-", stdin=text)
    assert done.code == 1
    assert "nothing was written" in done.err
    assert not box.entries()


def test_a_store_that_came_along_is_not_reflected_on(box, past):
    past.claude("one", NO_SCRIPT)
    box.put(type="insight", trigger="t", resolution="r")
    done = box.cli("reflect", "--all")
    assert done.code == 1
    assert "reflexion trust" in done.err.replace("python3", "")
