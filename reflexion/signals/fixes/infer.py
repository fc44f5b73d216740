"""From a failure, the steps since and a success to the fix, if there is one."""
from __future__ import annotations

from reflexion.signals.fixes import actions, between, directive, instead
from reflexion.signals.fixes.risks import hides, risky
from reflexion.signals.fixes.shapes import equal, join, quote, shapes
from reflexion.signals.fixes.trouble import Trouble

LOW, MEDIUM = "low", "medium"


class Fix:
    """resolution: directive of one or two sentences; confidence: "low" or "medium"; kind: "instead", "between" or "edit"; command: the fix, "" for edits."""

    __slots__ = ("resolution", "confidence", "kind", "command")

    def __init__(self, resolution, confidence, kind, command=""):
        self.resolution, self.confidence, self.kind, self.command = resolution, confidence, kind, command

    def __repr__(self):
        return f"Fix({self.resolution!r}, {self.confidence}, {self.kind})"


class Settled(Exception):
    """The command works again and nothing was learned."""


def infer(failure, steps, success):
    """-> Fix, or None when nothing is to be learned. Arguments as in `outcome`."""
    settled, fix = outcome(failure, steps, success)
    return fix


def outcome(failure, steps, success, cache=None):
    """-> (settled, Fix or None): settled False = the failure stays open.

    failure, success: Bash steps {"tool", "command", "path", "ok", "line", "cwd"}; a failure may also hold "more" (an excerpt of its
    output) and "call" (source text of the simple command that failed). steps: those between them, in order, failed ones with ok False."""
    cache = cache or shapes
    trouble = Trouble(failure)
    line = cache(success.get("command") or "")
    if trouble.at is None or not line or success.get("tool", "Bash") != "Bash":
        return False, None
    at, relation = _relation(trouble, line, failure, success)
    if not relation or hides(line, at) and not all(hides([s], 0) for s in line[at:at + 1]):
        return False, None
    return _learn(trouble, failure, steps, success, line, at, relation, cache)


def _relation(trouble, line, failure, success):
    """-> (position in the line, "same" | "elsewhere" | "narrower" | "wider" | "other" | "")."""
    bad = trouble.at
    for at, shape in enumerate(line):
        if equal(bad, shape) and not (bad.args != shape.args and instead.other_message(trouble, bad, shape)):
            return at, "same" if same_folder(bad, shape, failure, success) else "elsewhere"
    for at in range(len(line) - 1, -1, -1):
        if bad.program and line[at].depth == 0 and instead.judge(trouble, line[at], 0):
            return at, "other"
    for at, shape in enumerate(line):
        how = instead.variant(bad, shape)
        if how and not risky(shape):
            return at, how
    return -1, ""


def same_folder(bad, good, failure, success):
    was, now = str(failure.get("cwd") or ""), str(success.get("cwd") or "")
    if (was[:1] == "/") != (now[:1] == "/"):
        was = now = ""  # written in two ways: nothing can be said
    return _normal(join(was, bad.folder) if bad.folder else was, now) == _normal(join(now, good.folder) if good.folder else now, was)


def _normal(path, other):
    return path.rstrip("/").rstrip(".").rstrip("/")


def _learn(trouble, failure, steps, success, line, at, relation, cache):
    good = line[at]
    roots = _roots(failure, success, steps)
    during = [{"tool": "Bash", "command": success["command"], "ok": True, "shapes": line[:at]}] if at > 0 else []
    reset, since = _since(trouble, failure, steps)
    found, risk, number = between.acts(trouble, since + during, _limited(cache, success, line[:at]))
    if not found and reset:
        before, risk_before, _ = between.acts(trouble, reset, cache)
        found = [a for a in before if a.tier >= 2 and a.shape and a.kinds & {"start", "env", "migrate", "auth"}]
        since = reset if found else since
    top = between.chosen(found, trouble)
    best = top[0].tier if top else 0
    if relation == "elsewhere":
        confidence = instead.other_folder(trouble, trouble.at, good)
        if confidence and best < 3:
            return True, _elsewhere(trouble, good, success, failure, confidence, roots)
        relation = "same"
    if relation == "other":
        return _instead(trouble, good, success, since + during, top, best, number, roots)
    moved = _moved(since, trouble)
    if relation == "same" and moved and best < 3 and instead.other_folder(trouble, trouble.at, good):
        return True, Fix(directive.in_folder(quote(success["command"], good), moved), instead.other_folder(trouble, trouble.at, good), "instead", f"cd {moved} && {bare_quote(success, good)}")
    if risk and best < 3:
        return relation != "narrower", None
    if not top:
        return relation != "narrower", None
    if relation != "same" and best < (3 if relation == "wider" or top[0].shape else 2):
        return relation == "wider", None
    return True, _between(trouble, since + during, top, best, number, roots)


def bare_quote(success, good):
    return quote(success["command"], good)


def _limited(cache, success, part):
    """The steps' shapes; of the success's own line only what stands before the command that worked."""
    return lambda command: part if command == success["command"] and part else cache(command)


def _moved(steps, trouble):
    """The folder that a step of its own, `cd x`, led to."""
    for step in reversed(steps):
        if step.get("ok") and (step.get("command") or "").startswith("cd "):
            words = step["command"].split()
            if len(words) == 2 and words[1][:1] not in ("/", "~", "$", "-") and words[1] != "..":
                return words[1].rstrip("/")
    return ""


def _since(trouble, failure, steps):
    """-> (steps that did not help, the steps that may have): split where the same command failed again with the same error.

    Where it failed with another error, the first is cured: what came before that is what counts."""
    last = -1
    for n, step in enumerate(steps):
        if step.get("ok") or step.get("tool", "Bash") != "Bash" or not same_command(trouble.command, step.get("command") or ""):
            continue
        if _same_line(failure, step):
            last = n
        elif any(s.get("ok") and (s.get("path") or not only_looks(s.get("command") or "")) for s in steps[last + 1:n]):
            return steps[:last + 1], steps[last + 1:n]
    return steps[:last + 1], steps[last + 1:]


def _same_line(a, b):
    if a.get("id") and b.get("id"):
        return a["id"] == b["id"]
    strip = str.maketrans("", "", "0123456789")
    x, y = str(a.get("line") or "").translate(strip), str(b.get("line") or "").translate(strip)
    return x == y or not x or not y


def _instead(trouble, good, success, since, top, best, number, roots):
    confidence = instead.judge(trouble, good, number)
    if not confidence:
        return False, None
    text, bad_text = quote(success["command"], good), quote(trouble.command, trouble.at)
    if instead.mends(trouble, good):
        return True, Fix(directive.run_first([directive.general(text, roots)]), confidence, "instead", text)
    commands = [a for a in top if a.shape]
    if best == 3 and commands:
        told = [directive.command_of(a, since, trouble, roots) for a in commands][-2:]
        return True, Fix(directive.run_first(told, directive.general(text, roots)), MEDIUM, "between", told[-1].lstrip("\0"))
    if good.folder and not trouble.at.folder:
        text = f"cd {good.folder} && {text}"
    return True, Fix(directive.use_instead(text, bad_text, roots), confidence, "instead", directive.general(text, roots))


def _elsewhere(trouble, good, success, failure, confidence, roots):
    folder = good.folder or str(success.get("cwd") or "")
    for root in roots:
        if folder.startswith(root + "/"):
            folder = folder[len(root) + 1:]
    if folder in roots or not folder:
        folder = "."
    text = directive.general(quote(success["command"], good), roots)
    if folder == ".":
        return Fix(f"Run {directive.tick(text)} in the project's root folder.", confidence, "instead", text)
    return Fix(directive.in_folder(text, folder), confidence, "instead", f"cd {folder} && {text}")


def _between(trouble, since, top, best, number, roots):
    commands, edits = [a for a in top if a.shape], [_relative(a.path, roots) for a in top if not a.shape]
    if not commands:
        return Fix(directive.after_edit(edits), LOW, "edit")
    told = list(dict.fromkeys(directive.command_of(a, since, trouble, roots) for a in commands))
    sure = best == 3 or best == 2 and number == 1
    return Fix(directive.run_first(told, edits=edits), MEDIUM if sure else LOW, "between", told[-1].lstrip("\0"))


def _roots(failure, success, steps):
    """Folders that paths are told relative to: the session's folders, the outermost first."""
    found = {str(s.get("cwd") or "").rstrip("/") for s in (failure, success, *steps)}
    return sorted((f for f in found if f[:1] == "/" and len(f) > 2), key=len)


def _relative(path, roots):
    for root in roots:
        if path.startswith(root + "/"):
            return path[len(root) + 1:]
    return "/".join(path.split("/")[-3:]) if path[:1] == "/" else path


def same_command(a, b):
    """Do two command lines do the same: same programs, same arguments that matter? Leading `cd`, cosmetic options, pipes that only
    trim the output are left out; a line that holds all of the other one's commands, and more, counts as the same."""
    if a == b:
        return True
    one, two = _meant(a), _meant(b)
    short, long = (one, two) if len(one) <= len(two) else (two, one)
    return bool(short) and all(any(equal(s, other) for other in long) for s in short)


def _meant(command):
    """The shapes that do the work."""
    line = [s for s in shapes(command) if s.depth == 0 or True]
    kept = [s for n, s in enumerate(line) if not (n and line[n - 1].op == "|" and not s.writes and actions.looks(s))]
    acting = [s for s in kept if not actions.looks(s) and not s.program in ("export", "source", ".", "set")]
    return acting or kept


def related(a, b):
    """Is one a form of the other: the same, narrower, wider, by another runner, with other options?"""
    if same_command(a, b):
        return True
    for x in _meant(a):
        for y in _meant(b):
            if x.program == y.program and (x.heads()[:1] == y.heads()[:1] or instead.variant(x, y)):
                return True
            if x.program != y.program and instead._peers(x.program, y.program) and (x.heads()[-1:] == y.heads()[-1:] or set(x.key) & set(y.key)):
                return True
    return False


def only_looks(command):
    """Does the whole command line only show something?"""
    return all(actions.looks(s) for s in shapes(command))
