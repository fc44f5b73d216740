"""How a rule reads, and whether two rules say the same. Pure: entries in, words out."""

from __future__ import annotations

import re

from reflexion.promote.rule import PERSONS
from reflexion.signals.commands.parse import words as words_of
from reflexion.signals.commands.plain import named
from reflexion.store.entry import MAX_RESOLUTION
from reflexion.text.clean import one_line

MAX_COMMAND = 60  # characters of a command in a rule's condition
# a condition in so many words, so that none has to be made
CONDITION = re.compile(
    r"\b(?:when|whenever|if|before|after|once|while|until|unless|instead of|not `|never|don't"
    r"|do not|avoid|only)\b|`, not `",
    re.IGNORECASE,
)
# verbs that a directive begins with: they take a capital letter, names keep theirs
VERBS = frozenset(
    """use run install add set start stop create make remove delete avoid never always do don't
    prefer keep put write call check ensure pass export activate enable disable update upgrade build
    ask the this all in on before when after if only every""".split()
)
# the label at the head of an error line: no more than this word of an output gets into a rule
LABEL = re.compile(
    r"\W*(?:\[?(?:error|err!|fatal|warning|failed)\]?\W+)*([A-Za-z][\w.-]{2,30})(?=:|\s+failed\b)"
)
EXCEPTION = re.compile(r"\b((?:[A-Z][a-z]+){1,4}(?:Error|Exception)|E[A-Z]{4,14})\b")
NO_LABELS = frozenset("error fatal warning failed failure err note usage exit code line".split())
PREFIX = re.compile(r"When `[^`]*` fails(?: (?:at|with) \S+)?[:,] ")
SUFFIX = re.compile(r" \(seen \d{1,7}x, source: [^)]*\)\s*$")
FORBIDS = ("never ", "don't ", "do not ", "avoid ", "no ")
FILLERS = frozenset(
    """the a an please here of in to for this that it is are be and or with use run always instead
    not never rather than project repo repository first so""".split()
)


def directive(entry: dict, redact=None) -> str:
    """The rule's line in CLAUDE.md, without its end. `redact` is applied to the words alone."""
    words = words_for(entry)
    words = redact(words) if redact else words
    return f"- {words} (seen {entry['occurrences']}x, source: {entry['id']})"


def words_for(entry: dict) -> str:
    """What the rule says, and when: one line that imports nothing and opens no comment."""
    text = one_line(_plain(entry["resolution"]), MAX_RESOLUTION).lstrip("-*# ").rstrip()
    command = _failed_command(entry)
    if text[:5].lower() == "use `":
        text = _instead(text, command)
    condition = _condition(entry, command, text) if command else ""
    first, blank, rest = text.partition(" ")
    if first.lower() in VERBS:
        first = first.lower() if condition else first[:1].upper() + first[1:]
    text = first + blank + rest
    if condition:
        text = f"{condition}{',' if ': ' in text else ':'} {text}"
    return text if text[-1:] in ".!?\u3002" else text + "."


def _instead(text: str, command: str) -> str:
    """ "Use `A`, not `B`": B as the text says it, else the command that failed."""
    text = text.replace("` instead of `", "`, not `", 1)
    good, _, rest = text[5:].partition("`")
    if not command or f"`{command}`" in text or CONDITION.search(rest):
        return text
    return f"{text[:5]}{good}`, not `{command}`{rest}"


def _condition(entry: dict, command: str, text: str) -> str:
    """ "When `git commit` fails at lint-staged"; "" where the words say when, or name it."""
    by_person = entry.get("source") in PERSONS and " ".join(words_of(command)) in text
    if CONDITION.search(text) or f"`{command}`" in text or by_person:
        return ""
    exception, label = EXCEPTION.search(entry["trigger"]), LABEL.match(entry["trigger"])
    if exception:
        return f"When `{command}` fails with {exception[1]}"
    known = {*NO_LABELS, *command.replace("/", " ").split()}
    tells = label and not known & {label[1], label[1].lower()}
    return f"When `{command}` fails" + (f" at {label[1]}" if tells else "")


def _failed_command(entry: dict) -> str:
    """The command of an error, short enough for a rule."""
    if entry.get("type") != "error":
        return ""
    command = named(one_line(entry.get("context", ""), 400), MAX_COMMAND)
    odd = any(part in command for part in ("`", "[REDACTED]", "<!--", "@"))
    return "" if odd or len(command) > MAX_COMMAND else command


def _plain(text: str) -> str:
    """The text without comments, and with no `@path` that Claude Code would import."""
    while "<!--" in text or "-->" in text:
        text = text.replace("<!--", "").replace("-->", "")
    if "@" not in text:
        return text
    if text.count("`") % 2:
        text = text.replace("`", "")
    parts = text.split("`")
    parts[::2] = [re.sub(r"(?<![\w.])@(?=[\w~./\\])", "", part) for part in parts[::2]]
    return "`".join(parts)


def same(one: str, other: str) -> bool:
    """Return True if two rules (words, or lines of the section) say the same."""
    a, b = (SUFFIX.sub("", text).lstrip("- ").rstrip(". ") for text in (one, other))
    a, b = PREFIX.sub("", a).casefold(), PREFIX.sub("", b).casefold()
    if a == b or a.startswith(FORBIDS) != b.startswith(FORBIDS):
        return a == b
    commands = a.split("`")[1::2], b.split("`")[1::2]
    if any(commands):
        return commands[0] == commands[1]
    mine, theirs = _content(a), _content(b)
    shared, either = len({*mine} & {*theirs}), len({*mine, *theirs})
    return bool(mine) and (mine == theirs or shared >= 4 and shared * 5 >= 4 * either)


def _content(text: str) -> list:
    return [word for word in re.findall(r"[^\W_][\w.-]*", text) if word not in FILLERS]
