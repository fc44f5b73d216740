"""One pass over a session's events: a summary and insights, each with the lines that show it."""

import os
import re

from reflexion.hosts.event import EDIT_TOOLS
from reflexion.reflect import orders
from reflexion.reflect.handoff import ALLOWED, PREFIX
from reflexion.shell.parser import calls
from reflexion.shell.read_only import only_looks
from reflexion.signals.prompts.classify import ASK, STORE, judge, judge_past
from reflexion.signals.prompts.directives import contradicts, same_directive
from reflexion.signals.prompts.human_text import spoken as spoken_part
from reflexion.signals.secrets import redact
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

MOST, LEAST, MORE = 10, 3, 5  # insights put before a person; more: "did we miss this?"
POOL, FILES, FAILING = 60, 200, 50  # candidates, files and failing commands held at once
ROWS = 12  # of each list in the summary
ASKED = 300  # characters of a prompt that may be a correction as a whole
RANK = {"high": 0, "medium": 1, "low": 2}
THREE, KEPT = 3, 6  # instances from which it is a pattern; lines kept as evidence of each
MOST_KEYS = 400  # that each table of habits holds
PAIRED, MOSTLY = 12, 0.75  # files of one turn that are paired; how often they change together
LOOKS = ("Read", "Grep", "Glob", "LS", "NotebookRead")


def extract(events, root: str = "", extra=()) -> dict:
    """What SessionReader makes of (line, Event) pairs. `extra`: the user's patterns of secrets."""
    reader = SessionReader(root, extra)
    for line, event in events:
        reader.take(line, event)
    return reader.result()


class SessionReader:
    """`take(line, event)` for each event, then `result()`. Memory does not grow with events."""

    def __init__(self, root: str = "", extra=()):
        self.root, self.extra, self.habits = root, extra, Habits(root)
        self.asked, self.done, self.decisions, self.open, self.candidates = [], [], [], [], []
        self.files, self.failing, self.solved, self.last = {}, {}, [], (0, "")
        self.figures = {"lines": 0, "prompts": 0, "commands": 0, "failed": 0, "edits": 0}

    def take(self, line: int, event) -> None:
        self.figures["lines"] = line
        if event.name == "UserPromptSubmit" and not event.agent:
            self._turn()
            self._prompt(line, spoken_part(event.prompt).strip())
        elif event.name == "Stop" and event.message.strip():
            self._message(line, orders.prose(event.message), bool(event.agent))
        elif event.tool and PREFIX not in event.path:  # a reflection is not about itself
            self._call(line, event)

    def result(self) -> dict:
        """{"summary", "insights", "more"}: plain values, redacted, one line each."""
        self._turn()
        for title, kind, confidence, lines in self.habits.insights():
            self._add(title, kind, confidence, [{"line": line, "quote": ""} for line in lines])
        ranked = sorted(self.candidates, key=lambda one: one["evidence"][0]["line"])
        ranked.sort(key=lambda one: (RANK[one["confidence"]], ALLOWED["type"].index(one["type"])))
        good = [one for one in ranked if one["confidence"] != "low"][:MOST]
        rest = [one for one in ranked if one not in good]
        fill = max(0, LEAST - len(good))
        last = [*self.failing.items()][-4:]
        failing = [{"text": f"`{it}` failed when it last ran", "line": line} for it, line in last]
        files = sorted(self.files.items(), key=lambda row: (-row[1][0], row[0]))[:40]
        goal, *asked = self.asked or [{"text": "", "line": 0}]
        summary = {"goal": goal, "asked": asked, "done": self.done, "decisions": self.decisions}
        summary.update(solved=self.solved, open=failing + self.open, figures=self.figures)
        summary["files"] = [{"path": path, "edits": n, "line": line} for path, (n, line) in files]
        return {"summary": summary, "insights": good + rest[:fill], "more": rest[fill:][:MORE]}

    def _prompt(self, line: int, own: str) -> None:
        """What the user typed."""
        if not own:
            return
        self.figures["prompts"] += 1
        text = orders.prose(own)
        if not orders.shape("continues").match(own[:200]):
            _keep(self.asked, self._row(text, line))
        (action, words), spoken = judge_past(own), orders.sentences(text)
        if action == STORE:
            said = self._clean(words)
            title = orders.stated(said, "decision", "finding", "leaning") or orders.order(said)
            self._said(title, line, words, "high", decision=True)
        for sentence in spoken:
            title = orders.stated(sentence, "decision", "finding")
            wish = "" if title or action == STORE else orders.stated(sentence, "leaning")
            if (title or wish) and not orders.hedged(sentence):
                self._said(title or wish, line, sentence, "high" if title else "medium", True)
        if action == ASK and len(own) <= ASKED and own[0] != "/" and not orders.hedged(own):
            words = " ".join(spoken[:2])
            confidence = "medium" if judge(own)[0] else "low"
            self._said(orders.order(self._clean(words)), line, words, confidence)

    def _message(self, line: int, text: str, is_sub_agent: bool) -> None:
        """What an agent wrote."""
        if not is_sub_agent:
            self.last = (line, text)
        for bullet in orders.listed(text):
            self._said(orders.order(self._clean(bullet)), line, bullet, "medium")
        for sentence in orders.sentences(text):
            decided = orders.stated(sentence, "decision")
            title = decided or orders.stated(sentence, "finding")
            if not title or orders.hedged(sentence):
                continue
            sure = orders.reasoned(sentence) if decided else not title.startswith(orders.CAUSE)
            self._said(title, line, sentence, "medium" if sure else "low", bool(decided))

    def _turn(self) -> None:
        """A turn is over: what the agent said last in it is what came of it, and what it left."""
        self.habits.turn()
        line, text = self.last
        self.last, said = (0, ""), orders.sentences(text)
        if said:
            telling = (it for it in said if len(it.split()) > 4 and not it.startswith(orders.AHEAD))
            row = self._row(next(telling, said[0]), line)
            if row["text"] not in ["", *(other["text"] for other in self.done)]:
                _keep(self.done, row)
            left = [self._row(one, line) for one in said if orders.open_end(one)]
            self.open = left[:4] or self.open

    def _call(self, line: int, event) -> None:
        self.habits.take(line, event)
        if event.command:
            self.figures["commands"] += 1
            command = self._clean(event.command)[:100].replace("`", "'")
            if event.interrupted or event.failed is None:
                return
            self.figures["failed"] += event.failed
            if event.failed and not only_looks(event.command[:2000]):
                self.failing.pop(command, None)
                if len(self.failing) < FAILING:
                    self.failing[command] = line
            elif command in self.failing and not event.failed:
                text = f"`{command}` failed (line {self.failing.pop(command)}) and works now"
                _keep(self.solved, {"text": text, "line": line})
        elif event.path and event.failed is False and event.tool not in LOOKS:
            self.figures["edits"] += 1
            path = self._clean(short(event.path, self.root))
            if path in self.files or len(self.files) < FILES:
                edits, first = self.files.get(path, (0, line))
                self.files[path] = (edits + 1, first)

    def _said(self, title, line: int, words: str, confidence: str, decision=False) -> None:
        """A candidate from words of the session, in the summary too when it is a decision."""
        title = self._clean(title)
        if decision and not any(same_directive(row["text"], title) for row in self.decisions):
            _keep(self.decisions, {"text": title, "line": line})
        quote = orders.quote(redact(words[:4000], self.extra))
        self._add(title, "content", confidence, [{"line": line, "quote": quote}])

    def _add(self, title: str, kind: str, confidence: str, evidence: list) -> None:
        """A candidate; one that says the same already gets the evidence instead. What it
        contradicts is older: the newer word stands."""
        if len(orders.plain(title).split()) < 3:
            return
        for known in self.candidates:
            if known["title"] == title or same_directive(known["title"], title):
                lines = {row["line"] for row in known["evidence"]}
                known["evidence"] += [row for row in evidence if row["line"] not in lines]
                del known["evidence"][6:]
                known["confidence"] = min(known["confidence"], confidence, key=RANK.get)
                return
        spoken = [known for known in self.candidates if known["type"] == "content"]
        for known in [known for known in spoken if contradicts(known["title"], title)]:
            if kind != "content":
                return  # what was said outweighs what was done
            if RANK[confidence] <= RANK[known["confidence"]]:
                self.candidates.remove(known)
        if len(self.candidates) >= POOL:
            worst = max(self.candidates, key=lambda one: RANK[one["confidence"]])
            if RANK[worst["confidence"]] <= RANK[confidence]:
                return
            self.candidates.remove(worst)
        self.candidates.append(insight(title, kind, confidence, evidence))

    def _clean(self, text: str) -> str:
        return one_line(redact(text[:4000], self.extra), orders.MAX_TITLE)

    def _row(self, text: str, line: int) -> dict:
        return {"text": self._clean(text), "line": line}


def insight(title: str, kind: str, confidence: str, evidence: list) -> dict:
    """An insight; `evidence`: [{"line", "quote"}]."""
    row = {"title": title, "type": kind, "confidence": confidence, "evidence": evidence}
    return {**row, "keywords": keywords(orders.plain(title), "", "")[:8]}


def _keep(rows: list, row, most: int = ROWS) -> None:
    """The first half of a list's places holds the first rows, the other half the latest."""
    rows.append(row)
    if len(rows) > most:
        del rows[most // 2]


class Tally(dict):
    """key -> (how often it was seen, the first and the latest lines of it), of MOST_KEYS keys:
    those that were seen least, of these the oldest, make room."""

    def note(self, key, line: int) -> None:
        if key not in self and len(self) >= MOST_KEYS:
            for other in sorted(self, key=self.count)[: MOST_KEYS // 4]:
                del self[other]
        count, lines = self.get(key, (0, []))
        if line not in lines[-1:]:
            self[key] = (count + 1, lines)
            _keep(lines, line, KEPT)

    def count(self, key) -> int:
        return self.get(key, (0, []))[0]

    def often(self) -> list:
        """[(key, count, lines)] of the five most frequent."""
        rows = [(key, count, lines) for key, (count, lines) in self.items() if count >= THREE]
        return sorted(rows, key=lambda row: (-row[1], row[0]))[:5]


class Habits:
    """What a session did again and again: tools chosen, checks after edits, what changed together.
    `take(line, event)` for each event in order, `turn()` at each prompt; then `insights()`."""

    def __init__(self, root: str):
        self.root, self.edited, self.since = root, {}, set()  # in this turn; since the last check
        self.programs, self.after, self.together, self.touched = (Tally() for _ in range(4))

    def turn(self) -> None:
        names = sorted(self.edited)[:PAIRED]
        for n, one in enumerate(names):
            self.touched.note(one, self.edited[one])
            for other in names[n + 1 :]:
                self.together.note((one, other), self.edited[one])
        self.edited = {}

    def take(self, line: int, event) -> None:
        if event.tool in EDIT_TOOLS and event.path and event.failed is False:
            path = short(event.path, self.root)
            if len(self.edited) < MOST_KEYS:
                self.edited.setdefault(path, line)
            self.since.add(os.path.splitext(path)[1][1:].lower())
        elif event.command and not event.interrupted:
            for call in calls(event.command[:4000])[:12]:
                name = "" if call.depth else shape(call)
                if name and event.failed is False and call.program != "git":
                    for program in {call.program, *call.via[:1]}:
                        self.programs.note(program, line)
                if any(word in name for word in orders.words("checks")):
                    for kind in sorted(self.since & orders.words("sources")):
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
            turns = [*filter(None, map(self.touched.count, (one, other)))]
            if count >= MOSTLY * min(turns, default=0):
                yield f"Change `{one}` and `{other}` together.", "pattern", "medium", lines
        # of programs that do one job, to use one throughout is a choice; the first of each row is
        # what people use without choosing
        checks = {name.split()[-1] for _, name in self.after}
        for names, _, purpose in orders.patterns("rivals"):
            used = [name for name in names if name in self.programs]
            is_check = used[:1] and used[0] in checks and purpose.startswith("to ")
            if len(used) == 1 and self.programs.count(used[0]) >= THREE and not is_check:
                sure = "low" if used[0] == names[0] else "medium"
                yield f"Use `{used[0]}` {purpose}.", "implicit", sure, self.programs[used[0]][1]


def shape(call) -> str:
    """A command without what it is used on this time: "npm run test", "python -m pytest"."""
    if not call.program or call.program in orders.words("looks"):
        return ""
    via = [
        word
        for word in call.via
        if not re.search("[=/]", word) and word not in orders.words("wraps")
    ]
    plain = [word for word in call.args[:6] if len(word) < 30 and not re.search(r"^-|[/.=]", word)]
    verbs = 2 if plain[:1] in (["run"], ["exec"], ["compose"], ["x"]) else 1
    verb = plain[:verbs] if call.program in orders.words("with_verb") else []
    name = " ".join([*via[:3], call.program, *verb])
    return name if len(name) <= 60 and name.isprintable() and "`" not in name else ""


def short(path: str, root: str) -> str:
    """A path as it is seen from the project."""
    path = path.replace("\\", "/").replace("`", "'")
    root = root.replace("\\", "/").rstrip("/")
    return (path[len(root) + 1 :] if root and path.startswith(root + "/") else path)[-160:]
