"""Phase four and five: write what was chosen, all of it or nothing; then look whether it stands."""

from __future__ import annotations

import os

from reflexion.reflect import decisions, evidence, frontmatter, handoff, sources, tiers
from reflexion.reflect.context import USER, NotDone
from reflexion.reflect.orders import quote
from reflexion.reflect.phases import relations
from reflexion.reflect.undo import MAX_FILE, Undo
from reflexion.signals.secrets import redact
from reflexion.store import tidy, trust
from reflexion.store.entries import today, widen
from reflexion.store.files import read_bounded, remove_tree
from reflexion.store.project import ForAll
from reflexion.text.clean import one_line

TYPES = {"content": "insight", "pattern": "pattern", "implicit": "insight"}
AGAIN = "run the related phase again; nothing was written"
NOTES = 20


def integrate(work, given, doors, rows: list | None = None) -> dict:
    """Carry the decisions out; {"written": [...], "superseded": [...], "skipped": n, "before": n}.

    `doors` is what other packages do for the writing: `draft` and `record` an entry, `retire` one
    with its rule, the `targets` of rules. Whatever it raises (NotDone, or what a door or a file
    does), nothing was changed."""
    rows = relations(work) if rows is None else rows
    chosen = decisions.read(given, rows, work.context)
    wrong = evidence.missing(work.chosen.path, [decision["insight"] for decision in chosen])
    for place, _, why in wrong[:1]:
        number = chosen[place]["number"]
        raise NotDone(f"insight {number} has no evidence: {why}; nothing was written")
    done = work.hand.load(handoff.DONE, list)
    titles = {row["title"] for row in done}
    with Undo() as undo:
        undo.steps.append(_trust_as_now(work.found.home))
        writer = Writer(work, undo, doors)
        for decision in chosen:
            if decision["insight"]["title"] not in titles:
                writer.carry_out(decision)
        work.hand.dump(handoff.DONE, [*done, *writer.written])
    figures = {"skipped": len(rows) - len(chosen), "before": len(done)}
    return {"written": writer.written, "superseded": writer.superseded, **figures}


class Writer:
    """Carries decisions out one by one; `written` and `superseded` tell what was done."""

    def __init__(self, work, undo: Undo, doors):
        self.work, self.undo, self.doors = work, undo, doors
        self.found, self.written, self.superseded = work.found, [], []

    def carry_out(self, decision: dict) -> None:
        insight, target = decision["insight"], decision["target"]
        insight["title"] = self._clean(insight["title"], 240)
        if not insight["title"]:
            raise NotDone(f"insight {decision['number']} says nothing")
        for relation in _bottom_up(decision["supersede"]):
            self.superseded.append(self._supersede(relation, decision))
        merges_file = decision["action"] == "merge" and target.endswith(".md")
        if decision["where"] == "memory" or target.endswith(tiers.MEMORY_FILE):
            row = self._into_memory(decision)
        elif decision["where"] == "insights" or merges_file:
            row = self._into_file(decision)
        else:
            row = self._into_entry(decision)
        self.written.append({"title": insight["title"], "id": "", **row})

    def _into_entry(self, decision: dict) -> dict:
        insight, target = decision["insight"], decision["target"]
        quotes = [shown["quote"] for shown in insight["evidence"] if shown.get("quote")]
        entry = self.doors.draft(
            TYPES[insight["type"]],
            quotes[0] if quotes else insight["title"],
            "",
            insight["title"],
            extra=self.work.extra,
            keywords=insight["keywords"],
            source="transcript",
            confidence="high" if insight["confidence"] == "high" else "medium",
        )
        sides = [self.found, ForAll(self.found)] if self.found.home else [self.found]
        side = sides[-1] if decision["scope"] == USER else self.found
        if decision["action"] == "merge":
            holders = [it for it in sides if it.store and it.store.find(target) == [target]]
            store = (holders or [side])[0].store
            self._restore_on_failure(store, target, self._entry(store, target))
            now, did = store.update(target, lambda stored: _merge(stored, entry)), "merged"
        else:
            store = side.store
            self._make(store)
            now, known = self.doors.record(side, None, entry)
            self._restore_on_failure(store, now["id"], known)
            did = "counted" if known else "created"
        place = {"path": store.path(now["id"]), "store": store.dir}
        return {"where": "entry", "did": did, "id": now["id"], **place}

    def _into_memory(self, decision: dict) -> dict:
        folder, topic = self.work.context["memory"], self._clean(decision["topic"], 60)
        path = os.path.join(folder, tiers.MEMORY_FILE)
        text = tiers.remember(self.undo.read(path), decision["insight"]["title"], topic)
        self.undo.write(path, text, os.path.dirname(folder))
        return {"where": "memory", "did": "added", "path": path}

    def _into_file(self, decision: dict) -> dict:
        insight, path, context = decision["insight"], decision["target"], self.work.context
        if decision["action"] != "merge":
            folder = decisions.folder_of(decision, context)
            path = _free(os.path.join(folder, tiers.slug(insight["title"])), insight["title"])
        old, session = self.undo.read(path), self._clean(context["session"], 80)
        tags = [self._clean(tag, 40).lower() for tag in decision["tags"]]
        if not old:
            new = tiers.new_file(insight, session, today(), tags)
        else:
            summary = self._clean(decision["summary"], 200)
            try:
                new = tiers.merged(old, insight, session, today(), tags, summary)
            except frontmatter.Unsupported as error:
                raise frontmatter.Unsupported(f"{path} is left alone: {error}") from None
        folder = os.path.dirname(path)
        stood = os.path.isdir(folder)
        if path.startswith(self.found.root + os.sep):
            self.undo.write(path, new, self.found.root)
            self._let_recall_refer_to(folder, stood)
        else:
            self.undo.write(path, new, os.path.dirname(context["insights"][USER]))
            self._make(self.found.home)
        return {"where": "insights", "did": "merged" if old else "created", "path": path}

    def _let_recall_refer_to(self, folder: str, stood: bool) -> None:
        """Recall refers to insight files where a store may speak; a folder that came with the
        checkout waits for `reflexion trust`."""
        self._make(self.found.store)
        self.found.ready()
        if self.found.home and not stood:
            trust.trust(folder, self.found.home.dir)

    def _supersede(self, relation: dict, decision: dict) -> dict:
        """Archive what the user chose to replace. Raises NotDone when it is not what was shown any
        more."""
        title = decision["insight"]["title"]
        if relation["entry"]:
            return self._retire(relation, title)
        path, line, text = relation["path"], relation["line"], self.undo.read(relation["path"])
        same = [
            it
            for it in sources.parse(text, path, "")
            if quote(redact(it.text, self.work.extra)) == relation["excerpt"]
        ]
        if not same:
            raise NotDone(f"{path}:{line} reads differently now: {AGAIN}")
        there = min(same, key=lambda it: abs(it.line - line))
        in_project = path.startswith(self.found.root + os.sep)
        base = self.found.root if in_project else os.path.dirname(os.path.realpath(path))
        store = self.found.store if decision["scope"] != USER else self.found.home
        self._make(store)
        place = f"{path}:{there.line}"
        log = f"`{place}` {relation['excerpt']} (superseded by: {title})"
        copy = self.undo.archive(store.state_dir, path, log)
        self.undo.write(path, tiers.forget(text, there.line, there.end), base)
        return {"what": f"{place} {relation['excerpt']}", "copy": copy}

    def _retire(self, relation: dict, title: str) -> dict:
        key, why = relation["entry"], f"superseded by: {title}"
        ours = relation["path"].startswith(self.found.store.dir + os.sep)
        store = self.found.store if ours else self.found.home
        old = self._entry(store, key)
        for path in self.doors.targets(self.found) if ours and old["promoted"] else ():
            self.undo.remember(path)
        self._restore_on_failure(store, key, old)
        if ours:
            self.doors.retire(self.found, key, why)
        else:
            tidy.retire(store, key, why)
        copy = os.path.join(store.state_dir, "backups")
        return {"what": f"{key} {old['resolution'] or old['trigger']}", "copy": copy}

    def _entry(self, store, key: str) -> dict:
        entry = store.read(key)
        if entry is None:
            raise NotDone(f"{key} is gone: {AGAIN}")
        return entry

    def _restore_on_failure(self, store, key: str, old: dict | None) -> None:
        """An entry becomes again what it was; None: it was not there."""

        def put_back():
            with store.lock():
                now = store.read(key)
                if old is not None:
                    store.write(old, now)
                elif now is not None:
                    store.drop(key, now)

        self.undo.steps.append(put_back)

    def _make(self, store) -> None:
        """Make the store where it is missing; it goes again when the whole is taken back."""
        if not store.exists():
            self.undo.steps.append(lambda: remove_tree(store.dir))
        store.create_folders()

    def _clean(self, text: str, limit: int) -> str:
        line = one_line(redact(text, self.work.extra), limit)
        return line.replace("<!--", "").replace("-->", "").strip()


def verify(work, keep: bool = False) -> dict:
    """{"ok", "checked", "problems", "removed"}; the hand-off folder goes when all is well."""
    done = work.hand.load(handoff.DONE, list)
    problems = [problem for problem in (_problem(work.found, row) for row in done) if problem]
    removed = work.hand.path if not problems and not keep and work.hand.remove() else ""
    figures = {"checked": len(done), "problems": problems}
    return {"ok": not problems, **figures, "removed": removed}


def _problem(project, row: dict) -> str:
    """What is wrong with one thing that was written; "" when it stands."""
    path, title = row["path"], row["title"]
    try:
        if row["where"] == "entry":
            is_home = project.home and row["store"] == project.home.dir
            store = project.home if is_home else project.store
            return "" if store.read(row["id"]) else f"{row['id']} is gone"
        text = read_bounded(path, MAX_FILE, follow=True).decode("utf-8", "surrogateescape")
        if title not in text:
            return f"{path} does not hold it: {title}"
        if row["where"] != "memory":
            frontmatter.split(text)
        elif len(text.splitlines()) > tiers.MAX_MEMORY:
            return f"{path} has more than {tiers.MAX_MEMORY} lines"
        return ""
    except OSError as error:
        return f"{path}: {error.strerror or error}"
    except ValueError as error:
        return f"{path}: {error}"


def _merge(stored: dict, entry: dict) -> None:
    widen(stored, entry["keywords"], "")
    stored["last_seen"] = max(today(), stored["last_seen"])
    notes = stored.get("notes") or []
    if not stored["resolution"]:
        stored.update({key: entry[key] for key in ("resolution", "source", "confidence")})
    elif entry["resolution"] not in (stored["resolution"], *notes):
        stored["notes"] = [*notes, entry["resolution"]][-NOTES:]


def _trust_as_now(home):
    """A step that takes back every mark of trust that is set from now on."""
    before = trust.everyone(home.dir) if home else []

    def take_back():
        for folder in trust.everyone(home.dir) if home else ():
            if folder not in before:
                trust.distrust(folder, home.dir)

    return take_back


def _free(stem: str, title: str) -> str:
    """A file name that is free, or that of the file that holds this very insight."""
    names = [f"{stem}.md", *(f"{stem}-{n}.md" for n in range(2, 100))]
    fits = (path for path in names if not os.path.lexists(path) or title in sources.text_of(path))
    return next(fits, f"{stem}-{os.getpid()}.md")


def _bottom_up(relations_: list) -> list:
    """Lines further down first, so that the places above stay right; the same place once."""
    unique = {(it["path"], it["line"]): it for it in relations_}
    return [unique[key] for key in sorted(unique, reverse=True)]
