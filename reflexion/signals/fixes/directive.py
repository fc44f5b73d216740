"""Put a fix into the words a person would use."""

from __future__ import annotations

import re

from reflexion.signals.fixes.shapes import bare, quote

LONGEST = 160  # characters of a quoted command
SECRET = r"(?i)\b(\w*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PWD_|CREDENTIALS?)\w*)=([^\s'\"]{6,}|'[^']{6,400}'|\"[^\"]{6,400}\")"
HEX_ID = r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}\b"
UUID = r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"


def use_instead(good, bad, roots=()):
    good, bad = general(good, roots), general(bad, roots)
    if len(bad) > LONGEST or len(good) + len(bad) > 240:
        return f"Use {tick(good)}."
    return f"Use {tick(good)} instead of {tick(bad)}."


def run_first(commands, then="", edits=()):
    """commands: 1 to 3 texts; then: what to run after them when it is not the failed command itself."""
    parts = [tick(c) if not c.startswith("\0") else c[1:] for c in commands]
    text = (
        parts[0]
        if len(parts) == 1
        else ", ".join(parts[:-1]) + (" and " if len(parts) == 2 else " and then ") + parts[-1]
    )
    after = f" after editing {_and([tick(e) for e in edits])}" if edits else ""
    end = f", then use {tick(then)}" if then else ""
    if parts[0][:1] != "`":
        return f"{text}{end or ' first'}{after}."
    return f"Run {text} first{after}{end}."


def after_edit(paths):
    return f"Works after editing {_and([tick(p) for p in paths])}."


def in_folder(command, folder):
    return f"Run it in {tick(folder)}: {tick('cd ' + folder + ' && ' + command)}."


def _and(items):
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def tick(text):
    """In backquotes; a text that holds some is put in double ones."""
    text = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def general(text, roots=()):
    """A command without what was true only that once: ids, secrets, the path of this checkout."""
    text = bare(text)
    for root in roots:
        if len(root) > 2:
            text = text.replace(root + "/", "").replace(root, ".")
    text = re.sub(SECRET, r"\1=…", text) if "=" in text else text
    if re.search(r"\d[a-f]|[a-f]\d", text):
        text = re.sub(HEX_ID, "<id>", re.sub(UUID, "<id>", text))
    return text


def stop_process(shape, earlier, trouble):
    """A `kill PID`: told by how the PID was found, since the number will be another. None when it names no PID."""
    pids = [a for a in shape.args if a.isdigit() and len(a) > 1]
    if shape.program not in ("kill", "taskkill") or not pids:
        return None
    for step in reversed(earlier):
        command = step.get("command") or ""
        if step.get("ok") and any(
            name in command
            for name in (
                "lsof",
                "pgrep",
                "ps ",
                "fuser",
                "ss ",
                "netstat",
                "pidof",
                "cat ",
                "jobs",
                "docker top",
            )
        ):
            return f"Find the PID with {tick(bare(command))} and kill it"
    port = re.search(r"(?:port |:|::)(\d{2,5})\b", trouble.text)
    if port:
        return f"Find the PID with `lsof -ti :{port.group(1)}` and kill it"
    return "Kill the process that is in the way"


def command_of(act, steps, trouble, roots=()):
    """What to say of one act: its text, or (marked by a NUL) a phrase."""
    phrase = stop_process(act.shape, steps[: act.at + 1], trouble)
    if phrase:
        return "\0" + phrase
    return general(quote(act.line, act.shape), roots)
