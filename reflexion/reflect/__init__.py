"""From a session's transcript to knowledge; the judgement is the agent's or the user's."""
