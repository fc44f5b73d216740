"""Find failures that exit status 0 hides: behind a pipe, `|| true`, `; echo done`, a script."""

import re

from reflexion.detect.failures.quote import refusal
from reflexion.detect.failures.rules import PROOFS, Found, scan
from reflexion.detect.failures.voices import culprit, ends_in_zero, own_voice
from reflexion.shell.programs import is_python, programs, words_of
from reflexion.shell.roles import is_relay, is_silent
from reflexion.shell.status import SAYING, hidden

NOTHING = (Found(), None)
MOST_PARTS = 200  # texts of a command that are looked for in each line
SCRIPTS = ("bash", "sh", "zsh", "dash", "source", ".")
COUNTED = (  # failures that were counted
    r"\b[1-9]\d{0,5} (?:tests? |suites? |specs? |examples?, )?(?:fail|failed|failing|failures?"
    r"|errors?)\b|\b(?:[Ff]ailures|[Ee]rrors|[Ff]ailed)[=:] ?[1-9]"
)
SUCCESS = (  # the last line of a program that went well
    r"\b[1-9]\d{0,5} pass(?:ed|ing)?\b(?!.{0,200}\b[1-9]\d{0,5} (?:failed|errors?)\b)"
    r"|\btest result: ok|BUILD SUCCESS|[Cc]ompiled successfully|[Bb]uilt in \d"
    r"|All checks passed|[Aa]ll tests passed|[Nn]o issues found|[Ff]ound 0 (?:err|vuln)"
    r"|Success: |succeeded|Successfully (?:installed|built|rebased)|Already up to date"
    r"|^[ \t]*0 (?:fail|failed|failing|failures)\b"
    r"|^\[[^\]\n]{1,80} [0-9a-f]{7,40}\] |^(?:OK(?: \(.*\))?|PASS|ok)$"
)


def hidden_failure(parts: list, command: str, text: str) -> tuple:
    """Return (Found, its call) of a failure that status 0 hides, else (Found(), None)."""
    unseen = hidden(parts, command)
    workers = [call for call in unseen if not is_relay(call)]
    workers += [call for call in parts if call not in unseen and _is_script(call)]
    readers = [call for call in parts if call in unseen or ends_in_zero(call)]
    readers = [call for call in readers if is_relay(call) and not is_silent(call)]
    if not workers and not readers:
        return NOTHING
    text = _without_own_words(parts, command, text)
    found = _by_workers(parts, workers, unseen, text) if workers else Found()
    if found.line:
        return found, culprit(parts, workers, found.line)
    return _by_readers(readers, unseen, text)


def _by_readers(readers: list, unseen: list, text: str) -> tuple:
    """Return the failure of a call that only shows; to find no file is none of `ls x | head`."""
    for call in readers:
        line = own_voice(call, text)
        if line and (call not in unseen or "no such file or directory" not in line.lower()):
            return Found(line), call
    return NOTHING


def _by_workers(parts: list, workers: list, unseen: list, text: str) -> Found:
    """Return the failure of a program whose status is hidden, or of a command in a script."""
    if _shows_files(parts):
        return Found()
    found = scan(text, *PROOFS)
    if not found.line and workers[0] in unseen:
        found = _admitted(workers, text)
    later = parts[parts.index(workers[0]) + 1 :]
    if len(workers) == 1 and all(map(is_relay, later)) and _went_well_after(found.line, text):
        return Found()
    return found


def _admitted(workers: list, text: str) -> Found:
    """Return what programs say that proves nothing in itself but leaves little doubt."""
    names = [call.program for call in workers]
    is_linter = any(name in programs("linter") for name in names)
    is_runner = any(name in programs("runner") for name in names)
    interprets = any(name in programs("interprets") or is_python(name) for name in names)
    kinds = ["strict"] if interprets else ["strict", "speaking"]
    if is_linter or is_runner and re.search(COUNTED, text):
        kinds.append("findings")
    found = scan(text, *kinds, "wrap_ups")
    if found.line:
        return found
    if not interprets and not re.search(SUCCESS, text, re.M):
        found = Found(refusal(text))
    if not found.line and (is_linter or is_runner):
        found = scan(text, "tallies")
    return found


def _went_well_after(line: str, text: str) -> bool:
    """Return True if success, and no count of failures, shows behind an error line."""
    after = text[text.rfind(line[:60]) + len(line) :]
    if not re.search(SUCCESS, after, re.M):
        return False
    return not re.search(COUNTED, line + "\n" + after)


def _is_script(call) -> bool:
    """Return True for a shell script, which may end in 0 whatever fails in it."""
    is_shell = call.program in SCRIPTS and bool(call.args) and "-n" not in call.args
    return is_shell or call.program.endswith(".sh")


def _without_own_words(parts: list, command: str, text: str) -> str:
    """Return the text without the lines that the command itself holds, as `echo` prints them."""
    echoed = _echoed(parts)
    pieces = [piece for piece in echoed if len(piece) > 8 and "$" not in piece]
    pieces = sorted(pieces, key=len)[-MOST_PARTS:]
    kept = []
    for line in text.split("\n"):
        bare = line.strip()
        is_own = bare in echoed or len(bare) > 8 and bare in command
        if not is_own and not any(piece in bare for piece in pieces):
            kept.append(line)
    return "\n".join(kept)


def _echoed(parts: list) -> set:
    """Return the texts that calls echo, whole and line by line."""
    pieces = []
    for call in parts:
        if call.program in SAYING:
            pieces.append(" ".join(call.args))
            for arg in call.args:
                pieces += arg.replace("\\n", "\n").split("\n")
    return {piece.strip() for piece in pieces if piece.strip()}


def _shows_files(parts: list) -> bool:
    """Return True if a file is shown that the command does not write: it may tell of anything."""
    written = {target for call in parts for op, target in call.redirects if ">" in op}
    for call in parts:
        if call.program == "tee":
            written.update(call.args)
    return any(
        _shows(call) and not _is_aside(parts, at) and written.isdisjoint(call.args)
        for at, call in enumerate(parts)
    )


def _shows(call) -> bool:
    """Return True if a call prints a file, a log or what another place holds."""
    if is_silent(call) or any(op in (">", "<<", "<<-") for op, _ in call.redirects):
        return False
    if call.program in programs("content"):
        return True
    return is_relay(call) and any(arg in words_of("content", "*") for arg in call.args[:3])


def _is_aside(parts: list, at: int) -> bool:
    """Return True if a call is fed by another one, or a program takes in what it prints."""
    if at > 0 and parts[at - 1].op == "|":
        return True
    return parts[at].op == "|" and not all(map(is_relay, parts[at + 1 : at + 4]))
