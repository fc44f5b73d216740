"""The same mistake in another guise, perhaps, or another one."""

from __future__ import annotations

import hostile

from reflexion.signals.matching.same_mistake import PERHAPS, Failure, doubles, likeness

SAME = [  # (command, line), (command, line): perhaps one mistake
    (
        ("redis-cli get a", "(error) LOADING Redis is loading the dataset in memory"),
        (
            "python warm.py",
            "redis.exceptions.BusyLoadingError: Redis is loading the dataset in memory",
        ),
    ),
    (
        ("tool up", 'service "search" refers to undefined volume cache: invalid project'),
        ("tool up -d", 'service "mailer" refers to undefined volume cache: invalid project'),
    ),
    (
        ("flarectl push", "Error: upload rejected: manifest lists 14 parts but 12 arrived"),
        ("make publish", "upload rejected: manifest lists 9 parts but 3 arrived"),
    ),
    (
        ("ab test", "strict mode violation: getByText('Send') resolved to 3 elements"),
        ("ab test e2e", "strict mode violation: getByText('Close') resolved to 2 elements"),
    ),
]
OTHER = [  # alike, and yet not one
    (
        ("node a.js", "Cannot find widget 'zod' in the registry"),
        ("node a.js", "Cannot find module 'express' in the registry"),
    ),
    (("deno run a", "Module not found 'lodash'"), ("deno run a", "Module not found 'dayjs'")),
    (("x deploy", "exit status 2"), ("y build", "exit status 2")),
    (
        ("tsc", "a.ts(1,2): error TS2339: Property 'sku' does not exist on type 'Order'."),
        ("tsc", "a.ts(9,1): error TS2339: Property 'qty' does not exist on type 'Order'."),
    ),
    (("rustc a.rs", "error[E0382]: borrow of moved value"), ("rustc a.rs", "error[E0499]: borrow")),
    (("sh a.sh", "permission denied: ./deploy.sh"), ("sh a.sh", "permission denied: ./seed.sh")),
]


def compared(pair) -> float:
    (_, line), (_, other) = pair
    return likeness(Failure(line), Failure(other), lambda word: 1.0)


def test_what_is_perhaps_one_mistake():
    assert [(pair, compared(pair)) for pair in SAME if compared(pair) < PERHAPS] == []


def test_what_is_not():
    assert [(pair, compared(pair)) for pair in OTHER if compared(pair) >= PERHAPS] == []


def test_the_order_does_not_matter():
    for pair in SAME + OTHER:
        assert abs(compared(pair) - compared(pair[::-1])) < 1e-9


def test_pairs_in_a_store():
    rows = [("jq", "error"), ("git-lfs", "error"), ("git-lfs", "correction")]
    entries = [
        {
            "id": f"RFX-2025010{n}-aaaaaa",
            "type": kind,
            "trigger": f"E: Unable to locate package {name}",
            "context": f"apt-get install -y {name}",
        }
        for n, (name, kind) in enumerate(rows, 1)
    ]
    more = {**entries[0], "id": "RFX-20250109-bbbbbb", "trigger": "bash: fox: command not found"}
    assert doubles([more, *entries]) == [[entries[0]["id"], entries[1]["id"]]]


def test_a_megabyte_of_anything_takes_no_time():
    hostile.survives(lambda text: Failure(text), ceiling=5.0, size=hostile.MEGABYTE)
