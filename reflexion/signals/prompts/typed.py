"""Prompts that no person spoke: hosts, agent teams, slash commands, plans handed over, pasted
chats and documents.
"""

from __future__ import annotations

# by a host, another agent, a command
HANDED_OVER = tuple(
    (
        "implement the following plan|execute the following plan|you are a |you are an |"
        "you are the |you are now |you are taking over|you are starting|you are working |"
        "your task is|your task:|your job is to |# |## |---\n|this session is being continued|"
        "caveat: |[request interrupted|[system|base directory for this skill|"
        "please continue the conversation from|please write a 5-10 word title|"
        "continue from where you left off|stop hook feedback|stop hook blocking|"
        "userpromptsubmit hook|sessionstart hook|pretooluse:|posttooluse:|async hook|async agent|"
        "background command|background agent|the user opened the file|the user selected|"
        "the user sent a new message|unknown slash command"
    ).split("|")
)
PASTED = tuple(
    (
        "{|[{|contents of /|result of calling the|api error|warning: |error: |error[|npm err|"
        "make: |make[|fatal: |traceback (most recent call last)"
    ).split("|")
)
SPEAKERS = tuple("user:|assistant:|human:|agent:|ai:|q:|a:|system:|claude:|me:|you:".split("|"))
HEADINGS = 3  # from which a prompt is a document
COMMAND_WORDS = 5  # "/name" with as many words may be about the command; with less it is a call
LONG_LINES = 40  # so many lines are pasted, not typed


def spoken(prompt: str) -> str:
    """What a person typed of a prompt; "" where it was made by a machine or is a document."""
    text = asked(prompt)
    if text[:60].lower().startswith(PASTED) or text.count("\n") >= LONG_LINES:
        return ""
    return text if text[:1] != "/" or len(text.split()) >= COMMAND_WORDS else ""


def asked(prompt: str) -> str:
    """The prompt without what hosts put into it; "" where no person wrote or pasted it: a plan
    or a brief handed over, a message of another agent, a chat, a document.
    """
    text = _without_tags(prompt).strip()
    lines = text.split("\n", 200)
    starts = [line.lstrip(" *_->").lower()[:12] for line in lines]
    is_made = (
        text[:1] == "<"
        and text[1:2].isalpha()
        and "/" in text
        or text[:60].lower().startswith(HANDED_OVER)
        or sum(start.startswith(SPEAKERS) for start in starts) > 1
        or sum(line.startswith(("# ", "## ", "### ", "**")) for line in lines) >= HEADINGS
    )
    return "" if is_made else text


def _without_tags(prompt: str) -> str:
    """The prompt without blocks in tags that have a hyphen or an underscore in their names, which
    hosts use for their own words.
    """
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
