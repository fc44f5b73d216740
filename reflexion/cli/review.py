"""Go through what waits for a person: no fix, a fix that failed, a low confidence."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common, resolve
from reflexion.cli.remove import drop_rule
from reflexion.status.terminal import fitting
from reflexion.store import tidy

SUMMARY = "go through what waits for you: keep, edit, resolve, promote or drop"
EXAMPLES = """
reflexion review                what waits, one at a time; single keys
reflexion review --json         for an agent that asks in its own dialogue
"""
KEYS = {
    "k": "keep",
    "r": "resolve",
    "e": "edit",
    "p": "promote",
    "d": "drop",
    "s": "skip",
    "q": "quit",
}


def build():
    made = common.parser(
        "review",
        SUMMARY + ". An agent uses --json and then resolve, worked, promote, edit or remove.",
        EXAMPLES,
    )
    made.add_argument(
        "--json", action="store_true", help="print what waits, with the reason, as JSON"
    )
    made.add_argument("--limit", type=int, default=0, metavar="N", help="at most so many")
    return made


def waits(entry: dict) -> str:
    """Why an entry waits for a person; "" when it does not."""
    if entry.get("needs_review"):
        return "its fix failed" if entry.get("failed") else "it was marked for a review"
    if not entry["resolution"]:
        return "no fix is known"
    return "its confidence is low" if entry.get("confidence") == "low" else ""


def main(argv: list) -> int:
    arguments = build().parse_args(argv)
    found = common.project(arguments)
    rows = sorted(
        ((entry, waits(entry)) for entry in found.store.all() if waits(entry)),
        key=lambda row: (-row[0]["occurrences"], row[0]["id"]),
    )
    rows = rows[: arguments.limit] if arguments.limit > 0 else rows
    if arguments.json:
        common.print_json(
            [
                {**common.fields(entry, found.settings["redact"]), "waits": why}
                for entry, why in rows
            ]
        )
        return 0
    if not rows:
        print("Nothing waits for a review.")
        return 0
    if not sys.stdin.isatty():
        raise common.Stop(
            f"{len(rows)} learnings wait, and there is no terminal to ask: use --json, or `reflexion list --review`"
        )
    for number, (entry, why) in enumerate(rows, 1):
        print(
            _card(common.fields(entry, found.settings["redact"]), f"{number} of {len(rows)}: {why}")
        )
        if not _decide(found, entry["id"]):
            break
    return 0


def _card(entry: dict, heading: str) -> str:
    lines = [
        f"\n{heading}",
        f"  {entry['id']}  {entry['type']}, seen {entry['occurrences']}x",
        f"  trigger     {entry['trigger']}",
    ]
    lines += [
        f"  {field:<11} {entry[field]}" for field in ("context", "resolution") if entry.get(field)
    ]
    return fitting(
        "\n".join(lines + [f"  note        {note}" for note in entry.get("notes", [])[-2:]]),
        sys.stdout,
    )


def _decide(found, id: str) -> bool:
    """Ask until something was decided; False when the person wants to stop."""
    while True:
        print(
            "  " + "  ".join(f"[{key}]{word[1:]}" for key, word in KEYS.items()) + "  ",
            end="",
            flush=True,
        )
        word = KEYS.get(read_key().lower())
        print(word or "")
        if word in ("skip", "quit"):
            return word == "skip"
        if word and _do(found, id, word):
            return True


def _do(found, id: str, word: str) -> bool:
    """Carry a decision out; False when it could not be, so that the person is asked again."""
    try:
        if word == "keep":
            found.store.update(id, _keep)
        elif word == "drop":
            drop_rule(found, found.store, id)
            tidy.retire(found.store, id, "dropped in a review")
            print(f"  dropped; `reflexion restore {id}` brings it back")
        elif word == "resolve":
            text = input("  what to do: ").strip().lstrip("-")
            return bool(text) and resolve.main([id, text, "--project", found.root]) == 0
        elif word == "edit":
            from reflexion.cli import edit

            return edit.main([id, "--project", found.root]) == 0
        elif word == "promote":
            from reflexion.cli import promote

            return promote.main([id, "--project", found.root]) == 0
    except common.Stop as error:
        print(f"  {error}")
        return False
    return True


def _keep(entry: dict) -> None:
    entry.update(
        confidence="medium" if entry.get("confidence") == "low" else entry.get("confidence"),
        needs_review=False,
    )


def read_key() -> str:
    """One key from the terminal, without Enter where the platform can."""
    try:
        import termios
        import tty
    except ImportError:
        import msvcrt

        key = msvcrt.getwch()
        if key == "\x03":
            raise KeyboardInterrupt from None
        return key
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle)
        return os.read(handle, 1).decode("ascii", "replace") or "q"
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
