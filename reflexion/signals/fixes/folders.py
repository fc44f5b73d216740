"""Where steps of a session ran: the project's folders, the one of a call, whose file was edited."""

from __future__ import annotations

from reflexion.signals.fixes.attribution import Failure, calls


def roots_of(record: dict, now: dict, steps: list) -> list:
    """The folders that these steps ran in, the uppermost first."""
    folders = {step["cwd"].rstrip("/") for step in (record, now, *steps)}
    return sorted((each for each in folders if each[:1] == "/"), key=len)


def folder_of(
    record: dict, now: dict, failure: Failure, line: list, place: int, roots: list
) -> str:
    """Where the command works now, from the root ("." = the root); "" = where it failed."""
    top = next(iter(roots), "")
    was = _in(record, calls(failure.command), top)
    here = _in(now, line[:place], top)
    if was == here or not top:
        return ""
    if here == top:
        return "."
    return here[len(top) + 1 :] if here.startswith(top + "/") else ""


def _in(step: dict, before: list, top: str) -> str:
    """The folder that a step is in behind these calls of its line; `top`: the project's."""
    base = step["cwd"].rstrip("/")
    for call in reversed(before):
        if call.program in ("cd", "pushd") and call.args:
            path = call.args[-1]
            if path[:1] == "/":
                return path.rstrip("/")
            below = "" if path[:1] in ("~", "$", "-") else path.rstrip("/")
            return base if _went(base, below, top) else f"{base}/{below}".rstrip("/.")
    return base


def _went(base: str, below: str, top: str) -> bool:
    """Is `base` where a `cd` led to? Claude Code tells the folder that a command ended in, other
    hosts the one that it began in."""
    above = base.removesuffix(f"/{below.removeprefix('./')}")
    return above != base and (above == top or above.startswith(top + "/"))


def is_of_project(step: dict, roots: list) -> bool:
    """Was the step an edit of a file of the project? One elsewhere (`~/.npmrc`) is a remedy."""
    path = _slashed(step.get("path"))
    is_absolute = path[:1] == "/" or path[1:3] == ":/"
    inside = any(path.startswith(_slashed(root).rstrip("/") + "/") for root in roots)
    return bool(path) and (inside or not is_absolute or not roots)


def _slashed(path) -> str:
    return str(path or "").replace("\\", "/")
