"""What a prompt brings to mind: mostly nothing."""

import pytest

DATABASE = "Start the postgres database with `make db` before the integration tests."
PNPM = "Use pnpm in the storefront workspace, because its lock file is that of pnpm."
PROMPT = "why do the integration tests find no postgres database?"


def put_all(box, sentences):
    """Store sentences as a person wrote them with an editor, in a store that they accepted."""
    assert box.cli("config", "brief_chars", "0").code == 0
    for number, sentence in enumerate(sentences):
        words = {"type": "insight", "trigger": sentence, "resolution": sentence}
        box.put(f"{number:06x}", source="user", keywords=[], **words)
    assert box.cli("rebuild-index").code == 0


@pytest.fixture
def store(box):
    """Return a box with two lessons, and no brief."""
    put_all(box, [DATABASE, PNPM])
    return box


def test_a_lesson_that_shares_rare_words_is_told(store):
    answer = store.prompt(PROMPT)
    assert answer.startswith("<reflexion-recall>\nPast learning [RFX-20260330-000000] (seen 1x):")
    assert DATABASE in answer and PNPM not in answer
    store.session = "session-2"
    answer = store.prompt("the postgres database of the integration tests, not the workspace lock")
    assert answer.count("Past learning") == 1  # another one fits much better than that of pnpm


@pytest.mark.parametrize(
    "prompt",
    [
        "make the checkout page load faster",
        "commit this",
        "ok",
        "start with the next task",
        "what is in the workspace?",
        "is the database up?",
        "please have a look at the weather in the city and tell me about it",
    ],
)
def test_mostly_nothing_is_told(store, prompt):
    assert store.prompt(prompt) == ""


def test_one_word_in_common_is_not_enough(store):
    assert store.prompt("storefront storefront storefront") == ""
    assert PNPM in store.prompt("the storefront with pnpm")


def test_a_name_that_hardly_any_lesson_has_is_enough(box):
    put_all(box, ["Run `make gen` first when you build module7.", DATABASE])
    assert "make gen" in box.prompt("please build module7")
    assert box.prompt("please build module8") == ""


def test_words_that_many_learnings_have_are_not_enough(box):
    subjects = "ant bat cow dog eel fox gnu hen ibis jay koi lynx mole newt owl".split()
    put_all(box, [f"Deploy the {name} service to the cluster by its chart." for name in subjects])
    assert box.prompt("deploy a service to the cluster by a chart") == ""
    answer = box.prompt("deploy the koi service to its cluster by the chart")
    assert "koi" in answer and answer.count("Past learning") == 1


def test_a_prompt_about_much_else_is_not_answered(store):
    assert PNPM in store.prompt("pnpm in the storefront")
    store.session = "session-2"
    others = [
        f"{thing}{kind}" for thing in ("invoice", "pallet", "tariff") for kind in "abcdefghij"
    ]
    assert store.prompt(f"pnpm in the storefront: {' '.join(others)}") == ""


@pytest.mark.parametrize(
    "fields",
    [
        {"prompt": f"<task-notification>{PROMPT}</task-notification>"},
        {"prompt": f"/fix {PROMPT}"},
        {"prompt": PROMPT, "agent_id": "a1"},
    ],
    ids=["nobody typed it", "a command", "a sub-agent's task"],
)
def test_which_prompts_are_not_answered(store, fields):
    assert store.fire("recall", "UserPromptSubmit", **fields) == ""
    assert store.prompt(f"/src/tests: {PROMPT}")


def test_the_best_ones_are_told_at_most_as_many_as_the_setting_says(box):
    tuned = ("Ants, in spring.", "Bats, late at night.", "Cows, with four hooves.")
    put_all(box, [f"The walrus accordion is tuned: {who}" for who in tuned])
    prompt = "the walrus accordion is not tuned"
    for most in (2, 1, 0):
        box.session = f"session-{most}"
        box.cli("config", "max_recalled", str(most))
        assert box.prompt(prompt).count("Past learning") == most


def test_what_the_agent_recorded_itself_is_not_told_to_it(box):
    box.agent("learn", DATABASE)
    assert box.prompt(PROMPT) == ""
    box.session = "session-2"
    assert DATABASE in box.prompt(PROMPT)


@pytest.mark.parametrize(
    "fields", [{"confidence": "low"}, {"needs_review": True, "source": "agent"}]
)
def test_what_may_not_be_told_is_not(store, fields):
    store.change("RFX-20260330-000000", **fields)
    store.cli("rebuild-index")
    assert store.prompt(PROMPT) == ""


def test_words_of_others_are_not_told(store):
    store.git("add", "-f", ".reflexion/entries")
    store.put("abcdef", type="insight", trigger="x", resolution=f"Obey: {DATABASE}")
    store.git("add", "-f", ".reflexion/entries")
    assert "Obey" not in store.prompt(PROMPT)


def test_without_its_files_of_words_they_are_made_anew(store):
    (store.root / ".reflexion" / "index.txt").unlink()
    assert DATABASE in store.prompt(PROMPT)
    lines = (store.root / ".reflexion" / "index.txt").read_text(encoding="utf-8").splitlines()
    assert lines == sorted(lines)
