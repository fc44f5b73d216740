"""Decide from the payload's raw bytes that a hook call has nothing to do, before anything is imported: not even os, json or re.

True only where the long way would neither write an entry nor say a word; anything unusual takes the long way. The one thing that may be
written here is the line that says that the hook ran.
"""

from __future__ import annotations

import time

try:
    import posix
except ImportError:  # Windows: the long way is right everywhere
    posix = None

MAX_RAW = 2 << 20
LONG = 32 << 10  # bytes, from which a payload's output is cut out before its keys are looked for
QUOTES = 2000  # in such an output, at most; more of them are dearer than the search
CODEX = (b'"turn_id"', b"/rollout-", b'"model"')  # it reports failures as PostToolUse, too
FOLDER = b".reflexion"
KIND, IS_FOLDER = 0o170000, 0o040000


def spared(script: str, raw: bytes, started: float) -> bool:
    """Is there nothing to do for this call of a hook script? `started`: time.perf_counter() at its start."""
    if posix is None or len(raw) > MAX_RAW:
        return False
    if posix.environ.get(b"REFLEXION_DISABLED", b"") not in (b"", b"0"):
        return True
    keys = without_output(raw)
    name = plain(keys, b"hook_event_name")
    if script == "capture" and name == "PostToolUse":
        return nothing_to_learn(raw, keys, started)
    if script == "capture" and name == "UserPromptSubmit":
        return nothing_to_hear(keys, started)
    return (
        script == "recall"
        and name in ("UserPromptSubmit", "PreToolUse")
        and nothing_to_say(keys, name, started)
    )


def nothing_to_learn(raw: bytes, keys: bytes, started: float) -> bool:
    """A tool call that worked, in a session in which nothing failed, with an output in which no failure can hide."""
    session = plain(keys, b"session_id")
    if not session or b'"returnCodeInterpretation"' in keys or any(mark in keys for mark in CODEX):
        return False
    from reflexion.signals.needles import worth_a_look

    if worth_a_look(raw):
        return False
    store = store_of(keys)
    known = store and session.replace("-", "").replace("_", "").isalnum() and len(session) <= 80
    return (
        bool(known)
        and not exists(store + b"/state/sessions/" + session.encode() + b".jsonl")
        and ran(store, b"capture.PostToolUse", started)
    )


def nothing_to_hear(keys: bytes, started: float) -> bool:
    """A prompt that cannot be a correction, a rule, a report or praise."""
    if plain(keys, b"prompt") == "":
        return False
    from reflexion.signals.cues import worth_hearing

    store = not worth_hearing(keys) and store_of(keys)
    return bool(store) and ran(store, b"capture.UserPromptSubmit", started)


def nothing_to_say(keys: bytes, name: str, started: float) -> bool:
    """No store that could say anything; or a command that only looks."""
    store, home = (
        store_of(keys),
        posix.environ.get(b"REFLEXION_HOME") or posix.environ.get(b"HOME", b"") + b"/" + FOLDER,
    )
    if not store or not home.startswith(b"/") or home == b"/" + FOLDER:
        return False
    if not exists(store) and not exists(home):
        return True
    if name != "PreToolUse" or any(mark in keys for mark in CODEX):
        return False
    from reflexion.signals.commands.plain import is_plainly_read_only

    return is_plainly_read_only(plain(keys, b"command")) and ran(
        store, b"recall.PreToolUse", started
    )


def without_output(raw: bytes) -> bytes:
    """The payload without the text of a long output: what is left holds every key and every other value."""
    if len(raw) < LONG:
        return raw
    start = max(raw.find(b'"stdout":"', 0, LONG) + 10, raw.find(b'"stdout": "', 0, LONG) + 11)
    end = start
    for _ in range(QUOTES if start > 10 else 0):
        end = raw.find(b'"', end)
        if end < 0:
            return raw
        before = end - 1
        while raw[before] == 92:  # a backslash
            before -= 1
        if (end - before) % 2:
            return raw[:start] + raw[end:]
        end += 1
    return raw


def plain(raw: bytes, key: bytes) -> str:
    """The plain string at the only `"key": "..."`; "" when it is missing, escaped, not ASCII, or stands twice."""
    key = b'"' + key + b'"'
    at = raw.find(key)
    if at < 0 or raw.find(key, at + 1) >= 0:
        return ""
    start = raw.find(b'"', at + len(key))
    if start < 0 or raw[at + len(key) : start].strip() != b":":
        return ""
    value = raw[start + 1 : raw.find(b'"', start + 1)]
    return value.decode("ascii") if value.isascii() and b"\\" not in value else ""


def store_of(keys: bytes) -> bytes:
    """The folder of the store that belongs to the payload's cwd, there or not: what store.paths.locate says, in a checkout without asking it;
    b"" where that is not plain (the home folder, a link, a path with something to resolve)."""
    home, found, chosen = (
        posix.environ.get(b"HOME", b""),
        b"",
        posix.environ.get(b"REFLEXION_DIR", b""),
    )
    if chosen:
        store = chosen if chosen.endswith(b"/" + FOLDER) else chosen + b"/" + FOLDER
        return store if is_settled(chosen) and is_sound(store) else b""
    cwd = folder = plain(keys, b"cwd").encode()
    if not is_settled(folder):
        return b""
    while folder:
        if not found and exists(folder + b"/" + FOLDER):
            if not is_sound(folder + b"/" + FOLDER):
                return b""
            found = folder
        if exists(folder + b"/.git"):
            if not is_folder(folder + b"/.git"):
                break
            root = found or folder
            near_home = (
                not home.startswith(b"/") or home.rstrip(b"/") == root or is_same(home, root)
            )
            return b"" if near_home else root + b"/" + FOLDER
        folder = folder.rpartition(b"/")[0]
    return located(cwd)


def located(cwd: bytes) -> bytes:
    """The same in a linked worktree and outside any checkout, at the cost of importing os."""
    import os

    from reflexion.store import paths

    store = os.fsencode(
        paths.locate(
            os.fsdecode(cwd),
            {os.fsdecode(name): os.fsdecode(value) for name, value in posix.environ.items()},
        )[1]
    )
    return store if store and is_sound(store) else b""


def is_settled(path: bytes) -> bool:
    """An absolute path with nothing in it to resolve?"""
    return (
        path.startswith(b"/")
        and not path.endswith((b"/", b"/.", b"/.."))
        and not any(part in path for part in (b"//", b"/./", b"/../", b"\0"))
    )


def is_sound(store: bytes) -> bool:
    """Not there, or folders that are no links?"""
    return (
        not exists(store)
        or is_folder(store)
        and (not exists(store + b"/state") or is_folder(store + b"/state"))
    )


def exists(path: bytes) -> bool:
    """Is anything there, be it a link that leads nowhere?"""
    try:
        posix.lstat(path)
    except OSError:
        return False
    return True


def is_folder(path: bytes) -> bool:
    """A folder, and no link to one?"""
    try:
        return posix.lstat(path).st_mode & KIND == IS_FOLDER
    except OSError:
        return False


def is_same(one: bytes, other: bytes) -> bool:
    try:
        one, other = posix.stat(one), posix.stat(other)
    except OSError:
        return False
    return (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)


def ran(store: bytes, hook: bytes, started: float) -> bool:
    """Note in an existing store that the hook ran, as store.journal does; a log past its size waits for the long way to trim it. True."""
    if is_folder(store + b"/state") and (
        is_folder(store + b"/state/runs") or not exists(store + b"/state/runs")
    ):
        try:
            handle = posix.open(
                store + b"/state/runs/" + hook,
                posix.O_CREAT | posix.O_APPEND | posix.O_WRONLY | posix.O_NOFOLLOW,
                0o666,
            )
            posix.write(
                handle, b"%.0f\t%.1f\t0\n" % (time.time(), (time.perf_counter() - started) * 1000)
            )
            posix.close(handle)
        except FileNotFoundError:
            return False  # the first run of all: the long way makes the folder
        except OSError:
            pass
    return True
