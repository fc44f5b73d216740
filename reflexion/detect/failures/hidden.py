"""Find a failure behind exit status 0: what a pipe, a loop or a further call hides."""

from __future__ import annotations

from reflexion.detect.failures.output import (
    FOLDER,
    NOTHING,
    PROOFS,
    ErrorLine,
    has_phrase,
    own_voice,
    refusal,
    scan,
)
from reflexion.shell import Call
from reflexion.shell.programs import SAYS, WORKS, family, programs
from reflexion.text import rows

# words with which a program shows a file, a log or what another place holds
SHOWING = {"api", "blame", "describe", "diff", "grep", "log", "logs", "show", "view"}


def hidden_failure(
    parts: list[Call], unseen: list[Call], command: str, text: str
) -> tuple[ErrorLine, list[Call]]:
    """Return a failure behind status 0 and the calls that it may be about, else (NOTHING, []).

    unseen: the calls whose status is hidden."""
    workers = [call for call in unseen if call.role == WORKS]
    lines = [(line, line.strip()) for line in text.split("\n")]
    # without lines of the command itself, as `echo` prints them
    text = "\n".join(line for line, said in lines if not said or said not in command)
    found = _by_workers(parts, workers, text) if workers and not _shows_files(parts) else NOTHING
    return (found, workers) if found.line else _by_readers(parts, unseen, text)


def _by_readers(parts: list[Call], unseen: list[Call], text: str) -> tuple[ErrorLine, list[Call]]:
    """Return the failure of a call that only shows."""
    ends_in_zero = {name for name, _, *mark in rows(f"{FOLDER}/voices.tsv") if mark}
    for call in parts:
        may_hide = call in unseen or call.program in ends_in_zero
        if call.role in (SAYS, WORKS) or not may_hide:
            continue
        line = own_voice(call.program, text)
        # `ls x | head` that finds no file has not failed
        if line and not (call in unseen and "no such file or directory" in line.lower()):
            return ErrorLine(line), [call]
    return NOTHING, []


def _by_workers(parts: list[Call], workers: list[Call], text: str) -> ErrorLine:
    """Return the failure of a program whose status is hidden."""
    found = scan(text, *PROOFS)
    if not found.line:
        found = _admitted(workers, text)
    last = [call for call in parts if call.role == WORKS][-1]
    return NOTHING if last is workers[0] and _went_well_after(found.line, text) else found


def _admitted(workers: list[Call], text: str) -> ErrorLine:
    """Return what programs say that is no proof in itself but leaves little doubt."""
    names = {family(call.program) for call in workers}
    is_linter = not names.isdisjoint(programs("linter"))
    is_interpreter = not names.isdisjoint(programs("interprets"))
    counting = {*programs("linter"), *programs("runner")}
    counted = NOTHING if names.isdisjoint(counting) else scan(text, "tallies")
    loose = [] if is_interpreter else ["speaking"]
    loose += ["findings"] if is_linter or counted.line else []
    found = scan(text, "strict", *loose, "wrap_ups")
    if not (found.line or is_interpreter):
        found = ErrorLine(refusal(text))
    return found if found.line else counted


def _went_well_after(line: str, text: str) -> bool:
    """Return True if success, and no count of failures, shows behind an error line."""
    last = line.rpartition(": ")[2]
    after = text[text.rfind(last[:60]) + len(last) :]
    return has_phrase(after, "success") and not scan(f"{line}\n{after}", "tallies").line


def _shows_files(parts: list[Call]) -> bool:
    """Return True if a file is shown that the command does not write.

    Its text may tell of any error."""
    written = {target for call in parts for _, target in call.redirects}
    written.update(arg for call in parts if call.program == "tee" for arg in call.args)
    shown = [at for at, call in enumerate(parts) if written.isdisjoint(call.args) and _shows(call)]
    return not all(_is_aside(parts, at) for at in shown)


def _is_aside(parts: list[Call], at: int) -> bool:
    """Return True if a call is fed by another one, or a program takes in its output."""
    is_fed = at > 0 and parts[at - 1].op == "|"
    takers = [one.role for one in parts[at + 1 : at + 4]]
    return is_fed or (parts[at].op == "|" and WORKS in takers)


def _shows(call: Call) -> bool:
    """Return True if a call prints a file, a log or what another place holds."""
    is_view = call.role not in (SAYS, WORKS) and not SHOWING.isdisjoint(call.args[:3])
    shows = is_view or call.program in programs("content")
    return shows and {">", ">>", "<<", "<<-"}.isdisjoint(dict(call.redirects))
