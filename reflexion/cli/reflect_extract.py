"""`reflect extract`: what a session taught, each with the lines that show it."""

from reflexion.cli.reflect_session import begin, context_text, show
from reflexion.reflect import handoff, pages, phases

NO_INSIGHT = "No insight shows by itself; what a reader sees in the session can be added to {}."


def reflect_extract(context) -> None:
    options = context.options
    keep = not options.quick
    work = begin(context, keep)
    again = keep and bool(options.again or options.focus or phases.outgrown(work))
    result = phases.extraction(work, again=again, keep=keep)
    show(context, {**result, "context": work.context}, _text)


def _text(value: dict) -> str:
    session = context_text(value["context"]).splitlines()[0]
    lines = [session, "", pages.summary(value["summary"]), pages.insights(value["insights"])]
    if not value["insights"]:
        lines.append(NO_INSIGHT.format(handoff.INSIGHTS))
    lines += [f"left out: {problem}" for problem in value["problems"]]
    return "\n".join(lines).rstrip()
