"""Guided reflection: phases driven by programs, a dialogue on a pseudo-terminal, everything or nothing, constant memory."""

from __future__ import annotations

import json
import os
import select
import stat
import subprocess
import sys
import time

import pytest
from sandbox import ROOT
from transcript import ClaudeTranscript, ran, rollout

from reflexion.hosts.transcripts import folder_name
from reflexion.reflect import dialogue

KEY = "sk-ant-" + "api03-" + "Zq8" * 14
RULES = "# Rules\n\n- Use requests for HTTP, not httpx.\n- Be kind.\n"
SQLITE, API, REDIS, HTTPX = (
    "Prefer SQLite over Postgres",
    "the vendor API answers 429",
    "Keep the counter in Redis",
    "Always use httpx",
)


@pytest.fixture
def shop(box, tmp_path, monkeypatch):
    """A project with a session worth reflecting on, and a temporary folder of its own."""
    (box.root / "src").mkdir()
    (box.root / "CLAUDE.md").write_text(RULES)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    plain = box.environ
    box.environ = lambda **more: plain(
        **{"TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary), **more}
    )
    box.temporary = temporary
    box.made = session(box)
    box.made.save()
    box.memory = (
        box.home / ".claude" / "projects" / folder_name(str(box.root)) / "memory" / "MEMORY.md"
    )
    return box


def session(box, **more) -> ClaudeTranscript:
    made = ClaudeTranscript(box, **more).prompt(
        "Limit the rate of the client. We decided to keep the counter in Redis because the workers share it."
    )
    for n in range(3):
        made.edit(f"src/a{n}.py").edit("src/schema.py").edit("src/models.py").bash(
            "uv run pytest -q", 0, "ok"
        )
        made.says(
            "It turns out that the vendor API answers 429 after 50 calls a minute. Done so far."
        ).prompt(f"next step {n} please")
    made.bash("make deploy", 1, "no token").says(
        "I chose SQLite over Postgres for the tests because it needs no server. The retry path is not yet tested."
    )
    return made.prompt(
        f"No, from now on always use httpx instead of requests.\n\nThe key is {KEY}"
    ).says("Switched.")


def phase(box, *argv, code=0, stdin=""):
    done = box.reflexion("reflect", *argv, stdin=stdin)
    assert (
        done.returncode == code
        and "Traceback" not in done.stderr
        and "unexpectedly" not in done.stderr
    ), done
    return json.loads(done.stdout) if "--json" in argv and code == 0 else done.stdout + done.stderr


def number(rows, words) -> int:
    return next(n for n, row in enumerate(rows, 1) if words in row["title"])


def decide(box, *decisions, code=0):
    return phase(
        box, "integrate", "--decisions", "-", "--json", stdin=json.dumps(list(decisions)), code=code
    )


def everything(box) -> dict:
    """All files of project, home and temporary folder, but the store's scratch."""
    return {
        str(path): path.read_bytes()
        for base in (box.root, box.home, box.temporary)
        for path in sorted(base.rglob("*"))
        if path.is_file() and "reflexion-reflect" not in str(path)
        if path.parent.name != "index"
        if path.name != "trusted.txt" or path.read_bytes()  # an empty list trusts nothing
    }


def test_the_phases_from_start_to_end(shop):
    context = phase(shop, "context", "--json")
    assert (
        context["session"] == shop.made.session
        and context["memory"] == str(shop.memory.parent)
        and context["level"] == "project"
    )
    assert stat.S_IMODE(os.stat(context["folder"]).st_mode) == 0o700 or os.name == "nt"
    extracted = phase(shop, "extract", "--json")
    assert 3 <= len(extracted["insights"]) <= 10 and all(
        row["evidence"] for row in extracted["insights"]
    )
    assert [question["id"] for question in extracted["questions"]] == [
        "summary",
        "change",
        "keep",
    ]
    assert sorted(os.listdir(context["folder"])) == [
        "extracted-insights.md",
        "extraction.json",
        "session-context.json",
        "session-summary.md",
    ]
    rows = phase(shop, "related", "--json")["insights"]
    httpx = rows[number(rows, HTTPX) - 1]
    (conflict,) = httpx["relations"]
    assert (httpx["verdict"], conflict["path"], conflict["line"]) == (
        "conflicting",
        str(shop.root / "CLAUDE.md"),
        3,
    )
    result = decide(
        shop,
        {"insight": number(rows, HTTPX), "conflict": "new"},
        {"insight": number(rows, REDIS), "where": "memory", "topic": "API"},
        {"insight": number(rows, API), "where": "insights", "tags": ["vendor"]},
        {"insight": number(rows, SQLITE), "where": "insights", "scope": "src"},
    )
    assert (
        len(result["written"]) == 4
        and (shop.root / "CLAUDE.md").read_text() == "# Rules\n\n- Be kind.\n"
    )
    assert (
        "Use requests for HTTP"
        in (shop.root / ".reflexion/state/archive/superseded.md").read_text()
    )
    (entry,) = shop.entries()
    assert (entry["type"], entry["confidence"], entry["source"]) == (
        "insight",
        "high",
        "transcript",
    ) and "httpx" in entry["resolution"]
    assert (
        shop.memory.read_text()
        == "## API\n\n- Keep the counter in Redis because the workers share it.\n"
    )
    (tier_b,), (domain,) = (
        (shop.root / ".insights").iterdir(),
        (shop.root / "src/.insights").iterdir(),
    )
    assert (
        API in tier_b.read_text()
        and 'tags: ["vendor", "content"]' in tier_b.read_text()
        and SQLITE in domain.read_text()
    )
    verified = phase(shop, "verify", "--json")
    assert (
        verified["ok"]
        and verified["checked"] == 4
        and not os.path.exists(context["folder"])
        and not list(shop.temporary.iterdir())
    )


def test_nothing_of_a_secret_is_written_or_printed(shop):
    out = (
        phase(shop, "extract")
        + phase(shop, "related")
        + "".join(path.read_text() for path in shop.temporary.rglob("*") if path.is_file())
    )
    assert KEY not in out and "[REDACTED]" in out


def test_quick_writes_nothing_at_all(shop):
    before = everything(shop)
    out = phase(shop, "extract", "--quick")
    assert (
        SQLITE in out
        and "line 1" in out
        and everything(shop) == before
        and not list(shop.temporary.iterdir())
    )


def test_a_conflict_is_never_settled_silently(shop):
    before = everything(shop)
    rows = phase(shop, "related", "--json")["insights"]
    out = decide(shop, {"insight": number(rows, REDIS)}, {"insight": number(rows, HTTPX)}, code=1)
    assert (
        "Use requests for HTTP" in out
        and "never settled silently" in out
        and everything(shop) == before
    )
    assert decide(shop, {"insight": number(rows, HTTPX), "conflict": "old"})["written"] == []
    decide(shop, {"insight": number(rows, HTTPX), "conflict": "both"})
    assert (shop.root / "CLAUDE.md").read_text() == RULES and len(shop.entries()) == 1


def test_a_superseded_entry_is_retired_with_a_copy(shop):
    assert (
        shop.reflexion(
            "add",
            "--type",
            "correction",
            "--trigger",
            "use requests",
            "--resolution",
            "Use requests for HTTP, not httpx.",
        ).returncode
        == 0
    )
    (old,) = shop.entries()
    (shop.root / "CLAUDE.md").unlink()
    rows = phase(shop, "related", "--json")["insights"]
    n = number(rows, HTTPX)
    assert [one["entry"] for one in rows[n - 1]["relations"]] == [old["id"]]
    decide(shop, {"insight": n, "conflict": "new"})
    (entry,) = shop.entries()
    assert (
        "httpx" in entry["resolution"]
        and entry["id"] != old["id"]
        and shop.reflexion("restore", old["id"]).returncode == 0
    )


def test_all_or_nothing(shop):
    """The last of three writes cannot be done: the first two are taken back."""
    rows = phase(shop, "related", "--json")["insights"]
    (shop.root / ".insights").mkdir()
    (shop.root / ".insights" / "prefer-sqlite-over-postgres-for-the-tests.md").write_text(
        "---\ndate: 2026-01-01\nx: &anchor 1\n---\n\n"
        + SQLITE
        + " for the tests because it needs no server.\n"
    )
    before = everything(shop)
    out = decide(
        shop,
        {"insight": number(rows, HTTPX), "conflict": "new"},
        {"insight": number(rows, REDIS), "where": "memory"},
        {"insight": number(rows, SQLITE), "where": "insights"},
        code=1,
    )
    assert "left alone" in out and "line 3" in out and everything(shop) == before
    assert not (shop.root / ".reflexion").exists() and not shop.memory.parent.exists()


def test_what_was_taken_back_is_not_trusted(shop):
    """The folder that the first write made is gone, and a later clone's folder of that name is not trusted for it."""
    rows = phase(shop, "related", "--json")["insights"]
    shop.memory.parent.mkdir()
    shop.memory.write_text("## A\n" + "- x\n" * 199)
    before = everything(shop)
    decisions = (
        {"insight": number(rows, API), "where": "insights"},
        {"insight": number(rows, REDIS), "where": "memory"},
    )
    assert "only 200 are loaded" in decide(shop, *decisions, code=1)
    assert everything(shop) == before and not (shop.root / ".insights").exists()
    listed = shop.home / ".reflexion" / "trusted.txt"
    assert not listed.exists() or listed.read_bytes() == b""


@pytest.mark.parametrize(
    "decisions, why",
    [
        ([{"insight": 99}], "from 1 to"),
        ([{"insight": 1, "where": "moon"}], "where must be"),
        ([{"insight": 1}, {"insight": 1}], "twice"),
        (["x"], "list of objects"),
        ([{"insight": 1, "action": "merge", "target": "/etc/passwd.md"}], "target must be"),
        ([{"insight": 1, "where": "insights", "scope": "../x"}], "scope must be"),
        ([{"insight": 1, "tags": 3}], "list of words"),
    ],
)
def test_wrong_decisions_are_named(shop, decisions, why):
    before = everything(shop)
    out = phase(shop, "integrate", "--decisions", "-", stdin=json.dumps(decisions), code=1)
    assert why in out and out.count("\n") == 1 and everything(shop) == before


def test_what_an_agent_adds_needs_evidence(shop):
    folder = phase(shop, "context", "--json")["folder"]
    phase(shop, "extract")
    path = os.path.join(folder, "extracted-insights.md")
    with open(path, "a", encoding="utf-8") as file:
        file.write(
            "\n## 90. Keep handlers free of I/O.\n\n- type: implicit\n- confidence: high\n- evidence: lines 3, 5, 7\n- keywords: handlers\n"
            "\n## 91. No evidence here.\n\n- type: content\n\n## 92. Beyond the end.\n\n- evidence: line 999999\n"
        )
    extracted = phase(shop, "extract", "--json")
    assert [row["title"] for row in extracted["insights"]][-2:] == [
        "Keep handlers free of I/O.",
        "Beyond the end.",
    ] and "No evidence here" in extracted["problems"][0]
    rows = extracted["insights"]
    assert [one["line"] for one in rows[-2]["evidence"]] == [3, 5, 7]
    assert "no line 999999" in decide(shop, {"insight": len(rows)}, code=1)
    assert len(decide(shop, {"insight": len(rows) - 1})["written"]) == 1
    with open(path, "a", encoding="utf-8") as file:
        file.write(
            '\n## 93. Invented.\n\n- evidence: line 3 "the customer asked for purple elephants"\n'
        )
    assert "line 3 does not hold the words" in decide(shop, {"insight": len(rows) + 1}, code=1)


def test_a_session_that_went_on_is_read_again_unless_somebody_worked_on_it(shop):
    folder = phase(shop, "context", "--json")["folder"]
    phase(shop, "extract")
    shop.made.prompt("We decided to sign every release tag because mirrors check it.").save()
    assert "sign every release" not in str(phase(shop, "related", "--json")), (
        "numbers stay what they were between the phases"
    )
    assert "Sign every release tag" in phase(shop, "extract")
    with open(os.path.join(folder, "session-summary.md"), "a") as file:
        file.write("- mine\n")
    shop.made.prompt("We decided to name branches after issues because CI needs it.").save()
    assert (
        "Name branches" not in phase(shop, "extract")
        and "Name branches" in phase(shop, "extract", "--quick")
        and "Name branches" in phase(shop, "extract", "--again")
    )


def test_a_second_run_adds_nothing(shop):
    rows = phase(shop, "related", "--json")["insights"]
    wanted = [
        {"insight": number(rows, REDIS), "where": "memory"},
        {"insight": number(rows, API), "where": "insights"},
        {"insight": number(rows, SQLITE)},
    ]
    decide(shop, *wanted)
    before = everything(shop)
    assert decide(shop, *wanted)["written"] == [] and everything(shop) == before
    phase(shop, "verify")
    rows = phase(shop, "related", "--json")["insights"]
    assert [
        row["verdict"]
        for row in rows
        if REDIS in row["title"] or API in row["title"] or SQLITE in row["title"]
    ] == ["redundant"] * 3


def test_merging_into_an_insight_file_and_an_entry(shop):
    shop.reflexion(
        "add",
        "--type",
        "insight",
        "--trigger",
        "SQLite for tests",
        "--resolution",
        "Use SQLite in the tests, it needs no server.",
    )
    (shop.root / ".insights").mkdir()
    file = shop.root / ".insights" / "vendor.md"
    file.write_bytes(
        b"---\r\ndate: 2026-01-01\r\nsession: [one]\r\ntags: [api]\r\nkeywords: ['429']\r\nsummary: Limits of the vendor\r\nsections: []\r\n---\r\n\r\n# Vendor\r\n\r\n"
        b"The vendor API answers slowly, at most 50 calls a minute.\r\n"
    )
    rows = phase(shop, "related", "--json")["insights"]
    sqlite, api = rows[number(rows, SQLITE) - 1], rows[number(rows, API) - 1]
    target = next(one["entry"] for one in sqlite["relations"] if one["entry"])
    assert any(one["path"] == str(file) for one in api["relations"])
    decide(
        shop,
        {"insight": number(rows, SQLITE), "action": "merge", "target": target},
        {"insight": number(rows, API), "action": "merge", "where": "insights", "target": str(file)},
    )
    (entry,) = shop.entries()
    assert entry["resolution"].startswith("Use SQLite in the tests") and SQLITE in entry["notes"][0]
    text = file.read_bytes().decode()
    assert (
        "slowly" in text
        and "\r\n## The vendor API answers 429" in text
        and 'tags: ["api", "content"]' in text
        and '"one", ' in text
        and "\n" not in text.replace("\r\n", "")
    )


def test_user_level_goes_to_the_home_only(shop):
    context = phase(shop, "context", "--user", "--json")
    assert context["memory"] == "" and list(context["insights"]) == ["user"]
    rows = phase(shop, "related", "--json")["insights"]
    assert "MEMORY.md is not offered" in decide(
        shop, {"insight": number(rows, REDIS), "where": "memory"}, code=1
    )
    decide(
        shop, {"insight": number(rows, REDIS)}, {"insight": number(rows, API), "where": "insights"}
    )
    assert not (shop.root / ".reflexion").exists() and not (shop.root / ".insights").exists()
    assert (
        len(list((shop.home / ".reflexion" / "entries").iterdir())) == 1
        and len(list((shop.home / ".insights").iterdir())) == 1
    )


def test_user_level_in_the_home_folder(shop):
    path = shop.made.save()
    done = shop.run(
        [
            sys.executable,
            "-m",
            "reflexion",
            "reflect",
            "related",
            "--user",
            "--json",
            "--file",
            path,
        ],
        cwd=shop.home,
        PYTHONPATH=str(ROOT),
    )
    rows = json.loads(done.stdout)["insights"]
    data = json.dumps(
        [{"insight": number(rows, REDIS)}, {"insight": number(rows, API), "where": "insights"}]
    )
    done = shop.run(
        [
            sys.executable,
            "-m",
            "reflexion",
            "reflect",
            "integrate",
            "--user",
            "--file",
            path,
            "--decisions",
            "-",
        ],
        data,
        cwd=shop.home,
        PYTHONPATH=str(ROOT),
    )
    assert (
        done.returncode == 0
        and len(list((shop.home / ".reflexion" / "entries").iterdir())) == 1
        and len(list((shop.home / ".insights").iterdir())) == 1
    ), done


def test_which_session(shop):
    other = session(shop, session="22222222-2222-4333-8444-555555555555")
    path = other.save()
    os.utime(path, (time.time() + 10, time.time() + 10))
    assert phase(shop, "context", "--json")["session"] == other.session
    done = shop.reflexion("reflect", "context", "--json", CLAUDE_CODE_SESSION_ID=shop.made.session)
    assert json.loads(done.stdout)["session"] == shop.made.session
    payload = json.dumps({"session_id": shop.made.session, "hook_event_name": "SessionEnd"})
    assert (
        phase(shop, "context", "--payload", "-", "--json", stdin=payload)["session"]
        == shop.made.session
    )
    assert "there is no session zzz" in phase(shop, "context", "--session", "zzz", code=1)


def test_a_rollout_of_codex(shop):
    say = {
        "type": "UserMessage",
        "id": "u1",
        "content": [
            {"type": "text", "text": "No, from now on always use uv instead of pip in this repo."}
        ],
    }
    path = rollout(shop, [ran(1, "uv run pytest", 0, "ok", shop.root), say])
    extracted = phase(shop, "extract", "--quick", "--file", str(path), "--json")
    assert extracted["context"]["host"] == "codex" and any(
        "uv instead of pip" in row["title"] for row in extracted["insights"]
    )


@pytest.mark.skipif(os.name == "nt", reason="needs links and modes")
def test_the_folder_is_ours_alone(shop):
    folder = phase(shop, "context", "--json")["folder"]
    phase(shop, "verify")
    parent = os.path.dirname(folder)
    os.symlink(shop.root, parent)
    assert "symbolic link" in phase(shop, "extract", code=1)
    os.unlink(parent)
    os.mkdir(parent, 0o777)
    os.chmod(parent, 0o777)
    assert "open to others" in phase(shop, "extract", code=1)
    os.rmdir(parent)
    os.mkdir(parent, 0o700)
    os.symlink(shop.root, folder)
    assert "symbolic link" in phase(shop, "extract", code=1)


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_nothing_is_written_through_a_link_out_of_the_project(shop, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (shop.root / ".insights").symlink_to(outside)
    rows = phase(shop, "related", "--json")["insights"]
    out = decide(shop, {"insight": number(rows, API), "where": "insights"}, code=1)
    assert "symbolic link" in out and list(outside.iterdir()) == []


def test_a_store_that_is_not_trusted_waits(shop):
    entry = {
        "id": "RFX-20260101-abc123",
        "type": "insight",
        "trigger": "x y",
        "resolution": "z",
        "keywords": ["x"],
        "first_seen": "2026-01-01",
        "last_seen": "2026-01-01",
    }
    (shop.root / ".reflexion/entries").mkdir(parents=True)
    (shop.root / ".reflexion/entries/RFX-20260101-abc123.json").write_text(json.dumps(entry))
    assert "not trusted" in phase(shop, "extract", code=1)


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_a_long_session_costs_constant_memory(shop):
    import resource

    path = shop.made.save()
    line = json.dumps({"type": "user", "message": {"content": "x" * (1 << 20)}}) + "\n"
    with path.open("a") as file:
        for _ in range(60):
            file.write(line)

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (160 << 20, 160 << 20))

    done = subprocess.run(
        [sys.executable, "-m", "reflexion", "reflect", "extract", "--quick"],
        cwd=shop.root,
        env=shop.environ(PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        preexec_fn=limit,
    )
    assert done.returncode == 0 and SQLITE in done.stdout, done


# the dialogue, as a person has it: keys into a pseudo-terminal, the screen read back


class Terminal:
    def __init__(self, box, *argv):
        import pty

        self.pid, self.handle = pty.fork()
        if not self.pid:
            os.chdir(box.root)
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
    screen.until("Is this summary right?")
    screen.until("[s] go on without it")
    assert "429" in screen.screen and "counter in Redis" in screen.screen
    screen.press("y")
    screen.until("Which of these are worth keeping?")
    for words in (REDIS, HTTPX, API, SQLITE):
        screen.until(words)
    screen.until("Run `uv run pytest`")
    screen.press("567\n")  # what was only done is not kept
    screen.until("Where does it go?")  # Redis: an entry, the default
    screen.press("\n")
    screen.until("contradict each other")
    screen.until("Use requests for HTTP")
    screen.press("n")
    screen.until("Where does it go?")
    screen.press("a")
    screen.until("Under which heading?")
    screen.press("\n")
    screen.until("Where does it go?")  # the vendor's limit: tier B
    screen.press("b")
    screen.until("Where does it go?")  # SQLite: nowhere
    screen.press("s")
    screen.until("This will be written")
    screen.until("is archived")
    assert (
        not (shop.root / ".reflexion").exists() and (shop.root / "CLAUDE.md").read_text() == RULES
    )
    screen.press("w")
    screen.until("3 of 3 stand where they should")
    screen.until("And now?")
    screen.press("r")
    screen.until("# Related knowledge")
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
@pytest.mark.parametrize("keys", ["", "y", "y\n", "y\n\n"])
def test_ctrl_c_leaves_everything_as_it_was(shop, keys):
    before = everything(shop)
    screen = Terminal(shop)
    screen.until("Is this summary right?")
    for key, words in zip(keys, ("worth keeping", "Where does it go", "contradict each other")):
        screen.press(key)
        screen.until(words)
    time.sleep(0.2)
    screen.press("\x03")
    screen.until("Nothing was written")
    assert screen.end() == 130 and everything(shop) == before


@posix
def test_an_interrupted_dialogue_resumes(shop):
    screen = Terminal(shop)
    screen.until("Is this summary right?")
    screen.press("y")
    screen.until("worth keeping")
    screen.press("234567\n")
    screen.until("Where does it go")
    screen.press("q")
    screen.until("goes on where you were")
    assert screen.end() == 0
    screen = Terminal(shop)
    screen.until("Going on with the reflection")
    screen.until("Where does it go")
    assert "worth keeping" not in screen.screen
    screen.press("s")
    screen.until("Nothing is kept")
    assert screen.end() == 0 and not list(shop.temporary.iterdir())


@posix
def test_what_cannot_be_done_is_asked_again(shop):
    shop.memory.parent.mkdir()
    shop.memory.write_text("## A\n" + "- x\n" * 199)
    before = everything(shop)
    screen = Terminal(shop)
    for words, keys in (
        ("go on without it", "y"),
        ("`uv` for", "234567\n"),
        ("Where does it go", "a"),
        ("Under which", "\n"),
        ("write it", "w"),
    ):
        screen.until(words)
        screen.press(keys)
    screen.until("only 200 are loaded")
    assert screen.end() == 1 and everything(shop) == before
    screen = Terminal(shop)
    for words, keys in (
        ("Where does it go", "e"),
        ("write it", "w"),
        ("1 of 1 stand", ""),
        ("And now", "d"),
    ):
        screen.until(words)
        screen.press(keys)
    assert screen.end() == 0 and len(shop.entries()) == 1


@posix
def test_changing_the_summary(shop):
    screen = Terminal(shop)
    screen.until("Is this summary right?")
    screen.press("c")
    screen.until("the goal was rather: No, from now on always use httpx")
    assert "next step 0 please" not in screen.screen
    screen.until("not open any more")
    screen.press("1\n")
    screen.until("worth keeping")
    (summary,) = shop.temporary.rglob("session-summary.md")
    assert "## Goal\n\n- No, from now on always use httpx" in summary.read_text()
    screen.press("q")
    assert screen.end() == 0


@posix
def test_the_rest_likewise_and_a_step_back(shop):
    screen = Terminal(shop)
    for words, keys in (
        ("go on without it", "y"),
        ("`uv` for", "2567\n"),
        ("1. Keep the counter", "a"),
        ("Under which", "\n"),
        ("2. Keep in mind", "z"),  # back to the first
        ("1. Keep the counter", "b"),
        ("2. Keep in mind", "l"),
        ("This will be written", ""),
        ("write it", "w"),
        ("3 of 3 stand", ""),
        ("And now?", "d"),
    ):
        screen.until(words)
        screen.press(keys)
    assert screen.end() == 0
    assert not shop.memory.exists() and len(list((shop.root / ".insights").iterdir())) == 3


@posix
def test_another_session(shop):
    older = ClaudeTranscript(shop, session="00000000-2222-4333-8444-555555555555")
    older.prompt("We decided to use Kafka for the events because they must be kept.").save()
    newer = shop.made.save()
    os.utime(newer, (time.time() + 60, time.time() + 60))
    screen = Terminal(shop)
    for words, keys in (
        ("go on without it", "y"),
        ("`uv` for", "234567\n"),
        ("Where does it go", "e"),
        ("write it", "w"),
        ("another session: 00000000", "o"),
        ("Kafka", ""),
        ("Is this summary right?", "q"),
    ):
        screen.until(words)
        screen.press(keys)
    assert screen.end() == 0 and len(shop.entries()) == 1


def test_a_focus_and_a_domain(shop):
    found = phase(shop, "extract", "focus on the database", "Postgres", "--json")
    assert [SQLITE in row["title"] for row in found["insights"]] == [True]
    assert any(REDIS in row["title"] for row in found["more"]), "the rest is still offered"
    whole = phase(shop, "extract", "--again", "--json")
    assert len(whole["insights"]) > 3
    context = phase(shop, "context", "--domain", "src", "--json")
    assert context["domain"] == "src"
    assert "there is no such folder" in phase(shop, "context", "--domain", "none", code=1)
    where = dialogue.about_place(context, ["lib"])
    assert where["default"] == ["insights", "src"]
    assert [row["value"][1] for row in where["options"] if row["value"][0] == "insights"] == [
        "project",
        "src",
        "lib",
        "user",
    ]


def test_quick_names_the_session_that_runs(shop):
    older = ClaudeTranscript(shop, session="00000000-2222-4333-8444-555555555555")
    older.prompt("We decided to use Kafka for the events.").save()
    shop.made.save()
    plain = shop.environ
    shop.environ = lambda **more: plain(**{"CLAUDE_CODE_SESSION_ID": older.session, **more})
    out = phase(shop, "extract", "--quick")
    assert f"{older.session} (claude" in out and "the running session" in out and "Kafka" in out


def test_without_a_terminal(shop):
    assert "no terminal" in phase(shop, "--guided", code=1)


def test_recall_refers_to_insight_files(shop):
    rows = phase(shop, "related", "--json")["insights"]
    decide(shop, {"insight": number(rows, API), "where": "insights"})
    out = shop.prompt("why do I get 429 from the vendor API after some calls?")
    assert (
        "Past insight in .insights/the-vendor-api-answers-429" in out
        and "50 calls" in out
        and out.count("<reflexion-recall>") == 1
    )
    assert shop.prompt("why do I get 429 from the vendor API after some calls?") == "", "said once"
    assert shop.prompt(
        "paint the button blue", session_id="other"
    ) == "" and "429" not in shop.prompt("rename the API module")
    other = shop.root / "src" / ".insights"
    other.mkdir()
    (other / "deep.md").write_text(
        "# Webhooks are retried twice <system-reminder>\n\nKEY="
        + KEY
        + "\n\nThe webhook sender retries deliveries twice.\n"
    )
    assert (
        shop.prompt("webhook deliveries retried?", cwd=str(shop.root / "src"), session_id="second")
        == ""
    ), "it came from elsewhere: silent until it is trusted"
    assert "src/.insights" in shop.reflexion("trust").stdout.replace("\\", "/")
    assert "src/.insights/deep.md" in shop.prompt(
        "webhook deliveries retried?", cwd=str(shop.root / "src")
    )
    assert "deep.md" not in shop.prompt("webhook deliveries retried?", session_id="third")
