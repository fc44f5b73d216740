"""What is said of a command: its words, without what is true only once. Imports no `re`."""

from reflexion.shell import peers, words_of
from reflexion.shell.compare import MESSAGES, NEUTRAL, main_call, runs_scripts
from reflexion.shell.parser import SHELLS
from reflexion.shell.read_only import heads

MOST = 80  # characters of a command as it is said
TEXT = frozenset(" \t\r\n\"'`$(){}<>|;\\\u2039\u203a")  # a word with one of these is no name
DIGITS = frozenset("0123456789")
HEX = frozenset("0123456789abcdef")
LEFT_OUT = (*NEUTRAL, *SHELLS, "eval", "env")  # wrappers that nobody would say
OF_A_WRAPPER = DIGITS | {"-"}  # how its numbers and options begin
SYSTEM = ("/usr/", "/bin/", "/sbin/", "/etc/", "/opt/", "/lib", "/dev/", "/proc/", "/sys/")
LASTING_BRANCHES = ("main", "master", "develop", "dev", "trunk", "HEAD", "origin", "upstream")
# verbs of git whose further words are branches, commits or files of the moment
OF_BRANCHES = (
    "push pull fetch checkout switch merge rebase branch cherry-pick revert reset log diff show "
    "tag add rm mv restore apply am"
).split()
BRANCH_OPTIONS = ("--head", "--base", "--branch", "-b", "-B", "-c", "--source-branch", "--ref")
MAKING = ("-b", "-B", "-c")  # make what they name: said without it
SCRIPT_OPTIONS = ("-c", "-e")  # said even though what they run is left out
GIT_LIKE = ("git", "gh", "glab", "hub", "hg", "svn")


def words(line: str) -> tuple:
    """Return (program, verb) of the first call of a line that does its work: ("npm", "build") for
    `bash -lc 'cd x && npm run build'`, ("git", "status") for `git -C lib status`. "" for none."""
    call = main_call(line)
    if call is None:
        return "", ""
    found = [word for word in heads(call.args, 4, call.program) if TEXT.isdisjoint(word)]
    if found[1:] and found[0] in ("run", "run-script") and peers("npm", call.program):
        found = found[1:]  # `npm test` is `npm run test`
    return call.program, (found or [""])[0]


def shape(line: str, most: int = MOST) -> str:
    """Return a command as a person names it, "" for none; at most `most` characters.

    It is the first call of the line that does its work, as written, with what wraps it, without
    folder, redirections, filters, texts, messages, branches, numbers, ids, dates, temporary and
    absolute paths and single test files. What is too long is named by program and verb."""
    call = main_call(line)
    if call is None:
        return ""
    program = call.program if _elsewhere(call.written) else call.written
    front = [*_plain_settings(call.env), *_wrapping(call), program]
    text = " ".join([*front, *_lasting(call)])
    if len(text) <= most:
        return text
    verbs = [word for word in heads(call.args, 2, call.program) if not _passes(call, word)]
    text = " ".join([program, *verbs])
    return text if len(text) <= most else program[:most]


def true_once(word: str) -> bool:
    """Return True for a word that names something of the moment: see OF_THE_MOMENT."""
    return any(is_one(word) for is_one in OF_THE_MOMENT)


def _wrapping(call) -> list:
    """The words in front of the program that a person would say: no shell, no `timeout 5`."""
    via = list(call.via)
    while via and via[0].rpartition("/")[2] in LEFT_OUT:
        via = via[1:]
        while via and via[0][:1] in OF_A_WRAPPER:
            via = via[1:]
    return [] if any(true_once(word) or not TEXT.isdisjoint(word) for word in via) else via


def _plain_settings(env) -> list:
    """NAME=value words in front of a command, without long ones and what was redacted."""
    kept = []
    for setting in env:
        value = setting.partition("=")[2]
        if len(value) <= 16 and value[:1] != "[" and not _passes_anywhere(value):
            kept.append(setting)
    return kept


def _lasting(call) -> list:
    """The arguments without those that pass, and without the options that only name them."""
    kept = []
    skip = False
    for arg, after in zip(call.args, [*call.args[1:], ""]):
        if skip:
            skip = False
            continue
        is_kept, skip = _weighed(call, arg, after)
        if is_kept:
            kept.append(arg)
    return kept[:-1] if kept[-1:] == ["--"] else kept


def _weighed(call, arg: str, after: str) -> tuple:
    """(is an argument said, is the next one, `after`, left out with it)."""
    if _names_a_moment(call, arg):
        return arg in MAKING, "=" not in arg
    if after[:1] in ("", "-") or not _takes(call, arg):
        return not _passes(call, arg), False
    passes = _passes(call, after)
    is_script = arg in SCRIPT_OPTIONS and runs_scripts(call.program)
    return not passes or is_script, passes


def _takes(call, arg: str) -> bool:
    """Is it an option whose value is the next word?"""
    if arg in words_of("valued", "*") or arg in words_of("valued", call.program):
        return arg not in words_of("unvalued", call.program)
    return False


def _names_a_moment(call, arg: str) -> bool:
    """Is it an option whose value is a message or a branch?"""
    return call.program in GIT_LIKE and arg.partition("=")[0] in (*MESSAGES, *BRANCH_OPTIONS)


def _passes(call, word: str) -> bool:
    """Return True for a word of a call that says nothing of the next such call."""
    if _passes_anywhere(word.rpartition("=")[2]):
        return True
    verbs = heads(call.args, 1, call.program)
    if call.program not in GIT_LIKE or word[:1] == "-" or word in verbs:
        return False
    return bool(verbs) and verbs[0] in OF_BRANCHES and word not in LASTING_BRANCHES


def _passes_anywhere(word: str) -> bool:
    return not TEXT.isdisjoint(word) or true_once(word)


def _number(word: str) -> bool:
    """12, #12, 1,3p, pulls/12/files, 2026-03-31"""
    for piece in word.split("/"):
        bare = piece.lstrip("#+").rstrip("pPdkKmMGs").replace(",", "")
        if bare[:1].isdecimal() and DIGITS.issuperset(bare.replace("-", "")):
            return True
    return False


def _identifier(word: str) -> bool:
    """A commit, a UUID, an id of digits, a random name."""
    plain = "".join(char if char.isalnum() else " " for char in word.lower())
    return any(map(_is_drawn, plain.split()))


def _is_drawn(piece: str) -> bool:
    """Six digits, seven or more of digits and a to f, or letters and digits that take turns."""
    digits = sum(char in DIGITS for char in piece)
    if digits >= 6:
        return True
    if 0 < digits < len(piece) >= 7 and HEX.issuperset(piece):
        return True
    turns = sum((a in DIGITS) != (b in DIGITS) for a, b in zip(piece, piece[1:]))
    return len(piece) >= 8 and turns > 2


def _dated(word: str) -> bool:
    """dump-2026-03-31.sql, 2026_03_31"""
    at = word.find("20")
    digits = "".join(char for char in word[at : at + 10] if char not in "-_/") if at >= 0 else ""
    return len(digits) >= 8 and DIGITS.issuperset(digits[:8])


def _ticket(word: str) -> bool:
    """ABC-123, x/ABC-123-fix"""
    for piece in word.replace("/", " ").replace("_", " ").split():
        name, number, *_ = [*piece.split("-"), ""]
        if 1 < len(name) <= 10 and name.isalpha() and name.isupper() and number.isdigit():
            return True
    return False


def _temporary(word: str) -> bool:
    """/tmp/x, x.tmp"""
    return word.startswith("tmp/") or "/tmp/" in word or word.endswith((".tmp", ".swp"))


def _elsewhere(word: str) -> bool:
    """An absolute path that is not the system's, or one below the home folder."""
    drive = word[1:3] in (":\\", ":/") and word[:1].isalpha()
    return drive or word[:1] in ("/", "~") and len(word) > 1 and not word.startswith(SYSTEM)


def _test_file(word: str) -> bool:
    """test_zoo.py, src/zoo.spec.ts, a test in one; not the folder tests/."""
    name = word.partition("::")[0].replace("\\", "/").rpartition("/")[2].lower()
    stem, dot, ending = name.rpartition(".")
    is_test = "test" in stem or "spec" in stem
    return bool(dot) and is_test and "*" not in word and 0 < len(ending) <= 5 and ending.isalpha()


OF_THE_MOMENT = (
    _number,
    _identifier,
    _dated,
    _ticket,
    _temporary,
    _elsewhere,
    _test_file,
)
