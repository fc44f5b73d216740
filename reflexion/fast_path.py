"""Decide from a payload's raw bytes that a hook has nothing to do, before even os is imported.

True only where the long way would neither write an entry nor say a word; whatever is unusual takes
the long way. A test plays both ways against each other."""

import time

try:
    import posix
except ImportError:  # Windows: the long way is right everywhere
    posix = None

MAX_BYTES = 2 << 20
EDGE = 64 << 10  # bytes at either end of a payload, where a host's own keys stand
LONG = 8 << 10  # characters of a prompt that the long way bounds
STATUS = b'"returnCodeInterpretation"'
CODEX = (b'"turn_id"', b"/rollout-", b'"model"')  # it reports failures as PostToolUse, too
STORE, OFF = b".reflexion", "state/off/"  # OFF: of the home store, a file for each session
KIND, FOLDER, MISSING = 0o170000, 0o040000, 0


def can_skip(hook: str, payload: bytes, started: float) -> bool:
    """Return True if this call has nothing to do. `started`: time.perf_counter() at its start."""
    if posix is None or len(payload) > MAX_BYTES:
        return False
    if posix.environ.get(b"REFLEXION_DISABLED", b"") not in (b"", b"0"):
        return True
    at = payload.find(b'"tool_response"')
    keys = payload[:at] if at >= 0 else payload
    name, session, home = plain(keys, b"hook_event_name"), plain(keys, b"session_id"), _home_store()
    mark = home + b"/" + OFF.encode() + session.encode()
    if is_plain(session) and _kind(mark) and name not in ("", "UserPromptSubmit"):
        return True  # switched off for this session
    store = (
        find_store(keys)
        if hook == "recall" and name in ("UserPromptSubmit", "PreToolUse") and home
        else b""
    )
    if store and not _kind(store) and not _kind(home):
        return True  # nothing was ever learned
    if (hook, name) == ("capture", "UserPromptSubmit"):
        from reflexion.signals.prompts.classify import judge

        prompt = plain(keys, b"prompt")
        odd = not prompt or len(prompt) > LONG or "/reflexion:" in prompt
        skip = not odd and not judge(prompt)[0]
    elif (hook, name) == ("capture", "PostToolUse") and is_plain(session):
        from reflexion.signals.failures.prefilter import worth_a_look

        # a call that worked, with an output in which no failure can hide
        skip = not _holds(payload, *CODEX, STATUS) and not worth_a_look(payload)
    elif (hook, name) == ("recall", "PreToolUse") and store and not _holds(payload, *CODEX):
        from reflexion.shell import is_plainly_read_only

        skip = is_plainly_read_only(plain(keys, b"command"))
    else:
        return False
    store = store or (find_store(keys) if skip else b"")
    if name == "PostToolUse" and _kind(store + b"/state/sessions/" + session.encode() + b".jsonl"):
        return False  # something was said or failed in this session
    return bool(skip and store) and log_run(store, f"{hook}.{name}".encode(), started)


def is_plain(session: str) -> bool:
    """Return True if a session's id may be part of a file's name as it is."""
    return session.replace("-", "").replace("_", "").isalnum() and len(session) <= 80


def _holds(payload: bytes, *marks: bytes) -> bool:
    edges = payload if len(payload) <= 2 * EDGE else payload[:EDGE] + payload[-EDGE:]
    return any(mark in edges for mark in marks)


def plain(payload: bytes, key: bytes) -> str:
    """The string at the only `"key": "..."`; "" when missing, escaped, not ASCII, or twice."""
    key = b'"' + key + b'"'
    at = payload.find(key)
    start = payload.find(b'"', at + len(key))
    if at < 0 or start < 0 or payload.find(key, at + 1) >= 0:
        return ""
    value = payload[start + 1 : payload.find(b'"', start + 1)]
    clear = payload[at + len(key) : start].strip() == b":" and value.isascii()
    return value.decode("ascii") if clear and b"\\" not in value else ""


def find_store(keys: bytes) -> bytes:
    """The store's folder, there or not, as store.paths.locate finds it; b"" if not plain."""
    chosen, root = posix.environ.get(b"REFLEXION_DIR", b""), b""
    if chosen:
        store = chosen if chosen.endswith(b"/" + STORE) else chosen + b"/" + STORE
        return store if _is_settled(chosen) and _is_sound(store) else b""
    cwd = folder = plain(keys, b"cwd").encode()
    if not _is_settled(cwd):
        return b""
    while folder and not _kind(folder + b"/.git"):
        root = root or (folder if _kind(folder + b"/" + STORE) else b"")
        folder = folder.rpartition(b"/")[0]
    if _kind(folder + b"/.git") == FOLDER and folder:
        root = root or folder
        store = root + b"/" + STORE
        return store if not _is_home(root) and _is_sound(store) else b""
    import os  # in a linked worktree and outside any checkout

    from reflexion.store.paths import locate

    store = os.fsencode(locate(os.fsdecode(cwd), os.environ)[1])
    return store if store and _is_sound(store) else b""


def _home_store() -> bytes:
    home = posix.environ.get(b"HOME", b"")
    store = posix.environ.get(b"REFLEXION_HOME") or (home and home + b"/" + STORE)
    return store if store.startswith(b"/") else b""


def _is_home(folder: bytes) -> bool:
    home = posix.environ.get(b"HOME", b"")
    try:
        return not home.startswith(b"/") or posix.stat(folder)[1:3] == posix.stat(home)[1:3]
    except OSError:
        return False


def _is_settled(path: bytes) -> bool:
    """An absolute path with nothing in it to resolve, and no longer than systems take."""
    odd = any(part in path + b"/" for part in (b"//", b"/./", b"/../", b"\0"))
    return path.startswith(b"/") and len(path) <= 4096 and not odd


def _is_sound(store: bytes) -> bool:
    """Not there, or folders that are no links."""
    return _kind(store) in (MISSING, FOLDER) and _kind(store + b"/state") in (MISSING, FOLDER)


def _kind(path: bytes) -> int:
    try:
        return posix.lstat(path).st_mode & KIND
    except OSError:
        return MISSING


def log_run(store: bytes, hook: bytes, started: float) -> bool:
    """Note in an existing store that the hook ran. False at the first run: nowhere to note it."""
    if _kind(store + b"/state") != FOLDER:
        return True
    if _kind(store + b"/state/runs") != FOLDER:
        return False  # the long way makes the folder
    flags = posix.O_CREAT | posix.O_APPEND | posix.O_WRONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK
    try:
        handle = posix.open(store + b"/state/runs/" + hook, flags, 0o600)
        milliseconds = (time.perf_counter() - started) * 1000
        posix.write(handle, b"%.0f\t%.1f\t0\n" % (time.time(), milliseconds))
        posix.close(handle)
    except OSError:
        pass
    return True
