"""Does a command only show something, and change nothing? What may change something does not."""

from __future__ import annotations

from .parse import calls
from .programs import programs, words_of

NOWHERE = ("/dev/null", "/dev/stdout", "/dev/stderr", "1", "2", "-", "")
FIRST_QUESTIONS = ("help", "-V", "-version", "version", "-h")
SENDS = ("-X", "--request", "-d", "-T", "-F", "--json", "--form", "--upload-file", "-O", "-P")
METHODS = ("POST", "PUT", "DELETE", "PATCH", "--post-data", "--post-file", "--method")
QUERY_VERBS = ("describe-", "list-", "get-", "head-")


def is_read_only(line: str) -> bool:
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
    if _asks(args):
        return True
    if program in programs("look"):
        return not _changes(program, args)
    if program in programs("fetch"):
        return _only_fetches(program, args)
    if program in programs("database"):
        return _only_queries(args)
    if program in programs("interpreter"):
        return _only_prints(program, args)
    if program in ("make", "gmake"):
        return any(arg[:1] == "-" and arg[:2] != "--" and set(arg) & set("nqp") for arg in args)
    if program == "ssh":
        there = over_there(call)
        return bool(there) and all(looks(part) for part in there)
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
    return _asks(args[:4]) or tool_looks(program, args)


def asks(call) -> bool:
    """Return True if a call only asks the program about itself: `--help`, `--version`."""
    return _asks(call.args)


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
            skip = not skip and arg in ("-p", "-i", "-o", "-l", "-F", "-J", "-L", "-R", "-D")
        else:
            words.append(arg)
    there = calls(" ".join(words[1:]))
    return [] if any(part.program == "ssh" for part in there) else there


def heads(args, most: int = 3) -> list:
    """The first words that are no options, no assignments, no values of options (`-C dir`)."""
    valued, found, skip = words_of("valued", "*"), [], False
    for arg in args[:24]:
        if skip:
            skip = False
        elif arg[:1] == "-":
            skip = arg in valued
        elif arg and "=" not in arg:
            found.append(arg)
            if len(found) == most:
                break
    return found


def tool_looks(program: str, args) -> bool:
    """Return True if a tool's words say that it only looks: `docker ps`, bare `npm run`."""
    first, alone = heads(args), words_of("alone", program)
    known = words_of("looking", program)
    if not args:
        return "." in alone
    if first and first[0] in alone or not first and "." in alone:
        rest = args[args.index(first[0]) + 1 :] if first else args
        listing = words_of("listing", "*")
        short = rest[:1] and rest[0][:1] == "-" != rest[0][1:2] and rest[0] not in ("-l", "-n")
        return (not rest or rest[0] in listing and not (short and first[1:])) and not (
            set(rest) & set(words_of("changing", program))
        )
    if any(arg in known for arg in args[:6] if arg[:1] in "-."):
        return True
    if "/".join(first[:2]) in known or first[:1] and first[0] in known:
        return True
    if program == "git" and first[:1] == ["config"]:
        return any(arg[:5] == "--get" for arg in args) or len(args) == 2 and "." in args[1]
    return program in programs("tool") and _verb_looks(program, first)


def _verb_looks(program, first) -> bool:
    looking, doing = words_of("looking", "*"), words_of("doing", "*")
    own = words_of("doing", program)
    for word in first[: 1 if program in programs("flat") else 3]:
        if word in own or word in doing:
            return False
        if word in looking or word.startswith(QUERY_VERBS):
            return True
    return False


def _asks(args) -> bool:
    """Return True if a call only asks the program about itself, lets it list, or try."""
    questions = words_of("question", "*")
    if any(arg in questions for arg in args) or args[:1] and args[0] in FIRST_QUESTIONS[:3]:
        return True
    return len(args) == 1 and args[0] in (*FIRST_QUESTIONS, "-v", "-l", "-L", "-list", "-ls")


def _changes(program, args) -> bool:
    options = words_of("changing", program)
    if "." in options and any(arg[:1] != "-" for arg in args):
        return True
    if any(arg.partition("=")[0] in options for arg in args):
        return True
    pieces = words_of("writing", program)
    if program in ("sed", "gsed"):
        return any(_edits(arg) or arg.startswith("w ") or "/w " in arg for arg in args)
    return any(piece in arg.replace(" ", "") for piece in pieces for arg in args)


def _edits(option) -> bool:
    """`-i`, `-ni`, `-i.bak`, `--in-place`; not `-E`."""
    return option.startswith("--in-place") or option[:1] == "-" != option[1:2] and "i" in option[:4]


def _only_fetches(program, args) -> bool:
    if program == "wget":
        return any(arg in ("-qO-", "-O-", "--spider", "-") for arg in args)
    to = [after for arg, after in zip(args, args[1:]) if arg == "--output" or _saves(arg)]
    if any(_saves(arg) and arg[-1] == "O" for arg in args) or any(t not in NOWHERE for t in to):
        return False
    return not any(
        arg in SENDS or arg in METHODS or arg.startswith(("--data", "-X", "-d", "--remote-name"))
        for arg in args
    )


def _saves(option) -> bool:
    return option[:1] == "-" and option[:2] != "--" and option[-1:] in "oO"


def _only_queries(args) -> bool:
    text = " ".join(args).lower()
    if any(arg in ("-f", "--file") for arg in args) or _names(text, "statement"):
        return False
    return _names(text, "query")


def _only_prints(program, args) -> bool:
    """A one-liner of an interpreter without a word of doing something."""
    if not args or args[0] not in words_of("interpreter", program):
        return tool_looks(program, args) if args else False
    return not _names(" ".join(args[1:3]).lower(), "scripted")


def _names(text, kind) -> bool:
    return any(word in text for word in words_of(kind, "*"))
