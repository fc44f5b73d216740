"""`reflect related`: what is known already about each insight, with file, line and excerpt."""

from reflexion.cli.reflect_session import begin, show
from reflexion.reflect import pages, phases


def reflect_related(context) -> None:
    value = {"insights": phases.relations(begin(context))}
    show(context, value, lambda found: pages.related(found["insights"]).rstrip())
