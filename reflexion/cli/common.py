"""What the commands share: the project, an entry by part of its id, one-line failures, a parser with our manners."""
from __future__ import annotations

import argparse
import os

from reflexion.store.entry import Unreadable
from reflexion.store.project import Project


class Stop(Exception):
    """The command cannot go on; its text is one line with the cause and the remedy."""


def parser(command: str, summary: str, **more) -> argparse.ArgumentParser:
    """An argument parser for `reflexion <command>`; every one takes --project DIR."""
    made = argparse.ArgumentParser(prog=f"reflexion {command}", description=summary, formatter_class=argparse.RawDescriptionHelpFormatter, **more)
    made.add_argument("--project", metavar="DIR", default="", help="the project's folder (default: the one you are in)")
    return made


def project(arguments, problems: list | None = None) -> Project:
    """The Project that the command is about. Raises Stop where there can be none."""
    folder = os.path.abspath(arguments.project or os.getcwd())
    if not os.path.isdir(folder):
        raise Stop(f"{folder} is not a folder: name the project with --project DIR")
    found = Project(folder, os.environ, problems)
    if found.store is None:
        raise Stop(f"no store can be in {folder}: the home folder and / are never projects; go to a project, or name it with --project DIR")
    return found


def entry_id(store, part: str) -> str:
    """The one id that `part` stands for. Raises Stop when there is none or more than one."""
    found = store.find(part)
    if not found:
        raise Stop(f"no entry matches {part!r}: `reflexion list` shows them")
    if len(found) > 1:
        raise Stop(f"{part!r} matches {len(found)} entries ({', '.join(found[:4])}{', ...' if len(found) > 4 else ''}): give more of the id")
    return found[0]


def entry(store, part: str) -> dict:
    """The entry that `part` stands for. Raises Stop."""
    id = entry_id(store, part)
    try:
        found = store.read(id)
    except Unreadable as error:
        raise Stop(f"{store.path(id)}: {error}; mend the file or remove it") from None
    if found is None:
        raise Stop(f"{id} is gone: `reflexion list` shows what is there")
    return found


def change(store, part: str, edit) -> dict:
    """`edit(entry)` in place, stored; the entry as it is now. Raises Stop."""
    id = entry(store, part)["id"]
    return store.update(id, edit)
