"""The project's check: `python3 .ci/check.py lint|suite|package `, all of it without a name.

`.ci/run` and the public workflow call this, on Linux, macOS and Windows. What needs an index that
is out of reach is skipped, and said.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".ci" / "tools.txt"
BIN = "Scripts" if os.name == "nt" else "bin"


def run(*command: str | Path, **options) -> subprocess.CompletedProcess:
    """Run a program, by default at the top of the project. Raises CalledProcessError."""
    words = [str(word) for word in command]
    print("$", " ".join(words), flush=True)
    return subprocess.run(words, check=True, **{"cwd": ROOT, **options})


def environment(folder: Path, *packages: str | Path) -> Path | None:
    """Make an environment with these packages; return its folder of programs, None without."""
    programs = folder / BIN
    if not programs.exists():
        venv.create(folder, with_pip=True)
    words = [programs / "python", "-m", "pip", "install", "--quiet", *packages]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode == 0:
        return programs
    print(f"skipped: {packages} cannot be installed here ({done.stderr.strip()[-200:]})")
    return None


def lint(scratch: Path) -> None:
    """Look at format, lint and types, each tool as `tools.txt` pins it."""
    programs = environment(scratch / "tools", "-r", TOOLS)
    if programs:
        run(programs / "ruff", "format", "--check", ".")
        run(programs / "ruff", "check", ".")
        run(programs / "mypy")


def suite(scratch: Path) -> None:
    """Run the tests by this Python; the commands of README and manual are among them."""
    programs = environment(scratch / "suite", "pytest")
    if programs:
        run(programs / "python", "-m", "pytest", "-p", "no:cacheprovider")


def package(scratch: Path) -> None:
    """Build wheel and sdist, look at what they hold, and use the wheel in a bare home."""
    programs = environment(scratch / "tools", "build", "setuptools")
    if not programs:
        return
    source = scratch / "source"
    run("git", "clone", "--quiet", ROOT, source)
    build = ("-m", "build", "--no-isolation")  # an environment for all, not one for each archive
    run(programs / "python", *build, "--outdir", scratch / "dist", cwd=source)
    wheel = next((scratch / "dist").glob("*.whl"))
    listed = subprocess.check_output(["git", "ls-files"], cwd=source, text=True).splitlines()
    with zipfile.ZipFile(wheel) as archive:
        hold(
            "wheel", archive.namelist(), [name for name in listed if name.startswith("reflexion/")]
        )
    with tarfile.open(next((scratch / "dist").glob("*.tar.gz"))) as archive:
        hold("sdist", [name.partition("/")[2] for name in archive.getnames()], listed)
    use(scratch, wheel)


def hold(what: str, names: list[str], wanted: list[str]) -> None:
    """Stop unless an archive holds these files. Raises SystemExit."""
    missing = sorted(set(wanted) - set(names))
    if missing:
        sys.exit(f"the {what} lacks {len(missing)} files: {', '.join(missing[:9])}")
    print(f"the {what} holds all {len(wanted)} files")


def use(scratch: Path, wheel: Path) -> None:
    """Spend the first minutes of somebody who installs the package."""
    programs = environment(scratch / "bare", wheel)
    home, project = scratch / "a home", scratch / "a project"
    for folder in (home, project):
        folder.mkdir()
    run("git", "init", "--quiet", project)
    environ = {**os.environ, "HOME": str(home), "USERPROFILE": str(home)}
    environ.pop("PYTHONPATH", None)
    for words in (["--version"], ["init", "--host", "claude"], ["doctor"], ["init", "--uninstall"]):
        run(programs / "reflexion", *words, cwd=project, env=environ)


STEPS = {"lint": lint, "suite": suite, "package": package}


def main(names: list[str]) -> int:
    """Run the steps that are named, or all; return 1 where one fails."""
    scratch = Path(tempfile.mkdtemp(prefix="reflexion-check-"))
    os.environ.update(PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1")
    try:
        for name in names or STEPS:
            print(f"== {name}, Python {sys.version.split()[0]}", flush=True)
            STEPS[name](scratch)
    except subprocess.CalledProcessError as error:
        print(f"failed: {error}")
        return 1
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
