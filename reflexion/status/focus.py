"""`status --focus`: what the learnings are about, what came lately, whether reflection is on. Pure: values in, values or lines out."""

from __future__ import annotations

from reflexion.signals.prompts import topics
from reflexion.status.present import brief, presentable
from reflexion.status.terminal import pad, wrap

BLOCKS, FULL, EMPTY = 10, "\u2588", "\u2591"
RECENT = 5
MAX_ABOUT = 70


def figures(entries: list, label_of, descriptions: dict, settings: dict, extra=()) -> dict:
    """The view as one dict. `label_of(entry)` -> (kind, name); `descriptions`: skill -> what its SKILL.md says of it."""
    groups = {}
    for entry in entries:
        groups.setdefault(label_of(entry), []).append(entry)
    rows = [
        {
            "kind": kind,
            "name": name,
            "count": len(found),
            "share": len(found) / len(entries),
            "about": about(name, descriptions),
            "applied": sum(entry.get("applied", 0) for entry in found),
            "unresolved": sum(not entry["resolution"].strip() for entry in found),
        }
        for (kind, name), found in groups.items()
    ]
    rows.sort(key=lambda row: (-row["count"], row["name"] == "general", row["name"]))
    latest = sorted(entries, key=lambda entry: (entry["last_seen"], entry["id"]), reverse=True)[
        :RECENT
    ]
    return {
        "total": len(entries),
        "groups": presentable(rows),
        "recent": [
            brief(
                entry, extra, confidence=entry.get("confidence") or "high", about=label_of(entry)[1]
            )
            for entry in latest
        ],
        "auto_reflect": settings["auto_reflect"],
        "memory_sync": settings["memory_sync"],
        "reflect_with": bool(settings["reflect_with"]),
        "summary": summary(rows, len(entries)),
    }


def about(name: str, descriptions: dict) -> str:
    """What learnings of that name are about, in one line."""
    text = topics.descriptions().get(name) or descriptions.get(name, "").split(". ")[0].strip()
    return text if len(text) <= MAX_ABOUT else text[: MAX_ABOUT - 1].rsplit(" ", 1)[0] + "\u2026"


def summary(rows: list, total: int) -> str:
    """One plain sentence."""
    if not total:
        return "Nothing was learned yet."
    named = [row for row in rows if row["name"] not in ("general", "preference")]
    if not named:
        return f"{total} learning{'s' * (total != 1)}, about nothing in particular so far."
    first = named[0]
    text = (
        f"{first['share']:.0%} of the {total} learnings are about {first['name']}"
        if total > 1
        else f"The one learning is about {first['name']}"
    )
    second = f", then come {named[1]['name']} ({named[1]['share']:.0%})" if len(named) > 1 else ""
    third = f" and {named[2]['name']} ({named[2]['share']:.0%})" if len(named) > 2 else ""
    return f"{text}{second}{third}."


def bar(share: float) -> str:
    """Ten blocks; anything above nothing fills one."""
    full = max(1, round(BLOCKS * share)) if share > 0 else 0
    return FULL * full + EMPTY * (BLOCKS - full)


def lines(f: dict, width: int, paint) -> list:
    made = [paint("What the learnings are about", "bold")]
    wide = max([len(row["name"]) for row in f["groups"]], default=0)
    wide = min(wide, max(8, width - 40))
    for row in f["groups"]:
        more = f", applied {row['applied']}x" if row["applied"] else ""
        made.append(
            f"  {pad(row['name'], wide)} {paint(bar(row['share']), 'cyan')} {row['count']:>4} {row['share']:>4.0%}"
        )
        made += [
            paint(line, "dim")
            for line in wrap(
                (row["about"] or f"the {row['kind']} {row['name']}") + more, width, " " * (wide + 3)
            )
        ]
    if f["recent"]:
        made += ["", paint("Lately", "bold")]
        for row in f["recent"]:
            made += wrap(
                f"{row['trigger']} ({row['confidence']}, {row['about']})",
                width,
                " " * 14,
                f"  {row['last_seen'][:10]:<10}  ",
            )
    made += ["", paint("Reflection", "bold"), *_switches(f, width), "", *wrap(f["summary"], width)]
    return made


def _switches(f: dict, width: int) -> list:
    on = (
        "on: a session's transcript is read when it ends; `reflexion off` stops that"
        if f["auto_reflect"]
        else "off: `reflexion on` reads each session's transcript when it ends"
    )
    memory = (
        "on; `reflexion config set memory_sync false` stops it"
        if f["memory_sync"]
        else "off; `reflexion memory sync` renders now, `reflexion config set memory_sync true` at every session's end"
    )
    model = (
        "asked at a session's end; `reflexion config unset --global reflect_with` stops it"
        if f["reflect_with"]
        else 'not asked; `reflexion reflect --with "claude -p"` asks once'
    )
    return [
        line
        for name, text in (("reflection", on), ("memory files", memory), ("a model", model))
        for line in wrap(text, width, " " * 16, f"  {name:<12}  ")
    ]
