"""The files that rules go to (CLAUDE.md, AGENTS.md): which they are, reading, writing."""

import os
import re

from reflexion.store import fs
from reflexion.store.settings import MARKDOWN
from reflexion.text.managed_block import Broken

MAX_FILE = 4 << 20
ATTEMPTS = 8  # reads of a file that somebody else keeps saving
SOURCE = re.compile(r"source: (RFX-\d{8}-[0-9a-f]{3,16})\)")


class Refused(OSError):
    """A rule file cannot be read or written; the text names the file and what to do."""


def targets(project) -> list:
    """Real paths of the rule files, inside the project, each once. Raises Refused."""
    found = []
    for name in project.settings["promote_to"]:
        path = os.path.join(project.root, *name.replace("\\", "/").split("/"))
        codex = os.path.lexists(path) or os.path.isdir(os.path.join(project.root, ".codex"))
        if os.path.basename(path).upper() == "AGENTS.MD" and not codex:
            continue
        if not path.lower().endswith(MARKDOWN):
            raise Refused(f"{name} is no Markdown file: rules are written into .md files only")
        try:
            real = fs.resolve(path, project.root)
        except (OSError, ValueError):
            where = "leads out of the project or lies in git's own folder"
            raise Refused(f"{name} {where}: no rule is written there") from None
        if not real.lower().endswith(MARKDOWN):
            raise Refused(f"{name} is a link to what is no Markdown file: no rule is written there")
        found.append(real)
    return list(dict.fromkeys(found))


def read(path: str) -> str:
    """The file's text with every line end as it is; "" when it is missing. Raises Refused."""
    name = os.path.basename(path)
    try:
        return fs.read_bounded(path, MAX_FILE).decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise Refused(f"{name} is not UTF-8 and was left alone: save it as UTF-8") from None
    except (OSError, ValueError) as error:
        raise Refused(f"{name} cannot be read: {error}") from None


def edit(project, path: str, change) -> bool:
    """Replace the file's text by change(text), also if it changed meanwhile; one left blank goes.
    False if nothing changed. Raises Refused."""
    name, scratch = os.path.basename(path), project.store.scratch
    for _ in range(ATTEMPTS):
        text = read(path)
        was = text.encode("utf-8") if text or os.path.lexists(path) else None
        try:
            new = change(text)
            if new == text or fs.rewrite(path, new.encode(), was, project.root, scratch):
                if new != text and not new.strip() and read(path) == new:  # nobody saved it since
                    fs.remove(path, project.root)
                return new != text
        except Broken as error:
            raise Refused(f"{name}: {error}") from None
        except PermissionError:
            raise Refused(f"{name} is read-only and was left alone: make it writable") from None
        except (OSError, ValueError) as error:
            raise Refused(f"{name} cannot be written: {error}") from None
    raise Refused(f"{name} keeps changing: no rule was written this time")


def missing(project, ids) -> dict:
    """id -> names of the rule files that lack its line. {} where no file can be read."""
    standing = _standing(project)
    gone = {id: [name for name in standing if id not in standing[name]] for id in ids}
    return {id: names for id, names in gone.items() if names}


def unread_by(project, host: str):
    """id -> does its rule not stand where this host reads it, or nowhere? Files are read once."""
    standing, own = {}, "AGENTS.md" if host == "codex" else "CLAUDE.md"

    def is_unread(entry_id: str) -> bool:
        standing.update(standing or _standing(project))
        lacking = [name for name in standing if entry_id not in standing[name]]
        return own in lacking or bool(lacking) and len(lacking) == len(standing)

    return is_unread


def _standing(project) -> dict:
    """Name of a rule file -> ids of the rules in it. {} where one cannot be read."""
    try:
        return {os.path.basename(path): {*SOURCE.findall(read(path))} for path in targets(project)}
    except Refused:
        return {}
