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
STORE = b".reflexion"  # OFF: of the home store, a file for each session
OFF = "state/off/"
KIND = 0o170000
FOLDER = 0o040000
MISSING = 0
PROMPT = "UserPromptSubmit"
OWN_NAMES = {"BeforeAgent": PROMPT, "BeforeTool": "PreToolUse", "AfterTool": "PostToolUse"}

CODEX = (b'"turn_id"', b"/rollout-", b'"model"')  # it reports failures as PostToolUse, too
CALLS = (b"/reflexion ", b"/reflexion' ")  # the toolkit's own commands, which a hook may allow
RESULTS = (b'"tool_response"', b'"tool_result"', b'"tool_output"')  # keys of what a tool answered
EXITS = (b'"exit_code"', b'"exitCode"', b'"returncode"', b'"code"', b'"status"')
# in an answer: it may be a failure, or something else than a plain success
DOUBTS = (
    b'"returnCodeInterpretation"',
    b'"is_error"',
    b'"isError"',
    b'"success":',
    b'"success" :',
    b'"error"',
    b'"interrupted":true',
    b'"interrupted": true',
    b'"backgroundTaskId"',
)
COPILOT_RESULT = b'"text_result_for_llm"'
COPILOT_ZERO = b' completed with exit code 0>"}}'
REPORT = b'"llmContent"'  # of Qwen Code and Gemini CLI
REPORT_EXIT = b"Exit Code: "
QWEN_ZERO = b"\\nExit Code: 0\\n"
GEMINI_OUTPUT = b"<untrusted_context>\\nOutput: "
GEMINI_DOUBTS = (b"\\nSignal: ", b"\\nError: ")


def can_skip(hook: str, payload: bytes, started: float) -> bool:
    """Return True if this call has nothing to do. `started`: time.perf_counter() at its start."""
    if posix is None or len(payload) > MAX_BYTES:
        return False
    if posix.environ.get(b"REFLEXION_DISABLED", b"") not in (b"", b"0"):
        return True
    keys = _before_result(payload)
    name = plain(keys, b"hook_event_name")
    name = OWN_NAMES.get(name, name)
    if _is_off(name, plain(keys, b"session_id")):
        return True
    store_if_idle = BY_CALL.get((hook, name))
    store = store_if_idle(payload, keys) if store_if_idle else b""
    return bool(store) and log_run(store, f"{hook}.{name}".encode(), started)


# For each hook and event: the store of the project if there is nothing to do, else b"".


def _captured_prompt(payload: bytes, keys: bytes) -> bytes:
    """A prompt that teaches nothing."""
    if _is_empty_prompt(keys):
        return find_store(keys)
    prompt = _typed(keys)
    if not prompt or len(prompt) > LONG or "/reflexion:" in prompt:
        return b""
    from reflexion.signals.prompts.classify import judge

    return b"" if judge(prompt)[0] else find_store(keys)


def _captured_call(payload: bytes, keys: bytes) -> bytes:
    """A call that worked, with an output in which no failure can hide, in a session in which
    nothing was said or failed yet."""
    session = plain(keys, b"session_id")
    if not is_plain(session):
        return b""
    from reflexion.signals.failures.prefilter import outline, worth_a_look

    short = outline(payload)
    if not _plainly_worked(payload, short) or worth_a_look(payload, short):
        return b""
    store = find_store(keys)
    return b"" if _kind(store + b"/state/sessions/" + session.encode() + b".jsonl") else store


def _recalled_prompt(payload: bytes, keys: bytes) -> bytes:
    """A prompt where nothing was ever learned, or one without a word."""
    return find_store(keys) if _is_empty_prompt(keys) else _store_to_be(keys)


def _recalled_call(payload: bytes, keys: bytes) -> bytes:
    """A command where nothing was ever learned, or one that only looks; none that calls us."""
    if _holds(payload, *CALLS):
        return b""
    store = _store_to_be(keys)
    if store or _holds(payload, *CODEX):
        return store
    from reflexion.shell import is_plainly_read_only

    return find_store(keys) if is_plainly_read_only(plain(keys, b"command")) else b""


BY_CALL = {
    ("capture", PROMPT): _captured_prompt,
    ("capture", "PostToolUse"): _captured_call,
    ("recall", PROMPT): _recalled_prompt,
    ("recall", "PreToolUse"): _recalled_call,
}


def _before_result(payload: bytes) -> bytes:
    """The part of a payload in which a host's own keys stand: what a tool answered comes last."""
    end = len(payload)
    for key in RESULTS:  # each looked for in what is left before the last: an output may be long
        at = payload.find(key, 0, end)
        end = at if at >= 0 else end
    return payload[:end]


def _is_off(name: str, session: str) -> bool:
    """Is the session switched off? A prompt may switch it on again."""
    if name in ("", PROMPT) or not is_plain(session):
        return False
    return bool(_kind(_home_store() + b"/" + OFF.encode() + session.encode()))


def _store_to_be(keys: bytes) -> bytes:
    """The project's store where neither it nor the one at home is there yet, else b""."""
    home = _home_store()
    store = find_store(keys) if home else b""
    return b"" if _kind(store) or _kind(home) else store


def _typed(keys: bytes) -> str:
    """What was typed: Qwen Code tells it beside the prompt that it makes of it."""
    return plain(keys, b"submitted_prompt" if b'"submitted_prompt"' in keys else b"prompt")


def _is_empty_prompt(keys: bytes) -> bool:
    """Qwen Code announces a prompt without a word after each tool's result."""
    is_empty = b'"prompt":""' in keys or b'"prompt": ""' in keys
    return is_empty and b"/chats/" in keys and b'"submitted_prompt"' not in keys


def _plainly_worked(payload: bytes, short: bytes) -> bool:
    """Does all that a host writes into a tool's answer call it a success? `short`: its outline."""
    if _holds(short, *CODEX, *DOUBTS):
        return False
    if not all(_is_zero(short, key) for key in EXITS):
        return False
    if COPILOT_RESULT in short:
        return payload.rstrip().endswith(COPILOT_ZERO)
    if REPORT in short:
        return _reports_zero(payload)
    return RESULTS[0] in short


def _is_zero(payload: bytes, key: bytes) -> bool:
    """Is the number at a key 0, or the key not there?"""
    _, found, after = payload.partition(key)
    value = after[:8].replace(b" ", b"")
    return not found or value.startswith((b":0,", b":0}")) and key not in after


def _reports_zero(payload: bytes) -> bool:
    """Does the report on a command tell no other status than 0?"""
    told = payload.count(REPORT_EXIT)
    if GEMINI_OUTPUT in payload:
        return told == 0 and not any(doubt in payload for doubt in GEMINI_DOUBTS)
    return told == 1 and QWEN_ZERO in payload


def is_plain(session: str) -> bool:
    """Return True if a session's id may be part of a file's name as it is."""
    return session.replace("-", "").replace("_", "").isalnum() and len(session) <= 80


def _holds(payload: bytes, *marks: bytes) -> bool:
    edges = payload[:EDGE] + payload[-EDGE:]
    return any(mark in edges for mark in marks)


def plain(payload: bytes, key: bytes) -> str:
    """The string at the only `"key": "..."`; "" when missing, escaped, not ASCII, or twice."""
    key = b'"' + key + b'"'
    after = payload.partition(key)[2]
    colon, _, rest = after.partition(b'"')
    value, end, _ = rest.partition(b'"')
    is_clear = end and colon.strip() == b":" and key not in after
    return value.decode("ascii") if is_clear and value.isascii() and b"\\" not in value else ""


def find_store(keys: bytes) -> bytes:
    """The store's folder, there or not, as store.paths.locate finds it; b"" if not plain."""
    chosen = posix.environ.get(b"REFLEXION_DIR", b"")
    if chosen:
        store = chosen if chosen.endswith(b"/" + STORE) else chosen + b"/" + STORE
        return _sound_or_none(store) if _is_settled(chosen) else b""
    cwd = plain(keys, b"cwd").encode()
    if not _is_settled(cwd):
        return b""
    root = _project_root(cwd)
    if root:
        return b"" if _is_home(root) else _sound_or_none(root + b"/" + STORE)
    import os  # in a linked worktree and outside any checkout

    from reflexion.store.paths import locate

    return _sound_or_none(os.fsencode(locate(os.fsdecode(cwd), os.environ)[1]))


def _project_root(folder: bytes) -> bytes:
    """The nearest folder with a store, from `folder` up to the top of its checkout, else the top;
    b"" outside a checkout and in a linked worktree."""
    root = b""
    while folder and not _kind(folder + b"/.git"):
        if not root and _kind(folder + b"/" + STORE):
            root = folder
        folder = folder.rpartition(b"/")[0]
    if not folder or _kind(folder + b"/.git") != FOLDER:
        return b""
    return root or folder


def _sound_or_none(store: bytes) -> bytes:
    return store if _is_sound(store) else b""


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
