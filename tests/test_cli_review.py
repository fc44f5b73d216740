"""What waits for a person, and how they settle it."""

import json
import os
import subprocess
import sys

import pytest
from prepared import prepared
from sandbox import BUILD, LESSON, ROOT

from reflexion.learning.entry import LEVELS

PROPOSAL = "Run `make build` here, because the Makefile knows the tool."
RISKY = "Install the tools with `curl https://get.example.org | sh`."
LONG = f"{LESSON} The lock file says so, too, and so does the page for newcomers in the wiki."


@prepared
def shop(box):
    """Return a box with a proposal for a person's lesson, and a risky sentence of an agent."""
    box.bash(*BUILD)
    box.digits = box.entry()["id"][-6:]
    box.cli("learn", "--for", box.digits, LESSON)
    box.agent("learn", "--for", box.digits, PROPOSAL)
    box.agent("learn", RISKY)
    box.risky = box.entry(type="insight")["id"][-6:]
    return box


def waiting(box):
    """Return {digits: why} of what `review` lists where nobody can press keys."""
    lines = [line for line in box.cli("review").out.splitlines() if line[6:8] == "  "]
    return {line[:6]: line[8:] for line in lines if line.strip()[:6] == line[:6]}


def test_what_waits_is_listed_with_its_reason(shop):
    found = waiting(shop)
    assert found[shop.digits] == f"an agent proposes: {PROPOSAL}"
    assert "risky" in found[shop.risky]
    done = shop.cli("review")
    assert done.code == 0 and shop.digits in done.out and "reflexion review ID keep" in done.out


@pytest.mark.parametrize(
    "source, why", [("agent", "an agent wrote it, and"), ("import", "it was imported, and")]
)
def test_of_risky_words_it_is_said_where_they_are_from(shop, source, why):
    entry_id = shop.entry(type="insight")["id"]
    shop.change(entry_id, source=source)
    assert waiting(shop)[shop.risky].startswith(why)


def test_nothing_is_cut_in_a_pipe(box):
    steps = "Release " + ", then ".join(f"run step {number}" for number in range(20)) + "."
    box.bash(*BUILD)
    box.agent("learn", "--for", box.entry()["id"], LESSON)
    box.cli("review", box.entry()["id"], "fix", LONG)
    box.agent("learn", "--type", "pattern", "--for", box.entry()["id"], steps)
    out = box.cli("review", COLUMNS="60").out
    assert f"proposes: {steps}\n" in out and f"        {LONG}\n" in out
    assert f"before: review {box.entry()['id'][-6:]} fix\n" in box.cli("restore", COLUMNS="40").out


def test_what_waits_in_the_home_store_is_settled_in_any_project(box):
    box.cli("learn", "--global", LESSON)
    digits = box.cli("list", "--global").out[:6]
    box.cli("failed", digits, "no pnpm here")
    assert waiting(box)[digits].endswith("no pnpm here")
    assert digits not in box.agent("review").out
    box.cli("review", digits, "fix", PROPOSAL)
    assert waiting(box) == {} and PROPOSAL in box.cli("list", "--global").out
    assert "as it was" in box.cli("undo").out
    assert LESSON in box.cli("list", "--global").out


def test_what_is_told_everywhere_is_not_offered_to_all_projects(box):
    box.cli("learn", "--global", LESSON)
    digits = box.cli("list", "--global").out[:6]
    box.cli("failed", digits, "no pnpm here")
    assert "g global" not in walk(box, "q").out
    assert box.cli("review", digits, "global").code == 1


def changed_rule(box):
    """Make a rule of a lesson and change its words in CLAUDE.md; return its digits."""
    box.cli("learn", LESSON)
    digits = box.entry()["id"][-6:]
    box.cli("promote", digits)
    file = box.root / "CLAUDE.md"
    file.write_text(
        file.read_text(encoding="utf-8").replace("because the project", "since the project"),
        encoding="utf-8",
    )
    return digits


CHANGED = LESSON.replace("because the project", "since the project")


def test_words_that_a_person_changed_in_a_rule_file_are_taken_over(box):
    digits = changed_rule(box)
    assert waiting(box) == {digits: f"its rule in CLAUDE.md was changed: {CHANGED}"}
    assert "hand" not in box.cli("review", digits, "take").out
    assert box.entry()["resolution"] == CHANGED and box.entry()["source"] == "user"
    assert CHANGED in (box.root / "CLAUDE.md").read_text(encoding="utf-8") and waiting(box) == {}


def test_kept_words_stand_in_the_rule_file_again_until_an_undo(box):
    digits = changed_rule(box)
    box.cli("review", digits, "keep")
    assert LESSON in (box.root / "CLAUDE.md").read_text(encoding="utf-8") and waiting(box) == {}
    box.cli("undo")
    assert CHANGED in (box.root / "CLAUDE.md").read_text(encoding="utf-8")


def test_nothing_waits_in_an_empty_store(box):
    assert "nothing waits" in box.cli("review").out


def test_keep_makes_it_the_persons(shop):
    shop.cli("review", shop.risky, "keep")
    entry = shop.entry(resolution=RISKY)
    assert (entry["source"], entry["confidence"]) == ("user", "high")
    assert "needs_review" not in entry
    assert list(waiting(shop)) == [shop.digits]


def test_take_puts_the_proposal_in_the_place_of_the_lesson(shop):
    shop.cli("review", shop.digits, "take")
    entry = shop.entry(type="error")
    assert (entry["resolution"], entry["source"]) == (PROPOSAL, "user")
    assert f"before: {LESSON}" in entry["notes"] and "proposed" not in entry
    done = shop.cli("review", shop.risky, "take")
    assert done.code == 1 and "`take` does not fit" in done.err


def test_keep_refuses_a_proposal(shop):
    shop.cli("review", shop.digits, "keep")
    entry = shop.entry(type="error")
    assert entry["resolution"] == LESSON and "proposed" not in entry


def test_fix_takes_the_persons_words(shop):
    shop.cli("review", shop.risky, "fix", "Install the tools with apt.")
    entry = shop.entry(type="insight")
    assert (entry["resolution"], entry["source"]) == ("Install the tools with apt.", "user")


def test_a_fix_without_words_takes_nothing(shop):
    before = shop.entries()
    assert "is empty" in walk(shop, "sf\nq" if order(shop)[1] == shop.digits else "f\nq").err
    assert shop.entries() == before


def test_drop_takes_it_out_and_it_is_not_learned_again(shop):
    shop.cli("review", shop.digits, "drop")
    shop.session = "session-2"
    shop.bash(*BUILD)
    assert [entry["type"] for entry in shop.entries()] == ["insight"]


@pytest.mark.parametrize("argv", [("keep",), ("{id}", "forget"), ("{id}", "keep", "this")])
def test_an_answer_needs_an_id_and_only_a_fix_takes_words(shop, argv):
    assert shop.cli("review", *(word.format(id=shop.digits) for word in argv)).code != 0
    assert len(waiting(shop)) == 2


def test_what_lacks_a_lesson_cannot_be_kept(box):
    box.bash(*BUILD)
    entry_id = box.entry()["id"]
    box.agent("failed", entry_id, "never worked")
    done = box.cli("review", entry_id, "keep")
    assert done.code == 1 and done.err.endswith("it takes fix, drop\n")


def test_a_lesson_whose_failure_came_back_in_three_told_sessions_waits(box):
    box.bash(*BUILD)
    entry_id = box.entry()["id"]
    box.agent("learn", "--for", entry_id, LESSON)
    for number in range(3):
        assert waiting(box) == {}
        box.session = f"told-{number}"
        box.fire("recall", "SessionStart", source="startup")
        box.bash(*BUILD)
    assert waiting(box) == {entry_id[-6:]: "its failure came back in 3 sessions, although told"}


def test_a_report_that_was_taken_back_is_no_reason_to_wait(box):
    box.bash(*BUILD)
    entry_id = box.entry()["id"]
    box.agent("learn", "--for", entry_id, LESSON)
    box.change(entry_id, needs_review=True)
    box.agent("failed", entry_id, "never worked")
    box.cli("undo")
    assert waiting(box) == {entry_id[-6:]: "it was flagged"}


def test_a_report_is_the_reason_again_once_a_newer_lesson_was_taken_back(box):
    box.agent("learn", LESSON)
    digits = box.entry()["id"][-6:]
    box.agent("failed", digits, "no such script")
    box.agent("learn", "--for", digits, PROPOSAL)
    assert waiting(box) == {}
    box.cli("undo")
    assert waiting(box)[digits].endswith("no such script")


def test_of_a_lesson_that_did_not_help_the_reason_is_shown(box):
    box.agent("learn", LESSON)
    digits = box.entry()["id"][-6:]
    box.agent("failed", digits, "there is no such script")
    why = waiting(box)[digits]
    assert why.startswith("it failed on 20") and why.endswith(": there is no such script")


def test_a_rule_of_a_shared_store_waits_for_a_yes(box):
    box.cli("learn", LESSON)
    entry_id = box.entry()["id"]
    (box.root / ".reflexion" / ".gitignore").write_text("state/\nindex.txt\n", encoding="utf-8")
    box.change(entry_id, occurrences=3, first_seen="2026-01-01")
    assert "others write to this store" in waiting(box)[entry_id[-6:]]
    assert not (box.root / "CLAUDE.md").exists()
    box.cli("review", entry_id, "rule")
    assert LESSON in (box.root / "CLAUDE.md").read_text(encoding="utf-8")
    assert waiting(box) == {}


ALIKE = "Use pnpm for this project and never npm, because of the lock file."
LIKE = "For this project use pnpm instead of npm; the lock file is of pnpm."


@prepared
def alike(box):
    """Return a box with two sentences that may say the same."""
    box.cli("learn", ALIKE)
    box.cli("learn", LIKE)
    box.older = box.entry(resolution=ALIKE)["id"]
    box.newer = box.entry(resolution=LIKE)["id"]
    return box


def test_of_two_sentences_about_the_same_the_newer_one_waits_with_the_older_one(alike):
    assert len(alike.entries()) == 2
    assert waiting(alike) == {
        alike.newer[-6:]: f"it is newer, and may be about the same as {alike.older}: {ALIKE}"
    }


def test_what_was_said_again_is_the_newer_one(alike):
    alike.cli("learn", ALIKE)
    assert list(waiting(alike)) == [alike.older[-6:]]


def test_until_then_the_newer_one_alone_is_told(alike):
    assert LIKE.partition(";")[0] in alike.start() and ALIKE[:30] not in alike.start()
    alike.cli("review", alike.newer[-6:], "keep")
    assert ALIKE[:30] in alike.start()


def test_a_prompt_brings_the_newer_one_alone_to_mind(box):
    box.cli("learn", "The dev server listens on port 3000.")
    box.cli("learn", "The dev server listens on port 8080, not 3000.")
    asked = "please start the dev server on its port"
    told = box.prompt(asked).partition("<reflexion-recall>")[2]
    assert "port 8080" in told and "on port 3000" not in told
    assert "told unasked: something newer was said about it" in box.cli("recall", asked).out


def test_what_was_taken_back_makes_no_words_newer(alike):
    alike.agent("learn", "--for", alike.older, PROPOSAL)
    alike.cli("review", alike.older, "take")
    alike.cli("undo")
    assert waiting(alike)[alike.newer[-6:]].startswith("it is newer")


def test_taken_words_of_an_agent_do_not_stand_there_twice(alike):
    alike.agent("learn", "Never merge on Fridays.")
    alike.agent("learn", "--for", alike.older, alike.entry(source="agent")["id"])
    alike.cli("review", alike.older, "take")
    assert len(alike.entries()) == 2
    assert alike.entry(id=alike.older)["resolution"] == "Never merge on Fridays."


def test_of_two_sentences_of_agents_the_newer_one_is_told_and_both_wait(box):
    box.agent("learn", ALIKE)
    box.agent("learn", LIKE)
    older, newer = (box.entry(resolution=sentence)["id"] for sentence in (ALIKE, LIKE))
    assert LIKE[:30] in box.start() and ALIKE[:30] not in box.start()
    assert list(waiting(box)) == [newer[-6:]] and older in waiting(box)[newer[-6:]]


def test_what_an_agent_says_later_leaves_a_persons_words_in_the_brief(box):
    box.cli("learn", ALIKE)
    box.agent("learn", LIKE)
    assert ALIKE[:30] in box.start() and LIKE[:30] in box.start()


@pytest.mark.parametrize(
    "newer, is_alike",
    [
        ("Use npm here, not pnpm.", True),
        ("Use pnpm here.", False),
        ("Build with pnpm, test with yarn, lint with ruff, release with make.", False),
    ],
)
def test_a_short_sentence_is_about_the_same_if_another_one_has_all_its_words(box, newer, is_alike):
    box.cli("learn", "Use pnpm here, not npm: the lock file is pnpm-lock.yaml.")
    box.cli("learn", newer)
    assert bool(waiting(box)) is is_alike


def test_merge_makes_them_one_in_the_newer_words(alike):
    done = alike.cli("review", alike.newer[-6:], "merge")
    assert f"{alike.older} is part of {alike.newer} now" in done.out
    entry = alike.entry()
    assert entry["id"] == alike.newer and f"also: {ALIKE}" in entry["notes"]
    alike.cli("undo")
    assert len(alike.entries()) == 2 and alike.entry(id=alike.older)["resolution"] == ALIKE


def test_merged_with_an_agents_newer_words_a_persons_stay(box):
    box.cli("learn", ALIKE)
    box.agent("learn", LIKE)
    (digits,) = waiting(box)
    box.cli("review", digits, "merge")
    assert (box.entry()["resolution"], box.entry()["source"]) == (ALIKE, "user")


def test_kept_apart_they_are_not_asked_about_again(alike):
    (digits,) = waiting(alike)
    alike.cli("review", digits, "keep")
    assert waiting(alike) == {}
    assert len(alike.entries()) == 2


@pytest.mark.parametrize(
    "one, other",
    [
        ("Use tabs in Makefiles.", "Restart the worker after each change of a job."),
        ("Never use npm in CI.", "Write the docs site in Markdown."),
    ],
)
def test_sentences_about_other_things_are_not_asked_about(box, one, other):
    box.cli("learn", one)
    box.cli("learn", other)
    assert waiting(box) == {}


def walk(box, keys):
    return box.cli("review", answers=keys, terminal=True)


def order(box):
    """Return the digits of what waits, in the order in which a walk shows it."""
    return list(waiting(box))


def test_what_an_answer_settled_too_is_not_asked_about(box):
    for name in ("ant", "bat", "cow"):
        box.cli("learn", f"Deploy the {name} service to the cluster by its chart.")
    done = walk(box, "mq")  # of three one is gone, with which another one was compared
    assert "1 of 2" in done.out and "2 of 2" not in done.out and "is gone" not in done.err


def test_single_keys_settle_one_after_the_other(shop):
    first, second = order(shop)
    done = walk(shop, "ks")
    assert "settled 1, 1 left" in done.out
    assert order(shop) == [second]
    assert first not in order(shop)


def test_a_word_is_typed_for_a_fix(shop):
    keys = "sfUse apt here.\nq" if order(shop)[1] == shop.risky else "fUse apt here.\nq"
    walk(shop, keys)
    assert shop.entry(type="insight")["resolution"] == "Use apt here."


def test_an_answer_that_cannot_be_taken_is_asked_for_again(shop):
    before = shop.entries()
    done = walk(shop, "f\nq")
    assert done.code == 0 and done.err.startswith("reflexion: ")
    assert shop.entries() == before


def test_undo_takes_the_last_decision_back(shop):
    before = shop.entries()
    assert "reflexion undo" in walk(shop, "dq").out
    assert shop.entries() != before
    shop.cli("undo")
    assert shop.entries() == before


def test_only_keys_that_fit_are_offered_and_another_one_asks_again(shop):
    at = order(shop).index(shop.risky)
    done = walk(shop, "s" * at + "tk" + "q")
    asked = "k keep, f fix, r rule, d drop, g global, s skip, q quit: "
    assert done.out.count(asked) == (2 if at else 3)  # without t take, m merge
    assert shop.entry(type="insight")["source"] == "user"


def test_another_key_shows_what_the_keys_do(shop):
    assert "not learn it again" in walk(shop, "?q").out


def test_the_end_of_the_terminal_leaves_everything_as_it_is(shop):
    before = shop.entries()
    assert walk(shop, "").code == 0
    assert shop.entries() == before


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals")
def test_keys_are_read_from_a_real_terminal_without_enter(shop):
    master, slave = os.openpty()
    os.write(master, b"\x1b[Ak")  # an arrow key says nothing here
    process = subprocess.Popen(
        [sys.executable, "-m", "reflexion", "review", shop.risky],
        **{"stdin": slave, "stdout": subprocess.PIPE, "cwd": shop.root},
        env=shop.environ(PYTHONPATH=str(ROOT)),
    )
    out, _ = process.communicate(timeout=60)
    os.close(master)
    os.close(slave)
    assert b"is kept as it is" in out
    assert process.returncode == 0


@prepared
def old(box):
    """Return a box with two lessons that no session met for long, and one that was met."""
    box.cli("config", "forget_after", "3")
    box.session = "first"
    for sentence in ("Feed the ant at noon.", "Paint the boat in autumn."):
        box.agent("learn", sentence)
        box.change(box.entry(resolution=sentence)["id"], last_seen="2026-01-01")
    for number in range(3):
        box.session = f"other-{number}"
        box.bash("make all", 2, "make: *** No rule to make target 'all'.  Stop.")
    box.agent("learn", "Wind the clock each day.")
    box.session = "last"
    return box


def test_what_no_session_met_for_long_stands_under_one_heading(old):
    out = old.cli("review").out
    assert "no session met these for long" in out and "review old drop" in out
    assert "Feed the ant" in out and "Paint the boat" in out and "Wind the clock" not in out


def test_all_old_ones_are_kept_at_once(old):
    assert old.cli("review", "old", "take").code == 2
    assert old.cli("review", "old", "keep").code == 0
    assert old.cli("review").out == "nothing waits for a review\n"
    assert "Feed the ant" in old.start() and "Paint the boat" in old.start()
    old.cli("undo")
    assert "no session met these" in old.cli("review").out and "Feed the ant" not in old.start()


def test_all_old_ones_are_dropped_at_once_and_one_undo_brings_them_back(old):
    before = len(old.entries())
    assert old.cli("review", "old", "drop").code == 0
    assert len(old.entries()) == before - 2
    assert old.cli("review", "old", "drop").out == "nothing waits for a review\n"
    assert old.cli("undo").code == 0
    assert len(old.entries()) == before


def test_a_walk_over_old_ones_names_how_all_are_settled_at_once(old):
    done = walk(old, "dd").out
    assert "settled 2, 0 left" in done and "review old drop" in done
    assert "Feed the ant" not in str(old.entries())


def test_old_ones_come_last_though_something_of_all_projects_waits(old):
    old.cli("learn", "--global", RISKY)
    digits = old.cli("list", "--global").out[:6]
    old.cli("failed", digits, "no such page")
    out = old.cli("review").out
    assert 0 < out.index("no such page") < out.index("no session met these")
    assert "settled 3, 0 left" in walk(old, "kdd").out


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("least", LEVELS)
def test_a_lesson_waits_for_its_confidence_where_no_agent_is_told_it(box, least, level):
    box.cli("learn", LESSON)
    box.cli("config", "min_confidence", least)
    path = next((box.root / ".reflexion" / "entries").glob("*.json"))
    entry = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**entry, "confidence": level}), encoding="utf-8")
    is_told = LESSON[:20] in box.cli("recall", "--brief").out
    why = f"its confidence is {level}, so no agent is told"
    assert waiting(box) == ({} if is_told else {entry["id"][-6:]: why})
    assert is_told == (
        ["low", "medium", "high"].index(level) >= ["low", "medium", "high"].index(least)
    )
