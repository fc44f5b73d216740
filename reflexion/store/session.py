"""The scratch of one session, a bounded log of JSON records, and what a decision may look at."""

from __future__ import annotations

import os
import time

from reflexion.store.fs import append, peek
from reflexion.text.lean_json import dumps, loads

MAX_BYTES = 256 * 1024
MAX_COMMAND = 2000  # characters of a command that a record keeps, line breaks and all
FAIL, STEP, FIXED, SAID, SEEN, HELPED = "fail step fixed said seen helped".split()
FOLLOWED, IGNORED, UNHELPFUL = "followed ignored unhelpful".split()
COMPACT, ASKED, SWEPT, HEARD, CITED, BRIEF = "compact asked swept heard cited brief".split()
ENDED = "ended"
QUESTION = "question"  # the agent was asked for the lesson of a failure


def file_name(session: str) -> str:
    """A safe file name for any session id: kept where it is plain, a checksum of it otherwise."""
    bare = session.replace("-", "").replace("_", "")
    if len(session) <= 80 and bare.isascii() and bare.isalnum():
        return session + ".jsonl"
    from binascii import crc32

    return f"{crc32(session.encode('utf-8', 'replace')):08x}.jsonl"


class Session:
    """Records are small dicts with a "kind"; unreadable lines are skipped."""

    def __init__(self, store, session: str):
        self.store = store
        self.name = file_name(session)

    @property
    def id(self) -> str:
        """The session's id as the history names it."""
        return self.name.rpartition(".")[0]

    @property
    def path(self) -> str:
        """Its file; a store that is taken over by a hook changes the folder."""
        return os.path.join(self.store.state_dir, "sessions", self.name)

    def exists(self) -> bool:
        return os.path.exists(self.path)

    def records(self) -> list:
        """All records, oldest first; [] when nothing happened yet."""
        found = []
        for line in peek(self.path, 2 * MAX_BYTES).splitlines():
            try:
                record = loads(line)
            except ValueError:
                continue
            if isinstance(record, dict) and isinstance(record.get("kind"), str):
                found.append(record)
        return found

    def add(self, *records: dict) -> None:
        """Append records in one write, each with a time "at" (nanoseconds). Raises OSError."""
        rows = [{"at": at, **record} for at, record in enumerate(records, time.time_ns())]
        lines = [dumps(row, separators=(",", ":")) + "\n" for row in rows]
        append(self.path, "".join(lines).encode("ascii"), MAX_BYTES)

    def claim(self, ids, channel: str, call: str = "") -> list:
        """Put learnings on record as said (`call`: the tool call under way); the ids that are ours
        to say: of two hooks at once, the first line's. Raises OSError."""
        mine = f"{os.getpid()}.{time.perf_counter_ns()}"
        record = {"kind": SAID, "channel": channel, "tool_use_id": call, "by": mine}
        self.add(*({**record, "id": id} for id in ids))
        first = _said(self.records())
        return [id for id in ids if first.get(id, mine) == mine]


def _said(records: list) -> dict:
    """id -> by which hook, of what was said in a session since its last compaction."""
    first: dict = {}
    for record in records:
        if record["kind"] == COMPACT:
            first.clear()
        elif record["kind"] == SAID:
            first.setdefault(record.get("id"), record.get("by"))
    return first


class View:
    """A project as one event finds it: `project`, `settings`, `trusted`, `stores` (those whose
    learnings may be said) and the `session` whose records are read. Nothing is written."""

    def __init__(self, project, session_id: str, store=None):
        """`store`: whose scratch is the session's; the project's when not given."""
        self.project = project
        self.settings = project.settings
        self.trusted = project.trusted
        self.stores = project.speaking()
        self.session = Session(store or project.store, session_id)
        self._records = None

    def records(self) -> list:
        """The session's records, oldest first; read when first asked for."""
        if self._records is None:
            self._records = self.session.records()
        return self._records

    def said(self) -> set:
        """Ids of what was said in this session since its last compaction."""
        return set(_said(self.records()))

    def entry(self, entry_id) -> dict | None:
        """A learning that may be said, from whichever store."""
        stores = self.stores if isinstance(entry_id, str) else ()
        return next((entry for store in stores for entry in store.readable([entry_id])), None)


class Decision:
    """What becomes of an event: the Answer, which `apply` completes; a Sighting and an Injection,
    or None; `records` for the session's scratch and `notes` (log, *fields) for the journal, in
    which the id "" stands for the entry of the sighting; Changes of entries; and what the agent
    reads `after` the injection."""

    def __init__(self, answer, sighting=None, records=(), notes=(), injection=None):
        self.answer = answer
        self.sighting = sighting
        self.injection = injection
        self.records = list(records)
        self.notes = list(notes)
        self.changes = []
        self.after = ""


class Sighting:
    """`entry`: a draft. `known_id`: the entry it repeats where no fingerprint knows it. `call`: the
    id of the tool call. `raises(entry) -> fields`: what a known entry gains beside the count."""

    def __init__(self, entry: dict, known_id: str = "", call: str = "", raises=None):
        self.entry = entry
        self.known_id = known_id
        self.call = call
        self.raises = raises


class Change:
    """`compute(entry) -> fields` of one entry. `fix`: the resolution that it may bring: where the
    fields hold one, it was learned. `touches`: whether its rule is looked at again."""

    def __init__(self, entry_id: str, compute, fix: str = "", touches: bool = False):
        self.entry_id = entry_id
        self.compute = compute
        self.fix = fix
        self.touches = touches


class Injection:
    """`entries` that the agent is told of through `channel`, in the words of
    `formatter(entries, settings)`; each once a session. `deny`: the call is refused with them."""

    def __init__(self, entries: list, channel: str, formatter, call: str = "", deny=False):
        self.entries = entries
        self.channel = channel
        self.formatter = formatter
        self.call = call
        self.deny = deny
