"""Does another command do the job of the one that failed, and does the error say why the first one
could not?

Two things decide, and no list of programs: the second command does the same job
(signals/commands/compare), and the error speaks of what is gone (an option, a word, a wrapper, the
program), of what is new, or of the command as such being wrong."""

from __future__ import annotations

import re

from reflexion.signals.commands.compare import same_call, same_job, significant
from reflexion.signals.commands.parse import basename
from reflexion.signals.commands.programs import name_of, peers, programs
from reflexion.signals.commands.read_only import heads, looks
from reflexion.signals.fixes import remedy
from reflexion.signals.fixes.remedy_words import groups, row

LOW, MEDIUM = "low", "medium"
ABSENT = (
    r"not found|could not find|n't (?:find|exist|know)|not (?:exist|find|a |known|defined|recogni)"
    r"|unknown|no (?:such|rule|script|task|target|deployed|job)|missing|undefined|unrecogni|invalid"
    r"|absent"
)
INSTEAD = (
    r"instead|did you mean|meant|deprecated|renamed|replaced|similar|removed|no longer|unknown"
)
MENDS = ("--fix", "--write", "--autocorrect", "--apply", "--in-place", "-w", "-i", "-a", "-A")
CHECKS = ("--check", "--check-only", "--list-different", "--diff", "-l", "--dry-run", "-d", "-c")
WRONG = frozenset(
    "usage missing_program missing_module missing_file missing_native version".split()
)
PLACE = frozenset(
    "permission auth unreachable environment port_taken schema newline memory limits".split()
)
NARROWS = tuple(
    "-k -t --grep -run --only -m --filter --testPathPattern --dry-run --list --limit -x".split()
)
LESS = ("--limit", "--only", "--filter", "--list", "--dry-run", "--grep")
PREPARES = frozenset(
    "install auth version clean config migrate init kill perms generate start file".split()
)  # done before a job, not the job
RUNS = ("run", "run-script", "exec", "x")
SCRIPT = ("-c", "-e", "--eval", "-Q", "--command")
CHANGES = row("word", "config") | {
    "upgrade",
    "update",
    "apply",
    "start",
    "up",
    "run",
    "exec",
    "set-url",
}
MAKES = frozenset(("create", "install", "add", "new", "init", "run", "clone", "import"))


def judge(failure, good, gap: int) -> str:
    """Confidence that `good`, run `gap` acts later, is the right call: LOW, MEDIUM or "" (none)."""
    bad = failure.failed_call
    if not bad.program or not good.program or same_call(bad, good) or _script(bad) != _script(good):
        return ""
    same = name_of(bad.program) == name_of(good.program)
    if same and _names_option(failure, bad, good):
        return MEDIUM
    if looks(good) and not (looks(bad) and (same or peers(bad.program, good.program))):
        return ""
    if looks(bad) and not _other_look(failure, bad, good):
        return ""
    if mends(bad, good):
        return MEDIUM if "format" in failure.kinds else ""
    prepares = PREPARES & (remedy.kinds(good) - remedy.kinds(bad))
    if prepares and not same:
        return ""
    if quoted(failure.text, good) and not quoted(failure.command.lower(), good):
        installs = "install" in remedy.kinds(bad) & remedy.kinds(good)
        other = same and not _same_verb(bad, good) and not re.search(INSTEAD, failure.text)
        if other and not installs:
            return ""  # to be run before the failed one, which may work then
        if not prepares or installs:
            return MEDIUM if failure.kinds & (WRONG | PLACE) else LOW
    return (_same_program if same else _other_program)(failure, bad, good, gap)


def _names_option(failure, bad, good) -> bool:
    """The error names an option that the second call has and the first had not."""
    gone, new = difference(bad, good)
    options = [word for word in new if word[:1] == "-" and len(word.strip("-")) > 0]
    kept = all(word[:1] == "-" for word in gone)
    if remedy.roles(bad) & {"test"} and not failure.kinds & WRONG:
        return False  # "to rerun pass --lib": less is run
    return kept and any(named(failure.text, word) for word in options)


def quoted(text: str, call) -> bool:
    """Does the text (lower case) tell to run this very command: "run `terraform init`"?"""
    first, name = [word.lower() for word in heads(call.args, 3)], call.program.lower()
    if not first:
        return f"`{name}`" in text
    if f"`{name} {first[0]}`" in text:
        return True
    fewest = 2 if first[0] in ("run", "exec", "x", ".", "compose") else 1
    sizes = range(fewest, len(first) + 1)
    return any(f"{name} {' '.join(first[:size])}" in text for size in sizes)


def _other_look(failure, bad, good) -> bool:
    """Is it the same look with other options, or at another place?"""
    if not failure.kinds & ({"usage", "missing_program"} | PLACE):
        return False
    gone, new = difference(bad, good)
    plain = [arg for arg in gone + new if arg[:1] != "-"]
    return not (plain and bad.program in programs("look"))


def mends(bad, good) -> bool:
    """Return True for a formatter or linter that now mends instead of checking."""
    if bad.program != good.program or not remedy.roles(good) & {"lint", "format"}:
        return False
    gone, new = difference(bad, good)
    if any(arg in MENDS for arg in new) or not new and any(arg in CHECKS for arg in gone):
        return True
    return (
        len(new) == len(gone) == 1
        and re.fullmatch(rf"{re.escape(gone[0])}[:-](?:fix|write)", new[0]) is not None
    )


def difference(bad, good) -> tuple:
    """(arguments of `bad` that `good` has not, arguments that only `good` has)"""
    was, now = significant(bad.program, bad.args), significant(good.program, good.args)
    return [arg for arg in was if arg not in now], [arg for arg in now if arg not in was]


def named(text: str, word: str) -> bool:
    """Does the error (lower case) speak of this word or option, as a word of its own?"""
    name = word.lower().partition("=")[0]
    bare = name.lstrip("-")
    if not any(char.isalnum() for char in bare) or len(name) > 120:
        return False
    if len(bare) < 3:
        option = (
            rf"|(?:option|flag|switch|argument)s?:? ?[-'`\"]*.{{0,12}}{re.escape(bare)}(?![\w-])"
        )
        return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])" + option, text) is not None
    tail = bare.rstrip("/").rpartition("/")[2]
    return (
        re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", text) is not None
        or len(tail) > 3
        and tail in text
    )


def _same_program(failure, bad, good, gap):
    gone, new = difference(bad, good)
    if not gone and not new:
        return _around(failure, bad, good, gap)
    if (
        "code" in failure.kinds
        and not failure.kinds & (WRONG | {"memory"})
        or _narrows(failure, bad, gone, new)
    ):
        return ""
    if _numbered(gone, new) and "port_taken" not in failure.kinds:
        return ""
    told_gone = any(named(failure.text, word) for word in gone)
    told_new = any(named(failure.text, word) for word in new)
    wrong = bool(failure.kinds & WRONG) or told_gone and re.search(ABSENT, failure.text) is not None
    if not _same_verb(bad, good):
        return _other_verb(failure, bad, good, gone, new)
    if all(word[:1] == "-" for word in gone):
        return _options(failure, bad, gone, new, gap, told_gone and wrong or told_new)
    swapped = sum(word[:1] != "-" for word in gone) == sum(word[:1] != "-" for word in new) == 1
    if not wrong and not (failure.kinds & PLACE and told_gone):
        return ""
    if gap == 0 and swapped and told_gone and "unreachable" in failure.kinds:
        return LOW
    if groups("does", bad.program) & {"file"}:
        return ""  # another file made or moved is other work
    if told_new and (told_gone or gap == 0):
        return MEDIUM
    if new and not any(similar(one, other) for one in gone for other in new):
        return ""
    return MEDIUM if told_gone else LOW if gap == 0 else ""


def _options(failure, bad, gone, new, gap, told):
    """Options were dropped, options or words were added."""
    if told:
        return MEDIUM
    if not new:
        return MEDIUM if gap == 0 and "exists" in failure.text else ""
    checking = remedy.roles(bad) & {"test", "lint"} or failure.kinds & {"code", "flaky"}
    return (
        LOW
        if gap == 0 and (not checking or failure.kinds & {"usage", "memory", "missing_native"})
        else ""
    )


def _other_verb(failure, bad, good, gone, new):
    """Another subcommand or target: there is no such one, or it is there already."""
    told_gone = any(named(failure.text, word) for word in gone)
    was, now = ([word for word in words if word[:1] != "-"] for words in (gone, new))
    if len(was) == len(now) == 1 and set(bad.args) & set(good.args):
        there = re.search(r"exists|in use|re-use|duplicate", failure.text)
        if was[0] in MAKES and now[0] in CHANGES and there:
            return MEDIUM
        if was[0] in CHANGES and now[0] in MAKES and re.search(ABSENT, failure.text):
            return LOW
    related = set(bad.args[1:]) & set(good.args[1:]) or len(bad.args) + len(good.args) < 4
    said = re.search(INSTEAD, failure.text) or any("/" in word or "." in word for word in gone)
    told_new = any(named(failure.text, word) for word in heads(good.args, 1))
    if told_gone and told_new and related and said:
        return MEDIUM
    there_is_none = (
        told_gone and re.search(ABSENT, failure.text) and failure.kinds & {"usage", "missing_file"}
    )
    if not there_is_none or remedy.kinds(good) & {"clean"}:
        return ""
    jobs = [groups("role", word) for word in (*gone, *new)]
    verbs = [next((word for word in heads(c.args, 3) if word not in RUNS), "") for c in (bad, good)]
    alike = similar(*verbs) and all(len(verb) > 1 for verb in verbs)
    if alike or len(jobs) == 2 and jobs[0] & jobs[1]:
        return MEDIUM
    return ""


def _numbered(gone, new) -> bool:
    """The same but for a number: the next tag, another port, a choice of the moment."""
    digits = str.maketrans("", "", "0123456789")
    return [word.translate(digits) for word in gone] == [word.translate(digits) for word in new]


def _around(failure, bad, good, gap):
    """Program and arguments are the same: the wrapper, the variables or the path differ."""
    wrong = failure.kinds & (WRONG | {"permission", "environment"})
    if bad.via != good.via:
        dropped = [word for word in bad.via if word not in good.via]
        if any(named(failure.text, word) for word in (*dropped, bad.program)) and wrong:
            return MEDIUM
        known = failure.kinds & {"missing_program", "permission"}
        return MEDIUM if known else LOW if wrong or gap == 0 else ""
    added = [each for each in good.env if each not in bad.env]
    if sorted(bad.env) != sorted(good.env):
        if any(named(failure.text, each) for each in added):
            return MEDIUM
        return LOW if added and not failure.kinds & {"code", "flaky"} else ""
    if failure.kinds & {"missing_program", "missing_module", "version"}:
        return MEDIUM
    return LOW if bad.program != good.program and gap == 0 and "syntax" in failure.text else ""


def _other_program(failure, bad, good, gap):
    if "syntax" in failure.text and bad.args == good.args and peers(bad.program, good.program):
        return MEDIUM  # another shell, another interpreter
    if "code" in failure.kinds and not failure.kinds & (WRONG | PLACE):
        return ""
    tail, back = ([basename(word) for word in (call.program, *call.args)] for call in (bad, good))
    wrapped = back[-len(tail) :] == tail or tail[-len(back) :] == back
    if wrapped or _respelled(bad, good):
        return MEDIUM if failure.kinds & (WRONG | PLACE) else ""
    if peers(bad.program, good.program):
        missing = "missing_program" in failure.kinds or named(failure.text, bad.program)
        if same_job(bad.raw, good.raw):
            return MEDIUM if missing or failure.kinds & WRONG else LOW if gap == 0 else ""
        alike = _same_verb(bad, good) or remedy.kinds(bad) & remedy.kinds(good)
        return LOW if missing and gap == 0 and alike else ""
    if (
        good.program in row("named", "-") | {"python", "node", "bash", "sh"}
        and bad.program in good.raw
    ):
        return MEDIUM if failure.kinds & WRONG else ""
    target = remedy.by_name(bad) and re.search(ABSENT, failure.text)
    missing = "missing_program" in failure.kinds and named(failure.text, bad.program)
    if target and any(
        named(failure.text, word) and groups("role", word) & remedy.roles(good)
        for word in heads(bad.args, 2)
    ):
        return LOW if gap == 0 else ""
    same = set(heads(bad.args, 6)) & set(heads(good.args, 6))
    if (
        missing
        and "install" not in remedy.kinds(good)
        and (same or remedy.roles(bad) & remedy.roles(good))
    ):
        return LOW if gap == 0 or same else ""
    if similar(bad.program, good.program) and missing:
        return MEDIUM
    return ""


def _respelled(bad, good) -> bool:
    """`docker-compose up` and `docker compose up`; `python` and `python3`; a slip of the pen."""
    one, two = ([*call.program.split("-"), *call.args] for call in (bad, good))
    return one == two or bad.args == good.args and similar(bad.program, good.program)


def _same_verb(bad, good) -> bool:
    return (
        heads(bad.args, 1) == heads(good.args, 1)
        or not remedy.ecosystems(bad)
        and not remedy.by_name(bad)
    )


def _script(call) -> list:
    """The one-liners and here-documents that a call is given: another one is other work."""
    scripts = [after for arg, after in zip(call.args, call.args[1:]) if arg in SCRIPT]
    return [script for script in scripts if " " in script] + ["<<"] * ("<<" in call.raw)


def _narrows(failure, bad, gone, new) -> bool:
    """A test, lint or build run that now does less proves nothing."""
    if any(arg.startswith(LESS) for arg in new) and not any(
        named(failure.text, arg) for arg in new
    ):
        return True
    if not remedy.roles(bad) & {"test", "lint", "build"}:
        return False
    if any(arg in NARROWS for arg in new) and not any(named(failure.text, arg) for arg in new):
        return True
    words = [arg for arg in new if arg[:1] != "-"]
    return bool(words) and not gone and not failure.kinds & WRONG


def similar(one: str, two: str) -> bool:
    """Is one a slip or a form of the other: `tets`/`test`, `migrate`/`db:migrate`, `a/b`/`x/b`?"""
    one, two = (
        re.sub(r"(?<=\w)\.[a-z]{1,4}$", "", word.lower().rstrip("/")) for word in (one, two)
    )
    short, long = sorted((one, two), key=len)
    if one == two or len(short) >= 3 and short in long:
        return True
    if len(short) >= 5 and short[0] == long[0] and short[-1] == long[-1] and _within(short, long):
        return True  # `sklearn`, `scikit-learn`
    parts = [set(re.findall(r"[a-z0-9]{3,}", word)) for word in (one, two)]
    if parts[0] & parts[1]:
        return True
    return len(long) < 40 and distance(one, two) <= (
        0 if len(short) < 3 else 1 if len(short) < 5 else 2
    )


def _within(short: str, long: str) -> bool:
    """All letters of the short word, in their order, in the long one?"""
    letters = iter(long)
    return all(letter in letters for letter in short)


def distance(one: str, two: str) -> int:
    """Edits between two short words; a swap of neighbours is one."""
    before, last = None, list(range(len(two) + 1))
    for i, x in enumerate(one, 1):
        older, before, last = before, last, [i] + [0] * len(two)
        for j, y in enumerate(two, 1):
            last[j] = min(before[j] + 1, last[j - 1] + 1, before[j - 1] + (x != y))
            if older and j > 1 and x == two[j - 2] and one[i - 2] == y:
                last[j] = min(last[j], older[j - 2] + 1)
    return last[-1]
