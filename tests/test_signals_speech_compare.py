from __future__ import annotations

import pytest

from hostile import survives
from reflexion.signals.speech import contradicts, same_directive

SAME = [
    ("Use pnpm instead of npm.", "Use pnpm, never npm."), ("Always run the migrations first.", "Run migrations first, always"),
    ("Never edit the generated files by hand.", "Don't edit generated files by hand!"), ("Store dates in UTC.", "Dates are stored in UTC, please."),
    ("Format dates with date-fns.", "Use date-fns to format dates."), ("Use `<Button variant='primary'>`, never a custom button.", "Use the Button component, not a custom button."),
]
OTHER = [
    ("Use pnpm instead of npm.", "Store dates in UTC."), ("Always run the migrations first.", "Never run the linter on migrations."),
    ("Run the unit tests with pytest.", "Run the linter with ruff."), ("Use tabs in Makefiles.", "Use UTC in timestamps."), ("", "Use pnpm."),
]
OPPOSITE = [
    ("Use pnpm.", "Use npm."), ("Always use npm for installing packages.", "Always use pnpm for installing packages, not npm."), ("Indent with tabs.", "Indent with spaces."),
    ("Use moment.", "Use date-fns, not moment."), ("Never use axios for requests.", "Use axios for requests."), ("Push to main.", "Push to master."),
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
    survives(lambda text: function(text, text), ceiling=5)
