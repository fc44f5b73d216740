"""Read single calls: whose an error is, what a status answers, and what exit status 0 hides."""

from __future__ import annotations

import re

from reflexion.detect.failures.output import (
    FOLDER,
    NOTHING,
    PROOFS,
    ErrorLine,
    has_phrase,
    refusal,
    scan,
)
from reflexion.shell import Call
from reflexion.shell.programs import SAYS, WORKS, family, plain_words, programs
from reflexion.text import rows

NOT_FOUND = r"(?i)no such file|cannot (?:access|open)|not found|does not exist|no matches found"
SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "(eval)")
SHORTEST = 4  # characters of an argument by which a line tells which call it is about
SHORTEST_TYPED = 5  # characters of a word in which one wrong letter is a slip
WORDS = r"[A-Za-z][\w-]{1,40}"
# words with which a program shows a file, a log or what another place holds
SHOWING = {"api", "blame", "describe", "diff", "grep", "log", "logs", "show", "view"}


def answers(call: Call, status: int) -> bool:
    """Return True if a call that ended in a status answered a question and did not fail."""
    said = plain_words(call.program, call.args, 3)
    said += [arg.partition("=")[0] for arg in call.args[:20] if arg.startswith("-")]
    for statuses, known in rows(f"{FOLDER}/answers.tsv"):
        if not {"*", str(status)}.isdisjoint(statuses.split(",")):
            for program, *words in map(str.split, known.split("; ")):
                has_all = all(not set(word.split("|")).isdisjoint(said) for word in words)
                if program == call.program and has_all:
                    return True
    return False


def found_nothing(call: Call, lines: list[str]) -> bool:
    """Return True if all that a call says, unless it is hushed, is that a path is not there."""
    if any(op[:1] in "2&" and to == "/dev/null" for op, to in call.redirects):
        return True
    if call.program not in programs("reader"):
        return False
    own = rf"(?:/usr)?(?:/bin/)?{re.escape(call.program)}:|.*no matches found"
    said = [line for line in lines if re.match(own, line)]
    return bool(said) and all(re.search(NOT_FOUND, line) for line in said)


def own_voice(call: Call, text: str) -> str:
    """Return the first line in which a call's program tells of its failure, else ""."""
    if not call.program:
        return ""
    plain = rf"(?:/\S{{0,200}}/)?{re.escape(call.program)}(?:\.exe)?: "
    other = "|".join(own for name, own, *_ in rows(f"{FOLDER}/voices.tsv") if name == call.program)
    match = re.search(f"^(?:{plain}{other and '|'}{other}).*", text, re.M)
    return match.group().strip() if match else ""


def culprit(parts: list[Call], suspects: list[Call], line: str) -> Call | None:
    """Return the call that an error line is about, None without calls.

    It is the one that a shell says it could not run, else the suspect with most of its
    words in the line; one that works goes before those that only show."""
    said = _complaint(line)
    for call in parts:
        if not {call.program, *(target for _, target in call.redirects)}.isdisjoint(said):
            return call
    low = line.lower()

    def shared(call: Call) -> int:
        words = [arg.strip("'\"").lower() for arg in call.args]
        words += [word.rpartition("/")[0] for word in words]  # folders
        return len({word for word in words if len(word) >= SHORTEST and word in low})

    workers = [call for call in suspects if call.role == WORKS]
    return max(workers or suspects, key=shared, default=None)


def _complaint(line: str) -> list[str]:
    """Return what a shell says of a line, part by part; [] where no shell speaks.

    `bash: line 1: cd: src: Not a directory`: line 1, cd, src, Not a directory."""
    speaker, *said = map(str.strip, line.split(":"))
    name = speaker.lstrip("-").replace("\\", "/").rpartition("/")[2]
    return said if name in SHELLS else []


def blamed_among(ended: list[Call], lines: list[str], text: str) -> Call:
    """Return the call that failed where lines tell, the last one where they do not."""
    # `cd api && grep x`: the folder is not there, and nothing was searched
    for call in ended[1:]:
        own = f"{call.program}: "
        names = {call.program, *call.args}
        if any(line.startswith(own) or names.intersection(_complaint(line)) for line in lines):
            return call
    # `make gen && grep x`: what surely failed was not the search
    others = [call for call in ended[1:] if call.role != SAYS]
    do_work = {call.role for call in others} == {WORKS}
    return others[0] if do_work and scan(text, *PROOFS).line else ended[0]


def is_slip(call: Call, line: str, text: str) -> bool:
    """Return True if a call failed by a word that was mistyped: `gti status`, `npm run biuld`.

    The error line names it, and a known program, or a word of the output, is one edit away.
    """
    known = programs("").keys()
    typed = {call.program, *plain_words(call.program, call.args, 3)}
    named = typed.intersection(re.findall(WORDS, line)) - {call.program}.intersection(known)
    meant = set(re.findall(WORDS, text)) - typed
    if call.program in named:
        meant |= known
    return any(_is_mistyped(word, other) for word in named for other in meant)


def _is_mistyped(word: str, meant: str) -> bool:
    """Return True if letters changed places, or one inside is wrong, missing or too much."""
    if sorted(word) == sorted(meant):
        return True
    whole, shorter = (
        {one, *(one[:at] + one[at + 1 :] for at in range(1, len(one) - 1))} for one in (word, meant)
    )
    return min(len(word), len(meant)) >= SHORTEST_TYPED and not whole.isdisjoint(shorter)


def hidden_failure(
    parts: list[Call], unseen: list[Call], command: str, text: str
) -> tuple[ErrorLine, list[Call]]:
    """Return a failure behind status 0 and the calls that it may be about, else (NOTHING, []).

    unseen: the calls whose status is hidden."""
    workers = [call for call in unseen if call.role == WORKS]
    lines = [(line, line.strip()) for line in text.split("\n")]
    # without lines of the command itself, as `echo` prints them
    text = "\n".join(line for line, said in lines if not said or said not in command)
    found = _by_workers(parts, workers, text)
    return (found, workers) if found.line else _by_readers(parts, unseen, text)


def _by_readers(parts: list[Call], unseen: list[Call], text: str) -> tuple[ErrorLine, list[Call]]:
    """Return the failure of a call that only shows."""
    ends_in_zero = {name for name, _, *mark in rows(f"{FOLDER}/voices.tsv") if mark}
    for call in parts:
        if call.role in (SAYS, WORKS):
            continue
        line = own_voice(call, text) if call in unseen or call.program in ends_in_zero else ""
        # `ls x | head` that finds no file has not failed
        if line and not (call in unseen and "no such file or directory" in line.lower()):
            return ErrorLine(line), [call]
    return NOTHING, []


def _by_workers(parts: list[Call], workers: list[Call], text: str) -> ErrorLine:
    """Return the failure of a program whose status is hidden."""
    if not workers or _shows_files(parts):
        return NOTHING
    found = scan(text, *PROOFS)
    if not found.line:
        found = _admitted(workers, text)
    behind = parts[parts.index(workers[0]) + 1 :]
    is_last = len(workers) == 1 and all(call.role != WORKS for call in behind)
    return NOTHING if is_last and _went_well_after(found.line, text) else found


def _admitted(workers: list[Call], text: str) -> ErrorLine:
    """Return what programs say that is no proof in itself but leaves little doubt."""
    names = {family(call.program) for call in workers}
    is_linter, is_runner, is_interpreter = (
        not names.isdisjoint(programs(kind)) for kind in ("linter", "runner", "interprets")
    )
    counted = scan(text, "tallies") if is_linter or is_runner else NOTHING
    loose = [] if is_interpreter else ["speaking"]
    loose += ["findings"] if is_linter or counted.line else []
    found = scan(text, "strict", *loose, "wrap_ups")
    if not found.line and not is_interpreter:
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
    if at > 0 and parts[at - 1].op == "|":
        return True
    return parts[at].op == "|" and any(one.role == WORKS for one in parts[at + 1 : at + 4])


def _shows(call: Call) -> bool:
    """Return True if a call prints a file, a log or what another place holds."""
    if call.role == SAYS or any(op in (">", "<<", "<<-") for op, _ in call.redirects):
        return False
    is_view = call.role != WORKS and not SHOWING.isdisjoint(call.args[:3])
    return is_view or call.program in programs("content")
