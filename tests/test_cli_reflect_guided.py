"""The dialogue on a pseudo-terminal: keys in, the screen read back."""

from __future__ import annotations

import os
import select
import signal
import sys
import time

import pytest
from reflect_shop import (
    API,
    HTTPX,
    RULES,
    SQLITE,
    everything,
    phase,
    shop,  # noqa: F401 (a fixture)
)
from sandbox import ROOT
from transcript import ClaudeTranscript

from reflexion.cli import keys, reflect_guided
from reflexion.status import terminal

# the dialogue, as a person has it: keys into a pseudo-terminal, the screen read back


class Terminal:
    def __init__(self, box, *argv):
        import pty

        self.pid, self.handle = pty.fork()
        if not self.pid:
            os.chdir(box.root)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a background job of a shell ignores it
            os.execve(
                sys.executable,
                [sys.executable, "-m", "reflexion", "reflect", "--guided", *argv],
                box.environ(PYTHONPATH=str(ROOT), TERM="dumb", COLUMNS="120"),
            )
        self.screen, self.at, self.status = "", 0, None

    def until(self, words: str) -> str:
        """Read on until the words stand on the screen (after what was waited for before)."""
        deadline = time.monotonic() + 20
        while words not in self.screen[self.at :]:
            assert time.monotonic() < deadline and self.more(), self.screen
        self.at = self.screen.index(words, self.at) + len(words)
        return self.screen

    def more(self) -> bool:
        ready, _, _ = select.select([self.handle], [], [], 1.0)
        if not ready:
            return True
        try:
            data = os.read(self.handle, 65536)
        except OSError:
            data = b""
        self.screen += data.decode("utf-8", "replace")
        return bool(data)

    def press(self, keys: str) -> None:
        time.sleep(0.1)
        os.write(self.handle, keys.encode())

    def end(self) -> int:
        while self.more():
            pass
        return (
            os.waitstatus_to_exitcode(self.wait())
            if hasattr(os, "waitstatus_to_exitcode")
            else self.wait() >> 8
        )

    def wait(self) -> int:
        return os.waitpid(self.pid, 0)[1]


posix = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")


@posix
def test_a_dialogue_from_start_to_end(shop):
    screen = Terminal(shop)
    screen.until("1 of 4: Keep the counter in Redis")
    assert "429" in screen.screen and "Session summary" in screen.screen
    screen.until("Where does it go?")  # Redis: an entry, the default
    screen.press("\n")
    screen.until(HTTPX)
    screen.until("Use requests for HTTP")
    screen.until("contradict each other")
    screen.press("n")
    screen.until("Where does it go?")
    screen.press("a")
    screen.until("Under which heading?")
    screen.press("\n")
    screen.until(API)
    screen.until("Where does it go?")  # the vendor's limit: tier B
    screen.press("b")
    screen.until(SQLITE)
    screen.until("Where does it go?")  # SQLite: nowhere
    screen.press("s")
    screen.until("This will be written")
    screen.until("is archived")
    assert (
        not (shop.root / ".reflexion").exists() and (shop.root / "CLAUDE.md").read_text() == RULES
    )
    screen.press("w")
    screen.until("3 of 3 stand where they should")
    assert screen.end() == 0
    assert [entry["resolution"] for entry in shop.entries()] == [
        "Keep the counter in Redis because the workers share it."
    ]
    assert (
        HTTPX in shop.memory.read_text()
        and len(list((shop.root / ".insights").iterdir())) == 1
        and "requests" not in (shop.root / "CLAUDE.md").read_text()
    )
    assert not list(shop.temporary.iterdir())


@posix
@pytest.mark.parametrize("keys", ["", "\n"])
def test_ctrl_c_leaves_everything_as_it_was(shop, keys):
    before = everything(shop)
    screen = Terminal(shop)
    screen.until("Where does it go")
    for key, words in zip(keys, ["contradict each other"]):
        screen.press(key)
        screen.until(words)
    time.sleep(0.2)
    screen.press("\x03")
    screen.until("Nothing was written")
    assert screen.end() == 130 and everything(shop) == before


class Played:
    """Keys of the dialogue in this process: each waits for its words on the screen."""

    def __init__(self, steps):
        self.steps, self.keys, self.at = list(steps), [], 0

    def read(self) -> str:
        while not self.keys:
            words, keys = self.steps.pop(0)
            sys.stdout.flush()
            screen = sys.stdout.buffer.getvalue().decode()
            assert words in screen[self.at :], screen
            self.at, self.keys = screen.index(words, self.at) + len(words), list(keys)
        return self.keys.pop(0)


@pytest.fixture
def play(shop, monkeypatch):  # noqa: F811 (the fixture)
    """A whole dialogue; the screen."""

    def played(*steps, code=0):
        keyboard = Played(steps)
        monkeypatch.setattr(keys, "read_key", keyboard.read)
        done = shop.reflexion(
            "reflect", "--guided", TERM="dumb", COLUMNS="120", REFLEXION_DEBUG="1"
        )
        assert done.returncode == code, done
        return done.stdout + done.stderr

    monkeypatch.setattr(terminal, "is_terminal", lambda stream: True)
    return played


def test_an_interrupted_dialogue_resumes(shop, play):
    out = play(("1 of 4", "s"), ("2 of 4", "o"), ("3 of 4", "s"), ("4 of 4", "q"))
    again = f"`reflexion reflect --guided --session {shop.made.session[:8]}`"
    assert f"{again} goes on where you were" in out and "Session summary" in out
    assert "[q] stop here" in out
    out = play(("Going on with the reflection", ""), ("4 of 4", "s"))
    assert "1 of 4" not in out and "Session summary" not in out and "Nothing is kept" in out
    assert not list(shop.temporary.iterdir())


def test_what_cannot_be_done_is_asked_again(shop, play):
    shop.memory.parent.mkdir()
    shop.memory.write_text("## A\n" + "- x\n" * 199)
    before = everything(shop)
    out = play(
        ("1 of 4", "a"),
        ("Under which", "\n"),
        ("2 of 4", "o"),
        ("3 of 4", "s"),
        ("4 of 4", "l"),
        ("write it", "w"),
        code=1,
    )
    assert "only 200 are loaded" in out and everything(shop) == before
    out = play(("1 of 4", "e"), ("write it", "w"), ("1 of 1 stand", ""))
    assert "3 of 4" not in out, "what was left out stays so"
    assert len(shop.entries()) == 1


def test_the_rest_likewise_and_a_step_back(shop, play):
    out = play(
        ("1 of 4: Keep the counter", "a"),
        ("Under which", "\n"),
        ("2 of 4: Always use httpx", "b"),
        ("Where does it go", "z"),  # back to the first
        ("1 of 4: Keep the counter", "b"),
        ("2 of 4: Always use httpx", "b"),
        ("Where does it go", "l"),
        ("This will be written", ""),
        ("write it", "w"),
        ("4 of 4 stand", ""),
    )
    assert not shop.memory.exists() and len(list((shop.root / ".insights").iterdir())) == 4
    assert out.count("Where does it go") == 4


def test_what_is_known_is_merged_and_a_folder_is_offered(shop, play):
    play(("1 of 4", "1"), ("2 of 4", "o"), ("3 of 4", "s"), ("4 of 4", "s"), ("write it", "w"))
    (file,) = (shop.root / "src" / ".insights").iterdir()
    out = play(
        ("merge into", "1"), ("2 of 4", "o"), ("3 of 4", "s"), ("4 of 4", "s"), ("write it", "w")
    )
    assert [file] == list((shop.root / "src" / ".insights").iterdir())
    assert out.count(f"merge into src/.insights/{file.name}") == 1, "a page is offered once"


def test_the_session_before_is_named(shop, play):
    older = ClaudeTranscript(shop, session="00000000-2222-4333-8444-555555555555")
    older.prompt("We decided to use Kafka for the events because they must be kept.").save()
    newer = shop.made.save()
    os.utime(newer, (time.time() + 60, time.time() + 60))
    out = play(
        ("1 of 4", "e"), ("2 of 4", "o"), ("3 of 4", "s"), ("4 of 4", "s"), ("write it", "w")
    )
    assert "--guided --session 00000000" in out and len(shop.entries()) == 1


def test_without_a_terminal(shop):
    assert "no terminal" in phase(shop, "--guided", code=1)


@pytest.mark.parametrize(
    "level, memory, expected",
    [("project", "/m", "eabus1"), ("project", "", "ebus1"), ("user", "/m", "eus")],
)
def test_where_it_can_go(level, memory, expected):
    places = reflect_guided.places({"level": level, "memory": memory}, ["src"], [])
    assert "".join(key for key, _, _ in places) == expected
