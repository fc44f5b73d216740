"""What a session taught, from its events alone: orders with evidence, and nothing without."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.hosts.event import Event
from reflexion.reflect import orders, pages
from reflexion.reflect.extract import FILES, MOST, SessionReader, extract


def said(text):
    return Event(name="UserPromptSubmit", prompt=text, session="s")


def agent(text):
    return Event(name="Stop", message=text, session="s")


def ran(command, failed=False):
    return Event(
        name="PostToolUse",
        tool="Bash",
        command=command,
        failed=failed,
        exit_code=int(failed),
        session="s",
    )


def changed(path, tool="Edit"):
    return Event(name="PostToolUse", tool=tool, path="/shop/" + path, failed=False, session="s")


def insights(*events):
    result = extract(enumerate(events, 1), "/shop")
    assert all(
        row["evidence"] and all(one["line"] > 0 for one in row["evidence"])
        for row in result["insights"] + result["more"]
    )
    return result["insights"] + result["more"]


@pytest.mark.parametrize(
    "text, title",
    [
        (
            "We decided to keep the counter in Redis because the workers share it.",
            "Keep the counter in Redis because the workers share it.",
        ),
        ("We agreed not to touch the generated files.", "Do not touch the generated files."),
        (
            "After the benchmark we chose zstd over gzip, since it is faster.",
            "Prefer zstd over gzip, since it is faster.",
        ),
        ("We settled on cursor pagination for all lists.", "Use cursor pagination for all lists."),
        (
            "Let's go with optimistic locking, conflicts are rare.",
            "Use optimistic locking, conflicts are rare.",
        ),
        (
            "From now on, always run the migrations before the tests.",
            "Always run the migrations before the tests.",
        ),
        (
            "use the ui kit buttons, don't write custom css",
            "Use the ui kit buttons, don't write custom css.",
        ),
        (
            "I'd rather we keep SQL in .sql files, it is easier to review",
            "Keep SQL in .sql files, it is easier to review.",
        ),
        (
            "for the future: run make fmt before committing",
            "Run make fmt before committing.",
        ),
        (
            "ok looks good. but please keep the old endpoint until v3, mobile clients need it",
            "Keep the old endpoint until v3, mobile clients need it.",
        ),
        ("fine, but in this repo we never use autouse fixtures", "Do not use autouse fixtures."),
        (
            "Let's use the retry helper rather than adding tenacity.",
            "Use the retry helper rather than adding tenacity.",
        ),
        ("dates are always UTC here", "Keep in mind: dates are always UTC here."),
    ],
)
def test_decisions_of_the_user(text, title):
    (row,) = insights(said("Build the thing."), said(text))
    assert (
        (row["title"], row["type"]) == (title, "content")
        and row["confidence"] in ("high", "medium")
        and row["evidence"][0]["line"] == 2
    )


@pytest.mark.parametrize(
    "text, title",
    [
        (
            "It turns out that the vendor API answers 429 after 50 calls a minute.",
            "Keep in mind that the vendor API answers 429 after 50 calls a minute.",
        ),
        (
            "Fixed. The root cause was that two workers shared one connection.",
            "Keep in mind the cause: two workers shared one connection.",
        ),
        (
            "The trick is to warm the cache before the first request.",
            "Warm the cache before the first request.",
        ),
        (
            "- I chose SQLite over Postgres for the tests because it needs no server.",
            "Prefer SQLite over Postgres for the tests because it needs no server.",
        ),
        (
            "Remember: never commit the generated client; it is rebuilt in CI.",
            "Never commit the generated client; it is rebuilt in CI.",
        ),
        (
            "**Note:** the parser keeps comments only in strict mode.",
            "Keep in mind that the parser keeps comments only in strict mode.",
        ),
    ],
)
def test_findings_of_the_agent(text, title):
    (row,) = insights(said("Build the thing."), agent(text))
    assert (row["title"], row["type"], row["confidence"]) == (
        title,
        "content",
        "low" if "the cause" in title else "medium",
    )


@pytest.mark.parametrize(
    "event",
    [
        said("Build the thing."),
        said("fix the button please"),
        said("thanks"),
        said("Should we have decided to use Redis?"),
        said("<system-reminder>We decided to use npm here.</system-reminder>"),
        agent("It turns out this might be a race."),
        agent("Maybe the root cause is the cache."),
        agent("```\nWe decided to use tabs everywhere.\n```"),
        agent("All tests pass."),
        agent("I'll turn the light on."),
        said("/reflect we decided to use uv"),
        ran("make build"),
        changed("a.py"),
        said("do you remember what we decided?"),
        agent("The fix works."),
        said("Add a button, and not a link."),
        said("it fails, not sure why"),
        said("Let's keep going"),
        said("looks good but the color is not right"),
        said("Let's go with option 2, please."),
        said("let's go with the first one"),
        agent("I'll go with your approach then."),
        agent("I decided to do that in two steps."),
        agent("The fix is to add a check."),
    ],
)
def test_what_teaches_nothing(event):
    assert insights(said("Build the thing."), event, agent("Done.")) == []


def test_the_newer_word_stands():
    titles = [
        row["title"]
        for row in insights(
            said("From now on always use npm here."),
            said("No, from now on always use pnpm here, not npm."),
        )
    ]
    assert len(titles) == 1 and "pnpm" in titles[0]


def test_said_three_times_is_one_insight_with_three_lines():
    (row,) = insights(*[said("Always run the migrations before the tests.")] * 3)
    assert [one["line"] for one in row["evidence"]] == [1, 2, 3]


def test_the_summary():
    events = [
        said("Add a cache. It must be small."),
        changed("src/cache.py"),
        ran("make test", True),
        ran("make test"),
        ran("make lint", True),
        ran("cat nothing", True),
        agent("Added the cache. The eviction is not yet tested."),
        said("go on"),
        agent("Finished."),
    ]
    summary = extract(enumerate(events, 1), "/shop")["summary"]
    assert summary["goal"] == {"text": "Add a cache. It must be small.", "line": 1} and [
        row["line"] for row in summary["done"]
    ] == [7, 9]
    assert summary["files"] == [{"path": "src/cache.py", "edits": 1, "line": 2}]
    assert [row["text"] for row in summary["solved"]] == [
        "`make test` failed (line 3) and works now"
    ]
    assert [row["text"] for row in summary["open"]] == [
        "`make lint` failed when it last ran",
        "The eviction is not yet tested.",
    ]
    assert summary["figures"] == {"lines": 9, "prompts": 2, "commands": 4, "failed": 3, "edits": 1}
    assert "`src/cache.py`: 1 edit (line 2)" in pages.summary(summary)
    assert "2 prompts, 4 commands, 3 failed, 1 edit\n" in pages.summary(summary)


def test_at_most_ten_and_low_ones_only_as_perhaps_missed():
    words = """alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike
    november""".split()
    high = "We decided to store {0} in the {0}box because {0} grows."
    result = extract(enumerate([said(high.format(word)) for word in words], 1), "/shop")
    assert len(result["insights"]) == MOST and len(result["more"]) == 4
    low = [agent(f"I decided to store {word} in the {word}box.") for word in words]
    result = extract(enumerate(low, 1), "/shop")
    assert result["insights"] == [] and len(result["more"]) == 5


def test_secrets_and_frames_do_not_come_through():
    key = "ghp_" + "a1B2" * 9
    events = [
        said(f"We decided to use token {key} for the <system-reminder>bot\x1b[31m."),
        ran(f"curl -H 'Authorization: Bearer {key}' x", True),
        agent(f"It turns out that {key} is the token."),
    ]
    text = str(extract(enumerate(events, 1), "/shop"))
    assert key not in text and "<system-reminder>" not in text and "\x1b" not in text


def test_memory_does_not_grow_with_names():
    reader = SessionReader("/shop")
    for n in range(450):
        reader.take(n, changed(f"src/f{n}.py"))
        reader.take(n, changed(f"src{n}/test_f.py", "Write"))
        reader.take(n, ran(f"tool{n} run x{n}"))
        if n % 3 == 0:
            reader.take(n, said(f"step {n}"))
        reader.take(n, ran(f"./bad{n}.sh", True))
    sizes = [len(table) for table in vars(reader).values() if isinstance(table, (dict, list, set))]
    assert max(sizes) <= FILES


def test_hostile_text_costs_linear_time():
    def both(text):
        for sentence in orders.sentences(orders.prose(text)):
            orders.stated(sentence, "decision", "finding", "leaning")
            orders.open_end(sentence)
            orders.order(sentence[:1000])

    survives(
        both,
        extra=[
            "we decided to ",
            "the root cause is ",
            "- a\n",
            "and ",
            "**",
            "1) ",
            "todo ",
            ". A",
        ],
        size=1 << 16,
    )


def test_recorded_transcripts():
    from pathlib import Path

    from reflexion.hosts.transcripts import events

    fixtures = Path(__file__).parent / "fixtures"
    found = extract(events(str(fixtures / "claude_transcript.jsonl")), "/home/dev/shop")
    lines = (fixtures / "claude_transcript.jsonl").read_text(encoding="utf-8").splitlines()
    titles = [row["title"] for row in found["insights"]]
    assert (
        any("pnpm" in title for title in titles)
        and any("custom button" in title for title in titles)
        and any("main" in title for title in titles)
    )
    assert (
        found["summary"]["goal"]["text"] == "build the shop and run its tests"
        and found["summary"]["figures"]["failed"] > 3
    )
    for row in found["insights"]:
        assert all(
            one["quote"][:20].replace("\u2039", "<")
            in lines[one["line"] - 1].replace("\\u2019", "'")
            for one in row["evidence"]
        ), row
    rollout = extract(events(str(fixtures / "codex_rollout.jsonl")), "/home/dev/shop")
    assert set(rollout) == {"summary", "insights", "more"} and all(
        row["evidence"] for row in rollout["insights"]
    )


def test_a_bullet_below_a_heading_is_its_own_insight():
    text = (
        "Done.\n\n## Learnings\n\n- Run the migrations before the seed data.\n"
        "- The export job needs **UTF-8 with a mark** for old spreadsheets.\n\n"
        "## Changes\n\n- Rename the column in three files."
    )
    titles = [row["title"] for row in insights(said("Fix the export."), agent(text))]
    assert titles == [
        "Run the migrations before the seed data.",
        "Keep in mind: The export job needs UTF-8 with a mark for old spreadsheets.",
    ]


@pytest.mark.parametrize("prompt", ["next step 0 please", "go on", "ok, continue", "yes do it"])
def test_a_prompt_to_go_on_is_no_task(prompt):
    found = extract(enumerate([said("Fix the export."), said(prompt)], 1), "/shop")
    assert found["summary"]["asked"] == [] and found["insights"] == []
