"""Another program that does the same job: `pnpm` for `npm`, `python3` for `python`, `npx jest` for `jest`, `bash run.sh` for `./run.sh`."""

from __future__ import annotations

from reflexion.signals.commands.read_only import looks
from reflexion.signals.commands.table import peers
from reflexion.signals.fixes import actions, programs, words
from reflexion.signals.fixes.differences import absent, said, stem
from reflexion.signals.fixes.remedies import RUN_BY_NAME

LOW, MEDIUM = "low", "medium"
NOT_THERE = frozenset(("missing_program", "usage", "missing_module", "version", "missing_file"))
CARRIERS = ("npm", "yarn", "pnpm", "uv", "bundle", "docker")  # run what they are given
INSTALLS = ("ci", "i", "install", "add")
PREPARES = frozenset(
    ("install", "auth", "version", "clean", "config", "migrate", "init", "kill", "perms")
)  # done before a job, not the job


def judge(trouble, bad, good, gap):
    """Confidence that `good`, of another program, is what to run instead of `bad`; "" = it is not."""
    if (
        bad.program in programs.RUNNERS
        and good.program in programs.RUNNERS
        and bad.args == good.args
        and peers(bad.program, good.program)
    ):
        return (
            MEDIUM
            if trouble.kinds & {"missing_program", "version"} or "syntax" in trouble.text
            else LOW
        )
    if "code" in trouble.kinds and not trouble.kinds & (
        NOT_THERE | {"uninitialised", "permission", "environment"}
    ):
        return ""
    same_tail = bool(bad.args) and good.args[-len(bad.args) :] == bad.args
    same = set(_values(bad)) & set(_values(good))
    carried = _carried(trouble, bad, good, same_tail)
    if carried:
        return carried
    if _same_name(bad.program, good.program) and (same_tail or same or bad.key == good.key):
        return MEDIUM
    if peers(bad.program, good.program):
        return _peer(trouble, bad, good, gap, same_tail, same)
    return _stranger(trouble, bad, good, gap, same)


def _carried(trouble, bad, good, same_tail):
    """The program that failed stands in the command that works: `bash deploy.sh`, `docker compose` for `docker-compose`."""
    if bad.program in (a.rsplit("/", 1)[-1] for a in good.args) and (
        good.program in programs.RUNNERS or good.program in CARRIERS
    ):
        return (
            MEDIUM
            if trouble.kinds & {"missing_program", "permission", "newline", "missing_file"}
            else LOW
        )
    if (
        bad.args
        and stem(bad.args[0]) == good.program
        and bad.args[1:] == good.args
        and trouble.kinds & NOT_THERE
    ):
        return MEDIUM  # `php composer.phar install`, `composer install`
    told = " ".join([good.program, *good.args])
    apart = bad.program.replace("-", " ")
    return (
        MEDIUM
        if same_tail and bad.program in good.args or apart != bad.program and told.startswith(apart)
        else ""
    )


def _peer(trouble, bad, good, gap, same_tail, same):
    if not bad.args and not good.args or same_tail or len(same) >= max(1, len(_values(bad)) // 2):
        return MEDIUM if same_tail or trouble.kinds & NOT_THERE else LOW
    if _same_script(bad, good):
        return MEDIUM if trouble.kinds & {"missing_program", "usage", "missing_file"} else LOW
    return (
        LOW
        if "missing_program" in trouble.kinds
        and gap == 0
        and not looks(good)
        and _same_verb(bad, good)
        else ""
    )


def _stranger(trouble, bad, good, gap, same):
    """A program that nothing ties to the failed one but its arguments, its purpose or the error."""
    values = len(_values(bad))
    if actions.kinds(good) & PREPARES and not actions.kinds(bad) & actions.kinds(good) & PREPARES:
        return ""
    missing = "missing_program" in trouble.kinds and bad.program.lower() in trouble.text
    if missing and same and "install" not in actions.kinds(good):
        return MEDIUM if len(same) * 2 >= values else LOW
    nothing_there = (
        missing
        or bad.program in RUN_BY_NAME
        and any(absent(trouble, head) for head in bad.heads()[:2])
    )
    if actions.roles(bad) & actions.roles(good) and nothing_there and (gap == 0 or same):
        return MEDIUM if same else LOW
    if (
        len(same) >= 2
        and len(same) * 10 >= values * 6
        and not actions.kinds(good) & {"file", "vcs", "perms", "clean", "format"}
    ):
        return LOW
    return LOW if same and gap == 0 and said(trouble, [good.program]) else ""


def _same_name(a, b):
    """`python` and `python3`, `mvn` and `mvnw`, `bazel` and `bazelisk`, a slip of the pen; not `ssh` and `ssh-keygen`."""
    short, long = sorted((a, b), key=len)
    longer = long[len(short) :] if long.startswith(short) else "-"
    return len(short) > 2 and (
        "-" not in longer
        and len(longer) <= 4
        or words.distance(a[:30], b[:30]) <= (1 if len(short) < 6 else 2)
    )


def _values(shape):
    """The words that tell one use of a program from another."""
    return [
        a
        for a in shape.key
        if a not in ("run", "exec", "-m", "-c", "-y") and not (a[:1] == "-" and len(a) <= 2)
    ]


def _same_script(bad, good):
    """`npm run build` and `yarn build`, `npm ci` and `pnpm install`."""
    a, b = ([w for w in shape.key if w not in ("run", "exec")] for shape in (bad, good))
    installing = all(not some or set(some) & set(INSTALLS) for some in (a, b))
    return (
        a == b
        or installing
        and [w for w in a if w not in INSTALLS and w[:1] != "-"]
        == [w for w in b if w not in INSTALLS and w[:1] != "-"]
    )


def _same_verb(bad, good):
    a, b = bad.heads()[:1], good.heads()[:1]
    return (
        not a
        or not b
        or a == b
        or bool(actions.roles(bad) & actions.roles(good))
        or bool(actions.kinds(bad) & actions.kinds(good))
    )
