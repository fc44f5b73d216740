"""status: what needs the person, what was learned, what came back; 28 lines of 80 columns."""

import json
import os
import time

import pytest
import troubles
from troubles import LESSON, store_of

from reflexion.store import history

POSIX = pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
REFUSED = "Error: connect ECONNREFUSED 127.0.0.1:5433"


def page_of(box):
    """Return the dashboard's page."""
    path = box.home / "page.html"
    assert box.cli("status", "--html", path).code == 0
    return path.read_text(encoding="utf-8")


def learn(box, *sentences):
    """Let the person record sentences; return their digits."""
    for sentence in sentences:
        assert box.cli("learn", sentence).code == 0
    return [entry["id"].rpartition("-")[2] for entry in box.entries()]


def happened(box, entry_id, *pairs):
    """Put (what, session) on record about a learning."""
    for what, session in pairs:
        history.append(store_of(box).state_dir, session, [(what, entry_id)])


def data(box, **environ):
    done = box.cli("status", "--json", **environ)
    assert done.code == 0, done.err
    return json.loads(done.out)


def needs(box, **environ):
    """Return {what: remedy} of what needs the person."""
    return {need["what"]: need["remedy"] for need in data(box, **environ)["needs"]}


def test_before_anything_was_learned(box):
    done = box.cli("status")
    assert done.code == 0 and done.out.startswith("Reflexion in shop\n0 lessons\n")
    assert not (box.root / ".reflexion").exists()  # looking makes no store


def test_where_nothing_is_set_up_the_command_that_does_it_is_named(box):
    assert list(needs(box).values()) == ["reflexion init"]
    learn(box, LESSON)
    assert list(needs(box).values()) == ["reflexion doctor"]  # no hook ran yet


def test_a_failure_a_lesson_and_a_rule_are_told_in_plain_numbers(box):
    box.bash("make test", 2, REFUSED)
    assert "1 failure without a lesson" in box.cli("status").out
    failure = box.entry(type="error")["id"]
    assert box.cli("learn", "--for", failure, LESSON).code == 0
    box.session = "session-2"
    box.bash("make test", 2, REFUSED)  # told at the failure
    box.bash("make test", 2, REFUSED)  # and it came back
    lines = box.cli("status", COLUMNS="100").out.splitlines()
    assert lines[1] == "1 lesson, told in 1 session; in 1 of these such a failure came back"
    assert "without a lesson" not in " ".join(lines)
    assert any(line.startswith(f"  {failure[-6:]}  in 1 of 1 session  When") for line in lines)


def test_the_data_holds_what_is_printed(box):
    (digits,) = learn(box, LESSON)
    found = data(box)
    assert found["project"] == "shop" and found["since"] == time.strftime("%Y-%m-%d")
    (lesson,) = found["lessons"]
    assert (lesson["digits"], lesson["lesson"], lesson["by"]) == (digits, LESSON, "you")
    assert found["subjects"] == {"kind": {"insight": 1}, "skill": {}, "category": {}}
    assert found["numbers"]["told_sessions"] == 0


def test_a_lesson_was_learned_when_it_was_recorded_and_not_when_it_failed_first(box):
    box.bash("make test", 2, REFUSED)
    store = store_of(box)
    with store.lock():
        store.write(store.get(box.entry()["id"]).copy(first_seen="2026-01-01"))
    assert box.cli("learn", "--for", box.entry()["id"], LESSON).code == 0
    assert data(box)["lessons"][0]["learned"].startswith(time.strftime("%Y-%m-%d "))


def test_a_secret_in_a_file_edited_by_hand_is_not_shown(box):
    learn(box, LESSON)
    token = "ghp_" + "k3Vd9QzX1mB7" * 3
    box.put(trigger=f"auth failed for {token}", resolution=f"Use {token}.")
    assert token not in box.cli("status", "--json").out
    assert token not in page_of(box)


@pytest.mark.parametrize(
    "spoil, words, remedy",
    [
        (troubles.refused_words, "came with this project (1 learning)", "reflexion trust"),
        (troubles.settings_of_others, "changed settings wait", "reflexion trust"),
        (troubles.unreadable_entry, f"{troubles.BROKEN}: not valid JSON", "reflexion edit "),
        (troubles.lesson_that_failed, "1 learning for your review", "reflexion review"),
        (troubles.wrong_setting, "promote_after: must be", "reflexion config --unset"),
        (troubles.switched_off, "the hooks do nothing", "reflexion config enabled true"),
        (troubles.silent_hook, "the hook recall never ran here", "reflexion init"),
        (troubles.fault, "1 fault of hooks in 7 days, the last on ", "reflexion doctor"),
        (troubles.changed_rule, "in CLAUDE.md was changed", "reflexion review "),
        (troubles.rule_without_learning, "belongs to no learning", "reflexion promote --demote"),
        (troubles.broken_markers, "CLAUDE.md: its markers are broken", "${EDITOR:-vi} "),
        (troubles.rule_that_waits, "1 rule for your yes", "reflexion promote "),
        pytest.param(troubles.linked_store, ".reflexion is a link", "rm ", marks=POSIX),
    ],
)
def test_what_needs_the_person_comes_first_with_its_command(box, spoil, words, remedy):
    spoil(box)
    found = [row for row in needs(box).items() if words in row[0]]
    assert len(found) == 1 and found[0][1].startswith(remedy), found


def test_a_rule_that_was_taken_out_does_not_wait_for_a_yes(box):
    troubles.rule_that_waits(box)
    happened(box, box.entry()["id"], ("demoted", "s1"))
    assert not [what for what in needs(box) if "yes" in what]


def test_what_was_seen_before_the_words_were_accepted_makes_no_rule(box):
    troubles.rule_that_waits(box)
    store = store_of(box)
    entry = store.get(box.entry()["id"])
    store.trust.decide("yours", entry, base=1)
    assert not [what for what in needs(box) if "yes" in what]


def test_what_needs_the_person_stands_above_what_was_learned(box):
    troubles.lesson_that_failed(box)
    out = box.cli("status").out
    assert out.index("Needs you") < out.index("1 learning for") < out.index("Learned last")


def test_where_all_is_well_nothing_needs_the_person(box):
    box.fire("recall", "SessionStart", source="startup")
    learn(box, LESSON)
    assert needs(box) == {}
    assert "unset REFLEXION_DISABLED" in needs(box, REFLEXION_DISABLED="1").values()
    assert "Needs you" not in box.cli("status").out


def test_a_busy_project_fits_on_one_screen(box):
    sentences = [
        f"When step {n} of the build fails, {'wait ' * n}and try port {n}." for n in range(9)
    ]
    learn(box, LESSON)
    for number, sentence in enumerate(sentences):
        box.put(f"{number:06x}", trigger=sentence, resolution=sentence, promoted=number % 2 == 0)
    for entry in box.entries():
        happened(box, entry["id"], ("told", "s1"), ("came-back", "s1"))
    for spoil in (troubles.wrong_setting, troubles.fault, troubles.unreadable_entry):
        spoil(box)
    for columns in (80, 40):
        environ = {"COLUMNS": str(columns), "REFLEXION_DISABLED": "1"}
        lines = box.cli("status", terminal=True, **environ).out.splitlines()
        assert len(lines) <= 28
        too_long = [line for line in lines if len(line) > columns and "reflexion" not in line]
        assert not too_long


def test_a_long_id_leaves_no_room_and_does_no_harm(box):
    learn(box, LESSON)
    entry_id = box.put("0123456789abcdef", trigger=LESSON, resolution="Wait for the port.")
    happened(box, entry_id, ("came-back", "s1"))
    assert "0123456789abcdef" in box.cli("status", COLUMNS="40", terminal=True).out


def test_a_command_is_never_cut(box):
    troubles.switched_off(box)
    for columns in ("40", "80"):
        out = box.cli("status", COLUMNS=columns, terminal=True).out
        assert any(line.endswith("config enabled true") for line in out.splitlines())


def test_the_home_store_counts_where_it_is_told(box):
    assert box.cli("learn", "--global", LESSON).code == 0
    assert data(box)["numbers"]["lessons"] == 1
    box.cli("config", "use_global", "false")
    assert data(box)["numbers"]["lessons"] == 0


def test_the_page_is_written_and_names_nobody(box, tmp_path):
    learn(box, f"Read {box.home}/notes before `make test`.")
    target = tmp_path / "page.html"
    done = box.cli("status", "--html", target, USER="annlee")
    text = target.read_text(encoding="utf-8")
    assert done.code == 0 and str(target) in done.out and text.startswith("<!doctype html>")
    assert "~/notes" in text and str(box.home) not in text


def test_a_page_without_a_name_lies_outside_of_what_git_sees(box):
    box.cli("learn", LESSON)
    path = box.cli("status", "--html").out.partition("written to ")[2].rpartition(":")[0]
    with open(path, encoding="utf-8") as file:
        assert file.read().startswith("<!doctype html>")
    assert not list(box.root.glob("*.html"))


def test_a_page_that_cannot_be_written(box):
    done = box.cli("status", "--html", "no/such/folder/page.html")
    assert done.code == 1 and len(done.err.splitlines()) == 1
    assert "folder/page.html: " in done.err


def test_outside_of_a_project(box):
    done = box.cli("status", cwd=box.home)
    assert done.code == 0 and "your home folder" in done.out
    assert "no hook has run" not in done.out


def test_in_a_pipe_no_line_is_cut(box):
    long = "When the build fails, run it again with the cache off, because " + "old " * 20 + "ends"
    learn(box, long)
    assert long in box.cli("status").out
    assert long not in box.cli("status", terminal=True).out


def test_settings_that_silence_something_are_named(box):
    assert "silenced" not in box.cli("status").out
    box.cli("config", "ask", "off")
    box.cli("config", "brief_chars", "0")
    assert "silenced by the settings: ask, brief_chars\n" in box.cli("status").out


def test_lessons_are_counted_by_kind_skill_and_category(box):
    assert "by kind" not in box.cli("status").out
    box.cli("learn", "--skill", "deploy", "--category", "testing", LESSON)
    box.cli("learn", "--skill", "deploy", "When the port is taken, wait, because it is freed.")
    lines = box.cli("status").out.splitlines()
    assert lines[2:5] == ["by kind: insight 2", "by skill: deploy 2", "by category: testing 1"]


def test_of_a_private_store_it_is_said_what_shares_it(box):
    assert "private" not in box.cli("status").out  # there is none yet
    learn(box, LESSON)
    assert "private: git leaves .reflexion alone until `" in box.cli("status").out
    box.cli("init", "--team", "--host", "claude")
    assert "private" not in box.cli("status").out
