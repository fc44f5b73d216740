"""Thresholds, each with a case at either side of it."""

from __future__ import annotations

import json
import os
import time

import pytest
from sandbox import told
from test_capture_prompts import PERHAPS
from test_store_merge import BASE

from reflexion.signals.secrets import MARK, redact_together
from reflexion.store import fs, schema, tidy
from reflexion.store.entries import Store
from reflexion.store.project import Project
from reflexion.store.settings import wrong

MISSING = "make: *** No rule to make target 'release'.  Stop."
NAME = BASE["id"]


def settings(box, **values) -> None:
    (box.root / ".reflexion/config.json").write_text(json.dumps(values))


def fits(**fields) -> bool:
    """Can an entry with these fields be used?"""
    try:
        return bool(schema.parse(json.dumps({**BASE, **fields}).encode(), NAME))
    except schema.Unreadable:
        return False


# (what is limited, fields that just fit, fields that just do not)
FIELDS = [
    ("a count", {"occurrences": 1_000_000}, {"occurrences": 1_000_001}),
    ("no count", {"worked": 0}, {"worked": -1}),
    ("an alias", {"aliases": ["a" * 6]}, {"aliases": ["a" * 5]}),
    ("a long alias", {"aliases": ["a" * 64]}, {"aliases": ["a" * 65]}),
    ("a label", {"skill": "a" * 64}, {"skill": "a" * 65}),
    ("a label's first letter", {"category": "a.b"}, {"category": ".ab"}),
    ("a trigger", {"trigger": "x"}, {"trigger": " "}),
]


@pytest.mark.parametrize("what, just, beyond", FIELDS, ids=[row[0] for row in FIELDS])
def test_a_field(what, just, beyond):
    assert (fits(**just), fits(**beyond)) == (True, False)


@pytest.mark.parametrize(
    "digits, good", [(2, False), (3, True), (6, True), (16, True), (17, False)]
)
def test_an_id(digits, good):
    assert schema.is_id("RFX-20260331-" + "a" * digits) == good


@pytest.mark.parametrize("name", ["RFX-2026033-aaaaaa", "RFX-20260331_aaaaaa", "RFY-20260331-aaa"])
def test_no_id(name):
    assert not schema.is_id(name)


@pytest.mark.parametrize("size, good", [(64 * 1024, True), (64 * 1024 + 1, False)])
def test_an_entry_s_size(size, good):
    data = json.dumps(BASE).encode()
    data = data[:-1] + b" " * (size - len(data)) + b"}"
    try:
        assert bool(schema.parse(data, NAME)) == good
    except schema.Unreadable as error:
        assert not good and "64 KiB" in str(error)


def test_more_than_fits_is_cut():
    aliases = [f"{n:06x}" for n in range(21)]
    assert (
        len(schema.parse(json.dumps({**BASE, "aliases": aliases}).encode(), NAME)["aliases"]) == 20
    )
    for size, joined in ((97, True), (98, False)):
        entry = {**BASE, "keywords": [f"{n}" for n in range(11)], "context": "c" * 400}
        schema.widen(entry, ["ccc", "cccc"], "d" * size)
        assert entry["keywords"][10:] == ["10", "ccc"]
        assert len(entry["context"]) == (500 if joined else 400)


@pytest.mark.parametrize("days, gone", [(60, False), (61, True)])
def test_when_a_doubtful_learning_fades(days, gone):
    now = time.mktime((2026, 6, 30, 12, 0, 0, 0, 0, -1))
    met = time.strftime("%Y-%m-%d", time.localtime(now - days * 86400))
    entry = {**BASE, "confidence": "low", "source": "prompt", "occurrences": 1, "last_seen": met}
    assert tidy.faded(entry, now) == gone
    for other in ({"occurrences": 2}, {"promoted": True}, {"confidence": "high"}):
        assert not tidy.faded({**entry, **other}, now)
    assert not tidy.faded({**entry, "source": "user"}, now)


# ---- files


def mode(path) -> int:
    return os.stat(path).st_mode & 0o777


@pytest.mark.skipif(os.name == "nt", reason="needs file modes")
def test_a_private_folder_is_closed_where_it_stands_open(tmp_path):
    for name, asked, is_now in (("state", 0o700, 0o700), ("shared", 0o777, 0o755)):
        folder = tmp_path / name
        folder.mkdir()
        folder.chmod(0o755)
        assert fs.make_folders(str(folder), mode=asked) == [] and mode(folder) == is_now
    made = fs.make_folders(str(tmp_path / "a/b"), mode=0o700)
    assert [os.path.basename(path) for path in made] == ["a", "b"] and mode(made[0]) == 0o700


@pytest.mark.skipif(os.name == "nt", reason="needs file modes")
def test_what_is_private_is_for_its_owner(inside):
    inside.bash("make release", 2, MISSING)
    store = inside.root / ".reflexion"
    private = [store / "state", *(path for path in (store / "state").rglob("*") if path.is_dir())]
    assert {mode(path) for path in private} == {0o700}
    home = Store(str(inside.home / ".reflexion"), private=True)
    home.create_folders()
    with home.lock():
        made = home.create({**BASE, "type": "insight"}, "a" * 16)
    assert mode(home.path(made["id"])) == 0o600 and mode(home.dir) == 0o700


def test_a_log_keeps_its_newer_half(tmp_path):
    path = str(tmp_path / "log" / "log.txt")
    for n in range(10):
        fs.append(path, b"%09d\n" % n, 100)
    assert len(fs.peek(path, 1000)) == 100, "at its limit it stays"
    fs.append(path, b"last\n", 100)
    kept = fs.peek(path, 1000).decode().split()
    assert kept[-1] == "last" and kept[0] == "000000006"


@pytest.mark.parametrize("size, read", [(10, True), (11, False)])
def test_a_bounded_read(tmp_path, size, read):
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    assert bool(fs.peek(str(path), 10)) == read


# ---- settings: (name, just allowed, just not)
VALUES = [
    ("promote_after", 1, 0),
    ("promote_after", 1000, 1001),
    ("max_recalled", 0, -1),
    ("max_recalled", 10, 11),
    ("ask_agent", 20, 21),
    ("max_entries", 10, 9),
    ("redact", ["x" * 200], ["x" * 201]),
    ("ignore", ["x"] * 50, ["x"] * 51),
    ("routes", ["a: " + "x" * 997], ["a: " + "x" * 998]),
    ("reflect_with", "x" * 200, "x" * 201),
    ("promote_to", ["docs/RULES.md"], ["docs/RULES.txt"]),
    ("promote_to", ["a/b.md"], ["../b.md"]),
    ("promote_to", [".rules.md"], [".reflexion/rules.md"]),
    ("promote_to", ["a~.md"], ["~/a.md"]),
    ("promote_to", ["a.md"], ["/a.md"]),
]


@pytest.mark.parametrize("name, just, beyond", VALUES)
def test_a_setting_s_value(name, just, beyond):
    assert not wrong(name, just) and wrong(name, beyond)


def ripe(box, **fields) -> str:
    """The notice when a mistake with such a record is met again, by its first sentence."""
    box.bash("make release", 2, MISSING, session="s0")
    (entry,) = box.entries()
    record = {"resolution": "Run `make dist`.", "occurrences": 2, "sessions": 1}
    box.change(entry["id"], **{**record, "first_seen": "2026-01-01", **fields})
    return box.bash("make release", 2, MISSING, session="s1")


def days_ago(days: int) -> str:
    noon = time.mktime((*time.localtime()[:3], 12, 0, 0, 0, 0, -1))
    return time.strftime("%Y-%m-%d", time.localtime(noon - days * 86400))


RIPE = [
    ({"occurrences": 2}, True),
    ({"occurrences": 1}, False),
    ({"first_seen": days_ago(1)}, True),
    ({"first_seen": days_ago(0)}, False),
    ({"needs_review": True, "judged": "Run `make dist`."}, False),
    ({"confidence": "low", "source": "inferred", "judged": "Run `make dist`."}, False),
    ({"resolution": " "}, False),
]


@pytest.mark.parametrize("fields, is_rule", RIPE, ids=repr)
def test_when_a_learning_becomes_a_rule(inside, fields, is_rule):
    assert ("wrote a rule" in ripe(inside, **fields)) == is_rule
    assert (inside.root / "CLAUDE.md").exists() == is_rule


INFERRED = {"source": "inferred", "confidence": "high", "judged": "Run `make dist`."}


@pytest.mark.parametrize(
    "fields, is_rule", [({}, True), (INFERRED, False)], ids=["own", "inferred"]
)
def test_a_sitting_is_no_second_session(inside, fields, is_rule):
    """Inferred, and met three times in one session: a rule only once another session met it."""
    ripe(inside, sessions=0, **fields)
    assert (inside.root / "CLAUDE.md").exists() == is_rule
    inside.bash("make release", 2, MISSING, session="s2")
    assert (inside.root / "CLAUDE.md").exists()


def test_a_rule_that_stands_is_not_offered(inside):
    ripe(inside)
    assert "reflexion promote" not in inside.bash("make release", 2, MISSING, session="s3")


@pytest.mark.parametrize("most", [1, 2])
def test_learnings_in_a_session(inside, most):
    inside.bash("ls")
    for name in ("release", "deploy"):
        inside.bash(f"make {name}", 2, MISSING.replace("release", name), session="first")
        settings(inside, max_learnings_per_session=most)
    assert len(inside.entries()) == most


@pytest.mark.parametrize("most", [0, 1, 3])
def test_learnings_said_at_once(inside, most):
    inside.bash("make release", 2, MISSING)
    (entry,) = inside.entries()
    folder = inside.root / ".reflexion/entries"
    for n in range(5):
        id = f"RFX-20260331-{n:06x}"
        more = {"id": id, "type": "insight", "trigger": f"The gadget widget of line {n}"}
        words = {"keywords": ["gadget", "widget"], "resolution": f"Grease gadget widget {n} first."}
        fresh = {**entry, **more, **words, "context": "", "source": "user"}
        (folder / f"{id}.json").write_text(json.dumps(fresh))
    settings(inside, max_recalled=most)
    said = told(inside.prompt("how do I grease the gadget widget?"))
    assert said.count("Past learning [") == most


@pytest.mark.parametrize("most", [0, 1, 2])
def test_questions_in_a_session(inside, most):
    inside.bash("make release", 2, MISSING)
    settings(inside, ask_agent=most)
    said = [inside.prompt(text, script="capture") for text in PERHAPS]
    assert sum("<reflexion-ask>" in text for text in said) == most


def test_a_call_without_an_id_is_a_call_of_its_own(inside):
    """Two hooks that are told of one call agree by its id; no id is nobody's."""
    for _ in range(2):
        inside.bash("make release", 2, MISSING, tool_use_id="")
    for _ in range(2):
        inside.bash("make release", 2, MISSING, tool_use_id="toolu_same")
    assert inside.entries()[0]["occurrences"] == 3


# ---- a payload


def status_of(box, payload: bytes) -> str:
    done = box.script("capture", stdin=payload)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return box.log()


@pytest.mark.parametrize("more, word", [(0, ""), (1, "larger than 3 MiB")])
def test_a_payload_s_size(inside, more, word):
    inside.bash("make release", 2, MISSING)
    payload = json.dumps({"hook_event_name": "Stop", "cwd": str(inside.root), "x": ""}).encode()
    payload = payload[:-2] + b"x" * ((3 << 20) + more - len(payload)) + b'"}'
    log = status_of(inside, payload)
    assert log.count("\n") == (1 if more else 0) and word in log


@pytest.mark.parametrize("more, word", [(0, ""), (1, "more than 50000 values")])
def test_a_payload_s_values(inside, more, word):
    inside.bash("make release", 2, MISSING)
    others = 4  # marks of values beside those between the zeros: "{", "[" and two commas
    for text in ("", "," * 50_001):  # what stands inside of a string is no value
        payload = {"hook_event_name": text or "Stop", "cwd": str(inside.root)}
        payload["x"] = [0] * (50_000 - others + 1 + more)
        log = status_of(inside, json.dumps(payload).encode())
    assert log.count("\n") == (2 if more else 0) and word in log


def test_a_payload_of_strings_alone(inside):
    """As many values as may be, each with a key: they are not counted one by one."""
    inside.bash("make release", 2, MISSING)
    payload = {"hook_event_name": "Stop", "cwd": str(inside.root)}
    payload["x"] = {f"{n}": "v" for n in range(49_997)}
    text = json.dumps(payload)
    assert text.count(",") + text.count("{") == 50_000
    assert status_of(inside, text.encode()) == ""


@pytest.mark.parametrize("pairs, word", [(24_996, ""), (24_997, "more than 50000 values")])
def test_a_payload_s_strings(inside, pairs, word):
    """Seven others and two in a pair; what stands inside of a string is no value."""
    inside.bash("make release", 2, MISSING)
    payload = {"hook_event_name": "Stop", "cwd": str(inside.root), "text": "," * 50_001}
    payload["x"] = {f"{n}": "v" for n in range(pairs)}
    log = status_of(inside, json.dumps(payload).encode())
    assert log.count("\n") == bool(word) and word in log


@pytest.mark.parametrize("value, known", [("Ab1xyz", True), ("Ab1xy", False), ("orange", False)])
def test_a_secret_that_is_looked_for_elsewhere(value, known):
    """Six characters, and no plain word: shorter ones stand in other texts by chance."""
    command, output = redact_together([f"PGPASSWORD={value} psql", f"{value} was refused"])
    assert MARK in command and (MARK in output) == known


@pytest.mark.parametrize("length, kept", [(40, True), (41, False)])
def test_an_event_s_name(inside, length, kept):
    inside.bash("make release", 2, MISSING)
    name = "E" * length
    inside.fire("capture", name)
    runs = os.listdir(inside.root / ".reflexion/state/runs")
    assert (f"capture.{name}" in runs) == kept


def test_a_session_s_switch_is_a_plain_name(inside):
    """At most 80 letters, digits, dashes and underlines become a file's name."""
    for session, kept in (("a" * 80, True), ("a" * 81, False), ("a/b", False), ("a_b-c", True)):
        inside.prompt("/reflexion:off", script="capture", session=session)
        assert (inside.home / ".reflexion/state/off" / session).is_file() == kept


def test_a_project_s_store_holds_at_most_so_many(inside):
    inside.bash("make release", 2, MISSING)
    settings(inside, max_entries=10)
    folder = inside.root / ".reflexion/entries"
    entry = inside.entries()[0]
    for n in range(8):
        other = {**entry, "id": f"RFX-20260331-{n:06x}", "trigger": f"boom {n}"}
        (folder / f"{other['id']}.json").write_text(json.dumps(other))
    for number, name in ((10, "deploy"), (10, "ship")):
        inside.bash(f"make {name}", 2, MISSING.replace("release", name), session=name)
        assert len(inside.entries()) == number
    assert Project(str(inside.root), inside.environ()).settings["max_entries"] == 10
