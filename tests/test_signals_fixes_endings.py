"""Which step ends a failure, what lies between, and what proves nothing."""

from __future__ import annotations

import pytest

from reflexion.signals.fixes.endings import endings
from reflexion.signals.fixes.folders import is_of_project, roots_of


def failed(command, line="boom", **more):
    return {**worked(command), "ok": False, "line": line, "id": line, **more}


def worked(command, **more):
    place = {"path": "", "cwd": "/srv/shop"}
    return {"tool": "Bash", "command": command, "ok": True, **place, **more}


def edited(path, **more):
    return worked("", tool="Edit", path=path, **more)


def ended(*steps, of=0):
    """The Ending of a failure, the first one if not told, by the last of these steps; else None."""
    timed = [{**step, "at": at} for at, step in enumerate(steps)]
    *before, now = timed
    found = endings([before[of]], before, now)
    return found[0] if found else None


BETWEEN = [  # the steps since `make all` failed with "boom"; what lay between, how many calls
    ([worked("make env")], ["make env"], 2),
    ([worked("ls"), worked("make env")], ["make env"], 3),
    ([failed("make env", "no")], [], 2),
    ([worked("make env"), failed("./other")], ["make env"], 3),
    ([worked("make env"), failed("make all", "boom"), worked("make b")], ["make b"], 4),
    ([worked("make env"), failed("make all", "bang"), worked("make b")], ["make env"], 4),
    ([worked("ls"), failed("make all", "bang"), worked("make b")], ["make b"], 4),
    ([worked("make env"), worked("make all | tail"), worked("ls")], ["make env"], 4),
    ([worked("sed -i s/a/b/ a.py", path="a.py")], [], 2),
    ([worked("make test")], [], 2),
    ([], [], 1),
]


@pytest.mark.parametrize("steps, between, calls", BETWEEN)
def test_what_lay_between(steps, between, calls):
    ending = ended(failed("make all"), *steps, worked("make all"))
    assert (ending.between, ending.calls) == (between, calls)


def test_what_lay_between_two_times_of_one_mistake():
    steps = [failed("make all"), worked("make a"), failed("make all"), worked("make b")]
    ending = ended(*steps, worked("make all"), of=2)
    assert (ending.between, ending.calls) == (["make b"], 4)
    steps[0] = failed("make all", "bang")
    ending = ended(*steps, worked("make all"), of=2)
    assert (ending.between, ending.calls) == (["make b"], 2)


def test_a_failure_is_over_after_forty_steps_or_by_what_works_then():
    steps = [failed("make all"), *[worked("ls")] * 39]
    assert ended(*steps, worked("ls")) is None
    assert ended(*steps, worked("ls"), worked("ls")).passed == ""
    assert ended(*steps, worked("ls"), worked("make all")).passed == "make all"


NOT_READ = "(eval):2: parse error near `end'"
ENDS = [  # what failed, what then worked: None where the failure goes on, else "" or what is told
    (failed("make all"), worked("make all"), ""),
    (failed("make all"), worked("make all", tool="Edit"), None),
    (failed("make all"), failed("make all"), None),
    (failed("make all"), worked("make all | tail -3"), None),
    (failed("make all | tee log", call="make all"), worked("make all | tail -3"), "hidden"),
    (failed("make all | tee log", call="make all"), worked("make all | grep x"), "hidden unseen"),
    (failed("make all"), worked("make docs"), "hidden other_words"),
    (failed("make x && make x", call="make x"), worked("make x"), ""),
    (failed("cd web", "no such folder", call="cd web"), worked("cd web"), ""),
    (failed("ls -d web"), worked("ls -i web"), None),
    (failed("./login && pytest -q", call="./login"), worked("pytest -q"), "hidden"),
    (failed("./login; pytest -q", call="./login"), worked("pytest -q"), None),
    (failed("./login && gh pr list", call="./login"), worked("gh pr list"), None),
    (failed("./ship a && make b", call="./ship a"), worked("./ship -x a"), ""),
    (failed("echo a > f", call="./ship a"), worked("make b"), None),
    (failed("for f in a\n cat f\nend", NOT_READ), worked("for f in a; cat f"), "hidden"),
]


@pytest.mark.parametrize("failure, now, told", ENDS)
def test_what_ends_a_failure(failure, now, told):
    ending = ended(failure, now)
    found = None
    if ending:
        marks = ("hidden", "other_words", "unseen")
        found = " ".join(mark for mark in marks if getattr(ending, mark))
        assert ending.calls == 1
    assert found == told


def test_the_first_place_where_the_failed_call_works_again():
    ending = ended(failed("./ship"), worked("./ship && make x && ./ship"))
    assert (ending.again, ending.between) == (True, [])


def test_an_edit_that_failed_changed_nothing():
    steps = [failed("make all"), edited("Makefile"), worked("make all")]
    assert ended(*steps).edited
    steps[1]["ok"] = False
    assert not ended(*steps).edited


@pytest.mark.parametrize(
    "failure, now, review",
    [
        ("apt-get install a", "sudo apt-get install a", True),
        ("sudo apt-get install --a x", "sudo apt-get install --b x", False),
        ("make --a x", "make --b x", False),
    ],
)
def test_only_a_risk_that_the_failed_call_had_not_waits_for_a_person(failure, now, review):
    assert ended(failed(failure), worked(now)).fix.review is review


FOLDERS = [  # where the call ran, what ran; the folder from the root, "" where it failed
    ("/srv/shop", "npm test", ""),
    ("/srv/shop", "cd app && npm test", "app"),
    ("/srv/shop", "pushd app && npm test", "app"),
    ("/srv/shop", "cd -P app && npm test", "app"),
    ("/srv/shop", "cd /srv/shop/app/ && npm test", "app"),
    ("/srv/shop", "cd /srv/other && npm test", ""),
    ("/srv/shop", "cd /srv/shop-two && npm test", ""),
    ("/srv/shop/app", "npm test", "app"),
    ("/srv/shop/app", "cd && npm test", "app"),
    ("/srv/shop/app", "cd ~/x && npm test", "app"),
    ("/srv/shop/app", "cd $A && npm test", "app"),
    ("/srv/shop/app", "cd - && npm test", "app"),
    ("/srv/shop/app", "cd .. && npm test", "app"),
    ("", "npm test", ""),
]


@pytest.mark.parametrize("cwd, command, folder", FOLDERS)
def test_the_folder_in_which_a_call_works(cwd, command, folder):
    assert ended(failed("npm test"), worked(command, cwd=cwd)).folder == folder


def test_it_works_in_the_root():
    failure = failed("npm test", cwd="/srv/shop/web")
    assert ended(failure, worked("npm test")).folder == "."


def test_without_a_folder_nothing_is_said_of_folders():
    assert ended(failed("npm test", cwd=""), worked("cd /srv/web && npm test", cwd="")).folder == ""


def test_the_folders_that_steps_ran_in():
    places = ["/srv/shop/web/", "/srv/shop", "", "C:\\shop", "/"]
    first, second, *others = [worked("ls", cwd=place) for place in places]
    assert roots_of(first, second, others) == ["/srv/shop", "/srv/shop/web"]


@pytest.mark.parametrize(
    "path, roots, inside",
    [
        ("/p/a.py", ["/p"], True),
        ("/q/a.py", ["/p"], False),
        ("/q/a.py", [], True),
        ("a.py", ["/p"], True),
        ("C:/q/a.py", ["C:\\p"], False),
        ("", ["/p"], False),
    ],
)
def test_a_file_of_the_project(path, roots, inside):
    assert is_of_project({"path": path}, roots) is inside


def test_a_step_without_a_path_is_no_edit():
    assert not is_of_project({}, [])
    assert not is_of_project({"path": None}, [])
