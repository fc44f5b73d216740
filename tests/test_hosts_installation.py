"""What each host's own folder says about its installation."""

import json

import pytest

from reflexion.hosts import NAMES
from reflexion.hosts.installation import SETUPS as HOSTS
from reflexion.setup import site

SCRIPTS = {"capture", "recall", "promote"}
CALL = "python3 /opt/reflexion"


@pytest.mark.parametrize("name", NAMES)
def test_the_hooks_of_every_host_have_our_names_beside_its_own(name):
    host = HOSTS[name]
    rows = {(row.name, row.script) for row in host.hooks()}
    must = {
        ("SessionStart", "recall"),
        ("UserPromptSubmit", "recall"),
        ("UserPromptSubmit", "capture"),
        ("PostToolUse", "capture"),
        ("Stop", "capture"),
        ("SessionEnd", "capture"),
        ("SessionEnd", "promote"),
    }
    assert must <= rows
    assert {script for _, script in rows} == SCRIPTS
    assert (("PreToolUse", "recall") in rows) == (name == "copilot")
    assert (("SubagentStop", "capture") in rows) == (name != "gemini")


HOMES = [
    ({"HOME": "/h"}, ["/h/.claude", "/h/.codex", "/h/.copilot", "/h/.gemini", "/h/.qwen", "/h/.config/opencode"]),
    (
        {"HOME": "/h", "CLAUDE_CONFIG_DIR": "/a", "CODEX_HOME": "/b", "COPILOT_HOME": "/c", "GEMINI_CLI_HOME": "/d", "QWEN_HOME": "/e", "XDG_CONFIG_HOME": "/f"},
        ["/a", "/b", "/c", "/d/.gemini", "/e", "/f/opencode"],
    ),
]  # fmt: skip


@pytest.mark.parametrize("environ, expected", HOMES, ids=["by default", "by a variable"])
def test_where_the_hosts_keep_their_own_files(environ, expected):
    assert [HOSTS[name].home(environ) for name in NAMES] == expected


def test_a_host_is_in_use_by_its_files_its_home_or_its_program(tmp_path):
    host = HOSTS["codex"]
    environ = {"HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "bin")}
    root = tmp_path / "shop"
    root.mkdir()
    here = site.Site(str(root), environ, "", "local")
    assert here.sign(host) == ""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/codex").touch(mode=0o755)
    assert here.sign(host) == "`codex` on the path"
    (tmp_path / "home/.codex").mkdir(parents=True)
    assert here.sign(host) == "its folder in your home"
    (root / ".codex").mkdir()
    assert here.sign(host) == ".codex in the project"


RULES = {
    "claude": [f"Bash({CALL} learn:*)", f"Bash({CALL} status)", f"Bash({CALL} reflect cards:*)"],
    "qwen": [f"Bash({CALL} learn:*)", f"Bash({CALL} status)", f"Bash({CALL} reflect cards:*)"],
    "opencode": [f"{CALL} learn *", f"{CALL} status", f"{CALL} reflect cards *"],
    "codex": [],
    "copilot": [],
    "gemini": [],
}


@pytest.mark.parametrize("name", NAMES)
def test_permissions_have_the_form_of_the_host(name):
    rules = site.permissions(HOSTS[name], CALL)
    assert [rule for rule in rules if rule in RULES[name]] == RULES[name]
    assert bool(rules) == bool(RULES[name])


def test_codex_gets_prefixes_and_none_that_could_write_a_file():
    names = ("learn", "recall", "list", "show", "worked", "failed", 'reflect", "cards')
    assert site.permissions_text(HOSTS["codex"], CALL).splitlines() == [
        "# Reflexion: recording a learning needs no approval",
        *(
            f'prefix_rule(pattern=["python3", "/opt/reflexion", "{name}"], decision="allow")'
            for name in names
        ),
    ]


def test_gemini_gets_a_policy_of_its_own_for_each_project(tmp_path):
    host = HOSTS["gemini"]
    text = site.permissions_text(host, CALL)
    assert f'commandPrefix = "{CALL} reflect cards"\n' in text and "status" not in text
    assert text.count("[[rule]]\ntoolName") == 7
    environ = {"HOME": str(tmp_path)}
    paths = {
        host.rules_path(root, scope, environ)
        for root, scope in (("/a", "local"), ("/b", "local"), ("/a", "user"), ("/b", "user"))
    }
    assert len(paths) == 3 and all(path.startswith(str(tmp_path)) for path in paths)


HEAD = '---\ndescription: Search "it"\nargument-hint: words\n---\n\n'
BODY = "Run this for $ARGUMENTS, then /reflexion:status:\n\n!`reflexion list`\n"
COMMAND_TEXTS = {
    "claude": HEAD + BODY,
    "qwen": '---\ndescription: Search "it"\n---\n\nRun this for {{args}}, then /reflexion:status:\n\n!{reflexion list}\n',
    "gemini": "description = \"Search \\\"it\\\"\"\nprompt = '''\nRun this for {{args}}, then /reflexion:status:\n\n!{reflexion list}\n'''\n",
    "opencode": '---\ndescription: Search "it"\n---\n\nRun this for $ARGUMENTS, then /reflexion-status:\n\n!`reflexion list`\n',
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(COMMAND_TEXTS))
def test_a_slash_command_has_the_form_of_the_host(name):
    assert site.in_form(HOSTS[name], site.COMMANDS, HEAD + BODY) == COMMAND_TEXTS[name]


def test_a_sub_agent_has_the_form_of_the_host():
    text = "---\nname: finder\ndescription: Finds\ntools: Read\n---\n\nTask.\n"
    having = [host for host in HOSTS.values() if host.agents]
    texts = {host.name: site.in_form(host, site.AGENTS, text) for host in having}
    assert texts == {
        "claude": "---\nname: finder\ndescription: Finds\ntools: Read\n---\n\nTask.\n",
        "gemini": "---\nname: finder\ndescription: Finds\n---\n\nTask.\n",
        "qwen": "---\nname: finder\ndescription: Finds\n---\n\nTask.\n",
        "opencode": "---\ndescription: Finds\nmode: subagent\n---\n\nTask.\n",
    }


def trusted(name, root, home, scope="local", **more):
    host = HOSTS[name]
    environ = {"HOME": str(home), **more}
    return host.is_trusted(host.settings_path(str(root), scope, environ), str(root), environ)


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


def test_some_hosts_ask_for_no_trust_that_is_on_record(tmp_path):
    assert all(
        trusted(name, tmp_path / "shop", tmp_path) for name in ("claude", "opencode", "qwen")
    )


def test_codex_trusts_a_folder_by_its_configuration(tmp_path):
    config = tmp_path / ".codex/config.toml"
    state = "".join(f'[hooks.state."{root}/.codex/hooks.json:x"]\n' for root in ("/shop", "/b"))
    assert not trusted("codex", "/shop", tmp_path)
    write(config, f'[projects."/shop"]\nmodel = "x"\ntrust_level = "trusted"\n{state}')
    assert trusted("codex", "/shop", tmp_path) and not trusted("codex", "/shop/api", tmp_path)
    write(
        config,
        f'[projects."/shop"]\ntrust_level = "untrusted"\n[projects."/b"]\ntrust_level = "trusted"\n{state}',
    )
    assert not trusted("codex", "/shop", tmp_path) and trusted("codex", "/b", tmp_path)


def test_codex_trusts_hooks_by_the_file_that_they_stand_in(tmp_path):
    config = tmp_path / ".codex/config.toml"
    write(config, '[projects."/shop"]\ntrust_level = "trusted"\n')
    assert not trusted("codex", "/shop", tmp_path)
    for path in ("/shop/.codex/hooks.json", tmp_path / ".codex/hooks.json"):
        write(
            config,
            config.read_text(encoding="utf-8")
            + f'[hooks.state."{path}:stop:0:0"]\ntrusted_hash = "x"\n',
        )
    assert trusted("codex", "/shop", tmp_path) and not trusted("codex", "/other", tmp_path)
    assert trusted("codex", "/other", tmp_path, "user")


def test_copilot_trusts_the_folders_on_its_list_and_what_lies_in_them(tmp_path):
    shop = tmp_path / "shop"
    write(
        tmp_path / ".copilot/config.json",
        "// made by copilot\n" + json.dumps({"trustedFolders": [str(shop)]}),
    )
    assert trusted("copilot", shop, tmp_path) and trusted("copilot", shop / "api", tmp_path)
    assert not trusted("copilot", tmp_path / "shop-two", tmp_path)
    assert trusted("copilot", tmp_path / "shop-two", tmp_path, "user")
    for broken in ("{", "[]", '{"trustedFolders": 5}', '{"trustedFolders": [5, "x"]}'):
        write(tmp_path / ".copilot/config.json", broken)
        assert not trusted("copilot", shop, tmp_path)


FOLDERS = [
    ({"{shop}": "TRUST_FOLDER"}, True),
    ({"{shop}/api": "TRUST_PARENT"}, True),
    ({"{shop}": "DO_NOT_TRUST"}, False),
    ({"{shop}": "DO_NOT_TRUST", "{home}": "TRUST_FOLDER"}, False),
    ({"{home}/other": "TRUST_FOLDER"}, False),
    ({}, False),
]


@pytest.mark.parametrize("folders, expected", FOLDERS)
def test_gemini_trusts_the_folders_on_its_list(folders, expected, tmp_path):
    shop = tmp_path / "shop"
    listed = {key.format(shop=shop, home=tmp_path): word for key, word in folders.items()}
    write(tmp_path / ".gemini/trustedFolders.json", listed)
    assert trusted("gemini", shop, tmp_path) == expected


def test_gemini_may_have_been_told_to_ask_for_no_trust(tmp_path):
    shop = tmp_path / "shop"
    assert not trusted("gemini", shop, tmp_path)
    assert trusted("gemini", shop, tmp_path, GEMINI_CLI_TRUST_WORKSPACE="true")
    write(tmp_path / ".gemini/settings.json", {"security": {"folderTrust": {"enabled": False}}})
    assert trusted("gemini", shop, tmp_path)


def test_a_plugin_that_is_switched_on_is_found(tmp_path):
    settings = tmp_path / ".claude/settings.json"
    environ = {"HOME": str(tmp_path)}
    root = str(tmp_path / "shop")
    write(settings, {"enabledPlugins": {"reflexion@reflexion": True}})
    assert HOSTS["claude"].plugin_file(root, environ) == str(settings)
    write(settings, {"enabledPlugins": {"reflexion@reflexion": False, "other@x": True}})
    assert HOSTS["claude"].plugin_file(root, environ) == ""
    config = tmp_path / ".codex/config.toml"
    write(config, '[plugins."reflexion@reflexion"]\nenabled = true\n')
    assert HOSTS["codex"].plugin_file(root, environ) == str(config)
    assert HOSTS["qwen"].plugin_file(root, environ) == ""
