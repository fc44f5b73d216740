"""What a person typed: not what hosts, agents, slash commands made, nor a pasted document."""

HEADINGS = 3  # from which a prompt is a document
COMMAND_WORDS = 5  # "/name" with as many words may be about the command; with less it is a call
LONG_LINES = 40  # so many lines are pasted, not typed
LISTS = 3  # so many lists, each right below its heading, are those of a template
LISTED = ("- ", "* ", "1. ")  # how the first item of a list begins
PHRASES: dict = {}  # kind -> its phrases
with open(__file__[: -len("py")] + "tsv", encoding="utf-8") as _table:
    for _line in _table:
        _kind, _, _phrase = _line.rstrip("\n").partition("\t")
        PHRASES[_kind] = (*PHRASES.get(_kind, ()), _phrase.replace("\\n", "\n"))


def _begins(text: str, kind: str) -> bool:
    """Does a text begin with a phrase of one kind?"""
    return text[:60].lower().startswith(PHRASES[kind])


def spoken(prompt: str) -> str:
    """What a person typed of a prompt; "" where it was made by a machine or is a document."""
    text = asked(prompt)
    lines = text.split("\n")
    lists = sum(map(_opens_list, lines, lines[1:]))
    if _begins(text, "pasted") or len(lines) > LONG_LINES or lists >= LISTS:
        return ""
    return text if text[:1] != "/" or len(text.split()) >= COMMAND_WORDS else ""


def asked(prompt: str) -> str:
    """The prompt without what hosts put into it; "" where no person wrote or pasted it: a plan
    or a brief handed over, a message of another agent, a chat, a document."""
    text = _without_tags(prompt).strip()
    lines = text.split("\n", 200)
    heads = sum(line.startswith(("# ", "## ", "### ", "**")) for line in lines)
    speakers = sum(_begins(line.lstrip(" *_->")[:12], "speaker") for line in lines)
    tagged = text[:1] == "<" and text[1:2].isalpha() and "/" in text
    is_made = tagged or heads >= HEADINGS or speakers > 1 or _begins(text, "handed_over")
    return "" if is_made else text


def _opens_list(line: str, following: str) -> bool:
    """Is a line the heading of a list, whose first item follows?"""
    return line.rstrip().endswith(":") and following.lstrip().startswith(LISTED)


def _without_tags(prompt: str) -> str:
    """The prompt without hosts' own blocks: those in tags with a hyphen or an underscore."""
    start = prompt.find("<")
    while start >= 0:
        close = prompt.find(">", start, start + 400)
        words = prompt[start + 1 : close].split(None, 1) if close > 0 else []
        name = words[0] if words else ""
        if ("-" in name or "_" in name) and name.replace("-", "").replace("_", "").isalnum():
            end = prompt.find(f"</{name}>", close)
            after = end + len(name) + 3 if end >= 0 else len(prompt)
            prompt = prompt[:start] + prompt[after:]
            start = prompt.find("<", start)
        else:
            start = prompt.find("<", start + 1)
    return prompt
