"""Does a command only show something, and change nothing?"""

from __future__ import annotations

from reflexion.signals.fixes import programs
from reflexion.signals.fixes.remedies import KINDS_BY_WORD

SQL = (
    "create ",
    "alter ",
    "insert ",
    "grant ",
    "update ",
    "drop ",
    "truncate ",
    "delete ",
    "set ",
    "vacuum",
    "reindex",
    "analyze",
    "refresh ",
    "copy ",
    "call ",
    "use ",
    "db.create",
    "config set",
    "flush",
    "replace into",
    "load data",
)
GIT_ACTS = frozenset(
    [
        "bisect",
        "add",
        "commit",
        "stash",
        "pull",
        "fetch",
        "rebase",
        "merge",
        "checkout",
        "switch",
        "branch",
        "remote",
        "submodule",
        "lfs",
        "config",
        "reset",
        "init",
        "clone",
        "cherry-pick",
        "worktree",
        "tag",
        "rm",
        "mv",
        "restore",
        "am",
        "apply",
        "push",
        "revert",
        "gc",
        "prune",
        "update-index",
        "maintenance",
        "sparse-checkout",
        "read-tree",
        "update-ref",
        "replace",
        "unset",
    ]
)
SQL_LOOKS = (
    "select",
    "show",
    "\\",
    ".tables",
    ".schema",
    "ping",
    "get",
    "info",
    "keys",
    "-l",
    "describe",
    "explain",
    "find(",
    "--list",
    "pragma",
    "count",
    "stats",
)
# Options with which a program only tells about itself, lists, or tries.
ASKS = ("--help", "--version", "--dry-run", "--dryrun")
ASKS_FIRST = (["-V"], ["-version"], ["help"])
ASKS_ALONE = (["version"], ["-h"], ["-v"], ["-l"], ["-L"], ["--list"], ["-list"], ["-ls"])
# Lookers that change something when given one of these options.
CHANGING = {
    "find": ("-delete", "-exec", "-execdir", "-ok"),
    "sort": ("-o",),
    "yq": ("-i",),
    "date": ("-s", "--set"),
}
FETCHERS = ("curl", "wget", "http", "https", "xh")
SENDS = (
    "-X",
    "--request",
    "-d",
    "-T",
    "-F",
    "-o",
    "-O",
    "--output",
    "--json",
    "-P",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
)
DATABASES = (
    "psql",
    "mysql",
    "sqlite3",
    "mariadb",
    "mongosh",
    "mongo",
    "redis-cli",
    "valkey-cli",
    "sqlcmd",
    "duckdb",
    "clickhouse-client",
    "cqlsh",
)
INTERPRETERS = (
    "python",
    "python3",
    "node",
    "ruby",
    "perl",
    "php",
    "deno",
    "bun",
    "Rscript",
    "julia",
    "lua",
    "elixir",
)
ONE_LINERS = ("-c", "-e", "-p", "-r", "--eval", "--print", "--check")
SCRIPT_ACTS = (
    "write",
    "open(",
    "system(",
    "subprocess",
    "mkdir",
    "unlink",
    "remove",
    "rename",
    "create",
    "exec(",
    "save",
    "insert",
    "download",
    "install",
    "add(",
)
CONFIG_LOOKS = ("--get", "--list", "-l", "--get-all", "--get-regexp", "get", "list")
ACTING_HEADS = (
    frozenset(
        f"{KINDS_BY_WORD['install']} {KINDS_BY_WORD['start']} exec delete apply rm uninstall remove".split()
    )
    - programs.LOOKING_WORDS
)


def looks(shape):
    """Does this only show something? (Never the fix.)"""
    args, program = shape.args, shape.program
    if shape.writes or program in ("tee", "xargs"):
        return False
    if any(a in ASKS for a in args) or args[:1] in ASKS_FIRST or args in ASKS_ALONE:
        return True
    if not program:
        return not shape.env
    if program in programs.LOOKERS:
        return not (
            any(a in CHANGING.get(program, ()) for a in args)
            or program in ("mount", "hostname")
            and args
        )
    if program == "sed":
        return not any(
            a == "--in-place" or a[:1] == "-" and a[:2] != "--" and "i" in a[:4] for a in args
        )
    if program in FETCHERS:
        return _fetch_looks(program, args)
    if program in DATABASES:
        return _sql_looks(args)
    if program in INTERPRETERS and args and args[0] in ONE_LINERS:
        return not any(word in " ".join(args[1:3]).lower() for word in SCRIPT_ACTS)
    if program in ("make", "gmake", "ninja"):
        return any(a in ("-n", "-q", "-p", "--just-print") for a in args)
    return (
        _git_looks(shape.heads(), args) if program == "git" else _tool_looks(program, shape.heads())
    )


def _fetch_looks(program, args):
    if program == "wget":
        return any(a in ("-qO-", "-O-", "--spider", "-") for a in args)
    saves = any(a[:1] == "-" and a[:2] != "--" and a[-1:] in "oO" for a in args)
    sends = any(
        a in SENDS and a not in ("-o", "--output") or a.startswith(("--data", "-X")) for a in args
    )
    return not sends and (not saves and "--output" not in args or "/dev/null" in args)


def _sql_looks(args):
    text = " ".join(args).lower()
    return (
        not any(word in text for word in SQL)
        and not any(a in ("-f", "--file") for a in args)
        and any(word in text for word in SQL_LOOKS)
    )


def _tool_looks(program, heads):
    if program not in programs.TOOLS:
        return False
    exempt = programs.NOT_LOOKING.get(program, ())
    for head in heads[:3]:
        if head in exempt or head in ACTING_HEADS:
            return False
        if head in programs.LOOKING_WORDS or head.startswith(
            ("describe-", "list-", "get-", "head-")
        ):
            return True
    return False


def _git_looks(heads, args):
    if not heads:
        return True
    verb, rest = heads[0], heads[1:]
    if verb == "config":
        return (
            any(a in CONFIG_LOOKS for a in args)
            or len(rest) == 1
            and not any(a.startswith("--unset") for a in args)
        )
    if verb == "branch":
        return not rest or any(
            a in ("-a", "-r", "-vv", "--list", "--show-current", "--contains") for a in args
        )
    if verb == "stash":
        return rest[:1] in (["list"], ["show"])
    if verb in ("tag", "remote", "submodule", "worktree", "lfs", "bisect", "notes"):
        return (
            not rest
            or rest[0] in ("show", "list", "status", "get-url", "ls-files", "env", "locks", "log")
            or any(a in ("-l", "--list") for a in args)
        )
    return verb in programs.LOOKING_WORDS or verb not in GIT_ACTS
