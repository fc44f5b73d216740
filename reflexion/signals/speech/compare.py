"""How two directives stand to each other: the same in other words, or one the opposite of the other. Both are short texts of one line."""
from __future__ import annotations

import re

from reflexion.text.tokens import terms

ALIKE = 0.6  # of the telling terms of the shorter one, to be the same thing said again
FORBIDDEN = 0.75  # of what one forbids, that the other asks for
SUBJECT = 0.5  # of the terms beside the choice, to be about the same subject
NEVER = r"\b(?:never|not|don't|do not|no|stop|avoid|without|instead of|rather than|over|nie|nicht|kein\w*|nunca|no uses|jamais|pas|nao|n\u00e3o)\b|\u4e0d|\u522b|\u52ff|\u7981\u6b62|\u3057\u306a\u3044|\u3059\u308b\u306a|\u7981\u6b62|\ub9c8|\u043d\u0435\b|\u043d\u0438\u043a\u043e\u0433\u0434\u0430"
CHOICE = frozenset("use using used prefer run running choose pick switch always never only instead rather over repo project here everywhere anywhere now on please must "
                   "nutze verwende usa usar utilise utiliser use-se".split())
# names that stand for the same job: to choose one is to leave the others
RIVALS = (
    "npm pnpm yarn bun", "pip uv poetry pipenv conda pdm", "jest vitest mocha ava", "tabs spaces tab space", "main master trunk develop", "docker podman nerdctl",
    "make just task", "black ruff yapf autopep8", "unittest pytest nose", "moment date-fns dayjs luxon", "eslint biome tslint", "webpack vite rollup parcel esbuild",
    "redux zustand mobx jotai", "axios fetch got ky", "rest graphql grpc", "postgres mysql sqlite mariadb", "maven gradle", "rebase merge", "single double",
    "camelcase snake_case kebab-case pascalcase", "utc local", "http https", "requests httpx aiohttp", "java kotlin", "javascript typescript", "print logging logger",
)


def same_directive(a: str, b: str) -> bool:
    """Do both ask for the same thing, in whatever words?"""
    first, second = _Parsed(a), _Parsed(b)
    if contradicts_parsed(first, second) or not first.all or not second.all:
        return False
    if first.polarity != second.polarity and not (first.rejected & second.rejected or first.chosen & second.chosen):
        return False
    shared, shorter = first.all & second.all, min(len(first.all), len(second.all))
    return len(shared) >= max(1 if shorter == 1 else 2, ALIKE * shorter)


def contradicts(a: str, b: str) -> bool:
    """Same subject, another directive: what one asks for, the other leaves or forbids?"""
    return contradicts_parsed(_Parsed(a), _Parsed(b))


def contradicts_parsed(a: "_Parsed", b: "_Parsed") -> bool:
    if _forbids(a, b) or _forbids(b, a):
        return _same_subject(a, b, a.rejected | b.rejected | _rivals(a, b))
    rivals = _rivals(a, b)
    return bool(rivals) and _same_subject(a, b, rivals)


def _forbids(a: "_Parsed", b: "_Parsed") -> bool:
    """Is (nearly) all that b forbids what a asks for?"""
    return bool(b.rejected) and len(a.chosen & b.rejected - b.chosen) >= FORBIDDEN * len(b.rejected)


def _rivals(a: "_Parsed", b: "_Parsed") -> set:
    """Names for one job of which each chose its own."""
    found = set()
    for group in _groups():
        first, second = a.chosen & group - b.chosen, b.chosen & group - a.chosen
        found |= first | second if first and second else set()
    return found


def _same_subject(a: "_Parsed", b: "_Parsed", names: set) -> bool:
    """Beside the names that are chosen or left: is it about the same, or does one of them say nothing more?"""
    first, second = a.all - names, b.all - names
    return not first or not second or len(first & second) >= SUBJECT * min(len(first), len(second))


class _Parsed:
    """`chosen` and `rejected` names, `all` telling terms of both, `polarity` False where the whole forbids."""

    def __init__(self, text: str):
        yes, no = _split(text[:600])
        self.chosen, self.rejected = _terms(yes), _terms(no)
        self.all = self.chosen | self.rejected
        self.polarity = bool(self.chosen)


def _split(text: str) -> tuple[str, str]:
    """(what is asked for, what is forbidden): a negation reaches to the end of its clause."""
    yes, no = [], []
    for clause in re.split(r"[.;,:!?\u3002\uff0c\uff01\uff1b\u3001\u2014]|\s-\s|\b(?:but|and|because|since|so that)\b", text):
        parts = re.split(NEVER, clause, maxsplit=1, flags=re.IGNORECASE)
        yes.append(parts[0])
        no.extend(parts[1:])
    return " ".join(yes), " ".join(no)


def _terms(text: str) -> set:
    return {term.text for term in terms(text) if term.raw not in CHOICE and term.text not in CHOICE and term.kind != "part"}


_known: list = []


def _groups() -> list:
    if not _known:
        _known.extend({term.text for term in terms(group)} for group in RIVALS)
    return _known
