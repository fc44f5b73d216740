"""`trust`: let the learnings that came with a project be recalled."""

from reflexion.cli.context import home_of
from reflexion.store import trust as trusted


def trust(context) -> None:
    """Let a store that came with a project speak, and the insight files that recall names."""
    from reflexion.reflect.related import domains

    project, revoke = context.project, context.options.revoke
    home, folder = home_of(project), project.store.dir
    change = trusted.distrust if revoke else trusted.trust
    insights = [domain for domain in domains(project.root) if change(domain, home.dir)]
    if insights:
        print(f"{', '.join(insights)}: {'no longer' if revoke else 'now'} referred to by recall")
    if revoke:
        gone = "no longer" if change(folder, home.dir) else "not"
        print(f"{folder} is {gone} trusted: nothing in it is recalled")
    elif not project.store.exists():
        print(f"there is no store in {project.root} yet; one that a hook makes here is trusted")
    else:
        count = sum(1 for _ in project.store.all())
        when = "now" if change(folder, home.dir) else "already"
        print(f"{folder} is trusted {when}: {count} learning(s) can be recalled")
