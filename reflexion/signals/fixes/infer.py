"""Which later command was the fix? Pure functions over the steps of a session."""

from collections import namedtuple

from reflexion.shell.compare import same_call, same_command, significant
from reflexion.shell.read_only import looks
from reflexion.signals.fixes import instead, reason, wording
from reflexion.signals.fixes.cause import FailureContext, calls
from reflexion.signals.fixes.remedy import LOW, MEDIUM, groups, hides, risky
from reflexion.signals.fixes.wording import general

MOST_STEPS = 40  # later than this, whatever works has other causes
MOST_TOLD = 3
LASTING = frozenset(("start", "env", "migrate", "auth"))  # may have helped though a retry failed


# resolution: a directive; confidence: "low" or "medium"; kind: "instead", "between" or "edit";
# command: "" for edits; review: a person has to look at it before it is ever said
Fix = namedtuple("Fix", "resolution confidence kind command review", defaults=("", False))


def settle(pending: list, steps: list, now: dict) -> list:
    """-> [(failure, Fix)] for what this step proves, [(failure, None)] for failures that are over
    without a lesson: the command works again by itself, or too much has happened since.

    pending: failures, oldest first; steps: all steps since the first of them, failed ones included,
    `now` excluded; now: the step that just ran. Each is {"tool", "command", "path", "ok", "line",
    "cwd"}; failures may also hold "more" (an excerpt of the output) and "call" (source text of the
    simple command that failed), both a running time "at" that says which came first."""
    done = []
    for failure in pending:
        since = [s for s in steps if s.get("at", 1) > failure.get("at", 0) and s is not now]
        if now.get("ok") and now.get("tool", "Bash") == "Bash":
            settled, fix = outcome(failure, _again(failure, steps) + since, now)
            if settled:
                done.append((failure, fix))
                continue
        if len(since) >= MOST_STEPS:
            done.append((failure, None))
    return done


def _again(failure: dict, steps: list) -> list:
    """The steps since the same failure was first seen."""
    for step in steps:
        earlier = step.get("at", 0) < failure.get("at", 0) and not step.get("ok")
        if earlier and failure.get("id") and step.get("id") == failure["id"]:
            return [s for s in steps if step["at"] < s.get("at", 0) <= failure["at"]]
    return []


def outcome(failure: dict, steps: list, success: dict) -> tuple:
    """-> (settled, Fix or None) by the steps between the two; settled False = it stays open."""
    context = FailureContext(failure)
    line, bad = calls(str(success.get("command") or "")), context.failed_call
    if bad is None:
        return False, None
    folders = {str(step.get("cwd") or "").rstrip("/") for step in (failure, success, *steps)}
    roots = sorted((each for each in folders if each[:1] == "/" and len(each) > 2), key=len)
    place = next((n for n, call in enumerate(line) if same_call(bad, call)), -1)
    if place < 0:
        fix = _instead(context, steps, success, line, roots)
        return fix is not None, fix
    if hides(line, place):
        return False, None
    return True, _same_again(context, failure, steps, success, line, place, roots)


def _same_again(context, failure, steps, success, line, place, roots):
    """The failed command works now: what was done since, with a reason, or where it was run."""
    before, used = _since(failure, steps)
    if place:  # what stands in front of it in its own line was done, too
        used = [*used, {"tool": "Bash", "command": success["command"], "ok": True}]
    done = reason.acts(context, used, place or -1)
    found = [act for act in done if act.reason]
    if not found:
        lasting = [a for a in reason.acts(context, before) if a.reason and a.how & LASTING]
        found, used = (lasting, before) if lasting else (found, used)
    only = done[0].call if len(done) == 1 and not context.kinds & {"code", "flaky"} else None
    if not found and only and not risky(only):  # a candidate: the very command works after it
        found, done[0].reason = done, reason.WEAK
    folder = _folder(failure, success, line, place, used, roots)
    top = _chosen(found)
    if folder and not any(act.reason == reason.NAMED for act in top):
        text = general(wording.source(success["command"], line[place]), roots)
        told = wording.in_folder(text, folder)
        return Fix(told, MEDIUM, "instead", f"cd {folder} && {text}") if text else None
    if top:
        return _between(context, top, used, len(done), roots)
    # a formatter, or the linter's own repair, before a check that complained of form
    mends = [act for act in done if act.call and act.how == {"format"}]
    text = general(mends[-1].call.raw, roots) if mends and "format" in context.kinds else ""
    told = wording.run_first([text])
    return Fix(told, MEDIUM, "between", text, mends[-1].review) if text else None


def _between(context, top, steps, number, roots):
    commands = [act for act in top if act.call]
    edited = list(dict.fromkeys(_relative(act.path, roots) for act in top if not act.call))
    if not commands:
        return Fix(wording.run_first([], edited[-MOST_TOLD:]), LOW, "edit")
    told = []
    for act in commands:
        phrase = wording.stop_process(act.call, steps[: act.at + 1], context.text)
        told.append(phrase or general(wording.source(act.line, act.call), roots))
    if not all(told):
        return None  # true only that once
    told = list(dict.fromkeys(told))[-MOST_TOLD:]
    named = all(act.reason == reason.NAMED for act in commands)
    sure = named or commands[0].reason == reason.KIND and len(commands) == 1 and number <= 3
    review = any(act.review for act in commands)
    text, confidence = wording.run_first(told, edited), MEDIUM if sure else LOW
    return Fix(text, confidence, "between", told[-1].lstrip("\0"), review)


def _instead(context, steps, success, line, roots):
    """Another command that did the job."""
    bad = context.failed_call
    gap = sum(1 for step in steps if step.get("ok") and not _only_looked(step))
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
            return Fix(wording.run_first([text]), confidence, "instead", text, review)
        folder = _entered(line, place)
        if folder and not _entered(calls(context.command), 1):
            text = f"cd {folder} && {text}"
        return Fix(wording.use_instead(text, before), confidence, "instead", text, review)
    return None


def _pair(context, good, line: str, roots: list) -> tuple:
    """(what to run, what not to) in general words; looks and copies without the shared files."""
    bad = context.failed_call
    about_files = looks(good) or "file" in groups("does", good.program)
    alike = (good.program, good.via, good.env) == (bad.program, bad.via, bad.env)
    if about_files and alike and not groups("world", good.program):
        shared = [arg for arg in good.args if arg in bad.args and arg[:1] != "-"]
        kept = ([arg for arg in call.args if arg not in shared] for call in (good, bad))
        return tuple(general(" ".join([good.program, *args])) for args in kept)
    sources = (wording.source(line, good), wording.source(context.command, bad))
    return tuple(general(text, roots) for text in sources)


def _only_looked(step) -> bool:
    line = calls(str(step.get("command") or ""))
    return not step.get("path") and all(looks(call) for call in line)


def _chosen(found: list) -> list:
    """The acts with the best reason, commands before edits."""
    best = max((act.reason for act in found), default=0)
    top = [act for act in found if act.reason == best]
    last = {}
    for act in top:
        if act.call:
            last[act.call.program, tuple(significant(act.call.program, act.call.args))] = act
    return list(last.values())[-MOST_TOLD:] or top[-MOST_TOLD:]


def _entered(line: list, place: int) -> str:
    """The folder below the project that the calls before `place` changed to, or ""."""
    for call in reversed(line[:place]):
        if call.program in ("cd", "pushd") and call.args:
            path = call.args[-1]
            return "" if path[:1] in ("/", "~", "$", "-") or path == ".." else path.rstrip("/")
    return ""


def _in(step: dict, line: list, place: int) -> str:
    return f"{str(step.get('cwd') or '').rstrip('/')}/{_entered(line, place)}".rstrip("/.")


def _folder(failure, success, line, place, steps, roots) -> str:
    """Where the command works now, from the root ("." = the root); "" = where it failed."""
    was = _in(failure, calls(failure.get("command") or ""), 99)
    now = _in(success, line, place)
    if was != now:
        return _relative(now, roots)
    for step in reversed(steps):
        words = (step.get("command") or "").split() if step.get("ok") else ()
        if len(words) == 2 and words[0] == "cd" and words[1][:1] not in "/~$-.":
            return words[1].rstrip("/")
    return ""


def _since(failure, steps) -> tuple:
    """-> (steps that did not help, those that may have): split where the command failed again."""
    last = -1
    for n, step in enumerate(steps):
        if step.get("ok") or not same_command(failure.get("command") or "", step["command"]):
            continue
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


def _relative(path: str, roots: list) -> str:
    for root in roots:
        if path == root:
            return "."
        if path.startswith(root + "/"):
            return path[len(root) + 1 :]
    return "/".join(path.split("/")[-3:]) if path[:1] == "/" else path
