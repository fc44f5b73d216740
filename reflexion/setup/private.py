"""Keep files that name a path of this machine out of git, by `.git/info/exclude`."""

import os
import re

from reflexion.setup import files
from reflexion.store import fs, paths
from reflexion.text import block

BEGIN = "# reflexion: these name paths of this machine"
END = "# reflexion: end"


def exclude(root: str, private: list, home: str) -> bool:
    """Put files on the list of what git leaves alone here; return True if it changed.

    Raises LeftAlone and OSError.
    """
    file = exclude_file(root)
    lines = _patterns(private, paths.checkout_top(root))

    def added(text: str) -> str:
        had = block.split(text, BEGIN, END).lines or []
        missing = [line for line in lines if line not in text.splitlines()]
        return block.place(text, BEGIN, END, [*had, *missing]) if missing else text

    return bool(file) and files.put(file, added, home, "") != files.SAME


def stop_excluding(root: str, home: str) -> str:
    """Take our lines out again; return what became of the file. Raises LeftAlone, OSError."""
    file = exclude_file(root)
    if not file:
        return files.ABSENT
    return files.take_out(file, lambda text: block.place(text, BEGIN, END, []), home, "")


def exclude_file(root: str) -> str:
    """Return the exclude file of the checkout that root lies in; "" outside of git."""
    top = paths.checkout_top(root)
    folder = os.path.join(paths.main_checkout(top), ".git") if top else ""
    return os.path.join(folder, "info", "exclude") if os.path.isdir(folder) else ""


def _patterns(private: list, top: str) -> list:
    """Return what of these files lies in a checkout, as git's exclude file takes it."""
    found = []
    for path in dict.fromkeys(map(_folder_of_ours, private)):
        if top and fs.is_inside(path, top):
            below = os.path.relpath(path, top).replace(os.sep, "/")
            found.append(re.sub(r"([\\*?\[ ])", r"\\\1", "/" + below))
    return found


def _folder_of_ours(path: str) -> str:
    """Return the folder `reflexion` that a file lies in, or the file."""
    before, found, _ = path.rpartition(f"{os.sep}reflexion{os.sep}")
    return os.path.join(before, "reflexion") if found else path
