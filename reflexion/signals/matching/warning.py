"""Is the command about to run one that a learning is about? Pure comparison of command lines, taken apart but never executed."""

from __future__ import annotations

from reflexion.signals.matching.bans import asked_options, asks_for, forbids, forbids_option, said
from reflexion.signals.matching.shapes import SAME_PROGRAM, Shape, shapes
from reflexion.text.tokens import ordinary

JOBS = frozenset(
    """
    build test tests lint start stop serve dev watch deploy publish install run check format fmt
    clean validate plan apply destroy migrate seed typecheck e2e preview release package verify
    compile bench doc docs generate restart status up down logs create delete get list update
    upgrade
    """.split()
)
HERE = frozenset((".", "./...", "./", "//...", "..."))  # targets that say nothing
RAN = frozenset(
    "ran run running runs tried trying executed typed called used using started invoked".split()
)
# first words that only say of what: the second one says what is to be done; and programs where that is so throughout
GROUPS = frozenset(
    """
    rollout compose container image volume network system buildx stash remote submodule worktree
    lfs bisect notes repo repos dependency plugin registry mod tool work state workspace
    workspaces providers pods auth cluster clusters config env environment cache secret secrets
    dags tasks connections variables pip self toolchain target component
    """.split()
)
GROUPERS = frozenset(
    """
    gh glab aws gcloud az oci doctl flyctl fly heroku firebase supabase vercel airflow vault
    consul nomad argocd eksctl ibmcloud openstack
    """.split()
)


OF_A_PROMPT = ("prompt", "transcript")  # sources of what a person typed to the agent


def own_words_only(entry: dict) -> bool:
    """Is the entry's context only what happened to run before a prompt? Then nothing but its own words speaks of a command."""
    return entry["type"] != "error" and entry.get("source") in OF_A_PROMPT


def mentions(command: list, entry: dict) -> bool:
    """Does the learning name a program of the command at all? A quick look that spares taking its text apart."""
    context = entry["resolution"] if own_words_only(entry) else entry["context"]
    return any(
        name in context or name in entry["trigger"]
        for name in {shape.program for shape in command}
        | {
            other
            for other, name in SAME_PROGRAM.items()
            if any(shape.program == name for shape in command)
        }
    )


def fits(command: list, entry: dict) -> float:
    """How well a learning fits a command (its shapes): 0 not at all, else 1 and more, the more words are shared."""
    if own_words_only(entry):
        return 1.5 if _against(command, entry) else 0.0
    known = [
        shape
        for part in (_command(entry["context"]), *_quoted(entry["trigger"]))
        for shape in shapes(part)
    ]
    best = max((_alike(mine, theirs, entry) for mine in command for theirs in known), default=0.0)
    best = best or max((_told_of(mine, known, entry) for mine in command), default=0.0)
    return 0.0 if best and is_fix(command, entry, known) else best


def is_work(entry: dict) -> bool:
    """Is it a test, lint or type-check run that failed because of the work, and something to be done before it? The command itself is right."""
    if entry["type"] != "error" or not entry["resolution"].rstrip(".").endswith(" first"):
        return False
    from reflexion.signals.commands.parse import calls
    from reflexion.signals.fixes.remedy import checks

    return any(checks(call) for call in calls(entry["context"].partition(" | ")[0]))


def _against(command: list, entry: dict) -> bool:
    """Do the learning's own words forbid what the command does ("use X, not Y", "never Y", "Y is only for CI"), or one of its options?"""
    texts = [said(entry[field]) for field in ("resolution", "trigger")]
    for mine in command:
        for words in texts:
            if any(word == mine.program for word, _ in words) and forbids_option(words, mine.flags):
                return True
    forbidden = any(
        forbids(words, mine.program, mine.words, mine.flags) for mine in command for words in texts
    )
    return forbidden and not is_fix(command, entry, [])


def _command(context: str) -> str:
    """The command of a context without the word that says it was run."""
    first, _, rest = context.strip().partition(" ")
    return rest if first.lower().rstrip(":") in RAN else context


def _told_of(mine: Shape, known: list, entry: dict) -> float:
    """The learning forbids this in so many words, or tells of an option that the command has; `known` are the commands it was learned from."""
    same = [theirs for theirs in known if theirs.program == mine.program]
    if not same or not any(_spared(mine, theirs, entry, False) for theirs in same):
        return 0.0
    trigger = said(entry["trigger"])
    if entry["type"] == "error":
        named = {word for word, _ in trigger if word[:1] == "-"}
        if any(
            named & mine.flags & theirs.flags
            and not any(word[:1].isalpha() for word in theirs.words)
            for theirs in same
        ):
            return 1.5
    elif forbids(trigger, mine.program, mine.words):
        return 1.5
    return 1.0 if forbids(said(entry["resolution"]), mine.program, mine.words) else 0.0


def is_fix(command: list, entry: dict, known: list) -> bool:
    """Does the command do what the learning asks for already?"""
    for text in _quoted(entry["resolution"]):
        for wanted in shapes(text):
            if any(_same(wanted, theirs) or _contains(theirs, wanted) for theirs in known):
                continue  # the resolution names the failing command as well
            if any(_contains(mine, wanted) for mine in command):
                return True
        if text.startswith("-") and any(
            text.split()[0].split("=")[0] in {flag.split("=")[0] for flag in mine.flags}
            for mine in command
        ):
            return True
        name = text.replace("export ", "").split("=")[0]
        if "=" in text and any(
            flag.split("=")[0] == name for mine in command for flag in mine.flags
        ):
            return True
    told = said(entry["resolution"])
    if any(
        option in {word.split("=")[0] for word in mine.raw}
        for option in asked_options(told)
        for mine in command
    ):
        return True
    return any(asks_for(told, mine.raw, [theirs.raw for theirs in known]) for mine in command)


def _alike(mine: Shape, theirs: Shape, entry: dict) -> float:
    """Same program and job, and the words that matter: those the learning's text speaks of, or all when there are no others."""
    if (
        mine.program != theirs.program
        or not _heads(mine, theirs)
        or not _spared(mine, theirs, entry)
    ):
        return 0.0
    shared = [word for word in theirs.all() if _has(mine, word)]
    missing = [word for word in theirs.all() if word not in shared]
    if not JOBS.isdisjoint(missing) and not JOBS.isdisjoint(
        word for word in mine.words if word not in theirs.words
    ):
        return 0.0  # the same place, another job
    rule = entry["type"] != "error"
    other = [
        word for word in missing if not any(_kin(word, another, rule) for another in mine.all())
    ]
    flags = {flag for flag in theirs.flags if _has_flag(mine, flag)}
    tail = len(shared) - 1 + len(flags)
    if rule:
        enough = (
            not other
            and tail >= 1
            or _same(mine, theirs)
            or not theirs.flags - flags
            and _replaced(theirs, entry)
            or bool(theirs.words)
            and f" {mine.program} {theirs.words[0]} ".lower() in f" {entry['trigger']} ".lower()
        )
    elif tail < 1 and not _specific(theirs):
        enough = _same(mine, theirs)
    else:
        enough = tail >= 1 and len(missing) <= 1 or not other and not theirs.flags - flags
    if (
        not enough
        or not rule
        and len(theirs.all()) == 1
        and len(set(mine.words) - HERE) > 1
        and not _specific(theirs)
    ):
        return 0.0
    return 1.0 + len(shared) + 0.5 * len(flags)


def _replaced(theirs: Shape, entry: dict) -> bool:
    """Was somebody corrected to run other programs instead?"""
    if entry["type"] != "correction":
        return False
    wanted = [shape.program for text in _quoted(entry["resolution"]) for shape in shapes(text)]
    return bool(wanted and theirs.words) and theirs.program not in wanted


def _spared(mine: Shape, theirs: Shape, entry: dict, job: bool = True) -> bool:
    """Is nothing of the known command missing here that the learning speaks of? Of what has its like here only its trigger tells, `job`: the
    first word counts as well."""
    rule = entry["type"] != "error"
    told_of = (
        " ".join(entry["resolution"].split("`")[::2]) if rule else entry["resolution"]
    )  # a command to run instead names the same things
    gone = [word for word in theirs.all()[not job :] if not _has(mine, word)] + [
        flag for flag in theirs.flags if not _has_flag(mine, flag)
    ]
    here = {part for word in mine.raw for part in _parts(word)} if gone else ()
    for word in gone:
        alike = any(_kin(word, other, rule) for other in mine.all())
        told = (entry["trigger"] if alike else f"{entry['trigger']} {told_of}").lower()
        if len(word) > 1 and _last(word).lower() in told:
            return False
        spoken = set(_parts(told))
        if any(
            len(part) > 2
            and part in spoken
            and part not in here
            and not (ordinary(part) and "/" in word)
            for part in _parts(word.lower())
        ):
            return False
    return True


def _kin(word: str, other: str, rule: bool) -> bool:
    """Two names of one kind: the same but for what follows a colon, or but for their numbers, or files of one type; for a rule (of style, of what
    is allowed) also two things in one folder."""
    if "/" in word or "/" in other:
        folder = word.rpartition("/")[0]
        if folder == other.rpartition("/")[0]:
            return rule and folder != "" or _kin(_last(word), _last(other), rule)
    one, two = _parts(word), _parts(other)
    if (
        len(one) > 1
        and len(two) > 1
        and (
            one[0] == two[0]
            and len(one[0]) > 1
            and (rule or ":" in word and ":" in other)
            or one[-1] == two[-1]
            and "." in word
            and "." in other
        )
    ):
        return True
    return (len(one) > 1) == (len(two) > 1) and all(
        any(not part.isalpha() for part in parts) for parts in (one, two)
    )


def _has_flag(shape: Shape, flag: str) -> bool:
    """Has it the option, or its other, shorter or longer name?"""
    if flag in shape.flags:
        return True
    return (
        flag[:1] == "-"
        and len(flag) > 1
        and any(
            other[:1] == "-"
            and (
                len(flag) == 2
                and other.startswith("-" + flag)
                or len(other) == 2
                and flag.startswith("-" + other)
            )
            for other in shape.flags
        )
    )


def _heads(mine: Shape, theirs: Shape) -> bool:
    """The first word says what is to be done; behind a script's name, or the name of a group of commands, the second one does."""
    if not theirs.words or not mine.words:
        return not theirs.words and not mine.words
    if _last(mine.words[0]) != _last(theirs.words[0]) and (
        not mine.first or _last(mine.first) not in (_last(theirs.words[0]), _last(theirs.first))
    ):
        return False
    if mine.program in GROUPERS or theirs.words[0] in GROUPS:
        return mine.words[1:2] == theirs.words[1:2]
    script = "." in theirs.words[0] and len(theirs.words) > 1
    return not script or len(mine.words) > 1 and mine.words[1] == theirs.words[1]


def _specific(shape: Shape) -> bool:
    """Does it name a file, a package, a target of its own, and not only what a tool is told to do every day?"""
    return any(
        any(char in "./:@" or char.isdecimal() for char in word)
        and word not in HERE
        and word != ".."
        for word in shape.all()
    )


def _has(shape: Shape, word: str) -> bool:
    last = _last(word)
    return any(
        last == _last(other) or (len(last) > 3 and last in _parts(other)) for other in shape.all()
    )


def _parts(word: str) -> list:
    return "".join(char if char.isalnum() or char == "_" else " " for char in word).split()


def _same(one: Shape, other: Shape) -> bool:
    return (
        one.program == other.program
        and one.flags == other.flags
        and sorted(set(one.all()) - HERE) == sorted(set(other.all()) - HERE)
    )


def _contains(mine: Shape, wanted: Shape) -> bool:
    return (
        mine.program == wanted.program
        and bool(wanted.all() or wanted.flags)
        and wanted.flags <= mine.flags
        and all(any(word == other for other in mine.all()) for word in wanted.all())
    )


def _last(word: str) -> str:
    return word.rstrip("/").rpartition("/")[2] or word


def _quoted(text: str) -> list:
    return text.split("`")[1::2][:6]
