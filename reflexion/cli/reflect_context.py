"""`reflect context`: which session, whose memory, and the paths that follow."""

from reflexion.cli.reflect_session import begin, context_text, show


def reflect_context(context) -> None:
    show(context, begin(context).context, context_text)
