"""Text from outside made safe to store and to say: one line, bounded, no control characters, nothing that imitates a frame."""

from __future__ import annotations

# CSI, OSC (ended by BEL or ST) and two-character escapes; bounded, so that a lone ESC costs nothing
ANSI = r"\x1b(?:\[[0-9;:?<=>!]{0,40}[ -/]{0,4}[@-~]|\][^\x07\x1b\n]{0,300}(?:\x07|\x1b\\)?|[@-Z\\^_=>()#][A-Za-z0-9]?)"
# C0/C1 controls, soft hyphen, zero-width and bidirectional marks, byte-order mark, tags, lone surrogates
INVISIBLE = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
# what hosts and this toolkit frame text with: the angle bracket is taken away, the words stay
FRAME = r"<(?=[/!?\s]{0,4}(?:system|reflexion|user-prompt|command-|local-command|task-|function_|antml|tool|assistant|human|instructions?\b|environment_context|important\b|!?--\s{0,4}reflexion))|(?<!\w)<(?=[/\s]{0,4}user\b)"


def strip_ansi(text: str) -> str:
    """The text without terminal escape sequences."""
    if "\x1b" not in text:
        return text
    import re  # here and below: most text needs none of it, and a prompt's hook is spared its import

    return re.sub(ANSI, "", text)


def visible(text: str) -> str:
    """The text without escape sequences and invisible characters; line ends become newlines. Any length."""
    text = strip_ansi(text).replace("\r\n", "\n").replace("\r", "\n")
    if text.replace("\n", "").replace("\t", "").isprintable():  # none of what is taken out is
        return text
    import re

    return re.sub(INVISIBLE, "", text)


def harmless(text: str) -> str:
    """The text with the opening bracket of anything that looks like a host's or our own frame taken away."""
    if "<" not in text:
        return text
    import re

    return re.sub(FRAME, "\u2039", text, flags=re.IGNORECASE)


def one_line(text: str, limit: int) -> str:
    """At most `limit` characters on one line, white space folded, safe to store and to say; cut text ends in an ellipsis."""
    line = " ".join(harmless(visible(text[: 40 * limit])).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "\u2026"
