"""Is the command about to run one that a learning is about? Pure; commands are never executed."""

from reflexion.shell import programs
from reflexion.shell.command_words import (
    SAME_PROGRAM,
    TABLE,
    Shape,
    akin,
    is_specific,
    last,
    parts,
    shapes,
)
from reflexion.signals.matching.prohibitions import (
    asked_options,
    asks_for,
    forbids,
    forbids_alone,
    said,
)

JOBS, RAN = (frozenset(TABLE[name].split()) for name in ("jobs", "ran"))
ACCESS = TABLE["access"].strip().split(" \n ")
INSTALLS = frozenset("install add i ci".split())
OF_A_PROMPT = ("prompt", "transcript")  # sources of what a person typed to the agent
SURELY = 1.5  # what fits in so many words


def own_words_only(entry: dict) -> bool:
    """Return True if the context is only what happened to run before a prompt: then nothing but
    the entry's own words speaks of a command."""
    return entry["type"] != "error" and entry.get("source") in OF_A_PROMPT


def mentions(command: list, entry: dict) -> bool:
    """Return True if the learning names a program of the command: a quick look."""
    text = entry["resolution"] if own_words_only(entry) else entry["context"]
    names = {shape.program for shape in command}
    names |= {other for other, name in SAME_PROGRAM.items() if name in names}
    return any(name in text or name in entry["trigger"] for name in names)


def fits(command: list, entry: dict) -> float:
    """How well a learning fits a command (its Shapes): 0 not at all, else 1 and more."""
    if own_words_only(entry):
        return SURELY if _forbidden(command, entry) else 0.0
    first, _, rest = entry["context"].strip().partition(" ")
    ran = rest if first.lower().rstrip(":") in RAN else entry["context"]
    known = [theirs for part in (ran, *_quoted(entry["trigger"])) for theirs in shapes(part)]
    best = max((_alike(mine, theirs, entry) for mine in command for theirs in known), default=0.0)
    best = best or max((_told_of(mine, known, entry) for mine in command), default=0.0)
    return 0.0 if best and is_fix(command, entry, known) else best


def is_work(entry: dict) -> bool:
    """Return True for a run of tests or checks that failed because of the work, with something to
    be done before it: the command itself is right."""
    if entry["type"] != "error" or not entry["resolution"].rstrip(".").endswith(" first"):
        return False
    from reflexion.shell.parser import calls
    from reflexion.signals.fixes.actions import checks

    return any(checks(call) for call in calls(entry["context"].partition(" | ")[0]))


def is_fix(command: list, entry: dict, known: list) -> bool:
    """Return True if the command does what the learning asks for already."""
    flags = {flag.split("=")[0] for mine in command for flag in mine.flags}
    for text in _quoted(entry["resolution"]):
        for wanted in shapes(text):
            named = any(wanted.is_same(theirs) or theirs.contains(wanted) for theirs in known)
            if not named and any(mine.contains(wanted) for mine in command):
                return True  # and not the failing command, named in the resolution as well
        option = text.split()[0] if text[:1] == "-" else text.replace("export ", "")
        if (text[:1] == "-" or "=" in text) and option.split("=")[0] in flags:
            return True
    told = said(entry["resolution"])
    options = {word.split("=")[0] for mine in command for word in mine.raw}
    if not options.isdisjoint(asked_options(told)):
        return True
    return any(asks_for(told, mine.raw, [theirs.raw for theirs in known]) for mine in command)


def _forbidden(command: list, entry: dict) -> bool:
    """Do the learning's own words forbid what the command does ("use X, not Y", "never Y", "Y is
    only for CI"), or one of its options?"""
    texts = [said(entry[field]) for field in ("resolution", "trigger")]
    pairs = [(mine, words) for mine in command for words in texts]
    for mine, words in pairs:
        if any(word == mine.program for word, _ in words) and forbids_alone(words, mine.flags):
            return True
    banned = any(forbids(words, mine.program, mine.words, mine.flags) for mine, words in pairs)
    return banned and not is_fix(command, entry, [])


def _told_of(mine: Shape, known: list, entry: dict) -> float:
    """The learning forbids this in so many words, or tells of an option that the command has;
    `known`: the commands it was learned from."""
    same = [theirs for theirs in known if theirs.program == mine.program]
    trigger, error = said(entry["trigger"]), entry["type"] == "error"
    verbs = {verb for theirs in same for verb in theirs.words[:1] if not error}
    if forbids_alone(trigger, verbs.intersection(mine.words[:1])):
        return SURELY  # "do not push, I do it" is about `git push`
    if not any(_spared(mine, theirs, entry, False) for theirs in same):
        return 0.0
    if error:
        named = {word for word, _ in trigger if word[:1] == "-"}
        for theirs in same:
            if named & mine.flags & theirs.flags and not any(w[:1].isalpha() for w in theirs.words):
                return SURELY
    elif forbids(trigger, mine.program, mine.words):
        return SURELY
    return 1.0 if forbids(said(entry["resolution"]), mine.program, mine.words) else 0.0


def _alike(mine: Shape, theirs: Shape, entry: dict) -> float:
    """Same program and job, and the words that matter: those the learning's text speaks of, or all
    when there are no others."""
    if mine.program != theirs.program or not _spared(mine, theirs, entry):
        return 0.0
    shared = [word for word in theirs.all() if mine.has_word(word)]
    if _whatever_is_asked(mine, theirs, shared, entry):
        return 1.0 + len(shared)
    missing = [word for word in theirs.all() if word not in shared]
    added = [word for word in mine.words if word not in theirs.words]
    other_job = not JOBS.isdisjoint(missing) and not JOBS.isdisjoint(added)
    if mine.words[:1] != theirs.words[:1] or other_job:
        return 0.0
    rule = entry["type"] != "error"
    flags = {flag for flag in theirs.flags if mine.has_flag(flag)}
    tail = len(shared) - 1 + len(flags)
    its_like = all(any(akin(word, its, rule) for its in mine.all()) for word in missing)
    if rule:
        close = its_like and tail >= 1 or mine.is_same(theirs) or _replaced(theirs, entry)
    elif tail < 1 and not any(map(is_specific, theirs.all())):
        close = mine.is_same(theirs)
    else:
        close = its_like or tail >= 1
    return 1.0 + len(shared) + 0.5 * len(flags) if close else 0.0


def _whatever_is_asked(mine: Shape, theirs: Shape, shared: list, entry: dict) -> bool:
    """Would the error meet any such command: no access, something is not there, or an install that
    fails whatever is installed? (What its words name is here as well: see `_spared`.)"""
    if entry["type"] != "error" or not theirs.words or not mine.words:
        return False
    verb, text = mine.words[0] == theirs.words[0], entry["trigger"].lower()
    if verb and mine.words[0] in INSTALLS:
        return True
    from reflexion.signals.matching.same_mistake import cause_of, tells_absence

    if cause_of(text) in ACCESS:
        tool = mine.program in programs("tool") and not theirs.asks
        here = {word.rstrip("/") for word in mine.all()}  # as a whole: hosts have paths in common
        same = [word for word in theirs.all() if word.rstrip("/") in here]
        return any(map(is_specific, same)) or verb and tool
    return tells_absence(text) and verb and shared == theirs.all()


def _spared(mine: Shape, theirs: Shape, entry: dict, job: bool = True) -> bool:
    """Is nothing of the known command missing here that the learning speaks of? Of what has its
    like here only its trigger tells; `job`: the first word counts as well."""
    rule = entry["type"] != "error"
    # a command to run instead names the same things
    told_of = " ".join(entry["resolution"].split("`")[::2]) if rule else entry["resolution"]
    gone = [word for word in theirs.all()[not job :] if not mine.has_word(word)]
    gone += [flag for flag in theirs.flags if not mine.has_flag(flag)]
    here = {part for word in mine.raw for part in parts(word)} if gone else ()
    for word in gone:
        like = any(akin(word, other, rule) for other in mine.all())
        told = (entry["trigger"] if like else f"{entry['trigger']} {told_of}").lower()
        if len(word) > 1 and last(word).lower() in told:
            return False
        named = (set(parts(told)) & set(parts(word.lower()))).difference(here)
        if any(len(part) > 2 for part in named):
            return False
    return True


def _replaced(theirs: Shape, entry: dict) -> bool:
    """Was somebody corrected to run other programs instead?"""
    wanted = [shape.program for text in _quoted(entry["resolution"]) for shape in shapes(text)]
    sure = entry["type"] == "correction" and bool(wanted and theirs.words)
    return sure and theirs.program not in wanted


def _quoted(text: str) -> list:
    return text.split("`")[1::2][:6]
