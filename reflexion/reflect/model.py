"""Ask a model: a command that the person named reads a prompt and prints an answer."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile

from reflexion.detect.secrets import redact
from reflexion.errors import ReflexionError
from reflexion.text.clean import one_line

MAX_ANSWER = 256 * 1024  # bytes that are read of an answer
SECONDS = 180.0


class NoAnswer(ReflexionError):
    """The command gave no answer; the text says why, on one line."""


def ask(command: str, prompt: str, environ, seconds: float = SECONDS) -> str:
    """Return what the command prints. Raises NoAnswer.

    It runs in an empty folder, with our hooks switched off, and nothing of it is left behind.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
        program = words[0]
    except (ValueError, IndexError):
        raise NoAnswer(f"{command!r} is no command line") from None
    with tempfile.TemporaryDirectory(prefix="reflexion-ask-") as folder:
        try:
            process = subprocess.Popen(
                words,
                cwd=folder,
                env={**environ, "REFLEXION_DISABLED": "1"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            raise NoAnswer(f"`{program}` could not be run: {error.strerror}") from None
        try:
            out, err = process.communicate(prompt.encode("utf-8", "replace"), seconds)
        except subprocess.TimeoutExpired:
            raise NoAnswer(f"`{program}` gave no answer within {seconds:g} s") from None
        finally:
            _end(process)
    if process.returncode:
        lines = (err.strip() or out)[-4000:].decode("utf-8", "replace").strip().splitlines()
        why = one_line(redact(lines[-1]), 160) if lines else "it printed nothing"
        raise NoAnswer(f"`{program}` ended with status {process.returncode}: {why}")
    return out[:MAX_ANSWER].decode("utf-8", "replace")


def _end(process) -> None:
    """End the command and what it started, where that still runs."""
    try:
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass  # it is over
    process.wait()
