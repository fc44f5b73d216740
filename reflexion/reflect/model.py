"""A model's help: a redacted digest of a session goes to a command, learnings come back as JSON."""

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile

from reflexion.reflect.describe import describe, judge_call
from reflexion.signals.secrets import redact
from reflexion.store.fs import read_text, write_atomic
from reflexion.store.schema import TYPES, is_label
from reflexion.text import tables
from reflexion.text.clean import one_line

MAX_DIGEST = 24_000  # characters sent: what a small model reads well
HEAD = 4_000  # of them from the session's beginning, where the task stands
MAX_ANSWER = 256 * 1024
MAX_LEARNINGS = 8
TIMEOUT = 180.0  # seconds
TEXTS = ("trigger", "context", "resolution")
MAX_TEXT = 4000
DETACHED = {"creationflags": 0x8 | 0x200} if os.name == "nt" else {"start_new_session": True}


class Failed(Exception):
    """The command gave no usable answer; its text says why, on one line."""


def digest(events, extra=()) -> str:
    """What was said and done in a session, a line each, redacted and bounded; "" for nothing."""
    lines = []
    for _, event in events:
        if event.tool:
            judge_call(event)
        lines.append(describe(event, extra))
    text = "\n".join(filter(None, lines))
    if len(text) <= MAX_DIGEST:
        return text
    head = text[:HEAD].rsplit("\n", 1)[0]
    tail = text[HEAD - MAX_DIGEST :].partition("\n")[2]
    return f"{head}\n[... cut ...]\n{tail}"


def prompt(text: str, focus: str = "") -> str:
    """The question about a digest, in a frame whose name nothing in it can know, and so close."""
    about = f"Look above all at what has to do with: {one_line(focus, 200)}\n\n" if focus else ""
    form = read_text(os.path.join(tables.PACKAGE, "reflect", "prompt.txt"), 1 << 20)
    return form.format(most=MAX_LEARNINGS, focus=about, digest=text, mark=os.urandom(8).hex())


def start(root: str, transcript: str, environ, command: str) -> None:
    """Ask about a session that ended, detached; what goes wrong becomes a fault. Raises OSError."""
    argv = [sys.executable, tables.PACKAGE, "reflect", "--with", command]
    argv += ["--file", transcript, "--project", root]
    nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    environ = {**environ, "REFLEXION_DISABLED": "1"}
    subprocess.Popen(argv, cwd=root, env=environ, close_fds=True, **nowhere, **DETACHED)


def ask(command: str, text: str, environ, timeout: float = TIMEOUT) -> str:
    """What the command prints, in an empty folder and with our hooks off. Raises Failed."""
    words = _words(command)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="reflexion-ask-"))
        out = stack.enter_context(tempfile.TemporaryFile())
        complaints = stack.enter_context(tempfile.TemporaryFile())
        _make_checkout(folder)
        environ = {**environ, "REFLEXION_DISABLED": "1"}
        try:
            done = subprocess.Popen(
                words,
                cwd=folder,
                env=environ,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=complaints,
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            raise Failed(f"`{words[0]}` could not be run: {error.strerror or error}") from None
        _wait(done, words[0], text, timeout)
        if done.returncode:
            why = _last(complaints) or _last(out)
            status = f"`{words[0]}` ended with status {done.returncode}"
            raise Failed(f"{status}: {why}" if why else status)
        out.seek(0)
        answer = out.read(MAX_ANSWER + 1)
    if len(answer) > MAX_ANSWER:
        raise Failed(f"`{words[0]}` answered with more than {MAX_ANSWER // 1024} KiB")
    return answer.decode("utf-8", "replace")


def _words(command: str) -> list:
    """The words of the setting or option that names the command. Raises Failed."""
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise Failed(f"{command!r} is no command line: {error}") from None
    if not words:
        raise Failed("the command is empty")
    return words


def _make_checkout(folder: str) -> None:
    """`codex exec` wants a checkout: the least that is one."""
    git = os.path.join(folder, ".git")
    for part in ("objects", "refs"):
        os.makedirs(os.path.join(git, part))
    write_atomic(os.path.join(git, "HEAD"), b"ref: refs/heads/main\n")


def _wait(done, name: str, text: str, timeout: float) -> None:
    """Hand the prompt over and wait for the end; nothing of the command stays behind. Raises
    Failed."""
    try:
        done.communicate(text.encode("utf-8", "replace"), timeout)
    except subprocess.TimeoutExpired:
        raise Failed(f"`{name}` gave no answer within {timeout:g} s") from None
    finally:
        with contextlib.suppress(OSError):
            if os.name == "nt":
                done.kill()
            else:
                os.killpg(done.pid, signal.SIGKILL)
        done.wait()


def _last(file) -> str:
    """The last line of what a program wrote, fit to be shown."""
    file.seek(max(0, file.seek(0, os.SEEK_END) - 4000))
    lines = file.read().decode("utf-8", "replace").strip().splitlines()
    return one_line(redact(lines[-1]), 160) if lines else ""


def parse(answer: str) -> tuple[list, list]:
    """([learnings of clean types], [why others were left out]) of an answer. Raises Failed."""
    value = _json(answer)
    if isinstance(value, dict) and isinstance(value.get("result"), str):  # a host's own wrapping
        value = _json(value["result"])
    rows = value.get("learnings") if isinstance(value, dict) else value
    if not isinstance(rows, list):
        raise Failed("the answer holds no list of learnings")
    learnings = []
    wrong = []
    for n, row in enumerate(rows, 1):
        try:
            if len(learnings) == MAX_LEARNINGS:
                raise ValueError("more than was asked for")
            learnings.append(_learning(row))
        except ValueError as error:
            wrong.append(f"learning {n}: {error}")
    return learnings, wrong[:20]


def _json(answer: str):
    """The JSON in an answer: alone, in a fence, or from first brace to last. Raises Failed."""
    text = answer.strip()
    spans = [text, *(text.partition(fence)[2].partition("```")[0] for fence in ("```json", "```"))]
    spans += [text[max(text.find(a), 0) : text.rfind(b) + 1] for a, b in ("{}", "[]")]
    for span in filter(None, spans):
        try:
            return json.loads(span)
        except (ValueError, RecursionError):
            continue
    raise Failed("the answer holds no JSON")


def _learning(row) -> dict:
    """A learning of clean types. Raises ValueError, which says why it cannot be used."""
    if not isinstance(row, dict) or row.get("type") not in TYPES:
        raise ValueError(f"its type must be one of {', '.join(TYPES)}")
    learning = {"type": row["type"]}
    for name in TEXTS:
        learning[name] = _text(row, name)
    learning["keywords"] = _keywords(row.get("keywords", []))
    labels = [name for name in ("skill", "category") if is_label(row.get(name))]
    for name in labels[:1]:
        learning[name] = row[name]
    return learning


def _text(row: dict, name: str) -> str:
    text = row.get(name, "")
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise ValueError(f"{name} must be a text")
    if name != "context" and not any(map(str.isalnum, text)):
        raise ValueError(f"{name} must be a text")
    return text


def _keywords(words) -> list:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError("keywords must be a list of words")
    words = [word.replace(",", " ").strip()[:200] for word in words]
    return list(filter(None, words))[:8]
