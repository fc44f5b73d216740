"""Does a command break a rule in plain prose: "use X, not Y", "never Y", "Y is only for CI"? Pure;
commands are never executed."""

from reflexion.text.tables import sections

_sections = sections("signals/matching/prohibitions.txt")
LISTS = {head: frozenset(text.split()) for head, text in _sections.items()}
OF = {"instead": "of", "rather": "than"}  # words that forbid what follows only together
PLACES = frozenset(("in", "into", "inside", "on", "at"))  # behind them a name is a place
NEAR_BEFORE = 3  # words
NEAR_AFTER = 4
MARKS = "`'\"()[]{}<>*,;:.!?\u201c\u201d\u2018"
ENDS = ",;:.!?)"


class Word:
    """A word of a sentence: `text` in lower case, without marks around it; `ends`: does a clause
    end behind it?"""

    __slots__ = ("text", "ends")

    def __init__(self, text: str, ends: bool):
        self.text = text
        self.ends = ends


def breaks(command: list, entry: dict) -> bool:
    """Return True if the learning's own words forbid what a command does (`command`: its list of
    CommandWords), or one of its options, and do not ask for it as well."""
    texts = [said(entry["resolution"])]
    if entry["type"] != "error":  # else the trigger is an error line, and no sentence
        texts.append(said(entry["trigger"]))
    texts = [words for words in texts if words and words[0].text not in LISTS["times"]]
    pairs = [
        (shape, words)
        for shape in command
        for words in texts
        if any(word.text == shape.program for word in words)
    ]
    if any(forbids_alone(words, shape.flags) for shape, words in pairs):
        return True
    banned = any(forbids(words, shape.program, shape.words, shape.flags) for shape, words in pairs)
    return banned and not follows(command, entry)


def follows(command: list, entry: dict) -> bool:
    """Return True if a command (its CommandWords) does what the learning asks for."""
    words = said(entry["resolution"])
    options = {word.split("=")[0] for shape in command for word in shape.raw}
    if not options.isdisjoint(asked_options(words)):
        return True
    return any(asks_for(words, shape.raw) for shape in command)


def said(text: str) -> list:
    """The Words of a sentence, up to those that give the reason: "because there is no python here"
    forbids nothing."""
    found = []
    for word in text.lower().replace("\u2019", "'").split()[:200]:
        bare = word.rstrip(MARKS).lstrip("`'\"()[]{}<>*,;:")
        if bare in LISTS["reasons"] and found:
            break
        if bare:
            found.append(Word(bare, word.rstrip("`'\"*")[-1:] in ENDS))
    return found


def forbids(words: list, program: str, verbs: list, flags=None) -> bool:
    """Return True if words (of `said`) forbid a program as a whole, or what its first words tell it
    to do; a longer job that is not spoken of is not meant.

    `flags`: the options of the command; with them, words that forbid an option (`never git push
    --force`) forbid it alone."""
    for at, word in enumerate(words):
        if word.text == program:
            last = _end_of_name(words, at, verbs)
            denied = _denied_before(words, at) or _denied_after(words, last)
            if denied and _is_meant(words, last, flags):
                return True
    return False


def _end_of_name(words: list, at: int, verbs: list) -> int:
    """The place of the last word of a command's name, which begins at `at`: as many of the verbs
    as follow there, within one clause."""
    last = at
    for verb in verbs:
        if words[last].ends or _text(words, last + 1) != verb:
            break
        last += 1
    return last


def _text(words: list, at: int) -> str:
    """The word at a place; "" behind the last one."""
    return words[at].text if at < len(words) else ""


def _is_meant(words: list, last: int, flags) -> bool:
    """Is a name that ends with this word meant as a whole, or with an option that the command has?
    `flags`: its options; None: any option."""
    if _is_whole(words, last):
        return True
    option = words[last + 1].text
    return option[0] == "-" and (flags is None or option in flags)


def forbids_alone(words: list, names) -> bool:
    """Return True if words (of `said`) forbid one of the options by itself ("never use
    --no-verify"), or one of the verbs and nothing more ("do not push.")."""
    return any(
        word.text in names and _stands_alone(word) and _denied_before(words, at)
        for at, word in enumerate(words)
    )


def _stands_alone(word: Word) -> bool:
    """Is it a long option, or the last word of a clause?"""
    return len(word.text) > 2 if word.text[0] == "-" else word.ends


def _denied_before(words: list, at: int) -> bool:
    """Do the words in front of a name forbid it? (What lies "not in git" forbids no git.)"""
    if at and words[at - 1].text in PLACES:
        return False
    for n in range(at - 1, max(-1, at - 1 - NEAR_BEFORE), -1):
        word = words[n].text
        if words[n].ends:
            return False
        if word in LISTS["before"] or n > 0 and OF.get(words[n - 1].text) == word:
            return True
    return False


def _denied_after(words: list, at: int) -> bool:
    """Do the words behind a name, which ends at `at`, forbid it within its clause?"""
    for n in range(at + 1, min(len(words), at + 2 + NEAR_AFTER)):
        if words[n - 1].ends:
            return False
        word = words[n].text
        later = LISTS["allowed"] if word in LISTS["denied"] else ()  # not allowed
        later = LISTS["scope"] if word == "only" else later  # only for
        if word in LISTS["after"] or _text(words, n + 1) in later:
            return True
    return False


def asks_for(words: list, mine: list) -> bool:
    """Return True if words (of `said`) name a whole command that begins a given one (its words,
    `mine`), and do not forbid it: "use zig ci, never zig install" asks for `zig ci --fast`."""
    for at, word in enumerate(words):
        if not mine or word.text != mine[0] or _denied_before(words, at):
            continue
        last = _end_of_name(words, at, mine[1:])
        if _is_whole(words, last) and not _denied_after(words, last):
            return True
    return False


def _is_whole(words: list, last: int) -> bool:
    """Does the name of a command end with this word: with its clause, or before a word that is
    none of a command's?"""
    if words[last].ends or last + 1 >= len(words):
        return True
    behind = words[last + 1].text
    return behind in LISTS["neutral"] or behind in LISTS["after"]


def asked_options(words: list) -> set:
    """The options that words (of `said`) want to see added to the command, without values."""
    found = set()
    for at, word in enumerate(words):
        is_option = word.text[:1] == "-" and word.text != "-"
        if (
            is_option
            and at
            and words[at - 1].text in LISTS["add"]
            and not _denied_before(words, at)
        ):
            found.add(word.text.split("=")[0])
    return found
