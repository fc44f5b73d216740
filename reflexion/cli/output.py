"""How a command prints, asks and writes what the person named."""

import json
import os
import shlex
import shutil
import subprocess
import sys

from reflexion.cli import no_reader
from reflexion.setup.caller import typed_by_person
from reflexion.setup.command import hints
from reflexion.status import terminal
from reflexion.store.fs import read_bounded, write_atomic
from reflexion.text.clean import visible


class Stop(Exception):
    """The command cannot go on; its text is one line with the cause and the remedy."""


def say(text: str, label: str = "", stream=None) -> None:
    """Print a message on stdout or the stream; the commands that it tells to run are printed as
    they are called here. `label`: what stands before it, and how far further lines are indented."""
    stream = stream or sys.stdout
    text = visible(hints(terminal.counted(text), os.environ))
    try:
        print(_wrapped(text, label, stream), file=stream)
    except BrokenPipeError:
        no_reader(stream)


def _wrapped(text: str, label: str, stream) -> str:
    """The text as wide as the terminal, no word and no command broken; elsewhere as it is."""
    if not terminal.is_terminal(stream):
        return label + text
    lines = []
    for line in text.split("\n"):
        left = " " * len(label) or line[: len(line) - len(line.lstrip())]
        lines += terminal.wrap(line, terminal.width(), left, label or left, split=False)
    return "\n".join(lines)


def warn(text: str) -> None:
    """A line for the person on stderr, without what could move a cursor."""
    shown = visible(hints(terminal.counted(text), os.environ)).replace("\n", " ")
    print(_wrapped(f"reflexion: {shown}", "", sys.stderr), file=sys.stderr)


def print_json(value) -> None:
    """JSON for programs: indented, readable, safe on any stream."""
    plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(value, indent=2, ensure_ascii=plain))


def write_file(path: str, text: str) -> None:
    """Write a file that the person named. Raises Stop."""
    try:
        write_atomic(path, text.encode("utf-8", "replace"))
    except OSError as error:
        why = f"({error.strerror}): name a file in a folder that is there and yours"
        raise Stop(f"{path} cannot be written {why}") from None


def read_json(path: str, most: int, remedy: str):
    """The JSON value in a file that the person named, or on stdin for "-". Raises Stop."""
    try:
        is_stdin = path == "-"
        data = sys.stdin.buffer.read(most) if is_stdin else read_bounded(path, most, follow=True)
        return json.loads(data.decode("utf-8-sig"))
    except FileNotFoundError:
        raise Stop(f"{path} is not there: {remedy}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise Stop(f"{path} cannot be read: {error}; {remedy}") from None


def ask(question: str, remedy: str) -> bool:
    """A yes from the person at the terminal. Raises Stop with the remedy when there is none."""
    if not typed_by_person():
        raise Stop(f"this needs a yes, and there is nobody to ask: {remedy}")
    try:
        return typed(question, "y/N").lower() in ("y", "yes")
    except EOFError:  # the terminal was closed
        raise Stop(f"this needs a yes, and there is nobody to ask: {remedy}") from None


def typed(question: str, answers: str) -> str:
    """What the person types at the question. Raises EOFError at the terminal's end."""
    shown = _wrapped(visible(hints(f"{question} [{answers}]", os.environ)), "", sys.stdout)
    return input(shown + " ").strip()


def choose(question: str, letters: str) -> str:
    """The letter that the person types, the first of them for Enter and at the terminal's end."""
    shown = "/".join([letters[0].upper(), *letters[1:]])
    while True:
        try:
            letter = typed(question, shown).lower()[:1] or letters[0]
        except EOFError:
            print()
            return letters[0]
        if letter in letters:
            return letter


def print_paged(lines: list) -> None:
    """Print lines; those that a terminal cannot show at once through PAGER, else `less`, where a
    person turns the pages."""
    text = terminal.fitting("\n".join(lines), sys.stdout)
    pager = shlex.split(os.environ.get("PAGER", "less" if shutil.which("less") else ""))
    fits = len(lines) < shutil.get_terminal_size((80, 24)).lines
    if pager and not fits and terminal.is_terminal(sys.stdout) and typed_by_person():
        data = text.encode("utf-8", "replace") + b"\n"
        try:
            subprocess.run(pager, input=data, env={"LESS": "FRX", **os.environ})
            return
        except OSError:
            pass  # there is no such program
    print(text)


class Progress:
    """`with Progress("reading", total) as progress: progress(done)`: how far it is, in percent on
    stderr where a person looks. `start`: what was done before that which the calls count."""

    def __init__(self, what: str, total: int, shown: bool = True):
        self.what = what
        self.total = total or 1
        self.shown = shown and terminal.is_terminal(sys.stderr)
        self.start = 0
        self.percent = -1

    def __enter__(self):
        return self

    def __call__(self, done: int) -> None:
        percent = min(100, 100 * (self.start + done) // self.total)
        if self.shown and percent != self.percent:
            print(f"\r{self.what}: {percent} %", end="", file=sys.stderr, flush=True)
            self.percent = percent

    def __exit__(self, *exc) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr)
