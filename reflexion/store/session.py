"""The scratch of one session: a bounded append-only file of JSON records, swept after a month."""

from __future__ import annotations

import os
import time

from reflexion.store.files import append, make_folders, read_bounded, sweep
from reflexion.text.lean_json import dumps, loads

MAX_BYTES = 256 * 1024
KEEP_SECONDS = 31 * 86400  # as long as hosts keep transcripts: `reflect` goes by what stands here
FAIL, STEP, FIXED, SAID, SEEN, HELPED = "fail step fixed said seen helped".split()
FOLLOWED, IGNORED, UNHELPFUL = "followed ignored unhelpful".split()
COMPACT, ASKED, SWEPT, HEARD, CITED, BRIEF = "compact asked swept heard cited brief".split()


def file_name(session: str) -> str:
    """A safe file name for any session id: kept where it is plain, a checksum of it otherwise."""
    bare = session.replace("-", "").replace("_", "")
    if len(session) <= 80 and bare.isascii() and bare.isalnum():
        return session + ".jsonl"
    import zlib

    return f"{zlib.crc32(session.encode('utf-8', 'replace')):08x}.jsonl"


class Session:
    """Records are small dicts with a "kind"; unreadable lines are skipped."""

    def __init__(self, store, session: str):
        self.store = store
        self.folder = os.path.join(store.state_dir, "sessions")
        self.path = os.path.join(self.folder, file_name(session))

    def exists(self) -> bool:
        return os.path.exists(self.path)

    def records(self) -> list:
        """All records, oldest first; [] when nothing happened yet."""
        try:
            lines = read_bounded(self.path, 2 * MAX_BYTES).splitlines()
        except (OSError, ValueError):
            return []
        found = []
        for line in lines:
            try:
                record = loads(line)
            except ValueError:
                continue
            if isinstance(record, dict) and isinstance(record.get("kind"), str):
                found.append(record)
        return found

    def add(self, *records: dict) -> None:
        """Append records in one write, each with a running time "at" (nanoseconds). Raises
        OSError."""
        make_folders(self.folder, mode=0o700)
        now = time.time_ns()
        data = "".join(
            dumps({"at": now + i, **record}, separators=(",", ":")) + "\n"
            for i, record in enumerate(records)
        )
        append(self.path, data.encode("ascii"), MAX_BYTES)

    def claim(self, ids, channel: str, call: str = "") -> list:
        """Put learnings on record as said (`channel`: where; `call`: the tool call under way).
        Returns the ids that are ours to say: of two hooks at once, the first line's. Raises
        OSError."""
        mine = f"{os.getpid()}.{time.perf_counter_ns()}"
        record = {"kind": SAID, "channel": channel, "tool_use_id": call, "by": mine}
        self.add(*({**record, "id": id} for id in ids))
        first = {}
        for record in self.records():
            if record["kind"] == COMPACT:
                first.clear()
            elif record["kind"] == SAID:
                first.setdefault(record.get("id"), record.get("by"))
        return [id for id in ids if first.get(id, mine) == mine]

    def end(self) -> None:
        """The session is over; its scratch stays for a while, for it may be resumed."""
        sweep(self.folder, time.time(), "", KEEP_SECONDS)


def said_ids(records: list) -> set:
    """Ids that were said in this session, since the last compaction."""
    said = set()
    for record in records:
        if record["kind"] == COMPACT:
            said.clear()
        elif record["kind"] == SAID:
            said.add(record.get("id"))
    return said
