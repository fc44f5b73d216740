"""Is a command that ended in 0 worth a second look? Decided on raw bytes, before anything is imported; imports nothing itself.

`judge` believes in a failure behind status 0 only where `may_hide` and `speaks` hold, so that what is passed over here is never missed.
"""

# bytes of JSON that hold what `judge` reads of a long output: six bytes a character at worst
HEAD, TAIL = 160 << 10, 260 << 10

# a failure can hide behind these; everything else hands on the status of what it runs
JOINTS = (b"|", b";", b"\n", b"\\n", b"$?", b"-exec", b"xargs")
SCRIPTS = (b".sh", b"bash ", b" sh ", b"/sh ", b" zsh ", b" dash ", b"source ", b"set +e")
SHELLS = (b"sh ", b"zsh ", b"dash ", b". ")
EXIT_ZERO = (b"psql", b"mysql", b"sqlplus", b"sqlcmd", b"redis-cli", b"valkey-cli", b"snowsql", b"mongosh", b"isql", b"cqlsh", b"sqlite3", b"duckdb", b"bq ", b"gdb ", b"vim ", b"ansible ", b"hdfs ", b"beeline")

# lower-case pieces of what failing programs say
NEEDLES = (
    b"error", b"fail", b"fatal", b"exception", b"traceback", b"panic", b"not found", b"no such", b"denied", b"refused", b"cannot ", b"can't ", b"could not ", b"couldn't ",
    b"unable to ", b"unknown ", b"invalid ", b"undefined", b"unrecogni", b"missing ", b"not permitted", b"conflict", b"rejected", b"killed", b"segmentation", b"core dumped",
    b"abort", b"unexpected ", b"there is no ", b"timed out", b"not something we can", b"nothing to commit", b"err!", b"err_", b"noauth ", b"*** ", b"unbound variable",
    b"bad substitution", b"bad interpreter", b"does not exist", b"doesn't exist", b"already exists", b"file exists", b"already in use", b"has requirement", b"would reformat", b"too open", b"double free",
    b"attempt to ", b"system has not been", b"without a test", b"no targets", b"because ", b"requires ", b"ora-0", b"ora-1", b"msg ", b"diff in ", b"warning", b"is a directory", b"not a directory",
    b"not empty", b"unsupported", b"not supported", b": line ", b"violat", b"unhandled", b"uncaught", b"curl: (", b"unresolved", b"** (", b"expected ", b"expected:", b"no space left", b"unterminated", b"expression #", b"syntax", b"usage:", b"is the server", b"you need to ", b"you must ", b"incomplete", b"illegal ", b"bad ", b"not a ", b"no module ", b"verification", b"host identification",
)

# programs whose findings need none of these words
FINDERS = (b"flake8", b"pylint", b"ruff", b"pycodestyle", b"pyflakes", b"rubocop", b"yamllint", b"hadolint", b"actionlint", b"markdownlint", b"shellcheck", b"golangci", b"staticcheck", b"spell", b"black", b"isort",
           b"prettier", b"phpcs", b"ktlint", b"swiftlint", b"checkstyle", b"buf ", b"stylelint", b"sqlfluff", b"vale ", b"credo", b"-lint", b"lint ")


def worth_a_look(raw) -> bool:
    """Whether a PostToolUse payload (bytes of JSON, or its text) of a call that ended in 0 may hide a failure. Rather true than false."""
    if isinstance(raw, str):
        raw = raw.encode("utf-8", "replace")
    command = _value(raw, b'"command"')
    if command is not None and not may_hide(command):
        return False
    at = raw.find(b'"tool_response"')
    at = max(at, 0)
    return (command is not None and tells(command)) or speaks(raw[at:at + HEAD]) or speaks(raw[max(at + HEAD, len(raw) - TAIL):])


def may_hide(command: bytes) -> bool:
    """Whether a command line can end in 0 although a part of it failed."""
    if any(joint in command for joint in JOINTS) or any(script in command for script in SCRIPTS) or any(name in command for name in EXIT_ZERO):
        return True
    if command.startswith(SHELLS):
        return True
    return b"&" in command.replace(b"&&", b"").replace(b">&", b"").replace(b"&>", b"")


def tells(command: bytes) -> bool:
    """Whether a command prints a status, or runs a checker whose findings are no words of failure."""
    return b"$?" in command or b"PIPESTATUS" in command or any(name in command for name in FINDERS)


def speaks(output: bytes) -> bool:
    """Whether an output has any of the words in which programs fail."""
    low = output.lower()
    return any(needle in low for needle in NEEDLES)


def _value(raw: bytes, key: bytes):
    """The JSON string after the first `"command":`, still escaped; None when it is not there or stands twice."""
    at = raw.find(key)
    if at < 0 or raw.find(key + b":", at + 1) >= 0 or raw.find(key + b" :", at + 1) >= 0:
        return None
    start = raw.find(b'"', at + len(key))
    if start < 0 or raw[at + len(key):start].strip() != b":":
        return None
    end = start
    while True:
        end = raw.find(b'"', end + 1)
        if end < 0:
            return None
        before = end - 1
        while raw[before:before + 1] == b"\\":
            before -= 1
        if (end - before) % 2:
            return raw[start + 1:end]
