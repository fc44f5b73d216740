"""Which version of a host is installed, told by its files: no program is started for it."""

import os
import re

from reflexion.setup.jsonedit import read_object

UPWARDS = 5  # folders from a program to the package.json of its package
VERSION = r"v?(\d+\.\d+\.\d+)"


def of_program(path: str) -> str:
    """The version of the program at `path`: of its npm package, or in its file's name; ""."""
    path = os.path.realpath(path)
    named = re.fullmatch(VERSION, os.path.basename(path))
    if named:
        return named.group(1)
    folder = os.path.dirname(path)
    for _ in range(UPWARDS):
        version = read_object(os.path.join(folder, "package.json")).get("version")
        found = re.match(VERSION, version) if isinstance(version, str) else None
        if found:
            return found.group(1)
        folder = os.path.dirname(folder)
    return ""


def order(version: str) -> tuple:
    """What versions are compared by."""
    return tuple(int(digits) for digits in re.findall(r"\d{1,9}", version)[:3])
