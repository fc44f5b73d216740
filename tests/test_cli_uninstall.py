"""uninstall: the same as init --uninstall."""

from __future__ import annotations

import pytest
from cli_tools import cli  # noqa: F401 (a fixture)


def test_uninstall_names_what_stays(cli):
    name = cli.put("aaaaaa", occurrences=3)
    cli("init", "--host", "claude")
    cli("promote", name)
    out = cli("init", "--uninstall")
    assert "CLAUDE.md: 1 rule kept; --rules takes rules out" in out
    assert ".reflexion: kept, with 1 learning;" in out and (cli.root / "CLAUDE.md").exists()
    assert "no agent is told of them until the next `reflexion init` accepts them" in out
    assert "1 rule taken out" in cli("init", "--uninstall", "--rules")
    assert not (cli.root / "CLAUDE.md").exists() and cli.ids() == [name]
    cli("init", "--rules", status=2)


def test_a_rule_in_two_files_is_named_for_each(cli):
    fixes = {"aaaaaa": "Use `pnpm run build`.", "bbbbbb": "Start the database first."}
    names = [cli.put(key, resolution=fix, occurrences=3) for key, fix in fixes.items()]
    (cli.root / "AGENTS.md").write_text("# Shop\n")
    (cli.root / "CLAUDE.md").write_text("# Shop\n")
    for name in names:
        cli("promote", name)
    out = cli("uninstall")
    for file in ("CLAUDE.md", "AGENTS.md"):
        assert f"{file}: 2 rules kept; --rules takes rules out" in out
    out = cli("uninstall", "--rules")
    for file in ("CLAUDE.md", "AGENTS.md"):
        assert f"{file}: 2 rules taken out" in out
        assert (cli.root / file).read_text() == "# Shop\n"


@pytest.mark.parametrize("end", [("uninstall",), ("trust", "--revoke")])
def test_who_comes_back_finds_the_numbers_and_copies_again(cli, end):
    """What happened before and what happened in between; once, however often it is accepted."""
    cli("init", "--host", "claude")
    gone = cli("add", "Use tabs here.") and cli.added()
    cli("add", "Use pnpm here.")
    cli("remove", gone)
    before = cli("log")
    cli(*end)
    assert "nothing is on record" in cli("log")
    cli("init", "--host", "claude")
    cli("trust")
    cli("add", "Dates are UTC here.")
    assert cli("log").splitlines()[1:] == before.splitlines()
    assert gone in cli("restore")
    cli("trust")
    assert len(cli("log").splitlines()) == 3


def test_who_says_no_at_first_loses_nothing(cli):
    """Uninstalled and set up again without a yes, more than once."""
    cli("init", "--host", "claude")
    gone = [cli("add", f"Use {word} here.") and cli.added() for word in ("tabs", "blanks")]
    cli("remove", gone[0])
    before = [line.split()[:4] for line in cli("log").splitlines()]
    for _ in range(3):
        cli("uninstall")
        cli("init", "--host", "claude")
    cli("remove", gone[1])
    cli("trust")
    after = [line.split()[:4] for line in cli("log").splitlines()]
    assert before and after[-len(before) :] == before
    copies = cli("restore")
    assert all(name in copies for name in gone)
