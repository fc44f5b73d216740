"""What ran between a failure and the same command's success."""

from reflexion.shell.compare import same_call
from reflexion.shell.read_only import heads, looks, writes
from reflexion.signals.fixes import remedy
from reflexion.signals.fixes.cause import calls, shared, telling
from reflexion.signals.fixes.instead import named, quoted
from reflexion.signals.fixes.remedy import groups, risky, row

# the error names what the act does; it ends such trouble; it was the only thing done
NAMED, KIND, WEAK = 3, 2, 1
MOST_CALLS, MOST_WORDS = 30, 60
CONFIG = (".json", ".toml", ".yml", ".yaml", ".ini", ".cfg", ".conf", ".env", ".xml", ".properties")
CONFIG += (".lock", ".gradle", "rc", "file", ".mod", ".config.js", ".config.ts", ".config.mjs")
LACKS = row("trouble", "lacks")  # what is not there, rather than the code
WHOLE = row("ways", "whole")  # mends whatever it is done to


class Act:
    """One thing done: a `call` of the command line `line`, or the `path` of an edit; `reason`: 0,
    WEAK, KIND or NAMED; `at`: its step; `review`: a person has to look first."""

    __slots__ = ("call", "line", "path", "how", "reason", "at", "review")

    def __init__(self, at, reason, call=None, line="", path="", how=frozenset(), review=False):
        self.at, self.reason, self.call, self.line = at, reason, call, line
        self.path, self.how, self.review = path, how, review


def acts(failure, steps: list, before_in_line: int = -1) -> list:
    """All that the steps did, in order, each with its reason."""
    done = []
    for at, step in enumerate(steps):
        if not step.get("ok"):
            continue
        path = str(step.get("path") or "")
        if path:  # of a tool that edits, or of a command that does no more: `sed -i`
            done.append(Act(at, _of_edit(failure, path), path=path))
            continue
        line = calls(str(step.get("command") or ""))[:MOST_CALLS]
        if before_in_line >= 0 and at == len(steps) - 1:
            line = line[:before_in_line]
        for call in line:
            own = any(same_call(call, own) for own in calls(failure.command)[:MOST_CALLS])
            if not own and not looks(call) and not remedy.checks(call):
                how = remedy.kinds(call)
                why, review = _of_call(failure, call, how), risky(call)
                done.append(Act(at, why, call, step["command"], how=how, review=review))
    return done


def _of_call(failure, call, how: set) -> int:
    """NAMED, KIND, WEAK or 0: why this call may have ended the failure."""
    if not how:
        said = telling(" ".join([call.program, *call.args])) - failure.own
        said = [word for word in shared(said, failure.words - failure.own) if len(word) > 3]
        return NAMED if said and "code" not in failure.kinds else 0
    if quoted(failure.text, call):
        return NAMED
    ends = how & set().union(*(row("cures", kind) for kind in failure.kinds))
    of_surroundings = failure.kinds - {"code", "flaky"}
    if "vcs" in how:
        linked = telling(" ".join(call.args)) & failure.words - failure.own
        if linked and of_surroundings:
            return NAMED
        if "vcs" in failure.kinds:  # git is what failed
            return KIND if ends else WEAK
        return KIND if ends - {"vcs"} else 0
    if how <= {"file"}:
        paths = [*writes(call), *call.args[-2:]]
        names = {part for path in paths for part in path.lower().split("/") if len(part) > 2}
        env = failure.kinds & {"environment", "auth"} and any(".env" in name for name in names)
        told = env or any(name.lstrip(".") in failure.text for name in names)
        return NAMED if of_surroundings and told else 0  # the error names what was made
    if _fresh(failure, call) and how - {"file", "format"}:
        return NAMED
    of_code = "code" in failure.kinds and not failure.kinds & LACKS
    if not ends or of_code or how == {"format"}:
        return 0
    done_to = [*call.args[:MOST_WORDS], *call.env[:MOST_WORDS]]
    if any(named(failure.text, arg) for arg in done_to):
        return NAMED
    return KIND if _whole(failure, call, ends) else WEAK


def _fresh(failure, call) -> set:
    """Words of the call that the error says and the failed command did not."""
    program = call.program.lower()
    said = telling(" ".join([*call.args, *call.env, *writes(call)])) - {program}
    if groups("does", program):
        said |= {program}
    fresh = {word for word in said if not groups("word", word)}
    said = shared(fresh, failure.words - failure.own)
    return said - shared(said, failure.own)


def _whole(failure, call, ends: set) -> bool:
    """Is what it does the cure of such trouble whatever it is done to?"""
    path = any(each.lower().startswith("path=") for each in [*call.env, *call.args])
    if ends & WHOLE or "env" in ends and path:
        return True
    if "generate" in ends and failure.kinds & {"missing_file", "stale", "uninitialised"}:
        return True
    things = [word for word in heads(call.args, 6) if "install" not in groups("word", word)]
    whole = not things or any(arg in ("-r", "-e", "--all", ".") for arg in call.args)
    return "install" in ends and whole  # all that the project asks for


def _of_edit(failure, path: str) -> int:
    """NAMED for an edit of a configuration file that the error or the program speaks of, else 0."""
    name = path.lower().replace("\\", "/").rpartition("/")[2]
    steered = " ".join(groups("steers", name)).split()  # programs that this file configures
    steers = failure.failed_call.program in steered
    config = name.endswith(CONFIG) or name.startswith((".env", "dockerfile", "requirements"))
    if not config and not steers:
        return 0
    return NAMED if name in failure.text or steers and "code" not in failure.kinds else 0
