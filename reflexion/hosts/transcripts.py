"""Past sessions as Events, found by project and read line by line in constant memory."""

import os

from reflexion.hosts.fields import record
from reflexion.hosts.jsonl import lines, tail
from reflexion.hosts.registry import NAMES, by_transcript, transcript_of

TAIL = 64 * 1024  # bytes that the last action and the last words are looked for in


class Transcript:
    """A transcript on disk: its path, host, session id, and when it was last written (seconds)."""

    def __init__(self, path: str):
        status = os.stat(path)
        self.path = path
        self.host = by_transcript(path)
        self.session = session_of(path)
        self.when = status.st_mtime
        self.size = status.st_size


def session_of(path: str) -> str:
    """The session's id in a transcript's path: the file's name, unless its host has another."""
    return getattr(transcript_of(by_transcript(path)), "session_of", _stem)(path)


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def find(root: str, environ) -> list:
    """Transcripts of sessions in this project, oldest first."""
    found = []
    for name in NAMES:
        found += map(Transcript, transcript_of(name).find(root, environ))
    return sorted(found, key=lambda transcript: (transcript.when, transcript.path))


def events(path: str, progress=None):
    """Yield (line number, Event) in order; `progress(bytes read)` is called now and then."""
    host = transcript_of(by_transcript(path))
    reader = host.Lines(session_of(path))
    records = getattr(host, "records", _records)  # of what is no file of lines
    for number, found in records(path, progress):
        for event in reader.take(found):
            event.transcript = path
            yield number, event


def _records(path: str, progress):
    done = 0
    for number, line in lines(path):
        done += len(line)
        if progress and number % 500 == 0:
            progress(done)
        yield number, record(line)


def last_words(path: str) -> str:
    """The last text of the agent in the transcript's tail, "" when there is none."""
    return next((it.message for it in _newest(path) if it.message and not it.agent), "")


def _newest(path: str):
    """The Events of a transcript's tail, newest first; none when it cannot be read."""
    reader = transcript_of(by_transcript(path)).Lines(session_of(path))
    last, _ = tail(path, TAIL)
    return reversed([event for line in last for event in reader.take(record(line))])
