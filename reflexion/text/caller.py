"""Who failed: program and job of the first command in a line that does something."""

from __future__ import annotations

import re

from reflexion.text.slots import basename

WORD = re.compile(r""""[^"]*"?|'[^']*'?|\|\||&&|[;|&\n(){}]|[^\s;|&(){}"']+""")
SEPARATORS = frozenset(("||", "&&", ";", "|", "&", "\n", "(", ")", "{", "}"))
REDIRECT = re.compile(r"\d?[<>]{1,2}(?:&\d|[ ]?[^\s;|&]*)")
SCRIPT = re.compile(r"\b(?:ba|z|da)?sh -l?c (?=[\"'])")
CONTAINER = re.compile(
    r"\b(?:docker|podman|kubectl|oc)(?:[ -]compose)? (?:exec|run) (?:-\S+ )*\S+ "
)
PREPARING = frozenset(
    "cd export set source . pushd popd true echo mkdir test [ sleep unset trap umask ulimit shopt"
    " alias".split()
)
# programs that only run what follows, and those that do with one of these words behind them
WRAPPERS = frozenset(
    "sudo env time nohup npx bunx pnpx uvx nice exec command cross-env dotenv xargs timeout".split()
)
RUNNERS = frozenset(
    "pnpm:exec pnpm:dlx yarn:exec yarn:dlx npm:exec uv:run poetry:run pipenv:run pdm:run hatch:run"
    " rye:run pixi:run bundle:exec pipx:run coverage:run mise:exec bun:x python:-m"
    " python3:-m".split()
)
INTERPRETERS = frozenset(
    "python node bash sh zsh dash ruby perl php deno bun tsx ts-node lua rscript pwsh".split()
)
# flags whose next word is their value
VALUED = frozenset(
    "-C -f -n -p -c -o -e -H -u -w -F --prefix --filter --dir --cwd --file --namespace --context"
    " --project --config --env --profile --manifest-path --directory --workdir --kubeconfig"
    " --region --with --python".split()
)


def caller(command: str) -> str:
    """ "program job" ("pnpm build", "seed.py") without wrappers, flags, folders; "" for none."""
    command, words = REDIRECT.sub(" ", command[:2000]), []
    if SCRIPT.search(command):
        command = SCRIPT.sub("", command).replace("'", " ").replace('"', " ")
    for word in [*WORD.findall(CONTAINER.sub("", command)), ";"]:
        if word not in SEPARATORS:
            words.append(word.strip("\"'"))
            continue
        words = _unwrapped(words)
        if words and words[0] not in PREPARING:
            break
        words = []
    named = [basename(words[0].lower()), *_jobs(words[1:])] if words else []
    script = len(named) > 1 and "." in named[1] and named[0].rstrip("0123456789.#") in INTERPRETERS
    return " ".join(named[script:])


def _unwrapped(words: list) -> list:
    """The words from the program on that really runs."""
    while words:
        program = words[0].rpartition("/")[2]
        if program in WRAPPERS and len(words) > 1:
            words = words[1:]
        elif ":".join([program, *words[1:2]]) in RUNNERS:
            words = words[2:]
        elif "=" in program or program[:1] == "-" or program[:1].isdigit():
            words = words[1 + (words[0] in VALUED) :]  # NAME=value, or what a wrapper is given
        else:
            break
    return words


def _jobs(words: list) -> list:
    """The first two words that are no flags or their values; `npm test` is `npm run test`."""
    found, skip = [], False
    for word in words:
        if skip or word.startswith("-"):
            skip = not skip and word in VALUED
        elif word not in ("run", "run-script"):
            found.append(basename(word.lower()))
    return found[:2]
