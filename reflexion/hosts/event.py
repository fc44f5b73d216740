"""One hook call as every host gives it, and what is answered. The hosts' own shapes are in a module each: claude, codex."""

from __future__ import annotations


class Event:
    """What a hook was told. A field the host does not give, or gives in a wrong type, is "" (None, {} or False by its kind)."""

    __slots__ = (
        "host",
        "name",
        "session",
        "cwd",
        "tool",
        "command",
        "path",
        "tool_input",
        "output",
        "exit_code",
        "failed",
        "interrupted",
        "benign",
        "prompt",
        "source",
        "agent",
        "transcript",
        "tool_use_id",
        "message",
        "reason",
        "permission_mode",
        "stop_hook_active",
        "project_dir",
        "when",
    )

    def __init__(self, **fields):
        self.host = fields.get("host", "claude")  # "claude" or "codex"
        self.name = fields.get("name", "")  # the event: PostToolUse, UserPromptSubmit, ...
        self.session = fields.get("session", "")
        self.cwd = fields.get("cwd", "")
        self.tool = fields.get("tool", "")
        self.command = fields.get("command", "")  # of a shell tool
        self.path = fields.get(
            "path", ""
        )  # the file that a tool reads or changes (of a patch: the first)
        self.tool_input = fields.get("tool_input", {})
        self.output = fields.get(
            "output", ""
        )  # stdout and stderr merged, or the error, without the host's "Exit code N" line
        self.exit_code = fields.get("exit_code")  # None: the host does not say
        self.failed = fields.get("failed")  # True, False, None: the host does not say
        self.interrupted = fields.get(
            "interrupted", False
        )  # by the user or the host, not by the command itself
        self.benign = fields.get(
            "benign", ""
        )  # the host's words for a non-zero status that is no failure ("No matches found")
        self.prompt = fields.get("prompt", "")
        self.source = fields.get(
            "source", ""
        )  # of SessionStart: startup, resume, clear, compact, fork
        self.agent = fields.get("agent", "")  # id of the sub-agent it happened in
        self.transcript = fields.get("transcript", "")
        self.tool_use_id = fields.get("tool_use_id", "")
        self.message = fields.get("message", "")  # the agent's last message, at Stop
        self.reason = fields.get("reason", "")  # of SessionEnd
        self.permission_mode = fields.get("permission_mode", "")
        self.stop_hook_active = fields.get("stop_hook_active", False)
        self.project_dir = fields.get(
            "project_dir", ""
        )  # the folder the session was started in, where the host tells
        self.when = fields.get("when", "")  # YYYY-MM-DD, of events read from a transcript; "" = now


class Answer:
    """What a hook has to say: `context` to the model, `notice` to the person; and what it did, for those who come after it."""

    __slots__ = (
        "context",
        "notice",
        "touched",
        "learned",
        "retired",
        "superseded_by",
        "stepped_back",
    )

    def __init__(
        self,
        context: str = "",
        notice: str = "",
        touched=(),
        learned=(),
        retired=(),
        superseded_by: str = "",
    ):
        self.context = context
        self.notice = notice
        self.touched = list(touched)  # ids of the entries that were written
        self.learned = list(learned)  # (id, resolution) of the fixes found
        self.retired = list(retired)  # entries that the user's word contradicts
        self.superseded_by = superseded_by  # the id that takes their place
        self.stepped_back = {}  # id: the confidence it had before its mistake was made again though it had been said


def parse(payload: dict, environ) -> Event:
    """The Event of a payload from any host. Never raises, whatever the fields hold."""
    if host_of(payload, environ) == "codex":
        from reflexion.hosts import codex as host
    else:
        from reflexion.hosts import claude as host
    return host.read(payload, environ)


def render(event: Event, answer: Answer) -> str:
    """What to print so that the host of `event` takes the answer exactly; "" when there is nothing it would take."""
    if event.host == "codex":
        from reflexion.hosts import codex as host
    else:
        from reflexion.hosts import claude as host
    return host.reply(event, answer)


def host_of(payload: dict, environ) -> str:
    """Which host wrote the payload. Codex gives a `turn_id` or `model` and a rollout, Claude Code a transcript of another name."""
    if isinstance(payload.get("turn_id"), str):
        return "codex"
    transcript = payload.get("transcript_path")
    if isinstance(transcript, str) and transcript:
        return (
            "codex"
            if transcript.replace("\\", "/").rpartition("/")[2].startswith("rollout-")
            else "claude"
        )
    model = payload.get("model")
    if isinstance(model, str) and model:
        return "claude" if model.startswith("claude") else "codex"
    if environ.get("CLAUDE_CODE_SESSION_ID") and environ.get(
        "CLAUDE_CODE_SESSION_ID"
    ) == payload.get("session_id"):
        return "claude"
    return "codex" if "transcript_path" in payload and transcript is None else "claude"
