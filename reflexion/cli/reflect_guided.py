"""The dialogue of a guided reflection on a terminal: single keys, a default for Enter, nothing written before the last yes."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common, reflect_integrate, reflect_phases
from reflexion.cli.reflect_keys import Keys
from reflexion.reflect import dialogue, handoff, pages, related, tiers
from reflexion.status import terminal
from reflexion.store.files import read_bounded

LEAVE, ENTER = ("q", "\x04"), ("\r", "\n")


class Left(Exception):
    """The person wants to stop here."""


def main(arguments) -> int:
    if not terminal.is_terminal(sys.stdin) or not terminal.is_terminal(sys.stdout):
        raise common.Stop(
            "there is no terminal to ask: use the phases, `reflexion reflect extract --json` and the others"
        )
    if arguments.all or arguments.dry_run or arguments.since or arguments.json:
        raise common.Stop(
            "--guided is a dialogue about one session: leave --all, --since, --dry-run and --json out"
        )
    arguments.session, arguments.payload = arguments.session or "", ""
    arguments.file = arguments.file or ""
    work = reflect_phases.start(arguments)
    try:
        with Keys() as keys:
            return Guide(work, keys).run()
    except Left:
        print("\nNothing was written. `reflexion reflect --guided` goes on where you were.")
        return 0
    except KeyboardInterrupt:
        print(
            "\nNothing was written. `reflexion reflect --guided` goes on where you were.",
            file=sys.stderr,
        )
        return 130


class Guide:
    """One dialogue; `answers` (question id -> answer) is kept in the hand-off folder after each key."""

    def __init__(self, work, keys):
        self.work, self.keys, self.paint = work, keys, terminal.Paint(terminal.colour(sys.stdout))
        saved = work.hand.load(handoff.ANSWERS)
        self.answers = saved if isinstance(saved, dict) else {}
        self.width = terminal.width(sys.stdout)

    def run(self) -> int:
        if self.answers:
            self.say("Going on with the reflection that was interrupted.", "dim")
        result = self.read()
        result = self.settle_summary(result)
        kept = self.choose(result)
        if not kept:
            print("Nothing is kept, and nothing was written.")
            self.work.hand.remove()
            return 0
        self.work.hand.write(handoff.INSIGHTS, pages.insights(kept))
        rows = reflect_phases.relations(self.work)
        decisions = [
            decision
            for number, row in enumerate(rows, 1)
            for decision in [self.decide(number, row, result)]
            if decision
        ]
        return self.finish(rows, decisions)

    def read(self) -> dict:
        total = max(1, self.work.chosen.size)
        result = reflect_phases.extraction(
            self.work,
            reflect_phases.outgrown(self.work),
            progress=lambda done: print(
                f"\rreading the session: {min(100, 100 * done // total)} %", end="", flush=True
            ),
        )
        print("\r" + " " * 40 + "\r", end="")
        if result["problems"]:
            self.say("\n".join(result["problems"]), "yellow")
        saved = self.work.hand.load(handoff.EXTRACTION)
        return {
            **result,
            "more": saved["more"],
            "all": saved["insights"] if "keep" in self.answers else result["insights"],
        }

    def settle_summary(self, result: dict) -> dict:
        changing = dialogue.about_changes(result["summary"])
        if "change" not in self.answers and "summary" not in self.answers:
            self.show_summary(result["summary"])
        answer = self.ask(dialogue.about_summary())
        if answer == "change" and changing:
            summary = dialogue.change(result["summary"], self.ask(changing))
            self.work.hand.write(handoff.SUMMARY, pages.summary(summary))
            result = {**result, "summary": summary}
        return result

    def choose(self, result: dict) -> list:
        everything = result["all"]
        keeping, found = (
            dialogue.about_keeping(everything),
            dialogue.missed({**result, "insights": everything}),
        )
        if not keeping:
            self.say("No insight shows by itself in this session.", "dim")
        kept = [
            everything[n - 1]
            for n in (self.ask(keeping) if keeping else [])
            if n <= len(everything)
        ]
        missing = dialogue.about_missed(found)
        return kept + [
            found[n - 1] for n in (self.ask(missing) if missing else []) if n <= len(found)
        ]

    def decide(self, number: int, row: dict, result: dict) -> dict | None:
        """A decision as `integrate` takes it, None to skip."""
        print()
        self.say(f"{number}. {row['title']}", "bold")
        for one in row["evidence"][:3]:
            self.say(f"   line {one['line']}: {one.get('quote', '')}".rstrip(": "), "dim")
        decision = {"insight": number, "action": "create"}
        against = [one for one in row["relations"] if one["kind"] == related.CONFLICTING]
        for n, one in enumerate(against):
            answer = self.ask(dialogue.about_conflict(row["title"], one), f"{n}:{number}")
            if answer == "old":
                return None
            decision["conflict"] = "new"
            decision.setdefault("supersede", [])
            if answer == "new":
                decision["supersede"].append(one["entry"] or f"{one['path']}:{one['line']}")
        alike = [one for one in row["relations"] if one["kind"] != related.CONFLICTING]
        if alike:
            for one in alike[:4]:
                self.say(
                    f"   {one['kind']}: {one['excerpt'][: dialogue.CUT]}  ({dialogue.place(one)})",
                    "dim",
                )
            answer = self.ask(dialogue.about_related(alike), f":{number}")
            if answer == "skip":
                return None
            if answer != "create":
                return self.into({**decision, "action": "merge"}, alike[answer[1]])
        where, scope = self.ask(
            dialogue.about_place(
                self.work.context, dialogue.folders_touched(result["summary"]["files"])
            ),
            f":{number}",
        )
        if where == "skip":
            return None
        if where == "memory":
            decision["topic"] = self.ask(dialogue.about_topic(self.memory()), f":{number}")
        return {**decision, "where": where, "scope": scope}

    def into(self, decision: dict, relation: dict) -> dict:
        if relation["entry"]:
            return {**decision, "where": "entry", "target": relation["entry"]}
        if relation["path"].endswith(tiers.MEMORY_FILE):
            return {**decision, "where": "memory", "topic": self.heading_above(relation)}
        return {**decision, "where": "insights", "target": relation["path"]}

    def finish(self, rows: list, decisions: list) -> int:
        if not decisions:
            print("\nNothing is kept, and nothing was written.")
            self.work.hand.remove()
            return 0
        if self.ask(dialogue.about_writing([self.plan(rows, one) for one in decisions])) != "write":
            print("Nothing was written.")
            self.work.hand.remove()
            return 0
        try:
            print(reflect_integrate.text(reflect_integrate.integrate(self.work, decisions, rows)))
        except common.Stop:
            self.forget(
                "place", "topic", "related", "conflict"
            )  # they led to what cannot be done: they are asked again
            raise
        result = reflect_integrate.verify(self.work)
        print(reflect_integrate.verify_text(result))
        return 0 if result["ok"] else 1

    def forget(self, *ids: str) -> None:
        self.answers = {
            id: answer for id, answer in self.answers.items() if id.partition(":")[0] not in ids
        }
        self.work.hand.dump(handoff.ANSWERS, self.answers)

    def plan(self, rows: list, decision: dict) -> str:
        where = {
            "entry": "an entry",
            "memory": f"MEMORY.md, {decision.get('topic', '')}",
            "insights": "an insight file",
        }[decision["where"]]
        if decision["action"] == "merge":
            where = f"merged into {dialogue.short(decision.get('target') or tiers.MEMORY_FILE)}"
        gone = "".join(
            f"; {dialogue.short(name)} is archived" for name in decision.get("supersede", ())
        )
        return f"{where}: {rows[decision['insight'] - 1]['title'][: dialogue.CUT]}{gone}"

    def ask(self, question: dict, suffix: str = ""):
        """The answer to a question, from the person or from before the interruption."""
        id = question["id"] + (":" + suffix.lstrip(":") if suffix else "")
        allowed = [option["value"] for option in question["options"]]
        saved = self.answers.get(id)
        if id in self.answers and (
            saved in allowed
            or question["several"]
            and isinstance(saved, list)
            and all(one in allowed for one in saved)
        ):
            return saved
        answer = self.several(question) if question["several"] else self.one(question)
        if id != "write":
            self.answers[id] = answer
            self.work.hand.dump(handoff.ANSWERS, self.answers)
        return answer

    def one(self, question: dict):
        print(
            f"\n{self.paint(question['text'].partition(chr(10))[0], 'bold')}"
            + "".join(f"\n{line}" for line in question["text"].split("\n")[1:])
        )
        for option in question["options"]:
            self.say(
                f"  [{option['key']}] {option['label']}{'  (Enter)' if option['value'] == question['default'] else ''}"
            )
        while True:
            key = self.key()
            for option in question["options"]:
                if key == option["key"] or key in ENTER and option["value"] == question["default"]:
                    self.say(f"  > {option['label']}", "dim")
                    return option["value"]

    def several(self, question: dict) -> list:
        chosen, options = list(question["default"]), question["options"]
        self.say(f"\n{question['text']} Keys switch, Enter goes on.", "bold")
        self.boxes(options, chosen)
        while True:
            key = self.key()
            if key in ENTER:
                return [option["value"] for option in options if option["value"] in chosen]
            switched = [option for option in options if key == option["key"]]
            for option in switched:
                chosen.remove(option["value"]) if option["value"] in chosen else chosen.append(
                    option["value"]
                )
            if switched and self.paint.on:
                print(f"\x1b[{len(options)}A\x1b[J", end="")
                self.boxes(options, chosen)
            else:
                self.boxes(switched, chosen)

    def boxes(self, options: list, chosen: list) -> None:
        for option in options:
            self.say(
                terminal.cut(
                    f"  [{'x' if option['value'] in chosen else ' '}] {option['key']}  {option['label']}",
                    self.width,
                )
            )

    def key(self) -> str:
        sys.stdout.flush()
        key = self.keys.read()
        if key in LEAVE:
            raise Left
        return key

    def show_summary(self, summary: dict) -> None:
        body = [line for line in pages.summary(summary).splitlines() if line.strip()]
        for line in body:
            self.say(
                terminal.cut(
                    line.lstrip("# ") if line.startswith("#") else "  " + line, self.width
                ),
                "bold" if line.startswith("#") else "",
            )

    def memory(self) -> str:
        try:
            path = os.path.join(self.work.context["memory"], tiers.MEMORY_FILE)
            return read_bounded(path, 1 << 20, follow=True).decode("utf-8", "replace")
        except (OSError, ValueError):
            return ""

    def heading_above(self, relation: dict) -> str:
        above = [
            line[3:].strip()
            for line in self.memory().splitlines()[: relation["line"]]
            if line.startswith("## ")
        ]
        return above[-1] if above else tiers.TOPIC

    def say(self, text: str, *styles: str) -> None:
        print(
            terminal.fitting(
                self.paint(text, *styles) if styles and styles[0] else text, sys.stdout
            )
        )
