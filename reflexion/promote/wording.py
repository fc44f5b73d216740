"""How a rule reads: its line in an instructions file, and whether two rules say the same. Pure."""

import re

from reflexion.signals.secrets import redact
from reflexion.text.grades import is_person, seen

MAX_COMMAND = 60  # characters of a command in a rule's condition
# a backquote that may begin or end no code: doubled, escaped, in a tag or in a link's address
NO_CODE = r"``|\\`|<[^>`]*`|\]\([^)`]*`"
# what follows emphasis or an escape begins a text of its own, as at a line's start
IMPORT = r"(?<![A-Za-z0-9])@(?=\S)"
NOT_QUOTED = ("`", "[REDACTED]", "<!--", "@")
# a condition in so many words, so that none has to be made
CONDITION = (
    r"(?i)\b(?:when|whenever|if|before|after|once|while|until|unless|instead of|not `|never|don't"
    r"|do not|avoid|only)\b|`, not `"
)
# verbs that a directive begins with: they take a capital letter, names keep theirs
VERBS = frozenset(
    """use run install add set start stop create make remove delete avoid never always do don't
    prefer keep put write call check ensure pass export activate enable disable update upgrade build
    ask the this all in on before when after if only every""".split()
)
# the label at the head of an error line: no more than this word of an output gets into a rule
LABEL = (
    r"\W*(?:\[?(?:error|err!|fatal|warning|failed)\]?\W+)*([A-Za-z][\w.-]{2,30})(?=:|\s+failed\b)"
)
EXCEPTION = r"\b((?:[A-Z][a-z]+){1,4}(?:Error|Exception)|E[A-Z]{4,14})\b"
NO_LABELS = frozenset("error fatal warning failed failure err note usage exit code line".split())
PREFIX = r"When `[^`]*` fails(?: (?:at|with) \S+)?[:,] "
# two ways to say what to run in the place of a command, or once it failed
INSTEAD = r"use `(?P<good>[^`]+)`(?:, not| instead of) `(?P<bad>[^`]+)`"
REPAIR = r"when `(?P<bad>[^`]+)` fails[^`]{0,60}[:,] run `(?P<good>[^`]+)`"
SUFFIX = r" \(seen \d{1,7}x, source: [^)]*\)\s*$"
FORBIDS = ("never ", "don't ", "do not ", "avoid ", "no ")
FILLERS = frozenset(
    """the a an please here of in to for this that it is are be and or with use run always instead
    not never rather than project repo repository first so""".split()
)


def directive(entry: dict, patterns=()) -> str:
    """The rule's line in CLAUDE.md, without its end; it is found by the id."""
    words = words_for(entry, patterns)
    return f"- {words} (seen {seen(entry)}x, source: {entry['id']})"


def words_for(entry: dict, patterns=()) -> str:
    """What the rule says, and when: one line that imports nothing, opens no comment and holds no
    secret (`patterns`: those of the settings)."""
    from reflexion.store.schema import MAX_RESOLUTION
    from reflexion.text.clean import one_line, visible

    text = one_line(_plain(visible(entry["resolution"])), MAX_RESOLUTION).lstrip("-*# ").rstrip()
    command = _command_of(entry)
    if text[:5].lower() == "use `":
        text = _instead(text, command)
    condition = _condition(entry, command, text) if command else ""
    text = _begun(text, bool(condition))
    if condition:
        text = f"{condition}{',' if ': ' in text else ':'} {text}"
    return redact(text if text[-1:] in ".!?\u3002" else text + ".", patterns)


def _command_of(entry: dict) -> str:
    """The command that failed, as a rule may quote it; "" where there is none."""
    from reflexion.shell.shape import shape

    command = shape(entry["context"], MAX_COMMAND) if entry["type"] == "error" else ""
    return "" if any(part in command for part in NOT_QUOTED) else command


def _instead(text: str, command: str) -> str:
    """ "Use `A`, not `B`": B as the text says it, else the command that failed."""
    text = text.replace("` instead of `", "`, not `")
    good, _, rest = text[5:].partition("`")
    if not command or f"`{command}`" in text or re.search(CONDITION, rest):
        return text
    return f"{text[:5]}{good}`, not `{command}`{rest}"


def _begun(text: str, goes_on: bool) -> str:
    """The text with a verb in front in lower case where it goes on, else with a capital letter."""
    first, blank, rest = text.partition(" ")
    if first.lower() not in VERBS:
        return text
    first = first.lower() if goes_on else first[:1].upper() + first[1:]
    return first + blank + rest


def _condition(entry: dict, command: str, text: str) -> str:
    """ "When `git commit` fails at lint-staged"; "" where the words say when, or name it."""
    if f"`{command}`" in text or re.search(CONDITION, text):
        return ""
    if is_person(entry) and _names(text, command):
        return ""
    exception = re.search(EXCEPTION, entry["trigger"])
    if exception:
        return f"When `{command}` fails with {exception[1]}"
    label = re.match(LABEL, entry["trigger"])
    known = NO_LABELS | {*command.replace("/", " ").split()}
    tells = label and not known & {label[1], label[1].lower()}
    return f"When `{command}` fails" + (f" at {label[1]}" if tells else "")


def _names(text: str, command: str) -> bool:
    """Does a text hold a command in whole words? (`pnpm run x` does not hold `npm run x`.)"""
    told = " ".join(word.strip("`'\",;:.!?()") for word in text.split())
    return f" {command} " in f" {told} "


def _plain(text: str) -> str:
    """The text with no `@path` that Claude Code would import."""
    if "@" in text and (text.count("`") % 2 or re.search(NO_CODE, text)):
        text = text.replace("`", "")
    parts = text.split("`")
    parts[::2] = [re.sub(IMPORT, "", part) for part in parts[::2]]
    return "`".join(parts)


def _bare(rule: str) -> str:
    """The words of a rule or its line, without marks and what is told of its source."""
    words = re.sub(SUFFIX, "", rule).lstrip("- ").rstrip(". ")
    return re.sub(PREFIX, "", words).casefold()


def same(one: str, other: str) -> bool:
    """Return True if two rules (words, or lines of the section) say the same."""
    a = _bare(one)
    b = _bare(other)
    if a == b or a.startswith(FORBIDS) != b.startswith(FORBIDS):
        return a == b
    remedy = _remedy(one)
    if remedy and remedy == _remedy(other):
        return True
    commands = a.split("`")[1::2], b.split("`")[1::2]
    if any(commands):
        return commands[0] == commands[1]
    return _share_words(a, b)


def _remedy(text: str) -> tuple:
    """(a command, what to run in its place or to mend it); () where the rule says neither."""
    text = text.lstrip("- ").casefold()
    found = re.match(INSTEAD, text) or re.match(REPAIR, text)
    return found.group("bad", "good") if found else ()


def _share_words(one: str, other: str) -> bool:
    """Are the telling words of two texts the same, or nearly all of at least four?"""
    mine = _telling_words(one)
    theirs = _telling_words(other)
    if mine == theirs:
        return bool(mine)
    shared = len({*mine} & {*theirs})
    return shared >= 4 and shared * 5 >= 4 * len({*mine, *theirs})


def _telling_words(text: str) -> list:
    return [word for word in re.findall(r"[^\W_][\w.-]*", text) if word not in FILLERS]


def same_as_typed(words: str, line: str) -> bool:
    """Return True if a line that a person typed into an instructions file says what a rule says;
    where only one of the two quotes its commands, quotes do not count."""
    line = line.replace("**", "").lstrip("-*+># ")
    if ("`" in words) != ("`" in line):
        words = words.replace("`", "")
        line = line.replace("`", "")
    return same(words, line)
