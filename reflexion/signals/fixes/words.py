"""Words that tell: which of an error or a command say what it is about, and whether two of them mean the same thing."""

from __future__ import annotations

import re

WORD = r"[A-Za-z][A-Za-z0-9]*|\d{2,6}"
MOST = 4000  # characters of an error that are read
# Said by every second error or command, so they link nothing.
COMMON = frozenset(
    [
        "000",
        "10",
        "100",
        "11",
        "12",
        "127",
        "128",
        "13",
        "20",
        "200",
        "21",
        "22",
        "255",
        "404",
        "500",
        "64",
        "a",
        "about",
        "above",
        "add",
        "address",
        "after",
        "all",
        "already",
        "also",
        "an",
        "and",
        "another",
        "any",
        "api",
        "app",
        "are",
        "argument",
        "arguments",
        "array",
        "as",
        "assert",
        "assertion",
        "assertionerror",
        "async",
        "at",
        "attempt",
        "attempted",
        "await",
        "bad",
        "bash",
        "be",
        "because",
        "been",
        "before",
        "below",
        "bin",
        "build",
        "but",
        "by",
        "byte",
        "bytes",
        "call",
        "called",
        "can",
        "cannot",
        "cargo",
        "caused",
        "char",
        "check",
        "class",
        "cli",
        "code",
        "col",
        "column",
        "com",
        "command",
        "commands",
        "compile",
        "compiled",
        "complete",
        "config",
        "connect",
        "connection",
        "connections",
        "contains",
        "could",
        "couldn",
        "create",
        "created",
        "current",
        "daemon",
        "default",
        "dependencies",
        "dependency",
        "deps",
        "dev",
        "did",
        "dir",
        "directory",
        "dist",
        "do",
        "docker",
        "does",
        "doesn",
        "done",
        "down",
        "due",
        "during",
        "each",
        "econnrefused",
        "econnreset",
        "either",
        "empty",
        "end",
        "enoent",
        "err",
        "errno",
        "error",
        "errors",
        "etc",
        "ever",
        "exception",
        "exec",
        "executable",
        "execute",
        "exist",
        "exists",
        "exit",
        "expected",
        "fail",
        "failed",
        "failing",
        "fails",
        "failure",
        "false",
        "fatal",
        "file",
        "filenotfounderror",
        "files",
        "find",
        "first",
        "folder",
        "following",
        "for",
        "found",
        "from",
        "frozen",
        "function",
        "functions",
        "get",
        "git",
        "given",
        "global",
        "go",
        "got",
        "had",
        "has",
        "have",
        "help",
        "here",
        "home",
        "host",
        "how",
        "http",
        "https",
        "if",
        "import",
        "imported",
        "importerror",
        "in",
        "info",
        "init",
        "input",
        "install",
        "installed",
        "instance",
        "instead",
        "int",
        "internal",
        "into",
        "invalid",
        "io",
        "is",
        "issue",
        "it",
        "its",
        "js",
        "json",
        "jsx",
        "keyerror",
        "kind",
        "kubectl",
        "last",
        "latest",
        "lib",
        "library",
        "line",
        "list",
        "listen",
        "listening",
        "load",
        "loaded",
        "local",
        "localhost",
        "log",
        "logs",
        "main",
        "make",
        "manage",
        "may",
        "me",
        "message",
        "method",
        "missing",
        "mode",
        "module",
        "modulenotfounderror",
        "modules",
        "more",
        "most",
        "must",
        "my",
        "name",
        "named",
        "need",
        "needed",
        "needs",
        "new",
        "no",
        "node",
        "non",
        "none",
        "not",
        "note",
        "nothing",
        "npm",
        "null",
        "number",
        "object",
        "of",
        "off",
        "ok",
        "on",
        "once",
        "one",
        "only",
        "open",
        "opening",
        "operation",
        "option",
        "options",
        "or",
        "org",
        "os",
        "other",
        "out",
        "output",
        "package",
        "packages",
        "parent",
        "pass",
        "passed",
        "path",
        "pip",
        "please",
        "port",
        "position",
        "problem",
        "problems",
        "process",
        "program",
        "project",
        "property",
        "py",
        "python",
        "python3",
        "raise",
        "raised",
        "read",
        "reason",
        "receive",
        "recent",
        "refused",
        "remove",
        "request",
        "require",
        "required",
        "requires",
        "requiring",
        "resolve",
        "response",
        "result",
        "return",
        "returned",
        "root",
        "rs",
        "run",
        "running",
        "runtime",
        "runtimeerror",
        "rust",
        "script",
        "scripts",
        "see",
        "self",
        "server",
        "service",
        "set",
        "sh",
        "should",
        "show",
        "since",
        "site",
        "so",
        "some",
        "source",
        "specified",
        "specify",
        "src",
        "start",
        "started",
        "state",
        "status",
        "stderr",
        "stdin",
        "stdout",
        "step",
        "stop",
        "str",
        "string",
        "such",
        "sudo",
        "support",
        "supported",
        "sure",
        "syntax",
        "system",
        "table",
        "target",
        "task",
        "tasks",
        "terraform",
        "test",
        "tests",
        "text",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "thread",
        "time",
        "tmp",
        "to",
        "too",
        "tool",
        "traceback",
        "true",
        "try",
        "trying",
        "ts",
        "tsx",
        "type",
        "typeerror",
        "unable",
        "uncaught",
        "undefined",
        "unexpected",
        "unknown",
        "unrecognized",
        "unsupported",
        "up",
        "update",
        "us",
        "usage",
        "use",
        "used",
        "user",
        "users",
        "using",
        "usr",
        "valid",
        "value",
        "valueerror",
        "values",
        "var",
        "variable",
        "variables",
        "version",
        "via",
        "wait",
        "want",
        "warn",
        "warning",
        "was",
        "way",
        "we",
        "web",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "will",
        "with",
        "within",
        "without",
        "work",
        "working",
        "would",
        "write",
        "wrong",
        "www",
        "yet",
        "yml",
        "you",
        "your",
        "zero",
    ]
)
# An import, header or port is often named unlike what provides it.
ALIASES = """
 yaml pyyaml libyaml | cv2 opencv | pil pillow | sklearn scikit | skimage scikit | bs4 beautifulsoup4 | mysqldb mysqlclient | pycryptodome pycrypto
 jwt pyjwt | serial pyserial | git gitpython | openssl pyopenssl libssl ssl ossl | magic libmagic | attr attrs | pkg setuptools
 distutils setuptools | fitz pymupdf | win32api pywin32 | wx wxpython | gi pygobject | ffi libffi cffi | pq libpq postgresql psycopg2
 mysql mariadb libmysqlclient 3306 mysqlclient | zlib zlib1g | png libpng | jpeg libjpeg | libxml2 lxml | curl libcurl
 gl libgl1 libgl libgl1-mesa mesa | gcc essential devtoolset toolset g | cc essential gcc | g essential | make essential | python python3
 postgres postgresql 5432 pg db psql database | redis 6379 cache | mongo mongodb | 27017 mongod db | elasticsearch opensearch 9200 elastic
 rabbitmq 5672 amqp rabbit broker | kafka 9092 broker redpanda | memcached 11211 | docker dockerd colima containerd | localstack 4566 | consul 8500
 vault 8200 | zookeeper 2181 | minio 9000 s3 | sqlite sqlite3 | protobuf protoc proto pb pb2 | asyncio async anyio trio | xdist n | cov coverage
 mock mocker | timeout timeouts | nats 4222 | cassandra 9042 | etcd 2379 | clickhouse 8123 9000 | neo4j 7687 | mailhog 1025 mailpit smtp
 selenium 4444 chromedriver | display xvfb x11 99 | k8s kubernetes minikube kind | ollama 11434 | grpc grpcio grpcurl
 relation migrate migration migrations | tables migrate migration | table migrate | migration migrate alembic upgrade migrations
 migrations migrate migration | browsers playwright chromium | heap memory old space | lock locked unlock | submodule submodules
 credentials login | authenticated login auth | unauthorized login auth | expired login auth | initialized init | initialised init
 pg postgres postgresql | asdf tool | tracking upstream | upstream push | hosts keyscan known | key keyscan keygen | memory mem | typescript tsc
 venv virtualenv | mysqld mysql | snapshot snapshots | submodules recursive | toml tomli | nokogiri libxml2 libxslt | ssl openssl libssl
 sharp libvips | canvas cairo libcairo2 | cairo libcairo2 | magick imagemagick libmagickwand | ogr gdal libgdal | psycopg psycopg2 binary libpq
 lxml libxml2 libxslt1 | bz2 libbz2 | sqlite3 libsqlite3 | lzma liblzma xz | tkinter tk python3 | curses ncurses | snappy libsnappy
 sodium libsodium nacl pynacl | nacl pynacl | zmq pyzmq libzmq | ldap libldap2 | sasl libsasl2 | gssapi krb5 libkrb5
""".strip()
_groups = {}
_NONE = frozenset()


def parts(text):
    """-> list of the lower-case word parts of text, camelCase kept whole, names cut at "_-./:" and the like."""
    return [w.lower() for w in re.findall(WORD, text[:MOST])]


def telling(text):
    """-> set of those parts that may link an error with a command."""
    return {w for w in parts(text) if len(w) > 1 and w not in COMMON}


def shared(mine, theirs):
    """-> set of the words of `mine` that `theirs` (both sets of telling words) means too: the same, one within the other, or an alias."""
    return {m for m in mine for t in theirs if m == t or _within(m, t) or _alias(m, t)}


def _within(a, b):
    if a[:3] == "lib" or b[:3] == "lib":
        a, b = (
            a[3 * (a[:3] == "lib") :].rstrip("0123456789"),
            b[3 * (b[:3] == "lib") :].rstrip("0123456789"),
        )
        if a == b and len(a) > 2:
            return True
    short, long = (a, b) if len(a) < len(b) else (b, a)
    return len(short) >= 4 and not short.isdigit() and short in long and len(short) * 3 >= len(long)


def _alias(a, b):
    if not _groups:
        for n, row in enumerate(ALIASES.replace("\n", "|").split("|")):
            for word in row.split():
                _groups.setdefault(word, set()).add(n)
    return not _groups.get(a, _NONE).isdisjoint(_groups.get(b, _NONE))


def similar(a, b):
    """Are these two words one word mistyped, or one a form of the other (`tets`/`test`, `test`/`tests`, `db:migrate`/`migrate`)?"""
    a, b = a.lower(), b.lower()
    if a == b:
        return True
    if " " in a or " " in b:
        return len(a) < 60 and len(b) < 60 and distance(a, b) <= 2
    a, b = stem(a), stem(b)
    if min(len(a), len(b)) < 2 or max(len(a), len(b)) > 60:
        return False
    short, long = sorted((a, b), key=len)
    if len(short) >= 3 and short in long or (set(parts(a)) - COMMON) & set(parts(b)):
        return True
    return distance(a, b) <= (0 if len(short) < 3 else 1 if len(short) < 5 else 2)


def stem(word):
    """Without a file's ending, which would make any two files of one kind alike."""
    stem, dot, ending = word.rpartition(".")
    return (
        stem
        if stem and 0 < len(ending) <= 4 and ending.isalnum() and not ending.isdigit()
        else word
    )


def distance(a, b):
    """Edits between two short words; a swap of neighbours is one (Damerau, restricted)."""
    before, row = None, list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i] + [0] * len(b)
        for j, y in enumerate(b, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if older and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], older[j - 2] + 1)
    return row[-1]
