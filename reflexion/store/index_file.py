"""The index file: sorted lines `term:ID,ID` (of very many ids several), searched without being
loaded, rewritten as one merge of old and new; and the terms of an entry: words, prints, marks."""

import io
import os
from itertools import groupby, takewhile

from reflexion.store.fs import open_file
from reflexion.text.grades import PROVEN, WRITTEN, grade, is_person, level

FIRST = 256  # bytes of a line, more than any term has
IDS_PER_LINE = 1000
LONGEST = 64 * 1024  # bytes read for one line; ours take a third of it
MOST = 12 * 1024  # bytes of a term's lines that are read; a term with more is too common to tell
VOCABULARY = 16 * 1024  # bytes read to find words that begin alike
PER_ID = 20  # bytes an id takes in a line, to guess how many there are
LONG_ID = 32  # bytes that it takes at most
FEW = 8  # ids that are looked for in each line as they are
MAX_TERMS = 80  # of one entry
MAX_KEYWORDS = 40
GRADES = ("!1", "!2", "!3")  # how much an entry belongs into a brief, the best first
RULE = "!rule"  # marked as one: to be said where its line is missing
GIVEN = "="  # in front of a term of a keyword that a person gave
DUE = "!due"  # what is looked at when a session ends: a rule may be due for it, or it faded


class Reader:
    """An open index file, empty when there is none; `gone`: ids that its lines no longer count for,
    `added`: term -> ids that it lacks. A context manager."""

    def __init__(self, path: str, gone=frozenset(), added=None):
        self.gone = gone
        self.added = added or {}
        try:
            self.file = open_file(path)
            self.size = os.fstat(self.file.fileno()).st_size
        except OSError:
            self.file = io.BytesIO()
            self.size = 0
        self.lines = {}  # as `_line` found them

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.file.close()

    def find(self, term: str, most: int = MOST) -> tuple:
        """(how many entries have the term, their ids); None for the ids where they take more than
        `most` bytes, and the number is a guess then."""
        key = term.encode("utf-8", "replace") + b":"
        start = self._first(key)
        ids = []
        taken = 0
        new = self.added.get(term, [])
        self.file.seek(start)
        for line in iter(lambda: self.file.readline(LONGEST), b""):
            if not line.startswith(key):
                break
            taken += len(line)
            if taken > most:
                behind = self._first(key[:-1] + b";")
                return max(len(ids), (behind - start) // PER_ID) + len(new), None
            ids += _ids(line)
        ids = [id for id in ids if id not in self.gone] + new
        return len(ids), ids

    def latest(self, term: str, most: int) -> list:
        """The ids of a term that sort last, the last one first, at most `most`. What is read does
        not grow with their number."""
        key = term.encode("utf-8", "replace") + b":"
        first = self._first(key)
        end = self._first(key[:-1] + b";")  # the sign behind the colon
        start = max(first, end - (most + len(self.gone)) * LONG_ID - len(key))
        self.file.seek(start)
        ids = [id for line in self.file.read(end - start).splitlines() for id in _ids(line)]
        if start > first:
            del ids[0]  # it may be the end of one
        left = {id for id in ids if id not in self.gone}
        return sorted(left.union(self.added.get(term, ())), reverse=True)[:most]

    def starting(self, prefix: str) -> list:
        """Terms that begin with prefix, as many as a short read shows."""
        key = prefix.encode("utf-8", "replace")
        self.file.seek(self._first(key))
        lines = self.file.read(VOCABULARY).split(b"\n")
        keys = [line.partition(b":")[0] for line in lines if line.startswith(key) and b":" in line]
        found = [key.decode("utf-8", "replace") for key in keys]
        return found + [term for term in self.added if term.startswith(prefix)]

    def marked_ids(self) -> set:
        """The ids of all entries: each has a line for its fingerprint."""
        self.file.seek(self._first(b"#"))
        lines = iter(lambda: self.file.readline(LONGEST), b"")
        return {id for line in takewhile(lambda line: line[:1] == b"#", lines) for id in _ids(line)}

    def _first(self, key: bytes) -> int:
        """Offset of the first line that is not less than key; the file's size without one."""
        low = 0
        high = self.size
        while low < high:
            middle = (low + high) // 2
            start, line = self._line(middle)
            if start < self.size and line[: len(key)] < key:
                low = start + 1
            else:
                high = middle
        return min(self.size, self._line(low)[0])

    def _line(self, offset: int) -> tuple:
        """(start, first bytes) of the first line that starts at offset or behind it."""
        if offset not in self.lines:
            self.file.seek(max(0, offset - 1))
            start = offset - 1 + len(self.file.readline(LONGEST)) if offset else 0
            self.lines[offset] = start, self.file.read(FIRST)
        return self.lines[offset]


def plain(word: str) -> str:
    """A keyword in the form that the index has it in: no colon, no comma."""
    return "-".join(word.lower().replace(":", " ").replace(",", " ").split()).lstrip("#")[:60]


def lines_of(key: bytes, ids) -> list:
    """The file's lines for one term (`key`: the term and a colon)."""
    ids = sorted(set(ids))
    runs = (ids[n : n + IDS_PER_LINE] for n in range(0, len(ids), IDS_PER_LINE))
    return [key + ",".join(run).encode("ascii", "replace") + b"\n" for run in runs]


def merged(lines, gone: set, added: dict):
    """Yield the lines of a file anew: without the ids in `gone`, with `added` (term -> ids)."""
    new = [(term.encode("utf-8", "replace") + b":", ids) for term, ids in added.items()]
    new.sort(reverse=True)
    for key, group in groupby(lines, _key):
        while new and new[-1][0] < key:
            yield from lines_of(*new.pop())
        more = new.pop()[1] if new and new[-1][0] == key else []
        rows = list(group)
        if more or _name_any(rows, gone):
            left = {id for row in rows for id in _ids(row)} - gone
            rows = lines_of(key, left.union(more))
        yield from rows
    while new:
        yield from lines_of(*new.pop())


def _key(line: bytes) -> bytes:
    """The term of a line, with its colon."""
    return line[: line.find(b":") + 1]


def _name_any(rows: list, ids: set) -> bool:
    """Does one of these ids stand in a line? Of more than FEW that is taken for granted."""
    return len(ids) > FEW or any(id.encode() in row for id in ids for row in rows)


def _ids(line: bytes) -> list:
    return line.rpartition(b":")[2].rstrip(b"\n").decode("ascii", "replace").split(",")


def terms_of(entry: dict) -> list:
    """Fingerprints with a "#", marks, keywords as written (lower case), terms of the texts."""
    from reflexion.store.schema import mark_of
    from reflexion.text.grades import given_keywords
    from reflexion.text.tokens import terms

    keywords = entry["keywords"][:MAX_KEYWORDS]
    words = dict.fromkeys(plain(word) for word in keywords)
    for text in (" ; ".join(keywords), entry["trigger"], entry["context"], entry["resolution"]):
        words.update((term.text, None) for term in terms(text[:1000]))
    words.pop("", None)
    prints = [mark_of(entry), *(entry.get("aliases") or ())]
    given = terms(" ; ".join(given_keywords(entry)[:MAX_KEYWORDS]))
    found = dict.fromkeys(f"#{print_}" for print_ in prints)
    found.update(dict.fromkeys(_marks(entry)))
    found.update((GIVEN + term.text, None) for term in given)
    return [*found, *list(words)[:MAX_TERMS]]


def _marks(entry: dict) -> list:
    """What an entry is found by beside its words: brief, skill, due for a rule, a rule already."""
    due = level(entry) == "low" or bool(entry["resolution"]) and entry["occurrences"] > 1
    if entry["promoted"]:
        due = entry.get("needs_review")
    marks = [brief_mark(entry)]
    if entry.get("skill"):
        marks.append(skill_mark(entry["skill"]))
    if due:
        marks.append(DUE)
    if entry["promoted"]:
        marks.append(RULE)
    return [mark for mark in marks if mark]


def brief_mark(entry: dict) -> str:
    """GRADES[0]: what a person wrote, and what was not followed; [1]: what an agent wrote; [2]:
    an inferred fix whose failure came again, or which helped; "" for what no brief may say."""
    found = grade(entry)
    if entry.get("needs_review") or found not in (WRITTEN, PROVEN) or level(entry) == "low":
        return ""
    if entry.get("ignored"):
        return GRADES[0]
    if entry["promoted"]:
        return ""
    if found == WRITTEN:
        return GRADES[0] if is_person(entry) else GRADES[1]
    return GRADES[2] if entry["occurrences"] > 1 or entry.get("worked", 0) > 0 else ""


def skill_mark(name: str) -> str:
    return "!skill-" + name.lower().replace(":", "-")[:60]
