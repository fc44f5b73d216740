"""The cheap half of read_only, for hooks that decide before anything is imported."""

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
