"""Does another command do the job of the one that failed?"""

from __future__ import annotations

import re

from reflexion.signals.commands import table
from reflexion.signals.commands.read_only import looks
from reflexion.signals.fixes import actions, peers, programs, words
from reflexion.signals.fixes.differences import (
    VALUED,
    WHERE,
    absent,
    alike,
    difference,
    holds,
    local,
    name_of,
    named,
    narrows,
    numbered,
    option_of,
    others,
    said,
    same_base,
    same_option,
    stem,
    verbs_alike,
)

ONE_LINERS = ("-c", "-e", "-p", "-r", "--eval", "--print", "--check")
from reflexion.signals.fixes.remedies import RUN_BY_NAME
from reflexion.signals.fixes.risks import risky

LOW, MEDIUM = "low", "medium"
CHECKS = (
    "--check",
    "--check-only",
    "--list-different",
    "--diff",
    "-l",
    "--dry-run",
    "--verify",
    "-d",
    "-c",
    "--test",
)
MENDS = (
    "--fix",
    "--write",
    "--autocorrect",
    "--auto-correct",
    "--apply",
    "--in-place",
    "--fix-only",
)
MENDS_SHORT = {
    "rubocop": "-a -A",
    "gofmt": "-w",
    "goimports": "-w",
    "shfmt": "-w",
    "prettier": "-w",
    "autopep8": "-i",
    "clang-format": "-i",
    "yapf": "-i",
}
MAKES = ("create", "install", "add", "new", "init", "run", "clone", "import", "register")
CHANGES = (
    "upgrade",
    "update",
    "apply",
    "replace",
    "set-url",
    "set",
    "put",
    "edit",
    "patch",
    "sync",
    "start",
    "up",
    "use",
    "switch",
    "checkout",
    "pull",
    "exec",
    "select",
    "attach",
    "resume",
    "open",
)
QUERIES = ("-c", "-e", "--eval", "-Q", "--command")
NAMEISH = frozenset(
    ("usage", "missing_program", "missing_module", "missing_file")
)  # the words of the command may be wrong
ADDRESS = frozenset(
    ("schema", "auth", "port_taken", "unreachable", "environment", "permission")
)  # …or the one it speaks to, or as
ABOUT_MESSAGES = (
    "message",
    "subject",
    "conventional",
    "commitlint",
    "commit-msg",
    "ticket",
    "header",
    "title",
)


def judge(trouble, good, gap):
    """Confidence ("low", "medium") that the shape `good`, which worked after `gap` other acting steps, is what to run instead; "" = it is not."""
    bad = trouble.at
    if not bad.program or risky(good) and not (risky(bad) and not set(good.args) - set(bad.args)):
        return ""
    same = bad.program == good.program
    if looks(good) and not (looks(bad) and (same or peers.peers(bad.program, good.program))):
        return ""
    return _same_program(trouble, bad, good, gap) if same else peers.judge(trouble, bad, good, gap)


def _same_program(trouble, bad, good, gap):
    gone, new = difference(bad.key, good.key)
    if not gone and not new:
        return LOW if other_message(trouble, bad, good) else _around(trouble, bad, good)
    if (
        looks(bad)
        and not _slip(trouble, bad, good, gone, new)
        or bad.program in table.programs("look")
        and not trouble.kinds & {"usage", "missing_file"}
    ):
        return ""
    checking = actions.roles(bad) & {"test", "lint", "build"} and "code" in trouble.kinds
    if narrows(bad, new, gone) and (checking or not said(trouble, new)):
        return ""
    if mends(bad, good):
        return MEDIUM if "format" in trouble.kinds else LOW
    if set(new) & set(
        ONE_LINERS
        if bad.program in programs.RUNNERS
        else QUERIES
        if bad.program in table.programs("database")
        else ()
    ) - set(bad.args):
        return ""
    gone_words, new_words = others(gone, bad.args), others(new, good.args)
    if not gone_words and not new_words:
        return _options(trouble, bad, gone, new, gap)
    if not gone_words:
        return _more(trouble, bad, good, new, gap)
    return _other_words(trouble, bad, good, gone_words, new_words, gap)


def mends(bad, good):
    """A formatter or linter that now mends instead of checking?"""
    gone, new = difference(bad.key, good.key)
    tool = bad.program == good.program and actions.roles(good) & {"lint", "format"}
    return bool(tool) and (
        any(a in MENDS or a in MENDS_SHORT.get(good.program, "").split() for a in new)
        or not new
        and any(a in CHECKS for a in gone)
    )


def other_message(trouble, bad, good):
    """The same but for the text of a message, with which the error finds fault?"""
    return bad.args != good.args and any(word in trouble.text for word in ABOUT_MESSAGES)


def other_folder(trouble):
    """Confidence that another folder is the cure, when the same command works there."""
    if "code" in trouble.kinds and not trouble.kinds & {
        "missing_file",
        "missing_module",
        "uninitialised",
    }:
        return ""
    return MEDIUM if "missing_file" in trouble.kinds else "" if "flaky" in trouble.kinds else LOW


def _slip(trouble, bad, good, gone, new):
    """Of something that only looks: the same look with a word mended or an option more, not the next look around."""
    if (
        len(gone) == len(new) == 1
        and option_of(gone[0], bad) == option_of(new[0], good) in WHERE
        and trouble.kinds & ADDRESS
    ):
        return True
    if not gone and (
        len(new) == 2
        and new[0][:1] == "-"
        or trouble.kinds & ADDRESS
        and all(n in WHERE or option_of(n, good) in WHERE for n in new)
    ):
        return True
    fresh = [n for n in new if n[:1] != "-"]
    return bool(new) and all(
        any(words.similar(g, n) and "/" not in g + n for g in gone) for n in fresh
    )


def _around(trouble, bad, good):
    """Program and arguments are the same: what differs is the wrapper, the assignments, the path of the program, the output's place."""
    if bad.via != good.via:
        if "sudo" in good.via and "sudo" not in bad.via:
            return MEDIUM if "permission" in trouble.kinds or "sudo" in trouble.text else LOW
        if trouble.kinds & {"missing_program", "missing_module", "version", "environment"}:
            return MEDIUM
        return "" if "code" in trouble.kinds and not trouble.kinds & NAMEISH else LOW
    if sorted(bad.env) != sorted(good.env):
        added = set(good.env) - set(bad.env)
        told = words.shared(trouble.words, words.telling(" ".join(added))) or any(
            name_of(a) in trouble.text for a in added
        )
        return MEDIUM if told or added and not trouble.kinds & {"code", "flaky"} else LOW
    if bad.place != good.place:
        if trouble.kinds & {"missing_program", "missing_module", "version"}:
            return MEDIUM
        return LOW if trouble.kinds & {"permission", "missing_file", "environment"} else ""
    return (
        LOW if bad.writes != good.writes and trouble.kinds & {"permission", "missing_file"} else ""
    )


def _options(trouble, bad, gone, new, gap):
    """Only options differ."""
    told = said(trouble, new)
    dropped = [g for g in gone if g[:1] == "-"]
    if (
        not new
        and not ("exists" in trouble.text and gap == 0)
        and not any(
            len(name_of(g).lstrip("-")) > 1 and name_of(g).lstrip("-") in trouble.text
            for g in dropped
        )
    ):
        return ""
    if (
        dropped
        and new
        and bad.program not in table.programs("tool")
        and not any(same_option(g, n) for g in dropped for n in new if n[:1] == "-")
    ):
        return ""  # another option, another job: `gpg --decrypt`, `gpg --import`
    surroundings = trouble.kinds & {
        "usage",
        "missing_module",
        "missing_native",
        "memory",
        "unreachable",
        "environment",
        "limits",
    }
    if (
        "code" in trouble.kinds
        and actions.roles(bad) & {"test", "lint", "build"}
        and not surroundings
        and not told
    ):
        return LOW if gap == 0 and new and not actions.roles(bad) & {"test", "lint"} else ""
    if told or said(trouble, gone) and "usage" in trouble.kinds:
        return MEDIUM
    return MEDIUM if gap == 0 and "usage" in trouble.kinds and "code" not in trouble.kinds else LOW


def _more(trouble, bad, good, new, gap):
    """Words were only added: a missing argument, or a narrower run that proves nothing."""
    if (
        actions.roles(bad) & {"test", "lint"}
        and not trouble.kinds & {"usage", "missing_file"}
        or "code" in trouble.kinds
        and not trouble.kinds & NAMEISH
    ):
        return ""
    told = said(trouble, new)
    if bad.heads()[:1] != good.heads()[:1] and (
        actions.kinds(good) and not told or prepares(bad, good)
    ):
        return ""  # `make` failed, then `make clean` worked
    if told or gap == 0 and trouble.kinds & {"usage", "vcs"}:
        return MEDIUM
    return (
        LOW
        if gap == 0
        or trouble.kinds
        & {"usage", "vcs", "missing_file", "environment", "auth", "unreachable", "missing_module"}
        else ""
    )


def _other_words(trouble, bad, good, gone, new, gap):
    """Words were replaced or dropped: a wrong name, path, branch, target, address or subcommand."""
    shown = any(named(trouble, g) for g in gone)
    if (
        len(gone) == len(new) == 1
        and holds(new[0], gone[0])
        and not actions.roles(bad) & {"test", "lint"}
    ):
        return LOW
    if _hard(trouble):
        return ""
    turned = _turned(trouble, bad, good, gone[0], new[0]) if len(gone) == len(new) == 1 else ""
    if turned:
        return turned
    where = _where(trouble, bad, good, gone, new, shown, gap)
    if where or not trouble.kinds & NAMEISH and not (trouble.kinds & ADDRESS and shown):
        return where
    if not new:
        return (
            (MEDIUM if shown else LOW)
            if trouble.kinds & {"usage", "missing_file"} and (shown or gap == 0)
            else ""
        )
    verbs = _verbs(bad, good, gone)
    if verbs:
        if not verbs_alike(*verbs):
            return _other_verb(trouble, bad, good, verbs[0], gone, new, gap)
    elif not any(alike(g, n) for g in gone for n in new):
        return _unlike(trouble, bad, good, gone, new, gap)
    if numbered(gone, new) and not any(absent(trouble, g) for g in gone):
        return ""
    return MEDIUM if shown or "usage" in trouble.kinds else LOW


def _where(trouble, bad, good, gone, new, shown, gap):
    """The same said to another address, as another user, to another place."""
    if not trouble.kinds & ADDRESS or len(gone) != 1 or len(new) != 1:
        return ""
    if (
        "port_taken" in trouble.kinds
        and shown
        and option_of(gone[0], bad) == option_of(new[0], good)
        and new[0].strip("0123456789") != new[0]
    ):
        return MEDIUM
    if numbered(gone, new) or absent(trouble, gone[0]) and alike(gone[0], new[0]):
        return ""
    if option_of(gone[0], bad) == option_of(new[0], good) in WHERE:
        return (
            LOW
            if gap == 0 or local(gone[0]) or local(new[0]) or words.similar(gone[0], new[0])
            else ""
        )
    if trouble.kinds & {"auth", "unreachable"} and (
        same_base(gone[0], new[0]) or words.similar(gone[0], new[0]) and "/" not in gone[0]
    ):
        return LOW
    target = bad.args[-1:] == gone and good.args[-1:] == new and "/" in gone[0] + new[0]
    return LOW if target and shown and gap == 0 and "permission" in trouble.kinds else ""


def _turned(trouble, bad, good, gone, new):
    """It is there already and was to be made, or is not there and was to be changed: `helm install` and `helm upgrade`."""
    if not set(bad.key) & set(good.key):
        return ""
    if gone in MAKES and new in CHANGES:
        return (
            MEDIUM
            if any(word in trouble.text for word in ("exists", "in use", "re-use", "duplicate"))
            else ""
        )
    return (
        LOW
        if gone in CHANGES
        and new in MAKES
        and any(word in trouble.text for word in (" no ", "not found", "not exist"))
        else ""
    )


def _unlike(trouble, bad, good, gone, new, gap):
    """The new words look nothing like the old ones."""
    if said(trouble, new):
        return MEDIUM
    wrong = any(absent(trouble, g) for g in gone)
    if any(words.shared(words.telling(stem(g)), words.telling(stem(n))) for g in gone for n in new):
        return MEDIUM if wrong else LOW
    was, now = (actions.roles(shape, named=bad.program in RUN_BY_NAME) for shape in (bad, good))
    if bad.program in RUN_BY_NAME and was and now:
        return MEDIUM if was & now else ""
    if (
        "install" in actions.kinds(good)
        or bad.program in table.programs("look")
        or bad.program in programs.RUNNERS
        or was & {"test", "lint"}
    ):
        return ""
    elsewhere = bad.heads()[:1] in (["checkout"], ["switch"])  # another branch is other work
    return (
        LOW
        if wrong
        and gap == 0
        and len(gone) == len(new) == 1
        and (trouble.looked or option_of(gone[0], bad) in VALUED)
        and not elsewhere
        else ""
    )


def _verbs(bad, good, gone):
    """The subcommands in which two commands differ: `npm start`, `npm run serve`; `helm repo update`, `helm repo add`. () when they do not."""
    one, two = (bad.heads() + ["", ""])[:2], (good.heads() + ["", ""])[:2]
    at = 0 if one[0] != two[0] else 1
    plain = not any(c in one[at] for c in ("/@" if bad.program in RUN_BY_NAME else "/@."))
    known = at == 0 or actions.is_verb(one[1]) and actions.is_verb(two[1])
    return (
        (one[at], two[at])
        if one[at] in gone and plain and known and not option_of(one[at], bad)
        else ()
    )


def _other_verb(trouble, bad, good, verb, gone, new, gap):
    """Another subcommand: only if the first was none (`unknown command`), and this one is for the same."""
    if gone[0] in peers.INSTALLS and new[0] in peers.INSTALLS and said(trouble, new):
        return MEDIUM  # `npm ci`, `npm install`
    if (
        prepares(bad, good)
        or not (
            absent(trouble, verb)
            and re.search(rf"\b{re.escape(verb[:60].lower())}\b", trouble.text)
        )
        or not trouble.kinds & {"usage", "missing_file"}
    ):
        return ""
    was, now = (actions.roles(shape, named=bad.program in RUN_BY_NAME) for shape in (bad, good))
    if said(trouble, new) or was & now:
        return MEDIUM
    if was and now:
        return ""
    return LOW if gap == 0 and len(gone) == 1 and len(new) <= 2 else ""


def prepares(bad, good):
    """Is the second one what is done before such a job, and not the job?"""
    return bool(peers.PREPARES & actions.kinds(good) - actions.kinds(bad))


def _hard(trouble):
    """The code is wrong, not the command."""
    return "code" in trouble.kinds and not trouble.kinds & {
        "usage",
        "missing_file",
        "missing_module",
    }
