"""Setting a project or the home up, and taking all of it out again."""

import json
import os
import subprocess

import pytest
from sandbox import ROOT

from reflexion.hosts import NAMES
from reflexion.hosts.installation import SETUPS
from reflexion.setup import program
from reflexion.setup.install import install, uninstall, worktree_root
from reflexion.setup.settings_file import find
from reflexion.setup.site import Site
from reflexion.store import fs

PLACES = {  # host -> (settings, permissions, skill, a slash command, a sub-agent)
    "claude": (".claude/settings.local.json", "", ".claude", ".claude/commands/reflexion/learn.md", ".claude/agents/knowledge-finder.md"),
    "codex": (".codex/hooks.json", ".codex/rules/reflexion.rules", ".agents", "", ""),
    "copilot": (".github/hooks/reflexion.json", "", ".agents", "", ""),
    "gemini": (".gemini/settings.json", "", ".agents", ".gemini/commands/reflexion/learn.toml", ".gemini/agents/knowledge-finder.md"),
    "qwen": (".qwen/settings.json", "", ".agents", ".qwen/commands/reflexion/learn.md", ".qwen/agents/knowledge-finder.md"),
    "opencode": (".opencode/plugins/reflexion.js", "opencode.json", ".agents", ".opencode/commands/reflexion-learn.md", ".opencode/agents/knowledge-finder.md"),
}  # fmt: skip


class Shop:
    """A project with the home of its user."""

    def __init__(self, box):
        self.root = box.root
        self.home = box.home
        self.store = str(box.home / ".reflexion")
        self.environ = {"HOME": str(box.home), "PATH": str(box.home / "bin")}
        self.git = box.git

    def install(self, host="", scope=""):
        return install(site(self, scope), host)

    def uninstall(self, host="", scope=""):
        return uninstall(site(self, scope), host)

    def files(self):
        """Return {path: bytes} of all files but git's own and our records."""
        found = {}
        for top in (self.root, self.home):
            for path in top.rglob("*"):
                own = {".git", ".reflexion"} & set(path.relative_to(top).parts)
                if path.is_file() and not own:
                    found[str(path)] = path.read_bytes()
        return found

    def exclude(self):
        return (self.root / ".git/info/exclude").read_text(encoding="utf-8")


@pytest.fixture
def shop(box):
    return Shop(box)


@pytest.mark.parametrize("name", NAMES)
def test_a_host_gets_hooks_permissions_skill_commands_and_sub_agents(name, shop):
    report = shop.install(host=name)
    assert report.failures == []
    settings, permissions, skill, command, agent = PLACES[name]
    for place in filter(None, (settings, permissions, command, agent)):
        assert (shop.root / place).is_file(), place
    text = (shop.root / skill / "skills/reflexion/SKILL.md").read_text(encoding="utf-8")
    assert f"python3 {ROOT}/reflexion learn" in text and "CLAUDE_PLUGIN_ROOT" not in text
    assert (shop.root / skill / "skills/reflexion/references/wording.md").is_file()
    if command:
        assert f"{ROOT}/reflexion learn" in (shop.root / command).read_text(encoding="utf-8")
    if name != "opencode":
        hooks = find((shop.root / settings).read_text(encoding="utf-8"))
        rows = [(row.event, row.script) for row in SETUPS[name].hooks()]
        assert sorted((hook.event, hook.script) for hook in hooks) == sorted(rows)


@pytest.mark.parametrize("name", NAMES)
def test_taking_out_leaves_nothing_and_restores_what_was_there(name, shop):
    settings = shop.root / PLACES[name][0]
    settings.parent.mkdir(parents=True)
    if name != "opencode":
        settings.write_text('{"mine":   [1,2]}', encoding="utf-8")
    before = shop.files()
    excluded = shop.exclude()
    shop.install(host=name)
    shop.install(host=name)
    assert shop.files() != before
    report = shop.uninstall(host=name)
    assert report.failures == [] and shop.files() == before
    assert shop.exclude() == excluded


def test_settings_that_were_edited_since_lose_only_what_is_ours(shop):
    settings = shop.root / ".claude/settings.local.json"
    shop.install(host="claude")
    found = json.loads(settings.read_text(encoding="utf-8"))
    found["mine"] = 1
    settings.write_text(json.dumps(found, indent=4), encoding="utf-8")
    shop.uninstall()
    assert json.loads(settings.read_text(encoding="utf-8")) == {"mine": 1}


def test_a_permission_that_was_added_between_two_versions_is_all_that_is_left(box):
    """An older `init`, an answer "always" in the host, a newer `init`, `--uninstall`."""
    path = box.root / ".claude/settings.local.json"
    assert box.script("init", "--host", "claude").code == 0
    older = json.loads(path.read_text(encoding="utf-8").replace("promote;", "promote; :;"))
    older["permissions"]["allow"].append("Bash(make:*)")
    path.write_text(json.dumps(older), encoding="utf-8")
    assert box.script("init", "--host", "claude").code == 0
    assert box.script("init", "--uninstall").code == 0
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "permissions": {"allow": ["Bash(make:*)"]}
    }


def test_setting_up_twice_changes_nothing(shop):
    shop.install(host="all")
    before = shop.files()
    report = shop.install(host="all")
    assert shop.files() == before
    assert not any("created" in line for line in report.lines)


def test_time_outs_are_in_the_unit_of_the_host(shop):
    shop.install(host="all")

    def timeouts(name):
        hooks = find((shop.root / PLACES[name][0]).read_text(encoding="utf-8"))
        return {hook.event: hook.hook["timeout"] for hook in hooks}

    assert timeouts("gemini")["AfterTool"] == 15_000
    assert timeouts("codex")["Stop"] == 15 and timeouts("codex")["SessionEnd"] == 3
    assert timeouts("qwen")["Stop"] == 15


def test_an_agent_may_record_without_a_question(shop):
    shop.install(host="all")
    allowed = json.loads((shop.root / ".claude/settings.local.json").read_text(encoding="utf-8"))[
        "permissions"
    ]["allow"]
    assert f"Bash(python3 {ROOT}/reflexion learn:*)" in allowed
    assert f"Bash(python3 {ROOT}/reflexion status)" in allowed
    assert not any("remove" in rule or "init" in rule for rule in allowed)
    keyed = json.loads((shop.root / "opencode.json").read_text(encoding="utf-8"))["permission"][
        "bash"
    ]
    assert keyed[f"python3 {ROOT}/reflexion learn *"] == "allow"
    (policy,) = (shop.home / ".gemini/policies").iterdir()
    assert f"{ROOT}/reflexion learn" in policy.read_text(encoding="utf-8")


def test_what_names_a_path_of_this_machine_stays_out_of_git(shop):
    shop.install(host="all")
    assert shop.git("status", "--short", "-uall") == ""
    (shop.root / ".claude/commands/mine.md").write_text("x", encoding="utf-8")
    assert shop.git("status", "--short", "-uall") == "?? .claude/commands/mine.md\n"


def test_a_record_that_cannot_be_dropped_keeps_nothing_in_its_place(shop, monkeypatch):
    before = shop.files()
    shop.install(host="claude")
    remove = fs.remove

    def refuse(path, *more):
        if path.startswith(shop.store):
            raise PermissionError(path)
        return remove(path, *more)

    monkeypatch.setattr(fs, "remove", refuse)
    assert shop.uninstall(host="claude").failures == []
    assert shop.files() == before


def test_lines_that_somebody_adds_to_a_file_that_init_made_stay(shop):
    path = shop.root / ".git/info/exclude"
    path.unlink()
    shop.install(host="claude")
    path.write_text(f"{path.read_text(encoding='utf-8')}mine/\n", encoding="utf-8")
    assert shop.uninstall(host="claude").failures == []
    assert path.read_text(encoding="utf-8") == "mine/\n"


def test_an_exclude_file_that_cannot_be_changed_is_named(shop):
    path = shop.root / ".git/info/exclude"
    path.write_bytes(b"\xff")
    (failure,) = shop.install(host="qwen").failures
    assert "utf-8" in failure and (shop.root / ".qwen/settings.json").exists()


def test_no_file_in_git_gets_a_path_of_this_machine(shop):
    settings = shop.root / ".gemini/settings.json"
    settings.parent.mkdir()
    settings.write_text("{}", encoding="utf-8")
    shop.git("add", ".")
    (failure,) = shop.install(host="gemini").failures
    assert "is in git" in failure and "`reflexion init --user --host gemini`" in failure
    assert settings.read_text(encoding="utf-8") == "{}"
    assert shop.install(host="gemini", scope="user").failures == []


def test_shared_settings_that_would_name_a_path_of_this_machine_are_refused(shop, monkeypatch):
    monkeypatch.setattr(program, "find_source", lambda toolkit: None)
    before = shop.files()
    (failure,) = shop.install(host="claude", scope="shared").failures
    assert "uvx --from git+URL@VERSION" in failure and shop.files() == before


def test_a_skill_that_the_team_has_in_git_is_left_as_it_is(shop):
    skill = shop.root / ".agents/skills/reflexion/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("of the team: reflexion", encoding="utf-8")
    shop.git("add", ".")
    report = shop.install(host="codex")
    assert report.failures == [] and skill.read_text(encoding="utf-8") == "of the team: reflexion"
    assert any("left as git has it" in line for line in report.lines)
    shop.uninstall()
    assert skill.read_text(encoding="utf-8") == "of the team: reflexion"


def test_without_a_name_the_hosts_in_use_are_set_up(shop):
    assert "no sign of any host" in shop.install().lines[0]
    shop.uninstall()
    (shop.root / ".qwen").mkdir()
    (shop.home / ".codex").mkdir()
    heads = [line for line in shop.install().lines if not line.startswith(" ")]
    assert heads == ["Codex (its folder in your home):", "Qwen Code (.qwen in the project):"]


def test_the_home_serves_all_projects(shop):
    report = shop.install(host="all", scope="user")
    assert report.failures == []
    assert (shop.home / ".claude/settings.json").is_file()
    assert (shop.home / ".claude/skills/reflexion/SKILL.md").is_file()
    assert (shop.home / ".config/opencode/plugins/reflexion.js").is_file()
    assert not [path for path in shop.files() if path.startswith(str(shop.root))]
    shop.uninstall(scope="user")
    assert shop.files() == {}


def test_a_skill_that_several_hosts_read_goes_with_the_last_of_them(shop):
    shop.install(host="codex")
    shop.install(host="qwen")
    skill = shop.root / ".agents/skills/reflexion/SKILL.md"
    shop.uninstall(host="codex")
    assert skill.exists()
    shop.uninstall(host="qwen")
    assert not skill.exists()


UNREADABLE = ["{// comment\n}", '{"a": 1,}', "[]", '{"hooks": 5}']


@pytest.mark.parametrize("text", UNREADABLE)
def test_settings_that_json_cannot_read_are_left_alone_with_the_lines_to_paste(text, shop):
    settings = shop.root / ".claude/settings.local.json"
    settings.parent.mkdir()
    settings.write_text(text, encoding="utf-8")
    report = shop.install(host="claude")
    (failure,), (pasted,) = report.failures, report.pasted
    assert str(settings) in failure and settings.read_text(encoding="utf-8") == text
    assert find(pasted) and "permissions" in json.loads(pasted)
    assert (shop.root / ".claude/skills/reflexion/SKILL.md").exists()  # the rest is set up


def test_the_interpreter_that_was_written_first_is_kept(shop):
    """Codex trusts a hook by its command: another Python must not change it."""
    shop.install(host="codex")
    record = next((shop.home / ".reflexion/installed").iterdir())
    for path in (shop.home / ".reflexion/installed").iterdir():
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["path"].endswith("hooks.json"):
            record = path
    found = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps({**found, "python": "/bin/sh"}), encoding="utf-8")
    commands = [hook["hooks"][0]["command"] for _, hook in site(shop).hooks(SETUPS["codex"])]
    assert all(" /bin/sh " in command for command in commands)
    record.write_text(json.dumps({**found, "python": "/gone"}), encoding="utf-8")
    commands = [hook["hooks"][0]["command"] for _, hook in site(shop).hooks(SETUPS["codex"])]
    assert not any("/gone" in command for command in commands)


def site(shop, scope="local"):
    return Site(str(shop.root), shop.environ, shop.store, scope)


LINE = "sh -c ': reflexion recall; [ -f x ] || :' python3 "
# a checkout's settings that name our hooks and do not run them
MENTIONED = [
    json.dumps({"env": {"NOTE": ": reflexion recall; "}}),
    json.dumps({"statusLine": {"type": "command", "command": f"{LINE}{ROOT}/scripts/recall.py"}}),
    json.dumps({"hooks": {"Stop": [{"hooks": [{"command": f"{LINE}{ROOT}/scripts/recall.py"}]}]}}),
    json.dumps({"hooks": {"SessionStart": [{"hooks": [{"command": f"{LINE}/gone/recall.py"}]}]}}),
    json.dumps({"hooks": {"SessionStart": [{"hooks": [{"command": ": reflexion recall; :"}]}]}}),
]


def test_copilot_keeps_quiet_where_claude_code_s_hooks_run_as_well(shop):
    shop.install(host="copilot")
    hooks = find((shop.root / ".github/hooks/reflexion.json").read_text(encoding="utf-8"))
    command = next(hook.hook["command"] for hook in hooks if hook.script == "recall")
    environ = {
        **os.environ,
        **shop.environ,
        "COPILOT_PROJECT_DIR": str(shop.root),
        "PATH": os.environ["PATH"],
    }
    payload = json.dumps(
        {"hook_event_name": "SessionStart", "cwd": str(shop.root), "timestamp": "t"}
    )

    def said():
        words = ["/bin/sh", "-c", command]
        return subprocess.run(
            words, input=payload, env=environ, capture_output=True, text=True
        ).stdout

    assert "reflexion" in said()
    settings = shop.root / ".claude/settings.json"
    settings.parent.mkdir()
    for text in MENTIONED:
        settings.write_text(text, encoding="utf-8")
        assert "reflexion" in said(), text
    settings.unlink()
    shop.install(host="claude")
    assert said() == ""


def test_the_module_for_opencode_calls_the_scripts(shop):
    shop.install(host="opencode")
    text = (shop.root / ".opencode/plugins/reflexion.js").read_text(encoding="utf-8")
    rows = [(row.event, row.script) for row in SETUPS["opencode"].hooks()]
    assert sorted((hook.event, hook.script) for hook in find(text)) == sorted(rows)
    assert f"{ROOT}/scripts/capture.py" in text and "@SETTINGS" not in text


def test_a_linked_worktree_has_settings_of_its_own(shop, tmp_path):
    (shop.root / "a").write_text("a", encoding="utf-8")
    shop.git("add", ".")
    shop.git("commit", "-q", "-m", "x")
    shop.git("worktree", "add", "-q", str(tmp_path / "tree"))
    root = str(shop.root)
    assert worktree_root(root, str(tmp_path / "tree")) == str(tmp_path / "tree")
    assert worktree_root(root, root) == root
    assert worktree_root(root, str(tmp_path)) == root
