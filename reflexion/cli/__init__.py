"""The command line: `run(argv)` finds the command in commands.txt and calls it."""

import errno
import os
import sys

HOOKS = ("capture", "recall", "promote")  # with a payload on stdin these are hook calls
INTERRUPTED = 130


def run(argv: list) -> int:
    """Run one command. Exit status: 0 done, 1 it could not be done (one line says why), 2 usage."""
    if argv and argv[0] in HOOKS:  # a host that calls `reflexion capture`, unless a person did
        from reflexion.hook import is_hook_call, main

        if is_hook_call(argv[1:]) and (main(argv[0]) == 0 or argv[0] != "promote"):
            return 0
    from reflexion.cli.output import warn

    for name in ("stdout", "stderr"):
        _make_usable(name)
    argv = argv or ["help"]
    try:
        done = _command(argv)
        sys.stdout.flush()
        return done
    except KeyboardInterrupt:
        print(file=sys.stderr)
        warn("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        no_reader(sys.stdout)
        return 0
    except Exception as error:
        warn(_told(error, argv[0]))
        return 1


def no_reader(stream) -> None:
    """Nobody reads on (`| head` has seen enough): what is printed is dropped from here, so that a
    command that tells what it does goes on to its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _make_usable(name: str) -> None:
    """A closed stream becomes the null device; what a stream cannot take is replaced."""
    stream = getattr(sys, name) or open(os.devnull, "w", encoding="utf-8")
    setattr(sys, name, stream)
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def _told(error: Exception, command: str) -> str:
    """What went wrong and the remedy, in a line. Raises a bug again where it is looked at."""
    from reflexion.cli.output import Stop
    from reflexion.store.sighting import Full

    if isinstance(error, (Stop, Full)):
        return str(error)
    if isinstance(error, OSError):
        full = error.errno == errno.ENOSPC
        remedy = "make room" if full else "check that it is there and yours to write"
        return f"{error.filename or 'the output'}: {error.strerror or error}; {remedy}"
    if os.environ.get("REFLEXION_DEBUG"):
        raise error
    what = f"{command} failed unexpectedly ({type(error).__name__}: {error})"
    return f"{what}; REFLEXION_DEBUG=1 shows where"


def _command(argv: list) -> int:
    from reflexion.cli.output import warn
    from reflexion.cli.parser import commands, find, nearest

    if argv[0] in ("-h", "--help"):
        argv = ["help"]
    if argv[0] in ("-V", "--version"):
        from reflexion import __version__

        print(f"reflexion {__version__}")
        return 0
    for words in (2, 1):  # `reflect context` is a command of its own
        command = find(" ".join(argv[:words]))
        if command:
            return command.run(argv[words:])
    meant = nearest(argv[0], [name for row in commands() for name in row.names])
    warn(f"there is no command {argv[0]!r}{meant}; `reflexion --help` lists them")
    return 2
