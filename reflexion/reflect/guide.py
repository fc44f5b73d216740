"""The course of a guided reflection: which question follows which answer. Asking and showing are
the caller's."""

from __future__ import annotations

import os

from reflexion.reflect import dialogue, handoff, pages, phases, related, tiers
from reflexion.reflect.integrate import integrate, verify
from reflexion.reflect.sources import text_of

RULES = (
    "`reflexion list` shows what was learned, `reflexion review` what waits, "
    "`reflexion show ID` one of them."
)
PLACES = {"entry": "an entry", "insights": "an insight file"}


class Guide:
    """One dialogue. `screen` has `ask(question)`, which returns the value (with `several`: the
    values) that the person chose, and `show(text, *styles)`. `answers` (question id -> answer) is
    kept in the hand-off folder after each key."""

    def __init__(self, work: phases.Reflection, screen, doors, earlier: str = ""):
        self.work, self.screen, self.doors, self.earlier = work, screen, doors, earlier
        self.answers = work.hand.load(handoff.ANSWERS)
        self.likewise = self.last = None

    def run(self, progress=None) -> tuple:
        """(are all places as they should be?, what comes next: "done" or "another"). Raises what
        integrate raises."""
        if self.answers:
            self.screen.show("Going on with the reflection that was interrupted.", "dim")
        result = self.settle_summary(self.read(progress))
        kept = self.choose(result)
        if not kept:
            return self.leave("Nothing is kept, and nothing was written.")
        self.work.hand.write(handoff.INSIGHTS, pages.insights(kept))
        rows = phases.relations(self.work)
        decisions = self.decide_all(rows, dialogue.folders_touched(result["summary"]["files"]))
        if not decisions:
            return self.leave("\nNothing is kept, and nothing was written.")
        plan = [self.plan(rows, decision) for decision in decisions]
        if self.ask(dialogue.about_writing(plan)) != "write":
            return self.leave("Nothing was written.")
        return self.finish(rows, decisions)

    def leave(self, text: str) -> tuple:
        self.screen.show(text)
        self.work.hand.remove()
        return True, "done"

    def read(self, progress) -> dict:
        result = phases.extraction(self.work, phases.outgrown(self.work), progress=progress)
        if result["problems"]:
            self.screen.show("\n".join(result["problems"]), "yellow")
        saved = self.work.hand.load(handoff.EXTRACTION)
        everything = saved["insights"] if "keep" in self.answers else result["insights"]
        return {**result, "more": saved["more"], "insights": everything}

    def settle_summary(self, result: dict) -> dict:
        summary = result["summary"]
        if "change" not in self.answers and "summary" not in self.answers:
            for line in filter(str.strip, pages.summary(summary).splitlines()):
                heads = line.startswith("#")
                self.screen.show(line.lstrip("# ") if heads else "  " + line, "bold" * heads)
        answer = self.ask(dialogue.about_summary())
        changing = dialogue.about_changes(summary) if answer == "change" else None
        if changing:
            summary = dialogue.change(summary, self.ask(changing))
            self.work.hand.write(handoff.SUMMARY, pages.summary(summary))
        return {**result, "summary": summary}

    def choose(self, result: dict) -> list:
        insights, more = result["insights"], dialogue.missed(result)
        if not insights:
            self.screen.show("No insight shows by itself in this session.", "dim")
        kept = self._picked(dialogue.about_keeping(insights), insights)
        return kept + self._picked(dialogue.about_missed(more), more)

    def _picked(self, question: dict | None, rows: list) -> list:
        return [rows[n - 1] for n in (self.ask(question) if question else []) if n <= len(rows)]

    def decide_all(self, rows: list, folders: list) -> list:
        """The decisions as `integrate` takes them; BACK decides the insight before anew."""
        decided, number = {}, 1
        while number <= len(rows):
            decision = self.decide(number, rows[number - 1], folders)
            if decision == dialogue.BACK:
                self.forget(lambda key, n=number: key.endswith((f":{n}", f":{n - 1}")))
                number -= 1
            else:
                decided[number] = decision
                number += 1
        return [decision for _, decision in sorted(decided.items()) if decision]

    def decide(self, number: int, row: dict, folders: list):
        """A decision, None to skip, or BACK."""
        self.screen.show(f"\n{number}. {row['title']}", "bold")
        for shown in row["evidence"][:3]:
            quote = f"   line {shown['line']}: {shown.get('quote', '')}".rstrip(": ")
            self.screen.show(quote, "dim")
        decision = {"insight": number, "action": "create"}
        against = [it for it in row["relations"] if it["kind"] == related.CONFLICTING]
        alike = [it for it in row["relations"] if it not in against]
        for n, relation in enumerate(against):
            answer = self.ask(dialogue.about_conflict(row["title"], relation), f":{n}:{number}")
            if answer == "old":
                return None
            decision["conflict"] = "new"
            gone = relation["entry"] or f"{relation['path']}:{relation['line']}"
            decision["supersede"] = decision.get("supersede", []) + [gone] * (answer == "new")
        for relation in alike[:4]:
            text = f"   {relation['kind']}: {relation['excerpt'][: dialogue.CUT]}"
            self.screen.show(f"{text}  ({dialogue.place(relation)})", "dim")
        answer = self.ask(dialogue.about_related(alike), f":{number}") if alike else "create"
        if answer == "skip":
            return None
        if answer != "create":
            return self.into({**decision, "action": "merge"}, alike[answer[1]])
        return self.place(number, decision, folders)

    def place(self, number: int, decision: dict, folders: list):
        answer = self.likewise
        if answer is None:
            first = number == 1 or self.last is None
            answer = self.ask(dialogue.about_place(self.work.context, folders, first), f":{number}")
        if answer == dialogue.BACK:
            return dialogue.BACK
        if answer == dialogue.LIKEWISE:
            answer = self.likewise = self.last
        self.last = answer
        where, scope = answer
        if where == "skip":
            return None
        if where == "memory":
            decision["topic"] = self.ask(dialogue.about_topic(self.memory()), f":{number}")
        return {**decision, "where": where, "scope": scope}

    def into(self, decision: dict, relation: dict) -> dict:
        if relation["entry"]:
            return {**decision, "where": "entry", "target": relation["entry"]}
        if not relation["path"].endswith(tiers.MEMORY_FILE):
            return {**decision, "where": "insights", "target": relation["path"]}
        above = self.memory().splitlines()[: relation["line"]]
        topics = [line[3:].strip() for line in above if line.startswith("## ")]
        return {**decision, "where": "memory", "topic": [tiers.TOPIC, *topics][-1]}

    def plan(self, rows: list, decision: dict) -> str:
        where = PLACES.get(decision["where"], f"MEMORY.md, {decision.get('topic', '')}")
        if decision["action"] == "merge":
            target = decision.get("target") or tiers.MEMORY_FILE
            where = f"merged into {dialogue.short(target)}"
        gone = [f"; {dialogue.short(it)} is archived" for it in decision.get("supersede", ())]
        title = rows[decision["insight"] - 1]["title"][: dialogue.CUT]
        return f"{where}: {title}{''.join(gone)}"

    def finish(self, rows: list, decisions: list) -> tuple:
        done = None
        try:
            done = integrate(self.work, decisions, self.doors, rows)
        finally:
            if done is None:  # what led to what cannot be done is asked again
                again = ("place", "topic", "related", "conflict")
                self.forget(lambda key: key.partition(":")[0] in again)
        self.screen.show(pages.integrated(done))
        checked = verify(self.work)
        self.screen.show(pages.verified(checked))
        answer = self.screen.ask(dialogue.about_next(self.earlier))
        if answer == "related":
            self.screen.show(pages.related(rows))
            self.screen.show(RULES)
        return checked["ok"], answer

    def forget(self, is_gone) -> None:
        self.answers = {key: value for key, value in self.answers.items() if not is_gone(key)}
        self.work.hand.dump(handoff.ANSWERS, self.answers)

    def ask(self, question: dict, suffix: str = ""):
        """The answer to a question, from the person or from before the interruption."""
        key = question["id"] + suffix
        allowed = [option["value"] for option in question["options"]]
        saved = self.answers.get(key)
        chosen = saved if question["several"] and isinstance(saved, list) else [saved]
        if key in self.answers and all(value in allowed for value in chosen):
            return saved
        answer = self.screen.ask(question)
        if question["id"] != "write" and answer != dialogue.BACK:
            self.answers[key] = answer
            self.work.hand.dump(handoff.ANSWERS, self.answers)
        return answer

    def memory(self) -> str:
        return text_of(os.path.join(self.work.context["memory"], tiers.MEMORY_FILE))
