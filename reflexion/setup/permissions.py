"""What an agent may run without a question: one list, from which each host's rules are made.

Text that is injected into a session can make an agent run whatever these rules allow, so the list
holds only what records, shows, or prepares a reflection below its hand-off folder."""

import json
import os
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
# words that no shell makes more of: PowerShell ends a quoted one at a typographic quote, too, and
# takes `--%` for a word of its own; a terminal takes control characters for keys
QUOTED = r"'[^'\x00-\x1f\x7f-\x9f\u2018-\u201b\u2028\u2029\ud800-\udfff]*'"
ARGUMENT = rf"(?: (?:[A-Za-z0-9_@+:,./-]+|{QUOTED}))*"
REASON = "Reflexion's own command, which records or shows learnings"
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


def is_allowed_call(line: str, caller: str) -> bool:
    """Is a whole command line one call of `ALLOWED`, with plain or single-quoted arguments?

    line: as the agent wrote it, not redacted. What a shell would make more of (a variable, a
    substitution, a redirection, a second command, a blank line) is never allowed."""
    if not line.startswith(caller + " "):
        return False
    rest = line[len(caller) + 1 :]
    for words in ALLOWED:
        form = re.escape(words) + ("" if words in BARE else ARGUMENT)
        if re.fullmatch(form, rest):
            return True
    return False


def allowed_by_hook(event, answer, environ):
    """The answer, which lets a call of ours run where a host's settings cannot allow it.

    Copilot's know whole programs only, and a plugin of Claude Code brings no rules."""
    plugin = event.host == "claude" and environ.get("CLAUDE_PLUGIN_ROOT")
    if not plugin and event.host != "copilot":
        return answer
    from reflexion.hosts.event import Answer

    line = event.tool_input.get("command")
    callers = _callers(environ) if isinstance(line, str) else []
    if any(is_allowed_call(line, caller) for caller in callers):
        answer = answer or Answer()
        answer.allow = REASON
    return answer


def _callers(environ) -> list:
    """How an agent calls this copy: as hooks word it, and as the files of the plugin do, which hold
    its folder as the host names it (a clone's with a slash at its end)."""
    from reflexion.setup.command import TOOLKIT, by_hand, quote

    root = environ.get("CLAUDE_PLUGIN_ROOT") or ""
    if os.path.normpath(root) != TOOLKIT or quote(root) != root:
        return [by_hand()]
    return [by_hand(), f'python3 "{root}/reflexion"', f'python3 "{TOOLKIT}/reflexion"']


def rules_text(host, caller: str) -> str:
    """The text of the file that holds the rules of a host whose settings can hold none."""
    return FORMS[host.name](caller)


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
