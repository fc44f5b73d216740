"""Phase three: what is known already (rule files, auto memory, insight files, entries) and how an
insight stands to it: redundant, conflicting, complementary, or (nothing) novel. A relation is
{"kind", "path", "line", "end", "excerpt", "entry"}: first and last line, an entry's id or ""."""

import os
import re
from collections import namedtuple
from itertools import islice

from reflexion.hosts.registry import homes
from reflexion.reflect import orders
from reflexion.signals.prompts.directives import contradicts, same_directive
from reflexion.signals.secrets import redact
from reflexion.store import index
from reflexion.store.fs import read_bounded, walk
from reflexion.store.index_file import plain
from reflexion.store.paths import escapes, home_folder
from reflexion.text.tokens import CODE, NAME, keywords, terms, worth

FOLDER = ".insights"
MAX_FILE = 256 * 1024
MAX_FILES = 300
MAX_STATEMENTS = 6000
MAX_NAMES = 40_000  # looked at on the way to the insights of domains
DEEPEST = 6
RULES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/CLAUDE.md")
# rules between these come from entries, which are compared themselves
OURS = ("<!-- reflexion:begin -->", "<!-- reflexion:end -->")
BULLET = r"\s{0,12}(?:[-*+]|\d{1,3}[.)])\s"
FENCES = ("```", "~~~")
NO_TEXT = ("#", "<!--", "|", "---")
REDUNDANT, CONFLICTING, COMPLEMENTARY, NOVEL = "redundant conflicting complementary novel".split()
ORDER = (CONFLICTING, REDUNDANT, COMPLEMENTARY)
EACH = 6  # relations shown of one insight; entry files opened for it, per store
OPENED = 24
TOGETHER = 1.1  # worth and number of the shared terms of two statements about one thing
TERMS = 2
MAX_STATEMENT = 1000  # characters

# line, end: its first and last line in the file; text: on one line; entry: an entry's id, or ""
Statement = namedtuple("Statement", "path line end text entry")


def files(root: str, environ, memory: str, user_level: bool = False) -> list:
    """The paths of all files that are there, the project's first."""
    places = [] if user_level else _of_project(root, memory)
    places += _of_home(environ)
    there = [path for path in dict.fromkeys(places) if os.path.isfile(path)]
    return [path for path in there if not _leads_out(path, root)][:MAX_FILES]


def _of_project(root: str, memory: str) -> list:
    places = [os.path.join(root, *name.split("/")) for name in RULES]
    places += _markdown(os.path.join(root, ".claude", "rules"), 3)
    if memory:
        places += _markdown(memory, 2)
    for folder in domains(root):
        places += _markdown(folder, 2)
    return places


def _of_home(environ) -> list:
    home = home_folder(environ)
    if not home:
        return []
    own = homes(environ)
    places = [os.path.join(own["claude"], "CLAUDE.md"), os.path.join(own["codex"], "AGENTS.md")]
    places += _markdown(os.path.join(own["claude"], "rules"), 3)
    return places + _markdown(os.path.join(home, FOLDER), 2)


def _leads_out(path: str, root: str) -> bool:
    """Is it a link in the project that leads out of it?"""
    return path.startswith(root + os.sep) and escapes(path, root)


def domains(root: str) -> list:
    """The insight folders of the project and of folders in it."""
    found = []
    for folder, below, _ in _walk(root, DEEPEST):
        found += [os.path.join(folder, FOLDER)] if FOLDER in below else []
        below[:] = [name for name in below if name[0] != "."]
    return found


def _markdown(top: str, depth: int) -> list:
    """The Markdown files below a folder, sorted."""
    places = (
        (folder, name) for folder, _, names in _walk(top, depth - 1) for name in sorted(names)
    )
    return [os.path.join(*place) for place in places if place[1].endswith(".md")][:MAX_FILES]


def _walk(top: str, depth: int):
    """(folder, folders in it that are not passed over, files), down to a depth."""
    for folder, below, names in walk(top, MAX_NAMES):
        below[:] = sorted({*below} - orders.words("passed"))
        yield folder, below, names
        below[:] = below if folder[len(top) :].count(os.sep) < depth else []


def text_of(path: str) -> str:
    """A file's text; "" when it cannot be read or is too large."""
    try:
        return read_bounded(path, MAX_FILE, follow=True).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def statements(paths: list) -> list:
    """The Statements of the files, in order, as many as are worth comparing."""
    found = (row for path in paths for row in parse(text_of(path), path))
    return list(islice(found, MAX_STATEMENTS))


def parse(text: str, path: str) -> list:
    """[Statement] of list items (with the lines that continue them) and paragraphs; not headings,
    code, front matter, or our own section."""
    lines = text.splitlines()
    has_front = lines[:1] == ["---"] and "---" in lines[1:]
    start = lines.index("---", 1) + 1 if has_front else 0
    reader = _BlockReader()
    for number, line in enumerate(lines[start:], start + 1):
        reader.take(number, line)
    found = []
    for block in reader.blocks:
        said = " ".join(line for _, line in block)[:MAX_STATEMENT]
        if len(said.split()) > 1:
            found.append(Statement(path, block[0][0], block[-1][0], said, ""))
    return found


class _BlockReader:
    """`take(number, line)` for each line; `blocks`: [[(number, line), ...]] of what is stated."""

    def __init__(self):
        self.blocks = []
        self.fenced = False
        self.ours = False
        self.closed = True  # does the next line begin a block of its own?

    def take(self, number: int, line: str) -> None:
        bare = line.strip()
        bullet = re.match(BULLET, line)
        if self._skips(bare) or not bare or bare.startswith(NO_TEXT) and not bullet:
            self.closed = True
            return
        if self.closed or bullet:
            self.blocks.append([])
        self.blocks[-1].append((number, re.sub("^" + BULLET, "", line).strip()))
        self.closed = False

    def _skips(self, bare: str) -> bool:
        """Is it a line of code, or of our own section?"""
        fence = bare.startswith(FENCES)
        inside = self.fenced
        self.fenced = inside != fence
        self.ours = (self.ours or bare == OURS[0]) and bare != OURS[1]
        return fence or inside or self.ours


def relate(insight: dict, known: list, stores: list, extra=()) -> list:
    """The relations of an insight, the weightiest first. known: Statements; of the stores the
    entries that share most keywords with it are compared."""
    words = dict.fromkeys([*insight["keywords"], *keywords(insight["title"], "", "")])
    everything = list(known)
    for store in stores:
        if store and store.exists():
            everything += _entries(store, words)
    title = orders.plain(insight["title"])
    mine = _terms(title)
    near = []
    for statement in everything:
        both = [value for term, value in _terms(statement.text[:600]).items() if term in mine]
        kind = _kind(title, statement.text, both)
        if kind:
            rank = (ORDER.index(kind), -sum(both), statement.path, statement.line)
            near.append((rank, _relation(kind, statement, extra)))
    near.sort(key=lambda row: row[0])
    return [relation for _, relation in near[:EACH]]


def _entries(store, words) -> list:
    """Statements of the entries that share most of these words."""
    votes = {}
    with index.OpenIndex(store) as view:
        for word in words:
            for name in view.find(plain(word))[1] or ():
                votes[name] = votes.get(name, 0) + 1
    best = sorted(votes, key=lambda name: (-votes[name], name))[:OPENED]
    found = []
    for entry in filter(None, map(store.get, best)):
        text = entry["resolution"] or entry["trigger"]
        found.append(Statement(store.path(entry["id"]), 1, 1, text, entry["id"]))
    return found


def _kind(title: str, text: str, both: list) -> str:
    """How a title stands to a text with which it shares terms of these worths; "" = not at all."""
    if both and contradicts(title, text):
        return CONFLICTING
    if both and same_directive(title, text):
        return REDUNDANT
    if sum(both) >= TOGETHER and len(both) >= TERMS:
        return COMPLEMENTARY
    return ""


def _relation(kind: str, statement: Statement, extra) -> dict:
    return {
        "kind": kind,
        "path": statement.path,
        "line": statement.line,
        "end": statement.end,
        "entry": statement.entry,
        "excerpt": orders.quote(redact(statement.text[:MAX_STATEMENT], extra)),
    }


def _terms(text: str) -> dict:
    """term -> worth, of the words that tell something."""
    telling = [it for it in terms(text) if worth(it) >= 0.4]
    telling = [it for it in telling if it.text not in orders.words("ignored")]
    return {it.text: worth(it) * (1.0 if it.kind in (NAME, CODE) else 0.8) for it in telling}


def verdict(relations: list) -> str:
    """What an insight is, over all: the weightiest kind among its relations."""
    kinds = {it["kind"] for it in relations}
    return next((kind for kind in ORDER if kind in kinds), NOVEL)


def keep_judged(title: str, relations: list, earlier: list, known) -> list:
    """Relations found by code, with what stands in the hand-off file: the agent's word on a place
    wins, its own places are added. `known(path)`: may this path be named?"""
    ours = {it["path"] for it in relations}
    judged = {}
    for row in earlier:
        for it in row["relations"] if row["title"] == title else []:
            if it["path"] in ours or known(it["path"]):
                judged[(it["path"], it["line"])] = it
    merged = []
    for it in relations:
        said = judged.pop((it["path"], it["line"]), it)
        merged.append({**it, "kind": said["kind"]})
    return sorted([*merged, *judged.values()], key=lambda it: ORDER.index(it["kind"]))


def can_merge(relation: dict) -> bool:
    path = relation["path"].replace(os.sep, "/")
    return bool(relation["entry"]) or f"/{FOLDER}/" in path or path.endswith("/memory/MEMORY.md")


def place(relation: dict) -> str:
    """Where it stands, for a person to read: the id of an entry, else path:line."""
    return relation["entry"] or f"{short(relation['path'])}:{relation['line']}"


def short(path: str) -> str:
    parts = path.replace(os.sep, "/").split("/")
    telling = len(parts) > 2 and (parts[-2].startswith(".") or parts[-2] in ("memory", "rules"))
    return "/".join(parts[-3:] if telling else parts[-2:])
