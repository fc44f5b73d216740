"""Insight files (`.insights/*.md` of the project, of the folder one works in, and of the user) as
references: title and path, never their text."""

import os
from itertools import chain

from reflexion.store.fs import escapes, inside, read_bounded, scan
from reflexion.store.paths import home_folder
from reflexion.store.session import COMPACT
from reflexion.text.clean import one_line
from reflexion.text.render import CLOSE, OPEN
from reflexion.text.tokens import terms, worth

FOLDER = ".insights"
MAX_FILES = 60  # looked at in each folder
MAX_FILE = 256 * 1024  # bytes of a file
HEAD = 1500  # characters that say what it is about
MOST = 2  # references at once
TELLING = 0.6  # worth of a word that tells something
EVIDENCE = 1.6  # worth of all words that the prompt shares with a file
UPWARDS = 12  # folders
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
    """A file that a prompt calls to mind; `shown`: its path as the agent reads it."""

    def __init__(self, path: str, title: str, score: float, root: str):
        self.path = path
        self.title = title
        self.score = score
        inner = root and inside(path, root)
        self.shown = (os.path.relpath(path, root) if inner else path).replace(os.sep, "/")


def folders(project, cwd: str) -> list:
    """The insight folders that may be spoken of here, the nearest first: a project's only where
    they were made or trusted by the user, and its store is, too."""
    places = _upwards(cwd, project.root) if project.trusted else []
    home = home_folder(project.environ)
    if home and project.settings["use_global"]:
        places.append(home)
    named = dict.fromkeys(os.path.join(place, FOLDER) for place in places)
    return [place for place in named if os.path.isdir(place)]


def _upwards(cwd: str, root: str) -> list:
    """The folders from the current one (the root, where that is outside) up to the root."""
    here = cwd if inside(cwd, root) else root
    places = []
    while len(places) < UPWARDS and inside(here, root):
        places.append(here)
        here = os.path.dirname(here)
    return [*places, root]


def references(project, text: str, cwd: str, said=frozenset()) -> list:
    """At most MOST References to files that share enough telling words with the text, best first.
    `said`: paths said in this session."""
    places = folders(project, cwd)
    if not places:
        return []
    asked = {term.text: worth(term) for term in terms(text[:4000]) if worth(term) >= TELLING}
    found = []
    for path in chain.from_iterable(_named(project, place) for place in places):
        if path in said:
            continue
        score, title = _fit(path, asked)
        if score >= EVIDENCE:
            found.append(Reference(path, title, score, project.root))
    return sorted(found, key=lambda reference: (-reference.score, reference.path))[:MOST]


def block(found: list, extra=()) -> str:
    """The references as the agent reads them; "" for none."""
    if not found:
        return ""
    from reflexion.signals.secrets import redact

    lines = [
        f"Past insight in {one_line(each.shown, 160)}: {one_line(redact(each.title, extra), 120)}"
        for each in found
    ]
    return "\n".join([OPEN, *(f"{line} (read the file if it fits)" for line in lines), CLOSE])


def _named(project, folder: str) -> list:
    """The insight files of a folder that may be named: of the project's, those that were written or
    accepted here."""
    root = project.root
    in_project = root and inside(folder, root)
    if in_project and escapes(folder, root):
        return []
    try:
        files = [item for item in scan(folder) if item.name.endswith(".md")]
        names = sorted(item.name for item in files if item.is_file(follow_symlinks=False))
    except OSError:
        return []
    paths = [os.path.join(folder, name) for name in names[:MAX_FILES]]
    return [path for path in paths if not in_project or project.refers_to(path)]


def _fit(path: str, asked: dict) -> tuple[float, str]:
    """(worth of the shared words, the file's first heading or its name); a cheap look comes
    first, which only tells how much it can be at most."""
    try:
        head = read_bounded(path, MAX_FILE).decode("utf-8", "replace")[:HEAD]
    except (OSError, ValueError):
        head = ""
    low = head.lower()
    worth_at_most = sum(value for term, value in asked.items() if term[:4] in low)
    if worth_at_most < EVIDENCE:
        return worth_at_most, ""
    have = {term.text for term in terms(head)}
    return sum(value for term, value in asked.items() if term in have), _title(path, head)


def _title(path: str, head: str) -> str:
    """The first heading in a file's beginning, else the words of its name."""
    for line in head.split("\n"):
        before, _, title = line.partition("# ")
        if not before and title.strip():
            return title.strip()
    return os.path.basename(path).rpartition(".")[0].replace("-", " ")
