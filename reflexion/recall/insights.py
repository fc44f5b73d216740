"""Insight files (`.insights/*.md` of the project, of the folder one works in, and of the user) as references: title and path, never their text."""

from __future__ import annotations

import os

from reflexion.store.files import listing, read_bounded
from reflexion.store.paths import escapes, home_folder, inside
from reflexion.store.session import COMPACT
from reflexion.store.trust import is_trusted
from reflexion.text.block import CLOSE, OPEN
from reflexion.text.clean import one_line
from reflexion.text.tokens import terms, worth

FOLDER = ".insights"
MAX_FILES, MAX_FILE, HEAD = (
    60,
    256 * 1024,
    1500,
)  # files looked at in each folder, bytes of a file, characters that say what it is about
MOST = 2  # references at once
TELLING, EVIDENCE = (
    0.6,
    1.6,
)  # worth of a word that tells something; of all that the prompt shares with a file
UPWARDS = 12
REFERRED = "ref"  # the session's record of a reference


def beside(decision, event, view, text: str):
    """The decision on a prompt, with references to insight files that fit."""
    said = set()
    for record in view.records():
        if record["kind"] == REFERRED:
            said.add(record.get("path"))
        elif record["kind"] == COMPACT:
            said.clear()
    found = references(view.project, text, event.cwd, said)
    if found:
        decision.records += [{"kind": REFERRED, "path": each.path} for each in found]
        decision.after = block(found, view.settings["redact"])
    return decision


class Reference:
    """A file that a prompt calls to mind: `path`, `title`, `score`, and `shown` (the path as the agent reads it)."""

    __slots__ = ("path", "title", "score", "shown")

    def __init__(self, path, title, score, shown):
        self.path, self.title, self.score, self.shown = path, title, score, shown


def folders(project, cwd: str) -> list:
    """The insight folders that may be spoken of here, the nearest first: a project's only where they were made or trusted by the user, and its store is, too."""
    found, root = [], project.root
    if root and project.store and project.store.exists() and project.trusted:
        here = os.path.abspath(cwd) if cwd and inside(os.path.abspath(cwd), root) else root
        for _ in range(UPWARDS):
            found.append(os.path.join(here, FOLDER))
            if here == root or not inside(here, root):
                break
            here = os.path.dirname(here)
        found.append(os.path.join(root, FOLDER))
    found = [
        folder
        for folder in dict.fromkeys(found)
        if os.path.isdir(folder) and is_trusted(folder, project.home.dir if project.home else "")
    ]
    home = home_folder(project.environ)
    if home and project.settings["use_global"]:
        found.append(os.path.join(home, FOLDER))
    return [folder for folder in dict.fromkeys(found) if os.path.isdir(folder)]


def references(project, text: str, cwd: str, said=frozenset()) -> list:
    """At most MOST References to files that share enough telling words with the text, best first. `said`: paths said in this session."""
    places = folders(project, cwd)
    asked = _asked(text) if places else {}
    found = []
    for folder in places:
        for path in _files(folder, project.root):
            score, title = _fit(path, asked) if path not in said else (0.0, "")
            if score >= EVIDENCE:
                shown = (
                    os.path.relpath(path, project.root)
                    if project.root and inside(path, project.root)
                    else path
                )
                found.append(Reference(path, title, score, shown.replace(os.sep, "/")))
    return sorted(found, key=lambda one: (-one.score, one.path))[:MOST]


def block(found: list, extra=()) -> str:
    """The references as the agent reads them; "" for none."""
    if not found:
        return ""
    from reflexion.signals.secrets import redact

    lines = [
        f"Past insight in {one_line(one.shown, 160)}: {one_line(redact(one.title, extra), 120)} (read the file if it fits)"
        for one in found
    ]
    return "\n".join([OPEN, *lines, CLOSE])


def _asked(text: str) -> dict:
    """term -> worth, of the words of a prompt that tell something."""
    return {term.text: worth(term) for term in terms(text[:4000]) if worth(term) >= TELLING}


def _files(folder: str, root: str) -> list:
    if root and inside(folder, root) and escapes(folder, root):
        return []
    try:
        names = sorted(
            item.name
            for item in listing(folder)
            if item.name.endswith(".md") and item.is_file(follow_symlinks=False)
        )
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names[:MAX_FILES]]


def _fit(path: str, asked: dict) -> tuple[float, str]:
    """(worth of the shared words, the file's title); a cheap look at the words themselves comes first."""
    try:
        head = read_bounded(path, MAX_FILE)[: 2 * HEAD].decode("utf-8", "replace")[:HEAD]
    except (OSError, ValueError):
        return 0.0, ""
    low = head.lower()
    if sum(value for term, value in asked.items() if term[:4] in low) < EVIDENCE:
        return 0.0, ""
    have = {term.text for term in terms(head)}
    shared = [value for term, value in asked.items() if term in have]
    return (sum(shared), title_of(head, os.path.basename(path))) if len(shared) > 1 else (0.0, "")


def title_of(text: str, name: str) -> str:
    """A file's first heading, else its name."""
    at = 0 if text.startswith("# ") else text.find("\n# ") + 1
    line = text[at:].partition("\n")[0] if text.startswith("# ", at) else ""
    return line[2:].strip() or name.rpartition(".")[0].replace("-", " ")
