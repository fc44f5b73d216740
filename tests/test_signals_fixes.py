"""Sessions in which something fails and, mostly, something helps: what is proven at once, what stays a draft, and what proves nothing.

The sessions stand in cases/sessions/*.txt. `! command` fails, the error line is indented below it; `$ command` works; `~ path` is an
edit; `= text` is the remedy, with `? ` in front where it waits for a person."""

from __future__ import annotations

import pathlib

import pytest
from hostile import survives
from table_rows import case_rows

from reflexion.shell.parser import calls
from reflexion.signals.fixes import attribution
from reflexion.signals.fixes.actions import checks, does_less, repairs_form
from reflexion.signals.fixes.endings import LOW, MEDIUM, endings
from reflexion.signals.fixes.wording import general
from reflexion.signals.votes import did_not_help, helped, not_followed, rivals, vote

SESSIONS = pathlib.Path(__file__).parent / "cases" / "sessions"


def bash(command, ok=True, line="", n=0, **more):
    return {
        "id": line,
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
    """-> list of (steps, what the last line wants) of one file."""
    found = []
    for block in (SESSIONS / f"{name}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        steps, wanted = [], ""
        for line in block.splitlines():
            mark, rest = line[:2], line[2:]
            if mark in ("! ", "$ "):
                steps.append(bash(rest, mark == "$ ", n=len(steps)))
            elif mark == "~ ":
                steps.append(edit(rest, len(steps)))
            elif mark == "= ":
                wanted = rest
            else:
                steps[-1].update(id=rest, line=rest)
        found.append((steps, wanted))
    return found


def play(steps):
    """How the first failure of a session ends, step by step as a caller drives it; None = open."""
    pending, seen, found = [], [], None
    for step in steps:
        for ending in endings(pending, seen, step):
            if ending.hidden:
                continue
            pending.remove(ending.failure)
            found = ending if ending.failure is steps[0] else found
        if not step["ok"]:
            pending.append(step)
        seen.append(step)
    return found


def remedy(ending) -> tuple:
    """(confidence, text as the cases have it) of an ending; two empty texts for none."""
    fix = ending.fix if ending else None
    return (fix.confidence, ("? " if fix.review else "") + fix.text) if fix else ("", "")


@pytest.mark.parametrize("name, grade", [("proven", MEDIUM), ("drafts", LOW)])
def test_the_remedy_is_found_in_its_grade(name, grade):
    played = [(steps, wanted, remedy(play(steps))) for steps, wanted in sessions(name)]
    assert [row for row in played if row[2] != (grade, row[1])] == []


def test_nothing_is_proven_where_nothing_plainly_helped():
    played = [(steps, remedy(play(steps))) for steps, _ in sessions("nothing")]
    assert [row for row in played if row[1][0] == MEDIUM] == []


def test_what_an_error_says_is_missing():
    cases = case_rows("plain.txt")
    found = [attribution.Failure({"line": line}).missing[kind] for kind, _, line in cases]
    assert found == [[name] for _, name, _ in cases]


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


def test_what_is_ignored_loses_nothing():
    assert not_followed({"ignored": 2, "confidence": "high"}) == {"ignored": 3}
    known = {"source": "inferred", "occurrences": 2, "last_seen": "2026-03-31"}
    counted = {"worked": 1, "occurrences": 3, "last_seen": "2026-04-01"}
    assert helped(known, True, "2026-04-01") == {**counted, "confidence": "high"}
    assert helped(known, False, "2026-04-01") == counted
    assert helped(known, False, "2026-03-01")["last_seen"] == "2026-03-31"


YAML = "ModuleNotFoundError: No module named 'yaml'"
RELEASE = "make: *** No rule to make target 'release'.  Stop."


@pytest.mark.parametrize(
    "failed, steps, passed, expected",
    [
        (("python a.py", YAML), [bash("pip install pyyaml")], "python a.py", MEDIUM),
        (("python a.py", YAML), [bash("pip install pyyaml", False)], "python a.py", ""),
        (("python a.py", YAML), [bash("pip install pyyaml")], "python a.py | tail -3", ""),
        (("python a.py", YAML), [bash("pip install pyyaml")], "python a.py || true", ""),
        (("python a.py", YAML), [bash("make env"), bash("make more")], "python a.py", LOW),
        (("python a.py", "ValueError: 3"), [bash("make env")], "python a.py", LOW),
        (("python a.py", "ValueError: 3"), [bash("make env"), edit("a.py")], "python a.py", ""),
        (("make release", RELEASE), [], "make dist", MEDIUM),
        (("make release", RELEASE), [bash("make clean")], "make dist", LOW),
        (("make release", RELEASE), [edit("Makefile")], "make dist", ""),
        (("make release", RELEASE), [], "make dist; echo done", ""),
        (("make release", RELEASE), [], "make -n dist", ""),
        (("make release", RELEASE), [], "npm run dist", ""),
        (("git push", "[rejected] main (fetch first)"), [bash("git pull")], "git push", MEDIUM),
        (
            ("git push", "[rejected] main (fetch first)"),
            [bash("git fetch"), bash("git rebase origin/main")],
            "git push",
            LOW,
        ),
        (("gh pr view 12 --foo", "unknown flag: --foo"), [], "gh pr view 12", ""),
        (("pytest a/test_b.py --c", "unrecognized arguments: --c"), [], "pytest a/test_b.py", ""),
        (("gh pr new --label old", "label: 'old' not found"), [], "gh pr new", LOW),
        (("gh pr new --label old", "label: 'new' not found"), [], "gh pr new", ""),
        (("pytest", "FAILED tests/a.py::test_a"), [], "pytest -k other", ""),
        (("git add a b", "pathspec 'b' did not match any files"), [], "git push", ""),
    ],
)
def test_what_is_proven_what_is_a_draft_and_what_proves_nothing(failed, steps, passed, expected):
    failure = bash(failed[0], False, failed[1], 0)
    later = [{**step, "at": n} for n, step in enumerate(steps, 1)]
    found = endings([failure], later, bash(passed, n=9))
    assert remedy(found[0] if found else None)[0] == expected


def test_the_caller_may_say_which_command_of_a_line_failed():
    line = "npm run build && npm run e2e"
    failure = bash(line, False, "sh: playwright: not found", call="npm run e2e")
    (ending,) = endings([failure], [], bash("npm run build", n=1))
    assert ending.hidden and ending.other_words, "it may have been other work"
    (ending,) = endings([failure], [bash("npm ci", n=1)], bash("npm run e2e", n=2))
    assert ending.fix.text == "Run `npm ci` first."


def test_what_could_not_begin_is_over_once_it_begins():
    line = "source .venv/bin/activate && pytest -q | grep F"
    failure = bash(line, False, "no such file", 0, call="source .venv/bin/activate")
    now = bash("source venv/bin/activate && pytest -q | grep F", n=1)
    (ending,) = endings([failure], [], now)
    assert not ending.hidden and not ending.unseen
    (ending,) = endings([{**failure, "call": "pytest -q"}], [], now)
    assert ending.hidden and ending.unseen
    script = {**failure, "command": "bash -c 'cd web; make all'", "call": "cd web"}
    (ending,) = endings([script], [], bash("make all", n=1))
    assert not ending.other_words and not ending.hidden


def test_the_call_that_failed_may_stand_behind_what_is_kept_of_its_line():
    kept = "cat > deploy.sh <<'A'\necho one"  # the rest of the script was cut off
    failure = bash(kept, False, "no such zone", 0, call="./deploy.sh west")
    assert endings([failure], [], bash("cat > deploy.sh <<'A'\necho two\nA", n=1)) == []
    (ending,) = endings([failure], [], bash("./deploy.sh west", n=1))
    assert ending.again


UNREAD = "(eval):2: parse error near `end'"


@pytest.mark.parametrize(
    "now, is_over",
    [
        ("for f in a b; do cat $f; done", True),
        ("cat $f", False),
        ("sh loop.sh", False),
    ],
)
def test_a_line_that_could_not_be_read_is_over_once_it_is_written_otherwise(now, is_over):
    failure = bash("for f in a b\n cat $f\nend", False, UNREAD, call="")
    found = endings([failure], [], bash(now, n=1))
    assert [(each.passed, each.hidden, each.fix) for each in found] == [(now, True, None)] * is_over


def test_the_rest_of_the_output_helps_where_the_error_line_does_not_tell():
    failure = bash("pytest tests/ws", False, "1 failed in 0.12s")
    found = endings([failure], [bash("pip install anyio", n=1)], bash("pytest tests/ws", n=2))
    assert found[0].fix.confidence == LOW
    failure["more"] = "E   ModuleNotFoundError: No module named 'anyio'"
    found = endings([failure], [bash("pip install anyio", n=1)], bash("pytest tests/ws", n=2))
    assert found[0].fix.confidence == MEDIUM


def test_a_failure_in_another_folder():
    failure = bash("npm test", False, "npm error enoent Could not read package.json")
    (ending,) = endings([failure], [], {**bash("npm test", n=1), "cwd": "/srv/shop/web"})
    assert ending.fix.text == "Run it in `web`: `cd web && npm test`."
    (ending,) = endings([failure], [], {**bash("npm test", n=1), "cwd": "/srv/other"})
    assert ending.fix is None, "another project's folder"


FOLDERS = [  # where the host says that the call ran, what ran, in which folder it was
    ("/srv/shop", "cd app && npm test", "app"),
    ("/srv/shop/app", "cd app && npm test", "app"),
    ("/srv/shop/app", "cd ./app/ && npm test", "app"),
    ("/srv/shop/a/b", "cd a && cd b && npm test", "a/b"),
    ("/srv/shop", "cd shop && npm test", "shop"),
    ("/srv/shop/shop", "cd shop && npm test", "shop"),
]


@pytest.mark.parametrize("cwd, command, folder", FOLDERS)
def test_the_folder_that_a_call_began_in_or_ended_in(cwd, command, folder):
    failure = bash("npm test", False, "npm error enoent Could not read package.json")
    (ending,) = endings([failure], [], bash(command, n=1, cwd=cwd), "/srv/shop")
    assert ending.folder == folder
    assert ending.fix.text == f"Run it in `{folder}`: `cd {folder} && npm test`."


def test_an_ending_tells_what_the_agent_is_asked_about():
    failure = bash("make all", False, "boom", 0)
    steps = [bash("ls", n=1), bash("make env", n=2), bash("make all", False, "boom", 3)]
    (ending,) = endings([failure], steps, bash("make  all", n=5))
    assert (ending.again, ending.passed, ending.between) == (True, "make all", [])
    steps[2] = bash("make lint", n=3)
    (ending,) = endings([failure], steps, bash("make all", n=5))
    assert (ending.between, ending.edited, ending.calls) == (["make env"], False, 4)
    (ending,) = endings([failure], [edit("Makefile", 1)], bash("make all", n=5))
    assert ending.edited


@pytest.mark.parametrize(
    "step, acts",
    [
        ("F=a.json; cp x $F", ["cp x $F"]),
        ("F=a.json; cp x ${F}.bak", ["cp x ${F}.bak"]),
        ("GOFLAGS=-v; make env", ["GOFLAGS=-v", "make env"]),
        ("PATH=$PATH:/opt/go/bin", ["PATH=$PATH:/opt/go/bin"]),
        ("bash -c 'F=a.json; cp x $F'", ["cp x $F"]),
    ],
)
def test_a_value_that_is_named_for_its_own_line_is_no_act(step, acts):
    failure = bash("make all", False, "boom", 0)
    (ending,) = endings([failure], [bash(step, n=1)], bash("make all", n=2))
    assert ending.between == acts
    (ending,) = endings([failure], [], bash(f"{step} && make all", n=2))
    assert ending.between == acts


def test_what_passed_is_named_in_a_script_of_several_lines():
    failure = bash("wsl -e bash -c 'set -e\n./ship init all'", False, "no such file: all", 0)
    failure["call"] = "./ship init all"
    (ending,) = endings([failure], [], bash("wsl -e bash -c 'set -e\n./ship init one'", n=1))
    assert ending.passed == "./ship init one"


def test_what_is_given_another_text_is_another_command():
    failure = bash("python3 - <<'PY'\nprint(1 / 0)\nPY", False, "ZeroDivisionError", 0)
    (ending,) = endings([failure], [], bash("python3 - <<'PY'\nprint(1 / 2)\nPY", n=1))
    assert not ending.again
    (ending,) = endings([failure], [], bash("python3 - <<'PY'\nprint(1 / 0)\nPY", n=1))
    assert ending.again


def test_what_lies_before_the_same_failure_again_did_not_help():
    steps = [
        bash("python a.py", False, YAML, 0),
        bash("pip install ruamel.yaml", n=1),
        bash("python a.py", False, YAML, 2),
        bash("pip install pyyaml", n=3),
        bash("python a.py", n=4),
    ]
    assert play(steps).fix.text == "Run `pip install pyyaml` first."
    first, again = ({**step, "id": "RFX-1"} for step in (steps[0], steps[2]))
    found = endings([again], [first, steps[1], again, steps[3]], steps[4])
    assert found[0].fix.text == "Run `pip install pyyaml` first."


def test_a_failure_is_given_up_after_forty_steps():
    failure = bash("pytest", False, "AssertionError", 0)
    steps = [bash(f"ls {n}", n=n) for n in range(1, 41)]
    assert endings([failure], steps[:30], bash("ls", n=41)) == []
    (ending,) = endings([failure], steps, bash("ls", n=41))
    assert (ending.fix, ending.passed) == (None, "")


@pytest.mark.parametrize(
    "bad, good, less",
    [
        ("pytest", "pytest tests/b", True),
        ("pytest", "pytest -k cart", True),
        ("pytest tests/a", "pytest tests/b", False),
        ("git add a b", "git add a", True),
        ("gh pr list", "gh pr list --limit 3", True),
        ("make release", "make -f build.mk release", False),
    ],
)
def test_a_run_that_does_less(bad, good, less):
    assert does_less(*(calls(line)[0] for line in (bad, good))) is less


@pytest.mark.parametrize(
    "line, is_check, repairs",
    [
        ("npm run lint", True, False),
        ("npm run lint:fix", False, True),
        ("cargo fmt", False, True),
        ("cargo fmt --check", False, False),
        ("black src", False, True),
        ("prettier --write .", False, True),
        ("pytest", True, False),
        ("make build", False, False),
    ],
)
def test_checks_and_repairs(line, is_check, repairs):
    (call,) = calls(line)
    assert (checks(call), repairs_form(call)) == (is_check or checks(call), repairs)
    assert checks(call) is is_check or "lint" in line


def over(failure, steps, success):
    return endings([failure], [{**step, "at": 1} for step in steps], {**success, "at": 2})


def test_hostile_commands_and_errors():
    failure = bash("npm test", False, "Error: Cannot find module 'x'")
    survives(
        lambda text: over({**failure, "line": text}, [bash(text)], bash("npm test")),
        extra=["a && ", "npm i a;", "$(a ", "`", "\\\n"],
        size=1 << 16,
    )
    survives(
        lambda text: over({**failure, "command": text}, [bash("npm i x")], bash(text)),
        extra=["a && ", "npm i a;"],
        size=1 << 16,
    )
    survives(lambda text: over(failure, [edit(text)], bash("npm test")), size=1 << 16)


def test_a_long_session_of_long_commands():
    pending = [bash("npm test", False, f"Error: Cannot find module 'm{n}'", n) for n in range(4)]
    survives(
        lambda text: endings(
            pending, [bash(text, n=20 + n) for n in range(6)], bash("npm test", n=60)
        ),
        extra=["mkdir m1 && npm i m1; "],
        size=4000,
    )


def test_of_a_long_script_only_the_program_is_told():
    script = '-c \'import json; print(json.dumps({"a": 1, "b": 2, "c": [3, 4, 5]}))\''
    failure = bash(f"python {script}", False)
    failure["line"] = "bash: python: command not found"
    (ending,) = endings([failure], [], bash(f"python3 {script}", n=1))
    assert ending.fix.text == "Use `python3` instead of `python`."
    failure["line"] = "ModuleNotFoundError: No module named 'json'"
    (ending,) = endings([failure], [], bash(f"python3 {script}", n=1))
    assert not ending.fix or ending.fix.confidence == "low", "it is missing for one script"


@pytest.mark.parametrize(
    "path, root, edited",
    [
        ("/p/a.py", "/p", True),
        ("a.py", "/p", True),
        ("C:\\p\\a.py", "C:\\p", True),
        ("/private/p/a.py", "/p", True),  # the folder by another name, in which the calls ran
        ("/home/me/.npmrc", "/p", False),
        ("C:\\Users\\me\\.npmrc", "C:\\p", False),
        ("/p-two/a.py", "/p", False),
    ],
)
def test_an_edit_is_one_of_the_project_files(path, root, edited):
    cwd = "/private/p"
    failure = bash("./ship", False, "no", 1, cwd=cwd)
    edit = {"tool": "Edit", "command": "", "path": path, "ok": True, "at": 2, "cwd": cwd}
    now = bash("./ship", n=3, cwd=cwd)
    (ending,) = endings([failure], [failure, edit], now, root)
    assert ending.edited is edited


@pytest.mark.parametrize(
    "failed, call, line, passed",
    [
        # with its status shown the installation would be proven
        (
            "python a.py | tail -3",
            "python a.py",
            "ModuleNotFoundError: No module named 'yaml'",
            "python a.py | tail",
        ),
        # what never ran behind the failed call runs now
        ("./login && pytest -q", "./login", "no such user", "pytest -q"),
    ],
)
def test_what_hides_its_end_or_only_followed_proves_nothing(failed, call, line, passed):
    failure = {**bash(failed, ok=False, line=line, n=1), "call": call}
    steps = [failure, bash("pip install pyyaml", n=2)]
    (ending,) = endings([failure], steps, bash(passed, n=3))
    assert ending.hidden and ending.fix is None
