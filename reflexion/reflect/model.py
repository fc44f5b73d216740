"""A model's help: a command of the person's own reads a prompt and prints an answer."""

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import tempfile

from reflexion.signals.secrets import redact
from reflexion.store.fs import write_atomic
from reflexion.text import tables
from reflexion.text.clean import one_line

MAX_ANSWER = 256 * 1024
TIMEOUT = 180.0  # seconds
DETACHED = {"creationflags": 0x8 | 0x200} if os.name == "nt" else {"start_new_session": True}


class Failed(Exception):
    """The command gave no usable answer; its text says why, on one line."""


def start(root: str, transcript: str, environ, command: str) -> None:
    """Ask about a session that ended, detached; what goes wrong becomes a fault. Raises OSError."""
    argv = [sys.executable, tables.PACKAGE, "reflect", "--with", command, "--yes"]
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
