"""Who calls a command: a person, or an agent that a host runs commands for?"""

import os
import sys

# what hosts set in the shells of their agents, and in nobody else's
VARIABLES = (
    "CLAUDECODE",
    "CLAUDE_CODE_SESSION_ID",
    "CODEX_THREAD_ID",
    "CODEX_SANDBOX",
    "COPILOT_CLI",
    "GEMINI_CLI",
    "QWEN_CODE",
    "QWEN_CODE_SESSION_ID",
    "OPENCODE",
    "AGENT",
    "CURSOR_AGENT",
)


def is_hosted(environ) -> bool:
    """Does a host's variable tell that its agent runs the command?"""
    return any(environ.get(name) for name in VARIABLES)


def is_agent(environ, stdin_is_terminal: bool) -> bool:
    """Is it no person who can be asked: a host's variable is set, or there is no terminal? A script
    of the person's is taken for one, too, where nobody could say yes."""
    return is_hosted(environ) or not stdin_is_terminal


def typed_by_person() -> bool:
    """Does a person at a terminal, and no agent's shell, run this command?"""
    return not is_agent(os.environ, bool(sys.stdin and sys.stdin.isatty()))
