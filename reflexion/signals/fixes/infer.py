"""From a failure, the steps since and a success to the fix, if there is one."""

from __future__ import annotations

from reflexion.signals.commands.compare import same_command
from reflexion.signals.commands.read_only import is_read_only
from reflexion.signals.fixes import between, directive, instead
from reflexion.signals.fixes.differences import variant
from reflexion.signals.fixes.risks import hides, risky
from reflexion.signals.fixes.shapes import equal, join, quote, shapes
from reflexion.signals.fixes.trouble import Trouble

LOW, MEDIUM = "low", "medium"
LASTING = frozenset(
    ("start", "env", "migrate", "auth")
)  # done before a retry that failed all the same, these may still be what helped


class Fix:
    """resolution: directive of one or two sentences; confidence: "low" or "medium"; kind: "instead", "between" or "edit"; command: the fix, "" for edits."""

    __slots__ = ("resolution", "confidence", "kind", "command")

    def __init__(self, resolution, confidence, kind, command=""):
        self.resolution, self.confidence, self.kind, self.command = (
            resolution,
            confidence,
            kind,
            command,
        )

    def __repr__(self):
        return f"Fix({self.resolution!r}, {self.confidence}, {self.kind})"


def infer(failure, steps, success):
    """-> Fix, or None when nothing is to be learned. Arguments as in `outcome`."""
    return outcome(failure, steps, success)[1]


def outcome(failure, steps, success, cache=shapes):
    """-> (settled, Fix or None): settled False = the failure stays open.

    failure, success: Bash steps {"tool", "command", "path", "ok", "line", "cwd"}; a failure may also hold "more" (an excerpt of its
    output) and "call" (source text of the simple command that failed). steps: those between them, in order, failed ones with ok False."""
    trouble, line = Trouble(failure, steps), cache(success.get("command") or "")
    if trouble.at is None:
        return False, None
    at, relation = _relation(trouble, line, failure, success)
    if not relation or hides(line, at):
        return False, None
    return _Case(trouble, failure, steps, success, line, at, cache).settle(relation)


def _relation(trouble, line, failure, success):
    """-> (position in the line, "same", "elsewhere", "other", "narrower", "wider" or "") of what in this line stands for the failed command."""
    bad = trouble.at
    for at, shape in enumerate(line):
        if equal(bad, shape) and not instead.other_message(trouble, bad, shape):
            return at, "same" if _same_folder(bad, shape, failure, success) else "elsewhere"
    for at in range(len(line) - 1, -1, -1):
        if line[at].depth == 0 and instead.judge(trouble, line[at], 0):
            return at, "other"
    for at, shape in enumerate(line):
        how = "" if risky(shape) else variant(bad, shape)
        if how:
            return at, how
    return -1, ""


def _same_folder(bad, good, failure, success):
    was, now = str(failure.get("cwd") or ""), str(success.get("cwd") or "")
    if (was[:1] == "/") != (now[:1] == "/"):
        was = now = ""  # written in two ways: nothing can be said
    was, now = (
        join(folder, shape.folder) if shape.folder else folder
        for folder, shape in ((was, bad), (now, good))
    )
    return was.rstrip("/") == now.rstrip("/")


class _Case:
    """A failure and the command line that stands for it now, with all that was done between them."""

    def __init__(self, trouble, failure, steps, success, line, at, cache):
        self.trouble, self.good, self.success = trouble, line[at], success
        self.roots = _roots(failure, success, *steps)
        own = (
            [{"tool": "Bash", "command": success["command"], "ok": True}] if at else []
        )  # what stands before it in its own line
        before, since = _since(failure, steps)
        self.steps = since + own

        def read(command):
            return line[:at] if own and command == success["command"] else cache(command)

        self.found, self.risk, self.number = between.acts(trouble, self.steps, read)
        if not self.found and before:
            lasting = [
                a
                for a in between.acts(trouble, before, cache)[0]
                if a.tier >= 2 and a.shape and a.how & LASTING
            ]
            self.found, self.steps = (lasting, before) if lasting else (self.found, self.steps)
        self.top = between.chosen(self.found)
        self.best = self.top[0].tier if self.top else 0

    def settle(self, relation):
        """-> (settled, Fix or None)."""
        if relation == "other":
            fix = self._instead()
            return fix is not None, fix
        sure = instead.other_folder(self.trouble)
        folder = (
            self._folder()
            if relation == "elsewhere"
            else _moved(self.steps)
            if relation == "same"
            else ""
        )
        if folder and sure and self.best < 3:
            return True, self._in_folder(folder, sure)
        again = relation in ("same", "elsewhere", "wider")  # what failed is proven to work
        needed = (
            1
            if relation in ("same", "elsewhere")
            else 3
            if relation == "wider" or self.top and self.top[0].shape
            else 2
        )
        if self.best < needed or self.risk and self.best < 3:
            return again, None
        return True, self._between()

    def _text(self):
        return directive.general(quote(self.success["command"], self.good), self.roots)

    def _told(self, acts):
        return list(
            dict.fromkeys(
                directive.command_of(a, self.steps, self.trouble, self.roots)
                for a in acts
                if a.shape
            )
        )

    def _instead(self):
        trouble, text = self.trouble, self._text()
        confidence = instead.judge(trouble, self.good, self.number)
        if not confidence:
            return None
        if instead.mends(trouble.at, self.good):
            return Fix(directive.run_first([text]), confidence, "instead", text)
        told = self._told(self.top)[-2:] if self.best == 3 else []
        if told:
            return Fix(
                directive.run_first(told, then=text), MEDIUM, "between", told[-1].lstrip("\0")
            )
        if self.good.folder and not trouble.at.folder:
            text = f"cd {self.good.folder} && {text}"
        return Fix(
            directive.use_instead(
                text, directive.general(quote(trouble.command, trouble.at), self.roots)
            ),
            confidence,
            "instead",
            text,
        )

    def _folder(self):
        """Where the command works, as a person would name it from the project's root; "." = the root."""
        return _relative(self.good.folder or str(self.success.get("cwd") or ""), self.roots)

    def _in_folder(self, folder, confidence):
        text = self._text()
        if folder == ".":
            return Fix(
                f"Run {directive.tick(text)} in the project's root folder.",
                confidence,
                "instead",
                text,
            )
        return Fix(
            directive.in_folder(text, folder), confidence, "instead", f"cd {folder} && {text}"
        )

    def _between(self):
        told, edited = (
            self._told(self.top),
            [_relative(a.path, self.roots) for a in self.top if not a.shape],
        )
        if not told:
            return Fix(directive.after_edit(edited), LOW, "edit")
        sure = self.best == 3 or self.best == 2 and self.number == 1
        return Fix(
            directive.run_first(told, edits=edited),
            MEDIUM if sure else LOW,
            "between",
            told[-1].lstrip("\0"),
        )


def _moved(steps):
    """The folder that a step of its own, `cd x`, led to."""
    for step in reversed(steps):
        words = (step.get("command") or "").split() if step.get("ok") else ()
        if (
            len(words) == 2
            and words[0] == "cd"
            and words[1][:1] not in ("/", "~", "$", "-")
            and words[1] != ".."
        ):
            return words[1].rstrip("/")
    return ""


def _since(failure, steps):
    """-> (steps that did not help, the steps that may have): split where the same command failed again with the same error.

    Where it failed with another error, the first one was cured: what came before that is what counts."""
    last = -1
    for n, step in enumerate(steps):
        if (
            step.get("ok")
            or step.get("tool", "Bash") != "Bash"
            or not same_command(failure.get("command") or "", step.get("command") or "")
        ):
            continue
        if _same_error(failure, step):
            last = n
        elif any(
            s.get("ok") and (s.get("path") or not is_read_only(s.get("command") or ""))
            for s in steps[last + 1 : n]
        ):
            return steps[: last + 1], steps[last + 1 : n]
    return steps[: last + 1], steps[last + 1 :]


def _same_error(a, b):
    if a.get("id") and b.get("id"):
        return a["id"] == b["id"]
    digits = str.maketrans("", "", "0123456789")
    x, y = (str(step.get("line") or "").translate(digits) for step in (a, b))
    return x == y or not x or not y


def _roots(*steps):
    """Folders that paths are told relative to: the session's folders, the outermost first."""
    found = {str(s.get("cwd") or "").rstrip("/") for s in steps}
    return sorted((f for f in found if f[:1] == "/" and len(f) > 2), key=len)


def _relative(path, roots):
    for root in roots:
        if path == root:
            return "."
        if path.startswith(root + "/"):
            return path[len(root) + 1 :]
    return "/".join(path.split("/")[-3:]) if path[:1] == "/" else path
