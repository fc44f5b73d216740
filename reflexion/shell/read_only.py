"""Does a command only show something, and change nothing, or only wait? What may change something
does neither."""

from reflexion.shell import is_short, programs, words_of
from reflexion.shell.parser import calls

NOWHERE = ("/dev/null", "/dev/stdout", "/dev/stderr", "1", "2", "-", "")
FIRST_QUESTIONS = ("help", "-V", "-version")
ONLY_QUESTIONS = (*FIRST_QUESTIONS, "version", "-h", "-v", "-l", "-L", "-list", "-ls")
QUERY_VERBS = ("describe-", "list-", "get-", "head-")
SENDING = ("--data", "-X", "-d", "--remote-name")
LISTING = ("find", "fd", "fdfind", "mount")
VALUED_BY_SSH = ("-p", "-i", "-o", "-l", "-F", "-J", "-L", "-R", "-D")


def only_looks(line: str) -> bool:
    """Return True if every part of a line only lists or looks: `npm run`, `git status`."""
    parts = calls(line)
    return bool(parts) and all(looks(call) for call in parts)


def looks(call) -> bool:
    """Return True if one call only shows something, and writes to no file."""
    program = call.program
    if writes(call):
        return False
    if not program:
        return not call.env
    if asks(call.args):
        return True
    for kind, judge in BY_KIND:
        if program in programs(kind):
            return judge(call)
    return tool_looks(program, call.args) and not _changes(program, call.args)


def relays(call) -> bool:
    """Return True if a call shows what others wrote, or nothing: its error words prove nothing."""
    program = call.program
    args = call.args
    if not program or program in programs("relay"):
        return True
    if program in programs("look"):
        return program not in LISTING or not _changes(program, args)
    if program in ("perl", "ruby") and args and args[0][:1] == "-":
        return args[0][1:2] in ("n", "p", "l", "a") and args[0][-1:] == "e"
    if program in programs("remote"):
        there = over_there(call)
        return bool(there) and all(map(relays, there))
    return asks(args[:4]) or tool_looks(program, args)


def silent(call) -> bool:
    """Return True if a call says only what it is told to: echo, cd, test, an assignment."""
    return not call.program or call.program in programs("silent")


def writes(call) -> list:
    """The files that a call's redirections write to."""
    return [
        target
        for op, target in call.redirects
        if ">" in op and target not in NOWHERE and not (op[-1:] == "&" and target.isdigit())
    ]


def over_there(call) -> list:
    """The calls that `ssh host command` runs there; empty when one of them is ssh again."""
    words = []
    skip = False
    for arg in call.args:
        if skip:
            skip = False
        elif arg[:1] == "-" and not words[1:]:
            skip = arg in VALUED_BY_SSH
        else:
            words.append(arg)
    there = calls(" ".join(words[1:]))
    return [] if any(part.program == "ssh" for part in there) else there


def heads(args, most: int = 3, program: str = "") -> list:
    """Return the first words that are no options, no assignments, no values of options (`-C dir`);
    `program`: whose options they are, as far as the table knows them."""
    valued = {*words_of("valued", "*"), *words_of("valued", program)}
    valued.difference_update(words_of("unvalued", program))
    found = []
    skip = False
    for arg in args[:24]:
        if skip:
            skip = False
        elif arg[:1] == "-":
            skip = arg in valued
        elif arg and "=" not in arg:
            found.append(arg)
    return found[:most]


def tool_looks(program: str, args) -> bool:
    """Return True if a tool's words say that it only looks: `docker ps`, bare `npm run`."""
    first = heads(args)
    if (first or ["."])[0] in words_of("alone", program):
        return _only_lists(program, args, first)
    options = [arg for arg in args[:6] if arg[:1] in "-."]
    told = {*options, *first[:1], "/".join(first[:2])}
    if not told.isdisjoint(words_of("looking", program)) or _reads_setting(program, args):
        return True
    return program in programs("tool") and _verb_looks(program, first)


def _reads_setting(program: str, args) -> bool:
    """git config --get x, git config user.name"""
    if program != "git" or "config" not in args[:1]:
        return False
    return any(arg[:5] == "--get" for arg in args) or len(args) == 2 and "." in args[1]


def _only_lists(program: str, args, first: list) -> bool:
    """A word that lists where nothing else follows: does nothing but a question about it follow?"""
    rest = args[args.index(first[0]) + 1 :] if first else args
    if not rest:
        return True
    if rest[0] not in words_of("listing", "*"):
        return False
    if first[1:] and is_short(rest[0]) and rest[0] not in ("-l", "-n"):
        return False
    return set(rest).isdisjoint(words_of("changing", program))


def _verb_looks(program: str, first: list) -> bool:
    """Is the first verb that says either a verb of looking?"""
    doing = {*words_of("doing", "*"), *words_of("doing", program)}
    looking = words_of("looking", "*")
    for word in first[: 1 if program in programs("flat") else 3]:
        if word in doing:
            return False
        if word in looking or word.startswith(QUERY_VERBS):
            return True
    return False


def asks(args) -> bool:
    """Return True if a call only asks the program about itself, lets it list, or try."""
    questions = words_of("question", "*")
    if any(arg in questions for arg in args) or args[:1] and args[0] in FIRST_QUESTIONS:
        return True
    return len(args) == 1 and args[0] in ONLY_QUESTIONS


def _changes(program: str, args) -> bool:
    """Does one of the arguments make a program that only looks change something?"""
    options = words_of("changing", program)
    if "." in options and any(arg[:1] != "-" for arg in args):
        return True
    if any(arg.partition("=")[0] in options for arg in args):
        return True
    if program in ("sed", "gsed"):
        return any(map(_writes_by_sed, args))
    pieces = words_of("writing", program)
    return any(piece in arg.replace(" ", "") for piece in pieces for arg in args)


def _writes_by_sed(arg: str) -> bool:
    """-i, -ni, -i.bak, --in-place; a script with a `w file`."""
    if arg.startswith(("--in-place", "w ")) or "/w " in arg:
        return True
    return is_short(arg) and "i" in arg[:4]


def _fetches(call) -> bool:
    """Does it show what it loads, and send, save and change nothing?"""
    args = call.args
    if call.program == "wget":
        return any(arg in ("-qO-", "-O-", "--spider", "-") for arg in args)
    if any(arg.startswith(SENDING) for arg in args) or _changes(call.program, args):
        return False
    return not any(map(_saves, args, [*args[1:], ""]))


def _saves(arg: str, to: str) -> bool:
    """-o FILE, -O, --output FILE"""
    short = arg[:1] == "-" and arg[:2] != "--"
    if short and arg[-1:] == "O":
        return True
    return (short and arg[-1:] == "o" or arg == "--output") and to not in NOWHERE


def _only_queries(call) -> bool:
    """A database is asked, by statements that change nothing."""
    is_file = any(arg in ("-f", "--file") for arg in call.args)
    return not is_file and not _names(call.args, "statement") and _names(call.args, "query")


def _only_prints(call) -> bool:
    """A one-liner without a word of doing something."""
    args = call.args
    if args and args[0] in words_of("interpreter", call.program):
        return not _names(args[1:3], "scripted")
    return bool(args) and tool_looks(call.program, args)


def _names(args, kind: str) -> bool:
    text = " ".join(args).lower()
    return any(word in text for word in words_of(kind, "*"))


def _plans(call) -> bool:
    """make -n, -q, -p"""
    short = [arg for arg in call.args if arg[:1] == "-" and arg[:2] != "--"]
    return any(set(arg) & set("nqp") for arg in short)


def _looks_there(call) -> bool:
    there = over_there(call)
    return bool(there) and all(map(looks, there))


def polls(line: str) -> bool:
    """Return True for waits and polls: `watch x`, `gh run watch`, `kubectl wait`, `tail -f`, a loop
    that sleeps, `sleep 30 && gh run view`; not for work that goes on after a short sleep."""
    parts = calls(line)
    if any(_waits(call) for call in parts):
        return True
    if not any(call.program == "sleep" for call in parts):
        return False
    loops = any("until" in call.opening or "while" in call.opening for call in parts)
    return loops or all(looks(call) or silent(call) for call in parts)


def _waits(call) -> bool:
    """Does the table of programs know this call as one that waits?"""
    signs = words_of("waiting", call.program)
    verbs = heads(call.args, 2, call.program)
    told = {".", *call.args, *verbs[:1], "/".join(verbs)}
    return any(sign in told for sign in signs)


# kind of programs.tsv -> whether such a call only looks; the first that holds the program decides
BY_KIND = (
    ("look", lambda call: not _changes(call.program, call.args)),
    ("fetch", _fetches),
    ("database", _only_queries),
    ("interpreter", _only_prints),
    ("maker", _plans),
    ("remote", _looks_there),
)
