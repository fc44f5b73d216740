"""What hooks ask of a command line before anything is imported."""

# programs that only look whatever follows them, as long as that is plain words
LOOKERS = frozenset(
    "ls ll cat bat head tail less more wc which whereis type printenv pwd whoami id stat file "
    "du df ps grep egrep fgrep readlink realpath basename dirname cd echo true false sleep "
    "test man".split()
)
GIT_LOOKS = frozenset(("git status", "git diff --stat", "git log --oneline", "git branch"))
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._/,:@%+-")


def is_plainly_read_only(command: str) -> bool:
    """Return True if a line is one plain call of such a program, without quotes or operators."""
    if not command or not PLAIN.issuperset(command):
        return False
    return command.partition(" ")[0] in LOOKERS or command in GIT_LOOKS


def named(line: str, most: int) -> str:
    """A command as a person names it, "" for none: without the folder it is run in, redirections
    and filters, and in its first two words where it has quotes or over `most` characters.
    """
    parts = [part.strip() for part in line.replace(";", "&&").split("&&")]
    text = next((part for part in parts if part and part.split()[0] != "cd"), "")
    words = text.partition(" | ")[0].split()
    words = words[: next((n for n, word in enumerate(words) if ">" in word or "<" in word), None)]
    whole = " ".join(words)
    is_plain = len(whole) <= most and not any(mark in whole for mark in "\"'`$(")
    return whole if is_plain else " ".join(words[:2])
