"""What programs do, as data: which only look, which install, which world each belongs to. Nothing is compiled or computed here."""

from __future__ import annotations

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
    "haskell": "cabal stack ghc ghcup",
    "ocaml": "opam dune ocaml",
    "dart": "flutter dart pub melos fvm",
    "swift": "swift xcodebuild pod xcrun xcode-select",
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
RUNNERS = frozenset(
    [
        "node",
        "nodejs",
        "tsx",
        "ts-node",
        "deno",
        "bun",
        "python",
        "python2",
        "python3",
        "py",
        "ruby",
        "php",
        "perl",
        "sh",
        "bash",
        "zsh",
        "dash",
        "java",
        "go",
        "lua",
        "Rscript",
        "pwsh",
        "julia",
        "source",
        ".",
    ]
)

# Filters that only trim what is printed at the end of a pipe.
FILTERS = frozenset(
    [
        "tail",
        "head",
        "cat",
        "less",
        "more",
        "grep",
        "egrep",
        "rg",
        "wc",
        "tee",
        "sort",
        "uniq",
        "cut",
        "awk",
        "sed",
        "tr",
        "column",
        "jq",
        "fold",
        "nl",
        "xxd",
        "ts",
        "strings",
    ]
)
