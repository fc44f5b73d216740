"""The line of a rule, and the files that it goes to."""

import os

import pytest
from sandbox import LESSON


def promote(box, sentence=LESSON):
    """Make a rule of a sentence; return the text of its line."""
    assert box.cli("learn", sentence).code == 0
    done = box.cli("promote", box.entries()[-1]["id"])
    assert done.code == 0, done
    text = (box.root / "CLAUDE.md").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if "source: RFX" in line]
    return line.removeprefix("- ").rpartition(" (seen ")[0]


@pytest.mark.parametrize(
    "sentence, rule",
    [
        (LESSON, LESSON),
        ("Use tabs in the makefiles here", "Use tabs in the makefiles here."),
        ("Is it staging? Ask before deploying!", "Is it staging? Ask before deploying!"),
        ("When `cat` fails, look at the mount.", "When `cat` fails, look at the mount."),
        ("--no-verify is never used here.", "--no-verify is never used here."),
        ("**Never** push to main.", "**Never** push to main."),
        ("- use tabs in the makefiles.", "use tabs in the makefiles."),
        ("# Use tabs in the makefiles.", "Use tabs in the makefiles."),
        ("Use tabs <!-- reflexion:end --> here.", "Use tabs \u2039!-- reflexion:end here."),
        ("Read @docs/rules.md first.", "Read docs/rules.md first."),
        ("Install `@types/node` first.", "Install `@types/node` first."),
        ("Use `x and read @docs/rules.md.", "Use x and read docs/rules.md."),
        ("Use ``a @docs/rules.md`` here.", "Use a docs/rules.md here."),
        ("Mail dev@example.org first.", "Mail dev@example.org first."),
        ("\u65e5\u4ed8\u306fUTC\u3067\u3059\u3002", "\u65e5\u4ed8\u306fUTC\u3067\u3059\u3002"),
    ],
)
def test_a_rule_is_the_sentence_and_safe_in_a_file_of_instructions(box, sentence, rule):
    assert " ".join(promote(box, sentence).split()) == rule


def test_the_rest_of_the_file_is_untouched_byte_for_byte(box):
    before = b"# Shop\r\n\r\n- mine\r\n\r\n\r\ntail without an end"
    path = box.root / "CLAUDE.md"
    path.write_bytes(before)
    os.utime(path, (1, 1))
    promote(box)
    after = path.read_bytes()
    assert after.startswith(before) and LESSON.encode() in after
    box.cli("promote", "--demote", box.entry()["id"])
    assert path.read_bytes() == before


def test_what_the_person_says_in_the_file_already_is_not_said_twice(box):
    path = box.root / "CLAUDE.md"
    path.write_text("# Shop\n\n* run `pnpm run build` here\n", encoding="utf-8")
    box.cli("learn", LESSON)
    done = box.cli("promote", box.entry()["id"])
    assert done.code == 0 and box.entry()["promoted"]
    assert path.read_text(encoding="utf-8") == "# Shop\n\n* run `pnpm run build` here\n"


def test_agents_md_gets_the_rule_where_it_exists(box):
    promote(box)
    assert not (box.root / "AGENTS.md").exists()
    (box.root / "AGENTS.md").write_text("# For agents\n", encoding="utf-8")
    box.cli("learn", "Use tabs in the makefiles here.")
    box.cli("promote", box.entry(resolution="Use tabs in the makefiles here.")["id"])
    for name in ("CLAUDE.md", "AGENTS.md"):
        assert "Use tabs" in (box.root / name).read_text(encoding="utf-8")


def test_a_codex_session_writes_where_codex_reads(box):
    box.cli("learn", LESSON)
    box.cli("config", "promote_after", "1")
    box.cli("config", "promote_min_age_days", "0")
    transcript = str(box.home / ".codex" / "sessions" / "rollout-1.jsonl")
    box.fire("promote", "SessionEnd", model="gpt-x", transcript_path=transcript)
    assert LESSON in (box.root / "AGENTS.md").read_text(encoding="utf-8")


def test_the_setting_promote_to_names_the_files(box):
    box.cli("config", "promote_to", "docs/RULES.md")
    box.cli("learn", LESSON)
    (box.root / "docs").mkdir()
    assert box.cli("promote", box.entry()["id"]).code == 0
    assert LESSON in (box.root / "docs" / "RULES.md").read_text(encoding="utf-8")
    assert not (box.root / "CLAUDE.md").exists()
