"""Find the command that really runs: behind `sudo`, `timeout 5`, `npx`, `python -m`."""

from reflexion.shell.programs import base_name, is_python, programs, words_of

DEEPEST = 8  # wrappers one behind the other


def wrapped(words: list) -> int:
    """Return the index of the program that really runs: 2 for `sudo npx tsc`."""
    at = 0
    for _ in range(DEEPEST):
        inner = _behind_wrapper(words, at)
        if not at < inner < len(words):
            break
        at = inner
    return at


def is_assignment(word: str) -> bool:
    """Return True if a word is NAME=value, as it may stand in front of a command."""
    name, equals, _ = word.partition("=")
    return bool(equals) and name.rstrip("+").isidentifier() and name.isascii()


def _behind_wrapper(words: list, at: int) -> int:
    """Return where the command starts that words[at] wraps, 0 where it wraps none."""
    name = base_name(words[at]) if at < len(words) else ""
    if is_python(name) and "-m" in words[at + 1 : at + 5]:
        return words.index("-m", at) + 1
    known = programs("wrapper")
    for count in (1, 2, 3):  # `npx`, `npm exec`, `docker compose exec`
        spelled = "/".join([name, *words[at + 1 : at + count]])
        if spelled in known:
            if not set(words[at + 1 :]).isdisjoint(words_of("unwrapped", name)):
                return 0
            return _behind_options(words, at + count, known[spelled])
    return 0


def _behind_options(words: list, at: int, own: list) -> int:
    """Return the place behind a wrapper's options and words of its own.

    own: how many plain words come first, then its options that take a value."""
    plain = int(own[0]) if own and own[0].isdigit() else 0
    while at < len(words):
        word = words[at]
        if word == "--":
            return at + 1
        if word.startswith("-") and len(word) > 1:
            at += 1 if word in own else 0
        elif not is_assignment(word):
            if plain == 0:
                break
            plain -= 1
        at += 1
    return at
