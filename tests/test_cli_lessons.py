"""The lesson of failures: `learn --for`."""

import pytest
from prepared import prepared
from sandbox import LESSON

OTHER = "Start the database with `make db` before the tests, because they need port 5432."
FAILURES = (
    ("npm run build", "npm ERR! Missing script: build"),
    ("pytest", "E   ConnectionRefusedError: port 5432"),
    ("git push", "remote: error: branch names begin with a ticket"),
)


@prepared
def turn(box):
    """Return a box with three failures of a turn; `digits` are those of their ids."""
    for command, output in FAILURES:
        box.bash(command, 1, output)
    found = {entry["context"]: entry["id"][-6:] for entry in box.entries()}
    box.digits = [found[command] for command, _ in FAILURES]
    return box


def of(box, digits):
    return next(entry for entry in box.entries() if entry["id"].endswith(digits))


def test_one_command_takes_all_answers(turn):
    first, second, _ = turn.digits
    done = turn.agent("learn", "--for", first, LESSON, "--for", second, OTHER)
    assert done.code == 0
    assert (of(turn, first)["resolution"], of(turn, second)["resolution"]) == (LESSON, OTHER)
    assert of(turn, first)["source"] == "agent"
    assert f"{of(turn, first)['id']} learned: {LESSON}" in done.out


def test_one_sentence_may_cover_several_failures(turn):
    first, second, third = turn.digits
    gone = of(turn, second)
    turn.agent("learn", "--for", f"{first},{second}", LESSON)
    kept = of(turn, first)
    assert len(turn.entries()) == 2
    assert kept["occurrences"] == 2
    assert any("ConnectionRefusedError" in note and "pytest" in note for note in kept["notes"])
    answer = turn.bash("pytest", 1, FAILURES[1][1], session_id="session-2")
    assert LESSON in answer
    assert of(turn, first)["occurrences"] == 3
    assert gone["id"] not in [entry["id"] for entry in turn.entries()]


def test_a_pattern_is_the_way_from_start_to_end(turn):
    first, second, _ = turn.digits
    steps = "Push with `make push`, then wait for the queue, then deploy. " * 6
    done = turn.agent("learn", "--type", "pattern", "--for", f"{first},{second}", steps.strip())
    assert done.code == 0
    kept = of(turn, first)
    assert kept["type"] == "pattern" and len(kept["resolution"]) > 300
    assert "make push" in turn.bash("npm run build", 1, FAILURES[0][1], session_id="session-2")


def test_where_the_sentence_is_an_id_that_learning_is_the_lesson(turn):
    first, second, _ = turn.digits
    turn.agent("learn", LESSON)
    sentence = turn.entry(type="insight")["id"]
    assert turn.agent("learn", "--for", f"{first},{second}", sentence[-6:]).code == 0
    kept = turn.entry(id=sentence)
    assert (kept["resolution"], kept["occurrences"]) == (LESSON, 3)
    assert LESSON in turn.bash("npm run build", 1, FAILURES[0][1], session_id="session-2")


def test_a_learning_without_a_lesson_is_nobodys_lesson(turn):
    first, second, _ = turn.digits
    done = turn.agent("learn", "--for", first, second)
    assert done.code == 1 and "no lesson" in done.err
    assert len(turn.entries()) == 3


def test_an_unknown_id_is_one_line_and_stops_none_of_the_others(turn):
    first, second, _ = turn.digits
    done = turn.agent("learn", "--for", "ffffff", OTHER, "--for", first, LESSON)
    assert done.code == 1
    assert done.err.count("\n") == 1 and "'ffffff'" in done.err
    assert "nothing of this `--for` was recorded" in done.err
    assert of(turn, first)["resolution"] == LESSON


@pytest.mark.parametrize("words", [OTHER, "an id"])
def test_an_unknown_id_in_a_list_refuses_its_sentence_whole(turn, words):
    first, second, third = turn.digits
    turn.agent("learn", "--for", third, LESSON)
    words = third if words == "an id" else words
    fits = ("--for", first, OTHER)
    done = turn.agent("learn", "--for", f"{second},eeeeee", words, *fits)
    assert done.code == 1 and done.err.count("\n") == 1 and "'eeeeee'" in done.err
    assert of(turn, second)["resolution"] == ""
    assert of(turn, first)["resolution"] == OTHER


def test_a_long_sentence_is_refused_with_the_count(turn):
    first, second, _ = turn.digits
    done = turn.agent("learn", "--for", first, "Do x. " * 60, "--for", second, OTHER)
    assert done.code == 1 and "359 characters, 300 are allowed" in done.err
    assert (of(turn, first)["resolution"], of(turn, second)["resolution"]) == ("", OTHER)


def test_what_a_person_wrote_is_never_replaced_by_an_agent(turn):
    first, second, _ = turn.digits
    turn.cli("learn", "--for", first, LESSON)
    done = turn.agent("learn", "--for", f"{first},{second}", OTHER)
    assert "a person wrote: it stays" in done.out
    mine = of(turn, first)
    assert (mine["resolution"], mine["source"], mine["proposed"]) == (LESSON, "user", OTHER)
    assert of(turn, second)["resolution"] == OTHER
    assert LESSON in turn.cli("recall", "--brief").out
    assert "an agent proposes" in turn.cli("review").out


def test_what_a_sentence_was_proposed_for_is_not_named_as_near_to_it(turn):
    first, second, _ = turn.digits
    turn.cli("learn", "--for", first, LESSON)
    done = turn.agent("learn", "--for", f"{first},{second}", LESSON.replace("build", "start"))
    assert "yours waits" in done.out and "near to it" not in done.out
    assert of(turn, first)["resolution"] == LESSON


def test_an_agent_that_says_what_a_person_wrote_changes_nothing(turn):
    first, *_ = turn.digits
    turn.cli("learn", "--for", first, LESSON)
    before = of(turn, first)
    assert "says that already" in turn.agent("learn", "--for", first, LESSON).out
    assert of(turn, first) == before


def test_an_agent_may_replace_its_own_lesson_and_the_old_one_is_a_note(turn):
    first, *_ = turn.digits
    turn.agent("learn", "--for", first, LESSON)
    turn.agent("failed", first, "pnpm is gone")
    turn.agent("learn", "--for", first, OTHER)
    entry = of(turn, first)
    assert entry["resolution"] == OTHER
    assert f"before: {LESSON}" in entry["notes"]
    assert "needs_review" not in entry and entry["confidence"] == "medium"


def test_a_person_replaces_an_agents_lesson(turn):
    first, *_ = turn.digits
    turn.agent("learn", "--for", first, LESSON)
    turn.cli("learn", "--for", first, OTHER)
    entry = of(turn, first)
    assert (entry["resolution"], entry["source"], entry["confidence"]) == (OTHER, "user", "high")


def test_the_rule_follows_a_persons_words_but_not_an_agents(turn):
    first, *_ = turn.digits
    rules = turn.root / "CLAUDE.md"
    turn.agent("learn", "--for", first, LESSON)
    turn.cli("promote", first)
    done = turn.agent("learn", "--for", first, OTHER)
    assert "is a rule already" in done.out
    assert LESSON in rules.read_text(encoding="utf-8")
    assert of(turn, first)["proposed"] == OTHER
    turn.cli("learn", "--for", first, OTHER)
    assert OTHER in rules.read_text(encoding="utf-8") and LESSON not in rules.read_text(
        encoding="utf-8"
    )


def test_a_rule_that_a_person_changed_by_hand_stays(turn):
    first, *_ = turn.digits
    rules = turn.root / "CLAUDE.md"
    turn.cli("learn", "--for", first, LESSON)
    turn.cli("promote", first)
    text = rules.read_text(encoding="utf-8").replace("here, because", "HERE, since")
    rules.write_text(text, encoding="utf-8")
    done = turn.cli("learn", "--for", first, OTHER)
    assert "changed by hand and stays" in done.out
    assert rules.read_text(encoding="utf-8") == text


def test_a_risky_lesson_of_an_agent_is_stored_and_waits(turn):
    first, *_ = turn.digits
    turn.agent("learn", "--for", first, "Run `sudo rm -rf node_modules` first.")
    entry = of(turn, first)
    assert (entry["confidence"], entry["needs_review"]) == ("low", True)
    assert "sudo" not in turn.bash("npm run build", 1, FAILURES[0][1], session_id="session-2")


def test_undo_makes_one_learning_two_again_with_their_counts(turn):
    first, second, _ = turn.digits
    before = turn.entries()
    turn.agent("learn", "--for", f"{first},{second}", LESSON)
    turn.bash("npm run build", 1, FAILURES[0][1], session_id="session-2")
    turn.cli("undo")
    assert [entry["resolution"] for entry in turn.entries()] == ["", "", ""]
    assert of(turn, first)["occurrences"] == 2
    others = [entry for entry in before if not entry["id"].endswith(first)]
    assert [e for e in turn.entries() if not e["id"].endswith(first)] == others


def test_the_way_is_refused_for_every_project(turn):
    assert turn.cli("learn", "--global", "--for", turn.digits[0], LESSON).code == 2


def test_show_prints_the_number_that_a_lesson_ranks_by(box):
    assert box.cli("learn", "Use pnpm here.").code == 0
    entry_id = box.entry()["id"]
    assert "strength   3.0:" in box.cli("show", entry_id).out
    box.change(entry_id, sessions=3, source="agent")
    box.cli("trust", "--yes")
    assert "strength   3.0:" in box.cli("show", entry_id).out


def test_a_learning_that_is_a_rule_lacks_nothing_to_become_one(turn):
    turn.cli("learn", "--for", turn.digits[0], LESSON)
    assert "\n  rule       not yet: 1 of 3" in turn.cli("show", turn.digits[0]).out
    turn.cli("promote", turn.digits[0])
    assert "\n  rule " not in turn.cli("show", turn.digits[0]).out


def test_nothing_is_named_for_a_sentence_by_a_comma_alone(turn):
    done = turn.cli("learn", "--for", ",", LESSON)
    assert done.code == 1 and "names no learning" in done.err


def test_what_a_pull_brought_cannot_be_said_to_have_worked(box):
    box.cli("init", "--team", "--host", "claude")
    entry_id = box.put(type="insight", trigger="x", resolution=LESSON)
    box.git("add", "-f", ".reflexion")
    done = box.cli("worked", entry_id)
    assert done.code == 1 and f"{entry_id} is not accepted here yet" in done.err


def test_of_a_store_that_is_not_read_no_learning_is_named(turn):
    (turn.root / ".reflexion").rename(turn.root / "elsewhere")
    (turn.root / ".reflexion").symlink_to("elsewhere")
    done = turn.cli("show", turn.digits[0])
    assert done.code == 1 and "symbolic link" in done.err
