"""What an agent may run without a question: one list, from which each host's rules are made.

Text that is injected into a session can make an agent run whatever these rules allow, so the list
holds only what records, shows, or prepares a reflection below its hand-off folder."""

import json
import re

ALLOWED = (
    "learn",
    "resolve",
    "worked",
    "failed",
    "recall",
    "show",
    "list",
    "status",
    "check",
    "reflect context",
    "reflect extract",
    "reflect related",
    "reflect verify",
)
BARE = ("status",)  # allowed without arguments only: `status --html FILE` writes a file
CALL = r"(?:python3|python|py -3) (.{1,4096}) (?:%s)" % "|".join(ALLOWED)
HEAD = "# Reflexion: recording a learning needs no approval; nothing else is allowed by this file"


def rules(host, caller: str) -> list:
    """The rules of `ALLOWED` in the host's own form; [] where its settings can hold none.

    caller: the words by which the agent calls the toolkit. A host whose rules are prefixes gets
    none for a command that is allowed without arguments only."""
    if not host.allow_rule:
        return []
    found = []
    for words in ALLOWED:
        form = host.allow_exact if words in BARE else host.allow_rule
        if form:
            found.append(form.replace("{call}", f"{caller} {words}"))
    return found


def is_ours(host, rule) -> bool:
    """Is this one of the rules that `rules` makes, for whichever copy of the toolkit?"""
    if not isinstance(rule, str):
        return False
    for form in filter(None, (host.allow_rule, host.allow_exact)):
        pattern = re.escape(form).replace(re.escape("{call}"), CALL)
        found = re.fullmatch(pattern, rule)
        path = found.group(1).strip("'").replace("\\", "/") if found else ""
        if path.rpartition("/")[2] == "reflexion":
            return True
    return False


def rules_text(host, caller: str) -> str:
    """The text of the file that holds the rules of a host whose settings can hold none."""
    return FORMS[host.rules_form](caller)


def _codex(caller: str) -> str:
    """Prefixes, which Codex runs unasked, outside its sandbox."""
    import shlex

    single = [words for words in ALLOWED if " " not in words and words not in BARE]
    phases = [words.partition(" ")[2] for words in ALLOWED if words.startswith("reflect ")]
    called = [json.dumps(word) for word in shlex.split(caller)]
    lines = [HEAD]
    for last in ([json.dumps(single)], ['"reflect"', json.dumps(phases)]):
        pattern = ", ".join(called + last)
        lines.append(f'prefix_rule(pattern=[{pattern}], decision="allow")')
    return "\n".join(lines) + "\n"


def _gemini(caller: str) -> str:
    """A policy of prefixes; Gemini holds each part of a compound command against it."""
    prefixes = [f"{caller} {words}" for words in ALLOWED if words not in BARE]
    return "\n".join(
        [
            HEAD,
            "[[rule]]",
            'toolName = "run_shell_command"',
            f"commandPrefix = {json.dumps(prefixes)}",
            'decision = "allow"',
            "priority = 100",
            "",
        ]
    )


FORMS = {"codex": _codex, "gemini": _gemini}
