"""The dialogue of a guided reflection: which question follows which answer."""

from __future__ import annotations

import os

from reflexion.reflect import handoff, known, pages, phases, related, tiers
from reflexion.reflect.integrate import integrate
from reflexion.reflect.questions import (
    BACK,
    CUT,
    LIKEWISE,
    about_insights,
    about_place,
    about_related,
    missed,
    question,
)
from reflexion.reflect.related import place, short
from reflexion.reflect.verify import verify

RULES = (
    "`reflexion list` shows what was learned, `reflexion review` what waits, "
    "`reflexion show ID` one of them."
)


class Guide:
    """One dialogue. `screen` has `ask(question)`, which returns the value or values chosen, and
    `show(text, *styles)`. `answers` (question id -> answer) is in the hand-off folder after
    each."""

    def __init__(self, work: phases.Reflection, screen, doors, earlier: str = ""):
        self.work = work
        self.screen = screen
        self.show = screen.show
        self.doors = doors
        self.answers = work.hand.load(handoff.ANSWERS)
        self.earlier = earlier
        self.likewise = None
        self.last = None
        memory = os.path.join(work.context["memory"], tiers.MEMORY_FILE)
        self.memory = known.text_of(memory).splitlines() if work.context["memory"] else []

    def run(self, progress=None) -> tuple:
        """(does all stand?, what comes next: "done", "another"). Raises what integrate raises."""
        work = self.work
        decisions = []
        if self.answers:
            self.show("Going on with the reflection that was interrupted.", "dim")
        result = phases.extraction(work, phases.outgrown(work), progress=progress)
        if result["problems"]:
            self.show("\n".join(result["problems"]), "yellow")
        saved = work.hand.load(handoff.EXTRACTION)
        insights = saved["insights"] if "keep" in self.answers else result["insights"]
        summary = result["summary"]
        self.show_summary(summary)
        more = missed({"insights": insights, "more": saved["more"], "summary": summary})
        if not insights:
            self.show("No insight shows by itself in this session.", "dim")
        kept = self.picked("keep", insights) + self.picked("missed", more)
        if kept:
            work.hand.write(handoff.INSIGHTS, pages.insights(kept))
            rows = phases.relations(work)
            decisions = self.decide_all(rows, folders_touched(summary["files"]))
        plan = "".join(f"\n    {self.plan(rows, decision)}" for decision in decisions)
        if decisions and self.ask(question("write", below=plan)) == "write":
            return self.finish(rows, decisions)
        self.show("Nothing was written." if plan else "Nothing is kept, and nothing was written.")
        work.hand.remove()
        return True, "done"

    def show_summary(self, summary: dict) -> None:
        """What the session was about; not again where the dialogue goes on."""
        if "keep" in self.answers:
            return
        for line in filter(str.strip, pages.summary(summary).splitlines()):
            heads = line.startswith("#")
            self.show(line.lstrip("# ") if heads else "  " + line, "bold" * heads)

    def picked(self, name: str, rows: list) -> list:
        asked = about_insights(name, rows)
        return [rows[n - 1] for n in (self.ask(asked) if asked else []) if n <= len(rows)]

    def decide_all(self, rows: list, folders: list) -> list:
        """The decisions as `integrate` takes them; BACK decides the insight before anew."""
        decided = []
        while len(decided) < len(rows):
            number = len(decided) + 1
            decision = self.decide(number, rows[number - 1], folders)
            if decision == BACK:
                ends = (f":{number}", f":{number - 1}")
                self.forget([key for key in self.answers if key.endswith(ends)])
                decided.pop()
            else:
                decided.append(decision)
        return [*filter(None, decided)]

    def decide(self, number: int, row: dict, folders: list):
        """A decision, None to skip, or BACK."""
        self.show(f"\n{number}. {row['title']}", "bold")
        for shown in row["evidence"][:3]:
            self.show(f"   line {shown['line']}: {shown.get('quote', '')}".rstrip(": "), "dim")
        decision = {"insight": number, "action": "create"}
        against = _against(row)
        alike = [it for it in row["relations"] if it not in against]
        if against:
            decision["conflict"] = self._settled(number, row, against)
        if decision.get("conflict") == "old":
            return None
        for relation in alike[:4]:
            text = f"   {relation['kind']}: {relation['excerpt'][:CUT]}"
            self.show(f"{text}  ({place(relation)})", "dim")
        answer = self.ask(about_related(alike), f":{number}") if alike else "create"
        if answer == "skip":
            return None
        if answer == "create":
            return self.place(number, decision, folders)
        return {**decision, **self._merged(alike[answer[1]])}

    def _settled(self, number: int, row: dict, against: list) -> str:
        """Who wins, where an insight contradicts what is known: "old", "new" or "both"."""
        old = "".join(f"\n    old: {it['excerpt']}  ({place(it)})" for it in against)
        both = f"\n    new: {row['title']}{old}"
        return self.ask(question("conflict", below=both), f":{number}")

    def _merged(self, into: dict) -> dict:
        """The fields of a decision that merges into what is known."""
        where = "entry" if into["entry"] else "insights"
        if into["entry"] or not into["path"].endswith(tiers.MEMORY_FILE):
            target = into["entry"] or into["path"]
            return {"action": "merge", "where": where, "target": target}
        topic = [tiers.TOPIC, *_topics(self.memory[: into["line"]])][-1]
        return {"action": "merge", "where": "memory", "topic": topic}

    def place(self, number: int, decision: dict, folders: list):
        asked = about_place(self.work.context, folders, number == 1 or self.last is None)
        answer = self.likewise or self.ask(asked, f":{number}")
        if answer == BACK:
            return BACK
        if answer == LIKEWISE:
            answer = self.last
            self.likewise = answer
        self.last = answer
        where, scope = answer
        if where == "skip":
            return None
        if where == "memory":
            names = [*dict.fromkeys(filter(None, _topics(self.memory)))][:5]
            names = [*dict.fromkeys([*names, tiers.TOPIC])]
            asked = question("topic", [("", name, name) for name in names], names[0])
            decision["topic"] = self.ask(asked, f":{number}")
        return {**decision, "where": where, "scope": scope}

    def plan(self, rows: list, decision: dict) -> str:
        where = "an entry" if decision["where"] == "entry" else "an insight file"
        if decision["where"] == "memory":
            where = f"MEMORY.md, {decision['topic']}"
        if decision["action"] == "merge":
            where = f"merged into {short(decision.get('target') or tiers.MEMORY_FILE)}"
        row = rows[decision["insight"] - 1]
        archived = _against(row) if decision.get("conflict") == "new" else []
        gone = "".join(f"; {place(it)} is archived" for it in archived)
        return f"{where}: {row['title'][:CUT]}{gone}"

    def finish(self, rows: list, decisions: list) -> tuple:
        again = ("place", "topic", "related", "conflict")  # what led to what cannot be done
        self.forget([key for key in self.answers if key.split(":")[0] in again])
        self.show(pages.integrated(integrate(self.work, decisions, self.doors, rows)))
        checked = verify(self.work)
        self.show(pages.verified(checked))
        asked = question("next")
        other = f"another session: {self.earlier}"
        if self.earlier:
            asked["options"].append({"key": "o", "label": other, "value": "another"})
        answer = self.screen.ask(asked)
        if answer == "related":
            self.show(f"{pages.related(rows)}\n{RULES}")
        return checked["ok"], answer

    def forget(self, keys: list) -> None:
        for key in keys:
            del self.answers[key]
        self.work.hand.dump(handoff.ANSWERS, self.answers)

    def ask(self, asked: dict, suffix: str = ""):
        """The answer to a question, from the person or from before the interruption."""
        key = asked["id"] + suffix
        allowed = [option["value"] for option in asked["options"]]
        saved = self.answers.get(key)
        chosen = saved if asked["several"] and isinstance(saved, list) else [saved]
        if key in self.answers and all(value in allowed for value in chosen):
            return saved
        answer = self.screen.ask(asked)
        if asked["id"] != "write" and answer != BACK:
            self.answers[key] = answer
            self.work.hand.dump(handoff.ANSWERS, self.answers)
        return answer


def _against(row: dict) -> list:
    """The relations of an insight to what it contradicts."""
    return [it for it in row["relations"] if it["kind"] == related.CONFLICTING]


def _topics(lines: list) -> list:
    return [line[3:].strip() for line in lines if line.startswith("## ")]


def folders_touched(files: list) -> list:
    """The domains that a session worked in: the two top-level folders with most edits."""
    counts = {}
    for row in files:
        top, slash, _ = row["path"].partition("/")
        if slash and top and ":" not in top and top[0] != ".":
            counts[top] = counts.get(top, 0) + row["edits"]
    return sorted(counts, key=lambda name: (-counts[name], name))[:2]
