"""What came from somebody else is shown, and accepted by a person alone."""

from reflexion.cli.output import ask, say
from reflexion.reflect.known import domains
from reflexion.setup.caller import typed_by_person
from reflexion.signals.risk import risk_of
from reflexion.status.terminal import cut, presentable
from reflexion.store.accepting import accept, own_insights, takes_settings

MOST = 20  # learnings shown
WORDS = 70  # characters of one


def rows(store, ids, extra=()) -> list:
    """Lines that name learnings which wait: the end of the id, the first words, and whether they
    are risky."""
    lines = []
    for entry_id in ids[:MOST]:
        short = entry_id.rpartition("-")[2]
        entry = store.get(entry_id, waiting=True)
        if entry:
            text = entry["resolution"] or entry["trigger"]
            kind = risk_of(text)
            risk = f"  RISKY: {kind}" if kind else ""
            lines.append(f"  {short}  {cut(presentable(text, extra), WORDS)}{risk}")
        else:
            lines.append(f"  {short}  (cannot be read)")
    more = len(ids) - MOST
    if more > 0:
        lines.append(f"  and {more} more: `reflexion list --waiting`")
    return lines


def offer(project):
    """The store, made where it is missing. What came along with it is shown, and accepted if a
    person at the terminal says so; else it waits, and that is said. Raises OSError."""
    store = project.ready()
    ids = store.waiting()
    if not ids:
        if takes_settings(project):
            say(f"\nsettings: those in {presentable(store.dir)}/config.json hold from now on")
        return store
    came = "1 learning is here" if len(ids) == 1 else f"{len(ids)} learnings are here"
    say(f"\n{came} that this machine does not list as yours:")
    say("\n".join(rows(store, ids, project.settings["redact"])))
    question = "Accept them, so that the agent may be told?"
    if typed_by_person() and ask(question, "run `reflexion trust` in a terminal"):
        accept_all(project)
        print("accepted: the agent may be told")
    else:
        say("Until `reflexion trust` accepts them, no agent is told.")
    return store


def accept_all(project) -> tuple:
    """Accept what the store and the insight folders hold now; (how many learnings wait no more,
    the insight folders that recall names from now on). Raises OSError."""
    count = accept(project)
    folders = [folder for folder in domains(project.root) if own_insights(project, folder)]
    return count, folders
