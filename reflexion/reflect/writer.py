"""Carries out what a person decided about insights: each becomes a learning, a line of MEMORY.md or
an insight file, and what it takes the place of is archived."""

import os
from itertools import count

from reflexion.reflect import decisions, front_matter, known, tiers
from reflexion.reflect.decisions import USER, NotDone
from reflexion.reflect.orders import quote
from reflexion.reflect.undo import Undo, text_of
from reflexion.signals.secrets import redact
from reflexion.store.accepting import own_insight
from reflexion.store.entries import today
from reflexion.store.home_project import HomeProject
from reflexion.store.rule_files import targets
from reflexion.store.schema import encode, widen
from reflexion.store.sighting import record
from reflexion.text.clean import one_line

TYPES = {"content": "insight", "pattern": "pattern", "implicit": "insight"}
AGAIN = "run the related phase again; nothing was written"
NOTES = 20


class Writer:
    """Carries decisions out one by one; `written` and `superseded` tell what was done. `doors`: see
    `integrate`; `undo` takes back what it is told of unless all went well."""

    def __init__(self, work, undo: Undo, doors):
        self.work = work
        self.undo = undo
        self.doors = doors
        self.found = work.found
        self.written = []
        self.superseded = []

    def carry_out(self, decision: dict) -> None:
        insight = decision["insight"]
        for name in ("title", "sentence"):
            insight[name] = self._clean(insight.get(name, ""), 240)
        if not insight["title"]:
            raise NotDone(f"insight {decision['number']} says nothing")
        self._supersede(decision)
        row = self._write(decision)
        self.written.append({"title": insight["title"], "id": "", **row})

    def _supersede(self, decision: dict) -> None:
        """Take out what the insight takes the place of."""
        places = {(it["path"], it["line"]): it for it in decision["supersede"]}
        for place in sorted(places, reverse=True):  # bottom up: the places above stay right
            supersede = self._retire if places[place]["entry"] else self._cut
            self.superseded.append(supersede(places[place], decision))

    def _write(self, decision: dict) -> dict:
        """Put the insight where it goes; what was done."""
        target = decision["target"]
        merges_file = decision["action"] == "merge" and target.endswith(".md")
        if decision["where"] == "memory" or target.endswith(tiers.MEMORY_FILE):
            return self._into_memory(decision)
        if decision["where"] == "insights" or merges_file:
            return self._into_file(decision)
        return self._into_entry(decision)

    def _into_entry(self, decision: dict) -> dict:
        entry = self._draft(decision["insight"])
        target = decision["target"]
        sides = [self.found, HomeProject(self.found)] if self.found.home else [self.found]
        side = sides[-1] if decision["scope"] == USER else self.found
        if decision["action"] == "merge":
            holders = [it.store for it in sides if it.store and target in it.store.find(target)]
            store = holders[0] if holders else side.store
            self._remember(store, target)
            now = store.update(target, lambda stored: _merge(stored, entry))
            did = "merged"
        else:
            store = self.undo.made(side.store)
            now, known = record(side, None, entry)
            did = "counted" if known else "created"
            self.undo.held(store.path(now["id"]), encode(known) if known else None)
        place = {"id": now["id"], "path": store.path(now["id"]), "store": store.dir}
        return {"where": "entry", "did": did, **place}

    def _draft(self, insight: dict) -> dict:
        """The insight as an entry; its own sentence is a note where it has another title."""
        title = insight["title"]
        quotes = [shown["quote"] for shown in insight["evidence"] if shown.get("quote")]
        own = insight.get("sentence", "")
        return self.doors.draft(
            TYPES[insight["type"]],
            quotes[0] if quotes else title,
            "",
            title,
            extra=self.work.extra,
            keywords=insight["keywords"],
            source="transcript",
            confidence="high" if insight["confidence"] == "high" else "medium",
            **({"notes": [own]} if own else {}),
        )

    def _into_memory(self, decision: dict) -> dict:
        folder = self.work.context["memory"]
        topic = self._clean(decision["topic"], 60)
        path = os.path.join(folder, tiers.MEMORY_FILE)
        text = tiers.remember(text_of(path), decision["insight"]["title"], topic)
        self.undo.write(path, text, os.path.dirname(folder))
        return {"where": "memory", "did": "added", "path": path}

    def _into_file(self, decision: dict) -> dict:
        insight = decision["insight"]
        merges = decision["action"] == "merge"
        path = decision["target"] if merges else self._free_file(decision)
        old = text_of(path)
        session = self._clean(self.work.context["session"], 80)
        tags = [self._clean(tag, 40).lower() for tag in decision["tags"]]
        summary = self._clean(decision["summary"], 200) if old else ""
        try:
            new = tiers.updated(old, insight, session, today(), tags, summary)
        except front_matter.Unfit as error:
            raise front_matter.Unfit(f"{path} is left alone: {error}") from None
        self._write_file(path, new)
        return {"where": "insights", "did": "merged" if old else "created", "path": path}

    def _free_file(self, decision: dict) -> str:
        """A file name that is free, or the file that holds the insight already."""
        title = decision["insight"]["title"]
        folder = decisions.folder_of(decision, self.work.context)
        stem = os.path.join(folder, tiers.slug(title))
        for number in count(1):
            path = f"{stem}-{number}.md" if number > 1 else f"{stem}.md"
            if not os.path.lexists(path) or title in known.text_of(path):
                return path

    def _write_file(self, path: str, text: str) -> None:
        if not path.startswith(self.found.root + os.sep):
            folder = os.path.dirname(self.work.context["insights"][USER])
            self.undo.write(path, text, folder)
            self.undo.made(self.found.home)
            return
        self.undo.write(path, text, self.found.root)
        self.undo.made(self.found.store)
        # recall names the insight files that were written here; one that came with the
        # checkout waits for `reflexion trust`
        self.found.ready()
        own_insight(self.found, path)

    def _cut(self, relation: dict, decision: dict) -> dict:
        """Archive the lines that the user chose to replace, if they are still what was shown."""
        path = relation["path"]
        line = relation["line"]
        excerpt = relation["excerpt"]
        text = text_of(path)
        there = [
            stated
            for stated in known.parse(text, path)
            if quote(redact(stated.text, self.work.extra)) == excerpt
        ]
        if not there:
            raise NotDone(f"{path}:{line} reads differently now: {AGAIN}")
        nearest = min(there, key=lambda stated: abs(stated.line - line))
        first = nearest.line
        last = nearest.end
        in_project = path.startswith(self.found.root + os.sep)
        base = self.found.root if in_project else os.path.dirname(os.path.realpath(path))
        store = self.found.home if decision["scope"] == USER else self.found.store
        log = f"`{path}:{first}` {excerpt} (superseded by: {decision['insight']['title']})"
        self.undo.made(store)
        if store is self.found.store:
            self.found.ready()  # the state is private, and ours, before anything is put there
        copy = self.undo.archive(store.state_dir, path, log)
        self.undo.write(path, tiers.forget(text, first, last), base)
        return {"what": f"{path}:{first} {excerpt}", "copy": copy}

    def _retire(self, relation: dict, decision: dict) -> dict:
        """Retire the entry that the user chose to replace."""
        key = relation["entry"]
        why = f"superseded by: {decision['insight']['title']}"
        ours = relation["path"].startswith(self.found.store.dir + os.sep)
        side = self.found if ours else HomeProject(self.found)
        old = self._remember(side.store, key)
        if old["promoted"]:
            for path in targets(side):
                self.undo.remember(path)
        self.doors.retire(side, key, why)
        return {"what": f"{key} {old['resolution'] or old['trigger']}", "copy": side.store.backups}

    def _remember(self, store, key: str) -> dict:
        """An entry as it is, and will be again on a failure."""
        entry = store.read(key)
        if entry is None:
            raise NotDone(f"{key} is gone: {AGAIN}")
        self.undo.made(store)
        self.undo.remember(store.path(key))
        return entry

    def _clean(self, text: str, limit: int) -> str:
        line = one_line(redact(text, self.work.extra), limit)
        return line.replace("<!--", "").replace("-->", "").strip()


def _merge(stored: dict, entry: dict) -> None:
    """A known entry with what the draft adds to it."""
    widen(stored, entry["keywords"], "")
    stored["last_seen"] = max(today(), stored["last_seen"])
    notes = stored.get("notes") or []
    if not stored["resolution"]:
        stored.update({key: entry[key] for key in ("resolution", "source", "confidence")})
    elif entry["resolution"] not in (stored["resolution"], *notes):
        stored["notes"] = [*notes, entry["resolution"]][-NOTES:]
