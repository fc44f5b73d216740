"""The files that rules go to (CLAUDE.md, AGENTS.md): which they are, reading, writing."""

from __future__ import annotations

import os
import re

from reflexion.store import files

MAX_FILE = 4 << 20
MARKDOWN = (".md", ".mdc", ".markdown")
ATTEMPTS = 8  # reads of a file that somebody else keeps saving


class Refused(OSError):
    """A rule file cannot be read or written; the text names the file and what to do."""


def targets(project) -> list:
    """Real paths of the rule files, inside the project, each once. Raises Refused."""
    found = []
    for name in project.settings["promote_to"]:
        path = os.path.join(project.root, *name.replace("\\", "/").split("/"))
        if os.path.basename(path).upper() == "AGENTS.MD" and not _has_agents(project.root, path):
            continue
        if not path.lower().endswith(MARKDOWN):
            raise Refused(f"{name} is no Markdown file: rules are written into .md files only")
        try:
            real = files.resolve(path, project.root)
        except (OSError, ValueError):
            raise Refused(
                f"{name} leads out of the project or lies in git's own folder: "
                "no rule is written there"
            ) from None
        if not real.lower().endswith(MARKDOWN):
            raise Refused(f"{name} is a link to what is no Markdown file: no rule is written there")
        found.append(real)
    return list(dict.fromkeys(found))


def read(path: str) -> str:
    """The file's text with every line end as it is; "" when it is missing. Raises Refused."""
    name = os.path.basename(path)
    try:
        return files.read_bounded(path, MAX_FILE).decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise Refused(f"{name} is not UTF-8 and was left alone: save it as UTF-8") from None
    except (OSError, ValueError) as error:
        raise Refused(f"{name} cannot be read: {error}") from None


def edit(project, path: str, change) -> bool:
    """Replace the file's text by change(text), made again if it changed meanwhile. Raises Refused.

    A file that would be left blank goes. Returns False if nothing changed.
    """
    name = os.path.basename(path)
    for _ in range(ATTEMPTS):
        text = read(path)
        was = text.encode("utf-8") if text or os.path.lexists(path) else None
        new = change(text)
        if new == text:
            return False
        try:
            if files.rewrite(path, new.encode("utf-8"), was, project.root, project.store.scratch):
                if not new.strip():
                    files.remove(path, project.root)
                return True
        except PermissionError:
            raise Refused(f"{name} is read-only and was left alone: make it writable") from None
        except (OSError, ValueError) as error:
            raise Refused(f"{name} cannot be written: {error}") from None
    raise Refused(f"{name} keeps changing: no rule was written this time")


def missing(project, ids) -> dict:
    """id -> names of the rule files that lack its line. {} where no file can be read."""
    gone = {}
    try:
        texts = {os.path.basename(path): read(path) for path in targets(project)}
    except Refused:
        return {}
    for name, text in texts.items():
        standing = set(re.findall(r"source: (RFX-\d{8}-[0-9a-f]{3,16})\)", text))
        for entry_id in ids:
            if entry_id not in standing:
                gone.setdefault(entry_id, []).append(name)
    return gone


def is_unread(project, entry_id: str, host: str) -> bool:
    """Return True if the rule does not stand where this host reads it, or in no rule file at all."""
    names = missing(project, [entry_id]).get(entry_id, [])
    own = "AGENTS.md" if host == "codex" else "CLAUDE.md"
    return own in names or bool(names) and len(names) == len(targets(project))


def _has_agents(root: str, path: str) -> bool:
    return os.path.lexists(path) or os.path.isdir(os.path.join(root, ".codex"))
