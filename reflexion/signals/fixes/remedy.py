"""What a command does: the ways in which it may mend something, and what it is for."""

from __future__ import annotations

from reflexion.signals.commands.read_only import heads, looks, writes
from reflexion.signals.fixes.remedy_words import groups

SCRIPTS = frozenset("python python3 node ruby php perl bash sh go npx tsx deno bun source".split())
INSTALLERS = frozenset(("npm", "pnpm", "yarn", "bun", "bundle", "composer", "poetry"))
INSTALLS = frozenset(("i", "ci", "install", "add", "require", "get"))
SETTING_UP = ("init", "install", "download", "add", "update")
WORKS = "add pull stash rebase merge restore switch commit branch worktree push"
GIT = {
    **dict.fromkeys(WORKS.split(), ""),
    **dict.fromkeys(("submodule", "lfs"), "file init install"),
    **dict.fromkeys(("clone", "fetch", "checkout"), "file"),
    **dict.fromkeys(("config", "remote"), "config"),
    "init": "init",
}  # verb -> the ways in which it may mend something
SEPARATORS = str.maketrans("/:-_.(\"'@=", "          ")


def kinds(call) -> set:
    """The ways in which a call may mend something (`does` and `word` in remedies.tsv)."""
    program = call.program.lower()
    if looks(call) or program in ("sleep", "wait", "true", ":", "cd", "exit"):
        return set()
    if not program:
        return {"env"}
    if program == "git":
        verb = (heads(call.args, 1) or [""])[0]
        return {"vcs", *GIT[verb].split()} if verb in GIT else set()
    found = set(groups("does", program))
    if found or by_name(call) or groups("world", program) or groups("starter", program):
        for word in _words(call):
            found |= groups("word", word)
    if "start" in found and not (
        groups("starter", program) or call.op == "&" or by_name(call) or groups("does", program)
    ):
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
    if "format" in groups("role", call.program):
        return False
    mends = any(groups("word", word) & {"format"} for word in _words(call))
    setting_up = any(arg.lstrip("-").startswith(SETTING_UP) for arg in call.args[:2])
    return bool(roles(call) & {"test", "lint"}) and not setting_up and not mends


def ecosystems(call) -> frozenset:
    """The ecosystems (languages, platforms) a program belongs to; empty when it could be of any."""
    return groups("world", call.program)


def _words(call) -> set:
    """The words of a call that may say what it does."""
    first = heads(call.args, 3)
    first = first[1:] if first[1:] and first[0] in ("run", "run-script", "exec", "x") else first
    found = {word.lower() for word in first} | {arg.lower() for arg in call.args if arg[:1] == "-"}
    for text in [call.program, *first[:2]]:
        if by_name(call) or call.program in SCRIPTS or text is not call.program and ":" in text:
            found.update(text.lower().translate(SEPARATORS).split())
    return found
