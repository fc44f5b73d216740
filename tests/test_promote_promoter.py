"""Rules written into the project's files and taken out again, through the real scripts."""

from __future__ import annotations

import json

import pytest

MISSING = "make: *** No rule to make target 'release'.  Stop."
ADVICE = "Run `make dist`: there is no release target."
RIPE = {"resolution": ADVICE, "occurrences": 3, "sessions": 2, "first_seen": "2026-01-01"}


@pytest.fixture
def ripe(box):
    """A project with one learning that qualifies at its next sighting."""
    box.bash("make release", 2, MISSING)
    box.change(box.entries()[0]["id"], **{**RIPE, "occurrences": 2})
    return box


def rules(box, name="CLAUDE.md") -> str:
    path = box.root / name
    return path.read_bytes().decode() if path.exists() else ""


def test_it_is_promoted_the_moment_it_qualifies(ripe):
    answer = json.loads(ripe.bash("make release", 2, MISSING, session="s2"))
    (entry,) = ripe.entries()
    assert entry["promoted"] and f"- {ADVICE} (seen 3x, source: {entry['id']})" in rules(ripe)
    assert "wrote a rule into CLAUDE.md" in answer["systemMessage"]
    assert ripe.bash("make release", 2, MISSING, session="s3") == "", (
        "recall is silent about a rule"
    )


def test_or_at_the_end_of_a_session(ripe):
    ripe.change(ripe.entries()[0]["id"], **RIPE)
    assert "dist" not in rules(ripe)
    ripe.fire("promote", "SessionEnd", reason="other")
    assert "dist" in rules(ripe)


FILES = [
    b"# Shop\n\nBe brief.\n",
    b"# Shop\r\n\r\nBe brief.\r\n",
    b"no newline at the end",
    b"<!-- other -->\n- theirs\n<!-- /other -->\n",
]


@pytest.mark.parametrize("before", FILES)
def test_in_and_out_again_leaves_every_other_byte(ripe, before):
    (ripe.root / "CLAUDE.md").write_bytes(before)
    ripe.bash("make release", 2, MISSING, session="s2")
    assert before in (ripe.root / "CLAUDE.md").read_bytes() and "make dist" in rules(ripe)
    (entry,) = ripe.entries()
    assert ripe.script("promote", "--demote", entry["id"]).returncode == 0
    assert (ripe.root / "CLAUDE.md").read_bytes() == before and not ripe.entries()[0]["promoted"]


def test_agents_md_is_written_where_it_exists(ripe):
    (ripe.root / "AGENTS.md").write_text("# Agents\n")
    ripe.bash("make release", 2, MISSING, session="s2")
    assert "make dist" in rules(ripe, "AGENTS.md") and "make dist" in rules(ripe)


def test_two_names_for_one_file_are_written_once(ripe):
    (ripe.root / "AGENTS.md").write_text("# Agents\n")
    (ripe.root / "CLAUDE.md").symlink_to("AGENTS.md")
    ripe.bash("make release", 2, MISSING, session="s2")
    assert (
        rules(ripe, "AGENTS.md").count("make dist") == 1 and (ripe.root / "CLAUDE.md").is_symlink()
    )


def test_broken_markers_are_refused_with_a_word(ripe):
    (ripe.root / "CLAUDE.md").write_text("<!-- reflexion:begin -->\nhalf\n")
    ripe.bash("make release", 2, MISSING, session="s2")
    assert rules(ripe) == "<!-- reflexion:begin -->\nhalf\n" and not ripe.entries()[0]["promoted"]
    assert "markers are broken" in ripe.log()


def test_a_dry_run_shows_the_difference_and_changes_nothing(ripe):
    ripe.change(ripe.entries()[0]["id"], **RIPE)
    done = ripe.script("promote", "--dry-run")
    assert (
        done.returncode == 0
        and f"+- {ADVICE}" in done.stdout
        and rules(ripe) == ""
        and not ripe.entries()[0]["promoted"]
    )


def test_a_rule_that_keeps_failing_is_taken_out_and_flagged(ripe):
    ripe.bash("make release", 2, MISSING, session="s2")
    for _ in range(3):
        ripe.bash("make release", 2, MISSING, session="s2")
    assert ripe.entries()[0]["promoted"], "a session that ran already has not read the rule"
    outcomes = ripe.root / ".reflexion/state/outcomes.txt"
    outcomes.write_text(
        "".join(f"2026-01-02{line[10:]}\n" for line in outcomes.read_text().splitlines())
    )
    for session in ("s3", "s4"):
        ripe.bash("make release", 2, MISSING, session=session)
    (entry,) = ripe.entries()
    assert not entry["promoted"] and entry["needs_review"] and "make dist" not in rules(ripe)


def test_at_most_so_many_rules(ripe):
    assert (
        ripe.reflexion("config", "set", "max_rules", "0").returncode == 0
        and ripe.reflexion("trust").returncode == 0
    )
    ripe.bash("make release", 2, MISSING, session="s2")
    assert rules(ripe) == "" and not ripe.entries()[0]["promoted"]


def test_a_file_within_gits_own_folder_is_refused(ripe):
    (ripe.root / ".git/config").write_text("[core]\n")
    (ripe.root / "CLAUDE.md").symlink_to(".git/config")
    ripe.bash("make release", 2, MISSING, session="s2")
    assert (
        ripe.root / ".git/config"
    ).read_text() == "[core]\n" and "git's own folder" in ripe.log()


def test_a_rule_that_cannot_be_taken_out_costs_the_new_one_nothing(box):
    box.prompt("Always use npm to install packages in this repo.", script="capture")
    box.change(box.entries()[0]["id"], promoted=True)
    (box.root / "CLAUDE.md").write_text("<!-- reflexion:begin -->\n")
    box.prompt(
        "No, always use pnpm to install packages in this repo, never npm.",
        script="capture",
        session="s2",
    )
    assert (
        len(box.entries()) == 2
        and "\tpromote\tCLAUDE.md: its markers are broken" in box.log()
        and "\tcapture\t" not in box.log()
    )


def test_at_a_sessions_end_what_faded_goes(box):
    box.bash("make release", 2, MISSING)
    box.change(
        box.entries()[0]["id"],
        source="prompt",
        confidence="low",
        last_seen="2026-01-01",
        first_seen="2026-01-01",
    )
    box.fire("promote", "SessionEnd", reason="other")
    assert box.entries() == [] and "No rule to make target" in box.reflexion("restore").stdout
    assert len(list((box.root / ".reflexion/state/backups").iterdir())) == 1


def test_sections_that_git_left_in_conflict_become_one(ripe):
    """Two clones wrote a rule each; git's own merge of CLAUDE.md, then the next rule, or `rebuild-index`."""
    ripe.bash("make release", 2, MISSING, session="s2")
    (entry,) = ripe.entries()
    gone = {
        **entry,
        "id": "RFX-20260101-dddddd",
        "trigger": "boom",
        "context": "boom",
        "promoted": False,
    }
    (ripe.root / f".reflexion/entries/{gone['id']}.json").write_text(json.dumps(gone))
    theirs = "- Ask first. (seen 3x, source: RFX-20260101-eeeeee)"
    lines = rules(ripe).splitlines()
    lines[2:3] = [
        "<<<<<<< HEAD",
        lines[2],
        "=======",
        theirs,
        f"- Old. (seen 3x, source: {gone['id']})",
        ">>>>>>> theirs",
    ]
    (ripe.root / "CLAUDE.md").write_text("\n".join(lines) + "\n")
    done = ripe.reflexion("rebuild-index")
    assert done.returncode == 0 and "CLAUDE.md" in done.stdout, done
    assert (
        ADVICE in rules(ripe)
        and theirs in rules(ripe)
        and "<<<<" not in rules(ripe)
        and "Old." not in rules(ripe)
    )
