"""Of all that was done between a failure and the same command's success: what was it that helped?"""
from __future__ import annotations

from reflexion.signals.fixes import actions, programs, words
from reflexion.signals.fixes.risks import risky
from reflexion.signals.fixes.shapes import shapes

# kind of trouble -> ways to act that end it
CURES = {
    "missing_program": "install env version generate", "missing_module": "install generate env version init", "missing_native": "install env file generate",
    "missing_file": "generate file env init migrate install", "permission": "perms auth start config env", "unreachable": "start env auth config", "port_taken": "kill", "locked": "kill clean",
    "schema": "migrate start", "auth": "auth env config", "environment": "env file config auth version", "version": "version install env config", "uninitialised": "init install generate migrate config auth",
    "memory": "env limits", "space": "clean", "limits": "limits", "stale": "clean install generate", "certificate": "config env auth install", "vcs": "vcs config auth", "format": "format", "newline": "file format",
}
WORLDLY = frozenset(("install", "version", "generate", "clean", "format", "migrate", "init"))  # kinds that help only in their own world
LANGUAGES_WORLDS = frozenset("python node rust go ruby php java dotnet elixir haskell ocaml dart swift native".split())
SYSTEM = frozenset("apt apt-get aptitude brew yum dnf apk pacman zypper snap nix choco scoop winget port conda mamba asdf mise update-alternatives ldconfig xcode-select pkg".split())
DOCS = (".md", ".rst", ".adoc", ".png", ".svg", ".jpg", ".pdf", ".csv.md", "license", "changelog", "readme", "authors", "codeowners")
IGNORES = (".eslintignore", ".prettierignore", ".stylelintignore", ".trivyignore", ".semgrepignore", ".pylintrc-ignore", ".snyk", ".secretsignore", ".gitleaksignore", "suppressions.xml", ".markdownlintignore")
LANGUAGES = {"py": "python", "pyi": "python", "js": "node", "jsx": "node", "ts": "node", "tsx": "node", "mjs": "node", "cjs": "node", "vue": "node", "svelte": "node", "css": "node", "scss": "node", "html": "node", "rs": "rust", "go": "go", "rb": "ruby", "erb": "ruby", "php": "php",
             "java": "java", "kt": "java", "scala": "java", "groovy": "java", "kts": "java", "gradle": "java", "c": "native", "h": "native", "cc": "native", "cpp": "native", "hpp": "native", "cs": "dotnet", "csproj": "dotnet", "fs": "dotnet", "ex": "elixir", "exs": "elixir", "hs": "haskell", "dart": "dart",
             "swift": "swift", "tf": "infra", "tfvars": "infra", "hcl": "infra", "sql": "db", "ml": "ocaml", "m": "swift", "astro": "node", "graphql": "node", "prisma": "node", "clj": "java", "cljs": "java", "edn": "java", "lua": "lua", "pl": "perl", "pm": "perl", "r": "r", "jl": "julia", "zig": "native", "s": "native", "asm": "native", "sol": "node", "less": "node", "sass": "node", "mdx": "node", "nix": "nix", "rego": "infra", "proto": ""}
# Files that steer a program: edited, they matter to it whatever the error says.
STEERS = {"makefile": "make gmake gcc cc", "gnumakefile": "make", "dockerfile": "docker podman docker-compose", "package.json": "npm pnpm yarn bun node npx", "tsconfig.json": "tsc npm", "cargo.toml": "cargo", "go.mod": "go", "pyproject.toml": "pip poetry uv pytest ruff black mypy hatch pdm tox",
          "setup.py": "pip python", "setup.cfg": "pytest pip flake8", "tox.ini": "tox pytest flake8", "pytest.ini": "pytest", "conftest.py": "pytest", "requirements.txt": "pip", "gemfile": "bundle gem", "rakefile": "rake", "pom.xml": "mvn mvnw", "build.gradle": "gradle gradlew", "build.gradle.kts": "gradle gradlew",
          "composer.json": "composer php", "cmakelists.txt": "cmake make ninja", "justfile": "just", "procfile": "foreman heroku", "docker-compose.yml": "docker docker-compose", "docker-compose.yaml": "docker docker-compose", "compose.yml": "docker", "compose.yaml": "docker", "vagrantfile": "vagrant",
          "mix.exs": "mix", "pubspec.yaml": "flutter dart", "podfile": "pod", "ansible.cfg": "ansible-playbook ansible", "chart.yaml": "helm", "values.yaml": "helm", ".env": "", "serverless.yml": "serverless sls", "meson.build": "meson ninja", "build.zig": "zig", "jest.config.js": "jest npm", "vite.config.ts": "vite npm",
          "nginx.conf": "nginx systemctl", "taskfile.yml": "task", "package.swift": "swift", "alembic.ini": "alembic", "manage.py": "python python3", "settings.py": "python python3 django-admin", "skaffold.yaml": "skaffold", ".pre-commit-config.yaml": "pre-commit git", "stack.yaml": "stack", "deno.json": "deno", "wrangler.toml": "wrangler",
          ".npmrc": "npm pnpm yarn", ".nvmrc": "npm node nvm", ".tool-versions": "", "global.json": "dotnet", "pnpm-workspace.yaml": "pnpm", "turbo.json": "turbo npm pnpm", "nx.json": "nx", "phpunit.xml": "phpunit", "kustomization.yaml": "kubectl kustomize"}


class Act:
    """One thing done: shape (None for an edit), path, source line, kinds, tier (3 the error names it, 2 of the kind that cures it, 1 the same tool)."""

    __slots__ = ("shape", "path", "line", "kinds", "tier", "at", "linked")

    def __init__(self, shape=None, path="", line="", kinds=(), tier=0, at=0, linked=()):
        self.shape, self.path, self.line, self.kinds, self.tier, self.at, self.linked = shape, path, line, kinds, tier, at, linked


def acts(trouble, steps, cache):
    """-> (list of Act with a tier above 0, in order; whether something risky was done; number of acting steps)."""
    found, risk, number, earlier = [], False, 0, []
    for at, step in enumerate(steps):
        if not step.get("ok"):
            continue
        if step.get("tool") != "Bash":
            path = step.get("path") or ""
            if path:
                number += 1
                earlier.append(Act(path=path, tier=_edit_tier(trouble, path), at=at))
            continue
        acting = False
        for shape in cache(step.get("command") or ""):
            if actions.looks(shape) or shape.program in ("sleep", "wait", "true", ":"):
                continue
            acting = True
            if risky(shape):
                risk = True
                continue
            how = actions.kinds(shape)
            tier, linked = _tier(trouble, shape, how)
            earlier.append(Act(shape, "", step["command"], how, tier, at, linked))
        number += acting
    found = [a for a in earlier if a.tier]
    if not found and number == 1 and not risk:
        found = _only_thing_done(trouble, earlier)
    return _with_needed(found, earlier), risk, number


def _only_thing_done(trouble, earlier):
    """Nothing else was done, and the fault lay in the surroundings: then it was this, unless it is a check, a commit or of another world."""
    if trouble.kinds & {"code", "flaky"}:
        return []
    for act in earlier:
        if act.shape is None and act.path and not trouble.kinds or act.shape is not None and _could_help(trouble, act):
            act.tier = 1
            return [act]
    return []


def _could_help(trouble, act):
    shape, how = act.shape, act.kinds
    if actions.checks(shape) or how and how <= {"format", "file"} and not trouble.kinds & {"missing_file", "environment", "newline"}:
        return False
    if shape.program == "git" and not _is_git(trouble) and not how & {"init"}:
        return False
    if how or shape.program in programs.TOOLS:
        return _world_fits(trouble, shape, how or WORLDLY)
    return bool(shape.place) or shape.program.endswith(".sh") or "sudo" in shape.via


def _with_needed(found, earlier):
    """The acts that count and those before them on which they stand: `python3 -m venv .venv` before `.venv/bin/pip install x`."""
    keep = list(found)
    for act in found:
        if act.shape is None:
            continue
        for other in earlier:
            if other in keep or other.at > act.at or other is act:
                continue
            made = other.path.rsplit("/", 1)[-1] if other.path else _made(other.shape)
            if made and len(made) > 2 and made in act.shape.raw and act.tier >= 2:
                other.tier = act.tier
                keep.append(other)
    return [a for a in earlier if a in keep]


def _made(shape):
    """The file or folder a command makes, when it is one that makes something."""
    if shape.program in ("venv", "virtualenv", "mkdir", "touch", "wget", "curl", "tar", "unzip", "git", "cp") and shape.args:
        last = shape.args[-1].rstrip("/").rsplit("/", 1)[-1]
        return last if last[:1] != "-" else ""
    return shape.writes[-1].rsplit("/", 1)[-1] if shape.writes else ""


def _tier(trouble, shape, how):
    if not how:
        return _script_tier(trouble, shape)
    mine = shape.telling() - {shape.program.lower()} | ({shape.program.lower()} if how & {"start"} else set())
    linked = words.shared(trouble.words, mine)
    cures = {kind for trouble_kind in trouble.kinds if trouble_kind in CURES for kind in CURES[trouble_kind].split()}
    if "vcs" in how and not _is_git(trouble) and not how & {"init"}:
        return (3, linked) if linked - trouble.at.telling() and how & cures - {"vcs"} else (0, linked)
    fits = how & cures
    if how <= {"file"}:
        if trouble.kinds & {"environment", "auth"} and any(w in a.lower() for a in shape.args + shape.writes for w in (".env", "config", "secret", "settings", "credential")):
            return 3 if linked else 2, linked
        at_fault = {w for w in linked if len(w) > 2}
        return (3 if fits and at_fault else 2 if fits and words.shared(trouble.at.telling(), mine) and trouble.kinds & {"missing_file", "environment"} else 1 if at_fault - trouble.at.telling() else 0), linked
    world = _world_fits(trouble, shape, fits or how)
    if fits and linked and (world or linked - trouble.at.telling()):
        return 3, linked
    if linked - trouble.at.telling() and (world or how - WORLDLY):
        return 3 if fits or len(linked - trouble.at.telling()) > 1 or not trouble.kinds & {"code", "flaky"} else 1, linked
    if fits and world:
        return 2, linked
    if "format" in how and actions.roles(trouble.at) & {"lint", "format"} and world:
        return 2, linked
    if "env" in how and shape.program in ("export", "source", ".", "unset", "") and not trouble.kinds & {"code", "flaky"}:
        return 1, linked
    if shape.program == trouble.at.program and _world_fits(trouble, shape, how) and not ("code" in trouble.kinds and not how & {"clean"}) and not trouble.kinds & {"flaky"} and how - {"file"}:
        return 1, linked
    return 0, linked


def _script_tier(trouble, shape):
    """A script or program nobody knows: it counts only if the error speaks of it and it is no test, no lint and no commit."""
    if actions.checks(shape) or shape.program in ("git", "gh", "sleep", "code") or actions.roles(shape) & {"test", "lint", "format"}:
        return 0, set()
    mine = shape.telling() - trouble.at.telling()
    linked = {w for w in words.shared(trouble.words - trouble.at.telling(), mine) if len(w) > 3}
    return (3 if linked and not trouble.kinds & {"flaky"} else 0), linked


def _is_git(trouble):
    return trouble.at.program in ("git", "gh", "glab", "hub", "git-lfs") or trouble.kinds & {"vcs"} and trouble.at.program in ("make", "npm", "cargo", "go", "goreleaser", "lerna", "release-it", "standard-version", "poetry", "bump2version", "fastlane", "mvn", "helm", "twine", "changeset", "pre-commit", "gt", "heroku", "semantic-release")


def _world_fits(trouble, shape, how):
    """Could what this does matter in the world of the failed command? What only concerns another language does not."""
    if how - WORLDLY - {"file"}:
        return True
    if shape.program in SYSTEM:
        return not trouble.kinds & {"code"} or bool(trouble.kinds & {"missing_program", "missing_native", "missing_module", "version"})
    mine = actions.world(shape.program)
    if not mine or not trouble.worlds or mine & trouble.worlds or shape.program in ("git", "pre-commit", "playwright"):
        return True
    if mine & LANGUAGES_WORLDS and how & {"install", "version"}:
        return not trouble.worlds & LANGUAGES_WORLDS and bool(trouble.kinds & {"missing_program", "missing_module"})
    return not (mine & LANGUAGES_WORLDS and trouble.worlds & LANGUAGES_WORLDS)


def _edit_tier(trouble, path):
    low = path.lower()
    base = low.rsplit("/", 1)[-1]
    stem = base.lstrip(".").partition(".")[0]
    named = base in trouble.text or len(stem) > 3 and stem in trouble.text and stem not in words.COMMON
    command = trouble.command.lower()
    if base in IGNORES:
        return 0
    if base.endswith(DOCS) or stem in DOCS or "/docs/" in low:
        return 3 if base in trouble.text or base in command else 0
    if named:
        return 3
    if base in command or base in STEERS and (trouble.at.program in STEERS[base].split() or not STEERS[base] and trouble.kinds & {"environment", "auth", "unreachable", "missing_file"}):
        return 2
    if _is_config(base) and (stem.split("-")[0] in command or trouble.at.program in base) or len(trouble.at.program) > 2 and trouble.at.program in low.rsplit("/", 2)[-2:-1][0] if "/" in low else False:
        return 2
    language = LANGUAGES.get(base.rsplit(".", 1)[-1])
    if language == "":
        return 1
    if language:
        return 1 if not trouble.worlds or language in trouble.worlds or trouble.worlds & {"containers", "git", "native"} and trouble.at.program not in ("gcc", "g++", "cc") or trouble.worlds <= {"cloud", "db", "k8s"} else 0
    if base.endswith((".yml", ".yaml", ".json", ".toml", ".ini", ".cfg", ".conf", ".env", ".xml", ".properties", ".sh", ".txt", ".lock")) or "." not in base:
        return 1 if not base.endswith((".txt",)) and (not trouble.kinds & {"flaky"}) and _shares_place(trouble, low) else 0
    return 0 if trouble.kinds & {"flaky"} or base.endswith((".txt", ".log", ".csv")) else 1


def _is_config(base):
    return base.endswith((".json", ".toml", ".yml", ".yaml", ".ini", ".cfg", ".js", ".ts", ".cjs", ".mjs", "rc")) and ("config" in base or base[:1] == "." or base.endswith("rc"))


def _shares_place(trouble, path):
    """Configuration that is no source: it counts for programs that read such files."""
    endings = {"yml": {"k8s", "infra", "containers", "ruby", "python", "cloud"}, "yaml": {"k8s", "infra", "containers", "ruby", "python", "cloud"}, "json": {"node", "php", "infra", "cloud", "dotnet"}, "toml": {"rust", "python"}, "xml": {"java", "php", "dotnet"}, "properties": {"java"}, "sh": set(), "ini": {"python", "php"}, "cfg": {"python"}}
    ending = path.rsplit(".", 1)[-1]
    return not trouble.worlds or bool(trouble.worlds & endings.get(ending, trouble.worlds)) if ending != "sh" else not trouble.worlds or trouble.at.program in ("bash", "sh")


def chosen(found, trouble):
    """The acts to name: of the highest tier there is; commands before edits, unless the error names the file."""
    if not found:
        return []
    best = max(a.tier for a in found)
    top = [a for a in found if a.tier == best]
    commands, edits = [a for a in top if a.shape], [a for a in top if not a.shape]
    if best == 1 and edits:
        return edits[-3:]
    if commands:
        commands = _latest_of_each(commands)
        needed = [e for e in edits if best == 3 and any(e.path.rsplit("/", 1)[-1] in c.shape.raw for c in commands)]
        return sorted(commands + needed, key=lambda a: a.at)[-3:]
    return _unique(edits)[-3:]


def _latest_of_each(commands):
    """A command run twice counts once, where it stood last."""
    seen, kept = set(), []
    for act in reversed(commands):
        name = (act.shape.program, tuple(act.shape.key))
        if name not in seen:
            seen.add(name)
            kept.append(act)
    return kept[::-1]


def _unique(edits):
    return list({e.path: e for e in edits}.values())
