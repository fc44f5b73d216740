"""Text from outside made safe: one line, bounded, nothing invisible, nothing like a frame."""

# C0/C1 controls, soft hyphen, zero-width and bidirectional marks, variation selectors and all else
# that Unicode says to ignore or shows as blank, byte-order mark, tags, lone surrogates
INVISIBLE = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e01ef\ud800-\udfff]"
)
# words that are a frame of some host by themselves; "<branch>" and its like stay
ROLES = (
    "admin|agent|antml|assistant|command|context|developer|env|function|human|important"
    "|instructions?|invoke|messages?|model|notification|operator|output|parameter|policy|prompt"
    "|reflexion|reminder|results?|root|rules?|session|system|task|thinking|tools?|turn|user"
)
# a component, written with a capital letter as no host's frame is: `<Button variant="a">`,
# `</Layout>`, `<Card/>`; not in any spelling of a frame's name
COMPONENT = (
    rf"/?(?!(?i:{ROLES}|task|teammate|developer|message|admin))[A-Z][A-Za-z0-9.]{{0,40}}[\s/>]"
)
# a bracket that may open a tag, in any script and width: "<word ...>", "</word", "<|word",
# "< /word", "<two-words"; what only redirects ("<file", "<<EOF") or compares stays
FRAME = (
    rf"(?!<{COMPONENT})[<\uff1c\ufe64](?!(?<=\w<)[A-Z][a-z]{{1,23}}>|(?!(?i:{ROLES})>)[A-Za-z]{{1,24}}>)"
    r"(?=[^\W\d](?:[\w.]{0,40}[-:|]|[^\W_]{0,40}_|[^<>\uff1c\uff1e]{0,120}[>\uff1e\ufe65])"
    r"|\s{0,8}[/!?|\\\uff0f\uff5c]|\s{1,8}[^\W\d][\w:-]{0,40}\s{0,8}[>\uff1e\ufe65])"
    r"|[\u3008\u27e8\u2329\u276e\u2770\u02c2\u1438](?=\s{0,8}[/!?|\\\uff0f\uff5c])"
)
# CSI, OSC (ended by BEL or ST) and two-character escapes; bounded, so that a lone ESC costs nothing
ANSI = (
    r"\x1b(?:\[[0-9;:?<=>!]{0,40}[ -/]{0,4}[@-~]|\][^\x07\x1b\n]{0,300}(?:\x07|\x1b\\)?"
    r"|[@-Z\\^_=>()#][A-Za-z0-9]?)"
)


def strip_ansi(text: str) -> str:
    """The text without terminal escape sequences."""
    if "\x1b" not in text:
        return text
    import re  # here and below: most text needs none of it

    return re.sub(ANSI, "", text)


def visible(text: str) -> str:
    """The text without escape sequences and invisible characters; line ends become newlines."""
    text = strip_ansi(text).replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text  # nothing in it that is taken out
    import re

    return re.sub(INVISIBLE, "", text)


def harmless(text: str) -> str:
    """The text with "\u2039" for each bracket that may open a tag of a host or of our own."""
    if text.isascii() and "<" not in text:
        return text
    import re

    return re.sub(FRAME, "\u2039", text)


def advice(sentence: str) -> str:
    """A lesson ("When …, do …, because …") without its reason."""
    return sentence.partition(", because ")[0]


def one_line(text: str, limit: int) -> str:
    """At most `limit` characters on one line that are fit to be said; cut text ends in "\u2026"."""
    return as_typed(harmless(" ".join(visible(text[: 40 * limit]).split())), limit)


def one_command(text: str, limit: int) -> str:
    """The same for a command line: what redirects (`<in.txt`, `</dev/null`) and the tags of its own
    arguments keep their brackets; only what may be a host's frame loses its."""
    line = " ".join(visible(text[: 40 * limit]).split())
    if line.isascii() and "<" not in line:
        return as_typed(line, limit)
    import re

    def bracket(match):
        rest = line[match.end() : match.end() + 140]
        return match.group() if match.group() == "<" and _is_plain(rest) else "\u2039"

    return as_typed(re.sub(FRAME, bracket, line), limit)


def _is_plain(rest: str) -> bool:
    """Is what follows a bracket a file or a tag of no host: no word of a frame in it, nothing but
    letters, digits, dots and slashes?"""
    import re

    name = re.match(r"\s{0,8}/?\s{0,8}([A-Za-z0-9./]{1,100})(?=[\s>]|/>|$)", rest)
    if not name:
        return False
    parts = re.split(r"[./]", name.group(1))
    return not any(re.fullmatch(ROLES, part, re.I) for part in parts)


def as_typed(text: str, limit: int) -> str:
    """At most `limit` characters on one line with its brackets, to be stored and never to be said:
    white space folded, nothing invisible in it; cut text ends in an ellipsis."""
    line = " ".join(visible(text[: 40 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "\u2026"
