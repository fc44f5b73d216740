"""What a command does to the world: nothing (it looks), something that may mend a failure, or something no one should learn."""
from __future__ import annotations

from reflexion.signals.fixes import programs

KINDS_BY_PROGRAM = {
    "install": "pip pip3 apt apt-get brew yum dnf apk pacman gem bundle bundler cpan cpanm luarocks opam easy_install pecl winget choco scoop nuget conan vcpkg pod tlmgr r-cran installr sdkmanager playwright venv virtualenv",
    "start": "redis-server mongod postgres mysqld mysqld_safe memcached dockerd containerd pg_ctlcluster rabbitmq-server elasticsearch zookeeper-server-start.sh kafka-server-start.sh cloud-sql-proxy ngrok open xvfb Xvfb Xephyr nats-server etcd minio emulator appium chromedriver geckodriver selenium-standalone sshd nginx caddy apachectl ssh-tunnel ollama valkey-server influxd",
    "env": "export set source . unset declare setx direnv activate workon typeset setenv",
    "perms": "chmod chown chgrp usermod setfacl newgrp adduser addgroup groupadd useradd gpasswd xattr setcap icacls visudo restorecon loginctl",
    "kill": "kill pkill killall fuser kill-port taskkill fkill skill xkill",
    "migrate": "createdb createuser dropdb dbmate goose migrate flyway liquibase pg_restore mysqladmin psql mysql sqlite3 mongorestore mariadb sqlcmd phinx atlas knex sea-orm-cli initdb",
    "auth": "ssh-add ssh-agent kinit ssh-keygen ssh-keyscan ssh-copy-id gpg aws-vault saml2aws gpg-agent gpgconf op",
    "version": "nvm fnm volta rustup pyenv rbenv rvm asdf mise sdk jenv nodenv goenv update-alternatives corepack n fvm xcode-select tfenv tfswitch phpbrew phpenv chruby archlinux-java",
    "generate": "protoc buf tsc webpack vite rollup esbuild cmake autoreconf autoconf automake configure make ninja meson wire sqlc mockgen stringer msgfmt openapi-generator grpc_tools.protoc build_ext maturin setup.py datamodel-codegen graphql-codegen flatc thrift bison flex swig templ swag ldconfig javac gcc g++ cc bindgen kustomize",
    "clean": "rm rmdir unlink trash shred watchman",
    "file": "mkdir touch cp mv ln tar unzip gunzip gzip bunzip2 xz wget curl rsync scp install dd tee dos2unix patch openssl mkcert mkfifo mktemp truncate dvc git-lfs envsubst ansible-vault sops iconv base64 jq envcrypt 7z",
    "limits": "ulimit sysctl prlimit swapon mkswap fallocate launchctl modprobe",
    "format": "black prettier gofmt isort goimports rustfmt shfmt autopep8 yapf clang-format scalafmt standardrb autoflake pyupgrade",
}
# A word of the tool's own language, or of a script's or a target's name.
KINDS_BY_WORD = {
    "install": "install i ci add require fetch download vendor deps sync restore update upgrade lock tidy get requirements ensure develop pull bootstrap setup dependency prepare postinstall reinstall rebuild hydrate packages",
    "start": "up start restart serve run server services boot daemon enable port-forward tunnel resume unpause machine emulators cluster create create-cluster wait scale rollout daemon-reload reload",
    "env": "env dotenv shell-hook",
    "kill": "stop kill down rm --stop shutdown --shutdown delete kill-server kill-session kill-port",
    "migrate": "migrate migration migrations upgrade seed seeds fixtures push schema db createdb prepare loaddata makemigrations syncdb restore apply reset create import bootstrap setup init-db initdb index reindex load",
    "auth": "login auth signin sso configure get-credentials update-kubeconfig get-login-password trust allow token authorize unlock refresh",
    "config": "config set configure use set-url use-context set-context project profile select workspace remote context switch link alias default allow enable set-config register",
    "init": "init initialize initialise bootstrap setup configure prepare create new init-db enable register install up link track",
    "version": "use default toolchain target component local global override install set switch",
    "generate": "generate gen codegen proto protos protobuf grpc build compile collectstatic dump-autoload dumpautoload link build_ext assemble precompile makemessages compilemessages prebuild stubs bindings publish openapi schema types prepare assets templ graphql typegen sync key:generate swagger client bundle wasm native rebuild",
    "clean": "clean prune purge clear cleanup reset clean-cache cache-clean --clearcache clearcache cache invalidate evict gc vacuum flush clobber distclean repair verify rebuild fix-broken dedupe cache:clear config:clear optimize:clear watch-del-all --clear-cache wipe state",
    "format": "fmt format fix --write --fix -w lint-fix lint:fix format:write -a autocorrect --autocorrect prettier spotlessapply tidy --apply -i",
}
CONTAINERS_AND_CLOUDS = frozenset("docker docker-compose podman nerdctl kubectl oc systemctl service brew minikube kind k3d colima vagrant supabase firebase pm2 supervisorctl localstack multipass lima limactl podman-compose rc-service launchctl "
                                  "tmux screen heroku fly flyctl gcloud aws az pg_ctl pg_ctlcluster brew ollama adb emulator tilt skaffold nats zed rabbitmqctl mongod k3s microk8s".split())
# Scripts and targets that a project names itself: what they do is told by their names.
RUN_BY_NAME = frozenset("make gmake just task npm pnpm yarn bun rake rails invoke inv nox tox gradle gradlew mvn mvnw mage bin artisan manage.py console mix dev setup ant nx turbo poe hatch pdm composer grunt gulp earthly bazel doit fab".split())
TRUSTED_VERBS = frozenset("add install i ci".split())

SQL = ("create ", "alter ", "insert ", "grant ", "update ", "drop ", "truncate ", "delete ", "set ", "vacuum", "reindex", "analyze", "refresh ", "copy ", "call ", "use ", "db.create", "config set", "flush", "replace into", "load data")
GIT_ACTS = frozenset("bisect add commit stash pull fetch rebase merge checkout switch branch remote submodule lfs config reset init clone cherry-pick worktree tag rm mv restore am apply push revert gc prune update-index maintenance sparse-checkout read-tree update-ref replace unset".split())
# Folders that are made anew at will: to remove them is tidying, not cheating.
DERIVED = ("node_modules", "dist", "build", "target", "out", "cache", "tmp", "temp", "__pycache__", ".next", ".nuxt", ".venv", "venv", "coverage", ".lock", ".pid", "lock.json", "lock.yaml", ".terraform", ".gradle", "deriveddata", "pods", "vendor", ".tox", ".turbo", ".parcel", "obj",
           "bin", ".pyc", ".egg-info", ".eggs", ".mypy_cache", ".pytest_cache", ".angular", ".svelte-kit", "gemfile.lock", "cmakecache", "cmakefiles", "_build", "deps", ".dart_tool", "logs", ".log", ".sock", "generated", ".x0-lock", ".x99-lock", "singletonlock", "known_hosts", "go.sum", ".tsbuildinfo", ".eslintcache", "tfstate.lock", "bootstrap", ".vite", ".o", ".so")


def looks(shape):
    """Does this only show something? (Never the fix.)"""
    if shape.writes:
        return False
    args, program = shape.args, shape.program
    if any(a in ("--help", "--version", "--dry-run", "--dryrun") for a in args) or args[:1] in (["-V"], ["-version"], ["help"], ["version"]) or args in (["-h"], ["-v"], ["-l"], ["-L"], ["--list"], ["-list"], ["-ls"]):
        return True
    if program == "":
        return not shape.env
    if program in programs.LOOKERS:
        return not (program == "find" and any(a in ("-delete", "-exec", "-execdir", "-ok") for a in args) or program in ("sort", "yq", "date") and any(a in ("-o", "-i", "-s") for a in args)
                    or program == "mount" and args or program == "crontab" and args != ["-l"] or program == "hostname" and args)
    if program == "sed":
        return not any(a[:2] == "-i" or a == "--in-place" or a[:1] == "-" and a[:2] != "--" and "i" in a[:4] for a in args)
    if program in ("curl", "wget", "http", "https", "xh"):
        return _fetch_looks(program, args)
    if program in ("psql", "mysql", "sqlite3", "mariadb", "mongosh", "mongo", "redis-cli", "valkey-cli", "sqlcmd", "duckdb", "clickhouse-client", "cqlsh"):
        return _sql_looks(args)
    if program in ("python", "python3", "node", "ruby", "perl", "php", "deno", "bun", "Rscript") and args[:1] and args[0] in ("-c", "-e", "-p", "-r", "--eval", "--print", "--check", "-m"):
        return not any(w in " ".join(args[1:3]).lower() for w in ("write", "open(", "system(", "subprocess", "mkdir", "unlink", "remove", "rename", "create", "exec(", "save", "insert", "download", "install"))
    if program in ("tee", "xargs"):
        return False
    if program in ("make", "gmake", "ninja") and any(a in ("-n", "-q", "-p", "--just-print") for a in args):
        return True
    return _tool_looks(program, shape)


def _fetch_looks(program, args):
    sends = any(a in ("-X", "--request", "-d", "--data", "-T", "-F", "-o", "-O", "--output", "--data-raw", "--json", "--data-binary", "-P", "-LO", "-fsSLO", "-sSLO", "-Lo", "-sLo", "-fLo") or a.startswith(("--data", "--post", "-X", "POST", "PUT", "DELETE", "PATCH"))
                or program == "curl" and a[:1] == "-" and a[:2] != "--" and a[-1:] in "oO" and len(a) > 1 for a in args)
    if program == "wget":
        return any(a in ("-qO-", "-O-", "--spider") for a in args) or "-" in args
    if sends and "/dev/null" in args and not any(a.startswith(("-X", "-d", "--data")) for a in args):
        return True
    return not sends


def _sql_looks(args):
    text = " ".join(args).lower()
    return not any(word in text for word in SQL) and not any(a in ("-f", "--file", "<") for a in args) and (bool(args) and any(w in text for w in ("select", "show", "\\", ".tables", ".schema", "ping", "get", "info", "keys", "-l", "describe", "explain", "find(", "--list", "pragma", "count", "stats")))


def _tool_looks(program, shape):
    heads = shape.heads()
    if program == "git":
        return _git_looks(heads, shape.args)
    if program not in programs.TOOLS or not heads:
        return program == "env" and not heads
    exempt = programs.NOT_LOOKING.get(program, ())
    for n, head in enumerate(heads[:3]):
        if head in exempt or any(head in KINDS_BY_WORD[k].split() for k in ("install", "start")) and head not in programs.LOOKING_WORDS or head in ("exec", "delete", "apply", "rm", "uninstall", "remove"):
            return False
        if head in programs.LOOKING_WORDS or head.startswith(("describe-", "list-", "get-", "head-", "describe")):
            return True
    return False


def _git_looks(heads, args):
    if not heads:
        return True
    verb, rest = heads[0], heads[1:]
    if verb in ("branch", "tag", "remote", "stash", "config", "submodule", "worktree", "lfs", "bisect", "notes"):
        if verb == "config":
            return any(a in ("--get", "--list", "-l", "--get-all", "--get-regexp", "get", "list") for a in args) or len(rest) == 1 and not any(a.startswith("--unset") for a in args)
        if verb == "branch":
            return not rest or any(a in ("-a", "-r", "-vv", "--list", "--show-current", "--contains") for a in args)
        if verb == "stash":
            return rest[:1] in (["list"], ["show"])
        return not rest or rest[0] in ("show", "list", "status", "get-url", "ls-files", "env", "locks") or any(a in ("-l", "--list") for a in args)
    return verb in programs.LOOKING_WORDS or verb not in GIT_ACTS


def kinds(shape):
    """-> set of the ways in which this command may mend something; empty for tests, looks, commits, and the like."""
    program, args = shape.program, shape.args
    if looks(shape) or program in ("true", "sleep", "wait", "echo") and not shape.writes:
        return set()
    found = {kind for kind, names in KINDS_BY_PROGRAM.items() if program in names.split()}
    if program == "":
        return {"env"}
    if program == "git":
        return _git_kinds(shape)
    lower = [w.lower() for w in shape.heads()[:3]] + [a.lower() for a in args if a[:1] == "-"]
    named = program in RUN_BY_NAME or "/" in program or shape.place or program in ("python", "python3", "node", "ruby", "php", "perl", "bash", "sh", "go", "npx", "tsx", "deno", "bun", "Rscript", "source")
    tokens = set(lower)
    for text in [program, *shape.heads()[:2]]:
        if named or "." in program or ":" in text or "-" in text and text is not program:
            tokens.update(text.lower().replace("/", " ").replace(":", " ").replace("-", " ").replace("_", " ").replace(".", " ").split())
    for kind, listed in KINDS_BY_WORD.items():
        if tokens & set(listed.split()) and (program in programs.TOOLS or named or found or program in programs_world()):
            found.add(kind)
    if "start" in found and not (program in CONTAINERS_AND_CLOUDS or program in KINDS_BY_PROGRAM["start"].split() or shape.op == "&" or named):
        found.discard("start")
    if shape.op == "&" or "nohup" in shape.via or program == "docker" and "-d" in args:
        found.add("start")
    if program in ("npm", "pnpm", "yarn", "bun", "bundle", "composer", "poetry") and not shape.heads():
        found.add("install")
    if shape.writes or program in ("sed", "perl", "ed", "ex", "awk") and not looks(shape):
        found.add("file")
    if "xargs" in shape.raw[:8] and program == "kill":
        found.add("kill")
    if checks(shape):
        return found & {"format"}
    return found


def programs_world():
    names = set()
    for row in programs.WORLDS.values():
        names.update(row.split())
    return names


def _git_kinds(shape):
    verb = (shape.heads() or [""])[0]
    if verb not in GIT_ACTS:
        return set()
    found = {"vcs"}
    if verb in ("submodule", "lfs", "clone", "pull", "fetch", "checkout", "sparse-checkout"):
        found.add("file" if verb != "pull" else "vcs")
    if verb in ("submodule", "lfs"):
        found.update(("init", "install"))
    if verb in ("config", "remote"):
        found.add("config")
    return found


def checks(shape):
    """A test, lint or type-check run: it tells about the work and mends nothing (but `--fix` and formatters do)."""
    if shape.program in programs.ROLES["format"].split():
        return False
    role = roles(shape)
    return bool(role & {"test", "lint"}) and not any(a.lstrip("-").startswith(("init", "install", "download", "add", "update")) for a in shape.args[:2])


def roles(shape):
    """-> set of what this is for: "test", "lint", "build", … by its program or the target it names."""
    found = set()
    tokens = {shape.program.lower()}
    if shape.program in RUN_BY_NAME or shape.program in programs.TOOLS or shape.program in ("go", "cargo", "dotnet", "swift", "zig", "node", "mvn", "php", "ng", "forge", "hardhat"):
        for head in shape.heads()[:2]:
            tokens.add(head.lower())
            tokens.update(head.lower().replace(":", " ").replace("-", " ").replace("_", " ").split())
    for role, names in programs.ROLES.items():
        if tokens & set(names.split()):
            found.add(role)
    return found


def world(program, text=""):
    """-> set of the worlds a program belongs to; empty when it could be any (make, a script)."""
    name = program.lower()
    return {w for w, names in programs.WORLDS.items() if name in names.split()}
