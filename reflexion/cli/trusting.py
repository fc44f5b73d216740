"""`reflexion trust`: let a store that came with a project speak."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.reflect.sources import domains
from reflexion.store import trust as trusted


def trust(context) -> None:
    project, revoke = context.project, context.options.revoke
    home, folder = common.store_of(project, True), project.store.dir
    change = trusted.distrust if revoke else trusted.trust
    insights = [domain for domain in domains(project.root) if change(domain, home.dir)]
    if insights:  # recall names their files
        print(f"{', '.join(insights)}: {'no longer' if revoke else 'now'} referred to by recall")
    if revoke:
        gone = "no longer" if trusted.distrust(folder, home.dir) else "not"
        print(f"{folder} is {gone} trusted: nothing in it is recalled")
    elif not project.store.exists():
        print(f"there is no store in {project.root} yet; one that a hook makes here is trusted")
    else:
        count = sum(1 for _ in project.store.all())
        new = trusted.trust(folder, home.dir)
        when = "trusted now" if new else "trusted already"
        print(f"{folder} is {when}: {count} learning(s) can be recalled")
