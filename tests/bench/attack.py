"""Throw random payloads at the real hooks and check what must hold whatever they hold.

    python3 tests/bench/attack.py [--seed 1] [--count 500] [--seconds 1.0] [--size 2000]
    python3 tests/bench/attack.py --repeat 100000 [--seconds 1.0]

After each call: exit 0, silent stderr, stdout as a host takes it and no frame closed early, no
secret on disk or on stdout, nothing written outside the store and the instructions file, no more
CPU time than --seconds. The first payload that breaks a promise is shrunk as long as it still
does, printed, and ends the run with status 1. With --repeat, texts of that many characters of one
piece, or of two in turn, go to each door: the slowest calls are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import string
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CALLS = (
    "capture PostToolUseFailure,capture PostToolUseFailure,capture PostToolUse,capture Stop,"
    "capture UserPromptSubmit,capture SessionEnd,recall UserPromptSubmit,recall PreToolUse,"
    "recall SessionStart,recall SubagentStart,promote SessionEnd"
).split(",")
WORDS = (
    "token ~key=~password: ~--password ~Bearer ~use x not y. ~never ~always ~error: ~From now on, "
    "~no, use pnpm, not npm. ~'~\"~[~(~{~<~>~\\~`~$(~|~\u4f60\u597d\u3002~\U0001f600 ~e\u0301~eyJ"
    "~-----BEGIN ~ghp_~https://a:b@~\n~\r\n~\t~\0~\x1b[31m~\x1b]0;~\u200b~\u202e~\xad~\u2028~\x85"
    "~\x0b~\ufe0f~<system-reminder>~</reflexion-recall>~</reflexion-ask>~</reflexion-brief>~```~"
    "<!-- reflexion:end -->~@x.md ~../../~/etc/passwd ~.git/config ~make release~npm test~git push"
    "~cd /tmp && ~<<EOF\n~; rm -rf x~Traceback (most recent call last):\n~make: *** No rule to make"
    " target 'release'.  Stop.\n~ModuleNotFoundError: No module named 'yaml'\n~npm ERR! code E404\n"
    "~fatal: not a git repository\n~a b ~0~=~-~%s~{0}~null~\\u0000~\ud800~arn:aws:iam::1:role/x ~"
    "FAILED tests/a.py::t\n~a.b.c ~/a/b/c.py:3: ~that's wrong. ~Exit code 3\n~I told you: ~&& ~remember "
).split("~")
FORMS = (
    "ghp_%s~password=%s~export API_TOKEN=%s~Authorization: Bearer %s~mysql --password=%s -h db~"
    'https://bot:%s@example.com/x.git~{"client_secret": "%s"}~curl -u admin:%s https://x.example'
).split("~")
HIDDEN = ("", "", "\xad", "\u200b", "\0", "\x1b[0m", "\ufe0f", "\u034f")
FRAME = re.compile(r"</?reflexion-(?:recall|ask|brief)>")
UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe0f]")
MAY_CHANGE = (".reflexion", "CLAUDE.md", "AGENTS.md")
CUT = 14  # characters of a secret by which it is known


def words(rng, size: int, secrets: list) -> str:
    """Pieces one after the other, some of them often, and sometimes a secret between them."""
    parts = [
        rng.choice(WORDS) * rng.choice((1, 1, 1, 3, rng.randrange(1, size)))
        for _ in range(rng.randrange(1, 9))
    ]
    if rng.random() < 0.4:
        secret = "".join(rng.choices(string.ascii_letters + string.digits, k=36))
        at = rng.randrange(5, 30)
        shown = rng.choice(FORMS) % (secret[:at] + rng.choice(HIDDEN) + secret[at:])
        parts.insert(rng.randrange(len(parts) + 1), f"\n{shown}\n")
        secrets.append((secret, shown))
    return "".join(parts)


def odd(rng):
    """A value of a type or size that no host sends."""
    deep: object = None
    for _ in range(rng.choice((3, 90, 20_000))):
        deep = [deep]
    return rng.choice([None, True, -1, 1e308, 10**40, "", [], {}, "\ud800", "\0", [[]], deep])


def payload(rng, event: str, shop: str, size: int, secrets: list) -> dict:
    """A payload of this event: mostly as a host writes it, with hostile texts, some of it odd."""

    def some(limit=None):
        return words(rng, size, secrets)[:limit]

    fields = {
        "session_id": rng.choice(["s1", "s2", "s3", some(300)]),
        "transcript_path": rng.choice([shop + "/none", "/dev/zero", "/dev/stdin", some(300)]),
        "cwd": rng.choice([shop, shop, shop, shop + "/sub", shop + "/gone", some(300)]),
        "hook_event_name": event,
        "prompt": some(),
        "source": rng.choice(["startup", "compact", "clear", some(50)]),
        "tool_name": rng.choice(["Bash", "Bash", "Bash", "Bash", "Edit", "Skill", some(50)]),
        "tool_input": {
            "command": some(),
            "description": some(200),
            "file_path": some(300),
            "skill": some(90),
        },
        "tool_use_id": f"t{rng.randrange(10**9)}",
        "tool_response": rng.choice([{"stdout": some(), "stderr": some()}, some()]),
        "error": f"Exit code {rng.choice((1, 2, 127, 130))}\n{some()}",
        "last_assistant_message": some(),
    }
    for holder in (fields, fields["tool_input"]):
        if rng.random() < 0.1:
            holder[rng.choice(sorted(holder))] = odd(rng)
    return fields


def text_of(fields) -> bytes:
    """The payload as bytes; nested too deep for the encoder, it is written by hand."""
    try:
        return json.dumps(fields).encode()
    except RecursionError:
        return b'{"hook_event_name": "Stop", "x": ' + b"[" * 100_000


class Box:
    """A project and a home in a scratch folder; what lies around them must stay as it is."""

    def __init__(self, top: str):
        self.top, self.shop, self.home = top, top + "/shop", top + "/home"
        for folder in ("/shop/.git", "/shop/sub", "/home", "/outside"):
            os.makedirs(top + folder)
        for path in ("/outside/file", "/shop/.git/config", "/shop/sub/file"):
            with open(top + path, "w", encoding="ascii") as file:
                file.write("mine\n")
        self.before = self.around()

    def around(self) -> dict:
        """Every file that no hook may touch, with what stands in it."""
        found = {}
        for folder, folders, files in os.walk(self.top):
            if folder in (self.shop, self.home, self.shop + "/sub"):
                folders[:] = [name for name in folders if name not in MAY_CHANGE]
                files = [name for name in files if name not in MAY_CHANGE]
            found[folder] = b""
            for name in files:
                with open(os.path.join(folder, name), "rb") as file:
                    found[os.path.join(folder, name)] = file.read()
        return {path: data for path, data in found.items() if path != self.top + "/io"}

    def stored(self) -> bytes:
        """All that the hooks left behind, one after the other."""
        parts = []
        for folder, _, files in os.walk(self.top):
            if ".reflexion" not in folder and folder not in (self.shop, self.shop + "/sub"):
                continue
            for name in files:
                parts.append(os.fsencode(name))
                with open(os.path.join(folder, name), "rb") as file:
                    parts.append(file.read())
        return b"\n".join(parts)

    def run(self, script: str, data: bytes) -> tuple:
        """(exit status, stdout, stderr, seconds of CPU time) of one hook call."""
        new = tempfile.TemporaryFile
        with new() as into, new() as out, new() as err:
            into.write(data)
            into.seek(0)
            started = subprocess.Popen(
                [sys.executable, "-I", "-S", f"{ROOT}/scripts/{script}.py"],
                stdin=into,
                stdout=out,
                stderr=err,
                cwd=self.shop,
                env={"PATH": os.environ["PATH"], "HOME": self.home, "LANG": "C.UTF-8"},
            )
            _, status, used = os.wait4(started.pid, 0)
            started.returncode = status
            out.seek(0)
            err.seek(0)
            return status, out.read(), err.read(), used.ru_utime + used.ru_stime


def broken(box: Box, script: str, fields, secrets: list, seconds: float, alone=False) -> str:
    """What promise the call breaks, "" for none. `alone`: no call was made before it."""
    status, out, err, took = box.run(script, text_of(fields))
    if status or err:
        return f"status {status}, stderr {err[-300:]!r}"
    said = out.decode("utf-8", "strict")
    if said.startswith("{"):
        reply = json.loads(said)
        if set(reply) - {"systemMessage", "hookSpecificOutput"}:
            return f"unknown keys in {said[:200]}"
        said = reply.get("hookSpecificOutput", {}).get("additionalContext", "")
        said, notice = said, reply.get("systemMessage", "")
    else:
        notice = ""
    tags = FRAME.findall(said)
    pairs = list(zip(tags[::2], tags[1::2]))
    if len(tags) % 2 or any(close != open_.replace("<", "</", 1) for open_, close in pairs):
        return f"a frame is open or closed twice: {said[:400]!r}"
    if said and not (said.startswith("<reflexion-") and said.rstrip().endswith(">")):
        return f"words outside a frame: {said[:200]!r}"
    if UNSEEN.search(said) or UNSEEN.search(notice):
        return f"invisible characters: {said[:300]!r} {notice[:300]!r}"
    left, given = box.stored() + out, repr(fields) if alone else ""
    for secret, shown in secrets:
        if alone and repr(shown)[1:-1] not in given:
            continue  # shrunk so far that nothing tells it is a secret
        for part in (secret[:CUT], secret[-CUT:], secret[11 : 11 + CUT]):
            if part.encode() in left:
                at = left.index(part.encode())
                return f"a secret is left: {left[max(0, at - 150) : at + 60]!r}"
    if box.around() != box.before:
        changed = set(box.around().items()) ^ set(box.before.items())
        return f"written outside: {sorted(path for path, _ in changed)}"
    if took > seconds:
        return f"{took:.2f} s of CPU time"
    return ""


def smaller(fields):
    """Payloads that are a step smaller: a key less, a part of a text less."""
    for key, value in fields.items() if isinstance(fields, dict) else ():
        if key not in ("hook_event_name", "tool_input"):
            yield {name: held for name, held in fields.items() if name != key}
        if isinstance(value, dict):
            for less in smaller(value):
                yield {**fields, key: less}
        if isinstance(value, str) and key != "hook_event_name":
            step = len(value) // 2
            while step:
                for at in range(0, len(value), step):
                    yield {**fields, key: value[:at] + value[at + step :]}
                step = 0 if step < len(value) // 16 else step // 2


def shrink(fails, fields, tries: int = 250):
    """The smallest payload found for which `fails` still holds."""
    found = True
    while found and tries > 0:
        found = False
        for less in smaller(fields):
            tries -= 1
            if tries <= 0:
                break
            if fails(less):
                fields, found = less, True
                break
    return fields


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--size", type=int, default=2000, help="most repeats of a piece")
    parser.add_argument("--fresh", type=int, default=25, help="calls in one scratch folder")
    parser.add_argument("--repeat", type=int, default=0, help="characters of one repeated piece")
    args = parser.parse_args()
    if args.repeat:
        return repeated(args.repeat, args.seed, args.count, args.seconds)
    rng, top, box, secrets = random.Random(args.seed), tempfile.mkdtemp(), None, []
    try:
        for number in range(args.count):
            if number % args.fresh == 0:
                shutil.rmtree(top)
                box, secrets, past = Box(top), [], []
            script, event = rng.choice(CALLS).split()
            fields = payload(rng, event, box.shop, rng.choice((3, 20, args.size)), secrets)
            what = broken(box, script, fields, secrets, args.seconds)
            if what:
                print(f"seed {args.seed}, call {number}, {script} {event}: {what}")
                fails = failing(top, past, script, what, list(secrets), args.seconds)
                least = shrink(fails, fields) if fails(fields) else fields
                print(f"the least that does it: {json.dumps(least)[:3000]}")
                return 1
            past.append((script, text_of(fields)))
        print(f"{args.count} payloads, seed {args.seed}: every promise held")
        return 0
    finally:
        shutil.rmtree(top, ignore_errors=True)


def repeated(size: int, seed: int, count: int, most: float) -> int:
    """Print what the slowest calls took that were given one fragment again and again."""
    rng, found = random.Random(seed), []
    with tempfile.TemporaryDirectory() as top:
        box = Box(top + "/box")
        for number in range(count):
            piece = "".join(rng.choices(WORDS, k=rng.choice((1, 1, 2, 3)))) or "a"
            text = rng.choice(("", "No, never use npm. ", "error: x\n")) + piece * size
            script, event = rng.choice(CALLS).split()
            fields = {
                "hook_event_name": event,
                "cwd": box.shop,
                "session_id": f"s{number}",
                "prompt": text[:size],
                "tool_name": "Bash",
                "tool_input": {"command": text[:size]},
                "tool_use_id": "t",
                "tool_response": {"stdout": text[:size]},
                "error": "Exit code 1\n" + text[:size],
                "last_assistant_message": text[:size],
            }
            _, _, _, took = box.run(script, text_of(fields))
            found.append((took, script, event, piece))
    for took, *call in sorted(found, reverse=True)[:10]:
        print(f"{took:.2f} s", *map(repr, call))
    return int(max(found)[0] > most)


def failing(top: str, past: list, script: str, what: str, secrets: list, seconds: float):
    """A test whether a payload breaks the promise `what` in a fresh folder, alone or, where that
    does not do it the first time, after those before.
    """
    kind, before = what.split()[:2] if "CPU" not in what else "CPU", []

    def fails(fields) -> bool:
        shutil.rmtree(top)
        box = Box(top)
        for earlier, data in before:
            box.run(earlier, data)
        now = broken(box, script, fields, secrets, seconds, alone=True)
        return "CPU" in now if kind == "CPU" else now.split()[:2] == kind

    def first(fields) -> bool:
        if fails(fields):
            return True
        before.extend(past)
        return fails(fields)

    state = iter([first])
    return lambda fields: next(state, fails)(fields)


if __name__ == "__main__":
    sys.exit(main())
