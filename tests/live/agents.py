"""The agents' programs: how each is called, what it gets of its person, what it reports."""

import os
import re
import shlex
import shutil
from collections import namedtuple
from pathlib import Path

from arms import HERE, remove

# variables of the person's own session and home
DROPPED = (
    *("PYTHON", "REFLEXION", "GIT_", "XDG_", "BASH_FUNC", "CALL_ID", "CLAUDECODE", "CODEX_HOME"),
    *("CLAUDE_PROJECT", "CLAUDE_CODE_SESSION", "CLAUDE_CODE_ENTRY", "CLAUDE_CONFIG"),
)


class Agent(namedtuple("Agent", "name host call sets login went_in came_out times")):
    """A row of agents.tsv.

    host      by whose name `reflexion init` sets it up
    call      the command line, with {prompt} and {arm}
    sets      NAME=VALUE of its environment
    login     the files of the home that it logs in by, if not by a variable
    went_in, came_out, times   the names of the numbers of tokens in its report, and how often
              the report holds each of them
    """

    @property
    def program(self) -> str:
        return shlex.split(self.call)[0]

    @property
    def is_installed(self) -> bool:
        return shutil.which(self.program) is not None


def known() -> dict:
    """Return {name: Agent} of those that the trial knows."""
    lines = (HERE / "agents.tsv").read_text(encoding="utf-8").splitlines()
    found = [Agent(*line.split("\t")) for line in lines if not line.startswith("#")]
    return {agent.name: agent for agent in found}


def call(agent: Agent, more: str, **given: str) -> list:
    """Return an agent's command line; `more` are arguments of the person, before the prompt."""
    words = shlex.split(agent.call)
    at = [number for number, word in enumerate(words) if word in ("-p", "{prompt}")]
    first = at[0] if at else len(words)
    words[first:first] = shlex.split(more)
    for name, text in given.items():
        words = [word.replace("{" + name + "}", text) for word in words]
    return words


def environment(agent: Agent, arm: Path) -> dict:
    """Return the person's environment with the arm's home, path and shell."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(DROPPED)}
    return {
        **kept,
        **dict(pair.split("=", 1) for pair in agent.sets.split()),
        "HOME": f"{arm}/home",
        "PWD": f"{arm}/project",  # OpenCode goes by it
        "PATH": f"{arm}/bin{os.pathsep}{os.environ['PATH']}",
        "SHELL": f"{arm}/bin/bash",
        "BASH_ENV": f"{arm}/lib/shellrc",
        "GIT_CONFIG_NOSYSTEM": "1",
    }


def lend(names: list, home: Path) -> None:
    """Copy files and folders of the person's home into one of the trial."""
    for name in names:
        source = Path.home() / name
        copy = shutil.copytree if source.is_dir() else shutil.copy2
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        copy(source, home / name)


def take_back(names: list, home: Path) -> None:
    """Remove what was lent."""
    for name in names:
        remove(home / name)


def tokens(agent: Agent, report: str) -> list:
    """Return how many tokens went in and came out; [] where the report does not say."""
    sums = []
    for names in (agent.went_in, agent.came_out):
        found = re.findall(rf'"(?:{names})": ?(\d+)', report) if names else []
        sums += [sum(map(int, found)) // int(agent.times)] if found else []
    return sums
