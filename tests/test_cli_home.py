"""Learnings of the home store: by their id in every command, moved there, and offered for it."""

import json
import os
import re
import shutil

import pytest
from sandbox import BUILD, LESSON, Box

OTHER = "Run `make build` here, because the Makefile knows the tool."


@pytest.fixture
def home(box):
    """Return a box whose home store has a lesson."""
    box.cli("learn", "--global", LESSON)
    box.digits = box.cli("list", "--global").out[:6]
    return box


def listed(box):
    return box.cli("list", "--global").out


@pytest.mark.parametrize(
    "argv, shown",
    [
        (["learn", "--for", "{}", OTHER], OTHER),
        (["worked", "{}"], "2x"),
        (["failed", "{}", "why"], "review"),
        (["remove", "{}"], "no learnings yet"),
        (["remove", "--lesson", "{}"], "no learnings yet"),
        (["remove", "--all", "--global", "--yes"], "no learnings yet"),
    ],
)
def test_a_command_takes_its_id_and_undo_takes_that_back(home, argv, shown):
    before = listed(home)
    done = home.cli(*(word.format(home.digits) for word in argv))
    assert done.code == 0 and shown in listed(home)
    assert home.cli("undo").code == 0
    assert listed(home) == before


def test_it_is_exported_by_its_id(home):
    assert LESSON in home.cli("export", home.digits).out


def test_its_rule_is_written_into_this_project_alone(home):
    rules = home.root / "CLAUDE.md"
    assert home.cli("promote", home.digits).code == 0
    assert LESSON in rules.read_text(encoding="utf-8") and "rule" not in listed(home)
    assert "belongs to no learning" not in home.cli("doctor").out
    assert home.cli("promote", "--demote", home.digits).code == 0
    assert not rules.exists()


@pytest.mark.parametrize("way", [["remove"], ["remove", "--lesson"], ["review"]])
def test_its_rule_goes_and_comes_back_with_it(home, way):
    rules = home.root / "CLAUDE.md"
    home.cli("promote", home.digits)
    before = rules.read_text(encoding="utf-8")
    drop = ["drop"] if way == ["review"] else []
    assert home.cli(*way, home.digits, *drop).code == 0
    assert not rules.exists()
    home.cli("undo")
    assert rules.read_text(encoding="utf-8") == before and LESSON in listed(home)


def test_no_file_of_the_home_folder_is_taken_for_a_rule_file(home):
    home.cli("promote", home.digits)
    own = home.home / "CLAUDE.md"
    own.write_text((home.root / "CLAUDE.md").read_text(encoding="utf-8"), encoding="utf-8")
    assert home.cli("remove", home.digits, cwd=home.home).code == 0
    assert LESSON in own.read_text(encoding="utf-8")


def test_a_lesson_of_every_project_that_was_told_is_taken_for_a_failure_here(home):
    told = home.bash("npm run docs", 1, "Error: this project uses pnpm: use pnpm run build")
    learn = re.search(r"learn --for (\w+) (\w+)", told)
    assert learn[2] == home.digits
    assert home.agent("learn", "--for", learn[1], learn[2]).code == 0
    assert home.entry()["resolution"] == LESSON and LESSON in listed(home)


def test_one_sentence_answers_learnings_of_both_stores(home):
    home.bash(*BUILD)
    both = f"{home.entry()['id']},{home.digits}"
    assert home.agent("learn", "--for", both, OTHER).code == 1
    assert home.entry()["resolution"] == "" and LESSON in listed(home)
    assert home.cli("learn", "--for", both, OTHER).code == 0
    assert home.entry()["resolution"] == OTHER and OTHER in listed(home)
    home.cli("undo")
    assert home.entry()["resolution"] == "" and LESSON in listed(home)


def test_a_learning_is_moved_there_with_its_words_and_back(box):
    box.bash(*BUILD)
    entry_id = box.entry()["id"]
    box.agent("learn", "--for", entry_id, LESSON)
    box.cli("promote", entry_id)
    assert "in every project" in box.cli("learn", "--global", entry_id).out
    assert box.entries() == [] and LESSON in listed(box) and "1x" in listed(box)
    assert not (box.root / "CLAUDE.md").exists()
    assert LESSON in box.bash(*BUILD)
    box.cli("undo")
    assert box.entry()["resolution"] == LESSON and "no learnings yet" in listed(box)
    assert LESSON in (box.root / "CLAUDE.md").read_text(encoding="utf-8")


def test_several_are_moved_by_one_command(box):
    box.cli("learn", LESSON, OTHER)
    ids = [entry["id"] for entry in box.entries()]
    assert box.cli("learn", "--global", *ids).code == 0
    assert box.entries() == [] and LESSON in listed(box) and OTHER in listed(box)
    box.cli("undo")
    assert len(box.entries()) == 2 and "no learnings yet" in listed(box)


@pytest.mark.parametrize("lesson, why", [("", "no lesson yet"), (LESSON, "already")])
def test_what_cannot_be_told_everywhere_stays(home, lesson, why):
    home.bash(*BUILD)
    entry_id = home.entry()["id"]
    home.cli("learn", "--for", entry_id, lesson) if lesson else None
    done = home.cli("learn", "--global", entry_id)
    assert done.code == 1 and why in done.err and len(home.entries()) == 1


def test_what_is_told_everywhere_already_is_not_moved_again(home):
    done = home.cli("learn", "--global", home.digits)
    assert done.code == 1 and "remove" not in done.err and LESSON in listed(home)


def test_an_agent_proposes_nothing_about_what_is_told_everywhere(home):
    before = listed(home)
    assert home.agent("learn", "--global", home.digits).code == 1
    assert listed(home) == before


def test_an_agent_without_a_home_folder_is_told_so(box):
    done = box.agent("learn", "Use pnpm.", HOME="/", USERPROFILE="/")
    assert done.code == 1 and "there is no home folder" in done.err


def test_an_agent_in_whose_session_no_hook_ran_is_told_what_to_do(box):
    done = box.cli("learn", "Use pnpm.", CLAUDECODE="1", CLAUDE_CODE_SESSION_ID="unknown")
    assert done.code == 1 and "no hook ran" in done.err and "start a new session" in done.err


@pytest.mark.parametrize("projects, is_offered", [(2, False), (3, True)])
def test_a_sentence_of_three_projects_is_offered_for_all(box, tmp_path, projects, is_offered):
    boxes = [box]
    for number in range(projects - 1):
        root = tmp_path / f"other-{number}"
        root.mkdir()
        boxes.append(Box(root, box.home))
    for each in boxes:
        each.cli("learn", LESSON)
    digits = box.entry()["id"][-6:]
    said = box.cli("status").out
    assert ("1 lesson of three projects" in said) == is_offered
    assert "three projects" not in box.agent("status").out
    if is_offered:
        assert f"learn --global {digits}" in said
        box.cli("learn", "--global", digits)
        assert "three projects" not in boxes[1].cli("status").out


@pytest.mark.parametrize("gone", [".", ".reflexion"])
def test_a_project_that_is_gone_is_not_counted(box, tmp_path, gone):
    for number in range(2):
        root = tmp_path / f"other-{number}"
        root.mkdir()
        Box(root, box.home).cli("learn", LESSON)
    box.cli("learn", LESSON)
    shutil.rmtree(root / gone)
    assert "three projects" not in box.cli("status").out


def test_a_project_is_counted_once_whatever_store_lay_in_it(box, tmp_path):
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    (other / "app").mkdir()
    Box(other, box.home).cli("learn", LESSON)
    Box(other, box.home).cli("learn", LESSON, REFLEXION_DIR=str(other / "app"))
    shutil.rmtree(other / "app" / ".reflexion")
    box.cli("learn", LESSON)
    assert "three projects" not in box.cli("status").out


def test_a_sentence_that_a_person_put_into_a_file_of_the_home_store_is_known_at_once(box):
    box.cli("learn", "--global", "Use tabs.")
    folder = box.home / ".reflexion" / "entries"
    entry = {"id": "RFX-20260330-aaaaaa", "trigger": "t", "resolution": LESSON}
    (folder / f"{entry['id']}.json").write_text(json.dumps(entry), encoding="utf-8")
    assert box.cli("learn", "--global", LESSON, cwd=box.home).code == 0
    assert len(os.listdir(folder)) == 2 + (folder / ".gitignore").exists()


def test_status_knows_what_a_person_wrote_into_a_file_since(box, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        Box(tmp_path / name, box.home).cli("learn", LESSON)
    box.cli("learn", "Use pnpm.")
    assert "three projects" not in box.cli("status").out
    box.put(type="insight", trigger="t", resolution=LESSON)
    assert "1 lesson of three projects" in box.cli("status").out


def test_a_project_that_was_not_accepted_is_not_counted(box, tmp_path):
    for number in range(2):
        root = tmp_path / f"other-{number}"
        root.mkdir()
        other = Box(root, box.home)
        other.cli("learn", LESSON)
        if number:
            other.cli("trust", "--revoke", "--yes")
    box.cli("learn", LESSON)
    assert "three projects" not in box.cli("status").out
