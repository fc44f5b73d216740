"""Which stores are this machine's: each has a random nonce in its private state, and the home
store, out of reach of any checkout, lists nonce and root. A store whose nonce is not listed is a
stranger's, wherever it lies."""

from __future__ import annotations

import os

from reflexion.store import fs, paths
from reflexion.store.fs import append, inside, names, peek, scan, write_atomic

LIST = "stores.txt"  # `nonce standing root` a line; of several lines of a nonce the last holds
NONCE = os.path.join("state", "nonce")
NOTICED = os.path.join("state", "told.txt")  # a mark for each notice that a person was shown once
BEFORE = "brought"  # in the state: the state that came along with a store
LOCK_SECONDS = 1.0  # the lists are short
LIMIT = 4 << 20  # bytes of a list
# how a store stands: made or accepted here; made here around what came along; not ours; carried
# over from the lists of paths of old, its entries still to be looked at
MINE = "mine"
GUEST = "guest"
GONE = "gone"
WAS_WHOLE = "whole"
WAS_MADE = "made"
OLD_LISTS = {"trusted.txt": WAS_WHOLE, "made.txt": WAS_MADE}  # paths; a person's, a hook's


class Listed:
    """A row of the list: the nonce of a store, how it stands, and its real path."""

    def __init__(self, nonce: str, standing: str, root: str):
        self.nonce = nonce
        self.standing = standing
        self.root = root


STRANGER = Listed("", "", "")


def look_up(folder: str, root: str, home: str) -> Listed:
    """How the store at `folder` stands, STRANGER where its nonce is not listed for this place. A
    linked worktree's store goes by its main checkout's; a store that was moved keeps its nonce,
    one that was copied does not speak for the copy."""
    if not home:
        return STRANGER
    place = os.path.realpath(folder)
    nonce = nonce_of(folder)
    if not nonce:
        main = _main_store(folder, root)
        place = os.path.realpath(main) if main else place
        nonce = nonce_of(main) if main else ""
    found = _listed(home).get(nonce, STRANGER) if nonce else STRANGER
    if found.standing in ("", GONE):
        return STRANGER
    if found.root != place:
        if nonce_of(found.root) == nonce:
            return STRANGER  # the other one is still there: this is a copy
        found = Listed(nonce, found.standing, place)
        put(found, home)
    return found


def nonce_of(folder: str) -> str:
    """The nonce in a store's state, "" without one."""
    text = peek(os.path.join(folder, NONCE), 64).decode("ascii", "replace").strip()
    return text if len(text) == 32 and text.isalnum() else ""


def new_nonce() -> str:
    return os.urandom(16).hex()


def write_nonce(path: str, listed: Listed) -> None:
    """Put the nonce of a store into its state. Raises OSError."""
    write_atomic(path, listed.nonce.encode() + b"\n", mode=0o600)


def _main_store(folder: str, root: str) -> str:
    """The store of the main checkout in the place of a linked worktree's; "" outside of git."""
    top = paths.checkout_top(root)
    if not top or not inside(folder, top):
        return ""
    return os.path.join(paths.main_checkout(top), os.path.relpath(folder, top))


def has_old_lists(home: str) -> bool:
    """Does the home store hold a list of paths, of before stores had a nonce?"""
    return bool(home) and any(os.path.lexists(os.path.join(home, name)) for name in OLD_LISTS)


def begin(folder: str, home: str, standing: str = "") -> Listed:
    """Give the store a nonce of its own and list it, as MINE or, where something came along, as a
    GUEST (or with another standing). A state that came along is put aside, unread, below the new
    one. Raises OSError."""
    with lock(home):
        found = _listed(home).get(nonce_of(folder), STRANGER)
        if found.root == os.path.realpath(folder) and found.standing not in ("", GONE):
            return found  # another process was faster
        standing = standing or (GUEST if arrived(folder) else MINE)
        listed = Listed(new_nonce(), standing, os.path.realpath(folder))
        put(listed, home)
        state = os.path.join(folder, "state")
        new = f"{state}.{listed.nonce[:8]}"  # put in place whole: a state is never without a nonce
        fs.make_folders(new, mode=0o700)
        write_nonce(os.path.join(new, os.path.basename(NONCE)), listed)
        if os.path.isdir(state) and not os.path.islink(state) and not fs.remove_folder(state):
            fs.move(state, os.path.join(new, BEFORE))
        fs.move(new, state)
        return listed


def stands(listed: Listed, standing: str, home: str) -> Listed:
    """List the store with another standing. Raises OSError."""
    changed = Listed(listed.nonce, standing, listed.root)
    put(changed, home)
    return changed


def distrust(folder: str, home: str) -> bool:
    """End the trust in the store at `folder`, and forget what was this machine's in it; True when
    it was trusted. Raises OSError."""
    place = os.path.realpath(folder)
    ended = [row for row in _listed(home).values() if row.root == place and row.standing != GONE]
    for row in ended:
        put(Listed(row.nonce, GONE, row.root), home)
        fs.remove(owned_file(row, home))
    if ended:
        fs.remove(os.path.join(folder, NONCE))
        _shorten(home)
    return bool(ended)


def owned_file(listed: Listed, home: str) -> str:
    """The path of the list of what is this machine's in a store."""
    return os.path.join(home, "owned", f"{listed.nonce}.txt") if listed.nonce else ""


def files(listed: Listed, home: str) -> list:
    """The paths of what the home store keeps about a store."""
    if not home:
        return []
    return [path for path in (os.path.join(home, LIST), owned_file(listed, home)) if path]


def roots(home: str) -> list:
    """The folders of all stores that are this machine's."""
    rows = _listed(home).values() if home else ()
    return list(dict.fromkeys(row.root for row in rows if row.standing not in ("", GONE)))


def arrived(folder: str) -> bool:
    """Does the store hold anything that somebody else may have written: an entry, settings, pages
    or a state?"""
    pages = os.path.join(folder, "memory")
    return holds(folder) or os.path.lexists(pages) or _is_filled(os.path.join(folder, "state"))


def _is_filled(state: str) -> bool:
    """Does a state hold more than empty folders?"""
    try:
        return os.path.islink(state) or any(map(_is_something, scan(state)))
    except NotADirectoryError:
        return True
    except OSError:
        return False


def _is_something(item) -> bool:
    if not item.is_dir(follow_symlinks=False):
        return item.name != ".gitignore"
    return any(True for _ in scan(item.path))


def holds(folder: str) -> bool:
    """Does the store hold an entry or settings?"""
    if os.path.lexists(os.path.join(folder, "config.json")):
        return True
    try:
        return any(True for _ in scan(os.path.join(folder, "entries")))
    except OSError:
        return False


def _listed(home: str) -> dict:
    """nonce -> its Listed."""
    found = {}
    for line in listed(home, LIST):
        nonce, _, rest = line.partition(" ")
        standing, _, root = rest.partition(" ")
        found[nonce] = Listed(nonce, standing, root)
    return found


def put(row: Listed, home: str) -> None:
    """Append a row to the list. Raises OSError."""
    if "\n" not in row.root:
        append(os.path.join(home, LIST), _line(row), LIMIT)


def _line(row: Listed) -> bytes:
    return os.fsencode(f"{row.nonce} {row.standing} {row.root}\n")


def _shorten(home: str) -> None:
    rows = [row for row in _listed(home).values() if row.standing != GONE]
    path = os.path.join(home, LIST)
    if rows:
        text = b"".join(map(_line, rows))
        write_atomic(path, text, mode=0o600)
    else:
        fs.remove(path)
        fs.remove_folder(os.path.join(home, "owned"))


def lock(home: str):
    """The lock of the lists in the home store."""
    from reflexion.store.lock import Lock

    fs.make_folders(os.path.join(home, "state"), mode=0o700)
    return Lock(os.path.join(home, "state", "trust.lock"), LOCK_SECONDS)


def listed(home: str, file: str) -> list:
    """The lines of a list in the home store; they end at newlines alone, as names of folders do."""
    data = peek(os.path.join(home, file), LIMIT) if home else b""
    return [os.fsdecode(line) for line in data.split(b"\n") if line]


def add(line: str, home: str, file: str) -> bool:
    """Put a line into a list; True when it did not stand there. Raises OSError."""
    if not home or "\n" in line or line in listed(home, file):
        return False
    append(os.path.join(home, file), os.fsencode(line) + b"\n", LIMIT)
    return True


def insight_keys(root: str, folder: str) -> list:
    """The keys, as a store's list has them, of the insight files in a folder of the project."""
    if os.path.basename(folder) != ".insights" or not paths.inside(folder, root):
        return []  # from one drive of Windows no relative path leads to another
    below = os.path.relpath(folder, root).replace(os.sep, "/")
    return [f"{below}/{name}" for name in names(folder, root) if name.endswith(".md")]
