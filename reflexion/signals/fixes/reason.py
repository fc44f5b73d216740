"""What ran between a failure and the same command's success."""

from __future__ import annotations

from reflexion.signals.commands.compare import same_call
from reflexion.signals.commands.read_only import heads, looks, writes
from reflexion.signals.fixes import remedy
from reflexion.signals.fixes.cause import calls, shared, telling
from reflexion.signals.fixes.instead import named, quoted
from reflexion.signals.fixes.remedy import groups, risky, row, table

NAMED, KIND, WEAK = (
    3,
    2,
    1,
)  # the error names what the act does; it ends such trouble; it was the only thing done
MOST_CALLS, MOST_WORDS = 30, 60
CONFIG = (".json", ".toml", ".yml", ".yaml", ".ini", ".cfg", ".conf", ".env", ".xml", ".properties")
CONFIG += (".lock", ".gradle", "rc", "file", ".mod", ".config.js", ".config.ts", ".config.mjs")
SYSTEM = frozenset(
    "apt apt-get brew yum dnf apk pacman zypper snap choco scoop winget conda".split()
)
LANGUAGES = frozenset("python node rust go ruby php java dotnet elixir haskell dart swift".split())
WHOLE = frozenset(("start", "auth", "migrate", "init", "format", "version", "clean", "config"))
MAKERS = ("mkdir", "touch", "cp", "mv", "ln", "tar", "unzip", "curl", "wget", "git", "venv")


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
            done.append(Act(at, of_edit(failure, path), path=path))
            continue
        line = calls(str(step.get("command") or ""))[:MOST_CALLS]
        if before_in_line >= 0 and at == len(steps) - 1:
            line = line[:before_in_line]
        done += [act for call in line for act in [_act(failure, call, at, step["command"])] if act]
    return done


def _act(failure, call, at, line):
    how = remedy.kinds(call)
    if looks(call) and not how or remedy.checks(call) and "format" not in how:
        return None
    if any(same_call(call, own) for own in calls(failure.command)[:MOST_CALLS]):
        return None  # the failed command line did this itself
    reason = of_call(failure, call, how)
    return Act(at, reason, call, line, how=how, review=bool(reason) and risky(call))


def of_call(failure, call, how: set) -> int:
    """NAMED, KIND, WEAK or 0: why this call may have ended the failure."""
    if not how:
        return _of_unknown(failure, call)
    if quoted(failure.text, call):
        return NAMED
    ends = how & cures(failure.kinds)
    if "vcs" in how:
        return _of_git(failure, call, ends)
    if how <= {"file"}:
        return NAMED if failure.kinds - {"code", "flaky"} and _of_file(failure, call) else 0
    if not _world_fits(failure, call, ends):
        return 0
    if _fresh(failure, call) and how - {"file", "format"}:
        return NAMED
    if "code" in failure.kinds and not _lacks(failure) or "flaky" in failure.kinds and not ends:
        return 0
    if how == {"format"}:
        return 0  # see infer: only where the error is one of form
    if not ends:
        same = call.program == failure.failed_call.program and not remedy.by_name(call)
        return WEAK if same else 0
    if any(named(failure.text, arg) for arg in _objects(call)):
        return NAMED
    return KIND if _whole(failure, call, ends) else WEAK


def _fresh(failure, call) -> set:
    """Words of the call that the error says and the failed command did not."""
    program = call.program.lower()
    said = telling(" ".join([*call.args, *call.env, *writes(call)])) - {program}
    if groups("does", program) and program != failure.failed_call.program.lower():
        said |= {program}
    verbs = {word for word in said if groups("word", word)}
    return {
        word
        for word in shared(said - verbs, failure.words - failure.own)
        if len(word) > 1 and not shared({word}, failure.own)
    }


def _objects(call) -> list:
    """What a call is done to: its words but for the verbs, its assignments' names."""
    return [
        arg
        for arg in [*call.args[:MOST_WORDS], *call.env[:MOST_WORDS]]
        if not groups("word", arg) and len(arg.lstrip("-")) > (arg[:1] == "-") * 2
    ]


def _whole(failure, call, ends: set) -> bool:
    """Is what it does the cure of such trouble whatever it is done to?"""
    if ends & WHOLE or "kill" in ends or "env" in ends and _env(failure, call):
        return True
    if "generate" in ends and failure.kinds & {"missing_file", "stale", "uninitialised"}:
        return True
    return "install" in ends and _everything(call)


def cures(kinds: set) -> set:
    """The ways to act that end trouble of these kinds."""
    return set().union(*(row("cures", kind) for kind in kinds)) if kinds else set()


def _lacks(failure) -> bool:
    """Does the error speak of something that is not there, rather than of the code alone?"""
    return bool(
        failure.kinds
        & {"missing_program", "missing_module", "missing_native", "environment", "format"}
        or failure.kinds & {"unreachable", "schema", "auth", "version"}
    )


def _of_git(failure, call, ends: set) -> int:
    """What git did counts where git is what failed, or the error names it."""
    git_failed = "git" in groups("world", failure.failed_call.program) or "vcs" in failure.kinds
    verb = (heads(call.args, 1) or [""])[0]
    if not git_failed and verb in ("commit", "push", "branch", "add", "stash"):
        return 0
    if git_failed and verb in failure.text and ends:
        return NAMED
    linked = {word for word in telling(" ".join(call.args)) - failure.own if word in failure.words}
    if linked and (git_failed or ends - {"vcs"}) and failure.kinds - {"code", "flaky"}:
        return NAMED
    if "code" in failure.kinds or not git_failed:
        return KIND if ends - {"vcs"} and verb in ("submodule", "lfs") else 0
    return KIND if ends else WEAK


def _of_file(failure, call) -> bool:
    """A file or folder made counts where the error, or the failed command, names it."""
    made = [*writes(call), *(arg for arg in call.args[-2:] if arg[:1] != "-")]
    names = {part for path in made for part in path.lower().rstrip("/").split("/") if len(part) > 2}
    settings = failure.kinds & {"environment", "auth"} and any(
        ".env" in n or "config" in n for n in names
    )
    return bool(settings) or any(name.lstrip(".") in failure.text for name in names)


def _of_unknown(failure, call) -> int:
    """A program or script nobody knows counts only where the error names it."""
    if "flaky" in failure.kinds or not call.program or remedy.roles(call) & {"test", "lint"}:
        return 0
    if call.program in ("git", "gh", "code", "echo", "printf"):
        return 0
    said = telling(" ".join([call.program, *call.args])) - failure.own
    fresh = {word for word in shared(said, failure.words - failure.own) if len(word) > 3}
    return NAMED if fresh and not failure.kinds & {"code"} else 0


def _everything(call) -> bool:
    """An installer that installs what the project asks for."""
    things = [word for word in heads(call.args, 6) if not groups("word", word) & {"install"}]
    return not things or any(arg in ("-r", "-e", "--all", ".") for arg in call.args)


def _env(failure, call) -> bool:
    """A variable set counts where the error names it."""
    if call.program in ("source", ".", "activate", "workon", "conda"):
        return bool(failure.kinds & {"missing_program", "missing_module"})
    names = {each.partition("=")[0].lower() for each in [*call.env, *call.args] if "=" in each}
    return (
        any(name in failure.text for name in names)
        or "path" in names
        and "missing_program" in failure.kinds
    )


def _world_fits(failure, call, ends: set) -> bool:
    """Could it matter in the world of the failed command? What installs only for another language
    does not."""
    if ends & {"start", "auth", "env", "kill", "perms", "config"} or call.program in SYSTEM:
        return True
    mine = remedy.ecosystems(call)
    if not mine or not failure.ecosystems or mine & failure.ecosystems or "git" in mine:
        return True
    if mine & LANGUAGES and failure.ecosystems & LANGUAGES:
        return "missing_program" in failure.kinds
    return "missing_program" in failure.kinds or not mine & LANGUAGES


def of_edit(failure, path: str) -> int:
    """NAMED for an edit of a configuration file that the error or the program speaks of, else 0."""
    name = path.lower().replace("\\", "/").rpartition("/")[2]
    steers = any(
        name in files.split() and failure.failed_call.program in programs.split()
        for kind, programs, files in table("remedies")
        if kind == "steers"
    )
    config = (
        steers or name.endswith(CONFIG) or name.startswith((".env", "dockerfile", "requirements"))
    )
    if not config or name.endswith((".test.ts", ".md", "ignore")):
        return 0
    stem = name.strip(".").partition(".")[0]
    spoken = name in failure.text or len(stem) > 3 and f"{stem}:" in failure.text
    return NAMED if spoken or steers and not failure.kinds & {"code", "flaky"} else 0
