"""The calls that are measured, and stores of any size for them to work in."""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NONCE = "0" * 32  # the store is listed as ours
KNOWN, FIX = (
    "make: *** No rule to make target 'deploy'.  Stop.",
    "Run `make release`: the target was renamed.",
)
TOOLS = (
    "npm",
    "cargo",
    "docker",
    "kubectl",
    "terraform",
    "pytest",
    "gradle",
    "mvn",
    "poetry",
    "helm",
    "rsync",
    "psql",
    "ansible",
    "bazel",
    "cmake",
)
FAILURES = (
    "error: {tool}: cannot open {a}-{b}",
    "{tool} ERR! missing {a}: {b}",
    "fatal: {a} {b} not found",
    "panic: {a} of {b} refused",
    "ImportError: no module named {a}_{b}",
)
SYLLABLES = (
    "ba",
    "co",
    "di",
    "fu",
    "ga",
    "he",
    "ji",
    "ko",
    "lu",
    "me",
    "no",
    "pi",
    "qua",
    "re",
    "su",
    "ti",
    "vo",
    "wa",
    "xe",
    "zy",
)


def call(root, event: str, session: str, **fields) -> bytes:
    return json.dumps(
        {
            "session_id": session,
            "transcript_path": f"{root}/none.jsonl",
            "cwd": str(root),
            "permission_mode": "default",
            "hook_event_name": event,
            **fields,
        }
    ).encode()


def tool(root, event: str, n: int, command: str, session: str = "", **fields) -> bytes:
    return call(
        root,
        event,
        session or f"bench-{n}",
        tool_name="Bash",
        tool_input={"command": command, "description": "Run it"},
        tool_use_id=f"toolu_{n:06d}",
        **fields,
    )


def answered(text: str) -> dict:
    return {"stdout": text, "stderr": "", "interrupted": False, "isImage": False}


def word(n: int) -> str:
    """The n-th made-up word; all differ."""
    parts = []
    for _ in range(4):
        n, rest = divmod(n, len(SYLLABLES))
        parts.append(SYLLABLES[rest])
    return "".join(parts)


LINES = "".join(
    f"src/part_{n:05d}.py  {n * 7919 % 9973} lines, read and written\n" for n in range(22_000)
)[: 1 << 20]

# name: (script, budget as a ratio of CPU to the bare interpreter or None, payload of the n-th round in a project at `root`)
CASES = {
    "PostToolUse, nothing to learn": (
        "capture",
        1.5,
        lambda root, n: tool(
            root, "PostToolUse", n, "git status --short", tool_response=answered(" M src/app.py\n")
        ),
    ),
    "the same with 1 MB of output": (
        "capture",
        1.5,
        lambda root, n: tool(
            root, "PostToolUse", n, "find src -name part", tool_response=answered(LINES)
        ),
    ),
    "the same where a fix was said": (
        "capture",
        None,
        lambda root, n: tool(
            root,
            "PostToolUse",
            n,
            "git status --short",
            "told",
            tool_response=answered(" M src/app.py\n"),
        ),
    ),
    "failure, new": (
        "capture",
        4.0,
        lambda root, n: tool(
            root,
            "PostToolUseFailure",
            n,
            f"npm run {word(7919 * n)}",
            error=f'Exit code 1\nnpm ERR! Missing script: "{word(7919 * n)}"\n',
            is_interrupt=False,
        ),
    ),
    "failure, 64 KB of output": (
        "capture",
        6.0,
        lambda root, n: tool(
            root,
            "PostToolUseFailure",
            n,
            f"npm run {word(7919 * n)}",
            error=f'Exit code 1\n{LINES[: 64 << 10]}\nnpm ERR! Missing script: "{word(7919 * n)}"\n',
            is_interrupt=False,
        ),
    ),
    "failure, known with its fix": (
        "capture",
        4.0,
        lambda root, n: tool(
            root,
            "PostToolUseFailure",
            n,
            "make deploy",
            error=f"Exit code 2\n{KNOWN}\n",
            is_interrupt=False,
        ),
    ),
    "prompt with a match": (
        "recall",
        4.0,
        lambda root, n: call(
            root,
            "UserPromptSubmit",
            f"bench-p{n}",
            prompt="the make target deploy has no rule any more, what do we use?",
        ),
    ),
    "prompt without a match": (
        "recall",
        3.0,
        lambda root, n: call(
            root,
            "UserPromptSubmit",
            f"bench-p{n}",
            prompt="Please write a short poem about the sea in autumn.",
        ),
    ),
    "prompt, nothing to store": (
        "capture",
        None,
        lambda root, n: call(
            root,
            "UserPromptSubmit",
            f"bench-p{n}",
            prompt="Please add a field for the phone number to the signup form.",
        ),
    ),
    "PreToolUse, only a look around": (
        "recall",
        None,
        lambda root, n: tool(root, "PreToolUse", n, "ls -la src"),
    ),
    "PreToolUse without a match": (
        "recall",
        None,
        lambda root, n: tool(root, "PreToolUse", n, "git push origin main"),
    ),
    "SessionStart": (
        "recall",
        4.0,
        lambda root, n: call(root, "SessionStart", f"bench-{n}", source="startup"),
    ),
    "SessionEnd, capture": (
        "capture",
        4.0,
        lambda root, n: call(root, "SessionEnd", f"bench-{n}", reason="exit"),
    ),
    "SessionEnd, promote": (
        "promote",
        None,
        lambda root, n: call(root, "SessionEnd", f"bench-{n}", reason="exit"),
    ),
}

NEEDS_ENTRIES = (
    "the same where a fix was said",
    "failure, known with its fix",
    "prompt with a match",
)


def project(folder: Path, size: int) -> Path:
    """A project with a store of `size` entries (0: no store at all) below folder, and a home that trusts it."""
    root, home = folder / "shop", folder / "home"
    (root / ".git").mkdir(parents=True)
    home.mkdir()
    if size:
        (home / ".reflexion").mkdir()
        (root / ".reflexion" / "entries").mkdir(parents=True)
        (root / ".reflexion" / "config.json").write_text('{"max_entries": 1000000}\n')
        place = os.path.realpath(root / ".reflexion")
        (home / ".reflexion" / "stores.txt").write_text(f"{NONCE} mine {place}\n")
        fill(root / ".reflexion" / "entries", size)
        sessions = root / ".reflexion" / "state" / "sessions"
        sessions.mkdir(parents=True)
        (sessions.parent / "nonce").write_text(f"{NONCE}\n")
        (sessions / "told.jsonl").write_text(
            '{"at":1,"kind":"said","id":"RFX-20260101-ffffff","channel":"prompt","tool_use_id":""}\n'
        )
    return root


def fill(entries: Path, size: int) -> None:
    """Entry files: `size` - 1 made-up ones and the one that the known failure and the prompt are about, old enough to be no longer looked at."""
    chance, today = random.Random(9), time.strftime("%Y-%m-%d")
    _write(
        entries,
        "RFX-20260101-ffffff",
        "error",
        KNOWN,
        "make deploy",
        FIX,
        ["make", "target", "deploy", "rule"],
        today,
    )
    for n in range(size - 1):
        name, (a, b) = (
            TOOLS[n % len(TOOLS)],
            (word(int(chance.paretovariate(0.5)) % 9000), word(chance.randrange(20_000))),
        )
        _write(
            entries,
            f"RFX-20260101-{n:06x}",
            "error",
            FAILURES[n % len(FAILURES)].format(tool=name, a=a, b=b),
            f"{name} {a} --{b}",
            f"Use `{name} {b}`: {a} was renamed." if n % 3 else "",
            [name, a, b],
            today,
        )


def _write(
    folder: Path,
    id: str,
    type: str,
    trigger: str,
    context: str,
    resolution: str,
    keywords: list,
    day: str,
) -> None:
    entry = {
        "id": id,
        "type": type,
        "trigger": trigger,
        "context": context,
        "resolution": resolution,
        "keywords": keywords,
        "occurrences": 1,
        "first_seen": day,
        "last_seen": day,
        "promoted": False,
        "cwd": ".",
    }
    with open(folder / f"{id}.json", "w", encoding="utf-8") as file:
        file.write(json.dumps(entry, indent=2) + "\n")
