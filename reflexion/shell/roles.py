"""Tell what part a call plays in its line: does it do the work, or only show what others did?"""

from reflexion.shell.parser import calls
from reflexion.shell.programs import plain_words, programs, words_of

SSH_VALUED = ("-p", "-i", "-o", "-l", "-F", "-J", "-L", "-R", "-D")
FIRST_QUESTIONS = ("help", "version", "-V", "-h", "-v")  # questions where nothing else is said


def is_silent(call) -> bool:
    """Return True if a call says only what it is told to: echo, cd, test, an assignment."""
    return not call.program or call.program in programs("silent")


def is_reader(call) -> bool:
    """Return True if a call only looks at what is there, so that its errors prove nothing."""
    return call.program in programs("reader") or _only_shows(call)


def is_relay(call) -> bool:
    """Return True if a call prints what others wrote, or nothing of its own."""
    if not call.program or call.program in programs("relay"):
        return True
    if call.program == "ssh":
        there = remote_calls(call)
        return bool(there) and all(map(is_relay, there))
    return is_reader(call)


def asks(call) -> bool:
    """Return True if a call only asks a program about itself, lets it list, or try."""
    if call.args and call.args[0] in FIRST_QUESTIONS and len(call.args) == 1:
        return True
    return any(arg in words_of("question", "*") for arg in call.args)


def remote_calls(call) -> list:
    """Return the calls that `ssh host command` runs over there, [] where that is ssh again."""
    words = []
    before = ""
    for arg in call.args:
        if words or not arg.startswith("-") and before not in SSH_VALUED:
            words.append(arg)
        before = "" if before in SSH_VALUED else arg
    there = calls(" ".join(words[1:])) if call.program == "ssh" else []
    return [] if any(part.program == "ssh" for part in there) else there


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
