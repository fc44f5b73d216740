"""What kind of program a tool is, for what it says while its status is hidden. One word adds a program."""

from __future__ import annotations

# these show the contents of files and logs: with one of them at work, an error in the output may be an old one
CONTENT = frozenset(
    [
        "cat",
        "bat",
        "batcat",
        "tail",
        "head",
        "less",
        "more",
        "nl",
        "tac",
        "sed",
        "awk",
        "gawk",
        "grep",
        "egrep",
        "rg",
        "ag",
        "ack",
        "zgrep",
        "zcat",
        "journalctl",
        "dmesg",
        "strings",
        "xxd",
        "jq",
        "yq",
        "curl",
        "wget",
        "http",
        "xh",
        "diff",
    ]
)
CONTENT_WORDS = frozenset(
    ["log", "logs", "show", "diff", "view", "blame", "grep", "api", "trace", "describe", "stack"]
)

# checkers: a line of theirs with a place in it is a finding, and a finding is a failure
LINTERS = frozenset(
    [
        "flake8",
        "pylint",
        "ruff",
        "pyright",
        "basedpyright",
        "pyflakes",
        "pycodestyle",
        "black",
        "isort",
        "bandit",
        "eslint",
        "tslint",
        "stylelint",
        "biome",
        "oxlint",
        "xo",
        "standard",
        "prettier",
        "shellcheck",
        "hadolint",
        "yamllint",
        "actionlint",
        "markdownlint",
        "markdownlint-cli2",
        "golangci-lint",
        "staticcheck",
        "golint",
        "rubocop",
        "reek",
        "brakeman",
        "phpstan",
        "psalm",
        "phpcs",
        "phpmd",
        "detekt",
        "ktlint",
        "swiftlint",
        "sqlfluff",
        "ansible-lint",
        "tflint",
        "checkov",
        "cfn-lint",
        "djlint",
        "vale",
        "cspell",
        "codespell",
        "hlint",
        "vulture",
        "interrogate",
        "commitlint",
        "protoc",
        "buf",
        "pre-commit",
        "nbqa",
        "pydocstyle",
        "pip-audit",
        "gitleaks",
        "lychee",
        "spectral",
    ]
)

# runners: their findings count where they count failures themselves
RUNNERS = frozenset(
    [
        "mypy",
        "tsc",
        "vue-tsc",
        "pytest",
        "jest",
        "vitest",
        "mocha",
        "ava",
        "tap",
        "rspec",
        "phpunit",
        "pest",
        "unittest",
        "nose2",
        "tox",
        "nox",
        "go",
        "cargo",
        "playwright",
        "cypress",
        "minitest",
        "rake",
        "mix",
        "gradle",
        "gradlew",
        "mvn",
        "mvnw",
        "dotnet",
        "swift",
        "flutter",
        "dart",
        "ctest",
        "npm",
        "pnpm",
        "yarn",
        "bun",
        "deno",
        "make",
        "just",
        "task",
        "nx",
        "turbo",
        "prove",
        "behave",
        "cucumber",
        "cmake",
        "ninja",
        "clippy",
        "credo",
        "dialyzer",
        "clang-tidy",
        "cppcheck",
        "rebar3",
        "sbt",
        "stack",
        "cabal",
        "karma",
        "coverage",
        "git",
        "rails",
        "robot",
        "forge",
        "zig",
        "bazel",
        "bazelisk",
        "lein",
        "wdio",
        "hardhat",
        "ansible-playbook",
        "Rscript",
    ]
)

# these run what others wrote: only plain errors count, for a script may print anything (git shows what people wrote)
INTERPRETERS = frozenset(
    [
        "node",
        "ruby",
        "perl",
        "php",
        "java",
        "lua",
        "Rscript",
        "julia",
        "deno",
        "bun",
        "bash",
        "sh",
        "zsh",
        "dash",
        "npm",
        "pnpm",
        "yarn",
        "make",
        "just",
        "task",
        "source",
        ".",
        "awk",
        "git",
    ]
)

COUNTED = (
    r"\b[1-9]\d{0,5} (?:tests? |suites? |specs? |examples?, )?(?:failed|failing|failures?|errors?)\b|"
    r"\b(?:[Ff]ailures|[Ee]rrors|[Ff]ailed)[=:] ?[1-9]"
)

# the lines in which runners and checkers sum up a run that failed: (needle in lower case, pattern)
TALLIES = (
    (
        "fail",
        r"^[= \t]*(?:(?:Tests?|Test Suites|Test Files|Suites|Specs)[: ][ \t]*)?[1-9]\d* (?:failed|failing)\b.*",
    ),
    ("fail", r"^[ \t]*[1-9]\d* (?:of \d+ )?(?:tests? failed\b|fail$).*"),
    (
        " ",
        r"^\d+ (?:tests?|examples?|runs?|specs?|checks|scenarios?|features?)\b.*\b[1-9]\d* (?:failures?|errors?|failed)\b.*",
    ),
    ("error", r"^[= \t]*[1-9]\d* errors? in [\d.]+ ?m?s\b.*"),
    ("tests", r"^Tests(?: run)?: \d+,.*\b(?:Failures|Errors): [1-9].*"),
    ("failed!", r"^Failed! .*"),
    (
        "tests failed",
        r"^\d+% tests passed, [1-9]\d* tests? failed.*|^The following tests FAILED:|^.*\bSome tests failed\.",
    ),
    ("ctest", r"^Errors while running CTest"),
    ("fail code", r"^[ \t]*\S+: FAIL code \d.*"),
    (
        "\u2716 ",
        r"^[ \t]*\u2716[ \t]+[1-9]\d* (?:problems? \([1-9]\d* errors?\b|(?:of \d+ )?failed\b).*|^[ \t]*\u2716[ \t]+\d+/\d+ failed\b.*",
    ),
    (
        "executed ",
        r"^[ \t]*Executed \d+ tests?, with [1-9]\d* failures?.*|^.{0,80}Executed \d+ of \d+ .{0,30}\([1-9]\d* FAILED\).*|"
        r"^Executed \d+ out of \d+ tests?: .*\b[1-9]\d* fails?\b.*",
    ),
    ("ok=", r"^\S+[ \t]+: ok=\d+.*\b(?:unreachable|failed)=[1-9].*"),
    (
        "found ",
        r"^(?:[ \t]*\[ERROR\] |Done linting! )?Found [1-9]\d* (?:errors?|issues?|problems?|violations?|offenses?)\b(?!.*\b0 remaining).*",
    ),
    ("inspected", r"^\d+ files? inspected, [1-9]\d* offenses?\b(?!.*\bcorrected).*"),
    ("issues:", r"^[1-9]\d* issues:"),
    ("build s", r"^ninja: build stopped.*|^Build Summary:.*\b[1-9]\d* failed.*"),
    ("failing tests", r"^Encountered a total of [1-9]\d* failing tests.*"),
    ("failures, ", r"^[1-9]\d* failures, \d+ errors.*|^0 failures, [1-9]\d* errors.*"),
    ("result: fail", r"^Result: FAIL.*"),
    ("[ fail ", r"^\[ FAIL [1-9].*"),
    ("spec files", r"^Spec Files:.*\b[1-9]\d* failed.*"),
    ("failed:", r"^Failed: +\S+#\S+.*"),
    ("failed with", r"^Analysis failed with [1-9].*"),
)

# the last word of a program that went well
SUCCESS = (
    r"^.*(?:\b[1-9]\d* (?:passed|passing)\b(?!.*\b[1-9]\d* (?:failed|errors?)\b)|\btest result: ok|BUILD SUCCESS|[Cc]ompiled successfully|"
    r"[Bb]uilt in \d|All checks passed|[Aa]ll tests passed|Success: no issues|no issues found|[Ff]ound 0 (?:errors|vulnerabilities)|"
    r"Successfully (?:installed|built|rebased|tagged|merged)|Apply complete!|completed successfully|finished successfully|succeeded|Success!|"
    r"Already up to date).*$|^OK(?: \(.*\))?$|^PASS$|^ok$"
)

# programs that end in 0 after an error: program -> its error lines
EXIT_ZERO = {
    "psql": r"^psql:.*(?:ERROR|FATAL): .*|^ERROR:  .*",
    "mysql": r"^ERROR \d+ \(\w+\).*",
    "mariadb": r"^ERROR \d+ \(\w+\).*",
    "sqlplus": r"^(?:ORA|SP2|PLS)-\d+: .*",
    "sqlcmd": r"^Msg \d+, Level .*",
    "snowsql": r"^\d{6} \(\w+\): .*",
    "redis-cli": r"^(?:\(error\) |NOAUTH |WRONGTYPE |ERR ).*",
    "valkey-cli": r"^(?:\(error\) |NOAUTH |WRONGTYPE |ERR ).*",
    "mongosh": r"^Mongo\w*Error: .*",
    "sqlite3": r"^(?:Parse|Runtime) error.*|^Error: .*",
    "find": r"^find: (?!.*Permission denied).*",
}
