"""Evidence: what a question calls to mind, and what it does not."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.signals.matching import ranking
from reflexion.signals.matching.query import Query, quoted
from reflexion.signals.matching.reading import Reading
from reflexion.text.tokens import keywords, rare


def entry(id, type, trigger, context="", resolution="Do it.", **more):
    return {
        "id": id,
        "type": type,
        "trigger": trigger,
        "context": context,
        "resolution": resolution,
        "keywords": keywords(trigger, context, resolution, 8),
        "occurrences": 2,
        "last_seen": "2025-01-01",
        "cwd": ".",
        **more,
    }


STORE = [
    entry(
        "numpy",
        "error",
        "ModuleNotFoundError: No module named 'numpy'",
        "python tools/plot.py",
        "Install the `plots` extra.",
    ),
    entry(
        "quux",
        "error",
        "ModuleNotFoundError: No module named 'quux'",
        "python -m quux",
        "quux lives in vendor/: set PYTHONPATH.",
    ),
    entry(
        "ts",
        "error",
        "error TS2307: Cannot find module '@zoo/ui'",
        "tsc --noEmit",
        "Build @zoo/ui first.",
    ),
    entry(
        "port",
        "error",
        "Error: listen EADDRINUSE: address already in use :::4000",
        "npm run serve",
        "Stop the old server: `npm run stop`.",
    ),
    entry(
        "master",
        "error",
        "error: src refspec master does not match any",
        "git push origin master",
        "The branch is called trunk.",
    ),
    entry(
        "money",
        "correction",
        "prices are BigDecimal, never double",
        "val price: Double",
        "Use BigDecimal with two digits.",
    ),
    entry(
        "vault",
        "insight",
        "passwords for the zoo database come from vault",
        "looked for a .env",
        "Run `vault read zoo/db`.",
    ),
    entry(
        "bean",
        "error",
        "zoo.spring.NoSuchCageException: KeeperService wants a FeedClient",
        "zoo boot",
        "Start it with the profile `local`.",
    ),
    entry(
        "shards",
        "error",
        "pytest: error: unrecognized arguments: --shards",
        "pytest --shards 4",
        "Install the ci group.",
    ),
    entry(
        "flaky",
        "pattern",
        "screenshot tests are recorded on linux only",
        "recorded on a mac",
        "Record them with `task shots`.",
    ),
]


def ranked(text, store=STORE):
    numbers = {}
    for one in store:
        for term in Reading(one).fields:
            numbers[term] = numbers.get(term, 0) + 1
    rarity = ranking.rarity(len(store), numbers)
    asked = Query(text)
    found = [(ranking.match(asked, Reading(one), rarity).score, one["id"]) for one in store]
    return [
        id
        for score, id in sorted(found, reverse=True)
        if score >= ranking.THRESHOLD and score >= ranking.BESIDE_BEST * max(found)[0]
    ]


@pytest.mark.parametrize(
    "text, best",
    [
        ("python says there is no module named numpy", "numpy"),
        ("why is numpy missing?", "numpy"),
        ("what does TS2307 mean here", "ts"),
        ("port 4000: address is already in use", "port"),
        ("EADDRINUSE again", "port"),
        ("git tells me src refspec master does not match", "master"),
        ("add a price to the ticket class, as a double?", "money"),
        ("where is the database password kept, in vault?", "vault"),
        ("the screenshot tests differ on my mac", "flaky"),
        ("NoSuchCageException when it boots", "bean"),
        ("why does KeeperService fail?", "bean"),
        ("pytest does not know --shards", "shards"),
        ("npm run serve: address in use", "port"),
        ("numpy \u306e\u30a4\u30f3\u30dd\u30fc\u30c8\u304c\u5931\u6557\u3057\u307e\u3059", "numpy"),
        ("error: src refspec master no coincide, \u00bfqu\u00e9 hago?", "master"),
        (
            "got this\n\n```\n$ npm run serve\n> zoo serve\nnode:events:491\n      throw er;\nError: listen EADDRINUSE: address already in use :::4000\n    at Server.listen (net.js:1)\n```",
            "port",
        ),
        (
            "CI prints\nTraceback (most recent call last):\n  File \"x.py\", line 3, in <module>\nModuleNotFoundError: No module named 'quux'",
            "quux",
        ),
    ],
)
def test_the_right_learning_comes_first(text, best):
    assert ranked(text)[:1] == [best]


@pytest.mark.parametrize(
    "text",
    [
        "hi",
        "thanks, looks good",
        "ok do it",
        "run the tests",
        "fix the build",
        "add a test for this function",
        "update the error message in the file",
        "why does this fail",
        "build it again and run it",
        "rename this variable",
        "what does this module do?",
        "write a function that merges two sorted lists",
        "explain the code to me",
        "refactor the server class",
        "\u8fd9\u4e2a\u51fd\u6570\u662f\u505a\u4ec0\u4e48\u7684",
        "kannst du diese Datei erkl\u00e4ren?",
        '{"id": 3, "status": "open", "items": []}',
        "commit this",
        "make the button blue",
        "/clear",
        "what does KeeperService do?",
        "explain KeeperService",
        "can you show me KeeperService",
        "write a class in pytest style",
        "pytest or unittest, what do you prefer?",
        "which pytest version is this",
    ],
)
def test_silence(text):
    assert ranked(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "ModuleNotFoundError: No module named 'requests'",
        "src/zoo/keeper.ts(3,4): error TS2551: Property 'nme' does not exist",
        "Traceback (most recent call last):\n  File \"a.py\", line 2, in <module>\n    import attrs\nModuleNotFoundError: No module named 'attrs'",
    ],
)
def test_the_same_kind_of_mistake_with_another_name_is_another_mistake(text):
    assert ranked(text) == []


def test_a_recommended_twin_does_not_push_in():
    twin = entry(
        "trunk",
        "error",
        "error: src refspec trunk does not match any",
        "git push origin trunk",
        "The branch is called main.",
    )
    assert ranked("src refspec master does not match any", [*STORE, twin])[0] == "master"


def score(text, learning):
    return ranking.match(Query(text), Reading(learning), lambda term: 0.7).score


def test_an_errors_own_words_are_evidence():
    fence = entry("fence", "error", "ReferenceError: fence is not defined (feeding)", "zoo feed")
    assert score("the fence is not defined, why?", fence) > score(
        "not a defined fence, why?", fence
    )


def test_words_of_any_failure_are_none():
    gone = entry("gone", "error", "could not be found in the list", "zoo list")
    assert score("it could not be found there", gone) == score("be found it not could there", gone)


@pytest.mark.parametrize(
    "name, other",
    [("zoo/config", "zoo"), ("zoo", "zoo/config"), ("zoo", "zoo")],
)
def test_a_part_of_a_package_is_no_other_mistake(name, other):
    learning = entry("zoo", "error", f"Error: Cannot find module '{name}'", "node feed.js")
    assert not ranking.other_mistake(
        Query(f"Error: Cannot find module '{other}'"), Reading(learning)
    )
    assert ranking.other_mistake(Query("Error: Cannot find module 'cage'"), Reading(learning))


def test_the_failed_command_itself_is_evidence():
    store = [
        entry(
            "dist",
            "error",
            "make: *** No rule to make target 'bundle'. Stop.",
            "make bundle",
            "Run `make dist`.",
        )
    ]
    assert ranked("run make bundle for me please", store) == ["dist"]


def test_who_asks_how_is_told_the_procedure():
    store = STORE + [
        entry(
            "cut",
            "pattern",
            "release = a tag on trunk",
            "uploaded by hand",
            "`task tag`, the rest follows.",
        )
    ]
    assert ranked("how do we tag a release?", store) == ["cut"]


def test_a_log_is_read_for_its_error_lines():
    asked = Query(
        "see\n\n```\n$ zoo feed\nINFO reading config\n  at feed (zoo.js:3)\nFATAL: quokka 'milo' is missing\n====\n```"
    )
    assert (
        asked.log
        and asked.lines == ["FATAL: quokka 'milo' is missing"]
        and asked.quoted == {"milo"}
    )
    assert asked.weights["quokka"] >= 2 * asked.weights["feed"]
    assert not Query("please feed the quokka\nand the wombat\nand the dingo").log


@pytest.mark.parametrize(
    "text, found",
    [
        ("can't find 'x y' or `z1`", {"x y", "z1"}),
        ('"ab" and \u2018cd\u2019', {"ab", "cd"}),
        ("don't and can't", set()),
        ("'" * 50, set()),
        ("undefined reference to `foo_bar'", {"foobar"}),
    ],
)
def test_quoted_names(text, found):
    assert quoted(text) == found


@pytest.mark.parametrize(
    "one, other, slip",
    [
        ("libary", "library", True),
        ("lirbary", "library", True),
        ("quokkas", "quokka", True),
        ("paralel", "parallel", True),
        ("quokka", "quokka", False),
        ("house", "mouse", False),
        ("trailing", "training", False),
        ("libary", "libel", False),
        ("cat", "car", False),
        ("abcdef", "abdcfe", False),
    ],
)
def test_one_slip(one, other, slip):
    assert ranking.one_slip(one, other) is slip and ranking.one_slip(other, one) is slip


def test_record_moves_an_entry_only_among_its_like():
    plain = entry("a", "error", "x")
    factors = [
        ranking.standing({**plain, "last_seen": "2025-06-20", **fields}, today)
        for fields, today in (
            ({"confidence": "low"}, "2025-07-01"),
            ({"confidence": "medium"}, "2025-07-01"),
            ({}, "2025-07-01"),
            ({}, "2025-06-21"),
            ({"occurrences": 9}, "2025-06-21"),
        )
    ]
    assert factors == sorted(set(factors)) and factors[0] > 0.8 and factors[-1] < 1.2
    once = {**plain, "occurrences": 1, "confidence": "medium"}
    assert ranking.standing(once, "2030-01-01") == ranking.LEAST_STANDING


def test_rarity():
    assert (
        rare(1, 1000) == 1.0
        and rare(1000, 1000) < 0.11
        and 0.4 < rare(30, 1000) < 0.6
        and rare(1, 1) == 1.0
    )


def test_hostile_text():
    survives(lambda text: ranked(text, STORE[:2]), extra=["Error: x\n", "'a' ", "$ a\n", "E0001 "])


@pytest.mark.parametrize(
    "text, type, rule, finds",
    [
        ("commit this", "correction", "commit messages are in English", True),
        ("bitte einchecken", "correction", "commit messages are in English", True),
        ("请提交", "correction", "commit messages are in English", True),
        ("add a weight column to cages", "pattern", "new columns are nullable at first", True),
        ("commit this", "insight", "commit messages are in English", False),
        ("commit this", "correction", "after each change of a cage run the zoo and commit", False),
        ("push it", "correction", "do not push, I do it", False),
        ("push it", "correction", "push with tags", True),
        ("why did the commit fail?", "correction", "commit messages are in English", False),
        ("explain the commit", "correction", "commit messages are in English", False),
        ("commit this\nfeed the quokka", "correction", "commit messages are in English", False),
    ],
)
def test_what_one_is_about_to_do_finds_the_rule_for_it(text, type, rule, finds):
    learning = entry("rule", type, rule, "the keeper said so")
    found = ranking.match(Query(text), Reading(learning), lambda term: 0.3).score
    assert (found >= ranking.THRESHOLD) == finds


def test_of_a_long_prompt_both_ends_are_read():
    text = Query("quokka " + "x " * (1 << 20) + "wombat").text
    assert "quokka" in text and "wombat" in text and len(text) < 1 << 16
