"""Which line of an output says what went wrong, the line a person would quote; and what is kept of
the output around it."""

import re

from reflexion.signals.failures.lines import is_aside, is_summary, pattern_of, phrases, scan, voice
from reflexion.text.clean import visible

HEAD = 16 * 1024  # characters of output that are read at its start
TAIL = 32 * 1024  # and at its end
AROUND = 1500  # characters kept on either side of the quoted line, see `excerpt`
END = 2000  # and at the end of the output
SECRET = 6  # characters of a word that may be one
NAMED = 200  # characters beside a secret in which it is named
GAP = "\n[\u2026]\n"
MAX_LINE = 2000  # characters of a line that are looked at
MAX_LINES = 300  # lines that are searched for plain words
FEW_LINES = 6  # what a program that only gives up prints at most

PROOFS = ("tests", "compilers", "exceptions", "proofs")  # a failure that nobody doubts
COUNTED = pattern_of("counted")
# the last line of a program that went well
SUCCESS = rf"^.*(?:{pattern_of('success word')}).*$|{pattern_of('success')}"
WELL = ("pass", "ok", "succe", "built", "complete", "already", "no issues", "found 0", "0 f", "[")
# without one of these there is no prefix
PREFIXED = ("|", "\u2502", "#", ". ", "[", "build:", "lint:", "test:", "dev:", "check:", "compile:")


def telling_line(text: str) -> str:
    """The line to quote from a failed command's prepared output, "" when it printed nothing."""
    lines = [line for line in _some_lines(text) if any(map(str.isalnum, line))]
    line = (
        _proven_at_last(text)
        or scan(text, *PROOFS, "findings", "strict", "speaking")
        or spoken(text, words_only=True)
        or scan(text, "wrap_ups", "tallies")
        or spoken(text)
        or next(filter(is_summary, lines), lines[-1] if lines else "")
    )
    return headed(line, text)


def headed(line: str, text: str) -> str:
    """A line that ends in a colon with what follows it, where that is a line worth quoting."""
    at = text.find(line) if line.endswith(":") else -1
    if at < 0:
        return line
    after = text[at + len(line) : at + len(line) + 500].split("\n")[1:4]
    below = next((lower.strip() for lower in after if lower.strip()), "")
    return f"{line} {below}" if below and _is_quotable(below) else line


def _is_quotable(line: str) -> bool:
    """Is a line that follows another one no line of code, no summary and no advice?"""
    if not line[0].isalpha() and line[0] not in "'\"`[</.*":
        return False
    return not is_summary(line) and not is_aside(line, numbers=True)


def _proven_at_last(text: str) -> str:
    """A failure behind the last part that went well: what was printed before it was expected."""
    at = _end_of_success(text)
    if at < 0:
        return ""
    rest = text[at:]
    return "" if re.search(COUNTED, rest) else scan(rest, *PROOFS, "strict")


def _end_of_success(text: str) -> int:
    """Where the last line ends that tells of success, -1 for none."""
    end = len(text)
    while end >= 0:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end].lower()
        if any(word in line for word in WELL):  # spares the pattern
            match = re.search(SUCCESS, text[start:end], re.M)
            if match:
                return start + match.end()
        end = start - 1
    return -1


def prepare(output: str) -> str:
    """Output as the rules want it: no escapes, no prefixes, bounded lines, newlines around."""
    text = "\n".join([line.rstrip()[:MAX_LINE] for line in visible(output).split("\n")])
    if any(mark in text for mark in PREFIXED):
        text = re.sub(pattern_of("prefix"), "", text, flags=re.M)
    return "\n" + text.strip("\n") + "\n"


def refusal(text: str, plainly: bool = False) -> str:
    """The line with which a program gave up, when that is about all it said.
    plainly: the program does not speak for others, so that such words count anywhere in a line."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) > (FEW_LINES if plainly else FEW_LINES // 2):
        return ""
    words = _words_anywhere(plainly)
    return next((line for line in lines if _refuses(line, words)), "")


def _words_anywhere(plainly: bool):
    """The words by which a line gives up wherever they stand in it."""
    if plainly:
        return phrases("reasons") + phrases("phrases1") + phrases("plain")
    return [reason for reason in phrases("reasons") if reason not in phrases("codes")]


def _refuses(line: str, words) -> bool:
    """Does a line give up, by how it begins or by one of these words, and not go on?"""
    low = line.lower()
    if not low.startswith(phrases("refusals")) and not _has(low, words):
        return False
    return not (_has(low, phrases("goes_on")) or is_aside(line) or is_summary(line))


def _has(low: str, words) -> bool:
    return any(word in low for word in words)


def spoken(text: str, words_only: bool = False) -> str:
    """The line that says what could not be done; else the last one, with words_only ""."""
    some = _some_lines(text)
    lines = [line for line in some if not is_summary(line) and not is_aside(line)]
    line = _clearest(lines) or _warned(some)
    if line or words_only or not lines:
        return line
    return lines[0] if len(lines) <= FEW_LINES else lines[-1]


def _clearest(lines) -> str:
    """The first line with one of the words that programs give up with, the clearest words first."""
    kinds = ("reasons", "phrases1", "phrases2", "phrases3")
    found = (_with_words(lines, phrases(kind)) for kind in kinds)
    return next(filter(None, found), "")


def _warned(lines) -> str:
    """The first warning that says what could not be done."""
    warnings = [line for line in lines if line.lower().startswith("warning: ")]
    return _with_words(warnings, phrases("phrases1"))


def _with_words(lines, words) -> str:
    """The first line that has one of these words."""
    return next((line for line in lines if _has(line.lower(), words)), "")


def _some_lines(text: str) -> list:
    """The different lines that say something, of a long text some at its start, more at its end."""
    lines = list(dict.fromkeys(line.strip() for line in text.split("\n") if line.strip()))
    some = lines[: MAX_LINES // 3] + lines[-MAX_LINES * 2 // 3 :]
    return lines if len(lines) <= MAX_LINES else some


def own_voice(call, text: str) -> str:
    """The first line in which the program of a call speaks of its own failure, else ""."""
    if not call.program:
        return ""
    plain = rf"(?:/\S*/)?{re.escape(call.program)}(?:\.exe)?: .*"
    own = voice("voice", call.program)
    match = re.search(rf"^(?:{own}.*|{plain})" if own else "^" + plain, text, re.M)
    return match.group().strip() if match else ""


def bound(output: str) -> str:
    """Head and tail of a long output, HEAD + TAIL characters at most, cut at line ends."""
    if len(output) <= HEAD + TAIL:
        return output
    head = output[:HEAD]
    tail = output[-TAIL + len(GAP) :]
    cut = head.rfind("\n", HEAD - 2000)
    start = tail.find("\n", 0, 2000)
    return head[: cut if cut > 0 else HEAD] + GAP + tail[start + 1 :]


def excerpt(output: str, line: str) -> str:
    """What is kept of a failure's output: AROUND characters on either side of the quoted line and
    END characters at its end, cut at line ends; all of a short output. Before them stand the lines
    that share a word with the quoted one: they may tell that it is a secret."""
    if len(output) <= 2 * AROUND + END:
        return output
    end = len(output) - END
    at = output.rfind(line.rpartition(": ")[2][:200]) if line else -1
    pieces = _beside(output, line)
    if 0 <= at < end:
        start = output.rfind("\n", 0, max(0, at - AROUND)) + 1
        stop = output.find("\n", min(at + AROUND, end))
        pieces.append(output[start : stop if stop >= 0 else end])
        end = max(end, stop)
    return GAP.join([*pieces, output[output.find("\n", end) + 1 or end :]])


def _beside(output: str, line: str) -> list:
    """The first lines of the output that hold a word of a line: those which may name a secret."""
    found = []
    for word in line.split()[:40]:
        bare = word.strip("'\"`.,:;()[]{}<>")
        at = output.find(bare) if _may_be_secret(bare) else -1
        if at >= 0:
            start = output.rfind("\n", max(0, at - NAMED), at) + 1 or max(0, at - NAMED)
            found.append(output[start : at + len(bare) + NAMED].split("\n")[0])
    return list(dict.fromkeys(found))


def _may_be_secret(word: str) -> bool:
    """Is it long enough, and no plain word?"""
    return len(word) >= SECRET and not (word.isalpha() and word.islower())
