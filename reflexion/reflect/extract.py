"""One pass over a session's events: a summary and insights, each with the lines that show it."""

from __future__ import annotations

from collections import namedtuple

from reflexion.reflect import orders
from reflexion.reflect.handoff import PREFIX
from reflexion.shell.read_only import only_looks
from reflexion.signals.prompts.classify import ASK, STORE, judge, judge_past
from reflexion.signals.prompts.directives import contradicts, same_directive
from reflexion.signals.prompts.human_text import spoken as spoken_part
from reflexion.signals.secrets import redact
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

MOST = 10  # insights put before a person; more: "did we miss this?"
MORE = 5
POOL = 60  # candidates, files and failing commands held at once
FILES = 200
FAILING = 50
ROWS = 12  # of each list in the summary
ASKED = 300  # characters of a prompt that may be a correction as a whole
MOST_EVIDENCE = 6  # lines of an insight
RANK = {"high": 0, "medium": 1, "low": 2}
MAX_PATH = 160
LOOKS = ("Read", "Grep", "Glob", "LS", "NotebookRead")

Edits = namedtuple("Edits", "count line")  # of a file: how many, the line of the first
Words = namedtuple("Words", "line text")


def extract(events, root: str = "", extra=()) -> dict:
    """What SessionReader makes of (line, Event) pairs. `extra`: the user's patterns of secrets."""
    reader = SessionReader(root, extra)
    for line, event in events:
        reader.take(line, event)
    return reader.result()


class SessionReader:
    """`take(line, event)` for each event, then `result()`. Memory does not grow with events."""

    def __init__(self, root: str = "", extra=()):
        self.root = root
        self.extra = extra
        self.asked = []  # rows of the summary, {"text", "line"}
        self.done = []
        self.decisions = []
        self.solved = []
        self.open = []
        self.candidates = []  # insights
        self.files = {}  # path -> Edits
        self.failing = {}  # command -> line of its last failure
        self.last = Words(0, "")  # of the agent, in this turn
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
        ranked = sorted(self.candidates, key=lambda one: one["evidence"][0]["line"])
        ranked.sort(key=lambda one: RANK[one["confidence"]])
        good = [one for one in ranked if one["confidence"] != "low"][:MOST]
        more = [one for one in ranked if one not in good][:MORE]
        return {"summary": self._summary(), "insights": good, "more": more}

    def _summary(self) -> dict:
        goal, *asked = self.asked or [{"text": "", "line": 0}]
        last = list(self.failing.items())[-4:]
        failing = [{"text": f"`{it}` failed when it last ran", "line": line} for it, line in last]
        edited = sorted(self.files.items(), key=lambda row: (-row[1].count, row[0]))[:40]
        files = [{"path": path, "edits": it.count, "line": it.line} for path, it in edited]
        return {
            "goal": goal,
            "asked": asked,
            "done": self.done,
            "decisions": self.decisions,
            "solved": self.solved,
            "open": failing + self.open,
            "figures": self.figures,
            "files": files,
        }

    def _prompt(self, line: int, own: str) -> None:
        """What the user typed."""
        if not own:
            return
        self.figures["prompts"] += 1
        text = orders.prose(own)
        if not orders.shape("continues").match(own[:200]):
            _keep(self.asked, self._row(text, line), ROWS)
        action, words = judge_past(own)
        spoken = orders.sentences(text)
        if action == STORE:
            said = self._clean(words)
            title = orders.stated(said, "decision", "finding", "leaning") or orders.order(said)
            self._said(title, line, words, "high", decision=True)
        for sentence in spoken:
            self._stated(sentence, line, action == STORE)
        if action == ASK and len(own) <= ASKED and own[0] != "/" and not orders.hedged(own):
            words = " ".join(spoken[:2])
            confidence = "medium" if judge(own)[0] else "low"
            self._said(orders.order(self._clean(words)), line, words, confidence)

    def _stated(self, sentence: str, line: int, is_stored: bool) -> None:
        """A sentence of the user that states something. `is_stored`: its wish is taken already."""
        title = orders.stated(sentence, "decision", "finding")
        wish = "" if title or is_stored else orders.stated(sentence, "leaning")
        if (title or wish) and not orders.hedged(sentence):
            self._said(title or wish, line, sentence, "high" if title else "medium", True)

    def _message(self, line: int, text: str, is_sub_agent: bool) -> None:
        """What an agent wrote."""
        if not is_sub_agent:
            self.last = Words(line, text)
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
        line = self.last.line
        said = orders.sentences(self.last.text)
        self.last = Words(0, "")
        if not said:
            return
        telling = [it for it in said if len(it.split()) > 4 and not it.startswith(orders.AHEAD)]
        row = self._row((telling or said)[0], line)
        if row["text"] not in ["", *(other["text"] for other in self.done)]:
            _keep(self.done, row, ROWS)
        left = [self._row(one, line) for one in said if orders.open_end(one)]
        self.open = left[:4] or self.open

    def _call(self, line: int, event) -> None:
        if event.command:
            self.figures["commands"] += 1
            if not event.interrupted and event.failed is not None:
                self._ran(line, event)
        elif event.path and event.failed is False and event.tool not in LOOKS:
            self._edited(line, event.path)

    def _ran(self, line: int, event) -> None:
        self.figures["failed"] += event.failed
        command = self._clean(event.command)[:100].replace("`", "'")
        if event.failed and not only_looks(event.command[:2000]):
            self.failing.pop(command, None)
            if len(self.failing) < FAILING:
                self.failing[command] = line
        elif command in self.failing and not event.failed:
            text = f"`{command}` failed (line {self.failing.pop(command)}) and works now"
            _keep(self.solved, {"text": text, "line": line}, ROWS)

    def _edited(self, line: int, named: str) -> None:
        self.figures["edits"] += 1
        path = self._clean(_short(named, self.root))
        before = self.files.get(path)
        if before:
            self.files[path] = before._replace(count=before.count + 1)
        elif len(self.files) < FILES:
            self.files[path] = Edits(1, line)

    def _said(self, title, line: int, words: str, confidence: str, decision=False) -> None:
        """A candidate from words of the session, in the summary too when it is a decision."""
        title = self._clean(title)
        if decision and not any(same_directive(row["text"], title) for row in self.decisions):
            _keep(self.decisions, {"text": title, "line": line}, ROWS)
        quote = orders.quote(redact(words[:4000], self.extra))
        self._add(title, confidence, [{"line": line, "quote": quote}])

    def _add(self, title: str, confidence: str, evidence: list) -> None:
        """A candidate; one that says the same already gets the evidence instead. What it
        contradicts is older: the newer word stands."""
        if len(orders.plain(title).split()) < 3:
            return
        for known in self.candidates:
            if known["title"] == title or same_directive(known["title"], title):
                _join(known, confidence, evidence)
                return
        against = [known for known in self.candidates if contradicts(known["title"], title)]
        for known in against:
            if RANK[confidence] <= RANK[known["confidence"]]:
                self.candidates.remove(known)
        self.candidates.append(insight(title, confidence, evidence))
        if len(self.candidates) > POOL:  # the least sure one goes, the latest of these
            latest_first = self.candidates[::-1]
            self.candidates.remove(max(latest_first, key=lambda one: RANK[one["confidence"]]))

    def _clean(self, text: str) -> str:
        return one_line(redact(text[:4000], self.extra), orders.MAX_TITLE)

    def _row(self, text: str, line: int) -> dict:
        return {"text": self._clean(text), "line": line}


def _keep(rows: list, row, most: int) -> None:
    """The first half of a list's places holds the first rows, the other half the latest."""
    rows.append(row)
    if len(rows) > most:
        del rows[most // 2]


def _short(path: str, root: str) -> str:
    """A path as it is seen from the project."""
    path = path.replace("\\", "/").replace("`", "'")
    root = root.replace("\\", "/").rstrip("/")
    if root and path.startswith(root + "/"):
        path = path[len(root) + 1 :]
    return path[-MAX_PATH:]


def _join(known: dict, confidence: str, evidence: list) -> None:
    """A candidate that was stated again, with what shows it."""
    lines = {row["line"] for row in known["evidence"]}
    known["evidence"] += [row for row in evidence if row["line"] not in lines]
    del known["evidence"][MOST_EVIDENCE:]
    known["confidence"] = min(known["confidence"], confidence, key=RANK.get)


def insight(title: str, confidence: str, evidence: list) -> dict:
    """An insight of what was stated; `evidence`: [{"line", "quote"}]."""
    row = {"title": title, "type": "content", "confidence": confidence, "evidence": evidence}
    return {**row, "keywords": keywords(orders.plain(title), "", "")[:8]}
