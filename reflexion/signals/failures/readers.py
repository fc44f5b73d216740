"""Programs that show what others wrote: error words in their output prove nothing. One line adds a program."""

from __future__ import annotations

# any arguments: they read, search, count or format
READERS = frozenset(
    [
        "cat",
        "bat",
        "batcat",
        "head",
        "tail",
        "less",
        "more",
        "most",
        "nl",
        "tac",
        "wc",
        "sort",
        "uniq",
        "cut",
        "awk",
        "gawk",
        "mawk",
        "sed",
        "gsed",
        "tr",
        "column",
        "fold",
        "fmt",
        "paste",
        "join",
        "expand",
        "rev",
        "tee",
        "pr",
        "grep",
        "egrep",
        "fgrep",
        "zgrep",
        "zcat",
        "bzcat",
        "xzcat",
        "rg",
        "ag",
        "ack",
        "pcregrep",
        "git-grep",
        "ugrep",
        "fd",
        "fdfind",
        "find",
        "locate",
        "ls",
        "ll",
        "la",
        "l",
        "exa",
        "eza",
        "lsd",
        "tree",
        "dir",
        "stat",
        "file",
        "du",
        "df",
        "jq",
        "yq",
        "xq",
        "tomlq",
        "dasel",
        "xmllint",
        "xsltproc",
        "gron",
        "fx",
        "mlr",
        "csvcut",
        "csvlook",
        "strings",
        "hexdump",
        "xxd",
        "od",
        "diff",
        "colordiff",
        "delta",
        "sdiff",
        "comm",
        "cmp",
        "icdiff",
        "difft",
        "ps",
        "top",
        "htop",
        "free",
        "uptime",
        "lsof",
        "ss",
        "netstat",
        "ip",
        "ifconfig",
        "dmesg",
        "journalctl",
        "last",
        "w",
        "who",
        "id",
        "uname",
        "hostname",
        "pwd",
        "date",
        "cal",
        "env",
        "printenv",
        "set",
        "locale",
        "which",
        "type",
        "whereis",
        "command",
        "whence",
        "hash",
        "basename",
        "dirname",
        "realpath",
        "readlink",
        "md5sum",
        "sha1sum",
        "sha256sum",
        "shasum",
        "cksum",
        "b2sum",
        "base64",
        "man",
        "info",
        "help",
        "tldr",
        "apropos",
        "whatis",
        "history",
        "fc",
        "alias",
        "jobs",
        "tput",
        "stty",
        "tokei",
        "cloc",
        "scc",
        "ncdu",
        "dust",
        "pgrep",
        "pidof",
        "lsblk",
        "lscpu",
        "nproc",
        "getconf",
        "getent",
        "dpkg-query",
        "apt-cache",
        "rpm",
        "zipinfo",
        "nm",
        "objdump",
        "readelf",
        "ldd",
        "otool",
        "size",
        "ident",
        "exiftool",
        "identify",
        "mediainfo",
        "ffprobe",
        "pdftotext",
        "pandoc",
        "glow",
        "mdcat",
        "echo",
        "printf",
        "yes",
        "seq",
        "true",
        "false",
        ":",
        "sleep",
        "wait",
        "cd",
        "pushd",
        "popd",
        "export",
        "unset",
        "declare",
        "local",
        "readonly",
        "source",
        ".",
        "shopt",
        "trap",
        "umask",
        "ulimit",
        "let",
        "read",
        "exit",
        "return",
        "break",
        "continue",
        "[",
        "[[",
        "test",
        "((",
        "log",
        "logcat",
        "stern",
        "kail",
        "pv",
        "sponge",
        "xclip",
        "pbcopy",
        "pbpaste",
        "clear",
        "rich",
        "less",
        "watch",
        "timeout",
    ]
)

# these say only what they are told to, or nothing
SILENT = frozenset(
    [
        "echo",
        "printf",
        "yes",
        "seq",
        "true",
        "false",
        ":",
        "sleep",
        "wait",
        "cd",
        "pushd",
        "popd",
        "export",
        "unset",
        "declare",
        "local",
        "readonly",
        "shopt",
        "trap",
        "umask",
        "ulimit",
        "let",
        "read",
        "exit",
        "return",
        "break",
        "continue",
        "[",
        "[[",
        "test",
        "((",
        "set",
        "alias",
        "clear",
        "tput",
        "stty",
    ]
)

# program: words after it that make it read (`stash/list`: two words), or options; a long row goes on in another one of the same program
READING = """
git: log show diff grep blame annotate status branch tag reflog ls-files ls-tree cat-file config shortlog describe remote rev-parse rev-list
git: whatchanged name-rev for-each-ref show-ref stash/list stash/show worktree/list submodule/status bisect/log notes/show help version var count-
git: objects range-diff diff-tree diff-index check-ignore
docker: logs ps images inspect events history info version stats top port container/ls container/logs container/inspect image/ls image/inspect
docker: image/history volume/ls volume/inspect network/ls network/inspect context/ls context/show system/df compose/logs compose/ps compose/config
docker: compose/images compose/top compose/ls service/logs service/ps stack/ps node/ls search diff
docker-compose: logs ps config images top
podman: logs ps images inspect events history info version stats top port
nerdctl: logs ps images inspect
kubectl: logs get describe events explain top version api-resources api-versions cluster-info config/view config/get-contexts config/current-context
kubectl: diff
oc: logs get describe events status
k9s: info version
helm: list ls status get history show template search env version repo/list
gh: run/view run/list run/watch pr/view pr/list pr/checks pr/diff pr/status issue/view issue/list issue/status repo/view repo/list release/view
gh: release/list api search status workflow/list workflow/view gist/view cache/list
glab: ci/view ci/list ci/trace ci/status mr/view mr/list mr/diff issue/view issue/list api
npm: ls list view info show outdated explain why help config search root bin prefix docs repo fund pkg
pnpm: ls list why outdated view config root
yarn: list why info config outdated versions
bun: pm
pip: list show freeze config index inspect debug cache
pip3: list show freeze config index
uv: tree pip/list pip/show pip/freeze version cache/dir python/list
poetry: show config env/info env/list version about search
conda: list info search config
cargo: tree metadata search info locate-project --list version pkgid help
rustup: show toolchain/list target/list component/list
rustc: --explain --print
go: list doc env version mod/graph mod/why help
gem: list search info environment which
bundle: list show info outdated config
composer: show search info outdated why depends
mvn: dependency:tree help:effective-pom
apt: list show search policy
apt-get: changelog
dpkg: -l -s -L -S --list --status
brew: list info search leaves outdated config deps uses
dnf: list info search
yum: list info search
apk: info search list
pacman: -Q -Qi -Ql -Ss -Si
snap: list info find
aws: logs s3/ls cloudwatch cloudtrail
gcloud: logging config/list app/logs
az: monitor webapp/log
heroku: logs config ps releases
fly: logs status
flyctl: logs status
vercel: logs ls inspect env/ls
railway: logs status
netlify: logs status
pm2: logs list ls status show describe
systemctl: status show cat list-units list-unit-files is-active is-enabled is-failed list-timers
supervisorctl: status tail
service: --status-all
launchctl: list print
terraform: show output state version providers console graph workspace/list
pulumi: stack logs config/get
consul: members catalog
nomad: status logs alloc/logs
openssl: version errstr list ciphers
svn: log diff info status st cat blame
hg: log diff status st cat annotate
tmux: capture-pane list-sessions ls show-buffer
screen: -ls
crontab: -l
redis-cli: monitor info
tar: tf tvf -tf -tvf tzf -tzf tvzf
unzip: -l -p -v
zip: -sf
virsh: list dumpxml
adb: logcat devices
gdb: --version
java: -version
code: --list-extensions
sqlite3: .schema .tables
alembic: history current heads show
rails: routes notes stats
php: -i -m -v
artisan: route:list
ssh-add: -l -L
gpg: --list-keys -k -K
pre-commit: help
eslint: --print-config
jest: --listTests --showConfig
tsc: --showConfig --listFiles --listFilesOnly
webpack: info
prettier: --find-config-path --file-info
pytest: --collect-only --co --fixtures --markers
nx: graph show report
turbo: ls
mise: ls current
asdf: list current
nvm: ls current list
"""

ASKING = (
    "--help",
    "-help",
    "-h",
    "--version",
    "-V",
    "help",
    "--usage",
)  # a question about the program itself
FETCHING = (
    "curl",
    "wget",
    "http",
    "https",
    "xh",
    "httpie",
    "aria2c",
    "lynx",
    "w3m",
    "links",
    "grpcurl",
    "websocat",
)  # what comes is someone else's text

DATABASES = frozenset(
    [
        "psql",
        "mysql",
        "mariadb",
        "sqlite3",
        "duckdb",
        "redis-cli",
        "valkey-cli",
        "mongosh",
        "clickhouse-client",
        "snowsql",
        "bq",
        "sqlcmd",
        "sqlplus",
        "cqlsh",
    ]
)  # rows may hold any word

# whose own voice has another shape than `program: …`: what they print at the start of a line when they themselves fail
VOICES = {
    "git": r"(?:fatal|error): ",
    "docker": r"(?:docker: |ERROR: )?(?:Error response from daemon|Cannot connect to the Docker|Error: No such|permission denied while trying|unknown (?:command|flag)|invalid argument)",
    "docker-compose": r"(?:Error|ERROR|no such service|no configuration file)",
    "podman": r"Error: ",
    "kubectl": r"(?:error: |Error: |Error from server|The connection to the server|Unable to connect)",
    "oc": r"(?:error: |Error from server|The connection)",
    "helm": r"Error: ",
    "gh": r"(?:GraphQL: |HTTP \d{3}|could not |no pull requests|unknown (?:command|flag)|gh: |failed to |To get started with GitHub|"
    r".{0,600}?gh: .{1,200}\(HTTP \d+\))",
    "npm": r"npm (?:ERR!|error) ",
    "pnpm": r"[ \t]*ERR_PNPM",
    "yarn": r"(?:error |Usage Error)",
    "pip": r"ERROR: ",
    "pip3": r"ERROR: ",
    "uv": r"error: ",
    "cargo": r"error: ",
    "rustup": r"error: ",
    "go": r"(?:go: |no required module|package \S+ is not in|doc: )",
    "gem": r"ERROR: ",
    "brew": r"Error: ",
    "aws": r"(?:An error occurred \(|Unable to locate credentials|Could not connect|aws: |The config profile)",
    "gcloud": r"ERROR: ",
    "az": r"ERROR: ",
    "heroku": r"[ \t]*(?:\u25b8|\u203a) ",
    "fly": r"Error: ",
    "flyctl": r"Error: ",
    "terraform": r"Error: ",
    "pulumi": r"error: ",
    "psql": r"(?:psql|ERROR: |FATAL: |[ \t]*Is the server running)",
    "mysql": r"ERROR \d+ ",
    "sqlite3": r"(?:Error: |Error in |Parse error|Runtime error)",
    "mariadb": r"ERROR \d+ ",
    "duckdb": r"\w+ Error:",
    "mongosh": r"Mongo\w*Error: ",
    "clickhouse-client": r"Code: \d+\. DB",
    "sqlcmd": r"Msg \d+, Level",
    "ssh": r"(?:ssh: |@ .{0,40}HOST IDENTIFICATION|Host key|.*Permission denied \()",
    "redis-cli": r"(?:\(error\)|Could not connect|NOAUTH)",
    "systemctl": r"(?:Failed to |Unit .* could not be found|System has not)",
    "curl": r".{0,120}?curl: \(\d+\)",
    "wget": r"(?:wget: |.{19} ERROR \d{3})",
    "rg": r"(?:rg: |regex parse error)",
    "jq": r"(?:jq: |parse error)",
    "yq": r"(?:Error: |yq: )",
    "http": r"http: error",
    "hg": r"abort: ",
    "svn": r"svn: ",
    "apt": r"E: ",
    "apt-cache": r"E: ",
}


def reads(call) -> bool:
    """Whether a call shows, searches or counts what others wrote, or says nothing of its own."""
    if call.program in ("find", "fd", "fdfind"):
        return not any(arg in ("-exec", "-execdir", "-x", "-X", "--exec") for arg in call.args)
    if (
        call.program in READERS
        or call.program in FETCHING
        or call.program in DATABASES
        or not call.program
    ):
        return True
    if (
        call.program in ("perl", "ruby")
        and call.args[:1]
        and call.args[0][:1] == "-"
        and call.args[0][-1:] == "e"
        and call.args[0][1:2] in ("n", "p", "l", "a")
    ):
        return True  # perl -ne: a filter
    if call.program == "ssh":
        return _reads_there(call)
    if any(arg in ASKING for arg in call.args[:4]):
        return True
    return _reading_words(call)


def _reads_there(call) -> bool:
    """Whether all that runs on the other machine reads."""
    from reflexion.text.shell import calls

    words = [
        arg
        for n, arg in enumerate(call.args)
        if arg[:1] != "-"
        and (n == 0 or call.args[n - 1] not in ("-p", "-i", "-o", "-l", "-F", "-J"))
    ]
    there = calls(" ".join(words[1:]))
    return bool(there) and all(part.program != "ssh" and reads(part) for part in there)


def _reading_words(call) -> bool:
    if not call.program or f"\n{call.program}: " not in READING:
        return False
    known = {
        word
        for row in READING.split("\n")
        if row.startswith(call.program + ": ")
        for word in row.split(" ")[1:]
    }
    if any(arg in known for arg in call.args[:6] if arg[:1] in "-."):
        return True
    plain = plain_words(call.args)
    return bool(plain) and (plain[0] in known or "/".join(plain[:2]) in known)


def plain_words(args) -> list:
    """The first two words that are no options, options with a value skipped where they are common (`-C dir`, `-n ns`)."""
    found, skip = [], False
    for arg in args[:12]:
        if skip:
            skip = False
        elif arg in (
            "-C",
            "-n",
            "-c",
            "--context",
            "--namespace",
            "-f",
            "--profile",
            "--region",
            "-R",
            "-p",
            "-w",
            "--prefix",
            "--filter",
            "-F",
        ):
            skip = True
        elif arg[:1] != "-":
            found.append(arg)
            if len(found) == 2:
                break
    return found


def own_voice(call, text: str) -> str:
    """The first line of prepared text in which the program of a call speaks of its own failure, else ""."""
    import re

    name = re.escape(call.program)
    shape = VOICES.get(call.program)
    pattern = (
        rf"^(?:{shape}.*|(?:/\S*/)?{name}(?:\.exe)?: .*)"
        if shape
        else rf"^(?:/\S*/)?{name}(?:\.exe)?: .*"
    )
    match = re.search(pattern, text, re.M) if call.program else None
    return match.group().strip() if match else ""


def silent(call) -> bool:
    return call.program in SILENT or not call.program
