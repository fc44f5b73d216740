"""Blocks in the MEMORY.md of skills: which learnings, which files, and what stays untouched."""

import json
import os

import pytest
from sandbox import Box

from reflexion.memory import BEGIN, END, Page, sync
from reflexion.store.project import Project

DIST = "Use `make dist`, not `make release`."


def add_skill(folder, name="deploy"):
    path = folder / "skills" / name
    path.mkdir(parents=True)
    (path / "SKILL.md").write_text(f"---\nname: {name}\n---\n", encoding="utf-8")
    return path / "MEMORY.md"


@pytest.fixture
def memory(box):
    """Return the MEMORY.md of the project's skill `deploy`, which is not there yet."""
    box.cli("learn", "--skill", "deploy", DIST)
    return add_skill(box.root / ".claude")


def project_of(box):
    return Project(str(box.root), box.environ())


def synced(box, **more):
    project = project_of(box)
    project.settle()  # as every hook and command does
    return sync(project, **more)


def test_a_learning_about_a_skill_goes_into_a_new_file(box, memory):
    report = synced(box)
    (entry,) = box.entries()
    text = memory.read_text(encoding="utf-8")
    assert text.splitlines()[:3] == [
        BEGIN,
        "## Learnings about deploy",
        f"- {DIST} ({entry['id']})",
    ]
    assert text.endswith(f"{END}\n")
    assert report.lines == [f"wrote {memory}: 1 of deploy"]
    assert not report.problems


def test_a_second_sync_writes_nothing(box, memory):
    synced(box)
    before = os.stat(memory).st_mtime_ns
    assert synced(box) == ([], [])
    assert os.stat(memory).st_mtime_ns == before


def test_a_broken_block_of_a_skill_without_learnings_is_left_alone(box, memory):
    synced(box)
    other = add_skill(box.root / ".claude", "other")
    other.write_text(f"{BEGIN}\nno end\n", encoding="utf-8")
    assert synced(box) == ([], [])
    assert other.read_text(encoding="utf-8") == f"{BEGIN}\nno end\n"


def test_what_somebody_saves_meanwhile_is_kept_and_named(box, memory, monkeypatch):
    rendered = Page.rendered
    saved = []

    def save_meanwhile(page):
        new = rendered(page)
        saved.append("a line\n")
        memory.write_text("".join(saved), encoding="utf-8")
        return new

    monkeypatch.setattr(Page, "rendered", save_meanwhile)
    (problem,) = synced(box).problems
    assert "changed while it was read" in problem
    assert memory.read_text(encoding="utf-8") == "".join(saved)


def test_what_stands_outside_of_the_block_stays_byte_for_byte(box, memory):
    before = b"\xef\xbb\xbf# Mine\r\n\r\n\xff\xfe odd bytes\r\n"
    after = b"\r\ndefaults of the plugin\t\r\nno line end"
    memory.write_bytes(before)
    synced(box)
    memory.write_bytes(memory.read_bytes() + after)
    box.cli("learn", "--skill", "deploy", "Tag before you deploy.")
    synced(box)
    data = memory.read_bytes()
    assert data.startswith(before)
    assert data.endswith(after)
    assert b"Tag before you deploy." in data


@pytest.mark.parametrize(
    "fields",
    [
        {"skill": "other"},
        {"skill": "deploy", "resolution": ""},
        {"skill": "deploy", "confidence": "low", "source": "agent"},
        {"skill": "deploy", "needs_review": True, "source": "agent"},
        {},
    ],
)
def test_what_may_not_be_told_or_is_about_something_else_is_left_out(box, memory, fields):
    box.put("9f99e5", **{"type": "insight", "trigger": "t", "resolution": "Not this.", **fields})
    synced(box)
    assert "Not this." not in memory.read_text(encoding="utf-8")
    assert DIST in memory.read_text(encoding="utf-8")


def test_thirty_learnings_stand_in_a_file_a_persons_first(box, memory):
    for number in range(30):
        digits = f"{number:06x}"
        text = {"type": "insight", "trigger": "t", "resolution": f"Rule {number}."}
        box.put(digits, skill="deploy", source="agent", occurrences=9, **text)
    synced(box)
    lines = [
        line for line in memory.read_text(encoding="utf-8").splitlines() if line.startswith("- ")
    ]
    assert len(lines) == 30
    assert lines[0].startswith(f"- {DIST}")


def test_a_block_without_learnings_goes_and_so_does_a_file_made_for_it(box, memory):
    synced(box)
    (entry,) = box.entries()
    box.cli("remove", entry["id"])
    synced(box)
    assert not memory.exists()


def test_a_block_that_a_person_changed_is_left_alone(box, memory):
    synced(box)
    memory.write_text(
        memory.read_text(encoding="utf-8").replace("make dist", "make all"), encoding="utf-8"
    )
    edited = memory.read_text(encoding="utf-8")
    box.cli("learn", "--skill", "deploy", "Tag before you deploy.")
    (problem,) = synced(box).problems
    assert "changed by hand" in problem
    assert f"reflexion import {memory}" in problem
    assert memory.read_text(encoding="utf-8") == edited


def test_a_link_that_leads_out_of_the_project_is_not_followed(box, memory, tmp_path):
    target = tmp_path / "elsewhere.md"
    target.write_text("mine\n", encoding="utf-8")
    os.symlink(target, memory)
    (problem,) = synced(box).problems
    assert "leads out" in problem
    assert target.read_text(encoding="utf-8") == "mine\n"


def test_a_file_that_git_tracks_is_not_written_from_a_private_store(box, memory):
    memory.write_text("# Deploy\n", encoding="utf-8")
    box.git("add", memory)
    (problem,) = synced(box).problems
    assert "git tracks it" in problem
    assert memory.read_text(encoding="utf-8") == "# Deploy\n"
    (box.root / ".reflexion" / ".gitignore").write_text("index.txt\nstate/\n", encoding="utf-8")
    assert not synced(box).problems
    assert DIST in memory.read_text(encoding="utf-8")


def test_skills_of_the_home_name_the_project(box):
    box.cli("learn", "--skill", "deploy", DIST)
    memory = add_skill(box.home / ".codex")
    synced(box)
    (entry,) = box.entries()
    assert f"- {DIST} ({entry['id']}, shop)" in memory.read_text(encoding="utf-8").splitlines()


def test_lines_of_another_project_stay_in_a_file_that_projects_share(box, tmp_path):
    memory = add_skill(box.home / ".claude")
    other = Box(tmp_path / "bank", box.home)
    for each, sentence in ((box, DIST), (other, "Deploy the bank by night.")):
        each.cli("learn", "--skill", "deploy", sentence)
        synced(each)
    assert DIST in memory.read_text(encoding="utf-8")
    assert "Deploy the bank by night." in memory.read_text(encoding="utf-8")
    box.cli("remove", box.entries()[0]["id"])
    synced(box)
    assert DIST not in memory.read_text(encoding="utf-8")
    assert "Deploy the bank by night." in memory.read_text(encoding="utf-8")


def test_what_holds_everywhere_goes_to_the_home_and_into_no_project(box, memory):
    home = add_skill(box.home / ".claude")
    box.cli("learn", "--global", "--skill", "deploy", "Deploy on weekdays.")
    synced(box)
    assert "Deploy on weekdays. (RFX-" in home.read_text(encoding="utf-8")
    assert "weekdays" not in memory.read_text(encoding="utf-8")


def test_a_line_that_was_taken_out_is_no_correction(box, memory):
    synced(box)
    lines = [line for line in memory.read_text(encoding="utf-8").splitlines() if DIST not in line]
    memory.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "nothing new" in box.cli("import", memory, "--yes").out


def install_plugin(box, version):
    """Install a plugin `ops` as Claude Code does; return the MEMORY.md of its skill `deploy`."""
    folder = box.home / ".claude" / "plugins" / "cache" / "market" / "ops" / version
    told = {"version": 2, "plugins": {"ops@market": [{"installPath": str(folder)}]}}
    memory = add_skill(folder)
    (box.home / ".claude" / "plugins" / "installed_plugins.json").write_text(
        json.dumps(told), encoding="utf-8"
    )
    return memory


@pytest.mark.parametrize("name", ["deploy", "ops:deploy"])
def test_a_plugins_skill_gets_its_file_where_the_plugin_lies_and_an_update_loses_nothing(box, name):
    box.cli("learn", "--skill", name, DIST)
    memory = install_plugin(box, "1.0")
    synced(box)
    assert DIST in memory.read_text(encoding="utf-8")
    later = install_plugin(box, "1.1")
    later.write_text("- Deploy on weekdays.\n", encoding="utf-8")
    synced(box)
    assert DIST in later.read_text(encoding="utf-8") and "weekdays" in later.read_text(
        encoding="utf-8"
    )
    told = box.fire("recall", "PostToolUse", tool_name="Skill", tool_input={"skill": "ops:deploy"})
    assert DIST in told


def test_a_plugin_may_keep_its_skills_elsewhere(box, tmp_path):
    box.cli("learn", "--skill", "release", DIST)
    folder = install_plugin(box, "1.0").parent.parent.parent
    memory = add_skill(folder / "more", "release")
    outside = add_skill(tmp_path, "release")
    (folder / ".claude-plugin").mkdir()
    listed = ["./more/skills/release", os.path.relpath(outside.parent, folder), 5]
    (folder / ".claude-plugin" / "plugin.json").write_text(
        json.dumps({"skills": listed}), encoding="utf-8"
    )
    synced(box)
    assert DIST in memory.read_text(encoding="utf-8") and not outside.exists()


def test_a_default_that_says_the_same_as_a_learning_stands_once(box, memory):
    memory.write_text(f"# Defaults\n- {DIST.rstrip('.')}\n", encoding="utf-8")
    synced(box)
    assert memory.read_text(encoding="utf-8").count("make dist") == 1
    box.cli("learn", "--skill", "deploy", "Tag before you deploy.")
    synced(box)
    assert memory.read_text(encoding="utf-8").count(
        "make dist"
    ) == 1 and "Tag before" in memory.read_text(encoding="utf-8")
    memory.write_text(
        memory.read_text(encoding="utf-8")
        .replace("# Defaults", "")
        .replace(f"- {DIST[:-1]}\n", ""),
        encoding="utf-8",
    )
    synced(box)
    assert memory.read_text(encoding="utf-8").count(DIST) == 1
