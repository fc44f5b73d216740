"""What is known already, and where: statements of files, entries, and how an insight stands to them."""

from __future__ import annotations

import os

import pytest

from reflexion.promote import section
from reflexion.reflect import known, related
from reflexion.store.entries import Store


def insight(title):
    return {
        "title": title,
        "keywords": [],
        "type": "content",
        "confidence": "high",
        "evidence": [{"line": 1}],
    }


@pytest.mark.parametrize(
    "title, text, kind",
    [
        ("Use pnpm for packages.", "Always use pnpm for packages, never npm.", "redundant"),
        ("Use pnpm for packages.", "Use npm for all packages.", "conflicting"),
        (
            "Keep the changelog in NEWS, not in CHANGES.",
            "Keep the changelog in CHANGES.",
            "conflicting",
        ),
        (
            "Keep in mind that the vendor API answers 429 after 50 calls a minute.",
            "The vendor API needs a signed request, see the wiki.",
            "complementary",
        ),
        ("Use pnpm for packages.", "Write tests first.", "novel"),
        ("Keep in mind: The default branch is called main.", "Keep the README short.", "novel"),
    ],
)
def test_kinds(title, text, kind):
    rows = related.relate(insight(title), [related.Statement("/p/CLAUDE.md", 7, 8, text, "")], [])
    assert related.verdict(rows) == kind and (
        kind == "novel"
        or (rows[0]["path"], rows[0]["line"], rows[0]["end"]) == ("/p/CLAUDE.md", 7, 8)
    )


def test_the_conflict_comes_first():
    statements = [
        related.Statement("/p/a.md", n, n, text, "")
        for n, text in enumerate(
            ["Use pnpm for packages.", "Never use pnpm, use npm for packages."], 1
        )
    ]
    assert [
        row["kind"] for row in related.relate(insight("Use pnpm for packages."), statements, [])
    ] == ["conflicting", "redundant"]


def test_entries_of_a_store(tmp_path):
    store = Store(str(tmp_path / ".reflexion"))
    store.create_folders()
    entry = {
        "type": "correction",
        "trigger": "no, httpx",
        "context": "",
        "resolution": "Always use httpx instead of requests.",
        "keywords": ["httpx", "requests"],
    }
    with store.lock():
        made = store.create(entry, "0123456789abcdef", "2026-03-02")
    (row,) = related.relate(insight("Use httpx instead of requests."), [], [store])
    assert (row["kind"], row["entry"], row["path"]) == (
        "redundant",
        made["id"],
        store.path(made["id"]),
    )
    assert related.relate(insight("Paint the button blue."), [], [store]) == []


TEXT = """---
title: x y z
---
# Heading words here

- first rule of all
  goes on here
- second rule
1. numbered rule

A paragraph that
has two lines.

```
code is no rule
```
<!-- reflexion:begin -->
## Reflexion: Learned Rules
- Ours is an entry. (seen 3x, source: RFX-20260331-a7f03c)
<!-- reflexion:end -->
| a | table |
Last words.
"""


def test_statements_of_a_file():
    found = [row[1:4] for row in known.parse(TEXT, "p")]
    assert found == [
        (6, 7, "first rule of all goes on here"),
        (8, 8, "second rule"),
        (9, 9, "numbered rule"),
        (11, 12, "A paragraph that has two lines."),
        (22, 22, "Last words."),
    ]


def test_our_markers_are_the_ones_that_promote_writes():
    assert known.OURS == (section.BEGIN, section.END)


def test_files_that_are_looked_at(tmp_path, scratch_home):
    root = tmp_path / "shop"
    for name in (
        "CLAUDE.md",
        "AGENTS.md",
        ".claude/rules/a/b.md",
        ".insights/x.md",
        "services/billing/.insights/y.md",
        "node_modules/m/.insights/no.md",
        "docs/other.md",
        ".insights/archive/old.md",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("- a rule\n")
    memory = tmp_path / "memory"
    for path in (
        memory / "MEMORY.md",
        scratch_home / ".claude/CLAUDE.md",
        scratch_home / ".claude/rules/mine.md",
        scratch_home / ".insights/u.md",
        scratch_home / ".codex/AGENTS.md",
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("- a rule\n")
    (root / "CLAUDE.local.md").symlink_to(scratch_home / ".claude/CLAUDE.md")
    environ = {"HOME": str(scratch_home)}
    found = [
        path.replace(str(root), "")
        .replace(str(tmp_path), "")
        .replace(str(scratch_home), "~")
        .replace("\\", "/")
        for path in known.files(str(root), environ, str(memory))
    ]
    assert found == [
        "/CLAUDE.md",
        "/AGENTS.md",
        "/.claude/rules/a/b.md",
        "/memory/MEMORY.md",
        "/.insights/x.md",
        "/services/billing/.insights/y.md",
        "~/.claude/CLAUDE.md",
        "~/.codex/AGENTS.md",
        "~/.claude/rules/mine.md",
        "~/.insights/u.md",
    ]
    assert all(
        path.startswith(str(scratch_home))
        for path in known.files(str(root), environ, str(memory), user_level=True)
    )


@pytest.mark.skipif(os.name == "nt", reason="names that Windows does not take")
def test_a_file_whose_name_moves_a_cursor_is_not_named(tmp_path):
    for name in ("\x1b[2Jx.md", "a\u202eb.md", "c\nd.md", "\u00e9.md"):
        (tmp_path / ".insights").mkdir(exist_ok=True)
        (tmp_path / ".insights" / name).write_text("- a rule\n")
    found = known.files(str(tmp_path), {"HOME": str(tmp_path / "home")}, "")
    assert [os.path.basename(path) for path in found] == ["\u00e9.md"]


def test_the_agents_word_on_a_place_wins():
    ours = [
        {
            "kind": "complementary",
            "path": "/p/a.md",
            "line": 3,
            "end": 3,
            "excerpt": "x",
            "entry": "",
        }
    ]
    theirs = [
        {
            "title": "T.",
            "relations": [
                {**ours[0], "kind": "conflicting"},
                {**ours[0], "path": "/etc/passwd"},
                {**ours[0], "line": 9, "kind": "redundant"},
            ],
        }
    ]
    found = related.keep_judged("T.", ours, theirs, {"/p/a.md"}.__contains__)
    assert [(row["kind"], row["path"], row["line"]) for row in found] == [
        ("conflicting", "/p/a.md", 3),
        ("redundant", "/p/a.md", 9),
    ]
    assert related.keep_judged("Other.", ours, theirs, {"/p/a.md"}.__contains__) == ours
