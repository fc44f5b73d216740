"""`status` and `doctor`: what needs you, what was learned, and what is wrong in the set-up."""

from __future__ import annotations

import os
from argparse import Namespace
from collections import Counter

from reflexion.actions import waiting
from reflexion.actions.checks import everything, examine
from reflexion.actions.share import offers
from reflexion.cli.context import Context
from reflexion.cli.terminal import as_called, print_json, row, say
from reflexion.errors import Stop
from reflexion.learning.entry import digits_of
from reflexion.setup.check import BAD, GOOD, NOTE
from reflexion.status import Board, gather, in_words
from reflexion.status.page import page
from reflexion.store import fs
from reflexion.store.paths import checkout_top
from reflexion.store.project import Project
from reflexion.text import plural

PAGE = "dashboard.html"
TITLE = b"<title>What was learned in "  # no other file is overwritten
LARGE = 1 << 24  # bytes of a page
NEEDS = 3  # that are shown
NAMED = 3  # learnings that a command names
PRIVATE = "private: git leaves .reflexion alone until `reflexion init --team` shares it"
MARKS = {GOOD: "ok", NOTE: "note", BAD: "WRONG"}

Needs = list[tuple[str, str]]  # what waits, the command that settles it


def run_doctor(args: Namespace, context: Context) -> int:
    found = everything(Project(context.folder, context.environ), context.folder)
    grades = Counter(each.grade for each in found)
    for each in found:
        say(f"  {MARKS[each.grade]:<5} {each.check}: {each.text}")
        if each.remedy:
            say(f"        -> {as_called(each.remedy)}")
    verdict = plural(grades[BAD], "thing") + " wrong" if grades[BAD] else "nothing is wrong"
    noted = f", {plural(grades[NOTE], 'thing')} worth a look" if grades[NOTE] else ""
    say(f"\n{verdict}{noted}")
    return int(grades[BAD] > 0)


def run(args: Namespace, context: Context) -> int:
    project = context.any_project
    project.settle()
    wrong = sorted(examine(project), key=lambda each: each.grade != BAD)
    needs = [(each.text, each.remedy or "reflexion doctor") for each in wrong if each.grade != GOOD]
    needs += _decisions(project, context.is_agent)
    board = gather(project, needs, whole=args.json or args.html is not None)
    if args.json:
        print_json(board)
    elif args.html is not None:
        _write(page(board, context.environ, project.root), args.html, context)
    else:
        say("\n".join([*_head(board, project), *_sections(board)]))
    return 0


def _write(text: str, name: str, context: Context) -> None:
    """Write the page into the file of this name; without one, among the project's records."""
    path = os.path.abspath(name or os.path.join(context.project.ready().state_dir, PAGE))
    is_other = os.path.lexists(path) and TITLE not in fs.peek(path, LARGE)
    if is_other or not path.endswith(".html"):
        raise Stop(f"{path} would not be a page, or is another one: name a new file in .html")
    fs.write_atomic(path, text.encode("utf-8", "replace"))
    say(f"written to {path}: open it in a browser")


def _decisions(project: Project, is_agent: bool) -> Needs:
    """Return what a person decides: rules, what `review` goes through, what is to be shared."""
    items = waiting.items(project).values()
    rules = [digits_of(item.entry.id) for item in items if item.kind == waiting.RULE]
    # of a changed rule `doctor` tells
    others = sum(item.kind not in (waiting.RULE, waiting.CHANGED) for item in items)
    common = [] if is_agent else list(map(digits_of, waiting.in_three_projects(project)))
    promote = f"reflexion promote {' '.join(rules[:NAMED])}"
    tell_all = f"reflexion learn --global {' '.join(common[:NAMED])}"
    rows = (
        (len(rules), "rule", "for your yes", promote),
        (others, "learning", "for your review", "reflexion review"),
        (len(offers(project.store)), "lesson", "could be shared", "reflexion share"),
        (len(common), "lesson", "of three projects", tell_all),
    )
    return [(f"{plural(count, word)} {what}", call) for count, word, what, call in rows if count]


def _head(board: Board, project: Project) -> list[str]:
    store = project.store
    open_ones = board["numbers"]["open"]
    silent = ", ".join(board["silent"])
    since = f", since {board['since']}" if board["since"] else ""
    rows = (
        (True, f"Reflexion in {board['project']}{since}"),
        (True, in_words(board["numbers"])),
        (open_ones, f"{plural(open_ones, 'failure')} without a lesson"),
        *((counts, f"by {name}: {_listed(counts)}") for name, counts in board["subjects"].items()),
        (silent, f"silenced by the settings: {silent}"),
    )
    lines = [row("", text) for is_so, text in rows if is_so]
    is_private = store is not project.home and store.exists() and not store.is_shared()
    if is_private and checkout_top(project.root):
        lines.append(PRIVATE)
    return lines


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _sections(board: Board) -> list[str]:
    """Return what waits, and a few lessons a line each; in a pipe no line is cut."""
    rules = f"Rules ({board['numbers']['rules']:,})"
    lines = ["", "Needs you", *_need_lines(board["needs"])] if board["needs"] else []
    for title, name, fact in (
        ("Learned last", "latest", lambda lesson: lesson["learned"][:10]),
        ("Came back although told", "returned", _returned),
        (rules, "rules", lambda lesson: ""),
    ):
        lines += ["", title] if board[name] else []
        for lesson in board[name]:
            start = "  ".join(["", lesson["digits"], *filter(None, [fact(lesson)]), ""])
            lines.append(row(start, lesson["lesson"]))
    return lines


def _returned(lesson: Board) -> str:
    told = max(lesson["told"], lesson["came_back"])
    return f"in {lesson['came_back']:,} of {plural(told, 'session')}"


def _need_lines(needs: list[dict[str, str]]) -> list[str]:
    """Return what waits, each with its command; a command is never cut."""
    lines = []
    for need in needs[:NEEDS]:
        lines += [row("  ", need["what"], ":"), f"    {as_called(need['remedy'])}"]
    left = len(needs) - NEEDS
    return [*lines, f"  and {left} more: `reflexion status --json`"] if left > 0 else lines
