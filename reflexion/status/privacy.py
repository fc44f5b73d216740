"""Take home folders and the user's name out of texts that are meant for other people."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from reflexion.store import paths

# /home/ann, /Users/ann, C:\Users\ann, and as hosts spell them in names: -home-ann-
HOMES = (
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
        folders = ((root, "."), (home, "~"))
        self._parts = [
            (rf"{re.escape(folder)}(?![\w.-])", short) for folder, short in folders if folder
        ]
        self._parts.append((HOMES, "~"))
        names = {environ.get(variable, "") for variable in ("USER", "LOGNAME", "USERNAME")}
        for name in {*names, os.path.basename(home)}:
            if len(name) >= SHORTEST and name.lower() not in NOBODY:
                self._parts.append((rf"(?i)\b{re.escape(name)}\b", "user"))

    def __call__(self, text: str) -> str:
        for pattern, short in self._parts:
            text = re.sub(pattern, short, text)
        return text

    def in_all(self, value: Any) -> Any:
        """Return JSON-like data with each string in it filtered; keys stay as they are."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, dict):
            return {key: self.in_all(item) for key, item in value.items()}
        return [self.in_all(item) for item in value] if isinstance(value, list) else value
