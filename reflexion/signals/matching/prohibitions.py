"""Does a command break a rule in plain prose: "use X, not Y", "never Y", "Y is only for CI"? Pure;
commands are never executed."""

from reflexion.shell.command_words import command_words
from reflexion.text.tables import sections

TABLE = sections("signals/matching/prohibitions.txt")
BEFORE, AFTER, DENIED, ALLOWED, SCOPE, NEUTRAL, ADD, REASONS = (
    frozenset(TABLE[name].split())
    for name in ("before", "after", "denied", "allowed", "scope", "neutral", "add", "reasons")
)
OF = {"instead": "of", "rather": "than"}  # words that forbid what follows only together
PLACES = frozenset(("in", "into", "inside", "on", "at"))  # behind them a name is a place
NEAR_BEFORE = 3  # words
NEAR_AFTER = 4
MOST_QUOTED = 6  # commands in a sentence
MARKS = "`'\"()[]{}<>*,;:.!?\u201c\u201d\u2018"
ENDS = ",;:.!?)"


def breaks(command: list, entry: dict) -> bool:
    """Return True if the learning's own words forbid what a command does (`command`: its list of
    CommandWords), or one of its options, and do not ask for it as well."""
    texts = [said(entry["resolution"])]
    if entry["type"] != "error":  # else the trigger is an error line, and no sentence
        texts.append(said(entry["trigger"]))
    pairs = [(shape, words) for shape in command for words in texts if _names(words, shape)]
    if any(forbids_alone(words, shape.flags) for shape, words in pairs):
        return True
    banned = any(_forbids(words, shape) for shape, words in pairs)
    return banned and not follows(command, entry)


def _names(words: list, shape) -> bool:
    return any(word == shape.program for word, _ in words)


def _forbids(words: list, shape) -> bool:
    return forbids(words, shape.program, shape.words, shape.flags)


def follows(command: list, entry: dict) -> bool:
    """Return True if a command (its CommandWords) does what the learning asks for."""
    words = said(entry["resolution"])
    quoted = entry["resolution"].split("`")[1::2][:MOST_QUOTED]
    if any(_runs(command, text, words) or _has_option(command, text) for text in quoted):
        return True
    options = {word.split("=")[0] for shape in command for word in shape.raw}
    if not options.isdisjoint(asked_options(words)):
        return True
    return any(asks_for(words, shape.raw) for shape in command)


def _runs(command: list, text: str, words: list) -> bool:
    """Does a command run a quoted one that the words (of `said`) around it do not forbid?"""
    wanted = [shape for shape in command_words(text) if not _forbids(words, shape)]
    return any(shape.contains(each) for each in wanted for shape in command)


def _has_option(command: list, text: str) -> bool:
    """Is a quoted text an option, or a variable, that the command has?"""
    if text[:1] != "-" and "=" not in text:
        return False
    option = text.replace("export ", "").split(" ")[0].split("=")[0]
    return option in {flag.split("=")[0] for shape in command for flag in shape.flags}


def said(text: str) -> list:
    """[(word in lower case without marks around it, does a clause end behind it)], up to the words
    that give the reason: "because there is no python here" forbids nothing."""
    found = []
    for word in text.lower().replace("\u2019", "'").split()[:200]:
        bare = word.rstrip(MARKS).lstrip("`'\"()[]{}<>*,;:")
        if bare in REASONS and found:
            break
        if bare:
            found.append((bare, word.rstrip("`'\"*")[-1:] in ENDS))
    return found


def forbids(words: list, program: str, verbs: list, flags=None) -> bool:
    """Return True if words (of `said`) forbid a program as a whole, or what its first words tell it
    to do; a longer job that is not spoken of is not meant.

    `flags`: the options of the command; with them, words that forbid an option (`never git push
    --force`) forbid it alone."""
    for at, (word, _ends) in enumerate(words):
        if word != program:
            continue
        last = at
        for verb in verbs:
            if words[last][1] or last + 1 >= len(words) or words[last + 1][0] != verb:
                break
            last += 1
        whole = _is_whole(words, last)
        if not whole and words[last + 1][0][0] == "-":
            whole = flags is None or words[last + 1][0] in flags
        if whole and (_denied_before(words, at) or _denied_after(words, last)):
            return True
    return False


def forbids_alone(words: list, names) -> bool:
    """Return True if words (of `said`) forbid one of the options by itself ("never use
    --no-verify"), or one of the verbs and nothing more ("do not push.")."""
    return any(
        word in names and (len(word) > 2 if word[0] == "-" else ends) and _denied_before(words, at)
        for at, (word, ends) in enumerate(words)
    )


def _denied_before(words: list, at: int) -> bool:
    """Do the words in front of a name forbid it? (What lies "not in git" forbids no git.)"""
    if at and words[at - 1][0] in PLACES:
        return False
    for n in range(at - 1, max(-1, at - 1 - NEAR_BEFORE), -1):
        word, ends = words[n]
        if ends:
            return False
        if word in BEFORE or word in OF.values() and n and OF.get(words[n - 1][0]) == word:
            return True
    return False


def _denied_after(words: list, at: int) -> bool:
    denied = words[at][1]
    for n in range(at + 1, min(len(words), at + 2 + NEAR_AFTER)):
        if denied:
            return False
        word, denied = words[n]
        later = words[n + 1][0] if n + 1 < len(words) else ""
        limited = word in DENIED and later in ALLOWED or word == "only" and later in SCOPE
        if word in AFTER or limited:
            return True
    return False


def asks_for(words: list, mine: list) -> bool:
    """Return True if words (of `said`) name a whole command that begins a given one (its words,
    `mine`), and do not forbid it: "use zig ci, never zig install" asks for `zig ci --fast`."""
    plain = [word for word, _ in words]
    for at, word in enumerate(plain):
        if not mine or word != mine[0] or _denied_before(words, at):
            continue
        last = at
        while not words[last][1] and plain[at : last + 2] == mine[: last + 2 - at]:
            if last + 1 >= len(plain):
                break
            last += 1
        if _is_whole(words, last) and not _denied_after(words, last):
            return True
    return False


def _is_whole(words: list, last: int) -> bool:
    """Does the name of a command end with this word: with its clause, or before a word that is
    none of a command's?"""
    if words[last][1] or last + 1 >= len(words):
        return True
    behind = words[last + 1][0]
    return behind in NEUTRAL or behind in AFTER


def asked_options(words: list) -> set:
    """The options that words (of `said`) want to see added to the command, without values."""
    behind = [(at, word) for at, (word, _) in enumerate(words) if at and words[at - 1][0] in ADD]
    return {
        word.split("=")[0]
        for at, word in behind
        if word[:1] == "-" != word and not _denied_before(words, at)
    }
