"""Is a command that ended in 0 worth a second look? Decided on raw bytes; imports nothing.

`judge` believes in a failure behind status 0 only where `may_hide` and `speaks` hold, so that what
is passed over here is never missed."""

# bytes of JSON that hold what `judge` reads of a long output: six bytes a character at worst
HEAD = 160 << 10
TAIL = 260 << 10
RUN = 8 << 10  # bytes without a quotation mark, of which an outline holds the two ends
CUT = b"|"  # in their middle: a command that is cut there is one that may hide a failure
MARKS = 2000  # quotation marks that are looked at; what comes behind them is kept whole

# a failure can hide behind these; everything else hands on the status of what it runs
JOINTS = (b"|", b";", b"\n", b"\\n", b"$?", b"-exec", b"xargs")
SCRIPTS = (b".sh", b"bash ", b" sh ", b"/sh ", b" zsh ", b" dash ", b"source ", b"set +e")
SHELLS = (b"sh ", b"zsh ", b"dash ", b". ")
EXIT_ZERO = b"""
psql mysql sqlplus sqlcmd redis-cli valkey-cli snowsql mongosh sqlite3 isql cqlsh duckdb
""".split()

# lower-case pieces of what failing programs say, joined by |
NEEDLES = b"""
error|fail|fatal|exception|traceback|panic|not found|no such|denied|refused|cannot |can't |
could not |couldn't |unable to |unknown |invalid |undefined|unrecogni|missing |not permitted|
conflict|rejected|killed|segmentation|core dumped|abort|there is no |timed out|
not something we can|nothing to commit|err!|err_|noauth |*** |unbound variable|doesn't exist|
already exists|file exists|already in use|has requirement|would reformat|too open|double free|
attempt to |system has not been|without a test|no targets|because |requires |ora-0|ora-1|msg |
diff in |is a directory|not empty|unsupported|not supported|: line |violat|unhandled|uncaught|
curl: (|unresolved|** (|expected |expected:|no space left|unterminated|expression #|syntax|usage:|
is the server|you need to |you must |incomplete|illegal |bad |not a |no module |no required|
not defined|: no |auth login|vulnerab|changed significantly|does not |leaks found|not allowed|
not running|forbidden|unauthorized|.go:|never defined|exiting with code|verification|
host identification|node.js v
""".replace(b"\n", b"").split(b"|")

# programs whose findings need none of these words
FINDERS = b"""
flake8|pylint|ruff|pycodestyle|pyflakes|rubocop|yamllint|hadolint|actionlint|markdownlint|
shellcheck|golangci|staticcheck|spell|black|isort|prettier|phpcs|ktlint|swiftlint|checkstyle|buf |
stylelint|sqlfluff|vale |credo|vulture|commitlint|protoc|lint |-lint
""".replace(b"\n", b"").split(b"|")


def outline(raw: bytes) -> bytes:
    """A payload with all its keys and short values, but of long texts only parts: a key is looked
    for in it many times, and reading a megabyte so often costs as much as an interpreter."""
    parts = []
    kept = 0
    at = 0
    for _ in range(MARKS):
        end = raw.find(b'"', at)
        if end < 0:
            break
        if end - at > RUN:
            parts.append(raw[kept : at + RUN // 2])
            kept = end - RUN // 2
        at = end + 1
    return CUT.join([*parts, raw[kept:]])


def worth_a_look(raw: bytes, short: bytes = b"") -> bool:
    """Return True if a PostToolUse payload of a call that ended in 0 may hide a failure.
    `short`: its outline, where the caller has it."""
    command = _value(short or raw, b'"command"')
    if command is not None and not may_hide(command):
        return False
    if command is not None and tells(command):
        return True
    return any(speaks(part) for part in _ends_of_output(raw))


def _ends_of_output(raw: bytes) -> tuple:
    """The two parts of a payload that hold what `judge` reads of a long output."""
    at = max(raw.find(b'"tool_response"'), 0)
    brief = raw.isascii() and raw.find(b"\\u", at) < 0  # two bytes a character at worst
    head = at + (HEAD // 3 if brief else HEAD)
    tail = len(raw) - (TAIL * 2 // 5 if brief else TAIL)
    return raw[at:head], raw[max(head, tail) :]


def worth_judging(command: str, output: str) -> bool:
    """The same for a command line and its output as texts."""
    line = command.encode("utf-8", "replace")
    if not may_hide(line):
        return False
    ends = f"{output[: HEAD // 6]}\n{output[-TAIL // 6 :]}"
    return tells(line) or speaks(ends.encode("utf-8", "replace"))


def may_hide(command: bytes) -> bool:
    """Whether a command line can end in 0 although a part of it failed."""
    hiding = (*JOINTS, *SCRIPTS, *EXIT_ZERO)
    if command.startswith(SHELLS) or any(piece in command for piece in hiding):
        return True
    return b"&" in command.replace(b"&&", b"").replace(b">&", b"").replace(b"&>", b"")


def tells(command: bytes) -> bool:
    """Return True if a command prints a status, or runs a checker."""
    return b"$?" in command or b"PIPESTATUS" in command or any(name in command for name in FINDERS)


def speaks(output: bytes) -> bool:
    """Whether an output has any of the words in which programs fail."""
    low = output.lower()
    return any(needle in low for needle in NEEDLES)


def _value(raw: bytes, key: bytes):
    """The JSON string after the only `"command":`, still escaped; else None."""
    at = raw.find(key)
    if at < 0 or raw.find(key + b":", at + 1) >= 0 or raw.find(key + b" :", at + 1) >= 0:
        return None
    start = raw.find(b'"', at + len(key))
    if start < 0 or raw[at + len(key) : start].strip() != b":":
        return None
    end = _end_of_string(raw, start)
    return raw[start + 1 : end] if end >= 0 else None


def _end_of_string(raw: bytes, start: int) -> int:
    """Where the quotation mark stands that closes the one at `start`; -1 for none."""
    end = start
    while True:
        end = raw.find(b'"', end + 1)
        before = end - 1
        while end >= 0 and raw[before : before + 1] == b"\\":
            before -= 1
        if end < 0 or (end - before) % 2:
            return end
