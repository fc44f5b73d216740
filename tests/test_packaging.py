"""What is packed is what is needed: every file of the plugin inside the package and named to setuptools, one version, a sdist with all that git has."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import subprocess

import pytest
from sandbox import ROOT

import reflexion

PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PLUGIN = json.loads((ROOT / ".claude-plugin" / "plugin.json").read_text(encoding="utf-8"))
PACKED = '"plugin/**/*", "*/*.js"'  # below reflexion/hosts: what the wheel takes beside modules
DERIVED = ("__pycache__", ".pyc")


def files(folder):
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(mark in str(path) for mark in DERIVED)
    ]


def named(value) -> list:
    """Every path in the manifest of the plugin."""
    found = (
        value
        if isinstance(value, (list, tuple))
        else value.values()
        if isinstance(value, dict)
        else [value]
    )
    return (
        [value]
        if isinstance(value, str) and value.startswith("./")
        else []
        if isinstance(value, str)
        else [path for one in found for path in named(one)]
    )


def test_every_file_that_is_no_module_is_package_data():
    assert f'"reflexion.hosts" = [{PACKED}]' in PYPROJECT
    packed = set()
    for package, patterns in re.findall(r'^"(reflexion[\w.]*)" = (\[.*\])$', PYPROJECT, re.M):
        for pattern in json.loads(patterns):
            packed.update(ROOT.joinpath(*package.split(".")).glob(pattern))
    left = [str(f) for f in files(ROOT / "reflexion") if f.suffix != ".py" and f not in packed]
    assert left == [], "name them in [tool.setuptools.package-data]"


def test_every_folder_with_modules_is_a_package():
    folders = {path.parent for path in files(ROOT / "reflexion") if path.suffix == ".py"}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize("path", named(PLUGIN))
def test_what_the_plugin_names_lies_inside_the_package(path):
    assert path.startswith("./reflexion/hosts/plugin/") and (ROOT / path).exists()


def test_every_part_of_the_plugin_is_named_by_it():
    parts = files(ROOT / "reflexion" / "hosts" / "plugin")
    reached = [(ROOT / path).resolve() for path in named(PLUGIN)]
    assert [
        str(part)
        for part in parts
        if not any(part == path or path in part.parents for path in reached)
    ] == []


def test_one_version():
    assert 'dynamic = ["version"]' in PYPROJECT and 'attr = "reflexion.__version__"' in PYPROJECT
    assert PLUGIN["version"] == reflexion.__version__ and re.fullmatch(
        r"\d+\.\d+\.\d+", reflexion.__version__
    )


def test_the_console_script_exists():
    module, function = re.search(r'^reflexion = "([\w.]+):(\w+)"$', PYPROJECT, re.M).groups()
    assert callable(getattr(__import__(module, fromlist=[function]), function))


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout: what git has is not known")
def test_a_sdist_holds_all_that_git_has():
    tracked = (
        subprocess.run(
            ["git", "-C", str(ROOT), "ls-files", "-z"], stdout=subprocess.PIPE, check=True
        )
        .stdout.decode()
        .split("\0")
    )
    lines = [
        line.split()
        for line in (ROOT / ".ci" / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
        if line
    ]
    folders = [word for line in lines if line[0] == "graft" for word in line[1:]] + ["reflexion"]
    patterns = [word for line in lines if line[0] == "include" for word in line[1:]] + [
        "README.md",
        "LICENSE",
        "pyproject.toml",
    ]
    left = [
        path
        for path in tracked
        if path
        and path.split("/")[0] not in folders
        and not any(fnmatch.fnmatch(path, pattern) for pattern in patterns)
    ]
    assert left == [], "name them in .ci/MANIFEST.in"


@pytest.mark.parametrize("there", [False, True])
def test_the_manifest_stands_at_the_top_only_while_a_sdist_is_built(there, tmp_path, monkeypatch):
    build_meta = pytest.importorskip(
        "setuptools.build_meta", reason="setuptools builds; it comes from the index"
    )
    import importlib.util

    spec = importlib.util.spec_from_file_location("backend", ROOT / ".ci" / "backend.py")
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "MANIFEST.in").write_text("graft tests\n")
    if there:
        (tmp_path / "MANIFEST.in").write_text("of a sdist\n")
    monkeypatch.chdir(tmp_path)
    seen = []
    monkeypatch.setattr(
        build_meta,
        "build_sdist",
        lambda *_: seen.append((tmp_path / "MANIFEST.in").read_text()) or "it.tar.gz",
    )
    assert backend.build_sdist("dist") == "it.tar.gz"
    assert (
        seen == ["of a sdist\n" if there else "graft tests\n"]
        and os.path.exists("MANIFEST.in") is there
    )
