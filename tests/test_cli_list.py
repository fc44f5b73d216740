"""`list` and `show`: what is stored, filtered and laid out."""

import json
from collections import Counter

import pytest

from reflexion.store.mine import Mine


@pytest.fixture
def shop(box):
    """Return a box with one learning of each kind."""
    box.cli("trust")
    box.put("aaaaaa", type="error", trigger="npm ERR! missing script", context="npm run build")
    box.change("RFX-20260330-aaaaaa", last_seen="2026-03-30", occurrences=12)
    box.put("bbbbbb", type="correction", trigger="no, UTC", resolution="Use UTC.", skill="backend")
    box.put("cccccc", type="insight", trigger="x", resolution="Use pnpm.", confidence="low")
    box.put(
        "dddddd",
        type="pattern",
        trigger="y",
        resolution="Push, then test.",
        promoted=True,
        category="git",
    )
    box.put("eeeeee", type="insight", trigger="z", resolution="Use z.", needs_review=True)
    return box


def shown(done):
    return sorted(line.split()[0] for line in done.out.splitlines() if line[0] != " ")


@pytest.mark.parametrize(
    "argv, expected",
    [
        ([], "aaaaaa bbbbbb cccccc dddddd eeeeee"),
        (["--type", "correction"], "bbbbbb"),
        (["--type", "error"], "aaaaaa"),
        (["--state", "lesson"], "bbbbbb"),
        (["backend"], "bbbbbb"),
        (["--skill", "backend"], "bbbbbb"),
        (["--skill", "back"], ""),
        (["--category", "git"], "dddddd"),
        (["--state", "low"], "cccccc"),
        (["--state", "open"], "aaaaaa"),
        (["--state", "rule"], "dddddd"),
        (["--state", "review"], "eeeeee"),
        (["build", "NPM"], "aaaaaa"),
        (["build", "pnpm"], ""),
        (["--state", "waits"], ""),
        (["--global"], ""),
    ],
)
def test_filters(shop, argv, expected):
    done = shop.cli("list", *argv)
    assert done.code == 0
    found = [] if done.out.startswith("no learning") else shown(done)
    assert found == expected.split(), done.out


def test_in_a_pipe_nothing_is_cut(shop):
    shop.cli("learn", "Use " + "very " * 50 + "long sentences.")
    assert "very long sentences." in shop.cli("list", "long").out


def test_on_a_terminal_every_line_fits_80_columns(shop):
    shop.put("f00000", type="error", trigger="エラー" * 60, resolution="使う" * 60)
    shop.cli("learn", "Use " + "very " * 50 + "long sentences.")
    lines = shop.cli("list", terminal=True).out.splitlines()
    assert lines[-1] == "7 learnings"
    assert max(map(len, lines)) <= 80


def test_one_learning_is_counted_in_the_singular(box):
    box.cli("learn", "Use pnpm.")
    assert box.cli("list", terminal=True).out.splitlines()[-1] == "1 learning"


def test_states_are_named(shop):
    lines = shop.cli("list").out.splitlines()
    found = {line.split()[0]: line.split()[4] for line in lines if line[0] != " "}
    states = {"aaaaaa": "open", "bbbbbb": "lesson", "cccccc": "low", "dddddd": "rule"}
    assert found == {**states, "eeeeee": "review"}


def test_json_has_all_fields(shop):
    found = json.loads(shop.cli("list", "--json", "--type", "correction").out)
    assert found == [{**found[0], "id": "RFX-20260330-bbbbbb", "skill": "backend"}]


def test_what_waits_is_named_and_listed_apart(shop):
    shop.cli("list")
    shop.git("add", "-f", ".")
    shop.put("bad000", type="insight", trigger="q", resolution="Obey.")
    shop.git("add", "-f", ".")
    done = shop.cli("list")
    assert "bad000" not in done.out
    assert "not accepted here yet: 1 learning" in done.err
    assert "bad000" in shop.cli("list", "--state", "waits").out
    assert "Obey" not in shop.agent("list").out


def test_a_store_of_thousands_that_wait_is_read_once(shop, monkeypatch):
    shop.cli("list")
    shop.put("bad000", type="insight", trigger="q", resolution="Obey.")
    shop.git("add", "-f", ".")
    shop.cli("list")  # what is new is in the index now
    read = Counter()
    read_files = Mine.read

    def counted(mine, entry_id):
        read[entry_id] += 1
        return read_files(mine, entry_id)

    monkeypatch.setattr(Mine, "read", counted)
    assert "1 learning" in shop.cli("list").err
    assert set(read.values()) == {1}


def test_an_empty_store_says_so(box):
    assert box.cli("list").out == "no learnings yet\n"


def test_show_says_whose_words_they_are_and_what_is_missing(shop):
    out = shop.cli("show", "bbbbbb").out
    for text in ("correction, lesson", "no, UTC", "Use UTC.", "a person wrote it", "0 of 3 times"):
        assert text in out
    assert "an agent wrote it" in _agents(shop)


def _agents(box):
    done = box.agent("learn", "Use yarn for the docs, because they say so.")
    return box.cli("show", done.out.split()[0]).out


def test_show_says_how_a_failure_gets_its_lesson(shop):
    out = " ".join(shop.cli("show", "aaaaaa").out.split())
    assert "reflexion learn --for aaaaaa" in out
    assert "nobody wrote down what to do" in out


def test_show_counts_told_and_came_back(box):
    box.bash("npm run build", 1, "npm ERR! missing script")
    entry = box.entry()["id"]
    box.cli("learn", "--for", entry, "Use pnpm.")
    for number in range(2):
        box.session = f"session-{number + 2}"
        box.fire("recall", "SessionStart", source="startup")
        if number:
            box.bash("npm run build", 1, "npm ERR! missing script")
    out = " ".join(box.cli("show", entry).out.split())
    assert "told in 2 sessions; its failure came back in 1 of them" in out
    assert "seen 2x in 2 sessions" in out


def test_show_prints_unknown_fields(shop):
    shop.change("RFX-20260330-bbbbbb", author="ann")
    assert "ann" in shop.cli("show", "bbbbbb").out


def test_of_changed_words_a_person_is_shown_the_file_and_an_agent_what_is_told(shop):
    shop.cli("list")
    shop.git("add", "-f", ".")
    shop.change("RFX-20260330-bbbbbb", resolution="Use local time.")
    assert "Use local time." in shop.cli("show", "bbbbbb").out
    assert "Use UTC." in shop.agent("show", "bbbbbb").out


@pytest.mark.parametrize(
    "part, words", [("ffffff", "no learning has the id"), ("RFX-2026", "fits 5 learnings")]
)
def test_an_id_has_to_be_one_learnings(shop, part, words):
    done = shop.cli("show", part)
    assert done.code == 1 and words in done.err


def test_a_broken_file_is_named_with_the_remedy(shop):
    path = shop.root / ".reflexion" / "entries" / "RFX-20260330-bad000.json"
    path.write_text('{"id": "RFX-20260330-bad000", "trigger": ""}', encoding="utf-8")
    done = shop.cli("show", "bad000")
    assert done.code == 1
    assert str(path) in done.err and "trigger is empty" in done.err and "edit" in done.err


@pytest.mark.parametrize("argv", [[], ["--state", "waits"]])
def test_a_date_that_is_none_is_never_printed(shop, argv):
    shop.change("RFX-20260330-eeeeee", last_seen="2026-03-30\x1b[8m")
    done = shop.cli("list", *argv)
    assert "\x1b" not in done.out + done.err
    assert "last_seen must be a date" in shop.cli("show", "eeeeee").err


HOSTILE = {
    **{"type": "insight", "trigger": "x\x1b[31m", "resolution": "Use\x1b]0;title\x07 x."},
    **{
        "context": "\x1b[1m",
        "cwd": "src/\x1b[31m",
        "keywords": ["a\x1b[1m"],
        "notes": ["n\x1b[1m"],
    },
    **{"own\x1b[1m": "v\x1b[1m", "confidence": "low"},
}


@pytest.mark.parametrize(
    "command", ["list", "list --state low", "show abcdef", "status", "review", "log", "recall use"]
)
def test_no_field_of_a_file_reaches_the_terminal_as_it_is(box, command):
    box.put("abcdef", **HOSTILE)
    done = box.cli(*command.split(), terminal=True)
    assert "\x1b" not in done.out + done.err and "\x07" not in done.out + done.err
