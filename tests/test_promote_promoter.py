"""Rules written into the project's files and taken out again, by whole hook calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from sandbox import SCRIPTS, Sandbox, told

from reflexion.promote.promote_hook import due
from reflexion.setup.command import for_person
from reflexion.store import index, rule_files
from reflexion.store.entries import Store
from reflexion.store.project import Project

MISSING = "make: *** No rule to make target 'release'.  Stop."
ADVICE = "Run `make dist`: there is no release target."
RULE = "When `make release` fails, run `make dist`: there is no release target."
RIPE = {"resolution": ADVICE, "occurrences": 3, "sessions": 2, "first_seen": "2026-01-01"}


@pytest.fixture
def ripe(inside):
    """A project with one learning that qualifies at its next sighting."""
    inside.bash("make release", 2, MISSING)
    inside.change(inside.entries()[0]["id"], **{**RIPE, "occurrences": 2})
    return inside


def rules(box, name="CLAUDE.md") -> str:
    path = box.root / name
    return path.read_bytes().decode() if path.exists() else ""


def test_it_is_promoted_the_moment_it_qualifies(ripe):
    answer = json.loads(ripe.bash("make release", 2, MISSING, session="s2"))
    (entry,) = ripe.entries()
    assert entry["promoted"] and f"- {RULE} (seen 3x, source: {entry['id']})" in rules(ripe)
    assert "wrote a rule into CLAUDE.md" in answer["systemMessage"]
    undo = f"(undo: {for_person(ripe.environ())} promote --demote {entry['id'][-6:]})"
    assert undo in answer["systemMessage"]
    assert ripe.about_to("make release", session="s3") == "", "recall is silent about a rule"


def test_or_at_the_end_of_a_session(ripe):
    ripe.change(ripe.entries()[0]["id"], **RIPE)
    assert "dist" not in rules(ripe)
    ripe.fire("promote", "SessionEnd", reason="other")
    assert "dist" in rules(ripe)


def test_a_sessions_end_reads_only_what_may_be_due(ripe, monkeypatch):
    (entry,) = ripe.entries()
    for n in range(40):
        other = {**entry, "id": f"RFX-20260101-{n:06x}", "trigger": f"boom {n}", "occurrences": 1}
        (ripe.root / f".reflexion/entries/{other['id']}.json").write_text(json.dumps(other))
    ripe.change(entry["id"], **RIPE)
    project, read = Project(str(ripe.root), ripe.environ()), []
    index.refresh(project.store)
    whole = Store.read

    def counted(store, id, waiting=False):
        """The index reads what is fresh, also what waits; the others are counted."""
        read.extend([] if waiting else [id])
        return whole(store, id, waiting)

    monkeypatch.setattr(Store, "read", counted)
    assert due(project) == ([entry["id"]], []) and read == [entry["id"]]


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
        and f"+- {RULE}" in done.stdout
        and rules(ripe) == ""
        and not ripe.entries()[0]["promoted"]
    )


def test_a_rule_that_is_flagged_for_review_is_taken_out_at_the_next_sighting(ripe):
    ripe.bash("make release", 2, MISSING, session="s2")
    assert ripe.entries()[0]["promoted"] and "make dist" in rules(ripe)
    ripe.change(ripe.entries()[0]["id"], needs_review=True)
    line = seen(ripe.bash("make release", 2, MISSING, session="s3"))
    assert f"took a rule out of CLAUDE.md: {RULE[:-1]} (its fix failed)" in line
    assert not ripe.entries()[0]["promoted"] and "make dist" not in rules(ripe)


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


def test_a_rule_that_cannot_be_taken_out_costs_the_new_one_nothing(inside):
    inside.prompt("Always use npm to install packages in this repo.", script="capture")
    inside.change(inside.entries()[0]["id"], promoted=True)
    (inside.root / "CLAUDE.md").write_text("<!-- reflexion:begin -->\n")
    inside.prompt(
        "No, always use pnpm to install packages in this repo, never npm.",
        script="capture",
        session="s2",
    )
    assert (
        len(inside.entries()) == 2
        and "\tpromote\tCLAUDE.md: its markers are broken" in inside.log()
        and "\tcapture\t" not in inside.log()
    )


def test_at_a_sessions_end_what_faded_goes(inside):
    inside.bash("make release", 2, MISSING)
    inside.change(
        inside.entries()[0]["id"],
        source="prompt",
        confidence="low",
        last_seen="2026-01-01",
        first_seen="2026-01-01",
    )
    inside.fire("promote", "SessionEnd", reason="other")
    assert inside.entries() == [] and "No rule to make target" in inside.reflexion("restore").stdout
    assert len(list((inside.root / ".reflexion/state/backups").iterdir())) == 1


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
        RULE in rules(ripe)
        and theirs in rules(ripe)
        and "<<<<" not in rules(ripe)
        and "Old." not in rules(ripe)
    )


def configure(box, **settings):
    (box.home / ".reflexion").mkdir(exist_ok=True)
    (box.home / ".reflexion/config.json").write_text(json.dumps(settings))


def seen(stdout: str) -> str:
    """What the person sees, but for the line of what the agent was told."""
    shown = json.loads(stdout).get("systemMessage", "") if stdout.startswith("{") else ""
    return "\n".join(line for line in shown.splitlines() if "told the agent" not in line)


REFUSED_TARGETS = [
    ".git/hooks/x.md",
    ".GIT/x.md",
    ".git./x.md",
    "git~1/x.md",
    ".g\u200cit/x.md",
    "out/x.md",
    "linked.md",
]


@pytest.mark.parametrize("target", REFUSED_TARGETS)
def test_rules_go_into_markdown_files_of_the_project_only(ripe, tmp_path, target):
    (tmp_path / "elsewhere").mkdir()
    (ripe.root / "out").symlink_to(tmp_path / "elsewhere")
    (ripe.root / "notes.conf").write_text("mine")
    (ripe.root / "linked.md").symlink_to("notes.conf")
    configure(ripe, promote_to=[target])
    before = sorted(map(str, ripe.root.rglob("*")))
    ripe.bash("make release", 2, MISSING, session="s2")
    after = [name for name in sorted(map(str, ripe.root.rglob("*"))) if "/.reflexion" not in name]
    assert after == [name for name in before if "/.reflexion" not in name]
    assert not list((tmp_path / "elsewhere").iterdir()) and "\tpromote\t" in ripe.log()
    assert not ripe.entries()[0]["promoted"] and (ripe.root / "notes.conf").read_text() == "mine"


@pytest.mark.parametrize("target", [".claude/settings.json", "Makefile", "../out.md"])
def test_a_setting_that_names_no_rule_file_falls_back(ripe, target):
    (ripe.root / ".claude").mkdir()
    (ripe.root / target).write_text("{}")
    configure(ripe, promote_to=[target])
    ripe.bash("make release", 2, MISSING, session="s2")
    assert (ripe.root / target).read_text() == "{}" and RULE in rules(ripe)
    assert "config.json\tpromote_to: " in ripe.log()


@pytest.mark.parametrize("data", ["caf\u00e9".encode("latin-1"), "Shop".encode("utf-16")])
def test_a_file_that_is_not_utf8_is_left_alone_with_a_word(ripe, data):
    (ripe.root / "CLAUDE.md").write_bytes(data)
    ripe.bash("make release", 2, MISSING, session="s2")
    assert (ripe.root / "CLAUDE.md").read_bytes() == data
    assert "CLAUDE.md is not UTF-8" in ripe.log() and not ripe.entries()[0]["promoted"]


def test_a_byte_order_mark_stays(ripe):
    (ripe.root / "CLAUDE.md").write_bytes(b"\xef\xbb\xbf# Shop\n")
    ripe.bash("make release", 2, MISSING, session="s2")
    assert rules(ripe).startswith("\ufeff# Shop\n") and RULE in rules(ripe)


def test_a_read_only_file_stays_as_it_is(ripe):
    path = ripe.root / "CLAUDE.md"
    path.write_text("# Shop\n")
    path.chmod(0o444)
    ripe.bash("make release", 2, MISSING, session="s2")
    assert path.read_text() == "# Shop\n" and path.stat().st_mode & 0o777 == 0o444
    assert "read-only" in ripe.log() and not ripe.entries()[0]["promoted"]


def test_a_hard_link_stays_one(ripe):
    path, other = ripe.root / "CLAUDE.md", ripe.root / "TEAM.md"
    path.write_text("# Shop\n")
    os.link(path, other)
    ripe.bash("make release", 2, MISSING, session="s2")
    assert path.stat().st_ino == other.stat().st_ino and RULE in other.read_text()


def test_what_a_person_saves_meanwhile_is_not_lost(ripe):
    """An editor that saves a numbered line without end, while rules are written and taken out."""
    path, saver = ripe.root / "CLAUDE.md", ripe.root / "saver.py"
    path.write_text("# Shop\n")
    saver.write_text(
        "import os, sys, time\n"
        "path = sys.argv[1]\n"
        "for n in range(150):\n"
        "    with open(path, encoding='utf-8') as file:\n"
        "        text = file.read()\n"
        "    with open(path + '~', 'w', encoding='utf-8') as file:\n"
        "        file.write(text.replace('# Shop\\n', f'# Shop\\nline {n}\\n', 1))\n"
        "    os.replace(path + '~', path)\n"
        "    time.sleep(0.002)\n"
    )
    with subprocess.Popen([sys.executable, saver, path]) as editor:
        (entry,) = ripe.entries()
        while editor.poll() is None:
            assert Sandbox.script(ripe, "promote", entry["id"]).returncode in (0, 1)
            assert Sandbox.script(ripe, "promote", "--demote", entry["id"]).returncode in (0, 1)
    kept = sum(line.startswith("line ") for line in path.read_text().splitlines())
    assert kept >= 146, "a save within microseconds of our own cannot be seen"


def test_a_file_that_changed_between_read_and_rename_is_read_again(inside):
    project = Project(str(inside.root), inside.environ())
    project.ready()
    path, calls = inside.root / "CLAUDE.md", []
    path.write_text("# Shop\n")

    def change(text):
        calls.append(text)
        if len(calls) < 4:
            path.write_text(f"{text}saved {len(calls)}\n")
        return text + "ours\n"

    assert rule_files.edit(project, str(path), change) and len(calls) == 4
    assert path.read_text() == "# Shop\nsaved 1\nsaved 2\nsaved 3\nours\n"
    calls[:] = []
    with pytest.raises(rule_files.Refused, match="keeps changing"):
        rule_files.edit(project, str(path), lambda text: path.write_text(text + "x") and text + "y")


def test_ask_waits_for_a_person(ripe):
    configure(ripe, promote="ask")
    first = seen(ripe.bash("make release", 2, MISSING, session="s2"))
    again = seen(ripe.bash("make release", 2, MISSING, session="s3"))
    (entry,) = ripe.entries()
    digits = entry["id"].rpartition("-")[2]
    program = for_person(ripe.environ())
    assert f"a rule waits for your yes: {RULE[:-1]} ({program} promote {digits})" in first
    assert again == "" and rules(ripe) == "" and not entry["promoted"], "it is said once"
    assert ripe.script("promote", digits).returncode == 0 and RULE in rules(ripe)


def test_off_writes_nothing_and_says_nothing(ripe):
    configure(ripe, promote="off")
    assert seen(ripe.bash("make release", 2, MISSING, session="s2")) == "" and rules(ripe) == ""


def test_a_risky_rule_waits_for_a_person(ripe):
    risky = "Run `rm .git/index.lock` first."
    ripe.change(ripe.entries()[0]["id"], resolution=risky, judged=risky)  # as a hook inferred it
    word = seen(ripe.bash("make release", 2, MISSING, session="s2"))
    assert "a rule waits for your yes" in word and rules(ripe) == ""


def test_a_rule_whose_line_is_missing_is_offered_again(ripe):
    ripe.bash("make release", 2, MISSING, session="s2")
    (ripe.root / "CLAUDE.md").write_text("# Shop\n")
    answer = ripe.bash("make release", 2, MISSING, session="s3")
    assert ADVICE in told(answer), "and said like any learning as long as it is missing"
    first, again = seen(answer), seen(ripe.bash("make release", 2, MISSING, session="s4"))
    assert "a rule is missing from CLAUDE.md: When `make release` fails" in first and again == ""
    assert ripe.script("promote", ripe.entries()[0]["id"]).returncode == 0 and RULE in rules(ripe)


def test_so_is_one_that_was_promoted_by_hand_before_it_came_often(ripe):
    (entry,) = ripe.entries()
    ripe.change(entry["id"], occurrences=1)
    assert ripe.script("promote", entry["id"]).returncode == 0 and RULE in rules(ripe)
    (ripe.root / "CLAUDE.md").write_text("# Shop\n")
    assert "a rule is missing" in seen(ripe.bash("make release", 2, MISSING, session="s2"))


def test_a_rule_that_the_agent_does_not_read_is_said_like_any_learning(ripe):
    ripe.bash("make release", 2, MISSING, session="s2")

    def said(session):
        start = ripe.fire("recall", "SessionStart", source="startup", session=session)
        prompt = ripe.prompt("make release has no rule any more", session=session + "p")
        return ["make dist" in told(answer) for answer in (start, prompt)]

    assert said("s3") == [False, False]
    (ripe.root / "CLAUDE.md").write_text("# Shop\n")
    assert said("s4") == [True, True]


def test_the_same_rule_stands_once(ripe):
    ripe.bash("make release", 2, MISSING, session="s2")
    (entry,) = ripe.entries()
    twin = {
        **entry,
        "id": "RFX-20260102-bbbbbb",
        "context": "make release VERSION=2",
        "promoted": False,
    }
    (ripe.root / f".reflexion/entries/{twin['id']}.json").write_text(json.dumps(twin))
    ripe.fire("promote", "SessionEnd", reason="other")
    done = ripe.script("promote", twin["id"])
    assert rules(ripe).count("make dist") == 1
    assert f"{entry['id']} is the same rule in other words" in done.stdout


def test_without_a_fix_it_can_be_shared_all_the_same(inside):
    inside.bash("make release", 2, MISSING)
    done = inside.reflexion("promote", "--global", inside.entries()[0]["id"])
    assert done.returncode == 0 and "its fix is not known yet" in done.stdout
    assert list((inside.home / ".reflexion/entries").glob("*.json"))


def test_three_failures_and_an_edit_by_hand_make_a_rule(box):
    """As the documentation of such a toolkit shows it: payloads in, words by hand, a rule out."""
    box.bash("npm run build", 1, 'npm ERR! Missing script: "build"')
    (entry,) = box.entries()
    box.change(entry["id"], resolution="Use `pnpm run build`: this project uses pnpm.")
    (box.root / ".reflexion/config.json").write_text('{"promote_min_age_days": 0}')
    box.bash("npm run build", 1, 'npm ERR! Missing script: "build"')
    assert rules(box) == ""
    box.bash("npm run build", 1, 'npm ERR! Missing script: "build"')
    (entry,) = box.entries()
    line = "- Use `pnpm run build`, not `npm run build`: this project uses pnpm. (seen 3x, source: "
    assert line + entry["id"] in rules(box) and entry["source"] == "user"


@pytest.mark.parametrize("stdin", ["", "\n"])
def test_without_arguments_and_without_a_terminal_it_promotes(ripe, stdin):
    ripe.change(ripe.entries()[0]["id"], **RIPE)
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "promote.py")],
        cwd=ripe.root,
        env=ripe.environ(),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0 and "rule written into CLAUDE.md" in done.stdout, done.stderr
    assert RULE in rules(ripe)


OWN = [
    # what stands in the person's own lines, is it the rule?
    ("# Shop\n\n- When `make release` fails, run `make dist`.\n", True),
    (f"# Shop\n\n- {RULE}\n", True),
    (f"# Shop\n\n* **{RULE[:-1]}**\n", True),
    (f"# Shop\n\n```\n{RULE}\n```\n", False),
    ("# Shop\n\n- Never run `make dist`.\n", False),
]


@pytest.mark.parametrize("text, is_said", OWN)
def test_what_the_person_wrote_into_the_file_is_not_added_again(ripe, text, is_said):
    (ripe.root / "CLAUDE.md").write_text(text)
    word = seen(ripe.bash("make release", 2, MISSING, session="s2"))
    (entry,) = ripe.entries()
    assert entry["promoted"] and (rules(ripe) == text) == is_said
    assert ("says it already" in word) == is_said == bool(entry.get("own_lines"))
    if is_said:
        said = ripe.bash("make release", 2, MISSING, session="s3")
        assert "missing" not in said and rules(ripe) == text
        (ripe.root / "CLAUDE.md").write_text("# Shop\n")
        assert "a rule is missing from CLAUDE.md" in ripe.bash("make release", 2, MISSING)
        assert ripe.script("promote", "--demote", entry["id"]).returncode == 0
        assert "own_lines" not in ripe.entries()[0]


def test_the_other_file_gets_the_line_all_the_same(ripe):
    (ripe.root / "CLAUDE.md").write_text(f"- {RULE}\n")
    (ripe.root / "AGENTS.md").write_text("# Agents\n")
    ripe.bash("make release", 2, MISSING, session="s2")
    assert rules(ripe) == f"- {RULE}\n" and RULE in rules(ripe, "AGENTS.md")


@pytest.mark.parametrize(
    "folders, files, made",
    [
        ([".codex"], ["AGENTS.md"], ["AGENTS.md"]),
        ([".codex", ".claude"], ["AGENTS.md"], ["AGENTS.md", "CLAUDE.md"]),
        ([".codex"], ["AGENTS.md", "CLAUDE.md"], ["AGENTS.md", "CLAUDE.md"]),
        ([], ["AGENTS.md"], ["AGENTS.md", "CLAUDE.md"]),
        ([".codex"], [], ["AGENTS.md", "CLAUDE.md"]),
        ([], [], ["CLAUDE.md"]),
    ],
)
def test_which_files_rules_go_to(ripe, folders, files, made):
    for name in folders:
        (ripe.root / name).mkdir(exist_ok=True)
    for name in files:
        (ripe.root / name).write_text("# Notes\n")
    ripe.bash("make release", 2, MISSING, session="s2")
    found = [name for name in ("AGENTS.md", "CLAUDE.md") if "make dist" in rules(ripe, name)]
    assert found == made and (ripe.root / "CLAUDE.md").exists() == ("CLAUDE.md" in made)


def test_what_somebody_else_wrote_waits_for_a_yes(ripe, monkeypatch):
    monkeypatch.setattr(Project, "owns", lambda self, entry_id: False)
    word = seen(ripe.bash("make release", 2, MISSING, session="s2"))
    assert "a rule waits for your yes" in word and rules(ripe) == ""


def test_an_agents_words_for_a_command_that_failed_three_times_are_promoted(ripe):
    known = ripe.entries()[0]["id"]
    ripe.change(known, source="agent", occurrences=2, worked=1, sessions=1)
    assert "waits" not in seen(ripe.bash("make release", 2, MISSING, session="s2"))
    assert rules(ripe) == "", "hooks saw it fail twice: the third time writes it by itself"
    ripe.bash("make release", 2, MISSING, session="s3")
    assert RULE in rules(ripe)
