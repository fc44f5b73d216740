"""What no one should learn from watching: turning a check off, forcing, throwing work away."""

from __future__ import annotations

from reflexion.signals.fixes.remedy_words import row

MOST_WORDS = 60
HARMLESS_FORCE = ("cache", "--force-recreate", "--force-reinstall")
OFF_VALUES = ("0", "false", "off", "no", "", "1", "true", "yes", "ignore", "all", "*")
SETTERS = ("export", "set", "declare", "setx", "env")
SQL = ("drop ", "truncate ", "delete from")


def risky(call) -> bool:
    """Return True for a call that must not be learned without a person."""
    text = call.raw.lower()[:2000]
    assigned = [*call.env, *(arg for arg in call.args if "=" in arg and call.program in SETTERS)]
    if any(_turns_off(each) for each in assigned) or {"sudo", "doas"} & set(call.via):
        return True
    if _named(call) or any(word in text for word in SQL):
        return True
    if "force" in text and any(word in text for word in HARMLESS_FORCE):
        return False
    return any(_flag(arg.lower()) for arg in call.args[:MOST_WORDS] if arg[:1] == "-") or any(
        word in text for word in row("risk", "setting")
    )


def _named(call) -> bool:
    """A program and what follows it: `git push -f`, `rm`, `chmod 777`."""
    for each in row("risk", "short"):
        program, verb, flag = each.split(":", 2)
        right = program == call.program and (not verb or verb in call.args[:3])
        if right and (not flag or flag in call.args):
            return True
    return False


def _flag(arg: str) -> bool:
    for flag in row("risk", "flag"):
        if flag[-1:] == "*" and arg.startswith(flag[:-1]):
            return True
        if arg == flag or arg.startswith(flag + "=") or "-" + arg == flag:
            return True
    return False


def _turns_off(assignment: str) -> bool:
    name, _, value = assignment.partition("=")
    name, value = name.lower(), value.lower().strip("'\"")
    if name == "ci":
        return value in ("false", "0", "")
    if name == "rustflags":
        return "-a " in value or "allow" in value
    return name == "skip" or value in OFF_VALUES and any(w in name for w in row("risk", "off"))


def hides(calls: list, place: int) -> bool:
    """Return True if the exit status of the call at `place` of a line is swallowed."""
    if any(call.op == "||" for call in calls[place:-1]):
        return True
    last = [call.program for call in calls[place + 1 :]]
    return calls[place].op in (";", "\n") and any(p in ("true", ":", "exit") for p in last)
