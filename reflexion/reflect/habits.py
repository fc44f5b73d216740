"""What a session did again and again: tools chosen, checks after edits, what changed together."""

from __future__ import annotations

import os
import re

from reflexion.reflect.orders import patterns, words
from reflexion.signals.commands.parse import calls

THREE = 3  # instances from which it is a pattern
MOST = 400  # keys that each table holds
KEPT = 6  # lines kept as evidence of each
PAIRED = 12  # files of one turn that are paired
MOSTLY = 0.75
EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch")


class Tally(dict):
    """key -> [how often it was seen, the first and the latest lines of it], of MOST keys."""

    def note(self, key, line: int) -> None:
        if key not in self and len(self) >= MOST:
            rare = [key for key, (count, _) in self.items() if count < THREE]
            rare = rare or sorted(self, key=self.count)
            for other in rare[: max(1, len(rare) // 2)]:
                del self[other]
        count, lines = self.get(key, (0, []))
        if line not in lines[-1:]:
            lines = [*lines, line]
            if len(lines) > KEPT:
                del lines[KEPT // 2]
            self[key] = [count + 1, lines]

    def count(self, key) -> int:
        return self[key][0] if key in self else 0

    def often(self) -> list:
        """[(key, count, lines)] of the five most frequent."""
        rows = [(key, count, lines) for key, (count, lines) in self.items() if count >= THREE]
        return sorted(rows, key=lambda row: (-row[1], row[0]))[:5]


class Habits:
    """`take(line, event)` for each event in order, `turn()` at each prompt; then `insights()`."""

    def __init__(self, root: str):
        self.root = root
        self.programs, self.after = Tally(), Tally()
        self.together, self.touched = Tally(), Tally()
        self.edited, self.since = {}, set()  # in this turn; since the last check

    def turn(self) -> None:
        names = sorted(self.edited)[:PAIRED]
        for n, one in enumerate(names):
            self.touched.note(one, self.edited[one])
            for other in names[n + 1 :]:
                self.together.note((one, other), self.edited[one])
        self.edited = {}

    def take(self, line: int, event) -> None:
        if event.tool in EDITS and event.path and event.failed is False:
            path = short(event.path, self.root)
            if len(self.edited) < MOST:
                self.edited.setdefault(path, line)
            self.since.add(os.path.splitext(path)[1][1:].lower())
        elif event.command and not event.interrupted:
            for call in calls(event.command[:4000])[:12]:
                name = "" if call.depth else shape(call)
                if name and event.failed is False and call.program != "git":
                    for program in {call.program, *call.via[:1]}:
                        self.programs.note(program, line)
                if any(word in name for word in words("checks")):
                    for kind in sorted(self.since & words("sources")):
                        self.after.note((kind, name), line)
                    self.since = set()

    def insights(self):
        """Yield (title, type, confidence, [line, ...]), without regard to what was said."""
        self.turn()
        for (kind, name), count, lines in self.after.often():
            rivals = [self.after.count((a, b)) for a, b in self.after if a == kind and b != name]
            if count >= sum(rivals):
                yield f"Run `{name}` after changing `.{kind}` files.", "pattern", "medium", lines
        for (one, other), count, lines in self.together.often():
            turns = [self.touched.count(name) for name in (one, other) if name in self.touched]
            if count >= MOSTLY * min(turns, default=0):
                yield f"Change `{one}` and `{other}` together.", "pattern", "medium", lines
        # of programs that do one job, to use one throughout is a choice; the first of each row is
        # what people use without choosing
        checks = {name.split()[-1] for _, name in self.after}
        for names, _, purpose in patterns("rivals"):
            used = [name for name in names if name in self.programs]
            is_check = used[:1] and used[0] in checks and purpose.startswith("to ")
            if len(used) == 1 and self.programs.count(used[0]) >= THREE and not is_check:
                sure = "low" if used[0] == names[0] else "medium"
                yield f"Use `{used[0]}` {purpose}.", "implicit", sure, self.programs[used[0]][1]


def shape(call) -> str:
    """A command without what it is used on this time: "npm run test", "python -m pytest"."""
    if not call.program or call.program in words("looks"):
        return ""
    via = [word for word in call.via if not re.search("[=/]", word) and word not in words("wraps")]
    plain = [word for word in call.args[:6] if len(word) < 30 and not re.search(r"^-|[/.=]", word)]
    verbs = 2 if plain[:1] in (["run"], ["exec"], ["compose"], ["x"]) else 1
    verb = plain[:verbs] if call.program in words("with_verb") else []
    name = " ".join([*via[:3], call.program, *verb])
    return name if len(name) <= 60 and name.isprintable() and "`" not in name else ""


def short(path: str, root: str) -> str:
    """A path as it is seen from the project."""
    path = path.replace("\\", "/").replace("`", "'")
    root = root.replace("\\", "/").rstrip("/")
    return (path[len(root) + 1 :] if root and path.startswith(root + "/") else path)[-160:]
