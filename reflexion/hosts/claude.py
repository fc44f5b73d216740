"""Claude Code: its hook payloads and the lines of its transcripts as Events."""

from reflexion.hosts.event import Event, common, mapping, merged, number, path_in, text

SHELLS = ("Bash", "PowerShell")
STATUS = "Exit code "
MAX_OPEN = 500  # calls whose result is awaited
STOPPED = ("[Request interrupted", "doesn't want to proceed")


def read(payload: dict) -> Event:
    """The Event of a payload. A failed call comes as PostToolUseFailure, with `error`."""
    found = common(payload)
    found["command"] = _command(found["tool"], found["tool_input"])
    if found["name"] == "PostToolUseFailure":
        code, output = split_status(merged(payload.get("error")))
        interrupted = payload.get("is_interrupt") is True
        found.update(failed=True, interrupted=interrupted, exit_code=code, output=output)
    elif found["name"] == "PostToolUse":
        details = mapping(payload, "tool_response")
        benign = text(details, "returnCodeInterpretation")[:500]
        interrupted = details.get("interrupted") is True
        # it still runs, or was cut off
        unknown = interrupted or bool(text(details, "backgroundTaskId"))
        found.update(benign=benign, interrupted=interrupted, failed=None if unknown else False)
        found["exit_code"] = 0 if found["command"] and not unknown and not benign else None
        found["output"] = merged(payload.get("tool_response"))
    return Event(host="claude", **found)


def _command(tool: str, given: dict) -> str:
    return text(given, "command") if tool in SHELLS else ""


def split_status(error: str) -> tuple:
    """(exit status or None, the rest) of "Exit code N", a line break and the command's output."""
    first, _, rest = error.partition("\n")
    code = number(first[len(STATUS) :].strip()) if first.startswith(STATUS) else None
    if code is not None:
        return code, rest
    return None, error.replace("<tool_use_error>", "").replace("</tool_use_error>", "")


class ClaudeLines:
    """A call and its result are blocks of different lines, joined by the call's id."""

    def __init__(self):
        self.asked = {}

    def take(self, record: dict):
        """Yield the Events of a line: prompts, the agent's words, calls that ended."""
        content, kind = mapping(record, "message").get("content"), text(record, "type")
        sidechain = "sidechain" if record.get("isSidechain") is True else ""
        common = {
            "session": text(record, "sessionId"),
            "cwd": path_in(record, "cwd"),
            "when": text(record, "timestamp")[:10],
            "agent": text(record, "agentId") or sidechain,
        }
        if isinstance(content, str) and not record.get("isCompactSummary"):
            content = [{"type": "text", "text": content}] if kind == "user" else []
        for block in content if isinstance(content, list) else ():
            shape = text(block, "type") if isinstance(block, dict) else ""
            if (kind, shape) == ("assistant", "tool_use"):
                while len(self.asked) >= MAX_OPEN:
                    self.asked.pop(next(iter(self.asked)))
                self.asked[text(block, "id")] = (text(block, "name"), mapping(block, "input"))
            elif (kind, shape) == ("assistant", "text"):
                yield Event(name="Stop", message=text(block, "text"), **common)
            elif (kind, shape) == ("user", "tool_result"):
                yield from self._result(block, common)
            elif (kind, shape) == ("user", "text") and not record.get("isMeta"):
                yield Event(name="UserPromptSubmit", prompt=text(block, "text"), **common)

    def _result(self, block: dict, common: dict):
        call = text(block, "tool_use_id")
        tool, given = self.asked.pop(call, ("", {}))
        failed, output = block.get("is_error") is True, merged(block.get("content"))
        code, output = split_status(output) if failed else (0, output)
        if tool:
            yield Event(
                name="PostToolUseFailure" if failed else "PostToolUse",
                tool=tool,
                tool_input=given,
                tool_use_id=call,
                command=_command(tool, given),
                path=path_in(given, "file_path", "notebook_path"),
                output=output,
                exit_code=code if tool in SHELLS else None,
                failed=failed,
                interrupted=any(words in output[:200] for words in STOPPED),
                **common,
            )
