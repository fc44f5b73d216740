"""`trust`: say whether the agent may be told what you have not accepted yet."""

from __future__ import annotations

import json
import os
import shutil

from reflexion.cli.terminal import confirm, plural, say
from reflexion.detect.risk import risk_of
from reflexion.errors import Unreadable
from reflexion.learning.entry import MAX_BYTES, Entry, as_object, encode, parse
from reflexion.learning.fields import UNSTEERED
from reflexion.setup import program
from reflexion.store import fs, settings, team
from reflexion.store.git import git
from reflexion.store.trust import EVERYBODY, REFUSED, YOURS
from reflexion.text.clean import one_line

HELP = "look at what is not accepted here yet, and accept it"
DETAILS = """\
Everything that would be told is shown before you say yes, changed words as a diff.
What an author signed is accepted when `reflexion trust` runs after a pull; `--pulls none` ends
either."""
DRIVER = "team: this clone merges entries by itself"
NO_DRIVER = "team: git did not take the merge driver: run `reflexion init` in a git checkout"
NOBODY = "none"
PULLS = {NOBODY: "nothing", EVERYBODY: "everything"}
FORMAT = "--format=%H%x00%G?%x00%GS%x00%GF"
GOOD = "G"  # a good signature by a key that the person's own configuration trusts


def add_arguments(parser) -> None:
    parser.add_argument("--yes", action="store_true", help="accept without a question")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--no", action="store_true", help="refuse what waits")
    one.add_argument("--refused", action="store_true", help="ask again about what you refused")
    one.add_argument("--revoke", action="store_true", help="tell nothing of this store any more")
    pulls = {"nargs": "?", "const": EVERYBODY, "default": "", "metavar": "AUTHOR"}
    one.add_argument("--pulls", help="accept later pulls; of an AUTHOR what is signed", **pulls)


def run(args, context) -> int:
    store = context.project.store
    if store is context.home:
        say("the home store is always yours")
        return 0
    if args.revoke:
        store.trust.revoke_store()
        say(f"{store.dir} is refused: no agent is told of it")
        return 0
    waiting = Waiting(context.project, args.refused)  # before later pulls are accepted
    if args.pulls:
        store.trust.accept_pulls("" if args.pulls == NOBODY else args.pulls)
        whose = PULLS.get(args.pulls, f"what {args.pulls} signed")
        say(f"of later pulls, accepted without a question: {whose}")
    signed = waiting.accept_signed()
    if signed:
        say(f"accepted, signed by {store.trust.pulls}: {', '.join(signed)}")
    if args.no:
        _refuse(waiting)
        return 0
    if not waiting:
        open_store(store)
        say(f"nothing waits: what {store.dir} holds is yours")
    elif not offer(waiting, args.yes):
        return 1
    if team.asks_for_driver(store) and not team.is_registered(store.root):
        register_driver(store)
    return 0


def register_driver(store) -> None:
    """Let this clone merge the entries by itself, and say so."""
    say(DRIVER if program.register_driver(store.root, os.environ) else NO_DRIVER)


def offer(waiting, is_yes: bool) -> bool:
    """Show what waits and accept it after a yes; return whether that was said. Raises Stop."""
    say(f"not accepted here yet: {waiting.count()}\n")
    say(waiting.shown() + "\n")
    if not confirm("Accept all of it, so that the agent may be told?", is_yes):
        say("nothing was accepted; `reflexion trust --no` refuses it for good")
        return False
    waiting.accept()
    say(f"accepted: {waiting.count()}")
    return True


def _refuse(waiting) -> None:
    """Refuse the words that wait: they are not asked about again. Raises OSError."""
    for entry in waiting.entries:
        waiting.store.trust.decide(REFUSED, entry)
    _reread(waiting.store, waiting.entries)
    say(f"refused: {plural(len(waiting.entries), 'learning')}")
    if waiting.entries:
        say("`reflexion trust --refused` asks about it again")
    if waiting.settings is not None:
        say("the changes in config.json stay without effect; `git checkout` restores the file")


class Waiting:
    """What of a project waits: `entries` as their files have them, and `settings` (or None)."""

    def __init__(self, project, with_refused: bool = False):
        self.project = project
        self.store = project.store
        self.entries = self.store.waiting(with_refused) if self.store.exists() else []
        self.settings = None
        if project.settings_wait:
            try:
                self.settings = settings.read(self.store.dir)
            except Unreadable:
                pass  # `doctor` names the file

    def __bool__(self):
        return bool(self.entries) or self.settings is not None

    def count(self) -> str:
        """Return what waits, counted."""
        parts = [plural(len(self.entries), "learning")] if self.entries else []
        return " and ".join([*parts, *(["settings"] if self.settings is not None else [])])

    def shown(self) -> str:
        """Return everything that would be told or would hold, uncut; changes as a diff."""
        blocks = [_entry_lines(self.store, entry) for entry in self.entries]
        if self.settings is not None:
            before = self.store.trust.settings()
            blocks.append(["settings (config.json):", *_difference(before, self.settings)])
        return "\n\n".join("\n".join(lines) for lines in blocks)

    def accept(self) -> None:
        """Take what was shown for the person's own, exactly as it was shown. Raises OSError.

        What was counted before makes no rule.
        """
        for entry in self.entries:
            _accept_entry(self.store, entry)
        if self.settings is not None:
            self.store.trust.accept_settings(self.settings)
        open_store(self.store)
        _reread(self.store, self.entries)

    def accept_signed(self) -> list:
        """Accept what the signed commits of the author of `--pulls` brought; return the ids.

        Raises OSError.
        """
        trust = self.store.trust
        if trust.pulls in ("", EVERYBODY) or not trust.is_accepted:
            return []
        signed = [each for each in self.entries if is_signed(self.project, each.id, trust.pulls)]
        for entry in signed:
            _accept_entry(self.store, entry)
        _reread(self.store, signed)
        self.entries = [entry for entry in self.entries if entry not in signed]
        return [entry.id for entry in signed]


def open_store(store) -> None:
    """Let the store be used from now on. Raises OSError.

    Scratch that came along is somebody else's journal, logs and notices: it goes.
    """
    if not store.trust.was_accepted:
        shutil.rmtree(os.path.join(store.dir, "state"), ignore_errors=True)
    if not store.trust.is_accepted:
        store.trust.accept_store()


def _accept_entry(store, entry: Entry) -> None:
    """Take one learning, as it was read, for the person's own. Raises OSError."""
    store.trust.decide(YOURS, entry, entry.occurrences)
    if store.is_shared():
        store.trust.keep_copy(entry.id, encode(entry))


def _reread(store, entries: list[Entry]) -> None:
    """Let the catalogue know what was decided about the words of these entries."""
    with store.lock():
        store.index.reread([entry.id for entry in entries])


def _entry_lines(store, entry: Entry) -> list:
    """Return the lines about a learning: its fields, or what changed since it was accepted."""
    head = f"{entry.id}  {entry.type}, seen {entry.occurrences}x"
    try:
        accepted = parse(store.trust.copy_of(entry.id), entry.id)
    except Unreadable:
        accepted = None
    if accepted and store.trust.is_accepted:
        changes = _difference(as_object(accepted), as_object(entry))
        return [f"{head}, changed since you accepted it:", *changes, *_risk(entry)]
    return [head, *steering_lines(entry)]


def steering_lines(entry: Entry) -> list:
    """Return a line for each field that steers what is told, and says something."""
    said = {**as_object(entry), **dict.fromkeys(("id", "type", *UNSTEERED))}
    lines = [f"  {name}: {_as_text(value)}" for name, value in said.items() if value]
    return [*lines, *_risk(entry)]


def _risk(entry: Entry) -> list:
    risk = risk_of(entry.resolution)
    return [f"  RISKY: {risk}"] if risk else []


def _difference(before: Entry, after: Entry) -> list:
    """Return the fields that differ, as they were and as they would be."""
    lines = []
    for name in dict.fromkeys([*before, *after]):
        if name in UNSTEERED or before.get(name) == after.get(name):
            continue
        if name in before:
            lines.append(f"  - {name}: {_as_text(before[name])}")
        if name in after:
            lines.append(f"  + {name}: {_as_text(after[name])}")
    return lines


def _as_text(value) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return one_line(text, MAX_BYTES)


def is_signed(project, entry_id: str, author: str) -> bool:
    """Return True if the last commit of an entry's file is signed by the author.

    `author` is the signer that git names, an e-mail address in it, or the key's fingerprint;
    what a commit says of its author counts for nothing. The file has to be as committed.
    """
    path = project.store.path(entry_id)
    place = os.path.relpath(path, project.root).replace(os.sep, "/")
    printed = git(project.root, "log", "-1", FORMAT, "--", f":(literal){place}") or b""
    commit, *signature = os.fsdecode(printed.rstrip(b"\n")).split("\0")
    if len(signature) != 3:
        return False
    state, signer, key = signature
    address = signer.rpartition("<")[2].rstrip(">")
    if state != GOOD or author not in filter(None, (signer, address, key)):
        return False
    held = git(project.root, "cat-file", "blob", f"{commit}:./{place}")
    return held is not None and held == fs.peek(path, MAX_BYTES)
