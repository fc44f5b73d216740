"""What a session did again and again: tools chosen, checks after edits, what changed together."""

from __future__ import annotations

import os
import re
from collections import namedtuple

from reflexion.hosts.event import EDIT_TOOLS
from reflexion.reflect import orders
from reflexion.shell.parser import calls

THREE = 3  # instances from which it is a pattern; lines kept as evidence of each
KEPT = 6
MOST_KEYS = 400  # that each table of habits holds
PAIRED = 12  # files of one turn that are paired; how often they change together
MOSTLY = 0.75
MAX_PATH = 160
MOST_CALLS = 12  # of a command line that are looked at
MOST_COMMAND = 4000
CARRIERS = ("run", "exec", "compose", "x")  # verbs that are followed by the telling word

# title: an imperative sentence; kind, confidence: as in handoff.ALLOWED; lines: of the transcript
Habit = namedtuple("Habit", "title kind confidence lines")
# key, how often it was seen, the first and the latest lines of it
Seen = namedtuple("Seen", "key count lines")


def keep(rows: list, row, most: int) -> None:
    """The first half of a list's places holds the first rows, the other half the latest."""
    rows.append(row)
    if len(rows) > most:
        del rows[most // 2]


class Tally:
    """Counts of MOST_KEYS keys: those that were seen least, of these the oldest, make room."""

    def __init__(self):
        self.seen = {}

    def note(self, key, line: int) -> None:
        if key not in self.seen and len(self.seen) >= MOST_KEYS:
            for other in sorted(self.seen, key=self.count)[: MOST_KEYS // 4]:
                del self.seen[other]
        before = self.seen.get(key) or Seen(key, 0, [])
        if line not in before.lines[-1:]:
            self.seen[key] = before._replace(count=before.count + 1)
            keep(before.lines, line, KEPT)

    def count(self, key) -> int:
        return self.seen[key].count if key in self.seen else 0

    def often(self) -> list:
        """[Seen] of the five most frequent."""
        rows = [row for row in self.seen.values() if row.count >= THREE]
        return sorted(rows, key=lambda row: (-row.count, row.key))[:5]


class Habits:
    """`take(line, event)` for each event in order, `turn()` at each prompt; then `insights()`."""

    def __init__(self, root: str):
        self.root = root
        self.edited = {}  # path -> line, in this turn
        self.since = set()  # kinds of files that were edited since the last check
        self.programs = Tally()
        self.after = Tally()  # of (kind of file, check that followed)
        self.together = Tally()  # of (path, path)
        self.touched = Tally()

    def turn(self) -> None:
        names = sorted(self.edited)[:PAIRED]
        for number, one in enumerate(names):
            self.touched.note(one, self.edited[one])
            for other in names[number + 1 :]:
                self.together.note((one, other), self.edited[one])
        self.edited = {}

    def take(self, line: int, event) -> None:
        if event.tool in EDIT_TOOLS and event.path and event.failed is False:
            path = short(event.path, self.root)
            if len(self.edited) < MOST_KEYS:
                self.edited.setdefault(path, line)
            self.since.add(os.path.splitext(path)[1][1:].lower())
        elif event.command and not event.interrupted:
            for call in calls(event.command[:MOST_COMMAND])[:MOST_CALLS]:
                self._ran(line, "" if call.depth else shape(call), call, event.failed is False)

    def _ran(self, line: int, name: str, call, worked: bool) -> None:
        if name and worked and call.program != "git":
            for program in {call.program, *call.via[:1]}:
                self.programs.note(program, line)
        if any(word in name for word in orders.words("checks")):
            for kind in sorted(self.since & orders.words("sources")):
                self.after.note((kind, name), line)
            self.since = set()

    def insights(self) -> list:
        """[Habit], without regard to what was said."""
        self.turn()
        return [*self._checks(), *self._pairs(), *self._choices()]

    def _checks(self):
        for (kind, name), count, lines in self.after.often():
            others = [key for key in self.after.seen if key[0] == kind and key[1] != name]
            if count >= sum(map(self.after.count, others)):
                yield Habit(
                    f"Run `{name}` after changing `.{kind}` files.", "pattern", "medium", lines
                )

    def _pairs(self):
        for (one, other), count, lines in self.together.often():
            turns = min(self.touched.count(one), self.touched.count(other))
            if count >= MOSTLY * turns:
                title = f"Change `{one}` and `{other}` together."
                yield Habit(title, "pattern", "medium", lines)

    def _choices(self):
        """Of programs that do one job, to use one throughout is a choice; the first of each row is
        what people use without choosing."""
        checks = {name.split()[-1] for _, name in self.after.seen}
        for names, _, purpose in orders.patterns("rivals"):
            used = [name for name in names if name in self.programs.seen]
            if len(used) != 1 or self.programs.count(used[0]) < THREE:
                continue
            if used[0] in checks and purpose.startswith("to "):
                continue
            sure = "low" if used[0] == names[0] else "medium"
            lines = self.programs.seen[used[0]].lines
            yield Habit(f"Use `{used[0]}` {purpose}.", "implicit", sure, lines)


def shape(call) -> str:
    """A command without what it is used on this time: "npm run test", "python -m pytest"; "" for
    what only looks, or cannot be shown."""
    if not call.program or call.program in orders.words("looks"):
        return ""
    wraps = orders.words("wraps")
    via = [word for word in call.via if word not in wraps and not re.search("[=/]", word)]
    name = " ".join([*via[:3], call.program, *_verbs(call)])
    shown = len(name) <= 60 and name.isprintable() and "`" not in name
    return name if shown else ""


def _verbs(call) -> list:
    """The words of a call that say what it does; [] where the program says it."""
    if call.program not in orders.words("with_verb"):
        return []
    plain = [word for word in call.args[:6] if len(word) < 30 and not re.search(r"^-|[/.=]", word)]
    return plain[: 2 if plain[:1] and plain[0] in CARRIERS else 1]


def short(path: str, root: str) -> str:
    """A path as it is seen from the project."""
    path = path.replace("\\", "/").replace("`", "'")
    root = root.replace("\\", "/").rstrip("/")
    if root and path.startswith(root + "/"):
        path = path[len(root) + 1 :]
    return path[-MAX_PATH:]
