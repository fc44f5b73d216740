"""Commands as they are compared and quoted: without what only changes the printing."""

from __future__ import annotations

from reflexion.signals.commands.compare import significant
from reflexion.signals.commands.parse import basename, calls
from reflexion.signals.fixes import programs, words

LONGEST = 4000  # characters of a command that are compared; what a fix is made of is shorter by far
MOST_CALLS = 40
MESSAGE_FLAGS = ("-m", "--message", "-am", "--title", "--body", "--notes")
NAMING = frozenset(
    [
        "--prefix",
        "-C",
        "--cwd",
        "--dir",
        "-w",
        "--workspace",
        "--namespace",
        "--filter",
        "--project",
        "--profile",
        "--context",
        "--kubeconfig",
        "--file",
        "-f",
        "--env-file",
        "--region",
        "--manifest-path",
    ]
)  # a value follows
NEUTRAL = frozenset(
    [
        "time",
        "timeout",
        "gtimeout",
        "nohup",
        "nice",
        "command",
        "stdbuf",
        "unbuffer",
        "xargs",
        "chronic",
        "exec",
        "builtin",
        "hyperfine",
        "caffeinate",
        "setsid",
        "ionice",
    ]
)
QUIET_TARGETS = ("/dev/null", "1", "2", "&1", "&2")


class Shape:
    """One simple command, ready to be compared.

    program, place: what runs, and the folder it is named by ("" when the shell finds it); via: wrappers that matter (sudo, npx, python -m);
    args: its words; key: those that matter, sorted; env: assignments; op: the operator behind; writes: targets of redirections to files;
    folder: where `cd` in the same line led; raw: source text; start, end: place in the command line;
    known: what between.py found out about it
    """

    __slots__ = (
        "program",
        "place",
        "via",
        "args",
        "key",
        "env",
        "op",
        "writes",
        "folder",
        "raw",
        "start",
        "end",
        "depth",
        "known",
        "redirects",
        "_telling",
        "_heads",
    )

    def __init__(self, call, folder=""):
        self.program, self.env, self.op, self.depth = (
            call.program,
            list(call.env),
            call.op,
            call.depth,
        )
        self.via, self.args = _via(call.via), call.args
        if call.via[-1:] == ("corepack",) and call.program in (
            "enable",
            "disable",
            "prepare",
            "use",
            "install",
            "up",
        ):
            self.program, self.via, self.args = (
                "corepack",
                self.via[:-1],
                [call.program, *call.args],
            )  # not a wrapper here
        self.place = _place(call)
        self.key = sorted(significant(self.program, self.args))
        self.redirects = call.redirects
        self.writes = [
            target
            for op, target in call.redirects
            if ">" in op and target and target not in QUIET_TARGETS and "&" not in op[-1:]
        ]
        self.folder, self.raw, self.start, self.end = folder, call.raw, call.start, call.end
        self.known = self._telling = self._heads = None

    def telling(self):
        if self._telling is None:
            self._telling = words.telling(
                " ".join([self.program, *self.via, *self.args, *self.env, *self.writes])
            )
        return self._telling

    def heads(self):
        """Its first words that are no options: what a tool is told to do."""
        if self._heads is None:
            self._heads = [
                a
                for n, a in enumerate(self.args[:24])
                if a[:1] not in "-+" and "=" not in a and not (n and self.args[n - 1] in NAMING)
            ][:4]
        return self._heads


def shapes(command):
    """-> list of Shape for the calls of a command line, `cd` taken into account and left out (unless there is nothing else)."""
    found, folder = [], ""
    all_calls = calls(command[:LONGEST])[:MOST_CALLS]
    for call in all_calls:
        if call.program in ("cd", "pushd") and len(all_calls) > 1:
            folder = join(folder, call.args[-1] if call.args else "~")
        elif call.depth == 0 or not _inner(call, all_calls):
            found.append(Shape(call, folder))
    return found


def _inner(call, all_calls):
    """Is it part of another call's words: `kill $(lsof …)`?"""
    return any(
        o is not call and o.depth < call.depth and o.start <= call.start and call.end <= o.end
        for o in all_calls
    )


def join(folder, to):
    if to[:1] in ("/", "~", "$") or not folder:
        return to.rstrip("/") or to
    steps = folder.split("/")
    for part in to.split("/"):
        if part == ".." and steps and steps[-1] not in ("..", ""):
            steps.pop()
        elif part not in ("", "."):
            steps.append(part)
    return "/".join(steps)


def _via(via):
    """The wrappers that change what happens: not `time`, not `timeout 60`."""
    return tuple(
        w
        for w in via
        if w not in NEUTRAL and not w.isdigit() and not (w[:1].isdigit() and w[-1:] in "sm")
    )


def _place(call):
    for word in call.raw.split()[:12]:
        if "/" in word and basename(word) == call.program:
            return word[: -len(call.program)].rstrip("/") if word.endswith(call.program) else ""
    return ""


def equal(a, b):
    """The same thing is run: program, arguments and assignments that matter, wrappers."""
    return (
        a.program == b.program
        and a.key == b.key
        and a.via == b.via
        and sorted(a.env) == sorted(b.env)
        and _same_place(a.place, b.place)
        and [w.rsplit("/")[-1] for w in a.writes] == [w.rsplit("/")[-1] for w in b.writes]
    )


def _same_place(a, b):
    return a == b or a in ("", ".") and b in ("", ".")


def quote(command, shape):
    """The part of the command line that a person would name for this shape: its whole pipe, without trailing filters and 2>&1."""
    line = shapes(command)
    at = next(
        (n for n, s in enumerate(line) if s.start == shape.start and s.raw == shape.raw), None
    )
    if at is None:
        return bare(shape.raw)
    first = last = at
    while first and line[first - 1].op == "|" and line[first - 1].depth == line[at].depth:
        first -= 1
    while line[last].op == "|" and last + 1 < len(line):
        last += 1
    while last > at and line[last].program in programs.FILTERS and not line[last].writes:
        last -= 1
    text = " | ".join(bare(s.raw) for s in line[first : last + 1])
    return text + " &" if line[last].op == "&" else text


def bare(raw):
    """A call's source on one line, without redirections that only hide or merge output, without here-documents."""
    text = raw.strip()
    for junk in (
        "2>&1",
        "1>&2",
        ">/dev/null",
        "> /dev/null",
        "&>/dev/null",
        "&> /dev/null",
        "2>/dev/null",
        "2> /dev/null",
        "1>/dev/null",
    ):
        if junk in text:
            text = text.replace(" " + junk, "").replace(junk, "")
    return " ".join(text.split())
