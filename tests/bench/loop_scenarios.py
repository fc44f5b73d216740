"""Mistakes that agents make, in small worlds: files, and stand-ins for programs that a machine may lack. Data for closed_loop.py."""

from __future__ import annotations


class Scenario:
    """name; prompt: what the user asks for; wrong: the command that fails; alone: what the agent then does to get it done by itself, the
    last one works; near: commands that resemble the mistake and are none; programs: name -> body of a bash stand-in; files: path -> text; before: commands that set the world up; port: a process
    (its number in `.holder`) is in the way."""

    def __init__(
        self, name, prompt, wrong, alone, programs=None, files=None, before=(), port=False, near=()
    ):
        self.name, self.prompt, self.wrong, self.alone = name, prompt, wrong, alone
        self.programs, self.files, self.before, self.port, self.near = (
            programs or {},
            files or {},
            before,
            port,
            near,
        )


def say(text, code=1):
    """A stand-in's way to fail: text to stderr, and the exit status."""
    return f"cat >&2 <<'EOT'\n{text}\nEOT\nexit {code}"


def unless(mark, text, code=1, done="echo done"):
    """A stand-in that fails until the file `mark` is there."""
    return f"[ -e {mark} ] || {{ {say(text, code)}\n}}\n{done}"


REPO = (
    "git init -q -b main .",
    "git commit -q --allow-empty -m start",
    "git init -q --bare ../$(basename $PWD).remote.git",
    "git remote add origin ../$(basename $PWD).remote.git",
    "git push -q origin main",
)
CLEAN = "rm -rf ../$(basename $PWD).remote.git"

SCENARIOS = [
    Scenario(
        "missing module",
        "Print the monthly report with tools/report.py.",
        "python3 tools/report.py",
        ["pip install tablekit", "python3 tools/report.py"],
        {"pip": "mkdir -p site; touch site/$2.py; echo Successfully installed $2-1.0"},
        {"tools/report.py": "import tablekit\nprint('ok')\n"},
        near=("python3 tools/invoice.py",),
    ),
    Scenario(
        "wrong package manager",
        "Build the web shop for production.",
        "npm run build:shop",
        ["cat package.json", "pnpm run build:shop"],
        {
            "npm": say(
                'npm error Missing script: "build:shop"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run'
            ),
            "pnpm": "echo built in 3.1s",
        },
        {"package.json": "{}\n"},
        near=("npm view react version",),
    ),
    Scenario(
        "wrong branch",
        "Push the finished work on the catalogue to the remote.",
        "git push origin master",
        ["git branch -a", "git push origin main"],
        before=(CLEAN, *REPO),
        near=(
            "git push origin --delete old-catalogue",
            "git pull origin main",
        ),
    ),
    Scenario(
        "no upstream",
        "Publish the branch with the wish list.",
        "git push",
        ["git push -u origin wishlist"],
        before=(CLEAN, *REPO, "git checkout -q -b wishlist"),
    ),
    Scenario(
        "service not started",
        "Run the integration tests of the orders service.",
        "yarn test:orders",
        ["docker compose ps", "docker compose up -d orders-db", "yarn test:orders"],
        {
            "yarn": unless(
                ".db",
                "Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)",
            ),
            "docker": 'case "$*" in *up*) touch .db; echo Container orders-db Started;; *) echo NAME IMAGE;; esac',
        },
        near=("yarn lint",),
    ),
    Scenario(
        "missing executable bit",
        "Start the nightly import.",
        "./nightly.sh",
        ["ls -l nightly.sh", "chmod +x nightly.sh", "./nightly.sh"],
        files={"nightly.sh": "#!/bin/bash\necho imported\n"},
        near=("cat nightly.sh",),
    ),
    Scenario(
        "missing variable",
        "Make the release for the beta channel.",
        "bash release.sh",
        ["cat release.sh", "RELEASE_CHANNEL=beta bash release.sh"],
        files={"release.sh": 'set -eu\necho "releasing to $RELEASE_CHANNEL"\n'},
        near=("bash setup.sh",),
    ),
    Scenario(
        "wrong target",
        "Check the C library with make.",
        "make tests",
        ["cat Makefile", "make check"],
        {
            "make": f'[ "$1" = check ] && exec echo 12 passed\n{say("make: *** No rule to make target " + chr(39) + "tests" + chr(39) + ".  Stop.", 2)}'
        },
        {"Makefile": "check:\n\ttrue\n"},
        near=("make install",),
    ),
    Scenario(
        "stale lock",
        "Commit the new price list.",
        "git commit --allow-empty -m prices",
        ["git status", "rm -f .git/index.lock", "git commit --allow-empty -m prices"],
        before=("git init -q -b main .", "touch .git/index.lock"),
        near=("git log --oneline",),
    ),
    Scenario(
        "wrong test path",
        "Run the tests of the basket.",
        "pytest test/test_basket.py",
        ["find . -name 'test_basket*'", "pytest tests/unit/test_basket.py"],
        {
            "pytest": '[ -e "$1" ] && exec echo 4 passed\necho "ERROR: file or directory not found: $1" >&2; exit 4'
        },
        {"tests/unit/test_basket.py": ""},
    ),
    Scenario(
        "old print",
        "Convert the stock list with legacy_stock.py.",
        "python3 legacy_stock.py",
        ["head -1 legacy_stock.py", "python2 legacy_stock.py"],
        {"python2": "echo converted"},
        {"legacy_stock.py": 'print "stock"\n'},
    ),
    Scenario(
        "no python",
        "Seed the warehouse data.",
        "python seed_warehouse.py",
        ["python3 seed_warehouse.py"],
        files={"seed_warehouse.py": "print('seeded')\n"},
    ),
    Scenario(
        "old compose",
        "Bring the mail stack up.",
        "docker-compose up -d mail",
        ["docker compose up -d mail"],
        {"docker": "echo Container mail Started"},
    ),
    Scenario(
        "pending migration",
        "Write a migration for vouchers.",
        "alembic revision --autogenerate -m vouchers",
        ["alembic current", "alembic upgrade head", "alembic revision --autogenerate -m vouchers"],
        {
            "alembic": "case $1 in upgrade) touch .head; echo Running upgrade;; current) echo 12ab;; *) "
            + unless(
                ".head",
                "ERROR [alembic.util.messaging] Target database is not up to date.\nFAILED: Target database is not up to date.",
                255,
            )
            + ";; esac"
        },
    ),
    Scenario(
        "no init",
        "Show what terraform would change in the staging network.",
        "terraform plan -out staging.tfplan",
        ["ls", "terraform init", "terraform plan -out staging.tfplan"],
        {
            "terraform": "case $1 in init) touch .init; echo Terraform has been successfully initialized!;; *) "
            + unless(
                ".init",
                "Error: Inconsistent dependency lock file\n\nTo make the initial dependency selections, run:\n  terraform init",
            )
            + ";; esac"
        },
        near=("terraform fmt",),
    ),
    Scenario(
        "modules not installed",
        "Start the dashboard in development mode.",
        "npm run dashboard",
        ["npm ci", "npm run dashboard"],
        {
            "npm": "case $1 in ci) touch .modules; echo added 412 packages;; *) "
            + unless(".modules", "> dashboard\n> vite\n\nsh: 1: vite: not found", 127)
            + ";; esac"
        },
        near=("npm run docs",),
    ),
    Scenario(
        "port taken",
        "Run the preview server.",
        "preview --port 4173",
        ["lsof -ti :4173", "kill {holder}", "sleep 0.2", "preview --port 4173"],
        {
            "preview": f"kill -0 $(cat .holder) 2>/dev/null && grep -q State:.[SR] /proc/$(cat .holder)/status 2>/dev/null && {{ {say('Error: listen EADDRINUSE: address already in use :::4173')}\n}}\necho listening",
            "lsof": "cat .holder",
        },
        port=True,
    ),
    Scenario(
        "wrong folder",
        "Build the payment engine.",
        "cargo build --release",
        ["ls", "cd engine && cargo build --release"],
        {
            "cargo": "[ -e Cargo.toml ] && exec echo Finished\necho 'error: could not find `Cargo.toml` in `/srv/shop` or any parent directory' >&2; exit 101"
        },
        {"engine/Cargo.toml": ""},
        near=("cargo doc",),
    ),
    Scenario(
        "misspelt verb",
        "Which pods run in the search namespace?",
        "kubectl gte pods -n search",
        ["kubectl get pods -n search"],
        {
            "kubectl": "[ $1 = get ] && exec echo search-0 Running\n"
            + say('error: unknown command "gte" for "kubectl"\n\nDid you mean this?\n\tget')
        },
        near=("kubectl get nodes",),
    ),
    Scenario(
        "missing plugin",
        "Run the slow tests with a time limit.",
        "py.test --timeout=30 slow",
        ["pip3 install pytest-timeout", "py.test --timeout=30 slow"],
        {
            "py.test": unless(
                ".plugin",
                "ERROR: usage: py.test [options] [file_or_dir]\npy.test: error: unrecognized arguments: --timeout=30",
                4,
            ),
            "pip3": "touch .plugin; echo Successfully installed pytest-timeout-2.3",
        },
    ),
    Scenario(
        "docker socket",
        "List the running containers.",
        "docker ps --no-trunc",
        ["sudo docker ps --no-trunc"],
        {
            "sudo": 'ASROOT=1 exec "$@"',
            "docker": '[ "$ASROOT" ] && exec echo CONTAINER ID\n'
            + say(
                "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock"
            ),
        },
        near=("docker image prune",),
    ),
    Scenario(
        "missing go module",
        "Test the ledger package.",
        "go test ./ledger/...",
        ["go get github.com/acorn/decimal", "go test ./ledger/..."],
        {
            "go": "case $1 in get) touch .mod; echo go: added;; *) "
            + unless(
                ".mod",
                "ledger/sum.go:5:2: no required module provides package github.com/acorn/decimal; to add it:\n\tgo get github.com/acorn/decimal",
            )
            + ";; esac"
        },
    ),
    Scenario(
        "client not generated",
        "Start the API of the loyalty service.",
        "node loyalty.js",
        ["npx prisma generate", "node loyalty.js"],
        {
            "node": unless(
                ".client",
                'Error: @prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.',
            ),
            "npx": "touch .client; echo Generated Prisma Client",
        },
    ),
    Scenario(
        "missing folder",
        "Put the audit report where the auditors look.",
        "cp audit.txt out/audits/2031.txt",
        ["mkdir -p out/audits", "cp audit.txt out/audits/2031.txt"],
        files={"audit.txt": "fine\n"},
    ),
    Scenario(
        "missing settings file",
        "Start the booking service.",
        "deno task booking",
        ["ls -a", "cp .env.example .env", "deno task booking"],
        {
            "deno": unless(
                ".env",
                "error: Uncaught (in promise) Error: Missing environment variable BOOKING_URL, is there a .env file?",
            )
        },
        {".env.example": "BOOKING_URL=x\n"},
    ),
    Scenario(
        "missing target",
        "Compile the widget for the browser.",
        "cargo build --target wasm32-unknown-unknown",
        ["rustup target add wasm32-unknown-unknown", "cargo build --target wasm32-unknown-unknown"],
        {
            "cargo": unless(
                ".wasm",
                "error[E0463]: can't find crate for `core`\n  = note: the `wasm32-unknown-unknown` target may not be installed\n  = help: consider downloading the target with `rustup target add wasm32-unknown-unknown`",
                101,
            ),
            "rustup": "touch .wasm; echo info: installing component",
        },
    ),
    Scenario(
        "gems not installed",
        "Run the invoices specs.",
        "bundle exec rspec spec/invoices",
        ["bundle install", "bundle exec rspec spec/invoices"],
        {
            "bundle": "case $1 in install) touch .gems; echo Bundle complete;; *) "
            + unless(
                ".gems",
                "Could not find rspec-3.13.0 in locally installed gems\nRun `bundle install` to install missing gems.",
                7,
            )
            + ";; esac"
        },
        near=("bundle outdated",),
    ),
    Scenario(
        "expired login",
        "Copy the exports to the archive bucket.",
        "aws s3 sync exports s3://acorn-archive",
        [
            "aws sts get-caller-identity || true",
            "aws sso login",
            "aws s3 sync exports s3://acorn-archive",
        ],
        {
            "aws": "case $1 in sso) touch .login; echo Successfully logged in;; sts) echo expired; exit 1;; *) "
            + unless(
                ".login",
                "Error when retrieving token from sso: Token has expired and refresh failed",
                255,
            )
            + ";; esac"
        },
        near=("aws --version",),
    ),
    Scenario(
        "missing chart repository",
        "Install the cache chart.",
        "helm install cache acorn/redis",
        [
            "helm repo list || true",
            "helm repo add acorn https://charts.example.org",
            "helm install cache acorn/redis",
        ],
        {
            "helm": "case \"$1 $2\" in 'repo add') touch .repo; echo added;; 'repo list') exit 1;; *) "
            + unless(".repo", "Error: INSTALLATION FAILED: repo acorn not found")
            + ";; esac"
        },
        near=("helm lint chart",),
    ),
    Scenario(
        "wrong database",
        "Count the customers.",
        "psql -d customers_dv -f count.sql",
        ["psql -l", "psql -d customers_dev -f count.sql"],
        {
            "psql": 'case "$*" in *customers_dev*|-l) echo 42;; *) '
            + say(
                'psql: error: connection to server at "127.0.0.1", port 5432 failed: FATAL:  database "customers_dv" does not exist',
                2,
            )
            + ";; esac"
        },
        near=("psql -d customers_dev -f total.sql",),
    ),
    Scenario(
        "browser not installed",
        "Run the checkout end-to-end tests.",
        "npx playwright test checkout",
        ["npx playwright install chromium", "npx playwright test checkout"],
        {
            "npx": "case $2 in install) touch .browser; echo downloaded;; *) "
            + unless(
                ".browser",
                "Error: browserType.launch: Executable doesn't exist at /home/dev/.cache/ms-playwright/chromium-1091/chrome\n  Looks like Playwright was just installed or updated.\n  Please run the following command to download new browsers:\n    npx playwright install",
            )
            + ";; esac"
        },
    ),
    Scenario(
        "unformatted",
        "Is the catalogue code formatted?",
        "black --check catalogue",
        ["black catalogue", "black --check catalogue"],
        {
            "black": "[ $1 = --check ] || { touch .black; exit 0; }\n"
            + unless(
                ".black", "would reformat catalogue/items.py\n\nOh no! 1 file would be reformatted."
            )
        },
    ),
    Scenario(
        "submodule missing",
        "Build the firmware image.",
        "ninja firmware",
        ["cat .gitmodules || ls", "git submodule update --init", "ninja firmware"],
        {
            "ninja": unless(
                ".sub", "FAILED: fatal error: vendor/usb/usb.h: No such file or directory"
            ),
            "git": "touch .sub; echo Submodule path vendor/usb: checked out",
        },
    ),
    Scenario(
        "old node",
        "Bundle the mobile app.",
        "expo export",
        [
            "export NODE_OPTIONS=--openssl-legacy-provider",
            "NODE_OPTIONS=--openssl-legacy-provider expo export",
        ],
        {
            "expo": '[ "$NODE_OPTIONS" ] && exec echo Exported\n'
            + say(
                "Error: error:0308010C:digital envelope routines::unsupported\n  code: 'ERR_OSSL_EVP_UNSUPPORTED'"
            )
        },
    ),
    Scenario(
        "container name taken",
        "Start a queue container.",
        "podman run -d --name queue nats",
        ["podman ps -a", "podman rm queue", "podman run -d --name queue nats"],
        {
            "podman": "case $1 in rm) touch .free; echo queue;; ps) echo queue;; *) "
            + unless(
                ".free",
                'Error: creating container storage: the container name "queue" is already in use by 3f2a. You have to remove that container to be able to reuse that name',
                125,
            )
            + ";; esac"
        },
        near=("podman run --rm alpine date",),
    ),
]

QUIET = [
    Scenario(
        "flaky test",
        "Run the feed tests.",
        "flaky-test feed",
        ["ls", "flaky-test feed"],
        {
            "flaky-test": "n=$(cat .runs 2>/dev/null || echo 0); echo $((n+1)) > .runs; [ $n -gt 0 ] && exec echo 3 passed\necho 'FAILED feed - TimeoutError: timed out' >&2; exit 1"
        },
    ),
    Scenario(
        "never mended",
        "Compile the parser.",
        "rustc parser.rs",
        ["cat parser.rs", "ls"],
        {"rustc": say("error[E0382]: borrow of moved value: `tokens`")},
        {"parser.rs": ""},
    ),
    Scenario(
        "silenced",
        "Lint the site.",
        "eslint site",
        ["eslint site || true"],
        {"eslint": say("12 problems (12 errors, 0 warnings)")},
    ),
    Scenario(
        "forced",
        "Push the rewritten history.",
        "hg push",
        ["hg push --force"],
        {"hg": '[ "$2" ] && exit 0\n' + say("abort: push creates new remote head 3f2ab19c!", 255)},
    ),
    Scenario(
        "test deleted",
        "Run the tests of the exchange rates.",
        "vitest run rates",
        ["rm tests/rates.test.ts", "vitest run rates"],
        {
            "vitest": "[ -e tests/rates.test.ts ] || exit 0\n"
            + say("FAIL tests/rates.test.ts > converts\nAssertionError: expected 3 to be 4")
        },
        {"tests/rates.test.ts": ""},
    ),
]
