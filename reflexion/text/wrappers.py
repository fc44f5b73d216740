"""Programs that only run another one: what to strip off in front to see who really spoke. One line adds a wrapper."""

from __future__ import annotations

# words that make the wrapper -> (options that take a value, number of its own arguments before the command it runs).
# Options without a value and NAME=value words are skipped for all of them.
WRAPPERS = {
    "sudo": ("-u -g -h -p -C -r -t -T -U -D -R --user --group --chdir", 0),
    "doas": ("-u -C", 0),
    "env": ("-u -C -S --unset --chdir", 0),
    "cross-env": ("", 0),
    "cross-env-shell": ("", 0),
    "dotenv": ("-f -e -c -p", 0),
    "dotenvx run": ("-f -e", 0),
    "time": ("-f -o", 0),
    "gtime": ("-f -o", 0),
    "hyperfine": ("-w -r -m -M -p -n --warmup --runs", 0),
    "nohup": ("", 0),
    "setsid": ("", 0),
    "unbuffer": ("", 0),
    "chronic": ("", 0),
    "caffeinate": ("-t -w", 0),
    "nice": ("-n --adjustment", 0),
    "ionice": ("-c -n -p", 0),
    "chrt": ("", 1),
    "taskset": ("-c", 0),
    "stdbuf": ("-i -o -e", 0),
    "timeout": ("-k -s --kill-after --signal", 1),
    "gtimeout": ("-k -s --kill-after --signal", 1),
    "command": ("", 0),
    "builtin": ("", 0),
    "exec": ("-a", 0),
    "busybox": ("", 0),
    "arch": ("", 0),
    "flock": ("-w -E --timeout", 1),
    "xvfb-run": ("-s -n -e -f", 0),
    "dbus-run-session": ("", 0),
    "retry": ("-t -d --times --delay", 0),
    "watchexec": ("-e -w -i", 0),
    "xargs": ("-I -n -P -L -d -a -s -E", 0),
    "parallel": ("-j -a --jobs", 0),
    "npx": ("-p --package -c", 0),
    "bunx": ("-p --package", 0),
    "pnpx": ("-p --package", 0),
    "pnpm exec": ("", 0),
    "pnpm dlx": ("--package", 0),
    "yarn exec": ("", 0),
    "yarn dlx": ("-p --package", 0),
    "npm exec": ("-p --package -w --workspace", 0),
    "npm x": ("-p --package", 0),
    "bun x": ("", 0),
    "corepack": ("", 0),
    "fnm exec": ("--using", 0),
    "nvm exec": ("", 1),
    "volta run": ("--node --npm --yarn", 0),
    "uv run": (
        "--with --python -p --extra --group --project --directory --env-file --package --only-group --no-group --index --with-requirements --with-editable",
        0,
    ),
    "uvx": ("--from --with --python -p", 0),
    "uv tool run": ("--from --with --python -p", 0),
    "pipx run": ("--spec --python", 0),
    "poetry run": ("", 0),
    "pipenv run": ("", 0),
    "pdm run": ("-p", 0),
    "hatch run": ("-e", 0),
    "rye run": ("", 0),
    "pixi run": ("-e --environment", 0),
    "conda run": ("-n -p --name --prefix", 0),
    "mamba run": ("-n -p", 0),
    "micromamba run": ("-n -p", 0),
    "coverage run": ("--source --rcfile --include --omit", 0),
    "bundle exec": ("", 0),
    "rbenv exec": ("", 0),
    "pyenv exec": ("", 0),
    "asdf exec": ("", 0),
    "mise exec": ("", 0),
    "mise x": ("", 0),
    "direnv exec": ("", 1),
    "opam exec": ("", 0),
    "stack exec": ("", 0),
    "cabal exec": ("", 0),
    "dotnet tool run": ("", 0),
    "rustup run": ("", 1),
    "wsl": ("-d -u", 0),
    "docker exec": ("-u -w -e --user --workdir --env", 1),
    "docker compose exec": ("-u -w -e --user --workdir --env", 1),
    "docker compose run": ("-u -w -e -v -p --user --workdir --env --name --entrypoint", 1),
    "docker-compose exec": ("-u -w -e", 1),
    "docker-compose run": ("-u -w -e -v -p", 1),
    "podman exec": ("-u -w -e", 1),
    "kubectl exec": ("-c -n --container --namespace --context", 1),
    "oc exec": ("-c -n", 1),
    "doppler run": ("-p -c", 0),
    "op run": ("--env-file", 0),
    "aws-vault exec": ("", 1),
    "chamber exec": ("", 1),
    "infisical run": ("--env", 0),
}

# a wrapper whose options mean that it does not run anything: the program itself is asked a question
NOT_RUNNING = {"command": ("-v", "-V"), "sudo": ("-l", "-v", "-k"), "exec": ()}

# programs that take a script in an option's value: its commands are what runs
SCRIPT_OPTION = {
    "bash": "c",
    "sh": "c",
    "zsh": "c",
    "dash": "c",
    "ash": "c",
    "ksh": "c",
    "fish": "c",
    "su": "c",
}


def unwrap(words):
    """words: a simple command's words, non-empty. Return (number of words that only wrap, positions among them of NAME=value words).

    `["sudo", "-E", "npx", "tsc"]` -> (3, []). The command itself always keeps at least one word."""
    at, assigned = 0, []
    while at < len(words) - 1:
        step = _wrapper(words, at)
        if step is None:
            break
        inner, own = step
        if inner >= len(words):
            break
        assigned += own
        at = inner
    return at, assigned


def _wrapper(words, at):
    """When a wrapper starts at words[at]: (where the command it runs starts, positions of its NAME=value words), else None."""
    name = basename(words[at])
    if is_python(name) and "-m" in words[at + 1 : at + 5]:
        return words.index("-m", at) + 1, []
    for size in (1, 2, 3):
        options = WRAPPERS.get(" ".join([name, *words[at + 1 : at + size]]))
        if options:
            return _inner(words, at + size, options, NOT_RUNNING.get(name, ()))
    return None


def _inner(words, at, options, refuse):
    valued, own = options
    valued, assigned = valued.split(), []
    while at < len(words):
        word = words[at]
        if word in refuse:
            return None
        if word == "--":
            at += 1
            break
        if word[:1] == "-" and len(word) > 1:
            at += 2 if word in valued else 1
        elif is_assignment(word):
            assigned.append(at)
            at += 1
        elif own:
            own -= 1
            at += 1
        else:
            break
    return at, assigned


def is_python(name):
    return name.rstrip("0123456789.w") in ("python", "pypy", "py", "pytho")


def is_assignment(word):
    """Whether a word is NAME=value (or NAME+=value) as it may stand in front of a command."""
    name, equals, _ = word.partition("=")
    return bool(equals) and name.rstrip("+").isidentifier() and name.isascii()


def basename(word):
    """The program's name in a word: no folders, no Windows suffix. A word that is all slashes stays as it is."""
    name = word.replace("\\", "/").rstrip("/").rpartition("/")[2] or word
    for suffix in (".exe", ".cmd", ".bat"):
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name
