"""Settings: the project's config.json, then the home store's, then the default. A wrong value is reported and falls back."""

from __future__ import annotations

import os

from reflexion.store.files import read_bounded, utf8
from reflexion.text.lean_json import loads

FILE = "config.json"
MAX_BYTES = 64 * 1024
MAX_PATTERNS, MAX_PATTERN = 50, 200

# name: (default, allowed values or (least, most) or None, what it does)
SETTINGS = {
    "enabled": (True, None, "off: the hooks do nothing"),
    "tools": (["Bash"], None, "tools whose failures are captured"),
    "ignore": ([], "patterns", "commands that are never captured, as regular expressions"),
    "redact": ([], "patterns", "further secrets to redact, as regular expressions"),
    "infer_fixes": (True, None, "learn the fix from the commands that follow a failure"),
    "warn_before": (
        True,
        (True, False, "deny"),
        "say the known fix before a command that is known to fail; `deny` stops the command",
    ),
    "capture_prompts": (True, None, "learn from corrections and rules in prompts"),
    "auto_reflect": (
        False,
        None,
        "at a session's end, read its transcript for what the hooks missed",
    ),
    "ask_agent": (
        3,
        (0, 20),
        "questions to the agent in a session, at most, about corrections that held no directive; 0 = never",
    ),
    "confidence_threshold": (
        "medium",
        ("low", "medium", "high"),
        "a learning below it is kept, not said",
    ),
    "max_recalled": (3, (0, 10), "learnings said at once, at most"),
    "recall_chars": (900, (0, 5000), "characters said at once, at most"),
    "brief_chars": (
        1500,
        (0, 20000),
        "characters of the brief at a session's start, at most; 0 = no brief",
    ),
    "use_global": (True, None, "search the store in the home folder as well"),
    "promote": (
        "auto",
        ("auto", "ask", "off"),
        "write a rule once a learning qualifies, ask the person first, or never",
    ),
    "promote_after": (3, (1, 1000), "sightings before a learning becomes a rule"),
    "promote_min_age_days": (1, (0, 365), "days before a learning becomes a rule"),
    "promote_to": (
        ["CLAUDE.md", "AGENTS.md"],
        "files",
        "files inside the project that rules are written to; AGENTS.md only where it exists",
    ),
    "max_rules": (30, (0, 200), "rules in such a file, at most"),
    "max_learnings_per_session": (10, (1, 1000), "new learnings from one session, at most"),
    "max_entries": (10000, (10, 1000000), "entries in the store, at most"),
    "announce": (
        "learned",
        ("all", "learned", "rules", "none"),
        "what the person is shown on screen: all that happens, what was learned and rules, rules only, nothing",
    ),
    "citations": (
        True,
        None,
        "ask for a marker at the end of a reply that used a learning, and count it",
    ),
    "memory_sync": (
        False,
        None,
        "at a session's end, render the learnings into the skills' MEMORY.md (`reflexion memory sync`)",
    ),
    "max_learnings_per_skill": (
        50,
        (1, 500),
        "learnings in one MEMORY.md, at most; the least useful are left out and named",
    ),
    "routes": (
        [],
        "routes",
        "further words that tell what a learning is about, as `name: word, word`",
    ),
    "reflect_with": (
        "",
        "command",
        "a command such as `claude -p` that a session's end asks for learnings of the session; \"\" = none; only in the home store's file",
    ),
}

# settings that were true or false once, and what those stand for now
OLD = {"ask_agent": {True: 3, False: 0}}


def defaults() -> dict:
    return {
        name: list(row[0]) if isinstance(row[0], list) else row[0] for name, row in SETTINGS.items()
    }


def load(folders, problems: list | None = None) -> dict:
    """All settings from the first of `folders` that sets each. What is wrong goes to `problems` as (file, what)."""
    merged = defaults()
    for folder in reversed([folder for folder in folders if folder]):
        at_home = folder == folders[-1]
        path = os.path.join(folder, FILE)
        for name, value in read(path, problems).items():
            if name not in SETTINGS:
                _report(problems, path, f"{name}: unknown setting")
            elif SETTINGS[name][1] == "command" and not at_home:
                _report(
                    problems,
                    path,
                    f"{name}: read from the home store's file only, for it names a program to run",
                )
            elif wrong(name, value):
                _report(problems, path, f"{name}: {wrong(name, value)}; the default is used")
            else:
                merged[name] = (
                    OLD[name][value] if name in OLD and isinstance(value, bool) else value
                )
    return merged


def read(path: str, problems: list | None = None) -> dict:
    """The raw settings in one file, {} when it is missing or cannot be used."""
    try:
        value = loads(utf8(read_bounded(path, MAX_BYTES)))
        if isinstance(value, dict):
            return value
        _report(problems, path, "not a JSON object; the defaults are used")
    except FileNotFoundError:
        pass
    except (OSError, ValueError, RecursionError) as error:
        _report(problems, path, f"cannot be used: {error}")
    return {}


def wrong(name: str, value) -> str:
    """What is wrong with the value of a known setting; "" when it is fine."""
    default, allowed, _ = SETTINGS[name]
    if name in OLD and isinstance(value, bool):
        return ""
    if isinstance(default, bool) and allowed:
        fine = any(value == choice and type(value) is type(choice) for choice in allowed)
        return "" if fine else "must be true, false or deny"
    if isinstance(default, (bool, int)):
        if type(value) is not type(default):
            return (
                "must be true or false" if isinstance(default, bool) else "must be a whole number"
            )
        if isinstance(allowed, tuple) and not allowed[0] <= value <= allowed[1]:
            return f"must be from {allowed[0]} to {allowed[1]}"
    elif allowed == "command":
        return (
            ""
            if isinstance(value, str) and len(value) <= MAX_PATTERN and value.isprintable()
            else "must be a command line"
        )
    elif isinstance(default, str):
        return "" if value in allowed else f"must be one of {', '.join(allowed)}"
    elif not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return "must be a list of texts"
    elif allowed == "patterns" and (
        len(value) > MAX_PATTERNS or any(len(item) > MAX_PATTERN for item in value)
    ):
        return f"at most {MAX_PATTERNS} patterns of at most {MAX_PATTERN} characters"
    elif allowed == "routes" and (
        len(value) > MAX_PATTERNS
        or any(len(item) > 5 * MAX_PATTERN or not item.partition(":")[2].strip() for item in value)
    ):
        return "must be texts such as `payments: invoice, stripe`"
    elif allowed == "files" and any(
        os.path.isabs(item) or ".." in item.replace("\\", "/").split("/") or not item.strip()
        for item in value
    ):
        return "must name files inside the project"
    return ""


def _report(problems, path, what):
    if problems is not None:
        problems.append((path, what))
