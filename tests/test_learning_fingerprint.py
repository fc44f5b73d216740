"""Which failures are one mistake: the same program and the same error line, exactly."""

import pytest

from reflexion.learning.identity import fingerprint, lasting

SAME = {
    "another folder": [
        ("python a.py", "FileNotFoundError: No such file: '/home/ann/shop/notes.txt'"),
        ("python a.py", "FileNotFoundError: No such file: '/srv/shop/notes.txt'"),
        ("python a.py", "FileNotFoundError: No such file: './notes.txt'"),
        ("python a.py", "FileNotFoundError: No such file: 'D:\\shop\\notes.txt'"),
    ],
    "another place in the file": [
        ("npx tsc", "src/a.ts(4,5): error TS2304: Cannot find name 'x'."),
        ("npx tsc", "src/a.ts(14,1): error TS2304: Cannot find name 'x'."),
    ],
    "another time and duration": [
        ("make", "2026-03-30T10:22:31.5Z build failed after 3.5s"),
        ("make", "2026-04-01T09:00:00Z build failed after 12s"),
    ],
    "another hash": [
        ("git push", "error: object 1f3f1f97 is missing"),
        ("git push", "error: object af282140 is missing"),
    ],
    "another form of quotes": [
        ("ls x", "ls: cannot access 'x': No such file or directory"),
        ("ls x", "ls: cannot access \u2018x\u2019: No such file or directory"),
        ("ls x", 'ls: cannot access "x": No such file or directory'),
    ],
    "other arguments": [
        ("npm run docs", 'npm error Missing script: "docs"'),
        ("npm run docs -- --open", 'npm error Missing script: "docs"'),
        ("cd site && npm run docs 2>&1 | tail", 'npm error Missing script: "docs"'),
    ],
}
APART = {
    "one name, several programs": [
        ("npm run docs", 'npm error Missing script: "docs"'),
        ("cat docs", "cat: docs: No such file or directory"),
        ("cd docs", "bash: cd: docs: No such file or directory"),
        ("rm docs", "rm: cannot remove 'docs': No such file or directory"),
    ],
    "two hosts": [
        ("curl https://one.example", "curl: (6) Could not resolve host: one.example"),
        ("curl https://two.example", "curl: (6) Could not resolve host: two.example"),
        ("git pull", "fatal: unable to access: Could not resolve host: one.example"),
    ],
    "a folder, a source and a program of one name": [
        ("ls build", "No such file or directory: build"),
        ("cp build out", "No such file or directory: build"),
        ("build", "build: command not found"),
    ],
    "two ports": [
        ("npm test", "Error: connect ECONNREFUSED 127.0.0.1:5432"),
        ("npm test", "Error: connect ECONNREFUSED 127.0.0.1:6379"),
    ],
    "two codes": [
        ("npx tsc", "error TS2304: Cannot find name 'x'."),
        ("npx tsc", "error TS2305: Cannot find name 'x'."),
    ],
    "two packages of one name": [
        ("node a.js", "Error: Cannot find module '@shop/kit'"),
        ("node a.js", "Error: Cannot find module '@cart/kit'"),
    ],
    "two addresses": [
        ("curl x", "404 for https://one.example/a/index.json"),
        ("curl x", "404 for https://two.example/a/index.json"),
    ],
    "no line, two programs": [("make docs", ""), ("make test", ""), ("npm run docs", "")],
}


def fingerprints(sightings):
    return [fingerprint("error", line, command) for command, line in sightings]


@pytest.mark.parametrize("name", SAME)
def test_what_changes_by_itself_makes_no_other_mistake(name):
    assert len(set(fingerprints(SAME[name]))) == 1


@pytest.mark.parametrize("name", APART)
def test_what_is_merely_alike_is_another_mistake(name):
    assert len(set(fingerprints(APART[name]))) == len(APART[name])


def test_a_fingerprint_does_not_change_between_versions():
    line = 'npm ERR! Missing script: "docs"'
    assert fingerprint("error", line, "npm run docs") == "345e79299de5749d"


@pytest.mark.parametrize(
    "piece", ["/", "a/", "1", "1.", "'", "a1", "\\", "~/", "port 1 ", "f0", "é"]
)
def test_a_megabyte_of_anything_is_read_at_once(piece):
    assert len(lasting(piece * (10**6 // len(piece)))) <= 1000
