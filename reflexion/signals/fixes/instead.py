"""Does another command do the job of the one that failed, and does the error speak of what is gone,
of what is new, or of the command as such being wrong?"""

import re

from reflexion.shell import name_of, peers, programs
from reflexion.shell.compare import same_job, significant
from reflexion.shell.parser import RUNS, basename
from reflexion.shell.read_only import heads, looks
from reflexion.signals.fixes import remedy
from reflexion.signals.fixes.remedy import LOW, MEDIUM, groups, row

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
WRONG = row("trouble", "wrong")  # the command as such
PLACE = row("trouble", "place")  # where it runs
LESS = ("--limit", "--only", "--filter", "--list", "--dry-run", "--grep")
PREPARES = row("ways", "prepares")  # done before a job, not the job
SCRIPT = ("-c", "-e", "--eval", "-Q", "--command")
CHANGES = frozenset("upgrade update apply set-url edit replace".split())
MAKES = frozenset("create install add new init".split())


def judge(failure, good, gap: int) -> str:
    """Confidence that `good`, run `gap` acts later, is the right call: LOW, MEDIUM or "" (none)."""
    bad = failure.failed_call
    if not bad.program or not good.program or _script(bad) != _script(good):
        return ""
    same = name_of(bad.program) == name_of(good.program)
    gone, new = difference(bad, good)
    added = [word for word in new if word[:1] == "-"] if same else []
    less = "test" in remedy.roles(bad) or any(word[:1] != "-" for word in gone)
    if not less and any(named(failure.text, word) for word in added):
        return MEDIUM  # the error names an option that the first call had not
    if looks(good) and not looks(bad):
        return ""
    if looks(bad):  # only the same look with other options, or at another place
        elsewhere = any(arg[:1] != "-" for arg in gone + new) and bad.program in programs("look")
        if elsewhere or not failure.kinds & ({"usage", "missing_program"} | PLACE):
            return ""
    if mends(bad, good):
        return MEDIUM if "format" in failure.kinds else ""
    if PREPARES & (remedy.kinds(good) - remedy.kinds(bad)) and not same:
        return ""
    if quoted(failure.text, good) and not quoted(failure.command.lower(), good):
        if "install" in remedy.kinds(bad) & remedy.kinds(good):
            return MEDIUM if failure.kinds & (WRONG | PLACE) else LOW
        if not _same_verb(bad, good):
            return ""  # to be run before the failed one, which may work then
    if same:
        return _same_program(failure, bad, good, gap)
    return _other_program(failure, bad, good, gap)


def _script(call) -> list:
    """The one-liners and here-documents that a call is given: another one is other work."""
    scripts = [after for arg, after in zip(call.args, call.args[1:]) if arg in SCRIPT]
    return [script for script in scripts if " " in script] + ["<<"] * ("<<" in call.raw)


def difference(bad, good) -> tuple:
    """(arguments of `bad` that `good` has not, arguments that only `good` has)"""
    was, now = significant(bad.program, bad.args), significant(good.program, good.args)
    return [arg for arg in was if arg not in now], [arg for arg in now if arg not in was]


def quoted(text: str, call) -> bool:
    """Does the text (lower case) tell to run this very command: "run `terraform init`"?"""
    first, name = [word.lower() for word in heads(call.args, 3)], call.program.lower()
    if not first:
        return f"`{name}`" in text
    return f"{name} {' '.join(first[: 2 if first[0] in RUNS else 1])}" in text


def mends(bad, good) -> bool:
    """Return True for a formatter or linter that now mends instead of checking."""
    if not remedy.roles(good) & {"lint", "format"}:
        return False
    gone, new = difference(bad, good)
    if any(arg in MENDS for arg in new) or any(arg in CHECKS for arg in gone):
        return True
    return len(gone) == 1 and new in ([gone[0] + end] for end in (":fix", "-fix", ":write"))


def named(text: str, word: str) -> bool:
    """Does the error (lower case) speak of this word or option, as a word of its own?"""
    name = word.lower().partition("=")[0]
    bare = name.lstrip("-")
    if not any(char.isalnum() for char in bare):
        return False
    if len(bare) < 3:
        said = rf"(?:option|flag|switch|argument)s?:? ?[-'`\"]*.{{0,12}}{re.escape(bare)}(?![\w-])"
        return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])|" + said, text) is not None
    tail = bare.rstrip("/").rpartition("/")[2]
    whole = re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", text) is not None
    return whole or len(tail) > 3 and tail in text


def _same_program(failure, bad, good, gap) -> str:
    gone, new = difference(bad, good)
    if not gone and not new:
        return _around(failure, bad, good, gap)
    spoilt = "code" in failure.kinds and not failure.kinds & (WRONG | {"memory"})
    was, now = ([re.sub(r"\d", "", word) for word in words] for words in (gone, new))
    if spoilt or was == now or _narrows(failure, bad, gone, new):  # another number is a choice
        return ""
    told_gone = any(named(failure.text, word) for word in gone)
    told_new = any(named(failure.text, word) for word in new)
    wrong = failure.kinds & WRONG or told_gone and re.search(ABSENT, failure.text)
    if not _same_verb(bad, good):
        return _other_verb(failure, bad, good, gone, new)
    if all(word[:1] == "-" for word in gone):  # options dropped, options or words added
        if told_gone and wrong or told_new:
            return MEDIUM
        if not new:
            return MEDIUM if gap == 0 and "exists" in failure.text else ""
        checking = failure.kinds & {"code", "flaky"}
        fits = not checking or failure.kinds & {"usage", "memory", "missing_native"}
        return LOW if gap == 0 and fits else ""
    if not wrong or groups("does", bad.program) & {"file"}:
        return ""  # another file made or moved is other work
    if told_new:
        return MEDIUM
    if new and not any(similar(one, other) for one in gone for other in new):
        return ""
    return MEDIUM if told_gone and "unreachable" not in failure.kinds else LOW


def _other_verb(failure, bad, good, gone, new) -> str:
    """Another subcommand or target: there is no such one, or it is there already."""
    told_gone = any(named(failure.text, word) for word in gone)
    was, now = ([word for word in words if word[:1] != "-"] for words in (gone, new))
    if len(was) == len(now) == 1 and set(bad.args) & set(good.args):
        if was[0] in MAKES and now[0] in CHANGES:
            return MEDIUM
        if was[0] in CHANGES and now[0] in MAKES:
            return LOW
    related = set(bad.args[1:]) & set(good.args[1:]) or len(bad.args) + len(good.args) < 4
    said = re.search(INSTEAD, failure.text) or any("/" in word or "." in word for word in gone)
    told_new = any(named(failure.text, word) for word in heads(good.args, 1))
    if told_gone and told_new and related and said:
        return MEDIUM
    if not told_gone or not re.search(ABSENT, failure.text):
        return ""
    jobs = [groups("role", word) for word in (*gone, *new)]
    verbs = [next((word for word in heads(c.args, 3) if word not in RUNS), "") for c in (bad, good)]
    alike = similar(*verbs) or len(jobs) == 2 and jobs[0] & jobs[1]
    return MEDIUM if alike else ""


def _around(failure, bad, good, gap) -> str:
    """Program and arguments are the same: the wrapper, the variables or the path differ."""
    wrong = failure.kinds & (WRONG | {"permission", "environment"})
    if bad.via != good.via:
        told = wrong and any(named(failure.text, word) for word in (*bad.via, bad.program))
        known = told or failure.kinds & {"missing_program", "permission"}
        return MEDIUM if known else LOW if wrong or gap == 0 else ""
    added = [each for each in good.env if each not in bad.env]
    if sorted(bad.env) != sorted(good.env):
        if any(named(failure.text, each) for each in added):
            return MEDIUM
        return LOW if added and not failure.kinds & {"code", "flaky"} else ""
    if failure.kinds & {"missing_program", "missing_module", "version"}:
        return MEDIUM
    return LOW if bad.program != good.program and "syntax" in failure.text else ""


def _other_program(failure, bad, good, gap) -> str:
    alike, missing = peers(bad.program, good.program), "missing_program" in failure.kinds
    if "syntax" in failure.text and alike:
        return MEDIUM  # another shell, another interpreter
    tail, back = ([basename(word) for word in (call.program, *call.args)] for call in (bad, good))
    wrapped = back[-len(tail) :] == tail or tail[-len(back) :] == back
    # `docker-compose up` and `docker compose up`; `python` and `python3`; a slip of the pen
    one, two = ([*call.program.split("-"), *call.args] for call in (bad, good))
    slip = bad.args == good.args and similar(bad.program, good.program)
    if wrapped or one == two or slip:
        return MEDIUM if failure.kinds & (WRONG | PLACE) else ""
    if alike and same_job(bad.raw, good.raw):
        return MEDIUM if failure.kinds & WRONG else LOW if gap == 0 else ""
    if alike:
        return LOW if missing and gap == 0 else ""
    jobs = frozenset().union(*(groups("role", word) for word in heads(bad.args, 2)))
    if remedy.by_name(bad) and jobs & remedy.roles(good) and re.search(ABSENT, failure.text):
        return LOW if gap == 0 else ""
    if missing and named(failure.text, bad.program):
        return LOW if set(heads(bad.args, 6)) & set(heads(good.args, 6)) else ""
    return ""


def _same_verb(bad, good) -> bool:
    verbs = groups("world", bad.program) or remedy.by_name(bad)
    return heads(bad.args, 1) == heads(good.args, 1) or not verbs


def _narrows(failure, bad, gone, new) -> bool:
    """A run that now does less, or of a test, lint or build another part, proves nothing."""
    if any(arg.startswith(LESS) for arg in new):
        return True
    words = [arg for arg in new if arg[:1] != "-"]
    part = bool(words) and not gone and not failure.kinds & WRONG
    return part and bool(remedy.roles(bad) & {"test", "lint", "build"})


def similar(one: str, two: str) -> bool:
    """Is one a slip or a form of the other: `tets`/`test`, `migrate`/`db:migrate`?"""
    one, two = (word.lower().rstrip("/") for word in (one, two))
    one, two = (re.sub(r"(?<=\w)\.[a-z]{1,4}$", "", word) for word in (one, two))
    short, long = sorted((one, two), key=len)
    if len(short) < 3 or short in long:
        return one == two or len(short) > 2
    letters = iter(long)
    ends = len(short) > 4 and (short[0], short[-1]) == (long[0], long[-1])
    if ends and all(letter in letters for letter in short):
        return True  # `sklearn`, `scikit-learn`
    parts = [set(re.findall(r"[a-z0-9]{3,}", word)) for word in (one, two)]
    return bool(parts[0] & parts[1]) or _slip(one, two)


def _slip(one: str, two: str) -> bool:
    """Do two words differ in one place alone: by two letters at most, of short ones by a swap?"""
    most = 1 if len(one) < 5 else 2
    while one and one[:1] == two[:1]:
        one, two = one[1:], two[1:]
    while one and one[-1:] == two[-1:]:
        one, two = one[:-1], two[:-1]
    longest = max(len(one), len(two))
    return longest <= most or longest == 2 and sorted(one) == sorted(two)
