"""Two command lines: the very same command, or the same job in another form? Who failed?"""

from reflexion.shell import name_of, peers, programs, words_of
from reflexion.shell.parser import RUNS, SETTINGS, SHELLS, calls, is_python
from reflexion.shell.read_only import heads, looks, writes

LONGEST = 4000  # characters of a line that are compared
MOST_CALLS = 40
NO_NAME = frozenset(" \t\r\n\"'`$(){}<>|;")  # a word with one of these is a text or a script
MOST_WORDS = 2  # words behind the program that tell one job from another
MESSAGES = ("-m", "--message", "-am", "--title", "--body", "--notes")
TOLD = ("git", "gh", "glab", "hg", "svn")  # programs that take a message
NEUTRAL = (
    "time timeout gtimeout nohup nice command stdbuf unbuffer xargs chronic exec builtin"
).split()


def same_command(one: str, other: str) -> bool:
    """Return True if two lines run the same: the same programs and arguments.

    Options of printing, filters behind a pipe and `cd` are left out; a line that holds all of the
    other one's calls, and more, counts as the same."""
    if one == other:
        return True
    short, long = sorted((working(one), working(other)), key=len)
    return bool(short) and all(any(same_call(a, b) for b in long) for a in short)


def same_job(one: str, other: str) -> bool:
    """Do two lines do one job: one verb on the same things, with whatever options or wrappers?"""
    return any(_same_job(a, b) for a in working(one) for b in working(other))


def same_call(one, other) -> bool:
    """Return True if two calls run the same thing, written to the same files, on the same text of a
    here-document that is no message."""
    return _identity(one) == _identity(other)


def working(line: str) -> list:
    """The calls of a line that do its work: no settings, no filters, no looks beside them."""
    return at_work(calls(line[:LONGEST])[:MOST_CALLS])


def at_work(parts: list) -> list:
    """Return those of these calls that do the work, as `working` has it."""
    kept = []
    before = ""
    for call in parts:
        if call.program in SETTINGS:
            continue
        if before != "|" or not looks(call):
            kept.append(call)
        before = call.op
    return [call for call in kept if not looks(call)] or kept


def main_call(line: str):
    """Return the first call that does a line's work, None for none; one that only prepares (mkdir,
    echo, a test) counts where nothing else is done."""
    parts = [call for call in calls(line[:LONGEST])[:MOST_CALLS] if call.program]
    idle = (*programs("silent"), "mkdir")
    found = at_work(parts)
    busy = (call for call in [*found, *parts] if call.program not in idle)
    return next(busy, found[0] if found else None)


def caller(line: str) -> str:
    """Return "program job" of the call that does a line's work, as far as that tells two mistakes
    apart ("pnpm build", "seed.py", "git push"); "" for none.

    Wrappers, options with their values, folders and versions are left out; a script that an
    interpreter runs stands for itself. Two lines with one caller run the same thing."""
    from reflexion.text.masking import basename

    call = main_call(line)
    if call is None:
        return ""
    program = "python" if is_python(call.program) else name_of(call.program)
    jobs = [word for word in heads(call.args, 12, call.program) if NO_NAME.isdisjoint(word)]
    names = [basename(word.lower()) for word in jobs if word not in (*RUNS, ".")]
    script = bool(names) and "." in names[0] and runs_scripts(call.program)
    return " ".join([basename(program.lower()), *names][script : MOST_WORDS + 1])


def runs_scripts(program: str) -> bool:
    """Return True if a file behind the program is what really runs."""
    return is_python(program) or program in programs("interpreter") or program in SHELLS


def significant(program: str, args) -> list:
    """The arguments without those that only change what is printed, and without messages."""
    kept = []
    skip = False
    for arg, after in zip(args, [*args[1:], ""]):
        if skip:
            skip = False
        elif _is_cosmetic(program, arg, after):
            skip = arg in words_of("cosmetic", "=") and after[:1] not in ("-", "")
        elif arg != "--":
            kept.append(arg)
            skip = bool(after) and arg in MESSAGES and program in TOLD
    return kept


def _is_cosmetic(program: str, arg: str, after: str) -> bool:
    """Does an option only change what is printed?"""
    if arg in words_of("cosmetic", program):
        return True
    if arg in words_of("significant", program) or arg == "-v" and ":" in after:  # a volume
        return False
    return arg.partition("=")[0] in words_of("cosmetic", "*")


def _identity(call):
    place = call.raw.split(" ")[0].rpartition("/")[0]
    via = [word for word in call.via if word not in NEUTRAL and not word[:1].isdigit()]
    files = [target.rpartition("/")[2] for target in writes(call)]
    place = "" if place == "." or call.via or call.env else place
    if call.program not in TOLD:
        files += [text for op, text in call.redirects if "<<" in op]
    key = sorted(significant(call.program, call.args))
    return call.program, place, via, sorted(call.env), key, files


def _same_job(one, other) -> bool:
    """Do two calls the same: by the same program or its peer, with the same verb, to one thing?"""
    if name_of(one.program) != name_of(other.program):
        if _wraps(one, other) or _spelled_alike(one, other):
            return True
        if not peers(one.program, other.program):
            return False
    mine = _plain(one)
    theirs = _plain(other)
    if one.program in programs("tool") or one.program in programs("alone"):
        if mine[:1] != theirs[:1]:
            return False  # the first word is the verb
        mine = mine[1:]
        theirs = theirs[1:]
    if mine == theirs or not set(mine).isdisjoint(theirs):
        return True
    return one.program == other.program and not (mine and theirs)


def _wraps(one, other) -> bool:
    """Is one of them the other behind a wrapper that the table does not know?"""
    short, long = sorted((one, other), key=lambda call: len(call.args))
    tail = [short.program, *short.args]
    return long.args[-len(tail) :] == tail


def _spelled_alike(one, other) -> bool:
    """`docker-compose up` and `docker compose up`"""
    if "-" not in one.program + other.program:
        return False
    spelled = [[*call.program.split("-"), *heads(call.args, 12)] for call in (one, other)]
    return spelled[0] == spelled[1]


def _plain(call) -> list:
    """The plain words of a call without `run` and programs of its kind (`uv pip install`)."""
    found = heads(call.args, 12)
    while found and (found[0] in RUNS or peers(call.program, found[0])):
        found = found[1:]
    return found
