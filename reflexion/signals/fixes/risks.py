"""What no one should learn from watching: turning a check off, forcing, throwing work or tests away."""
from __future__ import annotations

from reflexion.signals.fixes.actions import DERIVED

# options, exact or with "=…"
FLAGS = frozenset("""
 --no-verify --force --no-check --nocheck --no-gpg-sign --insecure --no-check-certificate --skip-tests --skip-test --skiptests --exit-zero --passwithnotests --trusted-host --break-system-packages --allow-unauthenticated
 --noconftest --continue-on-collection-errors --force-with-lease --no-strict --no-fail --no-errors --lf --last-failed --deselect --ignore --ignore-glob --testpathignorepatterns --no-lint --skip-checks --skip-lint --no-type-check --transpile-only
 --legacy-unsafe --insecure-skip-tls-verify --disable-warnings --allow-failure --keep-going --keep-alive-on-failure --no-audit-fail --updatesnapshot --update-snapshots --update-snapshot --snapshot-update --allow-dirty --ignore-errors --no-validate --validate=false --disable-checks
 --no-tests --skipchecks --no-hooks --max-warnings --no-error-on-unmatched-pattern --exclude --excluded-tag --skip --skip-existing --no-host-key-check --no-verify-ssl --no-ssl-verify --lock=false --ignore-platform-reqs --ignore-platform-req --cap-lints --no-error --dangerously-skip
 --disable-sandbox --privileged --no-sandbox --no-sign --ignore-checks --ignore-not-found --no-warn --fail-under --cov-fail-under --quiet-errors --skip-integration --dont-fail --nofail --no-fail-fast --exclude-tests --ignore-installed --hard
 -fpermissive -short -dskiptests -dskipits -dmaven.test.skip -dmaven.test.skip=true -dskiptests=true -dcheckstyle.skip -fae -fn --skip-broken --nogpgcheck --nodeps --no-same-owner --no-strict-ssl -wno-error --allow-run-as-root-unsafe --allow-downgrade --bypass --ignore-failures --accept-hash-change
""".split())
PREFIXES = ("--skip-", "--exclude-", "--ignore-", "--no-verify-", "--disable-", "--dangerously-", "--allow-insecure", "--unsafe")
# those of one program only: `git push -f`, `curl -k`, `git commit -n`
SHORT = {"git": {"push": "-f", "commit": "-n -nm -anm", "checkout": "-f", "add": "-f", "clean": "-f -fd -fdx -xdf -df", "branch": "-D -f", "tag": "-f", "worktree": "-f", "reset": "--hard", "rebase": "--skip", "merge": "-s", "restore": ".", "stash": "drop clear"}, "curl": {"": "-k -sk -ks -kL -Lk"},
         "jest": {"": "-u -t"}, "vitest": {"": "-u -t"}, "npm": {"": "-f"}, "docker": {"rmi": "-f"}, "podman": {"rmi": "-f"}, "gradle": {"": "-x"}, "gradlew": {"": "-x"}, "make": {"": "-i -k"}, "ssh": {"": "-oStrictHostKeyChecking=no"}, "pytest": {"": "--ignore"}, "eslint": {"": "--quiet"}, "helm": {"": "--no-hooks"}, "tsc": {"": "--noCheck --skipLibCheck"}}
FORCE_IS_FINE = ("cache", "prune", "--force-recreate", "--force-reinstall")
# assignments that turn something off
ENV_NAMES = ("SKIP", "HUSKY", "DISABLE", "NO_VERIFY", "NODE_TLS_REJECT_UNAUTHORIZED", "GIT_SSL_NO_VERIFY", "PYTHONHTTPSVERIFY", "LEFTHOOK", "NO_CHECK", "IGNORE", "PYTHONWARNINGS", "ESLINT_NO", "TSC_COMPILE_ON_ERROR", "SQLX_OFFLINE_SKIP", "ALLOW_FAIL", "BYPASS", "PRE_COMMIT_ALLOW_NO_CONFIG", "FORCE_UNSAFE", "PIP_BREAK_SYSTEM_PACKAGES", "ANSIBLE_HOST_KEY_CHECKING", "NO_LINT", "CI")
OFF_VALUES = ("0", "false", "off", "no", "", "1", "true", "yes", "ignore", "all", "*")
# words of settings that weaken a check: `git config http.sslVerify false`, `npm config set strict-ssl false`, `setenforce 0`
WEAK_SETTINGS = ("sslverify", "strict-ssl", "core.hookspath", "commit.gpgsign", "stricthostkeychecking", "setenforce", "ufw", "nocheck", "xfail", "pytest.mark.skip", "it.skip", "test.skip", "describe.skip", "eslint-disable", "type: ignore", "noqa", "nosec", "@ts-ignore", "ts-nocheck", "# nosec", "skip(", "skiptest", ".skip", "@disabled", "@ignore", "t.skip", "#[ignore]", "#[allow", "#![allow", "nolint", "hooks/", "pkg delete", "fail_under", "transport.sslverify", "rubocop:disable", "phpstan-ignore", "assert true", "gpgcheck=0")
REMOVERS = ("rm", "rmdir", "unlink", "trash", "shred")
TEST_PLACES = ("test", "spec", "__tests__", "e2e", "fixtures", "snap")


def risky(shape):
    """Is this something that must not be learned without a person?"""
    args = [a.lower() for a in shape.args]
    if any(_turns_off(e) for e in shape.env) or shape.program in ("export", "set", "declare", "setx") and any(_turns_off(a) for a in shape.args if "=" in a):
        return True
    text = (shape.raw or "").lower()[:2000]
    if shape.program == "rm" or shape.program in REMOVERS or shape.program == "git" and args[:1] == ["rm"]:
        return _removes_work(shape)
    if "force" in text and any(word in text for word in FORCE_IS_FINE):
        args = [a for a in args if a != "--force"]
    if any(a in FLAGS or a.partition("=")[0] in FLAGS and "=" in a or a[:1] == "-" and "-" + a in FLAGS or a.startswith(PREFIXES) for a in args):
        return True
    if _short(shape):
        return True
    if shape.program == "chmod":
        return any(a in ("777", "0777", "a+rwx", "666", "a-x", "-x") for a in args) or any("hooks/" in a for a in args)
    if shape.program in ("mv", "git") and shape.program == "mv" and any(_is_test(a) for a in args if a[:1] != "-") and any(w in args[-1] for w in (".bak", ".skip", ".disabled", ".off", ".old", "/tmp", "_disabled")):
        return True
    if shape.program in ("setenforce", "shred", "mkfs") or shape.program == "git" and args[:2] in (["checkout", "--"], ["checkout", "."], ["reset", "--hard"], ["stash", "drop"], ["stash", "clear"]):
        return True
    return any(word in text for word in WEAK_SETTINGS) and not text.startswith(("cat ", "grep "))


def _turns_off(assignment):
    name, _, value = assignment.partition("=")
    name = name.upper()
    if name == "CI":
        return value.lower() in ("false", "0", "")
    return any(word in name for word in ENV_NAMES if word != "CI") and value.lower().strip("'\"") in OFF_VALUES or name in ("SKIP", "RUSTFLAGS") and ("-A" in value or name == "SKIP") or "allow" in value.lower() and name == "RUSTFLAGS"


def _short(shape):
    rows = SHORT.get(shape.program)
    if not rows:
        return False
    head = (shape.heads() or [""])[0]
    return any(flag in shape.args for key in ("", head) if key in rows for flag in rows[key].split())


def _removes_work(shape):
    """`rm` of tests, hooks or sources; not of caches, builds, locks and folders of packages."""
    targets = [a for a in shape.args if a[:1] != "-" and a not in ("rm", "--cached")]
    for target in targets:
        low = target.lower().rstrip("/*")
        last = low.rsplit("/", 1)[-1]
        if "hooks/" in low or last in ("", ".", "..", "~", "*") or _is_test(target) and not any(last.endswith(d) for d in DERIVED):
            return True
        if last in ("src", "lib", "app", ".git", "migrations"):
            return True
        if "." in last[1:] and last.rsplit(".", 1)[-1] in ("py", "js", "ts", "tsx", "jsx", "go", "rs", "rb", "php", "java", "kt", "c", "cc", "cpp", "h", "cs", "swift", "ex", "exs", "scala", "sh", "vue", "svelte"):
            return True
    return not targets


def _is_test(path):
    low = path.lower()
    return any(part == place or part == place + "s" or part.startswith((place + "_", place + "-", place + ".")) or part.endswith(("_" + place, "." + place, "_" + place + ".py", "." + place + ".ts", "." + place + ".js", "_" + place + ".go", "_" + place + ".rb", place + ".php", place + ".java", place + "s.cs", "_" + place + ".exs", "." + place + ".tsx", "." + place + ".jsx")) for part in low.split("/") for place in TEST_PLACES)


def hides(line, at):
    """In this line of shapes, is the exit code of the one at position `at` swallowed: `… || true`, `…; true`?"""
    shape = line[at]
    after = line[at + 1:]
    if any(s.op == "||" for s in line[at:-1] or [shape]) and after:
        return True
    return shape.op in (";", "\n") and any(s.program in ("true", ":", "exit") for s in after)
