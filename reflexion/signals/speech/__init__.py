"""What people say: corrections, rules, reports about tools, praise for an approach. Each function loads what it needs when it is called."""
from __future__ import annotations


def listen(prompt, names=()):
    """The Heard in a prompt (kind, confidence, trigger, resolution, reusable, lang), or None. names: known skills, commands and tools."""
    from reflexion.signals.speech.decide import listen as decide
    return decide(prompt, names)
