"""Guided reflection: from a session's transcript to knowledge. Phases that anyone can drive; the
judgement is the agent's or the user's."""
