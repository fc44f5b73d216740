"""What the phases of one session's reflection share: the session that the options name, what its
writing needs from other packages, and how results and refusals are shown."""

from __future__ import annotations

from contextlib import contextmanager
from types import SimpleNamespace

from reflexion.capture.prompts import checksum
from reflexion.capture.record import draft
from reflexion.cli.context import open_project
from reflexion.cli.output import Stop, print_json
from reflexion.promote import promoter
from reflexion.promote.promote_hook import retire
from reflexion.reflect import decisions, front_matter, phases, sessions
from reflexion.reflect.integrate import integrate
from reflexion.store import journal
from reflexion.store.schema import Unreadable
from reflexion.store.sighting import Full

REFUSALS = (Full, promoter.Refused, front_matter.Unfit, Unreadable)


def focus_of(words: list) -> str:
    """What follows "focus on"."""
    text = " ".join(words).strip()
    return text[len("focus on ") :] if text.lower().startswith("focus on ") else text


@contextmanager
def refusals():
    """What cannot be done becomes a line for a person."""
    try:
        yield
    except decisions.NotDone as error:
        raise Stop(str(error)) from None
    except REFUSALS as error:
        raise Stop(f"nothing was written: {error}") from None


def begin(context, keep: bool = True) -> phases.Reflection:
    """The reflection that the options name. Raises Stop."""
    options = context.options
    options.focus = focus_of(getattr(options, "focus", ()))
    if options.file and sessions.is_of_the_home(options.file):
        options.user = True
    with refusals():
        return phases.Reflection(project_of(context), options, keep)


def project_of(context):
    """The project; at user level any folder will do, also the home folder, which is none."""
    opened = open_project(context.folder) if context.options.user else None
    if opened is None or opened.store is not None or opened.home is None:
        context.require_trust()
        return context.project
    opened.root = context.folder
    opened.store = opened.home
    opened.trusted = True
    return opened


def write(context, work: phases.Reflection, decisions, rows: list) -> dict:
    """Carry the decisions out, see `integrate`; what is new stands in the history, and `undo` takes
    it back."""
    watch = context.changes.file
    doors = SimpleNamespace(draft=draft, retire=retire, checksum=checksum, watch=watch)
    done = integrate(work, decisions, doors, rows)
    for row in done["written"]:
        if row["did"] == "created" and row["id"]:
            store = next(it for it in (work.found.store, work.found.home) if it.dir == row["store"])
            journal.happened(store.state_dir, work.found.session, "learned", row["id"])
    return done


def show(context, value, text) -> None:
    """Print a result: as JSON where that is asked for, else as `text(value)`."""
    if context.options.json:
        print_json(value)
    else:
        print(text(value))


def context_text(value: dict) -> str:
    """session-context.json for a person to read."""
    size = f"{value['bytes'] / 1e6:.1f} MB"
    which = ", the running session" if value["session"] in sessions.running() else ""
    rows = [("session", f"{value['session']} ({value['host']}, {size}{which})")]
    rows += [(name, value[name]) for name in ("transcript", "level", "entries")]
    rows.append(("tier A", value["memory"] or "not offered here"))
    rows += [("tier B", path) for path in value["insights"].values() if path]
    rows.append(("hand-off", value["folder"]))
    return "\n".join(f"{name:<11} {what}" for name, what in rows)
