"""What shell lines are: what can be told without taking one apart, and the table of programs."""

# programs that only look whatever follows them, as long as that is plain words
LOOKERS = frozenset(
    "ls ll cat bat head tail less more wc which whereis type printenv pwd whoami id stat file "
    "du df ps grep egrep fgrep readlink realpath basename dirname cd echo true false sleep "
    "test man".split()
)
GIT_LOOKS = frozenset(("git status", "git diff --stat", "git log --oneline", "git branch"))
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._/,:@%+-")
_kinds: dict = {}


def is_plainly_read_only(command: str) -> bool:
    """Return True if a line is one plain call of such a program, without quotes or operators."""
    if not command or not PLAIN.issuperset(command):
        return False
    return command.partition(" ")[0] in LOOKERS or command in GIT_LOOKS


def named(line: str, most: int) -> str:
    """A command as a person names it, "" for none: without the folder it is run in, redirections
    and filters, and in its first two words where it has quotes or over `most` characters."""
    parts = [part.strip() for part in line.replace(";", "&&").split("&&")]
    text = next((part for part in parts if part and part.split()[0] != "cd"), "")
    words = text.partition(" | ")[0].split()
    words = words[: next((n for n, word in enumerate(words) if ">" in word or "<" in word), None)]
    whole = " ".join(words)
    is_plain = len(whole) <= most and not any(mark in whole for mark in "\"'`$(")
    return whole if is_plain else " ".join(words[:2])


def programs(kind: str) -> dict:
    """Program -> its words, of one kind of rows (explained at the top of programs.tsv)."""
    if not _kinds:
        from reflexion.text.tables import rows

        for name_of_kind, names, *words in rows("shell/programs.tsv"):
            row = names.split() if name_of_kind == "peers" else " ".join(words).split()
            for name in names.split():
                _kinds.setdefault(name_of_kind, {}).setdefault(name, []).extend(row)
    return _kinds[kind]


def words_of(kind: str, program: str) -> list:
    """The words of a program's rows of one kind; those of all programs (`*`) are not among them."""
    return programs(kind).get(program, [])


def name_of(program: str) -> str:
    """The name a program is compared by: that of `python3` is python."""
    return (words_of("alias", program) or [program])[0]


def peers(one: str, other: str) -> bool:
    """Return True if two programs do the same job: they share a row of the kind `peers`."""
    return one == other or other in words_of("peers", one)
