"""Take home folders and the user's name out of texts that are meant for other people."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from reflexion.store import paths

# /home/ann, /Users/ann, C:\Users\ann, and as hosts spell them in names: -home-ann-
HOMES = re.compile(
    r"(?:[A-Za-z]:)?[/\\]{1,2}(?:home|[Uu]sers)[/\\]{1,2}[^/\\\s\"'`:;,)]{1,64}"
    r"|-(?:home|Users)-[^-/\\\s\"'`]{1,64}(?=-)"
    r"|(?<![\w.-])/root(?![\w.-])"
)
# names that are words of everyday use and say nothing about a person
NOBODY = frozenset(
    "admin agent app build builder circleci coder debian default dev developer docker guest"
    " gitlab git home jenkins linux local node root runner runneradmin service test ubuntu"
    " user vagrant vscode work www".split()
)
SHORTEST = 3  # characters of a name that is looked for


class Privacy:
    """A filter for texts: `Privacy(environ, root)(text)` returns a text without private parts.

    `root` is the project's folder: paths below it become relative.
    """

    def __init__(self, environ: Mapping[str, str], root: str = ""):
        home = paths.home_folder(environ)
        folders = [(root, "."), (home, "~")]
        self._folders = [
            (re.compile(re.escape(folder) + r"(?![\w.-])"), short)
            for folder, short in folders
            if folder
        ]
        names = "|".join(map(re.escape, _user_names(environ, home)))
        self._names = re.compile(rf"(?i)\b(?:{names})\b") if names else None

    def __call__(self, text: str) -> str:
        for folder, short in self._folders:
            text = folder.sub(short, text)
        text = HOMES.sub("~", text)
        return self._names.sub("user", text) if self._names else text

    def in_all(self, value: Any) -> Any:
        """Return JSON-like data with each string in it filtered; keys stay as they are."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, dict):
            return {key: self.in_all(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.in_all(item) for item in value]
        return value


def _user_names(environ: Mapping[str, str], home: str) -> list[str]:
    """Return the names by which the environment and the home folder call the user."""
    names = {environ.get(variable, "") for variable in ("USER", "LOGNAME", "USERNAME")}
    names.add(os.path.basename(home))
    return [name for name in names if len(name) >= SHORTEST and name.lower() not in NOBODY]
