"""The commands: one module each, loaded when called. A module has `SUMMARY` (a line for the overview) and `main(argv) -> int`."""

from __future__ import annotations

import errno
import os
import sys

# what the overview shows, in its order: (heading, {command: module below reflexion/cli})
COMMANDS = (
    (
        "Set up",
        {
            "init": "init",
            "trust": "trust",
            "doctor": "doctor",
            "config": "config",
            "completion": "completion",
            "demo": "demo",
        },
    ),
    ("Look", {"status": "status", "list": "list", "show": "show", "recall": "recall"}),
    (
        "Learn",
        {
            "add": "add",
            "resolve": "resolve",
            "worked": "worked",
            "failed": "failed",
            "learn": "learn",
            "review": "review",
        },
    ),
    ("Learn from sessions", {"reflect": "reflect", "on": "on", "off": "off"}),
    (
        "Keep in order",
        {
            "edit": "edit",
            "remove": "remove",
            "clear": "clear",
            "restore": "restore",
            "promote": "promote",
            "rebuild-index": "rebuild_index",
            "check": "check",
            "memory": "memory",
            "move": "move",
        },
    ),
    ("Share", {"export": "export", "import": "import_"}),
)
UNSEEN = {"merge-driver": "merge_driver"}  # called by programs
HELP = ("-h", "--help", "help")
HOOKS = {
    "capture": "add",
    "recall": "recall",
    "promote": "promote",
}  # hooks by name, and what they are with arguments


def run(argv: list) -> int:
    """Run one command. Exit status: 0 done, 1 it could not be done (one line says why and what to do), 2 usage."""
    if argv and argv[0] in HOOKS and _hook_call(argv):
        return 0
    return _guarded(argv[0] if argv else "help", lambda: _command(argv))


def _command(argv: list) -> int:
    from importlib import import_module

    if not argv or argv[0] in HELP:
        print(overview())
        return 0
    if argv[0] in ("-V", "--version"):
        from reflexion import __version__

        print(f"reflexion {__version__}")
        return 0
    module = {**modules(), **HOOKS, **UNSEEN}.get(argv[0])
    if not module:
        print(
            f"reflexion: there is no command {argv[0]!r}{_meant(argv[0])}; `reflexion --help` lists them",
            file=sys.stderr,
        )
        return 2
    return import_module("reflexion.cli." + module).main(argv[1:])


def _meant(word: str) -> str:
    """What was probably meant by a command that there is not."""
    from difflib import get_close_matches

    near = get_close_matches(word, modules(), 1)
    return f" (did you mean `{near[0]}`?)" if near else ""


def _hook_call(argv: list) -> bool:
    """Answer a host that calls `reflexion capture` and the like as its hook; False when a person did."""
    from reflexion.hook import is_hook_call, main

    return is_hook_call(argv[1:]) and (main(argv[0]) == 0 or argv[0] != "promote")


def modules() -> dict:
    """command -> module name."""
    return {command: module for _, group in COMMANDS for command, module in group.items()}


def overview() -> str:
    """The help text: every command with its summary, by group."""
    from importlib import import_module

    lines = ["usage: reflexion COMMAND [ARGUMENTS]   (COMMAND --help says more)", ""]
    for heading, group in COMMANDS:
        lines.append(f"{heading}:")
        lines += [
            f"  {command:<15} {import_module('reflexion.cli.' + module).SUMMARY}"
            for command, module in group.items()
        ]
        lines.append("")
    return "\n".join(lines).rstrip()


def _guarded(name: str, function) -> int:
    """What a command returns; what goes wrong in it becomes a line for a person."""
    from reflexion.cli.common import Stop

    for closed in [
        name for name in ("stdout", "stderr") if getattr(sys, name) is None
    ]:  # `>&-`: nobody listens
        setattr(sys, closed, open(os.devnull, "w", encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):  # a console that lacks a character shows a "?" for it
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = function()
        sys.stdout.flush()
        return status
    except Stop as error:
        print(f"reflexion: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nreflexion: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # `| head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        remedy = (
            "make room"
            if error.errno == errno.ENOSPC
            else "check that it is there and yours to write"
        )
        print(
            f"reflexion: {error.filename or 'the output'}: {error.strerror or error}; {remedy}",
            file=sys.stderr,
        )
        return 1
    except Exception as error:
        if os.environ.get("REFLEXION_DEBUG"):
            raise
        print(
            f"reflexion: {name} failed unexpectedly ({type(error).__name__}: {error}); REFLEXION_DEBUG=1 shows where",
            file=sys.stderr,
        )
        return 1
