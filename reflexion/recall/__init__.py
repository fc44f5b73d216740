"""The recall hook: what the agent is told at a session's start, at a prompt, with a skill."""
