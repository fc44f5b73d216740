"""What people say: corrections, rules, reports about tools, praise for an approach. Each function loads what it needs when it is called."""

from __future__ import annotations


def listen(prompt, names=()):
    """The Heard in a prompt (kind, confidence, trigger, resolution, reusable, lang), or None. names: known skills, commands and tools."""
    from reflexion.signals.speech.decide import listen as decide

    return decide(prompt, names)


def same_directive(a, b):
    """Do two directives say the same in other words?"""
    from reflexion.signals.speech.compare import same_directive as decide

    return decide(a, b)


def contradicts(a, b):
    """Are two directives about the same thing, with another answer ("use pnpm" after "use npm")?"""
    from reflexion.signals.speech.compare import contradicts as decide

    return decide(a, b)
