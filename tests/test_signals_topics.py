"""What a learning is about: the skill that was named, else the clearest words, else `general`."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.signals.topics import (
    GENERAL,
    Router,
    candidates,
    descriptions,
    named,
    rows,
    singular,
)
from reflexion.store.schema import is_label

SKILLS = [
    ("detector", "Finds negations in sentences and reports the polarity of reviews"),
    ("increment-planner", "Plans increments of work"),
    ("ship-it", "Releases the service: kubectl, helm charts, rollout to the cluster"),
    ("tools:brand-voice", ""),
]


def entry(trigger, resolution="", context="", keywords=(), **more):
    return {
        "trigger": trigger,
        "resolution": resolution,
        "context": context,
        "keywords": list(keywords),
        **more,
    }


# (name, trigger, resolution, context)
BY_WORDS = [
    (
        "frontend",
        "Warning: Each child in a list should have a unique key prop",
        "Give rows of `OrderTable.tsx` a key",
        "Edit src/ui/OrderTable.tsx",
    ),
    (
        "frontend",
        "the dropdown overlaps the modal in dark mode",
        "Use the z-index tokens in theme.css",
        "",
    ),
    (
        "backend",
        "FastAPI returns 422 for the webhook",
        "Declare the request body in the endpoint",
        "",
    ),
    (
        "database",
        'ERROR: column "paid_at" does not exist',
        "Run the alembic migration first",
        "psql shop",
    ),
    (
        "database",
        "deadlock detected",
        "Lock rows of the table in id order within the transaction",
        "",
    ),
    (
        "testing",
        "fixture 'client' not found",
        "Import the fixture in tests/conftest.py",
        "pytest tests/api",
    ),
    (
        "ship-it",
        "denied: requested access to the resource is denied",
        "Log in to the registry before the docker image is pushed",
        "docker push",
    ),
    (
        "infrastructure",
        "Error: Inconsistent dependency lock file",
        "Run `terraform init -upgrade`",
        "terraform plan",
    ),
    (
        "security",
        "never log the session token",
        "Mask tokens and passwords before they are logged",
        "",
    ),
    (
        "performance",
        "the report takes 40 s: an n+1 query pattern",
        "Profile first; the latency comes from lazy loading",
        "",
    ),
    (
        "docs-writer",
        "the README still names the old command",
        "Update the docs and the changelog heading with each release",
        "",
    ),
    ("git", "do not merge main into feature branches", "Rebase the branch, then push", ""),
    ("logging", "no console.log in production code", "Use the logger with a log level", ""),
    (
        "ship-it",
        "helm upgrade times out",
        "Wait for the rollout of the cluster to finish",
        "helm upgrade api charts/api",
    ),
    (
        "structure",
        "circular import between orders and payments",
        "Move the shared types into a module of their own",
        "python -m shop",
    ),
    (
        "tech-lead",
        "the reviewer asks for a conventional commit",
        "Write the commit message as a conventional commit; the changelog is made from it",
        "",
    ),
    (
        "qa-lead",
        "a regression test is missing in the test plan",
        "Add a test case to the test plan",
        "",
    ),
    (
        "architect",
        "the domain model leaks into the api layer",
        "Keep the bounded context: no coupling across the module boundary",
        "",
    ),
    (
        "api-patterns",
        "the openapi schema lacks the status code",
        "Return the status code 409 and describe the pagination in openapi",
        "",
    ),
    (
        "component-usage",
        "the dialog has no variant for warnings",
        "Use the tooltip with an icon",
        "",
    ),
    (
        "deployment",
        "the env var is missing on the host",
        "Set the env var and the version tag first",
        "",
    ),
    ("detector", "polarity flips with two negations", "Count negations in a sentence", ""),
]


@pytest.mark.parametrize(
    "name, trigger, resolution, context",
    BY_WORDS,
    ids=[f"{row[0]}: {row[1][:30]}" for row in BY_WORDS],
)
def test_by_words(name, trigger, resolution, context):
    assert Router(SKILLS).route(entry(trigger, resolution, context)).name == name


NO_GUESS = [
    ("no, dates are always UTC here", "Store dates in UTC."),
    ("npm error Missing script: build", "Use pnpm run build."),
    ("keep it short", ""),
    ("", ""),
    ("make: *** No rule to make target 'release'", "Run make dist."),
    ("the tag is wrong", "Ask before."),
    # two roles, equally
    ("docker, then pytest", "Start docker before pytest"),
    ("docker, then redis", "Start docker before redis"),
    ("docker, then oauth", "Start docker before oauth"),
]


@pytest.mark.parametrize("trigger, resolution", NO_GUESS)
def test_a_tie_or_a_weak_score_is_no_guess(trigger, resolution):
    route = Router(SKILLS).route(entry(trigger, resolution))
    assert (route.kind, route.name) == ("category", GENERAL)


NAMED = [
    ("the detector skill doesn't see double negations", "detector"),
    ("increment-planner has a bug: it skips the last row", "increment-planner"),
    ("when I run /ship-it it forgets the tag", "ship-it"),
    ("my `detector` agent is too eager", "detector"),
    ("skill 'detector' misses one", "detector"),
    ("the brand-voice skill sounds stiff", "tools:brand-voice"),
    ("The DETECTOR skill is slow", "detector"),
    ("the smoke detector is loud", ""),
    ("look in /usr/bin/detector", ""),
    ("a detector of lies", ""),
    ("the unknown skill fails", ""),
    ("see docs/increment", ""),
]


@pytest.mark.parametrize("text, skill", NAMED)
def test_the_named_skill(text, skill):
    assert named(text, [name for name, _ in SKILLS]) == skill


def test_a_named_skill_goes_before_words_and_a_label_before_both():
    router, about_sql = (
        Router(SKILLS),
        entry("the detector skill breaks the sql migration", "Run alembic first"),
    )
    assert router.route(about_sql).name == "detector"
    assert (
        router.route({**about_sql, "category": "structure"}).kind,
        router.route({**about_sql, "skill": "mine"}).name,
    ) == ("category", "mine")


def test_candidates_are_names_spoken_of_as_skills():
    assert (
        candidates("the planner skill, and when I run /tidy-up it hangs") == ["planner", "tidy-up"]
        and candidates("nothing here") == []
    )


def test_settings_add_words():
    assert (
        Router([], ["payments: stripe, invoice, dunning"])
        .route(entry("invoice totals are in cents"))
        .name
        == "payments"
    )
    assert Router([], ["git: gerrit"]).route(entry("gerrit wants a Change-Id")).name == "git"


def test_an_installed_skill_of_a_role_takes_its_words():
    route = Router([("frontend", "Everything the browser shows")]).route(
        entry("hydration failed in Cart.tsx")
    )
    assert (route.kind, route.name) == ("skill", "frontend")


def test_tables_are_complete():
    roles, categories, known = rows("role"), rows("category"), descriptions()
    assert len(roles) > 10 and len(categories) > 10
    assert all(is_label(name) and known[name] for name in {**roles, **categories})
    assert (
        singular("queries") == "query"
        and singular("status") == "status"
        and singular("class") == "class"
    )


def test_a_megabyte_is_survived():
    router = Router(SKILLS)
    survives(lambda text: router.route(entry(text, text, text, [text])), ceiling=10, size=1 << 17)
    survives(lambda text: named(text, ["detector", "a-b"]), ceiling=10, size=1 << 17)
