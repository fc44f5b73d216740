"""Sessions in which something fails and, mostly, something helps: is the fix found, and nothing learned where there is none?

The sessions stand in cases/sessions/*.txt. `! command` fails, the error line is indented below it; `$ command` works; `~ path` is an
edit; `= a & b|c & !d` are the words that the resolution must hold (`b` or `c`, not `d`); `= -` means that nothing may be learned, `= ?` that
what is learned waits for a person."""

from __future__ import annotations

import pathlib

import pytest
from hostile import survives

from reflexion.signals.fixes.infer import outcome, settle
from reflexion.signals.fixes.wording import general
from reflexion.signals.votes import (
    did_not_help,
    false_alarm,
    helped,
    not_followed,
    rivals,
    vote,
)

SESSIONS = pathlib.Path(__file__).parent / "cases" / "sessions"


def infer(failure, steps, success):
    return outcome(failure, steps, success)[1]


def bash(command, ok=True, line="", n=0, **more):
    return {
        "tool": "Bash",
        "command": command,
        "path": "",
        "ok": ok,
        "line": line,
        "cwd": "/srv/shop",
        "at": n,
        **more,
    }


def edit(path, n=0):
    return {
        "tool": "Edit",
        "command": "",
        "path": path,
        "ok": True,
        "line": "",
        "cwd": "/srv/shop",
        "at": n,
    }


def sessions(name):
    """-> list of (steps, words wanted or None, does it wait for a person?) of one file."""
    found = []
    for block in (SESSIONS / f"{name}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        steps, wanted, review = [], None, False
        for line in block.splitlines():
            mark, rest = line[:2], line[2:]
            if mark in ("! ", "$ "):
                steps.append(bash(rest, mark == "$ ", n=len(steps)))
            elif mark == "~ ":
                steps.append(edit(rest, len(steps)))
            elif mark == "= ":
                review = rest[:1] == "?"
                rest = rest.lstrip("? ")
                wanted = None if rest in ("-", "") else [w.split("|") for w in rest.split(" & ")]
            else:
                steps[-1]["line"] = rest
        found.append((steps, wanted, review))
    return found


def play(steps):
    """The fix that settle finds for the first step of a session, step by step as a caller drives it."""
    pending, seen, found = [], [], None
    for step in steps:
        for failure, fix in settle(pending, seen, step):
            pending.remove(failure)
            found = fix if failure is steps[0] else found
        if not step["ok"]:
            pending.append(step)
        seen.append(step)
    return found


def holds(fix, wanted):
    return all(
        any(
            (word[1:] not in fix.resolution) if word[0] == "!" else word in fix.resolution
            for word in words
        )
        for words in wanted
    )


def test_nothing_is_learned_where_nothing_helped():
    wrong = []
    for steps, _, review in sessions("nothing"):
        fix = play(steps)
        if (fix is not None) is not review or fix and not fix.review:
            wrong.append((steps[0]["command"], steps[-1]["command"], fix))
    assert not wrong


@pytest.mark.parametrize(
    "name, told",
    [("instead", ("Use ", "Run ")), ("between", ("Run ", "Find ")), ("edits", ("Works ", "Run "))],
)
def test_the_fix_is_found(name, told):
    """…and told as what it is: what is done before is never what to run instead."""
    wrong = []
    for steps, wanted, review in sessions(name):
        fix = play(steps)
        if (
            fix is None
            or not holds(fix, wanted)
            or not fix.resolution.startswith(told)
            or fix.review is not review
        ):
            wrong.append((steps[0]["command"], steps[-1]["command"], fix))
    assert not wrong


@pytest.mark.parametrize(
    "failed, steps, success, resolution, confidence, kind",
    [
        (
            ("npm run build", 'npm ERR! Missing script: "build"'),
            [],
            "cd web && pnpm run build 2>&1 | tail -5",
            "Use `cd web && pnpm run build` instead of `npm run build`.",
            "medium",
            "instead",
        ),
        (
            ("python a.py", "ModuleNotFoundError: No module named 'yaml'"),
            [bash("pip install pyyaml 2>&1 | tail -1")],
            "python a.py",
            "Run `pip install pyyaml` first.",
            "medium",
            "between",
        ),
        (
            ("pytest", "ModuleNotFoundError: No module named 'yaml'"),
            [],
            "pip install pyyaml && pytest",
            "Run `pip install pyyaml` first.",
            "medium",
            "between",
        ),
        (
            ("npm start", "listen EADDRINUSE: address already in use :::3000"),
            [bash("lsof -ti :3000"), bash("kill 4711")],
            "npm start",
            "Find the PID with `lsof -ti :3000` and kill it first.",
            "medium",
            "between",
        ),
        (
            ("npm start", "listen EADDRINUSE: address already in use :::3000"),
            [bash("kill -9 4711")],
            "npm start",
            "Find the PID with `lsof -ti :3000` and kill it first.",
            "medium",
            "between",
        ),
        (
            ("./sync", "API_KEY is not set"),
            [bash("export API_KEY=abcdef123456")],
            "./sync",
            "Run `export API_KEY=…` first.",
            "medium",
            "between",
        ),
        (
            ("cargo test", "error: could not find `Cargo.toml` in `/srv/shop`"),
            [bash("cd engine")],
            "cargo test",
            "Run it in `engine`: `cd engine && cargo test`.",
            "medium",
            "instead",
        ),
        (
            ("make image", "Cannot connect to the Docker daemon"),
            [bash("sudo systemctl start docker"), bash("sleep 2")],
            "make image",
            "Run `sudo systemctl start docker` first.",
            "medium",
            "between",
        ),
    ],
)
def test_a_fix_is_told_as_a_person_would(failed, steps, success, resolution, confidence, kind):
    fix = infer(bash(failed[0], False, failed[1]), steps, bash(success))
    assert (fix.resolution, fix.confidence, fix.kind) == (resolution, confidence, kind)


def test_a_fix_that_fails_itself_is_none():
    failure = bash("python a.py", False, "ModuleNotFoundError: No module named 'yaml'")
    assert (
        infer(
            failure,
            [bash("pip install yaml", False, "No matching distribution found for yaml")],
            bash("python a.py"),
        )
        is None
    )


def test_the_caller_may_say_which_command_of_a_line_failed():
    failure = bash(
        "npm run build && npm run e2e",
        False,
        "Error: connect ECONNREFUSED 127.0.0.1:5432",
        call="npm run e2e",
    )
    assert settle([failure], [], bash("npm run build", n=1)) == []
    assert (
        infer(failure, [bash("docker compose up -d db")], bash("npm run e2e")).resolution
        == "Run `docker compose up -d db` first."
    )


def test_the_rest_of_the_output_helps_where_the_error_line_does_not_tell():
    failure = bash("pytest tests/ws.py", False, "1 failed in 0.12s")
    steps = [bash("pip install anyio-plugin")]
    assert infer(failure, steps, bash("pytest tests/ws.py")) is None
    assert (
        infer(
            {
                **failure,
                "more": "async def functions are not natively supported, install a plugin: anyio",
            },
            steps,
            bash("pytest tests/ws.py"),
        ).confidence
        == "medium"
    )


def test_a_failure_in_another_folder():
    failure = bash("npm test", False, "npm error enoent Could not read package.json")
    fix = infer(failure, [], {**bash("npm test"), "cwd": "/srv/shop/web"})
    assert fix.resolution == "Run it in `web`: `cd web && npm test`."


def test_at_most_three_steps_are_told():
    failure = bash("npm test", False, "connect ECONNREFUSED 127.0.0.1:5432")
    steps = [bash(f"docker compose up -d db{n}") for n in range(6)]
    assert infer(failure, steps, bash("npm test")).resolution.count("docker compose up") == 3


def test_what_lies_before_the_same_failure_again_did_not_help():
    line = "ModuleNotFoundError: No module named 'yaml'"
    steps = [
        bash("python a.py", False, line, 0),
        bash("pip install ruamel.yaml", n=1),
        bash("python a.py", False, line, 2),
        bash("pip install pyyaml", n=3),
        bash("python a.py", n=4),
    ]
    assert play(steps).resolution == "Run `pip install pyyaml` first."


def test_a_failure_seen_again_by_its_id_keeps_what_still_matters():
    line = "connect ECONNREFUSED 127.0.0.1:5432"
    first, again = (
        bash("npm test", False, line, 0, id="RFX-1"),
        bash("npm test", False, line, 2, id="RFX-1"),
    )
    steps = [first, bash("docker compose up -d db", n=1), again, bash("sleep 5", n=3)]
    assert (
        settle([again], steps, bash("npm test", n=4))[0][1].resolution
        == "Run `docker compose up -d db` first."
    )


def test_a_failure_is_given_up_after_forty_steps():
    failure = bash("pytest", False, "AssertionError", 0)
    steps = [bash(f"ls {n}", n=n) for n in range(1, 41)]
    assert settle([failure], steps[:30], bash("ls", n=41)) == []
    assert settle([failure], steps, bash("ls", n=41)) == [(failure, None)]


def test_a_flaky_failure_is_settled_without_a_fix():
    failure = bash("pytest tests/a.py", False, "TimeoutError", 0)
    assert settle([failure], [], bash("pytest tests/a.py -q", n=1)) == [(failure, None)]


def test_a_narrower_run_settles_nothing():
    failure = bash("pytest", False, "FAILED tests/a.py::test_a - AssertionError", 0)
    assert settle([failure], [], bash("pytest tests/b.py", n=1)) == []


@pytest.mark.parametrize(
    "command, said",
    [
        ("npm test 2>&1", "npm test"),
        ("make all >/dev/null 2>&1", "make all"),
        ("git push -u origin wip/search-2", "git push -u origin HEAD"),
        ("git push origin main", "git push origin main"),
        ("cd /srv/shop && npm test", "npm test"),
        ("export API_KEY=abcdef", "export API_KEY=…"),
        ("cp a.json /tmp/a.json", ""),
        ("git checkout 4f3c2b1a9", ""),
        ("git switch fix/SHOP-1234", ""),
        ("cat > a.txt <<'EOF'", ""),
        ("python -m tool " + "x" * 160, ""),
    ],
)
def test_a_command_is_made_general_or_left_out(command, said):
    assert general(command, ["/srv/shop"]) == said


def voted(*texts, **entry):
    """The entry after sessions that voted for these solutions."""
    entry = {"resolution": "", **entry}
    for text in texts:
        entry.update(vote(entry, text, "medium"))
    return entry


@pytest.mark.parametrize(
    "texts, stands, others",
    [
        (["a"], "a", {}),
        (["a", "b"], "a", {"b": 1}),
        (["a", "b", "b"], "a", {"b": 2}),
        (["a", "b", "b", "b"], "b", {"a": 1}),
        (["a", "a", "b", "b", "b"], "a", {"b": 3}),
        (["a", "b", "c", "b", "b"], "b", {"a": 1, "c": 1}),
    ],
)
def test_another_solution_takes_over_when_it_leads_by_two(texts, stands, others):
    entry = voted(*texts)
    assert (entry["resolution"], rivals(entry)) == (stands, others)
    assert entry["confidence"] == ("high" if entry["votes"] > 1 else "medium")


def test_a_session_votes_once_and_never_against_a_person():
    first = voted("a")
    assert vote(first, "a", "medium", again=True) == {}
    assert vote({"resolution": "mine", "source": "user"}, "a", "medium") == {}


def test_a_risky_solution_waits_and_gives_way_to_a_safe_one():
    risky = {"resolution": "", **vote({"resolution": ""}, "a", "medium", review=True)}
    assert risky["needs_review"] and vote({**risky, "votes": 1}, "a", "medium", review=True) == {
        "votes": 2
    }
    assert vote(risky, "b", "medium")["resolution"] == "b"


@pytest.mark.parametrize(
    "source, failed, changed",
    [
        ("inferred", 0, {"failed": 1, "confidence": "medium"}),
        ("inferred", 1, {"failed": 2, "confidence": "medium", "needs_review": True}),
        ("user", 0, {"failed": 1}),
        ("prompt", 1, {"failed": 2, "needs_review": True}),
    ],
)
def test_what_did_not_help_is_trusted_less_but_never_a_persons_words(source, failed, changed):
    entry = {"source": source, "failed": failed, "confidence": "high", "resolution": "a"}
    assert did_not_help(entry) == {**changed, "judged": "a"}


def test_what_is_ignored_or_a_false_alarm_loses_nothing():
    assert not_followed({"ignored": 2, "confidence": "high"}) == {"ignored": 3}
    assert false_alarm({}) == {"false_alarms": 1}
    assert helped({"source": "inferred"}, True) == {"worked": 1, "confidence": "high"}


def test_hostile_commands_and_errors():
    failure = bash("npm test", False, "Error: Cannot find module 'x'")
    survives(
        lambda text: infer({**failure, "line": text}, [bash(text)], bash("npm test")),
        extra=["a && ", "npm i a;", "$(a ", "`", "\\\n"],
        size=1 << 16,
    )
    survives(
        lambda text: infer({**failure, "command": text}, [bash("npm i x")], bash(text)),
        extra=["a && ", "npm i a;"],
        size=1 << 16,
    )
    survives(lambda text: infer(failure, [edit(text)], bash("npm test")), size=1 << 16)


def test_a_long_session_of_long_commands():
    pending = [bash("npm test", False, f"Error: Cannot find module 'm{n}'", n) for n in range(4)]
    survives(
        lambda text: settle(
            pending, [bash(text, n=20 + n) for n in range(6)], bash("npm test", n=60)
        ),
        extra=["mkdir m1 && npm i m1; "],
        size=4000,
    )
