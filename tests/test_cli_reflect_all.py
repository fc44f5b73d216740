"""What all past sessions hold, and the lessons that a model of the person's own writes of them."""

from __future__ import annotations

import json

import pytest
from sandbox import python_line
from transcript import ClaudeTranscript

SENTENCE = "When `make deploy` says VAULT_ADDR: unbound, run `source .env.vault` first."
TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
MODEL = """
import json, re, sys
asked = sys.stdin.read()
with open({log!r}, "a") as file:
    file.write(asked + "\\n=====\\n")
for number, body in re.findall(r"<card-(\\d+)-[0-9a-f]+>\\n(.*?)</card-", asked, flags=re.S):
    number = int(number)
    {before}
    if "VAULT" in body.splitlines()[0]:
        print(json.dumps({{"card": number, "lesson": True, "sentence": {sentence!r}}}))
    else:
        print(json.dumps({{"card": number, "lesson": False, "why": "transient"}}))
"""


def sessions(box, count: int = 3, first: int = 1, mended: str = ""):
    """Sessions in which three things fail: one is plain, one is for a model, one for nobody. The
    last transcript. `mended`: the command after which the one for a model works."""
    for number in range(first, first + count):
        made = ClaudeTranscript(box, session=f"{number}" * 8, day=f"2026-03-0{number}")
        made.prompt("deploy it").says(f"I use the token {TOKEN}.")
        made.bash("python3 load.py", 1, "ModuleNotFoundError: No module named 'yaml'")
        made.bash("pip install pyyaml", 0, "ok").bash("python3 load.py", 0, "ok")
        made.bash("make deploy", 2, "deploy.sh: line 3: VAULT_ADDR: unbound variable")
        if mended:
            made.bash(mended, 0, "ok").bash("make deploy", 0, "deployed")
        made.says("I cannot deploy here.")
        made.bash("docker pull shop/base", 1, "Error response from daemon: i/o timeout")
        path = made.save()
    return path


def model(box, before: str = "", sentence: str = SENTENCE) -> str:
    path = box.home / "model.py"
    log = str(box.home / "asked")
    path.write_text(MODEL.format(log=log, before=before, sentence=sentence))
    return python_line(path)


def asked(box) -> str:
    path = box.home / "asked"
    return path.read_text() if path.exists() else ""


def reflect(box, *argv, code: int = 0, **more) -> str:
    done = box.reflexion("reflect", "--all", *argv, **more)
    assert done.returncode == code and "Traceback" not in done.stderr, done
    return done.stdout + done.stderr


def lesson(box) -> dict:
    (entry,) = [entry for entry in box.entries() if "VAULT" in entry["trigger"]]
    return entry


def test_what_they_hold_in_about_ten_lines(inside):
    sessions(inside)
    out = reflect(inside, "--dry-run")
    assert "In 3 sessions 3 mistakes came back 6 times and cost about" in out
    assert "1 has a plain fix" in out and "→ Run `pip install pyyaml` first." in out
    assert "2 more may hold a lesson" in out and '--with "claude -p"' in out
    assert len(out.splitlines()) <= 10 and inside.entries() == []
    figures = json.loads(reflect(inside, "--dry-run", "--json"))["survey"]
    assert (figures["sessions"], figures["came_back"], figures["questions"]) == (3, 6, 2)


def test_a_dry_run_names_what_would_be_new_where_no_mistake_came_back(inside):
    sessions(inside, 1)
    out = reflect(inside, "--dry-run")
    assert "no mistake came back; 3 mistakes to learn from were made once" in out
    named = out.splitlines()[-3:]
    assert named[0] == "  error       Run `pip install pyyaml` first."
    assert "  error       Error response from daemon: i/o timeout" in named[1:]
    assert inside.entries() == [] and "  error  " not in reflect(inside)


def test_a_focus_leaves_out_what_it_is_not_about(inside):
    sessions(inside)
    out = reflect(inside, "--dry-run", "focus on docker")
    assert "1 mistake came back" in out and "i/o timeout" in out and "VAULT" not in out


def test_what_is_plain_is_stored_and_the_rest_waits(inside):
    sessions(inside)
    out = reflect(inside)
    assert "3 learnings new" in out
    fixes = {entry["context"]: entry["resolution"] for entry in inside.entries()}
    assert fixes["python3 load.py"] and not fixes["make deploy"]
    assert "In 3 sessions 3 mistakes came back" in reflect(inside), "read again, stored once"
    assert len(inside.entries()) == 3


def test_a_models_lessons_wait_and_name_their_evidence(inside):
    sessions(inside)
    out = reflect(inside, "--with", model(inside), "--yes")
    assert "1 lesson, 1 without one (1 transient)" in out and "cards 1 to 2 of 2" in out
    entry = lesson(inside)
    assert entry["resolution"] == SENTENCE
    assert (entry["source"], entry["confidence"], entry["needs_review"]) == ("agent", "low", True)
    assert "session 11111111 line" in entry["notes"][-1] and "not yet" in entry["notes"][-1]
    assert "VAULT" not in inside.prompt("make deploy says VAULT_ADDR unbound variable")
    assert TOKEN not in asked(inside) and "i/o timeout" in asked(inside)
    assert inside.reflexion("review", entry["id"], "--keep").returncode == 0
    assert lesson(inside)["confidence"] == "medium"


def test_it_goes_on_where_it_was(inside):
    sessions(inside)
    reflect(inside, "--with", model(inside), "--yes")
    once = asked(inside)
    assert "no card to ask about" in reflect(inside, "--with", model(inside), "--yes")
    assert asked(inside) == once
    sessions(inside, 1, first=4)
    assert "1 card" in reflect(inside, "--with", model(inside), "--yes"), "met by another session"


def test_taken_at_once(inside):
    sessions(inside)
    out = reflect(inside, "--with", model(inside), "--yes", "--accept")
    entry = lesson(inside)
    assert "learned" in out and (entry["confidence"], entry["source"]) == ("high", "agent")
    assert not entry.get("needs_review")


@pytest.mark.parametrize("sentence", ["make deploy", "x" * 301, "When ..., do ..., because ..."])
def test_a_sentence_is_checked_like_an_agents(inside, sentence):
    sessions(inside)
    out = reflect(inside, "--with", model(inside, sentence=sentence), "--yes")
    assert "0 lessons" in out and lesson(inside)["resolution"] == ""


def test_a_risky_sentence_waits_even_when_it_is_taken(inside):
    sessions(inside)
    risky = "When the deployment fails, run `sudo rm -rf /var/lib/vault` first."
    reflect(inside, "--with", model(inside, sentence=risky), "--yes", "--accept")
    assert lesson(inside)["needs_review"] is True


def test_what_it_will_send_is_said_before_it_is_asked(inside):
    sessions(inside)
    out = reflect(inside, "--with", model(inside), stdin="n\n")
    assert "2 cards in 1 call of" in out and "characters in all" in out
    assert asked(inside) == "" and lesson(inside)["resolution"] == ""
    out = reflect(inside, "--with", model(inside), "--dry-run")
    assert "Nothing was sent. The first card:" in out and "failed: " in out
    assert asked(inside) == "" and TOKEN not in out


def test_yes_at_the_terminal_sends_them(inside):
    sessions(inside)
    assert "1 lesson" in reflect(inside, "--with", model(inside), stdin="y\n")


def test_a_failed_call_costs_only_its_cards(inside):
    sessions(inside)
    out = reflect(inside, "--with", model(inside, "sys.exit('no credit')"), "--yes", code=1)
    assert "no credit" in out and "2 without an answer" in out
    assert lesson(inside)["resolution"] == ""
    half = model(inside, "if 'VAULT' not in body.splitlines()[0]: continue")
    assert "1 lesson, 1 without an answer" in reflect(inside, "--with", half, "--yes")
    assert "1 without one (1 transient)" in reflect(inside, "--with", model(inside), "--yes")


def test_an_agents_shell_is_refused(inside):
    sessions(inside)
    command = model(inside)
    inside.reflexion("config", "set", "--global", "reflect_with", command)
    for named in (command, "cat"):
        out = reflect(inside, "--with", named, "--yes", code=1, CLAUDECODE="1")
        assert "a person runs it" in out and asked(inside) == ""


def test_figures_for_programs(inside):
    sessions(inside)
    done = inside.reflexion("reflect", "--all", "--with", model(inside), "--yes", "--json")
    value = json.loads(done.stdout)
    assert [entry["resolution"] for entry in value["pending"]] == [SENTENCE]
    assert value["none"] == {"transient": 1} and value["failed"] == 0


def test_what_is_new_is_filed_under_a_skill(inside):
    sessions(inside)
    inside.reflexion("add", "--trigger", "something else", "--resolution", "Do it.")
    reflect(inside, "--skill", "deploy", "--with", model(inside), "--yes")
    labels = {entry["trigger"]: entry.get("skill") for entry in inside.entries()}
    assert labels.pop("something else") is None and set(labels.values()) == {"deploy"}
    out = inside.reflexion("reflect", "--skill", "no name").stderr
    assert "is no name" in out


def test_learn_files_under_a_skill(inside):
    done = inside.reflexion("learn", "--skill", "deploy", "Migrate before you deploy.")
    assert done.returncode == 0 and inside.entries()[0]["skill"] == "deploy", done
    name = inside.entries()[0]["id"]
    done = inside.reflexion("learn", "--for", name, "--skill", "db", "When it fails, migrate.")
    assert done.returncode == 0 and inside.entries()[0]["skill"] == "db", done


def test_a_lesson_of_an_entry_that_is_gone_waits_as_a_new_one(inside):
    sessions(inside)
    reflect(inside)
    assert inside.reflexion("remove", lesson(inside)["id"], "--yes", person=True).returncode == 0
    command = f"{model(inside)} --api-key={TOKEN}"
    reflect(inside, "--with", command, "--yes")
    entry = lesson(inside)
    assert entry["resolution"] == SENTENCE and entry["needs_review"] is True
    assert TOKEN not in str(entry) and "proposed by" in entry["notes"][-1]


def test_a_script_may_run_what_the_persons_own_settings_name(inside):
    sessions(inside)
    command = model(inside)
    out = reflect(inside, "--with", command, "--yes", person=False, code=1)
    assert "a person runs it" in out
    inside.reflexion("config", "set", "--global", "reflect_with", command)
    assert "1 lesson" in reflect(inside, "--with", command, "--yes", person=False)
    out = reflect(inside, "--with", command, person=False)
    assert "no card to ask about" in out


def test_nobody_to_ask_is_no_yes(inside):
    sessions(inside)
    command = model(inside)
    inside.reflexion("config", "set", "--global", "reflect_with", command)
    out = reflect(inside, "--with", command, person=False, code=1)
    assert "--yes" in out and asked(inside) == ""
