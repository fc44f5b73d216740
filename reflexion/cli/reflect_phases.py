"""The phases of `reflect`, one command each: context, extract, related, integrate, verify."""

from reflexion.cli.output import read_json
from reflexion.cli.reflect_session import (
    begin,
    context_text,
    refusals,
    show,
    write,
)
from reflexion.reflect import handoff, pages, phases, verify

REMEDY = "--decisions names a file of JSON, or - for stdin"
NO_INSIGHT = "No insight shows by itself; what a reader sees in the session can be added to {}."


def reflect_context(context) -> None:
    show(context, begin(context).context, context_text)


def reflect_extract(context) -> None:
    options = context.options
    keep = not options.quick
    work = begin(context, keep)
    again = keep and bool(options.again or options.focus or phases.outgrown(work))
    result = phases.extraction(work, again=again, keep=keep)
    show(context, {**result, "context": work.context}, _extracted)


def _extracted(value: dict) -> str:
    session = context_text(value["context"]).splitlines()[0]
    lines = [session, "", pages.summary(value["summary"]), pages.insights(value["insights"])]
    if not value["insights"]:
        lines.append(NO_INSIGHT.format(handoff.INSIGHTS))
    lines += [f"left out: {problem}" for problem in value["problems"]]
    return "\n".join(lines).rstrip()


def reflect_related(context) -> None:
    value = {"insights": phases.relations(begin(context))}
    show(context, value, lambda found: pages.related(found["insights"]).rstrip())


def reflect_integrate(context) -> None:
    if not context.options.decisions:
        context.usage("name the decisions with --decisions FILE")
    work = begin(context)
    decisions = read_json(context.options.decisions, handoff.MAX_BYTES, REMEDY)
    with refusals():
        value = write(context, work, decisions, phases.relations(work))
    show(context, value, pages.integrated)


def reflect_verify(context) -> int:
    result = verify.verify(begin(context, keep=False), context.options.keep)
    show(context, result, pages.verified)
    return 0 if result["ok"] else 1
