"""The inferences that speak after one sighting: the error names what is missing, or what mends it,
and what worked supplies exactly that. The first one in PLAIN that answers holds."""

from __future__ import annotations

from collections import namedtuple

from reflexion.shell import peers
from reflexion.shell.parser import basename
from reflexion.shell.read_only import heads
from reflexion.signals.fixes import actions, wording
from reflexion.signals.fixes.attribution import names, tells

MOST_SHOWN = 60  # characters of a command beyond which its program alone is named
# failure: a Failure; good: the Call that worked; again: it is the failed call itself; source: the
# text a person would name for it; acts: Calls that changed something in between; folder: where it
# worked, from the root, if elsewhere (else ""); edited: a file was changed in between
Case = namedtuple("Case", "failure good again source acts folder edited roots")
# text: a directive, without what was true only once; call: the Call that it advises
Remedy = namedtuple("Remedy", "text call")


def plain(case: Case) -> Remedy | None:
    """The remedy that the error itself accounts for; None where it accounts for none."""
    for infer in PLAIN:
        remedy = infer(case)
        if remedy:
            return remedy
    return None


def missing_is_installed(case: Case) -> Remedy | None:
    """A missing program or module, and its installation (or that of all the project asks for)."""
    wanted = _named(case, "program", "module")
    if not case.again or not wanted:
        return None
    installing = [act for act in case.acts if actions.installs(act)]
    chosen = _telling(installing, wanted)
    if len(case.acts) == 1:
        chosen = installing
    return _first(case, chosen[-1]) if chosen else None


def _telling(installing: list, wanted: list) -> list:
    """The installations that name what is missing, else those of all that the project asks for."""
    naming = [act for act in installing if _supplies_one(act, wanted)]
    return naming or [act for act in installing if actions.installs_all(act)]


def pull_before_push(case: Case) -> Remedy | None:
    """A push that was refused because the remote is ahead, and the pull that its hint names."""
    if not case.again or "push" not in case.failure.missing or case.good.program != "git":
        return None
    acts = [act for act in case.acts if act.program == "git"]
    if [heads(act.args, 1) for act in acts] != [["pull"]]:
        return None
    options = [arg for arg in acts[0].args if arg[:1] == "-"]
    return Remedy(wording.run_first([" ".join(["git", "pull", *options])]), acts[0])


def form_is_repaired(case: Case) -> Remedy | None:
    """A check of form that failed, and the same tool's repair."""
    bad = case.failure.call
    if "form" not in case.failure.missing or not actions.checks_form(bad):
        return None
    done = case.acts if case.again else [case.good]
    repairs = [act for act in done if actions.repairs_form(act) and _same_tool(bad, act)]
    return _first(case, repairs[-1]) if repairs else None


def error_names_the_command(case: Case) -> Remedy | None:
    """A command that the error tells to run, run; then the failed one works."""
    told = [act for act in case.acts if tells(case.failure.text, act)]
    told = [act for act in told if not tells(case.failure.command.lower(), act)]
    return _first(case, told[-1]) if case.again and told else None


def in_the_right_folder(case: Case) -> Remedy | None:
    """Something is not there, and the same call works in another folder of the project."""
    if not case.again or not case.folder or case.acts or case.edited:
        return None
    if not {"file", "name"}.intersection(case.failure.missing):
        return None
    if "cd: " in case.failure.text or any("/" in arg for arg in case.good.args):
        return None  # it was there already; or what it was given is of one folder
    text = wording.general(case.source, case.roots)
    return Remedy(wording.in_folder(text, case.folder), case.good) if text else None


def existing_program(case: Case) -> Remedy | None:
    """A missing program or module, and the same arguments given to one that is there."""
    if case.again or case.acts or not _named(case, "program", "module"):
        return None
    bad = case.failure.call
    good = case.good
    same_arguments = bad.args == good.args
    is_script = same_arguments and len(good.raw) > MOST_SHOWN
    if is_script and _named(case, "program"):  # a module may be missing for this script alone
        return Remedy(wording.use_instead(good.program, bad.program), good)
    return instead(case) if same_arguments or _is_wrapped(bad, good) else None


def _is_wrapped(bad, good) -> bool:
    """Does one of the two run the other's whole command: `pytest -q`, `uv run pytest -q`?"""
    tails = [[basename(call.program), *call.args] for call in (bad, good)]
    short, long = sorted(tails, key=len)
    return long[-len(short) :] == short


def existing_name(case: Case) -> Remedy | None:
    """A script, target or option that is not there, and the next call of its kind with one that
    is: `npm run bundle`, `make -f build.mk release`."""
    bad = case.failure.call
    good = case.good
    wanted = _named(case, "name")
    if not wanted or not _is_next(case):
        return None
    if not peers(bad.program, good.program) or not _same_task(bad, good, wanted):
        return None
    gone, new = actions.difference(bad, good)
    spoilt = [arg for arg in gone if not _is_one_of(arg, wanted)]
    if spoilt or len(new) > len(gone) + 2:
        return None
    return instead(case)


def named_option(case: Case) -> Remedy | None:
    """An option that the error names and the first call had not."""
    bad = case.failure.call
    good = case.good
    if not _is_next(case) or bad.program != good.program or actions.checks(bad):
        return None
    gone, new = actions.difference(bad, good)
    told = [arg for arg in new if arg[:1] == "-" and names(case.failure.text, arg)]
    if not told or len(new) > len(told) + 2:
        return None
    untold = [arg for arg in gone if not names(case.failure.text, arg)]
    return None if untold else instead(case)


def instead(case: Case) -> Remedy | None:
    """The call that worked for the failed one; None where nothing general tells them apart."""
    good = wording.general(case.source, case.roots)
    bad = wording.general(case.failure.call.raw, case.roots)
    if not good or not bad or good == bad:
        return None
    return Remedy(wording.use_instead(good, bad), case.good)


def _is_next(case: Case) -> bool:
    """Was the other command the next thing that was done, in the same place?"""
    return not (case.again or case.acts or case.edited or case.folder)


PLAIN = (
    missing_is_installed,
    pull_before_push,
    form_is_repaired,
    error_names_the_command,
    in_the_right_folder,
    existing_program,
    existing_name,
    named_option,
)


def _named(case: Case, *kinds: str) -> list:
    """Names of what is missing, of these kinds."""
    return [name for kind in kinds for name in case.failure.missing.get(kind, ())]


def _first(case: Case, act) -> Remedy | None:
    text = wording.general(act.raw, case.roots)
    return Remedy(wording.run_first([text]), act) if text else None


def _supplies_one(act, wanted: list) -> bool:
    return any(_supplies(act, name) for name in wanted)


def _supplies(act, name: str) -> bool:
    """Does the installation name the missing thing, if with a prefix (`pyyaml` for yaml)?"""
    bare = name.rpartition("/")[2].partition(".")[0].replace("_", "-")
    given = [word.lower().replace("_", "-") for word in heads(act.args, 12)]
    return len(bare) > 1 and any(bare in word for word in given)


def _same_tool(bad, good) -> bool:
    return peers(bad.program, good.program) or bad.program in good.raw.split()


def _same_task(bad, good, wanted: list) -> bool:
    """Do both run the same script or verb, but for the one that is missing?"""
    same = actions.task(bad) == actions.task(good)
    return same or _is_one_of(actions.task(bad), wanted)


def _is_one_of(arg: str, wanted: list) -> bool:
    bare = arg.lower().partition("=")[0].lstrip("-")
    return any(bare == name.partition("=")[0].lstrip("-") for name in wanted)
