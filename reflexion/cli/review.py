"""`review`: settle what waits for a person."""

from reflexion.cli.context import printable_fields, stored_entry
from reflexion.cli.list import warn_waiting
from reflexion.cli.output import Stop, print_json, say
from reflexion.cli.rebuild_index import rules_follow
from reflexion.cli.resolve import set_fix
from reflexion.cli.review_walk import Walk, is_yours, mark_kept
from reflexion.cli.verdict import judge
from reflexion.cli.waiting import waiting_in, waits, why_draft
from reflexion.setup.caller import typed_by_person
from reflexion.status.elsewhere import met_elsewhere
from reflexion.status.terminal import presentable
from reflexion.store import tidy
from reflexion.text.clean import one_line
from reflexion.text.grades import CANDIDATE, grade, seen

MOST_OFFERED = 5  # learnings, and characters of each
MAX_OFFERED = 160


def review(context) -> None:
    options = context.options
    ids = context.options.id
    verdict = context.at_most_one("fix", "worked", "keep", "same", "different")
    verdict = verdict or ("failed" if options.failed is not None else "")
    if verdict in ("", "keep"):
        _review_waiting(context)
    elif verdict in ("same", "different"):
        settle_two(context, ids, verdict)
    elif not ids or (len(ids) > 1 and verdict != "worked"):
        context.usage(f"--{verdict} {'takes one' if ids else 'needs an'} ID")
    elif verdict == "fix":
        set_fix(context, ids[0], options.fix)
    else:
        for part in ids:
            judge(context, part, verdict, options.failed or "")


def settle_two(context, parts: list, verdict: str) -> None:
    """Make one learning of two that are one mistake, or remember that they are not."""
    if len(parts) != 2:
        context.usage(f"--{verdict} needs two IDs")
    store = context.project.store
    ids = [stored_entry(store, part)["id"] for part in parts]
    if verdict == "different":
        older, newer = sorted(ids)
        others = [*(store.read(newer).get("different") or ()), older]
        store.update(newer, lambda entry: entry.update(different=others))
        say(f"{' and '.join(ids)} are two mistakes from now on")
        return
    joined = rules_follow(context.project, store, tidy.combine(store, *ids))
    if not joined:
        raise Stop("--same needs the IDs of two learnings")
    for gone, kept in joined.items():
        say(f"{gone} is part of {kept} now; `reflexion restore {gone}` brings it back")


def _review_waiting(context) -> None:
    """What waits, most often seen first; with IDs, those: as JSON, kept, or asked one by one."""
    options = context.options
    rows = _rows(context)
    if options.json:
        extra = context.extra
        print_json([{**printable_fields(entry, extra), "waits": why} for entry, why in rows])
    elif options.keep:
        _keep(context, [entry for entry, _ in rows if options.id or is_yours(entry)])
    elif not rows:
        say("nothing waits for a review")
        warn_waiting(context)
        _offer_more(context)
    elif not typed_by_person():
        nobody = "there is nobody to ask: use --json, --keep, or IDs with --fix"
        many = "1 learning waits" if len(rows) == 1 else f"{len(rows)} learnings wait"
        raise Stop(f"{many}, and {nobody}")
    else:
        Walk(context, rows).run()
        if not waiting_in(context.project):
            _offer_more(context)


def _rows(context) -> list:
    """[(entry, why it is asked about)] of the IDs that were named, else of all that wait, most
    often seen first, and with --drafts of the drafts behind them. Raises Stop."""
    options = context.options
    store = context.project.store
    named = [stored_entry(store, part) for part in options.id]
    rows = []
    drafts = []
    for entry in named or store.all():
        why = waits(entry, context.project)
        if why or named:
            rows.append((entry, why or "you named it"))
        elif options.drafts and grade(entry) == CANDIDATE:
            drafts.append((entry, why_draft(entry)))
    rows = [*sorted(rows, key=_often), *sorted(drafts, key=_often)]
    return rows[: options.limit] if options.limit > 0 else rows


def _often(row: tuple) -> tuple:
    return -seen(row[0]), row[0]["id"]


def _keep(context, entries: list) -> None:
    store = context.project.store
    for entry in entries:
        tidy.keep_copy(store, entry["id"], "review")
        store.update(entry["id"], mark_kept)
    say(f"kept {len(entries)} learning(s)")


def _offer_more(context) -> None:
    """Name the drafts that were not gone through, and what other projects learned, too."""
    entries = list(context.project.store.all())
    drafts = sum(
        grade(entry) == CANDIDATE and not waits(entry, context.project) for entry in entries
    )
    if drafts and not context.options.drafts:
        say(f"{drafts} draft(s) of a fix, seen once: `reflexion review --drafts`")
    _offer_everywhere(context.project, entries)


def _offer_everywhere(project, entries: list) -> None:
    """Name what another project of this machine learned, too: it may hold for all of them."""
    for entry, names in met_elsewhere(project, entries)[:MOST_OFFERED]:
        words = presentable(one_line(entry["resolution"], MAX_OFFERED))
        say(f"met in {presentable(', '.join(names))}, too; what was learned here: {words}")
        say(f"  for every project: `reflexion promote --global {entry['id']}`")
