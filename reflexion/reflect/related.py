"""Phase three: what is known already (rule files, auto memory, insight files, entries) and how an
insight stands to it: redundant, conflicting, complementary, or (nothing) novel. A relation is
{"kind", "path", "line", "end", "excerpt", "entry"}: first and last line, an entry's id or ""."""

import os
import re
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
MAX_FILE, MAX_FILES, MAX_STATEMENTS = 256 * 1024, 300, 6000
MAX_NAMES, DEEPEST = 40_000, 6  # looked at on the way to the insights of domains
RULES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/CLAUDE.md")
# rules between these come from entries, which are compared themselves
OURS = ("<!-- reflexion:begin -->", "<!-- reflexion:end -->")
BULLET = r"\s{0,12}(?:[-*+]|\d{1,3}[.)])\s"
FENCES, NO_TEXT = ("```", "~~~"), ("#", "<!--", "|", "---")
REDUNDANT, CONFLICTING, COMPLEMENTARY, NOVEL = "redundant conflicting complementary novel".split()
ORDER = (CONFLICTING, REDUNDANT, COMPLEMENTARY)
EACH, OPENED = 6, 24  # relations shown of one insight; entry files opened for it, per store
TOGETHER, TERMS = 1.1, 2  # worth and number of the shared terms of two statements about one thing


def files(root: str, environ, memory: str, user_level: bool = False) -> list:
    """The paths of all files that are there, the project's first."""
    home, places = home_folder(environ), []
    if not user_level:
        places += [os.path.join(root, *name.split("/")) for name in RULES]
        places += _markdown(os.path.join(root, ".claude", "rules"), 3)
        places += _markdown(memory, 2) if memory else []
        for folder in domains(root):
            places += _markdown(folder, 2)
    if home:
        own = homes(environ)
        places.append(os.path.join(own["claude"], "CLAUDE.md"))
        places.append(os.path.join(own["codex"], "AGENTS.md"))
        places += _markdown(os.path.join(own["claude"], "rules"), 3)
        places += _markdown(os.path.join(home, FOLDER), 2)
    there = [path for path in dict.fromkeys(places) if os.path.isfile(path)]
    ours = [path for path in there if not path.startswith(root + os.sep) or not escapes(path, root)]
    return ours[:MAX_FILES]


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
    """What the files state, as `parse` gives it, in order, as many as are worth comparing."""
    return [*islice((row for it in paths for row in parse(text_of(it), it)), MAX_STATEMENTS)]


def parse(text: str, path: str) -> list:
    """[(path, first line, last line, text on one line, "")] of list items (with the lines that
    continue them) and paragraphs; not headings, code, front matter, or our own section."""
    lines = text.splitlines()
    start = lines.index("---", 1) + 1 if lines[:1] == ["---"] and "---" in lines[1:] else 0
    blocks, fenced, ours, closed = [], False, False, True
    for number, line in enumerate(lines[start:], start + 1):
        bare = line.strip()
        fence, bullet = bare.startswith(FENCES), re.match(BULLET, line)
        ours = (ours or bare == OURS[0]) and bare != OURS[1]
        skipped = fence or fenced or ours
        fenced = fenced != fence
        if skipped or not bare or bare.startswith(NO_TEXT) and not bullet:
            closed = True
            continue
        if closed or bullet:
            blocks.append([])
        blocks[-1].append((number, re.sub("^" + BULLET, "", line).strip()))
        closed = False
    said = [" ".join(line for _, line in block)[:1000] for block in blocks]
    rows = [(path, block[0][0], block[-1][0], text, "") for block, text in zip(blocks, said)]
    return [row for row in rows if len(row[3].split()) > 1]


def relate(insight: dict, known: list, stores: list, extra=()) -> list:
    """The relations of an insight, the weightiest first. known: rows of `statements`; of the stores
    the entries that share most keywords with it are compared."""
    known, near = [*known], []
    words = dict.fromkeys([*insight["keywords"], *keywords(insight["title"], "", "")])
    for store in [store for store in stores if store and store.exists()]:
        votes = {}
        with index.OpenIndex(store) as view:
            for name in (name for word in words for name in view.find(plain(word))[1] or ()):
                votes[name] = votes.get(name, 0) + 1
        best = sorted(votes, key=lambda name: (-votes[name], name))[:OPENED]
        for entry in filter(None, map(store.get, best)):
            text = entry["resolution"] or entry["trigger"]
            known.append((store.path(entry["id"]), 1, 1, text, entry["id"]))
    title = orders.plain(insight["title"])
    mine = _terms(title)
    for path, line, end, text, entry in known:
        both = [value for term, value in _terms(text[:600]).items() if term in mine]
        if both and contradicts(title, text):
            kind = CONFLICTING
        elif both and same_directive(title, text):
            kind = REDUNDANT
        elif sum(both) >= TOGETHER and len(both) >= TERMS:
            kind = COMPLEMENTARY
        else:
            continue
        row = {"kind": kind, "path": path, "line": line, "end": end, "entry": entry}
        row["excerpt"] = orders.quote(redact(text[:1000], extra))
        near.append((ORDER.index(kind), -sum(both), path, line, row))
    return [row for *_, row in sorted(near, key=lambda row: row[:4])[:EACH]]


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
    said = [it for row in earlier if row["title"] == title for it in row["relations"]]
    said = [it for it in said if it["path"] in ours or known(it["path"])]
    judged = {(it["path"], it["line"]): it for it in said}
    merged = [{**it, "kind": judged.pop((it["path"], it["line"]), it)["kind"]} for it in relations]
    return sorted([*merged, *judged.values()], key=lambda it: ORDER.index(it["kind"]))


def can_merge(relation: dict) -> bool:
    path = relation["path"].replace(os.sep, "/")
    return bool(relation["entry"]) or f"/{FOLDER}/" in path or path.endswith("/memory/MEMORY.md")


def name_of(relation: dict) -> str:
    """How a decision names it: the id of an entry, else path:line."""
    return relation["entry"] or f"{relation['path']}:{relation['line']}"


def place(relation: dict) -> str:
    """The same for a person to read."""
    return relation["entry"] or f"{short(relation['path'])}:{relation['line']}"


def short(path: str) -> str:
    parts = path.replace(os.sep, "/").split("/")
    telling = len(parts) > 2 and (parts[-2].startswith(".") or parts[-2] in ("memory", "rules"))
    return "/".join(parts[-3:] if telling else parts[-2:])
