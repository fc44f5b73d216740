"""What a call is for, as far as a fix depends on it: does it install, check, repair the form of
code, do less than another call, or is it too risky to be learned by watching?"""

from functools import lru_cache

from reflexion.shell import programs
from reflexion.shell.compare import significant
from reflexion.shell.parser import RUNS
from reflexion.shell.read_only import asks, heads, looks
from reflexion.text.tables import rows

SAYING = ("echo", "printf")  # what they write to a file is a text for this once
SEPARATORS = str.maketrans(":-_./", "     ")


@lru_cache(maxsize=None)
def words(kind: str) -> frozenset:
    """The words of one kind in actions.tsv."""
    return frozenset(
        " ".join(row[1] for row in rows("signals/fixes/actions.tsv") if row[0] == kind).split()
    )


def acts(call) -> bool:
    """Return True for a call that may have changed something."""
    return call.program not in SAYING and not looks(call)


def browses(call) -> bool:
    """Return True for a call that only looks at what is here: `ls`, `grep`, `git status`, a help
    text. What asks a service (`gh api`, `kubectl get`, `curl`) does a job."""
    local = call.program in programs("look") or call.program in ("", "git")
    return looks(call) and (local or asks(call.args))


def installs(call) -> bool:
    """Return True for a call that brings programs or modules."""
    if call.program not in words("installer"):
        return False
    first = heads(call.args)
    return not first or bool(words("brings").intersection(first))


def installs_all(call) -> bool:
    """Does an installation bring all that the project asks for: `npm ci`, `pip install -r FILE`?"""
    others = [word for word in heads(call.args) if word not in words("brings")]
    return installs(call) and (not others or bool(words("whole").intersection(call.args)))


def task(call) -> str:
    """The verb of a call, or the name of what it runs: "push", "build"; "" for none."""
    return next((word for word in heads(call.args) if word not in RUNS), "")


def jobs(call) -> set:
    """The words that say what a call is for: its program, or what a task runner is told to run."""
    first = [word.lower() for word in heads(call.args) if word not in RUNS]
    if call.program not in words("runner"):
        return {call.program.lower(), *first[:1]}
    return {word for text in first[:1] for word in (text, *text.translate(SEPARATORS).split())}


def checks(call) -> bool:
    """Return True for a test, lint or type-check run."""
    is_check = bool(jobs(call) & words("check"))
    return is_check and not installs(call) and not repairs_form(call)


def repairs_form(call) -> bool:
    """Return True for a formatter or a repairing linter: `gofmt -w`, `npm run lint:fix`."""
    if not jobs(call) & words("form") or _option(call, "only_checks"):
        return False
    return bool(jobs(call) & words("repairs")) or _option(call, "mends")


def checks_form(call) -> bool:
    """Return True for a formatter or linter that only tells what it would repair."""
    return bool(jobs(call) & words("form")) and not repairs_form(call)


def _option(call, kind: str) -> bool:
    return any(arg.partition("=")[0] in words(kind) for arg in call.args)


def difference(bad, good) -> tuple:
    """(arguments of `bad` that `good` has not, arguments that only `good` has)"""
    was = significant(bad.program, bad.args)
    now = significant(good.program, good.args)
    return [arg for arg in was if arg not in now], [arg for arg in now if arg not in was]


def does_less(bad, good) -> bool:
    """Return True if `good` is a part of what `bad` was to do: fewer things, one test, a filter."""
    gone, new = difference(bad, good)
    if any(arg.partition("=")[0] in words("less") for arg in new):
        return True
    things_gone = things(gone)
    things_new = things(new)
    if things_gone:
        return not things_new
    return bool(things_new) and bool(jobs(bad) & words("check"))


def things(args: list) -> list:
    """The arguments that are no options."""
    return [arg for arg in args if arg[:1] != "-"]
