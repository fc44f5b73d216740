"""What a command line is: this package is the only reader of one. Pure, runs nothing.

    parser.calls(line)          its simple commands: program, what wraps it, arguments, operator
    shape.shape(line)           how it is named: its words, without what is true only once
    shape.words(line)           (program, verb)
    compare.caller(line)        "program job" by which two mistakes are told apart
    compare.same_command, same_job   the very same, or the same in another form?
    changes.changed(one, other) [(gone, new)]: what differs
    status.hides_status(line)   may a part of it fail, and the line end in 0?
    read_only.only_looks(line)   does it only look?  read_only.polls(line)   does it only wait?

Here stands what can be told without taking a line apart, and the table of programs.
"""

# programs that only look whatever follows them, as long as that is plain words
LOOKERS = frozenset(
    "ls ll cat bat head tail less more wc which whereis type printenv pwd whoami id stat file "
    "du df ps grep egrep fgrep readlink realpath basename dirname cd echo true false sleep "
    "test man".split()
)
GIT_LOOKS = frozenset(("git status", "git diff --stat", "git log --oneline", "git branch"))
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._/,:@%+-")
TABLE = "shell/programs.tsv"
_kinds: dict = {}  # of the kinds that were asked for: a command concerns few of them


def is_plainly_read_only(command: str) -> bool:
    """Return True if a line is one plain call of such a program, without quotes or operators."""
    if not command or not PLAIN.issuperset(command):
        return False
    return command.partition(" ")[0] in LOOKERS or command in GIT_LOOKS


def programs(kind: str) -> dict:
    """Program -> its words, of one kind of rows (explained at the top of programs.tsv)."""
    if kind not in _kinds:
        from reflexion.text.tables import rows

        known: dict = {}
        for names, *words in (row for own, *row in rows(TABLE) if own == kind):
            row = names.split() if kind == "peers" else " ".join(words).split()
            for name in names.split():
                known.setdefault(name, []).extend(row)
        _kinds[kind] = known
    return _kinds[kind]


def words_of(kind: str, program: str) -> list:
    """The words of a program's rows of one kind; those of all programs (`*`) are not among them."""
    return programs(kind).get(program, [])


def is_short(word: str) -> bool:
    """Is it an option of single letters: "-v", "-xe", not "--verbose"?"""
    return word[:1] == "-" and word[1:2] != "-"


def name_of(program: str) -> str:
    """The name a program is compared by: that of `python3` is python."""
    return (words_of("alias", program) or [program])[0]


def peers(one: str, other: str) -> bool:
    """Return True if two programs do the same job: they share a row of the kind `peers`."""
    return one == other or other in words_of("peers", one)
