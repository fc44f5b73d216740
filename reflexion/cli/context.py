"""What a command works with: its options, the project, an entry by part of its id."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from functools import cached_property

from reflexion.cli.changes import Changes, typed
from reflexion.cli.output import Stop, say, warn
from reflexion.setup.caller import is_hosted
from reflexion.signals.secrets import MARK, redact
from reflexion.status import terminal
from reflexion.status.terminal import presentable
from reflexion.store import accepting, journal
from reflexion.store.entries import today
from reflexion.store.project import Project
from reflexion.store.provenance import propose
from reflexion.store.schema import Unreadable, encode
from reflexion.text.clean import one_line

SESSIONS = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")  # set by hosts for their agents' shells

UNUSED = "this store is not trusted yet, so {}: `reflexion trust`"

UNTRUSTED = (
    "this store is not trusted yet: look at it with `reflexion list`, then `reflexion trust`"
)


class Context:
    """What a command works with: `options`, and the project and store that they name."""

    def __init__(self, parser, options):
        self.parser = parser
        self.options = options
        self.problems: list = []
        self.changes = Changes()
        self.width = terminal.width()
        self.paint = terminal.Paint(terminal.colour(sys.stdout))

    @property
    def folder(self) -> str:
        """The folder that --project names, else the current one."""
        return os.path.abspath(self.options.project or os.getcwd())

    @cached_property
    def project(self) -> Project:
        """The Project that the command is about. Raises Stop where there can be none."""
        folder = self.folder
        if not os.path.isdir(folder):
            raise Stop(f"{folder} is not a folder: name the project with --project FOLDER")
        opened = open_project(folder, self.problems)
        if opened.store is None:
            why = "the home folder and / are never projects; go to a project, or name it"
            none = (f"no store can be in {folder}", f"{why} with --project FOLDER")
            raise Stop(": ".join(presentable(self.problems[0] if self.problems else none)))
        opened.session = next(filter(None, map(os.environ.get, SESSIONS)), "")
        for store in filter(None, (opened.store, opened.home)):
            store.watch = self.changes.entry
        return opened

    @cached_property
    def store(self):
        """The project's store, with --global the home store."""
        everywhere = getattr(self.options, "everywhere", False)
        return home_of(self.project) if everywhere else self.project.store

    @property
    def stores(self) -> list:
        """The project's store, and the one in the home folder where that is another one."""
        stores = (self.project.store, self.project.home)
        return list({store.dir: store for store in stores if store}.values())

    @property
    def extra(self) -> list:
        """The project's own patterns of secrets."""
        return self.project.settings["redact"]

    def locate(self, part: str, everywhere: bool = False) -> tuple:
        """(store, id) of what `part` stands for: in the project's store, else in the global one."""
        stores = [self.project.home] if everywhere else [self.project.store, self.project.home]
        holding = [store for store in stores if store and store.find(part)]
        store = holding[0] if holding else self.project.store
        return store, entry_id(store, part)

    def accept(self, store, name: str) -> None:
        """Take a learning for the person's own, as they name it for a change. Raises Stop for an
        agent where it is somebody else's."""
        if store is not self.project.store or self.project.owns(name):
            return
        if is_hosted(os.environ):
            raise Stop(f"{name} came from somebody else: a person accepts it, `reflexion trust`")
        accepting.own(self.project, [name])

    def record(self, command: str, argv: list) -> None:
        """Put on record what the command changed, for `undo`."""
        if not self.changes.before and not self.changes.settings:
            return
        try:
            self.changes.save(self.stores, self.redact(typed([command, *argv])))
        except OSError as error:
            warn(f"`reflexion undo` will not know of this: {error.strerror or error}")

    def put_on_record(self, store, kind: str, name: str) -> None:
        """Put into the history what became of a learning; a store that is not ours keeps none."""
        if store is not self.project.store or self.project.trusted:
            journal.happened(store.state_dir, self.project.session, kind, name)

    def redact(self, text: str) -> str:
        return redact(text, self.extra)

    def tell_left_out(self, *texts: str) -> None:
        """Say how many secrets the texts hold, which are stored without them."""
        count = sum(self.redact(text).count(MARK) - text.count(MARK) for text in texts)
        if count > 0:
            number = "1 secret was" if count == 1 else f"{count} secrets were"
            warn(f"{number} left out; {MARK} stands in the place")

    def clean(self, text: str, limit: int) -> str:
        """What a person passed, fit to be stored: redacted, on one line."""
        return one_line(self.redact(text), limit)

    def shown(self, value):
        """A stored value, redacted and fit for a screen."""
        return presentable(value, self.extra)

    def usage(self, message: str) -> None:
        """End with a word about the arguments, and status 2."""
        self.parser.error(message)

    def at_most_one(self, *names: str) -> str:
        """Which of these options was given, "" when none. Two are an error of usage."""
        given = [name for name in names if getattr(self.options, name) not in (False, "", None)]
        if len(given) > 1:
            self.usage(f"one of {', '.join('--' + name for name in names)}")
        return given[0] if given else ""

    def require_trust(self) -> None:
        if self.project.store.exists() and not self.project.trusted:
            raise Stop(UNTRUSTED)


def open_project(folder: str, problems: list | None = None) -> Project:
    """The Project of a folder, whose stores write, copy and index no secret typed by hand."""
    opened = Project(folder, os.environ, problems)
    opened.guard(redact)
    return opened


def home_of(project):
    """The global store. Raises Stop without a home."""
    if not project.home:
        raise Stop("there is no home folder for the global store: set HOME or REFLEXION_HOME")
    return project.home


def entry_id(store, part: str) -> str:
    """The one id that `part` stands for. Raises Stop when there is none or more than one."""
    ids = store.find(part)
    if len(ids) == 1:
        return ids[0]
    some = ", ".join(ids[:4]) + (", ..." if len(ids) > 4 else "")
    many = f"{part!r} matches {len(ids)} entries ({some}): give more of the id"
    raise Stop(many if ids else f"no entry matches {part!r}: `reflexion list` shows them")


def stored_entry(store, part: str) -> dict:
    """The entry that `part` stands for. Raises Stop."""
    name = entry_id(store, part)
    try:
        stored = store.read(name) or store.read(name, waiting=True)
        if stored and store.get(name) is None and is_hosted(os.environ):
            raise Stop(f"{name} came from somebody else and waits for a person: `reflexion trust`")
        if stored:
            return stored
    except Unreadable as error:
        remedy = f"mend it with `reflexion edit {name}`, or remove it"
        raise Stop(f"{store.path(name)}: {error}; {remedy}") from None
    raise Stop(f"{name} is gone: `reflexion list` shows what is there")


def change_entry(store, part: str, edit) -> dict:
    """`edit(entry)` in place, stored; the entry as it is now. Raises Stop."""
    name = stored_entry(store, part)["id"]
    changed = store.update(name, edit)
    if changed is None:
        raise Stop(f"{name} came from somebody else and waits for you: `reflexion trust`")
    return changed


def propose_beside(store, name: str, sentence: str) -> None:
    """A rule that stands in CLAUDE.md keeps its words: an agent's sentence waits beside it."""
    propose(store, name, sentence)
    say(f"{name} is a rule already; the sentence waits for `reflexion review`: {sentence}")


def about_subject(opened: Project, name: str):
    """entry -> is it about this skill or subject? By its label, else by its words."""
    from reflexion.memory.targets import router  # here and below: `doctor` works without them

    routes = router(opened, []) if name else None

    def is_about(stored: dict) -> bool:
        labels = (stored.get("skill"), stored.get("category"))
        return not name or name in labels or name == routes.route(stored).name

    return is_about


def waits_by_date(opened: Project):
    """entry -> why it is no rule yet, by the project's settings and the date of today."""
    from reflexion.promote.rule import waits_for

    date = today()
    settings = opened.settings
    return lambda stored: waits_for(stored, settings, date, opened.owns(stored["id"]))


def settle_rule(opened: Project, store, name: str) -> None:
    """After a change by hand: write the rule or take it out as the entry asks now, and say so."""
    from reflexion.promote import promote_hook, promoter

    try:
        if store is opened.store and opened.trusted and (word := promote_hook.weigh(opened, name)):
            say(word)
    except promoter.Refused as error:
        warn(f"no rule was changed: {error}")


@contextmanager
def rules_or_stop(refused: str):
    """`with rules_or_stop("nothing was moved: {}")`: a refusal to write rules becomes that Stop."""
    from reflexion.promote import promoter

    try:
        yield
    except promoter.Refused as error:
        raise Stop(refused.format(error)) from None


def printable_fields(stored: dict, extra=()) -> dict:
    """The entry's fields as they are stored, in their order, fit to be printed."""
    return presentable(json.loads(encode(stored)), extra)
