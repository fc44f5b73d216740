"""`trust`: let the learnings that came with a project be recalled."""

from reflexion.cli.accepting import accept_all
from reflexion.cli.context import home_of
from reflexion.cli.output import say
from reflexion.status.terminal import plural, presentable
from reflexion.store import trust as trusted


def trust(context) -> None:
    """Accept what somebody else put into this store, and the insight files that recall names; with
    --revoke end the trust in the store."""
    project = context.project
    home = home_of(project)
    folder = presentable(project.store.dir)
    if context.options.revoke:
        gone = "no longer" if trusted.distrust(project.store.dir, home.dir) else "not"
        say(f"{folder} is {gone} trusted: no agent is told of it")
        return
    if not project.store.exists():
        say(f"there is no store in {presentable(project.root)} yet; one made here is trusted")
        return
    new = bool(project.waiting()) or not project.trusted
    count, insights = accept_all(project)
    if insights:
        say(f"{', '.join(map(presentable, insights))}: the agent may be told of them now")
    when = "now" if new else "already"
    say(f"{folder} is trusted {when}: {plural(count, 'learning')} in it")
