"""What no one should learn from watching: turning a check off, forcing, throwing work or tests away."""

from __future__ import annotations

# options, exact or with "=…"
FLAGS = frozenset(
    [
        "--no-verify",
        "--force",
        "--no-check",
        "--nocheck",
        "--no-gpg-sign",
        "--insecure",
        "--no-check-certificate",
        "--skip-tests",
        "--skip-test",
        "--skiptests",
        "--exit-zero",
        "--passwithnotests",
        "--trusted-host",
        "--break-system-packages",
        "--allow-unauthenticated",
        "--noconftest",
        "--continue-on-collection-errors",
        "--force-with-lease",
        "--no-strict",
        "--no-fail",
        "--no-errors",
        "--lf",
        "--last-failed",
        "--deselect",
        "--ignore",
        "--ignore-glob",
        "--testpathignorepatterns",
        "--no-lint",
        "--skip-checks",
        "--skip-lint",
        "--no-type-check",
        "--transpile-only",
        "--legacy-unsafe",
        "--insecure-skip-tls-verify",
        "--disable-warnings",
        "--allow-failure",
        "--keep-going",
        "--keep-alive-on-failure",
        "--no-audit-fail",
        "--updatesnapshot",
        "--update-snapshots",
        "--update-snapshot",
        "--snapshot-update",
        "--allow-dirty",
        "--ignore-errors",
        "--no-validate",
        "--validate=false",
        "--disable-checks",
        "--no-tests",
        "--skipchecks",
        "--no-hooks",
        "--max-warnings",
        "--no-error-on-unmatched-pattern",
        "--exclude",
        "--excluded-tag",
        "--skip",
        "--skip-existing",
        "--no-host-key-check",
        "--no-verify-ssl",
        "--no-ssl-verify",
        "--lock=false",
        "--ignore-platform-reqs",
        "--ignore-platform-req",
        "--cap-lints",
        "--no-error",
        "--dangerously-skip",
        "--disable-sandbox",
        "--privileged",
        "--no-sandbox",
        "--no-sign",
        "--ignore-checks",
        "--ignore-not-found",
        "--no-warn",
        "--fail-under",
        "--cov-fail-under",
        "--quiet-errors",
        "--skip-integration",
        "--dont-fail",
        "--nofail",
        "--no-fail-fast",
        "--exclude-tests",
        "--ignore-installed",
        "--hard",
        "-fpermissive",
        "-short",
        "-dskiptests",
        "-dskipits",
        "-dmaven.test.skip",
        "-dmaven.test.skip=true",
        "-dskiptests=true",
        "-dcheckstyle.skip",
        "-fae",
        "-fn",
        "--skip-broken",
        "--nogpgcheck",
        "--nodeps",
        "--no-same-owner",
        "--no-strict-ssl",
        "-wno-error",
        "--allow-run-as-root-unsafe",
        "--allow-downgrade",
        "--bypass",
        "--ignore-failures",
        "--accept-hash-change",
        "--allow-empty",
    ]
)
PREFIXES = (
    "--coveragethreshold",
    "--skip-",
    "--exclude-",
    "--ignore-",
    "--no-verify-",
    "--disable-",
    "--dangerously-",
    "--allow-insecure",
    "--unsafe",
)
# those of one program only: `git push -f`, `curl -k`, `git commit -n`
SHORT = {
    "cargo": {"clippy": "-A"},
    "rustc": {"": "-A"},
    "git": {
        "push": "-f",
        "commit": "-n -nm -anm",
        "checkout": "-f",
        "add": "-f",
        "clean": "-f -fd -fdx -xdf -df",
        "branch": "-D -f",
        "tag": "-f",
        "worktree": "-f",
        "reset": "--hard",
        "rebase": "--skip",
        "merge": "-s",
        "restore": ".",
        "stash": "drop clear",
    },
    "curl": {"": "-k -sk -ks -kL -Lk"},
    "jest": {"": "-u -t"},
    "vitest": {"": "-u -t"},
    "npm": {"": "-f"},
    "docker": {"rmi": "-f"},
    "podman": {"rmi": "-f"},
    "gradle": {"": "-x"},
    "gradlew": {"": "-x"},
    "make": {"": "-i -k"},
    "ssh": {"": "-oStrictHostKeyChecking=no"},
    "pytest": {"": "--ignore"},
    "eslint": {"": "--quiet"},
    "helm": {"": "--no-hooks"},
    "tsc": {"": "--noCheck --skipLibCheck"},
}
FORCE_IS_FINE = ("cache", "prune", "--force-recreate", "--force-reinstall")
# assignments that turn something off
OFF_NAMES = (
    "SKIP",
    "HUSKY",
    "DISABLE",
    "NO_VERIFY",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "GIT_SSL_NO_VERIFY",
    "PYTHONHTTPSVERIFY",
    "LEFTHOOK",
    "NO_CHECK",
    "IGNORE",
    "PYTHONWARNINGS",
    "ESLINT_NO",
    "TSC_COMPILE_ON_ERROR",
    "SQLX_OFFLINE_SKIP",
    "ALLOW_FAIL",
    "BYPASS",
    "PRE_COMMIT_ALLOW_NO_CONFIG",
    "FORCE_UNSAFE",
    "PIP_BREAK_SYSTEM_PACKAGES",
    "ANSIBLE_HOST_KEY_CHECKING",
    "NO_LINT",
)
OFF_VALUES = ("0", "false", "off", "no", "", "1", "true", "yes", "ignore", "all", "*")
# words of settings that weaken a check: `git config http.sslVerify false`, `npm config set strict-ssl false`, `setenforce 0`
WEAK_SETTINGS = (
    "sslverify",
    "strict-ssl",
    "core.hookspath",
    "commit.gpgsign",
    "stricthostkeychecking",
    "setenforce",
    "ufw",
    "nocheck",
    "xfail",
    "pytest.mark.skip",
    "it.skip",
    "test.skip",
    "describe.skip",
    "eslint-disable",
    "type: ignore",
    "noqa",
    "nosec",
    "@ts-ignore",
    "ts-nocheck",
    "# nosec",
    "skip(",
    "skiptest",
    ".skip",
    "@disabled",
    "@ignore",
    "t.skip",
    "#[ignore]",
    "#[allow",
    "#![allow",
    "nolint",
    "hooks/",
    "pkg delete",
    "fail_under",
    "transport.sslverify",
    "rubocop:disable",
    "phpstan-ignore",
    "assert true",
    "gpgcheck=0",
)
REMOVERS = ("rm", "rmdir", "unlink", "trash", "shred")
TEST_PLACES = ("test", "spec", "__tests__", "e2e", "fixtures", "snap")
PARKED = (
    ".bak",
    ".skip",
    ".disabled",
    ".off",
    ".old",
    "/tmp",
    "_disabled",
)  # `mv test_a.py test_a.py.bak`
THROWS_AWAY = (
    ["checkout", "--"],
    ["checkout", "."],
    ["reset", "--hard"],
    ["stash", "drop"],
    ["stash", "clear"],
)
OPEN_TO_ALL = ("777", "0777", "a+rwx", "666", "a-x", "-x")
SOURCES = frozenset(
    [
        "py",
        "js",
        "ts",
        "tsx",
        "jsx",
        "go",
        "rs",
        "rb",
        "php",
        "java",
        "kt",
        "c",
        "cc",
        "cpp",
        "h",
        "cs",
        "swift",
        "ex",
        "exs",
        "scala",
        "sh",
        "vue",
        "svelte",
    ]
)
WORK = ("src", "lib", "app", ".git", "migrations", "", ".", "..", "~", "*")
# Folders that are made anew at will: to remove them is tidying, not cheating.
DERIVED = (
    "node_modules",
    "dist",
    "build",
    "target",
    "out",
    "cache",
    "tmp",
    "temp",
    "__pycache__",
    ".next",
    ".nuxt",
    ".venv",
    "venv",
    "coverage",
    ".lock",
    ".pid",
    "lock.json",
    "lock.yaml",
    ".terraform",
    ".gradle",
    "deriveddata",
    "pods",
    "vendor",
    ".tox",
    ".turbo",
    ".parcel",
    "obj",
    "bin",
    ".pyc",
    ".egg-info",
    ".eggs",
    ".mypy_cache",
    ".pytest_cache",
    ".angular",
    ".svelte-kit",
    "gemfile.lock",
    "cmakecache",
    "cmakefiles",
    "_build",
    "deps",
    ".dart_tool",
    "logs",
    ".log",
    ".sock",
    "generated",
    ".x0-lock",
    ".x99-lock",
    "singletonlock",
    "known_hosts",
    "go.sum",
    ".tsbuildinfo",
    ".eslintcache",
    "tfstate.lock",
    "bootstrap",
    ".vite",
    ".o",
    ".so",
)


def risky(shape):
    """Is this something that must not be learned without a person?"""
    program, args, text = shape.program, [a.lower() for a in shape.args], shape.raw.lower()[:2000]
    if (
        any(_turns_off(e) for e in shape.env)
        or program in ("export", "set", "declare", "setx")
        and any(_turns_off(a) for a in shape.args if "=" in a)
    ):
        return True
    if program in REMOVERS or program == "git" and args[:1] == ["rm"]:
        return _removes_work(shape)
    if program == "chmod":
        return any(a in OPEN_TO_ALL or "hooks/" in a for a in args)
    if (
        program == "mv"
        and any(_is_test(a) for a in args if a[:1] != "-")
        and any(word in args[-1] for word in PARKED)
    ):
        return True
    if program in ("setenforce", "shred", "mkfs") or program == "git" and args[:2] in THROWS_AWAY:
        return True
    return _has_flag(program, shape, args, text) or any(word in text for word in WEAK_SETTINGS)


def _has_flag(program, shape, args, text):
    if "force" in text and any(word in text for word in FORCE_IS_FINE):
        args = [a for a in args if a != "--force"]
    if any(
        a in FLAGS
        or "=" in a
        and a.partition("=")[0] in FLAGS
        or a[:1] == "-"
        and "-" + a in FLAGS
        or a.startswith(PREFIXES)
        for a in args
    ):
        return True
    rows = SHORT.get(program, {})
    head = (shape.heads() or [""])[0]
    return any(flag in shape.args for key in ("", head) for flag in rows.get(key, "").split())


def _turns_off(assignment):
    name, _, value = assignment.partition("=")
    name, value = name.upper(), value.lower().strip("'\"")
    if name == "CI":
        return value in ("false", "0", "")
    if name == "RUSTFLAGS":
        return "-a " in value or value.startswith("-a") or "allow" in value
    return name == "SKIP" or value in OFF_VALUES and any(word in name for word in OFF_NAMES)


def _removes_work(shape):
    """`rm` of tests, hooks or sources; not of caches, builds, locks and folders of packages."""
    targets = [a.lower() for a in shape.args if a[:1] != "-" and a != "rm"]
    for target in targets:
        last = target.rstrip("/*").rsplit("/", 1)[-1]
        derived = any(last.endswith(d) for d in DERIVED)
        if (
            "hooks/" in target
            or last in WORK
            or _is_test(target)
            and not derived
            or "." in last[1:]
            and last.rsplit(".", 1)[-1] in SOURCES
        ):
            return True
    return not targets


def _is_test(path):
    """Does a part of the path say that this is a test: `tests/`, `test_a.py`, `a.spec.ts`, `a_test.go`, `CartTest.php`?"""
    for part in path.lower().split("/"):
        stem = part.rsplit(".", 1)[0] if "." in part[1:] else part
        for place in TEST_PLACES:
            if (
                stem in (place, place + "s")
                or stem[: len(place)] == place
                and stem[len(place)] in "_-."
                or stem.endswith(("_" + place, "." + place, "-" + place))
            ):
                return True
        if "." in part and stem.endswith(("test", "tests", "spec")):
            return True
    return False


def hides(line, at):
    """In this line of shapes, is the exit status of the one at position `at` swallowed: `… || true`, `…; true`?"""
    if any(s.op == "||" for s in line[at:-1]):
        return True
    return line[at].op in (";", "\n") and any(
        s.program in ("true", ":", "exit") for s in line[at + 1 :]
    )
