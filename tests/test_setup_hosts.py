"""What is installed where, for doctor and status."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from sandbox import ROOT

from reflexion.setup import (
    codex_trust,
    hooks,
    hosts,
    permissions,
    texts,
    trusting,
    versions,
)
from reflexion.setup.hosts import HOSTS
from reflexion.setup.site import Site


@pytest.fixture
def site(tmp_path, scratch_home):
    (tmp_path / "shop").mkdir()
    return Site(str(tmp_path / "shop"), "", {"HOME": str(scratch_home)})


def write(site, host, scope, change=lambda found: found):
    module = HOSTS[host]
    path = Path(module.settings_files(site)[scope])
    path.parent.mkdir(parents=True, exist_ok=True)
    wanted = [
        (event, json.loads(change(json.dumps(group)))) for event, group in module.wanted(site)
    ]
    path.write_text(hooks.merged("", wanted), encoding="utf-8")
    return path


def test_nothing(site):
    assert (
        hosts.installed(site) == ([], [])
        and len(hosts.missing(site, "claude")) == len(HOSTS["claude"].table)
        and hosts.plugin_enabled(site) == ""
    )


@pytest.mark.parametrize(
    "host, scope",
    [
        ("claude", "local"),
        ("claude", "shared"),
        ("claude", "user"),
        ("codex", "shared"),
        ("codex", "user"),
        ("copilot", "shared"),
        ("copilot", "user"),
        ("qwen", "shared"),
        ("gemini", "user"),
    ],
)
def test_found(site, host, scope):
    table = [row[:3] for row in HOSTS[host].table]
    path = write(site, host, scope)
    found, problems = hosts.installed(site)
    assert (
        sorted((one.event, one.script) for one in found)
        == sorted((event, script) for event, script, _ in table)
        and problems == []
    )
    assert {(one.host, one.scope, one.path) for one in found} == {
        (host, "shared" if host not in ("claude",) and scope != "user" else scope, str(path))
    }
    assert {one.trust for one in found} == {codex_trust.UNTRUSTED if host == "codex" else ""}
    assert hosts.missing(site, host) == [] and all(
        one.seconds(HOSTS[host].units_per_second) in (15, HOSTS[host].last_seconds) for one in found
    )


def test_missing_and_odd_timeouts(site):
    path = write(site, "claude", "local")
    settings = json.loads(path.read_text(encoding="utf-8"))
    del settings["hooks"]["Stop"]
    settings["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"] = "soon"
    path.write_text(json.dumps(settings), encoding="utf-8")
    assert hosts.missing(site, "claude") == [("Stop", "capture")]
    assert (
        next(one for one in hosts.installed(site)[0] if one.event == "PreToolUse").seconds(1) == 15
    )


@pytest.mark.parametrize("data", [b"{,}", b"[]", b"\xff", b'{"hooks": []}'])
def test_problems(site, data):
    path = write(site, "codex", "shared")
    path.write_bytes(data)
    found, problems = hosts.installed(site)
    assert (
        found == [] and [name for name, _ in problems] == [str(path)] and "\n" not in problems[0][1]
    )


@pytest.mark.parametrize(
    "plugins, on",
    [
        ({"reflexion@reflexion": True}, True),
        ({"reflexion@mine": True, "x@y": True}, True),
        ({"reflexion@reflexion": False}, False),
        (3, False),
    ],
)
def test_plugin(site, plugins, on):
    path = write(site, "claude", "user")
    path.write_text(json.dumps({"enabledPlugins": plugins}), encoding="utf-8")
    assert hosts.plugin_enabled(site) == (str(path) if on else "")


def settings_of(host, site):
    """The file that `init` writes, from nothing."""
    return json.loads(host.changed("", site))


@pytest.mark.parametrize("name", [name for name, host in HOSTS.items() if not host.module])
def test_each_hook_has_its_seconds_and_survives_its_script(site, name, tmp_path):
    host = HOSTS[name]
    wanted = host.wanted(site)
    assert [(event, one.get("matcher")) for event, one in wanted] == [
        (row.event, row.matcher) for row in host.table
    ]
    for row, (_, one) in zip(host.table, wanted):
        (hook,) = one["hooks"]
        seconds = hook["timeout"] / (1000 if name == "gemini" else 1)
        assert seconds == (3 if name == "codex" and row.name == "SessionEnd" else 15)
        gone = hook["command"].replace(str(ROOT), str(tmp_path / "gone"))
        assert gone != hook["command"]
        done = subprocess.run(["sh", "-c", gone], input=b"{}", cwd=tmp_path, capture_output=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), "2 would block"


@pytest.mark.parametrize("name", HOSTS)
def test_every_event_of_a_table_is_one_that_the_toolkit_knows(name):
    known = {row.event for row in HOSTS["claude"].table}
    for row in HOSTS[name].table:
        assert row.name in known and row.script in ("capture", "recall", "promote")


@pytest.mark.parametrize(
    "name, at, rule",
    [
        ("claude", ("permissions", "allow"), "Bash({} learn:*)"),
        ("qwen", ("permissions", "allow"), "Bash({} learn:*)"),
    ],
)
def test_the_rule_that_lets_the_agent_record(site, name, at, rule):
    host, call = HOSTS[name], site.caller
    listed = settings_of(host, site)
    for key in at:
        listed = listed[key]
    assert rule.format(call) in listed
    for words in ("reflect --with", "trust", "export", "config", "clear", "reflect integrate"):
        assert not any(f"{call} {words}" in one for one in listed), words
    bare = [one for one in listed if f"{call} status" in one]
    assert bare == [f"Bash({call} status)"]


def test_the_policy_that_gemini_reads(site):
    """Its settings stay without a rule: one there would deny every other command, with --yolo too."""
    host = HOSTS["gemini"]
    assert list(settings_of(host, site)) == ["hooks"]
    path = Path(host.permission_file(site))
    assert path.parent == Path(site.environ["HOME"], ".gemini", "policies")
    assert path.name != Path(host.permission_file(Site(site.root + "p", "", site.environ))).name
    policy = permissions.rules_text(host, site.caller)
    (line,) = [line for line in policy.splitlines() if line.startswith("commandPrefix = ")]
    prefixes = json.loads(line.partition(" = ")[2])
    assert f"{site.caller} learn" in prefixes and f"{site.caller} status" not in prefixes
    assert 'decision = "allow"' in policy


def test_what_opencode_allows(site):
    host = HOSTS["opencode"]
    text = hooks.merged('{"permission": {"bash": {"*": "ask"}}}', [], host.allow(site))
    allowed = json.loads(text)["permission"]["bash"]
    assert list(allowed)[0] == "*", "the last rule that fits counts, so ours come after it"
    assert allowed[f"{site.caller} learn *"] == "allow" and f"{site.caller} trust *" not in allowed
    assert hooks.without(text, host.allow(site)) == '{"permission": {"bash": {"*": "ask"}}}'
    with pytest.raises(hooks.jsonedit.BrokenJson, match="permission"):
        hooks.merged('{"permission": "ask"}', [], host.allow(site))


def test_copilots_file_is_ours_alone(site):
    host = HOSTS["copilot"]
    text = host.changed("", site)
    assert json.loads(text)["version"] == 1 and host.changed(text, site) == text
    assert json.loads(host.restored(text, site)) == {"version": 1}


def test_the_plugins_files_allow_what_the_list_allows():
    rules = permissions.rules(HOSTS["claude"], texts.PLUGIN_COMMAND)
    files = [*(ROOT / "reflexion/hosts/plugin/commands").iterdir(), Path(texts.SKILL)]
    seen = set()
    for path in files:
        head = path.read_text(encoding="utf-8").split("---")[1]
        seen.update(re.findall(r"Bash\(.*?\)(?=,|$)", head, re.M))
    assert seen == set(rules)


SIGNS = [
    ("gemini", "GEMINI.md", "GEMINI.md in the project"),
    ("copilot", ".github/hooks", ".github/hooks in the project"),
    ("copilot", ".github", ""),
    ("qwen", "QWEN.md", "QWEN.md in the project"),
    ("opencode", "opencode.json", "opencode.json in the project"),
    ("codex", "AGENTS.md", ""),
]


@pytest.mark.parametrize("name, sign, why", SIGNS)
def test_signs_of_a_host(site, name, sign, why):
    (Path(site.root) / sign).mkdir(parents=True)
    assert HOSTS[name].why_in_use(site) == why


def test_a_program_that_shares_its_name_is_no_sign(site, tmp_path):
    for name in ("copilot", "qwen"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    site.environ["PATH"] = str(tmp_path)
    assert HOSTS["copilot"].why_in_use(site) == ""
    assert HOSTS["qwen"].why_in_use(site) == "`qwen` on the path"


FOLDERS = [
    ("gemini", "trustedFolders.json", '{"ROOT": "TRUST_FOLDER"}', True),
    ("gemini", "trustedFolders.json", '{"ROOT/x": "TRUST_PARENT"}', True),
    ("gemini", "trustedFolders.json", '{"ROOT": "DO_NOT_TRUST"}', False),
    ("gemini", "trustedFolders.json", '{"ROOTS": "TRUST_FOLDER"}', False),
    ("gemini", "trustedFolders.json", '{"ROOT": "TRUST_FOLDER", "ROOT/.": "DO_NOT_TRUST"}', False),
    ("gemini", "settings.json", '{"security": {"folderTrust": {"enabled": false}}}', True),
    ("gemini", "settings.json", "nonsense", False),
    ("qwen", "settings.json", "{}", True),
    ("qwen", "settings.json", '{"security": {"folderTrust": {"enabled": true}}}', False),
    ("copilot", "config.json", '// a head\n{"trustedFolders": ["ROOT"]}', True),
    ("copilot", "config.json", '{"trustedFolders": ["/elsewhere", 3]}', False),
    ("copilot", "config.json", '{"trustedFolders": "ROOT"}', False),
    ("opencode", "opencode.json", "{}", True),
]


@pytest.mark.parametrize("name, file, text, trusted", FOLDERS)
def test_trust_in_folders(site, name, file, text, trusted):
    host = HOSTS[name]
    folder = Path(host.home_folder(site))
    folder.mkdir(parents=True)
    (folder / file).write_text(text.replace("ROOT", site.root))
    assert trusting.folder_trusted(host, site) == trusted


def test_homes_by_variable(tmp_path):
    environ = {"HOME": "/home/dev", "CODEX_HOME": "/c", "XDG_CONFIG_HOME": "/x"}
    environ["GEMINI_CLI_HOME"] = "/g"
    site = Site(str(tmp_path), "user", environ)
    homes = {name: host.home_folder(site) for name, host in HOSTS.items()}
    assert homes["codex"] == "/c" and homes["opencode"] == os.path.join("/x", "opencode")
    assert homes["gemini"] == os.path.join("/g", ".gemini")
    assert homes["qwen"] == os.path.join("/home/dev", ".qwen")


VERSIONS = [
    ("lib/node_modules/@x/cli/package.json", "lib/node_modules/@x/cli/bin/deep/run.js", "0.61.0"),
    ("package.json", "a/b/c/d/e/f/run.js", ""),
    ("x/other.json", "x/run.js", ""),
    ("x/other.json", "versions/2.1.197", "2.1.197"),
]


@pytest.mark.parametrize("package, program, version", VERSIONS)
def test_versions_are_read_not_run(tmp_path, package, program, version):
    for name, text in ((package, '{"version": "0.61.0-nightly"}'), (program, "exit 1")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "bin").mkdir()
    link = tmp_path / "bin" / "host"
    link.symlink_to(tmp_path / program)
    assert versions.of_program(str(link)) == version
    assert versions.order("0.9.10") < versions.order("0.10.1") < versions.order("1.0")


@pytest.mark.parametrize("name", [name for name, host in HOSTS.items() if host.commands])
def test_slash_commands_in_each_hosts_form(site, name):
    host = HOSTS[name]
    files = texts.command_files(host, site)
    assert len(files) == 11
    for path, text in files.items():
        assert "CLAUDE_PLUGIN_ROOT" not in text, path
        if name in ("qwen", "gemini"):
            assert "$ARGUMENTS" not in text and "!`" not in text, path
        if path.endswith(".toml"):
            assert text.startswith("description = ") and text.count("'''") == 2
    off = next(text for path, text in files.items() if re.search(r"\Woff\.", path))
    told = {"qwen": "/reflexion:off\n", "gemini": "/reflexion:off\n"}
    assert told.get(name, "") in off
    assert texts.named(host, "off") == (
        "/reflexion-off" if name == "opencode" else "/reflexion:off"
    )


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_the_module_of_opencode_is_javascript(site, tmp_path):
    host = HOSTS["opencode"]
    text = host.module_text(site)
    assert "@" not in re.sub(r"//.*", "", text), "all is filled in"
    (tmp_path / "module.mjs").write_text(text, encoding="utf-8")
    done = subprocess.run(["node", "--check", tmp_path / "module.mjs"], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_module_of_opencode_stays_small():
    lines = (ROOT / "reflexion/hosts/opencode/reflexion.js").read_text(encoding="utf-8")
    assert len(lines.splitlines()) <= 100 and "import" in lines
    modules = re.findall(r'from "(.*)"', lines)
    assert all(name.startswith("node:") for name in modules), "it has no dependencies"
