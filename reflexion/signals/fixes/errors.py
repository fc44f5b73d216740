"""Which kind of trouble an error text tells of: rows of (kind, needles). A needle is a lower-case literal; no patterns, so any text is linear."""
from __future__ import annotations

import re

# Order matters only to readers: a text may be of several kinds.
KINDS = {
    # the program itself is not there
    "missing_program": ("command not found", "not recognized as an internal", "executable file not found", "executable not found", "no such program",
                        "unknown program",
                        "not found in path", "failed to find executable", "spawn enoent", "could not find executable", ": not found",
                        "is not installed", "program not found", "unable to locate executable", "developer path", "developer tools",
                        "is not a git command", "is not a docker command", "no acceptable", "in $path", "compiler not", "compiler found"),
    # a library, module or package is not there
    "missing_module": ("no module named", "could not import", "unable to import", "modulenotfounderror", "cannot find module", "can't find module", "module not found", "cannot find package",
                       "importerror", "cannot load such file", "no required module provides",
                       "missing go.sum entry", "could not find gem", "package not found", "unresolved import", "can't find crate", "class not found",
                       "classnotfound", "could not resolve dependenc", "could not find a version",
                       "missing dependenc", "unmet dependenc", "dependencies are not installed", "not installed", "autoload", "did you forget to run",
                       "node_modules", "is not available, please install",
                       "can't resolve", "failed to resolve", "could not resolve", "cannot resolve", "there is no package", "no package called",
                       "dependencyerror", "peer dep", "eresolve", "unrecognized arguments",
                       "does not exist in the current", "no such extension", "requires the", "could not be found", "missing package",
                       "bundler::gemnotfound", "unknown extension", "library not found", "please install",
                       "package does not exist", "can't locate", "module is not installed", "module file not found", "not in std", "unsupported plugin",
                       "unknown plugin", "failed to load plugin",
                       "failed to load config", "failed to load", "native binding", "are not available", "required plugin", "lock file",
                       "unchecked dependencies", "use of undeclared crate", "missing from", "extra dependencies",
                       "fixture '", "no such plugin", "plugin", "not natively supported", "collection not found", "couldn't resolve module",
                       "couldn't find", "missing driver", "no suitable driver"),
    "missing_native": ("fatal error:", "cannot find -l", "shared object file", "cannot open shared", "library not loaded", "pkg-config",
                       ".h: no such file", "undefined reference", "linker", "could not find openssl",
                       "mysql_config", "pg_config", "image not found", "libgl", "dll load failed", "missing: ", "undefined symbol", "failed to build",
                       "error: command 'gcc' failed", "unable to find library", "could not find the following", "library"),
    # a file or folder is not there, or the place is wrong
    "missing_file": ("no such file", "enoent", "cannot find the path", "does not exist", "not a directory", "filenotfounderror", "file not found",
                     "could not find", "couldn't find", "cannot find", "can't find", "not found", "no makefile",
                     "no rakefile", "missing file", "unable to find", "cannot open", "can't open", "could not open", "failed to read", "cannot stat",
                     "no configuration file", "did not match any", "not a git repository",
                     "missing:", "doesn't exist", "unable to open", "not exist", "no gemfile", "could not locate", "cannot access", "missing script",
                     "no package.json", "appear to contain", "no tests found", "no test files", "errno 2",
                     "no project", "unable to load", "failed to open", "outside a", "outside of", "not inside", "not in a ", "not a valid project", "no workspace"),
    # the words of the command are wrong
    "usage": ("unknown ", "no such ", "invalid ", "not a valid", "does not contain", "does not have", "doesn't contain", "script not found", "no script", "no step",
              "no recipe", "no target", "no task", "no job", "no tests match", "no executable", "unknown command", "unrecognized", "unknown option",
              "unknown argument", "unknown flag", "invalid option", "illegal option", "unknown subcommand", "unknown shorthand", "usage:",
              "invalid choice", "is not a git command",
              "missing script", "no rule to make target", "don't know how to build", "did you mean", "maybe you meant", "most similar",
              "unexpected argument", "unknown target", "unknown lifecycle", "flag provided but not defined", "requires exactly",
              "requires at least", "too many arguments", "not enough arguments", "missing required", "the following required", "required argument",
              "requires a", "invalid argument", "bad option", "unknown primary", "unknown predicate", "is ambiguous",
              "command is not defined", "no such option", "is not a valid", "not a valid", "unsupported", "deprecated", "no longer", "has been removed",
              "could not determine which", "must specify", "must be specified",
              "please specify", "specify", "unknown type", "resource type", "unknown task", "task '", "invalid value", "unknown script",
              "not found for", "unknown command-line", "not a docker command", "not supported", "was not found",
              "no upstream", "set-upstream", "no tracking information", "divergent", "need to specify", "cannot use", "missing argument", "expects",
              "couldn't find remote ref", "src refspec", "invalid reference", "pathspec", "not something we can merge",
              "unknown revision", "already exists", "file exists", "is a directory", "omitting directory", "-r not specified", "not specified",
              "cannot create directory", "directory not empty", "unknown switch", "no matching", "no default",
              "matching pattern", "no files matching", "no match for platform", "no matching manifest", "command \"", "unknown goal", "don't know how",
              "manifest unknown", "invalid command", "undefined command", "unknown verb",
              "not a command", "there are no commands", "no task named", "incorrect usage", "unknown file extension", "not in gzip format",
              "unrecognized archive", "cannot re-use", "in use by", "before filename", "must be addressed", "not a zip", "wrong format",
              "exec format error", "nothing added to commit", "no changes added", "does not match", "unknown host", "unknown service",
              "no such service",
              "no container", "no such container", "no such image", "no such target", "cannot combine", "requires --", "unexpected option",
              "unknown parameter", "invalid parameter", "invalid flag", "unknown format", ),
    "permission": ("permission denied", "eacces", "eperm", "operation not permitted", "access denied", "access is denied", "not permitted", "read-only",
                   "must be root", "are you root", "superuser", "requires root", "unprotected private key",
                   "too open", "insufficient permission", "not writable", "not owned", "must be run as", "administrator", "dubious ownership",
                   "unable to open lock file", "could not open lock file", "privilege", "permissionerror", "interactive authentication"),
    # a service that should listen does not
    "unreachable": ("connection refused", "econnrefused", "could not connect", "couldn't connect", "can't connect", "cannot connect",
                    "unable to connect", "failed to connect", "connectionrefused", "connection error", "no connection could be made",
                    "is the docker daemon running", "daemon", "is the server running", "was refused", "connect call failed", "connection to server",
                    "econnreset", "not running", "no broker", "brokers", "connection failed", "connect: ", "timed out connecting",
                    "connecttimeout", "enotfound", "name resolution", "getaddrinfo", "could not translate host", "could not resolve host",
                    "nodename nor servname", "server selection", "max retries", "is not running", "not ready", "no nodes", "lost connection",
                    "communications link failure",
                    "can't reach", "cannot reach", "unreachable", "no such host", "net::err", "dial tcp", "operationalerror", "chrome not reachable",
                    "missing x server", "$display", "cannot open display",
                    "no session", "failed to dial", "rpc error", "no route to host", "socket", "not connected", "connect timeout",
                    "connection timed out", "timed out waiting for", "no active", "is stopped", "stopped", "etimedout", "connecterror",
                    "connection attempts", "could not be established", "no devices", "attempts failed"),
    "port_taken": ("eaddrinuse", "address already in use", "port is already allocated", "already in use", "port is already", "already listening",
                   "bind: ", "only one usage of each socket", "is already running", "in use", "already being used", "is taken", "errno 98",
                   "errno 48"),
    "locked": ("lock", "another process", "another git process", "resource busy", "device or resource busy", "text file busy", "pid file", "ebusy",
               "already running", "in progress", "stale", "being used by another"),
    # the data store is there, its schema or content is not
    "schema": ("no such table", "relation \"", "does not exist", "doesn't exist", "no such column", "unknown column", "unapplied migration",
               "pending migration", "migrations are pending", "not up to date", "undefinedtable", "unknown database", "schema", "migration",
               "role \"", "database \"", "extension \"", "undefined column", "invalid object name", "base table or view not found", "table", "seed",
               "no such index", "index_not_found", "collection"),
    "auth": ("unauthorized", "401", "403", "forbidden", "authentication", "not logged in", "login", "log in", "credential", "access token", "expired",
             "publickey", "denied: ", "access denied", "no basic auth", "token", "not authenticated", "unauthenticated", "authorization",
             "permission to", "could not read username", "host key verification", "accessdenied", "password", "invalid api key", "api key", "signature",
             "read from remote", "need auth", "sign in", "eneedauth", "identity", "invalidclienttokenid", "sso", "passphrase", "gpg", "no identity",
             "requires authentication"),
    "environment": ("environment variable", "env var", "keyerror", "not set", "is not defined", "missing env", "is required", "must be set", "unset",
                    "undefined variable", "unbound variable", "missing required env", "improperlyconfigured", "settings are not configured",
                    "not configured", "is missing", "validationerror", "java_home", "gopath", "env:", "process.env", "no value for", "was not provided",
                    "could not be determined", "no default region", "region", "configure", "config", "profile", "no such context", "no context",
                    "context", "undefined or empty", "empty value", "field required", "android_home", "invalid context", "locale", "encode", "decode",
                    "display", "database_url", "virtual environment", "virtualenv", "externally-managed"),
    "version": ("unsupported engine", "ebadengine", "engine \"", "requires ", "python_requires", "rustc ", "toolchain", "unsupported class file",
                "class file version", "invalid target release", "source option", "not compatible", "incompatible", "your ruby version", "err_ossl",
                "digital envelope",
                "target may not be installed", "can't find crate for `std`", "can't find crate for `core`", "too old", "too new", "version mismatch",
                "node.js version", "unsupportedclassversion", "needs to be upgraded", "release version", "wasm32", "exec format",
                "is not yet installed", "language level",
                "current version", "global version", "supported version", "different python", "python version", "go version", "minimum version",
                "version conflict", "specified", "target release"),
    "uninitialised": ("init", "not initialized", "not initialised", "uninitialized", "not been initialized", "has not been", "backend",
                      "required plugins", "not configured", "set up", "setup", "run `", "run '", "run \"", "please run", "try running",
                      "you need to run", "did you run",
                      "have you run", "did you forget", "first run", "not yet", "not generated", "generate", "submodule", "not been built", "not built",
                      "must be built", "has not been built", "no cluster", "not registered", "not enabled", "ensure", "make sure", "before you",
                      "licen", "accept", "not accepted"),
    "memory": ("heap out of memory", "heap limit", "out of memory", "oomkilled", "outofmemory", "java heap", "cannot allocate", "memory", "killed",
               "stack size", "gc overhead", "enomem", "bad_alloc"),
    "space": ("no space left", "enospc", "disk full", "quota exceeded", "disk quota", "insufficient space", "not enough space",
              "system limit for number of file watchers"),
    "limits": ("too many open files", "emfile", "file watchers", "max_map_count", "ulimit", "max virtual memory", "too many connections", "inotify"),
    "stale": ("stale", "corrupt", "checksum", "eintegrity", "integrity", "cache", "mismatch", "out of date", "outdated", "hash", "unexpected end",
              "invalid or corrupt", "bad magic", "out of sync", "lockfile", "lock file", "already exists", "file exists", "not empty", "zip file",
              "duplicate", "conflict",
              "previous", "leftover", "unknown platform", "no longer", "cannot find module './", "invalid cross-device", "frozen", "not in sync",
              "up to date", "undefined method", "incremental", "not valid", "cannot resolve"),
    "certificate": ("certificate", "ssl", "tls", "self signed", "self-signed", "x509", "unable to get local issuer", "verify failed"),
    "vcs": ("rejected", "non-fast-forward", "fetch first", "local changes", "overwritten", "unmerged", "conflict", "unstaged changes", "uncommitted",
            "not something we can merge", "unrelated histories", "diverged", "detached", "merge_head", "rebase", "shallow", "submodule",
            "tell me who you are", "pathspec", "refspec", "remote", "upstream", "branch", "safe.directory", "dubious ownership", "working tree", "lfs",
            "nothing to commit", "no changes", "stash", "unknown revision", "couldn't find remote ref", "commit", "dirty", "not a git repository",
            "hook", "modified by"),
    "format": ("would reformat", "would be reformatted", "code style issues", "diff in ", "not formatted", "formatting", "reformat", "prettier",
               "fixable", "--fix", "lint", "needs formatting", "style", "import block is un-sorted", "imports are incorrectly sorted", "problems (",
               "offenses", "unused import",
               "fixed with", "errors and", "not gofmt", "files were modified", "needs to be formatted"),
    "newline": ("^m", "\\r", "bad interpreter", "crlf", "$'\\r'"),
}

# The code under test is wrong: no other command makes it right, and whatever ran in between is no likely cure.
CODE = ("error validating", "error parsing", "assertionerror", "assertion", "assert ", "tests failed", "test failed", " failed,", " failed in", "failures:",
        "failing", "panicked",
        "--- fail", "fail src", "fail test", "... failed", "failed tests/", "test failures", "error[e", "error ts", "error cs", "typeerror",
        "attributeerror", "nameerror", "valueerror",
        "syntaxerror", "syntax error", "indexerror", "zerodivision", "nullpointer", "referenceerror", "rangeerror", "undefined reference", "undeclared",
        "borrow", "mismatched types", "parse error", "unexpected token", "nomethoderror", "undefined method", "undefined variable", "indentationerror",
        "taberror", "segmentation fault",
        "cannot assign", "declared but not used", "declared and not used", "imported and not used", "incompatible types", "is not assignable",
        "problems (", "offense", "unused", "cannot find symbol", "undefined:", "timeouterror", "timed out", "uncaught", "not ok", "expect(", "snapshot",
        "deadlock", "warnings as errors", "error: this ",
        "expected to", "exit code: 2", "] error 1", "] error 2", "crashed", " failure", " failures", "failure:", "cannot read properties")
# It may be gone the next time, with nothing done.
FLAKY = ("503", "service unavailable", "throttl", "rate exceeded", "internal server error", "timeout", "timed out", "timeouterror", "flaky",
         "temporarily", "try again", "connection reset", "econnreset", "socket hang up", "rate limit", "429", "too many requests", "eai_again", "504",
         "502", "tls handshake", "etimedout", "race", "intermittent")


NONE_SUCH = r"\bno [\w-]{2,40}(?: [\w-]{2,40})? (?:named|called|found|matching|matches|matched)\b"  # "no fixture named", "no test files found"


def none_such(low):
    """Does the (bounded, lower-case) text say that there is no such thing?"""
    return "no " in low and bool(re.search(NONE_SUCH, low))


def kinds(text):
    """-> set of the kinds whose needles the (bounded) text holds, plus "code" and "flaky"."""
    low = text.lower() + "\n"
    found = {kind for kind, needles in KINDS.items() for needle in needles if needle in low}
    if any(needle in low for needle in CODE) or re.search(r"(?<![\w.:])\d{1,5} (?:tests? |specs? |examples? )?(?:failed|failing|failures?|errors?)\b", low):
        found.add("code")
    if none_such(low):
        found.add("usage")
    if any(needle in low for needle in FLAKY):
        found.add("flaky")
    return found
