"""Phase four and five: write what was chosen, all of it or nothing; then look whether it stands."""

from __future__ import annotations

import os

from reflexion.reflect import decisions as choices
from reflexion.reflect import evidence, frontmatter, handoff, sources, tiers
from reflexion.reflect.context import USER
from reflexion.reflect.orders import quote
from reflexion.reflect.phases import NotDone, relations
from reflexion.reflect.undo import Undo
from reflexion.signals.secrets import redact
from reflexion.store import tidy, trust
from reflexion.store.entries import today, widen
from reflexion.store.files import read_bounded, remove_tree
from reflexion.text.clean import one_line

TYPES = {"content": "insight", "pattern": "pattern", "implicit": "insight"}


class Doors:
    """What other packages do for the writing: `draft` and `record` an entry, `retire` one with its
    rule, the `targets` of rules.
    """

    def __init__(self, draft, record, retire, targets):
        self.draft, self.record, self.retire, self.targets = draft, record, retire, targets


class GlobalSide:
    """The global store, as `record` asks for a project."""

    def __init__(self, found):
        self.settings, self.store = found.settings, found.home

    def ready(self):
        self.store.create_folders()
        return self.store


def integrate(work, given, doors: Doors, rows: list | None = None) -> dict:
    """Carry the decisions out; {"written": [...], "superseded": [...], "skipped": n, "before": n}.

    Whatever it raises (NotDone, or what a door or a file does), nothing was changed.
    """
    rows = relations(work) if rows is None else rows
    try:
        chosen = choices.read(given, rows, work.context)
    except choices.Wrong as error:
        raise NotDone(str(error)) from None
    _has_evidence(work, chosen)
    before = work.hand.load(handoff.DONE)
    done = before if isinstance(before, list) else []
    have = {row["title"] for row in done}
    with Undo() as undo:
        undo.steps.append(_trust_as_now(work.found.home))
        writer = Writer(work, undo, doors)
        for decision in chosen:
            if decision["insight"]["title"] not in have:
                writer.carry_out(decision)
        work.hand.dump(handoff.DONE, [*done, *writer.written])
    figures = {"skipped": len(rows) - len(chosen), "before": len(done)}
    return {"written": writer.written, "superseded": writer.superseded, **figures}


def _has_evidence(work, chosen: list) -> None:
    """Raises NotDone where the transcript does not show what it is said to show."""
    wrong = evidence.missing(work.chosen.path, [decision["insight"] for decision in chosen])
    if wrong:
        number, why = chosen[wrong[0][0]]["number"], wrong[0][2]
        raise NotDone(f"insight {number} has no evidence: {why}; nothing was written")


class Writer:
    """Carries decisions out one by one; `written` and `superseded` tell what was done."""

    def __init__(self, work, undo: Undo, doors: Doors):
        self.work, self.undo, self.doors = work, undo, doors
        self.found, self.written, self.superseded = work.found, [], []

    def carry_out(self, decision: dict) -> None:
        insight = decision["insight"]
        self.superseded += [
            self._supersede(it, decision) for it in _bottom_up(decision["supersede"])
        ]
        insight["title"] = self._clean(insight["title"], 240)
        if not insight["title"]:
            raise NotDone(f"insight {decision['number']} says nothing")
        merges_file = decision["action"] == "merge" and decision["target"].endswith(".md")
        if decision["where"] == "memory" or decision["target"].endswith(tiers.MEMORY_FILE):
            row = self._into_memory(decision)
        elif decision["where"] == "insights" or merges_file:
            row = self._into_file(decision)
        else:
            row = self._into_entry(decision)
        self.written.append({"title": insight["title"], **row})

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
        sides = [self.found, GlobalSide(self.found)] if self.found.home else [self.found]
        side = sides[-1] if decision["scope"] == USER else self.found
        if decision["action"] == "merge":
            holds = [it for it in sides if it.store and it.store.find(target) == [target]]
            store = (holds or [side])[0].store
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
        return {"where": "memory", "did": "added", "id": "", "path": path}

    def _into_file(self, decision: dict) -> dict:
        insight, path = decision["insight"], decision["target"]
        session = self._clean(self.work.context["session"], 80)
        tags = [self._clean(tag, 40).lower() for tag in decision["tags"]]
        if decision["action"] != "merge":
            stem = tiers.slug(insight["title"])
            folder = choices.folder_of(decision, self.work.context)
            path = _free(os.path.join(folder, stem), insight["title"])
        old, summary = self.undo.read(path), self._clean(decision["summary"], 200)
        try:
            new = (
                tiers.merged(old, insight, session, today(), tags, summary)
                if old
                else tiers.new_file(insight, session, today(), tags)
            )
        except frontmatter.Unsupported as error:
            raise frontmatter.Unsupported(f"{path} is left alone: {error}") from None
        stood = os.path.isdir(os.path.dirname(path))
        if path.startswith(self.found.root + os.sep):
            self.undo.write(path, new, self.found.root)
            self._let_recall_refer_to(os.path.dirname(path), stood)
        else:
            self.undo.write(path, new, os.path.dirname(self.work.context["insights"]["user"]))
            self._make(self.found.home)
        did = "merged" if old else "created"
        return {"where": "insights", "did": did, "id": "", "path": path}

    def _let_recall_refer_to(self, folder: str, stood: bool) -> None:
        """Recall refers to insight files where a store may speak; a folder that came with the
        checkout waits for `reflexion trust`.
        """
        self._make(self.found.store)
        self.found.ready()
        home = self.found.home.dir if self.found.home else ""
        if home and not stood:
            trust.trust(folder, home)

    def _supersede(self, relation: dict, decision: dict) -> dict:
        """Archive what the user chose to replace. Raises NotDone when it is not what was shown any
        more.
        """
        title = self._clean(decision["insight"]["title"], 240)
        if relation["entry"]:
            return self._retire(relation, title)
        path, text = relation["path"], self.undo.read(relation["path"])
        same = [
            it
            for it in sources.parse(text, path, "")
            if quote(redact(it.text[:1000], self.work.extra)) == relation["excerpt"]
        ]
        there = min(same, key=lambda it: abs(it.line - relation["line"]), default=None)
        if there is None:
            raise NotDone(
                f"{path}:{relation['line']} reads differently now: run the related phase again; nothing was written"
            )
        in_project = path.startswith(self.found.root + os.sep)
        base = self.found.root if in_project else os.path.dirname(os.path.realpath(path))
        store = self.found.store if decision["scope"] != USER else self.found.home
        self._make(store)
        place = f"{path}:{there.line}"
        line = f"`{place}` {relation['excerpt']} (superseded by: {title})"
        copy = self.undo.archive(store.state_dir, path, line)
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
            raise NotDone(f"{key} is gone: run the related phase again; nothing was written")
        return entry

    def _restore_on_failure(self, store, key: str, old: dict | None) -> None:
        self.undo.steps.append(lambda: _put_back(store, key, old))

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
    done = work.hand.load(handoff.DONE) or []
    problems = [_missing(work, row) for row in done if isinstance(done, list)]
    problems = [problem for problem in problems if problem]
    removed = work.hand.path if not problems and not keep and work.hand.remove() else ""
    figures = {"checked": len(done), "problems": problems}
    return {"ok": not problems, **figures, "removed": removed}


def _missing(work, row: dict) -> str:
    """What is wrong with one thing that was written; "" when it stands."""
    path, title, found = row["path"], row["title"], work.found
    try:
        if row["where"] == "entry":
            is_home = found.home and row["store"] == found.home.dir
            store = found.home if is_home else found.store
            return "" if store.read(row["id"]) else f"{row['id']} is gone"
        text = read_bounded(path, 4 << 20, follow=True).decode("utf-8", "surrogateescape")
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
        stored["notes"] = [*notes, entry["resolution"]][-20:]


def _trust_as_now(home):
    """A step that takes back every mark of trust that is set from now on."""
    before = trust.everyone(home.dir) if home else []

    def take_back():
        for folder in trust.everyone(home.dir) if home else ():
            if folder not in before:
                trust.distrust(folder, home.dir)

    return take_back


def _put_back(store, key: str, old: dict | None) -> None:
    """An entry as it was before; None: it was not there."""
    with store.lock():
        now = store.read(key)
        if old is not None:
            store.write(old, now)
        elif now is not None:
            store.drop(key, now)


def _free(stem: str, title: str) -> str:
    """A file name that is free, or that of the file that holds this very insight."""
    for n in range(1, 100):
        path = f"{stem}.md" if n == 1 else f"{stem}-{n}.md"
        if not os.path.lexists(path) or title in sources.text_of(path):
            return path
    return f"{stem}-{os.getpid()}.md"


def _bottom_up(relations_: list) -> list:
    """Lines further down first, so that the places above stay right; the same place once."""
    unique = {(it["path"], it["line"]): it for it in relations_}
    return [unique[key] for key in sorted(unique, reverse=True)]
