"""Talk to the person at the terminal: print lines, report errors, ask for a yes or a key."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from reflexion.actions.lessons import Done
from reflexion.errors import Stop
from reflexion.setup.command import for_person
from reflexion.store import fs
from reflexion.text import one_line, rows, visible

if os.name == "nt":
    import msvcrt
else:
    import termios
    import tty

FEWEST = 16  # columns of a text
UNCUT = 10_000
MAX_TEXT = 2000  # characters of one field of a learning
DONE = dict(rows("cli/done.tsv"))  # what is said of what was done
OUR_COMMAND = re.compile(r"(^|[`(]|: )reflexion (?=[a-z-])", re.MULTILINE)
YES = ("y", "yes")
ALL = "all the rest"
NONE = "none of the rest"
LEAVE = "q"  # the key that ends a walk, also read at the end of the input
END = "\x04"  # Ctrl-D


def say(text: str = "") -> None:
    """Print a message, its commands written the way they run here."""
    print(visible(as_called(text)))


def report(done: list[Done]) -> None:
    """Print what an action did, a line each."""
    for each in done:
        say(DONE[each.what].format(**each._asdict()))


def warn(text: str) -> None:
    """Print one line on stderr."""
    print("reflexion: " + " ".join(visible(as_called(text)).split("\n")), file=sys.stderr)


def as_called(text: str) -> str:
    """Return the text with each `reflexion …` as the command is called here."""
    return OUR_COMMAND.sub(lambda found: f"{found[1]}{for_person()} ", text)


def read_data(source: str, most: int) -> bytes:
    """Return at most so many bytes of a file, or of stdin where it is "-". Raises Stop."""
    try:
        if source == "-":
            return sys.stdin.buffer.read(most)
        return fs.read_bytes(source, most, follow=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", "") or error
        raise Stop(f"{source} cannot be read: {why}") from None


def print_json(value: object) -> None:
    """Print JSON for programs; ASCII where the stream cannot take more."""
    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, indent=2, ensure_ascii=not is_utf8))


def row(start: str, text: str, end: str = "") -> str:
    """Return stored text in a row of a list, cut to the terminal; in a pipe no row is cut."""
    columns = shutil.get_terminal_size((80, 24)).columns if is_terminal(sys.stdout) else UNCUT
    return start + one_line(text, max(FEWEST, columns - len(start) - len(end))) + end


def labelled(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Return each text on a line behind its label; the rows without a text are left out."""
    return [f"  {label:<10} {one_line(text, MAX_TEXT)}" for label, text in rows if text]


def is_terminal(stream: IO[str] | None) -> bool:
    """Return True if a person sits at the other end of the stream."""
    return stream is not None and stream.isatty()


def confirm(question: str, is_yes: bool = False) -> bool:
    """Return True for a yes, or where --yes was given. Raises Stop where nobody can be asked."""
    if is_yes:
        return True
    if not is_terminal(sys.stdin):
        raise Stop(f"{question} There is nobody to ask: add --yes")
    try:
        answer = input(visible(as_called(f"{question} [y/N] ")))
    except EOFError:
        return False
    return answer.strip().lower() in YES


def pick(keys: dict[str, str], meanings: Mapping[str, str] = {}) -> str:
    """Ask until one of these keys, {key: word}, is pressed; return its word.

    "" at the end of the input, or for LEAVE. Another key shows what the words mean.
    """
    while True:
        print(f"  {', '.join(f'{key} {word}' for key, word in keys.items())}: ", end="", flush=True)
        key = read_key()
        print(keys.get(key, ""))
        if key == LEAVE:
            return ""
        if key in keys:
            return keys[key]
        for word in filter(meanings.get, keys.values()):
            print(f"    {word:<6} {meanings[word]}")


def walk(items: list[Any], keys: dict[str, str], is_yes: bool) -> Iterator[tuple[Any, str]]:
    """Show the `lines` of one item after the other, and yield each with the person's answer.

    ALL, also that of --yes, holds for those that follow; NONE, LEAVE and the end of the input end
    it. Raises Stop at the end if nobody can be asked.
    """
    can_answer = is_yes or is_terminal(sys.stdin)
    answer = ALL if is_yes else ""
    for number, item in enumerate(items, 1):
        head, *below = item.lines
        say("\n".join(["", f"{head} ({number} of {len(items)})", *below]))
        if can_answer:
            answer = answer if answer == ALL else pick(keys)
            if answer in ("", NONE):
                return
            yield item, answer
    if items and not can_answer:
        raise Stop("nothing was done", "go through it in a terminal, or add --yes")


def read_key() -> str:
    """Return one key, without Enter; LEAVE at the end of the input. Raises KeyboardInterrupt.

    Upper case stays, because it is what arrow keys send behind an escape.
    """
    sys.stdout.flush()
    if os.name == "nt":
        key: str = msvcrt.getwch()  # type: ignore[attr-defined]
        if key == "\x03":
            raise KeyboardInterrupt
        return LEAVE if key == END else key
    try:
        handle = sys.stdin.fileno()
        before = termios.tcgetattr(handle)
    except (OSError, ValueError, termios.error):  # not a terminal of the system
        return sys.stdin.read(1) or LEAVE
    tty.setcbreak(handle, termios.TCSANOW)
    try:
        key = os.read(handle, 1).decode("ascii", "replace") or END
    except OSError:  # the terminal is gone
        key = END
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, before)
    return LEAVE if key == END else key
