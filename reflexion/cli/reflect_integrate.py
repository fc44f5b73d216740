"""`reflect integrate`: write what was chosen: entries, MEMORY.md, insight files."""

from reflexion.cli.reflect_session import DOORS, begin, read_decisions, refusals, show
from reflexion.reflect import integrate, pages, phases


def reflect_integrate(context) -> None:
    if not context.options.decisions:
        context.usage("name the decisions with --decisions FILE")
    work = begin(context)
    decisions = read_decisions(context.options.decisions)
    with refusals():
        value = integrate.integrate(work, decisions, DOORS, phases.relations(work))
    show(context, value, pages.integrated)
