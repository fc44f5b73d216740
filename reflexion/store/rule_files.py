"""The files that rules go to (CLAUDE.md, AGENTS.md): which they are, and the lines in them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterable, Iterator

from reflexion.errors import Broken, Refused
from reflexion.learning.entry import Entry
from reflexion.learning.identity import same_sentence
from reflexion.learning.lesson import line_of, sentence_in, sentence_of
from reflexion.store import fs
from reflexion.store.project import Project
from reflexion.store.settings import MARKDOWN
from reflexion.store.tracked import may_be_tracked
from reflexion.text import block

BEGIN = "<!-- reflexion:begin -->"
END = "<!-- reflexion:end -->"
HEADING = "## Reflexion: Learned Rules"
SOURCE = r"source: (RFX-\d{8}-[0-9a-f]{3,16})\)\s*$"
MAX_FILE = 4 << 20  # bytes


def targets(project: Project, host_files: tuple[str, ...] = ()) -> list[str]:
    """Return the real paths of the rule files: those that exist, and the one the host reads.

    `host_files` are the names of the files in which the session's host reads rules. Raises
    Refused.
    """
    names = project.settings["promote_to"]
    wanted = {name for name in names if os.path.lexists(_path(project, name))}
    read_by_host = [name for name in names if os.path.basename(name) in host_files] or names[:1]
    if wanted.isdisjoint(read_by_host):
        wanted.add(read_by_host[0])
    found = []
    for name in filter(wanted.__contains__, names):
        try:
            real = fs.resolve(_path(project, name), project.root)
        except (OSError, ValueError):
            where = "leads out of the project or lies in git's own folder"
            raise Refused(f"{name} {where}: no rule is written there", file=name) from None
        if not real.lower().endswith(MARKDOWN):
            raise Refused(f"{name} is no Markdown file: no rule is written there", file=name)
        found.append(real)
    return list(dict.fromkeys(found))  # two names may be links to one file


def _path(project: Project, name: str) -> str:
    return os.path.join(project.root, *name.replace("\\", "/").split("/"))


def read(path: str) -> str:
    """Return the file's text with its own line ends; "" if there is none. Raises Refused."""
    name = os.path.basename(path)
    try:
        return fs.read_bytes(path, MAX_FILE).decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise Refused(f"{name} is not UTF-8 and was left alone: save it as UTF-8") from None
    except (OSError, ValueError) as error:
        raise Refused(f"{name} cannot be read: {error}") from None


def rules_in(text: str) -> dict[str, str]:
    """Return {id: line} of the rules in the block of a file's text. Raises Refused."""
    return {source_of(line): line for line in filter(source_of, lines_in(text))}


def lines_in(text: str) -> list[str]:
    """Return the lines of the block, without its heading and blank lines. Raises Refused."""
    try:
        lines = block.split(text, BEGIN, END).lines or []
    except Broken as error:
        raise Refused(str(error)) from None
    return [line for line in lines if line.strip() not in ("", HEADING)]


def standing(project: Project) -> dict[str, dict[str, str]]:
    """Return {path: {id: line}} of the rules in the files that are there. Raises Refused."""
    is_here = project.may_be_read and project.store is not project.home
    paths = targets(project) if is_here else []
    return {path: rules_in(read(path)) for path in paths if os.path.exists(path)}


def name_any(project: Project, ids: Container[str]) -> bool:
    """Return True if a rule file names one of these learnings. Never raises."""
    return any(entry_id in ids for _, entry_id, _ in _rules(project))


def standing_ids(project: Project, host_files: tuple[str, ...]) -> set[str]:
    """Return the ids of what is not told, since a file has the words for it. Never raises.

    That is each rule in the files that the host reads, and each other one that a person changed.
    """
    return {
        entry_id
        for name, entry_id, line in _rules(project)
        if name in host_files or _says_other(line, project.store.get(entry_id))
    }


def _says_other(line: str, entry: Entry | None) -> bool:
    """Return True if the line of a learning that is there has other words than it."""
    return entry is not None and sentence_in(line) != sentence_of(entry)


def _rules(project: Project) -> Iterator[tuple[str, str, str]]:
    """Yield (name of a file, id, line) of each rule, as far as the files can be read."""
    for name in project.settings["promote_to"]:
        text = fs.peek(os.path.realpath(_path(project, name)), MAX_FILE).decode("utf-8", "replace")
        for line in filter(source_of, text.splitlines()):
            yield os.path.basename(name), source_of(line), line


def write(project: Project, entry: Entry, host_files: tuple[str, ...] = ()) -> str:
    """Write the entry's rule; return the names of the files that say it now.

    Raises Refused.
    """
    texts = {path: read(path) for path in targets(project, host_files)}
    if any(len(lines_in(text)) >= project.settings["max_rules"] for text in texts.values()):
        raise Refused("no room for a rule", "`reflexion config max_rules`, or take a rule out")
    for path, text in texts.items():
        if not _says_it(text, entry):
            edit(project, path, lambda lines: [*lines, line_of(entry)])
    return _names(texts)


def take_out(project: Project, entry_ids: Iterable[str]) -> str:
    """Take the rules of these entries out; return the names of the files that had them.

    Raises Refused.
    """
    return _put(project, dict.fromkeys(entry_ids, ""))


def follow(project: Project, entry: Entry, before: str) -> str:
    """Put an entry's words in the place of its line; return the file whose line stays.

    `before` is the resolution that the rule was made of, "" for that of now: a line that says
    something else was changed by a person. Raises Refused.
    """
    known = (sentence_of(entry.copy(resolution=before or entry.resolution)), sentence_of(entry))
    for path, lines in _standing_of(project, [entry.id]).items():
        if entry.id in lines and sentence_in(lines[entry.id]) not in known:
            return os.path.basename(path)
    _put(project, {entry.id: line_of(entry)})
    return ""


def _put(project: Project, new: dict[str, str]) -> str:
    """Put lines, {id: line}, in the place of rules, or take those out that shall be "".

    Return the names of the files that changed. Raises Refused.
    """

    def change(lines: list[str]) -> list[str]:
        return list(filter(None, (new.get(source_of(line), line) for line in lines)))

    return _names(path for path in _standing_of(project, new) if edit(project, path, change))


def _standing_of(project: Project, ids: Container[str]) -> dict[str, dict[str, str]]:
    """Like `standing`; {} if no file names one of these, whatever is wrong with the files."""
    return standing(project) if name_any(project, ids) else {}


def _says_it(text: str, entry: Entry) -> bool:
    """Return True if a line of a file, ours or the person's, says the rule already."""
    sentence = sentence_of(entry)
    lines = (sentence_in(line) for line in text.splitlines())
    return entry.id in rules_in(text) or any(same_sentence(line, sentence) for line in lines)


def _names(paths: Iterable[str]) -> str:
    return ", ".join(map(os.path.basename, paths))


def source_of(line: str) -> str:
    """Return the id at the end of a rule's line; "" for any other line."""
    source = re.search(SOURCE, line)
    return source[1] if source else ""


def edit(project: Project, path: str, change: Callable[[list[str]], list[str]]) -> bool:
    """Replace the lines of the block by `change(lines)`; return False if nothing changed.

    A file that was made for the block and is empty without it is deleted, unless git tracks it.
    Raises Refused, also where another program changed the file meanwhile.
    """
    name = os.path.basename(path)
    text = read(path)
    lines = change(lines_in(text))
    new = block.place(text, BEGIN, END, [HEADING, *lines] if lines else [])
    if new == text:
        return False
    was = text.encode() if os.path.lexists(path) else None
    try:
        if not fs.rewrite(path, new.encode(), was, project.root, project.store.scratch):
            raise Refused(f"{name} was changed just now: no rule was written this time")
        if not new.strip() and text.lstrip().startswith(BEGIN) and not may_be_tracked(path):
            fs.remove(path, project.root)
    except (OSError, ValueError) as error:
        raise Refused(f"{name} cannot be written: {error}") from None
    return True
