"""`reflexion check`: exit status, and places named without the value."""

from __future__ import annotations

import io
import json
import sys

import pytest
import secret_cases as cases
from cli_tools import cli  # noqa: F401 (a fixture)

from reflexion.cli import run
from reflexion.cli.check import spots

TOKEN = "gh" + "p_" + cases.filled("{b36}", 1)[1][0]


@pytest.fixture
def project(tmp_path, monkeypatch):
    entries = tmp_path / "shop" / ".reflexion" / "entries"
    entries.mkdir(parents=True)
    (tmp_path / "shop" / ".git").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("REFLEXION_DIR", "REFLEXION_HOME", "CLAUDE_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path / "shop")
    return entries


def entry(context: str, id: str = "RFX-20310102-0a1b2c") -> str:
    return (
        json.dumps(
            {
                "id": id,
                "type": "error",
                "trigger": "Error: denied",
                "context": context,
                "resolution": "",
                "keywords": ["denied"],
                "occurrences": 1,
                "first_seen": "2031-01-02",
                "last_seen": "2031-01-02",
                "promoted": False,
                "cwd": ".",
            },
            indent=2,
        )
        + "\n"
    )


def test_a_clean_store(project, capsys):
    assert run(["check"]) == 0
    (project / "RFX-20310102-0a1b2c.json").write_text(
        entry("npm run build -- --token $TOKEN"), encoding="utf-8"
    )
    assert run(["check"]) == 0
    assert capsys.readouterr().out.endswith("1 file, nothing that looks like a secret\n")
    assert run(["check", "--quiet"]) == 0 and capsys.readouterr().out == ""


def test_a_secret_is_named_by_file_line_and_kind(project, capsys):
    file = project / "RFX-20310102-0a1b2c.json"
    file.write_text(entry(f"export GH_TOKEN={TOKEN} && make"), encoding="utf-8")
    assert run(["check"]) == 1
    said = capsys.readouterr()
    assert said.out == f"{project}/RFX-20310102-0a1b2c.json:5: github token\n"
    assert TOKEN not in said.out + said.err and "Revoke" in said.err
    assert run(["check", ".reflexion/entries/RFX-20310102-0a1b2c.json"]) == 1
    assert capsys.readouterr().out.startswith(".reflexion/entries/RFX-20310102-0a1b2c.json:5: ")
    assert run(["check", "--json", str(project)]) == 1
    assert json.loads(capsys.readouterr().out) == [
        {"file": str(file), "line": 5, "kind": "github token"}
    ]


def test_standard_input(project, capsys, monkeypatch):
    for text, status, said in (
        (f"one\ntwo {TOKEN}\n", 1, "<stdin>:2: github token\n"),
        ("nothing\n", 0, ""),
        ("", 0, ""),
        (f"\0{TOKEN}", 0, ""),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-8"))))
        assert run(["check", "-q", "-"]) == status
        assert capsys.readouterr().out == said


def test_the_persons_own_patterns(project, tmp_path, capsys):
    home = tmp_path / "home" / ".reflexion"
    home.mkdir(parents=True)
    (home / "config.json").write_text(json.dumps({"redact": ["acme-\\d{4}"]}), encoding="utf-8")
    (project / "RFX-20310102-0a1b2c.json").write_text(entry("open acme-0042"), encoding="utf-8")
    assert run(["check"]) == 1
    assert capsys.readouterr().out.endswith(":5: pattern from the settings\n")


def test_what_cannot_be_read(project, capsys):
    assert run(["check", "no/such/file"]) == 2
    assert "no/such/file" in capsys.readouterr().err
    with pytest.raises(SystemExit) as usage:
        run(["check", "--no-such-option"])
    assert usage.value.code == 2


def test_lines_are_counted():
    text = (
        "".join(f"line {n}\n" for n in range(1, 40)) + f"see {TOKEN}\n" + "x" * 200 + f"\n{TOKEN}\n"
    )
    assert spots(text, ()) == [(40, "github token"), (42, "github token")]


SECRET = "ghp_" + "a1B2c3D4e5F6" * 3


def test_check_reads_what_people_wrote(cli):
    """Index and scratch are derived: a keyword such as `jwt` followed by ids is no secret."""
    cli.put("aaaaaa", keywords=["jwt", "token"])
    (cli.store / "index.txt").write_text(f"token: {SECRET}\n")
    (cli.store / "state").mkdir(exist_ok=True)
    (cli.store / "state" / "said.txt").write_text(SECRET)
    assert "nothing that looks like a secret" in cli("check")
    (cli.store / "config.json").write_text(json.dumps({"ignore": [SECRET]}))
    cli("check", status=1)
