"""doctor: what it finds wrong, what it says to do, what it repairs."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import time

import pytest
from cli_tools import cli, visible  # noqa: F401
from sandbox import ROOT

from reflexion.cli import checks_machine as machine
from reflexion.setup import codex_trust
from reflexion.setup.hosts import HOSTS, of_codex_plugin, of_plugin
from reflexion.setup.site import Site
from reflexion.store import team
from reflexion.store.entries import Store

NO_ROOT = os.name != "nt" and os.geteuid() != 0


def found(cli, *argv, status=None) -> dict:
    """check -> its findings, as [(level, text, remedy)]."""
    status = status if status is not None else cli_status(cli, *argv)
    table = {}
    for row in json.loads(cli.out)["findings"]:
        table.setdefault(row["check"], []).append((row["level"], row["text"], row["remedy"]))
    return table


def cli_status(cli, *argv) -> int:
    try:
        cli("doctor", "--quick", "--json", *argv)
    except AssertionError:
        assert cli.status == 1, cli.err
    return cli.status


def levels(table: dict, check: str) -> list:
    return [level for level, _, _ in table.get(check, [])]


def healthy(cli) -> str:
    cli("init", "--host", "claude")
    return cli.put("a7f03c")


def test_all_is_well(cli):
    healthy(cli)
    out = cli("doctor", "--quick")
    assert "nothing is wrong" in out and "WRONG" not in out and visible(out)
    assert levels(found(cli), "hooks") == ["ok"]


def test_before_anything_was_set_up(cli):
    table = found(cli)
    assert (
        cli.status == 1
        and table["hooks"][0][2] == "reflexion init"
        and levels(table, "store") == ["note"]
        and not cli.store.exists()
    )


def test_each_remedy_is_told(cli):
    cli("doctor", "--quick", status=1)
    assert (
        "WRONG  hooks" in cli.out and "-> reflexion init" in cli.out and "1 thing wrong" in cli.out
    )


def test_an_event_is_sent_through_each_hook(cli):
    healthy(cli)
    out = cli("doctor")
    assert "hook commands works" in " ".join(out.split())
    assert not (cli.store / "state" / "runs").exists()  # trying is not running


def test_a_script_that_moved(cli):
    healthy(cli)
    path = cli.root / ".claude" / "settings.local.json"
    path.write_text(path.read_text().replace("scripts/capture.py", "scripts/gone.py"))
    cli("doctor", "--json", status=1)
    wrong = [row for row in json.loads(cli.out)["findings"] if row["check"] == "try"]
    assert any(row["level"] == "bad" and "its script is gone" in row["text"] for row in wrong)


def test_a_hook_that_was_taken_out(cli):
    healthy(cli)
    path = cli.root / ".claude" / "settings.local.json"
    settings = json.loads(path.read_text())
    del settings["hooks"]["PostToolUseFailure"]
    path.write_text(json.dumps(settings))
    table = found(cli)
    assert cli.status == 1 and "lacks PostToolUseFailure (capture)" in table["hooks"][0][1]


def test_settings_of_the_host_that_are_no_json(cli):
    healthy(cli)
    (cli.root / ".claude" / "settings.local.json").write_text("{,")
    assert cli_status(cli) == 1 and "settings.local.json" in cli.out


def test_codex_asks_for_trust(cli):
    cli.put("a7f03c")
    cli("init", "--host", "codex")
    table = found(cli)
    assert (
        cli.status == 1
        and any("folder is not trusted" in text for _, text, _ in table["hooks"])
        and any("not trusted yet" in text for _, text, _ in table["hooks"])
    )


@pytest.mark.parametrize(
    "spoil, check, word",
    [
        (
            lambda cli: (cli.store / "entries" / "RFX-20260301-bbbbbb.json").write_text('{"id": 1'),
            "entries",
            "not valid JSON",
        ),
        (
            lambda cli: (cli.store / "entries" / "note\x1b[2J.txt").write_text("x"),
            "entries",
            "its name is not of the form",
        ),
        (
            lambda cli: (cli.store / "config.json").write_text('{"promote_after": "x", "mine": 1}'),
            "settings",
            "promote_after: must be a whole number",
        ),
        (
            lambda cli: (cli.store / "config.json").write_text('{"ignore": ["(a"]}'),
            "settings",
            "no regular expression",
        ),
        (
            lambda cli: (cli.store / "config.json").write_text('{"enabled": false}'),
            "switch",
            "`enabled` is off",
        ),
        (
            lambda cli: (cli.store / "config.json").write_text("nonsense"),
            "settings",
            "cannot be used",
        ),
        (
            lambda cli: (cli.root / "CLAUDE.md").write_text("<!-- reflexion:begin -->"),
            "rules",
            "markers are broken",
        ),
        (lambda cli: (cli.root / "CLAUDE.md").write_bytes(b"\xff\xfe"), "rules", ""),
        (lambda cli: (cli.store / ".gitignore").unlink(), "git", "is missing"),
        (lambda cli: cli("trust", "--revoke"), "trust", "1 learning came with this project"),
    ],
)
def test_what_is_wrong(cli, spoil, check, word):
    healthy(cli)
    spoil(cli)
    table = found(cli)
    if word:
        assert cli.status == 1 and any(
            level == "bad" and word in text and remedy for level, text, remedy in table[check]
        ), table
    assert visible(cli.out)


@pytest.mark.parametrize(
    "text, level, remedy",
    [
        ("{,", "bad", "mend the file, or delete it"),
        ("[]", "bad", "mend the file"),
        ('{"max_recalled": "x"}', "bad", "reflexion config max_recalled VALUE"),
        ('{"mine": 1}', "note", "it is kept and does nothing"),
    ],
)
def test_each_fault_of_a_settings_file_has_its_remedy(cli, text, level, remedy):
    healthy(cli)
    (cli.store / "config.json").write_text(text)
    (got,) = found(cli)["settings"]
    assert got[0] == level and remedy in got[2], got


def test_promote_names_the_file_whose_markers_are_broken(cli):
    id = healthy(cli)
    (cli.root / "CLAUDE.md").write_text("<!-- reflexion:begin -->\n")
    for more in ((), ("--dry-run",)):
        cli("promote", id, *more, status=1)
        assert "nothing was written: CLAUDE.md: its markers are broken" in cli.err


def test_a_host_that_was_not_chosen_is_no_fault(cli):
    (cli.root / ".codex").mkdir()
    healthy(cli)  # init --host claude
    assert cli_status(cli) == 0 and levels(found(cli), "hooks").count("note") == 1


def test_broken_host_settings_are_named_once(cli):
    healthy(cli)
    (cli.root / ".claude" / "settings.local.json").write_text("{,")
    rows = found(cli)["hooks"]
    assert len(rows) == 1 and "settings.local.json: line 1" in rows[0][1], rows


def test_the_hooks_of_the_plugin_are_tried(cli):
    settings = cli.home / ".claude"
    (settings / "plugins").mkdir(parents=True)
    (settings / "settings.json").write_text('{"enabledPlugins": {"reflexion@reflexion": true}}')
    record = settings / "plugins" / "installed_plugins.json"
    record.write_text(
        json.dumps(
            {
                "version": 2,
                "plugins": {"reflexion@reflexion": [{"scope": "user", "installPath": str(ROOT)}]},
            }
        )
    )
    assert "each of the plugin's 10 hook commands works" in " ".join(cli("doctor").split())
    site = Site(str(cli.root), "", os.environ)
    for odd in (
        "{}",
        "[]",
        "nonsense",
        '{"plugins": {"reflexion@reflexion": [{}]}}',
        '{"plugins": {"reflexion@reflexion": 1}}',
    ):
        record.write_text(odd)
        assert of_plugin(site) == ([], "")
    assert "ok     try" not in cli("doctor")


def test_the_plugin_in_codex_and_its_trust(cli):
    config = cli.home / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text('[plugins."reflexion@reflexion"]\nenabled = true\n')
    asked = found(cli)["hooks"]
    assert any("Codex: by the plugin, switched on in" in text for _, text, _ in asked)
    assert any("Codex: 9 of 9 hooks are not trusted yet" in text for _, text, _ in asked)
    with config.open("a") as file:
        for hook in of_codex_plugin(Site(str(cli.root), "", os.environ)):
            event = codex_trust.label(hook.event)
            key = f"reflexion@reflexion:reflexion/hosts/plugin/hooks.json:{event}:{hook.group}:0"
            file.write(f'[hooks.state."{key}"]\ntrusted_hash = "sha256:0"\n')
    (row,) = (row for row in found(cli)["hooks"] if "Codex" in row[1])
    assert row[0] == "ok"
    cli("init", "--host", "codex")
    assert any("the plugin is on in" in text for _, text, _ in found(cli)["hooks"])


def test_a_read_only_file_system_has_another_remedy_than_a_mode(cli, monkeypatch):
    cli.put("a7f03c")
    for code, remedy in ((errno.EROFS, "mount it"), (errno.EACCES, "chmod")):
        monkeypatch.setattr(machine, "denied", lambda _, code=code: OSError(code, "no"))
        row, *_ = found(cli)["permissions"]
        assert row[0] == "bad" and remedy in row[2]


def test_disabled_by_the_environment(cli, monkeypatch):
    healthy(cli)
    monkeypatch.setenv("REFLEXION_DISABLED", "1")
    assert "bad" in levels(found(cli), "switch")


@pytest.mark.skipif(not NO_ROOT, reason="root may write everywhere")
def test_a_store_that_cannot_be_written(cli):
    healthy(cli)
    os.chmod(cli.store / "entries", 0o500)
    try:
        assert "bad" in levels(found(cli), "permissions")
    finally:
        os.chmod(cli.store / "entries", 0o700)


def test_a_link_out_of_the_project(cli, tmp_path):
    healthy(cli)
    (tmp_path / "elsewhere").mkdir()
    (cli.store / "entries").rename(tmp_path / "kept")
    (cli.store / "entries").symlink_to(tmp_path / "elsewhere")
    cli("doctor", "--quick", status=1)
    assert "entries: a symbolic link" in cli.err and cli.err.count("\n") == 1


def test_fix_repairs_what_is_safe(cli):
    id = healthy(cli)
    cli("promote", id)
    (cli.root / "CLAUDE.md").unlink()
    (cli.store / "index.txt").write_text("old:RFX-20200101-000000\n")
    (cli.store / ".gitignore").unlink()
    (cli.store / "state" / "tmp").mkdir(parents=True, exist_ok=True)
    left = cli.store / "state" / "tmp" / ".tmp-1-1"
    left.write_text("x")
    os.utime(left, (time.time() - 600,) * 2)
    table = found(cli)
    assert cli.status == 1 and [
        levels(table, check) for check in ("rules", "index", "temporaries", "git")
    ] == [["note"], ["note"], ["note"], ["bad"]]
    cli("doctor", "--quick", "--fix")
    assert cli.out.count("fixed") == 4 and "nothing is wrong" in cli.out
    assert (
        id in (cli.root / "CLAUDE.md").read_text()
        and id in (cli.store / "index.txt").read_text()
        and not left.exists()
        and (cli.store / ".gitignore").exists()
    )


@pytest.mark.parametrize("gone", [".gitattributes", ".gitignore"])
def test_a_shared_store_stays_shared(cli, gone):
    healthy(cli)
    assert team.share(Store(str(cli.store))) == [".gitignore", ".gitattributes"]
    (cli.store / gone).unlink()
    assert any("gitattributes" in text or "is missing" in text for _, text, _ in found(cli)["git"])
    cli("doctor", "--quick", "--fix")
    assert (cli.store / ".gitignore").read_text() == team.SHARED_IGNORE and (
        cli.store / ".gitattributes"
    ).read_text() == team.ATTRIBUTES


def test_fix_heals_conflicts_and_duplicates(cli):
    id = healthy(cli)
    path = cli.store / "entries" / f"{id}.json"
    ours = path.read_text()
    theirs = ours.replace('"occurrences": 1', '"occurrences": 4')
    path.write_text(f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> theirs\n")
    cli.put("b11d42")  # the same mistake under another id
    table = found(cli)
    assert "bad" in levels(table, "conflicts") and "note" in levels(table, "duplicates")
    cli("doctor", "--quick", "--fix")
    assert len(cli.ids()) == 1 and "<<<<" not in path.read_text()


def test_what_is_perhaps_one_mistake_is_named(cli):
    name = healthy(cli)
    older, newer = (
        cli.put(
            digits, trigger=f"E: Unable to locate package {line}", context=f"apt install {line}"
        )
        for digits, line in (("b11d42", "jq"), ("c22e53", "git-lfs"))
    )
    ((level, text, remedy),) = found(cli)["duplicates"]
    assert level == "note" and text == "1 pair of learnings that are perhaps one mistake each"
    assert f"reflexion show {older} {newer}" in remedy and name not in remedy
    assert f"review --same {older} {newer}" in remedy
    cli("review", "--different", "c22e53", "b11d42")
    assert cli.get(newer)["different"] == [older]
    assert "duplicates" not in found(cli)


def test_rules_without_a_learning_are_named(cli):
    healthy(cli)
    (cli.root / "CLAUDE.md").write_text(
        "<!-- reflexion:begin -->\n## Reflexion: Learned Rules\n- Do it. (seen 3x, source: RFX-20250101-abcdef)\n<!-- reflexion:end -->\n"
    )
    assert (
        any("RFX-20250101-abcdef" in text for _, text, _ in found(cli)["rules"]) and cli.status == 0
    )


def test_faults_are_notes(cli):
    healthy(cli)
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    (cli.store / "state" / "log.txt").write_text(
        f"2020-01-01T00:00:00Z\tcapture\told\n{stamp}\tcapture\tOSError: disk full\n"
    )
    rows = found(cli)["faults"]
    assert (
        rows[0][0] == "note" and rows[0][1].startswith("1 in 7 days") and "disk full" in rows[0][1]
    )


@pytest.mark.parametrize(
    "version, level", [((3, 8, 18), "bad"), ((3, 9, 0), "ok"), ((3, 14, 1), "ok")]
)
def test_python(version, level):
    (seen,) = machine.python(None, version, "/usr/bin/python3")
    assert seen["level"] == level


def test_a_held_lock(cli, monkeypatch):
    monkeypatch.setattr(machine, "LOCK_SECONDS", 0.1)
    fcntl = pytest.importorskip("fcntl")
    healthy(cli)
    with open(cli.store / "state" / "lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert "bad" in levels(found(cli), "lock")


def test_runs_are_told(cli):
    healthy(cli)
    (cli.store / "state" / "runs").mkdir(parents=True)
    (cli.store / "state" / "runs" / "capture.PostToolUse").write_text(
        f"{time.time():.0f}\t12.0\t0\n{time.time():.0f}\t4000.0\t0\n"
    )
    rows = found(cli)["runs"]
    assert rows[0][0] == "note" and "longest 4000 ms" in rows[0][1]


def test_it_changes_nothing_by_itself(cli):
    healthy(cli)
    subprocess.run(["git", "init", "-q", str(cli.root)], check=False, capture_output=True)
    cli("doctor", "--quick")
    before = sorted(
        (str(path), path.read_bytes()) for path in cli.root.rglob("*") if path.is_file()
    )
    cli("doctor", "--quick")
    assert (
        sorted((str(path), path.read_bytes()) for path in cli.root.rglob("*") if path.is_file())
        == before
    )


def test_a_command_that_init_would_not_write_is_named_and_never_run(cli):
    """It may have come with a checkout, however much it looks like one of ours."""
    healthy(cli)
    path = cli.root / ".claude" / "settings.local.json"
    mark = cli.root / "ran"
    settings = json.loads(path.read_text())
    hook = settings["hooks"]["Stop"][0]["hooks"][0]
    hook["command"] = hook["command"].replace("[ -f", f"touch {mark}; [ -f")
    path.write_text(json.dumps(settings))
    said = cli("doctor")
    assert "not tried" in said and "Stop (capture)" in said and not mark.exists()
    assert "each of 9 hook commands works" in " ".join(said.split())


def test_time_outs_in_another_hosts_unit(cli):
    cli("init", "--host", "gemini")
    path = cli.root / ".gemini" / "settings.json"
    path.write_text(path.read_text().replace("15000", "15"))
    wrong = [text for level, text, _ in found(cli)["hooks"] if level == "bad"]
    assert any("8 time-outs" in text and "it counts milliseconds" in text for text in wrong)
    cli("init", "--host", "gemini")
    assert not any("time-outs" in text for _, text, _ in found(cli)["hooks"])


def test_hooks_written_by_hand_are_known(cli):
    cli.put("a7f03c")
    path = cli.root / ".claude" / "settings.local.json"
    path.parent.mkdir()
    path.write_text(
        json.dumps(
            {
                "hooks": {
                    row.event: [
                        {
                            "hooks": [
                                {
                                    "type": "command",
                                    "command": f"python3 /opt/reflexion/scripts/{one.script}.py",
                                }
                            ]
                        }
                        for one in HOSTS["claude"].table
                        if one.event == row.event
                    ]
                    for row in HOSTS["claude"].table
                }
            }
        )
    )
    rows = found(cli)["hooks"]
    assert [level for level, _, _ in rows] == ["ok"] and "written by hand" in rows[0][1]
