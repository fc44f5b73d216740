"""`merge-driver`: merge three versions of an entry for git."""

from reflexion.store.fs import read_bounded, write_atomic
from reflexion.store.merge import heal, merge
from reflexion.store.schema import MAX_FILE, encode, is_id


def merge_driver(context) -> int:
    """Write the merged entry over OURS; 1 leaves the conflict to a person."""
    versions = []
    for path in (context.options.base, context.options.ours, context.options.theirs):
        try:
            versions.append(entry_in(path))
        except (OSError, ValueError):
            versions.append(None)
    base, ours, theirs = versions
    if not ours or not theirs:
        return 1
    merged = {**merge(base, ours, theirs), "id": ours["id"]}
    write_atomic(context.options.ours, encode(merged))
    return 0


def entry_in(path: str, name: str = "") -> dict:
    """The entry in a file, also where git left a conflict in it. `name`: its id; "" where git made
    the file's name up, then the first id in the text counts. Raises OSError, ValueError."""
    data = read_bounded(path, MAX_FILE)
    words = data.decode("utf-8", "replace").replace('"', " ").split()
    return heal(data, name or next(filter(is_id, words), ""))
