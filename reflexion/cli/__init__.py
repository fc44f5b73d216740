"""The command line: `run(argv)` finds the command in commands.txt and calls it."""

import errno
import os
import sys

HOOKS = ("capture", "recall", "promote")  # with a payload on stdin these are hook calls


def run(argv: list) -> int:
    """Run one command. Exit status: 0 done, 1 it could not be done (one line says why), 2 usage."""
    if argv and argv[0] in HOOKS:  # a host that calls `reflexion capture`, unless a person did
        from reflexion.hook import is_hook_call, main

        if is_hook_call(argv[1:]) and (main(argv[0]) == 0 or argv[0] != "promote"):
            return 0
    from reflexion.cli.output import Stop, warn
    from reflexion.store.apply import Full

    for name in ("stdout", "stderr"):  # a closed one becomes the null device
        stream = getattr(sys, name) or open(os.devnull, "w", encoding="utf-8")
        setattr(sys, name, stream)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    argv, status = argv or ["help"], 1
    try:
        done = _command(argv)
        sys.stdout.flush()
        return done
    except KeyboardInterrupt:
        text, status = "interrupted", 130
        print(file=sys.stderr)
    except BrokenPipeError:  # `| head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Stop, Full) as error:
        text = str(error)
    except OSError as error:
        full = error.errno == errno.ENOSPC
        remedy = "make room" if full else "check that it is there and yours to write"
        text = f"{error.filename or 'the output'}: {error.strerror or error}; {remedy}"
    except Exception as error:
        if os.environ.get("REFLEXION_DEBUG"):
            raise
        what = f"{argv[0]} failed unexpectedly ({type(error).__name__}: {error})"
        text = f"{what}; REFLEXION_DEBUG=1 shows where"
    warn(text)
    return status


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
