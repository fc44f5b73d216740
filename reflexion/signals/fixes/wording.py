"""A fix in the words that a person would use, without what was true only that once."""

import re

from reflexion.shell.parser import calls
from reflexion.shell.read_only import looks
from reflexion.shell.shape import true_once

LONGEST = 160  # characters of a command that is worth saying
SECRET = (
    r"(?i)\b(\w*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)\w*)="
    r"([^\s'\"]{3,}|'[^']{3,400}'|\"[^\"]{3,400}\")"
)
REDIRECTION = r"(?<!\S)(?:\d?>&\d|&?\d?>{1,2}\s*/dev/null|\d>&-)"
SCRIPT = ("<<", "$(cat", "EOF")  # a text that was written for this once
NUMBERED = ("gh", "glab", "hub", "kill")  # programs whose numbers name one thing of many
MOST_DIGITS = 5
GIT_PUSH = r"\bgit push ((?:-u|--set-upstream) )?([\w./-]{1,60}) ([\w./-]{1,100})"
LASTING_BRANCHES = ("main", "master", "develop", "dev", "trunk", "HEAD", "--tags")


def general(text: str, roots=()) -> str:
    """A command without what was true only once; "" when nothing general is left."""
    text = " ".join(re.sub(REDIRECTION, " ", text).split())
    for root in roots:
        if len(root) > 2:
            text = re.sub(rf"(?:cd )?{re.escape(root)}(?:/?\s*&&\s*|$)", "", text)
            text = text.replace(root + "/", "").replace(root, ".")
    text = re.sub(SECRET, r"\1=…", text) if "=" in text else text
    text = re.sub(GIT_PUSH, _push, text)
    return "" if len(text) > LONGEST or _of_the_moment(text) else text


def _of_the_moment(text: str) -> bool:
    """Does a command hold what no later session has: a temporary path, a ticket, a commit, the
    number of a pull request, one test file, a folder elsewhere?"""
    if any(mark in text for mark in SCRIPT) or "../" in text:
        return True
    words = text.replace("=", " ").replace("'", " ").replace('"', " ").split()
    numbered = any(word in NUMBERED for word in words)
    for word in words:
        is_number = word.isdigit() and len(word) <= MOST_DIGITS
        if true_once(word) and (numbered or not is_number):
            return True
    return False


def _push(match) -> str:
    upstream, remote, branch = match.groups()
    if branch in LASTING_BRANCHES or branch[:1] == "-":
        return match.group()
    return f"git push {upstream or ''}{remote} HEAD"


def use_instead(good: str, bad: str) -> str:
    return f"Use {_tick(good)}{' instead of ' + _tick(bad) if bad != good else ''}."


def run_first(commands: list) -> str:
    """commands: up to 3 texts."""
    return f"Run {_and([_tick(text) for text in commands])} first."


def in_folder(command: str, folder: str) -> str:
    if folder == ".":
        return f"Run {_tick(command)} in the project's root folder."
    return f"Run it in {_tick(folder)}: {_tick('cd ' + folder + ' && ' + command)}."


def _tick(text: str) -> str:
    """In backquotes; a text that holds some is put in double ones."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _and(items: list) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def source(line: str, call) -> str:
    """What a person would name for this call of a line: its pipe, without the looks at its end."""
    parts = calls(line)
    place = next((n for n, each in enumerate(parts) if _is_same(each, call)), None)
    if place is None:
        return call.raw
    first = _pipe_begins(parts, place)
    last = _pipe_ends(parts, place)
    text = " | ".join(each.raw for each in parts[first : last + 1])
    return text + " &" if parts[last].op == "&" else text


def _is_same(one, other) -> bool:
    """Do two calls stand in one place? All those of a `bash -c` script begin where it does."""
    return (one.start, one.raw) == (other.start, other.raw)


def _pipe_begins(parts: list, place: int) -> int:
    """The place of the first call of the pipe that the call at `place` stands in."""
    while place and _is_piped(parts[place - 1], parts[place]):
        place -= 1
    return place


def _is_piped(one, following) -> bool:
    return one.op == "|" and one.depth == following.depth


def _pipe_ends(parts: list, place: int) -> int:
    """The place of the last call of that pipe that does more than look; `place` itself at least."""
    last = place
    while parts[last].op == "|" and last + 1 < len(parts):
        last += 1
    while last > place and looks(parts[last]):
        last -= 1
    return last
