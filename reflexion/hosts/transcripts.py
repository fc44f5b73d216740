"""Past sessions as Events, found by project and read line by line in constant memory."""

import os

from reflexion.hosts.fields import record
from reflexion.hosts.jsonl import lines, tail
from reflexion.hosts.registry import by_transcript, homes, transcript_of
from reflexion.store.fs import inside

FIRST = 50  # lines in which a transcript names its folder
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
    from glob import escape, iglob  # here: hooks find none

    from reflexion.hosts.claude.transcript import folder_name

    own = folder_name(root)
    found = []
    for name, home in homes(environ).items():
        place = [part.format(project=own) for part in transcript_of(name).PLACE]
        for path in iglob(os.path.join(escape(home), *place)):
            # Claude Code has a folder for each project, whatever its transcripts name
            is_own = os.path.basename(os.path.dirname(path)) == own
            if os.path.isfile(path) and (is_own or _begins_in(path, root)):
                found.append(Transcript(path))
    return sorted(found, key=lambda transcript: (transcript.when, transcript.path))


def _begins_in(path: str, root: str) -> bool:
    """Does the first folder that a transcript names lie in the project?"""
    reader = _reader(path)
    for number, line in lines(path):
        list(reader.take(record(line)))
        if reader.cwd or number > FIRST:
            break
    return bool(reader.cwd) and inside(reader.cwd, root)


def events(path: str, progress=None):
    """Yield (line number, Event) in order; `progress(bytes read)` is called now and then."""
    host = transcript_of(by_transcript(path))
    reader = _reader(path)
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
    reader = _reader(path)
    last, _ = tail(path, TAIL)
    said = [event for line in last for event in reader.take(record(line))]
    return next((it.message for it in reversed(said) if it.message and not it.agent), "")


def _reader(path: str):
    """What takes the records of a transcript, one by one."""
    return transcript_of(by_transcript(path)).Lines(session_of(path))
