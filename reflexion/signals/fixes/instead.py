"""Does another command do the job of the one that failed?"""
from __future__ import annotations

from reflexion.signals.fixes import actions, programs, words
from reflexion.signals.fixes.risks import risky
from reflexion.signals.fixes.shapes import equal

LOW, MEDIUM = "low", "medium"
# Options that do less work or only show it: what passes with them proves nothing.
LESS = frozenset("""
 --dry-run --help --version --list --list-tests --listtests --collect-only --co -k --grep --filter --testnamepattern -t -run --run --only --lf --ff --example --tests --test --lib --bins --doc --testPathPattern --passwithnotests --target -target --no-run
 --quick --fast --smoke --sample --limit --shard --changed --onlychanged --related --changed-since --affected --dtest -dtest --no-build --stage --until --print --plan --suite --group --spec --scope --no-emit --syntax-check --e --tags --skip-tags
""".split())
CHECKS = ("--check", "--check-only", "--list-different", "--diff", "-l", "--dry-run", "--verify", "-d", "-c", "--test")
MENDS = ("--fix", "--write", "-w", "-i", "-a", "-A", "--autocorrect", "--auto-correct", "--apply", "--in-place", "--fix-only", "--apply-unsafe", "-x")
MAKES = ("create", "install", "add", "new", "init", "run", "clone", "import", "register")
CHANGES = ("upgrade", "update", "apply", "replace", "set-url", "set", "put", "edit", "patch", "sync", "start", "up", "use", "switch", "checkout", "pull", "exec", "select")
NAMEISH = ("usage", "missing_program", "missing_module", "missing_file")


def judge(trouble, good, gap):
    """Confidence (LOW, MEDIUM) that the shape `good`, which worked `gap` acting steps later, is what to run instead; "" = it is not."""
    bad = trouble.at
    if bad is None or actions.looks(good) and not _both_look(bad, good) or risky(good) and not _was_so(bad, good):
        return ""
    if bad.program == good.program:
        return _same_program(trouble, bad, good, gap)
    return _other_program(trouble, bad, good, gap)


def _both_look(bad, good):
    return actions.looks(bad) and (bad.program == good.program or _peers(bad.program, good.program))


def _was_so(bad, good):
    """Was the risky part in the failed command already? Then it is no new risk."""
    return risky(bad) and not set(good.args) - set(bad.args)


def _same_program(trouble, bad, good, gap):
    gone, new = _difference(bad.key, good.key)
    if not gone and not new:
        return LOW if other_message(trouble, bad, good) else _around(trouble, bad, good)
    if actions.looks(bad) and not _slip(trouble, bad, good, gone, new):
        return ""
    if bad.program in programs.LOOKERS and not trouble.kinds & {"usage", "missing_file"}:
        return ""
    if any(a.partition("=")[0].lower() in LESS for a in new) and not (set(a.partition("=")[0] for a in new) & set(a.partition("=")[0] for a in gone)) and not _said(trouble, new):
        return ""
    if _is_mender(gone, new, good):
        return MEDIUM if trouble.kinds & {"format"} else LOW
    gone_flags, gone_words = _split(gone, bad.args)
    new_flags, new_words = _split(new, good.args)
    if not gone_words and not new_words:
        return _flags(trouble, bad, gone, new, gap)
    if not gone_words:
        return _more(trouble, bad, good, new, new_words, gap)
    return _other_words(trouble, bad, good, gone_words, new_words, gap)


def _slip(trouble, bad, good, gone, new):
    """Of something that only looks: the same look with a word mended or an option more, not the next look around."""
    others = [n for n in new if n[:1] != "-"]
    if len(gone) == len(new) == 1 and _before(gone[0], bad) == _before(new[0], good) not in ("", "-c", "-e", "--eval", "-Q", "--command") and trouble.kinds & {"unreachable", "auth", "environment", "permission"}:
        return True
    return bool(new) and all(any(_same_base(g, n) or words.similar(g, n) and not ("/" in g and "/" in n) for g in gone) for n in others if n not in gone) or len(new) == 2 and new[0][:1] == "-" and not gone


def _before(word, shape):
    """The option a word is the value of, "" when it is none."""
    at = shape.args.index(word) if word in shape.args else 0
    flag = shape.args[at - 1] if at else ""
    return flag if flag[:2] == "--" or flag[:1] == "-" and len(flag) == 2 else ""


def _around(trouble, bad, good):
    """The same program and arguments: what differs is the wrapper, the assignments, the path of the program or the folder."""
    if bad.via != good.via:
        if "sudo" in good.via and "sudo" not in bad.via:
            return MEDIUM if trouble.kinds & {"permission"} or "sudo" in trouble.text else LOW
        return MEDIUM if trouble.kinds & {"missing_program", "missing_module", "version", "environment"} else "" if "code" in trouble.kinds and not trouble.kinds & set(NAMEISH) else LOW
    if sorted(bad.env) != sorted(good.env):
        added = set(good.env) - set(bad.env)
        named = words.shared(trouble.words, words.telling(" ".join(added))) or any(a.partition("=")[0].lower() in trouble.text for a in added)
        return MEDIUM if named or trouble.kinds & {"environment", "port_taken", "memory"} and added else LOW if added or bad.env else ""
    if bad.place != good.place:
        return MEDIUM if trouble.kinds & {"missing_program", "missing_module", "version"} else LOW if trouble.kinds & {"permission", "missing_file", "environment"} else ""
    if bad.writes != good.writes:
        return LOW if trouble.kinds & {"permission", "missing_file"} else ""
    return ""


def other_message(trouble, bad, good):
    """The same but for the text of a message, which the error finds fault with."""
    return bad.args != good.args and any(w in trouble.text for w in ("message", "subject", "conventional", "commitlint", "commit-msg", "ticket", "header", "title"))


def other_folder(trouble, bad, good):
    """The same command, run in another folder: is that the cure?"""
    if trouble.kinds & {"code"} and not trouble.kinds & {"missing_file", "missing_module", "uninitialised"}:
        return ""
    if trouble.kinds & {"missing_file"}:
        return MEDIUM
    return LOW if "flaky" not in trouble.kinds else ""


def _is_mender(gone, new, good):
    """A formatter or linter that now mends instead of checking."""
    tool = actions.roles(good) & {"lint", "format"}
    return bool(tool) and (any(a in MENDS for a in new) or not new and any(a in CHECKS for a in gone))


def mends(trouble, good):
    bad = trouble.at
    return bad.program == good.program and _is_mender(*_difference(bad.key, good.key), good)


def _difference(a, b):
    """-> (words of a that b lacks, words of b that a lacks), each as often as it lacks."""
    rest, gone = list(b), []
    for word in a:
        if word in rest:
            rest.remove(word)
        else:
            gone.append(word)
    return gone, rest


def _split(some, args):
    """-> (options with their values, other words) of the words `some` out of `args`."""
    flags, others = [], []
    for word in some:
        at = args.index(word) if word in args else -1
        if word[:1] in "-+" and len(word) > 1:
            flags.append(word)
        elif at > 0 and args[at - 1][:1] == "-" and "=" not in args[at - 1] and args[at - 1] in some:
            flags.append(word)
        else:
            others.append(word)
    return flags, others


def _flags(trouble, bad, gone, new, gap):
    """Only options differ."""
    if not new and not (_said(trouble, gone) or trouble.kinds & {"usage"}):
        return ""
    if "code" in trouble.kinds and actions.roles(bad) & {"test", "lint", "build"} and not trouble.kinds & {"usage", "missing_module", "missing_native", "memory", "unreachable", "environment", "limits"} and not _said(trouble, new):
        return LOW if gap == 0 and new and not actions.roles(bad) & {"test", "lint"} else ""
    if _said(trouble, new) or _said(trouble, gone) and trouble.kinds & {"usage"}:
        return MEDIUM
    return MEDIUM if gap == 0 and trouble.kinds & {"usage"} and not trouble.kinds & {"code"} else LOW


def _more(trouble, bad, good, new, new_words, gap):
    """Words were only added: a missing argument, or a narrower run that proves nothing."""
    if actions.roles(bad) & {"test", "lint"} and not trouble.kinds & {"usage", "missing_file"} or "code" in trouble.kinds and not trouble.kinds & set(NAMEISH):
        return ""
    if bad.heads()[:1] != good.heads()[:1] and actions.kinds(good) and not _said(trouble, new):
        return ""  # `make` failed, then `make clean` worked
    if _said(trouble, new):
        return MEDIUM
    if trouble.kinds & {"usage", "vcs"}:
        return MEDIUM if gap == 0 else LOW
    return LOW if gap == 0 or trouble.kinds & {"missing_file", "environment", "auth", "unreachable", "missing_module"} else ""


def _other_words(trouble, bad, good, gone, new, gap):
    """A word was replaced or dropped: a wrong name, path, branch, target or subcommand."""
    shown = [g for g in gone if _in_text(trouble, g)]
    if len(gone) == len(new) == 1 and _holds(new[0], gone[0]) and not actions.roles(bad) & {"test", "lint"}:
        return LOW
    if any(_same_base(g, n) for g in gone for n in new) and trouble.kinds & {"auth", "unreachable"}:
        return LOW
    if shown and gap == 0 and len(gone) == len(new) == 1 and _before(gone[0], bad) == _before(new[0], good) != "" and not trouble.kinds & {"code"}:
        return MEDIUM if words.similar(gone[0], new[0]) else LOW
    if _hard(trouble) or not (trouble.kinds & set(NAMEISH) or trouble.kinds & {"schema", "auth", "port_taken", "unreachable", "environment", "permission"} and (shown or any(_before(g, bad) for g in gone))):
        return ""
    if not new:
        return (MEDIUM if shown else LOW) if trouble.kinds & {"usage", "missing_file"} and (shown or gap == 0) else ""
    if gone[0] in MAKES and new[0] in CHANGES and set(bad.key) & set(good.key) - {new[0]} and ("exists" in trouble.text or "in use" in trouble.text or "re-use" in trouble.text):
        return MEDIUM
    verb_changed = bad.heads()[:1] != good.heads()[:1] and bad.heads()[:1] and bad.heads()[0] in gone and not _before(bad.heads()[0], bad)
    alike = any(words.similar(g, n) or _same_base(g, n) for g in gone for n in new) if not verb_changed else words.similar(bad.heads()[0], (good.heads() or [""])[0])
    if verb_changed and not alike:
        return _other_verb(trouble, bad, good, gone, new, gap, shown)
    if alike:
        if _numbered(gone, new) and not shown:
            return ""
        return MEDIUM if shown or trouble.kinds & {"usage"} else LOW
    if _said(trouble, new):
        return MEDIUM
    if any(words.shared(words.telling(g), words.telling(n)) for g in gone for n in new):
        return MEDIUM if shown else LOW
    same = set(bad.key) & set(good.key)
    if actions.kinds(good) & {"install"} and not any(words.shared(words.telling(g), words.telling(n)) for g in gone for n in new):
        return ""
    if bad.program in actions.RUN_BY_NAME and (actions.roles(bad) and actions.roles(good)):
        return MEDIUM if actions.roles(bad) & actions.roles(good) else ""
    if bad.program in programs.LOOKERS or bad.program in programs.RUNNERS or actions.roles(bad) & {"test", "lint"}:
        return ""
    if len(gone) == len(new) == 1 and gap == 0 and _before(gone[0], bad) == _before(new[0], good) != "" and trouble.kinds & {"unreachable", "auth", "environment", "permission", "port_taken", "schema"}:
        return LOW
    return LOW if shown and gap == 0 and len(new) <= 2 and len(same) >= 1 else ""


def _other_verb(trouble, bad, good, gone, new, gap, shown):
    """Another subcommand: only if the first was none (`unknown command`), and this one is for the same."""
    if not (shown and trouble.kinds & {"usage", "missing_file"}):
        return ""
    if _said(trouble, new):
        return MEDIUM
    was, now = actions.roles(bad), actions.roles(good)
    if was & now:
        return MEDIUM
    if was and now or actions.kinds(good) & {"install", "clean", "auth", "version"}:
        return ""
    return LOW if gap == 0 and len(gone) == 1 and len(new) <= 2 else ""


def _hard(trouble):
    return "code" in trouble.kinds and not trouble.kinds & {"usage"} and not trouble.kinds & {"missing_file", "missing_module"}


def _holds(folder, path):
    """Is one the folder the other lies in: `.` and `main.go`, `./cmd/api` and `cmd/api/main.go`?"""
    folder, path = folder.rstrip("/"), path[2:] if path[:2] == "./" else path
    return folder in (".", "./...") and "." in path[1:] or len(folder) > 2 and path.startswith((folder[2:] if folder[:2] == "./" else folder) + "/")


def _numbered(gone, new):
    """`v1` and `v2`, `test_a` and `test_b`: near in letters, not a slip of the pen."""
    return any(g != n and len(g) == len(n) and words.distance(g[-40:], n[-40:]) == 1 and (g.rstrip("0123456789") != g or g[-4:] == n[-4:] and "_" in g) for g in gone for n in new)


def _same_base(a, b):
    """Two paths to files or folders of one name."""
    return "/" in a + b and a.rstrip("/").rsplit("/", 1)[-1] == b.rstrip("/").rsplit("/", 1)[-1]


def _in_text(trouble, word):
    low = word.lower().strip("'\"")
    if low in trouble.text:
        return True
    pieces = [p for p in low.replace("/", " ").replace(":", " ").replace("=", " ").replace("@", " ").split() if len(p) > 2]
    return any(p in trouble.text for p in pieces)


def _said(trouble, some):
    """Does the error itself name one of these words?"""
    for word in some:
        low = word.lower().strip("'\"")
        if len(low) > 1 and (low.partition("=")[0] in trouble.text if low[:1] == "-" else low in trouble.text and (low not in trouble.command.lower())):
            return True
    return bool(words.shared({w for w in trouble.words if len(w) > 3}, {w for s in some for w in words.telling(s)} - words.telling(trouble.command)))


def _peers(a, b):
    return any(a in row.split() and b in row.split() for row in programs.PEERS.replace("\n", "|").split("|"))


def _other_program(trouble, bad, good, gap):
    same = set(_values(bad)) & set(_values(good))
    all_words = [good.program, *good.args]
    peers = _peers(bad.program, good.program)
    tail = bool(bad.args) and good.args[-len(bad.args):] == bad.args
    if bad.program in programs.RUNNERS and good.program in programs.RUNNERS and bad.args == good.args and peers:
        return MEDIUM if trouble.kinds & {"missing_program", "version"} or "syntax" in trouble.text else LOW
    if "code" in trouble.kinds and not trouble.kinds & {"missing_program", "missing_module", "version", "usage", "missing_file", "uninitialised", "permission", "environment"}:
        return ""
    if bad.program in (a.rsplit("/", 1)[-1] for a in good.args) and good.program not in ("which", "command", "git"):
        if good.program in programs.RUNNERS or good.program in ("npm", "yarn", "pnpm", "uv", "bundle", "docker"):
            return MEDIUM if trouble.kinds & {"missing_program", "permission", "newline", "missing_file"} else LOW
    if bad.program in " ".join(all_words).replace("-", " ").split() and tail:
        return MEDIUM
    if "-" in bad.program and " ".join(all_words).startswith(bad.program.replace("-", " ")):
        return MEDIUM
    if words.similar(bad.program, good.program) and (tail or bad.key == good.key or same) and len(bad.program) > 2:
        return MEDIUM
    if peers:
        if not bad.args and not good.args or tail or len(same) >= max(1, len(_values(bad)) // 2):
            return MEDIUM if trouble.kinds & {"missing_program", "usage", "missing_module", "version", "missing_file"} or tail else LOW
        if _npm_like(bad, good):
            return MEDIUM if trouble.kinds & {"missing_program", "usage", "missing_file"} else LOW
        return LOW if "missing_program" in trouble.kinds and gap == 0 and not actions.looks(good) and _verbs_agree(bad, good) else ""
    if "missing_program" in trouble.kinds and same and not actions.kinds(good) & {"install"}:
        return MEDIUM if len(same) * 2 >= len(_values(bad)) else LOW
    was, now = actions.roles(bad), actions.roles(good)
    if was & now and trouble.kinds & {"usage", "missing_program", "missing_file"} and (gap == 0 or same) and not (_hard(trouble)):
        return LOW if not same else MEDIUM
    if len(same) >= 2 and len(same) * 10 >= len(_values(bad)) * 6 and not actions.kinds(good) & {"file", "vcs", "perms", "clean", "format"}:
        return LOW
    return LOW if _said(trouble, [good.program]) and same and gap == 0 else ""


def _verbs_agree(bad, good):
    a, b = bad.heads()[:1], good.heads()[:1]
    return not a or not b or a == b or bool(actions.roles(bad) & actions.roles(good)) or bool(actions.kinds(bad) & actions.kinds(good))


def _values(shape):
    """The words that tell one use of a program from another."""
    return [a for a in shape.key if a not in ("run", "exec", "-m", "-c", "-y") and not (a[:1] == "-" and len(a) <= 2)]


def _npm_like(bad, good):
    """`npm run build` and `yarn build`, `npm ci` and `pnpm install`."""
    a, b = [w for w in bad.key if w not in ("run", "exec")], [w for w in good.key if w not in ("run", "exec")]
    installs = ("ci", "i", "install", "add")
    return a == b or bool(set(a) & set(installs) or not a) and bool(set(b) & set(installs) or not b) and [w for w in a if w not in installs and w[:1] != "-"] == [w for w in b if w not in installs and w[:1] != "-"]


def variant(bad, good):
    """"narrower", "wider" or "": the same program on fewer or more of the same targets."""
    if bad.program != good.program or bad.via[:1] != good.via[:1] and {"sudo"} & set(bad.via + good.via):
        return ""
    gone, new = _difference(bad.key, good.key)
    testing = actions.roles(bad) & {"test", "lint", "build"}
    if not gone and not new or not testing:
        return ""
    if not new and all(_target(g, bad) for g in gone):
        return "wider"
    if not gone and all(_target(n, good) or n.partition("=")[0].lower() in LESS for n in new):
        return "narrower"
    if gone and new and all(any(g.split("::")[0].startswith(n.rstrip("./").split("::")[0]) for n in new) for g in gone):
        return "wider"
    if gone and new and all(any(n.split("::")[0].startswith(g.rstrip("./").split("::")[0]) for g in gone) for n in new):
        return "narrower"
    return ""


def _target(word, shape):
    at = shape.args.index(word) if word in shape.args else 0
    if word.partition("=")[0].lower() in LESS:
        return True
    after = shape.args[at - 1] if at else ""
    return word[:1] != "-" and ("/" in word or "." in word or "::" in word or after.lower() in LESS or shape.heads()[:1] != [word])
