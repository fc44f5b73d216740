"""Does a command only show something, and change nothing? What may change something does not."""

from reflexion.shell import programs, words_of
from reflexion.shell.parser import calls

NOWHERE = ("/dev/null", "/dev/stdout", "/dev/stderr", "1", "2", "-", "")
FIRST_QUESTIONS = ("help", "-V", "-version")
ONLY_QUESTIONS = (*FIRST_QUESTIONS, "version", "-h", "-v", "-l", "-L", "-list", "-ls")
QUERY_VERBS = ("describe-", "list-", "get-", "head-")
VALUED_BY_SSH = ("-p", "-i", "-o", "-l", "-F", "-J", "-L", "-R", "-D")


def only_looks(line: str) -> bool:
    """Return True if every part of a line only lists or looks: `npm run`, `git status`."""
    parts = calls(line)
    return bool(parts) and all(looks(call) for call in parts)


def looks(call) -> bool:
    """Return True if one call only shows something, and writes to no file."""
    program, args = call.program, call.args
    if writes(call):
        return False
    if not program:
        return not call.env
    if asks(args):
        return True
    if program in programs("look"):
        return not _changes(program, args)
    if program in programs("fetch"):
        return _only_fetches(program, args) and not _changes(program, args)
    if program in programs("database"):
        is_file = any(arg in ("-f", "--file") for arg in args)
        return not is_file and not _names(args, "statement") and _names(args, "query")
    if program in programs("interpreter"):  # a one-liner without a word of doing something
        if args and args[0] in words_of("interpreter", program):
            return not _names(args[1:3], "scripted")
        return bool(args) and tool_looks(program, args)
    if program in ("make", "gmake"):
        return any(arg[:1] == "-" and arg[:2] != "--" and set(arg) & set("nqp") for arg in args)
    if program == "ssh":
        there = over_there(call)
        return bool(there) and all(map(looks, there))
    return tool_looks(program, args) and not _changes(program, args)


def relays(call) -> bool:
    """Return True if a call shows what others wrote, or nothing: its error words prove nothing."""
    program, args = call.program, call.args
    if not program or program in programs("relay"):
        return True
    if program in programs("look"):
        return program not in ("find", "fd", "fdfind", "mount") or not _changes(program, args)
    if program in ("perl", "ruby") and args and args[0][:1] == "-":
        return args[0][1:2] in ("n", "p", "l", "a") and args[0][-1:] == "e"
    if program == "ssh":
        there = over_there(call)
        return bool(there) and all(relays(part) for part in there)
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
    words, skip = [], False
    for arg in call.args:
        if skip or arg[:1] == "-" and not words[1:]:
            skip = not skip and arg in VALUED_BY_SSH
        else:
            words.append(arg)
    there = calls(" ".join(words[1:]))
    return [] if any(part.program == "ssh" for part in there) else there


def heads(args, most: int = 3, program: str = "") -> list:
    """Return the first words that are no options, no assignments, no values of options (`-C dir`);
    `program`: whose options they are, as far as the table knows them."""
    valued = {*words_of("valued", "*"), *words_of("valued", program)}
    valued.difference_update(words_of("unvalued", program))
    found, skip = [], False
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
    first, alone, known = heads(args), words_of("alone", program), words_of("looking", program)
    if not args:
        return "." in alone
    if (first[0] if first else ".") in alone:
        rest = args[args.index(first[0]) + 1 :] if first else args
        short = rest[:1] and rest[0][:1] == "-" != rest[0][1:2] and rest[0] not in ("-l", "-n")
        if rest and (rest[0] not in words_of("listing", "*") or short and first[1:]):
            return False
        return not set(rest) & set(words_of("changing", program))
    if any(arg in known for arg in args[:6] if arg[:1] in "-."):
        return True
    if "/".join(first[:2]) in known or first[:1] and first[0] in known:
        return True
    if program == "git" and first[:1] == ["config"]:
        return any(arg[:5] == "--get" for arg in args) or len(args) == 2 and "." in args[1]
    looking, doing = words_of("looking", "*"), words_of("doing", "*")
    verbs = first[: 1 if program in programs("flat") else 3] if program in programs("tool") else ()
    for word in verbs:
        if word in doing or word in words_of("doing", program):
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


def _changes(program, args) -> bool:
    options, pieces = words_of("changing", program), words_of("writing", program)
    if "." in options and any(arg[:1] != "-" for arg in args):
        return True
    if any(arg.partition("=")[0] in options for arg in args):
        return True
    if program in ("sed", "gsed"):  # -i, -ni, -i.bak, --in-place; a script with a `w file`
        return any(
            arg.startswith(("--in-place", "w "))
            or "/w " in arg
            or arg[:1] == "-" != arg[1:2]
            and "i" in arg[:4]
            for arg in args
        )
    return any(piece in arg.replace(" ", "") for piece in pieces for arg in args)


def _only_fetches(program, args) -> bool:
    if program == "wget":
        return any(arg in ("-qO-", "-O-", "--spider", "-") for arg in args)
    saves = [arg[:1] == "-" and arg[:2] != "--" and arg[-1:] in "oO" for arg in args]
    for arg, to, saved in zip(args, [*args[1:], ""], saves):
        if arg.startswith(("--data", "-X", "-d", "--remote-name")):
            return False
        if saved and arg[-1] == "O" or (saved or arg == "--output") and to not in NOWHERE:
            return False
    return True


def _names(args, kind: str) -> bool:
    text = " ".join(args).lower()
    return any(word in text for word in words_of(kind, "*"))
