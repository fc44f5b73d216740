"""Judge a sentence: is it plainly meant to be stored, and is it too risky to be told."""

from __future__ import annotations

import re

from reflexion.shell import Call, calls
from reflexion.shell.programs import programs
from reflexion.text import rows

# of prompts, as "remember that …" and "from now on …"
MOST_LINES = 3
LONGEST_PROMPT = 300  # characters of a prompt
SHORTEST = 8  # bytes of what is stored: a few letters, three Chinese signs
PASTED = r"```|</|\n[>|{#]|\n\$ |\n    at |://| \| |[?\uff1f]"
MARKS = " \t\n:,;-\u2013\uff1a\uff0c\u3001"
# what may follow a bare "remember": "remember the chosen tab" orders a feature
FOLLOWER = r"""(?x)
    \s{0,3}[:,;\u2013\uff1a\uff0c-]
    |\s+(?=(?:we|our|never|always|not\ to|don'?t|do\ not|this\ project|this\ repo)\b)"""
END_OF_WORD = r"(?<![ -~])|(?!\w)"  # "remember total" is no opening of "remember totals"
# what only means something beside the words before it
POINTING = r"""(?xi)
    \b(?:it|this|that|these|those|them|so|the\ same)
    (?:\ (?:way|too|again|instead|please))?[.!]{0,3}$
    |^(?:bug|conversation|discussion|error|feature|file|function|idea|issue|one|page|problem|pr
    |script|task|test|thing|ticket|time)s?\ (?:about|from|i|in|on|that|we|with|you)\b"""
# "remember to …" may be about the task at hand
ONCE = r"(?i)\b(?:also|as well|done|finished|afterwards|today|tomorrow|later|now|it|them)\b"
SENTENCE_END = r"(?<=[.!])\s+(?=[A-Z\"'`])|(?<=[\u3002\uff01])|\n(?!\s*-)"
ITEM = r"\s{0,80}\n\s{0,80}-\s{0,80}"
# first words that get a capital; the name of a program keeps its letters
SMALL = set("a all always answer do don't every if never only our prefer the use we when".split())
# of risky advice
GIVES_AWAY = "it gives away a secret"
LONGEST = 16_000  # characters that are looked at; sentences and commands are shorter
# a shell takes quoting out before it looks up what to run (r\m, "rm"); editors turn a "-" into
# hyphens and dashes, which an agent reads as "-"
QUOTING = str.maketrans("\u2010\u2011\u2012\u2013\u2212", "-----", "\\'\"")
CLAUSE_END = r"[.!?:](?= )|[;,|&\u2014]| (?:and|but|then|because|unless|except|until)(?= )"
NEGATION = (
    "(?:never|do not|dont|must not|mustnt|should not|shouldnt|cannot|cant|avoid|without|instead of"
    "|rather than|not|no)"
)
# what stands before that which is forbidden: a verb, then at most the start of the same command
PROHIBITION = rf"""(?xi)
    (?:^|[ ]){NEGATION.replace(" ", "[ ]")}
    (?:[ ](?:ever|use|using|run|running|call|pass|passing|pipe|piping|add|adding|set|execute
    |commit|push|do|try|type|apply|the|a|an|any|our|your)){{0,4}}
    [ ]?(?:--?[\w-]+[ ]or[ ])?(?:`[^`]*|(?:git|docker|npm|pip|kubectl)(?:[ ][^ `]+){{0,4}}[ ])?
    -{{0,2}}$"""
NEGATIONS = rf"(?i)(?<![\w-]){NEGATION}(?![\w-])"

# what lies in a home folder, and files of credentials wherever they lie
PRIVATE = r"""(?xi)
    (?:~|\$\{?home\}?|/root|/(?:home|users)/[\w.-]{1,40})(?=/|$)(?!\S{0,200}\.pub$)|/etc/shadow
    |(?<![\w.-])(?:\.env(?!\.(?:example|sample|template|dist))|id_(?:rsa|dsa|ecdsa|ed25519)(?!\.pub)
    |\.(?:netrc|npmrc|pypirc|pgpass|git-credentials|ssh|aws|gnupg|kube)
    |[\w.-]{1,60}\.(?:pem|key|p12|pfx|kdbx|keystore|jks))(?![\w-])"""
# calls that print secrets, or what mostly holds some
PRINTING = r"""(?xi)^(?:env|printenv|history|set)$|export-secret|export-credentials|get-secret
    |find-(?:generic|internet)-password|auth[ ](?:print-)?(?:access-)?token|(?:get|view)[ ]secrets?
    |^(?:pass|gopass|op)[ ](?:show|read|item)|(?:kv|keyring)[ ]get"""
# options whose value a program keeps, or only logs in with
KEPT = """
    -i -F -E -K -o -O -P -b -c -e --cert --key --cacert --netrc-file --config --cookie --output
    --profile --identity --ssl-cert --ssl-key""".split()


def to_remember(prompt: str) -> str:
    """Return the sentence of a prompt that is plainly meant to be stored; "" for any other."""
    text = prompt.strip().replace("\u2019", "'")
    is_long = len(text) > LONGEST_PROMPT or text.count("\n") >= MOST_LINES
    if is_long or re.search(PASTED, text):
        return ""
    low = text.lower()
    openings = [
        (len(opening), action)
        for action, cell in rows("detect/prompts.tsv")
        for opening in cell.split(" | ")
        if low.startswith(opening)
    ]
    return _sentence(text, *max(openings)) if openings else ""  # the longest one


def _sentence(text: str, end: int, action: str) -> str:
    """Return the sentence that follows the opening text[:end]; "" where it cannot stand alone."""
    follower = FOLLOWER if action == "mark" else END_OF_WORD
    if not re.compile(follower).match(text, end):
        return ""
    first = re.split(SENTENCE_END, text[end:].lstrip(MARKS))[0].strip()
    sentence = re.sub(ITEM, "; ", first)
    is_about_now = action == "order" and re.search(ONCE, sentence)
    if len(sentence.encode()) < SHORTEST or is_about_now or re.search(POINTING, sentence):
        return ""
    if action == "keep":
        return f"{text[:end]} {sentence}"
    is_small = sentence.split(" ")[0] in SMALL
    return sentence[0].upper() + sentence[1:] if is_small else sentence


def risk_of(sentence: str) -> str:
    """Return why a sentence or a command is risky ("it deletes data"); "" if it is not.

    What a sentence forbids ("never use --no-verify") is no risk.
    """
    text = " ".join(sentence[:LONGEST].translate(QUOTING).split())
    low = text.lower()
    for reason, literals, *pattern in rows("detect/risk.tsv"):
        present = [literal for literal in literals.split(" | ") if literal in low]
        if not present:
            continue
        words = "|".join(map(re.escape, present))
        wanted = pattern[0] if pattern else rf"(?<![\w-])(?:{words})(?![\w-])"
        places = re.finditer(wanted, text, re.IGNORECASE)
        if not all(_is_forbidden(text, found.start()) for found in places):
            return reason
    return GIVES_AWAY if _gives_away(text) else ""


def _gives_away(text: str) -> bool:
    """Return True if a command sends private files, or printed secrets, to another machine."""
    script = text.replace("`", "\n")
    start = 0  # of the pipe
    is_private = False  # what flows through it
    for call in calls(script):
        if not is_private:
            start = max(script.find(call.raw), 0)
        is_private = is_private or _is_fed_private(call)
        is_network = not programs("network").keys().isdisjoint({call.program, *call.via})
        is_sent = (is_network and is_private) or _sends(call)
        if is_sent and not _is_forbidden(text, start):
            return True
        is_private = call.op == "|" and (is_private or _reads_private(call))
    return False


def _is_fed_private(call: Call) -> bool:
    return any(op == "<" and _is_private(to) for op, to in call.redirects)


def _reads_private(call: Call) -> bool:
    said = " ".join([call.program, *call.args])
    return re.search(PRINTING, said) is not None or any(map(_is_private, call.args))


def _is_private(word: str) -> bool:
    return re.search(PRIVATE, word) is not None


def _sends(call: Call) -> bool:
    """Return True if a private file is an argument that a network program sends.

    In a sentence the program may stand behind other words: "Upload it with curl -T ~/.netrc x".
    """
    words = [call.program, *call.args]
    sending = programs("network").keys() - {"ssh"}
    start = next((at for at, word in enumerate(words) if word in sending), len(words))
    end = -1 if words[start:] and words[start] in programs("copying") else len(words)
    for before, word in zip(words[start:], words[start + 1 : end]):
        is_kept = not {before, word.partition("=")[0]}.isdisjoint(KEPT)
        if _is_private(word) and ("@" in word or not is_kept):
            return True
        if word.endswith((",", ".", ";", ":")):
            return False  # the end of its clause
    return False


def _is_forbidden(text: str, at: int) -> bool:
    """Return True where the clause that leads to an offset forbids what stands there."""
    before = text[max(0, at - 200) : at]
    start = max((end.end() for end in re.finditer(CLAUSE_END, before)), default=0)
    clause = before[start:]
    return bool(re.search(PROHIBITION, clause)) and len(re.findall(NEGATIONS, clause)) == 1
