"""The files that rules go to (CLAUDE.md, AGENTS.md): which they are, reading, writing."""

import os
import re

from reflexion.store import fs
from reflexion.store.settings import MARKDOWN
from reflexion.text.managed_block import Broken

MAX_FILE = 4 << 20
ATTEMPTS = 8  # reads of a file that somebody else keeps saving
# the signs that a host is in use which reads AGENTS.md
SIGNS = (".codex", ".copilot", ".github/hooks", ".opencode", ".qwen", "opencode.json")
FOREIGN = ("CLAUDE.md", "AGENTS.md")  # where a host does not read them, nothing names them
SOURCE = re.compile(r"source: (RFX-\d{8}-[0-9a-f]{3,16})\)")


class Refused(OSError):
    """A rule file cannot be read or written; the text names the file and what to do."""


def targets(project) -> list:
    """Real paths of the rule files, inside the project, each once. Raises Refused."""
    found = []
    names = project.settings["promote_to"]
    for name in names:
        path = _path(project, name)
        if not os.path.lexists(path) and _is_for_others(project, name, names):
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


def _path(project, name: str) -> str:
    return os.path.join(project.root, *name.replace("\\", "/").split("/"))


def _is_for_others(project, name: str, names: list) -> bool:
    """Is a rule file that is missing one that no host of this project reads? AGENTS.md where there
    is no Codex; CLAUDE.md where AGENTS.md is there, and hosts that read that one, and no Claude."""
    kind = os.path.basename(name).upper()
    if kind == "AGENTS.MD":
        return not _has(project, ".codex")
    if kind != "CLAUDE.MD" or _has(project, ".claude") or not _has(project, *SIGNS):
        return False
    others = [other for other in names if os.path.basename(other).upper() == "AGENTS.MD"]
    return any(os.path.lexists(_path(project, other)) for other in others)


def _has(project, *names: str) -> bool:
    """Is one of these files or folders in the project?"""
    return any(os.path.exists(_path(project, name)) for name in names)


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
    name = os.path.basename(path)
    for _ in range(ATTEMPTS):
        text = read(path)
        try:
            new = change(text)
            if new == text:
                return False
            if _replace(project, path, text, new):
                return True
        except Broken as error:
            raise Refused(f"{name}: {error}") from None
        except PermissionError:
            raise Refused(f"{name} is read-only and was left alone: make it writable") from None
        except (OSError, ValueError) as error:
            raise Refused(f"{name} cannot be written: {error}") from None
    raise Refused(f"{name} keeps changing: no rule was written this time")


def _replace(project, path: str, text: str, new: str) -> bool:
    """Write the new text over the one that was read; False where the file changed meanwhile. One
    left blank goes, unless somebody saved it since. Raises OSError, ValueError."""
    was = text.encode("utf-8") if text or os.path.lexists(path) else None
    if not fs.rewrite(path, new.encode(), was, project.root, project.store.scratch):
        return False
    if not new.strip() and read(path) == new:
        fs.remove(path, project.root)
    return True


def missing(project, ids) -> dict:
    """id -> names of the rule files that lack its line. {} where no file can be read."""
    standing = _standing(project)
    gone = {entry_id: _lacking(project, standing, entry_id) for entry_id in ids}
    return {entry_id: names for entry_id, names in gone.items() if names}


def unread_by(project, own):
    """id -> does its rule not stand where a host reads it, or nowhere? `own`: names of the files
    that it reads. Without one of them among the targets another file counts as read (what is read
    may name it), but for those of other hosts. Files are read once."""
    standing = {}

    def is_unread(entry_id: str) -> bool:
        standing.update(standing or _standing(project))
        holding = set(standing).difference(_lacking(project, standing, entry_id))
        if not standing or holding.intersection(own):
            return False
        if set(standing).intersection(own):
            return True
        foreign = FOREIGN if FOREIGN[0] not in own else ()  # CLAUDE.md often names AGENTS.md
        return holding.issubset(foreign)

    return is_unread


def _standing(project) -> dict:
    """Name of a rule file -> its text. {} where one cannot be read."""
    try:
        return {os.path.basename(path): read(path) for path in targets(project)}
    except Refused:
        return {}


def _lacking(project, standing: dict, entry_id: str) -> list:
    """Names of the rule files that say the rule neither in a line of ours, which names its id, nor
    in the person's own line that the entry remembers."""
    lacking = [name for name, text in standing.items() if entry_id not in SOURCE.findall(text)]
    if not lacking:
        return []
    entry = project.store.get(entry_id) or {}
    return [name for name in lacking if not _stands_in_own_words(entry, name, standing[name])]


def _stands_in_own_words(entry: dict, name: str, text: str) -> bool:
    """Is the person's own line in this file, which the entry remembers, still there?"""
    for remembered in entry.get("own_lines") or ():
        of, _, line = str(remembered).partition(": ")
        if of == name and line and line in text:
            return True
    return False
