"""The command line: `run(argv)` finds the command in commands.txt and calls it."""

from __future__ import annotations

import errno
import os
import sys

HOOKS = ("capture", "recall", "promote")  # with a payload on stdin these are hook calls
HELP = ("-h", "--help")


def run(argv: list) -> int:
    """Run one command. Exit status: 0 done, 1 it could not be done (one line says why), 2 usage."""
    if argv and argv[0] in HOOKS and _answer_hook(argv):
        return 0
    return _guarded(argv[0] if argv else "help", lambda: _command(argv))


def modules() -> dict:
    """command -> module below reflexion/cli, of every command that a person calls."""
    from reflexion.cli.frame import commands

    return {command.name: command.module for command in commands() if command.group}


def _command(argv: list) -> int:
    from reflexion.cli import frame

    if not argv or argv[0] in HELP:
        argv = ["help"]
    if argv[0] in ("-V", "--version"):
        from reflexion import __version__

        print(f"reflexion {__version__}")
        return 0
    for words in (2, 1):  # `reflect context` is a command of its own
        command = frame.find(" ".join(argv[:words]))
        if command:
            return command.run(argv[words:])
    meant = frame.nearest(argv[0], [name for row in frame.commands() for name in row.names])
    text = f"there is no command {argv[0]!r}{meant}; `reflexion --help` lists them"
    print(f"reflexion: {text}", file=sys.stderr)
    return 2


def _answer_hook(argv: list) -> bool:
    """Answer a host that calls `reflexion capture` as its hook; False when a person did."""
    from reflexion.hook import is_hook_call, main

    return is_hook_call(argv[1:]) and (main(argv[0]) == 0 or argv[0] != "promote")


def _guarded(name: str, function) -> int:
    """What a command returns; what goes wrong in it becomes a line for a person."""
    from reflexion.cli.common import Stop
    from reflexion.store.apply import Full

    _prepare_streams()
    try:
        status = function()
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return _complain("interrupted", 130, "\n")
    except BrokenPipeError:  # `| head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Stop, Full) as error:
        return _complain(str(error))
    except OSError as error:
        full = error.errno == errno.ENOSPC
        remedy = "make room" if full else "check that it is there and yours to write"
        file = error.filename or "the output"
        return _complain(f"{file}: {error.strerror or error}; {remedy}")
    except Exception as error:
        if os.environ.get("REFLEXION_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _complain(f"{name} failed unexpectedly ({what}); REFLEXION_DEBUG=1 shows where")


def _complain(text: str, status: int = 1, before: str = "") -> int:
    print(f"{before}reflexion: {text}", file=sys.stderr)
    return status


def _prepare_streams() -> None:
    """A closed stream becomes the null device; what a console cannot show becomes "?"."""
    for closed in [name for name in ("stdout", "stderr") if getattr(sys, name) is None]:
        setattr(sys, closed, open(os.devnull, "w", encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
