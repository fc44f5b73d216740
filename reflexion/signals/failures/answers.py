"""Non-zero exits that answer a question: nothing went wrong. A row says for which program (and words), which statuses, and why."""
from __future__ import annotations

from .readers import plain_words

NO_MATCH = "a search without a match"
DIFFERS = "a comparison that found differences"
TEST = "a test that was false"
NOT_THERE = "a look whether something is there"
STATE = "a question about a state"
LISTED = "a listing of what is out of date"

ANY = range(1, 256)
ONE = (1,)

# program, or program and the word that follows -> (statuses, reason); "program -x" asks for the option anywhere
ANSWERS = {
    **dict.fromkeys("grep egrep fgrep zgrep rg ag ack ugrep pcregrep git\0grep findstr look fzf fd fdfind locate mdfind npm\0ls npm\0list pnpm\0why".split(), (ONE, NO_MATCH)),
    **dict.fromkeys("diff cmp colordiff sdiff icdiff difft zdiff delta git\0diff git\0diff-index git\0diff-files git\0diff-tree kubectl\0diff svn\0diff hg\0diff dyff vimdiff".split(), (ONE, DIFFERS)),
    **dict.fromkeys("test [ [[ (( expr let".split(), (ONE, TEST)),
    **dict.fromkeys("which type command whence whereis hash where pyenv\0which rbenv\0which asdf\0which mise\0which nodenv\0which conda\0list man tldr getent gpg\0--list-keys gpg\0-k apropos".split(), (ANY, NOT_THERE)),
    **dict.fromkeys("pgrep pidof lsof fuser pkill killall id ps screen tmux\0has-session tmux\0has screen docker\0inspect\0-q mountpoint dpkg dpkg-query rpm pacman\0-Q brew\0list launchctl\0list "
                    "pip\0show pip3\0show snap\0list crontab\0-l ssh-add gh\0auth git\0stash\0show".split(), (ONE, NOT_THERE)),
    **dict.fromkeys("git\0check-ignore git\0merge-base git\0show-ref git\0ls-files git\0symbolic-ref git\0check-attr git\0config git\0var git\0check-ref-format git\0replay".split(), (ONE, STATE)),
    **dict.fromkeys("tmux\0ls tmux\0list-sessions".split(), (ONE, STATE)),
    **dict.fromkeys("git\0rev-parse git\0cat-file git\0ls-remote git\0describe".split(), ((1, 2, 128), STATE)),
    **dict.fromkeys("pg_isready mysqladmin\0ping nc ncat kubectl\0auth systemd-detect-virt host nslookup getopt svn\0info read true".split(), ((1, 2, 3, 9), STATE)),
    **dict.fromkeys("systemctl\0is-active systemctl\0is-enabled systemctl\0is-failed systemctl\0is-system-running supervisorctl\0status".split(), (ANY, STATE)),
    **dict.fromkeys("systemctl\0status service rc-service".split(), ((3,), STATE)),
    **dict.fromkeys("npm\0outdated pnpm\0outdated yarn\0outdated bundle\0outdated composer\0outdated hg\0incoming hg\0outgoing dnf\0check-update yum\0check-update".split(), ((1, 100), LISTED)),
}

# these answer only when the option is there
ONLY_WITH = {
    "git\0merge-base": ("--is-ancestor",), "git\0ls-files": ("--error-unmatch",), "git\0rev-parse": ("--verify", "-q", "--quiet", "--is-inside-work-tree"), "git\0describe": ("--exact-match",), "git\0cat-file": ("-e",),
    "git\0config": ("--get", "--get-all", "--get-regexp", "--get-urlmatch", "get", "--unset", "--bool", "--type"), "git\0ls-remote": ("--exit-code",), "git\0symbolic-ref": ("-q", "--quiet"),
    "nc": ("-z", "-zv", "-vz", "-zvw1", "-zw1", "-zvn", "-nzv", "-vzw1", "-nz"), "ncat": ("-z", "-zv", "-vz"), "screen": ("-ls", "-list"), "dpkg": ("-s", "-l", "-L", "-S", "--status", "-W"), "dpkg-query": ("-s", "-l", "-W", "-f"), "rpm": ("-q", "-qi", "-ql", "-qa", "--query"),
    "ssh-add": ("-l", "-L"), "service": ("status",), "rc-service": ("status",), "gh\0auth": ("status",), "kubectl\0auth": ("can-i",), "fd": ("-q", "--quiet"),
    "fdfind": ("-q", "--quiet"), "read": ("-t", "-r", "-p"), "kubectl\0diff": (), "conda\0list": (), "type": (), "command": ("-v", "-V"),
}

# options that turn a status into an answer: (program, option) -> (statuses, reason)
OPTIONS = {
    ("jq", "-e"): ((1, 4), TEST), ("jq", "--exit-status"): ((1, 4), TEST), ("jq", "-re"): ((1, 4), TEST), ("jq", "-er"): ((1, 4), TEST), ("yq", "-e"): (ONE, TEST), ("yq", "--exit-status"): (ONE, TEST),
    ("terraform", "-detailed-exitcode"): ((2,), DIFFERS), ("tofu", "-detailed-exitcode"): ((2,), DIFFERS), ("helm", "--detailed-exitcode"): ((2,), DIFFERS), ("pulumi", "--expect-no-changes"): (ONE, DIFFERS),
    ("ssh", "-T"): (ONE, STATE), ("curl", "--head-only"): (ONE, STATE), ("ping", "-c1"): (ONE, STATE), ("sshd", "-t"): ((), STATE), ("kill", "-0"): (ONE, STATE), ("ncu", "-e"): (ONE, LISTED),
    ("git", "--exit-code"): (ONE, DIFFERS), ("git", "--quiet"): (ONE, DIFFERS), ("cargo", "--exit-code"): (ONE, LISTED), ("rg", "--files"): (ONE, NO_MATCH), ("file", "--mime"): ((), STATE),
}

# looking at a path that may not be there: left out when that is all they complain of
LOOKERS = frozenset("ls ll la exa eza lsd dir cat bat head tail less more stat file readlink realpath".split())
NOT_FOUND = ("no such file or directory", "cannot access", "not found", "does not exist", "cannot open", "no matches found")


def answers(call, status: int) -> str:
    """Why a call that ended in this status did not fail, "" when it did."""
    if call.program == "git" and call.args[:1] == ["config"] and len(call.args) == 2 and "." in call.args[1] and status == 1:
        return STATE  # git config some.key
    options = (OPTIONS.get((call.program, arg)) for arg in call.args[:20])
    for statuses, reason in filter(None, options):
        if status in statuses and (call.program != "git" or plain_words(call.args)[:1] in (["diff"], ["log"])):
            return reason
    for key in _keys(call):
        row, only = ANSWERS.get(key), ONLY_WITH.get(key)
        if row and (status in row[0] or _by_xargs(call, status)) and (not only or any(arg in only or arg.partition("=")[0] in only for arg in call.args)):
            return row[1]
    return ""


def _keys(call):
    plain = plain_words(call.args)
    words = [call.program, *call.args[:2]]
    return {"\0".join(words[:1]), "\0".join(words[:2]), "\0".join(words[:3]), *(["\0".join([call.program, plain[0]])] if plain else [])}


def _by_xargs(call, status) -> bool:
    return status == 123 and "xargs" in call.via


def only_looked(call, lines) -> bool:
    """Whether a call merely looked for a path, and every line it printed of its own says that it is not there."""
    if call.program not in LOOKERS or not lines:
        return False
    own = [line.lower() for line in lines if line.startswith((call.program + ":", "/bin/" + call.program, "/usr/bin/" + call.program)) or "no matches found: " in line]
    return bool(own) and not any(" cd: " in line for line in lines) and all(any(words in line for words in NOT_FOUND) for line in own)
