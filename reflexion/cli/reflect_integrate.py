"""Phase four and five: write what was chosen, all of it or nothing; then look whether it stands."""

from __future__ import annotations

import os

from reflexion.capture.record import Full, draft, record
from reflexion.cli import common
from reflexion.promote import promoter
from reflexion.reflect import decisions as choices
from reflexion.reflect import evidence, frontmatter, handoff, sources, tiers
from reflexion.reflect.context import USER
from reflexion.reflect.undo import Undo
from reflexion.reflect.wording import quote
from reflexion.signals.secrets import redact
from reflexion.store import trust
from reflexion.store.entries import today, widen
from reflexion.store.entry import Unreadable
from reflexion.store.files import read_bounded, remove_tree
from reflexion.text.clean import one_line

TYPES = {"content": "insight", "pattern": "pattern", "implicit": "insight"}


def integrate(work, given, rows: list | None = None) -> dict:
    """Carry the decisions out; {"written": [...], "superseded": [...], "skipped": n}. Raises Stop; then nothing was changed."""
    from reflexion.cli.reflect_phases import relations

    rows = relations(work) if rows is None else rows
    try:
        chosen = choices.read(given, rows, work.context)
    except choices.Wrong as error:
        raise common.Stop(str(error)) from None
    _has_evidence(work, chosen)
    before = work.hand.load(handoff.DONE)
    done = before if isinstance(before, list) else []
    have = {row["title"] for row in done}
    written, superseded = [], []
    try:
        with Undo() as undo:
            undo.steps.append(_trust_as_now(work.found.home))
            for decision in chosen:
                if decision["insight"]["title"] not in have:
                    superseded += [
                        _supersede(work, undo, one, decision)
                        for one in _bottom_up(decision["supersede"])
                    ]
                    written.append(_write(work, undo, decision))
            work.hand.dump(handoff.DONE, [*done, *written])
    except (Full, promoter.Refused, frontmatter.Unsupported, tiers.NoRoom, Unreadable) as error:
        raise common.Stop(f"nothing was written: {error}") from None
    return {
        "written": written,
        "superseded": superseded,
        "skipped": len(rows) - len(chosen),
        "before": len(done),
    }


def verify(work, keep: bool = False) -> dict:
    """{"ok", "checked", "problems", "removed"}; the hand-off folder goes when all is well."""
    done = work.hand.load(handoff.DONE)
    problems = [
        problem
        for row in (done if isinstance(done, list) else [])
        for problem in [_missing(work, row)]
        if problem
    ]
    removed = work.hand.path if not problems and not keep and work.hand.remove() else ""
    return {
        "ok": not problems,
        "checked": len(done or []),
        "problems": problems,
        "removed": removed,
    }


def text(value: dict) -> str:
    lines = [
        f"archived  {row['what']}" + (f" (copy: {row['copy']})" if row["copy"] else "")
        for row in value["superseded"]
    ]
    lines += [
        f"{row['did']:<8}  {row['path'] if row['where'] != 'entry' else row['id']}: {row['title']}"
        for row in value["written"]
    ]
    return "\n".join([*lines, f"{len(value['written'])} written, {value['skipped']} left out."])


def verify_text(value: dict) -> str:
    lines = [f"problem: {problem}" for problem in value["problems"]]
    lines.append(
        f"{value['checked'] - len(value['problems'])} of {value['checked']} stand where they should."
        if value["checked"]
        else "Nothing was written, so there is nothing to check."
    )
    return "\n".join(lines + ([f"removed {value['removed']}"] if value["removed"] else []))


def _has_evidence(work, chosen: list) -> None:
    """Raises Stop where the transcript does not show what it is said to show."""
    wrong = evidence.missing(work.chosen.path, [decision["insight"] for decision in chosen])
    if wrong:
        place, _, why = wrong[0]
        raise common.Stop(
            f"insight {chosen[place]['number']} has no evidence: {why}; nothing was written"
        )


def _write(work, undo, decision: dict) -> dict:
    insight = decision["insight"]
    insight["title"] = _clean(work, insight["title"], 240)
    if not insight["title"]:
        raise common.Stop(f"insight {decision['number']} says nothing")
    if decision["where"] == "memory":
        return _into_memory(work, undo, decision)
    if (
        decision["where"] == "insights"
        or decision["action"] == "merge"
        and decision["target"].endswith(".md")
    ):
        return (
            _into_memory(work, undo, decision)
            if decision["target"].endswith(tiers.MEMORY_FILE)
            else _into_file(work, undo, decision)
        )
    return _into_entry(work, undo, decision)


def _into_entry(work, undo, decision: dict) -> dict:
    insight, target = decision["insight"], decision["target"]
    quotes = [one["quote"] for one in insight["evidence"] if one.get("quote")]
    entry = draft(
        TYPES[insight["type"]],
        quotes[0] if quotes else insight["title"],
        "",
        insight["title"],
        extra=work.extra,
        keywords=insight["keywords"],
        source="transcript",
        confidence="high" if insight["confidence"] == "high" else "medium",
    )
    where = common.Everywhere(work.found) if decision["scope"] == USER else work.found
    if decision["action"] == "merge":
        where = next(
            (
                one
                for one in (work.found, common.Everywhere(work.found))
                if one.store and one.store.find(target) == [target]
            ),
            where,
        )
        old = common.entry(where.store, target)
        undo.steps.append(lambda: _put_back(where.store, target, old))
        now = where.store.update(target, lambda stored: _merge(stored, entry))
        return {
            "title": insight["title"],
            "where": "entry",
            "did": "merged",
            "id": now["id"],
            "path": where.store.path(now["id"]),
            "store": where.store.dir,
        }
    _ready(undo, where.store)
    now, known = record(where, None, entry)
    undo.steps.append(lambda: _put_back(where.store, now["id"], known))
    return {
        "title": insight["title"],
        "where": "entry",
        "did": "counted" if known else "created",
        "id": now["id"],
        "path": where.store.path(now["id"]),
        "store": where.store.dir,
    }


def _into_memory(work, undo, decision: dict) -> dict:
    title, folder = decision["insight"]["title"], work.context["memory"]
    path = os.path.join(folder, tiers.MEMORY_FILE)
    undo.write(
        path,
        tiers.remember(undo.read(path), title, _clean(work, decision["topic"], 60)),
        os.path.dirname(folder),
    )
    return {"title": title, "where": "memory", "did": "added", "id": "", "path": path}


def _into_file(work, undo, decision: dict) -> dict:
    insight, session = decision["insight"], _clean(work, work.context["session"], 80)
    tags = [_clean(work, tag, 40).lower() for tag in decision["tags"]]
    merging = decision["action"] == "merge"
    folder = (
        os.path.dirname(decision["target"])
        if merging
        else choices.folder_of(decision, work.context)
    )
    path = (
        decision["target"]
        if merging
        else _free(os.path.join(folder, tiers.slug(insight["title"])), insight["title"])
    )
    old = undo.read(path)
    if old:
        try:
            new = tiers.merged(
                old, insight, session, today(), tags, _clean(work, decision["summary"], 200)
            )
        except frontmatter.Unsupported as error:
            raise frontmatter.Unsupported(f"{path} is left alone: {error}") from None
    else:
        new = tiers.new_file(insight, session, today(), tags)
    base = (
        work.found.root
        if path.startswith(work.found.root + os.sep)
        else os.path.dirname(work.context["insights"]["user"])
    )
    stood = os.path.isdir(os.path.dirname(path))
    undo.write(path, new, base)
    if base == work.found.root:  # recall refers to insight files where a store may speak
        _ready(undo, work.found.store)
        work.found.ready()
        if work.found.home and not stood:  # one that came with the checkout waits for `trust`
            trust.trust(os.path.dirname(path), work.found.home.dir)
    else:
        _ready(undo, work.found.home)
    return {
        "title": insight["title"],
        "where": "insights",
        "did": "merged" if old else "created",
        "id": "",
        "path": path,
    }


def _supersede(work, undo, relation: dict, decision: dict) -> dict:
    """Archive what the user chose to replace. Raises Stop when it is not what was shown any more."""
    title = _clean(work, decision["insight"]["title"], 240)
    if relation["entry"]:
        return _retire(work, undo, relation, title)
    path, text_now = relation["path"], undo.read(relation["path"])
    same = [
        one
        for one in sources.parse(text_now, path, "")
        if quote(redact(one.text[:1000], work.extra)) == relation["excerpt"]
    ]
    there = min(same, key=lambda one: abs(one.line - relation["line"]), default=None)
    if there is None:
        raise common.Stop(
            f"{path}:{relation['line']} reads differently now: run the related phase again; nothing was written"
        )
    base = (
        work.found.root
        if path.startswith(work.found.root + os.sep)
        else os.path.dirname(os.path.realpath(path))
    )
    state = work.found.store if decision["scope"] != USER else work.found.home
    _ready(undo, state)
    copy = undo.archive(
        state.state_dir,
        path,
        f"`{path}:{there.line}` {relation['excerpt']} (superseded by: {title})",
    )
    undo.write(path, tiers.forget(text_now, there.line, there.end), base)
    return {"what": f"{path}:{there.line} {relation['excerpt']}", "copy": copy}


def _retire(work, undo, relation: dict, title: str) -> dict:
    id, why = relation["entry"], f"superseded by: {title}"
    store = (
        work.found.store
        if relation["path"].startswith(work.found.store.dir + os.sep)
        else work.found.home
    )
    old = common.entry(store, id)
    if store is work.found.store:
        for path in promoter.targets(work.found) if old["promoted"] else ():
            undo.remember(path)
        undo.steps.append(lambda: _put_back(store, id, old))
        promoter.retire(work.found, id, why)
    else:
        from reflexion.store import tidy

        undo.steps.append(lambda: _put_back(store, id, old))
        tidy.retire(store, id, why)
    return {
        "what": f"{id} {old['resolution'] or old['trigger']}",
        "copy": os.path.join(store.state_dir, "backups"),
    }


def _trust_as_now(home):
    """A step that takes back every mark of trust that is set from now on."""
    before = trust.everyone(home.dir) if home else []

    def take_back():
        for folder in trust.everyone(home.dir) if home else ():
            if folder not in before:
                trust.distrust(folder, home.dir)

    return take_back


def _ready(undo, store) -> None:
    """Make the store where it is missing; it goes again when the whole is taken back."""
    if not store.exists():
        undo.steps.append(lambda: remove_tree(store.dir))
    store.create_folders()


def _merge(stored: dict, entry: dict) -> None:
    widen(stored, entry["keywords"], "")
    stored["last_seen"] = max(today(), stored["last_seen"])
    if not stored["resolution"]:
        stored.update(
            resolution=entry["resolution"], source=entry["source"], confidence=entry["confidence"]
        )
    elif entry["resolution"] not in (stored["resolution"], *(stored.get("notes") or ())):
        stored["notes"] = [*(stored.get("notes") or ()), entry["resolution"]][-20:]


def _put_back(store, id: str, old: dict | None) -> None:
    """An entry as it was before; None: it was not there."""
    with store.lock():
        now = store.read(id)
        if old is not None:
            store.write(old, now)
        elif now is not None:
            store.drop(id, now)


def _missing(work, row: dict) -> str:
    """What is wrong with one thing that was written; "" when it stands."""
    path, title = row["path"], row["title"]
    try:
        if row["where"] == "entry":
            store = (
                work.found.home
                if work.found.home and row["store"] == work.found.home.dir
                else work.found.store
            )
            return "" if store.read(row["id"]) else f"{row['id']} is gone"
        text = read_bounded(path, 4 << 20, follow=True).decode("utf-8", "surrogateescape")
        if title not in text:
            return f"{path} does not hold it: {title}"
        if row["where"] == "memory":
            return (
                ""
                if len(text.splitlines()) <= tiers.MAX_MEMORY
                else f"{path} has more than {tiers.MAX_MEMORY} lines"
            )
        frontmatter.split(text)
        return ""
    except OSError as error:
        return f"{path}: {error.strerror or error}"
    except ValueError as error:
        return f"{path}: {error}"


def _free(stem: str, title: str) -> str:
    """A file name that is free, or that of the file that holds this very insight."""
    for n in range(1, 100):
        path = f"{stem}.md" if n == 1 else f"{stem}-{n}.md"
        if not os.path.lexists(path) or title in sources.text_of(path):
            return path
    return f"{stem}-{os.getpid()}.md"


def _bottom_up(relations: list) -> list:
    """Lines further down first, so that the places above stay right; the same place once."""
    unique = {(one["path"], one["line"]): one for one in relations}
    return [unique[key] for key in sorted(unique, reverse=True)]


def _clean(work, text: str, limit: int) -> str:
    return one_line(redact(text, work.extra), limit).replace("<!--", "").replace("-->", "").strip()
