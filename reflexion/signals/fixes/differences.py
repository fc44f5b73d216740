"""How two commands of one program differ, and whether the error speaks of the difference."""

from __future__ import annotations

from reflexion.signals.fixes import actions, words
from reflexion.signals.fixes.errors import none_such

# Options that do less work or only show it: what passes with them proves nothing.
LESS = frozenset(
    [
        "--dry-run",
        "--help",
        "--version",
        "--list",
        "--list-tests",
        "--listtests",
        "--collect-only",
        "--co",
        "-k",
        "--grep",
        "--filter",
        "--testnamepattern",
        "-t",
        "-run",
        "--run",
        "--only",
        "--lf",
        "--ff",
        "--example",
        "--tests",
        "--test",
        "--lib",
        "--bins",
        "--doc",
        "--testPathPattern",
        "--passwithnotests",
        "--target",
        "-target",
        "--no-run",
        "--quick",
        "--fast",
        "--smoke",
        "--sample",
        "--limit",
        "--shard",
        "--changed",
        "--onlychanged",
        "--related",
        "--changed-since",
        "--affected",
        "--dtest",
        "-dtest",
        "--no-build",
        "--stage",
        "--until",
        "--print",
        "--plan",
        "--suite",
        "-w",
        "--workspace",
        "--package",
        "-pl",
        "--projects",
        "--group",
        "--spec",
        "--scope",
        "--no-emit",
        "--syntax-check",
        "--e",
        "--tags",
        "--skip-tags",
    ]
)
# Names that often stand for one another.
SYNONYMS = (
    frozenset(("main", "master", "trunk", "develop")),
    frozenset(("localhost", "127.0.0.1", "0.0.0.0", "::1", "host.docker.internal")),
)
ABSENT = (
    "not found",
    "could not import",
    "no such",
    "does not exist",
    "doesn't exist",
    "unknown",
    "did not match",
    "does not match",
    "not exist",
    "unrecognized",
    "not recognized",
    "no matching",
    "invalid",
    "cannot find",
    "could not find",
    "couldn't find",
    "not a valid",
    "no tests match",
    "no rule",
    "don't know how",
    "does not have",
    "doesn't have",
    "not something",
    "missing script",
    "does not contain",
    "could not open",
    "can't open",
    "can't find",
    "not declared",
    "no script",
    "no task",
    "no step",
    "not be found",
    "not defined",
    "was not",
    "cannot locate",
    "not a git",
    "not appear",
    "no package",
    "no available",
    "bad revision",
    "bad object",
    "unexpected argument",
    "not installed",
    "no formula",
    "failed to find",
    "unable to find",
    "not available",
    "is not a",
    "did you mean",
    "deprecated",
    "removed",
    "no longer",
    "nothing to be done",
)
# Options that say whom or where to speak to.
WHERE = frozenset(
    [
        "-h",
        "--host",
        "--hostname",
        "-p",
        "--port",
        "-P",
        "-U",
        "-u",
        "--user",
        "--username",
        "--profile",
        "--region",
        "--context",
        "-i",
        "--url",
        "-H",
        "--endpoint",
        "--endpoint-url",
        "--kubeconfig",
        "--server",
        "--zone",
        "--project",
        "--subscription",
        "--account",
    ]
)
VALUED = WHERE | frozenset(
    [
        "-n",
        "--namespace",
        "-t",
        "--tag",
        "-e",
        "--env",
        "--features",
        "--feature",
        "--package",
        "--bin",
        "--target",
        "--workspace",
        "--filter",
        "--file",
        "--image",
        "--service",
        "--group",
        "--scheme",
        "--name",
        "--function-name",
        "--channel",
        "-c",
    ]
)


def difference(a, b):
    """-> (words of a that b lacks, words of b that a lacks), each as often as it lacks."""
    rest, gone = list(b), []
    for word in a:
        if word in rest:
            rest.remove(word)
        else:
            gone.append(word)
    return gone, rest


def others(some, args):
    """Of the words `some` out of `args`, those that are neither options nor the values of options among them."""
    return [
        word
        for word in some
        if not (word[:1] in "-+" and len(word) > 1) and not _follows(word, some, args)
    ]


def _follows(word, some, args):
    return any(
        arg == word and flag[:1] == "-" and "=" not in flag and flag in some
        for flag, arg in zip(args, args[1:])
    )


def option_of(word, shape):
    """The option a word is the value of, "" when it is none."""
    at = shape.args.index(word) if word in shape.args else 0
    flag = shape.args[at - 1] if at else ""
    return flag if flag[:2] == "--" or flag[:1] == "-" and len(flag) == 2 else ""


def name_of(option):
    return option.partition("=")[0].lower()


def narrows(bad, new, gone):
    """Do the new options do less work than before? (Short ones say so in checks only: elsewhere `-t` may be anything.)"""
    checking = actions.roles(bad) & {"test", "lint", "build"}
    return any(name_of(a) in LESS and (checking or len(a) > 2) for a in new) and not {
        name_of(a) for a in new
    } & {name_of(a) for a in gone}


def same_option(a, b):
    """Is one option the other mistyped, or with a letter more or less: `--feature` and `--features`, `-s` and `-sfn`?"""
    if a[:2] == "--" or b[:2] == "--" or len(a) > 5 or len(b) > 5:
        return words.similar(name_of(a).lstrip("-"), name_of(b).lstrip("-"))
    return bool(set(a[1:].lower()) & set(b[1:].lower()))


def verbs_alike(a, b):
    """`tets` and `test`, `test` and `test:unit`; not `db:create` and `db:migrate`."""
    short, long = sorted((a, b), key=len)
    return len(short) > 2 and (
        short in long or words.distance(a[:40], b[:40]) <= (1 if len(short) < 5 else 2)
    )


def named(trouble, word):
    """Is the word, or a piece of it, in the error?"""
    low = word.lower().strip("'\"")
    pieces = low.translate(str.maketrans("/:=@", "    ")).split()
    return low in trouble.text or any(len(piece) > 2 and piece in trouble.text for piece in pieces)


def said(trouble, some):
    """Does the error itself name one of these words, which the failed command did not hold?"""
    command = trouble.command.lower()
    for word in some:
        low = word.lower().strip("'\"")
        if len(low) > 1 and (
            name_of(low) in trouble.text
            if low[:1] == "-"
            else low in trouble.text and low not in command
        ):
            return True
    new = {w for word in some for w in words.telling(word)} - words.telling(trouble.command)
    return bool(words.shared({w for w in trouble.words if len(w) > 3}, new))


def absent(trouble, word):
    """Does the error say of this very word that there is no such thing?"""
    if (
        not named(trouble, word)
        or began(trouble, word)
        or not trouble.kinds & {"usage", "missing_file", "missing_module", "schema"}
    ):
        return False
    return none_such(trouble.text) or any(claim in trouble.text for claim in ABSENT)


def began(trouble, word):
    """Does the error tell of the work that this target or script began: make's `*** [Makefile:3: docs] Error 2`?"""
    text, low = trouble.text, word.lower()
    return (
        "*** [" in text
        and f"{low}] error" in text
        or "lifecycle script" in text
        or f"for task ':{low}'" in text
    )


def alike(a, b):
    """One word and what it should have been: mistyped, a form of it, another path to the same, another name that stands for it."""
    if "/" in a and "/" in b:
        return same_base(a, b) or words.similar(_base(a), _base(b)) and len(_base(a)) > 3
    if "/" in a + b and stem(a) == stem(b) and len(stem(a)) > 2:
        return True
    return same_base(a, b) or words.similar(a, b) or any({a, b} <= row for row in SYNONYMS)


def _base(path):
    return path.rstrip("/").rsplit("/", 1)[-1]


def stem(word):
    """A path's or address's last part, without its ending: what tells it from its neighbours."""
    return words.stem(_base(word))


def local(word):
    return word in SYNONYMS[1]


def same_base(a, b):
    """Two paths to files or folders of one name."""
    return "/" in a + b and _base(a) == _base(b)


def holds(folder, path):
    """Is one the folder the other lies in: `.` and `main.go`, `./cmd/api` and `cmd/api/main.go`?"""
    folder, path = folder.rstrip("/"), path[2:] if path[:2] == "./" else path
    return (
        folder in (".", "./...")
        and "." in path[1:]
        or len(folder) > 2
        and path.startswith((folder[2:] if folder[:2] == "./" else folder) + "/")
    )


def numbered(gone, new):
    """`v1` and `v2`, `test_a` and `test_b`: near in letters, not a slip of the pen."""
    near = [
        g
        for g in gone
        for n in new
        if g != n
        and len(g) == len(n)
        and words.distance(g[-40:], n[-40:]) == 1
        and (g[-1:].isdigit() or g[-4:] == n[-4:] and "_" in g)
    ]
    return bool(near)


def variant(bad, good):
    """ "narrower", "wider" or "": the same check or build on fewer or more of the same targets."""
    if bad.program != good.program or "sudo" in bad.via + good.via and bad.via != good.via:
        return ""
    gone, new = difference(bad.key, good.key)
    if not gone and not new or not actions.roles(bad) & {"test", "lint", "build"}:
        return ""
    if not new:
        return "wider" if all(_target(g, bad) for g in gone) else ""
    if not gone:
        return "narrower" if all(_target(n, good) for n in new) else ""
    if all(any(_under(g, n) for n in new) for g in gone):
        return "wider"
    return "narrower" if all(any(_under(n, g) for g in gone) for n in new) else ""


def _under(inner, outer):
    return inner.split("::")[0].startswith(outer.rstrip("./").split("::")[0])


def _target(word, shape):
    if name_of(word) in LESS or name_of(option_of(word, shape)) in LESS:
        return True
    return word[:1] != "-" and (
        "/" in word or "." in word or "::" in word or shape.heads()[:1] != [word]
    )
