"""`reflect verify`: check that all stands where it should, then remove the hand-off folder."""

from reflexion.cli.reflect_session import begin, show
from reflexion.reflect import pages, verify


def reflect_verify(context) -> int:
    result = verify.verify(begin(context, keep=False), context.options.keep)
    show(context, result, pages.verified)
    return 0 if result["ok"] else 1
