"""What programs do, as data: which only look, which install, which world each belongs to. Nothing is compiled or computed here."""
from __future__ import annotations

# Programs that show something and change nothing, whatever their arguments (redirections and -i/-delete are looked at elsewhere).
LOOKERS = frozenset("""
 ls cat bat head tail less more grep egrep fgrep zgrep rg ag ack find fd pwd which whereis type printenv ps lsof pgrep pidof ss netstat df du
 free top htop uname whoami id groups stat wc tree diff cmp comm jq sort uniq awk gawk cut tr column xxd hexdump od strings nl
 readlink realpath basename dirname test [ [[ sleep wait true false : history man help info file date uptime hostname arch nproc lscpu
 lsblk mount jobs dig nslookup host ping ping6 traceroute nc ncat telnet journalctl dmesg ldd nm objdump otool readelf apt-cache
 dpkg-query vmstat iostat echo printf cd pushd popd time watch getent locale fold rev tac cal yq xmllint exa eza lsd cloc tokei scc tput
 clear md5sum sha1sum sha256sum shasum cksum pg_isready nvidia-smi exit return shellcheck
""".split())

# Words that make a command of a bigger tool a look: `docker ps`, `kubectl get`, `npm ls`, `aws ec2 describe-instances`.
LOOKING_WORDS = frozenset("""
 status log diff show ps list ls get describe view info inspect logs version versions help search tree blame ls-files ls-remote ls-tree rev-parse
 shortlog reflog cat-file for-each-ref describe-stacks top events explain api-resources cluster-info current-context get-contexts
 outdated why root prefix freeze output providers metadata doc config-get history whoami is-active is-enabled list-units
 list-timers cat env check-ignore show-ref count-objects whatis stats port images volumes contexts doctor about routes
 grep fetch-logs tail get-caller-identity list-units list-unit-files rev-list merge-base name-rev var bin which audit
""".split())

# ... but not after these, for which such a word changes something or is the work itself (`go get`, `git stash show` is caught by "show").
NOT_LOOKING = {"terraform": {"get"}, "tofu": {"get"}, "go": {"get", "list"}, "npm": {"audit", "version"}, "cargo": {"audit"}, "git": {"stash"},
               "rails": {"env"}, "helm": {"env"}, "apt-get": {"list"},
               "conda": {"env"}, "make": {"info", "status", "help"}, "mix": {"deps.get", "get"}, "flutter": {"get"}, "dart": {"get"}, "composer": {"audit"}}

# Tools whose first words (not a path or a name) say what they do; only for these LOOKING_WORDS is consulted.
TOOLS = frozenset("""
 git gh glab hub svn hg docker podman nerdctl docker-compose kubectl oc k9s helm kustomize minikube kind k3d istioctl argocd flux terraform tofu terragrunt
 pulumi ansible-galaxy vault consul nomad packer vagrant npm pnpm yarn bun deno lerna nx turbo pip pip3 pipx uv poetry pipenv conda mamba pdm hatch rye pyenv
 cargo rustup go gem bundle rbenv rvm composer mvn gradle sdk dotnet nuget mix rebar3 cabal stack opam flutter dart pod swift brew apt apt-get dnf yum apk
 pacman zypper snap flatpak nix choco scoop winget systemctl service launchctl rc-service supervisorctl pm2 aws gcloud az gsutil doctl flyctl fly
 heroku vercel netlify firebase supabase wrangler oci ibmcloud s3cmd alembic flask django-admin manage.py rails rake artisan prisma sequelize knex
 typeorm flyway liquibase
 dbt airflow celery asdf mise fnm nvm volta corepack jenv buf skaffold tilt serverless sls cdk sam cdktf eksctl kubeadm ip ipconfig nmcli crontab
 redis-cli rabbitmqctl mongo consul-template tmux screen loginctl timedatectl hostnamectl localstack awslocal dvc mlflow jupyter ollama
""".split())

# One row per world: the programs that belong to it. A fix from another world is no fix unless the error names it.
WORLDS = {
    "python": """python python2 python3 pip pip3 pipx uv uvx poetry pipenv conda mamba micromamba pdm hatch rye pyenv virtualenv venv pytest tox nox mypy ruff
        black flake8 pylint isort bandit pyright django-admin manage.py flask uvicorn gunicorn celery alembic ipython jupyter sphinx-build coverage twine
        dbt airflow streamlit pre-commit mkdocs scrapy fastapi hypercorn robot behave invoke fab cookiecutter dvc mlflow activate""",
    "node": """node nodejs npm npx pnpm pnpx yarn bun bunx deno tsc tsx ts-node jest vitest mocha ava cypress playwright eslint prettier webpack vite rollup
        esbuild parcel next nuxt gatsby ng nest expo react-native astro svelte-kit remix turbo nx lerna prisma sequelize knex typeorm nvm fnm volta corepack
        nodemon pm2 wrangler vercel netlify storybook stylelint biome babel swc gulp grunt serverless drizzle-kit tap nyc c8 karma vue-cli-service vue-tsc""",
    "rust": "cargo rustc rustup rustfmt clippy-driver wasm-pack trunk sqlx diesel cross maturin",
    "go": "go gofmt golangci-lint goimports dlv gotestsum air goose mage ginkgo staticcheck govulncheck wire sqlc mockgen templ",
    "ruby": "ruby gem bundle bundler rails rake rspec rubocop rbenv rvm irb jekyll puma sidekiq cap fastlane pod minitest foreman",
    "php": "php composer artisan phpunit pest phpstan psalm pecl phpcs php-cs-fixer drush wp symfony console phinx",
    "java": "java javac mvn mvnw gradle gradlew sdk jenv ant sbt scala kotlin kotlinc jar spring lein clj clojure bazel",
    "dotnet": "dotnet nuget msbuild csc fsharpi",
    "elixir": "mix elixir iex rebar3 erl hex",
    "haskell": "cabal stack ghc ghcup", "ocaml": "opam dune ocaml", "dart": "flutter dart pub melos fvm", "swift": "swift xcodebuild pod xcrun xcode-select",
    "native": "gcc g++ cc c++ clang clang++ ld cmake ninja meson autoconf automake autoreconf configure ctest conan vcpkg pkg-config bazel zig",
    "containers": "docker docker-compose podman podman-compose nerdctl buildah colima compose skopeo",
    "k8s": "kubectl oc helm helmfile kustomize minikube kind k3d k3s eksctl kubeadm istioctl argocd flux skaffold tilt kubectx kubens",
    "infra": "terraform tofu terragrunt pulumi ansible ansible-playbook ansible-galaxy packer vagrant vault consul nomad cdk cdktf sam cloudformation tflint "
             "chef puppet",
    "git": "git gh glab hub git-lfs pre-commit",
    "cloud": "aws gcloud az gsutil bq doctl flyctl fly heroku firebase supabase oci ibmcloud s3cmd awslocal eksctl linode-cli hcloud",
    "db": """psql pg_dump pg_restore createdb dropdb createuser pg_ctl mysql mysqldump mysqladmin mariadb sqlite3 redis-cli redis-server mongosh mongo mongod mongorestore
        mongodump clickhouse-client cqlsh influx duckdb sqlcmd sqlplus flyway liquibase cockroach""",
}

# Programs that do the same job: when one is missing or refuses, another of its row may do it instead.
PEERS = """
 npm pnpm yarn bun | npx pnpx bunx pnpm yarn bun npm | python python3 python2 py pypy pypy3 ipython | pip pip3 pipx uv poetry pipenv conda mamba pdm
 sh bash zsh dash ksh fish | docker-compose docker podman podman-compose nerdctl | node nodejs tsx ts-node deno bun | mvn mvnw | gradle gradlew
 make gmake cmake ninja just task bmake | sed gsed perl | tar gtar bsdtar unzip 7z | curl wget http https httpie | netstat ss lsof | ifconfig ip |
 service systemctl rc-service launchctl
 apt apt-get aptitude dnf yum apk pacman brew zypper | vi vim nvim nano | terraform tofu terragrunt | md5 md5sum | sha256sum shasum openssl | open
 xdg-open | awk gawk mawk
 mysql mariadb | mongo mongosh | rails rake bin/rails | kubectl oc k3s minikube | nc ncat netcat | readlink greadlink realpath | timeout gtimeout |
 date gdate | nslookup dig host
 cc gcc clang tcc | c++ g++ clang++ | flake8 ruff pylint | black ruff | yum dnf microdnf | grep rg egrep ggrep ack | find fd fdfind | java javac |
 virtualenv venv python3 python | cp rsync scp ditto
 jest vitest mocha | php artisan | ssh-copy-id ssh | zcat gzcat gunzip gzip | egrep grep | psql pgcli | rubocop standardrb | nodemon node | stat
 gstat | xargs gxargs | sqlite sqlite3 | pytest unittest py.test
 redis-cli valkey-cli | docker podman | more less cat | ftp sftp | rename prename | phantomjs chromium | fdisk parted | bat batcat | serverless sls |
 flyctl fly | code codium
"""

# What a program is for: lets `make test` without such a target be followed by `pytest`, and keeps tests apart from other work.
ROLES = {
    "test": """pytest tox nox jest vitest mocha ava cypress playwright rspec phpunit pest ctest ginkgo gotestsum test tests unit spec check karma behave unittest nextest
        minitest e2e integration verify robot bats""",
    "lint": """eslint flake8 pylint ruff mypy pyright rubocop golangci-lint staticcheck clippy lint tslint stylelint shellcheck hadolint phpstan psalm phpcs tflint yamllint ansible-lint
        bandit markdownlint ktlint checkstyle detekt vet typecheck type-check biome swiftlint credo dialyzer actionlint vue-tsc commitlint semgrep trivy""",
    "format": "black prettier gofmt rustfmt isort fmt format goimports php-cs-fixer autopep8 yapf standardrb clang-format scalafmt spotless shfmt",
    "build": "build compile bundle dist package webpack vite rollup esbuild tsc make cmake assemble release all javac rustc gcc g++ clang",
    "run": "dev start serve server preview watch develop",
    "deploy": "deploy publish ship release promote rollout",
    "db": "migrate migration upgrade migrations db:migrate migrate:latest",
}

# Interpreters and runners that take a script: `node x.ts` -> `tsx x.ts`, `./run.sh` -> `bash run.sh`.
RUNNERS = frozenset("node nodejs tsx ts-node deno bun python python2 python3 py ruby php perl sh bash zsh dash java go lua Rscript pwsh julia source .".split())

# Flags that change what is printed, not what is done.
COSMETIC = frozenset("""
 -q -qq --quiet -v -vv -vvv --verbose --silent --color --no-color --colors --colour -no-color --no-ansi --progress --no-progress --plain --stacktrace --info --trace
 --full-trace -ra -rA -rs --exitfirst --bail --no-header --no-summary --showlocals --capture=no --nocolor --batch-mode --no-pager --watch=false
 --watchAll=false --ansi --tb
 --reporter --verbosity --log-level --maxfail --durations --show-output --backtrace -vvvv --no-interaction --detectOpenHandles --no-input
""".split())
COSMETIC_VALUED = frozenset("--tb --color --reporter --verbosity --log-level --maxfail --durations --progress".split())
# Short ones that are cosmetic to these programs only, and those that mean something else to others (`docker run -v`, `grep -v`).
COSMETIC_OF = {"pytest": "-x -l -s", "mvn": "-B -e", "mvnw": "-B -e", "npm": "-s", "curl": "-s -sS", "make": "-s", "jest": "-i"}
NOT_COSMETIC = {name: "-v -q" for name in "docker podman docker-compose nerdctl grep egrep zgrep psql git unzip tar ps ln kubectl ssh tee command which sort".split()}

# Filters that only trim what is printed at the end of a pipe.
FILTERS = frozenset("tail head cat less more grep egrep rg wc tee sort uniq cut awk sed tr column jq fold nl xxd ts strings".split())
