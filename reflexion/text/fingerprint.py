"""Is it the same mistake? A fingerprint of what an entry stores: same kind of trouble with the same name in it, whatever ran it and wherever."""

from __future__ import annotations

from reflexion.text.normalise import basename, meaning

# words that any failure may be told with: a line of these alone says nothing without the program that failed
EMPTY = frozenset(
    [
        "a",
        "abort",
        "aborted",
        "after",
        "all",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "because",
        "been",
        "build",
        "builds",
        "building",
        "by",
        "call",
        "called",
        "can",
        "cannot",
        "cant",
        "child",
        "code",
        "command",
        "commands",
        "compilation",
        "compile",
        "completed",
        "connect",
        "connection",
        "core",
        "could",
        "couldnt",
        "denied",
        "did",
        "didnt",
        "do",
        "does",
        "doesnt",
        "done",
        "dumped",
        "due",
        "during",
        "elifecycle",
        "encountered",
        "end",
        "ended",
        "err",
        "error",
        "errors",
        "exception",
        "execute",
        "executed",
        "execution",
        "exit",
        "exited",
        "exiting",
        "exits",
        "fail",
        "failed",
        "failing",
        "failure",
        "failures",
        "fatal",
        "file",
        "files",
        "finished",
        "following",
        "for",
        "found",
        "from",
        "has",
        "have",
        "in",
        "internal",
        "is",
        "it",
        "job",
        "jobs",
        "killed",
        "last",
        "later",
        "line",
        "lines",
        "log",
        "logs",
        "main",
        "make",
        "message",
        "more",
        "most",
        "no",
        "non-zero",
        "nonzero",
        "not",
        "occurred",
        "of",
        "on",
        "one",
        "operation",
        "or",
        "other",
        "out",
        "panicked",
        "passed",
        "permission",
        "please",
        "previous",
        "problem",
        "problems",
        "process",
        "program",
        "recent",
        "refused",
        "request",
        "reset",
        "result",
        "results",
        "returned",
        "run",
        "running",
        "script",
        "see",
        "server",
        "signal",
        "some",
        "something",
        "status",
        "step",
        "stop",
        "stopped",
        "subprocess",
        "such",
        "task",
        "tasks",
        "terminated",
        "suite",
        "suites",
        "test",
        "tests",
        "the",
        "there",
        "this",
        "thread",
        "time",
        "timed",
        "timeout",
        "to",
        "total",
        "traceback",
        "try",
        "unable",
        "unexpected",
        "unknown",
        "unsuccessful",
        "warning",
        "warnings",
        "was",
        "went",
        "were",
        "while",
        "with",
        "without",
        "wrong",
        "you",
        "your",
        "call",
        "0",
        "1",
        "2",
        "-",
        ":",
        "=",
        "*",
        "#",
        "exit_code",
        "lifecycle",
        "workspace",
        "skipped",
        "reason",
        "see",
        "above",
    ]
)
# commands that only prepare for the one that counts
PREPARING = frozenset(
    (
        "cd",
        "export",
        "set",
        "source",
        ".",
        "pushd",
        "popd",
        "true",
        "echo",
        "mkdir",
        "test",
        "[",
        "sleep",
        "unset",
        "trap",
        "umask",
        "ulimit",
        "shopt",
        "alias",
    )
)
# what runs a script's file: it is the script that failed
INTERPRETERS = frozenset(
    (
        "python",
        "node",
        "bash",
        "sh",
        "zsh",
        "dash",
        "ruby",
        "perl",
        "php",
        "deno",
        "bun",
        "tsx",
        "ts-node",
        "lua",
        "rscript",
        "pwsh",
    )
)
# flags whose next word is their value, so that it is not taken for what was asked for
VALUED = frozenset(
    [
        "-C",
        "-f",
        "-n",
        "-p",
        "-c",
        "-o",
        "-e",
        "-H",
        "-u",
        "-w",
        "-F",
        "--prefix",
        "--filter",
        "--dir",
        "--cwd",
        "--file",
        "--namespace",
        "--context",
        "--project",
        "--config",
        "--env",
        "--profile",
        "--manifest-path",
        "--directory",
        "--workdir",
        "--kubeconfig",
        "--region",
    ]
)
OFFSET, PRIME, MASK = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1


def fingerprint(type: str, trigger: str, context: str) -> str:
    """16 hex digits; equal for two sightings of one mistake. Takes the stored fields alone: type, trigger (one line), context (the command)."""
    return fnv(essence(type, trigger, context))


def essence(type: str, trigger: str, context: str) -> str:
    """The text that is hashed: for a failure the lasting words of its line, and who failed where they do not say enough; for prose its words."""
    if type != "error":
        return type + "\n" + prose(trigger)
    line, needs_program = meaning(trigger)
    if vague(line) if needs_program is None else needs_program:
        line += "\n" + caller(context)
    return type + "\n" + line


def vague(line: str) -> bool:
    """Whether a normalised line has no word that tells one mistake from another."""
    return all(
        word.strip(".:;,!?()[]{}<>'-=%") in EMPTY
        or word.isdigit()
        or not word.strip(".:;,!?()[]{}<>'-=%*#")
        for word in line.split()
    )


def prose(text: str) -> str:
    """What a person said, by its words alone: numbers and names count, case and punctuation do not."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def caller(context: str) -> str:
    """Who failed, as "program job": the first command that does something, without its wrappers, flags and folders ("pnpm build", "seed.py")."""
    from reflexion.text.shell import calls  # only the few lines that say nothing need the command

    for call in calls(context):
        if call.program and call.program not in PREPARING:
            words = [basename(call.program.lower()), *jobs(call.args)]
            return " ".join(
                words[1:]
                if len(words) > 1
                and "." in words[1]
                and words[0].rstrip("0123456789.#") in INTERPRETERS
                else words
            )
    return ""


def jobs(args) -> list:
    """The first two words that are neither flags nor their values, files by their last part; "run" is left out, `npm test` being `npm run test`."""
    found, skip = [], False
    for word in args:
        if skip or word.startswith("-"):
            skip = not skip and word in VALUED
        elif word not in ("run", "run-script"):
            found.append(basename(word.lower()))
    return found[:2]


def fnv(text: str) -> str:
    """FNV-1a, 64 bits, as 16 hex digits."""
    value = OFFSET
    for byte in text.encode("utf-8", "replace"):
        value = (value ^ byte) * PRIME & MASK
    return "%016x" % value
