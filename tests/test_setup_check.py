"""What doctor finds in the hosts: each finding has a remedy that helps."""

import json
import re

import pytest

from reflexion.hosts.installation import SETUPS
from reflexion.setup import check, program
from reflexion.setup.install import install
from reflexion.setup.settings_file import FoundHook
from reflexion.setup.site import Site


@pytest.fixture
def shop(box):
    return box


@pytest.fixture
def untried(monkeypatch):
    """Take each hook for one that works, without a run of it."""
    monkeypatch.setattr(check, "try_hook", lambda *given: "")


def environ(shop):
    return shop.environ(PATH="/usr/bin:/bin")


def site(shop, scope="local", **more):
    return Site(str(shop.root), {**environ(shop), **more}, str(shop.home / ".reflexion"), scope)


def setup(shop, host, scope=""):
    return install(site(shop, scope), host)


def findings(shop):
    return check.findings(site(shop))


def grades(shop, grade=check.BAD):
    return [found.text for found in findings(shop) if found.grade == grade]


def test_nothing_installed_is_bad_and_names_the_command(shop):
    (found,) = findings(shop)
    assert (found.grade, found.remedy) == (check.BAD, "reflexion init")


def test_a_host_in_use_without_hooks_is_worth_a_note(shop, untried):
    setup(shop, host="claude")
    (shop.root / ".qwen").mkdir()
    (note,) = [found for found in findings(shop) if found.grade == check.NOTE]
    assert ".qwen in the project" in note.text and note.remedy == "reflexion init --host qwen"


@pytest.mark.parametrize("name", ["claude", "qwen", "opencode"])
def test_a_host_that_is_set_up_is_good(name, shop):
    setup(shop, host=name)
    (found,) = findings(shop)
    assert found.grade == check.GOOD and found.remedy == ""


def test_a_hook_that_is_missing_is_put_back_by_the_remedy(shop, untried):
    setup(shop, host="claude")
    path = shop.root / ".claude/settings.local.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    del settings["hooks"]["SubagentStop"]
    path.write_text(json.dumps(settings), encoding="utf-8")
    (found,) = findings(shop)
    assert (found.grade, found.remedy) == (check.BAD, "reflexion init --host claude --local")
    assert "another version" in found.text
    setup(shop, host="claude")
    assert [found.grade for found in findings(shop)] == [check.GOOD]


def test_a_module_of_an_older_version_is_replaced_by_the_remedy(shop, untried):
    path = shop.root / ".opencode/plugins/reflexion.js"
    path.parent.mkdir(parents=True)
    path.write_text('const TARGET = ["/opt/reflexion/scripts/{script}.py"]\n', encoding="utf-8")
    (note,) = [found for found in findings(shop) if found.grade == check.NOTE]
    assert note.remedy == "reflexion init --host opencode"
    setup(shop, host="opencode")
    assert [found.grade for found in findings(shop)] == [check.GOOD]


def unranked(path):
    """Write the hooks of a file as a version did that knew of no other place."""
    path.write_text(
        re.sub(r"export REFLEXION_RANK=\d; ", "", path.read_text(encoding="utf-8")),
        encoding="utf-8",
    )


def test_two_sets_of_hooks_that_give_way_to_each_other_are_good(shop, untried):
    setup(shop, host="claude", scope="user")
    setup(shop, host="claude", scope="local")
    assert {found.grade for found in findings(shop)} == {check.GOOD}


OLDER = [("local", ".claude/settings.local.json"), ("user", "")]


@pytest.mark.parametrize("scope, name", OLDER)
def test_hooks_of_an_older_version_are_bad_and_the_remedy_mends_that(scope, name, shop, untried):
    """They do not know that others come first, so each event would be handled twice."""
    setup(shop, host="claude", scope=scope)
    unranked(shop.root / name if name else shop.home / ".claude/settings.json")
    (found,) = findings(shop)
    assert found.grade == check.BAD and "handled twice" in found.text
    assert found.remedy == f"reflexion init --host claude --{scope}"
    setup(shop, host="claude", scope=scope)
    assert {found.grade for found in findings(shop)} == {check.GOOD}


def test_one_s_own_older_hooks_beside_those_of_the_project_are_brought_up_to_date(shop, untried):
    setup(shop, host="claude")
    path = shop.root / ".claude/settings.local.json"
    ranked = path.read_text(encoding="utf-8")
    path.with_name("settings.json").write_text(
        ranked.replace("export REFLEXION_RANK=1; ", ""), encoding="utf-8"
    )
    unranked(path)
    assert [found.remedy for found in findings(shop) if found.grade == check.BAD] == [
        "reflexion init --host claude --local"
    ]
    setup(shop, host="claude", scope="local")
    assert path.read_text(encoding="utf-8") == ranked and grades(shop) == []


def test_settings_that_cannot_be_read_are_named(shop):
    path = shop.root / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text("{", encoding="utf-8")
    assert str(path) in grades(shop)[0]


def test_a_folder_and_hooks_that_codex_does_not_trust(shop, untried):
    setup(shop, host="codex")
    (wrong,) = grades(shop)
    assert "hooks.json is not recorded as trusted" in wrong
    state = f'[hooks.state."{shop.root}/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "x"\n'
    config = shop.home / ".codex/config.toml"
    config.parent.mkdir()
    trust = f'[projects."{shop.root}"]\ntrust_level = "trusted"\n'
    for text in (trust, state):
        config.write_text(text, encoding="utf-8")
        assert grades(shop) == [wrong]
    config.write_text(trust + state, encoding="utf-8")
    assert grades(shop) == []


SOURCES = [None, program.Source("https://example.org/reflexion", "0" * 40)]


@pytest.mark.parametrize("source", SOURCES, ids=["of no remote", "of a clone"])
def test_each_hook_that_we_wrote_is_run(source, shop, monkeypatch):
    """Both hosts have one file for the scopes "shared", which is pinned, and "local"."""
    monkeypatch.setattr(program, "find_source", lambda toolkit: source)
    setup(shop, host="gemini")
    config = shop.home / ".gemini/trustedFolders.json"
    config.write_text(json.dumps({str(shop.root): "TRUST_FOLDER"}), encoding="utf-8")
    setup(shop, host="opencode")
    rows = findings(shop)
    assert [row.text for row in rows if row.grade != check.GOOD] == []
    assert all("works" in row.text for row in rows) and len(rows) == 2
    assert not (shop.root / ".reflexion").exists()  # they ran in a store of their own


PLACES = [("local", "--local", ".claude/settings.local.json"), ("user", "--user", "home")]


@pytest.mark.parametrize("scope, option, name", PLACES)
def test_hooks_whose_program_is_gone_are_wrong_and_the_remedy_mends_them(
    scope, option, name, shop, untried
):
    """As after `pipx reinstall` with another Python."""
    setup(shop, host="claude", scope=scope)
    path = shop.home / ".claude/settings.json" if name == "home" else shop.root / name
    path.write_text(
        path.read_text(encoding="utf-8").replace("/scripts/", "/gone/"), encoding="utf-8"
    )
    (found,) = [found for found in findings(shop) if found.grade == check.BAD]
    assert "/gone/" in found.text and "is not there" in found.text
    assert found.remedy == f"reflexion init --host claude {option}"
    setup(shop, host="claude", scope=scope)
    assert {found.grade for found in findings(shop)} == {check.GOOD}


def test_a_hook_that_fails_when_it_is_tried_is_bad(shop, monkeypatch):
    setup(shop, host="claude")
    monkeypatch.setattr(check, "try_hook", lambda *given: "it ran nothing")
    (found,) = findings(shop)
    assert found.grade == check.BAD and "it ran nothing" in found.text


@pytest.mark.parametrize("is_added", [False, True], ids=["changed", "added"])
def test_a_command_that_we_did_not_write_is_never_run(is_added, shop, tmp_path):
    """A settings file may have come with a checkout."""
    setup(shop, host="claude")
    mark = tmp_path / "ran"
    path = shop.root / ".claude/settings.local.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    hooks = settings["hooks"]["Stop"][0]["hooks"]
    hook = {**hooks[0], "command": f"touch {mark}; {hooks[0]['command']}"}
    hooks[:] = [*hooks, hook] if is_added else [hook]
    path.write_text(json.dumps(settings), encoding="utf-8")
    (note,) = findings(shop)
    assert not mark.exists()
    assert note.grade == check.NOTE and "not tried" in note.text


SILENT = [
    ("-I -S", "-I -S", ""),
    ("-I -S", "--no-such-option", "it ran nothing"),
    ("/scripts/", "/gone/", "it ran nothing"),
    (" || :", " || exit 2", ""),
    ("[ -f", "exit 2; [ -f", "ends with status 2"),
]


@pytest.mark.parametrize("old, new, why", SILENT)
def test_why_a_hook_does_not_work_is_found_out(old, new, why, shop):
    here = site(shop)
    host = SETUPS["qwen"]
    command = dict(here.hooks(host))["Stop"]["hooks"][0]["command"].replace(old, new)
    wrong = check.try_hook(host, FoundHook("Stop", "capture", {"command": command}), here)
    assert why in wrong and bool(wrong) == bool(why)


def test_hooks_are_tried_though_they_are_switched_off_here(shop):
    here = site(shop, REFLEXION_DISABLED="1")
    group = dict(here.hooks(SETUPS["qwen"]))["Stop"]
    found = FoundHook("Stop", "capture", group["hooks"][0])
    assert check.try_hook(SETUPS["qwen"], found, here) == ""


def test_a_hook_that_takes_too_long_is_found_out(shop):
    here = site(shop)
    slow = FoundHook("Stop", "capture", {"command": "exec sleep 5"})
    assert "longer than its 0.2 s" in check.try_hook(SETUPS["qwen"], slow, here, 0.2)


def test_a_hook_that_does_not_start_is_found_out(shop):
    here = site(shop)._replace(root=str(shop.root / "gone"))
    found = FoundHook("Stop", "capture", {"command": "exit 0"})
    assert "shell does not start" in check.try_hook(SETUPS["qwen"], found, here)
