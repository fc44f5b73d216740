"""In which ways may a command mend a failure, and what is it for?"""

from __future__ import annotations

from reflexion.signals.commands import table
from reflexion.signals.commands.read_only import looks
from reflexion.signals.commands.table import words_of
from reflexion.signals.fixes import programs, remedies

SETTING_UP = ("init", "install", "download", "add", "update")
INSTALLS = (
    "i",
    "ci",
    "install",
    "add",
    "require",
    "get",
)  # words that make `playwright install` no test run
SCRIPT_RUNNERS = frozenset(
    [
        "python",
        "python3",
        "node",
        "ruby",
        "php",
        "perl",
        "bash",
        "sh",
        "go",
        "npx",
        "tsx",
        "deno",
        "bun",
        "Rscript",
        "julia",
        "source",
    ]
)
BARE_INSTALLERS = (
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "bundle",
    "composer",
    "poetry",
)  # they install when told nothing
ROLE_TOOLS = frozenset(
    ["go", "cargo", "dotnet", "swift", "zig", "node", "mvn", "php", "ng", "forge", "hardhat"]
)
GIT_KINDS = {
    "submodule": "file init install",
    "lfs": "file init install",
    "clone": "file",
    "fetch": "file",
    "checkout": "file",
    "config": "config",
    "remote": "config",
}
_tables = {}


def kinds(shape):
    """-> set of the ways in which this command may mend something (see remedies); empty for tests, looks, waits and the like."""
    if looks(shape):
        return set()
    if not shape.program:
        return {"env"}
    if shape.program == "git":
        return _git_kinds(shape)
    found = set(_of_program().get(shape.program, ()))
    if _speaks(shape, found):
        found.update(*(_of_word().get(token, ()) for token in _tokens(shape)))
    if "start" in found and not (
        shape.program in remedies.STARTERS or shape.op == "&" or _named(shape)
    ):
        found.discard("start")
    if shape.op == "&" or "nohup" in shape.via or shape.program == "docker" and "-d" in shape.args:
        found.add("start")
    if shape.program in BARE_INSTALLERS and not shape.heads():
        found.add("install")
    if shape.writes or shape.program in ("sed", "perl", "ed", "ex", "awk"):
        found.add("file")
    return found & {"format"} if checks(shape) else found


def _git_kinds(shape):
    verb = (shape.heads() or [""])[0]
    if verb not in words_of("doing", "git"):
        return set()
    return {"vcs", *GIT_KINDS.get(verb, "").split()}


def _speaks(shape, found):
    """Do the words of this command say what it does? (Not those of a program that nobody knows.)"""
    return (
        bool(found)
        or shape.program in table.programs("tool")
        or _named(shape)
        or bool(world(shape.program))
    )


def _named(shape):
    """A script, a target of a task runner: named by the project, and the name tells."""
    return (
        shape.program in remedies.RUN_BY_NAME
        or bool(shape.place)
        or shape.program in SCRIPT_RUNNERS
    )


def _tokens(shape):
    """The words of a command that may say what it does, names of scripts and targets taken apart."""
    found = {w.lower() for w in shape.heads()[:3]} | {a.lower() for a in shape.args if a[:1] == "-"}
    apart = str.maketrans("/:-_.(\"'", "        ")
    for text in [shape.program, *shape.heads()[:2]]:
        if (
            _named(shape)
            or "." in shape.program
            or ":" in text
            or "-" in text
            and text is not shape.program
        ):
            found.update(text.lower().translate(apart).split())
    return found


def checks(shape):
    """A test, lint or type-check run: it tells about the work and mends nothing (`--fix` and formatters do)."""
    if shape.program in programs.ROLES["format"].split():
        return False
    return bool(roles(shape) & {"test", "lint"}) and not any(
        a.lstrip("-").startswith(SETTING_UP) for a in shape.args[:2]
    )


def is_verb(word):
    """Is this a word that tells a tool or a task runner what to do?"""
    return word in _of_word() or word in _of_role()


def roles(shape, named=False):
    """-> set of what this is for: "test", "lint", "build", … by its program or the target it names. named: by the target alone, where it names one."""
    tokens = set() if named and shape.heads() else {shape.program.lower()}
    if (
        shape.program in remedies.RUN_BY_NAME
        or shape.program in table.programs("tool")
        or shape.program in ROLE_TOOLS
    ):
        for head in (
            shape.heads()[:2] if shape.heads()[:1] and shape.heads()[0] not in INSTALLS else ()
        ):
            low = head.lower()
            tokens.update([low, *low.replace(":", " ").replace("-", " ").replace("_", " ").split()])
    return set().union(*(_of_role().get(token, ()) for token in tokens))


def world(program):
    """-> set of the worlds a program belongs to; empty when it could be any (make, a script)."""
    return _of_world().get(program.lower(), set())


def _inverse(name, table):
    """The table {key: words} turned round, {word: set of keys}, made when first asked for."""
    if name not in _tables:
        made = _tables[name] = {}
        for key, listed in table.items():
            for word in listed.split():
                made.setdefault(word, set()).add(key)
    return _tables[name]


def _of_program():
    return _inverse("program", remedies.KINDS_BY_PROGRAM)


def _of_word():
    return _inverse("word", remedies.KINDS_BY_WORD)


def _of_role():
    return _inverse("role", programs.ROLES)


def _of_world():
    return _inverse("world", programs.WORLDS)
