"""One pass over a session's events: a summary and insights, each with the lines that show it."""

from __future__ import annotations

from reflexion.reflect import orders
from reflexion.reflect.habits import Habits, short
from reflexion.reflect.handoff import PREFIX
from reflexion.signals.commands.read_only import is_read_only
from reflexion.signals.prompts.directives import contradicts, same_directive
from reflexion.signals.prompts.typed import spoken as spoken_part
from reflexion.signals.prompts.verdict import ASK, STORE, judge
from reflexion.signals.secrets import redact
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

MOST, LEAST = 10, 3  # insights that are put before a person
MORE = 5  # further candidates, offered as "did we miss this?"
POOL = 60  # candidates held at once
ROWS = 12  # of each list in the summary
FILES, FAILING = 200, 50  # held at once
ASKED = 300  # characters of a prompt that may be a correction as a whole
RANK = {"high": 0, "medium": 1, "low": 2}
TYPES = ("content", "pattern", "implicit")
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
        self.files, self.failing = {}, {}
        self.last, self.solved = (0, ""), []
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
        ranked.sort(key=lambda one: (RANK[one["confidence"]], TYPES.index(one["type"])))
        good = [one for one in ranked if one["confidence"] != "low"][:MOST]
        rest = [one for one in ranked if one not in good]
        fill = max(0, LEAST - len(good))
        more = rest[fill : fill + MORE]
        failing = [
            {"text": f"`{command}` failed when it last ran", "line": line}
            for command, line in list(self.failing.items())[-4:]
        ]
        files = sorted(self.files.items(), key=lambda row: (-row[1][0], row[0]))[:40]
        summary = {
            "goal": self.asked[0] if self.asked else {"text": "", "line": 0},
            "asked": self.asked[1:],
            "done": self.done,
            "decisions": self.decisions,
            "solved": self.solved,
            "open": failing + self.open,
            "files": [{"path": path, "edits": n, "line": line} for path, (n, line) in files],
            "figures": self.figures,
        }
        return {"summary": summary, "insights": good + rest[:fill], "more": more}

    def _prompt(self, line: int, own: str) -> None:
        """What the user typed."""
        if not own:
            return
        self.figures["prompts"] += 1
        text = orders.prose(own)
        if not orders.shape("continues").match(own[:200]):
            _keep(self.asked, self._row(text, line))
        (action, words), spoken = judge(own), orders.sentences(text)
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
            self._said(orders.order(self._clean(words)), line, words, "low")

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
            if event.failed and not is_read_only(event.command[:2000]):
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


def _keep(rows: list, row: dict) -> None:
    """The first half of a list's places holds the first rows, the other half the latest."""
    rows.append(row)
    if len(rows) > ROWS:
        del rows[ROWS // 2]
