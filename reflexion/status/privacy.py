"""Take home folders and the user's name out of texts that are meant for other people."""

import os
import re

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
    """`privacy(text)` is the text without the paths of homes and the user's name.

    `root` is the project's folder: paths below it become relative.
    """

    def __init__(self, environ, root: str = ""):
        home = paths.home_folder(environ)
        places = [(root, "."), (home, "~")]
        self._places = [(_below(place), short) for place, short in places if place]
        names = {environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME")}
        names.add(os.path.basename(home))
        named = sorted(re.escape(name) for name in names if _may_tell(name))
        self._names = re.compile(rf"(?i)\b(?:{'|'.join(named)})\b") if named else None

    def __call__(self, text: str) -> str:
        for place, short in self._places:
            text = place.sub(short, text)
        text = HOMES.sub("~", text)
        return self._names.sub("user", text) if self._names else text

    def in_all(self, value):
        """Return JSON-like data with every text in it changed."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, dict):
            return {key: self.in_all(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.in_all(item) for item in value]
        return value


def _below(place: str) -> re.Pattern:
    """Return a pattern of a folder's path where it is not the beginning of a longer name."""
    return re.compile(re.escape(place) + r"(?![\w.-])")


def _may_tell(name: str) -> bool:
    return len(name) >= SHORTEST and name.lower() not in NOBODY
