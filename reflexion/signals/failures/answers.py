"""Non-zero exits that answer a question: nothing went wrong. A row says for which program (and words), which statuses, and why."""

from __future__ import annotations

from reflexion.signals.commands.read_only import heads, relays
from reflexion.signals.commands.table import programs

NO_MATCH = "a search without a match"
DIFFERS = "a comparison that found differences"
TEST = "a test that was false"
NOT_THERE = "a look whether something is there"
STATE = "a question about a state"
LISTED = "a listing of what is out of date"

ANY = range(1, 256)
ONE = (1,)

# (reason, statuses, calls): a call is a program and the words that have to follow it; of options joined by | one has to be there
ANSWERS = (
    (
        NO_MATCH,
        ONE,
        """grep; egrep; fgrep; zgrep; rg; ag; ack; ugrep; pcregrep; git grep; findstr; look; fzf; locate; mdfind; fd -q|--quiet; fdfind -q|--quiet;
        npm ls; npm list; pnpm why""",
    ),
    (
        DIFFERS,
        ONE,
        """diff; cmp; colordiff; sdiff; icdiff; difft; zdiff; delta; dyff; git diff; git diff-index; git diff-files; git diff-tree; git log --exit-code;
        kubectl diff; svn diff; hg diff; pulumi preview --expect-no-changes""",
    ),
    (
        DIFFERS,
        (2,),
        "terraform plan -detailed-exitcode; tofu plan -detailed-exitcode; helm diff --detailed-exitcode; helmfile diff --detailed-exitcode",
    ),
    (TEST, ONE, "test; [; [[; ((; expr; let; yq -e|--exit-status"),
    (TEST, (1, 4), "jq -e|--exit-status|-re|-er|-ce|-ec"),
    (
        NOT_THERE,
        ANY,
        """which; type; whence; whereis; hash; where; command -v|-V; pyenv which; rbenv which; asdf which; mise which; nodenv which; conda list; man;
        tldr; apropos; getent; gpg --list-keys|-k|-K|--list-secret-keys""",
    ),
    (
        NOT_THERE,
        ONE,
        """pgrep; pidof; lsof; fuser; pkill; killall; id; ps; mountpoint; screen -ls|-list; tmux has-session; tmux has; dpkg -s|-l|-L|-S|--status|-W;
        dpkg-query -s|-l|-W|-f|-L; rpm -q|-qi|-ql|-qa|--query; pacman -Q|-Qi|-Ql; brew list; launchctl list; pip show; pip3 show; uv pip show; snap list;
        crontab -l; ssh-add -l|-L; gh auth status; git stash show""",
    ),
    (
        STATE,
        ONE,
        """git check-ignore; git merge-base --is-ancestor; git show-ref; git ls-files --error-unmatch; git symbolic-ref -q|--quiet; git check-ref-format;
        git config --get|--get-all|--get-regexp|--get-urlmatch|get|--unset|--bool|--type; tmux ls; tmux list-sessions; kill -0; ssh -T""",
    ),
    (
        STATE,
        (1, 2, 128),
        "git rev-parse --verify|-q|--quiet|--is-inside-work-tree; git cat-file -e; git ls-remote --exit-code; git describe --exact-match",
    ),
    (
        STATE,
        (1, 2, 3),
        """pg_isready; mysqladmin ping; nc -z|-zv|-vz|-zvw1|-zw1|-zvn|-nzv|-vzw1|-nz; ncat -z|-zv|-vz; kubectl auth can-i; systemd-detect-virt; host;
        nslookup; svn info; read; true""",
    ),
    (
        STATE,
        ANY,
        "systemctl is-active; systemctl is-enabled; systemctl is-failed; systemctl is-system-running; supervisorctl status",
    ),
    (STATE, (3,), "systemctl status; service status; rc-service status"),
    (
        LISTED,
        (1, 100),
        """npm outdated; pnpm outdated; yarn outdated; bundle outdated; composer outdated; cargo outdated --exit-code; ncu -e|--errorLevel; hg incoming;
        hg outgoing; dnf check-update; yum check-update""",
    ),
)

# looking at a path that may not be there: left out when that is all they complain of
NOT_FOUND = (
    "no such file or directory",
    "cannot access",
    "not found",
    "does not exist",
    "cannot open",
    "no matches found",
)


def answers(call, status: int) -> str:
    """Why a call that ended in this status did not fail, "" when it did."""
    if (
        call.program == "git"
        and call.args[:1] == ["config"]
        and len(call.args) == 2
        and "." in call.args[1]
        and status == 1
    ):
        return STATE  # git config some.key
    plain = [*heads(call.args), *[arg for arg in call.args if arg[:1] != "-"]]
    for reason, statuses, rows in ANSWERS:
        if status in statuses or _by_xargs(call, status):
            for row in rows.split(";"):
                words = row.split()
                if words[0] == call.program and _asks(call, plain, words[1:]):
                    return reason
    return ""


def _asks(call, plain, words) -> bool:
    """Whether a call has all these words; of options joined by | one."""
    for word in words:
        if "|" in word or word[:1] == "-":
            if not any(arg.partition("=")[0] in word.split("|") for arg in call.args[:20]):
                return False
        elif word not in plain[:3]:
            return False
    return True


def _by_xargs(call, status) -> bool:
    return status == 123 and "xargs" in call.via


def only_looked(call, lines) -> bool:
    """Whether a call merely looked for a path, and every line it printed of its own says that it is not there."""
    if call.program not in programs("look") or not relays(call) or not lines:
        return False
    own = [
        line.lower()
        for line in lines
        if line.startswith((call.program + ":", "/bin/" + call.program, "/usr/bin/" + call.program))
        or "no matches found: " in line
    ]
    return (
        bool(own)
        and not any(" cd: " in line for line in lines)
        and all(any(words in line for words in NOT_FOUND) for line in own)
    )
