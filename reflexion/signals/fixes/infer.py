"""From a failure, the steps since and a success to the fix, if there is one."""

from __future__ import annotations

from reflexion.signals.commands.compare import same_call, same_command, significant
from reflexion.signals.commands.read_only import looks
from reflexion.signals.fixes import directive, instead, reason, remedy
from reflexion.signals.fixes.cause import FailureContext, calls
from reflexion.signals.fixes.moment import general
from reflexion.signals.fixes.remedy_words import groups
from reflexion.signals.fixes.risks import hides, risky

LOW, MEDIUM = "low", "medium"
MOST_TOLD = 3
LASTING = frozenset(("start", "env", "migrate", "auth"))  # may have helped though a retry failed
FOLDERS = frozenset(("missing_file", "missing_module", "uninitialised", "usage"))


class Fix:
    """resolution: directive of one or two sentences; confidence: "low" or "medium"; kind:
    "instead", "between" or "edit"; command: the fix, "" for edits; review: a person has to look
    at it before it is ever said."""

    __slots__ = ("resolution", "confidence", "kind", "command", "review")

    def __init__(self, resolution, confidence, kind, command="", review=False):
        self.resolution, self.confidence, self.kind = resolution, confidence, kind
        self.command, self.review = command, review

    def __repr__(self):
        return f"Fix({self.resolution!r}, {self.confidence}, {self.kind})"


def infer(failure: dict, steps: list, success: dict):
    """-> Fix, or None when nothing is to be learned. Arguments as in `outcome`."""
    return outcome(failure, steps, success)[1]


def outcome(failure: dict, steps: list, success: dict) -> tuple:
    """-> (settled, Fix or None): settled False = the failure stays open.

    failure, success: Bash steps {"tool", "command", "path", "ok", "line", "cwd"}; a failure may
    also hold "more" (an excerpt of its output) and "call" (source text of the simple command that
    failed). steps: those between them, in order, failed ones with ok False."""
    context = FailureContext(failure)
    line = calls(str(success.get("command") or ""))
    if context.failed_call is None:
        return False, None
    place = _place_of(context.failed_call, line)
    if place >= 0:
        if hides(line, place):
            return False, None
        return True, _same_again(context, failure, steps, success, line, place)
    if context.failed_call.program == "git" and "commit" in context.failed_call.args[:2]:
        return _committed(context, failure, steps, success, line)
    fix = _instead(context, steps, success, line, _roots(failure, success, *steps))
    return fix is not None, fix


def _place_of(bad, line: list) -> int:
    return next((n for n, call in enumerate(line) if same_call(bad, call)), -1)


def _committed(context, failure, steps, success, line) -> tuple:
    """A commit is the same command whatever its message."""
    place = next(
        (n for n, c in enumerate(line) if c.program == "git" and "commit" in c.args[:2]), -1
    )
    if place < 0 or hides(line, place) or risky(line[place]):
        fix = _instead(context, steps, success, line, _roots(failure, success, *steps))
        return fix is not None, fix
    return True, _same_again(context, failure, steps, success, line, place)


def _same_again(context, failure, steps, success, line, place):
    """The failed command works now: what was done since, with a reason, or where it was run."""
    roots = _roots(failure, success, *steps)
    since = _since(failure, steps)
    own = [{"tool": "Bash", "command": success["command"], "ok": True}] if place else []
    done = reason.acts(context, since[1] + own, place if own else -1)
    used = since[1] + own
    found = [act for act in done if act.reason]
    if not found:
        lasting = [a for a in reason.acts(context, since[0]) if a.reason and a.how & LASTING]
        found, used = (lasting, since[0]) if lasting else (found, used)
    if not found and _only_act(context, done):
        found = done  # a candidate: the very command works after it
        done[0].reason = reason.WEAK
    folder = _folder(failure, success, line, place, used, roots)
    top = _chosen(found, done)
    placed = not done or context.kinds & FOLDERS or not context.kinds & {"code", "flaky"}
    if folder and placed and not any(a.reason == reason.NAMED for a in top):
        text = general(directive.source(success["command"], line[place]), roots)
        return (
            Fix(directive.in_folder(text, folder), MEDIUM, "instead", f"cd {folder} && {text}")
            if text
            else None
        )
    return _between(context, top, used, len(done), roots) if top else _mended(context, done, roots)


def _only_act(context, done: list) -> bool:
    """One harmless command, nothing else, was run before the failed one worked again."""
    if len(done) != 1 or not done[0].call or context.kinds & {"code", "flaky"}:
        return False
    return not risky(done[0].call)


def _between(context, top, steps, number, roots):
    commands = [act for act in top if act.call]
    edited = list(dict.fromkeys(relative(act.path, roots) for act in top if not act.call))
    if not commands:
        return Fix(directive.after_edit(edited[-MOST_TOLD:]), LOW, "edit")
    told = []
    for act in commands:
        phrase = directive.stop_process(act.call, steps[: act.at + 1], context.text)
        text = phrase or general(directive.source(act.line, act.call), roots)
        if not text:
            return None  # true only that once
        told.append(text)
    told = list(dict.fromkeys(told))[-MOST_TOLD:]
    named = all(act.reason == reason.NAMED for act in commands)
    sure = named or commands[0].reason == reason.KIND and len(commands) == 1 and number <= 3
    review = any(act.review for act in commands)
    confidence = MEDIUM if sure else LOW
    return Fix(
        directive.run_first(told, edited), confidence, "between", told[-1].lstrip("\0"), review
    )


def _mended(context, done, roots):
    """A formatter, or the linter's own repair, ran before a check that complained of form."""
    if "format" not in context.kinds:
        return None
    for act in reversed(done):
        if (
            act.call
            and instead.mends(context.failed_call, act.call)
            or act.call
            and act.how == {"format"}
        ):
            text = general(act.call.raw, roots)
            return (
                Fix(directive.run_first([text]), MEDIUM, "between", text, act.review)
                if text
                else None
            )
    return None


def _instead(context, steps, success, line, roots):
    """Another command that did the job."""
    bad = context.failed_call
    gap = sum(1 for step in _since_failed(steps) if step.get("ok") and not _only_looked(step))
    for place in range(len(line) - 1, -1, -1):
        good = line[place]
        confidence = "" if good.depth or hides(line, place) else instead.judge(context, good, gap)
        if not confidence:
            continue
        text, before = _pair(context, good, success["command"], roots)
        if not text or not before:
            return None  # true only that once
        review = risky(good) and not risky(bad)
        if instead.mends(bad, good):
            return Fix(directive.run_first([text]), confidence, "instead", text, review)
        folder = _entered(line, place)
        if folder and not _entered(calls(context.command), 1):
            text = f"cd {folder} && {text}"
        return Fix(directive.use_instead(text, before), confidence, "instead", text, review)
    return None


def _pair(context, good, line: str, roots: list) -> tuple:
    """What to run and what not to, in general words.

    What only looks, or makes files, is told without the files that both calls are about.
    """
    bad = context.failed_call
    about_files = looks(good) or "file" in groups("does", good.program)
    alike = (good.program, good.via, good.env) == (bad.program, bad.via, bad.env)
    if about_files and alike and not remedy.ecosystems(good):
        shared = [arg for arg in good.args if arg in bad.args and arg[:1] != "-"]
        kept = ([arg for arg in call.args if arg not in shared] for call in (good, bad))
        return tuple(general(" ".join([good.program, *args])) for args in kept)
    sources = (directive.source(line, good), directive.source(context.command, bad))
    return tuple(general(text, roots) for text in sources)


def _since_failed(steps):
    return [step for step in steps if step.get("tool", "Bash") == "Bash" or step.get("path")]


def _only_looked(step) -> bool:
    line = calls(str(step.get("command") or ""))
    return not step.get("path") and all(looks(call) for call in line)


def _chosen(found: list, done: list) -> list:
    """The acts with the best reason, commands before edits."""
    best = max((act.reason for act in found), default=0)
    if best == reason.WEAK and len(done) > 1:
        return []
    top = [act for act in found if act.reason == best]
    commands = [act for act in top if act.call]
    last = {}
    for act in commands:
        last[act.call.program, tuple(significant(act.call.program, act.call.args))] = act
    return list(last.values())[-MOST_TOLD:] or top[-MOST_TOLD:]


def _entered(line: list, place: int) -> str:
    """The folder below the project that the calls before `place` changed to, or ""."""
    for call in reversed(line[:place]):
        if call.program in ("cd", "pushd") and call.args:
            path = call.args[-1]
            return "" if path[:1] in ("/", "~", "$", "-") or path == ".." else path.rstrip("/")
    return ""


def _folder(failure, success, line, place, steps, roots) -> str:
    """Where the command works now, from the root ("." = the root); "" = where it failed."""
    was = _in(str(failure.get("cwd") or ""), _entered(calls(failure.get("command") or ""), 99))
    now = _in(str(success.get("cwd") or ""), _entered(line, place))
    if (was[:1] == "/") == (now[:1] == "/") and was != now:
        return relative(now, roots)
    for step in reversed(steps):
        words = (step.get("command") or "").split() if step.get("ok") else ()
        if len(words) == 2 and words[0] == "cd" and words[1][:1] not in ("/", "~", "$", "-", "."):
            return words[1].rstrip("/")
    return ""


def _in(cwd: str, folder: str) -> str:
    return (
        f"{cwd.rstrip('/')}/{folder}".rstrip("/") if folder and folder != "." else cwd.rstrip("/")
    )


def _since(failure, steps) -> tuple:
    """-> (steps that did not help, those that may have): split where the command failed again."""
    last = -1
    for n, step in enumerate(steps):
        again = not step.get("ok") and step.get("tool", "Bash") == "Bash"
        if again and same_command(failure.get("command") or "", step.get("command") or ""):
            if _same_error(failure, step):
                last = n
            elif any(s.get("ok") and not _only_looked(s) for s in steps[last + 1 : n]):
                return steps[: last + 1], steps[last + 1 : n]  # the first error was cured here
    return steps[: last + 1], steps[last + 1 :]


def _same_error(one, other) -> bool:
    if one.get("id") and other.get("id"):
        return one["id"] == other["id"]
    digits = str.maketrans("", "", "0123456789")
    a, b = (str(step.get("line") or "").translate(digits) for step in (one, other))
    return a == b or not a or not b


def _roots(*steps) -> list:
    """The session's folders, the outermost first: paths are told relative to them."""
    found = {str(step.get("cwd") or "").rstrip("/") for step in steps}
    return sorted((folder for folder in found if folder[:1] == "/" and len(folder) > 2), key=len)


def relative(path: str, roots: list) -> str:
    for root in roots:
        if path == root:
            return "."
        if path.startswith(root + "/"):
            return path[len(root) + 1 :]
    return "/".join(path.split("/")[-3:]) if path[:1] == "/" else path
