"""Find failures that exit status 0 hides: behind a pipe, `|| true`, `; echo done`."""

from __future__ import annotations

from reflexion.detect.failures.calls import culprit, ends_in_zero, own_voice
from reflexion.detect.failures.output import NOTHING, PROOFS, Found, has_phrase, refusal, scan
from reflexion.shell.parser import Call
from reflexion.shell.programs import is_python, programs
from reflexion.shell.roles import SAYING, hidden, is_relay, is_silent

SHORTEST = 9  # characters of a text by which a line is one of the command's own
MOST_TEXTS = 40  # texts that are looked for within each line
# words with which a program shows a file, a log or what another place holds
SHOWING = {"api", "blame", "describe", "diff", "grep", "log", "logs", "show", "view"}


def hidden_failure(parts: list[Call], command: str, text: str) -> tuple[Found, Call | None]:
    """Return (Found, its call) of a failure behind status 0, else (NOTHING, None)."""
    unseen = hidden(parts, command)
    workers = [call for call in unseen if not is_relay(call)]
    readers = [call for call in parts if is_relay(call) and not is_silent(call)]
    readers = [call for call in readers if call in unseen or ends_in_zero(call)]
    if not workers and not readers:
        return NOTHING, None
    text = _without_own_words(parts, command, text)
    found = _by_workers(parts, workers, text)
    if found:
        return found, culprit(parts, workers, found.line)
    return _by_readers(readers, unseen, text)


def _by_readers(readers: list[Call], unseen: list[Call], text: str) -> tuple[Found, Call | None]:
    """Return the failure of a call that only shows.

    `ls x | head` that finds no file has not failed."""
    for call in readers:
        line = own_voice(call, text)
        is_absent = call in unseen and "no such file or directory" in line.lower()
        if line and not is_absent:
            return Found(line), call
    return NOTHING, None


def _by_workers(parts: list[Call], workers: list[Call], text: str) -> Found:
    """Return the failure of a program whose status is hidden."""
    if not workers or _shows_files(parts):
        return NOTHING
    found = scan(text, *PROOFS) or _admitted(workers, text)
    if len(workers) == 1 and _went_well_after(found.line, text):
        later = parts[parts.index(workers[0]) + 1 :]
        if all(map(is_relay, later)):
            return NOTHING
    return found


def _admitted(workers: list[Call], text: str) -> Found:
    """Return what programs say that is no proof in itself but leaves little doubt."""
    is_linter = _has(workers, "linter")
    counted = scan(text, "tallies") if is_linter or _has(workers, "runner") else NOTHING
    kinds = ["findings"] if is_linter or counted else []
    if _has(workers, "interprets"):
        return scan(text, "strict", *kinds, "wrap_ups") or counted
    found = scan(text, "strict", "speaking", *kinds, "wrap_ups")
    if not found and not has_phrase(text, "success"):
        found = Found(refusal(text))
    return found or counted


def _has(workers: list[Call], kind: str) -> bool:
    """Return True if one of the calls runs a program of a kind."""
    names = ["python" if is_python(call.program) else call.program for call in workers]
    return not programs(kind).keys().isdisjoint(names)


def _went_well_after(line: str, text: str) -> bool:
    """Return True if success, and no count of failures, shows behind an error line."""
    last = line.rpartition(": ")[2]
    after = text[text.rfind(last[:60]) + len(last) :]
    return has_phrase(after, "success") and not scan(f"{line}\n{after}", "tallies")


def _without_own_words(parts: list[Call], command: str, text: str) -> str:
    """Return the text without lines of the command itself, as `echo` prints them."""
    said = [" ".join(call.args) for call in parts if call.program in SAYING]
    pieces = [piece.strip() for words in said for piece in words.split("\\n")]
    pieces = [piece for piece in pieces if len(piece) >= SHORTEST and "$" not in piece]
    pieces = pieces[:MOST_TEXTS]

    def is_own(line: str) -> bool:
        if len(line) >= SHORTEST and line in command:
            return True
        return any(piece in line for piece in pieces)

    return "\n".join([line for line in text.split("\n") if not is_own(line.strip())])


def _shows_files(parts: list[Call]) -> bool:
    """Return True if a file is shown that the command does not write.

    Its text may tell of any error."""
    written = _written(parts)
    for at, call in enumerate(parts):
        if _shows(call) and not _is_aside(parts, at) and written.isdisjoint(call.args):
            return True
    return False


def _written(parts: list[Call]) -> set[str]:
    """Return the files that calls write."""
    written: set[str] = set()
    for call in parts:
        written.update(target for op, target in call.redirects if ">" in op)
        if call.program == "tee":
            written.update(call.args)
    return written


def _shows(call: Call) -> bool:
    """Return True if a call prints a file, a log or what another place holds."""
    if is_silent(call) or any(op in (">", "<<", "<<-") for op, _ in call.redirects):
        return False
    if call.program in programs("content"):
        return True
    return is_relay(call) and not SHOWING.isdisjoint(call.args[:3])


def _is_aside(parts: list[Call], at: int) -> bool:
    """Return True if a call is fed by another one, or a program takes in its output."""
    if at > 0 and parts[at - 1].op == "|":
        return True
    return parts[at].op == "|" and not all(map(is_relay, parts[at + 1 : at + 4]))
