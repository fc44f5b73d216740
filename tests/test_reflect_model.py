"""The command that asks a model runs apart, and what goes wrong with it is one line."""

from __future__ import annotations

import os
import time

import pytest
from sandbox import python_line

from reflexion.reflect import model


def command(tmp_path, code: str) -> str:
    path = tmp_path / "model.py"
    path.write_text(code)
    return python_line(path)


def test_the_command_runs_apart(tmp_path, monkeypatch):
    code = "import os, sys; print(os.environ['REFLEXION_DISABLED'], os.path.isdir('.git'), sorted(os.listdir('.')), len(sys.stdin.read()))"
    answer = model.ask(command(tmp_path, code), "x" * 300000, os.environ)
    assert answer.split() == ["1", "True", "['.git']", "300000"]


@pytest.mark.parametrize(
    "code, why",
    [
        ("import time; time.sleep(60)", "no answer within"),
        ("import sys; sys.exit(3)", "status 3$"),
        ("import sys; sys.exit('no key is set')", "status 1: no key is set"),
        ("print('x' * 300000)", "more than"),
        ("import sys; sys.stdin.close(); print('{}')", None),
    ],
)
def test_what_goes_wrong_is_one_line(tmp_path, code, why):
    start = time.monotonic()
    if why is None:
        assert model.ask(command(tmp_path, code), "x" * 300000, os.environ).strip() == "{}"
        return
    with pytest.raises(model.Failed, match=why):
        model.ask(
            command(tmp_path, code),
            "x" * 300000,
            os.environ,
            timeout=0.3 if "sleep" in code else 20,
        )
    assert time.monotonic() - start < 20


@pytest.mark.parametrize("text", ["", "'", "no-such-program-here -p", "   "])
def test_no_command(text):
    with pytest.raises(model.Failed):
        model.ask(text, "x", os.environ)
