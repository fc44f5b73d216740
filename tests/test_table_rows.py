"""Every row of every table decides a case, and near it stands a case that it does not decide.

TABLES names each table, the modules that read it, its cases and what is asked about them."""

from __future__ import annotations

import re
from functools import lru_cache

import case_files
import pytest
import secret_cases
import test_shell
import test_signals_topics
from table_rows import Row, Table, always, case_rows, idle, own

from reflexion.shell.command_words import command_words
from reflexion.shell.compare import caller, same_command, same_job
from reflexion.shell.parser import calls
from reflexion.shell.read_only import only_looks, polls, relays
from reflexion.shell.shape import shape, words
from reflexion.shell.status import hides_status
from reflexion.signals.failures import lines
from reflexion.signals.failures.judge import judge
from reflexion.signals.failures.quote import prepare, refusal, telling_line
from reflexion.signals.fixes import attribution
from reflexion.signals.matching import same_mistake
from reflexion.signals.risk import risk_of
from reflexion.signals.secrets import (
    announced,
    arguments,
    find,
    headers,
    names,
    places,
    shapes,
    values,
)
from reflexion.signals.topics import Router, descriptions
from reflexion.text import tables
from reflexion.text.normalise import essence, flat

WELL = "ValueError: page 3\n{}\nKeyError: page 4\n"
# what stands around a line of cases/phrases.tsv and cases/patterns.tsv in an output
AROUND = {
    "reasons": "could not finish step 3 of the job\n{}\nbye\n",
    "phrases1": "step 3 has failed\n{}\nbye\n",
    "phrases2": "an error in step 3\n{}\nbye\n",
    "phrases3": "step 3 of the job\n{}\nbye\n",
    "wrap ups": "a problem with the tape\n{}\n",
    "sum": "{}\nthe wrong tape\n",
    "success": WELL,
    "success word": WELL,
    "counted": "ValueError: page 3\nBUILD SUCCESS\n{}\nKeyError: page 4\n",
}
QUIET = "{}\nthe tape is full\n"
FAILURES = "signals/failures/"
SECRETS = "signals/secrets/"
WORDS = SECRETS + "words.txt"


def quotes(case: tuple) -> str:
    """What is quoted of an output in which a line stands, or of one behind a pipe."""
    kind, line = case
    if kind == "shell":
        return judge("quokka feed | tail -3", 0, line).line
    if kind in ("refusals", "plain", "goes_on", "codes"):
        return refusal(line, plainly=kind == "plain")
    return telling_line(prepare(AROUND.get(kind, QUIET).format(line)))


def verdict(case) -> tuple:
    """What a failed command, or one that only seems to be, is held to be."""
    found = judge(case.command, case.status, case.output)
    return found.failed, found.line, found.reason


def piped(case):
    """The same command behind a pipe, which hides its status."""
    return case_files.Case(0, f"({case.command}) 2>&1 | tail -60", case.output, ">>", case.text)


def own_error(case: tuple) -> bool:
    """Is a line one in which a program tells of its own failure?"""
    kind, program, line = case
    pattern = lines.voice(kind, program)
    return bool(pattern) and re.search(f"^(?:{pattern})", line, re.M) is not None


def missing(case: tuple) -> list:
    """What an error line says is missing, of one kind."""
    kind, _, line = case
    return attribution.Failure({"line": line}).missing.get(kind)


def mark(command: str, line: str) -> str:
    return essence("error", line, command, caller)


def told_apart(case: tuple) -> tuple:
    """(as how many mistakes do the sightings of each of two neighbours count, is any of them
    another's?)"""
    marks = [{mark(command, line) for command, line in seen} for _, seen in case]
    owned = [OWNERS.get(each, name) != name for (name, _), of in zip(case, marks) for each in of]
    return [*map(len, marks)], any(owned) or not marks[0].isdisjoint(marks[-1])


def recognised(case: tuple):
    """What told_apart says of two mistakes; of one sighting, what its fingerprint is made of."""
    if len(case) > 1:
        return told_apart(case)
    ((_, [(command, line)]),) = case
    return mark(command, line)


def answers(case) -> list:
    """What is made of a command line, of two that are compared, or of one and its output."""
    if not isinstance(case, str):
        return verdict(case)
    line, _, other = case.partition(" = ")
    found = [ask(line) for ask in QUESTIONS] + [relays(call) for call in calls(line)]
    found += [sorted(it.flags) + [it.program, it.words] for it in command_words(line)]
    return [*found, same_command(line, other), same_job(line, other)] if other else found


@lru_cache(maxsize=None)
def named(line: str) -> frozenset:
    """The words of a line that may name a program."""
    return frozenset(re.findall(r"[^\s|;&()'\"=/]+", line))


def names_program(row: Row, case) -> bool:
    """Does a line name one of a row's programs?"""
    names = {name.partition("/")[0] for name in row.text.split("\t")[1].split()}
    line = case if isinstance(case, str) else case.command
    return not names.isdisjoint({"*", "=", *named(line)})


def holders() -> list:
    """[(module, name)] of the constants that keep the words of a list, by its heading."""
    heads = re.findall(r"^\[(.*)\]$", "\n".join(tables.lines(WORDS)), flags=re.M)
    lists = [(head, values.words(head)) for head in heads]
    return [
        (module, name, head)
        for module in (values, names, announced, headers, places, shapes)
        for name, value in vars(module).items()
        for head, words_of_it in lists
        if isinstance(value, (frozenset, tuple, list)) and set(value) == words_of_it
    ]


def read_words() -> None:
    """Let the rules of redaction read those of their lists of words again that have changed."""
    values._lists = tables.sections(WORDS)
    for holder in HOLDERS:
        module, name, head = holder
        text = values._lists.get(head)
        if READ.get(holder) != text:
            words = values.words(head)
            kind = type(vars(module)[name])
            setattr(module, name, words if kind is frozenset else kind(sorted(words)))
            READ[holder] = text


def read_takers() -> None:
    arguments.STDIN_TAKERS = tables.lines(SECRETS + "stdin.txt")


def found_in(case: tuple) -> list:
    """What is redacted of a text in which a word of a list stands, or near which it stands."""
    _, word, template = case
    return find(template.replace("{}", word))


def in_lower_case(row: Row, command: str) -> bool:
    return row.text in command.lower()


def topic(case) -> list:
    """What a learning is about; or, of a name, what learnings of that name are about."""
    if isinstance(case, str):
        return [descriptions()[case]]
    learning = test_signals_topics.entry(*case)
    skills = test_signals_topics.SKILLS
    return [Router(skills).route(learning).name, Router().route(learning).name]


def routes(row: Row, case) -> bool:
    return not isinstance(case, str) or row.text.startswith(f"category\t{case}\t")


def absent(line: str) -> bool:
    """Does an error line say that something is not there?"""
    return same_mistake.Failure(line).absent


def in_line(row: Row, line: str) -> bool:
    """Does an error line hold the row?"""
    return row.text in flat(line)


def same_kind(row: Row, case: tuple) -> bool:
    return row.text.startswith(case[0] + "\t")


def of_kind(row: Row, case: tuple) -> bool:
    text = row.text.replace("\\t", "\t").strip()
    return row.head == KINDS.get(case[0], case[0]) and text in case[1].lower()


def needled(row: Row, case) -> bool:
    return row.text.split("\t")[1].replace("\\n", "\n") in case.output.lower()


def has_gate(row: Row, case: tuple) -> bool:
    """Does a line hold the literal without which the row is not tried?"""
    return any(row.text.split("\t")[0] in FLAT[line] for _, seen in case for _, line in seen)


def has_prefix(row: Row, text: str) -> bool:
    """Does a text hold one of the literals without which the row's pattern is not tried?"""
    return any(part in text for part in row.text.split("\t")[1].split())


def has_phrase(row: Row, text: str) -> bool:
    """The same for a table whose literals hold blanks and are in lower case."""
    return any(part in text.lower() for part in row.text.split("\t")[1].split(" | "))


def column(name: str, at: int) -> list:
    """[(kind, line)] of cases `kind <TAB> line <TAB> near line`: column 1, or 2."""
    return [(row[0], row[at]) for row in case_rows(name)]


class Forms(Table):
    """A table of patterns by name. One that is dropped never fits: its name is still asked for."""

    def without(self, row: Row, lines: list) -> list:
        name, _, _ = row.text.partition("\t")
        return [*lines[: row.at], f"{name}\t(?!)", *lines[row.at + 1 :]]


def read_forms() -> None:
    values.form.cache_clear()
    values._REFERENCE = values.form("values reference")
    values._CODE = values.form("values code")


def redacted(case: tuple) -> list:
    """What is redacted of a text, [] where its pattern has to fit and does not."""
    try:
        return find(case[1])
    except AttributeError:
        return []


def form_cases(at: int) -> list:
    """[(name, text)] of the cases of patterns: column 1, or 2."""
    rows = case_rows("secret_forms.tsv")
    texts = filled([row[at].replace("\\x1b", "\x1b") for row in rows])
    return [(row[0], text) for row, text in zip(rows, texts)]


QUESTIONS = (shape, words, caller, only_looks, polls, hides_status)
LINES = [row[0] for row in case_rows("programs.tsv")]
NEAR_LINES = [row[1] for row in case_rows("programs.tsv")]
# lines without a neighbour of their own
MORE_LINES = [row[0] for row in case_rows("commands.tsv")]
MORE_LINES += [" = ".join(row[:2]) for row in case_rows("changes.tsv")]
MORE_LINES += [line for line, *_ in test_shell.WRAPPED]
MORE_LINES += test_shell.rows(test_shell.LOOKS) + test_shell.rows(test_shell.ACTS)
for pairs in (test_shell.SAME, test_shell.OTHER, test_shell.JOB, test_shell.OTHER_JOB):
    MORE_LINES += pairs.strip().split("\n")
ABOUT = [row[1:] for row in test_signals_topics.BY_WORDS] + test_signals_topics.NO_GUESS
HOLDERS = holders()
READ: dict = {}  # holder -> the text that it was read from
LISTED = [
    (head, word, template, other)
    for head, template, other, listed in case_rows("secret_words.tsv")
    for word in listed.split(" ")
]
ABSENT = case_rows("absent.tsv")
MISTAKES = list(case_files.mistakes().items())
STORED = [((known, [(command, line)]),) for known, command, line in case_rows("marks.tsv")]
SIGHTINGS = [*zip(MISTAKES, MISTAKES[1:]), *STORED]
FLAT = {line: flat(line) for case in SIGHTINGS for _, seen in case for _, line in seen}
OWNERS = {mark(command, line): name for name, seen in MISTAKES for command, line in seen}
KINDS = {"wrap ups": "summaries"}  # asked in another way
FAILING_MORE = case_files.load("failing_more.txt")
FAILING = case_files.load("failing.txt") + FAILING_MORE
HARMLESS = case_files.load("harmless.txt")
FAILED = FAILING + case_files.load("swallowed.txt") + HARMLESS
HIDDEN = case_files.load("swallowed.txt") + HARMLESS
HIDDEN += [piped(case) for case in FAILING_MORE if "\n" not in case.command]
FAILED += [piped(case) for case in FAILING if "\n" not in case.command]
VOICES = case_rows("program_errors.tsv")
RISKS = case_rows("risk.tsv")
TOKENS = secret_cases.table("services") + secret_cases.table("shapes")
PLACES = [
    template
    for name in ("stands", "places", "named", "commands", "further")
    for template in secret_cases.table(name)
]


def filled(templates: list) -> list:
    return [secret_cases.filled(template, 1)[0] for template in templates]


# what keeps the tables of failures in mind
QUOTING = ["signals.failures.lines", "signals.failures.quote", "signals.failures.swallowed"]
TABLES = [
    Table(
        file=FAILURES + "phrases.tsv",
        readers=QUOTING[:1],
        cases=column("phrases.tsv", 1),
        near=column("phrases.tsv", 2),
        judge=quotes,
        concerns=of_kind,
        between=";",
    ),
    Table(
        file=FAILURES + "patterns.tsv",
        readers=QUOTING,
        cases=column("patterns.tsv", 1),
        near=column("patterns.tsv", 2),
        judge=quotes,
        concerns=same_kind,
    ),
    Table(FAILURES + "lines.tsv", QUOTING[:1], FAILED, verdict, needled),
    Table(
        file=FAILURES + "program_errors.tsv",
        readers=QUOTING[:1],
        cases=[row[:3] for row in VOICES],
        near=[row[:2] + row[3:] for row in VOICES],
        judge=own_error,
        concerns=same_kind,
    ),
    Table(FAILURES + "answers.tsv", [], HARMLESS, verdict, always),
    Table(
        file="signals/fixes/plain.tsv",
        readers=[attribution._patterns.cache_clear],
        cases=case_rows("plain.txt"),
        judge=missing,
        concerns=same_kind,
    ),
    Table(
        file="signals/risk.tsv",
        readers=[],
        cases=[row[1] for row in RISKS],
        near=[row[2] for row in RISKS],
        judge=risk_of,
        concerns=always,
    ),
    Table(
        file="shell/programs.tsv",
        readers=["shell"],
        cases=LINES + MORE_LINES + HIDDEN,
        near=NEAR_LINES + [""] * len(MORE_LINES + HIDDEN),
        judge=answers,
        concerns=names_program,
    ),
    Table(
        file="signals/topics.tsv",
        readers=[],
        cases=ABOUT + ["general", "preference"],
        judge=topic,
        concerns=routes,
    ),
    Table(
        file="signals/matching/absent.txt",
        readers=["signals.matching.same_mistake"],
        cases=[line for line, _ in ABSENT],
        near=[near for _, near in ABSENT],
        judge=absent,
        concerns=in_line,
    ),
    Table("text/error_templates.tsv", [], SIGHTINGS, recognised, has_gate),
    Table("text/whole_lines.tsv", [], list(zip(MISTAKES, MISTAKES[1:])), told_apart, has_gate),
    Table(
        file=WORDS,
        readers=[read_words],
        cases=[(head, word, template) for head, word, template, _ in LISTED],
        near=[(head, other, template) for head, _, template, other in LISTED],
        judge=found_in,
        concerns=own,
        between=" ",
    ),
    Table(
        file=SECRETS + "stdin.txt",
        readers=[read_takers],
        cases=[row[0] for row in case_rows("secret_stdin.tsv")],
        near=[row[1] for row in case_rows("secret_stdin.tsv")],
        judge=find,
        concerns=in_lower_case,
    ),
    Forms(
        file=SECRETS + "forms.tsv",
        readers=[read_forms],
        cases=form_cases(1),
        near=form_cases(2),
        judge=redacted,
        concerns=same_kind,
    ),
    Table(SECRETS + "services.tsv", [], filled(TOKENS), find, has_prefix),
    Table(SECRETS + "patterns.tsv", [], filled(PLACES), find, has_phrase),
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.file)
def test_every_row_decides_a_case(table):
    assert idle(table) == []
