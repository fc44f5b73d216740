"""What a person does every day: short forms, one meaning a flag, and words for what is replaced."""

from __future__ import annotations

import json
import subprocess

import pytest
from cli_tools import cli  # noqa: F401 (a fixture)

from reflexion.fast_path import OFF

SECRET = "ghp_" + "a1B2c3D4e5F6" * 3


def test_a_learning_in_a_sentence(cli):
    cli("add", "Use pnpm here.")
    entry = cli.get(cli.added())
    assert (entry["type"], entry["trigger"], entry["resolution"]) == (
        "insight",
        "Use pnpm here.",
        "Use pnpm here.",
    )


@pytest.mark.parametrize(
    "argv, expected",
    [
        (["announce", "all"], {"announce": "all"}),
        (["set", "announce", "all"], {"announce": "all"}),
        (["promote_after", "5"], {"promote_after": 5}),
        (["ignore", "^a", "b"], {"ignore": ["^a", "b"]}),
    ],
)
def test_config_without_a_verb(cli, argv, expected):
    cli("config", *argv)
    path = cli.store / "config.json"
    assert json.loads(path.read_text()) == expected
    name = next(iter(expected))
    assert cli("config", name).strip().strip('"') in (cli("config", "get", name).strip(),)
    cli("config", "--unset", name)
    assert json.loads(path.read_text()) == {}
    assert "what it means" not in cli("config") and "default" in cli("config")


def test_on_and_off(cli, monkeypatch):
    cli("off")
    assert json.loads(cli("config", "--json"))["enabled"] is False
    cli("on")
    cli("on", "--reflect")
    settings = json.loads(cli("config", "--json"))
    assert settings["enabled"] is True and settings["auto_reflect"] is True
    cli("off", "--session", status=1)
    assert "no session runs here" in cli.err
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "abc-123")
    mark = cli.home / ".reflexion" / f"{OFF}abc-123"
    cli("off", "--session")
    assert mark.exists()
    cli("on", "--session")
    assert not mark.exists()


def test_list_by_skill_and_number(cli):
    names = [cli.put(f"a0000{n}", trigger=f"t{n}", last_seen=f"2026-03-0{n + 1}") for n in range(4)]
    cli("move", names[0], "--skill", "deploy")
    out = cli("list", "--skill", "deploy")
    assert names[0] in out and names[1] not in out
    out = cli("ls", "-n", "2")
    assert names[3] in out and names[2] in out and names[1] not in out


def test_remove_by_skill_asks_and_says_what_goes(cli):
    one, other = cli.put("aaaaaa"), cli.put("bbbbbb", trigger="something else", context="")
    cli("move", one, "--skill", "deploy")
    cli("remove", "--skill", "deploy", status=1)
    assert "needs a yes" in cli.err and len(cli.ids()) == 2
    assert "removed 1 learnings about deploy" in cli("clear", "--skill", "deploy", "--yes")
    assert cli.ids() == [other] and one in cli("restore", one)
    cli("clear", "--learning", other)
    assert cli.ids() == [one]
    cli("rm", status=2)
    cli("remove", one, "--all", status=2)
    assert "restore" in cli("remove", "--all", "--yes") and cli.ids() == []


def test_what_was_removed_everywhere_comes_back_as_it_was_before_the_removal(cli):
    name = cli.put("aaaaaa")
    cli("move", name, "--global")
    cli("remove", name)
    assert "as it was before the remove" in cli("restore", name)
    home = cli.home / ".reflexion" / "entries"
    assert [path.stem for path in home.glob("*.json")] == [name] and cli.ids() == []


def test_move_here_says_what_is_so(cli):
    name = cli.put("aaaaaa")
    assert "is there already" in cli("move", name, "--here")
    assert "is there already" in cli("move", name, "--project")
    cli("move", name, "--global")
    assert "holds for this project now" in cli("move", name, "--project", str(cli.root))
    assert cli.ids() == [name]


def test_import_says_which_words_it_replaces(cli, tmp_path):
    name = cli.put("aaaaaa", resolution="old words", source="inferred", confidence="low")
    document = json.loads(cli("export"))
    document["entries"][0].update(resolution="new words", source="user", confidence="high")
    document["entries"][0].update(needs_review=True)
    file = tmp_path / "learnings.json"
    file.write_text(json.dumps(document))
    assert f"(replaces the fix of {name}: old words)" in cli("import", file)
    assert cli.get(name)["needs_review"] is True


def test_check_reads_what_people_wrote(cli):
    """Index and scratch are derived: a keyword such as `jwt` followed by ids is no secret."""
    cli.put("aaaaaa", keywords=["jwt", "token"])
    (cli.store / "index.txt").write_text(f"token: {SECRET}\n")
    (cli.store / "state").mkdir(exist_ok=True)
    (cli.store / "state" / "said.txt").write_text(SECRET)
    assert "nothing that looks like a secret" in cli("check")
    (cli.store / "config.json").write_text(json.dumps({"ignore": [SECRET]}))
    cli("check", status=1)


def git(root, *argv):
    done = subprocess.run(["git", "-C", root, *argv], capture_output=True, text=True)
    assert done.returncode == 0, done
    return done.stdout


def test_a_clone_of_a_shared_store_merges_after_init(cli):
    git(cli.root, "init", "-q")
    cli("init", "--host", "claude", "--team")
    git(cli.root, "config", "--remove-section", "merge.reflexion")
    assert "merge driver is registered" in cli("init", "--host", "claude")
    assert "merge-driver" in git(cli.root, "config", "merge.reflexion.driver")


def test_uninstall_names_what_stays(cli):
    name = cli.put("aaaaaa", occurrences=3)
    cli("init", "--host", "claude")
    cli("promote", name)
    out = cli("init", "--uninstall")
    assert "CLAUDE.md: 1 rule(s) that were learned, they stay" in out
    assert ".reflexion: kept, with 1 learnings" in out and (cli.root / "CLAUDE.md").exists()
    assert "1 rule(s) taken out" in cli("init", "--uninstall", "--rules")
    assert not (cli.root / "CLAUDE.md").exists() and cli.ids() == [name]
    cli("init", "--rules", status=2)


def test_show_by_kind_is_bounded_when_asked(cli):
    for n in range(4):
        cli.put(f"a0000{n}", trigger=f"mistake {n}", resolution=f"Do thing {n}.")
    assert cli("show").count("Do thing") == 4 and cli("show", "-n", "1").count("Do thing") == 1
