"""What must not be stored: keys, tokens, passwords and private keys.

`redact(text)` puts [REDACTED] in their place, `find(text)` says where they stand; time is linear,
and callers bound the text. shapes: tokens that tell by themselves. assigned, announced, names: a
telling name and its value. arguments, argument_values: what a program is given. places, checks,
headers: where only a secret stands. values: what is no secret. The rules load when a text is first
suspicious.
"""

from reflexion.text.clean import visible

MARK = "[REDACTED]"
# what stands near a secret that its shape does not give away, in lower case
NEAR_SECRETS = (
    "pass pwd pw secret token key auth bearer basic cred :// ----- login -u -p --user cookie dsn "
    "sig otp seed mnemonic phrase salt nonce webhook private sess jwt saml csrf xsrf connection "
    "identified account netrc machine kennwort contrase senha parol 密 秘 license serial code hash "
    "access = certificate geheim clave mdp hasło парол パス 암호 비밀 encrypt signing sudo psk "
    "radius pin wachtwoord setuser "
    "snmp community wpa hmac /p: obscure kinit <<< digest"
).split() + ["net user", " -a ", "', '", "','", '", "', '","']
SHORT = 10  # letters and digits in one run: with a digit among them, and without
LONG = 20
SHORTEST_REPEATED = 6  # characters of a secret that is looked for in the texts beside its own
MOST_REPEATED = 50  # such secrets
SHORTEST_DRAWN = 12  # characters of a word alone that tell that it was drawn
JOINTS = {ord(c): " " for c in "-_+/.~!#%*?^:;,'\"`()[]{}<>|&@$\\"}
COLOURS = ("\x1b", "\\x1b[", "\\u001b[", "\\033[", "\\e[")
# JSON's escapes, and plain text of the same length in their place
ESCAPES = (("\\n", " \n"), ("\\r", " \r"), ("\\t", " \t"), ('\\"', ' "'), ("\\/", " /"))


def redact(text: str, extra=()) -> str:
    """Return the text, cleaned, with [REDACTED] for each secret; lines stay lines. `extra`:
    patterns of the user, matched as they are (unusable ones are skipped)."""
    return _without_secrets(text, extra)[0]


def redact_word(word: str, extra=()) -> str:
    """Return a word that stands alone, such as a keyword; MARK for one that looks drawn."""
    from reflexion.signals.secrets.values import hexadecimal, random

    if random(word, SHORTEST_DRAWN) or hexadecimal(word, LONG):
        return MARK
    return redact(word, extra)


def redact_together(texts: list, extra=()) -> list:
    """Redact texts that belong together: what is a secret in one of them is one in all.

    `PGPASSWORD=x psql` tells what the value is; the output that repeats it does not."""
    cleaned = [_without_secrets(text, extra) for text in texts]
    found = set().union(*(values for _, values in cleaned))
    known = set(filter(_is_unmistakable, found))
    results = []
    for text, _ in cleaned:
        for value in sorted(known, key=lambda it: (-len(it), it))[:MOST_REPEATED]:
            text = text.replace(value, MARK)
        results.append(text)
    return results


def _is_unmistakable(value: str) -> bool:
    """Return False for a value that other texts hold by chance: a short or a plain word."""
    return len(value) >= SHORTEST_REPEATED and not (value.isalpha() and value.islower())


def _without_secrets(text: str, extra) -> tuple:
    """Return (the text with a mark for each secret, the set of the secrets that it held)."""
    values: set = set()
    text = visible(text)  # first: what a soft hyphen splits would else be mended after the look
    if not extra and not suspicious(text):
        return text, values
    for _ in range(4):  # a mark can bring out another value beside it
        spans = find(text, extra)
        if not spans:
            break
        values.update(text[start:end] for start, end, _ in spans)
        text = _with_marks(text, spans)
    return text, values


def _with_marks(text: str, spans: list) -> str:
    """The text with a mark in the place of each span."""
    ends = [0, *(end for _, end, _ in spans)]
    kept = [text[at:start] for at, (start, _, _) in zip(ends, spans)]
    return MARK.join([*kept, text[ends[-1] :]])


def suspicious(text: str) -> bool:
    """False only where redaction finds nothing; a cheap look that spares most text the patterns."""
    low = visible(text).lower()
    if any(word in low for word in NEAR_SECRETS):
        return True
    return any(map(_may_be_drawn, low.split()))


def _may_be_drawn(word: str) -> bool:
    """Is a word of small letters long enough, or joined with digits, so that it may be a token?"""
    if len(word) > 2 * LONG or len(word) >= SHORT and any(map(str.isdigit, word)):
        return True
    return any(len(run) >= LONG for run in word.translate(JOINTS).split())


def find(text: str, extra=()) -> list:
    """[(start, end, kind)] of each secret, in order, split at line ends, without overlaps; kind:
    "github token". `extra`: the user's own patterns."""
    if not any(mark in text for mark in COLOURS):
        return _find(text, extra)
    plain, place = _uncoloured(text)
    return [(place(start), place(end - 1) + 1, kind) for start, end, kind in _find(plain, extra)]


def _find(plain: str, extra) -> list:
    """What `find` returns, of a text without colours."""
    spans = _spans(plain, extra)
    if "\\n" in plain or '\\"' in plain:  # text inside a JSON string: once more as it was
        unescaped = plain
        for mark, sign in ESCAPES:
            unescaped = unescaped.replace(mark, sign)
        spans = _merged(plain, spans + _spans(unescaped, ()))
    return spans


def _spans(text: str, extra) -> list:
    """What all rules find in a text, merged."""
    from reflexion.signals.secrets import arguments, assigned, places, private_keys, shapes

    text = text.replace("\\\n", "  ")  # a command that goes on in the next line
    lower = text.lower()
    if len(lower) != len(text):  # character by character, so that offsets stay
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    spans = []
    for rules in (shapes, private_keys, assigned, places, arguments):
        spans += rules.find(text, lower)
    if extra:
        from reflexion.signals.secrets import user_patterns

        spans += user_patterns.find(text, extra)
    for start, end, _ in list(spans):
        spans += private_keys.wrapped(text, start, end)
    return _merged(text, spans)


def _uncoloured(text: str) -> tuple:
    """(the text without terminal sequences, function from an offset in it to that in the text)."""
    from bisect import bisect_right

    from reflexion.signals.secrets.values import form

    parts = []
    moves = [(0, 0)]  # (offset in the plain text, the same place in the coloured one)
    at = 0
    length = 0
    for match in form("colours").finditer(text):
        parts.append(text[at : match.start()])
        length += match.start() - at
        at = match.end()
        moves.append((length, at))

    def place(offset: int) -> int:
        length, at = moves[bisect_right(moves, (offset, len(text))) - 1]
        return at + offset - length

    return "".join([*parts, text[at:]]), place


def _merged(text: str, spans: list) -> list:
    """Spans in order, those that overlap made one, none across a line end."""
    whole: list = []
    for start, end, kind in sorted(spans):
        if whole and start < whole[-1][1]:
            whole[-1][1] = max(whole[-1][1], end)
        elif end > start:
            whole.append([start, end, kind])
    result = []
    for start, end, kind in whole:
        for line in text[start:end].split("\n"):
            inner = line.strip("\r\t ")
            first = start + len(line) - len(line.lstrip("\r\t "))
            if inner and inner != MARK:
                result.append((first, first + len(inner), kind))
            start += len(line) + 1
    return result
