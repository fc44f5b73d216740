"""merge-driver: git calls it for two versions of an entry."""

from __future__ import annotations

import json
import subprocess

from cli_tools import cli  # noqa: F401 (a fixture)
from test_store_merge import BASE, conflict

from reflexion.store.schema import encode


def done(cli, *argv, code=0):
    cli(*argv, status=code)
    assert "Traceback" not in cli.err
    return cli.out + cli.err


def test_merge_driver(cli, tmp_path):
    for name, entry in (
        ("O", BASE),
        ("A", {**BASE, "occurrences": 5}),
        ("B", {**BASE, "occurrences": 4}),
    ):
        (tmp_path / name).write_bytes(encode(entry))
    done(cli, "merge-driver", tmp_path / "O", tmp_path / "A", tmp_path / "B")
    assert json.loads((tmp_path / "A").read_text())["occurrences"] == 6
    (tmp_path / "O").write_bytes(conflict(BASE, {**BASE, "occurrences": 4}))
    done(cli, "merge-driver", tmp_path / "O", tmp_path / "A", tmp_path / "B")
    (tmp_path / "B").write_text("{ torn")
    done(cli, "merge-driver", tmp_path / "O", tmp_path / "A", tmp_path / "B", code=1)
    done(cli, "merge-driver", code=2)


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
