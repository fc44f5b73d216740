"""Failures behind exit status 0: hidden by a pipe, `|| true`, `; echo done`, a loop or a script, seen in the output."""
from __future__ import annotations

import re

from reflexion.signals.error_line import findings, proven, refusal, speaking, spoken, wrapped_up

from reflexion.text.wrappers import is_python

from .readers import own_voice, reads, silent
from .structure import masked

# programs that show the contents of files and logs: with one of these at work, an error in the output may be an old one
CONTENT = frozenset("cat bat batcat tail head less more nl tac sed awk gawk grep egrep rg ag ack zgrep zcat journalctl dmesg strings xxd jq yq curl wget http xh diff".split())
CONTENT_WORDS = frozenset("log logs show diff view blame grep api trace describe stack".split())

# checkers: a line of theirs with a place in it is a finding, and a finding is a failure
LINTERS = frozenset("""flake8 pylint ruff pyright basedpyright pyflakes pycodestyle black isort bandit eslint tslint stylelint biome oxlint xo standard
prettier shellcheck hadolint yamllint actionlint markdownlint markdownlint-cli2 golangci-lint staticcheck golint rubocop reek brakeman phpstan psalm
phpcs phpmd detekt ktlint swiftlint sqlfluff ansible-lint tflint checkov cfn-lint djlint vale cspell codespell hlint vulture interrogate commitlint
protoc buf pre-commit nbqa pydocstyle pip-audit gitleaks lychee spectral""".split())
# runners: their findings count where they count failures themselves
RUNNERS = frozenset("""mypy tsc vue-tsc pytest jest vitest mocha ava tap rspec phpunit pest unittest nose2 tox nox go cargo playwright cypress minitest
rake mix gradle gradlew mvn mvnw dotnet swift flutter dart ctest npm pnpm yarn bun deno make just task nx turbo prove behave cucumber cmake ninja
clippy credo dialyzer clang-tidy cppcheck rebar3 sbt stack cabal karma coverage git""".split())
# these run what others wrote: only plain errors of theirs count, for a script may print anything
INTERPRETERS = frozenset("""node ruby perl php java lua Rscript julia deno bun bash sh zsh dash npm pnpm yarn make just task source . awk""".split())
COUNTED = r"\b[1-9]\d{0,5} (?:tests? |suites? |specs? |examples?, )?(?:failed|failing|failures?|errors?)\b|\b(?:[Ff]ailures|[Ee]rrors|[Ff]ailed)[=:] ?[1-9]"

# the line in which test runners sum up
TALLY = r"^[= \t]*(?:(?:Tests?|Test Suites|Test Files|Suites|Specs)[: ][ \t]*)?[1-9]\d* (?:failed|failing)\b.*|^\d+ (?:tests?|examples?|runs?|specs?|checks|scenarios?)\b.*\b[1-9]\d* (?:failures?|errors?|failed)\b.*"

# the last word of a program that went well
SUCCESS = (r"^.*(?:\b[1-9]\d* (?:passed|passing)\b(?!.*\b[1-9]\d* (?:failed|errors?)\b)|\btest result: ok|BUILD SUCCESS|[Cc]ompiled successfully|[Bb]uilt in \d|All checks passed|All tests passed|all tests passed|"
           r"Success: no issues|no issues found|found 0 (?:errors|vulnerabilities)|Found 0 errors|Successfully (?:installed|built|rebased|tagged|merged)|Apply complete!|completed successfully|finished successfully|"
           r"succeeded|Success!|Already up to date).*$|^OK(?: \(.*\))?$|^PASS$|^ok$")

# programs that end in 0 after an error: program -> its error lines
EXIT_ZERO = {
    "psql": r"^psql:.*(?:ERROR|FATAL): .*|^ERROR:  .*", "mysql": r"^ERROR \d+ \(\w+\).*", "sqlplus": r"^(?:ORA|SP2|PLS)-\d+: .*", "sqlcmd": r"^Msg \d+, Level .*", "redis-cli": r"^(?:\(error\) .*|NOAUTH .*|WRONGTYPE .*|ERR .*)",
    "valkey-cli": r"^(?:\(error\) .*|NOAUTH .*|WRONGTYPE .*|ERR .*)", "mongosh": r"^Mongo\w*Error: .*", "sqlite3": r"^(?:Parse|Runtime) error.*|^Error: .*", "find": r"^find: (?!.*Permission denied).*", "snowsql": r"^\d{6} \(\w+\): .*",
}
SHELL_VOICE = r"^(?:\S+: )?(?:line \d+: |\d+: )?(\S+): (?:command not found|not found|Permission denied|No such file or directory)$|^\S*find: .(\S+?).: No such file or directory$"
TOLD = r"\$(?:\?|\{?PIPESTATUS\[0\]\}?|\{?pipestatus\[1\]\}?|rc\b|code\b|status\b|ret\b|EXIT\b)"


def swallowed(calls, command: str, text: str):
    """(the error line, the call that failed) of a failure that status 0 hides, ("", None) when there is none. text: prepared output."""
    told = _told(calls, text)
    if told == 0:
        return "", None
    whole, text = text, _without_echoes(calls, command, text)
    if told:
        line = proven(text) or speaking(text) or findings(text) or spoken(text, words_only=True)
        return line, _tool_before_telling(calls)
    hidden = [call for n, call in enumerate(calls) if masked(calls, n, command) and not _went_well(calls, n, whole)]
    line, call = _by_a_tool(calls, hidden, text)
    if not line:
        line, call = _by_a_reader(hidden, text)
    return (line, call) if line else _by_exit_zero(calls, text)


def _by_a_tool(calls, hidden, text: str):
    tools = [call for call in hidden if not reads(call)] + [call for call in calls if call not in hidden and _is_script(call)]
    if not tools:
        return "", None
    named = _shell_voice(calls, text)
    if named:
        return named
    text = _without_looks(calls, text)
    if _shows_files(calls, tools):
        return next(((line, tool) for tool in tools for line in [own_voice(tool, text)] if line), ("", None))
    tool = tools[0]
    line = proven(text) or (_admitted(tool, text) if tool in hidden else "")
    if not line:
        return next(((line, tool) for tool in tools for line in [own_voice(tool, text)] if line and spoken(line, words_only=True)), ("", None))
    alone = sum(not reads(call) for call in calls) == 1
    return ("", None) if alone and _ended_well(text, line) else (line, tool)


def _admitted(tool, text: str) -> str:
    """What a hidden tool says that is no proof in itself, but leaves little doubt, given what kind of tool it is."""
    checks = tool.program in LINTERS or tool.program == "cargo" and "fmt" in tool.args
    own_words = not (tool.program in INTERPRETERS or is_python(tool.program) or tool.program == "git")
    line = speaking(text, strict=not own_words)
    if not line and (checks or tool.program in RUNNERS and _counted(text)):
        line = findings(text)
    went_well = re.search(SUCCESS, text, re.M)
    return line or wrapped_up(text) or ("" if went_well else refusal(text, plainly=own_words)) or (_tally(text) if tool.program in RUNNERS else "")


def _by_a_reader(hidden, text: str):
    """A reader that speaks of its own failure; a path that is not there is no failure of a look."""
    for call in hidden:
        line = "" if silent(call) or not reads(call) else own_voice(call, text)
        if line and "no such file or directory" not in line.lower() and not _is_match(call, line):
            return line, call
    return "", None


def _by_exit_zero(calls, text: str):
    for call in calls:
        pattern = EXIT_ZERO.get(call.program)
        match = re.search(pattern, text, re.M) if pattern and (call.program != "find" or not reads(call)) else None
        if match:
            return match.group().strip(), call
    return "", None


def _without_looks(calls, text: str) -> str:
    """The text without the lines in which a reader says that a path is not there."""
    names = tuple(call.program + ": " for call in calls if call.program and reads(call) and not silent(call))
    return "\n".join(line for line in text.split("\n") if not (names and line.startswith(names) and "no such file" in line.lower()))


def _shell_voice(calls, text: str):
    """A shell that says of one of the command's own programs that it cannot be run."""
    programs = {call.program: call for call in calls}
    for match in re.finditer(SHELL_VOICE, text, re.M):
        name = (match.group(1) or match.group(2) or "").rpartition("/")[2].strip("'\u2018\u2019\"")
        call = programs.get(name) or next((c for c in calls if name and name in c.args and c.program == "find"), None)
        if call is not None:
            return match.group().strip(), call
    return None


def _shows_files(calls, tools) -> bool:
    """Whether something shows the contents of a file or log that none of these tools writes."""
    written = {target for call in calls for op, target in call.redirects if ">" in op and target} | {arg for call in calls if call.program == "tee" for arg in call.args}
    for n, call in enumerate(calls):
        filters = n > 0 and calls[n - 1].op == "|"
        content = call.program in CONTENT or (reads(call) and any(arg in CONTENT_WORDS for arg in call.args[:3]))
        fed = call.op == "|" and any(not reads(later) for later in calls[n + 1:n + 4])  # a tool takes it in
        if content and not filters and not fed and not silent(call) and not any(arg in written for arg in call.args) and not any("<<" in op or op == ">" for op, _ in call.redirects):
            return True
    return False


def _told(calls, text: str):
    """The status that an `echo "exit $?"` of the command printed; None when there is none; the first that is not 0 of several."""
    found = []
    for call in calls:
        if call.program not in ("echo", "printf"):
            continue
        said = " ".join(arg for arg in call.args if arg[:1] != "-")
        parts = re.split(TOLD, said, maxsplit=1)
        if len(parts) == 2:
            before = re.escape(parts[0].rsplit("\\n", 1)[-1].rsplit("}", 1)[-1][-40:].lstrip())
            found += [int(number) for number in re.findall(before + r"(\d{1,3})\b", text)[-1:]]
    return next((status for status in found if status), 0) if found else None


def _tool_before_telling(calls):
    tools = [call for call in calls if not silent(call)]
    return next((call for call in tools if not reads(call)), tools[0] if tools else None)


def _without_echoes(calls, command: str, text: str) -> str:
    """The text without the lines that the command itself had said: by echo or printf, or written out in a script of its own."""
    said = [" ".join(call.args) for call in calls if call.program == "echo"]
    said += [piece for call in calls if call.program in ("echo", "printf") for arg in call.args for piece in re.split(r"\\n|\n", arg)]
    said = {words.strip() for words in said if words.strip()}
    parts = [words for words in said if len(words) > 8 and "$" not in words]
    return "\n".join(line for line in text.split("\n") if not (line.strip() in said or any(words in line for words in parts) or len(line.strip()) > 8 and line.strip() in command))


def _went_well(calls, at: int, text: str) -> bool:
    """Whether a word that follows only on success was said, or one that follows only on failure was not."""
    call, following = calls[at], calls[at + 1] if at + 1 < len(calls) else None
    if following is None or following.program != "echo" or call.op not in ("&&", "||"):
        return False
    words = " ".join(arg for arg in following.args if arg[:1] != "-")
    if not words or "$" in words:
        return False
    return (words in text) == (call.op == "&&")


def _counted(text: str) -> bool:
    return bool(re.search(COUNTED, text))


def _tally(text: str) -> str:
    match = re.search(TALLY, text, re.M)
    return match.group().strip("= \t") if match else ""


def _ended_well(text: str, line: str) -> bool:
    """Whether the text says after the error line that all went well."""
    at = text.rfind(line[:60])
    after = text[at + len(line):] if at >= 0 else ""
    return bool(re.search(SUCCESS, after, re.M)) and not _counted(after)


def _is_script(call) -> bool:
    """Whether a call runs a shell script, which ends in 0 whatever fails inside it."""
    if call.program in ("bash", "sh", "zsh", "dash", "source", "."):
        return bool(call.args) and "-n" not in call.args
    return call.program.endswith(".sh")


def _is_match(call, line: str) -> bool:
    return call.program in ("grep", "egrep", "rg", "sed", "awk", "cat", "head", "tail") and not line.startswith(call.program + ": ")
