"""The dialogue of a guided reflection: questions with options to recognise, inferred from the
session, and which of them follows which answer. Asking and showing are the caller's.

A question is {"id", "text", "several", "options": [{"key", "label", "value"}], "default"};
default is a value, or with `several` a list of values."""

from __future__ import annotations

import os

from reflexion.reflect import handoff, pages, phases, related, tiers
from reflexion.reflect.extract import insight
from reflexion.reflect.integrate import integrate, verify
from reflexion.reflect.phases import PROJECT, USER
from reflexion.reflect.related import FOLDER, place, short, text_of
from reflexion.signals.prompts.directives import same_directive

KEYS = "123456789abcdefghijklmnoprtuvwxyz"  # without q (leave) and s (skip)
CUT, MERGEABLE, TOPICS, MISSED = 110, 4, 5, 8
LIKEWISE, BACK = ["likewise", ""], ["back", ""]
REMOVABLE = (  # lists of the summary, and how their rows are put in doubt
    ("decisions", "no decision"),
    ("open", "not open any more"),
    ("done", "not what was done"),
    ("solved", "not solved"),
)
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
        kept, decisions = self.choose(result), []
        if kept:
            self.work.hand.write(handoff.INSIGHTS, pages.insights(kept))
            rows = phases.relations(self.work)
            decisions = self.decide_all(rows, folders_touched(result["summary"]["files"]))
        if not decisions:
            return self.leave("\nNothing is kept, and nothing was written.")
        plan = [f"    {self.plan(rows, decision)}" for decision in decisions]
        options = [("w", "write it", "write"), ("n", "no, leave everything as it is", "no")]
        text = "\n".join(["This will be written:", *plan])
        if self.ask(question("write", text, options, "write")) != "write":
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
        answer = self.ask(about_summary())
        changing = about_changes(summary) if answer == "change" else None
        if changing:
            summary = change(summary, self.ask(changing))
            self.work.hand.write(handoff.SUMMARY, pages.summary(summary))
        return {**result, "summary": summary}

    def choose(self, result: dict) -> list:
        insights, more = result["insights"], missed(result)
        if not insights:
            self.screen.show("No insight shows by itself in this session.", "dim")
        kept = []
        for asked, rows in ((about_keeping(insights), insights), (about_missed(more), more)):
            kept += [rows[n - 1] for n in (self.ask(asked) if asked else []) if n <= len(rows)]
        return kept

    def decide_all(self, rows: list, folders: list) -> list:
        """The decisions as `integrate` takes them; BACK decides the insight before anew."""
        decided, number = {}, 1
        while number <= len(rows):
            decision = self.decide(number, rows[number - 1], folders)
            if decision == BACK:
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
            answer = self.ask(about_conflict(row["title"], relation), f":{n}:{number}")
            if answer == "old":
                return None
            gone = [related.name_of(relation)] if answer == "new" else []
            decision.update(conflict="new", supersede=decision.get("supersede", []) + gone)
        for relation in alike[:4]:
            text = f"   {relation['kind']}: {relation['excerpt'][:CUT]}"
            self.screen.show(f"{text}  ({place(relation)})", "dim")
        answer = self.ask(about_related(alike), f":{number}") if alike else "create"
        if answer == "skip":
            return None
        if answer != "create":
            return self.into({**decision, "action": "merge"}, alike[answer[1]])
        return self.place(number, decision, folders)

    def place(self, number: int, decision: dict, folders: list):
        answer = self.likewise
        if answer is None:
            first = number == 1 or self.last is None
            answer = self.ask(about_place(self.work.context, folders, first), f":{number}")
        if answer == BACK:
            return BACK
        if answer == LIKEWISE:
            answer = self.likewise = self.last
        self.last = answer
        where, scope = answer
        if where == "skip":
            return None
        if where == "memory":
            decision["topic"] = self.ask(about_topic(self.memory()), f":{number}")
        return {**decision, "where": where, "scope": scope}

    def into(self, decision: dict, relation: dict) -> dict:
        if relation["entry"]:
            return {**decision, "where": "entry", "target": relation["entry"]}
        if not relation["path"].endswith(tiers.MEMORY_FILE):
            return {**decision, "where": "insights", "target": relation["path"]}
        topics = _topics(self.memory().splitlines()[: relation["line"]])
        return {**decision, "where": "memory", "topic": [tiers.TOPIC, *topics][-1]}

    def plan(self, rows: list, decision: dict) -> str:
        where = PLACES.get(decision["where"], f"MEMORY.md, {decision.get('topic', '')}")
        if decision["action"] == "merge":
            where = f"merged into {short(decision.get('target') or tiers.MEMORY_FILE)}"
        gone = "".join(f"; {short(it)} is archived" for it in decision.get("supersede", ()))
        return f"{where}: {rows[decision['insight'] - 1]['title'][:CUT]}{gone}"

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
        options = [("d", "done", "done"), ("r", "show the related rules once more", "related")]
        options += [("o", f"another session: {self.earlier}", "another")] if self.earlier else []
        answer = self.screen.ask(question("next", "And now?", options, "done"))
        if answer == "related":
            self.screen.show(pages.related(rows))
            self.screen.show(RULES)
        return checked["ok"], answer

    def forget(self, is_gone) -> None:
        self.answers = {key: value for key, value in self.answers.items() if not is_gone(key)}
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

    def memory(self) -> str:
        return text_of(os.path.join(self.work.context["memory"], tiers.MEMORY_FILE))


def questions(result: dict) -> list:
    """What a host's question tool can ask after phase two."""
    asked = (about_summary(), about_changes(result["summary"]))
    asked += (about_keeping(result["insights"]), about_missed(missed(result)))
    return [one for one in asked if one]


def question(name: str, text: str, options: list, default, several=False) -> dict | None:
    """options: (key or "", label, value); keys are given in order where they are "". None without
    options."""
    taken = {key for key, _, _ in options}
    free = iter(key for key in KEYS if key not in taken)
    rows = [
        {"key": key or next(free), "label": label, "value": value}
        for key, label, value in options[: len(KEYS)]
    ]
    asked = {"id": name, "text": text, "several": several, "options": rows, "default": default}
    return asked if rows else None


def about_summary() -> dict:
    options = [("y", "yes", "yes"), ("c", "choose what to change", "change")]
    options.append(("s", "go on without it", "skip"))
    return question("summary", "Is this summary right?", options, "yes")


def about_changes(summary: dict) -> dict | None:
    """What could be wrong with the summary; values are [list, place]."""
    rows = [("goal", "the goal was rather", n, row) for n, row in enumerate(_goals(summary))]
    for name, words in REMOVABLE:
        rows += [(name, words, n, row) for n, row in enumerate(summary[name][:5])]
    options = [("", f"{words}: {row['text'][:CUT]}", [name, n]) for name, words, n, row in rows]
    return question("change", "What is to change?", options, [], several=True)


def _goals(summary: dict) -> list:
    return summary["asked"][:2] + summary["asked"][2:][-1:]


def change(summary: dict, chosen: list) -> dict:
    """The summary with the chosen changes made."""
    changed = {**summary}
    for name, _ in REMOVABLE:
        changed[name] = [row for n, row in enumerate(summary[name]) if [name, n] not in chosen]
    goals = [goal for n, goal in enumerate(_goals(summary)) if ["goal", n] in chosen]
    if goals:
        others = [row for row in summary["asked"] if row is not goals[0]]
        changed.update(goal=goals[0], asked=[summary["goal"], *others])
    return changed


def about_keeping(insights: list) -> dict | None:
    def label(row: dict) -> str:
        return f"{row['title'][:CUT]} ({row['type']}, {row['confidence']}, {_lines(row)})"

    options = [("", label(row), n) for n, row in enumerate(insights, 1)]
    default = [n for n, row in enumerate(insights, 1) if row["confidence"] != "low"]
    return question("keep", "Which of these are worth keeping?", options, default, several=True)


def missed(extraction: dict) -> list:
    """Insights that a person may miss: the further candidates, and decisions that are none yet."""
    titles = [row["title"] for row in extraction["insights"]]
    rows = [row for row in extraction["more"] if row["title"] not in titles]
    titles += [row["title"] for row in rows]
    for row in extraction["summary"]["decisions"]:
        if not any(row["text"] == title or same_directive(row["text"], title) for title in titles):
            shown = [{"line": row["line"], "quote": ""}]
            rows.append(insight(row["text"], "content", "medium", shown))
            titles.append(row["text"])
    return rows[:MISSED]


def about_missed(rows: list) -> dict | None:
    options = [("", f"{row['title'][:CUT]} ({_lines(row)})", n) for n, row in enumerate(rows, 1)]
    return question("missed", "Was anything missed?", options, [], several=True)


def _lines(row: dict) -> str:
    numbers = [str(shown["line"]) for shown in row["evidence"][:4]]
    return ("line " if len(numbers) == 1 else "lines ") + ", ".join(numbers)


def about_conflict(title: str, relation: dict) -> dict:
    old = f"{relation['excerpt']}  ({place(relation)})"
    text = f"These two contradict each other.\n    new: {title}\n    old: {old}"
    options = [
        ("o", "the old one stays, the new one is dropped", "old"),
        ("n", "the new one takes its place; the old one is archived", "new"),
        ("b", "both hold", "both"),
    ]
    return question("conflict", text, options, "old")


def about_related(relations: list) -> dict:
    """Merge, create or skip; the value of merge is the relation's place among `relations`."""
    mergeable = [(n, it) for n, it in enumerate(relations) if related.can_merge(it)][:MERGEABLE]
    options = [("", f"merge into {place(it)}", ["merge", n]) for n, it in mergeable]
    options[:1] = [("m", *option[1:]) for option in options[:1]]
    default = options[0][2] if options else "create"
    default = "skip" if related.verdict(relations) == related.REDUNDANT else default
    options += [("c", "create it beside that", "create"), ("s", "skip: it is known", "skip")]
    return question("related", "Something like it is known.", options, default)


def about_place(context: dict, folders: list, first: bool = True) -> dict:
    """Where an insight goes: values are [where, scope]; after the first one also LIKEWISE, BACK."""
    level, domain = context["level"], context.get("domain", "")
    options = [("e", "an entry: recalled when it matters", ["entry", level])]
    if level != USER and context["memory"]:
        always = "tier A, MEMORY.md: loaded in every session, so only what always matters"
        options.append(("a", always, ["memory", ""]))
    if level != USER:
        tier_b = f"tier B, {FOLDER}/ of the project: read on demand"
        options.append(("b", tier_b, ["insights", PROJECT]))
        for folder in dict.fromkeys(filter(None, [domain, *folders])):
            options.append(("", f"tier B, {folder}/{FOLDER}/", ["insights", folder]))
    options.append(("u", f"tier B, {FOLDER}/ of yours: for every project", ["insights", USER]))
    options.append(("s", "nowhere: skip it", ["skip", ""]))
    if not first:
        options.append(("l", "where the last one went, and the rest likewise", LIKEWISE))
        options.append(("z", "one step back", BACK))
    default = ["insights", domain] if domain and level != USER else options[0][2]
    return question("place", "Where does it go?", options, default)


def about_topic(memory_text: str) -> dict:
    headings = [*dict.fromkeys(filter(None, _topics(memory_text.splitlines())))][:TOPICS]
    names = [*dict.fromkeys([*headings, tiers.TOPIC])]
    return question("topic", "Under which heading?", [("", name, name) for name in names], names[0])


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
