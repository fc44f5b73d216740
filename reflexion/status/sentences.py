"""What the dashboard and the page say in whole sentences: what needs you, what was gained, how it
decides. Pure: the figures of gather.gather in, texts out."""

from reflexion.status import history
from reflexion.status.history import times
from reflexion.status.terminal import nearby, plural
from reflexion.text import tables

MAX_NAMED = 8  # files that cannot be read
TEXTS = dict(tables.rows("status/texts.tsv"))
# what is on and off: its name, the setting, the words for what it is set to
SWITCHES = tables.rows("status/switches.tsv")


def worth(f: dict) -> str:
    """What the learnings were worth of late, in one sentence."""
    return history.value(f["numbers"]["recent"], f["numbers"]["days"])


def needs(f: dict) -> list:
    """[(what, remedy)] of what a person should do something about, the gravest first."""
    return [*_needs_switching(f), *_needs_repair(f), *_needs_deciding(f)]


def _needs_switching(f: dict) -> list:
    """Why the hooks do nothing, or not with all learnings."""
    found = []
    if f["switched_off"]:
        found.append(("The hooks do nothing: REFLEXION_DISABLED is set.", "unset it"))
    elif not f["enabled"]:
        found.append(("The hooks do nothing: the setting `enabled` is off.", "reflexion on"))
    if f["waiting"] or not f["trusted"]:
        found.append((TEXTS["trust"].format(count=plural(f["waiting"], "learning")), ""))
    if not f["installed"] and not f["ran"]:
        found.append((TEXTS["no hooks"], ""))
    return found


def _needs_repair(f: dict) -> list:
    """What is broken."""
    found = []
    for name in f["idle_hooks"]:
        found.append((f"{name} never ran, though there was occasion", "reflexion doctor"))
    for row in f["unreadable"][:MAX_NAMED]:
        what = f"{row['file']} cannot be read: {row['reason']}"
        found.append((what, "reflexion doctor"))
    for row in f["settings_problems"]:
        found.append((nearby(f"{row['file']}: {row['what']}", f["project"]), "reflexion config"))
    for last in f["faults"][:1]:
        faults = plural(len(f["faults"]), "fault")
        what = f"{faults} of hooks on record, the last: {nearby(last['what'], f['project'])}"
        found.append((what, "reflexion doctor"))
    return found


def _needs_deciding(f: dict) -> list:
    """What a person decides on."""
    found = []
    waiting = f["waiting_for_you"]
    if waiting["total"]:
        kinds = ", ".join(f"{count} {what}" for what, count in waiting["kinds"].items())
        verb = "waits" if waiting["total"] == 1 else "wait"
        what = f"{plural(waiting['total'], 'learning')} {verb} for you: {kinds}."
        found.append((what, "reflexion review"))
    for row in f["ignored"][:1]:
        lesson = row["resolution"].rstrip(". ")
        what = f"This was told {times(row['ignored'])} and not followed: {lesson}."
        others = plural(f["ignored_total"] - 1, "other lesson")
        if f["ignored_total"] > 1:
            what += f" The same holds for {others}."
        found.append((what, "reflexion log --kind ignored"))
    return found


def gained(f: dict) -> list:
    """Sentences on what the learnings did, in words that mean something."""
    totals = f["totals"]
    count = plural(totals["entries"], "learning")
    lines = [f"{count}, seen {times(totals['seen'])}: {_fixes(totals)}."]
    levels = [f"{count:,} {level}" for level, count in totals["confidence"].items() if count]
    if levels:
        lines.append(f"Confidence of the fixes: {', '.join(levels)}.")
    if totals["promoted"]:
        files = ", ".join(f["rule_files"]) or "CLAUDE.md"
        lines.append(f"{plural(totals['promoted'], 'rule')} in {files}.")
    if f["global"]:
        hold = "holds" if f["global"] == 1 else "hold"
        lines.append(f"{plural(f['global'], 'learning')} more {hold} in every project.")
    return [*lines, *_told(f["numbers"]["ever"]), *_cost(f["rates"])]


def _fixes(totals: dict) -> str:
    """How many learnings have a fix, a draft of one, or none."""
    parts = [f"{totals['resolved']:,} with a fix"]
    if totals["drafts"]:
        parts.append(f"{totals['drafts']:,} with a draft (`reflexion review --drafts`)")
    if totals["unresolved"]:
        parts.append(f"{totals['unresolved']:,} without")
    return ", ".join(parts)


def _told(numbers: dict) -> list:
    """Sentences on what became of what the agent was told."""
    lines = []
    if numbers["told"]:
        helped = "spared" if numbers["helped"] else "not worked"
        text = TEXTS["met" if numbers["worked"] else helped]
        told = times(numbers["told"])
        worked = times(numbers["worked"])
        lines.append(text.format(told=told, worked=worked, spared=times(numbers["helped"])))
    for name in ("unhelpful", "ignored", "applied"):
        if numbers[name]:
            lines.append(TEXTS[name].format(times=times(numbers[name])))
    return lines


def _cost(rates: dict) -> list:
    if not rates["sessions"] or not rates["characters"]:
        return []
    each = round(rates["characters"] / rates["sessions"])
    return [f"A session costs {each:,} characters of context."]


def decisions(s: dict) -> list:
    """The thresholds in words, and how learnings decline."""
    shown = TEXTS["shown high" if s["confidence_threshold"] == "high" else "shown"]
    most = plural(s["max_recalled"], "learning")
    text = shown.format(most=most, level=s["confidence_threshold"])
    days = plural(s["promote_min_age_days"], "day")
    rule = TEXTS["rule" if s["promote_min_age_days"] else "rule now"]
    rule = rule.format(times=plural(s["promote_after"], "time"), days=days)
    lines = [text if s["max_recalled"] else TEXTS["silent"]]
    lines.append(TEXTS["by hand"] if s["promote"] == "off" else rule)
    if s["promote"] == "ask":
        lines.append(TEXTS["on yes"])
    return [*lines, TEXTS["declines"]]


def switches(f: dict) -> list:
    """[(name, state in words)] of what is on and off."""
    off = f["switched_off"] or not f["enabled"]
    states: dict = {}
    for name, setting, value, state in SWITCHES:
        if value in ("*", str(f["settings"].get(setting)).lower()):
            states.setdefault(name, "off, with all hooks" if off else state)
    return list(states.items())
