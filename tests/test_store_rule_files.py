"""The files that rules go to: which they are, how one is edited, and whose rule stands in none."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from reflexion.hosts import registry
from reflexion.store import fs, rule_files
from reflexion.store.rule_files import Refused
from reflexion.text.managed_block import Broken

ID = "RFX-20260331-a7f03c"
BOTH = ["CLAUDE.md", "AGENTS.md"]


@pytest.fixture
def project(tmp_path):
    """A project without files, in whose store the entries are what a test says."""
    root = tmp_path / "shop"
    scratch = tmp_path / "scratch"
    root.mkdir()
    scratch.mkdir()
    entries = {}
    store = SimpleNamespace(scratch=str(scratch), get=entries.get, entries=entries)
    return SimpleNamespace(root=str(root), settings={"promote_to": BOTH}, store=store)


def fill(project, *names, text="x\n"):
    """Make these files in the project; a name with a slash at its end is a folder."""
    for name in names:
        path = os.path.join(project.root, name)
        os.makedirs(path if name.endswith("/") else os.path.dirname(path), exist_ok=True)
        if not name.endswith("/"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


def names_of(project) -> list:
    return [os.path.relpath(path, project.root) for path in rule_files.targets(project)]


TARGETS = [
    # what the project holds, the names in the settings, the files that rules go to
    ([], BOTH, ["CLAUDE.md"]),
    (["AGENTS.md"], BOTH, ["CLAUDE.md", "AGENTS.md"]),
    ([".codex/"], BOTH, ["CLAUDE.md", "AGENTS.md"]),
    ([".codex/", "AGENTS.md"], BOTH, ["AGENTS.md"]),
    ([".codex/", "AGENTS.md", "CLAUDE.md"], BOTH, ["CLAUDE.md", "AGENTS.md"]),
    ([".qwen/", "AGENTS.md"], BOTH, ["AGENTS.md"]),
    ([".opencode/", "AGENTS.md"], BOTH, ["AGENTS.md"]),
    (["opencode.json", "AGENTS.md"], BOTH, ["AGENTS.md"]),
    ([".github/hooks/", "AGENTS.md"], BOTH, ["AGENTS.md"]),
    ([".github/hooks/", ".claude/", "AGENTS.md"], BOTH, ["CLAUDE.md", "AGENTS.md"]),
    ([".github/workflows/", "AGENTS.md"], BOTH, ["CLAUDE.md", "AGENTS.md"]),
    ([".gemini/", "AGENTS.md"], BOTH, ["CLAUDE.md", "AGENTS.md"]),
    ([".qwen/"], BOTH, ["CLAUDE.md"]),
    ([".codex/", ".claude/", "AGENTS.md"], BOTH, ["CLAUDE.md", "AGENTS.md"]),
    ([".codex/", "AGENTS.md"], ["CLAUDE.md"], ["CLAUDE.md"]),
    ([".codex/", "AGENTS.md"], ["docs/X.md", "AGENTS.md"], ["docs/X.md", "AGENTS.md"]),
    ([".codex/", "docs/agents.md"], ["claude.md", "docs/agents.md"], ["docs/agents.md"]),
    ([".codex/", "x.md"], ["CLAUDE.md", "x.md"], ["CLAUDE.md", "x.md"]),
    ([], ["docs/AGENTS.md"], []),
    ([], ["a.md", "./a.md", "b.MDC"], ["a.md", "b.MDC"]),
]


@pytest.mark.parametrize("holds, names, expected", TARGETS)
def test_targets(project, holds, names, expected):
    fill(project, *holds)
    project.settings["promote_to"] = names
    assert names_of(project) == expected


def test_the_signs_are_those_of_hosts_that_read_agents_md():
    declared = set()
    for host in registry.HOSTS:
        if "AGENTS.md" in host.rules:
            of_host = registry.install_of(host.name)
            declared.update(getattr(of_host, "SIGNS", (of_host.PROJECT,)))
    assert set(rule_files.SIGNS) <= declared


REFUSED = [
    ("Makefile", "is no Markdown file"),
    ("link.md", "is a link to what is no Markdown file"),
    ("out.md", "leads out of the project"),
    (".git/x.md", "lies in git's own folder"),
]


@pytest.mark.parametrize("name, why", REFUSED)
def test_targets_that_are_refused(project, name, why):
    fill(project, "Makefile")
    os.symlink("Makefile", os.path.join(project.root, "link.md"))
    os.symlink("../other.md", os.path.join(project.root, "out.md"))
    project.settings["promote_to"] = [name]
    with pytest.raises(Refused, match=why):
        rule_files.targets(project)


@pytest.mark.parametrize("size, is_read", [(4 << 20, True), ((4 << 20) + 1, False)])
def test_how_large_a_rule_file_may_be(project, size, is_read):
    fill(project, "X.md", text="x" * size)
    path = os.path.join(project.root, "X.md")
    if is_read:
        assert len(rule_files.read(path)) == size
    else:
        with pytest.raises(Refused, match="X.md cannot be read"):
            rule_files.read(path)


def test_a_file_is_read_as_it_is(project):
    path = os.path.join(project.root, "X.md")
    assert rule_files.read(path) == ""
    with open(path, "wb") as file:
        file.write(b"a\r\nb\n")
    assert rule_files.read(path) == "a\r\nb\n"
    with open(path, "wb") as file:
        file.write(b"\xff")
    with pytest.raises(Refused, match="not UTF-8"):
        rule_files.read(path)


EDITS = [
    # the text before (None: no file), what it becomes, and what the file holds then
    (None, "new\n", "new\n"),
    ("", "new\n", "new\n"),
    ("old\n", "new\n", "new\n"),
    ("old\n", " \n", None),
    ("old\n", "", None),
    ("old\n", "old\n", "old\n"),
]


@pytest.mark.parametrize("before, new, after", EDITS)
def test_edit(project, before, new, after):
    path = os.path.join(project.root, "X.md")
    if before is not None:
        fill(project, "X.md", text=before)
    assert rule_files.edit(project, path, lambda text: new) is (before != new)
    assert os.path.exists(path) is (after is not None)
    assert rule_files.read(path) == (after or "")


def test_what_somebody_saves_meanwhile_is_not_lost(project, monkeypatch):
    path = os.path.join(project.root, "X.md")
    fill(project, "X.md", text="old")
    seen = []

    def change(text):
        seen.append(text)
        if text == "old":
            os.unlink(path)
        return text + "+"

    assert rule_files.edit(project, path, change) and seen == ["old", ""]
    whole = fs.rewrite

    def saved_since(*arguments):
        written = whole(*arguments)
        fill(project, "X.md", text="saved since")
        return written

    monkeypatch.setattr(fs, "rewrite", saved_since)
    assert rule_files.edit(project, path, lambda text: " ")
    assert rule_files.read(path) == "saved since"


def test_a_file_that_keeps_changing_is_given_up(project):
    path = os.path.join(project.root, "X.md")
    seen = []

    def change(text):
        seen.append(text)
        fill(project, "X.md", text=f"saved {len(seen)}")
        return "new"

    with pytest.raises(Refused, match="keeps changing"):
        rule_files.edit(project, path, change)
    assert len(seen) == 8 and rule_files.read(path) == "saved 8"


@pytest.mark.parametrize(
    "error, why",
    [
        (Broken("its markers are broken"), "X.md: its markers are broken"),
        (PermissionError(13, "no"), "X.md is read-only"),
        (OSError(28, "full"), "X.md cannot be written"),
    ],
)
def test_why_a_file_cannot_be_edited(project, error, why):
    def change(text):
        raise error

    with pytest.raises(Refused, match=why):
        rule_files.edit(project, os.path.join(project.root, "X.md"), change)


LINE = f"- Do it. (seen 3x, source: {ID})\n"
OWN = {"own_lines": ["CLAUDE.md: Do it so.", "AGENTS.md: "]}
MISSING = [
    # the text of CLAUDE.md and AGENTS.md, the entry, the files that lack its line
    (LINE, LINE, None, []),
    (LINE, "x", None, ["AGENTS.md"]),
    ("x", "x", {}, ["CLAUDE.md", "AGENTS.md"]),
    (f"source: {ID}", LINE, {"own_lines": None}, ["CLAUDE.md"]),
    ("Do it so.", "Do it so.", OWN, ["AGENTS.md"]),
    ("Do it.", LINE, OWN, ["CLAUDE.md"]),
]


@pytest.mark.parametrize("claude, agents, entry, expected", MISSING)
def test_the_files_that_lack_a_rule(project, claude, agents, entry, expected):
    fill(project, "CLAUDE.md", text=claude)
    fill(project, "AGENTS.md", text=agents)
    project.store.entries[ID] = entry
    assert rule_files.missing(project, [ID]) == ({ID: expected} if expected else {})


def test_where_no_file_can_be_read_none_lacks_a_rule(project):
    project.settings["promote_to"] = ["Makefile"]
    assert rule_files.missing(project, [ID]) == {}
    assert not rule_files.unread_by(project, ["CLAUDE.md"])(ID)


UNREAD = [
    # the files that hold the rule, those that lack it, those that the host reads, is it unread?
    (["CLAUDE.md"], ["AGENTS.md"], ["CLAUDE.md"], False),
    (["AGENTS.md"], ["CLAUDE.md"], ["CLAUDE.md"], True),
    (["CLAUDE.md"], ["AGENTS.md"], ["AGENTS.md"], True),
    ([], ["CLAUDE.md"], ["CLAUDE.md"], True),
    (["AGENTS.md"], [], ["CLAUDE.md"], False),
    (["CLAUDE.md"], [], ["AGENTS.md"], True),
    (["AGENTS.md"], [], ["GEMINI.md"], True),
    (["docs/X.md"], [], ["GEMINI.md"], False),
    (["CLAUDE.md", "docs/X.md"], [], ["AGENTS.md"], False),
    ([], ["docs/X.md"], ["CLAUDE.md"], True),
]


@pytest.mark.parametrize("holding, lacking, own, expected", UNREAD)
def test_a_rule_that_stands_where_the_agent_does_not_read(
    project, monkeypatch, holding, lacking, own, expected
):
    fill(project, *holding, text=LINE)
    fill(project, *lacking)
    project.settings["promote_to"] = holding + lacking
    read = []
    whole = rule_files.read
    monkeypatch.setattr(rule_files, "read", lambda path: read.append(path) or whole(path))
    is_unread = rule_files.unread_by(project, own)
    assert is_unread(ID) is is_unread(ID) is expected
    assert len(read) == len(holding + lacking), "files are read once"
