from __future__ import annotations

import pytest
from hostile import survives

from reflexion.signals.prompts import directives
from reflexion.signals.prompts.directives import contradicts, same_directive

SAME = [
    ("Use pnpm instead of npm.", "Use pnpm, never npm."),
    ("Always run the migrations first.", "Run migrations first, always"),
    ("Never edit the generated files by hand.", "Don't edit generated files by hand!"),
    ("Store dates in UTC.", "Dates are stored in UTC, please."),
    ("Format dates with date-fns.", "Use date-fns to format dates."),
    (
        "Use `<Button variant='primary'>`, never a custom button.",
        "Use the Button component, not a custom button.",
    ),
]
OTHER = [
    ("Use pnpm instead of npm.", "Store dates in UTC."),
    ("Always run the migrations first.", "Never run the linter on migrations."),
    ("Run the unit tests with pytest.", "Run the linter with ruff."),
    ("Use tabs in Makefiles.", "Use UTC in timestamps."),
    ("", "Use pnpm."),
]
OPPOSITE = [
    ("Use pnpm.", "Use npm."),
    (
        "Always use npm for installing packages.",
        "Always use pnpm for installing packages, not npm.",
    ),
    ("Indent with tabs.", "Indent with spaces."),
    ("Use moment.", "Use date-fns, not moment."),
    ("Never use axios for requests.", "Use axios for requests."),
    ("Push to main.", "Push to master."),
]


@pytest.mark.parametrize("a, b", SAME)
def test_the_same_in_other_words(a, b):
    assert same_directive(a, b) and same_directive(b, a) and not contradicts(a, b)


@pytest.mark.parametrize("a, b", OTHER)
def test_another_thing(a, b):
    assert not same_directive(a, b) and not contradicts(a, b) and not contradicts(b, a)


@pytest.mark.parametrize("a, b", OPPOSITE)
def test_a_change_of_mind(a, b):
    assert contradicts(a, b) and contradicts(b, a) and not same_directive(a, b)


@pytest.mark.parametrize("function", [same_directive, contradicts])
def test_linear(function):
    survives(lambda text: function(text, text), ceiling=5, size=1 << 17)


MORE_SAME = [
    ("Use pnpm here.", "We use pnpm, not npm."),
    ("No default exports.", "Use named exports only; no default exports."),
    ("Always run the linter before committing.", "Run the linter before every commit"),
    ("Do not add docstrings.", "Stop adding docstrings"),
    ("commit messages in English", "Commit messages are in English, please"),
    ("Prices are in cents, not euros", "the API returns prices in cents not euros"),
    (
        "\u4e0d\u8981\u76f4\u63a5\u63a8\u5230 main \u5206\u652f",
        "\u522b\u76f4\u63a5\u63a8\u5230 main \u5206\u652f",
    ),
]
MORE_OPPOSITE = [
    ("always add docstrings", "Do not add docstrings"),
    ("Indent with 2 spaces", "indent with 4 spaces"),
    ("Write commit messages in English", "Write commit messages in German"),
    ("Nutze npm", "Nutze pnpm statt npm"),
    ("Use print instead of the logger", "use the logger, never print"),
    ("Use jest for tests", "use vitest for tests"),
    ("\u7528 npm", "\u7528 pnpm\uff0c\u4e0d\u8981\u7528 npm"),
    ("Use npm", "we switched to pnpm, don't use npm anymore"),
]
MORE_OTHER = [
    ("Use pnpm for the web app", "use npm for the docs site"),
    ("Never push to main", "never push secrets"),
    ("Use httpx instead of requests", "Use pathlib instead of os.path"),
    ("write tests in python", "write docs in python"),
    ("Run the tests before committing", "Do not run the tests in production"),
    ("no default exports", "no new dependencies"),
    ("Don't edit package-lock.json", "Don't edit generated files"),
    ("Use spaces in YAML", "use tabs in Go"),
]


@pytest.mark.parametrize(
    "a, b, same, opposite",
    [(*pair, True, False) for pair in MORE_SAME]
    + [(*pair, False, True) for pair in MORE_OPPOSITE]
    + [(*pair, False, False) for pair in MORE_OTHER],
)
def test_more_pairs(a, b, same, opposite):
    assert (same_directive(a, b), same_directive(b, a)) == (same, same)
    assert (contradicts(a, b), contradicts(b, a)) == (opposite, opposite)


def _without(rows: list, row) -> list:
    return [other for other in rows if other != row]


@pytest.mark.parametrize("turn", directives.TURNS)
def test_each_turn_parts_what_is_wanted_from_what_is_not(turn, monkeypatch):
    text = f"grunt {turn} gulp"
    assert directives.parsed(text).unwanted == {"gulp"}
    monkeypatch.setattr(directives, "TURNS", _without(directives.TURNS, turn))
    assert directives.parsed(text).unwanted != {"gulp"}


@pytest.mark.parametrize("row", directives.GLUED, ids=[mark for mark, _ in directives.GLUED])
def test_each_glued_mark_parts_it_too(row, monkeypatch):
    mark, after = row
    text = f"grunt{mark}gulp"
    assert directives.parsed(text).unwanted == {"gulp" if after else "grunt"}
    monkeypatch.setattr(directives, "GLUED", _without(directives.GLUED, row))
    assert not directives.parsed(text).unwanted & {"gulp", "grunt"}


@pytest.mark.parametrize("row", directives._TABLE["rivals"])
def test_each_row_of_rivals_makes_two_of_them_contradict(row, monkeypatch):
    one, *_, two = row.split()
    names = frozenset(map(directives.stem, row.split()))
    assert contradicts(f"Use {one}", f"Use {two}")
    monkeypatch.setattr(directives, "RIVALS", _without(directives.RIVALS, names))
    assert not contradicts(f"Use {one}", f"Use {two}")
