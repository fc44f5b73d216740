"""A cheap necessary condition for hearing anything in a prompt: looked at before anything is imported, so this module imports nothing itself."""

from __future__ import annotations

LONGEST = 120  # bytes; a longer prompt is read properly

# A prompt of these words alone teaches nothing, whatever their order: no pattern of any language can be made of them (a test proves it).
SMALL_TALK = frozenset(
    b"""
    about add ahead already alright also and api app attached back better blue bug button by called can cannot cart change changed changes class client code component config continue cool
    correct could create dark data date delete dialog did diff docs does done email empty endpoint errors explain export failed fails feature file files find fine fix fixes flag form
    function give good great green hello hey hi how implement index install into issue last lgtm list login logs look looks machine main message module more my needed next nice now of
    ok okay old one option or orders page parser password perfect plan port problem proceed rate red refactor release remove reset restart returns revert review right save says second
    see server set show slow so sorry spec src status step summarize sure test tests text thank thanks the think third three timer title to token try two undo update user users version
    what where who why window work works would yeah yep yes your
""".split()
)
LETTERS = bytes(
    byte
    if 97 <= byte <= 122
    else byte + 32
    if 65 <= byte <= 90
    else 32
    if byte in b" ,.!?\t"
    else 0
    for byte in range(256)
)


def worth_hearing(raw):
    """Can the prompt in these bytes (a hook's JSON, or the prompt itself in UTF-8) be a correction, a rule, a report or praise? False is certain, True is not."""
    said = prompt_of(raw)
    if len(said) > LONGEST or b"\\" in said:
        return True
    words = said.translate(LETTERS).split()
    if said[:1] == b"/" and said[1:2].isalpha():
        head = said.split(None, 1)[0]
        return b"/" in head[1:] or b"." in head
    return not SMALL_TALK.issuperset(words)


def prompt_of(raw):
    """The bytes of the "prompt" of a hook's JSON, as far as LONGEST and some; the whole where there is no such key."""
    at = raw.find(b'"prompt"')
    if at < 0:
        return raw[: LONGEST + 1]
    start = raw.find(b'"', at + 8)
    end = raw.find(b'"', start + 1, start + LONGEST + 2)
    return raw[start + 1 : end] if start >= 0 and end >= 0 else raw[start + 1 : start + LONGEST + 2]
