"""A command without what was true only that once; "" where nothing else is left to say."""

from __future__ import annotations

import re

LONGEST = 160  # characters of a command that is worth saying
SECRET = (
    r"(?i)\b(\w*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)\w*)="
    r"([^\s'\"]{3,}|'[^']{3,400}'|\"[^\"]{3,400}\")"
)
REDIRECTION = r"(?<!\S)(?:\d?>&\d|&?\d?>{1,2}\s*/dev/null|\d>&-)"
HASH = r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b"
TICKET = r"\b[A-Z]{2,10}-\d{1,6}\b"
TEMPORARY = r"/tmp/|/var/folders/|(?:^|[\s/])tmp/|mktemp|\.tmp\b|/private/tmp"
STAMP = r"\b20\d{2}[-_]?\d{2}[-_]?\d{2}\b|\b\d{10,}\b"
HEREDOC = ("<<", "$(cat", "EOF")
GIT_PUSH = r"\bgit push ((?:-u|--set-upstream) )?([\w./-]{1,60}) ([\w./-]{1,100})"
LASTING_BRANCHES = ("main", "master", "develop", "dev", "trunk", "HEAD", "--tags")


def general(text: str, roots=()) -> str:
    """The command without what was true only once; "" when nothing general is left."""
    text = " ".join(re.sub(REDIRECTION, " ", text).split())
    for root in roots:
        if len(root) > 2:
            text = re.sub(rf"(?:cd )?{re.escape(root)}(?:/?\s*&&\s*|$)", "", text)
            text = text.replace(root + "/", "").replace(root, ".")
    text = re.sub(SECRET, r"\1=…", text) if "=" in text else text
    text = re.sub(GIT_PUSH, _push, text)
    if not text or len(text) > LONGEST or any(mark in text for mark in HEREDOC):
        return ""
    return "" if of_the_moment(text) else text


def of_the_moment(text: str) -> bool:
    """Return True if the command names a commit, a ticket, a date, a temporary path."""
    return any(re.search(pattern, text) for pattern in (TEMPORARY, TICKET, STAMP, HASH))


def _push(match) -> str:
    upstream, remote, branch = match.groups()
    if branch in LASTING_BRANCHES or branch[:1] == "-" or ":" in branch:
        return match.group()
    return f"git push {upstream or ''}{remote} HEAD"
