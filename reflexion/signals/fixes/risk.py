"""Is a command too risky to be learned by watching: does it force, turn checks off, throw away?"""

from functools import lru_cache

from reflexion.text.tables import rows

MOST_WORDS = 60
HARMLESS_FORCE = ("cache", "--force-recreate", "--force-reinstall")
OFF_VALUES = ("0", "false", "off", "no", "", "1", "true", "yes", "ignore", "all", "*")
SETTERS = ("export", "set", "declare", "setx", "env")
STATEMENTS = ("drop ", "truncate ", "delete from")


@lru_cache(maxsize=None)
def words(kind: str) -> tuple:
    """The words of one kind in risk.tsv."""
    return tuple(
        " ".join(row[1] for row in rows("signals/fixes/risk.tsv") if row[0] == kind).split()
    )


def risky(call) -> bool:
    """Return True for a call that a person has to look at before anybody is told of it."""
    if {"sudo", "doas"} & set(call.via) or _names_program(call) or _turns_checks_off(call):
        return True
    text = call.raw.lower()[:2000]
    if any(statement in text for statement in STATEMENTS):
        return True
    if "force" in text and any(word in text for word in HARMLESS_FORCE):
        return False
    return _has_flag(call) or any(word in text for word in words("setting"))


def _names_program(call) -> bool:
    """Is it a program with a word or option that does harm: `git push -f`, `rm`?"""
    for each in words("short"):
        program, verb, flag = each.split(":", 2)
        if program != call.program or verb and verb not in call.args[:3]:
            continue
        if not flag or flag in call.args:
            return True
    return False


def _has_flag(call) -> bool:
    for arg in call.args[:MOST_WORDS]:
        if arg[:1] == "-" and any(_is_flag(arg.lower(), flag) for flag in words("flag")):
            return True
    return False


def _is_flag(arg: str, flag: str) -> bool:
    if flag[-1:] == "*" and arg.startswith(flag[:-1]):
        return True
    return arg == flag or arg.startswith(flag + "=") or "-" + arg == flag


def _turns_checks_off(call) -> bool:
    assigned = list(call.env)
    if call.program in SETTERS:
        assigned += [arg for arg in call.args if "=" in arg]
    return any(_is_off(each) for each in assigned)


def _is_off(assignment: str) -> bool:
    name, _, value = assignment.lower().partition("=")
    value = value.strip("'\"")
    if name == "ci":
        return value in ("false", "0", "")
    if name == "rustflags":
        return "-a " in value or "allow" in value
    return name == "skip" or value in OFF_VALUES and any(word in name for word in words("off"))
