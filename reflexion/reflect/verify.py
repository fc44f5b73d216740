"""Phase five: does all that was written stand?"""

from __future__ import annotations

from reflexion.reflect import front_matter, handoff, tiers
from reflexion.reflect.undo import text_of
from reflexion.store.entries import Store


def verify(work, keep: bool = False) -> dict:
    """{"ok", "checked", "problems", "removed"}; the hand-off folder goes when all is well."""
    done = work.hand.load(handoff.DONE, list)
    problems = [problem for problem in map(_problem, done) if problem]
    removed = work.hand.path if not problems and not keep and work.hand.remove() else ""
    return {"ok": not problems, "checked": len(done), "problems": problems, "removed": removed}


def _problem(row: dict) -> str:
    """What is wrong with one thing that was written; "" when it stands."""
    path = row["path"]
    title = row["title"]
    try:
        if row["where"] == "entry":
            return "" if Store(row["store"]).read(row["id"]) else f"{row['id']} is gone"
        text = text_of(path)
        if title not in text:
            return f"{path} does not hold it: {title}" if text else f"{path} is gone, or empty"
        if row["where"] != "memory":
            front_matter.split(text)
        elif len(text.splitlines()) > tiers.MAX_MEMORY:
            return f"{path} has more than {tiers.MAX_MEMORY} lines"
    except (OSError, ValueError) as error:
        return f"{path}: {getattr(error, 'strerror', None) or error}"
    return ""
