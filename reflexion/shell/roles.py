"""Tell what part a call plays in its line: whether it works, shows, says or asks."""

from reflexion.shell.parser import calls
from reflexion.shell.programs import plain_words, programs, words_of

SSH_VALUED = ("-p", "-i", "-o", "-l", "-F", "-J", "-L", "-R", "-D")
ONLY_QUESTIONS = ("help", "version", "-V", "-h", "-v")  # where nothing else is said


def is_silent(call) -> bool:
    """Return True if a call says only what it is told to: echo, cd, an assignment."""
    return not call.program or call.program in programs("silent")


def is_reader(call) -> bool:
    """Return True if a call only looks at what is there, as `cat` and `git log` do."""
    return call.program in programs("reader") or _only_shows(call)


def is_relay(call) -> bool:
    """Return True if a call prints what others wrote: errors in it prove nothing."""
    if not call.program or call.program in programs("relay"):
        return True
    if call.program == "ssh":
        there = remote_calls(call)
        return bool(there) and all(map(is_relay, there))
    return is_reader(call)


def asks(call) -> bool:
    """Return True if a call only asks a program about itself, lets it list, or try."""
    if len(call.args) == 1 and call.args[0] in ONLY_QUESTIONS:
        return True
    return not set(call.args).isdisjoint(words_of("question", "*"))


def remote_calls(call) -> list:
    """Return the calls that `ssh host command` runs over there, [] for other calls."""
    if call.program != "ssh":
        return []
    args = call.args
    while args and args[0].startswith("-"):
        args = args[2 if args[0] in SSH_VALUED else 1 :]
    there = calls(" ".join(args[1:]))
    return [part for part in there if part.program != "ssh"]


def _only_shows(call) -> bool:
    if asks(call):
        return True
    program = call.program
    words = plain_words(program, call.args, 2)
    said = {*words[:1], "/".join(words), *call.args[:1]}
    if not said.isdisjoint(programs("showing").get(program, ())):
        return True
    verbs = words[:1] if program in programs("verbs") else []
    if program in programs("groups"):
        verbs = words
    return any(verb.partition("-")[0] in programs("showing")["*"] for verb in verbs)
