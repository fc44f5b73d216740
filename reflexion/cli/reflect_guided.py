"""`reflect --guided`: a dialogue about the insights of a session, one after the other, each settled
by a key as in `review`; nothing is written before the last yes."""

from __future__ import annotations

import os
import shlex
import sys

from reflexion.cli.keys import Left, pick
from reflexion.cli.output import Stop, say
from reflexion.cli.reflect_replay import reading
from reflexion.cli.reflect_session import begin, refusals, write
from reflexion.hosts.transcripts import find
from reflexion.reflect import handoff, known, pages, phases, related, tiers
from reflexion.reflect.decisions import PROJECT, USER
from reflexion.reflect.known import FOLDER
from reflexion.reflect.related import place, short
from reflexion.reflect.verify import verify
from reflexion.status import terminal

LEFT = "\nNothing was written. `reflexion reflect --guided {}` goes on where you were."
NO_TERMINAL = (
    "there is no terminal to ask: use the phases, `reflexion reflect extract --json` and the others"
)
ONE_SESSION = (
    "--guided is a dialogue about one session: leave --all, --since, --dry-run and --json out"
)
EARLIER = "The session before: `reflexion reflect --guided --session {}`."
LABELS = 17  # columns
MOST_SHOWN = 4  # relations of an insight, headings of MEMORY.md
SKIP = {"action": "skip"}
MEMORY = {"action": "create", "where": "memory"}
LIKEWISE = "likewise"
BACK = "back"
LAST = ("l", "where the last one went, and the rest likewise", LIKEWISE)
STEP_BACK = ("z", "one step back", BACK)
CONFLICT = (
    ("o", "the old one stays, the new one is dropped", "old"),
    ("n", "the new one takes its place; the old one is archived", "new"),
    ("b", "both hold", "both"),
)
ALWAYS = "tier A, MEMORY.md: loaded in every session, so only what always matters"
FINAL = (("w", "write it", True), ("n", "no, leave everything as it is", False))


def guided(context) -> int:
    """Hold the dialogue; the exit status. Raises Stop."""
    options = context.options
    if not terminal.is_terminal(sys.stdin) or not terminal.is_terminal(sys.stdout):
        raise Stop(NO_TERMINAL)
    if options.all or options.dry_run or options.since or options.json:
        raise Stop(ONE_SESSION)
    work = begin(context)
    try:
        with refusals():
            return Guide(context, work).run()
    except Left:
        say(LEFT.format(_same_session(options, work)))
        return 0
    except KeyboardInterrupt:
        say(LEFT.format(_same_session(options, work)), stream=sys.stderr)
        return 130


def _same_session(options, work: phases.Reflection) -> str:
    """The options that name this session again, also once there is a newer one."""
    by_id = f"--session {work.chosen.session[:8]}"
    named = f"--file {shlex.quote(options.file)}" if options.file else by_id
    return f"{named} --user" if options.user else named


class Guide:
    """One dialogue. `answers`: title of an insight -> its decision, without the number; they lie in
    the hand-off folder until all is written. `last`: where the last insight went."""

    def __init__(self, context, work: phases.Reflection):
        self.context = context
        self.paint = context.paint
        self.work = work
        self.answers = work.hand.load(handoff.ANSWERS)
        self.last = None
        self.likewise = False
        self.folders = []
        self.rows = []

    def run(self) -> int:
        """Read, ask, write and check; the exit status. Raises Left, and what integrate raises."""
        self.read()
        while waiting := [row for row in self.rows if row["title"] not in self.answers]:
            decision = self.settle(waiting[0])
            if decision == BACK:
                self.answers.popitem()
            else:
                self.answers[waiting[0]["title"]] = decision
            self.work.hand.dump(handoff.ANSWERS, self.answers)
        return self.write()

    def read(self) -> None:
        """What the session shows, and what is known about it; it is told, unless the dialogue goes
        on. What is less sure stands behind the rest, for what was missed."""
        work = self.work
        with reading(self.context, [work.chosen]) as progress:
            result = phases.extraction(work, phases.outgrown(work), progress=progress)
        for problem in result["problems"]:
            say(problem)
        titles = [row["title"] for row in result["insights"]]
        more = [row for row in result["more"] if row["title"] not in titles]
        self.folders = folders_touched(result["summary"]["files"])
        if self.answers:
            say("Going on with the reflection that was interrupted.")
        else:
            say(pages.summary(result["summary"]))
        if not titles:
            say("No insight shows by itself in this session.")
        work.hand.write(handoff.INSIGHTS, pages.insights([*result["insights"], *more]))
        self.rows = phases.relations(work)

    def settle(self, row: dict):
        """What becomes of an insight: a decision without its number, or BACK."""
        against = _against(row)
        near = [it for it in row["relations"] if it not in against][:MOST_SHOWN]
        lines = [(f"line {it['line']}", it.get("quote") or " ") for it in row["evidence"][:3]]
        lines += [("old", f"{it['excerpt']}  ({place(it)})") for it in against]
        lines += [(it["kind"], f"{it['excerpt']}  ({place(it)})") for it in near]
        number = self.rows.index(row) + 1
        print(f"\n{self.paint(f'{number} of {len(self.rows)}: ' + row['title'], 'bold')}")
        print("\n".join(terminal.labelled(lines, self.context.width, LABELS)))
        if not against:
            return self.placed(row, near)
        winner = pick("These two contradict each other.", CONFLICT, "o", self.paint)
        where = SKIP if winner == "old" else self.placed(row, near)
        return where if where in (SKIP, BACK) else {**where, "conflict": winner}

    def placed(self, row: dict, near: list):
        """Where an insight goes, as fields of a decision, or BACK."""
        if self.likewise and not near:
            return self.last
        merges = {str(_merge(it)): it for it in reversed(near) if related.can_merge(it)}
        merges = list(merges.values())[::-1]
        options = places(self.work.context, self.folders, merges)
        options += [LAST] if self.last else []
        options += [STEP_BACK] if self.answers else []
        where = pick("Where does it go?", options, _usual(row, near, merges), self.paint)
        if where in (BACK, LIKEWISE):
            self.likewise = where == LIKEWISE
            return self.last if self.likewise else BACK
        if where == MEMORY:
            where = {**where, "topic": self.topic()}
        if not self.likewise and where["action"] != "merge":
            self.last = where
        return where

    def topic(self) -> str:
        """The heading of MEMORY.md that the person chooses."""
        memory = os.path.join(self.work.context["memory"], tiers.MEMORY_FILE)
        headings = [*_topics(known.text_of(memory).splitlines())[:MOST_SHOWN], tiers.TOPIC]
        options = [(str(n), name, name) for n, name in enumerate(dict.fromkeys(headings), 1)]
        return pick("Under which heading?", options, "1", self.paint)

    def write(self) -> int:
        """Write what was decided, once the person says so; the exit status. What cannot be written
        is asked about again by the next dialogue."""
        hand = self.work.hand
        decisions = self.decisions()
        plans = [_plan(self.rows[it["insight"] - 1], it) for it in decisions]
        question = "\n    ".join(["This will be written:", *plans])
        if not plans or not pick(question, FINAL, "w", self.paint):
            say("Nothing was written." if plans else "Nothing is kept, and nothing was written.")
            hand.remove()
            return 0
        skipped = {title: it for title, it in self.answers.items() if it == SKIP}
        hand.dump(handoff.ANSWERS, skipped)
        say(pages.integrated(write(self.context, self.work, decisions, self.rows)))
        checked = verify(self.work)
        say(pages.verified(checked))
        self.name_earlier()
        return 0 if checked["ok"] else 1

    def decisions(self) -> list:
        """The decisions as `integrate` takes them, without those that skip an insight."""
        numbered = enumerate(self.rows, 1)
        answers = [{"insight": n, **self.answers[row["title"]]} for n, row in numbered]
        return [answer for answer in answers if answer["action"] != "skip"]

    def name_earlier(self) -> None:
        """Name the session before this one, where there is one."""
        chosen = self.work.chosen
        older = [it for it in find(self.work.found.root, os.environ) if it.when < chosen.when]
        if older:
            say(EARLIER.format(older[-1].session[:8]))


def _usual(row: dict, near: list, merges: list) -> str:
    """The key of the place that Enter takes."""
    if row["confidence"] == "low" or related.verdict(near) == related.REDUNDANT:
        return "s"
    return "1" if merges else "e"


def places(context: dict, folders: list, merges: list) -> list:
    """The options where an insight can go: also into a folder's insights, or into what stands in
    one of the relations that it can be merged with."""
    level = context["level"]
    found = [("e", "an entry: told when it matters", _create("entry", level))]
    more = [(f"merge into {place(it)}", _merge(it)) for it in merges]
    if level != USER:
        if context["memory"]:
            found.append(("a", ALWAYS, MEMORY))
        label = f"tier B, {FOLDER}/ of the project: read on demand"
        found.append(("b", label, _create("insights", PROJECT)))
        more += [(f"tier B, {it}/{FOLDER}/", _create("insights", it)) for it in folders]
    label = f"tier B, {FOLDER}/ of yours: for every project"
    found += [("u", label, _create("insights", USER)), ("s", "nowhere: skip it", SKIP)]
    return found + [(str(number), *it) for number, it in enumerate(more, 1)]


def _create(where: str, scope: str) -> dict:
    return {"action": "create", "where": where, "scope": scope}


def _merge(into: dict) -> dict:
    """The fields of a decision that merges into what is known."""
    if into["entry"]:
        return {"action": "merge", "where": "entry", "target": into["entry"]}
    if not into["path"].endswith(tiers.MEMORY_FILE):
        return {"action": "merge", "where": "insights", "target": into["path"]}
    above = _topics(known.text_of(into["path"]).splitlines()[: into["line"]])
    return {"action": "merge", "where": "memory", "topic": [tiers.TOPIC, *above][-1]}


def _plan(row: dict, decision: dict) -> str:
    """What a decision does, in a line."""
    where = {"entry": "an entry", "insights": "an insight file"}.get(decision["where"])
    where = where or f"MEMORY.md, {decision['topic']}"
    if decision["action"] == "merge":
        where = f"merged into {short(decision.get('target') or tiers.MEMORY_FILE)}"
    archived = _against(row) if decision.get("conflict") == "new" else []
    gone = "".join(f"; {place(it)} is archived" for it in archived)
    return f"{where}: {row['title']}{gone}"


def _against(row: dict) -> list:
    """The relations of an insight to what it contradicts."""
    return [it for it in row["relations"] if it["kind"] == related.CONFLICTING]


def _topics(lines: list) -> list:
    """The headings of a MEMORY.md."""
    return [line[3:].strip() for line in lines if line.startswith("## ") and line[3:].strip()]


def folders_touched(files: list) -> list:
    """The domains that a session worked in: the two top-level folders with most edits."""
    counts = {}
    for row in files:
        top, slash, _ = row["path"].partition("/")
        if slash and top and ":" not in top and top[0] != ".":
            counts[top] = counts.get(top, 0) + row["edits"]
    return sorted(counts, key=lambda name: (-counts[name], name))[:2]
