"""The program `reflexion`: find the command, run it, and end with its status.

Exit status: 0 done; 1 could not be done, one line on stderr says why; 2 wrong usage; 130 Ctrl-C.
A new command is a module with HELP, `add_arguments(parser)` and `run(args, context) -> status`,
and an entry in GROUPS. DETAILS, where a module has it, is what `--help` shows below HELP.
"""

from __future__ import annotations

import argparse
import difflib
import errno
import os
import sys
import textwrap

from reflexion import __version__
from reflexion.cli import (
    capture,
    check,
    config,
    demo,
    doctor,
    edit,
    export,
    failed,
    help,
    import_,
    init,
    learn,
    list_,
    log,
    memory,
    permission,
    promote,
    rebuild_index,
    recall,
    reflect,
    remove,
    restore,
    review,
    show,
    status,
    trust,
    undo,
    worked,
)
from reflexion.cli.context import Context
from reflexion.cli.errors import Stop, Usage
from reflexion.cli.output import warn

INTERRUPTED = 130
USAGE = 2
GROUPS = {
    "start with": (init, status, list_, show, review, doctor),
    "teach it": (learn, capture, worked, failed, edit, promote, reflect, memory),
    "look things up": (recall, log, check, help),
    "take back": (remove, undo, restore),
    "share": (config, trust, export, import_, rebuild_index, demo),
}


def name_of(module) -> str:
    """Return the word by which the command of a module is called."""
    return module.__name__.rpartition(".")[2].rstrip("_").replace("_", "-")


COMMANDS = {name_of(module): module for group in GROUPS.values() for module in group}


def main(argv=None) -> int:
    """Run one command; return its exit status. Raises only bugs, under REFLEXION_DEBUG."""
    argv = list(sys.argv[1:] if argv is None else argv)
    for name in ("stdout", "stderr"):
        _make_usable(name)
    try:
        status_ = _run(argv)
        sys.stdout.flush()
        return status_
    except SystemExit as stop:  # of argparse: 0 for --help, 2 for wrong usage
        return int(stop.code or 0)
    except KeyboardInterrupt:
        warn("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return 0
    except Exception as error:
        warn(_explained(error))
        return USAGE if isinstance(error, Usage) else 1


def _run(argv: list) -> int:
    argv = _help_as_option(argv)
    word = argv[0] if argv else "--help"
    if word not in COMMANDS and not word.startswith("-"):
        near = difflib.get_close_matches(word, COMMANDS, 1)
        meant = f" (did you mean `reflexion {near[0]}`?)" if near else ""
        warn(f"there is no command {word!r}{meant}: `reflexion help` lists them")
        return USAGE
    args = make_parser([word] if word in COMMANDS else COMMANDS).parse_args(argv or [word])
    if args.help or not args.command:
        print(overview())
        return 0
    context = Context(args, os.environ)
    permission.check(args.command, args, context.is_agent)
    return COMMANDS[args.command].run(args, context)


def _help_as_option(argv: list) -> list:
    """Return `help COMMAND` as `COMMAND --help`."""
    if argv[:1] == ["help"]:
        if len(argv) == 1 or argv[1].startswith("-"):
            return ["--help"]
        if argv[1] in COMMANDS and argv[1] != "help":
            return [argv[1], "--help"]
    return argv


def make_parser(names=tuple(COMMANDS)) -> argparse.ArgumentParser:
    """Return the parser of the program, with those of the commands that are named."""
    parser = argparse.ArgumentParser(prog="reflexion", add_help=False, allow_abbrev=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("-V", "--version", action="version", version=f"reflexion {__version__}")
    parser.add_argument("--project", metavar="FOLDER", default="")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in names:
        module = COMMANDS[name]
        details = getattr(module, "DETAILS", "")
        below = commands.add_parser(
            name,
            help=module.HELP,
            description=f"{module.HELP}\n\n{details}".strip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_arguments(below)
        below.add_argument(
            "--project",
            metavar="FOLDER",
            default=argparse.SUPPRESS,
            help="work with the project in FOLDER, not in the current one",
        )
    return parser


def overview() -> str:
    """Return the commands by group, a line each."""
    lines = ["usage: reflexion [--project FOLDER] COMMAND \u2026", ""]
    for group, commands in GROUPS.items():
        lines.append(f"{group}:")
        lines += [f"  {name_of(module):<14} {module.HELP}" for module in commands]
    pages = ", ".join(help.pages())
    lines += ["", "`help COMMAND` tells more; `help PAGE` prints a page of the manual:"]
    lines.append(textwrap.fill(pages, 78, initial_indent="  ", subsequent_indent="  "))
    return "\n".join(lines)


def _make_usable(name: str) -> None:
    """Replace a closed stream by the null device; let none refuse a character."""
    stream = getattr(sys, name) or open(os.devnull, "w", encoding="utf-8")
    setattr(sys, name, stream)
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Let what is still to be printed go nowhere: the reader (`| head`) has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explained(error: Exception) -> str:
    """Return an error in one line with its remedy. Raises a bug again under REFLEXION_DEBUG."""
    if isinstance(error, Stop):
        return str(error)
    if isinstance(error, OSError) and error.errno is None:
        return str(error)  # one of ours: it names the file and what to do
    if isinstance(error, OSError):
        remedy = "make room" if error.errno == errno.ENOSPC else "check that you may write it"
        return f"{error.filename or 'the output'}: {error.strerror}; {remedy}"
    if os.environ.get("REFLEXION_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    return f"a bug ({what}): run it again with REFLEXION_DEBUG=1 for the traceback"
