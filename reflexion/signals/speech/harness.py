"""What of a prompt was said by a person: hosts put their own text into prompts, and slash commands go to the host."""

from __future__ import annotations

# Hosts wrap what they add in tags. Names with a hyphen or an underscore are theirs; these are too.
TAGS = frozenset(
    [
        "instructions",
        "output",
        "stdout",
        "stderr",
        "summary",
        "analysis",
        "environment",
        "result",
        "status",
        "caveat",
        "invoke",
        "example",
        "examples",
        "document",
        "documents",
        "context",
    ]
)
OPENINGS = (
    "this session is being continued",
    "caveat: the messages below",
    "caveat: the commands below",
    "[request interrupted",
    "base directory for this skill",
    "please continue the conversation from where",
    "continue from where you left off",
    "stop hook feedback",
    "conversation summary",
    "previous conversation summary",
    "result of calling the",
    "called the ",
    "the user opened the file",
    "the user selected",
    "the user sent the following message",
    "the user sent a new message",
    "contents of /",
    "tool loaded",
    "unknown slash command",
    "(no content)",
    "no response requested",
    "api error",
    "<<autonomous",
    "# agents.md instructions",
    "# claude.md",
    "your task is to create a detailed summary",
    "userpromptsubmit hook",
    "sessionstart hook",
    "pretooluse:",
    "posttooluse:",
    "async hook",
    "[image:",
    "[image #",
    "background command",
    "a background task",
    "task notification",
    "system:",
    "system reminder",
    "human:",
    "assistant:",
    "user:",
    "another language model started to solve",
    "you are generating",
    "warning: apply_patch",
    "you have been asked to continue",
    "# context from my ide",
    "## my request for codex",
)
META = (
    "title",
    "summary",
    "summarize",
    "summarise",
    "topic",
    "name",
    "suggest",
    "predict",
    "classify",
)
META_STARTS = (
    "please write a",
    "your task is to",
    "write a",
    "generate a",
    "create a",
    "summarize this",
    "summarise this",
    "analyze if this",
    "analyse if this",
    "extract any",
)
PERSONA = (
    "you are a ",
    "you are an ",
    "you are the ",
    "you are now ",
    "you're a ",
    "you're an ",
    "as an ai ",
)
PERSONA_LENGTH = (
    200  # "You are a bit verbose" is a person's; a role that is handed out takes longer
)
MOST_TAGS = 200


def said(prompt):
    """The prompt without what a host put in; "" when nothing of it is a person's own sentence."""
    text = without_tags(prompt) if "<" in prompt else prompt
    text = text.strip()
    if not text or text[0] == "/" and is_slash(text):
        return ""
    head = text[:400].lower()
    if head.startswith(OPENINGS) or (head.startswith(PERSONA) and len(text) > PERSONA_LENGTH):
        return ""
    if (
        head.startswith(META_STARTS)
        and "conversation" in head
        and any(word in head for word in META)
    ):
        return ""
    return text


def is_slash(text):
    """ "/name and arguments" is a command of the host; "/usr/lib is wrong" is a path."""
    word = text.split(None, 1)[0][1:]
    return bool(word) and "/" not in word and "." not in word and (word[0].isalpha())


def without_tags(text):
    """Blank out <tag>...</tag> blocks that a host wrote; an open block reaches to the end."""
    out, done, at = [], 0, text.find("<")
    lacking = set()
    for _ in range(MOST_TAGS):
        if at < 0:
            break
        name = _tag(text, at)
        if name and name not in lacking and _is_theirs(name):
            close = text.find("</" + name + ">", at)
            if close < 0 and not text[:at].strip():
                return "".join(out)
            if close < 0:
                lacking.add(name)
            else:
                out.append(text[done:at])
                out.append("\n")
                done = at = close + len(name) + 3
                at = text.find("<", at)
                continue
        at = text.find("<", at + 1)
    return "".join(out) + text[done:]


def _tag(text, at):
    """The name of the tag that opens at text[at], "" if there is none."""
    head = text[at + 1 : at + 60]
    end = head.find(">")
    name = head[:end].split(" ", 1)[0] if end > 0 else ""
    return name if name[:1].isalpha() and name.replace("-", "").replace("_", "").isalnum() else ""


def _is_theirs(name):
    return (
        ("-" in name or "_" in name or name.lower() in TAGS or name.isupper())
        and name == name.lower()
        or name.isupper()
    )
