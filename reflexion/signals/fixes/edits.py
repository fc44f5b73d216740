"""Did an edited file have to do with the failure?"""

from __future__ import annotations

from reflexion.signals.fixes import words

DOCS = (
    ".md",
    ".rst",
    ".adoc",
    ".png",
    ".svg",
    ".jpg",
    ".pdf",
    ".csv.md",
    "license",
    "changelog",
    "readme",
    "authors",
    "codeowners",
)
IGNORES = (
    ".eslintignore",
    ".prettierignore",
    ".stylelintignore",
    ".trivyignore",
    ".semgrepignore",
    ".pylintrc-ignore",
    ".snyk",
    ".secretsignore",
    ".gitleaksignore",
    "suppressions.xml",
    ".markdownlintignore",
)
LANGUAGES = {
    "py": "python",
    "pyi": "python",
    "js": "node",
    "jsx": "node",
    "ts": "node",
    "tsx": "node",
    "mjs": "node",
    "cjs": "node",
    "vue": "node",
    "svelte": "node",
    "css": "node",
    "scss": "node",
    "html": "node",
    "rs": "rust",
    "go": "go",
    "rb": "ruby",
    "erb": "ruby",
    "php": "php",
    "java": "java",
    "kt": "java",
    "scala": "java",
    "groovy": "java",
    "kts": "java",
    "gradle": "java",
    "c": "native",
    "h": "native",
    "cc": "native",
    "cpp": "native",
    "hpp": "native",
    "cs": "dotnet",
    "csproj": "dotnet",
    "fs": "dotnet",
    "ex": "elixir",
    "exs": "elixir",
    "hs": "haskell",
    "dart": "dart",
    "swift": "swift",
    "tf": "infra",
    "tfvars": "infra",
    "hcl": "infra",
    "sql": "db",
    "ml": "ocaml",
    "m": "swift",
    "astro": "node",
    "graphql": "node",
    "prisma": "node",
    "clj": "java",
    "cljs": "java",
    "edn": "java",
    "lua": "lua",
    "pl": "perl",
    "pm": "perl",
    "r": "r",
    "jl": "julia",
    "zig": "native",
    "s": "native",
    "asm": "native",
    "sol": "node",
    "less": "node",
    "sass": "node",
    "mdx": "node",
    "nix": "nix",
    "rego": "infra",
    "proto": "",
}
# Files that steer a program: edited, they matter to it whatever the error says.
STEERS = {
    "makefile": "make gmake gcc cc",
    "gnumakefile": "make",
    "dockerfile": "docker podman docker-compose",
    "package.json": "npm pnpm yarn bun node npx",
    "tsconfig.json": "tsc npm",
    "cargo.toml": "cargo",
    "go.mod": "go",
    "pyproject.toml": "pip poetry uv pytest ruff black mypy hatch pdm tox",
    "setup.py": "pip python",
    "setup.cfg": "pytest pip flake8",
    "tox.ini": "tox pytest flake8",
    "pytest.ini": "pytest",
    "conftest.py": "pytest",
    "requirements.txt": "pip",
    "gemfile": "bundle gem",
    "rakefile": "rake",
    "pom.xml": "mvn mvnw",
    "build.gradle": "gradle gradlew",
    "build.gradle.kts": "gradle gradlew",
    "composer.json": "composer php",
    "cmakelists.txt": "cmake make ninja",
    "justfile": "just",
    "procfile": "foreman heroku",
    "docker-compose.yml": "docker docker-compose",
    "docker-compose.yaml": "docker docker-compose",
    "compose.yml": "docker",
    "compose.yaml": "docker",
    "vagrantfile": "vagrant",
    "mix.exs": "mix",
    "pubspec.yaml": "flutter dart",
    "podfile": "pod",
    "ansible.cfg": "ansible-playbook ansible",
    "chart.yaml": "helm",
    "values.yaml": "helm",
    ".env": "",
    "serverless.yml": "serverless sls",
    "meson.build": "meson ninja",
    "build.zig": "zig",
    "jest.config.js": "jest npm",
    "vite.config.ts": "vite npm",
    "nginx.conf": "nginx systemctl",
    "taskfile.yml": "task",
    "package.swift": "swift",
    "alembic.ini": "alembic",
    "manage.py": "python python3",
    "settings.py": "python python3 django-admin",
    "skaffold.yaml": "skaffold",
    ".pre-commit-config.yaml": "pre-commit git",
    "stack.yaml": "stack",
    "deno.json": "deno",
    "wrangler.toml": "wrangler",
    ".npmrc": "npm pnpm yarn",
    ".nvmrc": "npm node nvm",
    ".tool-versions": "",
    "global.json": "dotnet",
    "pnpm-workspace.yaml": "pnpm",
    "turbo.json": "turbo npm pnpm",
    "nx.json": "nx",
    "phpunit.xml": "phpunit",
    "kustomization.yaml": "kubectl kustomize",
}
CONFIG = (".json", ".toml", ".yml", ".yaml", ".ini", ".cfg", ".js", ".ts", ".cjs", ".mjs", "rc")
PLAIN = (
    ".yml",
    ".yaml",
    ".json",
    ".toml",
    ".ini",
    ".cfg",
    ".conf",
    ".env",
    ".xml",
    ".properties",
    ".sh",
    ".lock",
)
# Configuration that is no source: the worlds whose programs read it.
READERS = {
    "yml": "k8s infra containers ruby python cloud",
    "yaml": "k8s infra containers ruby python cloud",
    "json": "node php infra cloud dotnet",
    "toml": "rust python",
    "xml": "java php dotnet",
    "properties": "java",
    "ini": "python php",
    "cfg": "python",
}


def tier(trouble, path):
    """3 = the error names the file, 2 = it steers the failed program, 1 = it is source of the same world, 0 = it has nothing to do with it."""
    low = path.lower()
    base, command = low.rsplit("/", 1)[-1], trouble.command.lower()
    stem = base.lstrip(".").partition(".")[0]
    if base in IGNORES:
        return 0
    if base.endswith(DOCS) or stem in DOCS or "/docs/" in low:
        return 3 if base in trouble.text or base in command else 0
    if base in trouble.text or len(stem) > 3 and stem in trouble.text and stem not in words.COMMON:
        return 3
    if base in command or _steers(trouble, low, base, stem):
        return 2
    return _kin(trouble, base)


def _steers(trouble, path, base, stem):
    program = trouble.at.program
    if base in STEERS:
        return (
            program in STEERS[base].split()
            or not STEERS[base]
            and bool(trouble.kinds & {"environment", "auth", "unreachable", "missing_file"})
        )
    config = base.endswith(CONFIG) and ("config" in base or base[:1] == "." or base.endswith("rc"))
    return (
        config
        and (stem.split("-")[0] in trouble.command.lower() or program in base)
        or len(program) > 2
        and program in "".join(path.split("/")[-2:-1])
    )


def _kin(trouble, base):
    """1 or 0: is it a source or a setting that the failed program may have read?"""
    ending, flaky = base.rsplit(".", 1)[-1], "flaky" in trouble.kinds
    if ending in LANGUAGES:
        return int(_same_world(trouble, LANGUAGES[ending]))
    if base.endswith((".txt", ".log", ".csv")) or flaky:
        return 0
    if ending == "sh":
        return int(not trouble.worlds or trouble.at.program in ("bash", "sh"))
    if base.endswith(PLAIN):
        return int(
            not trouble.worlds
            or ending not in READERS
            or bool(trouble.worlds & set(READERS[ending].split()))
        )
    return 1


def _same_world(trouble, language):
    if (
        not language
        or not trouble.worlds
        or language in trouble.worlds
        or trouble.worlds <= {"cloud", "db", "k8s"}
    ):
        return True
    return bool(trouble.worlds & {"containers", "git", "native"}) and trouble.at.program not in (
        "gcc",
        "g++",
        "cc",
    )
