"""What can mend what, as data: which programs and words act in which way, and which trouble each way ends."""

from __future__ import annotations

KINDS_BY_PROGRAM = {
    "install": "pip pip3 apt apt-get brew yum dnf apk pacman gem bundle bundler cpan cpanm luarocks opam easy_install pecl winget choco scoop nuget conan "
    "vcpkg pod tlmgr r-cran installr sdkmanager playwright venv virtualenv",
    "start": "redis-server mongod postgres mysqld mysqld_safe memcached dockerd containerd pg_ctlcluster rabbitmq-server elasticsearch "
    "zookeeper-server-start.sh kafka-server-start.sh cloud-sql-proxy ngrok open xvfb Xvfb Xephyr nats-server etcd minio emulator appium "
    "chromedriver geckodriver selenium-standalone sshd nginx caddy apachectl ssh-tunnel ollama valkey-server influxd",
    "env": "export set source . unset declare setx direnv activate workon typeset setenv",
    "perms": "chmod chown chgrp usermod setfacl newgrp adduser addgroup groupadd useradd gpasswd xattr setcap icacls visudo restorecon loginctl",
    "kill": "kill pkill killall fuser kill-port taskkill fkill skill xkill",
    "migrate": "createdb createuser dropdb dbmate goose migrate flyway liquibase pg_restore mysqladmin psql mysql sqlite3 mongorestore mariadb sqlcmd phinx "
    "atlas knex sea-orm-cli initdb",
    "auth": "ssh-add ssh-agent kinit ssh-keygen ssh-keyscan ssh-copy-id gpg aws-vault saml2aws gpg-agent gpgconf op",
    "version": "nvm fnm volta rustup pyenv rbenv rvm asdf mise sdk jenv nodenv goenv update-alternatives corepack n fvm xcode-select tfenv tfswitch phpbrew "
    "phpenv chruby archlinux-java",
    "generate": "protoc buf tsc webpack vite rollup esbuild cmake autoreconf autoconf automake configure make ninja meson wire sqlc mockgen stringer msgfmt "
    "openapi-generator grpc_tools.protoc build_ext maturin setup.py datamodel-codegen graphql-codegen flatc thrift bison flex swig templ swag "
    "ldconfig javac gcc g++ cc bindgen kustomize",
    "clean": "rm rmdir unlink trash shred watchman",
    "file": "mkdir touch cp mv ln tar unzip gunzip gzip bunzip2 xz wget curl rsync scp install dd tee dos2unix patch openssl mkcert mkfifo mktemp truncate "
    "dvc git-lfs envsubst ansible-vault sops iconv base64 jq envcrypt 7z",
    "limits": "ulimit sysctl prlimit swapon mkswap fallocate launchctl modprobe",
    "format": "black prettier gofmt isort goimports rustfmt shfmt autopep8 yapf clang-format scalafmt standardrb autoflake pyupgrade",
}
# A word of the tool's own language, or of a script's or a target's name.
KINDS_BY_WORD = {
    "install": "install i ci add require fetch download vendor deps sync restore update upgrade lock tidy get requirements ensure develop pull bootstrap "
    "setup dependency prepare postinstall reinstall rebuild hydrate packages",
    "start": "up start restart serve run server services boot daemon enable port-forward tunnel resume unpause machine emulators cluster create "
    "create-cluster wait scale rollout daemon-reload reload",
    "env": "env dotenv shell-hook",
    "kill": "stop kill down rm --stop shutdown --shutdown delete kill-server kill-session kill-port",
    "migrate": "migrate migration migrations upgrade seed seeds fixtures push schema db createdb prepare loaddata makemigrations syncdb restore apply reset "
    "create import bootstrap setup init-db initdb index reindex load",
    "auth": "login auth signin sso configure get-credentials update-kubeconfig get-login-password trust allow token authorize unlock refresh",
    "config": "config set configure use set-url use-context set-context project profile select workspace remote context switch link alias default allow "
    "enable set-config register",
    "init": "init initialize initialise bootstrap setup configure prepare create new init-db enable register install up link track",
    "version": "use default toolchain target component local global override install set switch",
    "generate": "generate gen codegen proto protos protobuf grpc build compile collectstatic dump-autoload dumpautoload link build_ext assemble precompile "
    "makemessages compilemessages prebuild stubs bindings publish openapi schema types prepare assets templ graphql typegen sync key:generate "
    "swagger client bundle wasm native rebuild",
    "clean": "clean prune purge clear cleanup reset clean-cache cache-clean --clearcache clearcache cache invalidate evict gc vacuum flush clobber distclean "
    "repair verify rebuild fix-broken dedupe cache:clear config:clear optimize:clear watch-del-all --clear-cache wipe state",
    "format": "fmt format fix --write --fix -w lint-fix lint:fix format:write -a autocorrect --autocorrect prettier spotlessapply tidy --apply -i",
}
# Programs whose words "up", "start", "run" start something that stays.
STARTERS = frozenset(
    [
        "docker",
        "docker-compose",
        "podman",
        "nerdctl",
        "kubectl",
        "oc",
        "systemctl",
        "service",
        "brew",
        "minikube",
        "kind",
        "k3d",
        "colima",
        "vagrant",
        "supabase",
        "firebase",
        "pm2",
        "supervisorctl",
        "localstack",
        "multipass",
        "lima",
        "limactl",
        "podman-compose",
        "rc-service",
        "launchctl",
        "tmux",
        "screen",
        "heroku",
        "fly",
        "flyctl",
        "gcloud",
        "aws",
        "az",
        "pg_ctl",
        "pg_ctlcluster",
        "brew",
        "ollama",
        "adb",
        "emulator",
        "tilt",
        "skaffold",
        "nats",
        "zed",
        "rabbitmqctl",
        "mongod",
        "k3s",
        "microk8s",
    ]
) | frozenset(KINDS_BY_PROGRAM["start"].split())
# Scripts and targets that a project names itself: what they do is told by their names.
RUN_BY_NAME = frozenset(
    [
        "make",
        "gmake",
        "just",
        "task",
        "npm",
        "pnpm",
        "yarn",
        "bun",
        "rake",
        "rails",
        "invoke",
        "inv",
        "nox",
        "tox",
        "gradle",
        "gradlew",
        "mvn",
        "mvnw",
        "mage",
        "bin",
        "artisan",
        "manage.py",
        "console",
        "mix",
        "dev",
        "setup",
        "ant",
        "nx",
        "turbo",
        "poe",
        "hatch",
        "pdm",
        "composer",
        "grunt",
        "gulp",
        "earthly",
        "bazel",
        "doit",
        "fab",
    ]
)
# kind of trouble -> ways to act that end it
CURES = {
    "missing_program": "install env version generate",
    "missing_module": "install generate env version init",
    "missing_native": "install env file generate",
    "missing_file": "generate file env init migrate install",
    "permission": "perms auth start config env",
    "unreachable": "start env auth config",
    "port_taken": "kill",
    "locked": "kill clean",
    "schema": "migrate start",
    "auth": "auth env config",
    "environment": "env file config auth version",
    "version": "version install env config",
    "uninitialised": "init install generate migrate config auth",
    "memory": "env limits",
    "space": "clean",
    "limits": "limits",
    "stale": "clean install generate",
    "certificate": "config env auth install",
    "vcs": "vcs config auth",
    "format": "format",
    "newline": "file format",
}
