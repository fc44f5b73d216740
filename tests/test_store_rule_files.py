"""Rules stand in one block of a Markdown file; all around it stays as it is."""

import os

import pytest

from reflexion.errors import Refused
from reflexion.learning.entry import Entry
from reflexion.store import rule_files
from reflexion.store.project import Project
from reflexion.store.rule_files import BEGIN

POSIX = pytest.mark.skipif(os.name == "nt", reason="links and modes are POSIX's")
RULE = "- Use pnpm. (seen 3x, source: RFX-20260330-9f99e5)"


@pytest.fixture
def project(box):
    project = Project(str(box.root), box.environ())
    project.ready()
    return project


def names(project, *host_files):
    return [os.path.basename(path) for path in rule_files.targets(project, host_files)]


def path_of(box, name="CLAUDE.md"):
    return str(box.root / name)


def write(project, box, lines, name="CLAUDE.md"):
    return rule_files.edit(project, path_of(box, name), lambda before: lines)


@pytest.mark.parametrize(
    "present, host_files, expected",
    [
        ([], (), ["CLAUDE.md"]),
        ([], ("AGENTS.md",), ["AGENTS.md"]),
        (["AGENTS.md"], (), ["CLAUDE.md", "AGENTS.md"]),
        (["AGENTS.md"], ("AGENTS.md",), ["AGENTS.md"]),
        (["CLAUDE.md", "AGENTS.md"], ("CLAUDE.md",), ["CLAUDE.md", "AGENTS.md"]),
        ([], ("GEMINI.md",), ["CLAUDE.md"]),
    ],
)
def test_rules_go_to_the_files_that_exist_and_the_one_that_the_host_reads(
    project, box, present, host_files, expected
):
    for name in present:
        (box.root / name).write_text("x\n", encoding="utf-8")
    assert names(project, *host_files) == expected


@POSIX
def test_two_names_of_one_file_are_one_target(project, box):
    (box.root / "AGENTS.md").write_text("x\n", encoding="utf-8")
    (box.root / "CLAUDE.md").symlink_to("AGENTS.md")
    (path,) = rule_files.targets(project)
    rule_files.edit(project, path, lambda lines: [RULE])
    assert os.path.basename(path) == "AGENTS.md"
    assert (box.root / "CLAUDE.md").is_symlink() and RULE in (box.root / "AGENTS.md").read_text(
        encoding="utf-8"
    )


@POSIX
@pytest.mark.parametrize("target", ["../mine.md", ".git/mine.md", "notes.txt"])
def test_no_link_takes_a_rule_elsewhere(project, box, target):
    (box.root / target).write_text("x\n", encoding="utf-8")
    (box.root / "CLAUDE.md").symlink_to(target)
    with pytest.raises(Refused):
        rule_files.targets(project)
    if target != "notes.txt":
        with pytest.raises(Refused):
            write(project, box, [RULE])
    assert (box.root / target).read_text(encoding="utf-8") == "x\n"


def test_the_block_is_put_behind_the_text_and_taken_out_again(project, box):
    before = b"# Shop\r\n\r\n- be kind\r\n"
    (box.root / "CLAUDE.md").write_bytes(before)
    assert write(project, box, [RULE])
    text = (box.root / "CLAUDE.md").read_bytes()
    assert text.startswith(before) and RULE.encode() in text
    assert not write(project, box, [RULE])
    assert write(project, box, [])
    assert (box.root / "CLAUDE.md").read_bytes() == before


def test_a_file_that_git_tracks_stays_though_it_is_empty(project, box):
    write(project, box, [RULE])
    box.git("add", "CLAUDE.md")
    write(project, box, [])
    assert (box.root / "CLAUDE.md").exists()


@pytest.mark.parametrize(
    "data, why",
    [
        (b"\xff\xfe", "not UTF-8"),
        (f"{BEGIN}\n".encode(), "markers are broken"),
        (b"x" * (5 << 20), "larger than"),
    ],
)
def test_a_file_that_cannot_be_edited_is_left_alone(project, box, data, why):
    (box.root / "CLAUDE.md").write_bytes(data)
    with pytest.raises(Refused, match=why):
        write(project, box, [RULE])
    assert (box.root / "CLAUDE.md").read_bytes() == data


def test_what_somebody_else_writes_meanwhile_stays(project, box):
    (box.root / "CLAUDE.md").write_text("x\n", encoding="utf-8")

    def change(lines):
        with open(box.root / "CLAUDE.md", "a") as file:
            file.write("a line of somebody else\n")
        return [RULE]

    with pytest.raises(Refused, match="just now"):
        rule_files.edit(project, path_of(box), change)
    assert (box.root / "CLAUDE.md").read_text(encoding="utf-8") == "x\na line of somebody else\n"


@POSIX
def test_a_rule_behind_a_link_is_known_by_the_name_that_the_host_reads_and_taken_out(project, box):
    target = box.root / "docs" / "RULES.md"
    target.parent.mkdir()
    target.write_text("x\n", encoding="utf-8")
    (box.root / "CLAUDE.md").symlink_to(target)
    entry = Entry(id="RFX-20260330-9f99e5", resolution="Use pnpm.", occurrences=3)
    assert rule_files.write(project, entry, ("CLAUDE.md",)) == "RULES.md"
    assert rule_files.standing_ids(project, ("CLAUDE.md",)) == {entry.id}
    assert rule_files.take_out(project, [entry.id]) == "RULES.md"
    assert target.read_text(encoding="utf-8") == "x\n"
