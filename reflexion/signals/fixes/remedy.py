"""What a command does: what it may mend, what it is for, is it too risky to learn by watching?"""

from functools import lru_cache

from reflexion.shell.read_only import heads, looks, writes
from reflexion.text.tables import rows

TABLE = "signals/fixes/remedies.tsv"
LOW, MEDIUM = "low", "medium"  # how sure a fix is
SCRIPTS = frozenset("python python3 node ruby php perl bash sh go npx tsx deno bun source".split())
INSTALLERS = frozenset(("npm", "pnpm", "yarn", "bun", "bundle", "composer", "poetry"))
INSTALLS = frozenset(("i", "ci", "install", "add", "require", "get"))
SETTING_UP = ("init", "install", "download", "add", "update")

SEPARATORS = str.maketrans("/:-_.(\"'@=", "          ")
MOST_WORDS = 60
HARMLESS_FORCE = ("cache", "--force-recreate", "--force-reinstall")
OFF_VALUES = ("0", "false", "off", "no", "", "1", "true", "yes", "ignore", "all", "*")
SETTERS = ("export", "set", "declare", "setx", "env")
SQL = ("drop ", "truncate ", "delete from")
_words: dict = {}  # table -> {word: names of its rows}


def groups(kind: str, word: str) -> frozenset:
    """Names of the rows of a kind (`does`, `word`, …) in remedies.tsv that hold the word."""
    if kind not in _words:
        found = _words[kind] = {}
        for other, name, words in rows(TABLE):
            for each in words.lower().split() if other == kind else ():
                found[each] = found.get(each, frozenset()) | {name}
    return _words[kind].get(word.lower(), frozenset())


@lru_cache(maxsize=None)
def row(kind: str, name: str) -> frozenset:
    """The words of the rows of one kind that have this name."""
    found = (words for *keys, words in rows(TABLE) if keys == [kind, name])
    return frozenset(" ".join(found).split())


def kinds(call) -> set:
    """The ways in which a call may mend something (`does` and `word` in remedies.tsv)."""
    program = call.program.lower()
    if looks(call) or program in ("sleep", "wait", "true", ":", "cd", "exit"):
        return set()
    if not program:
        return {"env"}
    if program == "git":
        return set().union(*(groups("git", verb) for verb in heads(call.args, 1)))
    does, starts = groups("does", program), groups("starter", program)
    found = set(does)
    if found or by_name(call) or groups("world", program) or starts:
        found.update(*(groups("word", word) for word in _said(call)))
    if not (starts or call.op == "&" or by_name(call) or does):
        found.discard("start")
    if call.op == "&" or "nohup" in call.via or program == "docker" and "-d" in call.args:
        found.add("start")
    if program in INSTALLERS and not heads(call.args, 1):
        found.add("install")
    if writes(call) or program in ("sed", "perl", "ed", "awk"):
        found.add("file")
    return found & {"format"} if checks(call) else found


def by_name(call) -> bool:
    """Return True for a script, or a target of a task runner."""
    return bool(groups("named", call.program)) or "/" in call.raw.split(" ")[0]


def roles(call) -> frozenset:
    """What the call is for (`role` in remedies.tsv)."""
    words = {call.program.lower()}
    if groups("named", call.program) or groups("world", call.program):
        first = [word.lower() for word in heads(call.args, 2)]
        if first and first[0] not in INSTALLS:
            words.update(first, *(word.translate(SEPARATORS).split() for word in first))
    return frozenset().union(*(groups("role", word) for word in words))


def checks(call) -> bool:
    """Return True for a test, lint or type-check run."""
    if "format" in groups("role", call.program) or not roles(call) & {"test", "lint"}:
        return False
    mends = any("format" in groups("word", word) for word in _said(call))
    setting_up = any(arg.lstrip("-").startswith(SETTING_UP) for arg in call.args[:2])
    return not setting_up and not mends


def _said(call) -> set:
    """The words of a call that may say what it does."""
    first = heads(call.args, 3)
    first = first[1:] if first[1:] and first[0] in ("run", "run-script", "exec", "x") else first
    found = {word.lower() for word in first} | {arg.lower() for arg in call.args if arg[:1] == "-"}
    for text in [call.program, *first[:2]]:
        if by_name(call) or call.program in SCRIPTS or text is not call.program and ":" in text:
            found.update(text.lower().translate(SEPARATORS).split())
    return found


def risky(call) -> bool:
    """Return True where a person has to look: it turns checks off, forces, throws work away."""
    text = call.raw.lower()[:2000]
    assigned = [*call.env, *(arg for arg in call.args if "=" in arg and call.program in SETTERS)]
    if any(_turns_off(each) for each in assigned) or {"sudo", "doas"} & set(call.via):
        return True
    for each in row("risk", "short"):  # a program and what follows it: `git push -f`, `rm`
        program, verb, flag = each.split(":", 2)
        right = program == call.program and (not verb or verb in call.args[:3])
        if right and (not flag or flag in call.args):
            return True
    if any(word in text for word in SQL):
        return True
    if "force" in text and any(word in text for word in HARMLESS_FORCE):
        return False
    flags = [arg.lower() for arg in call.args[:MOST_WORDS] if arg[:1] == "-"]
    for arg, flag in ((arg, flag) for arg in flags for flag in row("risk", "flag")):
        if flag[-1:] == "*" and arg.startswith(flag[:-1]):
            return True
        if arg == flag or arg.startswith(flag + "=") or "-" + arg == flag:
            return True
    return any(word in text for word in row("risk", "setting"))


def _turns_off(assignment: str) -> bool:
    name, _, value = assignment.lower().partition("=")
    value = value.strip("'\"")
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
